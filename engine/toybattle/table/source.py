"""What a command is pointed at: a terrain, a position or a game record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from toybattle.documents import Document, read_document
from toybattle.errors import Fault, InputError, Place, ToyBattleError
from toybattle.game import Game, State
from toybattle.game.record import Record, read_records, replayed
from toybattle.resources import Content

FIRST_GAME = "first-game.yaml"
"""The position file beside the rules that says what is advised for a first game."""


@dataclass(frozen=True, slots=True)
class Source:
    """A game and the states in it, each but the first with the move that led there."""

    game: Game
    states: tuple[State, ...] = ()
    """None of a bare terrain, one of a position."""
    moves: tuple[str, ...] = ()

    def after(self, number: int | None) -> Source:
        """Return what there was after so many moves, all of them unless a number is given."""
        if number is None:
            return self
        if not 0 <= number <= len(self.moves):
            raise ToyBattleError(f"no move {number}; expected a number from 0 to {len(self.moves)}, the moves there are")
        return Source(self.game, self.states[: number + 1], self.moves[:number])


def source_of(word: str, content: Content, variants: tuple[str, ...]) -> Source:
    """Return what a file holds, of several records the first, or the terrain of that id."""
    path = Path(word)
    if not path.is_file():
        if path.suffix or len(path.parts) > 1:
            raise InputError([Fault("file-missing", Place(word), "there is no such file")])
        return Source(Game.load(word, variants=variants, content=content))
    if path.suffix in (".jsonl", ".gz"):
        return record_source(next(read_records(path, word)), content, variants)
    document = read_document(path, word)
    keys = document.data if isinstance(document.data, dict) else {}
    if "moves" in keys:
        return record_source(next(read_records(path, word)), content, variants)
    if "terrain" in keys:
        game, state = Game.of_position(document, content, variants)
        return Source(game, (state,))
    return Source(Game.load(document, variants=variants, content=content))


def record_source(record: Record, content: Content, variants: tuple[str, ...]) -> Source:
    """Return a recorded game, replayed, or raise ToyBattleError with the first difference."""
    game = record.game(content, variants)
    if difference := replayed(record, game):
        raise ToyBattleError(str(difference))
    states = [game.start(first=record.data["first"], deal=record.data["deal"])]
    for text in record.data["moves"]:
        states.append(game.play(states[-1], text)[0])
    return Source(game, tuple(states), tuple(record.data["moves"]))


def terrain_of(word: str) -> str | Document:
    """Return a terrain file's document, or the id of a terrain as it is."""
    return read_document(Path(word), word) if Path(word).is_file() else word


def first_game(content: Content) -> tuple[str, bool]:
    """Return the terrain advised for a first game, and whether special bases are."""
    path = content.files("rules", FIRST_GAME)[-1]
    game, _ = Game.of_position(read_document(path, content.name(path)), content)
    return game.terrain.id, game.special_bases
