"""Encoding a piece of text: a group of chunks is found and encoded, then the next one.

So the processor still has at hand where the chunks end when it comes to encode them. And Python,
which lets one thread at a time run, is not asked between groups.
"""

from bpe_course.compiled.chunks import Bytes
from bpe_course.compiled.encoding import Desk, Out, Text, encode_chunks
from bpe_course.compiled.jit import kernel
from bpe_course.compiled.keys import Place
from bpe_course.compiled.known import is_full
from bpe_course.compiled.scanners.scanner import Scanner, find_borders


@kernel
def encode_piece(
    text: Text,
    start: Place,
    stop: Place,
    classes: Bytes,
    scanner: Scanner,
    desk: Desk,
    out: Out,
    written: Place,
) -> tuple[Place, Place]:
    """Write the ids of a text between two places, as long as there is room for what is new.

    Returns where the first chunk starts that has not been encoded, and how many ids are in `out`.
    """
    ends = desk.group.ends
    while start < stop and not is_full(desk.known, len(ends), stop - start):
        count = find_borders(text.data, text.words, classes, scanner, start, stop, ends)
        written = encode_chunks(text, ends, count, start, desk, out, written)
        start = ends[count - 1]
    return start, written
