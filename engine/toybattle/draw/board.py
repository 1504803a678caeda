"""What a board shows: slots with their troops, paths, regions, medal tracks and what lies off the map.

Blue's edge is at the top, as in terrain files, so that numbers read in their order and nothing is mirrored.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from toybattle.draw.canvas import Box, Canvas, placed
from toybattle.errors import listed
from toybattle.game import Game, State, View
from toybattle.game.situation import PLAYERS
from toybattle.ruleset.tree import Literal_
from toybattle.terrain import Region, Slot, Terrain

WIDTH = 100
TALLEST = 140
"""Rows a map may have; one that needs more is listed instead."""
_COLOURS = {"blue": "94", "red": "91", "gone": "2", "path": "2", "region": "33"}
WORKED_OUT = "~"
"""The strength of a troop that depends on the board."""
_LEGEND = "(base)  [H.Q.]  B Blue's top troop, R Red's, ×2 a stack of two  {region:medals}, or who took them"

Stacks = Mapping[str, Sequence[str]]


def drawn(game: Game, seen: State | View | None = None, has_colour: bool = False) -> str:
    """Return a terrain, with everything that a state holds or a player may know of it."""
    terrain = game.layout.terrain
    stacks: Stacks = {slot.id: slot.troops for slot in terrain.slots} if seen is None else seen.stacks
    taken = seen.taken if seen else {}
    parts = ["\n".join(_heading(terrain, seen)), _map(game, stacks, taken, has_colour)]
    if seen:
        parts += ["\n".join(_players(game, seen, has_colour))]
    else:
        parts += [
            f"medals to win: {listed((f'{c.title()} {n}' for c, n in zip(PLAYERS, terrain.objective, strict=True)), 'and')}"
        ]
    parts += ["\n".join(_regions(terrain, taken))] if terrain.regions else []
    return "\n\n".join(parts)


def _heading(terrain: Terrain, seen: State | View | None) -> Iterator[str]:
    if seen is None:
        yield f"{terrain.name} ({terrain.id})"
        return
    pending = seen.pending
    where = f" of {pending.slot}" if pending and pending.slot else ""
    does = f"{pending.player.title()} has to answer {pending.effect}{where}" if pending else f"{seen.to_move.title()} to move"
    eyes = f" · as {seen.player.title()} may see it" if isinstance(seen, View) else ""
    yield f"{terrain.name} ({terrain.id}) · turn {seen.turn} · {does}{eyes}"


# ---- words


def troop_parts(game: Game, troop: str) -> tuple[tuple[str, ...], str, str]:
    """Return a troop's marks, its name and its strength: `~` if that is worked out, nothing if it has none or is unknown."""
    *marks, word = troop.split(":")
    kind = next((kind for kind in game.ruleset.troops if kind.label == word), None)
    if kind is None or kind.strength is None:
        return tuple(marks), kind.display if kind else word, ""
    return tuple(marks), kind.display, str(kind.strength.value) if isinstance(kind.strength, Literal_) else WORKED_OUT


def troop_name(game: Game, troop: str) -> str:
    """Return a troop as a board shows it, its marks in front and its strength, if it has one, behind."""
    marks, name, strength = troop_parts(game, troop)
    return " ".join([*marks, name, *([strength] if strength not in ("", WORKED_OUT) else [])])


def piece_name(game: Game, piece: str) -> str:
    """Return a troop on the map with its owner's initial: `B Name 5`."""
    colour, _, troop = piece.partition(" ")
    return f"{colour[0].upper()} {troop_name(game, troop)}"


def medal_track(medals: int, objective: int) -> str:
    """Return medals against the objective: `3 of 7 ●●●○○○○`."""
    return f"{medals} of {objective} {'●' * medals}{'○' * (objective - medals)}"


def _label(slot: Slot) -> str:
    special = " ".join(map(str, ["", slot.special.kind, *slot.special.values])) if slot.special else ""
    return (f"[{slot.id}]" if slot.is_hq else f"({slot.id})") + special


