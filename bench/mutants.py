"""Measures how long it takes to run the scenarios against every mutant of the rules.

python bench/mutants.py [SELECTION ...]
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Sequence

from toybattle.resources import Content
from toybattle.spec.mutate import mutate

LIMIT = 60.0
"""Seconds it may take on all cores; CPU time is counted, so that what else the machine does matters little."""


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status: 1 if a mutant survives or it took too long."""
    processes = os.cpu_count() or 1
    report = mutate(Content(), arguments, processes=processes)
    alone, together = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    before, after = (one.ru_utime + one.ru_stime for one in (alone, together))
    taken = before + after / processes
    print(report)
    print(f"{before:.1f} s to look at the scenarios, then {after:.1f} s on {processes} cores: {taken:.1f} s in all")
    return 0 if report.is_fine and taken < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
