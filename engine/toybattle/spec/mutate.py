"""Whether the scenarios pin the rules down: each mutant of a rule must fail one, or be known to make no difference."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast

from ..documents import Document, read_document, schema_faults
from ..errors import Fault, Place, ToyBattleError, did_you_mean
from ..game import Game
from ..game.game import overlays
from ..resources import Content
from ..ruleset.english import sentence
from ..ruleset.load import load_ruleset
from ..ruleset.mutants import Mutant, mutants
from ..ruleset.tree import Effect
from .differ import Ready, found, ready
from .report import Report
from .run import run_scenario
from .sides import Pair, under
from .watch import Shown, scenarios, shows
from .world import World

T = TypeVar("T")
EQUIVALENT = "equivalent-mutants.yaml"
"""The file beside the features in which mutants that make no difference are recorded."""
MOST_EQUIVALENT = 0.03
"""The share of all mutants that one file may record as making no difference."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What the scenarios make of one mutant."""

    name: str
    """Its id, after the variant whose statement it alters."""
    place: Place
    """Where the statement stands."""
    description: str
    says: str
    """What the statement says, in English."""
    instead: str
    """What the mutant says; empty if it says nothing."""
    killed_by: Place | None = None
    """The first scenario that fails."""
    games: int = 0
    """How many random games were played to find a difference, if no scenario fails."""
    scenario: Ready | None = None
    """A scenario that would fail, but for its verdict."""
    problem: str = ""
    """Why there is none, although a difference was found."""
    reason: str = ""
    """Why it makes no difference, as recorded."""

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.description}", f"  mutant: {self.name}"]
        for who, said in (("the rules", self.says), ("the mutant", self.instead)) if self.says else ():
            lines += textwrap.wrap(f"{who}: {said or 'nothing'}", 110, initial_indent="  ", subsequent_indent="    ")
        if self.scenario:
            lines.append("  No scenario fails. This one would, with its verdict:")
            told = self.scenario.text("…", "by the rules", "by the mutant")
            lines += [f"    {line}" for line in told.splitlines()]
        else:
            found_out = self.problem or f"no difference shows in {self.games} random games"
            lines.append(f"  No scenario fails, and {found_out}.")
        return "\n".join(line for line in lines if line.strip())


@dataclass(frozen=True, slots=True)
class Record:
    """Why a mutant is taken to make no difference."""

    reason: str
    document: Document
    path: tuple[str | int, ...]

    def killed(self, fate: Fate) -> Fault:
        """Return the fault of a mutant that makes one."""
        found_ = f"'{fate.name}' makes a difference: it fails the scenario {fate.killed_by}"
        return self.document.fault("mutant-killed", self.path, found_, hint="strike it out")


@dataclass(frozen=True, slots=True)
class MutationReport:
    """What became of all mutants."""

    fates: tuple[Fate, ...]
    faults: tuple[Fault, ...] = ()
    unproven: Report | None = None
    """What came of the scenarios without any mutant, if not all pass: then no mutant was tried."""

    @property
    def survivors(self) -> tuple[Fate, ...]:
        """The mutants that nothing tells from the rules and nobody recorded."""
        return tuple(fate for fate in self.fates if not fate.killed_by and not fate.reason)

    @property
    def is_fine(self) -> bool:
        """Whether every mutant fails a scenario or is recorded."""
        return not (self.survivors or self.faults or self.unproven)

    def as_data(self) -> dict[str, object]:
        """Return this report as JSON holds it."""
        return {
            "mutants": len(self.fates),
            "killed": sum(fate.killed_by is not None for fate in self.fates),
            "equivalent": sum(bool(fate.reason) for fate in self.fates),
            "survivors": [
                {
                    "mutant": fate.name,
                    "place": str(fate.place),
                    "description": fate.description,
                    "says": fate.says,
                    "instead": fate.instead,
                    "games": fate.games,
                    "problem": fate.problem,
                    "scenario": fate.scenario.as_data() if fate.scenario else None,
                }
                for fate in self.survivors
            ],
            "faults": [{**asdict(fault), "place": str(fault.place)} for fault in self.faults],
            "unproven": self.unproven.as_data() if self.unproven else None,
        }

    def __str__(self) -> str:
        if self.unproven:
            return f"{self.unproven}\n\nNo mutant was tried: first all scenarios have to pass."
        data = self.as_data()
        counts = f"{data['mutants']} mutants: {data['killed']} fail a scenario, {data['equivalent']} are recorded as equivalent"
        return "\n\n".join([*map(str, self.survivors), *map(str, self.faults), f"{counts}, {len(self.survivors)} survive"])


