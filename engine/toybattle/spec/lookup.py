"""What is to be known of a rule: what it says and rests on, its exceptions, and the scenarios and terrains it shows in."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..documents import document_in
from ..errors import Fault, InputError, Place, listed
from ..game.game import checked_terrain
from ..resources import Content
from ..ruleset import tree as t
from ..ruleset.english import doing, sentences
from ..ruleset.load import load_ruleset
from .check import check_features
from .steps import steps


def head(kind: str, label: str) -> str:
    """Return how a statement begins; some have no label beside their first words."""
    return label.replace("-", " ") if label.startswith(kind) else f"{kind} {label}"


DOES = {"waive": "waives", "forbid": "forbids", "suspend": "suspends"}


@dataclass(frozen=True, slots=True)
class Tagged:
    """A scenario that cites an id."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Source:
    """What a statement rests on; quoted text of the statement's own has a statement only."""

    id: str
    statement: str
    status: str = ""
    said_in: tuple[str, ...] = ()
    alternative: str = ""
    variant: str = ""
    statements: tuple[str, ...] = ()
    """How the statements that cite it begin."""
    scenarios: tuple[Tagged, ...] = ()


@dataclass(frozen=True, slots=True)
class Excepting:
    """An exception to a statement, and the exceptions to it."""

    label: str
    does: str
    english: tuple[str, ...]
    place: Place
    exceptions: tuple[Excepting, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One statement."""

    label: str
    kind: str
    """The word it begins with."""
    text: str
    english: tuple[str, ...]
    place: Place
    does: str
    """What an exception does, such as `waives`; empty for other statements."""
    targets: tuple[str, ...]
    """To what it does that."""
    exceptions: tuple[Excepting, ...]
    sources: tuple[Source, ...]
    terrains: dict[str, tuple[str, ...]] | None
    """The slots of each terrain to which it alone applies, None if it applies everywhere."""

    @property
    def head(self) -> str:
        """How it begins."""
        return head(self.kind, self.label)


@dataclass(frozen=True, slots=True)
class VerbRules:
    """What a verb needs."""

    verb: str
    doing: str
    requirements: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a word means among the rules."""

    statements: tuple[Rule, ...]
    verbs: tuple[VerbRules, ...]
    citations: tuple[Source, ...]


def everything(content: Content, variants: tuple[str, ...] = ()) -> Answer:
    """Return every statement, verb and citation of the rules."""
    book = _Book(content, load_ruleset(content, variants))
    citations = tuple(book.source(id_) for id_ in book.rules.citations)
    return Answer(tuple(map(book.rule, book.said)), tuple(map(book.of_verb, book.verbs)), citations)


def looked_up(word: str, content: Content, variants: tuple[str, ...] = ()) -> Answer:
    """Return what a label, a name, a verb or an id stands for, or raise InputError with the names most like it."""
    book = _Book(content, load_ruleset(content, variants))
    wanted = word.removeprefix("@").lower()
    statements = tuple(book.rule(x) for x in book.said if wanted in book.names(x))
    verbs = tuple(book.of_verb(verb) for verb in book.verbs if verb == wanted)
    citations = (book.source(wanted),) if wanted in book.rules.citations else ()
    if statements or verbs or citations:
        return Answer(statements, verbs, citations)
    known = sorted({name for x in book.said for name in book.names(x)} | {*book.verbs, *book.rules.citations})
    near = difflib.get_close_matches(wanted[:60], known, n=3, cutoff=0.6)
    offered = listed(f"'{name}'" for name in near)
    hint = f"did you mean {offered}?" if near else "`toybattle rule` lists them all"
    raise InputError([Fault("unknown-rule", Place(word), "no statement, verb or citation is called this", hint=hint)])


def kinds_asked_for(x: t.Statement, rules: t.Ruleset) -> set[str]:
    """Return the kinds of special base without which a statement says nothing; else an exception has those of its targets."""
    kinds: set[str] = set()
    for part in t.walk(x):
        match part:
            case t.IsSpecial(kind=kind) | t.Trigger(special=str(kind)) | t.SpecialKind(label=kind):
                kinds.add(kind)
            case _:
                pass
    if isinstance(x, t.Exception_) and not kinds:
        among = rules.requirement_list if x.does != "suspend" else (*rules.exceptions, *rules.effect_list)
        of_targets = [kinds_asked_for(other, rules) for other in among if other.label in x.targets]
        return set().union(*of_targets) if all(of_targets) else set()
    return kinds


@lru_cache(maxsize=8)
def _scenarios(content: Content) -> dict[str, tuple[Tagged, ...]]:
    """Return the scenarios that cite each id; the rows of an outline are one scenario."""
    paths = {path: content.name(path) for path in content.files("features", "**/*.feature")}
    features, _ = check_features(paths, steps, content=content)
    found: dict[str, dict[Place, Tagged]] = {}
    for feature in features:
        for scenario in feature.scenarios:
            place = Place(feature.file, scenario.line)
            for tag in sorted(scenario.tags):
                found.setdefault(tag, {}).setdefault(place, Tagged(scenario.name, place))
    return {tag: tuple(tagged.values()) for tag, tagged in found.items()}


class _Book:
    """The rules of a content, with where they show."""

    def __init__(self, content: Content, rules: t.Ruleset) -> None:
        self.content, self.rules = content, rules
        kinds = {kind.place for kind in rules.special_kinds}
        # The effect of a special base is said together with its kind: they are one statement of the language.
        self.said = [x for x in rules.statements if not (isinstance(x, t.Effect) and x.place in kinds)]
        own = [mark.verb for mark in rules.mark_kinds]
        judged = [x.verb for x in rules.requirement_list]
        self.verbs = tuple(dict.fromkeys((*rules.verbs, *judged, *own)))

    @cached_property
    def printed(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """For each kind of special base the slots of each terrain on which it is printed."""
        found: dict[str, dict[str, tuple[str, ...]]] = {kind.label: {} for kind in self.rules.special_kinds}
        for path in self.content.files("terrains", "*.yaml"):
            terrain = checked_terrain(document_in(self.content, path), self.rules)
            for slot in terrain.slots:
                if slot.special:
                    slots = found[slot.special.kind]
                    slots[terrain.id] = (*slots.get(terrain.id, ()), slot.id)
        return found if self.rules.uses_specials else {kind: {} for kind in found}

    def names(self, x: t.Statement) -> set[str]:
        """Return what a statement may be called."""
        return {x.label, x.display.lower()} if isinstance(x, t.TroopKind | t.SpecialKind) else {x.label}

    def parts(self, x: t.Statement) -> tuple[t.Statement, ...]:
        """Return a statement with the effect that is said in it."""
        own = (e for e in self.rules.effect_list if isinstance(x, t.SpecialKind) and e.place == x.place)
        return (x, *own)

    def rule(self, x: t.Statement) -> Rule:
        """Return all that is to be known of a statement."""
        parts = self.parts(x)
        return Rule(
            x.label, x.text.partition(" ")[0], x.text, tuple(said for part in parts for said in sentences(part, self.rules)),
            x.place, *((DOES[x.does], x.targets) if isinstance(x, t.Exception_) else ("", ())),
            tuple(near for part in parts for near in self.excepting(part)), tuple(self.source(cite) for cite in x.cites),
            self.terrains(x),
        )  # fmt: skip

    def excepting(self, x: t.Statement) -> Iterator[Excepting]:
        """Yield the exceptions to a statement."""
        does = ("forbid", "waive") if isinstance(x, t.Requirement) else ("suspend",)
        is_excepted = isinstance(x, t.Requirement | t.Exception_ | t.Effect)
        for e in (e for word in does if is_excepted for e in self.rules.speaking_on(x.label, word)):
            yield Excepting(e.label, DOES[e.does], sentences(e, self.rules), e.place, tuple(self.excepting(e)))

    def source(self, cite: str) -> Source:
        """Return what a citation says, and what rests on it."""
        citation = self.rules.citations.get(cite)
        if citation is None:
            return Source("", cite)
        citing = tuple(head(x.text.partition(" ")[0], x.label) for x in self.said if cite in x.cites)
        return Source(
            cite, citation.statement, citation.status, citation.said_in, citation.alternative, citation.variant,
            citing, _scenarios(self.content).get(cite, ()),
        )  # fmt: skip

    def of_verb(self, verb: str) -> VerbRules:
        """Return what a verb needs, in order."""
        return VerbRules(verb, doing(verb), tuple(map(self.rule, self.rules.judging(verb))))

    def terrains(self, x: t.Statement) -> dict[str, tuple[str, ...]] | None:
        """Return the slots to which a statement alone applies, None if it asks for no kind of special base."""
        kinds = kinds_asked_for(x, self.rules)
        if not kinds:
            return None
        found: dict[str, tuple[str, ...]] = {}
        for kind in (kind for kind in self.printed if kind in kinds):
            for terrain, slots in self.printed[kind].items():
                found[terrain] = (*found.get(terrain, ()), *slots)
        return dict(sorted(found.items()))
