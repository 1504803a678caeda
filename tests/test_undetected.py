"""What no recorded game shows, each from a position made for it: rare coincidences that must still be right."""

from __future__ import annotations

import pytest

from playing import game
from toybattle.game import AmbiguousMove, Game, IllegalMove, State
from toybattle.game.events import EffectDropped, MedalsTaken


def at(terrain: str, *variants: str, content: str = "", **position: object) -> tuple[Game, State]:
    """Return a game and the state of a position on its terrain."""
    played = game(terrain, True, variants, content)
    document = {"terrain": terrain, "racks": {}, **position}
    return played, played.position(document)


def play(game: Game, state: State, *moves: str) -> State:
    for move in moves:
        state, _ = game.play(state, move)
    return state


def legal(game: Game, state: State) -> list[str]:
    return list(map(str, game.legal(state)))


# ---- medals for who is not on turn

UNCOVERING = {
    "stacks": {"9": ["red star"], "11": ["red jumbo"], "13": ["red skully", "blue roxy"]},
    "racks": {"blue": ["hook", "star"]},
}


def test_a_take_back_that_uncovers_an_enemy_troop_pays_the_enemy() -> None:
    game, state = at("castle-field", **UNCOVERING)
    state = play(game, state, "place hook 5")
    state, events = game.play(state, "return 13")
    assert MedalsTaken("red", "7", 1) in events
    assert (state.medals, state.taken) == ({"blue": 0, "red": 1}, {"7": "red"})
    assert game.outcome(state) is None


def test_a_take_back_that_uncovers_an_enemy_troop_can_lose_the_game() -> None:
    game, state = at("castle-field", **UNCOVERING, taken={"1": "red", "8": "red"})
    state = play(game, state, "place hook 5", "return 13")
    outcome = game.outcome(state)
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by) == ("red", "medals", None)
    assert outcome.medals == {"blue": 0, "red": 7}


def test_jumbo_that_uncovers_an_own_troop_takes_the_region_and_may_win() -> None:
    position = {
        "stacks": {"1": ["blue star"], "3": ["blue star"], "5": ["blue roxy"], "7": ["blue skully", "red xb-42"]},
        "racks": {"blue": ["jumbo", "roxy"]},
    }
    game, state = at("castle-field", **position)
    # Placed on base 3 once more, Jumbo is adjacent to base 7.
    state = play(game, state, "place jumbo 3", "discard 7")
    assert (state.taken, state.medals["blue"]) == ({"2": "blue"}, 1)
    game, state = at("castle-field", **position, taken={"1": "blue", "8": "blue"})
    outcome = game.outcome(play(game, state, "place jumbo 3", "discard 7"))
    assert outcome
    assert (outcome.winner, outcome.won_by) == ("blue", "medals")


def test_a_shove_can_give_the_shoved_player_the_game() -> None:
    game, state = at(
        "volcanic-jungle", racks={"blue": ["hook"]}, taken={"1": "red", "5": "red"},
        stacks={"4": ["red skully"], "6": ["red star"], "9": ["red star"], "10": ["red roxy"]},
    )  # fmt: skip
    outcome = game.outcome(play(game, state, "place hook 5", "move 4 7"))
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.medals) == ("red", "medals", {"blue": 0, "red": 8})


def shoving(mover: str, *variants: str) -> tuple[str, str, dict[str, int]]:
    """Return the winner of a shove that brings both players to seven medals, who has both, and how it was won."""
    other = {"blue": "red", "red": "blue"}[mover]
    game, state = at(
        "volcanic-jungle", *variants, to_move=mover, racks={mover: ["hook"]},
        taken={"1": mover, "3": mover, "5": other, "6": other},
        stacks={
            "1": [f"{mover} star"], "2": [f"{mover} star"], "4": [f"{mover} roxy", f"{other} skully"],
            "6": [f"{other} star"], "9": [f"{other} star"], "10": [f"{other} roxy"],
        },
    )  # fmt: skip
    outcome = game.outcome(play(game, state, "place hook 5", "move 4 7"))
    assert outcome
    return outcome.winner, outcome.won_by, outcome.medals