@dataclass(frozen=True, slots=True)
class Subject:
    """A mutant of the rules under some variants."""

    variants: tuple[str, ...]
    id: str

    def name(self, base: tuple[str, ...]) -> str:
        """Return its id after the variants that the base lacks."""
        return "".join(f"{variant}: " for variant in self.variants if variant not in base) + self.id


def mutate(
    content: Content,
    selections: Sequence[str] = (),
    variants: tuple[str, ...] = (),
    games: int = 2000,
    processes: int = 1,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> MutationReport:
    """Run the scenarios against the mutants of a content's rules, and of each variant's own statements.

    A selection is a statement's label, `@` and the id of a citation, or a rules file. `tell` hears how many are done.
    """
    subjects = tuple(_subjects(content, variants))
    chosen, faults = _selected(subjects, selections, content)
    recorded, wrong = _recorded(content, [subject.name(variants) for subject in subjects])
    faults += wrong
    if faults:
        return MutationReport((), tuple(faults))
    shown, report = tried(content, variants)
    if not report.is_fine:
        return MutationReport((), unproven=report)
    work = partial(_fate, base=variants, content=content, games=games, recorded=frozenset(recorded))
    fates = []
    for fate in _mapped(work, [(subject, _order(subject, content, shown)) for subject in chosen], processes):
        record = recorded.get(fate.name)
        if record and fate.killed_by:
            faults.append(record.killed(fate))
        fates.append(replace(fate, reason=record.reason if record and not fate.killed_by else ""))
        tell(len(fates), len(chosen))
    return MutationReport(tuple(fates), tuple(faults))


def tried(content: Content, variants: tuple[str, ...]) -> tuple[Sequence[Shown], Report]:
    """Return what the scenarios show, and what came of them without any mutant."""
    shown = shows(content, variants)
    return shown, Report(tuple(x.result for x in shown), tuple(fault for x in shown for fault in x.result.faults))


def _mapped(work: Callable[[T], Fate], of: Sequence[T], processes: int) -> Iterator[Fate]:
    if processes < 2:
        yield from map(work, of)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, of, chunksize=4)


def _subjects(content: Content, base: tuple[str, ...]) -> Iterator[Subject]:
    """Yield every mutant of the rules, then those of what each variant writes on top of them."""
    yield from (Subject(base, id_) for id_ in rulesets(content, base))
    own = rulesets(content, base)
    for path in content.files("rules", "variants/*.rules"):
        if path.stem not in base:
            names = (*base, path.stem)
            written = {id_ for id_, mutant in rulesets(content, names).items() if mutant.place.file == content.name(path)}
            yield from (Subject(names, id_) for id_ in rulesets(content, names) if id_ in written or id_ not in own)


def _selected(subjects: Sequence[Subject], selections: Sequence[str], content: Content) -> tuple[list[Subject], list[Fault]]:
    """Return the mutants that are selected, and what selects none."""
    if not selections:
        return list(subjects), []
    words = {subject: _words(rulesets(content, subject.variants)[subject.id], content) for subject in subjects}
    wanted = {content.name(Path(text)) if text.endswith(".rules") else text: text for text in selections}
    known = {word for said in words.values() for word in said}
    faults = [
        Fault("nothing-selected", Place(text), "no mutant is selected by this", hint=did_you_mean(text, known))
        for word, text in wanted.items()
        if word not in known
    ]
    return [subject for subject in subjects if words[subject] & set(wanted)], faults


def _words(mutant: Mutant, content: Content) -> set[str]:
    """Return what a mutant can be selected by."""
    cites = mutant.old.cites if mutant.old else ()
    return {mutant.label, mutant.label.rpartition(" ")[2], mutant.place.file, *(f"@{cite}" for cite in cites)}


