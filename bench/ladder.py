"""Plays players against each other on terrains: the share of games won, with its interval, and what a decision costs.

    python bench/ladder.py [GAMES [TERRAIN …]]

Each pairing takes both colours and both turns equally often; a game without an end is counted for nobody. The exit status
is 1 if the lower end of an interval lies below what is claimed, or a search takes longer than it may.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from toybattle.game import Game
from toybattle.resources import shipped
from toybattle.sim.players import Player, player
from toybattle.sim.simulation import Simulation

GAMES = 200
MOST_DECISIONS = 2000
CLAIMS = {("greedy", "random"): 0.90, ("search:200", "greedy"): 0.65}
"""The share that the first of two players wins at least."""
MOST_MILLISECONDS = 5.0
"""For one decision of a search."""
WIDTH = 1.96
"""Standard errors on each side of an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Match:
    """What came of the games of a pairing."""

    won: int
    lost: int
    games: int
    decisions: int
    seconds: float
    """Of processor time."""

    @property
    def share(self) -> float:
        """The share of the games won."""
        return self.won / self.games


def seatings(one: Player, other: Player, games: int) -> Iterator[tuple[tuple[Player, Player], str, range]]:
    """Yield who plays Blue and Red, who begins, and the seeds: each of the four ways a quarter of the games."""
    for number in range(4):
        seated = (one, other) if number < 2 else (other, one)
        yield seated, ("blue", "red")[number % 2], range(number * games, number * games + games // 4)


def match(simulation: Simulation, one: Player, other: Player, games: int) -> Match:
    """Play games of two players."""
    won = lost = decisions = 0
    seconds = 0.0
    for seated, first, seeds in seatings(one, other, games):
        simulation.seat(seated)
        start = simulation.opening(first)
        started = time.process_time()
        played = simulation.play(start, seeds, MOST_DECISIONS)
        seconds += time.process_time() - started
        winner, seat = played[:, 0], seated.index(one)
        won, lost = won + int(np.sum(winner == seat)), lost + int(np.sum(winner == 1 - seat))
        decisions += int(np.sum(played[:, 4]))
    return Match(won, lost, games, decisions, seconds)


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the share that is likely, by Wilson, with 95 %.

    >>> interval(5, 10)
    (0.2366..., 0.7634...)
    """
    share, square = won / games, WIDTH**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = WIDTH * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return middle - half, middle + half


def main(arguments: Sequence[str]) -> int:
    """Print a row for each terrain and pairing and return the exit status."""
    games = int(arguments[0]) // 4 * 4 if arguments else GAMES
    terrains = arguments[1:] or sorted(path.stem for path in shipped("terrains").glob("*.yaml"))
    print("| terrain | players | won | 95 % | no end | a decision |\n|---|---|---:|---|---:|---:|")
    is_fine = True
    for terrain in terrains:
        thorough = player("search:1")
        simulation = Simulation(Game.load(terrain), (thorough, thorough))
        simulation.play(simulation.opening(), range(1))  # what is compiled now is not timed
        for (one, other), claimed in CLAIMS.items():
            found = match(simulation, player(one), player(other), games)
            low, high = interval(found.won, games)
            # The other player's decisions cost next to nothing, so that those of a search are half of all.
            each = 1000 * found.seconds / found.decisions * (2 if one.startswith("search") else 1)
            is_fine &= low >= claimed and each <= MOST_MILLISECONDS
            row = [terrain, f"{one} against {other}", f"{100 * found.share:.1f} %", f"{100 * low:.1f} to {100 * high:.1f}"]
            print(f"| {' | '.join(row)} | {games - found.won - found.lost} | {each:.4f} ms |", flush=True)
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
