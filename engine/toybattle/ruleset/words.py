"""Expressions and conditions from syntax: names resolved, types checked, the words of the language given meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeVar, assert_never, cast

from toybattle.errors import Fault, Place, listed, nearest
from toybattle.lang import syntax as s
from toybattle.ruleset import tree as t

T = TypeVar("T")
Scope = Mapping[str, t.Bound]

SETS = ("slots", "bases", "hqs", "tops", "troops", "regions")
"""Words that are sets by themselves."""
OF = {
    "enemy": "player", "owner": "piece", "top": "slot", "slot": "piece", "strength": "piece", "medals": "player",
    "objective": "player", "value": "slot", "values": "slot", "height": "slot", "stack": "slot", "tops": "player",
    "troops": "player", "hqs": "player",
}  # fmt: skip
"""Words before `of`, with the type of what follows."""
PREDICATES = ("joker", "mine", "empty", "hq", "base", "special", "claimed", "unclaimed")
INTRODUCE = {
    "unknown-label": ("require", "except", "effect", "special", "law", "win"),
    "unknown-predicate": ("troop", "mark", "special"),
    "unknown-special": ("special",),
    "unknown-troop": ("troop",),
    "unknown-word": ("zone", "counter"),
}
"""By code, the first words of the statements that introduce what is unknown."""
MOST_FAULTS = 50
"""Reported of one file."""


ONE = "one thing", "write `number of …` or choose one"
"""What is said of a set where it cannot stand."""


def did_you_mean(name: str, place: str) -> str:
    """Return the hint that offers a name, with its place if it has one."""
    return f"did you mean '{name}'{f' ({place})' if place else ''}?"


class FaultFound(Exception):
    """A fault was noted; the part of the statement it spoils is given up."""


@dataclass(slots=True)
class Names:
    """Every name that statements introduce, with where each stands."""

    zones: dict[str, str] = field(default_factory=dict)
    """From zone to who sees it."""
    troops: dict[str, str] = field(default_factory=dict)
    specials: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    mark_verbs: dict[str, str] = field(default_factory=dict)
    """From verb to mark."""
    counters: dict[str, str] = field(default_factory=dict)
    """From counter to its scope."""
    places: dict[tuple[str, str], str] = field(default_factory=dict)
    """From a statement's first word and its name to its place, for hints."""


class Faults:
    """The faults of one file, noted as they are found."""

    def __init__(self, file: str, lines: tuple[str, ...], names: Names) -> None:
        self.file, self.lines, self.names = file, lines, names
        self.noted: list[Fault] = []
        self.count = 0
        """Faults met, of which only so many are noted."""

    def fail(self, code: str, span: s.Span, found: str, expected: str = "", hint: str = "") -> FaultFound:
        """Note a fault and return the exception to raise."""
        self.count += 1
        if self.count <= MOST_FAULTS:
            self.noted.append(Fault(code, self.place(span), found, expected, hint, self.source(span)))
        return FaultFound()

    def all(self) -> list[Fault]:
        """Return the faults noted, with a last one that counts the others."""
        rest = self.count - MOST_FAULTS
        more = Fault("too-many-faults", Place(self.file, len(self.lines)), f"{MOST_FAULTS} faults, and {rest} more")
        return [*self.noted, more] if rest > 0 else self.noted

    def unknown(self, code: str, span: s.Span, what: str, word: str, known: Iterable[str]) -> FaultFound:
        """Note a name nobody introduced, with the nearest that somebody did."""
        known = list(known)
        near = self.nearest(word, known)
        places = (self.names.places.get((kind, near or "")) for kind in INTRODUCE.get(code, ()))
        hint = did_you_mean(near, next(filter(None, places), "")) if near else ""
        return self.fail(code, span, f"unknown {what} '{word}'", "" if hint else listed(known), hint)

    def nearest(self, word: str, known: Iterable[str]) -> str | None:
        """Return the known name most like `word`, while its fault would still be reported."""
        return nearest(word, known) if self.count < MOST_FAULTS else None

    def place(self, span: s.Span) -> Place:
        """Return a span's beginning in this file."""
        return Place(self.file, span.line, span.column)

    def source(self, span: s.Span) -> str:
        """Return the line a span begins on."""
        return self.lines[span.line - 1] if 0 < span.line <= len(self.lines) else ""

    def attempt(self, work: Callable[[], T]) -> T | None:
        """Return what `work` returns, or None where it met a fault, so that its neighbours are looked at too."""
        try:
            return work()
        except FaultFound:
            return None

    def all_of(self, *work: Callable[[], T]) -> list[T]:
        """Do every piece of work, then give up if any met a fault."""
        before = self.count
        done = [self.attempt(one) for one in work]
        if self.count > before:
            raise FaultFound
        return [cast(T, one) for one in done]


