"""Measures how long `verify --watch --html` takes from a save to its answer, with all shipped scenarios.

python bench/watch.py [SAVES]

Wall-clock time, from before the file is written until the answer can be read; of each kind of file the median.
What every scenario is played by is answered twice: by the scenarios that cite or name it, then by all the others.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

SAVES = 5
LIMIT = 1.0
"""Seconds within which the first answer should come."""
EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "first-steps"
OWN = """\
language 1

to place T on S
except own cites place-kwak-covers: waive covers when T is joker and strength of top of S > {}
"""
WELL = "draw number of my tops adjacent to here"


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status: 1 if a first answer takes too long."""
    saves = int(arguments[0]) if arguments else SAVES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "own"
        shutil.copytree(EXAMPLE, folder)
        own, well = folder / "rules" / "own.rules", folder / "rules" / "well.rules"
        feature, terrain = folder / "features" / "well.feature", folder / "terrains" / "attic.yaml"
        own.write_text(OWN.format(0), encoding="utf-8")
        texts = {path: path.read_text(encoding="utf-8") for path in (feature, terrain, well)}
        kinds: dict[str, Callable[[int], tuple[Path, str]]] = {
            "a feature": lambda n: (feature, f"{texts[feature]}\n# {n}\n"),
            "a terrain": lambda n: (terrain, f"{texts[terrain]}\n# {n}\n"),
            "a special base": lambda n: (well, texts[well].replace(WELL, f"{WELL} + {n % 2}")),
            "another rule": lambda n: (own, OWN.format(n)),
        }
        command = [sys.executable, "-m", "toybattle.cli", "verify", "--watch", "--json"]
        command += ["--content", str(folder), "--html", str(Path(name) / "book.html")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            answers = map(json.loads, process.stdout)
            print(f"{next(answers)['ran']} scenarios at the beginning\n")
            print(f"{'saved':<16}{'ran first':>10}{'answered in':>13}{'all in':>10}")
            slowest = 0.0
            for kind, change in kinds.items():
                firsts, lasts, ran = [], [], 0
                for number in range(1, saves + 1):
                    path, text = change(number)
                    started = perf_counter()
                    path.write_text(text, encoding="utf-8")
                    answer = next(answers)
                    firsts.append(perf_counter() - started)
                    ran = answer["ran"]
                    while not answer["is_last"]:
                        answer = next(answers)
                    lasts.append(perf_counter() - started)
                slowest = max(slowest, median(firsts))
                print(f"{kind:<16}{ran:>10}{median(firsts):>11.2f} s{median(lasts):>8.2f} s")
            process.send_signal(signal.SIGINT)
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
