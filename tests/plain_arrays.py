"""The module for arrays run by plain Python, where nothing has to be compiled and no integer wraps around."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from toybattle.sim import plain
from toybattle.sim.simulation import Simulation


class Numbers(plain.Numbers):
    """A pointer to integers of 64 bits."""

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
        return plain.functions(self.text, Numbers)
