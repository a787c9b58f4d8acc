"""Finding submissions, reading them, and telling which notebook each one is of."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bpe_course.editions.cells import Notebook, parse_notebook

LARGEST = 64 * 2**20  # bytes of a notebook
CHECKPOINTS = ".ipynb_checkpoints"


@dataclass(frozen=True)
class Submission:
    """A file that was handed in, and by whom."""

    student: str
    path: Path


def find_submissions(paths: Iterable[Path]) -> list[Submission]:
    """Return the submissions at these paths: files, or folders with one folder or file a student.

    A file in a folder's folder belongs to the student after whom that one is named; any other file
    names its student by itself. Raises `FileNotFoundError` if a path does not exist or a folder has
    no notebook in it.
    """
    found: list[Submission] = []
    for path in paths:
        if path.is_dir():
            inside = list(submissions_in(path))
            if not inside:
                raise FileNotFoundError(f"{path} holds no notebook (no file *.ipynb)")
            found += inside
        elif path.exists():
            found.append(Submission(path.stem, path))
        else:
            raise FileNotFoundError(f"{path} does not exist: check the path (now in {Path.cwd()})")
    return found


def submissions_in(folder: Path) -> Iterator[Submission]:
    """Yield the notebooks below a folder, each with its student."""
    for path in sorted(folder.rglob("*.ipynb")):
        inner = path.relative_to(folder)
        if CHECKPOINTS not in inner.parts:
            yield Submission(inner.parts[0] if len(inner.parts) > 1 else path.stem, path)


def read_submission(path: Path) -> Notebook:
    """Return the notebook that was handed in.

    Raises `ValueError` or `OSError` if there is none: another kind of file, or one too large.
    """
    if not path.is_file():
        raise ValueError(f"{path.name} is not a file")
    size = path.stat().st_size
    if size > LARGEST:
        raise ValueError(f"{path.name} is too large: {size:,} bytes, at most {LARGEST:,} are read")
    return parse_notebook(path.read_bytes(), path.name)


def original_of(submission: Notebook, trusted: Mapping[str, Notebook]) -> str | None:
    """Return the name of the trusted notebook with which a submission shares most cells, if any."""
    ids = {str(cell.get("id")) for cell in submission["cells"]}
    shared = {
        name: sum(cell["id"] in ids for cell in notebook["cells"])
        for name, notebook in trusted.items()
    }
    best = max(shared, key=shared.__getitem__, default=None)
    return best if best is not None and shared[best] else None
