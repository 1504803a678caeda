"""Measures compiled play: decisions a second against the everyday module, and against another program's.

    python bench/compiled.py [RUNS [SECONDS [PROGRAM]]]

All play uniformly at random on Castle Field, one process on one core, with every legal move listed at every decision,
turn by turn in one run. PROGRAM, given seconds and a number of runs, prints lines that name what they measure and then
`median N games/s`; those with a move list are compared. Rates are per second of CPU time.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from random import Random
from statistics import median

from speed import RUNS, SECONDS, TERRAIN, by_module, rate
from toybattle.game import Game
from toybattle.sim.simulation import COLUMNS, Simulation

DECISIONS = COLUMNS.index("decisions")
AT_ONCE, MANY = 20_000, 1_000_000


def compiled_rate(simulation: Simulation, first: int, seconds: float) -> tuple[float, float]:
    """Return decisions and games a second of CPU time."""
    start, decisions, games, begun = simulation.opening(), 0, 0, time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        decisions += int(simulation.play(start, range(first + games, first + games + AT_ONCE))[:, DECISIONS].sum())
        games += AT_ONCE
    return decisions / taken, games / taken


def program_rate(program: str, seconds: float) -> float | None:
    """Return the games a second of another program, with a move list."""
    said = subprocess.run([program, str(seconds), "1"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"move list\s+median (\d+) games/s", said)
    return float(found[1]) if found else None


def memory() -> int:
    """Return the most memory this process ever had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(arguments: Sequence[str]) -> int:
    """Print rates, what the first run waits for, and memory, and return the exit status."""
    runs, seconds = int(arguments[0]) if arguments else RUNS, float(arguments[1]) if arguments[1:] else SECONDS
    program = arguments[2] if arguments[2:] else None
    game, random = Game.load(TERRAIN), Random(1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for name in ("compiled for the first time", "taken from disk"):
            begun = time.process_time()
            simulation = Simulation(game)
            simulation.play(simulation.opening(), range(1))
            print(f"{name:<28}{time.process_time() - begun:>8.2f} s")
    by_module(game, random)
    found: dict[str, list[float]] = {"compiled": [], "everyday module": []}
    games, others = [], []
    for number in range(runs):
        decisions, each = compiled_rate(simulation, number * MANY, seconds)
        found["compiled"].append(decisions)
        games.append(each)
        found["everyday module"].append(rate(by_module, game, random, seconds)[0])
        if program and (other := program_rate(program, seconds)):
            others.append(other)
    print(f"\n{'decisions a second':<20}{'median':>12}{'min':>12}{'max':>12}{'ratio':>8}")
    for name, rates in found.items():
        ratio = median(rates) / median(found["compiled"])
        print(f"{name:<20}{median(rates):>12,.0f}{min(rates):>12,.0f}{max(rates):>12,.0f}{ratio:>8.3f}")
    if others:
        print(f"\n{'games a second':<20}{'median':>12}{'min':>12}{'max':>12}{'ratio':>8}")
        for name, rates in (("the program", others), ("compiled", games)):
            ratio = median(rates) / median(others)
            print(f"{name:<20}{median(rates):>12,.0f}{min(rates):>12,.0f}{max(rates):>12,.0f}{ratio:>8.3f}")
    before = memory()
    for first in range(0, MANY, AT_ONCE):
        simulation.play(simulation.opening(), range(first, first + AT_ONCE))
    print(f"\nafter {MANY:,} more games the process has taken {memory() - before} kB more than {before} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
