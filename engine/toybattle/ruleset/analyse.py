"""What is wrong with rules as a whole: exceptions that disagree, go round in a ring, or never matter.

Requirements are judged with their exceptions in every situation that makes a difference to them. What a troop's kind
is, what a slot shows, whose it is: such facts can be any, and what they show to be wrong is a fault. What else decides
(counts, counters, quantifiers, networks) cannot be seen here, and where a fault would need it, it is a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from graphlib import CycleError, TopologicalSorter
from typing import Any, Literal, TypeAlias

from toybattle.errors import Fault, Place, listed
from toybattle.ruleset import tree as t
from toybattle.ruleset.situations import NOBODY, Judge, Question, Situation, TooMany
from toybattle.ruleset.wording import worded

_Judged: TypeAlias = t.Requirement | t.Exception_ | t.Effect
FACTS = ("kind", "owner", "hq", "special", "mark")
"""Questions whose answer can be any."""


def analyse(ruleset: t.Ruleset) -> list[Fault]:
    """Return what is wrong with a ruleset as a whole, warnings among it, in the order of its statements."""
    analysis = Analysis(ruleset)
    if ring := analysis.ring():
        return [ring]
    faults = []
    try:
        faults += [fault for requirement in ruleset.requirement_list for fault in analysis.of_requirement(requirement)]
        faults += [fault for exception in ruleset.exceptions for fault in analysis.of_exception(exception)]
    except (TooMany, RecursionError):
        found = f"only {analysis.judge.seen} of the situations in which exceptions act were looked at"
        faults.append(Fault("unchecked", Place("rules"), found, hint="there are too many", is_warning=True))
    return faults


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where conditions are judged: a verb, with the piece and the slot it is about, or an effect."""

    swaps: Mapping[Any, t.Expression]
    """Other ways to say `this` and `here`."""
    known: tuple[t.Expression, ...]
    """Things whose facts can be any."""
    names: Mapping[Any, t.Expression]
    """What messages call `this` and `here`."""
    facts: Mapping[Question, Any]
    """What is so from the beginning."""
    conditions: dict[tuple[type, str], t.Condition | None] = field(default_factory=dict)
    """Those of statements judged here before."""

    def condition(self, x: _Judged) -> t.Condition | None:
        """Return the condition of a statement, speaking of `this` and `here` only."""
        key = type(x), x.label
        if key not in self.conditions:
            own, condition = _parameters(x), x.when if isinstance(x, t.Effect) else x.condition
            self.conditions[key] = _swapped(_swapped(condition, own), self.swaps)
        return self.conditions[key]

    def is_known(self, situation: Situation) -> bool:
        """Return whether every answer is one that can be any."""
        return all(
            question.what in FACTS
            and (question.about in self.known or (question.about == t.Top(t.Here()) and t.Here() in self.known))
            and not (question.what == "owner" and question.about == t.This())  # whose troop it is depends on the verb
            for question in situation.answers
        )

    def said(self, situation: Situation) -> str:
        """Return a situation in words."""
        answers = [(q, answer) for q, answer in situation.answers.items() if q not in self.facts]
        return listed((_said(_swapped(q, self.names), answer) for q, answer in answers), "and") or "always"


@dataclass(frozen=True, slots=True)
class _Found:
    """What was looked for: the plainest situation in which it is so, and whether only facts that can be any decide."""

    situation: Situation | None
    is_certain: bool


@dataclass(frozen=True, slots=True)
class _Site:
    """One thing an exception speaks on: when it would matter if it were the only exception, and when it does."""

    setting: _Setting
    would_matter: Callable[[Situation], bool]
    matters: Callable[[Situation], bool]


