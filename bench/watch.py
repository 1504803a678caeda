"""Measures how long `verify --watch --html` takes from a save to its answer and its page, with all shipped scenarios.

python bench/watch.py [SAVES]

Times are of CPU time and of the pauses between two looks at the files; of each kind of file the median.
A rule that every scenario is played by is answered twice: by the scenarios that cite or name it, then by all the others.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time

from toybattle.book import page
from toybattle.documents import write_whole
from toybattle.resources import Content
from toybattle.watching import Update, watch

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


class Writer:
    """Saves one file after the other while somebody watches, and keeps when each was answered."""

    def __init__(self, out: Path, saves: Iterator[tuple[str, Path, str]]) -> None:
        self.out, self.saves = out, saves
        self.kind, self.started, self.paused = "", 0.0, 0.0
        self.answers: dict[str, list[tuple[int, float, float]]] = {}
        """For each kind of file how many scenarios ran first, when that was answered, and when all was."""

    def pause(self, seconds: float) -> None:
        """Save the next file in the time in which nobody looks, or stop when there is none."""
        self.paused += seconds
        if not self.kind:
            self.kind, path, text = next(self.saves)
            path.write_text(text, encoding="utf-8")
            self.started, self.paused = process_time(), seconds

    def show(self, update: Update, content: Content) -> None:
        """Write the page, and note the time."""
        write_whole(self.out, page(content, (), update.report).encode())
        if not self.kind:
            print(f"{update.ran} scenarios at the beginning\n")
            return
        answers = self.answers.setdefault(self.kind, [])
        after = process_time() - self.started + self.paused
        if not answers or answers[-1][2]:
            answers.append((update.ran, after, 0.0))
        if update.is_last:
            answers[-1] = (*answers[-1][:2], after)
            self.kind = ""


def saves(folder: Path, number: int) -> Iterator[tuple[str, Path, str]]:
    """Yield what is saved: its kind, its path and its text."""
    own, well = folder / "rules" / "own.rules", folder / "rules" / "well.rules"
    feature, terrain = folder / "features" / "well.feature", folder / "terrains" / "attic.yaml"
    texts = {path: path.read_text(encoding="utf-8") for path in (feature, terrain, well)}
    kinds: dict[str, Callable[[int], tuple[Path, str]]] = {
        "a feature": lambda n: (feature, f"{texts[feature]}\n# {n}\n"),
        "a terrain": lambda n: (terrain, f"{texts[terrain]}\n# {n}\n"),
        "a special base": lambda n: (well, texts[well].replace(WELL, f"{WELL} + {n % 2}")),
        "another rule": lambda n: (own, OWN.format(n)),
    }
    for kind, save in kinds.items():
        yield from ((kind, *save(n)) for n in range(1, number + 1))


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status: 1 if a first answer takes too long."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "own"
        shutil.copytree(EXAMPLE, folder)
        (folder / "rules" / "own.rules").write_text(OWN.format(0), encoding="utf-8")
        writer = Writer(Path(name) / "book.html", saves(folder, int(arguments[0]) if arguments else SAVES))
        with suppress(StopIteration):
            watch(Content((folder,)), (), (), writer.show, writer.pause)
    print(f"{'saved':<16}{'ran first':>10}{'answered in':>13}{'all in':>10}")
    for kind, answers in writer.answers.items():
        ran, first, last = (median(values) for values in zip(*answers, strict=True))
        print(f"{kind:<16}{ran:>10}{first:>11.2f} s{last:>8.2f} s")
    return int(any(median(first for _, first, _ in answers) > LIMIT for answers in writer.answers.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
