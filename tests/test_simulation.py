"""Games on arrays, compiled or not, are the games of the other evaluators: move by move, and by seed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from plain_arrays import Plain
from playing import OWN, TERRAINS, VARIANTS, game, opened, random_situation, somewhere
from toybattle.game import Game, State
from toybattle.game.reference import Reference
from toybattle.sim.simulation import Simulation


def assert_same(simulation: Simulation, state: State, random: Random, moves: int) -> int:
    """Play on from a state by the tracing evaluator and on an array, comparing them at every decision; return how many."""
    reference = Reference(simulation.layout, state.situation, lambda: 0.0)
    array = simulation.start(state)
    assert simulation.situation(array) == reference.x
    legal = simulation.legal(array)
    for number in range(moves):
        assert legal == reference.legal(), reference.x
        if not legal:
            return number
        assert simulation.legal(array) == legal
        for move in legal:
            assert simulation.outcomes(array, move) == reference.outcomes(move)
        code, _ = random.choice(reference.outcomes(random.choice(legal)))
        reference.apply(code)
        legal = simulation.apply(array, code)
        assert simulation.situation(array) == reference.x
        end = array[simulation.module.tail - 1]
        assert [*array[:end]] == [*simulation.array(reference.x)[:end]], "a position has one array"
    return moves


@cache
def plain(played: Game) -> Plain:
    return Plain(played)


def agree(played: Game, random: Random, games: int, moves: int, situations: int) -> None:
    simulation = plain(played)
    for state in (opened(played, random), *(somewhere(played, random) for _ in range(games))):
        assert_same(simulation, state, random, moves)
    for _ in range(situations):
        assert_same(simulation, played.state_of(random_situation(played, random)), random, 3)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_arrays_agree_on_every_terrain(terrain: str) -> None:
    agree(game(terrain), Random(terrain), games=1, moves=12, situations=4)


@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_agree_under_every_variant(variant: str) -> None:
    agree(game("la-croisette", True, (variant,)), Random(variant), games=1, moves=8, situations=3)


@pytest.mark.parametrize(("content", "terrain"), OWN, ids=[terrain for _, terrain in OWN])
def test_arrays_agree_under_rules_of_ones_own(content: str, terrain: str) -> None:
    games, moves = (1, 4) if terrain == "wide" else (2, 10)
    agree(game(terrain, True, (), content), Random(f"{content} {terrain}"), games, moves, situations=4)
