"""What stands around the map of a picture: its heading, what each player has off the map, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from toybattle.draw.board import WORKED_OUT, troop_name, troop_parts
from toybattle.draw.chart import WIDTH
from toybattle.draw.markup import Item, box, circle, fitted, flow, paragraph, path, text, width
from toybattle.draw.scene import Scene
from toybattle.draw.symbols import arrow, corners, crossed, joker, medal, shape, special_sign
from toybattle.game import View
from toybattle.game.situation import PLAYERS
from toybattle.ruleset.tree import Literal_

EDGE = 24
"""Left and right of everything that is written."""
_ROW = 26
_LONGEST_TRACK = 16
"""Medals that are drawn one by one; a longer track is told by its number alone."""

Drawn = tuple[str, float]
"""Parts, and the height at which they end."""


def heading(scene: Scene) -> Drawn:
    """Return the name of the terrain, whose decision it is, and who sees it so."""
    seen = scene.seen
    right = WIDTH - EDGE
    words, size = fitted(scene.terrain.name, 26, WIDTH - 2 * EDGE - (90 if seen else 0))
    parts = [text(EDGE, 32, words, size, "ink", "start")]
    if seen:
        parts.append(text(right, 33, f"turn {seen.turn}", 15, "muted", "end"))
    left, eyes = EDGE, f"as {seen.player.title()} may see it" if isinstance(seen, View) else ""
    if scene.spotlight:
        parts.append(shape(scene.spotlight, EDGE + 8, 61, 8, scene.spotlight))
        left += 24
    if scene.heading:
        words, size = fitted(scene.heading, 16, right - left - width(eyes, 14) - 12)
        parts.append(text(left, 61, words, size, "ink" if seen else "muted", "start"))
    if eyes:
        parts.append(text(right, 61, eyes, 14, "muted", "end"))
    return "".join(parts), 80.0 if scene.heading or eyes else 54.0


# ---- players


def player_panel(scene: Scene, player: str, top: float) -> Drawn:
    """Return a player's medals and, if there are any to know of, the troops off the map and the counters."""
    middle = top + 22
    parts = [shape(player, EDGE + 12, middle, 11, player), text(EDGE + 32, middle, player.title(), 18, "ink", "start")]
    parts += _track(scene, player, EDGE + 92, middle)
    bottom = top + 44.0
    if scene.seen:
        words: list[tuple[str, str]] = []
        for zone in scene.zones:
            troops = scene.zone(zone)[player]
            if zone == "rack":
                items = [_label(f"{zone} {len(troops)}"), *_chips(scene, player, troops)]
                rows, bottom = flow(items, EDGE, WIDTH - EDGE, bottom - 4, _ROW + 2, 12)
                parts.append(rows)
            else:
                words += [("muted", "·")] * bool(words) + [*_named(scene, zone, troops)]
        words += [("muted", f"· {counter} {of[player]}") for counter, of in scene.seen.counters.items() if player in of]
        lines, bottom = paragraph(words, 13, EDGE, WIDTH - EDGE, bottom, 19)
        parts.append(lines)
    return "".join(parts), bottom + 4


def _track(scene: Scene, player: str, left: float, y: float) -> Iterator[str]:
    objective = scene.terrain.objective[PLAYERS.index(player)]
    medals = scene.seen.medals[player] if scene.seen else 0
    length = max(objective, medals)
    if length <= _LONGEST_TRACK:
        for place in range(length):
            yield circle(left + 10 + 20 * place, y, 7.5, "medal" if place < medals else "hollow")
        left += 20 * length + 8
    yield text(left, y, f"{medals} of {objective} medals" if scene.seen else f"{objective} medals to win", 15, "muted", "start")


def _label(words: str) -> Item:
    return Item(max(width(words, 15), 56), text(0, 0, words, 15, "muted", "start"))


