"""Measures how long commands and loading take in fresh processes, as ratios to a Python that does nothing.

python bench/load.py [RUNS]

Times are of CPU time, so that what else the machine does matters little.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

RUNS = 9
LOADED = "from toybattle.game import Game; Game.load('castle-field')"
PLAYED = f"{LOADED}.start(seed=1)"
COMPILED = (
    "from toybattle.game import Game; from toybattle.sim import compiled; "
    "s = compiled(Game.load('castle-field')); s.play(s.opening(), range(1))"
)
TOOL = Path(sys.executable).with_name("toybattle")


def seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """Return the CPU time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status."""
    runs = int(arguments[0]) if arguments else RUNS
    commands = {
        "python -c pass": ([sys.executable, "-c", "pass"], False),
        "toybattle --help": ([str(TOOL), "--help"], False),
        "load, empty cache": ([sys.executable, "-c", LOADED], True),
        "load, cached": ([sys.executable, "-c", LOADED], False),
        "load and start, cached": ([sys.executable, "-c", PLAYED], False),
        "play compiled, cached": ([sys.executable, "-c", COMPILED], False),
        "toybattle verify": ([str(TOOL), "verify"], False),
    }
    print(f"{'fresh processes, ' + str(runs) + ' runs':<28}{'median':>10}{'min':>10}{'max':>10}{'ratio':>8}")
    bare = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, (command, is_cold) in commands.items():
            measured = []
            # A first run that is not measured fills the caches of the machine and, unless it is to be cold, ours.
            for number in range(runs + 1):
                cache = Path(folder) / (f"cold-{number}" if is_cold else "warm")
                measured.append(seconds(command, {**os.environ, "XDG_CACHE_HOME": str(cache)}))
            del measured[0]
            bare = bare or median(measured)
            times = "".join(f"{1000 * time_:>7.0f} ms" for time_ in (median(measured), min(measured), max(measured)))
            print(f"{name:<28}{times}{median(measured) / bare:>8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
