"""The source of chance that compiled and everyday games share, so that one seed gives one game whoever plays it.

Each draw steps a 64-bit number on and mixes it (SplitMix64). Compiled games do the same in `machine`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

STEP, FIRST_MIX, SECOND_MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
WORD = (1 << 64) - 1


def mixed(s: int) -> int:
    """Return 64 bits that look like chance."""
    s = (s ^ s >> 30) * FIRST_MIX & WORD
    s = (s ^ s >> 27) * SECOND_MIX & WORD
    return s ^ s >> 31


def seeded(seed: int) -> int:
    """Return where the numbers of a seed start; neighbouring seeds start far apart."""
    return mixed(stepped(seed & WORD))


def stepped(s: int) -> int:
    """Return what follows a number."""
    return s + STEP & WORD


def below(s: int, count: int) -> int:
    """Return a number from 0 to below `count`."""
    return (mixed(s) >> 32) * count >> 32


class Chance:
    """Draws numbers one after the other."""

    def __init__(self, seed: int) -> None:
        self.s = seeded(seed)

    def below(self, count: int) -> int:
        """Return the next number from 0 to below `count`."""
        self.s = stepped(self.s)
        return below(self.s, count)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a list into random order, its first place first."""
        for i in range(len(x) - 1):
            j = i + self.below(len(x) - i)
            x[i], x[j] = x[j], x[i]
