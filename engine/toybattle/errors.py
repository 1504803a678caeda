"""What can be wrong with input, said so that its writer can mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

_WIDEST = 160
"""Characters of a line that a message shows."""


class ToyBattleError(Exception):
    """Any error this package raises on purpose; its text is written for the user."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands; line and column count from 1, 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in one file."""

    code: str
    """Stable name of the kind of fault, for tests and tools."""
    place: Place
    found: str
    """What stands there, as a clause: `unknown troop 'duk'`."""
    expected: str = ""
    """What should stand there, as a noun phrase, or empty."""
    hint: str = ""
    """What to do, often the nearest known name: `did you mean 'duck' (rules/pond.rules:3:1)?`."""
    source: str = ""
    """The line of the file, shown with a caret below the column."""
    is_warning: bool = False
    """Whether the file can be used all the same."""

    @property
    def said(self) -> str:
        """What is wrong, what should stand there and what to do, without the place."""
        return "; ".join(part for part in (self.found, self.expected and f"expected {self.expected}", self.hint) if part)

    def __str__(self) -> str:
        text = f"{self.place}: {'warning: ' if self.is_warning else ''}{self.said}"
        if self.source.strip() and self.place.column:
            start = max(0, self.place.column - _WIDEST // 2) if self.place.column > _WIDEST - 20 else 0
            shown = "".join(c if c.isprintable() or c == "\t" else "?" for c in self.source[start : start + _WIDEST])
            line = "…" * (start > 0) + shown + "…" * (len(self.source) > start + _WIDEST)
            before = line[: self.place.column - 1 - start + (start > 0)]
            blank = "".join("\t" if c == "\t" else " " for c in before)
            text += f"\n    {line}\n    {blank}^"
        return text


class InputError(ToyBattleError):
    """All the faults found in the user's files, in reading order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `word`, or None when nothing is close."""
    close = difflib.get_close_matches(word[:60].lower(), sorted(set(known)), n=1, cutoff=0.6)
    return close[0] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the hint that offers the known name most like `word`, or an empty string."""
    close = nearest(word, known)
    return f"did you mean '{close}'?" if close else ""


def listed(words: Iterable[str], last: str = "or", limit: int = 12) -> str:
    """Return words as a sentence lists them: `a, b or c`; at most `limit` of them.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    items = list(words)
    if len(items) > limit:
        return ", ".join(items[:limit]) + ", …"
    return f" {last} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
