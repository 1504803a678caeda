"""Measures how long scenarios take by the in-process runner, the engine's own time apart.

python bench/scenarios.py [SCENARIOS [SEED]]

Each has a board table, a position table and eight steps in all; every position and move differs.
Reading, the strict check and playing are all counted.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from toybattle.game import Game
from toybattle.resources import Content
from toybattle.spec import verify

SCENARIOS, SEED, LIMIT = 1000, 1, 2.0
BOARD = [["B-HQ", "1", "2", "3", ""], ["4", "5", "6", "7", "8"], ["9", "10", "11", "12", "R-HQ"]]
NEXT_TO_HQ = {"1": (0, 1), "4": (1, 0)}
TROOPS = ["Skully", "Cap'N", "Jumbo", "Hook", "XB-42", "Star", "Kwak"]
PER_FILE = 50


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as a table below a step."""
    return "".join(f"      | {' | '.join(row)} |\n" for row in rows)


def scenario(number: int, random: Random) -> str:
    """Return a scenario in which Blue covers whatever lies on a base next to the H.Q. with Roxy, or a stronger troop does not."""
    slot = random.choice([*NEXT_TO_HQ])
    cells = [["." if cell else "" for cell in row] for row in BOARD]
    army = {"B": TROOPS * 3, "R": TROOPS * 3}
    for y, row in enumerate(BOARD):
        for x, cell in enumerate(row):
            if cell.isdigit() and (random.random() < 0.6 or (y, x) == NEXT_TO_HQ[slot]):
                troops = []
                for _ in range(random.choice([1, 1, 1, 2])):
                    colour = random.choice("BR")
                    troops.append(colour + army[colour].pop(random.randrange(len(army[colour]))))
                cells[y][x] = " over ".join(troops)
    racks = {colour: random.sample(army[colour], random.randrange(4)) for colour in "BR"}
    return (
        f"  Scenario: Roxy lands, number {number}\n"
        f"    Given the terrain\n{table(BOARD)}"
        f"    And the position\n{table(cells)}"
        f"    And Blue's rack is {', '.join(['Roxy', *racks['B']])}\n"
        f"    And Red's rack is {', '.join(['Roxy', *racks['R']])}\n"
        f"    When Blue places Roxy on base {slot}\n"
        f"    Then the move is legal\n"
        f"    And the top troop on base {slot} is Blue Roxy\n"
        f"    And Red is to move\n\n"
    )


def files(folder: Path, number: int, random: Random) -> Iterator[Path]:
    """Write feature files and yield their paths."""
    for first in range(0, number, PER_FILE):
        text = "".join(scenario(n, random) for n in range(first, min(first + PER_FILE, number)))
        path = folder / f"number-{first}.feature"
        path.write_text(f"Feature: Scenarios from number {first}\n\n{text}", encoding="utf-8")
        yield path


class EngineClock:
    """Adds up the time spent inside the engine."""

    def __init__(self) -> None:
        self.seconds, self.depth = 0.0, 0

    def watch(self, owner: Any, name: str) -> None:
        """Put a clock around a method."""
        inner: Callable[..., Any] = getattr(owner, name)

        def timed(*arguments: Any, **options: Any) -> Any:
            self.depth += 1
            started = time.process_time()
            try:
                return inner(*arguments, **options)
            finally:
                self.depth -= 1
                if not self.depth:
                    self.seconds += time.process_time() - started

        setattr(owner, name, timed)


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status."""
    number, seed = (int(text) for text in (*arguments, SCENARIOS, SEED)[:2]) if arguments else (SCENARIOS, SEED)
    verify(Content(), ["@endless"])  # what is loaded once is loaded
    clock = EngineClock()
    for name in ("load", "position", "legal", "outcomes", "apply", "play", "parse", "outcome", "view", "why"):
        clock.watch(Game, name)
    with tempfile.TemporaryDirectory() as name:
        list(files(Path(name), number, Random(seed)))
        started = time.process_time()
        report = verify(Content(), [name])
        text = str(report)
        seconds = time.process_time() - started
    if not report.is_fine:
        print(text[:3000])
        return 1
    own = seconds - clock.seconds
    print(f"{report.passed} scenarios of eight steps  CPU time")
    print(f"in all                     {seconds:8.2f} s")
    print(f"of this the engine         {clock.seconds:8.2f} s")
    print(f"reading, checking, running {own:8.2f} s")
    limit = LIMIT * number / SCENARIOS
    print(f"{'within' if own < limit else 'ABOVE'} the {limit:g} s allowed")
    return 0 if own < limit else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
