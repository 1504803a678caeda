"""Game records: reading them from files, replaying them decision by decision, writing them."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from toybattle.documents import Document, schema_faults
from toybattle.errors import Fault, InputError, Place, ToyBattleError
from toybattle.game.events import Event
from toybattle.game.game import Game, IllegalMove
from toybattle.game.notation import Move, MoveError
from toybattle.game.situation import PLAYERS, Situation
from toybattle.game.state import State
from toybattle.resources import Content

FORMAT = "toybattle-record/1"
LARGEST_LINE = 4 << 20
"""Characters one record may have; a long game has a hundred thousand."""
MOST_BLANK = 10_000
"""Blank lines that may follow each other."""
LARGEST_FILE = 1 << 30
"""Bytes a file may unpack to."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game as a record tells it."""

    data: Mapping[str, Any]
    place: Place

    def game(self, content: Content = Content(), variants: tuple[str, ...] = ()) -> Game:  # noqa: B008  (frozen)
        """Return the game that was played, with more variants on top."""
        data = self.data
        played = (*data.get("variants", ()), *variants)
        try:
            return Game.load(data["terrain"], special_bases=data.get("special_bases", True), variants=played, content=content)
        except InputError as error:
            named = {f"unknown variant '{name}'" for name in data.get("variants", ())}
            raise InputError(
                replace(fault, place=self.place) if fault.code == "unknown-terrain" or fault.found in named else fault
                for fault in error.faults
            ) from error


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay first differs from its record."""

    place: Place
    decision: int | None
    """Number of the decision, counted from 1, or None for the deal or the result."""
    what: str
    recorded: str
    replayed: str
    position: dict[str, object] | None

    def __str__(self) -> str:
        where = f"decision {self.decision}: " if self.decision else ""
        replayed_ = self.replayed.replace("\n", "\n  ")
        lines = [f"{self.place}: {where}{self.what}", f"  recorded: {self.recorded}", f"  replayed: {replayed_}"]
        if self.position:
            lines += ["  position:", *(f"    {key}: {json.dumps(value)}" for key, value in self.position.items())]
        return "\n".join(lines)


def read_records(path: Path, name: str) -> Iterator[Record]:
    """Yield the records of a file, plain or gzip, one JSON object or one a line; raises InputError with place and reason."""
    try:
        with path.open("rb") as raw:
            is_packed = raw.read(2) == b"\x1f\x8b"
        opened = gzip.open(path, "rt", encoding="utf-8") if is_packed else path.open(encoding="utf-8")  # noqa: SIM115
    except FileNotFoundError as error:
        raise InputError([Fault("file-missing", Place(name), "there is no such file")]) from error
    except IsADirectoryError as error:
        raise InputError([Fault("file-is-folder", Place(name), "this is a folder", "a file")]) from error
    except OSError as error:
        raise InputError([Fault("unreadable", Place(name), f"cannot be read: {error.strerror}")]) from error
    with opened as lines:
        number = size = blank = 0
        try:
            while line := lines.readline(LARGEST_LINE + 1):
                number += 1
                size += len(line)
                blank = 0 if line.strip() else blank + 1
                if blank > MOST_BLANK:
                    raise InputError([Fault("too-large", Place(name, number), "thousands of blank lines", "a record a line")])
                if len(line) > LARGEST_LINE or size > LARGEST_FILE:
                    raise InputError(
                        [
                            Fault(
                                "too-large",
                                Place(name, number),
                                "a record too large",
                                f"at most {LARGEST_LINE} characters a line",
                            )
                        ]
                    )
                if number == 1 and line.strip() == "{":
                    line += lines.read(LARGEST_LINE)
                if line.strip():
                    yield _record(line, Place(name, number), name)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            found = "the packed file ends too early" if isinstance(error, EOFError) else "the packed file is damaged"
            raise InputError([Fault("damaged", Place(name, number + 1), found, "a whole gzip file")]) from error
        except UnicodeDecodeError as error:
            raise InputError([Fault("not-utf-8", Place(name, number + 1), "bytes that are not UTF-8")]) from error
        if not number:
            raise InputError([Fault("empty", Place(name), "no record", "one JSON object a line")])


def _record(text: str, place: Place, name: str) -> Record:
    """Return a record that follows the schema; a fault within it is placed on its line."""
    try:
        data = json.loads(text.rstrip())
    except json.JSONDecodeError as error:
        at = Place(name, place.line + error.lineno - 1, error.colno)
        raise InputError([Fault("not-json", at, f"this is not JSON: {error.msg}", "one JSON object a line")]) from error
    except (ValueError, RecursionError) as error:
        found = "this is nested too deeply" if isinstance(error, RecursionError) else "a number with too many digits"
        raise InputError([Fault("not-json", place, found, "one JSON object a line")]) from error
    faults = schema_faults(Document(data, {(): (place.line, 1)}, name, ()), "game-record")
    if faults:
        raise InputError(faults)
    return Record(cast("Mapping[str, Any]", data), place)


def replayed(record: Record, game: Game) -> Difference | None:
    """Replay a record and return the first difference in a move, a legal set or the result, or None."""
    data, place = record.data, record.place
    try:
        state = game.start(first=data["first"], deal=data["deal"])
    except ToyBattleError as error:
        return Difference(place, None, "the deal cannot be", "this deal", str(error), None)
    legal_sets = data.get("legal", ())
    for number, text in enumerate(data["moves"], 1):
        if game.outcome(state):
            return Difference(place, number, "a move after the end", text, "the game is over", None)
        if number <= len(legal_sets):
            ours, theirs = sorted(map(str, game.legal(state))), sorted(legal_sets[number - 1])
            if ours != theirs:
                only = f"only recorded: {_set(theirs, ours)}; only replayed: {_set(ours, theirs)}"
                what = f"the legal moves differ before `{text}` ({only})"
                return Difference(place, number, what, ", ".join(theirs), ", ".join(ours), game.as_position(state))
        before = state
        try:
            state, _ = game.play(state, text)
        except IllegalMove as error:
            return Difference(place, number, "an illegal move", text, str(error), game.as_position(before))
        except MoveError as error:
            return Difference(place, number, "no move", text, str(error), game.as_position(before))
    return _result_difference(data.get("result"), game, state, place)


@dataclass(frozen=True, slots=True)
class Told:
    """One decision of a recorded game as one player may know it."""

    player: str
    move: str
    events: tuple[Event, ...]

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold."""
        events = [{"event": type(event).__name__, **asdict(event)} for event in self.events]
        return {"player": self.player, "move": self.move, "events": events}

    def __str__(self) -> str:
        return f"{self.player}: {self.move}{''.join(f' · {event}' for event in self.events)}"


