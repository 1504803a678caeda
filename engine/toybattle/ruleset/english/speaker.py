"""Expressions, sets and conditions in English."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import assert_never

from toybattle.ruleset import tree as t
from toybattle.ruleset.english.grammar import YOU, Clause, Group, Noun, article, listed, named, opponent_of, words

HEADS = {"player": "player", "slot": "slot", "piece": "troop", "region": "region", "number": "number"}
"""What one thing of each type is called."""
COMPARED = {">": "more than", "<": "less than", ">=": "at least", "<=": "at most", "=": "exactly"}
COUNTED = {**COMPARED, "<": "fewer than"}
AS_STRONG = {
    ">": "stronger than", "<": "weaker than", ">=": "at least as strong as", "<=": "at most as strong as",
    "=": "exactly as strong as",
}  # fmt: skip
AS_MANY = {">": "more {} than", "<": "fewer {} than", ">=": "at least as many {} as", "<=": "at most as many {} as",
           "=": "exactly as many {} as"}  # fmt: skip
PLAIN = (t.Bound, t.Top, t.SlotOf, t.OwnerOf, t.Strength, t.Height, t.CounterOf, t.PrintedValue, t.MedalsOf)
"""What a subject may be made of so that `one of your troops` can stand within it."""


class Speaker:
    """Says things of one context: `names` are what its variables, `me`, `enemy`, `this` and `here` are called."""

    def __init__(self, rules: t.Ruleset, names: Mapping[str, Noun]) -> None:
        self.rules = rules
        default = {"me": YOU, "enemy": opponent_of(YOU), "this": named("this troop"), "here": named("this slot")}
        self.names = {**default, **names}
        self.troops = {kind.label: kind.display for kind in rules.troops}
        self.specials = {kind.label: kind.display for kind in rules.special_kinds}

    def naming(self, names: Mapping[str, Noun]) -> Speaker:
        """Return a speaker that calls these so."""
        return Speaker(self.rules, {**self.names, **names})

    # ---- one thing

    def one(self, x: t.Expression) -> Noun:
        """Return what a thing is called."""
        match x:
            case t.Me():
                return self.names["me"]
            case t.EnemyOf(t.Me()):
                return self.names["enemy"]
            case t.EnemyOf(player):
                return opponent_of(self.one(player))
            case t.OwnerOf(what, type_):
                thing = self.one(what)
                return Noun(f"whoever took the medals of {thing}" if type_ == "region" else thing.having("owner"))
            case t.Bound(name, type_):
                return self.names.get(name) or named(f"{HEADS[type_]} {name}")
            case t.This():
                return self.names["this"]
            case t.Here():
                return self.names["here"]
            case t.Top(slot):
                return Noun(f"the visible troop on {self.one(slot)}")
            case t.SlotOf(piece):
                return Noun(f"the slot of {self.one(piece)}")
            case t.Literal_(value):
                return Noun(str(value))
            case t.Arithmetic(left, sign, right):
                said = {"+": "plus", "-": "minus", "*": "times"}[sign]
                first = self.one(left) if isinstance(left, t.Literal_) else f"({self.one(left)})"
                is_plain = not isinstance(right, t.Arithmetic) or (right.sign == "*" and sign != "*")
                return Noun(f"{first} {said} {self.one(right) if is_plain else f'({self.one(right)})'}")
            case t.Count(among):
                return Noun(f"the number of {self.many(among).counted}")
            case t.Room(zone, player):
                return Noun(f"the number of free places {self.zone(zone, player)}")
            case t.Strength(piece):
                return Noun(f"the strength of {self.one(piece)}")
            case t.MedalsOf(what, type_):
                return Noun(
                    f"the number of medals {'that' if type_ == 'player' else 'printed in'} {self._has_medals(what, type_)}"
                )
            case t.Objective(player):
                return Noun(self.one(player).having("objective"))
            case t.CounterOf(counter, subject):
                return Noun(self.one(subject).having(words(counter)) if subject else f"the {words(counter)} of the game")
            case t.Distance(start, end):
                return Noun(f"the distance from {self.one(start)} to {self.one(end)}")
            case t.Height(slot):
                return Noun(f"the height of the stack on {self.one(slot)}")
            case t.PrintedValue(slot):
                return Noun(f"the first number printed on {self.one(slot)}")
            case _:
                assert_never(x)

    def _has_medals(self, what: t.Expression, type_: t.Type) -> str:
        who = self.one(what)
        return Clause(who, "have", "").said() if type_ == "player" else who.text

    def zone(self, zone: str, player: t.Expression, before: str = "") -> str:
        """Return where a player's troops lie: `on your rack`."""
        return f"{before or ('on' if zone == 'rack' else 'in')} {self.one(player).having(zone)}"

    # ---- sets

    def many(self, x: t.SetExpression) -> Group:
        """Return how things in a set are spoken of."""
        match x:
            case t.Slots(which, player):
                head = {"slots": "slot", "bases": "base", "hqs": "H.Q."}[which]
                return Group(head, head, f"{head}s", self.one(player) if player else None)
            case t.Tops(player):
                return Group("troop", "visible troop", "visible troops", self.one(player) if player else None)
            case t.Troops(player):
                return Group("troop", "troop", "troops", self.one(player) if player else None).with_after("on the terrain")
            case t.Stack(slot):
                return Group("troop", "troop", "troops").with_after(f"in the stack on {self.one(slot)}")
            case t.InZone(zone, player):
                return Group("troop", "troop", "troops").with_after(self.zone(zone, player))
            case t.Regions(around):
                group = Group("region", "region", "regions")
                return group.with_after(f"that {self.one(around)} helps to enclose") if around else group
            case t.BasesAround(region):
                return Group("base", "base", "bases").with_after(f"around {self.one(region)}")
            case t.Values(slot):
                return Group("number", "number", "numbers").with_after(f"printed on {self.one(slot)}")
            case t.Only(what, type_):
                return Group(HEADS[type_], HEADS[type_], HEADS[type_], lone=self.one(what))
            case t.AdjacentTo(among) | t.JoinedTo(among) | t.Within(among):
                return self.many(among).with_after(self._near(x))
            case t.OtherThan(among, than, type_):
                group, other = self.many(among), self.one(than)
                if type_ == "slot" and group.head == "troop":
                    return group.with_after(f"that is not on {other}", f"that are not on {other}")
                return group.with_after(f"other than {other}")
            case t.Where(among, variable, condition):
                return self.where(self.many(among), variable, condition)
            case _:
                assert_never(x)

    def _near(self, x: t.AdjacentTo | t.JoinedTo | t.Within) -> str:
        match x:
            case t.AdjacentTo(_, to):
                return f"next to {self.many(to).any}"
            case t.JoinedTo(_, to, through):
                return f"joined to {self.many(to).any} by paths that pass only over {self.many(through).all}"
            case t.Within(_, paths, of):
                return f"within {paths} path{'s' * (paths != 1)} of {self.one(of)}"
            case _:
                assert_never(x)

    def where(self, group: Group, variable: t.Bound, condition: t.Condition) -> Group:
        """Return those of a group for which a condition holds."""
        clause, is_not = self._simple(variable, condition)
        if clause and clause.about == variable and not group.lone:
            if clause.whose:
                return group.with_after(f"whose {clause.whose} {clause.told(clause.subject, is_not)}")
            one, many = (clause.told(Noun("", is_plural=is_plural), is_not) for is_plural in (False, True))
            return group.with_after(f"that {one}", f"that {many}")
        group = group.lettered(variable.name)
        return group.with_after(f"for which {self.naming({variable.name: group.lettered_noun}).condition(condition, True)}")

    def _simple(self, variable: t.Bound, condition: t.Condition) -> tuple[Clause | None, bool]:
        """Return the clause whose subject alone speaks of a variable, and once, and whether it is denied; or no clause."""
        is_not = isinstance(condition, t.Not) and not self._atom(condition)
        clause = self._atom(condition.condition if is_not and isinstance(condition, t.Not) else condition)
        if not clause:
            return None, False
        path = list(t.walk(clause.tree))
        is_plain = path.count(variable) == 1 and isinstance(clause.tree, PLAIN)
        return (clause if is_plain and variable not in t.walk(clause.others) else None), is_not

    # ---- conditions

    def condition(self, x: t.Condition, is_part: bool = False) -> str:
        """Return a condition as a clause; one that is part of another says where it begins."""
        if clause := self._atom(x):
            return clause.said()
        match x:
            case t.Or() | t.And():
                parts = [self.condition(part, True) for part in self._parts(x, type(x))]
                word, start = ("or", "either") if isinstance(x, t.Or) else ("and", "both")
                return f"{start} {listed(parts, word)}" if is_part else listed(parts, word)
            case t.Not(inner):
                return self._denied(inner)
            case t.Quantified(is_every, variable, among, condition):
                return self._quantified(is_every, variable, self.many(among), condition)
            case t.NoAction():
                return f"{self.names['me']} can take no action"
            case _:
                raise AssertionError(x)

    def _parts(self, x: t.Condition, kind: type[t.Or] | type[t.And]) -> list[t.Condition]:
        """Return what is joined by `or`, or by `and`, in order."""
        if isinstance(x, kind) and not self._atom(x):
            return [*self._parts(x.left, kind), *self._parts(x.right, kind)]
        return [x]

    def _denied(self, x: t.Condition) -> str:
        if clause := self._atom(x):
            return clause.said(is_not=True)
        if isinstance(x, t.NoAction):
            return f"{self.names['me']} can take an action"
        if isinstance(x, t.Quantified):
            group = self.many(x.among)
            clause, is_not = self._simple(x.variable, x.condition)
            if clause and clause.tree == x.variable and not group.lone and not clause.whose:
                subject = Noun(group.each("not every" if x.is_every else "no"))
                return f"{subject} {clause.told(subject, is_not)}"
            if not x.is_every:
                return f"there is no {self.where(group, x.variable, x.condition).single}"
        return f"it is not true that {self.condition(x, True)}"

    def _quantified(self, is_every: bool, variable: t.Bound, group: Group, condition: t.Condition) -> str:
        clause, _ = self._simple(variable, condition)
        if clause and (is_every or group.owner) and not group.lone:
            picked = Noun(group.each("every" if is_every else "some"))
            return self.naming({variable.name: picked}).condition(condition)
        if not is_every:
            return f"there is {self.where(group, variable, condition).any}"
        group = group.lettered(variable.name)
        said = self.naming({variable.name: group.lettered_noun}).condition(condition, True)
        return f"for {group.each('every')}, {said}"

    def _atom(self, x: t.Condition) -> Clause | None:
        """Return a condition as one clause, None if it takes several."""
        match x:
            case t.And(t.Same(slot, same), t.Not(t.IsHq(again))) if slot == same == again:
                return self._is(slot, "a base")
            case t.And(t.IsHq(what) | t.IsKind(what) | t.IsJoker(what), t.Same(t.OwnerOf(again), player)) if what == again:
                return self._is(what, self._owned(x.left, self.one(player)), player)
            case t.Or() if special := self._special(x):
                return self._is(special, "a special base")
            case t.Or() | t.And() | t.Not() | t.Quantified():
                return None
            case t.Compare(left, comparison, right):
                return self._compared(left, comparison, right)
            case t.Same(left, right, type_):
                return self._same(left, right, type_)
            case t.In(what, among, type_):
                return self._in(what, among, type_)
            case t.IsEmpty(slot):
                return self._is(slot, "empty")
            case t.IsHq(slot):
                return self._is(slot, "an H.Q.")
            case t.IsKind(piece, kind):
                return self._is(piece, self.troops[kind])
            case t.IsJoker(piece):
                return self._is(piece, "a joker")
            case t.IsSpecial(slot, kind):
                return self._is(slot, article(self.specials[kind]))
            case t.IsMarked(piece, mark):
                return self._is(piece, words(mark))
            case t.IsClaimed(region):
                return self._medals(region, "be", "taken")
            case t.NoAction():
                return None
            case _:
                assert_never(x)

    def _special(self, x: t.Condition) -> t.Expression | None:
        """Return the slot that a condition calls a special base of any kind, None if it says something else."""
        first: t.Condition = x
        while isinstance(first, t.Or):
            first = first.left
        if not isinstance(first, t.IsSpecial):
            return None
        kinds: list[t.Condition] = [t.IsSpecial(first.slot, kind) for kind in self.specials]
        return first.slot if reduce(t.Or, kinds) == x else None

    def _is(self, what: t.Expression, rest: str, *others: object, verb: str = "be") -> Clause:
        """Return what is said of a thing; of some things it can be said with `whose`."""
        match what:
            case t.Strength(about):
                whose = "strength"
            case t.Top(about):
                whose = "visible troop"
            case t.CounterOf(counter, t.Bound() as about):
                whose = words(counter)
            case _:
                about, whose = what, ""
        return Clause(self.one(what), verb, rest, what, others, about, whose)

    def _medals(self, region: t.Expression, verb: str, rest: str, *others: object) -> Clause:
        subject = Noun(f"the medals of {self.one(region)}", is_plural=True)
        return Clause(subject, verb, rest, region, others, region, "medals")

    def _owned(self, x: t.Condition, player: Noun) -> str:
        match x:
            case t.IsKind(_, kind):
                return player.having(self.troops[kind])
            case _:
                return f"{'an H.Q.' if isinstance(x, t.IsHq) else 'a joker'}{player.of_own}"

    def _compared(self, left: t.Expression, comparison: str, right: t.Expression) -> Clause:
        there = Noun("there", is_plural=True)
        match left, right:
            case t.Strength(), t.Strength(piece):
                return self._is(left.piece, f"{AS_STRONG[comparison]} {self.one(piece)}", piece)
            case t.Count(t.InZone(zone, player)), t.Literal_(0) if comparison == "=":
                return Clause(Noun(self.one(player).having(zone)), "be", "empty")
            case t.Count(among), t.Literal_(0) if comparison == "=":
                return Clause(there, "be", f"no {self.many(among).several}")
            case t.Count(among), t.Literal_(0) if comparison == ">":
                return Clause(Noun("there"), "be", self.many(among).any)
            case t.Count(among), t.Literal_(number):
                several = self.many(among).single if number == 1 else self.many(among).several
                return Clause(there, "be", f"{COUNTED[comparison]} {number} {several}")
            case t.Count(among), t.Count(other):
                return Clause(there, "be", f"{AS_MANY[comparison].format(self.many(among).several)} {self.many(other).several}")
            case t.Room(zone, player), t.Literal_(number):
                room = (
                    "another troop"
                    if (comparison, number) == (">", 0)
                    else f"{COUNTED[comparison]} {number} troop{'s' * (number != 1)}"
                )
                return Clause(Noun(self.one(player).having(zone)), "have", f"room for {room}")
            case t.MedalsOf(player, "player"), t.Literal_(number):
                return self._is(player, f"{COUNTED[comparison]} {number} medal{'s' * (number != 1)}", verb="have")
            case t.MedalsOf(player, "player"), t.Objective(whose):
                own = Noun(f"{'your' if self.one(player) == YOU else 'their'} own objective")
                than = own if whose == player else self.one(right)
                return self._is(player, f"{AS_MANY[comparison].format('medals')} {than}", right, verb="have")
            case t.MedalsOf(player, "player"), t.MedalsOf(other, "player"):
                return self._is(player, f"{AS_MANY[comparison].format('medals')} {self.one(other)}", right, verb="have")
            case _:
                as_much = "equal to" if comparison == "=" and not isinstance(right, t.Literal_) else COMPARED[comparison]
                return self._is(left, f"{as_much} {self.one(right)}", right)

    def _same(self, left: t.Expression, right: t.Expression, type_: t.Type) -> Clause:
        if left == right:
            return self._is(left, "", verb="exist")
        if isinstance(left, t.OwnerOf):
            player = self.one(right)
            verb, rest = ("be", player.own) if player.own and left.type != "slot" else ("belong", f"to {player}")
            if left.type == "region":
                return self._medals(left.what, verb, rest, right)
            return self._is(left.what, rest, right, verb=verb)
        return self._is(left, self.one(right).text, right)

    def _in(self, what: t.Expression, among: t.SetExpression, type_: t.Type) -> Clause:
        group = self.many(among)
        match among:
            case t.AdjacentTo(t.Slots("slots")) | t.JoinedTo(t.Slots("slots")) | t.Within(t.Slots("slots")):
                return self._is(what, self._near(among), among)
            case t.Values() | t.Slots(player=None):
                return self._is(what, f"one of {group.all}", among)
            case _ if type_ == "slot" and group.head == "troop":
                return self._is(what, group.pick, among, verb="hold")
            case _:
                return self._is(what, f"just {group.lone}" if group.lone else group.pick, among)
