"""Conditions about a slot that is still open, folded into masks of the slots for which they hold.

What depends on the map alone becomes a constant, what depends on the visible troop a mask kept up to date with the
board, and only the rest is worked out at the moment. Constants and kept masks may differ by player and by the class
of a troop in a zone: a `Choice` of them, one row each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Rows: TypeAlias = tuple[int, ...]
"""One number for each row: player times classes plus class."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """Slots known when the module is made."""

    rows: Rows


@dataclass(frozen=True, slots=True)
class Visible:
    """Slots whose visible troop's code is in a set, given as a mask of codes."""

    rows: Rows


@dataclass(frozen=True, slots=True)
class Code:
    """Slots worked out by this expression."""

    text: str


@dataclass(frozen=True, slots=True)
class Join:
    """All of the parts hold, or any."""

    is_all: bool
    parts: tuple[Lifted, ...]


Lifted: TypeAlias = Fixed | Visible | Code | Join


class Folding:
    """The algebra of lifted conditions on a terrain with so many slots and codes of troops."""

    def __init__(self, every_slot: int, every_code: int) -> None:
        self.every_slot, self.every_code = every_slot, every_code

    def join(self, is_all: bool, *parts: Lifted) -> Lifted:
        """Return the conjunction or disjunction, constants and kept masks merged."""
        flat: list[Lifted] = []
        for part in parts:
            flat += part.parts if isinstance(part, Join) and part.is_all == is_all else (part,)
        visible = self._merged([p for p in flat if isinstance(p, Visible)], Visible, is_all)
        fixed = [p for p in flat if isinstance(p, Fixed)]
        if visible:
            # A constant that is the same on every slot says as much about every visible troop.
            uniform = [p for p in fixed if all(row in (0, self.every_slot) for row in p.rows)]
            fixed = [p for p in fixed if p not in uniform]
            as_codes = [Visible(tuple(self.every_code if row else 0 for row in p.rows)) for p in uniform]
            visible = self._merged([*visible, *as_codes], Visible, is_all)
        merged: list[Lifted] = [*self._merged(fixed, Fixed, is_all), *visible]
        merged += [p for p in flat if isinstance(p, Code | Join)]
        neutral, absorbing = (self.every_slot, 0) if is_all else (0, self.every_slot)
        codes = {self.every_slot: self.every_code, 0: 0}
        for part in merged:
            if self._is_all(part, absorbing, codes[absorbing]):
                return Fixed((absorbing,) * len(part.rows))  # type: ignore[union-attr]
        left = [part for part in merged if not self._is_all(part, neutral, codes[neutral])]
        if not left:
            return merged[0] if merged else Fixed((neutral,))
        return left[0] if len(left) == 1 else Join(is_all, tuple(left))

    def negated(self, part: Lifted) -> Lifted:
        """Return the slots for which it does not hold."""
        match part:
            case Fixed(rows):
                return Fixed(tuple(self.every_slot & ~row for row in rows))
            case Visible(rows):
                return Visible(tuple(self.every_code & ~row for row in rows))
            case Code(text):
                return Code(f"({self.every_slot} & ~{text})")
            case Join(is_all, parts):
                return self.join(not is_all, *map(self.negated, parts))

    def _merged(self, parts: Sequence[Lifted], kind: type[Fixed] | type[Visible], is_all: bool) -> list[Lifted]:
        if not parts:
            return []
        rows = list(parts[0].rows)  # type: ignore[union-attr]
        for part in parts[1:]:
            assert isinstance(part, Fixed | Visible)
            rows = [a & b if is_all else a | b for a, b in zip(rows, part.rows, strict=True)]
        return [kind(tuple(rows))]

    @staticmethod
    def _is_all(part: Lifted, slots: int, codes: int) -> bool:
        match part:
            case Fixed(rows):
                return all(row == slots for row in rows)
            case Visible(rows):
                return all(row == codes for row in rows)
            case _:
                return False


def emitted(part: Lifted, fixed: Callable[[Rows], str], visible: Callable[[Rows], str]) -> str:
    """Return the expression of a lifted condition, given how a row of constants and of kept masks is read."""
    match part:
        case Fixed(rows):
            return fixed(rows)
        case Visible(rows):
            return visible(rows)
        case Code(text):
            return text
        case Join(is_all, parts):
            return "(" + (" & " if is_all else " | ").join(emitted(p, fixed, visible) for p in parts) + ")"
