"""Where in its file each part of a terrain stands, and how messages call it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ..documents import Document, Steps
from ..errors import listed
from .terrain import Terrain


def ends(text: str) -> list[str]:
    """Return the ids of the two slots of a path as a file writes it."""
    return text.replace(">", " ").split()


def called(group: str, slot_id: str) -> str:
    """Return how messages call a slot of a group of a file."""
    return f"{'base' if group == 'bases' else 'the H.Q.'} '{slot_id}'"


class Sources:
    """One terrain and the document it was read from."""

    def __init__(self, document: Document, terrain: Terrain) -> None:
        self.terrain = terrain
        data = cast("dict[str, Any]", document.data)
        self._paths: list[str] = data["paths"]
        indices = {slot.id: i for i, slot in enumerate(terrain.slots)}
        pairs = ((n, ends(text)) for n, text in enumerate(self._paths))
        self.lines = tuple((n, (indices[start], indices[end])) for n, (start, end) in pairs)
        """The number of each path in the file, and the slots it joins."""

    def slot(self, i: int) -> Steps:
        """Return the way to a slot."""
        slot = self.terrain.slots[i]
        return ("hqs" if slot.is_hq else "bases", slot.id)

    def called(self, i: int) -> str:
        """Return how messages call a slot."""
        return called(*map(str, self.slot(i)))

    def text(self, n: int) -> str:
        """Return a path as the file writes it."""
        return self._paths[n]

    def bases(self, slots: Iterable[int]) -> str:
        """Return bases as a sentence lists them."""
        ids = [f"'{self.terrain.slots[i].id}'" for i in slots]
        return f"base{'s' * (len(ids) != 1)} {listed(ids, 'and')}" if ids else "no base"
