"""The module for arrays run by plain Python, where nothing has to be compiled and no integer wraps around."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from toybattle.game import limits
from toybattle.sim import chance
from toybattle.sim.machine import all_networks
from toybattle.sim.simulation import Simulation


class Numbers:
    """A pointer to integers of 64 bits."""

    def __init__(self, array: Any, at: int = 0) -> None:
        self.array, self.at = array, at

    def __getitem__(self, index: int) -> int:
        assert index >= 0, "a pointer knows no negative index"
        return int(self.array[self.at + index])

    def __setitem__(self, index: int, value: int) -> None:
        assert index >= 0, "a pointer knows no negative index"
        self.array[self.at + index] = value  # numpy refuses what does not fit


class Plain(Simulation):
    """A game on arrays that plain Python plays."""

    def entry(self, name: str) -> Callable[..., int]:
        return self.functions[name]

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The functions of the module."""
        names: dict[str, Any] = {
            "popcount": lambda x: int(x).bit_count(),
            "lowest": lambda x: (x & -x).bit_length() - 1,
            "pointer": Numbers,
            "shifted": lambda numbers, by: Numbers(numbers.array, numbers.at + by),
            "int64": int,
            "array": tuple,
            "networks": lambda *tables: tuple(map(int, all_networks(*tables))),
            **{name: getattr(chance, name) for name in ("seeded", "stepped", "below")},
            **{name: f for name, f in vars(limits).items() if callable(f)},
        }
        exec(compile(self.text, "<arrays>", "exec"), names)
        return names
