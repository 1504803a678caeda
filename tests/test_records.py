"""Game records as files: what is refused, what a replay finds, and that no file takes long or much to refuse."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from golden import bad_files, expected
from playing import game
from toybattle.errors import InputError, Place
from toybattle.game import Game
from toybattle.game import record as records
from toybattle.game.record import Record, read_records, record_of, replayed


def message_of(path: Path, name: str) -> str:
    """Return the first thing wrong with a file's records, replayed in order; empty if nothing is."""
    try:
        for record in read_records(path, name):
            difference = replayed(record, record.game())
            if difference:
                return str(difference)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("bad", bad_files("records"), ids=lambda path: path.stem)
def test_a_bad_record_gets_the_message_beside_it(bad: Path) -> None:
    message = message_of(bad, bad.name)
    assert message
    assert message == expected(bad, message)


@pytest.fixture
def good() -> bytes:
    """Return the lines of three records without fault."""
    lines = []
    for seed in range(3):
        played, random = game("battlefield"), Random(seed)
        opening = played.opening(seed=seed)
        state, moves = played.begin(opening), []
        while played.legal(state):
            move = random.choice(played.legal(state))
            moves.append(random.choice([outcome for outcome, _ in played.outcomes(state, move)]))
            state, _ = played.apply(state, moves[-1])
        lines.append(json.dumps(record_of(played, opening, moves, state)))
    return ("\n".join(lines) + "\n").encode()


def written(tmp_path: Path, data: bytes, name: str = "games.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def test_records_are_read_plain_and_packed_by_what_they_are_not_by_name(tmp_path: Path, good: bytes) -> None:
    for data in (good, gzip.compress(good), b"\n" + good.replace(b"\n", b"\n\n")):
        path = written(tmp_path, data)
        assert len(list(read_records(path, "games.jsonl"))) == 3
        assert message_of(path, "games.jsonl") == ""


def test_the_line_of_a_record_is_told(tmp_path: Path, good: bytes) -> None:
    path = written(tmp_path, b"\n" + good)
    assert [str(record.place) for record in read_records(path, "x.jsonl")] == ["x.jsonl:2", "x.jsonl:3", "x.jsonl:4"]


def test_a_packed_file_that_ends_too_early_is_refused(tmp_path: Path, good: bytes) -> None:
    packed = gzip.compress(good)
    for cut in (len(packed) // 2, len(packed) - 4, 12, 3):
        path = written(tmp_path, packed[:cut])
        assert "the packed file ends too early; expected a whole gzip file" in message_of(path, "games.gz")


def test_a_damaged_packed_file_is_refused(tmp_path: Path, good: bytes) -> None:
    packed = gzip.compress(good)
    for at in (2, 40, len(packed) // 2, len(packed) - 8):
        damaged = bytearray(packed)
        damaged[at] ^= 0xFF
        message = message_of(written(tmp_path, bytes(damaged)), "games.gz")
        assert message.startswith("games.gz:"), message


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert message_of(tmp_path / "none.jsonl", "none.jsonl") == "none.jsonl: there is no such file"
    assert message_of(tmp_path, "folder") == "folder: this is a folder; expected a file"


def peak(run: Callable[[], Any]) -> int:
    """Return the most bytes that were held while something ran."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_line_longer_than_any_record_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    path = written(tmp_path, b'{"moves": [' + b"1," * (16 << 20))
    messages = []
    assert peak(lambda: messages.append(message_of(path, "long.jsonl"))) < 32 << 20
    assert messages == ["long.jsonl:1: a record too large; expected at most 4194304 characters a line"]


def test_a_packed_file_that_grows_without_end_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb", compresslevel=9) as out:
        for _ in range(256):
            out.write(b" " * (1 << 20))
    messages = []
    assert peak(lambda: messages.append(message_of(path, "bomb.gz"))) < 32 << 20
    assert messages == ["bomb.gz:1: a record too large; expected at most 4194304 characters a line"]


def test_many_short_lines_are_refused_when_they_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LARGEST_FILE", 1 << 20)
    path = written(tmp_path, gzip.compress(b"\n" * (2 << 20)))
    assert "thousands of blank lines" in message_of(path, "lines.gz")


@pytest.mark.parametrize("text", ['{"a":' * 100_000, "[" * 100_000, '{"moves": ' + "[" * 100_000 + "]" * 100_000 + "}"])
def test_deeply_nested_records_are_refused(tmp_path: Path, text: str) -> None:
    assert message_of(written(tmp_path, text.encode()), "deep.jsonl").startswith("deep.jsonl")


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "9" * 5000])
def test_numbers_that_are_none_are_refused(tmp_path: Path, good: bytes, number: str) -> None:
    first = json.loads(good.splitlines()[0])
    first["result"]["turns"] = "HERE"
    line = json.dumps(first).replace('"HERE"', number)
    assert message_of(written(tmp_path, line.encode()), "numbers.jsonl").startswith("numbers.jsonl")


def test_a_record_written_here_says_who_wrote_it_with_which_rules(good: bytes) -> None:
    first = json.loads(good.splitlines()[0])
    played = game("battlefield")
    assert first["format"] == "toybattle-record/1"
    assert (first["rules"], first["terrain_digest"]) == (played.ruleset.digest, played.terrain.digest)
    assert [len(first["deal"]["blue"][zone]) for zone in ("set_aside", "rack", "reserve")] == [4, 3, 17]
    assert [len(first["deal"]["red"][zone]) for zone in ("set_aside", "rack", "reserve")] == [4, 4, 16]


def test_a_record_of_a_game_that_goes_on_has_no_result() -> None:
    played = game("castle-field")
    opening = played.opening(seed=1)
    record = record_of(played, opening, [], played.begin(opening))
    assert "result" not in record
    assert replayed(Record(record, Place("own")), played) is None


def test_a_record_under_variants_and_on_an_own_terrain_replays() -> None:
    played = Game.load(game("many-hqs", content="maps").terrain, variants=("pin-mandatory",))
    opening, random = played.opening(seed=4), Random(4)
    state, moves = played.begin(opening), []
    while played.legal(state):
        move = random.choice(played.legal(state))
        moves.append(random.choice([outcome for outcome, _ in played.outcomes(state, move)]))
        state, _ = played.apply(state, moves[-1])
    record = Record(json.loads(json.dumps(record_of(played, opening, moves, state))), Place("own"))
    assert record.data["variants"] == ["pin-mandatory"]
    assert record.data["terrain"]["id"] == "many-hqs"
    assert replayed(record, record.game()) is None
    assert replayed(Record({**record.data, "variants": []}, Place("own")), record.game()) is None
