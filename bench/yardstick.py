"""Plays random games on Castle Field and compares their shares with those of an independent simulator.

    python bench/yardstick.py [GAMES [SEED]]

The exit status is 1 if a figure lies more than four standard errors away.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from math import sqrt
from random import Random

from toybattle.game import Game
from toybattle.game.deal import dealt
from toybattle.game.layout import MEDALS, TURN, WINNER, WON_BY

TERRAIN, GAMES, SEED = "castle-field", 20_000, 1
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


def games(count: int, seed: int) -> list[dict[str, tuple[float, float]]]:
    """Play games and return for each figure of each game what is summed, and what it is divided by."""
    game, random = Game.load(TERRAIN), Random(seed)
    layout, module, endings, rnd = game.layout, game.module, game.ruleset.endings, random.random
    played = []
    for _ in range(count):
        st = layout.flat(dealt(layout, 0, random))
        module["fill"](st)
        moves = module["begin"](st)
        decisions = options = 0
        while moves:
            decisions += 1
            options += len(moves)
            moves = module["apply"](st, moves[int(rnd() * len(moves))], rnd)
        ending, is_tied = endings[st[WON_BY]], st[MEDALS] == st[MEDALS + 1]
        played.append({
            "H.Q. endings, %": (100 * (ending == "hq"), 1),
            "medal endings, %": (100 * (ending == "medals"), 1),
            "stuck endings, %": (100 * (ending == "stuck"), 1),
            "of these tied, % of all": (100 * (ending == "stuck" and is_tied), 1),
            "first player wins, %": (100 * (st[WINNER] == 0), 1),
            "turns a game": (st[TURN], 1),
            "decisions a game": (decisions, 1),
            "options a decision": (options, decisions),
        })  # fmt: skip
    return played


def ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the ratio of two sums over games, and its standard error.

    >>> ratio([(1, 1), (3, 1)])
    (2.0, 1.0)
    """
    above, below = sum(a for a, _ in pairs), sum(b for _, b in pairs)
    found, count = above / below, len(pairs)
    spread = sum((a - found * b) ** 2 for a, b in pairs) / (count - 1)
    return found, sqrt(spread * count) / below


def main(arguments: Sequence[str]) -> int:
    """Print each figure beside the one expected and return the exit status."""
    count, seed = (*map(int, arguments), *(GAMES, SEED)[len(arguments) :])
    started = time.process_time()
    played = games(count, seed)
    print(f"{count} games on {TERRAIN}, seed {seed}, {time.process_time() - started:.1f} s of CPU time\n")
    print(f"{'figure':<26}{'found':>9}{'s.e.':>8}{'expected':>10}{'differs by':>14}")
    is_fine = True
    for name, expected in EXPECTED.items():
        found, error = ratio([figures[name] for figures in played])
        errors = (found - expected) / error if error else 0.0
        is_fine &= abs(errors) <= MOST_ERRORS
        print(f"{name:<26}{found:>9.2f}{error:>8.3f}{expected:>10.2f}{errors:>+9.1f} s.e.")
    print("\nall within" if is_fine else "\nnot all within", f"{MOST_ERRORS:.0f} standard errors")
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
