"""Measures how long a picture takes, of a random game on Castle Field at its middle.

python bench/draw.py [PICTURES] [SEED]

Times are of CPU time; the first picture of a terrain also finds where everything lies, which is remembered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

from toybattle.draw import svg
from toybattle.draw.chart import chart
from toybattle.game import Game, State

PICTURES, SEED, MOVES = 200, 7, 40
LIMIT = 20.0
"""Milliseconds that a picture of a state may take."""


def played(game: Game, moves: int, seed: int) -> State:
    """Return a state of a random game after so many moves, or its last one that is not over."""
    state, random = game.start(seed=seed), Random(seed)
    for _ in range(moves):
        after, _events = game.apply(state, random.choice(game.legal(state)), random.random)
        if game.outcome(after):
            break
        state = after
    return state


def milliseconds(draw: Callable[[], object], times: int) -> float:
    """Return the median CPU time of a call."""
    found = []
    for _ in range(times):
        before = process_time()
        draw()
        found.append(1000 * (process_time() - before))
    return median(found)


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status: 1 if a picture of a state takes too long."""
    numbers = [int(argument) for argument in arguments]
    pictures, seed = (*numbers, *(PICTURES, SEED)[len(numbers) :])
    game = Game.load("castle-field")
    state = played(game, MOVES, seed)
    view = game.view(state, "blue")
    picture = svg(game, state)

    def first() -> None:
        chart.cache_clear()
        svg(game, state)

    calls: dict[str, tuple[Callable[[], object], int]] = {
        "SVG of a state": (lambda: svg(game, state), pictures),
        "the first of a terrain": (first, max(1, pictures // 20)),
        "SVG of a view": (lambda: svg(game, view), pictures),
        "SVG of a terrain": (lambda: svg(game), pictures),
        "PNG of it, 1200 pixels": (picture.png, max(1, pictures // 40)),
    }
    print(f"{'pictures':<28}{'median':>10}")
    times = {name: milliseconds(call, number) for name, (call, number) in calls.items()}
    for name, time in times.items():
        print(f"{name:<28}{time:>7.1f} ms")
    return int(max(times["SVG of a state"], times["the first of a terrain"]) > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
