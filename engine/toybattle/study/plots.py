"""Plots as SVG for a page, whose style sheet paints them; each carries its numbers as words for who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import cos, pi, sin
from typing import Any

from toybattle.study.findings import Base, Region
from toybattle.study.intervals import Estimate
from toybattle.study.words import number, percent

_RANGES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
"""How far from even an axis may reach to each side."""


def reach(estimates: Sequence[Estimate]) -> float:
    """Return how far from even an axis has to reach for the middle of these, and all that is not hopelessly wide."""
    told = [estimate for estimate in estimates if estimate.value is not None]
    values = [abs((estimate.value or 0.0) - 0.5) for estimate in told]
    ends = [max(abs(estimate.low - 0.5), abs(estimate.high - 0.5)) for estimate in told if estimate.margin < 0.15]
    needed = max([*values, *ends], default=0.0)
    return next((wide for wide in _RANGES if needed <= wide), _RANGES[-1])


def whisker(estimate: Estimate, wide: float, baseline: float | None = None, is_off: bool | None = None) -> str:
    """Return a share of wins as a dot on its interval, on an axis around even that is `wide` to each side.

    It stands out if it is off even, which the interval says unless it is given.
    """
    if estimate.value is None:
        return ""

    def at(share: float) -> str:
        return f"{min(99.0, max(1.0, 50 + 49 * (share - 0.5) / wide)):.1f}%"

    css = "off" if (estimate.excludes(0.5) if is_off is None else is_off) else "even"
    held = f'<line class="held" x1="{at(baseline)}" x2="{at(baseline)}" y1="2" y2="18"/>' if baseline is not None else ""
    return (
        f'<svg class="whisker {css}" height="20" role="img">'
        f'<line class="middle" x1="50%" x2="50%" y1="1" y2="19"/>{held}'
        f'<line class="interval" x1="{at(estimate.low)}" x2="{at(estimate.high)}" y1="10" y2="10"/>'
        f'<circle cx="{at(estimate.value)}" cy="10" r="4.5"/></svg>'
    )


def differing(difference: Estimate, wide: float, is_found: bool) -> str:
    """Return a difference of shares as a dot on its interval, on an axis around none."""
    if difference.value is None:
        return ""
    moved = Estimate(difference.value + 0.5, difference.low + 0.5, difference.high + 0.5, difference.games)
    return whisker(moved, wide, is_off=is_found)


def stacked(parts: Sequence[tuple[str, str, float]]) -> str:
    """Return shares of a whole as one bar: for each part its class, its words and its share."""
    drawn, left = [], 0.0
    for css, words, share in parts:
        if share > 0:
            drawn.append(
                f'<rect class="{css}" x="{100 * left:.2f}%" width="{100 * share:.2f}%" height="100%">'
                f"<title>{escape(words)}: {percent(share)}</title></rect>"
            )
        left += share
    told = ", ".join(f"{words} {percent(share)}" for _, words, share in parts)
    return f'<svg class="stacked" role="img" aria-label="{escape(told)}">{"".join(drawn)}</svg>'


def columns(counts: Sequence[tuple[int, int]], unit: str, marked: Sequence[int] = ()) -> str:
    """Return a histogram of whole numbers, the smallest to the largest; marked ones are lines behind it."""
    if not counts:
        return ""
    known, across, height = dict(counts), 320, 90
    least, last = counts[0][0], counts[-1][0]
    step = max(1, -(-(last - least + 1) // 40))
    starts = range(least - least % step, last + 1, step)
    sums = [sum(known.get(i, 0) for i in range(start, start + step)) for start in starts]
    total, most, wide = sum(sums), max(sums), across / len(sums)
    parts = []
    for i, (start, count) in enumerate(zip(starts, sums, strict=True)):
        high = height * count / most
        place = f'x="{i * wide + 0.5:.1f}" y="{height - high:.1f}" width="{max(0.5, wide - 1):.1f}" height="{high:.1f}"'
        told = f"{_stretch(start, step)} {unit}: {count:,} games, {percent(count / total)}"
        parts.append(f'<rect class="column" {place}><title>{told}</title></rect>')
    for mark in marked:
        x = ((mark - starts[0]) / step + 0.5) * wide
        parts.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="-8" y2="{height}"/>')
    every = max(1, -(-len(sums) // 8))
    for i in range(0, len(sums), every):
        parts.append(f'<text x="{(i + 0.5) * wide:.1f}" y="{height + 15}">{starts[i]}</text>')
    return f'<svg class="columns" viewBox="0 -10 {across} {height + 30}" role="img">{"".join(parts)}</svg>'


def _stretch(start: int, step: int) -> str:
    return str(start) if step == 1 else f"{start}–{start + step - 1}"


# ---- the map


def board(legend: Mapping[str, Any], bases: Sequence[Base], regions: Sequence[Region]) -> str:
    """Return the map: how many troops each slot gets in a game, and who takes the medals of each region."""
    radius, height = legend["radius"], legend["height"]
    most = max((base.placed.value or 0.0 for base in bases), default=0.0) or 1.0
    parts = [_polygon(region["outline"]) for region in legend["regions"] if len(region["outline"]) > 2]
    parts += [f'<path class="way" d="M{_at(start)}L{_at(end)}"/>' for start, end in legend["paths"]]
    parts += [_ring(region["at"], found) for region, found in zip(legend["regions"], regions, strict=True)]
    for slot, base in zip(legend["slots"], bases, strict=True):
        (x, y), share = slot["at"], (base.placed.value or 0.0) / most
        kind = f"{slot['owner']}’s H.Q. {slot['id']}" if slot["owner"] else f"base {slot['id']}"
        special = f", {slot['special']}" if slot["special"] else ""
        told = (
            f"{kind}{special}: {number(base.placed.value)} troops a game, in {percent(base.used.value)} of the games; "
            f"who places more here wins {percent(base.more.value)}"
        )
        square = slot["owner"] == "red"
        form = (
            f'<rect x="{-radius:.1f}" y="{-radius:.1f}" width="{2 * radius:.1f}" height="{2 * radius:.1f}" rx="{radius / 3:.1f}"'
            if square else f'<circle r="{radius:.1f}"'
        )  # fmt: skip
        css = slot["owner"] or ("printed" if slot["special"] else "plain")
        strong = " strong" if share > 0.55 else ""
        size = min(0.44 * radius, 2.4 * radius / len(slot["id"]))
        parts.append(
            f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(told)}</title>'
            f'{form} class="plate"/>{form} class="heat" fill-opacity="{0.06 + 0.82 * share:.2f}"/>{form} class="rim {css}"/>'
            f'<text class="use{strong}" y="{0.44 * radius:.1f}" font-size="{0.74 * radius:.1f}">{base.placed.value or 0:.1f}'
            "</text>"
            f'<text class="id{strong}" y="{-0.38 * radius:.1f}" font-size="{size:.1f}">{escape(slot["id"])}</text></g>'
        )
    return f'<svg class="board" viewBox="0 0 600 {height:.0f}" role="img">{"".join(parts)}</svg>'


def _ring(at: Sequence[float], region: Region) -> str:
    """Return who takes a region's medals as arcs from the top: Blue's to the left, Red's to the right."""
    blue, red, radius = region.blue.value or 0.0, region.red.value or 0.0, 20.0
    told = f"region {region.id}, {region.medals} medals: Blue takes it in {percent(blue)} of the games, Red in {percent(red)}"
    arcs = "".join(
        f'<path class="arc {colour}" d="{_arc(radius, share * side)}"/>'
        for colour, share, side in (("blue", blue, -1), ("red", red, 1))
        if share > 0.002
    )
    return (
        f'<g transform="translate({at[0]:.1f} {at[1]:.1f})"><title>{escape(told)}</title>'
        f'<circle class="disc" r="{radius}"/>{arcs}'
        f'<text class="medals" y="6.5" font-size="18">{region.medals}</text></g>'
    )


def _arc(radius: float, share: float) -> str:
    end = min(max(share, -0.999), 0.999) * 2 * pi
    large, sweep = int(abs(share) > 0.5), int(share > 0)
    return f"M0 {-radius}A{radius} {radius} 0 {large} {sweep} {radius * sin(end):.2f} {-radius * cos(end):.2f}"


def _polygon(outline: Sequence[Sequence[float]]) -> str:
    return f'<polygon class="ground" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in outline)}"/>'


def _at(point: Sequence[float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
