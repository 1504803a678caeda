"""A document: plain data, and the place of every key and value in its file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import Fault, Place

Steps = tuple[str | int, ...]
"""The way from the top of a document to a value: keys and indices."""

_WIDEST_LINE = 160


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one file; every key is text as written, so `7:` and `"7":` are the same key."""

    data: object
    positions: Mapping[Steps, tuple[int, int]]
    """Line and column, from 1, of every value."""
    name: str
    """How messages call the file."""
    lines: tuple[str, ...]
    keys: Mapping[Steps, tuple[int, int]] = field(default_factory=dict)
    """Line and column, from 1, of every key."""

    def fault(self, code: str, path: Steps, found: str, expected: str = "", hint: str = "", at_key: bool = False) -> Fault:
        """Return a fault placed at a value or its key, or at the nearest parent that has a place."""
        if at_key and path in self.keys:
            return self.fault_at(code, self.keys[path], found, expected, hint)
        while path and path not in self.positions:
            path = path[:-1]
        return self.fault_at(code, self.positions.get(path, (0, 0)), found, expected, hint)

    def fault_at(self, code: str, at: tuple[int, int], found: str, expected: str = "", hint: str = "") -> Fault:
        """Return a fault placed at a line and column."""
        line, column = at
        source = self.lines[line - 1] if 0 < line <= len(self.lines) and column <= _WIDEST_LINE else ""
        return Fault(code, Place(self.name, line, column), found, expected, hint, shown(source, _WIDEST_LINE))

    def line(self, path: Steps) -> int:
        """Return the line of a key, or of the value where there is no key."""
        return self.keys.get(path, self.positions.get(path, (0, 0)))[0]

    def part(self, *path: str | int) -> Document:
        """Return the value at a path as a document of its own, every place kept."""
        data = self.data
        for step in path:
            data = data[step]  # type: ignore[index]
        positions, keys = (
            {steps[len(path) :]: at for steps, at in places.items() if steps[: len(path)] == path}
            for places in (self.positions, self.keys)
        )
        return Document(data, positions, self.name, self.lines, keys)


def document_of(data: object, name: str) -> Document:
    """Return data made in Python as a document that is in no file; number keys become text, as in files."""
    return Document(json.loads(json.dumps(data)), {}, name, ())


def shown(text: str, width: int = 60) -> str:
    """Return text of a file as a message may show it: shortened, and harmless to a terminal."""
    harmless = "".join(c if c.isprintable() or c == "\t" else "?" for c in text[:width])
    return harmless + "…" * (len(text) > width)
