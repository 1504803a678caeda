"""Boards as tables: a terrain drawn in cells, and positions in the same shape.

A terrain's table has one cell for each slot, at its place; Blue's edge may be any side:

    | B-HQ | 1 | 2 |      |
    |      | 3 | 4 | R-HQ |

`B-HQ` and `R-HQ` are the H.Q.s (`R-HQ2` a second one), anything else is the id of a base, and a blank cell is no slot.
A path joins cells that touch along a side, never cells that touch at a corner.
In a position's table the same cells hold `.` (or the slot's own name) when empty, `B3` or `RName` for a troop, and
`R5 over B2` for a stack, its top troop first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..errors import listed
from .words import COLOURS, Misread, Words, not_known

if TYPE_CHECKING:
    from ..game import Game, State

Rows = Sequence[Sequence[str]]
"""The rows of a table below a step."""

Shape = tuple[tuple[str, ...], ...]
"""The ids of the slots in their rows and columns, empty where there is none."""

_HQ = re.compile(r"([BR])-HQ(\d?)")
_TROOP = re.compile(r"([BR])(\S.*)")
_COLOUR_OF = {colour[0].upper(): colour for colour in COLOURS}


@contextmanager
def in_row(number: int) -> Iterator[None]:
    """Say of a word that means nothing in which row of the table it stands."""
    try:
        yield
    except Misread as error:
        error.row = number
        raise


def columns(rows: Rows, *names: str, optional: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return the rows below a header as mappings; the header has these names, in any order."""
    header, *body = rows
    for name in header:
        if name not in (*names, *optional):
            not_known(name, "column", (*names, *optional))
    for name in names:
        if name not in header:
            raise Misread(f"a table without the column '{name}'", f"the columns {listed((*names, *optional), 'and')}")
    return [dict(zip(header, row, strict=True)) for row in body]


def terrain_from_table(rows: Rows) -> tuple[dict[str, Any], Shape]:
    """Return a terrain file's data with one region around all bases, and the shape it was drawn in."""
    cells = [cell for row in rows for cell in row if cell]
    doubled = next((cell for cell in cells if cells.count(cell) > 1), None)
    if doubled:
        raise Misread(f"'{doubled}' in two cells", "each slot once")
    shape = tuple(tuple(_slot_id(cell, cells) for cell in row) for row in rows)
    places = {slot: (x, y) for y, row in enumerate(shape) for x, slot in enumerate(row) if slot}
    widest = max(len(shape), *map(len, shape)) - 1 or 1
    at = {slot: [round(100 * n / widest, 2) for n in place] for slot, place in places.items()}
    owners = {_slot_id(cell, cells): _COLOUR_OF[cell[0]] for cell in cells if _HQ.fullmatch(cell)}
    bases = [slot for slot in at if slot not in owners]
    slots = {place: slot for slot, place in places.items()}
    paths = [f"{slot} {slots[there]}" for slot, (x, y) in places.items() for there in ((x + 1, y), (x, y + 1)) if there in slots]
    terrain = {
        "id": "drawn",
        "name": "a drawn board",
        "objective": {"blue": 1, "red": 1},
        "hqs": {slot: {"owner": owner, "at": at[slot]} for slot, owner in owners.items()},
        "bases": {slot: {"at": at[slot]} for slot in bases},
        "paths": paths,
        "regions": [{"medals": 1, "around": bases}],
    }
    return terrain, shape


def _slot_id(cell: str, cells: Sequence[str]) -> str:
    if not (hq := _HQ.fullmatch(cell)):
        return cell.lower()
    has_several = f"{hq[1]}-HQ2" in cells
    return f"{_COLOUR_OF[hq[1]]}-hq" + (f"-{hq[2] or 1}" if has_several else "")


def stacks_from_table(rows: Rows, shape: Shape | None, words: Words) -> dict[str, list[str]]:
    """Return what stands on every slot, bottom first, as a table in the terrain's shape shows it."""
    if shape is None:
        raise Misread("a table of a position on a terrain that was not drawn", hint="name stacks: `the stack on S is …`")
    if [len(row) for row in rows] != [len(row) for row in shape]:
        raise Misread("a table of another shape than the terrain's", f"rows × columns: {len(shape)} × {len(shape[0])}")
    stacks = {}
    for y, (row, slots) in enumerate(zip(rows, shape, strict=True)):
        for cell, slot in zip(row, slots, strict=True):
            if bool(cell) != bool(slot):
                where = f"'{cell}' where the terrain has no slot" if cell else f"nothing at the place of '{slot}'"
                raise Misread(where, "`.` for an empty slot, a blank cell for none", row=y)
            if slot:
                is_empty = cell in (".", slot) or _HQ.fullmatch(cell)
                with in_row(y):
                    stacks[slot] = [] if is_empty else _stack(cell, words)
    return stacks


def _stack(cell: str, words: Words) -> list[str]:
    pieces = []
    for part in reversed(cell.split(" over ")):
        if not (hit := _TROOP.fullmatch(part)):
            raise Misread(f"'{part}' in a cell", "`B` or `R` and a troop: `B3`, `R5 over B2`")
        pieces.append(f"{_COLOUR_OF[hit[1]]} {words.troop(hit[2])}")
    return pieces


def position_lines(game: Game, state: State, shape: Shape | None, words: Words) -> list[str]:
    """Return a position as a reader sees it: the board as a table or a list of stacks, then both players."""
    stacks = {slot: pieces for slot, pieces in state.stacks.items() if pieces}
    if shape:
        lines = _table(shape, stacks, words)
    else:
        lines = [f"{words.slot_name(slot)}: {_named(pieces, words.piece_name)}" for slot, pieces in stacks.items()]
    for colour in COLOURS:
        zones = {zone.label: state.zone(zone.label)[colour] for zone in game.ruleset.zones}
        shown = [f"{zone.label} {_zone(zone.seen_by, zones[zone.label], words)}" for zone in game.ruleset.zones]
        medals = f"medals {state.medals[colour]} of {game.terrain.objective[COLOURS.index(colour)]}"
        lines.append(f"{words.player_name(colour)}: {'; '.join([*shown, medals])}")
    counted = [f"{counter} of {subject} {number}" for counter, of in state.counters.items() for subject, number in of.items()]
    taken = [f"region {region} {words.player_name(by) if by in COLOURS else by}" for region, by in state.taken.items()]
    return [*(lines or ["no troop on the board"]), *filter(None, ["; ".join(taken), "; ".join(counted)])]


def _table(shape: Shape, stacks: Mapping[str, Sequence[str]], words: Words) -> list[str]:
    def cell(slot: str) -> str:
        pieces = stacks.get(slot, ())
        name = f"{slot[0].upper()}-HQ{slot[-1:] if slot[-1:].isdigit() else ''}" if words.slots_of.get(slot) else "."
        return _named(pieces, lambda p: p[0].upper() + words.troop_name(p.partition(" ")[2])) if pieces else name

    cells = [[cell(slot) if slot else "" for slot in row] for row in shape]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [f"| {' | '.join(map(str.ljust, row, widths))} |" for row in cells]


def _named(pieces: Sequence[str], name: Callable[[str], str]) -> str:
    return " over ".join(map(name, reversed(pieces)))


def _zone(seen_by: str, troops: Sequence[str], words: Words) -> str:
    """Return what a zone holds, or only how much when nobody sees it."""
    if seen_by == "nobody":
        return str(len(troops))
    return ", ".join(map(words.troop_name, troops)) or "empty"
