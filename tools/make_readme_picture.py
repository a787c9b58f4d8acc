"""Draw docs/tokens.png, the picture at the head of the README.

`python -m tools.make_readme_picture` writes it anew.
"""

from pathlib import Path

from bpe_course import Tokenizer
from bpe_course.corpora import load
from bpe_course.formats.files import write_atomically
from bpe_course.plots.strips import plot_strips

TARGET = Path(__file__).resolve().parent.parent / "docs" / "tokens.png"
TEXT = "Tokenizers can't spell strawberry: 1234 × 5678"
PUBLISHED = {"GPT-2": "gpt2", "GPT-4": "cl100k_base", "GPT-4o": "o200k_base"}


def main() -> None:
    """Cut one sentence with four tokenizers and write the picture."""
    tokenizers = {name: Tokenizer.from_tiktoken(source) for name, source in PUBLISHED.items()}
    tokenizers["yours"] = Tokenizer.train(load("english"), 1000)
    strips = {
        name: [span.token for span in tokenizer.token_spans(TEXT)]
        for name, tokenizer in tokenizers.items()
    }
    picture = plot_strips(strips, "One sentence, as four tokenizers cut it")
    write_atomically(TARGET, picture.png())
    print(picture.alt)


if __name__ == "__main__":
    main()
