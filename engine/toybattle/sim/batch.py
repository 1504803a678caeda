"""Games of a study played one after the other, a row of counts for each.

A game's seed follows from the study's seed and the game's number and from nothing else, so that games may be played in
any order, by any process on any machine. Who begins changes from game to game, and who plays which colour every other
game: of four games in a row each colour begins twice, once for each way of seating the players.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from toybattle.game import Game
from toybattle.game import deal as dealing
from toybattle.game.layout import ENDED_BY, PASS, TURN, WINNER, WON_BY
from toybattle.game.situation import PLAYERS
from toybattle.sim import compiled
from toybattle.sim import tally as noted
from toybattle.sim.chance import Chance
from toybattle.sim.players import RANDOMLY, Players, player
from toybattle.sim.tally import Tally

if TYPE_CHECKING:
    from toybattle.sim.simulation import Simulation


@lru_cache(maxsize=8)
def simulated(game: Game, sides: Players) -> Simulation:
    """Return a game compiled for two players."""
    return compiled(game, players=sides)


def seed_of(study_seed: int, number: int) -> int:
    """Return the seed of a game of a study."""
    return study_seed << 32 | number


def first_of(number: int) -> int:
    """Return who begins a game."""
    return number & 1


def seats_of(number: int) -> tuple[int, int]:
    """Return which of the two players is Blue in a game, and which is Red."""
    return (1, 0) if number & 2 else (0, 1)


def play_batch(game: Game, players: tuple[str, str], study_seed: int, numbers: range, turn_limit: int) -> list[list[int]]:
    """Return a row for each of the games of these numbers; `Tally(game.layout)` says what stands in it.

    Players better than chance decide in compiled games; raises ToyBattleError where nothing can compile.
    """
    tally, sides = Tally(game.layout), tuple(map(player, players))
    if sides == RANDOMLY:
        return [_played(game, tally, seed_of(study_seed, number), first_of(number), turn_limit) for number in numbers]
    simulation, rows = simulated(game, cast("Players", sides)), []
    for number in numbers:
        seed, first = seed_of(study_seed, number), first_of(number)
        blue, red = seats_of(number)
        simulation.seat((sides[blue], sides[red]))
        moves = simulation.moves(simulation.opening(PLAYERS[first]), seed, turn_limit)
        rows.append(_played(game, tally, seed, first, turn_limit, moves))
    return rows


def _played(game: Game, tally: Tally, seed: int, first: int, turn_limit: int, decided: list[int] | None = None) -> list[int]:
    """Return the row of a game that is broken off when so many turns have been played, or its moves end.

    Chance decides, unless moves are given.
    """
    chance, module = Chance(seed), game.telling
    dealt = dealing.dealt(game.layout, first, chance)
    row, flat = tally.begun(dealt), game.layout.flat(dealt)
    module["fill"](flat)
    happened: list[tuple[Any, ...]] = []
    moves = module["begin"](flat, happened)
    given = None if decided is None else iter(decided)
    while moves and flat[TURN] <= turn_limit:
        code = _settled(module, flat, moves[chance.below(len(moves))], chance) if given is None else next(given, None)
        if code is None:
            break
        row[noted.DECISIONS] += 1
        row[noted.OPTIONS] += len(moves)
        moves = module["apply"](flat, code, None, happened)
    row[noted.WINNER], row[noted.WON_BY], row[noted.ENDED_BY] = flat[WINNER], flat[WON_BY], flat[ENDED_BY]
    row[noted.TURNS] = flat[TURN] if flat[WINNER] >= 0 else turn_limit
    for event in happened:
        tally.count(row, event)
    return row


def _settled(module: dict[str, Any], flat: list[int], code: int, chance: Chance) -> int:
    """Return a move with what chance brings, each as likely as its weight says."""
    outcomes: list[tuple[int, int]] = [(code, 1)] if code == PASS else module["outcomes"](flat, code)
    if outcomes == [(code, 1)]:
        return code
    at = chance.below(sum(weight for _, weight in outcomes))
    for settled, weight in outcomes:
        at -= weight
        if at < 0:
            return settled
    raise AssertionError(outcomes)
