"""What is unusual about a terrain, with the reason why it is asked about, and what its file accepts of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from ..documents import Document
from ..errors import Fault, listed
from .drawing import drawing_faults
from .geometry import bases_around, face_of, faces
from .sources import Sources
from .symmetry import colour_symmetry, differences, symmetry_text
from .terrain import Region, Terrain

FEWEST_PLACEMENTS = 4
"""The length of the shortest way to an enemy H.Q. on the published terrains."""

_COLOURS = ("blue", "red")
_PUBLISHED = "as on all published terrains"


class Survey:
    """A terrain looked at with a designer's eyes."""

    def __init__(self, document: Document, terrain: Terrain) -> None:
        self.document, self.terrain = document, terrain

    @cached_property
    def drawing(self) -> tuple[Fault, ...]:
        """What is wrong with it as a drawing."""
        return tuple(drawing_faults(self.document, self.terrain))

    def faults(self, more: Iterable[Fault] = ()) -> list[Fault]:
        """Return what is wrong with the drawing, and as warnings what is unusual, with `more` of it, and not accepted."""
        unusual = [fault for found in self._lints() for fault in found] + list(more)
        accepted = self._accepted
        left = [replace(fault, is_warning=True) for fault in unusual if fault.code not in accepted]
        in_vain = set(accepted) - {fault.code for fault in unusual}
        for code in accepted:
            # Of a map that is not drawn right, not everything was looked at.
            if code in in_vain and not self.drawing:
                found = f"'{code}' is accepted, but there is nothing of the kind"
                fault = self.document.fault("accepted-in-vain", ("accepted", code), found, hint="leave it out", at_key=True)
                left.append(replace(fault, is_warning=True))
        return [*self.drawing, *sorted(left, key=lambda fault: (fault.place.line, fault.place.column))]

    @property
    def lines(self) -> tuple[str, ...]:
        """What a designer wants to know of the terrain, in sentences."""
        terrain, counts = self.terrain, (len([s for s in self.terrain.slots if not s.is_hq]), len(self.terrain.regions))
        medals = sum(region.medals for region in terrain.regions)
        said = [
            f"{terrain.name}: {_counted(counts[0], 'base')}, {_counted(counts[1], 'region')} with {_counted(medals, 'medal')}."
        ]
        said.append(f"{self._ways}.")
        first = [f"{colour.title()} is nearer to {_named(self._nearer(colour))}" for colour in _COLOURS if self._nearer(colour)]
        even = [region for region in terrain.regions if not any(region in self._nearer(colour) for colour in _COLOURS)]
        first += [f"{_named(even)} {'are' if len(even) > 1 else 'is'} as near to both"] if even else []
        said += [f"{'; '.join(first)}."] if first else []
        if mapping := self._symmetry:
            but = "" if terrain.objective[0] == terrain.objective[1] else " but for the objective"
            said.append(f"The same for both colours{but}: {symmetry_text(terrain, mapping)}.")
        return (*said, *(f"Accepted, {code}: {reason}" for code, reason in self._accepted.items()))

    @property
    def _accepted(self) -> dict[str, str]:
        accepted: dict[str, str] = cast("dict[str, Any]", self.document.data).get("accepted", {})
        return accepted

    @cached_property
    def _sources(self) -> Sources:
        return Sources(self.document, self.terrain)

    @cached_property
    def _symmetry(self) -> tuple[int, ...] | None:
        return colour_symmetry(self.terrain)

    def _lints(self) -> Iterator[Iterable[Fault]]:
        yield self._medals()
        yield self._objectives()
        yield self._asymmetry()
        yield self._ways_to_hqs()
        yield self._sides()
        if not self.drawing:
            yield self._faces()

    # ---- medals

    def _medals(self) -> Iterator[Fault]:
        uncommon = [
            (n, region) for n, region in enumerate(self.terrain.regions) if region.medals != max(0, len(region.around) - 2)
        ]
        if uncommon:
            said = (
                f"region '{region.id}' pays {_counted(region.medals, 'medal')} with {_counted(len(region.around), 'base')}"
                for _, region in uncommon
            )
            place = ("regions", uncommon[0][0], "medals")
            expected = f"the bases less two, {_PUBLISHED}"
            yield self.document.fault("uncommon-medals", place, listed(said, "and", 4), expected)

    def _objectives(self) -> Iterator[Fault]:
        medals = sum(region.medals for region in self.terrain.regions)
        blue, red = self.terrain.objective
        said = {"blue": blue, "red": red} if blue != red else {"both": blue}
        for whose, objective in said.items():
            if objective != medals // 2:
                found = f"an objective of {objective} for {whose}, with {_counted(medals, 'medal')} in all regions"
                expected = f"{medals // 2}, half the medals, rounded down, {_PUBLISHED}"
                place = ("objective", whose) if whose in _COLOURS else ("objective",)
                yield self.document.fault("uncommon-objective", place, found, expected)

    def _faces(self) -> Iterator[Fault]:
        paying = [face_of(self.terrain, region) for region in self.terrain.regions]
        around = [bases_around(self.terrain, face) for face in faces(self.terrain) if face not in paying]
        # With fewer bases the usual number of medals is none.
        bare = [bases for bases in around if len(bases) > 2]
        if bare:
            found = f"no medals where {self._sources.bases(bare[0])} enclose a part of the board"
            found += f", nor in {_counted(len(bare) - 1, 'other part')}" if len(bare) > 1 else ""
            expected = f"a region there, usually with {_counted(len(bare[0]) - 2, 'medal')}"
            yield self.document.fault("face-without-medals", ("regions",), found, expected, at_key=True)

    # ---- the colours compared

    def _asymmetry(self) -> Iterator[Fault]:
        if self._symmetry is None:
            slots, pairs, regions = differences(self.terrain)
            called = self._sources.called
            odd = [called(i) for i in slots]
            said = [f"paths give {listed(odd, 'and', 6)} no counterpart"] if odd else []
            said += [f"{called(i)} and its counterpart {called(j)} are not alike" for i, j in pairs if i != j]
            said += [f"{called(i)}, its own counterpart, favours one of them" for i, j in pairs if i == j]
            said += (
                [f"{_named(regions)} {'have' if len(regions) > 1 else 'has'} no counterpart with as many medals"]
                if regions
                else []
            )
            found = "the terrain is not the same for both colours"
            found += f": {listed(said, 'and', 6)}" if said else ""
            expected = "paths, regions and special bases that stay when the colours are exchanged"
            yield self.document.fault("no-symmetry", ("bases",), found, expected, at_key=True)

    def _distances(self, colour: str) -> dict[int, int]:
        return self.terrain.reached(i for i, slot in enumerate(self.terrain.slots) if slot.owner == colour)

    def _way(self, colour: str) -> tuple[int, str] | None:
        """Return the fewest placements with which a colour reaches an enemy H.Q., and that H.Q.'s id."""
        enemies = ((i, slot) for i, slot in enumerate(self.terrain.slots) if slot.owner not in (None, colour))
        reached = self._distances(colour)
        return min(((reached[i], slot.id) for i, slot in enemies if i in reached), default=None)

    @property
    def _ways(self) -> str:
        (blue, red) = map(self._way, _COLOURS)
        if blue and red:
            return f"Blue needs at least {_counted(blue[0], 'placement')} to reach {blue[1]}, Red {red[0]} to reach {red[1]}"
        whose = [f"{colour.title()}" for colour, way in zip(_COLOURS, (blue, red), strict=True) if not way]
        return f"{listed(whose, 'and')} cannot reach an enemy H.Q. along paths"

    def _ways_to_hqs(self) -> Iterator[Fault]:
        blue, red = map(self._way, _COLOURS)
        place = ("hqs",)
        if not blue or not red:
            yield self.document.fault("no-way", place, self._ways, "a way to an H.Q. of each colour", at_key=True)
            return
        if blue[0] != red[0]:
            yield self.document.fault("unequal-ways", place, self._ways, "as many for both", at_key=True)
        if min(blue[0], red[0]) < FEWEST_PLACEMENTS:
            expected = f"{FEWEST_PLACEMENTS} or more, {_PUBLISHED}"
            hint = "a game may be over before it has begun"
            yield self.document.fault("short-way", place, self._ways, expected, hint, at_key=True)

    def _nearer(self, colour: str) -> list[Region]:
        """Return the regions to whose nearest base a colour needs fewer placements than the enemy."""
        own, other = (self._distances(c) for c in sorted(_COLOURS, key=lambda c: c != colour))
        far = len(self.terrain.slots)
        return [
            region
            for region in self.terrain.regions
            if min(own.get(i, far) for i in region.around) < min(other.get(i, far) for i in region.around)
        ]

    def _sides(self) -> Iterator[Fault]:
        medals = [sum(region.medals for region in self._nearer(colour)) for colour in _COLOURS]
        if medals[0] != medals[1]:
            said = [
                f"{enemy} cannot be first at {_named(self._nearer(colour))}, worth {_counted(number, 'medal')} in all"
                for enemy, colour, number in zip(("Red", "Blue"), _COLOURS, medals, strict=True)
                if self._nearer(colour)
            ]
            hint = "first is who needs fewer placements along paths to one of its bases"
            place = ("regions",)
            yield self.document.fault("one-sided-regions", place, "; ".join(said), "as many medals for both", hint, at_key=True)


def _named(regions: Iterable[Region]) -> str:
    ids = [region.id for region in regions]
    return f"region{'s' * (len(ids) > 1)} {listed(ids, 'and', 62)}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