def _chips(scene: Scene, player: str, troops: Sequence[str]) -> Iterator[Item]:
    """Yield the troops of a rack as they look on the map, copies together; of hidden ones their backs."""
    for troop, copies in groupby(sorted(troops, key=list(dict.fromkeys(troops)).index)):
        number = len(list(copies))
        if troop == "unknown":
            for _ in range(number):
                yield Item(14, shape(player, 10, 0, 10, player) + shape(player, 10, 0, 6, "inside"))
            continue
        marks, name, strength = troop_parts(scene.game, troop)
        words = " ".join([*marks, *([name] if name != "unknown" else []), *([f"×{number}"] if number > 1 else [])])
        words, size = fitted(words, 14, WIDTH - 2 * EDGE - 30)
        sign = text(11, 0, *fitted(strength, 14, 18), "on") if strength else joker(11, 0, 7) if name != "unknown" else ""
        inside = shape(player, 11, 0, 5, "inside") if name == "unknown" else ""
        yield Item(
            26 + width(words, size), shape(player, 11, 0, 11, player) + sign + inside + text(26, 0, words, size, "ink", "start")
        )


def _named(scene: Scene, zone: str, troops: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield how many troops are in a zone and which, copies together; of hidden ones only how many."""
    known = [troop for troop in dict.fromkeys(troops) if troop != "unknown"]
    yield "muted", f"{zone} {len(troops)}{':' if known else ''}"
    for troop in known:
        number = troops.count(troop)
        yield "ink", troop_name(scene.game, troop) + (f" ×{number}" if number > 1 else "") + ("," if troop != known[-1] else "")


# ---- signs


def legend(scene: Scene, top: float) -> Drawn:
    """Return what the signs of this picture mean; only those that are there."""
    items = [Item(33 + width(words, 14), sign + text(33, 0, words, 14, "muted", "start")) for sign, words in _signs(scene)]
    parts, bottom = flow(items, EDGE, WIDTH - EDGE, top, _ROW, 20)
    for counter, of in scene.seen.counters.items() if scene.seen else ():
        counts = ", ".join(f"{subject} {number}" for subject, number in of.items() if subject not in PLAYERS)
        if counts:
            lines, bottom = paragraph(
                [("muted", word) for word in f"{counter}: {counts}".split()], 13, EDGE, WIDTH - EDGE, bottom, 19
            )
            parts += lines
    return parts, bottom


def _signs(scene: Scene) -> Iterator[tuple[str, str]]:
    terrain, rules, refusal, seen = scene.terrain, scene.game.ruleset, scene.refusal, scene.seen
    shown = {slot.special.kind for slot in terrain.slots if slot.special}
    for kind in rules.special_kinds:
        if kind.label in shown:
            yield circle(12, 0, 12, "special") + special_sign(rules, kind.label, 12, 0, 6), kind.display
    if any(not terrain.adjacency[j] >> i & 1 for i, j in terrain.paths):
        yield path("M0 0H24", "path") + arrow((0, 0), (24, 0), 9), "one-way path"
    if any(taken is None for taken in map(scene.taken.get, (region.id for region in terrain.regions))):
        yield medal(12, 2, 9), "medals of a region"
    if any(scene.networks.values()):
        yield path("M0-5H24", "blue-net thin") + path("M0 5H24", "red-net thin"), "joined to an H.Q."
    on_map = {piece.split()[-1].split(":")[-1] for pieces in scene.stacks.values() for piece in pieces[-1:]}
    held = {troop.split(":")[-1] for zone in scene.zones for troops in scene.zone(zone).values() for troop in troops}
    there = [kind for kind in rules.troops if kind.label in on_map | held]
    if any(kind.strength is None for kind in there):
        yield shape("blue", 12, 0, 11, "back") + joker(12, 0, 7), "joker"
    if any(kind.strength and not isinstance(kind.strength, Literal_) for kind in there):
        yield shape("blue", 12, 0, 11, "back") + text(12, 0, WORKED_OUT, 15, "on"), "strength depends on the board"
    if any(len(pieces) > 1 for pieces in scene.stacks.values()):
        yield box(12, 0, 24, 17, 8.5, "tag") + text(12, 0, "×2", 12), "troops in the stack"
    if scene.moved:
        yield corners(12, 0, 10), "last move"
    if scene.targets and seen:
        yield circle(12, 0, 9, f"{seen.decider}-rim"), f"open to {seen.decider.title()} now"
    if refusal and refusal.reached:
        yield circle(12, 0, 9, "reached"), "reached"
    if refusal and refusal.breaks:
        yield path("M0 0H24", "path") + crossed(12, 0, 9), "the path breaks here"
    if refusal and refusal.slot:
        yield circle(12, 0, 8, "no"), "refused"