class Words:
    """Resolves expressions and conditions within one file."""

    def __init__(self, faults: Faults) -> None:
        self.faults, self.names = faults, faults.names
        self.fail = faults.fail
        self.lacks: dict[str, str] = {}
        """`this` and `here` where they never exist, with what to write instead."""

    # ---- single things

    def one(self, x: s.Expression, scope: Scope, wanted: t.Type | None = None) -> t.Expression:
        """Return a single thing of the type wanted; a troop stands for its slot where a slot is wanted."""
        value, type_ = self.typed(x, scope)
        return self._fit(value, type_, x.span, wanted or type_)

    def _fit(self, value: t.Expression, type_: t.Type, span: s.Span, wanted: t.Type) -> t.Expression:
        if wanted == "slot" and type_ == "piece":
            return t.SlotOf(value)
        if type_ != wanted:
            raise self.fail("type", span, f"this is a {_said(type_)}", f"a {_said(wanted)}")
        return value

    def typed(self, x: s.Expression, scope: Scope) -> tuple[t.Expression, t.Type]:
        """Return a single thing and its type."""
        match x:
            case s.Word("me"):
                return t.Me(), "player"
            case s.Word("enemy"):
                return t.EnemyOf(t.Me()), "player"
            case s.Word("here" | "this" as name) if name in self.lacks:
                raise self.fail("absent", x.span, f"`{name}` stands for nothing in this place", self.lacks[name])
            case s.Word("here"):
                return t.Here(), "slot"
            case s.Word("this"):
                return t.This(), "piece"
            case s.Word(name):
                if name in SETS:
                    raise self.fail("type", x.span, f"`{name}` is a set", *ONE)
                if name in self.names.counters:
                    raise self.fail("type", x.span, f"'{name}' is a counter", f"`{name} of …`, or `{name} of game`")
                if name in self.names.troops or name in self.names.marks:
                    raise self.fail("type", x.span, f"'{name}' is no single troop", "one thing", f"write `… is {name}`")
                raise self.faults.unknown("unknown-word", x.span, "word", name, ["me", "enemy", "here", "this", *SETS])
            case s.Variable(name):
                if name not in scope:
                    raise self.faults.unknown("unknown-variable", x.span, "variable", name, scope)
                return scope[name], scope[name].type
            case s.Number(value):
                return t.Literal_(value), "number"
            case s.Possessive(whose, name):
                return self._of(x, name, s.Word("me" if whose == "my" else "enemy", span=x.span), scope)
            case s.Of(name, of):
                return self._of(x, name, of, scope)
            case s.NumberOf(of):
                return t.Count(self.many(of, scope)[0]), "number"
            case s.RoomIn(zone):
                among, _ = self.many(zone, scope)
                if not isinstance(among, t.InZone):
                    raise self.fail("type", zone.span, "this is no zone", listed(self.names.zones))
                return t.Room(among.zone, among.player), "number"
            case s.Distance(start, end):
                return t.Distance(self.one(start, scope, "slot"), self.one(end, scope, "slot")), "number"
            case s.Arithmetic(left, sign, right):
                return t.Arithmetic(self.one(left, scope, "number"), sign, self.one(right, scope, "number")), "number"
            case s.Adjacent() | s.OtherThan() | s.Around() | s.Joined() | s.Within() | s.Filtered():
                raise self.fail("type", x.span, "this is a set", *ONE)
            case _:
                assert_never(x)

    def _of(self, x: s.Expression, name: str, of: s.Expression, scope: Scope) -> tuple[t.Expression, t.Type]:
        if name in self.names.counters:
            return self.counter(name, of, scope), "number"
        if name in ("values", "stack", "tops", "troops", "hqs") or name in self.names.zones:
            raise self.fail("type", x.span, f"`{name} of …` is a set", *ONE)
        if name not in OF:
            known = [*OF, *self.names.zones, *self.names.counters]
            raise self.faults.unknown("unknown-word", x.span, "word", name, known)
        if name == "owner":
            value, type_ = self.typed(of, scope)
            if type_ not in ("piece", "slot", "region"):
                raise self.fail("type", of.span, f"this is a {_said(type_)}", "a troop, an H.Q. or a region")
            return t.OwnerOf(value, type_), "player"
        if name == "medals":
            value, type_ = self.typed(of, scope)
            if type_ not in ("player", "region"):
                raise self.fail("type", of.span, f"this is a {_said(type_)}", "a player or a region")
            return t.MedalsOf(value, type_), "number"
        value = self.one(of, scope, cast("t.Type", OF[name]))
        match name:
            case "enemy":
                return t.EnemyOf(value), "player"
            case "top":
                return t.Top(value), "piece"
            case "slot":
                return t.SlotOf(value), "slot"
            case "strength":
                return t.Strength(value), "number"
            case "objective":
                return t.Objective(value), "number"
            case "height":
                return t.Height(value), "number"
            case _:
                return t.PrintedValue(value), "number"

    def counter(self, name: str, of: s.Expression, scope: Scope) -> t.CounterOf:
        """Return a counter of its subject; `of game` for one the whole game has."""
        kind = self.names.counters[name]
        if kind == "game":
            if of not in (s.Word("game"), s.Word("me")):
                raise self.fail("type", of.span, f"'{name}' is one number for the whole game", "`game`")
            return t.CounterOf(name, None)
        return t.CounterOf(name, self.one(of, scope, cast("t.Type", kind)))

    # ---- sets

    def many(self, x: s.Expression, scope: Scope) -> tuple[t.SetExpression, t.Type]:
        """Return a set and the type of what is in it; a single thing is a set of one."""
        match x:
            case s.Word("slots" | "bases" | "hqs" as which):
                return t.Slots(which), "slot"
            case s.Word("tops"):
                return t.Tops(None), "piece"
            case s.Word("troops"):
                return t.Troops(None), "piece"
            case s.Word("regions"):
                return t.Regions(), "region"
            case s.Possessive(whose, name) if name in ("hqs", "tops", "troops") or name in self.names.zones:
                return self._owned(name, t.Me() if whose == "my" else t.EnemyOf(t.Me()))
            case s.Of(name, of) if name in ("hqs", "tops", "troops") or name in self.names.zones:
                return self._owned(name, self.one(of, scope, "player"))
            case s.Of("stack", of):
                return t.Stack(self.one(of, scope, "slot")), "piece"
            case s.Of("values", of):
                return t.Values(self.one(of, scope, "slot")), "number"
            case s.Adjacent(among, to):
                spots, type_ = self._spots(among, scope)
                return t.AdjacentTo(spots, self._spots(to, scope)[0]), type_
            case s.Joined(among, to, through):
                spots, type_ = self._spots(among, scope)
                return t.JoinedTo(spots, self._spots(to, scope)[0], self._spots(through, scope)[0]), type_
            case s.Within(among, paths, of):
                spots, type_ = self._spots(among, scope)
                return t.Within(spots, paths, self.one(of, scope, "slot")), type_
            case s.OtherThan(among, than):
                inner, type_ = self.many(among, scope)
                value, other = self.typed(than, scope)
                if other != type_ and not (type_ == "piece" and other == "slot"):
                    value, other = self._fit(value, other, than.span, type_), type_
                return t.OtherThan(inner, value, other), type_
            case s.Around(s.Word("bases"), centre):
                return t.BasesAround(self.one(centre, scope, "region")), "slot"
            case s.Around(s.Word("regions"), centre):
                return t.Regions(self.one(centre, scope, "slot")), "region"
            case s.Around():
                wanted = "`bases around …` or `regions around …`"
                raise self.fail("type", x.span, "nothing else lies around anything", wanted)
            case s.Filtered(among, name, condition):
                inner, type_ = self.many(among, scope)
                bound = t.Bound(name, type_)
                return t.Where(inner, bound, self.condition(condition, {**scope, name: bound})), type_
            case _:
                value, type_ = self.typed(x, scope)
                return t.Only(value, type_), type_

    def _owned(self, name: str, player: t.Expression) -> tuple[t.SetExpression, t.Type]:
        match name:
            case "hqs":
                return t.Slots("hqs", player), "slot"
            case "tops":
                return t.Tops(player), "piece"
            case "troops":
                return t.Troops(player), "piece"
            case _:
                return t.InZone(name, player), "piece"

    def _spots(self, x: s.Expression, scope: Scope) -> tuple[t.SetExpression, t.Type]:
        """Return a set of slots, or of troops that stand for their slots."""
        among, type_ = self.many(x, scope)
        if type_ not in ("slot", "piece"):
            raise self.fail("type", x.span, f"these are {_said(type_)}s", "slots or troops on the map")
        return among, type_

    # ---- conditions

    def condition(self, x: s.Condition, scope: Scope) -> t.Condition:
        """Return a condition; both sides of `and` and `or` are looked at even if one is faulty."""
        match x:
            case s.Either(left, right):
                return t.Or(*self._sides(left, right, scope))
            case s.Both(left, right):
                return t.And(*self._sides(left, right, scope))
            case s.Negation(negated):
                return t.Not(self.condition(negated, scope))
            case s.Compare(left, comparison, right):
                a, type_ = self.typed(left, scope)
                b, other = self.typed(right, scope)
                if type_ == "number" or comparison != "=":
                    a, b = self._fit(a, type_, left.span, "number"), self._fit(b, other, right.span, "number")
                    return t.Compare(a, comparison, b)
                wanted: t.Type = "slot" if {type_, other} == {"piece", "slot"} else type_
                a, b = self._fit(a, type_, left.span, wanted), self._fit(b, other, right.span, wanted)
                return t.Same(a, b, wanted)
            case s.Member(what, among):
                inner, type_ = self.many(among, scope)
                value, own = self.typed(what, scope)
                if type_ == "piece" and own == "slot":
                    return t.In(value, inner, "slot")
                return t.In(self._fit(value, own, what.span, type_), inner, type_)
            case s.Is(what, is_not, predicate):
                holds = self._predicate(what, predicate, scope)
                return t.Not(holds) if is_not else holds
            case s.Quantified(quantifier, name, among, condition):
                inner, type_ = self.many(among, scope)
                bound = t.Bound(name, type_)
                body = self.condition(condition, {**scope, name: bound})
                found = t.Quantified(quantifier == "every", bound, inner, body)
                return t.Not(found) if quantifier == "no" else found
            case s.NoAction():
                if "no action" not in scope:
                    raise self.fail("no-action", x.span, "`no action is possible` is asked outside an `end` statement")
                return t.NoAction()
            case _:
                assert_never(x)

    def _sides(self, left: s.Condition, right: s.Condition, scope: Scope) -> list[t.Condition]:
        return self.faults.all_of(lambda: self.condition(left, scope), lambda: self.condition(right, scope))

    def _predicate(self, what: s.Expression, x: s.Predicate, scope: Scope) -> t.Condition:
        value, type_ = self.typed(what, scope)
        if x.whose:
            owner = t.Me() if x.whose == "my" else t.EnemyOf(t.Me())
            whose = t.Same(t.OwnerOf(value, type_), owner, "player")
            return t.And(self._predicate(what, replace(x, whose=""), scope), whose)
        names, span = self.names, what.span
        match x.name:
            case "joker":
                return t.IsJoker(self._fit(value, type_, span, "piece"))
            case "mine":
                if type_ not in ("piece", "slot", "region"):
                    raise self.fail("type", span, f"this is a {_said(type_)}", "a troop, an H.Q. or a region")
                return t.Same(t.OwnerOf(value, type_), t.Me(), "player")
            case "empty":
                return t.IsEmpty(self._fit(value, type_, span, "slot"))
            case "hq":
                return t.IsHq(self._fit(value, type_, span, "slot"))
            case "base":
                slot = self._fit(value, type_, span, "slot")
                return t.And(t.Same(slot, slot, "slot"), t.Not(t.IsHq(slot)))
            case "claimed":
                return t.IsClaimed(self._fit(value, type_, span, "region"))
            case "unclaimed":
                return t.Not(t.IsClaimed(self._fit(value, type_, span, "region")))
            case name if name in names.troops or name in names.marks:
                if type_ == "slot":
                    raise self.fail("type", span, "this is a slot", "a troop", "write `top of …`")
                piece = self._fit(value, type_, span, "piece")
                return t.IsKind(piece, name) if name in names.troops else t.IsMarked(piece, name)
            case name if name in names.specials:
                return t.IsSpecial(self._fit(value, type_, span, "slot"), name)
            case "special":
                slot = self._fit(value, type_, span, "slot")
                kinds = [t.IsSpecial(slot, kind) for kind in names.specials]
                return reduce(t.Or, kinds[1:], cast("t.Condition", kinds[0])) if kinds else t.Not(t.Same(slot, slot, "slot"))
            case name:
                known = [*PREDICATES, *names.troops, *names.marks, *names.specials]
                raise self.faults.unknown("unknown-predicate", x.span, "word after `is`:", name, known)


def _said(type_: str) -> str:
    """Return a type in the rulebook's word."""
    return "troop" if type_ == "piece" else type_
