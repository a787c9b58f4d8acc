"""Memory that was freed goes back to the system when that is asked for."""

import mmap
import sys
from pathlib import Path

import pytest

from bpe_course import memory
from bpe_course.memory import give_memory_back

PIECE, PIECES = 10_000, 3_000  # bytes: small enough that the library of C keeps them together


def memory_held() -> int:
    """How many bytes this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is not given back by request")
def test_what_lies_between_pieces_in_use_is_given_back():
    """Of many pieces every tenth is in use: the others' memory is free, and held until then."""
    pieces = [bytearray(PIECE) for _ in range(PIECES)]
    in_use = pieces[::10]
    del pieces
    before = memory_held()
    if not give_memory_back():
        pytest.skip("this library of C cannot be asked to give memory back")
    assert before - memory_held() > PIECE * PIECES // 2
    assert all(len(piece) == PIECE for piece in in_use)


@pytest.mark.parametrize(("platform", "library"), [("darwin", None), ("linux", object())])
def test_where_it_cannot_be_asked_for_nothing_happens(monkeypatch, platform, library):
    """Another system, or another library of C, says so and is left alone."""
    monkeypatch.setattr(memory.sys, "platform", platform)
    monkeypatch.setattr(memory, "c_library", lambda: library)
    assert not give_memory_back()
