"""What was measured of one contender in one job."""

from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True)
class Result:
    """What was measured of one contender: the seconds of each round, and the peak of memory.

    The peak is the median of all rounds: the first process after an installation compiles, too.
    `warm` are those of later passes in the same process, if there were any: of each round the
    median. `note` says what its output was compared with; `trouble` why its times do not stand.
    """

    name: str
    seconds: list[float]
    peak_bytes: int | None = None
    warm: list[float] = field(default_factory=list)
    note: str = ""
    trouble: str = ""

    @property
    def sound(self) -> bool:
        """Whether there are times that stand."""
        return bool(self.seconds) and not self.trouble

    @property
    def median(self) -> float:
        """The median of the seconds."""
        return median(self.seconds)

    def ratios(self, base: "Result", *, warm: bool = False) -> list[float]:
        """Return, round by round, how many times as long as `base` this contender took."""
        mine, others = (self.warm, base.warm) if warm else (self.seconds, base.seconds)
        return [ours / other for ours, other in zip(mine, others, strict=False)]
