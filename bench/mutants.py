"""Measures how long it takes to run the scenarios against every mutant of the rules.

python bench/mutants.py [SELECTION ...]
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Sequence

from toybattle.resources import Content
from toybattle.spec.mutate import mutate

LIMIT = 60.0
"""Seconds it may take."""


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status: 1 if a mutant survives or it took too long."""
    processes, started = os.cpu_count() or 1, time.perf_counter()
    report = mutate(Content(), arguments, processes=processes)
    taken = time.perf_counter() - started
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(report)
    print(f"{taken:.1f} s on {processes} cores, {sum(one.ru_utime + one.ru_stime for one in used):.1f} s CPU time")
    return 0 if report.is_fine and taken < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