class Analysis:
    """Looks at the requirements and exceptions of one ruleset."""

    def __init__(self, ruleset: t.Ruleset) -> None:
        self.rules, self.judge = ruleset, Judge(ruleset)
        self.acting: dict[str, t.Exception_ | t.Effect] = {x.label: x for x in ruleset.exceptions}
        self.acting |= {x.label: x for x in ruleset.effect_list}
        self.settings: dict[tuple[type, str], _Setting] = {}
        self.required = {(x.verb, x.label): x for x in ruleset.requirement_list}
        self.speaking: dict[tuple[str, str], list[t.Exception_]] = {}
        """By what they do and to which label."""
        for exception in ruleset.exceptions:
            for target in exception.targets:
                self.speaking.setdefault((exception.does, target), []).append(exception)

    def ring(self) -> Fault | None:
        """Return the fault of exceptions that suspend one another in a ring."""
        suspended = {x.label: x.targets for x in self.rules.exceptions if x.does == "suspend"}
        try:
            TopologicalSorter(suspended).prepare()
        except CycleError as error:
            ring = [self.acting[label] for label in reversed(error.args[1])]
            said = " suspends ".join(f"'{x.label}' ({x.place})" for x in ring)
            return Fault("cycle", ring[0].place, f"exceptions suspend one another in a ring: {said}", hint="remove one of them")
        return None

    def setting(self, x: _Judged) -> _Setting:
        """Return where a statement is judged."""
        key = type(x), x.label
        if key not in self.settings:
            self.settings[key] = _setting(x)
        return self.settings[key]

    # ---- the logic of exceptions

    def is_active(self, x: t.Exception_, setting: _Setting, now: Situation, without: t.Exception_ | None = None) -> bool:
        """Return whether an exception speaks: its condition holds and nothing active suspends it."""
        holds = self.judge.holds(setting.condition(x), now)
        return holds and not self.is_suspended(x.label, setting, now, without)

    def is_suspended(self, label: str, setting: _Setting, now: Situation, without: t.Exception_ | None = None) -> bool:
        """Return whether something active suspends the exception or effect of that label."""
        suspending = self.speaking.get(("suspend", label), ())
        return any(x is not without and self.is_active(x, setting, now, without) for x in suspending)

    def verdict(self, x: t.Requirement, now: Situation, without: t.Exception_ | None = None) -> bool | Literal["clash"]:
        """Return whether a requirement is met."""
        setting = self.setting(x)
        waived, forbidden = (
            any(e is not without and self.is_active(e, setting, now, without) for e in self._on(x, does))
            for does in ("waive", "forbid")
        )
        if waived and forbidden:
            return "clash"
        return waived or (not forbidden and self.is_met(x, now))

    def is_met(self, x: t.Requirement, now: Situation) -> bool:
        """Return whether the condition of a requirement holds."""
        return self.judge.holds(self.setting(x).condition(x), now)

    def _on(self, x: t.Requirement, does: str) -> list[t.Exception_]:
        return [e for e in self.speaking.get((does, x.label), ()) if e.verb == x.verb]

    def find(self, setting: _Setting, judge: Callable[[Situation], bool]) -> _Found:
        """Return a situation in which something is so, one of known facts alone if there is any."""
        found, is_certain = None, True
        for situation, is_so in self.judge.situations(judge, setting.facts):
            is_known = setting.is_known(situation)
            if is_so and is_known:
                return _Found(situation, is_certain=True)
            is_certain &= is_known
            found = situation if is_so and not found else found
        return _Found(found, is_certain and not found)

    # ---- what is reported

    def of_requirement(self, x: t.Requirement) -> Iterator[Fault]:
        """Yield what is wrong with a requirement: it never fails, or two exceptions disagree on it."""
        setting = self.setting(x)
        alone = self.find(setting, lambda now: not self.is_met(x, now))
        said = f"'{x.label}' never fails"
        hint = f"write `remove require {x.label}`, or change its condition"
        if not alone.situation and not self._on(x, "forbid"):
            found = f"{said}: `{worded(x.condition)}` always holds"
            yield Fault("never-fails", x.place, found, hint=hint, is_warning=not alone.is_certain)
        elif not self.find(setting, lambda now: self.verdict(x, now) is not True).situation:
            yield Fault("never-fails", x.place, f"{said}: exceptions waive it wherever it would", hint=hint, is_warning=True)
        for waiving in self._on(x, "waive"):
            for forbidding in self._on(x, "forbid"):
                yield from self._clash(x, waiving, forbidding)

    def _clash(self, x: t.Requirement, waiving: t.Exception_, forbidding: t.Exception_) -> Iterator[Fault]:
        setting = self.setting(x)
        clash = self.find(setting, lambda now: self.is_active(waiving, setting, now) and self.is_active(forbidding, setting, now))
        if not clash.situation:
            return
        first, last = sorted((waiving, forbidding), key=self.rules.exceptions.index)
        found = (
            f"'{last.label}' {last.does}s '{x.label}' and '{first.label}' ({first.place}) {first.does}s it"
            f" where {setting.said(clash.situation)}"
        )
        hint = f"say which prevails: `suspend {first.label} when …` or `suspend {last.label} when …`"
        yield Fault("clash", last.place, found, hint=hint, is_warning=not clash.is_certain)

    def of_exception(self, x: t.Exception_) -> Iterator[Fault]:
        """Yield the fault of an exception that never matters."""
        sites = [self._site(x, label) for label in x.targets]
        alone = [self.find(site.setting, site.would_matter) for site in sites]
        said = f"'{x.label}' never matters"
        hint = f"write `remove except {x.label}`, or change its condition"
        if self._is_jokerless(x):
            hint = f"give some troop `joker` in place of its strength, or write `remove except {x.label}`"
        if not any(found.situation for found in alone):
            is_certain = all(found.is_certain for found in alone)
            why = f"{said}: {self._why(x, sites)}"
            yield Fault("never-matters", x.place, why, hint=hint, is_warning=not is_certain)
        elif not any(self.find(site.setting, site.matters).situation for site in sites):
            why = f"{said}: wherever it would, other exceptions decide the same"
            yield Fault("never-matters", x.place, why, hint=hint, is_warning=True)

    def _site(self, x: t.Exception_, label: str) -> _Site:
        judge = self.judge
        if x.does != "suspend":
            required = self.required[x.verb or "", label]
            setting = self.setting(required)
            condition = setting.condition(x)
            return _Site(
                setting,
                lambda now: judge.holds(condition, now) and self.is_met(required, now) == (x.does == "forbid"),
                lambda now: self.verdict(required, now) != self.verdict(required, now, without=x),
            )
        target = self.acting[label]
        setting = self.setting(target)
        condition = setting.condition(x)
        acts = setting.condition(target)
        return _Site(
            setting,
            lambda now: judge.holds(condition, now) and judge.holds(acts, now),
            lambda now: (
                judge.holds(acts, now)
                and self.is_suspended(label, setting, now) != self.is_suspended(label, setting, now, without=x)
            ),
        )

    def _why(self, x: t.Exception_, sites: list[_Site]) -> str:
        if not sites:
            return "nothing else is in the group it suspends"
        for site in sites:
            condition = site.setting.condition(x)
            if self.find(site.setting, partial(self.judge.holds, condition)).situation:
                does = {"waive": "is met", "forbid": "fails", "suspend": "does not act"}[x.does]
                targets = listed((f"'{label}'" for label in x.targets), "and")
                return f"wherever its condition holds, {targets} {does} without it"
        return f"`{worded(x.condition)}` never holds" + ", for no troop is a joker" * self._is_jokerless(x)

    def _is_jokerless(self, x: t.Exception_) -> bool:
        return None not in self.judge.strengths.values() and " is joker" in x.text


