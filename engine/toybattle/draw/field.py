"""The map of a picture: regions, paths, networks, slots with their stacks, and what is pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toybattle.draw.board import piece_name, troop_parts
from toybattle.draw.chart import Chart
from toybattle.draw.markup import box, circle, fitted, group, line, path, polygon, text, width
from toybattle.draw.scene import Scene
from toybattle.draw.symbols import arrow, corners, crossed, flag, joker, medal, shape, special_sign
from toybattle.errors import listed
from toybattle.game.situation import PLAYERS
from toybattle.terrain import Region, Slot

_MOST_SHOWN = 4
"""Troops of a stack that are seen below its top; the number beside it counts all."""


def field(scene: Scene, chart: Chart) -> Iterator[str]:
    """Yield the map, from what lies at the bottom to what lies on top."""
    terrain = scene.terrain
    for region, around in zip(terrain.regions, chart.regions, strict=True):
        yield from _ground(region, around, scene.taken.get(region.id))
    yield path("".join(line(chart.slots[i], chart.slots[j]) for i, j, _ in _paths(scene)), "path")
    for player in PLAYERS:
        if joined := scene.networks[player]:
            yield path("".join(line(chart.slots[i], chart.slots[j]) for i, j in joined), f"{player}-net")
    for i, j, is_one_way in _paths(scene):
        if is_one_way:
            yield arrow(chart.slots[i], chart.slots[j], min(13.0, 0.45 * chart.radius))
    for region, place in zip(terrain.regions, chart.medals, strict=True):
        yield _medals(scene, region, place)
    for slot, (x, y) in zip(terrain.slots, chart.slots, strict=True):
        yield group(x, y, _slot(scene, slot, chart.radius), _told(scene, slot))
    if scene.refusal:
        at = {slot.id: place for slot, place in zip(terrain.slots, chart.slots, strict=True)}
        for near, far in scene.refusal.breaks:
            (ax, ay), (bx, by) = at[near], at[far]
            yield crossed((ax + bx) / 2, (ay + by) / 2, min(12.0, 0.36 * chart.radius))


def _paths(scene: Scene) -> Iterator[tuple[int, int, bool]]:
    """Yield each path once, with whether it is one-way."""
    terrain = scene.terrain
    for i, j in terrain.paths:
        is_mutual = bool(terrain.adjacency[j] >> i & 1)
        if not is_mutual or i < j:
            yield i, j, not is_mutual


# ---- regions


def _ground(region: Region, around: Sequence[tuple[float, float]], taker: str | None) -> Iterator[str]:
    if len(around) < 3:
        return
    if taker is None:
        yield polygon(around, "open", f' fill-opacity="{min(0.1 + 0.1 * region.medals, 0.6):.2f}"')
    elif taker in PLAYERS:
        yield polygon(around, f"{taker}-spot", ' fill-opacity="0.16"')
        yield polygon(around, f"{taker}-field")
    else:
        yield polygon(around, "gone")


def _medals(scene: Scene, region: Region, place: tuple[float, float, float]) -> str:
    """Return a region's medals; once taken, who has them."""
    x, y, room = place
    radius = min(15.0, max(7.0, 0.62 * room))
    taker = scene.taken.get(region.id)
    bases = listed((scene.terrain.slots[i].id for i in region.around), "and", 62)
    who = "" if taker is None else f", taken by {taker.title()}" if taker in PLAYERS else ", taken"
    told = f"region {region.id}: {region.medals} medal{'s' * (region.medals != 1)}, enclosed by {bases}{who}"
    words, size = fitted(str(region.medals), 1.15 * radius, 1.7 * radius)
    if taker is None:
        parts = [medal(0, 0.2 * radius, radius), text(0, 0.2 * radius, words, size, "count")]
    elif taker in PLAYERS:
        parts = [shape(taker, 0, 0, radius, f"{taker}-hq inner"), text(0, 0, words, size, f"{taker}-word")]
    else:
        parts = [circle(0, 0, radius, "hollow"), text(0, 0, words, size, "muted")]
    return group(x, y, parts, told)


# ---- slots


def _told(scene: Scene, slot: Slot) -> str:
    """Return what a slot is and holds, in words."""
    kind = f"{slot.owner.title()}’s H.Q. {slot.id}" if slot.owner else f"base {slot.id}"
    special = f", {' '.join(map(str, [slot.special.kind, *slot.special.values]))}" if slot.special else ""
    pieces = [piece_name(scene.game, piece) for piece in scene.stacks.get(slot.id, ())]
    return f"{kind}{special}" + (f": {' over '.join(reversed(pieces))}" if pieces else "")


