"""From a document to a terrain, with the checks a schema cannot make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from pathlib import PurePath
from typing import Any, cast

from ..documents import Document, Steps, schema_faults
from ..errors import Fault, InputError, did_you_mean, listed
from .drawing import map_faults, medal_faults
from .geometry import bases_around, face_at
from .sources import called, ends
from .terrain import MOST_SLOTS, Region, Slot, Special, SpecialWords, Terrain

COLOURS = ("blue", "red")
_MOST_FAULTS = 100


def terrain_from_document(
    document: Document,
    specials: Mapping[str, SpecialWords] | None = None,
    reserved: frozenset[str] = frozenset(),
) -> Terrain:
    """Return the terrain a document describes, or raise InputError with everything wrong in it.

    `specials` are the kinds of special base the ruleset knows, None to accept any; no slot may have a `reserved` id.
    """
    faults = schema_faults(document, "terrain")
    if all(fault.code == "unknown-key" for fault in faults):
        reading = _Reading(document, specials, reserved)
        faults += reading.faults()
        faults.sort(key=lambda fault: (fault.place.line, fault.place.column))
        if not faults:
            return reading.terrain
    raise InputError(faults)


class _Reading:
    """One document that follows the schema, on its way to a terrain."""

    def __init__(self, document: Document, specials: Mapping[str, SpecialWords] | None, reserved: frozenset[str]) -> None:
        self.document = document
        self.data = cast(dict[str, Any], document.data)
        self.specials = specials
        self.reserved = reserved
        self.paths_of_slots: list[Steps] = [("bases", key) for key in self.data["bases"]]
        for colour in COLOURS:
            hqs = self.data["hqs"].items()
            self.paths_of_slots += [("hqs", key) for key, hq in hqs if hq["owner"] == colour]
        self.indices: dict[str, int] = {}
        for i, (_, slot_id) in enumerate(self.paths_of_slots):
            self.indices.setdefault(str(slot_id), i)

    @property
    def terrain_id(self) -> str:
        """The terrain's id, by default the name of its file without the ending."""
        return str(self.data.get("id") or PurePath(self.document.name).stem)

    @property
    def terrain(self) -> Terrain:
        """The terrain, when the document has no faults."""
        drawn = self._map()
        regions = (
            Region(id=str(region.get("id", number)), medals=int(region["medals"]), around=self._around(region, drawn))
            for number, region in enumerate(self.data["regions"], 1)
        )
        return replace(drawn, regions=tuple(regions))

    def _around(self, region: Mapping[str, Any], drawn: Terrain) -> tuple[int, ...]:
        if "at" not in region:
            return tuple(self.indices[str(slot_id)] for slot_id in region["around"])
        face = face_at(drawn, tuple(region["at"]))
        return bases_around(drawn, face) if face else ()

    def _map(self) -> Terrain:
        """Return the terrain without its regions, when slots and paths have no faults."""
        data = self.data
        pairs = [pair for text in data["paths"] for pair in self._pairs(text)]
        return Terrain(
            id=self.terrain_id,
            name=data["name"],
            published=data.get("published", ""),
            objective=(int(data["objective"]["blue"]), int(data["objective"]["red"])),
            slots=tuple(self._slot(*map(str, path)) for path in self.paths_of_slots),
            paths=tuple(sorted(pairs)),
            regions=(),
        )

    def _slot(self, group: str, slot_id: str) -> Slot:
        slot = self.data[group][slot_id]
        x, y = slot["at"]
        special = _special(slot["special"]) if "special" in slot else None
        return Slot(slot_id, slot.get("owner"), (float(x), float(y)), special, tuple(slot.get("troops", ())))

    def _pairs(self, text: str) -> tuple[tuple[int, int], ...]:
        start, end = (self.indices[slot_id] for slot_id in ends(text))
        return ((start, end),) if ">" in text else ((start, end), (end, start))

    def faults(self) -> list[Fault]:
        """Return what is wrong in the document, in no order, at most a few hundred faults."""
        if (count := len(self.paths_of_slots)) > MOST_SLOTS:
            found, expected = f"{count} bases and H.Q.s", f"at most {MOST_SLOTS}"
            return [self.document.fault("too-many-slots", ("bases",), found, expected, at_key=True)]
        faults = [*islice(chain(self._slot_faults(), self._path_faults()), _MOST_FAULTS)]
        # With a slot or path amiss, what cannot be reached would repeat the same mistake.
        faults = faults or [*self._reach_faults()]
        others = chain(self._id_faults(), self._special_faults(), self._region_faults(), self._objective_faults())
        faults += islice(others, _MOST_FAULTS)
        return faults or [*islice(self._medal_faults(), _MOST_FAULTS)]

    def _id_faults(self) -> Iterator[Fault]:
        file = PurePath(self.document.name)
        if file.parent.name == "terrains" and self.terrain_id != file.stem:
            found = f"the id '{self.data['id']}' in a file called '{file.name}'"
            hint = "the id and the name of the file are the same"
            yield self.document.fault("terrain-id", ("id",), found, f"'{file.stem}'", hint)

    def _slot_faults(self) -> Iterator[Fault]:
        seen: dict[tuple[float, float], Steps] = {}
        for i, path in enumerate(self.paths_of_slots):
            group, slot_id = map(str, path)
            name = called(group, slot_id)
            if slot_id in self.reserved:
                found = f"{name}, a word of the rules"
                yield self.document.fault("reserved-id", path, found, "another id", at_key=True)
            if self.indices[slot_id] != i:
                found = f"{name}, which is also a base"
                hint = f"the base is on line {self.document.line(('bases', slot_id))}"
                yield self.document.fault("slot-twice", path, found, "an id of its own", hint, at_key=True)
            at = cast(tuple[float, float], tuple(self.data[group][slot_id]["at"]))
            if at in seen:
                other = called(*map(str, seen[at]))
                found = f"{name} at the place of {other}"
                hint = f"{other} is on line {self.document.line(seen[at])}"
                yield self.document.fault("same-place", (*path, "at"), found, "a place of its own", hint)
            seen.setdefault(at, path)
        owners = {hq["owner"] for hq in self.data["hqs"].values()}
        for colour in COLOURS:
            if colour not in owners:
                yield self.document.fault("no-hq", ("hqs",), f"no H.Q. of {colour}", "at least one for each colour", at_key=True)

    def _special_faults(self) -> Iterator[Fault]:
        known = self.specials
        for path in self.paths_of_slots if known is not None else ():
            group, slot_id = map(str, path)
            if known is None or "special" not in self.data[group][slot_id]:
                continue
            special = _special(self.data[group][slot_id]["special"])
            place = (*path, "special")
            words = known.get(special.kind)
            if words is None:
                hint = did_you_mean(special.kind, known)
                found = f"unknown kind of special base '{special.kind}'"
                yield self.document.fault("unknown-special", place, found, listed(sorted(known)), hint)
            elif bool(special.values) != words.takes_values:
                found = f"'{special.kind}' {'with' if special.values else 'without'} values"
                expected = "the values printed on it" if words.takes_values else "the kind alone"
                yield self.document.fault("special-values", place, found, expected)
            elif words.allowed is not None:
                for n, value in enumerate(special.values, 1):
                    if value not in words.allowed:
                        allowed = [str(word) for word in sorted(words.allowed, key=_numbers_first)]
                        found = f"'{special.kind}' with the value '{value}'"
                        hint = did_you_mean(str(value), allowed)
                        yield self.document.fault("special-values", (*place, n), found, listed(allowed), hint)

    def _path_faults(self) -> Iterator[Fault]:
        seen: dict[frozenset[str], int] = {}
        for n, text in enumerate(self.data["paths"]):
            path: Steps = ("paths", n)
            pair = ends(text)
            unknown = [slot_id for slot_id in pair if slot_id not in self.indices]
            for slot_id in unknown:
                hint = did_you_mean(slot_id, self.indices)
                found = f"the path '{text}' joins an unknown slot '{slot_id}'"
                yield self.document.fault("unknown-slot", path, found, "the id of a base or H.Q.", hint)
            if unknown:
                continue
            if pair[0] == pair[1]:
                found = f"the path '{text}' joins a slot to itself"
                yield self.document.fault("path-to-itself", path, found, "two slots")
            elif frozenset(pair) in seen:
                first = seen[frozenset(pair)]
                line = self.document.line(("paths", first))
                found = f"the path '{text}' joins what the path '{self.data['paths'][first]}' joins"
                hint = f"that path is on line {line}; one path leads both ways unless `>` is written"
                yield self.document.fault("path-twice", path, found, "each pair of slots once", hint)
            seen.setdefault(frozenset(pair), n)

    def _region_faults(self) -> Iterator[Fault]:
        ids: dict[str, int] = {}
        for n, region in enumerate(self.data["regions"]):
            region_id = str(region.get("id", n + 1))
            if region_id in ids:
                found = f"region '{region_id}' a second time"
                hint = f"the first is on line {self.document.line(('regions', ids[region_id]))}"
                yield self.document.fault("region-twice", ("regions", n, "id"), found, "an id of its own", hint)
            ids.setdefault(region_id, n)
            around = [str(slot_id) for slot_id in region.get("around", ())]
            for k, slot_id in enumerate(around):
                place: Steps = ("regions", n, "around", k)
                bases, hqs = self.data["bases"], self.data["hqs"]
                if slot_id in around[:k]:
                    found = f"base '{slot_id}' a second time around region '{region_id}'"
                    yield self.document.fault("region-base-twice", place, found, "each base once")
                elif slot_id in hqs:
                    found = f"the H.Q. '{slot_id}' around region '{region_id}'"
                    hint = "leave it out: an H.Q. on the edge of a region is not counted"
                    yield self.document.fault("hq-in-region", place, found, "bases only", hint)
                elif slot_id not in bases:
                    found = f"unknown base '{slot_id}' around region '{region_id}'"
                    yield self.document.fault("unknown-base", place, found, "the id of a base", did_you_mean(slot_id, bases))

    def _medal_faults(self) -> Iterator[Fault]:
        """Yield what keeps the bases around medals from being found."""
        placed = [(n, tuple(region["at"])) for n, region in enumerate(self.data["regions"]) if "at" in region]
        if placed:
            drawn = self._map()
            if faults := [*map_faults(self.document, drawn)]:
                yield from faults
                return
            for n, at in placed:
                yield from medal_faults(self.document, drawn, n, at)

    def _objective_faults(self) -> Iterator[Fault]:
        medals = sum(region["medals"] for region in self.data["regions"])
        for colour in COLOURS:
            if (objective := self.data["objective"][colour]) > medals:
                found = f"an objective of {objective} for {colour}, but the regions hold {medals} medals"
                yield self.document.fault("objective-out-of-reach", ("objective", colour), found, f"{medals} at most")

    def _reach_faults(self) -> Iterator[Fault]:
        terrain = self._map()
        joined = {i for pair in terrain.paths for i in pair}
        for i, path in enumerate(self.paths_of_slots):
            if terrain.slots[i].is_hq and i not in joined:
                found = f"no path joins {called(*map(str, path))}"
                yield self.document.fault("hq-without-path", path, found, "at least one path", at_key=True)
        lost_from: dict[tuple[int, ...], list[str]] = {}
        for colour in COLOURS:
            hqs = [i for i, slot in enumerate(terrain.slots) if slot.owner == colour]
            reached = terrain.reached(hqs)
            lost = tuple(i for i, slot in enumerate(terrain.slots) if not slot.is_hq and i not in reached)
            if lost and joined.intersection(hqs):
                lost_from.setdefault(lost, []).append(f"{colour}'s")
        for lost, owners in lost_from.items():
            ids = listed((f"'{terrain.slots[i].id}'" for i in lost), last="and")
            found = f"no way leads from {listed(owners)} H.Q. to the base{'s' * (len(lost) > 1)} {ids}"
            hint = "a way may not run through an H.Q."
            path = self.paths_of_slots[lost[0]]
            yield self.document.fault("unreachable", path, found, "paths to every base", hint, at_key=True)


def _special(written: str | list[Any]) -> Special:
    kind, *values = [written] if isinstance(written, str) else written
    return Special(kind, tuple(value if isinstance(value, str) else int(value) for value in values))


def _numbers_first(value: int | str) -> tuple[bool, int, str]:
    return (True, 0, value) if isinstance(value, str) else (False, value, "")
