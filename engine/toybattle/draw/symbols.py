"""Signs drawn by lines alone: the players' shapes, medals, arrows, and a sign for each kind of special base."""

from __future__ import annotations

from math import hypot

from toybattle.draw.markup import box, circle, number, path
from toybattle.ruleset.tree import Ruleset

_SIGNS = (
    "M-8-8H8M-6.5-8V8M0-8V8M6.5-8V8",
    "M8 0A8 8 0 1 1-8 0A8 8 0 1 1 8 0ZM-5.5 5.5L5.5-5.5",
    "M0-8V8M-8 0H8",
    "M-3-8L-8-3L-3 2M-8-3H3A5 5 0 0 1 3 7H-4",
    "M0 3V-9M-5-4L0-9L5-4M-8 2V8H8V2",
    "M-8-7L-1 0L-8 7M1-7L8 0L1 7",
    "M-8-7H8L0 8Z",
    "M0-9L9 0L0 9L-9 0Z",
    "M-9-3Q-4.5-9 0-3T9-3M-9 5Q-4.5-1 0 5T9 5",
    "M-7-8H7L-7 8H7Z",
    "M-7-7L7 7M7-7L-7 7",
    "M4-8A8 8 0 1 0 4 8A10 10 0 0 1 4-8Z",
    "M0-8L8 7H-8Z",
    "M-5-8H5L9 0L5 8H-5L-9 0Z",
    "M-8-8H8V8H-8ZM-3-3H3V3H-3Z",
    "M-8 6L-3-6L2 6L7-6",
    "M-8-8V8H8M-2-8V2H8",
    "M0-9V-3M0 3V9M-9 0H-3M3 0H9M-6-6L-5-5M6-6L5-5M-6 6L-5 5M6 6L5 5",
)
"""In a box from -10 to 10, for kinds of special base in the order in which the rules introduce them."""


def special_sign(ruleset: Ruleset, kind: str, x: float, y: float, half: float) -> str:
    """Return the sign of a kind of special base; no two kinds of a ruleset have the same one.

    More kinds than there are signs get the same signs again, underlined once, twice and so on.
    """
    lines, sign = divmod(ruleset.specials.index(kind), len(_SIGNS))
    under = "".join(f"M-8 {12 + 4 * n}H8" for n in range(lines))
    return _sign(_SIGNS[sign] + under, x, y, half, "glyph")


def _sign(d: str, x: float, y: float, half: float, css: str, stroke: float = 0) -> str:
    """Return a path written for a box from -10 to 10, in a box of another size elsewhere; a stroke given keeps its width."""
    place = f'transform="translate({number(x)} {number(y)}) scale({half / 10:.2f})"'
    wide = f' stroke-width="{10 * stroke / half:.2f}"' if stroke else ""
    return f'<path class="{css}" {place}{wide} d="{d}"/>'


def shape(colour: str, x: float, y: float, radius: float, css: str) -> str:
    """Return a player's shape, a disc for Blue and a square of nearly the same area for Red."""
    if colour == "blue":
        return circle(x, y, radius, css)
    return box(x, y, 1.78 * radius, 1.78 * radius, 0.3 * radius, css)


def medal(x: float, y: float, radius: float) -> str:
    """Return a medal on its ribbon."""
    return _sign("M-7-15H7L3.4-8H-3.4Z", x, y, radius, "ribbon") + circle(x, y, radius, "medal")


def flag(x: float, y: float, half: float, colour: str) -> str:
    """Return a flag in a player's colour, the sign of an H.Q."""
    return _sign("M-5 10V-10L8-4.5L-3 1V10Z", x, y, half, f"{colour}-spot")


def joker(x: float, y: float, radius: float) -> str:
    """Return the sign of a troop without strength, four rays."""
    return _sign("M0-10L3-3L10 0L3 3L0 10L-3 3L-10 0L-3-3Z", x, y, radius, "on")


def arrow(start: tuple[float, float], end: tuple[float, float], size: float) -> str:
    """Return an arrow head in the middle of a path."""
    along = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (end[0] - start[0]) / along * size, (end[1] - start[1]) / along * size
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    points = [(x + dx, y + dy), (x - 0.8 * dx - 0.8 * dy, y - 0.8 * dy + 0.8 * dx), (x - 0.35 * dx, y - 0.35 * dy),
              (x - 0.8 * dx + 0.8 * dy, y - 0.8 * dy - 0.8 * dx)]  # fmt: skip
    return path("M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "Z", "arrow")


def corners(x: float, y: float, half: float) -> str:
    """Return the four corners of a square around a place."""
    return _sign("M-10-5.8V-10H-5.8M5.8-10H10V-5.8M10 5.8V10H5.8M-5.8 10H-10V5.8", x, y, half, "moved", min(4.0, 0.25 * half))


def crossed(x: float, y: float, radius: float) -> str:
    """Return a cross on a disc: here it ends."""
    return circle(x, y, radius, "refused") + _sign("M-4-4L4 4M4-4L-4 4", x, y, radius, "cross")
