"""Players: what they may know, that they choose alike however they are run, and what they say where something is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from plain_arrays import Plain as PlainArrays
from playing import CONTENT, game
from toybattle.cli import main
from toybattle.errors import InputError, ToyBattleError
from toybattle.game import Game, State
from toybattle.game.deal import dealt
from toybattle.game.layout import ENDED_BY, TURN, WINNER, WON_BY
from toybattle.sim.advice import advice, chooser
from toybattle.sim.chance import Chance
from toybattle.sim.plain import Plain
from toybattle.sim.players import RANDOM, player
from toybattle.sim.simulation import MOST_A_TURN, Simulation

WELL = {"terrain": "well", "to_move": "blue", "stacks": {1: ["blue star"]}, "racks": {"blue": ["skully"], "red": ["skully"]}}
AMBUSH = {
    "terrain": "ambush", "to_move": "blue", "stacks": {2: ["red star"], 3: ["blue jumbo"], 4: ["blue skully"]},
    "reserves": {"blue": []},
}  # fmt: skip
CANARIES = {
    "well": ("greedy", WELL, [{"reserves": {"blue": ["giant", "skully"]}}, {"reserves": {"blue": ["skully", "giant"]}}]),
    "ambush": ("search:24", AMBUSH, [
        {"racks": {"blue": ["skully", "roxy"], "red": ["kwak", "kwak"]}, "reserves": {"blue": [], "red": ["skully", "skully"]}},
        {"racks": {"blue": ["skully", "roxy"], "red": ["skully", "skully"]}, "reserves": {"blue": [], "red": ["kwak", "kwak"]}},
    ]),
}  # fmt: skip
"""Tiny games with two positions that look alike to Blue: who plays, what both have in common, and what is hidden."""
SEEDS = range(4)


def decided(played: Game, state: State, plain: Plain) -> list[str]:
    words = {move.code: str(move) for move in played.legal(state)}
    return [words[plain.decide(state, seed)[0][0]] for seed in SEEDS]


@pytest.mark.parametrize("canary", CANARIES)
def test_who_peeks_plays_otherwise_and_ours_do_not(canary: str) -> None:
    word, common, hidden = CANARIES[canary]
    played = game(canary, True, (), canary)
    one, other = (played.position({**common, **more}) for more in hidden)
    assert played.view(one, "blue") == played.view(other, "blue")
    players = (player(word), player(word))
    ours, peeking = Plain(played, players), Plain(played, players)
    peeking.functions["imagine"] = lambda st, viewer, s: s  # what is hidden stays as it is
    assert not {*decided(played, one, peeking)} & {*decided(played, other, peeking)}
    assert decided(played, one, ours) == decided(played, other, ours)


def test_a_troop_is_named_as_its_owner_sees_it() -> None:
    played = game("spies", True, (), "spies")
    state = played.position({"terrain": "spies", "to_move": "blue", "racks": {"blue": ["spied:hook", "hook"], "red": ["star"]}})
    assert any("spied" in str(move) for move in played.legal(state))
    plain = Plain(played, (player("greedy"), player("greedy")))
    bare = played.position({"terrain": "spies", "to_move": "blue", "racks": {"blue": ["hook", "hook"], "red": ["star"]}})

    def seen(state: State, seed: int) -> str:
        code = plain.decide(state, seed)[0][0]
        return played.seen(state, next(move for move in played.legal(state) if move.code == code), (), "blue")[0]

    assert [seen(state, seed) for seed in SEEDS] == [seen(bare, seed) for seed in SEEDS]


# ---- however they are run


@cache
def simulation() -> Simulation:
    """Return the one game that is compiled here."""
    return Simulation(game("ambush", True, (), "ambush"), (player("greedy"), player("search:6")))


def test_compiled_games_of_players_are_those_of_plain_python() -> None:
    compiled, played = simulation(), simulation().game
    plain = PlainArrays(played, (player("greedy"), player("search:6")))
    for seed in range(3):
        moves = compiled.moves(compiled.opening(), seed, 40)
        assert moves == plain.moves(plain.opening(), seed, 40)
        flat = played.layout.flat(dealt(played.layout, 0, Chance(seed)))
        played.module["fill"](flat)
        legal = played.module["begin"](flat)
        for number, move in enumerate(moves):
            assert legal, number
            legal = played.module["apply"](flat, move, None)
        assert not legal
        assert plain.play(plain.opening(), range(seed, seed + 1))[0].tolist()[:4] == [
            flat[WINNER], flat[WON_BY], flat[ENDED_BY], flat[TURN],
        ]  # fmt: skip


def test_a_game_is_broken_off_at_its_limit_and_a_turn_without_end_too() -> None:
    plain = PlainArrays(simulation().game, (RANDOM, RANDOM))
    whole = plain.moves(plain.opening(), 1, 40)
    some = plain.moves(plain.opening(), 1, 3)
    assert 3 <= len(some) < len(whole)
    assert some == whole[: len(some)]
    plain.functions["carry_out"] = lambda st, code: None  # a turn in which nothing ever changes
    plain.functions["settle"] = lambda st, out: 1
    assert len(plain.moves(plain.opening(), 1, 3)) == 3 * MOST_A_TURN


def test_compiled_players_decide_as_those_of_plain_python() -> None:
    played, random = simulation().game, Random(4)
    plain = Plain(played, (player("greedy"), player("search:6")))
    for number in range(4):
        state = played.start(seed=number, first=random.choice(("blue", "red")))
        assert simulation().decide(simulation().start(state), number) == plain.decide(state, number)


def test_of_two_players_each_plays_its_colour() -> None:
    played = game("well", True, (), "well")
    one = PlainArrays(played, (player("greedy"), RANDOM))
    other = PlainArrays(played, (RANDOM, player("greedy")))
    assert one.text == other.text
    rows = [sim.play(sim.opening(first), range(12))[:, 0] for sim in (one, other) for first in ("blue", "red")]
    assert np.sum(np.concatenate(rows[:2]) == 0) >= 20
    assert np.sum(np.concatenate(rows[2:]) == 1) >= 20


# ---- at the table


def test_a_chooser_plays_the_same_after_a_resume() -> None:
    played = game("well", True, (), "well")
    state = played.start(seed=1)
    for who in (RANDOM, player("greedy")):
        choose = chooser(played, who)
        assert choose(state, Random("a")) == choose(state, Random("a"))
        assert choose(state, Random("a")) in played.legal(state)


def test_a_hint_tells_nothing_that_is_hidden() -> None:
    _, common, hidden = CANARIES["ambush"]
    played = simulation().game
    one, other = (advice(played, played.position({**common, **more})) for more in hidden)
    assert one == other
    assert len(one) > 1
    assert all(move.share is not None and 0 <= move.share <= 1 for move in one)


def test_a_hint_is_for_who_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps({**AMBUSH, **CANARIES["ambush"][2][0]}), encoding="utf-8")
    asked = ["hint", str(position), "--content", str(CONTENT / "ambush")]
    assert main([*asked, "--as", "red"]) == 1
    assert "blue decides: red cannot see what blue may choose from" in capsys.readouterr().err
    assert main([*asked, "--as", "blue"]) == 0
    assert " games  place " in capsys.readouterr().out.splitlines()[0]
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"][0]["games"] > 0


def test_what_was_compiled_before_runs_where_nothing_was_compiled(tmp_path: Path) -> None:
    position = {**AMBUSH, **CANARIES["ambush"][2][0]}
    found = advice(simulation().game, simulation().game.position(position))
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    command = [sys.executable, "-m", "toybattle.cli", "hint", str(file), "--content", str(CONTENT / "ambush")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, ""), "nothing had to be compiled"
    assert done.stdout.splitlines() == [str(move) for move in found]


def test_without_a_compiler_the_greedy_player_plays_and_a_search_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numba", "llvmlite", "numpy", "toybattle.sim.simulation", "toybattle.sim.machine"):
        monkeypatch.setitem(sys.modules, name, None)
    played = game("well", True, (), "well")
    state = played.start(seed=1)
    assert chooser(played, player("greedy"))(state, Random(1)) in played.legal(state)
    with pytest.raises(ToyBattleError, match=r"pip install 'toybattle\[sim\]'"):
        chooser(played, player("search:10"))
    with pytest.raises(ToyBattleError, match=r"pip install 'toybattle\[sim\]'"):
        advice(played, state)


@pytest.mark.parametrize("word", ["gredy", "search", "search:", "search:0", "search:-1", "search:1e3", "search:9999999", ""])
def test_a_player_nobody_knows_is_refused(word: str) -> None:
    with pytest.raises(InputError, match=r"unknown player '.*'; expected random, greedy, or search:N"):
        player(word)


def test_an_unknown_player_is_a_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--against", "gredy"]) == 2
    assert "did you mean 'greedy'?" in capsys.readouterr().err
