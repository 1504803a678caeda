"""Looks at files while somebody writes them: what is saved is checked again, and what it touches is run again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter

from toybattle.checking import check
from toybattle.draw import drawn
from toybattle.errors import Fault, InputError
from toybattle.game import Game
from toybattle.resources import Content
from toybattle.ruleset.load import NO_SPECIAL_BASES, load_ruleset
from toybattle.ruleset.tree import Ruleset, SpecialKind, Statement, TroopKind
from toybattle.spec import Report, Result, run_features, verify
from toybattle.spec.lookup import kinds_asked_for
from toybattle.spec.run import selected

EVERY, SETTLED = 0.2, 0.04
"""Seconds between two looks at the files, and between two that must agree before what was saved is read."""
_KINDS = (("rules", "**/*.rules"), ("rules", "citations.yaml"), ("terrains", "*.yaml"), ("features", "**/*.feature"))

Snapshot = dict[Path, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Update:
    """How things stand after something was saved."""

    report: Report
    """All scenarios, those that were not run as they were."""
    ran: int
    seconds: float
    saved: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What is wrong, or may be, with the rules and terrains that were saved."""
    boards: tuple[str, ...] = ()
    """The terrains that were saved, drawn."""
    is_last: bool = True
    """Whether all that may be touched has been run."""

    def as_data(self) -> dict[str, object]:
        """Return this as JSON holds it."""
        faults = [{**asdict(fault), "place": str(fault.place)} for fault in (*self.faults, *self.report.faults)]
        own = {"saved": self.saved, "ran": self.ran, "seconds": round(self.seconds, 3), "is_last": self.is_last}
        return {**own, **self.report.as_data(), "faults": faults}

    def __str__(self) -> str:
        saved = [f"saved: {', '.join(self.saved)}"] if self.saved else []
        of = f" of {len(self.report.results)}" if self.ran != len(self.report.results) else ""
        rest = "" if self.is_last else "; the others follow"
        ran = f"ran {self.ran}{of} in {self.seconds:.2f} s{rest}"
        return "\n\n".join([*saved, *self.boards, *map(str, self.faults), str(self.report), ran])


def watch(
    content: Content,
    selections: Sequence[str],
    variants: Sequence[str],
    show: Callable[[Update, Content], None],
    pause: Callable[[float], None],
) -> None:
    """Run the selected scenarios, then again whatever a saved file touches, until `show` or `pause` raises."""
    standing = Standing(content, tuple(selections), tuple(variants))
    known = standing.snapshot()
    show(standing.begun(), standing.content)
    while True:
        pause(EVERY)
        now = standing.snapshot()
        while now != known:
            pause(SETTLED)
            later = standing.snapshot()
            if later != now:
                now = later
                continue
            changed = [path for path in {**known, **now} if known.get(path) != now.get(path)]
            known = now
            for update in standing.after(changed):
                show(update, standing.content)