def _slot(scene: Scene, slot: Slot, radius: float) -> Iterator[str]:
    pieces = scene.stacks.get(slot.id, ())
    yield from _rings(scene, slot, radius)
    if slot.owner:
        yield shape(slot.owner, 0, 0, 1.1 * radius, f"{slot.owner}-hq")
        yield shape(slot.owner, 0, 0, 0.94 * radius, f"{slot.owner}-hq inner")
    else:
        yield circle(0, 0, radius, "special" if slot.special else "plate")
    if pieces:
        yield from _stack(scene, pieces, radius, 1.46 if slot.special else 0.98)
        yield from _tag(slot.id, -1.04 * radius, radius)
        if slot.special:
            yield from _badge(scene, slot, radius)
    elif slot.owner:
        yield flag(0, -0.28 * radius, 0.42 * radius, slot.owner)
        words, size = fitted(slot.id, 0.4 * radius, 1.32 * radius)
        yield text(0, 0.45 * radius, words, size, f"{slot.owner}-word")
        if slot.special:
            yield from _badge(scene, slot, radius)
    elif slot.special:
        values = _values(slot)
        yield special_sign(scene.game.ruleset, slot.special.kind, 0, (-0.12 if values else 0.08) * radius, 0.42 * radius)
        if values:
            words, size = fitted(values, 0.46 * radius, 1.35 * radius)
            yield text(0, 0.6 * radius, words, size, "value")
        yield from _tag(slot.id, -1.04 * radius, radius)
    else:
        words, size = fitted(slot.id, 0.72 * radius, 1.7 * radius)
        yield text(0, 0, words, size, "ink")
    if scene.refusal and slot.id == scene.refusal.slot:
        yield crossed(0.8 * radius, -0.8 * radius, 0.42 * radius)


def _rings(scene: Scene, slot: Slot, radius: float) -> Iterator[str]:
    """Yield what is drawn around a slot that is pointed at."""
    outer = radius * (1.1 if slot.owner else 1.0)
    # A base is as round as what is Blue's.
    form = slot.owner or "blue"
    if slot.id in scene.moved:
        yield corners(0, 0, outer + 0.24 * radius)
    if scene.refusal:
        if slot.id == scene.refusal.slot:
            yield shape(form, 0, 0, outer + 0.12 * radius, "no")
        elif slot.id in scene.refusal.reached:
            yield shape(form, 0, 0, outer + 0.14 * radius, "reached")
    elif slot.id in scene.targets and scene.seen:
        yield shape(form, 0, 0, outer + 0.14 * radius, f"{scene.seen.decider}-rim")


def _stack(scene: Scene, pieces: Sequence[str], radius: float, marks_at: float) -> Iterator[str]:
    """Yield a stack as seen from above, its top with name and strength, how high it is, and what marks its top bears."""
    below = [piece.partition(" ")[0] for piece in pieces[:-1]][-_MOST_SHOWN:]
    step = 0.085 * radius
    lowest = 0.75 * step * len(below)
    for level, colour in enumerate(below):
        yield shape(colour, 0, lowest - level * step, 0.82 * radius, colour)
    colour, _, troop = pieces[-1].partition(" ")
    y = lowest - len(below) * step
    marks, name, strength = troop_parts(scene.game, troop)
    yield shape(colour, 0, y, 0.82 * radius, colour)
    if strength:
        yield text(0, y - 0.16 * radius, *fitted(strength, 0.86 * radius, 1.2 * radius), "on")
    else:
        yield joker(0, y - 0.16 * radius, 0.34 * radius)
    yield text(0, y + 0.42 * radius, *fitted(name, 0.36 * radius, 1.22 * radius), "on")
    if len(pieces) > 1:
        words, size = f"×{len(pieces)}", 0.4 * radius
        yield box(0.98 * radius, -0.2 * radius, width(words, size) + 0.3 * radius, 0.56 * radius, 0.28 * radius, "tag")
        yield text(0.98 * radius, -0.2 * radius, words, size)
    if marks:
        words, size = fitted(" ".join(marks), 0.34 * radius, 1.9 * radius)
        yield box(0, marks_at * radius, width(words, size) + 0.3 * radius, 0.5 * radius, 0.25 * radius, "tag")
        yield text(0, marks_at * radius, words, size)


def _tag(words: str, y: float, radius: float) -> Iterator[str]:
    """Yield an id on the rim."""
    words, size = fitted(words, 0.4 * radius, 1.7 * radius)
    yield box(0, y, max(width(words, size) + 0.26 * radius, 0.56 * radius), 0.54 * radius, 0.27 * radius, "tag")
    yield text(0, y, words, size)


def _badge(scene: Scene, slot: Slot, radius: float) -> Iterator[str]:
    """Yield what is printed on a slot, where its troops or its name cover the middle."""
    if slot.special is None:
        return
    words, size = fitted(_values(slot), 0.36 * radius, 1.2 * radius)
    wide = width(words, size) + (0.14 * radius if words else 0)
    left, y = -(0.5 * radius + wide) / 2, 0.98 * radius
    yield box(0, y, 0.66 * radius + wide, 0.54 * radius, 0.27 * radius, "special")
    yield special_sign(scene.game.ruleset, slot.special.kind, left + 0.25 * radius, y, 0.19 * radius)
    if words:
        yield text(left + 0.5 * radius + 0.12 * radius, y, words, size, "value", "start")


def _values(slot: Slot) -> str:
    """Return the values printed on a slot: `1 2`, `4–7`, `3 soft`."""
    values = slot.special.values if slot.special else ()
    numbers = [value for value in values if isinstance(value, int)]
    if len(values) > 2 and numbers == list(range(numbers[0], numbers[0] + len(values)) if numbers else ()):
        return f"{numbers[0]}–{numbers[-1]}"
    return " ".join(map(str, values))