@pytest.mark.parametrize(("mover", "other"), [("blue", "red"), ("red", "blue")])
def test_a_shove_that_brings_both_to_their_objective_is_won_by_who_is_on_turn(mover: str, other: str) -> None:
    assert shoving(mover) == (mover, "medals", {"blue": 7, "red": 7})
    assert shoving(mover, "both-objectives-other") == (other, "medals", {"blue": 7, "red": 7})


def test_where_the_objective_is_looked_at_last_more_medals_win_and_a_tie_goes_to_who_is_on_turn() -> None:
    assert shoving("red", "objective-at-turn-end") == ("red", "medals", {"blue": 7, "red": 7})


def test_where_the_objective_is_looked_at_last_effects_are_asked_before_the_game_ends() -> None:
    position = {
        "stacks": {"1": ["blue star"], "3": ["blue star"], "5": ["blue roxy"]},
        "racks": {"blue": ["skully"]},
        "reserves": {"blue": ["roxy", "hook"]},
        "taken": {"1": "blue", "8": "blue"},
    }
    game, state = at("castle-field", **position)
    assert game.outcome(play(game, state, "place skully 7"))
    game, state = at("castle-field", "objective-at-turn-end", **position)
    state = play(game, state, "place skully 7")
    assert game.outcome(state) is None
    assert (state.medals["blue"], legal(game, state)) == (7, ["draw", "pass"])
    outcome = game.outcome(play(game, state, "draw"))
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by) == ("blue", "medals", "blue")


# ---- chance and pinned copies


def test_xb_42_can_hit_a_pinned_copy_or_the_one_that_stands() -> None:
    game, state = at("battlefield", racks={"blue": ["xb-42"], "red": ["pinned:star", "star", "star"]})
    state = play(game, state, "place xb-42 1")
    assert legal(game, state) == ["discard rack", "pass"]
    outcomes = {str(move): weight for move, weight in game.outcomes(state, game.legal(state)[0])}
    assert outcomes == {"discard rack=star": 2, "discard rack=pinned:star": 1}
    assert play(game, state, "discard rack=star").racks["red"] == ("star", "pinned:star")
    assert play(game, state, "discard rack=pinned:star").racks["red"] == ("star", "star")
    assert play(game, state, "discard rack=pinned:star").discards["red"] == ("star",), "a discarded troop bears no mark"


def test_a_chance_outcome_names_the_pinned_copy_only_if_it_has_to() -> None:
    game, state = at("battlefield", racks={"blue": ["xb-42"], "red": ["pinned:star", "hook"]})
    state = play(game, state, "place xb-42 1")
    assert play(game, state, "discard rack=star").racks["red"] == ("hook",)
    game, state = at("battlefield", racks={"blue": ["xb-42"], "red": ["star", "hook"]})
    state = play(game, state, "place xb-42 1")
    with pytest.raises(IllegalMove, match="no pinned Star is in Red's rack"):
        game.play(state, "discard rack=pinned:star")


def test_of_two_copies_one_pinned_the_other_can_be_placed() -> None:
    game, state = at("battlefield", racks={"blue": ["pinned:roxy", "roxy"]}, reserves={"blue": []})
    assert legal(game, state) == ["place roxy 1", "place roxy 2"]
    with pytest.raises(IllegalMove, match="standing is not met"):
        game.play(state, "place pinned:roxy 1")
    assert play(game, state, "place roxy 1").racks["blue"] == ("roxy",), "it stands up at the end of the turn"


def test_a_pinned_troop_is_not_pinned_again() -> None:
    position = {"stacks": {"1": ["blue star"], "3": ["blue star"]}}
    game, state = at("battlefield", **position, racks={"blue": ["roxy"], "red": ["pinned:hook", "star"]})
    state = play(game, state, "place roxy 4")
    assert legal(game, state) == ["pin rack", "pass"]
    assert [str(move) for move, _ in game.outcomes(state, game.legal(state)[0])] == ["pin rack=star"]
    with pytest.raises(IllegalMove, match="standing-yet is not met"):
        game.play(state, "pin rack=pinned:hook")


def test_with_no_troop_left_to_pin_the_effect_does_nothing() -> None:
    position = {"stacks": {"1": ["blue star"], "3": ["blue star"]}}
    game, state = at("battlefield", **position, racks={"blue": ["roxy"], "red": ["pinned:hook", "pinned:star"]})
    state, events = game.play(state, "place roxy 4")
    assert EffectDropped("pin", "blue", "4") in events
    assert (state.to_move, state.pending) == ("red", None)


