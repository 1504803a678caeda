"""What a player imagines agrees with what the player sees, and depends on nothing else."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from plain_arrays import Plain
from playing import OWN, TERRAINS, game, random_situation, somewhere
from toybattle.game import Game, State
from toybattle.game.situation import PLAYERS, Situation
from toybattle.game.view import View, view_of
from toybattle.sim.chance import seeded
from toybattle.sim.minds import ROOMS
from toybattle.sim.players import player


@cache
def plain(played: Game) -> Plain:
    return Plain(played, (player("greedy"), player("greedy")))


def imagined(played: Game, situation: Situation, viewer: int, seed: int) -> Situation:
    simulation = plain(played)
    functions, array = simulation.functions, simulation.array(situation)
    room: Any = array.tolist() * ROOMS
    functions["imagine"](functions["pointer"](room), viewer, seeded(seed))
    return simulation.layout.situation(room[: room[simulation.module.tail - 1]], len(simulation.module.kept))


def seen(played: Game, situation: Situation, viewer: int) -> View:
    masks = len(played.module["KEPT"])
    flat = (*played.layout.flat(situation), *[0] * masks)
    return view_of(State(flat, "", played.layout, masks), PLAYERS[viewer], (), None)


def assert_honest(played: Game, situation: Situation, random: Random) -> None:
    for viewer in (0, 1):
        one, other = random.randrange(1 << 30), random.randrange(1 << 30)
        first = imagined(played, situation, viewer, one)
        assert seen(played, first, viewer) == seen(played, situation, viewer)
        assert len(first.zones["reserve", 0]) == len(situation.zones["reserve", 0])
        assert imagined(played, first, viewer, other) == imagined(played, situation, viewer, other), "nothing hidden is kept"
        array = plain(played).array(first)
        assert plain(played).situation(array) == first, "counts and masks are those of a fresh look"


CASES = [*(("", terrain) for terrain in TERRAINS[:3]), *OWN]


@pytest.mark.parametrize(("content", "terrain"), CASES, ids=[terrain for _, terrain in CASES])
def test_what_is_imagined_looks_the_same_and_keeps_nothing_hidden(content: str, terrain: str) -> None:
    played, random = game(terrain, True, (), content), Random(f"imagine {terrain}")
    for _ in range(4):
        assert_honest(played, somewhere(played, random).situation, random)
        assert_honest(played, random_situation(played, random), random)
