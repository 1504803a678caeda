"""Situations in which conditions are judged without a game: answers to what the conditions ask.

A situation grows only when a condition asks for something, and is then split by the possible answers, so that a handful
of conditions needs a handful of situations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, assert_never

from toybattle.ruleset import tree as t

T = TypeVar("T")
MOST_STEPS = 200_000
"""Conditions judged before the analysis gives up; the whole game needs four thousand."""
NOBODY, NONE = "nobody", ""
"""Answers: no owner; no troop or no special kind."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something a condition asks about the situation."""

    what: str
    about: Any
    """The thing asked about, or the whole condition where nothing is known about its parts."""
    other: Any = None
    """The mark, or the number it is compared with."""


class _Asked(Exception):
    def __init__(self, question: Question, answers: Iterable[Any]) -> None:
        self.question, self.answers = question, tuple(answers)


class TooMany(Exception):
    """More situations than are worth looking at."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Answers given so far."""

    answers: Mapping[Question, Any] = field(default_factory=dict)

    def ask(self, question: Question, answers: Iterable[Any]) -> Any:
        """Return the answer, or have the situation split by what it can be."""
        if question not in self.answers:
            raise _Asked(question, answers)
        return self.answers[question]

    def ask_order(self, number: t.Expression, other: int) -> int:
        """Return -1, 0 or 1: how a number compares with another, in keeping with earlier answers about it."""
        at_least: float = 0 if isinstance(number, t.Count | t.Room | t.Height | t.Strength | t.MedalsOf) else -1e9
        at_most = 1e9
        for question, answer in self.answers.items():
            if question.what == "order" and question.about == number:
                at_least = max(at_least, question.other + (answer > 0)) if answer >= 0 else at_least
                at_most = min(at_most, question.other - (answer < 0)) if answer <= 0 else at_most
        possible = [(-1, at_least < other), (0, at_least <= other <= at_most), (1, at_most > other)]
        return int(self.ask(Question("order", number, other), [answer for answer, is_so in possible if is_so]))