def test_a_pin_lasts_until_the_end_of_its_owners_next_turn() -> None:
    position = {"stacks": {"1": ["blue star"], "3": ["blue star"]}}
    game, state = at("battlefield", **position, racks={"blue": ["roxy"], "red": ["hook"]})
    state = play(game, state, "place roxy 4", "pin rack=hook")
    assert state.racks["red"] == ("pinned:hook",)
    assert legal(game, state) == ["draw"]
    state = play(game, state, "draw")
    assert "hook" in state.racks["red"]


def test_a_player_whose_troops_are_all_pinned_and_who_cannot_draw_is_stuck() -> None:
    position = {"stacks": {"1": ["blue star"], "3": ["blue star"]}, "reserves": {"red": []}}
    game, state = at("battlefield", **position, racks={"blue": ["roxy"], "red": ["hook"]})
    outcome = game.outcome(play(game, state, "place roxy 4", "pin rack=hook"))
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by, outcome.turns) == ("blue", "stuck", "red", 1)


def test_pinning_is_optional_and_mandatory_only_under_its_variant() -> None:
    position = {"stacks": {"1": ["blue star"], "3": ["blue star"]}, "racks": {"blue": ["roxy"], "red": ["hook"]}}
    for variants, expected in (((), ["pin rack", "pass"]), (("pin-mandatory",), ["pin rack"])):
        game, state = at("battlefield", *variants, **position)
        assert legal(game, play(game, state, "place roxy 4")) == expected


# ---- owed effects

TWO_TAKE_BACKS = {"stacks": {"1": ["blue star"], "3": ["blue star"]}, "racks": {"blue": ["cap-n", "hook"]}}


def test_an_owed_effect_is_dropped_when_its_troop_has_left() -> None:
    game, state = at("castle-field", **TWO_TAKE_BACKS)
    state = play(game, state, "place cap-n 5", "place hook 11")
    assert state.pending
    assert (state.pending.effect, state.pending.slot) == ("take-back", "5")
    state, events = game.play(state, "return 11")
    assert EffectDropped("take-back", "blue", "11") in events
    assert (state.to_move, state.pending) == ("red", None)


def test_an_owed_effect_is_kept_under_its_variant_though_its_troop_has_left() -> None:
    game, state = at("castle-field", "take-back-owed", **TWO_TAKE_BACKS)
    state = play(game, state, "place cap-n 5", "place hook 11", "return 11")
    assert state.pending
    assert (state.pending.effect, state.pending.slot) == ("take-back", "11")
    assert legal(game, state) == ["return 1", "return 3", "return 5", "pass"]


def test_an_owed_effect_stays_where_another_troop_left() -> None:
    game, state = at("castle-field", **TWO_TAKE_BACKS)
    state = play(game, state, "place cap-n 5", "place hook 11", "return 1")
    assert state.pending
    assert (state.pending.effect, state.pending.slot) == ("take-back", "11")


def test_an_owed_effect_of_a_covered_troop_stays_and_never_takes_its_own_base() -> None:
    position = {"stacks": {"1": ["blue star"], "3": ["blue star"]}, "racks": {"blue": ["cap-n", "roxy"]}}
    game, state = at("castle-field", **position)
    state = play(game, state, "place cap-n 5", "place roxy 5")
    assert legal(game, state) == ["return 1", "return 3", "pass"]
    assert legal(game, play(game, state, "pass")) == ["return 1", "return 3", "pass"]
    game, state = at("castle-field", "take-back-same-base", **position)
    state = play(game, state, "place cap-n 5", "place roxy 5")
    assert legal(game, state) == ["return 1", "return 3", "return 5", "pass"]
    state, events = game.play(state, "return 5")
    assert EffectDropped("take-back", "blue", "5") in events


@pytest.mark.parametrize(
    ("slots", "order"), [(("5", "2"), ["pin", "draw"]), (("2", "5"), ["draw", "pin"])], ids=["pin first", "draw first"]
)
def test_base_effects_of_a_chain_come_after_the_troops_oldest_first(slots: tuple[str, str], order: list[str]) -> None:
    game, state = at(
        "la-croisette", racks={"blue": ["cap-n", "skully"], "red": ["star"]}, stacks={"1": ["blue star"], "3": ["blue star"]}
    )
    state = play(game, state, f"place cap-n {slots[0]}", f"place skully {slots[1]}")
    asked = []
    while state.pending:
        asked.append(state.pending.effect)
        state = play(game, state, "pass")
    assert asked == ["skully", *order]


