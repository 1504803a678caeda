"""Games compiled to machine code: played by the hundred thousand, from an opening or from any state, by seed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import llvmlite
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name, get_process_triple

import toybattle
from toybattle.errors import ToyBattleError
from toybattle.game import Game, State, limits
from toybattle.game.array_layout import ArrayLayout
from toybattle.game.codegen.arrays import RESULT, UNDEALT, ArrayModule
from toybattle.game.deal import undealt
from toybattle.game.layout import DECISION
from toybattle.game.situation import PLAYERS, Situation
from toybattle.resources import cache_folder, write_whole
from toybattle.sim import native
from toybattle.sim.minds import ROOMS, minds
from toybattle.sim.native import Native
from toybattle.sim.play import PLAY
from toybattle.sim.players import RANDOMLY, Players

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from toybattle.sim.machine import Compiler

    Numbers: TypeAlias = NDArray[np.int64]

COLUMNS = ("winner", "won_by", "ended_by", "turns", "decisions", "options", "blue_medals", "red_medals")
"""What is noted of each game played; -1 stands for nobody and nothing."""
MOST_A_TURN = 16
"""Decisions that a game may have for each turn of its limit; more of them are a chain of effects that does not end."""
WITHOUT_END = 1 << 40
"""More decisions than any game has."""


class Simulation:
    """A game on arrays, compiled together with a way to choose moves.

    An array is a state with room behind it, and changes as the game goes on. `waiting` is told before something has to
    be compiled.
    """

    def __init__(self, game: Game, players: Players = RANDOMLY, waiting: Callable[[], None] = lambda: None) -> None:
        self.game, self.waiting = game, waiting
        self.layout = ArrayLayout(game.layout.terrain, game.ruleset)
        self.module = ArrayModule(self.layout)
        self.text = "\n".join([self.module.text(), minds(self.layout, players), PLAY])
        self.seat(players)
        self._entries: dict[str, Callable[..., int]] = {}

    def seat(self, players: Players) -> None:
        """Let others play, who are no more thorough than those it was made for."""
        self.players = np.array([number for player in players for number in player.numbers], dtype=np.int64)

    # ---- compiling

    @cached_property
    def name(self) -> str:
        """What compiled code is kept under, which says all that it depends on."""
        versions = (toybattle.__version__, version("numba"), llvmlite.__version__)
        processor = (get_process_triple(), get_host_cpu_name(), get_host_cpu_features().flatten())
        made_by = [file.read_bytes() for file in (Path(native.__file__).with_name("machine.py"), Path(limits.__file__))]
        return hashlib.sha256(repr((self.text, made_by, versions, processor)).encode()).hexdigest()

    @cached_property
    def folder(self) -> Path:
        """Where compiled code is kept."""
        return cache_folder() / "compiled"

    @cached_property
    def _compiler(self) -> Compiler:
        from toybattle.sim.machine import Compiler  # noqa: PLC0415  (slow to import, and needed only for new rules)

        self.waiting()
        return Compiler(self.text)

    def entry(self, name: str) -> Callable[..., int]:
        """Return one of the functions that Python calls, from disk if it was compiled before."""
        if name not in self._entries:
            head = re.search(rf"^def {name}\((.*)\):", self.text, flags=re.MULTILINE)
            assert head is not None, name
            called, code = self._kept(self.folder / f"{self.name}-{name}.bin", name)
            self._entries[name] = Native(called, code, integers=len(head[1].split(",")))
        return self._entries[name]

    def _kept(self, file: Path, name: str) -> tuple[str, bytes]:
        """Return machine code, and what the function is called there: a file holds both, with a zero between them."""
        try:
            called, _, code = file.read_bytes().partition(b"\0")
        except OSError:
            word, code = self._compiler.code(name)
            write_whole(file, word.encode() + b"\0" + code)
            return word, code
        return called.decode(), code

    # ---- states

    def array(self, situation: Situation) -> Numbers:
        """Return a situation as an array."""
        flat = self.module.numbers(situation)
        array = np.zeros(self.module.room, dtype=np.int64)
        array[: len(flat)] = flat
        return array

    def situation(self, array: Numbers) -> Situation:
        """Return the situation of an array."""
        return self.layout.situation(array[: self.module.array_size].tolist(), len(self.module.kept))

    def start(self, state: State) -> Numbers:
        """Return the array of a state."""
        return self.array(state.situation)

    def opening(self, first: str = "blue") -> Numbers:
        """Return the array of a game that is still to be shuffled and dealt."""
        array = self.array(undealt(self.layout, PLAYERS.index(first)))
        array[DECISION] = UNDEALT
        return array

    # ---- playing

    def play(self, start: Numbers, seeds: range, most: int = WITHOUT_END) -> Numbers:
        """Play a game for each seed from a start, at most so many decisions, and return a row of `COLUMNS` for each."""
        results = np.zeros(len(seeds) * RESULT, dtype=np.int64)
        room = self._rooms()
        self.entry("play_games")(self._checked(start), room, seeds.start, seeds.stop, most, self.players, results)
        return results.reshape(-1, RESULT)

    def moves(self, start: Numbers, seed: int, turns: int) -> list[int]:
        """Return the moves of the game that `play` plays for a seed, broken off when so many turns have been played."""
        most = MOST_A_TURN * turns
        moves, room = np.zeros(most, dtype=np.int64), self._rooms()
        count = self.entry("note_game")(self._checked(start), room, seed, turns, self.players, moves, most)
        found: list[int] = moves[:count].tolist()
        return found

    def decide(self, array: Numbers, seed: int) -> list[tuple[int, int, int]]:
        """Return the codes of moves as the player likes them who decides, best first, each with its points in so many games.

        They are all that come into question, or the best alone.
        """
        room = self._rooms()
        room[: len(array)] = self._checked(array)
        count = self.entry("decide")(room, seed, self.players)
        listed = [*map(int, room[(ROOMS - 1) * len(array) :][: 3 * count])]
        return [*zip(listed[::3], listed[1::3], listed[2::3], strict=True)]

    def legal(self, array: Numbers) -> list[int]:
        """Return the codes of the legal moves of a state."""
        return self._listed(array, self.entry("list_moves")(self._checked(array)))

    def outcomes(self, array: Numbers, code: int) -> list[tuple[int, int]]:
        """Return the moves that settle what chance decides, each with its weight; the move itself if it decides nothing."""
        listed = self._listed(array, self.entry("list_outcomes")(self._checked(array), code))
        return [*zip(listed[::2], listed[1::2], strict=True)] or [(code, 1)]

    def apply(self, array: Numbers, code: int) -> list[int]:
        """Carry out a settled move in place and return the codes of the next legal moves."""
        return self._listed(array, self.entry("go_on")(self._checked(array), code))

    def perft(self, array: Numbers, depth: int) -> int:
        """Return how many sequences of so many decisions there are from a state, each outcome of chance being one way."""
        room = np.zeros(len(array) * (depth + 1), dtype=np.int64)
        room[: len(array)] = self._checked(array)
        return int(self.entry("perft")(room, depth))

    def _rooms(self) -> Numbers:
        return np.zeros(ROOMS * self.module.room, dtype=np.int64)

    def _checked(self, array: Numbers) -> Numbers:
        """Return an array, unless machine code would read or write beyond it."""
        if array.shape != (self.module.room,) or array.dtype != np.int64 or not array.flags.c_contiguous:
            raise ToyBattleError(f"no state of this simulation: {self.module.room} integers in a row are one")
        return array

    def _listed(self, array: Numbers, count: int) -> list[int]:
        start = 2 * self.module.array_size
        return [*map(int, array[start : start + count])]
