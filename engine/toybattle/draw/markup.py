"""Pieces of SVG: numbers, escaped words, and words made to fit, their width estimated since no font can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

LEAST = 7.0
"""The smallest size letters shrink to before words are cut."""
_WIDTHS = {**dict.fromkeys("iljI.,:;'|!’·", 0.3), **dict.fromkeys('ftr()[]-1 /"', 0.4), **dict.fromkeys("mwMW@%—…", 0.92)}
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def number(value: float) -> str:
    """Return a number as SVG writes it, to a tenth.

    >>> number(3.0), number(2.25), number(-0.04)
    ('3', '2.2', '0')
    """
    shown = f"{value:.1f}".removesuffix(".0")
    return "0" if shown == "-0" else shown


def safe(words: str) -> str:
    """Return words as XML may hold them: blanks plain, no character that is none."""
    shown = "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in words)
    return shown.translate(_ESCAPES)


def width(words: str, size: float) -> float:
    """Return about how wide words are, rather too much than too little."""
    return size * sum(map(_em, words))


def _em(character: str) -> float:
    known = _WIDTHS.get(character)
    if known is not None:
        return known
    if combining(character):
        return 0.0
    if east_asian_width(character) in "WF":
        return 1.0
    return 0.7 if character.isupper() else 0.59


def fitted(words: str, size: float, room: float) -> tuple[str, float]:
    """Return words and the size at which they fit into a room: smaller ones first, cut ones after that."""
    wide = width(words, size)
    if wide <= room:
        return words, size
    smaller = size * room / wide
    return (words, smaller) if smaller >= LEAST else (cut(words, LEAST, room), LEAST)


def cut(words: str, size: float, room: float) -> str:
    """Return as many letters of words as fit into a room."""
    if width(words, size) <= room:
        return words
    while words and width(f"{words}…", size) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


def text(x: float, y: float, words: str, size: float, css: str = "ink", anchor: str = "middle") -> str:
    """Return words whose middle is at this height; their anchor is `start`, `middle` or `end`."""
    place = f'x="{number(x)}" y="{number(y + 0.36 * size)}" font-size="{number(size)}"'
    side = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    return f'<text class="{css}" {place}{side}>{safe(words)}</text>'


def circle(x: float, y: float, radius: float, css: str) -> str:
    """Return a circle."""
    return f'<circle class="{css}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def box(x: float, y: float, wide: float, high: float, corner: float, css: str) -> str:
    """Return a rectangle with round corners, x and y its middle."""
    place = f'x="{number(x - wide / 2)}" y="{number(y - high / 2)}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect class="{css}" {place} rx="{number(corner)}"/>'


def path(d: str, css: str) -> str:
    """Return a path."""
    return f'<path class="{css}" d="{d}"/>'


def line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the data of a path from one point to another."""
    return f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"


def polygon(points: Iterable[tuple[float, float]], css: str, more: str = "") -> str:
    """Return a closed outline."""
    return f'<polygon class="{css}" points="{" ".join(f"{number(x)},{number(y)}" for x, y in points)}"{more}/>'


def group(x: float, y: float, parts: Iterable[str], title: str = "") -> str:
    """Return parts drawn around a place, with the words a reader sees when pointing at it."""
    told = f"<title>{safe(title)}</title>" if title else ""
    return f'<g transform="translate({number(x)} {number(y)})">{told}{"".join(parts)}</g>'


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a known width, drawn from its left end at half its height."""

    width: float
    parts: str


def flow(items: Sequence[Item], left: float, right: float, top: float, height: float, gap: float) -> tuple[str, float]:
    """Return items set from left to right in rows of this height, and where the rows end."""
    drawn, x, y = [], left, top + height / 2
    for item in items:
        if x > left and x + item.width > right:
            x, y = left, y + height
        drawn.append(group(x, y, [item.parts]))
        x += item.width + gap
    return "".join(drawn), y + height / 2 if items else top


def paragraph(
    words: Sequence[tuple[str, str]], size: float, left: float, right: float, top: float, height: float
) -> tuple[str, float]:
    """Return words, each with its class, in lines of this height that break between them, and where the lines end."""
    lines: list[list[tuple[str, str]]] = [[]]
    x, blank = left, width(" ", size)
    for place, (css, word) in enumerate(words):
        shown = cut(word, size, right - left)
        # What ends in a colon stays with what follows.
        after = words[place + 1][1] if word.endswith(":") and place + 1 < len(words) else ""
        if lines[-1] and x + width(shown, size) + width(after, size) > right:
            lines.append([])
            x = left
        lines[-1].append((css, shown))
        x += width(shown, size) + blank
    drawn = []
    for row, line_ in enumerate(lines):
        spans = " ".join(f'<tspan class="{css}">{safe(word)}</tspan>' for css, word in line_)
        y = top + row * height + height / 2 + 0.36 * size
        drawn.append(f'<text x="{number(left)}" y="{number(y)}" font-size="{number(size)}" text-anchor="start">{spans}</text>')
    return "".join(drawn), top + len(lines) * height