def test_a_chain_of_three_asks_each_base_in_the_order_it_was_occupied() -> None:
    stacks = {"1": ["blue star"], "3": ["blue star"], "7": ["blue star"]}
    game, state = at("castle-field", racks={"blue": ["cap-n", "cap-n", "hook"]}, stacks=stacks)
    state = play(game, state, "place cap-n 10", "place cap-n 5", "place hook 6")
    asked = []
    while state.pending:
        asked.append(state.pending.slot)
        state = play(game, state, "pass")
    assert asked == ["10", "5", "6"]


# ---- full racks


def test_a_full_rack_takes_nothing_back_and_recovers_nothing() -> None:
    rack = ["star", "skully", "skully", "jumbo", "jumbo", "jumbo", "roxy", "kwak"]
    game, state = at("castle-field", racks={"blue": rack}, stacks={"1": ["blue star"], "3": ["blue skully"]})
    state, events = game.play(play(game, state, "place star 5"), "draw")
    assert len(state.racks["blue"]) == 8
    assert EffectDropped("take-back", "blue", "5") in events
    game, state = at("cursed-cemetery", racks={"blue": rack}, stacks={"3": ["blue skully"]}, discards={"blue": ["hook"]})
    state, events = game.play(play(game, state, "place star 2"), "draw")
    assert EffectDropped("recover", "blue", "2") in events


def test_one_space_on_the_rack_is_enough_to_recover() -> None:
    rack = ["star", "skully", "skully", "jumbo", "jumbo", "jumbo", "roxy", "kwak"]
    game, state = at("cursed-cemetery", racks={"blue": rack}, stacks={"3": ["blue skully"]}, discards={"blue": ["hook", "hook"]})
    state = play(game, state, "place star 2", "pass")
    assert legal(game, state) == ["recover hook", "pass"]
    state = play(game, state, "recover hook")
    assert (len(state.racks["blue"]), state.discards["blue"]) == (8, ("hook",))


@pytest.mark.parametrize(
    ("rack", "reserve", "drawn"),
    [(["roxy"] * 3 + ["star"] * 3 + ["kwak"], ["hook", "hook"], 1), (["roxy"], ["hook"], 1), (["roxy"], ["hook", "hook"], 2)],
    ids=["one free space", "one left", "two"],
)
def test_a_draw_gives_as_many_as_there_are_and_as_fit(rack: list[str], reserve: list[str], drawn: int) -> None:
    game, state = at("castle-field", racks={"blue": rack}, reserves={"blue": reserve})
    after = play(game, state, "draw")
    assert len(after.racks["blue"]) == len(rack) + drawn
    assert after.reserves["blue"] == tuple(reserve[drawn:])


def test_a_full_rack_or_an_empty_reserve_cannot_draw() -> None:
    full = ["roxy"] * 3 + ["star"] * 3 + ["kwak"] * 2
    for racks, reserves in (({"blue": full}, {}), ({"blue": ["roxy"]}, {"blue": []})):
        game, state = at("castle-field", racks=racks, reserves=reserves)
        assert "draw" not in legal(game, state)
        with pytest.raises(IllegalMove, match=r"(space|supply) is not met"):
            game.play(state, "draw")


def test_skully_with_one_free_space_draws_one_or_none() -> None:
    rack = ["roxy"] * 3 + ["star"] * 3 + ["kwak", "skully"]
    game, state = at("castle-field", racks={"blue": rack}, reserves={"blue": ["hook", "hook"]})
    state = play(game, state, "place skully 1")
    assert legal(game, state) == ["draw", "pass"]
    assert len(play(game, state, "draw").racks["blue"]) == 8
    assert len(play(game, state, "pass").racks["blue"]) == 7


# ---- endings


def test_a_captured_hq_ends_the_game_before_anything_else_is_resolved() -> None:
    game, state = at(
        "city-of-clouds", racks={"blue": ["cap-n", "skully"]},
        stacks={"1": ["blue star"], "4": ["blue roxy"], "7": ["blue hook"], "10": ["blue hook"], "13": ["blue roxy"]},
    )  # fmt: skip
    state = play(game, state, "place cap-n 12")
    state, events = game.play(state, "place skully red-hq")
    outcome = game.outcome(state)
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by) == ("blue", "hq", None)
    assert (state.pending, game.legal(state), len(state.racks["blue"])) == (None, (), 0)
    assert str(events[-1]) == "blue wins by hq"


