"""Finding the line of the learner's own code in which something happened."""

import linecache
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType, TracebackType

PACKAGE = Path(__file__).resolve().parent.parent
# Where Python keeps what a learner did not write; "platstdlib" and so on differ on some systems.
LIBRARIES = tuple(
    Path(path).resolve()
    for name, path in sysconfig.get_paths().items()
    if name in {"stdlib", "platstdlib", "purelib", "platlib"}
)


@dataclass(frozen=True)
class Place:
    """A line of code: its number, its text, the function it belongs to, the cell or file.

    `function` is the name that Python knows it by, such as `Decoder.feed`.

    >>> Place(3, "return ids[9]", "last", "cell 4")
    line 3 of last (cell 4): return ids[9]
    """

    line: int
    source: str
    function: str
    where: str

    def __repr__(self) -> str:
        inside = "" if self.function == "<module>" else f" of {self.function}"
        where = f" ({self.where})" if self.where else ""
        source = f": {self.source}" if self.source else ""
        return f"line {self.line}{inside}{where}{source}"


def place_of_error(error: BaseException | None) -> Place | None:
    """The innermost line of the learner's that an error came through, if there is one."""
    theirs = None
    for frame, line in _frames(error.__traceback__ if error else None):
        if is_theirs(frame.f_code.co_filename):
            theirs = (frame, line)
    return place(*theirs) if theirs else None


def place_of_frame(frame: FrameType | None) -> Place | None:
    """The innermost line of the learner's that is running in `frame` or called it."""
    while frame is not None:
        if is_theirs(frame.f_code.co_filename):
            return place(frame, frame.f_lineno)
        frame = frame.f_back
    return None


def place(frame: FrameType, line: int) -> Place:
    """Describe a line of a frame."""
    code = frame.f_code
    source = linecache.getline(code.co_filename, line, frame.f_globals).strip()
    return Place(line, source, code.co_qualname, name_of(code.co_filename))


@cache
def is_theirs(filename: str) -> bool:
    """Tell whether a file is neither this package's nor Python's nor an installed library's.

    >>> is_theirs(__file__), is_theirs(linecache.__file__), is_theirs("<cell>")
    (False, False, True)
    """
    if filename.startswith("<frozen"):
        return False
    path = Path(filename).resolve()
    return not any(path.is_relative_to(folder) for folder in (PACKAGE, *LIBRARIES))


def name_of(filename: str) -> str:
    """Name a cell by its number, if IPython knows it, and a file without its folder.

    >>> name_of("folder/mine.py"), name_of("<string>")
    ('mine.py', '')
    """
    cell = _cell_number(filename)
    if cell:
        return f"cell {cell}"
    return "" if filename.startswith("<") else Path(filename).name


def _cell_number(filename: str) -> str:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    names = getattr(getattr(shell, "compile", None), "_filename_map", {})
    return str(names.get(filename, ""))


def _frames(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next
