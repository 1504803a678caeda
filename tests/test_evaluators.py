"""The tracing evaluator and the generated module are two readings of one tree: they agree on everything, always."""

from __future__ import annotations

from random import Random

import pytest

from playing import OWN, TERRAINS, VARIANTS, game, random_situation, somewhere
from toybattle.game import Game, State
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


def assert_agree(game: Game, state: State, reference: Reference) -> list[int]:
    """Compare the situation, the kept masks, the legal moves and what chance can make of each; return the moves."""
    assert state.situation == reference.x
    afresh = game.layout.flat(reference.x)
    game.module["fill"](afresh)
    afresh += [number for owed in reference.x.owed for number in owed]
    assert state.flat == tuple(afresh), "what is kept up to date is what a fresh look at the board finds"
    legal = game.legal(state)
    assert [move.code for move in legal] == reference.legal(), reference.x
    for move in legal:
        assert [(m.code, weight) for m, weight in game.outcomes(state, move)] == reference.outcomes(move.code)
    return [move.code for move in legal]


def play_on(game: Game, state: State, random: Random, moves: int) -> int:
    """Play both on from a state, comparing them at every decision; return how many there were."""
    reference = Reference(game.layout, state.situation, lambda: 0.0)
    for number in range(moves):
        if not assert_agree(game, state, reference):
            return number
        code = random.choice(reference.legal())
        code, _ = random.choice(reference.outcomes(code))
        reference.apply(code)
        flat = list(state.flat)
        game.module["apply"](flat, code, None)
        told, _ = game.apply(state, next(m for m in all_moves(game, state) if m.code == code))
        assert told.flat == tuple(flat), "telling what happens changes nothing"
        state = told
    return moves


def all_moves(game: Game, state: State):
    for move in game.legal(state):
        yield from (outcome for outcome, _ in game.outcomes(state, move))


def opened(game: Game, random: Random) -> State:
    """Return the opening, after comparing how both get there."""
    opening = game.opening(seed=random.randrange(1 << 30), first=random.choice(("blue", "red")))
    reference = Reference(game.layout, opening.copy(), lambda: 0.0)
    reference.begin()
    state = game.begin(opening)
    assert_agree(game, state, reference)
    return state


def agree(game: Game, random: Random, games: int, moves: int, situations: int) -> None:
    """Compare openings, random play from anywhere, and random situations."""
    played = play_on(game, opened(game, random), random, moves)
    played += sum(play_on(game, somewhere(game, random), random, moves) for _ in range(games))
    assert played
    for _ in range(situations):
        x = random_situation(game, random)
        reference = Reference(game.layout, x.copy(), lambda: 0.0)
        reference.go_on()
        state = game.state_of(x)
        assert_agree(game, state, reference)
        play_on(game, state, random, 3)


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