def test_an_hq_wins_whatever_the_medals() -> None:
    game, state = at(
        "castle-field", racks={"blue": ["skully"]}, stacks={"1": ["blue star"], "3": ["blue star"], "7": ["blue star"],
        "12": ["blue roxy"], "14": ["blue roxy"]}, taken={"1": "red", "5": "red", "7": "red"},
    )  # fmt: skip
    outcome = game.outcome(play(game, state, "place skully red-hq"))
    assert outcome
    assert (outcome.winner, outcome.medals) == ("blue", {"blue": 0, "red": 6})


@pytest.mark.parametrize(
    ("taken", "winner"),
    [({}, "red"), ({"2": "blue", "3": "red"}, "red"), ({"2": "blue"}, "blue"), ({"2": "red"}, "red")],
    ids=["no medals", "a tie", "more for the stuck", "more for the other"],
)
def test_when_a_player_is_stuck_more_medals_win_and_a_tie_goes_to_the_other(taken: dict[str, str], winner: str) -> None:
    game, state = at(
        "castle-field", to_move="red", turn=6, taken=taken, reserves={"blue": []}, racks={"red": ["roxy"]}, stacks={},
    )  # fmt: skip
    outcome = game.outcome(play(game, state, "place roxy 14"))
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by, outcome.turns) == (winner, "stuck", "blue", 6)


def test_the_stuck_player_loses_a_tie_whichever_colour() -> None:
    game, state = at("castle-field", turn=6, reserves={"red": []}, racks={"blue": ["roxy"]})
    outcome = game.outcome(play(game, state, "place roxy 1"))
    assert outcome
    assert (outcome.winner, outcome.ended_by) == ("blue", "red")


def test_two_empty_reserves_end_the_game_only_under_their_variant() -> None:
    position = {
        "reserves": {"blue": [], "red": []}, "racks": {"blue": ["roxy", "star"], "red": ["roxy"]}, "taken": {"2": "red"},
    }  # fmt: skip
    game, state = at("castle-field", **position)
    assert game.outcome(play(game, state, "place roxy 1")) is None
    position |= {"reserves": {"blue": ["hook"], "red": []}, "racks": {"blue": [], "red": ["roxy"]}}
    game, state = at("castle-field", "both-reserves-end", **position)
    outcome = game.outcome(play(game, state, "draw"))
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by) == ("red", "reserves", "red")


# ---- what a turn begins with


def test_effects_at_a_turns_start_come_before_anybody_is_stuck() -> None:
    game, state = at(
        "dawn", content="dawn", to_move="red", racks={"red": ["roxy"]}, reserves={"blue": []}, discards={"blue": ["hook"]},
    )  # fmt: skip
    state = play(game, state, "place roxy 10")
    assert game.outcome(state) is None
    assert state.pending
    assert (state.pending.effect, state.pending.player) == ("dawn", "blue")
    outcome = game.outcome(play(game, state, "pass"))
    assert outcome
    assert (outcome.winner, outcome.won_by, outcome.ended_by) == ("red", "stuck", "blue")
    state = play(game, state, "recover hook")
    assert state.pending is None
    assert "place hook 1" in legal(game, state)


def test_a_mandatory_effect_at_a_turns_start_saves_from_being_stuck() -> None:
    game, state = at(
        "dawn", content="dawn", to_move="red", racks={"red": ["roxy"]}, reserves={"blue": ["hook"]}, stacks={"2": ["blue star"]},
    )  # fmt: skip
    state = play(game, state, "place roxy 10")
    assert state.racks["blue"] == ("hook",)
    assert "place hook 1" in legal(game, state)


def test_chance_is_never_decided_silently() -> None:
    game, state = at("battlefield", racks={"blue": ["xb-42"], "red": ["star", "hook"]})
    state = play(game, state, "place xb-42 1")
    with pytest.raises(AmbiguousMove):
        game.apply(state, game.legal(state)[0])
    with pytest.raises(AmbiguousMove):
        game.play(state, "discard rack")
