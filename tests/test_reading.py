"""Files are read in pieces, and what is learned from the pieces is what whole files teach."""

from io import BytesIO

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import reading
from bpe_course.counting import count_chunks, ordinary_parts
from bpe_course.pretokenize import PATTERNS
from bpe_course.reading import decode, read_texts
from bpe_course.streaming import cut_stream
from bpe_course.training import learn_vocab


@pytest.fixture
def files(tmp_path):
    """Write texts to files, byte for byte."""

    def write(texts):
        for place, text in enumerate(texts):
            (tmp_path / f"{place}.txt").write_bytes(text.encode("utf-8"))
        return [tmp_path / f"{place}.txt" for place in range(len(texts))]

    return write


def test_a_files_text_is_decoded_byte_for_byte(files):
    r"""No newline is translated, and a byte order mark stays where it is."""
    texts = ["one\r\ntwo\rthree\n", "\ufefffour"]
    assert list(read_texts(files(texts))) == texts


def test_a_part_of_a_file_is_read_from_byte_to_byte():
    """Places are counted in bytes, and characters that lie across two blocks are whole."""
    file = BytesIO("aébéc".encode())
    assert "".join(decode(file, "letters.txt", 1, 6, block=1)) == "ébé"


@pytest.mark.parametrize("block", [1, 2, 1 << 20])
def test_a_byte_that_is_not_utf8_is_named_by_its_place_in_the_file(block):
    """Also when reading began in the middle, and when a character is cut short by the end."""
    with pytest.raises(ValueError, match=r"menu\.txt is not UTF-8: byte 0xe9 at position 6 "):
        list(decode(BytesIO(b"un caf\xe9!"), "menu.txt", 3, block=block))
    with pytest.raises(ValueError, match=r"menu\.txt is not UTF-8: byte 0xc3 at position 2 "):
        list(decode(BytesIO(b"ab\xc3"), "menu.txt", block=block))


def test_one_path_is_one_file(files):
    """Given alone, as text or as a path, and not taken for a list of letters."""
    (path,) = files(["to be"])
    assert list(read_texts(path)) == list(read_texts(str(path))) == list(read_texts([path]))


def test_a_file_that_shrinks_while_it_is_read_is_noticed():
    """Fewer bytes than were there are an error, not a smaller count, wherever they end."""
    for left in (b"abc", b"ab\xc3"):
        with pytest.raises(OSError, match=r"log\.txt ends at byte 3 and not 5"):
            list(decode(BytesIO(left), "log.txt", 0, 5))


def test_no_chunk_goes_over_a_files_end(files):
    """Two files are two texts."""
    assert count_chunks(read_texts(files(["ab", "cd"]))) == {"ab": 1, "cd": 1}


@pytest.mark.parametrize("pattern", [*PATTERNS, r"\s+|\S+", None])
def test_pieces_teach_what_whole_files_teach(files, monkeypatch, pattern):
    """Merges, and so ties by first sight, are those of the texts given whole."""
    texts = ["to be or not to be<|end|> that is the question", "you'd 12 été,\n\n  été<|end|>", ""]
    monkeypatch.setattr(reading, "cut_stream", cut_in_pieces_of_three)
    monkeypatch.setattr(reading.decode, "__defaults__", (0, None, 2))
    special = ["<|end|>"]
    pieces = list(read_texts(files(texts), pattern, special))
    assert len(pieces) > 2
    options = {"pattern": pattern, "special_tokens": special}
    assert learn_vocab(pieces, 263, **options) == learn_vocab(texts, 263, **options)


def cut_in_pieces_of_three(*arguments, **options):
    """Cut a stream as finely as can be."""
    return cut_stream(*arguments, block=3, **options)


@given(strategies.texts_with_special_tokens(), st.integers(1, 12))
def test_chunks_stand_in_the_order_of_the_whole(text, block):
    """For each pattern, published or not, counts and order are those of the whole text."""
    special = strategies.SPECIAL_TOKENS
    for pattern in [*PATTERNS, r"\s+|\S+", None]:
        pieces = cut_stream([text], pattern, special, block, at_special=True)
        counts = count_chunks(ordinary_parts(pieces, special), pattern)
        whole = count_chunks(ordinary_parts([text], special), pattern)
        assert list(counts.items()) == list(whole.items())


def test_memory_is_bounded_by_the_piece(files):
    """A file of a megabyte comes in pieces of some ten thousand characters."""
    pieces = list(read_texts(files(["A sentence of words. " * 50_000])))
    assert max(map(len, pieces)) <= 1 << 16
    divided = list(read_texts(files(["abc<s>" * 50_000]), None, ["<s>"]))
    assert max(map(len, divided)) <= 1 << 16
