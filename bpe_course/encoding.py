"""Turning ordinary text into ids: by a dictionary of chunks, or compiled where that pays.

The dictionary is ready at once, and best for short texts. The compiled encoder needs Numba and a
second to load, the first time ever half a minute to compile; it is then many times as fast.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from bpe_course import fast, reference
from bpe_course.compiled import LARGEST_ID
from bpe_course.engines import Engine, check_engine, compiled_is_installed
from bpe_course.pretokenize import iterate_chunks
from bpe_course.text import check_text, to_utf8
from bpe_course.threads import check_threads
from bpe_course.vocab import ChunkIds, Vocab

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from bpe_course.compiled.encoder import Encoder

ENOUGH_TO_LOAD = 4_000_000  # characters in all, from which loading the compiled encoder pays
ENOUGH_TO_CALL = 1_000  # characters of one text, from which calling it pays


class OrdinaryEncoder:
    """Turns text into ids; the text of a special token is plain text.

    >>> encoder = OrdinaryEncoder(Vocab({(104, 105): 256}), "gpt2")
    >>> encoder.encode("hi hip")
    [256, 32, 256, 112]
    """

    def __init__(self, vocab: Vocab, pattern: str | None, engine: Engine = "auto") -> None:
        check_engine(engine)
        self._vocab = vocab
        self._pattern = pattern
        self.engine = engine
        engine_module = reference if engine == "reference" else fast
        self._chunk_ids = ChunkIds(vocab, engine_module.encode_chunk)
        self._compiled: Encoder | None = None
        self._characters = 0

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text as a list."""
        if self._compiling_pays(check_text(text)):
            return self._load().encode_to_list(text)
        try:
            return list(self._look_up(text))
        except ValueError:
            to_utf8(text)  # says where in the whole text a lone surrogate stands
            raise

    def encode_to_numpy(self, text: str, threads: int = 1) -> "npt.NDArray[np.uint32]":
        """Return the ids of a text as an array; only the compiled encoder uses several threads.

        Raises what `check_threads` raises, whoever encodes.
        """
        import numpy as np

        check_threads(threads)
        if self._compiling_pays(check_text(text)):
            from bpe_course.compiled.threads import encode_on_threads

            return encode_on_threads(self._load(), text, threads)
        try:
            return np.fromiter(self._look_up(text), dtype=np.uint32)
        except ValueError:
            to_utf8(text)  # as above
            raise

    def _look_up(self, text: str) -> Iterator[int]:
        """Yield the ids of a text, chunk by chunk."""
        ids_of = self._chunk_ids.__getitem__
        return chain.from_iterable(map(ids_of, iterate_chunks(text, self._pattern)))

    def _compiling_pays(self, text: str) -> bool:
        """Return whether to encode a text compiled; what came before is taken as what will come."""
        if self.engine != "auto":
            return self.engine == "compiled"
        self._characters += len(text)
        if len(text) < ENOUGH_TO_CALL:
            return False
        loaded = self._compiled is not None
        return loaded or (self._characters >= ENOUGH_TO_LOAD and self._can_be_compiled)

    @cached_property
    def _can_be_compiled(self) -> bool:
        return compiled_is_installed() and max(self._vocab.tokens) <= LARGEST_ID

    def _load(self) -> "Encoder":
        """Return the compiled encoder."""
        if self._compiled is None:
            from bpe_course.compiled.encoder import Encoder

            vocab = self._vocab
            self._compiled = Encoder(vocab.merges, vocab.byte_ids, vocab.ids, self._pattern)
        return self._compiled
