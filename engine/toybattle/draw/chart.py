"""Where a terrain's slots, regions and medals lie in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, dist, pi, sin

from toybattle.terrain import Face, Terrain, outline
from toybattle.terrain.geometry import Point, distance_to_path, lines

WIDTH = 600
_EDGE = 66
"""From the edge of the map to the middle of the outermost slots."""
_LARGEST, _LARGE_ENOUGH, _SMALLEST = 39.0, 34.0, 9.0
"""Radii of a base: at most, large enough for a map not to be stretched, at least."""
_SHARE = 0.37
"""A slot's radius as a part of the smallest distance between two slots."""
_STEPS = 12
_ROOM = 36.0
"""As far from everything as medals need to be; then they had better lie in the middle."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A terrain laid out: blue's edge at the top, everything as large as the closest slots let it be."""

    height: float
    radius: float
    """Of a base."""
    slots: tuple[Point, ...]
    regions: tuple[tuple[Point, ...], ...]
    """For each region its outline, which has no area where fewer than three slots enclose it."""
    medals: tuple[tuple[float, float, float], ...]
    """For each region where its medals lie, and how far from anything else."""


@lru_cache(maxsize=16)
def chart(terrain: Terrain) -> Chart:
    """Return a terrain laid out; a map that is too dense is stretched away from its edges."""
    xs, ys = zip(*(slot.at for slot in terrain.slots), strict=True)
    across = max(max(xs) - min(xs), 30.0)
    scale = (WIDTH - 2 * _EDGE) / across
    left = (WIDTH - (max(xs) + min(xs)) * scale) / 2
    for stretch in (1.0, 1.15, 1.3, 1.45, 1.6):
        slots = tuple((left + x * scale, _EDGE + (y - min(ys)) * scale * stretch) for x, y in zip(xs, ys, strict=True))
        closest = min((dist(a, b) for i, a in enumerate(slots) for b in slots[:i]), default=WIDTH)
        if _SHARE * closest >= _LARGE_ENOUGH:
            break
    radius = max(_SMALLEST, min(_LARGEST, _SHARE * closest))
    outlines = tuple(tuple(slots[i] for i in outline(terrain, region)) for region in terrain.regions)
    sides = [(slots[i], slots[j]) for i, j in lines(terrain)]
    medals: list[tuple[float, float, float]] = []
    for around in outlines:
        medals.append(_free_place(around, slots, sides, [(x, y) for x, y, _ in medals], radius))
    return Chart(max(y for _, y in slots) + _EDGE, radius, slots, outlines, tuple(medals))


def _free_place(
    around: Sequence[Point], slots: Sequence[Point], sides: Sequence[tuple[Point, Point]], taken: Sequence[Point], radius: float
) -> tuple[float, float, float]:
    """Return a place within an outline, or near one without area, with room around it, and how much."""
    (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*around, strict=True))
    reach, middle = 3 * radius, tuple(sum(values) / len(around) for values in zip(*around, strict=True))
    near = [p for p in slots if left - reach < p[0] < right + reach and top - reach < p[1] < bottom + reach]
    paths = [s for s in sides if any(p in near for p in s)]

    def room(point: Point) -> float:
        return min(
            *(dist(point, slot) - radius for slot in near),
            *(distance_to_path(point, *side) for side in paths),
            *(dist(point, other) - radius for other in taken),
            _ROOM,
        )

    def worth(point: Point) -> tuple[float, float]:
        return round(room(point), 1), -round(dist(point, middle), 1)

    inside = Face((), tuple(around))
    sizes = ((right - left) / _STEPS, (bottom - top) / _STEPS)
    grid = [(left + sizes[0] * i, top + sizes[1] * j) for i in range(1, _STEPS) for j in range(1, _STEPS)]
    places = [place for place in grid if inside.holds(place)] if len(around) > 2 else []
    if not places:
        x, y = (left + right) / 2, (top + bottom) / 2
        ring = ((x + k * radius * cos(pi * n / 8), y + k * radius * sin(pi * n / 8)) for k in (1.5, 2) for n in range(16))
        places = [(min(max(px, radius), WIDTH - radius), max(py, radius)) for px, py in ring]
    best = max(places, key=worth)
    for part in (0.5, 0.25, 0.125) if len(around) > 2 else ():
        around_it = [(best[0] + sizes[0] * part * i, best[1] + sizes[1] * part * j) for i in (0, -1, 1) for j in (0, -1, 1)]
        best = max(around_it, key=worth)
    return *best, room(best)
