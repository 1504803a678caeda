"""The moves: what a scenario may say with `When`."""

from __future__ import annotations

from .board import Rows, columns, in_row
from .registry import when
from .world import World, expect


@when("{player} places {troop} on {slot}")
def places(world: World, player: str, troop: str, slot: str) -> None:
    world.act(player, f"place {troop} {slot}")


@when("{player} draws")
def draws(world: World, player: str) -> None:
    world.act(player, "draw")


@when("{player} chooses {choice}")
def chooses(world: World, player: str, choice: tuple[str, ...]) -> None:
    world.require_turn(player)
    world.act(player, world.move_for(choice))


@when("{player} declines")
def declines(world: World, player: str) -> None:
    world.act(player, "pass")


@when("chance picks {troop}", is_outcome=True)
def chance(world: World, troop: str) -> None:
    world.decide(troop)


@when("{player} plays {quoted}")
def plays(world: World, player: str, text: str) -> None:
    world.act(player, text)


@when("{player}'s turn begins")
def turn_begins(world: World, player: str) -> None:
    if world.played is None:
        world.position["to_move"] = player
    expect(world.state.to_move == player, f"it is {world.words.player_name(world.state.to_move)}'s turn")


@when("these moves are played", takes_table=True)
def moves(world: World, rows: Rows) -> None:
    for number, row in enumerate(columns(rows, "player", "move"), 1):
        with in_row(number):
            player = world.words.player(row["player"])
        world.act(player, row["move"])
        if world.attempt and (verdict := world.attempt.verdict):
            world.attempt.is_judged = True
            expect(False, f"'{row['move']}' is illegal", "moves that are legal", verdict)


@when("a game starts with {player} first")
def game_starts(world: World, player: str) -> None:
    world.require_setting_up()
    expect(not world.position, "a position has been set up, and a game starts without one")
    world.start(player)
