"""Which mutants of the rules fail a scenario, and which none does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial

from ..errors import InputError, Place
from ..game import Game
from ..game.game import overlays
from ..resources import Content
from ..ruleset.load import load_ruleset
from ..ruleset.mutants import Mutant, mutants
from ..ruleset.tree import Ruleset
from .check import check_features
from .feature import Feature, Scenario
from .run import run_scenario
from .steps import steps

CHUNK = 4
"""Mutants that a process is given at a time."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What the scenarios make of one mutant."""

    mutant: str
    killed_by: Place | None
    """The first scenario that fails, None if none does."""
    scenarios: int
    """How many were run."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A scenario that can be run against mutants."""

    feature: Feature
    scenario: Scenario
    variants: tuple[str, ...]


def fates(wanted: Sequence[str], content: Content, variants: tuple[str, ...], processes: int = 1) -> Iterator[Fate]:
    """Yield what becomes of each of these mutants, in their order."""
    if processes < 2:
        yield from (fate(id_, content, variants) for id_ in wanted)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(partial(fate, content=content, variants=variants), wanted, chunksize=CHUNK)


def fate(id_: str, content: Content, variants: tuple[str, ...]) -> Fate:
    """Run the scenarios against one mutant until one fails, those first that cite what the mutated statement cites."""
    mutant = rulesets(content, variants)[id_]
    cites = frozenset(mutant.old.cites if mutant.old else ())
    trial = Trial(id_, content)
    order = sorted(scenarios(content), key=lambda pair: -len(cites & pair[1].tags))
    for number, (feature, scenario) in enumerate(order, 1):
        result = run_scenario(feature, scenario, content, variants, instead=trial)
        if result.failures:
            return Fate(id_, result.place, number)
    return Fate(id_, None, len(order))


class Trial:
    """Gives the game under a mutant for the game that a scenario describes."""

    def __init__(self, id_: str, content: Content) -> None:
        self.id, self.content = id_, content
        self.games: dict[str, Game] = {}

    def __call__(self, game: Game) -> Game:
        """Return the game under the mutant, or the game itself where a variant has another statement there."""
        if game.digest not in self.games:
            known = rulesets(self.content, overlays(game.variants, game.special_bases)).get(self.id)
            self.games[game.digest] = under(game, known.ruleset) if known else game
        return self.games[game.digest]


def under(game: Game, ruleset: Ruleset) -> Game:
    """Return a game under other rules."""
    return Game(
        game.terrain, ruleset, special_bases=game.special_bases, variants=game.variants, terrain_word=game.terrain_word
    )


@lru_cache(maxsize=64)
def rulesets(content: Content, variants: tuple[str, ...]) -> dict[str, Mutant]:
    """Return the mutants of the rules by their ids."""
    return {mutant.id: mutant for mutant in mutants(load_ruleset(content, variants))}


@lru_cache(maxsize=4)
def scenarios(content: Content) -> tuple[tuple[Feature, Scenario], ...]:
    """Return every scenario, or raise InputError."""
    paths = content.files("features", "**/*.feature")
    features, faults = check_features({path: content.name(path) for path in paths}, steps)
    if faults:
        raise InputError(faults)
    return tuple((feature, scenario) for feature in features for scenario in feature.scenarios)
