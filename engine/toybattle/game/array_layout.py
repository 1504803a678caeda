"""Where everything lies in a state that is an array of 64-bit integers."""

from __future__ import annotations

from collections.abc import Sequence

from toybattle.game.layout import Layout
from toybattle.ruleset import tree as t
from toybattle.terrain import Terrain

WORD = 62
"""Bits that fit into an array's integer, its sign and one more left alone."""


class ArrayLayout(Layout):
    """Where everything lies in an array: stacks in cells of several troops each, a reserve troop by troop, next one last."""

    def __init__(self, terrain: Terrain, rules: t.Ruleset) -> None:
        self.armies = sum(kind.count for kind in rules.troops)
        super().__init__(terrain, rules)
        self.cell_bits = next(bits for bits in (8, 16, 32) if self.codes < 1 << bits - 1)
        self.per_cell = 64 // self.cell_bits
        self.cells = -(-2 * self.armies // self.per_cell)
        """Cells of one stack."""
        self.cells_at = self.masks_at
        self.masks_at += self.size * self.cells

    def stride(self, zone: str) -> int:
        """Return how many numbers one player's zone takes; masks of the classes present are its last ones."""
        return 1 + self.armies if zone == "reserve" else 1 + self.classes[zone] + -(-self.classes[zone] // WORD)

    def _write_reserve(self, out: list[int], at: int, kinds: list[int]) -> None:
        out[at + 1 : at + 1 + len(kinds)] = kinds[::-1]

    def _kinds_in_reserve(self, flat: Sequence[int], at: int) -> list[int]:
        return list(flat[at + 1 : at + 1 + flat[at]])[::-1]

    def _write_classes(self, out: list[int], at: int, zone: str, numbers: list[int]) -> None:
        super()._write_classes(out, at, zone, numbers)
        for number in numbers:
            out[at + 1 + self.classes[zone] + number // WORD] |= 1 << number % WORD

    def _write_stack(self, out: list[int], slot: int, codes: list[int]) -> None:
        out[self.stacks_at + slot] = len(codes)
        for index, code in enumerate(codes):
            cell = self.cells_at + slot * self.cells + index // self.per_cell
            out[cell] |= code << index % self.per_cell * self.cell_bits

    def _codes(self, flat: Sequence[int], slot: int) -> list[int]:
        cells = self.cells_at + slot * self.cells
        return [
            flat[cells + index // self.per_cell] >> index % self.per_cell * self.cell_bits & (1 << self.cell_bits) - 1
            for index in range(flat[self.stacks_at + slot])
        ]

    def _owed_at(self, flat: Sequence[int], masks: int) -> range:
        end = self.masks_at + masks
        return range(end + 1, flat[end], 4)
