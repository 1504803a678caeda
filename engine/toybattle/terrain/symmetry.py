"""Whether a terrain is the same for both colours: a mapping of its slots that exchanges blue and red."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import hypot

from .terrain import Region, Slot, Terrain

_SWAPPED = {"blue": "red", "red": "blue"}
_TURNS: tuple[Callable[[float, float], tuple[float, float]], ...] = (
    lambda x, y: (100 - x, 100 - y),
    lambda x, y: (x, 100 - y),
)
"""Where a slot's counterpart is looked for first: half a turn away, or across the middle line."""


def colour_symmetry(terrain: Terrain) -> tuple[int, ...] | None:
    """Return for each slot its counterpart when the colours are exchanged, or None if the terrain is not symmetric.

    Paths, one-way ones in their direction, special bases with their values, starting troops and regions with their medals are
    carried over. Of several such mappings it is one that moves slots little from where a turned or mirrored board has them.
    """
    found = [mapping for turned in _TURNS if (mapping := _Search(terrain, turned).mapping())]
    return min(found, key=lambda one: min(_shift(terrain, one, turned) for turned in _TURNS), default=None)


def differences(terrain: Terrain) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[Region, ...]]:
    """Return what keeps a terrain from being the same for both colours.

    It is the slots that paths give no counterpart; or else, with the paths the same for both colours, pairs of counterparts with
    other special bases or starting troops, and the regions without a counterpart of as many medals.
    """
    plain = tuple(replace(slot, special=None, troops=()) for slot in terrain.slots)
    bare = replace(terrain, slots=plain, regions=())
    mapping = colour_symmetry(bare)
    if mapping is None:
        return _Search(bare, _TURNS[0]).odd, (), ()
    looks = [[_look(slot, is_swapped) for slot in terrain.slots] for is_swapped in (False, True)]
    pairs = {(min(pair), max(pair)) for pair in enumerate(mapping) if looks[0][pair[0]] != looks[1][pair[1]]}
    there = Counter((region.medals, frozenset(region.around)) for region in terrain.regions)
    odd = (r for r in terrain.regions if not there[r.medals, frozenset(mapping[i] for i in r.around)])
    return (), tuple(sorted(pairs)), tuple(odd)


def symmetry_text(terrain: Terrain, mapping: tuple[int, ...]) -> str:
    """Return a mapping as its pairs, each once: `blue-hq ↔ red-hq, 1 ↔ 13, 7 ↔ itself`; what is no exchange is `1 → 2`."""
    ids = [slot.id for slot in terrain.slots]
    hqs_first = sorted(range(len(ids)), key=lambda i: (not terrain.slots[i].is_hq, i))
    pairs = []
    for i in hqs_first:
        j = mapping[i]
        if i == j:
            pairs.append(f"{ids[i]} ↔ itself")
        elif mapping[j] != i:
            pairs.append(f"{ids[i]} → {ids[j]}")
        elif hqs_first.index(i) < hqs_first.index(j):
            pairs.append(f"{ids[i]} ↔ {ids[j]}")
    return ", ".join(pairs)


def _shift(terrain: Terrain, mapping: tuple[int, ...], turned: Callable[[float, float], tuple[float, float]]) -> float:
    return sum(_distance(turned(*slot.at), terrain.slots[j].at) for slot, j in zip(terrain.slots, mapping, strict=True))


def _distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