class Standing:
    """What became of every scenario when it was last run."""

    def __init__(self, content: Content, selections: tuple[str, ...], variants: tuple[str, ...]) -> None:
        self.content, self.selections, self.variants = content, selections, variants
        self.report = Report((), ())
        self.rules: Ruleset | None = None
        """Those by which scenarios were last run, None if they have had faults from the beginning."""
        self.unread: dict[Path, None] = {}
        """What was saved since, while the rules had faults."""

    def snapshot(self) -> Snapshot:
        """Return the files that matter, each with when it was saved and its size."""
        found: Snapshot = {}
        paths = [path for kind, pattern in _KINDS for path in self.content.files(kind, pattern)]
        for path in (*paths, *selected(self.content, self.selections).paths):
            try:
                about = path.stat()
            except OSError:
                continue
            found[path.resolve()] = about.st_mtime_ns, about.st_size
        return found

    def begun(self) -> Update:
        """Run everything."""
        started = perf_counter()
        self.report = verify(self.content, self.selections, self.variants)
        with suppress(InputError):
            self.rules = load_ruleset(self.content, self.variants)
        return Update(self.report, len(self.report.results), perf_counter() - started)

    def after(self, changed: Sequence[Path]) -> Iterator[Update]:
        """Check files that were saved, added or removed, and run what they touch; of rules first what cites them."""
        started = perf_counter()
        names = tuple(map(self.content.name, changed))
        others = [path for path in changed if path.suffix != ".feature"]
        if others:
            self.content = replace(self.content, edition=self.content.edition + 1)
        there = [path for path in others if path.is_file()]
        faults = check(there, self.content, self.variants).faults if there else []
        boards = tuple(self._boards(path for path in there if path.parent.name == "terrains"))
        self.unread = dict.fromkeys((*self.unread, *changed))
        before = self.rules
        try:
            self.rules = now = load_ruleset(self.content, self.variants)
        except InputError as error:
            faults = [fault for fault in faults if fault not in error.faults]
            yield Update(Report((), error.faults), 0, perf_counter() - started, names, tuple(faults), boards)
            return
        if before is None:
            yield replace(self.begun(), saved=names, faults=tuple(faults), boards=boards)
            return
        features = [path for path in self.unread if path.suffix == ".feature"]
        others = [path for path in self.unread if path.suffix != ".feature"]
        self.unread = {}
        whole = {self.content.name(path) for path in features}
        played = [result for result in self.report.results if result.place.file not in whole]
        runs = self._runs(played, others, before, now)
        while runs:
            ran = self._run(runs.pop(0), features)
            features = []
            if ran or not runs:
                yield Update(self.report, ran, perf_counter() - started, names, tuple(faults), boards, not runs)

    def _runs(self, played: Sequence[Result], saved: Sequence[Path], before: Ruleset, now: Ruleset) -> list[list[Result]]:
        """Return what to run again because of rules and terrains, in the order in which one wants to know."""
        changed = _changed(before, now)
        kinds = [kinds_asked_for(x, rules) for rules, x in changed]
        if any(path.name == "citations.yaml" for path in saved) or not all(kinds):
            cites = {cite for _, x in changed for cite in x.cites}
            named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in _names(changed)) or "(?!)")
            first = [x for x in played if cites & x.scenario.tags or any(named.search(step.text) for step in x.scenario.steps)]
            return [first, [x for x in played if x not in first]]
        return [[x for x in played if not x.has_passed or self._is_touched(x, saved, set().union(*kinds))]]

    def _boards(self, paths: Iterator[Path]) -> Iterator[str]:
        for path in paths:
            try:
                yield drawn(Game.load(path.stem, variants=self.variants, content=self.content))
            except InputError:
                continue  # its faults are told

    @staticmethod
    def _is_touched(result: Result, saved: Sequence[Path], kinds: set[str]) -> bool:
        """Return whether a scenario plays on one of these terrains, on such special bases, or with one of these variants."""
        world = result.world
        if world is None or world.fixed is None:
            return True
        terrain = world.fixed.layout.terrain
        variants = {*world.variants, *([] if world.special_bases else [NO_SPECIAL_BASES])}
        return any(slot.special and slot.special.kind in kinds for slot in terrain.slots) or any(
            path.stem == terrain.id if path.parent.name == "terrains" else path.stem in variants for path in saved
        )

    def _run(self, results: Sequence[Result], features: Sequence[Path]) -> int:
        """Run scenarios again, and whole features; return how many ran."""
        wanted = selected(self.content, self.selections)
        path_of = {self.content.name(path): path for path in wanted.paths}
        whole = {path.resolve() for path in features}
        lines: dict[Path, set[int]] = {path: wanted.lines.get(path, {0}) for path in wanted.paths if path.resolve() in whole}
        for result in results:
            path = path_of.get(result.place.file)
            if path and path.resolve() not in whole:
                lines.setdefault(path, set()).add(result.place.line)
        gone = {self.content.name(path) for path in whole}
        tags = wanted.tags if features else ()
        ran = run_features(lines, self.content, lines, tags, self.variants)
        self.report = _merged(self.report, ran, gone, list(path_of))
        return len(ran.results)


def _changed(before: Ruleset, now: Ruleset) -> list[tuple[Ruleset, Statement]]:
    """Return the statements that are in only one of two rulesets; if just their order differs, all of them."""
    old, new = ([x.text for x in rules.statements] for rules in (before, now))
    gone = [(before, x) for x in before.statements if x.text not in new]
    come = [(now, x) for x in now.statements if x.text not in old]
    return [*gone, *come] if gone or come or old == new else [(now, x) for x in now.statements]


def _names(changed: Sequence[tuple[Ruleset, Statement]]) -> list[str]:
    """Return what scenarios call these statements."""
    own = [(x.label, x.display) if isinstance(x, TroopKind | SpecialKind) else (x.label,) for _, x in changed]
    return [name for names in own for name in names]


def _merged(report: Report, ran: Report, gone: set[str], order: Sequence[str]) -> Report:
    """Return a report with what ran in the place of what it was before; whole files may be gone."""
    anew = {result.place: result for result in ran.results}
    kept = [result for result in report.results if result.place not in anew and result.place.file not in gone]
    rank = {file: number for number, file in enumerate(order)}
    results = sorted((*kept, *ran.results), key=lambda result: (rank.get(result.place.file, 0), result.place.line))
    read = {feature.file: feature for feature in (*report.features, *ran.features)}
    features = [read[file] for file in order if file in read]
    looked_at = gone | {feature.file for feature in ran.features}
    faults = [fault for fault in report.faults if fault.place.file not in looked_at]
    faults += [fault for result in kept if result.place.file in looked_at for fault in result.faults]
    return Report(tuple(results), tuple(dict.fromkeys((*faults, *ran.faults))), tuple(features))
