"""The set-ups: what a scenario may say with `Given`."""

from __future__ import annotations

from typing import Any

from ..errors import InputError
from .board import Rows, columns, in_row, stacks_from_table, terrain_from_table
from .registry import given
from .words import COLOURS, Misread, items
from .world import World

# ---- given: the terrain


@given("the terrain {quoted}")
def printed_terrain(world: World, name: str) -> None:
    world.require_setting_up()
    world.terrain = name
    try:
        _ = world.game  # loaded here, so that a name that is not known is said at this step
    except InputError as error:
        if error.faults[0].code != "unknown-terrain":
            raise
        raise Misread(error.faults[0].found, hint=error.faults[0].hint) from None


@given("the terrain", takes_table=True)
def drawn_terrain(world: World, rows: Rows) -> None:
    world.require_setting_up()
    world.terrain, world.shape = terrain_from_table(rows)


@given("there is {presence} path between {slot} and {slot}")
def path_between(world: World, is_there: bool, start: str, end: str) -> None:
    board = world.board()
    others = [path for path in board["paths"] if set(path.replace(">", " ").split()) != {start, end}]
    board["paths"] = [*others, f"{start} {end}"] if is_there else others


@given("the regions", takes_table=True)
def regions(world: World, rows: Rows) -> None:
    found: list[dict[str, Any]] = []
    for number, row in enumerate(columns(rows, "region", "medals", "enclosed by"), 1):
        with in_row(number):
            around = [world.words.slot(f"base {base}") for base in items(row["enclosed by"])]
            if not row["medals"].isdecimal():
                raise Misread(f"'{row['medals']}' medals", "a whole number")
        found.append({"id": row["region"], "medals": int(row["medals"]), "around": around})
    board = world.board()
    board["regions"] = found
    board["objective"] = dict.fromkeys(COLOURS, sum(region["medals"] for region in found))


@given("{player} wins with {medals}")
def objective(world: World, player: str, medals: int) -> None:
    world.board()["objective"][player] = medals


@given("special bases are {switch}")
def special_bases(world: World, is_on: bool) -> None:
    world.require_setting_up()
    world.special_bases = is_on


@given("the variant {quoted}")
def variant(world: World, name: str) -> None:
    world.require_setting_up()
    world.variants.append(name)


@given("the special bases", takes_table=True)
def printed_specials(world: World, rows: Rows) -> None:
    for number, row in enumerate(columns(rows, "base", "kind", optional=["values"]), 1):
        text = row["base"] if row["base"].startswith("the ") else f"base {row['base']}"
        with in_row(number):
            slot, board = world.words.slot(text), world.board()
        values = [int(v) if v.isdigit() else v for v in items(row.get("values", "")) if v]
        group = "bases" if slot in board["bases"] else "hqs"
        board[group][slot]["special"] = [row["kind"], *values]


# ---- given: the position


@given("{nickname} plays {player}")
def renaming(world: World, name: str, player: str) -> None:
    world.renamed[name] = player


@given("it is {player}'s turn")
def turn(world: World, player: str) -> None:
    world.require_setting_up()
    world.position["to_move"] = player


@given("the position", takes_table=True)
def position(world: World, rows: Rows) -> None:
    for slot, pieces in stacks_from_table(rows, world.shape, world.words).items():
        world.put("stacks", slot, pieces)


@given("the stack on {slot} is {stack}")
def stack(world: World, slot: str, pieces: list[str]) -> None:
    world.put("stacks", slot, pieces)


@given("{player}'s {zone} is {troops}")
def zone(world: World, player: str, name: str, troops: list[str]) -> None:
    world.put_zone(name, player, troops)


@given("{player}'s reserve, next troop first, is {troops}")
def reserve(world: World, player: str, troops: list[str]) -> None:
    world.put_zone("reserve", player, troops)


@given("{troop} on {player}'s rack is {mark}")
def marked(world: World, troop: str, player: str, mark: str) -> None:
    rack = list(world.position.get("racks", {}).get(player, ()))
    if troop not in rack:
        raise Misread(f"no {world.words.troop_name(troop)} on that rack", "a troop that the rack was said to hold")
    rack[rack.index(troop)] = f"{mark}:{troop}"
    world.put("racks", player, rack)


@given("{player} has {medals}")
def medals(world: World, player: str, count: int) -> None:
    world.put("medals", player, count)


@given("the medals of region {region} are gone")
def gone(world: World, region: str) -> None:
    world.put("taken", region, "gone")


@given("{counter} of {subject} is {number}")
def counter(world: World, name: str, subject: str, number: int) -> None:
    world.require_setting_up()
    world.position.setdefault("counters", {}).setdefault(name, {})[subject] = number
