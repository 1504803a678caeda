"""What generated modules call: bits, networks and stacks on plain integers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from toybattle.game.limits import BOUND, bounded, counted, endless_effects, endless_laws, endless_turns  # noqa: F401  (modules call them)

MOST_KEPT = 1 << 16
"""Answers remembered before a memory is emptied."""
ABSENT = -BOUND
"""Stands for a number that does not exist."""


def networks(adjacency: Sequence[int], bases: int) -> Callable[[int, int], int]:
    """Return the function from (slots, through) to the slots joined to them by way of bases of `through`."""
    kept: dict[tuple[int, int], int] = {}

    def joined(to: int, through: int) -> int:
        found = kept.get((to, through))
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            inner = through & bases & ~to
            found, frontier = 0, to
            while frontier:
                low = frontier & -frontier
                frontier ^= low
                near = adjacency[low.bit_length() - 1]
                frontier |= near & ~found & inner
                found |= near
            kept[to, through] = found
        return found

    return joined


def unions(adjacency: Sequence[int]) -> Callable[[int], int]:
    """Return the function from slots to those adjacent to any of them."""

    def near(slots: int) -> int:
        found = 0
        for i in bits(slots):
            found |= adjacency[i]
        return found

    return near


def enclosures(around: Sequence[int]) -> Callable[[int], int]:
    """Return the function from bases to the regions all of whose bases they are."""
    kept: dict[int, int] = {}

    def complete(bases: int) -> int:
        found = kept.get(bases)
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            found = kept[bases] = sum(1 << r for r, mask in enumerate(around) if mask & ~bases == 0)
        return found

    return complete


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits set, lowest first."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def spread(kept: dict[int, tuple[int, ...]], base: int, mask: int) -> tuple[int, ...]:
    """Return base plus each bit's number, remembered in `kept`."""
    if len(kept) >= MOST_KEPT >> 4:
        kept.clear()
    found = kept[mask] = tuple(base + bit for bit in bits(mask))
    return found


def height(stack: int, width: int) -> int:
    """Return the number of troops in a packed stack."""
    return -(-stack.bit_length() // width)


def troop_at(stack: int, depth: int, width: int) -> int:
    """Return the code of the troop at a depth from the bottom, counted from 1, or 0."""
    above = height(stack, width) - depth
    return stack >> above * width & (1 << width) - 1 if depth > 0 and above >= 0 else 0


def in_reserve(order: int, kind: int, width: int) -> int:
    """Return how many troops of a kind a packed reserve holds."""
    found = 0
    while order:
        found += order & (1 << width) - 1 == kind + 1
        order >>= width
    return found


def _safe(apply: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Return an operation on numbers that may not exist, or may grow too large."""

    def safe(a: int, b: int) -> int:
        return ABSENT if ABSENT in (a, b) else bounded(apply(a, b))

    return safe


def _compared(apply: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    """Return a comparison that is false if a number does not exist."""
    return lambda a, b: ABSENT not in (a, b) and apply(a, b)


plus, minus, times = _safe(operator.add), _safe(operator.sub), _safe(operator.mul)
gt, lt, ge = _compared(operator.gt), _compared(operator.lt), _compared(operator.ge)
le, eq = _compared(operator.le), _compared(operator.eq)
