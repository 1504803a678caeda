"""Measures decisions a second: the generated module, the everyday API and the tracing evaluator.

    python bench/speed.py [RUNS [SECONDS]]

All play uniformly at random on Castle Field, one process on one core, with every legal move listed at every decision.
Rates are per second of CPU time, so that what else the machine does matters little.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median

from toybattle.game import Game
from toybattle.game.deal import dealt
from toybattle.game.reference import Reference

TERRAIN, RUNS, SECONDS = "castle-field", 7, 2.0


def by_module(game: Game, random: Random) -> int:
    """Play one game by the generated module, without events, and return its decisions."""
    layout, module, rnd = game.layout, game.module, random.random
    st = layout.flat(dealt(layout, 0, random))
    module["fill"](st)
    moves = module["begin"](st)
    decisions = 0
    while moves:
        decisions += 1
        moves = module["apply"](st, moves[int(rnd() * len(moves))], rnd)
    return decisions


def by_api(game: Game, random: Random) -> int:
    """Play one game by `legal` and `apply`, with events and immutable states, and return its decisions."""
    state, decisions, rnd = game.begin(dealt(game.layout, 0, random)), 0, random.random
    while moves := game.legal(state):
        decisions += 1
        state, _ = game.apply(state, moves[int(rnd() * len(moves))], rnd)
    return decisions


def by_trace(game: Game, random: Random) -> int:
    """Play one game by the evaluator that explains, and return its decisions."""
    reference, decisions = Reference(game.layout, dealt(game.layout, 0, random), random.random), 0
    reference.begin()
    while moves := reference.legal():
        decisions += 1
        move = random.choice([outcome for outcome, _ in reference.outcomes(random.choice(moves))])
        reference.apply(move)
    return decisions


def rate(play: Callable[[Game, Random], int], game: Game, random: Random, seconds: float) -> tuple[float, float]:
    """Return decisions per second of CPU time over so many seconds, and the CPU time."""
    decisions, started = 0, time.process_time()
    while (taken := time.process_time() - started) < seconds:
        decisions += play(game, random)
    return decisions / taken, taken


def main(arguments: Sequence[str]) -> int:
    """Print the rates and return the exit status."""
    runs, seconds = int(arguments[0]) if arguments else RUNS, float(arguments[1]) if arguments[1:] else SECONDS
    game, random = Game.load(TERRAIN), Random(1)
    made = time.process_time()
    by_module(game, random)
    made = time.process_time() - made
    print(f"{platform.python_implementation()} {platform.python_version()}, {TERRAIN}, {runs} runs of {seconds} s")
    print(f"the module is written and compiled in {1000 * made:.0f} ms\n")
    print(f"{'decisions a second':<28}{'median':>9}{'min':>9}{'max':>9}{'CPU time':>10}{'ratio':>8}")
    first = 0.0
    for name, play in (
        ("generated module", by_module),
        ("everyday API, events", by_api),
        ("tracing evaluator", by_trace),
    ):
        play(game, random)
        measured = [rate(play, game, random, seconds) for _ in range(runs)]
        rates, taken = [one for one, _ in measured], sum(cpu for _, cpu in measured)
        first = first or median(rates)
        figures = "".join(f"{one:>9.0f}" for one in (median(rates), min(rates), max(rates)))
        print(f"{name:<28}{figures}{taken:>8.1f} s{median(rates) / first:>8.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
