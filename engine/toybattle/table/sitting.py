"""Sitting down to play: a new game or one that was broken off, at a terminal or anything like it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from toybattle.errors import Fault, InputError, Place
from toybattle.game import Game
from toybattle.game.record import read_records
from toybattle.game.situation import PLAYERS, Situation
from toybattle.resources import Content
from toybattle.sim.advice import Chooser, chooser
from toybattle.sim.players import RANDOM, Player
from toybattle.table.play import Table
from toybattle.table.source import first_game, record_source, terrain_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """What the player has before them, and how they play."""

    content: Content
    variants: tuple[str, ...]
    against: Player | None
    """Who plays Red, if no person does."""
    read: Callable[[str], str]
    write: Callable[[str], object]
    is_screen: bool
    has_colour: bool

    def begun(
        self, terrain: str | None, special_bases: bool | None, first: str | None, seed: int | None, file: Path | None
    ) -> Table:
        """Return a new game, dealt and saved; what is left out is as advised for a first game, or up to chance."""
        advised = first_game(self.content) if terrain is None else (terrain, True)
        wanted = advised[1] if special_bases is None else special_bases
        where = terrain_of(advised[0])
        game = Game.load(where, special_bases=wanted, variants=self.variants, content=self.content)
        if file and file.exists():
            hint = "go on with it by --resume, or name another file"
            raise InputError([Fault("file-exists", Place(str(file)), "there is a file already", hint=hint)])
        names = (Path(f"{game.terrain.id}-{number}.json") for number in count(1))
        file = file or next(name for name in names if not name.exists())
        starter = first or Random(None if seed is None else f"first {seed}").choice(PLAYERS)
        return self._table(game, game.opening(seed=seed, first=starter), file, ())

    def resumed(self, saved: Path, file: Path | None) -> Table:
        """Return a saved game where it was broken off; it goes on in the same file unless another is named."""
        record = next(read_records(saved, str(saved)))
        more = tuple(name for name in self.variants if name not in record.data.get("variants", ()))
        source = record_source(record, self.content, more)
        opening = source.game.opening(first=record.data["first"], deal=record.data["deal"])
        return self._table(source.game, opening, file or saved, source.moves)

    def _table(self, game: Game, opening: Situation, file: Path, moves: tuple[str, ...]) -> Table:
        machines = frozenset(["red"]) if self.against else frozenset[str]()
        words = ["toybattle", "play", "--resume", str(file)]
        words += ["--against", self.against.word] if self.against else []
        content = [word for folder in self.content.folders for word in ("--content", str(folder))]
        resume, replay = shlex.join([*words, *content]), shlex.join(["toybattle", "replay", *content, str(file)])
        table = Table(
            game, opening, file, machines, self._choosing(game), resume, replay, self.read, self.write, self.is_screen,
            self.has_colour,
        )  # fmt: skip
        table.begin(moves)
        return table

    def _choosing(self, game: Game) -> Chooser:
        def waiting() -> None:
            self.write("Compiling the rules, once for this terrain and ruleset; it takes about twenty seconds.\n")

        return chooser(game, self.against or RANDOM, waiting)
