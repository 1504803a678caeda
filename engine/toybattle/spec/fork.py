"""Two readings of the rules side by side: what they say, where they differ, how often that matters."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random

from ..errors import Place, ToyBattleError
from ..game import Game
from ..game.layout import DECIDER
from ..game.situation import PLAYERS
from ..resources import Content
from ..ruleset.english import sentence
from ..ruleset.load import load_ruleset
from ..ruleset.tree import Ruleset, Statement
from .differ import Difference, Ready, at, ready, shrunk
from .sides import Pair, parting, under

MOST_SHRUNK = 8
"""Differences that are made small, of which the smallest is shown."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many."""

    count: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval after Wilson."""
        if not self.of:
            return 0.0, 1.0
        n, p, z = self.of, self.count / self.of, 1.96
        middle, width = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, (middle - width) / (1 + z * z / n)), min(1.0, (middle + width) / (1 + z * z / n))

    def as_data(self) -> dict[str, object]:
        """Return this as JSON holds it."""
        return {"count": self.count, "of": self.of, "interval": list(self.interval)}

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.count} of {self.of} ({self.count / max(1, self.of):.1%}; 95 % interval {low:.1%} to {high:.1%})"


@dataclass(frozen=True, slots=True)
class Reading:
    """What one side says: in the language, and in English."""

    place: Place
    text: str
    english: str


@dataclass(frozen=True, slots=True)
class Fork:
    """A reading of the rules beside the one in use."""

    variant: str
    statements: tuple[tuple[Reading | None, Reading | None], ...]
    """What differs: as the rules say it, as the variant does."""
    scenario: Ready | None
    problem: str
    parted: Share
    """Games in which the readings part."""
    terrains: dict[str, Share]
    """The same for each terrain."""
    winner: Share
    """Games in which they then lead to different winners, with the same chance for both."""
    decider: tuple[Share, Share]
    """Games that whoever had to decide where they parted wins, by the rules and by the variant."""

    def as_data(self) -> dict[str, object]:
        """Return this as JSON holds it."""
        return {
            "variant": self.variant,
            "statements": [
                {"rules": asdict(one) if one else None, "variant": asdict(other) if other else None}
                for one, other in self.statements
            ],
            "scenario": self.scenario.as_data() if self.scenario else None,
            "problem": self.problem,
            "parted": self.parted.as_data(),
            "terrains": {terrain: share.as_data() for terrain, share in self.terrains.items()},
            "winner": self.winner.as_data(),
            "decider": [share.as_data() for share in self.decider],
        }

    def __str__(self) -> str:
        lines = []
        for one, other in self.statements:
            lines += _said("the rules", one) + _said(self.variant, other) + [""]
        if self.scenario:
            lines += ["The smallest position found in which they differ:", ""]
            told = self.scenario.text("…", "by the rules", f"by {self.variant}")
            lines += [f"  {line}" for line in told.splitlines()]
        else:
            lines.append(self.problem or "No difference was found.")
        often = [f"{terrain} {share.count} of {share.of}" for terrain, share in self.terrains.items() if share.count]
        lines += ["", f"In random games the readings part in {self.parted}{': ' * bool(often)}{', '.join(often)}."]
        lines.append(f"Played on from there with the same chance for both, the winner is another in {self.winner}.")
        lines.append(f"Whoever had to decide where they parted wins {self.decider[0]} by the rules,")
        lines.append(f"and {self.decider[1]} by {self.variant}.")
        return "\n".join(lines)


def _said(who: str, reading: Reading | None) -> list[str]:
    if reading is None:
        return [f"{who}: nothing"]
    wrapped = (textwrap.fill(text, 110, break_on_hyphens=False) for text in (reading.text, reading.english))
    return [f"{who} ({reading.place}):", *(textwrap.indent(text, "  ") for text in wrapped)]


def fork(content: Content, variant: str, variants: tuple[str, ...] = (), games: int = 1000, seed: int = 1) -> Fork:
    """Return a variant beside the rules with the other variants, compared in so many random games over all terrains."""
    if variant in variants:
        raise ToyBattleError(f"'{variant}' cannot be compared with itself")
    pairs = list(_pairs(content, variant, variants))
    apart = [pair for pair in pairs if pair.is_different]
    """On the other terrains nothing could show."""
    counts: dict[str, list[int]] = {pair.one.terrain.id: [0, 0] for pair in pairs}
    differences: list[Difference] = []
    parted = another = 0
    decided = [0, 0]
    for number in range(games):
        pair, stream = pairs[number % len(pairs)], seed * games + number
        found = parting(pair, Random(stream)) if pair in apart else None
        counts[pair.one.terrain.id][1] += 1
        if found is None:
            continue
        counts[pair.one.terrain.id][0] += 1
        parted += 1
        winners = [side.winner(Random(-stream)) for side in (found.one, found.other)]
        another += winners[0] != winners[1]
        decided = [count + (winner == PLAYERS[found.one.flat[DECIDER]]) for count, winner in zip(decided, winners, strict=True)]
        if len(differences) < MOST_SHRUNK and (difference := at(pair, found)):
            differences.append(shrunk(difference))
    smallest = min(differences, key=lambda x: (len(x.moves), len(str(x.position))), default=None)
    scenario, problem = None, ""
    try:
        scenario = ready(smallest, content) if smallest else None
    except ToyBattleError as error:
        problem = f"A difference was found that has no steps: {error}"
    rules = [pairs[0].one.ruleset, pairs[0].other.ruleset]
    return Fork(
        variant, tuple(_differing(*rules)), scenario, problem, Share(parted, games),
        {terrain: Share(*count) for terrain, count in counts.items()}, Share(another, games),
        (Share(decided[0], parted), Share(decided[1], parted)),
    )  # fmt: skip


def _pairs(content: Content, variant: str, variants: tuple[str, ...]) -> Iterator[Pair]:
    for path in content.files("terrains", "*.yaml"):
        game = Game.load(path.stem, variants=variants, content=content)
        yield Pair(game, under(game, load_ruleset(content, (*variants, variant))))


def _differing(one: Ruleset, other: Ruleset) -> Iterator[tuple[Reading | None, Reading | None]]:
    """Yield the statements that one of two rulesets lacks or says differently."""
    sides = [{(type(x).__name__, x.name): x for x in rules.statements} for rules in (one, other)]
    for key in dict.fromkeys((*sides[0], *sides[1])):
        old, new = sides[0].get(key), sides[1].get(key)
        if old != new:
            yield _reading(old, one), _reading(new, other)


def _reading(x: Statement | None, rules: Ruleset) -> Reading | None:
    return Reading(x.place, x.text, sentence(x, rules)) if x else None
