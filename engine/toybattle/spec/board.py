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
from collections.abc import Iterator, Sequence
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
    header, *body = map(list, rows)
    for name in header:
        if name not in (*names, *optional):
            not_known(name, "column", (*names, *optional))
    if doubled := next((name for name in header if header.count(name) > 1), ""):
        raise Misread(f"two columns '{doubled}'", "each column once")
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


def position_lines(game: Game, state: State, shape: Shape | None, words: Words, before: State | None = None) -> list[str]:
    """Return a position as a reader sees it: the board as a table or a list of stacks, then both players.

    `*` marks what was otherwise before.
    """
    facts, earlier = _facts(game, state, words), _facts(game, before or state, words)

    def said(key: tuple[str, str], text: str) -> str:
        return f"*{text}" if facts.get(key) != earlier.get(key) else text

    if shape:
        cells = [
            [said(("", slot), facts.get(("", slot)) or _empty_cell(slot, words)) if slot else "" for slot in row] for row in shape
        ]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [f"| {' | '.join(map(str.ljust, row, widths))} |" for row in cells]
    else:
        stacks = {slot: facts.get(("", slot), "empty") for slot in words.slots_of if ("", slot) in facts or ("", slot) in earlier}
        lines = [said(("", slot), f"{words.slot_name(slot)}: {text}") for slot, text in stacks.items()]
    about: dict[str, list[str]] = {}
    for (subject, what), text in facts.items():
        if subject:
            about.setdefault(subject, []).append(said((subject, what), f"{what} {text}"))
    return [*(lines or ["no troop on the board"]), *(f"{subject}: {'; '.join(parts)}" for subject, parts in about.items())]


def _facts(game: Game, state: State, words: Words) -> dict[tuple[str, str], str]:
    """Return what there is to say of a position: of nobody's the stack on each slot, of each player the zones and medals."""
    facts = {("", slot): _stack_text(pieces, words) for slot, pieces in state.stacks.items() if pieces}
    for colour, objective in zip(COLOURS, game.terrain.objective, strict=True):
        player = words.player_name(colour)
        for zone in game.ruleset.zones:
            troops = state.zone(zone.label)[colour]
            # Of what nobody sees only the number is told.
            named = ", ".join(map(words.troop_name, troops)) or "empty"
            facts[player, zone.label] = str(len(troops)) if zone.seen_by == "nobody" else named
        facts[player, "medals"] = f"{state.medals[colour]} of {objective}"
    for region, by in state.taken.items():
        facts["regions", region] = words.player_name(by) if by in COLOURS else by
    for counter, numbers in state.counters.items():
        for subject, number in numbers.items():
            facts["counters", f"{counter} of {subject}"] = str(number)
    return facts


def _stack_text(pieces: Sequence[str], words: Words) -> str:
    def name(piece: str) -> str:
        colour, _, troop = piece.partition(" ")
        return f"{colour[0].upper()}{words.troop_name(troop)}" if words.world.shape else words.piece_name(piece)

    return " over ".join(map(name, reversed(pieces)))


def _empty_cell(slot: str, words: Words) -> str:
    owner = words.slots_of.get(slot)
    return f"{owner[0].upper()}-HQ{slot[-1:] if slot[-1:].isdigit() else ''}" if owner else "."
