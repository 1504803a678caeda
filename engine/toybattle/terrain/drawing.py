"""What is wrong with a terrain as a drawing: paths that cross, bases that overlap, regions that are no face of the map.

A terrain is played by its paths alone, so these faults matter to whoever draws it and not to the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import hypot

from ..documents import Document, Steps
from ..errors import Fault
from .geometry import BASE_WIDTH, Face, Point, bases_around, crossing, distance_to_path, face_at, face_of, faces
from .sources import Sources
from .terrain import Region, Terrain

_MOST_FAULTS = 100


def drawing_faults(document: Document, terrain: Terrain) -> list[Fault]:
    """Return what is wrong with the drawing of a terrain that is right as a graph."""
    # On a map that is not drawn right, what its faces are says nothing.
    return [*map_faults(document, terrain)] or [*islice(_region_faults(document, terrain), _MOST_FAULTS)]


def map_faults(document: Document, terrain: Terrain) -> Iterator[Fault]:
    """Return what is wrong with slots and paths, each thing once, at most a hundred faults."""
    return islice(_map_faults(document, terrain), _MOST_FAULTS)


def _map_faults(document: Document, terrain: Terrain) -> Iterator[Fault]:
    sources = Sources(document, terrain)
    slots = terrain.slots
    touching: set[frozenset[int]] = set()
    for i, j in combinations(range(len(slots)), 2):
        gap = hypot(slots[i].at[0] - slots[j].at[0], slots[i].at[1] - slots[j].at[1])
        if gap < BASE_WIDTH:
            touching.add(frozenset((i, j)))
            found = f"{sources.called(j)} overlaps {sources.called(i)}, {_number(gap)} percent of the board away"
            hint = f"{sources.called(i)} is on line {document.line(sources.slot(i))}"
            expected = f"at least {_number(BASE_WIDTH)}"
            yield document.fault("bases-overlap", (*sources.slot(j), "at"), found, expected, hint)
    bent: set[frozenset[int]] = set()
    for n, (i, j) in sources.lines:
        for k, slot in enumerate(slots):
            is_apart = k not in (i, j) and not touching & {frozenset((k, i)), frozenset((k, j))}
            if is_apart and distance_to_path(slot.at, slots[i].at, slots[j].at) < BASE_WIDTH / 2:
                bent.add(frozenset((n, k)))
                found = f"{sources.called(k)} lies on the path '{sources.text(n)}'"
                hint = f"the path is on line {document.line(('paths', n))}; move the base, or end the path there"
                expected = f"at least {_number(BASE_WIDTH / 2)} percent of the board between them"
                yield document.fault("base-on-path", (*sources.slot(k), "at"), found, expected, hint)
    for (m, one), (n, other) in combinations(sources.lines, 2):
        # A base on a path has been told, and bases that overlap; paths that meet there say nothing new.
        told = any(frozenset((m, k)) in bent for k in other) or any(frozenset((n, k)) in bent for k in one)
        told = told or any(frozenset((a, b)) in touching for a in one for b in other)
        at = crossing(*(slots[i].at for i in (*one, *other)))
        if at and not told:
            found = f"the path '{sources.text(n)}' crosses the path '{sources.text(m)}' at {place(at)}"
            hint = f"that path is on line {document.line(('paths', m))}; move a base, or put one where they cross"
            yield document.fault("paths-cross", ("paths", n), found, "paths that meet in slots only", hint)


def _region_faults(document: Document, terrain: Terrain) -> Iterator[Fault]:
    sources = Sources(document, terrain)
    first: dict[tuple[int, ...], Region] = {}
    for n, region in enumerate(terrain.regions):
        around = tuple(sorted(region.around))
        if face_of(terrain, region):
            first.setdefault(around, region)
            continue
        path: Steps = ("regions", n)
        if around in first:
            found = f"region '{region.id}' around the same bases as region '{first[around].id}'"
            yield document.fault("region-no-face", path, found, "one region in each face of the map")
            continue
        found = f"region '{region.id}' around {sources.bases(around)}, which enclose no face of the map"
        hint = ""
        if close := _closest(terrain, around):
            hint = f"the face most like it has {sources.bases(bases_around(terrain, close))} around it"
        path = (*path, "around") if (*path, "around") in document.positions else path
        yield document.fault("region-no-face", path, found, "the bases around one face, all of them and no others", hint)


def medal_faults(document: Document, terrain: Terrain, n: int, at: Point) -> Iterator[Fault]:
    """Yield what is wrong with the place of the medals of the region of that number in the file."""
    sources = Sources(document, terrain)
    slots, path = terrain.slots, ("regions", n, "at")
    for m, (i, j) in sources.lines:
        if distance_to_path(at, slots[i].at, slots[j].at) < BASE_WIDTH / 10:
            found = f"medals on the path '{sources.text(m)}'"
            yield document.fault("medals-not-inside", path, found, "a place inside a face of the map")
            return
    face = face_at(terrain, at)
    if face is None:
        close = min(faces(terrain), key=lambda face: face.margin(at), default=None)
        hint = (
            f"the nearest face has {sources.bases(bases_around(terrain, close))} around it" if close else "no paths enclose one"
        )
        found = f"medals at {place(at)}, where no paths enclose them"
        yield document.fault("medals-not-inside", path, found, "a place inside a face of the map", hint)
    elif not bases_around(terrain, face):
        found = f"medals at {place(at)}, which only H.Q.s enclose"
        yield document.fault("medals-not-inside", path, found, "a face with bases around it")


def _closest(terrain: Terrain, around: tuple[int, ...]) -> Face | None:
    """Return the face that shares most bases with these, None if none shares two."""
    wanted = set(around)

    def likeness(face: Face) -> float:
        bases = set(bases_around(terrain, face))
        return len(bases & wanted) / len(bases | wanted) if len(bases & wanted) > 1 else 0

    close = max(faces(terrain), key=likeness, default=None)
    return close if close and likeness(close) else None


def place(at: Point) -> str:
    """Return a place as files write it."""
    return f"[{_number(at[0])}, {_number(at[1])}]"


def _number(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