def _recorded(content: Content, known: Sequence[str]) -> tuple[dict[str, Record], list[Fault]]:
    """Return the mutants recorded as equivalent, and what is wrong with the records."""
    recorded: dict[str, Record] = {}
    faults: list[Fault] = []
    for path in content.files("features", EQUIVALENT):
        document = read_document(path, content.name(path))
        wrong = schema_faults(document, path.stem)
        faults += wrong
        entries = [] if wrong else cast("dict[str, Any]", document.data)["equivalent"]
        for number, entry in enumerate(entries):
            name, at = entry["mutant"], ("equivalent", number, "mutant")
            recorded[name] = Record(entry["reason"], document, at)
            if name not in known:
                faults.append(document.fault("unknown-mutant", at, f"no mutant '{name}'", hint=did_you_mean(name, known)))
        if len(entries) > MOST_EQUIVALENT * len(known):
            found_ = f"{len(entries)} of {len(known)} mutants are recorded as equivalent"
            faults.append(document.fault("too-many-equivalent", ("equivalent",), found_, f"at most {MOST_EQUIVALENT:.0%}"))
    return recorded, faults


# ---- one mutant


def _order(subject: Subject, content: Content, shown: Sequence[Shown]) -> list[int]:
    """Return the numbers of the scenarios that can tell a mutant from the rules, those most about its statement first."""
    mutant = rulesets(content, subject.variants)[subject.id]
    old = mutant.old
    about = [x.tells_of(old.name) + 100 * len(x.scenario.tags & set(old.cites)) if old else 0 for x in shown]
    # An effect makes no difference where nothing could call it up; what is asked of verbs, laws and endings always can.
    is_filtered = isinstance(old, Effect) and mutant.operator != "widen"
    can = [
        number
        for number, x in enumerate(shown)
        if set(subject.variants) <= set(x.variants) and not (is_filtered and old and not x.tells_of(old.name))
    ]
    # A game under the mutant takes longer to make than many scenarios to run in it.
    best: dict[str, int] = {}
    for number in can:
        best[shown[number].game] = max(best.get(shown[number].game, 0), about[number])
    return sorted(can, key=lambda number: (-best[shown[number].game], shown[number].game, -about[number]))


def _fate(work: tuple[Subject, list[int]], base: tuple[str, ...], content: Content, games: int, recorded: frozenset[str]) -> Fate:
    """Run scenarios against one mutant until one fails."""
    subject, order = work
    mutant = rulesets(content, subject.variants)[subject.id]
    rules = load_ruleset(content, subject.variants)
    says, instead = (sentence(x, of) if x else "" for x, of in ((mutant.old, rules), (mutant.new, mutant.ruleset)))
    fate = Fate(subject.name(base), mutant.place, mutant.description, says, instead)
    trial, known = Trial(subject, content), scenarios(content)
    for number in order:
        result = run_scenario(*known[number], content, base, world=World(content, list(base), trial))
        if result.failures:
            return replace(fate, killed_by=result.place)
    if fate.name in recorded:
        return fate
    pairs = list(_pairs(mutant, subject.variants, content))
    difference, played = found(pairs, games) if pairs else (None, 0)
    try:
        return replace(fate, games=played, scenario=ready(difference, content) if difference else None)
    except ToyBattleError as error:
        return replace(fate, games=played, problem=f"a difference was found that has no steps: {error}")


class Trial:
    """Gives the game under a mutant for the game that a scenario describes."""

    def __init__(self, subject: Subject, content: Content) -> None:
        self.subject, self.content = subject, content
        self.place = rulesets(content, subject.variants)[subject.id].place
        self.games: dict[str, Game] = {}

    def __call__(self, game: Game) -> Game:
        """Return the game under the mutant, or the game itself where another statement stands in that place."""
        if game.digest not in self.games:
            known = rulesets(self.content, overlays(game.variants, game.special_bases)).get(self.subject.id)
            is_same = known is not None and known.place == self.place
            self.games[game.digest] = under(game, known.ruleset) if known and is_same else game
        return self.games[game.digest]


def _pairs(mutant: Mutant, variants: tuple[str, ...], content: Content) -> Iterator[Pair]:
    """Yield the game with and without what a mutant alters, on every terrain where the engine is not the same."""
    for path in content.files("terrains", "*.yaml"):
        game = Game.load(path.stem, variants=variants, content=content)
        pair = Pair(game, under(game, mutant.ruleset))
        if pair.is_different:
            yield pair


@lru_cache(maxsize=64)
def rulesets(content: Content, variants: tuple[str, ...]) -> dict[str, Mutant]:
    """Return the mutants of the rules by their ids."""
    return {mutant.id: mutant for mutant in mutants(load_ruleset(content, variants))}
