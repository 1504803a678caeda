"""Games compiled to machine code: played by the hundred thousand, from an opening or from any state, by seed."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

import toybattle
from toybattle.game import Game, State
from toybattle.game.codegen.arrays import RESULT, UNDEALT, ArrayLayout, ArrayModule
from toybattle.game.deal import undealt
from toybattle.game.layout import DECISION
from toybattle.game.situation import PLAYERS, Situation
from toybattle.resources import cache_folder, write_whole
from toybattle.sim import machine
from toybattle.sim.play import PLAY, RANDOM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

ENTRIES = ("play_games", "list_moves", "list_outcomes", "go_on", "perft")
"""The functions that Python calls; each is compiled when it is first called, and kept on disk."""
ENDLESS = 1 << 40
"""More decisions than any game has."""
COLUMNS = ("winner", "won_by", "ended_by", "turns", "decisions", "options", "medals_blue", "medals_red")
"""What is noted of each game; -1 stands for nobody and nothing."""


class Simulation:
    """A game compiled, with a way to choose moves."""

    def __init__(self, game: Game, chooser: str = RANDOM, weights: Sequence[int] = ()) -> None:
        self.game = game
        self.layout = ArrayLayout(game.layout.terrain, game.ruleset)
        self.module = ArrayModule(self.layout)
        self.text = "\n".join([self.module.text(), chooser, PLAY])
        self.weights = np.array([*weights, 0], dtype=np.int64)
        self._moves = np.zeros(self.module.room, dtype=np.int64)

    # ---- compiling

    @cached_property
    def digest(self) -> str:
        """What the compiled code depends on: rules and terrain as text, the package, the compiler, the processor."""
        versions = (toybattle.__version__, sys.version, numba.__version__, llvmlite.__version__, np.__version__)
        processor = (get_host_cpu_name(), get_host_cpu_features().flatten())
        runtime = Path(machine.__file__).read_text(encoding="utf-8")
        return hashlib.sha256(repr((self.text, runtime, versions, processor)).encode()).hexdigest()

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The functions of the module, each compiled when it is first called, or taken from the cache on disk."""
        name = f"toybattle_{self.digest[:32]}"
        file = cache_folder() / "compiled" / f"{name}.py"
        if not (file.exists() and file.read_text(encoding="utf-8") == self.text):
            write_whole(file, self.text)
        is_kept = file.exists()
        spec = importlib.util.spec_from_loader(name, loader=None)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # what numba loads from disk looks its module up there
        names = module.__dict__
        names.update(machine.PRIMITIVES, array=_array, networks=_networks)
        exec(compile(self.text, str(file), "exec"), names)
        for key, value in list(names.items()):
            if isinstance(value, FunctionType) and value.__code__.co_filename == str(file):
                options = {"error_model": "numpy", "cache": is_kept} if key in ENTRIES else machine.INLINED
                names[key] = numba.njit(**options)(value)
        return names

    # ---- states

    def array(self, situation: Situation) -> Numbers:
        """Return a situation as an array, with room for what is listed and tried."""
        flat = self.layout.flat(situation)
        for kept in self.module.kept:
            tops = [codes[-1] if (codes := self.layout._codes(flat, i)) else 0 for i in range(self.layout.size)]
            flat.append(sum((kept >> code & 1) << slot for slot, code in enumerate(tops)))
        owed = [number for owed in situation.owed for number in owed]
        flat += [self.module.tail + len(owed), *owed]
        room = np.zeros(self.module.room, dtype=np.int64)
        room[: len(flat)] = flat
        return room

    def situation(self, array: Numbers) -> Situation:
        """Return the situation of an array."""
        return self.layout.situation([int(number) for number in array[: self.module.array_size]], len(self.module.kept))

    def opening(self, first: str = "blue") -> Numbers:
        """Return the array of a game still to be shuffled and dealt."""
        array = self.array(undealt(self.layout, PLAYERS.index(first)))
        array[DECISION] = UNDEALT
        return array

    def start(self, state: State) -> Numbers:
        """Return the array of a state."""
        return self.array(state.situation)

    # ---- playing

    def play(self, start: Numbers, seeds: range, most: int = ENDLESS) -> Numbers:
        """Play a game for each seed from a start, at most so many decisions; return a row of `COLUMNS` for each."""
        results = np.zeros(len(seeds) * RESULT, dtype=np.int64)
        self.functions["play_games"](start, np.zeros_like(start), seeds.start, seeds.stop, most, self.weights, results)
        return results.reshape(-1, RESULT)

    def legal(self, array: Numbers) -> list[int]:
        """Return the codes of the legal moves of a state."""
        count = self.functions["list_moves"](array)
        return [int(code) for code in self._listed(array, count)]

    def outcomes(self, array: Numbers, code: int) -> list[tuple[int, int]]:
        """Return the moves that settle what chance decides, each with its weight; the move itself if it decides nothing."""
        found = self._listed(array, self.functions["list_outcomes"](array, code))
        return [(int(a), int(b)) for a, b in found.reshape(-1, 2)] or [(code, 1)]

    def apply(self, array: Numbers, code: int) -> list[int]:
        """Carry out a settled move in place and return the next legal moves."""
        return [int(move) for move in self._listed(array, self.functions["go_on"](array, code))]

    def perft(self, array: Numbers, depth: int) -> int:
        """Return how many sequences of so many decisions there are from a state, each outcome of chance being one way."""
        room = np.zeros(len(array) * (depth + 1), dtype=np.int64)
        room[: len(array)] = array
        return int(self.functions["perft"](room, depth))

    def _listed(self, array: Numbers, count: int) -> Numbers:
        start = 2 * self.module.array_size
        return array[start : start + count]


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
