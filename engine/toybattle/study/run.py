"""A study from its plan to its last game: what is missing is played, kept, and told while it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from toybattle.resources import Content
from toybattle.study.executors import Executor
from toybattle.study.store import Store
from toybattle.study.work import jobs

EVERY = 10.0
"""Seconds between two lines of progress where nobody sees them change."""
OFTEN = 0.2
"""Seconds between two changes of the line at a terminal."""


@dataclass(slots=True)
class Progress:
    """Tells how far a study is, with its speed and the time left: on one changing line at a terminal, else now and then."""

    stream: TextIO
    total: int
    done: int
    """Games; those that were there before count as done, and not for the speed."""
    clock: Callable[[], float] = time.monotonic
    _began: float = 0.0
    _last: float = 0.0
    _before: int = 0
    _is_open: bool = False

    def begin(self) -> None:
        """Start the clock."""
        self._began = self._last = self.clock()
        self._before = self.done

    def add(self, games: int) -> None:
        """Count games that are done."""
        self.done += games
        now, is_changing = self.clock(), self.stream.isatty()
        if self.done == self.total or now - self._last >= (OFTEN if is_changing else EVERY):
            self._last = now
            self.stream.write(f"\r{self.line()}\033[K" if is_changing else f"{self.line()}\n")
            self.stream.flush()
            self._is_open = is_changing

    def line(self) -> str:
        """Return how far it is."""
        passed, made = self.clock() - self._began, self.done - self._before
        text = f"{self.done:,} of {self.total:,} games"
        if made and passed > 0:
            rate = made / passed
            shown = f"{rate:,.0f} games/s" if rate >= 10 else f"{60 * rate:,.0f} games/min"
            text += (
                f", {shown}, {_spent((self.total - self.done) / rate) + ' left' if self.done < self.total else _spent(passed)}"
            )
        return text

    def end(self) -> None:
        """Leave the changing line."""
        if self._is_open:
            self.stream.write("\n")
            self._is_open = False


def _spent(seconds: float) -> str:
    """Return a time as people say it."""
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    return f"{round(whole / 60)} min" if whole < 5400 else f"{whole // 3600} h {whole % 3600 // 60} min"


def run(store: Store, content: Content, executor: Executor, stream: TextIO) -> None:
    """Play what is missing of a study, however often it was stopped before."""
    plan = store.plan
    missing, damaged = store.missing()
    total = sum(part.last - part.first for part in plan.parts)
    progress = Progress(stream, total, total - sum(part.last - part.first for part in missing))
    if damaged:
        stream.write(f"{damaged} damaged part{'s are' if damaged > 1 else ' is'} played again\n")
    if not missing:
        return
    if progress.done:
        stream.write(f"going on with {progress.done:,} games kept\n")
    progress.begin()
    try:
        for part, data in executor(jobs(plan, missing, content)):
            store.keep(part, data)
            progress.add(part.last - part.first)
    finally:
        progress.end()
