"""The three things that can be wrong with a move, with their whole messages; and what is understood all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden import bad_files, expected
from playing import CONTENT, game
from toybattle.documents import document_of, read_document
from toybattle.game import AmbiguousMove, Game, IllegalMove, MoveError, State, UnreadableMove
from toybattle.resources import Content

KINDS: dict[str, type[MoveError]] = {"unreadable": UnreadableMove, "ambiguous": AmbiguousMove, "illegal": IllegalMove}


def wrong(bad: Path) -> tuple[Game, State, str, MoveError]:
    """Return the game of a bad file, the state before its last move, that move and the error it causes."""
    data = dict(read_document(bad, bad.name).data)  # type: ignore[call-overload]
    content = Content((CONTENT / data["content"],) if "content" in data else ())
    game, state = Game.of_position(document_of(data["position"], bad.name), content)
    for move in data["moves"][:-1]:
        state, _ = game.play(state, move)
    with pytest.raises(MoveError) as raised:
        game.play(state, data["moves"][-1])
    return game, state, data["moves"][-1], raised.value


@pytest.mark.parametrize("bad", bad_files("moves"), ids=lambda path: path.stem)
def test_a_wrong_move_gets_the_message_beside_it(bad: Path) -> None:
    *_, error = wrong(bad)
    assert type(error) is KINDS[bad.stem.split("-")[0]]
    assert str(error) == expected(bad, str(error))


@pytest.mark.parametrize("bad", bad_files("moves"), ids=lambda path: path.stem)
def test_a_move_offered_instead_is_legal(bad: Path) -> None:
    game, state, _, error = wrong(bad)
    nearest = error.verdict.nearest if isinstance(error, IllegalMove) else ()
    assert set(nearest) <= set(map(str, game.legal(state)))
    assert nearest or not isinstance(error, IllegalMove) or not game.legal(state)


def test_hook_on_an_hq_cites_the_rule_its_exception_and_the_exception_to_that() -> None:
    (bad,) = (path for path in bad_files("moves") if path.stem == "illegal-hook-on-hq")
    game, state, move, _ = wrong(bad)
    verdict = game.why(state, move)
    assert [finding.label for finding in verdict.failed] == ["connected"]
    assert {"place-connected", "place-hook", "place-hook-hq"} <= set(verdict.citations)
    (hook,) = verdict.failed[0].exceptions
    assert (hook.label, hook.applies, hook.is_active) == ("hook", True, False)
    assert [other.label for other in hook.suspended_by] == ["hook-hq"]


def test_a_move_is_read_whatever_blanks_it_has() -> None:
    played = game("castle-field")
    state = played.position({"terrain": "castle-field", "racks": {"blue": ["hook"]}})
    assert played.parse(state, "  place\thook   7 ") == played.parse(state, "place hook 7")
    assert str(played.parse(state, " place  hook 7")) == "place hook 7"


def test_a_seed_decides_what_a_move_leaves_open() -> None:
    played = game("battlefield")
    state = played.position({"terrain": "battlefield", "racks": {"blue": ["xb-42"], "red": ["star", "hook"]}})
    state, _ = played.play(state, "place xb-42 1")
    after = {played.play(state, "discard rack", lambda at=at: at)[0].racks["red"] for at in (0.1, 0.9)}
    assert after == {("star",), ("hook",)}


def test_two_of_a_choice_are_the_same_move_in_either_order() -> None:
    played = game("must", True, (), "must")
    state = played.position(
        {
            "terrain": "must", "racks": {"blue": ["hook"]}, "stacks": {"3": ["blue star"], "9": ["red star"], "11": ["red roxy"]},
            "discards": {"blue": ["star", "roxy", "roxy"]},
        }
    )  # fmt: skip
    state, _ = played.play(state, "place hook 5")
    assert played.parse(state, "discard 9 11") == played.parse(state, "discard 11 9")
    assert list(map(str, played.legal(state))) == ["discard 9 11"]
    state = played.position(
        {
            "terrain": "must", "racks": {"blue": ["hook"]}, "stacks": {"2": ["blue star"]},
            "discards": {"blue": ["star", "roxy", "roxy"]},
        }
    )  # fmt: skip
    state, _ = played.play(state, "place hook 4")
    assert list(map(str, played.legal(state))) == ["recover star roxy", "recover roxy roxy", "pass"]
    assert played.parse(state, "recover roxy star") == played.parse(state, "recover star roxy")


def test_a_verb_is_judged_on_the_board_that_the_verbs_before_it_leave() -> None:
    played = game("must", True, (), "must")
    state = played.position(
        {
            "terrain": "must", "racks": {"blue": ["roxy", "skully", "skully", "jumbo", "jumbo", "jumbo", "star", "kwak"]},
            "stacks": {"2": ["blue hook"], "3": ["blue hook"], "6": ["blue star"]}, "reserves": {"blue": ["roxy", "star"]},
            "pending": {"effect": "two", "slot": "6"},
        }
    )  # fmt: skip
    verdict = played.why(state, "discard jumbo star")
    assert verdict.is_legal, str(verdict)
    assert played.play(state, "discard jumbo star")[0].racks["blue"].count("roxy") == 2