def told(record: Record, game: Game, viewer: str) -> Iterator[Told]:
    """Yield the decisions of a record that replays, each with what happened, as a viewer may know them."""
    state = game.start(first=record.data["first"], deal=record.data["deal"])
    for text in record.data["moves"]:
        before, move = state, game.parse(state, text)
        state, events = game.play(state, text)
        yield Told(before.decider, *game.seen(before, move, events, viewer))


def _set(these: list[str], without: list[str]) -> str:
    return ", ".join(move for move in these if move not in without) or "none"


def _result_difference(recorded: Mapping[str, Any] | None, game: Game, state: State, place: Place) -> Difference | None:
    ours = result_of(game, state)
    if recorded is None:
        return None
    wanted = {key: value for key, value in recorded.items() if value is not None}
    found = {key: value for key, value in (ours or {}).items() if key in wanted or key in ("winner", "won_by")}
    if wanted == found:
        return None
    replayed_ = json.dumps(ours) if ours else "the game goes on"
    position = None if ours else game.as_position(state)
    return Difference(place, None, "the results differ", json.dumps(recorded), replayed_, position)


def result_of(game: Game, state: State) -> dict[str, object] | None:
    """Return a finished game's result in the record format."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    result: dict[str, object] = {
        "winner": outcome.winner,
        "won_by": outcome.won_by,
        "medals": outcome.medals,
        "turns": outcome.turns,
    }
    return {**result, "ended_by": outcome.ended_by} if outcome.ended_by else result


def deal_of(situation: Situation, game: Game) -> dict[str, dict[str, list[str]]]:
    """Return what an opening dealt, in the record format."""
    word = game.notation.troop
    return {
        colour: {
            zone.replace("-", "_"): [word(piece) for piece in situation.zones[zone, player]]
            for zone in game.layout.zones if zone in ("rack", "reserve") or situation.zones[zone, player]
        }
        for player, colour in enumerate(PLAYERS)
    }  # fmt: skip


def record_of(
    game: Game, opening: Situation, moves: list[Move], final: State, legal: list[tuple[Move, ...]] | None = None
) -> dict[str, object]:
    """Return a game as a record: the deal, every move, the result if it is over, and who made it with which rules."""
    data: dict[str, object] = {"format": FORMAT, "terrain": game.terrain_word, "special_bases": game.special_bases}
    if game.variants:
        data["variants"] = list(game.variants)
    data |= {"first": PLAYERS[opening.to_move], "deal": deal_of(opening, game), "moves": list(map(str, moves))}
    if legal is not None:
        data["legal"] = [sorted(map(str, moves)) for moves in legal]
    result = result_of(game, final)
    if result:
        data["result"] = result
    return data | {"rules": game.ruleset.digest, "terrain_digest": game.terrain.digest}
