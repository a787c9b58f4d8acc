"""Reading and writing tokenizers: one module a file format, each made of pure functions."""
