"""What became of scenarios, said so that their writer can mend them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from ..errors import Fault, Place
from .feature import Feature, Scenario

if TYPE_CHECKING:
    from .world import World


@dataclass(frozen=True, slots=True)
class Failure:
    """A step with which the engine disagrees."""

    place: Place
    scenario: str
    step: str
    found: str
    """What the engine says."""
    expected: str = ""
    """What was expected, when the step itself does not say it."""
    ruling: str = ""
    """The verdict, with its rules and citations, when there is one."""
    rules: str = ""
    """What the scenario's tags cite, and where the rules say it."""
    before: str = ""
    """The position before the last move; empty when there was none."""
    after: str = ""
    """The position now, with `*` at what the last move changed."""
    legal: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text(self.situation)

    @property
    def situation(self) -> str:
        """Where the game stood: the rules that are tried, the position, the legal moves."""
        return "".join(
            _part(name, part)
            for name, part in (
                ("the rules", "\n".join(textwrap.fill(line, 110) for line in self.rules.splitlines())),
                ("before", self.before),
                ("after, with * at what changed" if self.before else "position", self.after),
                ("legal moves", _wrapped(self.legal)),
            )
        )

    def text(self, situation: str) -> str:
        """Return what went wrong, then the situation as it is told."""
        said = (("expected", self.expected), ("the engine says", self.found), ("the ruling", self.ruling))
        return f"{self.place}: {self.scenario}\n  {self.step}" + "".join(_part(*part) for part in said) + situation


def _part(name: str, text: str) -> str:
    """Return a named part of a failure, on lines of its own unless it is short."""
    is_short = "\n" not in text and name in ("expected", "the engine says")
    return f"\n    {name}:" + (f" {text}" if is_short else f"\n{textwrap.indent(text, ' ' * 6)}") if text else ""


def _wrapped(moves: Sequence[str]) -> str:
    """Return moves on lines of a readable length, none broken in two."""
    whole = " · ".join(move.replace(" ", "\0") for move in moves)
    return textwrap.fill(whole, 110, break_on_hyphens=False).replace("\0", " ")


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What became of one scenario, each time it is run."""

    topic: str
    scenario: Scenario
    place: Place
    failures: tuple[Failure, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What in its steps means nothing, so that it could not run to its end."""
    world: World | None = field(default=None, repr=False)
    """The game as the scenario left it, None if it could not run."""
    took: tuple[int, ...] = ()
    """Nanoseconds that each step took which ran."""

    @property
    def has_passed(self) -> bool:
        """Whether every step was as the scenario says."""
        return not self.failures and not self.faults


@dataclass(frozen=True, slots=True)
class Report:
    """What became of all scenarios."""

    results: tuple[Result, ...]
    faults: tuple[Fault, ...]
    features: tuple[Feature, ...] = ()
    """The features they are from."""
    """Everything wrong with the writing, of all files; such scenarios count as failed."""

    @property
    def passed(self) -> int:
        """How many scenarios passed."""
        return sum(result.has_passed for result in self.results)

    @property
    def failed(self) -> int:
        """How many scenarios did not."""
        return len(self.results) - self.passed

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Every step with which the engine disagrees."""
        return tuple(failure for result in self.results for failure in result.failures)

    @property
    def is_fine(self) -> bool:
        """Whether scenarios ran and nothing at all is wrong."""
        return bool(self.results) and not self.failed and not self.faults

    @property
    def topics(self) -> Mapping[str, tuple[int, int]]:
        """How many scenarios of each topic passed and failed."""
        counts: dict[str, tuple[int, int]] = {}
        for result in self.results:
            passed, failed = counts.get(result.topic, (0, 0))
            counts[result.topic] = (passed + result.has_passed, failed + (not result.has_passed))
        return counts

    def as_data(self) -> dict[str, object]:
        """Return this report as JSON holds it."""
        return {
            "passed": self.passed,
            "failed": self.failed,
            "topics": {topic: {"passed": passed, "failed": failed} for topic, (passed, failed) in self.topics.items()},
            "faults": [{**asdict(fault), "place": str(fault.place)} for fault in self.faults],
            "failures": [{**asdict(failure), "place": str(failure.place)} for failure in self.failures],
        }

    def __str__(self) -> str:
        width = max(map(len, self.topics), default=0)
        lines = [
            f"{topic:{width}}  {passed} passed" + f", {failed} failed" * bool(failed)
            for topic, (passed, failed) in self.topics.items()
        ]
        lines.append(f"{self.passed} scenario{'s' * (self.passed != 1)} passed, {self.failed} failed")
        return "\n\n".join([*map(str, self.faults), *self._told(), "\n".join(lines)])

    def _told(self) -> Iterator[str]:
        """Yield every failure, without the situation where it is that of the one before."""
        told = ""
        for failure in self.failures:
            is_same = told and failure.situation == told
            told = failure.situation
            yield failure.text("\n    in the same situation" if is_same else told)
