"""Positions as files: what is left out, what is refused and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden import bad_files, expected
from playing import TERRAINS, game
from toybattle.documents import document_of, read_document
from toybattle.errors import InputError
from toybattle.game import Game, State

ARMY = sorted(kind.label for kind in game("castle-field").ruleset.troops for _ in range(kind.count))


def of(**position: Any) -> tuple[Game, State]:
    return Game.of_position(document_of({"terrain": "castle-field", **position}, "trial"))


def faults(**position: Any) -> str:
    with pytest.raises(InputError) as raised:
        of(**position)
    return str(raised.value)


# ---- bad files


@pytest.mark.parametrize("bad", bad_files("positions"), ids=lambda path: path.stem)
def test_a_bad_position_gets_the_message_beside_it(bad: Path) -> None:
    with pytest.raises(InputError) as raised:
        Game.of_position(read_document(bad, bad.name))
    assert str(raised.value) == expected(bad, str(raised.value))


# ---- what is left out


def test_an_empty_position_is_an_opening_with_empty_racks() -> None:
    _, state = of()
    assert (state.to_move, state.turn, state.medals, state.taken) == ("blue", 1, {"blue": 0, "red": 0}, {})
    assert (state.stacks, state.racks, state.discards) == ({}, {"blue": (), "red": ()}, {"blue": (), "red": ()})
    assert [len(reserve) for reserve in state.reserves.values()] == [20, 20]
    assert [len(spare) for spare in state.zone("set-aside").values()] == [4, 4]


def test_a_reserve_left_out_holds_what_is_named_nowhere_else() -> None:
    _, state = of(
        racks={"blue": ["hook", "hook"]}, stacks={"7": ["red hook", "blue hook"]}, discards={"blue": ["star"]},
        set_aside={"blue": ["kwak", "kwak", "kwak", "roxy"]},
    )  # fmt: skip
    left = list(ARMY)
    for troop in ("hook", "hook", "hook", "star", "kwak", "kwak", "kwak", "roxy"):
        left.remove(troop)
    assert sorted(state.reserves["blue"]) == left
    assert len(state.reserves["red"]) == 24 - 1 - 4


def test_a_reserve_that_is_given_keeps_its_order_and_the_rest_is_set_aside() -> None:
    _, state = of(reserves={"blue": ["star", "hook", "roxy"], "red": []})
    assert state.reserves == {"blue": ("star", "hook", "roxy"), "red": ()}
    assert [len(spare) for spare in state.zone("set-aside").values()] == [21, 24]


def test_a_position_is_read_the_same_every_time() -> None:
    assert of(racks={"blue": ["hook"]})[1] == of(racks={"blue": ["hook"]})[1]


def test_medals_left_out_are_those_of_the_regions_taken() -> None:
    _, state = of(taken={"1": "blue", "2": "red", "3": "red"})
    assert state.medals == {"blue": 3, "red": 2}


def test_regions_taken_by_nobody_knows_whom_pay_whoever_has_the_medals() -> None:
    _, state = of(taken={"1": "gone", "8": "gone", "2": "red"}, medals={"blue": 3, "red": 4})
    assert (state.medals, state.taken) == ({"blue": 3, "red": 4}, {"1": "gone", "2": "red", "8": "gone"})


def test_a_position_may_hold_its_terrain_and_its_variants() -> None:
    data = {**game("castle-field").terrain.as_data(), "name": "Mine"}
    played, _ = Game.of_position(document_of({"terrain": data, "variants": ["shove-elsewhere"], "special_bases": False}, "trial"))
    assert (played.terrain.name, played.variants, played.special_bases) == ("Mine", ("shove-elsewhere",), False)
    assert played.as_position(played.start(seed=1))["terrain"] == played.terrain.as_data()


def test_a_position_of_a_shipped_terrain_names_it() -> None:
    for terrain in TERRAINS:
        assert game(terrain).as_position(game(terrain).start(seed=1))["terrain"] == terrain


def test_a_player_who_can_do_nothing_has_ended_the_game() -> None:
    played, state = of(reserves={"blue": []})
    outcome = played.outcome(state)
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by) == ("red", "stuck", "blue")


def test_a_mark_that_lasts_longer_than_it_can_is_no_mark() -> None:
    assert "trial: " in faults(terrain="battlefield", racks={"blue": ["pinned++:hook"]})


def test_all_faults_of_a_position_come_at_once() -> None:
    message = faults(racks={"blue": ["hok"], "red": ["str"]}, stacks={"77": ["blue hook"]}, taken={"99": "red"})
    assert len(message.splitlines()) == 4


# ---- pending effects


def test_a_position_in_the_middle_of_a_chain_goes_on_from_there() -> None:
    played, state = of(
        stacks={"1": ["blue star"], "5": ["blue cap-n"], "6": ["blue hook"]},
        pending={"effect": "take-back", "slot": "5"}, owed=[{"effect": "take-back", "slot": "6"}],
    )  # fmt: skip
    assert list(map(str, played.legal(state))) == ["return 1", "return 6", "pass"]
    state, _ = played.play(state, "pass")
    assert state.pending
    assert state.pending.slot == "6"
    assert state.turn == 1
    state, _ = played.play(state, "return 1")
    assert (state.to_move, state.turn) == ("red", 2)


def test_effects_that_are_owed_are_asked_without_a_pending_one() -> None:
    played, state = of(stacks={"1": ["blue star"], "5": ["blue cap-n"]}, owed=[{"effect": "take-back", "slot": "5"}])
    assert state.pending
    assert list(map(str, played.legal(state))) == ["return 1", "pass"]
