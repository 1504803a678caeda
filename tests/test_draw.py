"""Boards as text: what stands where, for every terrain, as a page and on a terminal."""

from __future__ import annotations

import re
from random import Random

import pytest

from golden import expected
from playing import DATA, OWN, TERRAINS, game, somewhere
from toybattle.draw import board, drawn, in_ascii

DRAWN = DATA / "drawn"
EVERYWHERE = [*((terrain, "") for terrain in TERRAINS), *((terrain, content) for content, terrain in OWN)]


def map_of(text: str) -> str:
    """Return the part of a drawing above the legend."""
    return text.partition("(base)")[0]


@pytest.mark.parametrize(
    ("terrain", "content", "viewer"),
    [("castle-field", "", ""), ("la-croisette", "", "red"), ("one-way", "maps", "blue"), ("tropical-pool", "", None)],
)
def test_a_board_is_drawn_as_it_was_read_and_found_right(terrain: str, content: str, viewer: str | None) -> None:
    playing = game(terrain, content=content)
    state = somewhere(playing, Random(5))
    seen = playing.view(state, viewer) if viewer else None if viewer is None else state
    text = drawn(playing, seen)
    assert text == expected(DRAWN / terrain, text)


@pytest.mark.parametrize(("terrain", "content"), EVERYWHERE)
def test_every_slot_region_and_path_is_there_on_a_hundred_columns(terrain: str, content: str) -> None:
    playing = game(terrain, content=content)
    text = drawn(playing, somewhere(playing, Random(1)))
    shown = map_of(text)
    assert max(map(len, text.splitlines())) <= 100
    for slot in playing.terrain.slots:
        assert shown.count(f"[{slot.id}]" if slot.is_hq else f"({slot.id})") == 1
    for region in playing.terrain.regions:
        assert shown.count(f"{{{region.id}:") == 1


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_path_of_a_shipped_terrain_is_drawn(terrain: str) -> None:
    assert "paths not drawn" not in drawn(game(terrain))


def test_a_path_that_cannot_be_followed_is_named() -> None:
    playing = game("wide", content="maps")
    kinds = ("skully", "cap-n", "jumbo", "hook", "xb-42", "star")
    stacks = {str(base): [f"red {kind}"] * 2 for base, kind in enumerate(kinds, 55)}
    shown = drawn(playing, playing.position({"terrain": playing.terrain.as_data(), "stacks": stacks}))
    assert "paths not drawn: 55 – red-hq, 60 – red-hq" in shown


def test_a_one_way_path_has_a_head() -> None:
    shown = map_of(drawn(game("one-way", content="maps")))
    assert (shown.count("─>─"), shown.count(" v ")) == (3, 1)


def test_a_map_too_crowded_to_be_drawn_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "TALLEST", 0)
    playing = game("one-way", content="maps")
    shown = drawn(playing, playing.position({"terrain": playing.terrain.as_data(), "stacks": {"5": ["red kwak"]}}))
    assert "(5) shove: R Kwak → 2, 6 and 8" in shown.splitlines()
    assert "(2) → 1, 3, 5 and blue-hq" in shown.splitlines()


def test_blue_and_red_are_told_apart_without_colours() -> None:
    playing = game("castle-field")
    state = playing.position({"terrain": "castle-field", "stacks": {"1": ["red roxy", "blue star"], "3": ["red kwak"]}})
    shown = drawn(playing, state)
    assert "B Star 6 ×2" in shown
    assert "R Kwak" in shown
    assert "\033" not in shown


def test_colours_add_nothing_but_colours() -> None:
    playing = game("castle-field")
    state = somewhere(playing, Random(2))
    coloured = drawn(playing, state, has_colour=True)
    assert "\033[94m" in coloured
    assert re.sub(r"\033\[\d*m", "", coloured) == drawn(playing, state)


def test_a_terminal_without_line_characters_gets_others() -> None:
    in_ascii(drawn(game("castle-field"))).encode("ascii")


def test_a_board_stays_in_its_place_during_a_game() -> None:
    playing = game("castle-field")
    first = drawn(playing, playing.start(seed=1)).splitlines()
    later = drawn(playing, somewhere(playing, Random(3))).splitlines()
    where = [{slot.id: next(n for n, line in enumerate(lines) if f"({slot.id})" in line or f"[{slot.id}]" in line)
              for slot in playing.terrain.slots} for lines in (first, later)]  # fmt: skip
    assert where[0] == where[1]


def test_a_view_shows_neither_the_enemy_rack_nor_any_reserve() -> None:
    playing = game("castle-field")
    position = {"terrain": "castle-field", "racks": {"blue": ["hook"], "red": ["pinned:star", "roxy"]}}
    state = playing.position(position)
    blue = drawn(playing, playing.view(state, "blue"))
    assert "rack 1: Hook 4" in blue
    assert "rack 2: pinned unknown, unknown" in blue
    assert "Roxy" not in blue
    assert "Star" not in blue


def test_taken_regions_counters_and_the_choice_at_hand_are_shown() -> None:
    playing = game("castle-field")
    data = {"terrain": "castle-field", "taken": {"2": "blue", "3": "gone"}, "medals": {"blue": 1, "red": 1},
            "racks": {"blue": ["skully"]}}  # fmt: skip
    state, _ = playing.play(playing.position(data), "place skully 1")
    shown = drawn(playing, state)
    assert "Blue has to answer skully of 1" in shown
    assert "medals 1 of 7 ●○○○○○○" in shown
    assert "{2:B}" in shown
    assert "{3:-}" in shown
    assert "3, 5 and 7  taken by Blue" in shown