def _troop_line(game: Game, pieces: Sequence[str]) -> str:
    return piece_name(game, pieces[-1]) + (f" ×{len(pieces)}" if len(pieces) > 1 else "")


# ---- the map


def _map(game: Game, stacks: Stacks, taken: Mapping[str, str], has_colour: bool) -> str:
    terrain = game.layout.terrain
    texts = [[_label(slot), *([_troop_line(game, pieces)] if (pieces := stacks.get(slot.id)) else [])] for slot in terrain.slots]
    boxes = _boxes(terrain, texts, _widest_troop(game))
    if boxes is None:
        return "\n".join(_listed(terrain, texts))
    canvas = Canvas(WIDTH)
    for slot, box, text in zip(terrain.slots, boxes, texts, strict=True):
        tops = stacks.get(slot.id, ())
        colours = [_COLOURS.get(slot.owner or "", ""), *[_COLOURS[piece.partition(" ")[0]] for piece in tops[-1:]]]
        for row, (line, colour) in enumerate(zip(text, colours, strict=True)):
            canvas.write(max(0, min(box.middle - len(line) // 2, WIDTH - len(line))), box.top + row, line, colour, box)
    hidden = [path for path in _paths(terrain) if not canvas.line(boxes[path[0]], boxes[path[1]], path[2], _COLOURS["path"])]
    for region in terrain.regions:
        _mark_region(canvas, region, [boxes[i] for i in region.around], taken.get(region.id))
    lines = [canvas.text(has_colour), "", _LEGEND]
    if hidden:
        ids = [(terrain.slots[i].id, ">" if one_way else "–", terrain.slots[j].id) for i, j, one_way in hidden]
        lines += _wrapped(f"paths not drawn: {', '.join(' '.join(path) for path in ids)}")
    return "\n".join(lines)


def _paths(terrain: Terrain) -> list[tuple[int, int, bool]]:
    """Return each path once, with whether it is one-way, short ones first: they leave least room to be seen."""

    def is_mutual(i: int, j: int) -> bool:
        return bool(terrain.adjacency[j] >> i & 1)

    def length(path: tuple[int, int, bool]) -> float:
        (ax, ay), (bx, by) = terrain.slots[path[0]].at, terrain.slots[path[1]].at
        return (ax - bx) ** 2 + (ay - by) ** 2

    return sorted(((i, j, not is_mutual(i, j)) for i, j in terrain.paths if i < j or not is_mutual(i, j)), key=length)


def _widest_troop(game: Game) -> int:
    """Return the width that most stacks need: room kept for each of them lets a map stay as it is during a game."""
    return max(len(_troop_line(game, [f"blue {kind.label}"] * 2)) for kind in game.ruleset.troops)


def _boxes(terrain: Terrain, texts: Sequence[Sequence[str]], width: int) -> list[Box] | None:
    """Return where each slot's text lies, on as few rows as let each stand apart, or None when too many would be needed."""
    sizes = [(max(width, *map(len, text)), 2) for text in texts]
    widest = max(wide for wide, _ in sizes)
    if widest > WIDTH // 3:
        return None
    xs, ys = zip(*(slot.at for slot in terrain.slots), strict=True)
    columns = [widest // 2 + round((x - min(xs)) * (WIDTH - widest) / (max(xs) - min(xs) or 1)) for x in xs]
    for rows in range(24, TALLEST):
        middles = [(x, round((y - min(ys)) * rows / (max(ys) - min(ys) or 1))) for x, y in zip(columns, ys, strict=True)]
        boxes = placed(middles, sizes, WIDTH)
        if not any(box.touches(other) for i, box in enumerate(boxes) for other in boxes[:i]):
            return boxes
    return None


def _listed(terrain: Terrain, texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the slots of a map too crowded to be drawn, each with the slots that paths lead to."""
    for i, text in enumerate(texts):
        ways = listed((terrain.slots[j].id for j in terrain.neighbours(i)), "and", 62)
        yield from _wrapped(f"{': '.join(text)} → {ways or 'nowhere'}")


def _mark_region(canvas: Canvas, region: Region, around: Sequence[Box], taker: str | None) -> None:
    """Write a region's medals near its middle, or nowhere when there is no room within it."""
    text = f"{{{region.id}:{region.medals if taker is None else '-' if taker == 'gone' else taker[0].upper()}}}"
    corners = [(box.middle, box.top) for box in around]
    x, y = (round(sum(values) / len(corners)) for values in zip(*corners, strict=True))
    near = sorted((abs(dx) + 3 * abs(dy), dx, dy) for dx in range(-14, 15) for dy in range(-5, 6))
    for blanks in ((4, 1), (2, 1), (1, 0)):
        for _, dx, dy in near:
            left, is_inside = x + dx - len(text) // 2, len(corners) < 3 or _is_within((x + dx, y + dy), (x, y), corners)
            if is_inside and canvas.is_free(left, y + dy, len(text), *blanks):
                canvas.write(left, y + dy, text, _COLOURS[taker or "region"])
                return


def _is_within(place: tuple[int, int], middle: tuple[int, int], corners: Sequence[tuple[int, int]]) -> bool:
    """Return whether a place lies on the inner side of each edge, corners taken in turn around the middle."""
    from math import atan2  # noqa: PLC0415

    ring = sorted(corners, key=lambda c: atan2(c[1] - middle[1], c[0] - middle[0]))
    crossings = 0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > place[1]) != (by > place[1]) and place[0] < (bx - ax) * (place[1] - ay) / (by - ay) + ax:
            crossings += 1
    return crossings % 2 == 1


# ---- beside the map


def _players(game: Game, seen: State | View, has_colour: bool) -> Iterator[str]:
    """Yield what each player has off the map, and the counters."""
    for player, colour in enumerate(PLAYERS):
        name = f"\033[{_COLOURS[colour]}m{colour.title():5}\033[0m" if has_colour else f"{colour.title():5}"
        yield f"{name} medals {medal_track(seen.medals[colour], game.layout.terrain.objective[player])}"
        for zone in game.ruleset.zones:
            troops = seen.zones[zone.label][colour] if isinstance(seen, View) else seen.zone(zone.label)[colour]
            shown = "" if all(troop == "unknown" for troop in troops) else f": {', '.join(_counted(game, troops, zone.label))}"
            yield from _wrapped(f"{zone.label} {len(troops)}{shown}", "      ", "        ")
    for counter, of in seen.counters.items():
        yield f"{counter}: {', '.join(f'{subject} {number}' for subject, number in of.items())}"


def _wrapped(text: str, first: str = "", then: str = "    ") -> list[str]:
    """Return lines broken only after a comma."""
    whole = text.replace(" ", "\0").replace(",\0", ", ")
    lines = textwrap.wrap(whole, WIDTH, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _counted(game: Game, troops: Sequence[str], zone: str) -> list[str]:
    """Return the names of troops, copies together unless their order means something."""
    if zone == "reserve":
        return [troop_name(game, troop) for troop in troops]
    return [troop_name(game, t) + (f" ×{troops.count(t)}" if troops.count(t) > 1 else "") for t in dict.fromkeys(troops)]


def _regions(terrain: Terrain, taken: Mapping[str, str]) -> Iterator[str]:
    yield "region  medals  enclosed by"
    for region in terrain.regions:
        taker = taken.get(region.id)
        who = f"  taken by {taker.title()}" if taker in PLAYERS else "  taken" if taker else ""
        bases = listed((terrain.slots[i].id for i in region.around), "and", 62)
        yield f"{region.id:>6}  {region.medals:>6}  {bases}{who}"
