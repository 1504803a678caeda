"""Games recorded by an independent implementation replay here without a difference, and so do their mirror images."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from playing import DATA, TERRAINS, terrain_data
from toybattle.errors import Place
from toybattle.game import Game
from toybattle.game.record import Difference, Record, read_records, replayed

OTHER = {"blue": "red", "red": "blue"}


@cache
def records() -> tuple[Record, ...]:
    return tuple(read_records(DATA / "transcripts.jsonl.gz", "transcripts.jsonl.gz"))


def of_terrain(terrain: str) -> list[Record]:
    return [record for record in records() if record.data["terrain"] == terrain]


def exchanged(record: Record) -> Record:
    """Return the record of the same game with the colours exchanged, on the terrain with the colours exchanged."""
    data: dict[str, Any] = dict(record.data)
    terrain = terrain_data(data["terrain"])
    terrain["objective"] = {OTHER[colour]: number for colour, number in terrain["objective"].items()}
    # Each H.Q. is called after its new colour.
    ids = {slot: slot.replace(hq["owner"], OTHER[hq["owner"]]) for slot, hq in terrain["hqs"].items()}
    terrain["hqs"] = {ids[slot]: {**hq, "owner": OTHER[hq["owner"]]} for slot, hq in terrain["hqs"].items()}
    terrain["paths"] = [" ".join(ids.get(word, word) for word in path.split()) for path in terrain["paths"]]

    def renamed(move: str) -> str:
        return " ".join(ids.get(word, word) for word in move.split())

    result = dict(data["result"])
    result["winner"] = OTHER[result["winner"]]
    result["medals"] = {OTHER[colour]: number for colour, number in result["medals"].items()}
    if result.get("ended_by"):
        result["ended_by"] = OTHER[result["ended_by"]]
    data |= {
        "terrain": terrain,
        "first": OTHER[data["first"]],
        "deal": {OTHER[colour]: dealt for colour, dealt in data["deal"].items()},
        "moves": [renamed(move) for move in data["moves"]],
        "legal": [[renamed(move) for move in legal] for legal in data["legal"]],
        "result": result,
    }
    return Record(data, record.place)


def differences(some: list[Record]) -> list[Difference]:
    games: dict[bool, Game] = {}
    found = []
    for record in some:
        special_bases = record.data["special_bases"]
        games[special_bases] = games.get(special_bases) or record.game()
        found.append(replayed(record, games[special_bases]))
    return [difference for difference in found if difference]


def test_the_records_are_of_every_terrain_with_and_without_special_bases() -> None:
    played = {(record.data["terrain"], record.data["special_bases"]) for record in records()}
    assert len(records()) == 156
    assert played == {(terrain, special_bases) for terrain in TERRAINS for special_bases in (True, False)}
    assert all(len(record.data["legal"]) == len(record.data["moves"]) for record in records())


@pytest.mark.parametrize("terrain", TERRAINS)
def test_recorded_games_replay_with_the_same_legal_moves_and_results(terrain: str) -> None:
    assert differences(of_terrain(terrain)) == []


@pytest.mark.parametrize("terrain", TERRAINS)
def test_recorded_games_replay_with_the_colours_exchanged(terrain: str) -> None:
    assert differences([exchanged(record) for record in of_terrain(terrain)]) == []


# ---- a replay can fail


def altered(**changes: Any) -> Difference | None:
    """Return what a replay of the first record finds after some of its parts are changed."""
    record = records()[0]
    data = {**record.data, **{key: change(record.data[key]) for key, change in changes.items()}}
    return replayed(Record(data, Place("altered.jsonl", 1)), record.game())


def test_the_record_altered_below_is_in_order() -> None:
    assert altered() is None


@pytest.mark.parametrize("decision", [1, 5, 20])
def test_a_legal_move_left_out_of_a_record_is_found(decision: int) -> None:
    difference = altered(legal=lambda legal: [m[1:] if n == decision else m for n, m in enumerate(legal, 1)])
    missing = records()[0].data["legal"][decision - 1][0]
    assert difference
    assert difference.decision == decision
    assert f"(only recorded: none; only replayed: {missing})" in difference.what
    assert difference.position


def test_a_legal_move_too_many_in_a_record_is_found() -> None:
    difference = altered(legal=lambda legal: [[*legal[0], "place roxy red-hq"], *legal[1:]])
    assert difference
    assert difference.decision == 1
    assert "(only recorded: place roxy red-hq; only replayed: none)" in difference.what


@pytest.mark.parametrize(
    ("part", "value"),
    [("winner", "red"), ("won_by", "hq"), ("medals", {"blue": 4, "red": 1}), ("turns", 50), ("ended_by", "blue")],
)
def test_an_altered_result_is_found(part: str, value: object) -> None:
    assert records()[0].data["result"][part] != value
    difference = altered(result=lambda result: {**result, part: value})
    assert difference
    assert (difference.decision, difference.what) == (None, "the results differ")


def test_a_result_of_a_game_that_goes_on_is_found() -> None:
    difference = altered(moves=lambda moves: moves[:-1])
    assert difference
    assert (difference.what, difference.replayed) == ("the results differ", "the game goes on")


def test_an_illegal_move_is_found_and_explained() -> None:
    difference = altered(moves=lambda moves: ["place roxy blue-hq", *moves[1:]])
    assert difference
    assert (difference.decision, difference.what) == (1, "an illegal move")
    assert "own-hq is not met" in difference.replayed


def test_a_move_after_the_end_is_found() -> None:
    difference = altered(moves=lambda moves: [*moves, "draw"])
    assert difference
    assert (difference.decision, difference.what) == (len(records()[0].data["moves"]) + 1, "a move after the end")


def test_troops_exchanged_in_the_deal_are_found() -> None:
    def turned(deal: Any) -> Any:
        return {**deal, "blue": {**deal["blue"], "reserve": deal["blue"]["reserve"][::-1]}}

    assert altered(deal=turned)


def test_colours_exchanged_are_found_where_they_are_not_exchanged_on_the_terrain() -> None:
    record = exchanged(records()[0])
    on_the_printed_terrain = Record({**record.data, "terrain": records()[0].data["terrain"]}, record.place)
    assert replayed(on_the_printed_terrain, on_the_printed_terrain.game())