# ---- settings and words


def _parameters(x: _Judged) -> dict[Any, t.Expression]:
    """Return what a statement calls the piece and the slot, as `this` and `here`."""
    bounds = () if isinstance(x, t.Effect) else x.parameters
    return {bound: t.This() if bound.type == "piece" else t.Here() for bound in bounds}


def _setting(x: _Judged) -> _Setting:
    this, here, slot_of_this = t.This(), t.Here(), t.SlotOf(t.This())
    if isinstance(x, t.Effect):
        facts = {Question("kind", this): x.trigger.troop, Question("special", here): x.trigger.special}
        is_placed = x.trigger.happening == "placing"
        certain = {question: answer for question, answer in facts.items() if answer and is_placed}
        return _Setting({slot_of_this: here}, (this, here), {}, certain)
    names: dict[Any, t.Expression] = {own: bound for bound, own in _parameters(x).items()}
    swaps = {here: slot_of_this} if this in names and here not in names else {}
    return _Setting(swaps, tuple(names), names, {})


def _swapped(node: Any, swaps: Mapping[Any, Any]) -> Any:
    """Return a node with some of its parts replaced."""
    if isinstance(node, tuple):
        return tuple(_swapped(part, swaps) for part in node)
    if not swaps or not is_dataclass(node) or isinstance(node, type):
        return node
    parts = {part.name: _swapped(getattr(node, part.name), swaps) for part in fields(node)}
    made = replace(node, **parts)
    return swaps.get(made, made)


def _said(question: Question, answer: Any) -> str:
    about = question.about
    match question.what:
        case "kind" if not answer:
            return f"{worded(about.slot)} is empty"
        case "kind":
            return f"{worded(about)} is {answer}"
        case "owner":
            return f"{worded(about)} is {({'me': 'mine', NOBODY: 'nobody’s'}).get(answer, 'the enemy’s')}"
        case "hq":
            return f"{worded(about)} is {({'me': 'my hq', NOBODY: 'a base'}).get(answer, 'the enemy’s hq')}"
        case "special":
            return f"{worded(about)} is {answer or 'not special'}"
        case "mark":
            return worded(t.IsMarked(about, question.other) if answer else t.Not(t.IsMarked(about, question.other)))
        case "exists":
            return f"there is {'a' if answer else 'no'} {worded(about)}"
        case "order":
            return f"{worded(about)} {'<=>'[answer + 1]} {question.other}"
        case _:
            return f"`{worded(about if answer else t.Not(about))}`"
