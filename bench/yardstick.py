"""Plays random games on Castle Field and compares their shares with those of an independent simulator.

    python bench/yardstick.py [GAMES [SEED [compiled|module]]]

Two million games are compiled ones, unless the everyday module is asked for. The exit status is 1 if a figure lies more
than four standard errors away.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from toybattle.game import Game
from toybattle.game.deal import dealt
from toybattle.game.layout import ENDED_BY, MEDALS, TURN, WINNER, WON_BY
from toybattle.sim import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

TERRAIN, GAMES, SEED, PLAYED_BY = "castle-field", 2_000_000, 1, "compiled"
MOST_ERRORS = 4.0

EXPECTED = {
    "H.Q. endings, %": 6.79,
    "medal endings, %": 9.80,
    "stuck endings, %": 83.42,
    "of these tied, % of all": 11.56,
    "first player wins, %": 49.85,
    "turns a game": 50.04,
    "decisions a game": 75.05,
    "options a decision": 9.39,
}
"""Of many millions of games of a simulator that shares nothing with this project, so without an error of their own.

A turn in which its player could do nothing is not counted, nor is a decision in which nothing could be chosen.
"""


def games(game: Game, count: int, seed: int, by: str) -> NDArray[np.int64]:
    """Play games and return a row for each: winner, ending, by whom, turns, decisions, options, and the medals of both."""
    if by == "compiled":
        simulation = compiled(game)
        return simulation.play(simulation.opening(), range(seed * count, seed * count + count))
    random = Random(seed)
    return np.array([by_module(game, random) for _ in range(count)])


def by_module(game: Game, random: Random) -> list[int]:
    """Play one game by the everyday module and return its row."""
    layout, module, rnd = game.layout, game.module, random.random
    st = layout.flat(dealt(layout, 0, random))
    module["fill"](st)
    moves = module["begin"](st)
    decisions = options = 0
    while moves:
        decisions += 1
        options += len(moves)
        moves = module["apply"](st, moves[int(rnd() * len(moves))], rnd)
    return [st[WINNER], st[WON_BY], st[ENDED_BY], st[TURN], decisions, options, *st[MEDALS : MEDALS + 2]]


def figures(rows: NDArray[np.int64], endings: Sequence[str]) -> dict[str, NDArray[np.float64]]:
    """Return for each figure a row for each game: what is summed, and what it is divided by."""
    winner, won_by, _, turns, decisions, options, blue, red = rows.T
    stuck, once = won_by == endings.index("stuck"), np.ones(len(rows))
    found = {
        "H.Q. endings, %": (100 * (won_by == endings.index("hq")), once),
        "medal endings, %": (100 * (won_by == endings.index("medals")), once),
        "stuck endings, %": (100 * stuck, once),
        "of these tied, % of all": (100 * (stuck & (blue == red)), once),
        "first player wins, %": (100 * (winner == 0), once),
        "turns a game": (turns, once),
        "decisions a game": (decisions, once),
        "options a decision": (options, decisions),
    }
    return {name: np.column_stack(pair).astype(np.float64) for name, pair in found.items()}


def ratio(pairs: Sequence[Sequence[float]] | NDArray[np.float64]) -> tuple[float, float]:
    """Return the ratio of two sums over games, and its standard error.

    >>> ratio([(1, 1), (3, 1)])
    (2.0, 1.0)
    """
    above, below = np.asarray(pairs, dtype=np.float64).T
    found, count = float(above.sum() / below.sum()), len(above)
    spread = float(((above - found * below) ** 2).sum()) / (count - 1)
    return found, sqrt(spread * count) / float(below.sum())


def main(arguments: Sequence[str]) -> int:
    """Print each figure beside the one expected and return the exit status."""
    by = arguments[2] if arguments[2:] else PLAYED_BY
    count, seed = (*map(int, arguments[:2]), *(GAMES, SEED)[len(arguments[:2]) :])
    game, started = Game.load(TERRAIN), time.process_time()
    played = figures(games(game, count, seed, by), game.ruleset.endings)
    print(f"{count:,} games on {TERRAIN}, {by}, seed {seed}, {time.process_time() - started:.1f} s of CPU time\n")
    print(f"{'figure':<26}{'found':>9}{'s.e.':>8}{'expected':>10}{'differs by':>14}")
    is_fine = True
    for name, expected in EXPECTED.items():
        found, error = ratio(played[name])
        errors = (found - expected) / error if error else 0.0
        is_fine &= abs(errors) <= MOST_ERRORS
        print(f"{name:<26}{found:>9.2f}{error:>8.3f}{expected:>10.2f}{errors:>+9.1f} s.e.")
    print("\nall within" if is_fine else "\nnot all within", f"{MOST_ERRORS:.0f} standard errors")
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
