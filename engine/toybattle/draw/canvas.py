"""A sheet of characters to draw on: boxes of text, and lines between them that never run through a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

PLAIN = ""
_ASCII = str.maketrans({"─": "-", "│": "|", "╱": "/", "╲": "\\", "×": "x", "…": "~", "●": "#", "○": "o", "·": "-", "–": "-"})


@dataclass(frozen=True, slots=True)
class Box:
    """The room kept for a text; its middle is in its first line, where lines to it end."""

    left: int
    top: int
    width: int
    height: int
    middle: int

    def touches(self, other: Box) -> bool:
        """Return whether two boxes leave no blank between them."""
        beside = self.left <= other.left + other.width and other.left <= self.left + self.width
        return beside and self.top <= other.top + other.height and other.top <= self.top + self.height


@dataclass(slots=True)
class Canvas:
    """Characters with their colours, by column and row."""

    width: int
    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    kept: dict[tuple[int, int], Box] = field(default_factory=dict)
    """The cells of the texts in boxes and those beside them, which lines keep out of."""

    def write(self, x: int, y: int, text: str, colour: str = PLAIN, box: Box | None = None) -> None:
        """Write a text, in a box if one is given; its colour is the number that a terminal calls it by."""
        for i, character in enumerate(text):
            self.cells[x + i, y] = (character, colour)
        if box:
            self.kept |= {(x + i, y): box for i in range(-1, len(text) + 1)}

    def line(self, start: Box, end: Box, is_one_way: bool, colour: str) -> bool:
        """Draw a line between two boxes; return whether it can be followed from one to the other, and draw nothing if not."""
        way = list(_steps((start.middle, start.top), (end.middle, end.top)))
        outside = [(x, y, character) for x, y, character in way if self.kept.get((x, y)) not in (start, end)]
        own = [(x, y, character) for x, y, character in outside if (x, y) not in self.cells]
        if any((x, y) in self.kept for x, y, _ in outside) or not own or 2 * len(own) < len(outside):
            return False
        if is_one_way:
            x, y, _ = own[len(own) // 2]
            is_steep = abs(end.top - start.top) >= abs(end.middle - start.middle)
            ahead = end.top > start.top if is_steep else end.middle > start.middle
            own[len(own) // 2] = (x, y, ("^v" if is_steep else "<>")[ahead])
        for x, y, character in own:
            self.cells[x, y] = (character, colour)
        return True

    def is_free(self, x: int, y: int, width: int, beside: int, above: int) -> bool:
        """Return whether a text of this width would leave so many blanks beside, above and below it."""
        columns, rows = range(x - beside, x + width + beside), range(y - above, y + above + 1)
        return 0 <= x <= self.width - width and not any((column, row) in self.cells for column in columns for row in rows)

    def text(self, has_colour: bool) -> str:
        """Return the sheet as lines of text."""
        bottom = max((y for _, y in self.cells), default=-1)
        return "\n".join(self._row(y, has_colour) for y in range(bottom + 1))

    def _row(self, y: int, has_colour: bool) -> str:
        row = [self.cells.get((x, y), (" ", PLAIN)) for x in range(self.width)]
        text, last = "", PLAIN
        for character, colour in row:
            if has_colour and colour != last:
                text += "\033[0m" * bool(last) + (f"\033[{colour}m" if colour else "")
                last = colour
            text += character
        return text.rstrip() + ("\033[0m" if last else "")


def _steps(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
    """Yield the cells from one place to another, each with the character that leads to the next."""
    across, down = end[0] - start[0], end[1] - start[1]
    count = max(abs(across), abs(down), 1)
    places = ((start[0] + round(across * i / count), start[1] + round(down * i / count)) for i in range(count + 1))
    for (x, y), (next_x, next_y) in pairwise(places):
        if x == next_x:
            yield x, y, "│"
        elif y == next_y:
            yield x, y, "─"
        else:
            yield x, y, "╲" if (next_x > x) == (next_y > y) else "╱"


def in_ascii(text: str) -> str:
    """Return a text for a terminal that knows no other characters."""
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def placed(middles: Sequence[tuple[int, int]], sizes: Sequence[tuple[int, int]], width: int) -> list[Box]:
    """Return the boxes around places, moved sideways where they would leave the sheet."""
    boxes = []
    for (x, y), (wide, high) in zip(middles, sizes, strict=True):
        left = max(0, min(x - wide // 2, width - wide))
        boxes.append(Box(left, y, wide, high, min(max(x, left), left + wide - 1)))
    return boxes
