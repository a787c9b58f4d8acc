"""What learners hand in, for every exercise: the solution, and wrong answers with their diagnosis.

One module a notebook holds `ANSWERS`, from the name of an exercise to its `Answers`. The sources
are written as a learner would write them in a cell, not taken from the framework's models.
"""

import importlib
import linecache
import pkgutil
from dataclasses import dataclass, field
from functools import cache


@dataclass(frozen=True)
class Answers:
    """The answers to one exercise, as sources of cells.

    `solution` is the notebook's, word for word. `wrong` maps the diagnosis an answer must get to
    one source or several. `setup` is what the notebook has run before. `equivalent` lists changes
    of one operator after which the solution is still right, with the reason; the key is the
    number and the text of the changed line as `ast.unparse` writes it.
    """

    solution: str
    wrong: dict[str, str | list[str]]
    setup: str = ""
    equivalent: dict[str, str] = field(default_factory=dict)

    def wrong_sources(self):
        """Yield each wrong answer with the diagnosis it must get."""
        for diagnosis, sources in self.wrong.items():
            for source in [sources] if isinstance(sources, str) else sources:
                yield diagnosis, source


@cache
def all_answers():
    """The answers to all exercises, by their names."""
    gathered = {}
    for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
        gathered |= importlib.import_module(f"{__name__}.{module}").ANSWERS
    return gathered


def load(source, setup="", filename="<a learner's cell>"):
    """Run a cell as a kernel would; return what it defines last, by `def`, `class` or `=`."""
    source = source.strip("\n") + "\n"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace = {"__name__": "__main__"}
    exec(setup, namespace)
    before = dict(namespace)
    exec(compile(source, filename, "exec"), namespace)
    defined = [name for name in namespace if namespace[name] is not before.get(name)]
    return namespace[defined[-1]]