class _Search:
    """The search for a mapping: kinds of slots are told apart as far as possible, then slots are tried one by one."""

    def __init__(self, terrain: Terrain, turned: Callable[[float, float], tuple[float, float]]) -> None:
        self.terrain, self.turned = terrain, turned
        self.size = len(terrain.slots)
        self.ways = [(terrain.neighbours(i), self._ways_in(i)) for i in range(self.size)]
        self.regions_of = [[r for r in terrain.regions if i in r.around] for i in range(self.size)]
        self.odd: tuple[int, ...] = ()
        self.regions = Counter((region.medals, frozenset(region.around)) for region in terrain.regions)
        plain, swapped = self._kinds()
        self.candidates = [
            sorted((j for j in range(self.size) if swapped[j] == plain[i]), key=lambda j, i=i: (self._off(i, j), j))  # type: ignore[misc]
            for i in range(self.size)
        ]
        self.order = self._order()

    def mapping(self) -> tuple[int, ...] | None:
        """Return the first mapping found, or None."""
        mapped: dict[int, int] = {}
        used: set[int] = set()
        tried = [iter(self.candidates[self.order[0]])]
        while tried:
            i = self.order[len(tried) - 1]
            used.discard(mapped.pop(i, -1))
            j = next((j for j in tried[-1] if j not in used and self._fits(i, j, mapped)), None)
            if j is None:
                tried.pop()
                continue
            mapped[i] = j
            used.add(j)
            if len(mapped) == self.size:
                return tuple(mapped[i] for i in range(self.size))
            tried.append(iter(self.candidates[self.order[len(tried)]]))
        return None

    def _fits(self, i: int, j: int, mapped: dict[int, int]) -> bool:
        """Return whether i may become j: what is mapped already and a path or a region joins to it must stay joined."""
        mapped = {**mapped, i: j}
        adjacency = self.terrain.adjacency
        for a, b in mapped.items():
            if (adjacency[i] >> a & 1, adjacency[a] >> i & 1) != (adjacency[j] >> b & 1, adjacency[b] >> j & 1):
                return False
        for region in self.regions_of[i]:
            if all(k in mapped for k in region.around):
                here = region.medals, frozenset(region.around)
                there = region.medals, frozenset(mapped[k] for k in region.around)
                if self.regions[here] != self.regions[there]:
                    return False
        return True

    def _off(self, i: int, j: int) -> float:
        return _distance(self.turned(*self.terrain.slots[i].at), self.terrain.slots[j].at)

    def _ways_in(self, i: int) -> tuple[int, ...]:
        return tuple(j for j in range(self.size) if self.terrain.adjacency[j] >> i & 1)

    def _order(self) -> list[int]:
        """Return the slots so that each, where possible, is joined to one before it; H.Q.s and rare kinds first."""
        order: list[int] = []
        left = sorted(range(self.size), key=lambda i: (len(self.candidates[i]), i))
        while left:
            beside = (i for i in left if any(i in self.ways[k][0] or i in self.ways[k][1] for k in order))
            order.append(next(beside, left[0]))
            left.remove(order[-1])
        return order

    def _kinds(self) -> tuple[list[int], list[int]]:
        """Return a number for each slot as it is, and as it would be with the colours exchanged; equal where alike.

        The numbers are refined by those of the slots that paths and regions join, until no more are told apart.
        """
        views = [[_look(slot, is_swapped) for slot in self.terrain.slots] for is_swapped in (False, True)]
        numbers = _numbered(views)
        while True:
            if not self.odd:
                plain, swapped = map(Counter, numbers)
                self.odd = tuple(i for i, kind in enumerate(numbers[0]) if plain[kind] > swapped[kind])
            views = [[self._seen(i, kinds) for i in range(self.size)] for kinds in numbers]
            finer = _numbered(views)
            if len({*finer[0], *finer[1]}) == len({*numbers[0], *numbers[1]}):
                return finer[0], finer[1]
            numbers = finer

    def _seen(self, i: int, kinds: list[int]) -> str:
        onward, back = (sorted(kinds[j] for j in slots) for slots in self.ways[i])
        regions = sorted((region.medals, sorted(kinds[j] for j in region.around)) for region in self.regions_of[i])
        return repr((kinds[i], onward, back, regions))


def _look(slot: Slot, is_swapped: bool) -> str:
    def seen(colour: str) -> str:
        return _SWAPPED[colour] if is_swapped else colour

    values = sorted(map(str, slot.special.values)) if slot.special else []
    troops = [(seen(troop.split()[0]), troop.split()[1]) for troop in slot.troops]
    return repr((seen(slot.owner) if slot.owner else "", slot.special.kind if slot.special else "", values, troops))


def _numbered(views: list[list[str]]) -> list[list[int]]:
    numbers = {text: number for number, text in enumerate(sorted({text for view in views for text in view}))}
    return [[numbers[text] for text in view] for view in views]
