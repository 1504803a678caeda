"""The tracing evaluator and the generated module are two readings of one tree: they agree on everything, always."""

from __future__ import annotations

from random import Random

import pytest

from playing import OWN, TERRAINS, VARIANTS, assert_agree, compared, game, opened, random_situation, somewhere
from toybattle.game import Game
from toybattle.game.reference import Reference

COMBINED = [
    ("both-objectives-other", "take-back-owed", "shove-elsewhere"),
    ("objective-at-turn-end", "pin-mandatory", "both-reserves-end"),
    tuple(name for name in VARIANTS if name not in {"objective-at-turn-end", "no-special-bases"}),
]

CONCERNS = {"shove-elsewhere": "volcanic-jungle", "pin-mandatory": "battlefield"}
"""The terrain that a variant makes most difference to."""


def seeded(*parts: object) -> Random:
    return Random(" ".join(map(str, parts)))


def agree(game: Game, random: Random, games: int, moves: int, situations: int) -> None:
    """Compare openings, random play from anywhere, and random situations."""
    starts = [opened(game, random), *(somewhere(game, random) for _ in range(games))]
    assert sum(len([*compared(game, start, random, moves)]) for start in starts) > len(starts)
    for _ in range(situations):
        x = random_situation(game, random)
        reference = Reference(game.layout, x.copy(), lambda: 0.0)
        reference.go_on()
        state = game.state_of(x)
        assert_agree(game, state, reference)
        assert [*compared(game, state, random, 3)]


@pytest.mark.parametrize("special_bases", [True, False], ids=["special-bases", "plain"])
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_evaluators_agree_on_every_terrain(terrain: str, special_bases: bool) -> None:
    agree(game(terrain, special_bases), seeded(terrain, special_bases), games=1, moves=12, situations=5)


@pytest.mark.parametrize("variants", [*((name,) for name in VARIANTS), *COMBINED], ids="+".join)
def test_the_evaluators_agree_under_every_variant(variants: tuple[str, ...]) -> None:
    for terrain in {"la-croisette", *(CONCERNS.get(name, "castle-field") for name in variants)}:
        agree(game(terrain, True, variants), seeded(terrain, variants), games=1, moves=4, situations=4)


@pytest.mark.parametrize(("content", "terrain"), OWN, ids=[terrain for _, terrain in OWN])
def test_the_evaluators_agree_under_rules_of_ones_own(content: str, terrain: str) -> None:
    how_much = (1, 4, 3) if terrain == "wide" else (2, 10, 10)
    agree(game(terrain, True, (), content), seeded(content, terrain), *how_much)


def test_a_difference_between_the_evaluators_would_be_found() -> None:
    played = game("castle-field")
    state = played.start(seed=1)
    x = state.situation
    x.zones["rack", 0].pop()
    with pytest.raises(AssertionError):
        assert_agree(played, state, Reference(played.layout, x, lambda: 0.0))