class Judge:
    """Evaluates conditions in a situation; `this` and `here` are the parameters of every verb."""

    def __init__(self, ruleset: t.Ruleset) -> None:
        self.strengths = {kind.label: kind.strength for kind in ruleset.troops}
        self.kinds = _unlike(ruleset)
        """One troop of those between which no condition can tell."""
        self.specials = ruleset.specials
        self.seen = 0
        """Situations looked at."""
        self.steps = 0

    def situations(
        self, judge: Callable[[Situation], T], start: Mapping[Question, Any] | None = None
    ) -> Iterator[tuple[Situation, T]]:
        """Yield every situation that makes a difference to `judge`, with what it returns."""
        open_ = [Situation(start or {})]
        while open_:
            situation = open_.pop()
            self.seen += 1
            try:
                found = judge(situation)
            except _Asked as asked:
                answers = reversed(asked.answers)
                open_ += [Situation({**situation.answers, asked.question: answer}) for answer in answers]
            else:
                yield situation, found

    # ---- things: None where there is none, an expression where nothing more is known

    def kind(self, piece: t.Expression, now: Situation) -> str:
        """Return the kind of a troop, NONE if there is none."""
        may_miss = [NONE] if isinstance(piece, t.Top) else []
        return str(now.ask(Question("kind", piece), [*may_miss, *self.kinds]))

    def player(self, x: t.Expression, now: Situation) -> str:
        """Return "me", "enemy" or NOBODY."""
        match x:
            case t.Me():
                return "me"
            case t.EnemyOf(player):
                return {"me": "enemy", "enemy": "me"}.get(self.player(player, now), NOBODY)
            case t.OwnerOf(what, "slot"):
                return self.hq(what, now)
            case t.OwnerOf(t.Top() as top):
                return str(now.ask(Question("owner", top), ("me", "enemy"))) if self.kind(top, now) else NOBODY
            case t.OwnerOf(what, "piece"):
                return str(now.ask(Question("owner", what), ("me", "enemy")))
            case _:
                return str(now.ask(Question("owner", x), ("me", "enemy", NOBODY)))

    def hq(self, slot: t.Expression, now: Situation) -> str:
        """Return whose H.Q. a slot is."""
        answers = (NOBODY, "me", "enemy")
        return str(now.ask(Question("hq", _slot(slot)), answers)) if self.exists(slot, now) else NOBODY

    def exists(self, x: t.Expression, now: Situation) -> bool:
        """Return whether there is such a thing."""
        match x:
            case (t.Top() as top) | t.SlotOf(t.Top() as top):
                return bool(self.kind(top, now))
            case t.SlotOf() | t.Distance() | t.PrintedValue():
                return bool(now.ask(Question("exists", x), (True, False)))
            case _:
                return True

    def number(self, x: t.Expression, now: Situation) -> int | t.Expression | None:
        """Return a number, or the expression itself where it can be any."""
        match x:
            case t.Literal_(value):
                return value
            case t.Strength(piece):
                strength = self.strengths.get(self.kind(piece, now))
                if isinstance(strength, t.Literal_):
                    return strength.value
                return x if strength else None
            case t.Arithmetic(left, sign, right):
                a, b = self.number(left, now), self.number(right, now)
                if isinstance(a, int) and isinstance(b, int):
                    return {"+": a + b, "-": a - b, "*": a * b}[sign]
                return x if a is not None and b is not None else None
            case _:
                return x if self.exists(x, now) else None

    # ---- conditions

    def holds(self, x: t.Condition | None, now: Situation) -> bool:
        """Return whether a condition holds; None always does."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMany
        match x:
            case None:
                return True
            case t.Or(left, right):
                return self.holds(left, now) or self.holds(right, now)
            case t.And(left, right):
                return self.holds(left, now) and self.holds(right, now)
            case t.Not(inner):
                return not self.holds(inner, now)
            case t.Compare(left, comparison, right):
                return self._compare(x, self.number(left, now), comparison, self.number(right, now), now)
            case t.Same(left, right, "player"):
                a, b = self.player(left, now), self.player(right, now)
                return a == b != NOBODY
            case t.Same(left, right):
                is_both = self.exists(left, now) and self.exists(right, now)
                return is_both and (left == right or bool(now.ask(Question("holds", x), (True, False))))
            case t.In(what, among, type_):
                return self._is_in(x, what, among, type_, now)
            case t.IsEmpty(slot):
                return self.exists(slot, now) and not self.kind(t.Top(_slot(slot)), now)
            case t.IsHq(slot):
                return self.hq(slot, now) != NOBODY
            case t.IsKind(piece, kind):
                return self.kind(piece, now) == kind
            case t.IsJoker(piece):
                kind = self.kind(piece, now)
                return kind != NONE and self.strengths[kind] is None
            case t.IsSpecial(slot, kind):
                kinds = (NONE, *self.specials)
                return self.exists(slot, now) and bool(now.ask(Question("special", _slot(slot)), kinds) == kind)
            case t.IsMarked(piece, mark):
                return self.exists(piece, now) and bool(now.ask(Question("mark", piece, mark), (False, True)))
            case t.IsClaimed() | t.Quantified() | t.NoAction():
                return bool(now.ask(Question("holds", x), (True, False)))
            case _:
                assert_never(x)

    def _compare(self, x: t.Compare, left: Any, comparison: str, right: Any, now: Situation) -> bool:
        if left is None or right is None:
            return False
        if isinstance(left, int) and isinstance(right, int):
            order = (left > right) - (left < right)
        elif isinstance(right, int):
            order = now.ask_order(left, right)
        elif isinstance(left, int):
            order = -now.ask_order(right, left)
        else:
            return bool(now.ask(Question("holds", x), (True, False)))
        return {"=": order == 0, "<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0}[comparison]

    def _is_in(self, x: t.In, what: t.Expression, among: t.SetExpression, type_: t.Type, now: Situation) -> bool:
        match among:
            case t.Only(only):
                same = t.Compare(what, "=", only) if type_ == "number" else t.Same(what, only, type_)
                return self.holds(same, now)
            case t.Slots("slots"):
                return self.exists(what, now)
            case t.Slots("bases"):
                return self.exists(what, now) and self.hq(what, now) == NOBODY
            case t.Slots(_, player):
                whose = self.hq(what, now)
                return whose != NOBODY and (player is None or whose == self.player(player, now))
            case _ if type_ == "number":
                number = self.number(what, now)
                asked = replace(x, what=t.Literal_(number)) if isinstance(number, int) else x
                return number is not None and bool(now.ask(Question("holds", asked), (True, False)))
            case _:
                return self.exists(what, now) and bool(now.ask(Question("holds", x), (True, False)))


def _unlike(ruleset: t.Ruleset) -> tuple[str, ...]:
    """Return the first troop of each strength, and each that a condition names."""
    judged = (ruleset.requirement_list, ruleset.exceptions, ruleset.effect_list)
    named = {part.kind for part in t.walk(judged) if isinstance(part, t.IsKind)}
    first: dict[t.Expression | str | None, str] = {}
    for kind in ruleset.troops:
        first.setdefault(kind.label if kind.label in named else kind.strength, kind.label)
    return tuple(first.values())


def _slot(slot: t.Expression) -> t.Expression:
    """Return a slot as it is asked about: where the top of a slot stands is that slot."""
    match slot:
        case t.SlotOf(t.Top(inner)):
            return inner
        case _:
            return slot
