"""How long a new process takes until it can be used, compiled code and vocabularies included."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench.entries import Run, contender
from bench.jobs import Job

ROOT = Path(__file__).resolve().parent.parent
COMPILED = "numba"
EMPTY_FOLDER = "EMPTY"  # stands for a new folder in each run

IMPORT_ONLY = "import bpe_course"
IMPORT_NUMBA = "import numba"
PURE_PYTHON = """
from bpe_course import Tokenizer
print(Tokenizer.train("low low lower lowest", 259, engine="fast").encode("low lower"))
"""
COMPILED_TRAINING_AND_ENCODING = """
from bpe_course import Tokenizer
for pattern in ("gpt2", "cl100k_base", "o200k_base"):
    tokenizer = Tokenizer.train("low low lower lowest", 259, pattern=pattern, engine="compiled")
    encode = tokenizer.with_engine("compiled").encode
    print(encode("low lower"), len(encode(1000 * "low")))
"""
TIKTOKEN = """
from bpe_course import published
print(published.get_encoding("gpt2").encode_ordinary("low lower"))
"""
OURS_GPT2 = """
from bpe_course import Tokenizer
print(Tokenizer.from_tiktoken("gpt2").encode("low lower"))
"""


def program(code: str, environment: Mapping[str, str] | None = None) -> Run:
    """Time a Python program from the start of its process to the end."""
    return Run(lambda: run(code, environment or {}))


def run(code: str, environment: Mapping[str, str]) -> list[str]:
    """Run a Python program; return the lines it prints, or raise with its last words."""
    with tempfile.TemporaryDirectory() as folder:
        changes = {
            name: folder if value == EMPTY_FOLDER else value for name, value in environment.items()
        }
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=False,
            cwd=ROOT,
            encoding="utf-8",
            env={**os.environ, **changes},
        )
    if done.returncode:
        raise RuntimeError(f"exit code {done.returncode}: {last_words(done.stderr)}")
    return done.stdout.splitlines()


def last_words(errors: str) -> str:
    r"""Return the last line that a process wrote to standard error.

    >>> last_words("Traceback\nValueError: no\n"), last_words("")
    ('ValueError: no', 'it said nothing')
    """
    return (errors.strip() or "it said nothing").splitlines()[-1]


@contender("start", "python", "Python itself", rule="nothing")
def start_python(job: Job, texts: list[str]) -> Run:
    """Do nothing."""
    return program("")


@contender("start", "import", "import bpe_course", rule="nothing")
def start_import(job: Job, texts: list[str]) -> Run:
    """Import the package."""
    return program(IMPORT_ONLY)


@contender("start", "numba", "import numba", rule="nothing", needs="numba")
def start_numba(job: Job, texts: list[str]) -> Run:
    """Import Numba, which the compiled engine cannot do without."""
    return program(IMPORT_NUMBA)


@contender("start", "fast", "pure Python: train and encode a line", rule="pure")
def start_fast(job: Job, texts: list[str]) -> Run:
    """Train and encode a line in pure Python."""
    return program(PURE_PYTHON)


@contender(
    "start", "compiled", "compiled: train and encode a line", rule="compiled", needs=COMPILED
)
def start_compiled(job: Job, texts: list[str]) -> Run:
    """Train and encode a line with kernels that an earlier process has compiled."""
    run(COMPILED_TRAINING_AND_ENCODING, {})
    return program(COMPILED_TRAINING_AND_ENCODING)


@contender(
    "start",
    "compiled-first-use",
    "compiled, first use: every kernel compiled",
    rule="compiled",
    needs=COMPILED,
)
def start_compiled_first_use(job: Job, texts: list[str]) -> Run:
    """Train and encode a line with nothing compiled yet."""
    return program(COMPILED_TRAINING_AND_ENCODING, {"NUMBA_CACHE_DIR": EMPTY_FOLDER})


@contender("start", "gpt2", "bpe_course: load gpt2, encode a line", rule="gpt2")
def start_gpt2(job: Job, texts: list[str]) -> Run:
    """Load a published vocabulary and encode a line."""
    return program(OURS_GPT2)


@contender("start", "tiktoken", "tiktoken: load gpt2, encode a line", rule="gpt2", needs="tiktoken")
def start_tiktoken(job: Job, texts: list[str]) -> Run:
    """Load the same vocabulary with tiktoken and encode the same line."""
    return program(TIKTOKEN)
