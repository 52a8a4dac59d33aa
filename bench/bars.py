"""A bar: how well the shop does against a peer in the same run, and how well it has to."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

Verdict = Literal["held", "missed", "for the record", "not measured"]


class NotMeasured(Exception):
    """A bar could not be measured. The message says why."""


@dataclass(frozen=True)
class Bar:
    """What is compared with what."""

    ours: str
    peer: str
    required: float | None
    """The ratio of ours to the peer's that has to be reached; None if it only goes on record."""
    unit: Literal["orders/s", "s"]
    """Of orders a second there are to be many, at least `required`; of seconds at most."""

    @property
    def requirement(self) -> str:
        """The bar, for people."""
        if self.required is None:
            return "none"
        return f"{'at most' if self.unit == 's' else 'at least'} {self.required:g}"


@dataclass(frozen=True)
class Row:
    """A bar and what a run found. Without figures, `problem` says why there are none."""

    bar: Bar
    ratio: float | None = None
    """Ours to the peer's, the median of the rounds."""
    ours: float | None = None
    peer: float | None = None
    problem: str | None = None

    @classmethod
    def from_seconds(
        cls, bar: Bar, ours: Sequence[float], peer: Sequence[float], *, orders: int = 1
    ) -> Self:
        """Return what the seconds of the rounds say, in each of which `orders` were handled."""
        # Of each round by itself: what slows a round down is then in both halves of its ratio.
        ratio = statistics.median(mine / other for mine, other in zip(ours, peer, strict=True))
        mine, other = statistics.median(ours), statistics.median(peer)
        if bar.unit == "s":
            return cls(bar, ratio, mine, other)
        return cls(bar, 1 / ratio, orders / mine, orders / other)

    @property
    def verdict(self) -> Verdict:
        """Whether the bar is held."""
        if self.ratio is None:
            return "not measured"
        if self.bar.required is None:
            return "for the record"
        if self.bar.unit == "s":
            return "held" if self.ratio <= self.bar.required else "missed"
        return "held" if self.ratio >= self.bar.required else "missed"
