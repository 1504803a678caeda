"""Conditions as text: true or false when everything is chosen, or the mask of the open slots for which they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import assert_never

from toybattle.game.codegen.held import Coded, Env, Held, Lying, Standing
from toybattle.game.codegen.lift import Code, Fixed, Folding, Lifted, Rows, Visible, emitted
from toybattle.game.codegen.sets import Sets
from toybattle.game.codegen.things import SAFE
from toybattle.game.deal import empty_situation
from toybattle.game.layout import CLAIMED, Layout, MapPiece, ZonePiece, are_tops, zone_of
from toybattle.game.trace import Evaluator, Frame, Value
from toybattle.ruleset import tree as t


class Conditions(Sets):
    """Writes conditions; folds those on an open slot with the help of the tracing evaluator."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.folding = Folding(self.every_slot, self.every_code)
        self._blank = empty_situation(layout, 0)
        for stack in self._blank.stacks:
            stack.clear()

    def condition(self, x: t.Condition, env: Env) -> str:
        """Return a condition's text, which is truthy when it holds."""
        match x:
            case t.Or(left, right):
                return f"({self.condition(left, env)} or {self.condition(right, env)})"
            case t.And(left, right):
                return f"({self.condition(left, env)} and {self.condition(right, env)})"
            case t.Not(inner):
                return f"(not {self.condition(inner, env)})"
            case t.Compare(left, comparison, right):
                sign = "==" if comparison == "=" else comparison
                (a, a_maybe), (b, b_maybe) = self.number(left, env), self.number(right, env)
                if not (a_maybe or b_maybe):
                    return f"({a} {sign} {b})"
                return f"{SAFE[sign]}({a}, {b})"
            case t.Same(left, right, type_):
                return self._same(left, right, type_, env)
            case t.In(what, among, type_):
                return self._member(what, among, type_, env)
            case t.IsEmpty(slot):
                text, maybe = self.slot(slot, env)
                return f"({text} >= 0 and {self.is_bare(text)})" if maybe else f"({self.is_bare(text)})"
            case t.IsHq(slot):
                return f"({self.bit(self.slot(slot, env)[0])} & {self.hq_mask})"
            case t.IsSpecial(slot, kind):
                mask = sum(1 << i for i, s in enumerate(self.terrain.slots) if s.special and s.special.kind == kind)
                return f"({self.bit(self.slot(slot, env)[0])} & {mask})" if mask else "False"
            case t.IsKind(piece, kind):
                return self.of_troop(self.piece(piece, env), lambda p: int(p.kind == self.layout.kinds[kind]), 0)
            case t.IsJoker(piece):
                return self.of_troop(self.piece(piece, env), lambda p: int(self.rules.troops[p.kind].strength is None), 0)
            case t.IsMarked(piece, mark):
                index = self.rules.marks.index(mark)
                return self.of_troop(self.piece(piece, env), lambda p: int(p.marks[index] > 0), 0)
            case t.IsClaimed(region):
                return f"(st[{CLAIMED}] >> {self.region(region, env)} & 1)"
            case t.Quantified():
                return self._quantified(x, env)
            case t.NoAction():
                return "(not moves)"
            case _:
                assert_never(x)

    def _same(self, left: t.Expression, right: t.Expression, type_: t.Type, env: Env) -> str:
        if type_ == "piece":
            a, b = self.piece(left, env), self.piece(right, env)
            if isinstance(a, Lying) and isinstance(b, Lying):
                return f"({a.owner} == {b.owner} and {a.number} == {b.number})" if a.zone == b.zone else "False"
            if isinstance(a, Coded) or isinstance(b, Coded):
                return a.code if a == b and isinstance(a, Coded) else "False"  # who has left is nobody but itself
            return f"({self.place(a)} == {self.place(b)} >= 0)"
        if type_ == "region":
            return f"({self.region(left, env)} == {self.region(right, env)})"
        read = self.player if type_ == "player" else self.slot
        (a_text, a_maybe), (b_text, b_maybe) = read(left, env), read(right, env)
        return f"({a_text} == {b_text} >= 0)" if a_maybe and b_maybe else f"({a_text} == {b_text})"

    def _member(self, what: t.Expression, among: t.SetExpression, type_: t.Type, env: Env) -> str:
        match type_:
            case "slot":
                return f"({self.bit(self.slot(what, env)[0])} & {self.mask(among, env)})"
            case "region":
                return f"({self.regions(among, env)} >> {self.region(what, env)} & 1)"
            case "number":
                with self.found("False") as call, self.each_number(among, env) as number:
                    with self.block(f"if {number} == {self.number(what, env)[0]}:"):
                        self.put("return True")
                return call[0]
            case _:
                held = self.piece(what, env)
                if isinstance(held, Lying):
                    if zone_of(among) != held.zone:
                        return "False"
                    lying, there = self.in_zone(among, held.number, env)
                    return f"({lying.owner} == {held.owner} and {there})"
                if isinstance(held, Standing) and held.depth is None and are_tops(among):
                    return f"({self.bit(held.slot)} & {self.mask(among, env)})"
                with self.found("False") as call, self.each_troop(among, env) as (_, place):
                    with self.block(f"if {place} == {self.place(held)}:"):
                        self.put("return True")
                return call[0]

    def _quantified(self, x: t.Quantified, env: Env) -> str:
        if self.kind_of(x.among) == "mask":
            among, met = self.mask(x.among, env), self.where(x.condition, x.variable, env)
            return f"(not {among} & ~{met})" if x.is_every else f"({among} & {met})"
        with self.found(str(x.is_every)) as call, self.each(x.among, env) as (held, _):
            met = self.condition(x.condition, env.having(x.variable.name, held))
            with self.block(f"if not {met}:" if x.is_every else f"if {met}:"):
                self.put(f"return {not x.is_every}")
        return call[0]

    def where(self, x: t.Condition, variable: t.Bound, env: Env) -> str:
        """Return the mask of the slots for which a condition on a slot or visible troop holds."""
        v = self.name()
        inner = replace(env.having(variable.name, v if variable.type == "slot" else Standing(v)), open=v, row=None, rows=1)
        return self.emit(self.lift(x, inner), env.me)

    def emit(self, part: Lifted, me: str) -> str:
        """Return a lifted condition's text where no loop goes through classes."""

        def row(rows: tuple[object, ...]) -> str:
            return str(rows[0]) if len(set(rows)) == 1 else f"{self.table(rows)}[{me}]"

        return emitted(part, row, lambda rows: f"st[{row(tuple(map(self.keep, rows)))}]")

    def lift(self, x: t.Condition, env: Env) -> Lifted:
        """Return the slots for which a condition holds when the open slot is each of them."""
        needs = self.needs(x, env)
        if needs <= {"me", "row", "slot"}:
            every = range(self.size) if "slot" in needs else range(1)
            whole = 1 if "slot" in needs else self.every_slot
            return Fixed(
                self._rows(env, needs, lambda me, row: sum(self._try(x, env, me, row, i, 0) * whole << i for i in every))
            )
        if needs <= {"me", "row", "top"}:
            codes = range(self.layout.codes)
            return Visible(self._rows(env, needs, lambda me, row: sum(self._try(x, env, me, row, 0, c) << c for c in codes)))
        match x:
            case t.Or(left, right) | t.And(left, right):
                return self.folding.join(isinstance(x, t.And), self.lift(left, env), self.lift(right, env))
            case t.Not(inner):
                return self.folding.negated(self.lift(inner, env))
            case t.Same(t.OwnerOf(piece, "piece"), player, "player") if self.needs(piece, env) == {
                "top"
            } and not self._speaks_of_open(player, env):
                return Code(self.tops_of(*self.player(player, env)))
            case t.In(what, among, "slot") if self.needs(what, env) == {"slot"} and not self._speaks_of_open(among, env):
                return Code(self.mask(among, env))
            case t.In(what, among, "piece") if (
                self.needs(what, env) == {"top"} and are_tops(among) and not self._speaks_of_open(among, env)
            ):
                return Code(self.mask(among, env))
        return self.looked_up(self.condition(x, env), env)

    def looked_up(self, text: str, env: Env) -> Lifted:
        """Return the slots for which a condition's text holds, asked one by one where it speaks of the open slot."""
        if env.open not in re.findall(r"\w+", text):
            return Code(f"({self.every_slot} if {text} else 0)")
        with self.found("0") as call, self.block(f"for {env.open} in range({self.size}):"), self.block(f"if {text}:"):
            self.put(f"found |= 1 << {env.open}")
        return Code(call[0])

    @staticmethod
    def _rows(env: Env, needs: set[str], value: Callable[[int, int], int]) -> Rows:
        """Return a value for each player and class, worked out once where it does not depend on them."""
        players, classes = range(2 if "me" in needs else 1), range(env.rows if "row" in needs else 1)
        found = [[value(me, row) for row in classes] for me in players]
        return tuple(found[me % len(found)][row % len(found[0])] for me in (0, 1) for row in range(env.rows))

    def _try(self, x: t.Condition, env: Env, me: int, row: int, slot: int, code: int) -> bool:
        """Return whether a condition holds with everything it needs made up; the tracing evaluator says so."""
        stack = self._blank.stacks[slot]
        stack[:] = [self.pieces[code]] if code else []  # type: ignore[list-item]

        def real(held: Held) -> Value:
            match held:
                case str() if held == env.open:
                    return slot
                case Standing(at, None) if at == env.open:
                    return MapPiece(slot, 1) if code else None
                case Lying(zone, _, number, is_mine) if number == env.row and is_mine is not None:
                    return ZonePiece(zone, me if is_mine else 1 - me, row)
                case _:
                    return None

        here = slot if env.here is not None and env.here == env.open else None
        frame = Frame(me, real(env.this), here, {name: real(held) for name, held in env.bound.items()})
        try:
            return Evaluator(self.layout, self._blank).holds(x, frame)
        finally:
            stack.clear()

    def needs(self, x: object, env: Env) -> set[str]:
        """Return what a condition or expression depends on: "me", "row", "slot", "top", or "more"."""
        more = {"more"}
        match x:
            case t.Me():
                return {"me"}
            case t.Bound() | t.This() | t.Here():
                held = env.here if isinstance(x, t.Here) else env.this if isinstance(x, t.This) else env.bound.get(x.name)
                match held:
                    case str() if held == env.open:
                        return {"slot"}
                    case Standing(at, None) if at == env.open:
                        return {"top"}
                    case Lying(_, _, number, is_mine) if number == env.row and is_mine is not None:
                        return {"row"}
                    case _:
                        return more
            case t.Top(slot) | t.IsEmpty(slot):
                return {"top"} if self.needs(slot, env) == {"slot"} else more
            case t.SlotOf(piece):
                return {"top", "slot"} if self.needs(piece, env) == {"top"} else more
            case t.OwnerOf(what, type_):
                return self.needs(what, env) | {"me"} if type_ != "region" else more
            case t.Strength(piece):
                return self.needs(piece, env) if self.has_fixed_strengths else more
            case (
                t.EnemyOf() | t.Literal_() | t.Arithmetic() | t.Objective() | t.Distance() | t.PrintedValue()
                | t.Slots() | t.Values() | t.Within() | t.Or() | t.And() | t.Not() | t.Compare() | t.Same() | t.In()
                | t.IsHq() | t.IsSpecial() | t.IsKind() | t.IsJoker() | t.IsMarked()
            ):  # fmt: skip
                return {need for item in fields(x) for need in self.needs(getattr(x, item.name), env)}
            case None | str() | int():
                return set()
            case _:
                return more

    def _speaks_of_open(self, x: object, env: Env) -> bool:
        match x:
            case t.Bound() | t.This() | t.Here():
                held = env.here if isinstance(x, t.Here) else env.this if isinstance(x, t.This) else env.bound.get(x.name)
                return env.open is not None and (
                    held == env.open or (isinstance(held, Standing | Coded) and held.slot == env.open)
                )
            case t.Strength() if not self.has_fixed_strengths and env.here == env.open:
                return True
            case t.SlotOf() if env.open is not None and env.here == env.open:
                return True  # where a troop is to stand may be the open slot
            case _ if is_dataclass(x):
                return any(self._speaks_of_open(getattr(x, item.name), env) for item in fields(x))
            case _:
                return False
