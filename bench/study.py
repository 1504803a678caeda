"""What a study takes beside playing: how its CPU time is shared out, and what two processes cost more than one.

python bench/study.py [GAMES]
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from toybattle.game import Game
from toybattle.resources import Content
from toybattle.sim.batch import play_batch
from toybattle.study import executors
from toybattle.study.findings import findings
from toybattle.study.page import page
from toybattle.study.plan import Plan
from toybattle.study.run import run
from toybattle.study.store import Store
from toybattle.study.text import text_of
from toybattle.study.work import planned

PLAYERS = ("random", "random")
LIMIT = 200
Found = TypeVar("Found")


def measured(work: Callable[[], Found], clock: Callable[[], float] = time.process_time) -> tuple[float, Found]:
    """Return how long something takes, and what it gives."""
    began = clock()
    found = work()
    return clock() - began, found


def main(arguments: Sequence[str]) -> int:
    """Print where the time goes."""
    games = int(arguments[0]) if arguments else 10_000
    arms, legends = planned(["castle-field"], (), (), False, Content())
    plan = Plan(arms, PLAYERS, games, 1, LIMIT)
    game = Game.load("castle-field")
    play_batch(game, PLAYERS, 1, range(10), LIMIT)
    with tempfile.TemporaryDirectory() as folder:
        playing, _ = measured(lambda: play_batch(game, PLAYERS, 1, range(games), LIMIT))
        store = Store.begun(Path(folder, "alone"), plan, legends)
        whole, _ = measured(lambda: run(store, Content(), executors.alone, io.StringIO()))
        reading, found = measured(lambda: findings(store))
        telling, _ = measured(lambda: (text_of(found), page(found, store)))
        print(f"{games:,} random games on Castle Field, one process, CPU seconds")
        print(f"  playing and counting  {playing:6.2f}")
        print(f"  keeping them          {whole - playing:6.2f}")
        print(f"  what they say         {reading:6.2f}")
        print(f"  text and page         {telling:6.2f}")
        for count in (1, 2):
            again = Store.begun(Path(folder, str(count)), plan, legends)
            executor = executors.alone if count == 1 else executors.processes(count)
            began = cpu()
            here = time.process_time()
            took, _ = measured(lambda: run(again, Content(), executor, io.StringIO()), time.perf_counter)  # noqa: B023
            spent, here = cpu() - began, time.process_time() - here
            print(f"  {count} process{'es' * (count > 1):2}  {spent:6.2f} CPU seconds in all, {games / took:,.0f} games/s")
        print(f"  handing out           {1000 * here / len(plan.parts):6.2f} ms a part")
    return 0


def cpu() -> float:
    """Return the CPU time of this process and of those that it has started and that have ended."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
