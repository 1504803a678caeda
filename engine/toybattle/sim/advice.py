"""Players at a table and hints for it: moves for a state, chosen by who is shown no more than the player who decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from toybattle.game import Game, Move, State
from toybattle.game.layout import PASS
from toybattle.sim import compiled
from toybattle.sim.minds import PATIENCE
from toybattle.sim.plain import Plain
from toybattle.sim.players import Player, player

Chooser: TypeAlias = Callable[[State, Random], Move]
"""Returns the move of who decides, and leaves open what chance will decide."""


GAMES = 2000
"""Played on for a hint."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that comes into question, with what came of it."""

    move: str
    share: float | None
    """The share of the games played on from it that were won, those broken off in part; None if there was no choice."""
    games: int

    def __str__(self) -> str:
        """The move and what came of it, on one line."""
        return self.move if self.share is None else f"{100 * self.share:3.0f} % of {self.games:>4} games  {self.move}"


def chooser(game: Game, who: Player, waiting: Callable[[], None] = lambda: None) -> Chooser:
    """Return how a player chooses; `waiting` is called before something has to be compiled.

    Only a search is compiled: one look ahead takes less time than that.
    """
    if who.kind == 0:
        return lambda state, random: random.choice(game.legal(state))
    players = (who, who)
    if who.kind == 1:
        plain = Plain(game, players)
        return lambda state, random: _liked(game, state, random, plain.decide)
    simulation = compiled(game, waiting, players=players)
    return lambda state, random: _liked(game, state, random, lambda _, seed: simulation.decide(simulation.start(state), seed))


def _liked(game: Game, state: State, random: Random, decide: Callable[[State, int], list[tuple[int, int, int]]]) -> Move:
    moves = game.legal(state)
    if moves[-1].code == PASS and not random.randrange(PATIENCE):
        return moves[-1]
    return _move(game, state, decide(state, random.getrandbits(62))[0][0])


def advice(game: Game, state: State, waiting: Callable[[], None] = lambda: None) -> tuple[Advice, ...]:
    """Return the moves that a search looks into, best first; nothing hidden from the player who decides changes it."""
    searching = player(f"search:{GAMES}")
    simulation = compiled(game, waiting, players=(searching, searching))
    return tuple(
        Advice(_seen(game, state, code), points / (1000 * games) if games else None, games)
        for code, points, games in simulation.decide(simulation.start(state), 1)
    )


def _seen(game: Game, state: State, code: int) -> str:
    return game.seen(state, _move(game, state, code), (), state.decider)[0]


def _move(game: Game, state: State, code: int) -> Move:
    return next(move for move in game.legal(state) if move.code == code)
