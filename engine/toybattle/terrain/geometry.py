"""The planar map that positions and paths draw: its inner faces, and which of them each region is.

Only where slots lie and what paths join counts here; a path of one way is a line like any other.
The board's coordinates are taken as they are, so an area is in percent of the board by percent of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, hypot

from .terrain import Region, Terrain

Point = tuple[float, float]

BASE_WIDTH = 5.0
"""How wide the smallest base that can still be read is, in percent of the board; bases nearer to each other overlap."""


@dataclass(frozen=True, slots=True)
class Face:
    """A part of the board that paths enclose; what lies inside it, a dead end or an island, does not enclose it."""

    outline: tuple[int, ...]
    """The slots around it, H.Q.s included, each once, from the one of lowest index on, anticlockwise where y points up."""
    corners: tuple[Point, ...]
    """Where these slots lie."""

    @property
    def area(self) -> float:
        """How much of the board it is, 10,000 for all of it."""
        return _area(self.corners)

    @property
    def middle(self) -> Point:
        """Its centroid or, if that is outside, the point inside that is farthest from all paths of a few tried."""
        pieces = [((a[0] + b[0]) / 3, (a[1] + b[1]) / 3, (a[0] * b[1] - b[0] * a[1]) / 2) for a, b in _sides(self.corners)]
        x, y = (sum(piece[axis] * piece[2] for piece in pieces) / self.area for axis in (0, 1))
        if self.holds((x, y)):
            return x, y
        halfway = (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a in self.corners for b in self.corners if a < b)
        return max(halfway, key=lambda point: (self.holds(point), self.margin(point)))

    def margin(self, point: Point) -> float:
        """Return how far a point is from the nearest path around this face."""
        return min(distance_to_path(point, start, end) for start, end in _sides(self.corners))

    def holds(self, point: Point) -> bool:
        """Return whether a point lies inside, which is when a ray from it crosses the outline an odd number of times."""
        x, y = point
        crossed = (
            (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1) for (x1, y1), (x2, y2) in _sides(self.corners)
        )
        return sum(crossed) % 2 == 1


@lru_cache(maxsize=64)
def faces(terrain: Terrain) -> tuple[Face, ...]:
    """Return the inner faces of a terrain's map, in ascending order of their outlines.

    Where paths cross, what is returned is of no use but returned all the same.
    """
    places = [slot.at for slot in terrain.slots]
    found = []
    for walk in _walks(terrain):
        loop = max(_loops(walk), key=lambda loop: _area([places[i] for i in loop]))
        if _area([places[i] for i in loop]) > 0:
            first = loop.index(min(loop))
            outline = tuple(loop[first:] + loop[:first])
            found.append(Face(outline, tuple(places[i] for i in outline)))
    return tuple(sorted(found, key=lambda face: face.outline))


def face_at(terrain: Terrain, point: Point) -> Face | None:
    """Return the inner face a point lies in, the innermost where an island lies inside another face."""
    return min((face for face in faces(terrain) if face.holds(point)), key=lambda face: face.area, default=None)


def bases_around(terrain: Terrain, face: Face) -> tuple[int, ...]:
    """Return the bases around a face, in ascending order."""
    return tuple(sorted(i for i in face.outline if not terrain.slots[i].is_hq))


def face_of(terrain: Terrain, region: Region) -> Face | None:
    """Return the inner face a region of this terrain is, or None; of regions with the same bases each gets its own."""
    wanted = tuple(sorted(region.around))
    alike = [face for face in faces(terrain) if bases_around(terrain, face) == wanted]
    rank = [other for other in terrain.regions if tuple(sorted(other.around)) == wanted].index(region)
    return alike[rank] if rank < len(alike) else None


def outline(terrain: Terrain, region: Region) -> tuple[int, ...]:
    """Return the slots around a region as one meets them going round it, H.Q.s included.

    A region that is no face of the map is gone round as seen from the middle of its bases.
    """
    if face := face_of(terrain, region):
        return face.outline
    places = {i: terrain.slots[i].at for i in sorted(region.around)}
    x, y = (sum(at[axis] for at in places.values()) / len(places) for axis in (0, 1))
    return tuple(sorted(places, key=lambda i: atan2(places[i][1] - y, places[i][0] - x)))


def lines(terrain: Terrain) -> tuple[tuple[int, int], ...]:
    """Return the pairs of slots that a line joins, the lower first, in ascending order."""
    return tuple(sorted({(min(pair), max(pair)) for pair in terrain.paths}))


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return where the inside of the line from a to b meets the inside of the line from c to d, or None.

    Of two lines that run over each other it is the middle of what they share.
    """
    from_ab, from_cd = (_turn(a, b, c), _turn(a, b, d)), (_turn(c, d, a), _turn(c, d, b))
    if not any(from_ab):
        start, end = max(min(a, b), min(c, d)), min(max(a, b), max(c, d))
        return ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2) if start < end else None
    if from_ab[0] * from_ab[1] < 0 and from_cd[0] * from_cd[1] < 0:
        part = from_cd[0] / (from_cd[0] - from_cd[1])
        return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
    return None


def distance_to_path(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from the line between two others."""
    (x, y), (x1, y1), (x2, y2) = point, start, end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    part = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 0.0
    part = min(1.0, max(0.0, part))
    return hypot(x - x1 - (x2 - x1) * part, y - y1 - (y2 - y1) * part)


def _walks(terrain: Terrain) -> Iterator[list[int]]:
    """Yield the slots met along each side of the lines: with each step, the next line to the right of where we came from."""
    around: list[list[int]] = [[] for _ in terrain.slots]
    for i, j in lines(terrain):
        around[i].append(j)
        around[j].append(i)
    for i, neighbours in enumerate(around):
        x, y = terrain.slots[i].at
        neighbours.sort(key=lambda j: (atan2(terrain.slots[j].at[1] - y, terrain.slots[j].at[0] - x), j))
    left = {(i, j) for i, neighbours in enumerate(around) for j in neighbours}
    for i, neighbours in enumerate(around):
        for j in neighbours:
            walk: list[int] = []
            step = (i, j)
            while step in left:
                left.remove(step)
                walk.append(step[0])
                beside = around[step[1]]
                # Keeping the face on the left: of the lines at the next slot, the one clockwise before the one we came by.
                step = step[1], beside[beside.index(step[0]) - 1]
            if walk:
                yield walk


def _loops(walk: Sequence[int]) -> Iterator[list[int]]:
    """Yield the parts of a closed walk that come back to a slot: of a face its outline, its dead ends and what hangs on it."""
    stack: list[int] = []
    for i in walk:
        if i in stack:
            start = stack.index(i)
            yield stack[start:]
            del stack[start:]
        stack.append(i)
    yield stack


def _sides(corners: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _area(corners: Sequence[Point]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(corners)) / 2


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a number above 0 if c lies left of the line from a to b, below 0 if right of it, 0 if on it."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    # Percents are written with a few decimals: what is nearer than this is on the line.
    return 0.0 if abs(turn) < 1e-9 else turn
