"""How sure a number is that was counted in so many games.

Every interval is two-sided and holds what it estimates 95 times in 100, unless it is asked to be surer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

ERROR = 0.05
"""How often an interval may miss."""
POWER = 0.8
"""How often a difference of the size that is said to be seen is seen."""


def deviations(error: float = ERROR) -> float:
    """Return how many standard errors an interval reaches to each side.

    >>> round(deviations(), 2)
    1.96
    """
    return NormalDist().inv_cdf(1 - error / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, and how many games it comes from; None where these are too few to say."""

    value: float | None
    low: float
    high: float
    games: int

    @property
    def margin(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2

    def excludes(self, number: float) -> bool:
        """Return whether a number lies outside of the interval."""
        return self.value is not None and not self.low <= number <= self.high


def share(count: int, of: int, error: float = ERROR) -> Estimate:
    """Return a share by Wilson's interval, which holds for few games and for shares near 0 and 1 too.

    >>> share(0, 0).value is None
    True
    """
    if not of:
        return Estimate(None, 0.0, 1.0, 0)
    z = deviations(error)
    middle = (count + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * sqrt(count * (of - count) / of + z * z / 4)
    return Estimate(count / of, 0.0 if count == 0 else middle - half, 1.0 if count == of else middle + half, of)


def mean(numbers: Numbers, error: float = ERROR) -> Estimate:
    """Return a mean by the normal interval, which holds for a hundred games and more."""
    count = len(numbers)
    if count < 2:
        return Estimate(None, 0.0, 0.0, count)
    value, half = float(numbers.mean()), deviations(error) * float(numbers.std(ddof=1)) / sqrt(count)
    return Estimate(value, value - half, value + half, count)


def ratio(above: Numbers, below: Numbers, error: float = ERROR) -> Estimate:
    """Return the ratio of two sums over the same games, such as options per decision; its spread is that of the remainders."""
    count, total = len(above), float(below.sum())
    if count < 2 or not total:
        return Estimate(None, 0.0, 0.0, count)
    value = float(above.sum()) / total
    remainders = above - value * below
    half = deviations(error) * float(remainders.std(ddof=1)) * sqrt(count) / total
    return Estimate(value, value - half, value + half, count)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much the second of two numbers is larger, in the same games played twice."""

    estimate: Estimate
    detectable: float
    """The size of a difference that would have been found four times in five."""

    @property
    def is_found(self) -> bool:
        """Whether the interval leaves out that there is none."""
        return self.estimate.excludes(0.0)


def shares_differ(first: Numbers, second: Numbers, error: float = ERROR) -> Difference:
    """Compare how often something happened in the same games played twice, by Agresti and Min's interval for matched pairs.

    Half a game is added to each of the four ways a pair can come out, so that no pairs that differ is no proof.
    """
    games = len(first)
    more, fewer = int((second > first).sum()), int((first > second).sum())
    if not games:
        return Difference(Estimate(None, -1.0, 1.0, 0), 1.0)
    value = (more - fewer) / (games + 2)
    spread = sqrt((more + fewer + 1) / (games + 2) - value * value) / sqrt(games + 2)
    return _difference((more - fewer) / games, value, spread, games, error)


def means_differ(first: Numbers, second: Numbers, error: float = ERROR) -> Difference:
    """Compare a mean over the same games played twice, by the normal interval of the differences."""
    games = len(first)
    if games < 2:
        return Difference(Estimate(None, 0.0, 0.0, games), 0.0)
    differences = second.astype(float) - first
    value = float(differences.mean())
    return _difference(value, value, float(differences.std(ddof=1)) / sqrt(games), games, error)


def _difference(value: float, middle: float, spread: float, games: int, error: float) -> Difference:
    z = deviations(error)
    low, high = min(middle - z * spread, value), max(middle + z * spread, value)
    return Difference(Estimate(value, low, high, games), (z + NormalDist().inv_cdf(POWER)) * spread)


def quantiles(numbers: Numbers, shares: Sequence[float]) -> tuple[int, ...]:
    """Return the least numbers that at least these shares of all numbers do not exceed."""
    ordered = sorted(int(number) for number in numbers)
    return tuple(ordered[max(0, ceil(part * len(ordered)) - 1)] for part in shares) if ordered else ()
