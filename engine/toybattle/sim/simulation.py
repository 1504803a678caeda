"""Games compiled to machine code: played by the hundred thousand, from an opening or from any state, by seed."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

import toybattle
from toybattle.game import Game, State
from toybattle.game.array_layout import ArrayLayout
from toybattle.game.codegen.arrays import RESULT, UNDEALT, ArrayModule
from toybattle.game.deal import undealt
from toybattle.game.layout import DECISION
from toybattle.game.situation import PLAYERS, Situation
from toybattle.resources import cache_folder, write_whole
from toybattle.sim import machine
from toybattle.sim.play import PLAY, RANDOM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.int64]

ENTRIES = ("play_games", "list_moves", "list_outcomes", "go_on", "perft")
"""The functions that Python calls; each is compiled when it is first called, and then kept on disk."""
COLUMNS = ("winner", "won_by", "ended_by", "turns", "decisions", "options", "blue_medals", "red_medals")
"""What is noted of each game played; -1 stands for nobody and nothing."""
WITHOUT_END = 1 << 40
"""More decisions than any game has."""


class Simulation:
    """A game on arrays, compiled together with a way to choose moves.

    An array is a state with room behind it, and changes as the game goes on. `chooser` is the text of a function
    `choose` as in `play.RANDOM`, `weights` are handed to it, and `waiting` is told before something has to be compiled.
    """

    def __init__(
        self, game: Game, chooser: str = RANDOM, weights: Sequence[int] = (), waiting: Callable[[], None] = lambda: None
    ) -> None:
        self.game, self.waiting = game, waiting
        self.layout = ArrayLayout(game.layout.terrain, game.ruleset)
        self.module = ArrayModule(self.layout)
        self.text = "\n".join([self.module.text(), chooser, PLAY])
        self.weights = np.array([*weights, 0], dtype=np.int64)

    # ---- compiling

    @cached_property
    def name(self) -> str:
        """The name of the module, which says all that the compiled code depends on."""
        versions = (toybattle.__version__, sys.version, numba.__version__, llvmlite.__version__, np.__version__)
        processor = (get_host_cpu_name(), get_host_cpu_features().flatten())
        runtime = Path(machine.__file__).read_text(encoding="utf-8")
        return f"toybattle_{hashlib.sha256(repr((self.text, runtime, versions, processor)).encode()).hexdigest()[:32]}"

    @cached_property
    def file(self) -> Path:
        """The module's file; the compiler keeps what it made of it beside it."""
        return cache_folder() / "compiled" / f"{self.name}.py"

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The functions of the module; those of `ENTRIES` can be called with arrays."""
        if not self.file.exists():
            write_whole(self.file, self.text)
        if not any(self.file.parent.glob(f"__pycache__/{self.name}.*.nbi")):
            self.waiting()
        is_kept = self.file.exists()
        module = sys.modules[self.name] = ModuleType(self.name)  # where compiled code taken from disk looks for it
        names = module.__dict__
        names.update(machine.PRIMITIVES, array=_array, networks=_networks)
        exec(compile(self.text, str(self.file), "exec"), names)
        for name, value in list(names.items()):
            if isinstance(value, FunctionType) and value.__module__ == self.name:
                names[name] = machine.compiled(value, keep=is_kept) if name in ENTRIES else machine.inlined(value)
        return names

    # ---- states

    def array(self, situation: Situation) -> Numbers:
        """Return a situation as an array."""
        flat = self.layout.flat(situation)
        tops = [self.layout.code(stack[-1]) if stack else 0 for stack in situation.stacks]
        flat += [sum((kept >> code & 1) << slot for slot, code in enumerate(tops)) for kept in self.module.kept]
        owed = [number for owed in situation.owed for number in owed]
        flat += [self.module.tail + len(owed), *owed]
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
        self.functions["play_games"](start, np.zeros_like(start), seeds.start, seeds.stop, most, self.weights, results)
        return results.reshape(-1, RESULT)

    def legal(self, array: Numbers) -> list[int]:
        """Return the codes of the legal moves of a state."""
        return self._listed(array, self.functions["list_moves"](array))

    def outcomes(self, array: Numbers, code: int) -> list[tuple[int, int]]:
        """Return the moves that settle what chance decides, each with its weight; the move itself if it decides nothing."""
        listed = self._listed(array, self.functions["list_outcomes"](array, code))
        return [*zip(listed[::2], listed[1::2], strict=True)] or [(code, 1)]

    def apply(self, array: Numbers, code: int) -> list[int]:
        """Carry out a settled move in place and return the codes of the next legal moves."""
        return self._listed(array, self.functions["go_on"](array, code))

    def perft(self, array: Numbers, depth: int) -> int:
        """Return how many sequences of so many decisions there are from a state, each outcome of chance being one way."""
        room = np.zeros(len(array) * (depth + 1), dtype=np.int64)
        room[: len(array)] = array
        return int(self.functions["perft"](room, depth))

    def _listed(self, array: Numbers, count: int) -> list[int]:
        start = 2 * self.module.array_size
        return [*map(int, array[start : start + count])]


def _array(items: Sequence[int]) -> machine.Table:
    return machine.Table(np.array(items, dtype=np.int64))


def _networks(adjacency: machine.Table, hqs: machine.Table, bases: int) -> machine.Table:
    return machine.Table(networks(adjacency.items, hqs.items, bases))


def networks(adjacency: Numbers, hqs: Numbers, bases: int) -> NDArray[np.int32]:
    """Return for each player, and each set of bases to go through, the slots joined to the player's H.Q.s."""
    through = np.arange(bases + 1, dtype=np.int64)

    def near(slots: Numbers) -> Numbers:
        found = np.zeros_like(slots)
        for slot, around in enumerate(adjacency):
            found |= np.where(slots >> slot & 1, around, 0)
        return found

    tables = []
    for to in hqs:
        found, before = near(np.full_like(through, to)), np.zeros_like(through)
        while not np.array_equal(found, before):
            before, found = found, found | near(found & through)
        tables.append(found)
    return np.concatenate(tables).astype(np.int32)
