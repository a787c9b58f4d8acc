"""The same algorithms as `fast`, compiled by Numba; an optional extra.

Text is UTF-8 in one NumPy array from end to end; under the published patterns, no Python object is
made for a chunk. What counts, trains and merges here has a plain twin elsewhere in the package that
gives the same result: in `counting`, `fast` and `merging`.
"""

LARGEST_ID = (1 << 21) - 2  # for encoding: three ids and no more fit in one number
