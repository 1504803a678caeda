"""Counts the lines of a fixed deal: what every evaluator, and every other engine, must agree on.

A line is a sequence of decisions; each outcome of chance is a way of its own. A game that ends earlier has no line of
the full length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from toybattle.game import Game, State
from toybattle.game.reference import Reference
from toybattle.sim import compiled

Evaluator: TypeAlias = Literal["module", "trace", "compiled"]
"""The everyday module, the evaluator that explains, or compiled code."""


def counter(game: Game, by: Evaluator, waiting: Callable[[], None] = lambda: None) -> Callable[[State, int], int]:
    """Return the function from a state and a number of decisions to the number of lines.

    `waiting` is called before something has to be compiled.
    """
    match by:
        case "module":
            return lambda state, depth: _counted(game, list(state.flat), game.module["legal"](list(state.flat)), depth)
        case "trace":
            return lambda state, depth: _traced(Reference(game.layout, state.situation, lambda: 0.0), depth)
        case "compiled":
            simulation = compiled(game, waiting)
            return lambda state, depth: simulation.perft(simulation.start(state), depth)


def differing(
    game: Game, state: State, depth: int, one: Callable[[State, int], int], other: Callable[[State, int], int]
) -> dict[str, tuple[int, int]]:
    """Return the moves after which two counters differ, with both counts; none if they agree."""
    ones, others = (split(game, state, depth, count) for count in (one, other))
    return {move: (ones[move], others[move]) for move in ones if ones[move] != others[move]}


def split(game: Game, state: State, depth: int, count: Callable[[State, int], int]) -> dict[str, int]:
    """Return for each move, with its outcome, how many of the lines begin with it."""
    moves = [outcome for move in game.legal(state) for outcome, _ in game.outcomes(state, move)]
    return {str(move): count(game.apply(state, move)[0], depth - 1) for move in moves}


def _counted(game: Game, flat: list[int], moves: list[int], depth: int) -> int:
    if depth == 0 or not moves:
        return int(depth == 0)
    outcomes, apply = game.module["outcomes"], game.module["apply"]
    if depth == 1:
        return sum(len(outcomes(flat, move)) for move in moves)
    found = 0
    for move in moves:
        for code, _ in outcomes(flat, move):
            after = flat[:]
            found += _counted(game, after, apply(after, code, None), depth - 1)
    return found


def _traced(reference: Reference, depth: int) -> int:
    if depth == 0:
        return 1
    found = 0
    for move in reference.legal():
        for code, _ in reference.outcomes(move):
            after = Reference(reference.layout, reference.x.copy(), reference.random)
            after.apply(code)
            found += _traced(after, depth - 1)
    return found
