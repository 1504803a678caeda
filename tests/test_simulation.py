"""Games on arrays, compiled or not, are the games of the other evaluators: move by move, and by seed."""

from __future__ import annotations

import functools
from random import Random
from typing import Any

import numpy as np
import pytest

from plain_arrays import Plain
from playing import DATA, OWN, TERRAINS, VARIANTS, assert_same, game, opened, random_situation, somewhere
from toybattle.game import Game
from toybattle.game.deal import dealt
from toybattle.game.layout import ENDED_BY, MEDALS, TURN, WINNER, WON_BY
from toybattle.game.limits import TooLarge
from toybattle.game.record import Record, read_records
from toybattle.sim.chance import Chance
from toybattle.sim.players import player
from toybattle.sim.simulation import COLUMNS, Simulation

WILD = ("forge", "forge")
"""Rules of one's own, with counters, quantifiers and lists of moves, that are compiled too."""


@functools.cache
def plain(terrain: str, variants: tuple[str, ...] = (), content: str = "") -> Plain:
    return Plain(game(terrain, True, variants, content))


@pytest.fixture
def cache(compiled: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep compiled code where the tests keep theirs."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(compiled.folder.parents[1]))


# ---- move by move


def agree(simulation: Simulation, random: Random, games: int, moves: int, situations: int) -> None:
    played = simulation.game
    for state in (opened(played, random), *(somewhere(played, random) for _ in range(games))):
        assert_same(simulation, state, random, moves)
    for _ in range(situations):
        assert_same(simulation, played.state_of(random_situation(played, random)), random, 3)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_arrays_agree_on_every_terrain(terrain: str) -> None:
    agree(plain(terrain), Random(terrain), games=1, moves=8, situations=2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_agree_under_every_variant(variant: str) -> None:
    agree(plain("la-croisette", (variant,)), Random(variant), games=1, moves=4, situations=2)


@pytest.mark.parametrize(("content", "terrain"), OWN, ids=[terrain for _, terrain in OWN])
def test_arrays_agree_under_rules_of_ones_own(content: str, terrain: str) -> None:
    games, moves = (0, 3) if terrain == "wide" else (1, 8)
    agree(plain(terrain, (), content), Random(f"{content} {terrain}"), games, moves, situations=3)


def test_compiled_games_agree_move_by_move(compiled: Simulation) -> None:
    agree(compiled, Random("compiled"), games=3, moves=30, situations=20)


def test_rules_of_ones_own_compile(cache: None) -> None:
    content, terrain = WILD
    agree(Simulation(game(terrain, True, (), content)), Random("wild"), games=2, moves=20, situations=10)


@functools.cache
def records() -> tuple[Record, ...]:
    return tuple(read_records(DATA / "transcripts.jsonl.gz", "transcripts.jsonl.gz"))


def assert_replayed(record: Record, simulation: Simulation) -> None:
    """Play a recorded game on an array and by the everyday API side by side."""
    played, data = simulation.game, record.data
    state = played.start(first=data["first"], deal=data["deal"])
    array = simulation.start(state)
    for text in data["moves"]:
        move = played.parse(state, text)
        assert simulation.legal(array) == [each.code for each in played.legal(state)]
        state, _ = played.apply(state, move, random=lambda: 0.0)
        simulation.apply(array, move.code)
    assert simulation.situation(array) == state.situation
    assert played.outcome(state) is not None


@pytest.mark.parametrize("terrain", TERRAINS)
def test_recorded_games_replay_on_arrays(terrain: str, compiled: Simulation) -> None:
    simulations: dict[bool, Simulation] = {True: compiled} if terrain == "castle-field" else {}
    for record in (record for record in records() if record.data["terrain"] == terrain):
        with_specials = record.data["special_bases"]
        if with_specials not in simulations:
            simulations[with_specials] = Plain(game(terrain, with_specials))
        elif not isinstance(simulations[with_specials], Plain) or len(record.data["moves"]) % 4 == 0:
            assert_replayed(record, simulations[with_specials])


# ---- by seed


def everyday(played: Game, seed: int, first: int = 0) -> list[int]:
    """Return what compiled games note of a seed's game, played by the everyday module."""
    chance, layout, module = Chance(seed), played.layout, played.module
    st = layout.flat(dealt(layout, first, chance))
    module["fill"](st)
    moves = module["begin"](st)
    decisions = options = 0
    while moves:
        decisions, options = decisions + 1, options + len(moves)
        code = moves[chance.below(len(moves))]
        outcomes = module["outcomes"](st, code)
        if outcomes[0][0] != code:
            left = chance.below(sum(weight for _, weight in outcomes))
            code = next(code for index, (code, _) in enumerate(outcomes) if left < sum(w for _, w in outcomes[: index + 1]))
        moves = module["apply"](st, code, None)
    return [st[WINNER], st[WON_BY], st[ENDED_BY], st[TURN], decisions, options, *st[MEDALS : MEDALS + 2]]


SEEDS = range(1_000_000, 1_000_040)


def test_a_seed_gives_one_game_whoever_plays_it(compiled: Simulation) -> None:
    games = compiled.play(compiled.opening(), SEEDS)
    assert games.tolist() == [everyday(compiled.game, seed) for seed in SEEDS]
    seconds = compiled.play(compiled.opening("red"), SEEDS[:10])
    assert seconds.tolist() == [everyday(compiled.game, seed, first=1) for seed in SEEDS[:10]]
    assert len(np.unique(games[:, COLUMNS.index("decisions")])) > 10


@pytest.mark.parametrize(("content", "terrain"), [WILD, ("spies", "spies"), ("racks", "racks")])
def test_a_seed_gives_one_game_under_rules_of_ones_own(content: str, terrain: str) -> None:
    simulation = plain(terrain, (), content)
    assert simulation.play(simulation.opening(), SEEDS[:3]).tolist() == [everyday(simulation.game, s) for s in SEEDS[:3]]


def test_what_was_compiled_before_plays_the_same_games(compiled: Simulation, cache: None) -> None:
    games = compiled.play(compiled.opening(), range(2000))
    waited: list[str] = []
    again = Simulation(game("castle-field"), waiting=lambda: waited.append("waited"))
    assert (again.play(again.opening(), range(2000)) == games).all()
    assert not waited, "nothing had to be compiled"
    assert again.entry("play_games") is not compiled.entry("play_games")


def test_games_go_on_from_any_state_and_stop_after_so_many_decisions(compiled: Simulation) -> None:
    state = somewhere(compiled.game, Random(3))
    start = compiled.start(state)
    before = start.copy()
    whole = compiled.play(start, range(50))
    assert (start == before).all(), "the start stays as it is"
    assert (whole[:, COLUMNS.index("winner")] >= 0).all()
    cut = compiled.play(start, range(50), most=3)
    assert cut[:, COLUMNS.index("decisions")].max() == 3
    unfinished = cut[cut[:, COLUMNS.index("winner")] < 0]
    assert (unfinished[:, COLUMNS.index("won_by")] == -1).all()


# ---- bounds


def test_a_full_queue_is_refused(compiled: Simulation) -> None:
    for simulation in (compiled, plain("castle-field")):
        state = next(s for s in iter(lambda: somewhere(game("castle-field"), RANDOM), None) if triggering(s))
        array = simulation.start(state)
        array[simulation.module.tail - 1] = simulation.module.array_size
        code = next(move.code for move in simulation.game.legal(state) if str(move).startswith("place star"))
        with pytest.raises(TooLarge, match="more effects are owed at once"):
            simulation.apply(array, code)


RANDOM = Random(5)


def triggering(state: Any) -> bool:
    """Return whether the player on turn can place a troop that does something."""
    return state.pending is None and any(str(move).startswith("place star") for move in game("castle-field").legal(state))


def test_a_full_list_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toybattle.game.codegen.arrays.MOST_MOVES", 20)
    simulation = Plain(game("castle-field"))
    state = next(s for s in iter(lambda: somewhere(simulation.game, RANDOM), None) if len(simulation.game.legal(s)) > 40)
    with pytest.raises(TooLarge, match="more moves are legal at once"):
        simulation.legal(simulation.start(state))


def test_what_is_compiled_depends_on_rules_terrain_and_chooser() -> None:
    simulations = [plain("castle-field"), plain("la-croisette"), plain("la-croisette", VARIANTS[:1])]
    names = {simulation.name for simulation in simulations} | {
        Plain(game("castle-field"), (player("greedy"), player("random"))).name
    }
    assert len(names) == 4
    assert Simulation(game("castle-field")).name == plain("castle-field").name
