"""The values a terrain is made of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

MOST_SLOTS = 62
"""As many slots as bits fit into a signed 64-bit mask with one to spare."""


@dataclass(frozen=True, slots=True)
class SpecialWords:
    """What a ruleset lets a terrain file write after a kind of special base."""

    takes_values: bool
    allowed: frozenset[int | str] | None = None
    """The admissible values, or None if any is."""


@dataclass(frozen=True, slots=True)
class Special:
    """What is printed on a slot."""

    kind: str
    values: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A base or an H.Q."""

    id: str
    owner: str | None
    """The colour whose H.Q. it is, None for a base."""
    at: tuple[float, float]
    """Percent of the board: from 0 (left) to 100 (right), from 0 (blue's edge) to 100 (red's edge)."""
    special: Special | None = None
    troops: tuple[str, ...] = ()
    """The starting stack, lowest first, each as `colour troop`."""

    @property
    def is_hq(self) -> bool:
        """Whether it is an H.Q."""
        return self.owner is not None


@dataclass(frozen=True, slots=True)
class Region:
    """Bases that pay medals to who occupies them all."""

    id: str
    medals: int
    around: tuple[int, ...]
    """Indices of bases, in file order."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A map to play on; slots are referred to by index."""

    id: str
    name: str
    published: str
    """When and where, or empty."""
    objective: tuple[int, int]
    """The medals blue and red need."""
    slots: tuple[Slot, ...]
    """The bases in file order, then blue's H.Q.s, then red's."""
    paths: tuple[tuple[int, int], ...]
    """Pairs (from, to) in ascending order; a path both ways gives two."""
    regions: tuple[Region, ...]
    adjacency: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """One mask for each slot i: bit j is set when a path leads from i to j."""

    def __post_init__(self) -> None:
        """Derive the adjacency masks."""
        masks = [0] * len(self.slots)
        for start, end in self.paths:
            masks[start] |= 1 << end
        object.__setattr__(self, "adjacency", tuple(masks))

    def index(self, slot_id: str) -> int:
        """Return the index of a slot, or raise KeyError."""
        for i, slot in enumerate(self.slots):
            if slot.id == slot_id:
                return i
        raise KeyError(slot_id)

    def neighbours(self, i: int) -> tuple[int, ...]:
        """Return the slots one path leads to from slot i, in ascending order."""
        return tuple(j for j in range(len(self.slots)) if self.adjacency[i] >> j & 1)

    def reached(self, starts: Iterable[int]) -> dict[int, int]:
        """Return the distance of each slot reached from `starts`; no way runs through an H.Q."""
        distances = dict.fromkeys(starts, 0)
        queue = list(distances)
        for i in queue:
            if self.slots[i].is_hq and distances[i]:
                continue
            for j in self.neighbours(i):
                if j not in distances:
                    distances[j] = distances[i] + 1
                    queue.append(j)
        return distances

    def distance(self, i: int, j: int) -> int | None:
        """Return the length in paths of the shortest way from i to j, or None; it runs through no H.Q."""
        return self.reached([i]).get(j)

    def without_specials(self) -> Terrain:
        """Return this terrain with every special base an ordinary one."""
        return replace(self, slots=tuple(replace(slot, special=None) for slot in self.slots))

    def as_data(self) -> dict[str, object]:
        """Return this terrain in the form of a terrain file; reading it gives an equal terrain."""
        bases = {slot.id: _slot_data(slot) for slot in self.slots if not slot.is_hq}
        hqs = {slot.id: {"owner": slot.owner, **_slot_data(slot)} for slot in self.slots if slot.is_hq}
        return {
            "id": self.id,
            "name": self.name,
            **({"published": self.published} if self.published else {}),
            "objective": dict(zip(("blue", "red"), self.objective, strict=True)),
            "hqs": hqs,
            "bases": bases,
            "paths": self._path_texts(),
            "regions": [
                {
                    **({"id": region.id} if region.id != str(number) else {}),
                    "medals": region.medals,
                    "around": [self.slots[i].id for i in region.around],
                }
                for number, region in enumerate(self.regions, 1)
            ],
        }

    def _path_texts(self) -> list[str]:
        texts = []
        for i, j in self.paths:
            is_mutual = bool(self.adjacency[j] >> i & 1)
            if not is_mutual or i < j:
                texts.append(f"{self.slots[i].id} {'' if is_mutual else '> '}{self.slots[j].id}")
        return texts

    @property
    def digest(self) -> str:
        """SHA-256 of `as_data` as compact JSON with sorted keys, in hexadecimal."""
        text = json.dumps(self.as_data(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _slot_data(slot: Slot) -> dict[str, object]:
    data: dict[str, object] = {"at": [int(x) if x % 1 == 0 else x for x in slot.at]}
    if slot.special:
        data["special"] = [slot.special.kind, *slot.special.values]
    if slot.troops:
        data["troops"] = list(slot.troops)
    return data
