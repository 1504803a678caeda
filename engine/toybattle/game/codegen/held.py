"""What names stand for while expressions are written as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Standing:
    """A troop on the map: where, and how deep, or None for the visible one."""

    slot: str
    depth: str | None = None
    owner: str | None = None
    """Whose it is, where the set it was chosen from says so."""
    maybe: bool = False
    """Whether there may be no such slot."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A troop in a zone: its class; whether its owner is `me`, or None if that is not known."""

    zone: str
    owner: str
    number: str
    is_mine: bool | None


@dataclass(frozen=True, slots=True)
class Coded:
    """A troop that has left the slot, known by its code."""

    code: str
    slot: str


Held: TypeAlias = str | Standing | Lying | Coded | None
"""What a name stands for: a number's, player's, slot's or region's text, a troop, or nothing."""


@dataclass(frozen=True, slots=True)
class Env:
    """What the names of a condition stand for."""

    me: str
    this: Held = None
    here: str | None = None
    bound: Mapping[str, Held] = field(default_factory=dict)
    open: str | None = None
    """The slot that is still open, while a condition is lifted over it."""
    row: str | None = None
    """The class of the troop that a loop goes through."""
    in_strength: bool = False
    """Whether a strength is being worked out, in which only strengths that are plain numbers exist."""
    rows: int = 1
    """How many classes that loop goes through."""

    def having(self, name: str, held: Held) -> Env:
        """Return the environment with one more variable."""
        return replace(self, bound={**self.bound, name: held})
