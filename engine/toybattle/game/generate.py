"""Writes the everyday engine: one Python module for a ruleset on a terrain, working on a flat array of integers.

Names from rules reach the text as labels in comments only, and labels are made of letters, digits and hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import assert_never

from toybattle.game.expressions import Coded, Env, Expressions, Held, Lying, Standing
from toybattle.game.layout import (
    ACTION, CLAIMED, DECIDER, DECISION, DEPTH, DEPTHS, ENDED_BY, HERE, MEDALS, OVER, PASS, STAGE, TAKEN, TO_MOVE, TURN, WINNER,
    WON_BY, Layout, are_tops, zone_of,
)  # fmt: skip
from toybattle.game.lift import Fixed, Join, Lifted, Visible, emitted
from toybattle.ruleset import tree as t

MOST_ROUNDS = 1000


def generated(layout: Layout) -> str:
    """Return the text of the module, whose `apply` appends what happens to the list it is given."""
    return _Module(layout).text()


def without_events(text: str) -> str:
    """Return the module's text without the lines that note what happens."""
    return re.sub(r"^( *)ev\.append\(.*\)$", r"\1pass", text, flags=re.MULTILINE)


@dataclass(slots=True)
class _Columns:
    """What differs from class to class in a loop over a zone: constants and offsets of kept masks."""

    names: list[str]
    rows: list[tuple[int, ...]]

    def add(self, rows: tuple[int, ...]) -> str:
        """Return the name of a column, or the number itself where all rows agree."""
        if len(set(rows)) == 1:
            return str(rows[0])
        if rows not in self.rows:
            self.rows.append(rows)
            self.names.append(f"c{len(self.names)}")
        return self.names[self.rows.index(rows)]


class _Module:
    def __init__(self, layout: Layout) -> None:
        self.layout, self.rules, self.terrain = layout, layout.rules, layout.terrain
        self.x = Expressions(layout)
        self.is_trial = False
        self.lines: list[str] = []
        self.depth = 0
        self.head: list[str] = []
        """Lines for the head of the module, gathered while functions are written."""
        self.x.tops_of("0")  # the players' masks lie beside each other, first of all
        self.x.mask(t.Tops(None), Env("0"))

    # ---- text

    def put(self, line: str) -> None:
        """Write one line."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a head and what is in it, one step to the right."""
        self.put(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.put("pass")
        self.depth -= 1

    def fresh(self) -> str:
        """Return a name that nothing else has."""
        return next(self.x.fresh)

    def text(self) -> str:
        """Return the whole module."""
        for number, action in enumerate(self.rules.actions):
            self._program(f"a{number}", number, action.program, action.when, action.label)
        for number, effect in enumerate(self.rules.effect_list):
            self._program(f"e{number}", 0, effect.program, None, effect.label)
        for happening in ("placing", "covering", "leaving"):
            self._owing(happening)
        for happening in ("turn start", "turn end"):
            self._owing_turn(happening)
        self._laws()
        self._ends()
        self._expire()
        self._settle()
        self._apply()
        body, self.lines = self.lines, []
        self.put('"""Generated; see game/generate.py."""')
        self.put("from toybattle.game.runtime import *")
        self.put("from toybattle.game.runtime import plus, minus, times, gt, lt, ge, le, eq")
        self.put(f"ADJACENCY = {self.terrain.adjacency!r}")
        self.put(f"BIT = {(*(1 << i for i in range(self.layout.size)), 0)!r}")
        self.put(f"joined = networks(ADJACENCY, {self.x.every_slot & ~self.x.hq_mask})")
        self.put("near = unions(ADJACENCY)")
        around = tuple(sum(1 << i for i in region.around) for region in self.terrain.regions)
        self.put(f"complete, touched = enclosures({around!r})")
        for text, name in self.x.tables.items():
            self.put(f"{name} = {text}")
        # For each pair of codes, before and after, the kept masks in which a slot changes.
        flips = [
            tuple(at for codes, at in self.x.kept.items() if codes >> a & 1 != codes >> b & 1)
            for a in range(self.layout.codes) for b in range(self.layout.codes)
        ]  # fmt: skip
        self.lines += self.head
        self.put(f"FLIP = {tuple(flips)!r}")
        self.put(f"KEPT = {tuple(self.x.kept)!r}")
        self.put(f"TAIL = {self.tail}")
        return "\n".join([*self.lines, *body]) + "\n"

    @property
    def tail(self) -> int:
        """Where owed effects begin, four numbers each; known only when every mask is."""
        return self.layout.masks_at + len(self.x.kept)

    def event(self, *parts: str) -> None:
        """Write that something happened."""
        if not self.is_trial:
            self.put(f"ev.append(({', '.join(parts)}))")

    # ---- programs

    def _program(self, name: str, number: int, program: t.Program, when: t.Condition | None, label: str) -> None:
        env = Env("me", Standing("here", "d"), "here") if name[0] == "e" else Env("me")
        if len(program.verbs) > 1:
            self._trial(name, program, env)
        self.put(f"# {label}")
        with self.block(f"def moves_{name}(st, me, here=-1, d=0):"):
            self.put("out = []")
            if when is None:
                self._moves(name, number, program, program.choices, env, [])
            else:
                with self.block(f"if {self.x.condition(when, env)}:"):
                    self._moves(name, number, program, program.choices, env, [])
            self.put("return out")
        last = program.choices[-1] if program.choices else None
        if last and last.how != "free":
            with self.block(f"def outcomes_{name}(st, me, here, d, code):"):
                self.put("out = []")
                inner = self._decoded(program, env, "code", but_last=True)
                self._chances(name, program, last, inner)
                self.put("return out")
        with self.block(f"def run_{name}(st, me, here, d, code, rnd, ev):"):
            if last and last.how != "free":
                with self.block(f"if not code % {self.layout.span} % {self.layout.domain(last)}:"):
                    self.put(f"code = picked(outcomes_{name}(st, me, here, d, code), rnd)")
            inner = self._decoded(program, env, "code")
            for verb in program.verbs:
                inner = self._verb(verb, inner, follows=True)

    def _digits(self, choice: t.Choice) -> int:
        return self.layout.domain(choice)

    def _held(self, choice: t.Choice, digit: str, env: Env) -> Held:
        """Return what a chosen digit stands for."""
        zone = zone_of(choice.among)
        if zone:
            lying, _ = self.x.in_zone(choice.among, digit, env)
            return replace(lying, number=digit)
        if choice.variables[0].type != "piece":
            return digit
        owner = self.x.owner_in(choice.among, env)
        if are_tops(choice.among):
            return Standing(digit, None, owner)
        return Standing(f"({digit} >> 6)", f"({digit} & {DEPTHS - 1})", owner)

    def _decoded(self, program: t.Program, env: Env, code: str, but_last: bool = False) -> Env:
        """Write the digits of a move out into names."""
        if not program.choices:
            return env
        self.put(f"rest = {code} % {self.layout.span}")
        names = [(choice, bound, self.fresh()) for choice in program.choices for bound in choice.variables]
        for choice, _, name in reversed(names):
            self.put(f"rest, {name} = divmod(rest, {self._digits(choice)})" if len(names) > 1 else f"{name} = rest")
        for choice, bound, name in names:
            if but_last and choice is program.choices[-1]:
                break
            if choice.how != "free":
                self.put(f"{name} -= 1")
            held = self._held(choice, name, env)
            if isinstance(held, Standing) and held.depth is None and len(program.verbs) > 1:
                # A later verb means this troop, whatever the verbs before it did to the stack.
                deep = self.fresh()
                self.put(f"{deep} = {self.x._height(name)}")
                held = replace(held, depth=deep)
            env = env.having(bound.name, held)
        return env

    def _moves(
        self, name: str, number: int, program: t.Program, choices: tuple[t.Choice, ...], env: Env, digits: list[tuple[str, int]]
    ) -> None:
        """Write the loops that append the moves of a program, the choices before these already bound."""
        base = (number + 1) * self.layout.span
        if not choices:
            with self.block(f"if {self._possible(name, program, env)}:"):
                self.put(f"out.append({self._encoded(base, digits)})")
            return
        choice, rest = choices[0], choices[1:]
        if choice.how != "free":
            self._chance_move(name, program, choice, env, base, digits)
            return
        kind = self.x.kind_of(choice.among)
        if len(choice.variables) == 2:
            self._pairs(name, number, program, choices, env, digits)
        elif kind == "zone":
            self._zone_loop(name, number, program, choices, env, digits)
        elif kind == "mask" and not rest and self._can_lift(program):
            v = self.fresh()
            inner = self._open(choice, v, env)
            row = f"{self.x.mask(choice.among, env)} & {self.x.emit(self._lifted(program, choice, inner), env.me)}"
            self.put(f"row = {row}")
            with self.block("if row:"):
                prefix = self._encoded(base, [*digits, ("0", self._digits(choice))])
                self.put(f"out += [{prefix} + {v} for {v} in bits(row)]")
        else:
            v = self.fresh()
            condition = choice.condition
            with self.block(f"for {v} in {self._members(choice, env)}:"):
                inner = env.having(choice.variables[0].name, self._held(choice, v, env))
                if condition is not None:
                    with self.block(f"if {self.x.condition(condition, inner)}:"):
                        self._moves(name, number, program, rest, inner, [*digits, (v, self._digits(choice))])
                else:
                    self._moves(name, number, program, rest, inner, [*digits, (v, self._digits(choice))])

    @staticmethod
    def _can_lift(program: t.Program) -> bool:
        return len(program.verbs) == 1 and program.verbs[0].player == t.Me()

    def _open(self, choice: t.Choice, v: str, env: Env) -> Env:
        held: Held = v if choice.variables[0].type == "slot" else Standing(v, None, self.x.owner_in(choice.among, env))
        return replace(env.having(choice.variables[0].name, held), open=v)

    def _lifted(self, program: t.Program, choice: t.Choice, env: Env) -> Lifted:
        """Return the slots for which the last choice makes the program's one verb legal."""
        parts = [self._legal(program.verbs[0], env)]
        if choice.condition is not None:
            parts.append(self.x.lift(choice.condition, env))
        return self.x.folding.join(True, *parts)

    def _members(self, choice: t.Choice, env: Env) -> str:
        match self.x.kind_of(choice.among):
            case "mask":
                return f"bits({self.x.mask(choice.among, env)})"
            case "regions":
                return f"bits({self.x.regions(choice.among, env)})"
            case "zone":
                v = self.fresh()
                lying, there = self.x.in_zone(choice.among, v, env)
                return f"[{v} for {v} in range({self.layout.classes[lying.zone]}) if {there}]"
            case _:
                return self.x.pieces_in(choice.among, env)

    def _encoded(self, base: int, digits: list[tuple[str, int]]) -> str:
        text = ""
        for value, radix in digits:
            text = f"({text} * {radix} + {value})" if text else value
        return f"{base} + {text}" if text else str(base)

    def _zone_loop(
        self, name: str, number: int, program: t.Program, choices: tuple[t.Choice, ...], env: Env, digits: list[tuple[str, int]]
    ) -> None:
        """Write the loop over the classes of a zone; where a slot follows last, its mask is folded row by row."""
        choice, rest = choices[0], choices[1:]
        k = self.fresh()
        lying, there = self.x.in_zone(choice.among, k, env)
        inner = env.having(choice.variables[0].name, lying)
        is_folded = (
            len(rest) == 1 and self._can_lift(program) and self.x.kind_of(rest[0].among) == "mask" and not digits
            and len(rest[0].variables) == 1 and isinstance(choice.among, t.InZone) and choice.condition is None
            and lying.is_mine is not None
        )  # fmt: skip
        if not is_folded:
            conditions = [there, *([self.x.condition(choice.condition, inner)] if choice.condition else [])]
            with self.block(f"for {k} in range({self.layout.classes[lying.zone]}):"), self.block(f"if {' and '.join(conditions)}:"):
                self._moves(name, number, program, rest, inner, [*digits, (k, self._digits(choice))])
            return
        v = self.fresh()
        last = rest[0]
        folded = replace(self._open(last, v, inner), row=k, rows=self.layout.classes[lying.zone])
        columns = _Columns([], [])
        part = self._lifted(program, last, folded)
        among = self.x.mask(last.among, inner)
        hoisted: dict[str, str] = {}
        text = emitted(part, columns.add, lambda rows: f"st[{columns.add(tuple(map(self.x.keep, rows)))}]")
        text = self._hoisting(text, hoisted, {k, v, *columns.names})
        for shared, fresh in hoisted.items():
            self.put(f"{fresh} = {shared}")
        size = self.layout.classes[lying.zone]
        if k in re.findall(r"\w+", text):
            columns.names.append(k)
            columns.rows.append((*range(size), *range(size)))
        owner = (lambda me: me) if lying.is_mine else (lambda me: 1 - me)
        tables = []
        for me in (0, 1):
            at = self.layout.zone_at[lying.zone] + owner(me) * self.layout.stride(lying.zone) + 1
            entries = []
            for number_of in range(size):
                values = [rows[me * size + number_of] if len(rows) > 2 else rows[me] for rows in columns.rows]
                base = (number + 1) * self.layout.span + number_of * self._digits(last)
                if not self._is_never(part, me * size + number_of):
                    entries.append(f"({at + number_of}, {base}, {{}}, {''.join(f'{value}, ' for value in values)})")
            tables.append("(" + "".join(f"{entry}, " for entry in entries) + ")")
        # Each row has a memory of its own for the moves of a mask.
        rows_name = f"ROWS_{name}"
        self.head.append(f"{rows_name} = ({tables[0]}, {tables[1]})")
        with self.block(f"for at, base, kept, {''.join(f'{c}, ' for c in columns.names)}in {rows_name}[{env.me}]:"):
            with self.block("if st[at]:"):
                self.put(f"row = {text}" if among == str(self.x.every_slot) else f"row = {among} & {text}")
                with self.block("if row:"):
                    self.put("out += kept.get(row) or spread(kept, base, row)")

    def _is_never(self, part: Lifted, row: int) -> bool:
        """Return whether a class can never be placed anywhere."""
        match part:
            case Fixed(rows) | Visible(rows):
                return rows[row] == 0
            case Join(True, parts):
                return any(self._is_never(inner, row) for inner in parts)
            case _:
                return False

    def _hoisting(self, text: str, hoisted: dict[str, str], changing: set[str]) -> str:
        """Return a row's text with its networks, which no class changes, worked out before the loop."""
        start = text.find("joined(")
        while start >= 0:
            level, end = 0, start
            while end < len(text):
                level += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
                if level == 0 and text[end - 1] == ")":
                    break
            call = text[start:end]
            fresh = call if changing & set(re.findall(r"\w+", call)) else hoisted.setdefault(call, self.fresh())
            text = text[:start] + fresh + text[end:]
            start = text.find("joined(", start + len(fresh))
        return text

    def _pairs(
        self, name: str, number: int, program: t.Program, choices: tuple[t.Choice, ...], env: Env, digits: list[tuple[str, int]]
    ) -> None:
        """Write the loops over two alike, in no order; a class twice if it has two troops."""
        choice, rest = choices[0], choices[1:]
        a, b, i, members = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        self.put(f"{members} = list({self._members(choice, env)})")
        twice = ""
        if zone_of(choice.among):
            lying, _ = self.x.in_zone(choice.among, a, env)
            twice = f"([{a}] if st[{self.x.zone_at(lying.zone, lying.owner)} + 1 + {a}] > 1 else []) + "
        with self.block(f"for {i}, {a} in enumerate({members}):"), self.block(f"for {b} in {twice}{members}[{i} + 1:]:"):
            inner = env
            for bound, v in zip(choice.variables, (a, b), strict=True):
                inner = inner.having(bound.name, self._held(choice, v, env))
            more = [*digits, (a, self._digits(choice)), (b, self._digits(choice))]
            with self.block(f"if {self.x.condition(choice.condition, inner) if choice.condition else True}:"):
                self._moves(name, number, program, rest, inner, more)

    def _chance_move(
        self, name: str, program: t.Program, choice: t.Choice, env: Env, base: int, digits: list[tuple[str, int]]
    ) -> None:
        k = self.fresh()
        lying, there = self.x.in_zone(choice.among, k, env)
        inner = env.having(choice.variables[0].name, lying)
        conditions = [there, *([self.x.condition(choice.condition, inner)] if choice.condition else [])]
        conditions.append(self._possible(name, program, inner))
        if set(conditions) == {there} and isinstance(choice.among, t.InZone):
            found = self.x.size_of(choice.among, env)
        else:
            found = f"any([{' and '.join(conditions)} for {k} in range({self.layout.classes[lying.zone]})])"
        with self.block(f"if {found}:"):
            self.put(f"out.append({self._encoded(base, [*digits, ('0', self._digits(choice))])})")

    def _chances(self, name: str, program: t.Program, choice: t.Choice, env: Env) -> None:
        """Write out what chance can decide, with the number of troops for each."""
        k = self.fresh()
        lying, there = self.x.in_zone(choice.among, k, env)
        inner = env.having(choice.variables[0].name, lying)
        conditions = [there, *([self.x.condition(choice.condition, inner)] if choice.condition else [])]
        conditions.append(self._possible(name, program, inner))
        with self.block(f"for {k} in range({self.layout.classes[lying.zone]}):"), self.block(f"if {' and '.join(conditions)}:"):
            self.put(f"out.append((code + {k} + 1, st[{self.x.zone_at(lying.zone, lying.owner)} + 1 + {k}]))")

    def _possible(self, name: str, program: t.Program, env: Env) -> str:
        """Return the condition that every verb is legal, each on the board that the verbs before it leave."""
        if len(program.verbs) == 1:
            return self._legal_now(program.verbs[0], env)
        values = [value for choice in program.choices for bound in choice.variables for value in self._parts(env.bound[bound.name])]
        return f"trial_{name}(st, me, here, d, {', '.join(values)})"

    def _parts(self, held: Held) -> list[str]:
        """Return the numbers that tell a trial what was chosen."""
        match held:
            case Lying():
                return [held.number]
            case Standing(slot, depth, _):
                return [slot, depth or self.x._height(slot)]
            case _:
                return [str(held)]

    def _trial(self, name: str, program: t.Program, env: Env) -> None:
        """Write the function that tries a program's verbs one after the other on a copy."""
        parameters: list[str] = []
        for choice in program.choices:
            for bound in choice.variables:
                held = self._held(choice, self.fresh(), env)
                if isinstance(held, Lying):
                    held = replace(held, owner=self.fresh() if held.is_mine is None else held.owner)
                    parameters.append(held.number)
                elif isinstance(held, Standing):
                    held = Standing(self.fresh(), self.fresh(), held.owner)
                    parameters += [held.slot, str(held.depth)]
                else:
                    parameters.append(str(held))
                env = env.having(bound.name, held)
        with self.block(f"def trial_{name}(st, me, here, d, {', '.join(parameters)}):"):
            self.put("st = st[:]")
            self.is_trial = True
            for index, verb in enumerate(program.verbs):
                with self.block(f"if not ({self._legal_now(verb, env)}):"):
                    self.put("return False")
                if index < len(program.verbs) - 1:
                    env = self._verb(verb, env, follows=False)
            self.is_trial = False
            self.put("return True")

    # ---- what a verb needs

    def _judged(self, verb: t.Verb, env: Env) -> tuple[Env, tuple[Held, ...], list[str]]:
        """Return where a verb's requirements are asked, its parameters, and what must exist for it at all."""
        player, maybe = self.x.player(verb.player, env)
        exists = [f"{player} >= 0"] if maybe else []
        inner = replace(env, me=player, this=None, here=None, bound={})
        match verb:
            case t.Draw(_, number):
                text, uncertain = self.x.number(number, env)
                if not isinstance(number, t.Literal_) or number.value < 1:
                    exists.append(f"({text} or 0) > 0" if uncertain else f"{text} > 0")
                return inner, (), [*exists, f"st[{self.x.zone_at('reserve', player)}]"]
            case t.Place(_, piece, slot) | t.Move(_, piece, slot):
                held, (where, unsure) = self.x.piece(piece, env), self.x.slot(slot, env)
                exists += [f"{where} >= 0"] if unsure else []
                if isinstance(verb, t.Place) != isinstance(held, Lying):
                    exists.append("False")
                return replace(inner, this=held, here=where), (held, where), [*exists, *self._exists(held, env)]
            case t.Send(_, _, piece) | t.SetMark(_, _, _, piece):
                held = self.x.piece(piece, env)
                here = held.slot if isinstance(held, Standing | Coded) else None
                return replace(inner, this=held, here=here), (held,), [*exists, *self._exists(held, env)]
            case t.ChangeCounter(_, _, counter, number):
                if counter.subject is not None:
                    text, uncertain = self.x.subject(counter.subject, counter.counter, env)
                    exists += [f"{text} >= 0"] if uncertain else []
                value, uncertain = self.x.number(number, env)
                return inner, (), [*exists, *([f"{value} is not None"] if uncertain else [])]
            case t.Claim(_, region):
                return inner, (), [*exists, f"not st[{CLAIMED}] >> {self.x.region(region, env)} & 1"]
            case _:
                assert_never(verb)

    def _exists(self, held: Held, env: Env) -> list[str]:
        match held:
            case Standing(slot, None, _) if slot == env.open:
                return []  # the open slot runs over visible troops
            case Standing():
                return [self.x.code(held)]
            case Coded(code, _):
                return [code]
            case Lying():
                return [f"st[{self.x.zone_at(held.zone, held.owner)} + 1 + {held.number}]"] if held.number != env.row else []
            case _:
                return ["False"]

    def _legal(self, verb: t.Verb, env: Env) -> Lifted:
        """Return the slots on which a verb is legal, the last choice being open: not forbidden, and waived or met."""
        inner, values, exists = self._judged(verb, env)
        parts: list[Lifted] = []
        size = 2 * inner.rows
        for text in exists:
            parts.append(Fixed((0,) * size) if text == "False" else self.x.looked_up(text, env))
        for requirement in self.rules.judging(t.verb_word(verb)):
            def bind(names: tuple[t.Bound, ...]) -> Env:
                return replace(inner, bound={n.name: v for n, v in zip(names, values, strict=False)})

            met = self.x.lift(requirement.condition, bind(requirement.parameters))
            waived = [self._active(e, inner, values) for e in self.rules.speaking_on(requirement.label, "waive")]
            forbidden = [self._active(e, inner, values) for e in self.rules.speaking_on(requirement.label, "forbid")]
            met = self.x.folding.join(False, met, *waived)
            parts.append(self.x.folding.join(True, met, *map(self.x.folding.negated, forbidden)))
        return self.x.folding.join(True, *parts) if parts else Fixed((self.x.every_slot,) * size)

    def _active(self, exception: t.Exception_, env: Env, values: tuple[Held, ...]) -> Lifted:
        bound = replace(env, bound={n.name: v for n, v in zip(exception.parameters, values, strict=False)})
        suspended = [self.x.folding.negated(self._active(e, env, values)) for e in self.rules.speaking_on(exception.label, "suspend")]
        if exception.condition is None:
            own: Lifted = Fixed((self.x.every_slot,) * (2 * env.rows))
        else:
            own = self.x.lift(exception.condition, bound)
        return self.x.folding.join(True, own, *suspended)

    def _legal_now(self, verb: t.Verb, env: Env) -> str:
        """Return the condition that a verb is legal with everything chosen."""
        inner, values, exists = self._judged(verb, env)
        conditions = list(exists)
        for requirement in self.rules.judging(t.verb_word(verb)):
            bound = replace(inner, bound={n.name: v for n, v in zip(requirement.parameters, values, strict=False)})
            text = self.x.condition(requirement.condition, bound)
            for exception in self.rules.speaking_on(requirement.label, "waive"):
                text = f"({self._active_now(exception, inner, values)} or {text})"
            conditions.append(text)
            for exception in self.rules.speaking_on(requirement.label, "forbid"):
                conditions.append(f"(not {self._active_now(exception, inner, values)})")
        return " and ".join(conditions) if conditions else "True"

    def _active_now(self, exception: t.Exception_, env: Env, values: tuple[Held, ...] = ()) -> str:
        bound = replace(env, bound={n.name: v for n, v in zip(exception.parameters, values, strict=False)})
        text = self.x.condition(exception.condition, bound) if exception.condition else "True"
        for other in self.rules.speaking_on(exception.label, "suspend"):
            text = f"({text} and not {self._active_now(other, env, values)})"
        return text

    # ---- verbs

    def _verb(self, verb: t.Verb, env: Env, follows: bool) -> Env:
        """Write a verb's changes, and what it triggers and the laws if they follow; return the names for the next verb.

        A variable goes on meaning the troop it was chosen for, wherever the verbs take it.
        """
        word = t.verb_word(verb)
        self.put(f"# {word}")
        _, values, exists = self._judged(verb, env)
        player = self.x.player(verb.player, env)[0]
        changes: set[str]
        now: Held = None
        name = verb.piece.name if isinstance(getattr(verb, "piece", None), t.Bound) else ""  # type: ignore[union-attr]
        with self.block(f"if {' and '.join(exists)}:" if exists and not isinstance(verb, t.Draw) else "if True:"):
            match verb:
                case t.Draw(_, number):
                    self._draw(verb, env, player, number)
                    changes = {"zones"}
                case t.Place():
                    lying, slot = values
                    assert isinstance(lying, Lying)  # noqa: S101
                    self._from_zone(lying)
                    code = self._map_code(lying)
                    now = self._standing(str(slot), name)
                    self.put(f"new = {code}")
                    self.event("'placed'", player, "new", str(slot))
                    self._stack_on(str(slot), "new")
                    self._noted_depth(now)
                    if follows:
                        self._owe_covering(str(slot), player)
                        self.put(f"owe_placing(st, {player}, {slot}, new, {self.x._height(str(slot))}, ev)")
                    changes = {"board", "zones"}
                case t.Move():
                    held, slot = values
                    assert isinstance(held, Standing | Coded)  # noqa: S101
                    self._lift_out(held, follows, env)
                    self.event("'moved'", repr(word), "old", held.slot, str(slot))
                    self._stack_on(str(slot), "old")
                    now = self._standing(str(slot), name)
                    self._noted_depth(now)
                    if follows:
                        self._owe_leaving(held.slot, player)
                        self._owe_covering(str(slot), player)
                    changes = {"board"}
                case t.Send(_, _, _, zone):
                    held = values[0]
                    if isinstance(held, Lying):
                        self._from_zone(held)
                        owner, number = held.owner, self._zone_class(held, zone)
                        self.event("'moved'", repr(word), self._map_code(held), repr(held.zone), repr(zone))
                        changes = {"zones"}
                    else:
                        assert isinstance(held, Standing | Coded)  # noqa: S101
                        self._lift_out(held, follows, env)
                        owner = f"{self.x.table(-1 if p is None else p.owner for p in self.x.pieces)}[old]"
                        kinds = [-1 if p is None else p.kind * self.layout.states(zone) for p in self.x.pieces]
                        number = f"{self.x.table(kinds)}[old]"
                        self.event("'moved'", repr(word), "old", held.slot, repr(zone))
                        changes = {"board", "zones"}
                    if name and verb is not None:
                        whose, which = self.fresh(), self.fresh()
                        self.put(f"{whose}, {which} = {owner}, {number}")
                        now, owner, number = Lying(zone, whose, which, None), whose, which
                    self._into_zone(zone, owner, number)
                    if follows and not isinstance(held, Lying):
                        self._owe_leaving(held.slot, player)
                case t.SetMark(_, _, mark, _):
                    now = self._mark(values[0], self.rules.marks.index(mark))
                    changes = {"marks"}
                case t.ChangeCounter(_, _, counter, number):
                    at = str(self.layout.counter_at[counter.counter])
                    if counter.subject is not None:
                        at += f" + {self.x.subject(counter.subject, counter.counter, env)[0]}"
                    self.put(f"st[{at}] {'+=' if word == 'add' else '='} {self.x.number(number, env)[0]}")
                    self.event("'counted'", repr(counter.counter), f"{at} - {self.layout.counter_at[counter.counter]}", f"st[{at}]")
                    changes = {"counters"}
                case t.Claim(_, region):
                    self._claim(player, self.x.region(region, env))
                    changes = {"medals"}
                case _:
                    assert_never(verb)
            if follows and changes & self._law_reads:
                self.put("laws(st, ev)")
                with self.block(f"if st[{WINNER}] >= 0:"):
                    self.put("return")
        return env.having(name, now) if name and now is not None else env

    def _standing(self, slot: str, name: str) -> Held:
        """Return the troop that has come onto a slot, if a later verb may mean it."""
        return Standing(slot, self.fresh()) if name else None

    def _noted_depth(self, held: Held) -> None:
        if isinstance(held, Standing):
            self.put(f"{held.depth} = {self.x._height(held.slot)}")

    @property
    def _law_reads(self) -> set[str]:
        return {"board", *(read for law in self.rules.laws for read in _reads(law))}

    def _draw(self, verb: t.Draw, env: Env, player: str, number: t.Expression) -> None:
        text, uncertain = self.x.number(number, env)
        reserve, rack = self.x.zone_at("reserve", player), self.x.zone_at("rack", player)
        with self.block(f"for _ in range({f'({text}) or 0' if uncertain else text}):"):
            with self.block(f"if not ({self._legal_now(verb, env)}):"):
                self.put("break")
            self.put(f"x = st[{reserve} + 1]")
            self.put(f"st[{reserve} + 1] = x >> {self.layout.kind_bits}")
            self.put(f"st[{reserve}] -= 1")
            self.put(f"k = ((x & {(1 << self.layout.kind_bits) - 1}) - 1) * {self.layout.states('rack')}")
            self.put(f"st[{rack}] += 1")
            self.put(f"st[{rack} + 1 + k] += 1")
            self.event("'drawn'", player, f"k // {self.layout.states('rack')}")

    def _zone_class(self, lying: Lying, zone: str) -> str:
        if lying.zone == zone:
            return lying.number
        of, to = self.layout.states(lying.zone), self.layout.states(zone)
        return f"{lying.number} // {of} * {to}" if (of, to) != (1, 1) else lying.number

    def _map_code(self, lying: Lying) -> str:
        rows = [
            tuple(self.layout.code(self.layout.plain(owner, c // self.layout.states(lying.zone))) for c in range(self.layout.classes[lying.zone]))
            for owner in (0, 1)
        ]
        return f"{self.x.table(rows)}[{lying.owner}][{lying.number}]"

    def _from_zone(self, lying: Lying) -> None:
        at = self.x.zone_at(lying.zone, lying.owner)
        self.put(f"st[{at}] -= 1")
        self.put(f"st[{at} + 1 + {lying.number}] -= 1")

    def _into_zone(self, zone: str, owner: str, number: str) -> None:
        if zone == "reserve":
            raise NotImplementedError("nothing goes back to the reserve")
        self.put(f"z = {self.layout.zone_at[zone]} + {self.layout.stride(zone)} * {owner}")
        self.put("st[z] += 1")
        self.put(f"st[z + 1 + {number}] += 1")

    def _flip(self, slot: str, before: str, after: str) -> None:
        self.put(f"bit = BIT[{slot}]")
        with self.block(f"for o in FLIP[{before} * {self.layout.codes} + {after}]:"):
            self.put("st[o] ^= bit")

    def _owe_covering(self, slot: str, player: str) -> None:
        if self._triggers("covering"):
            with self.block("if under:"):
                self.put(f"owe_covering(st, {player}, {slot}, under, {self.x._height(slot)} - 1, ev)")

    def _owe_leaving(self, slot: str, player: str) -> None:
        if self._triggers("leaving"):
            self.put(f"owe_leaving(st, {player}, {slot}, old, 0, ev)")

    def _stack_on(self, slot: str, code: str) -> None:
        at, bits = f"st[{self.layout.stacks_at} + {slot}]", self.layout.code_bits
        self.put(f"x = {at}")
        self.put(f"{at} = x << {bits} | {code}")
        self.put(f"under = x & {(1 << bits) - 1}")
        self._flip(slot, "under", code)

    def _lift_out(self, held: Standing | Coded, follows: bool, env: Env) -> None:
        """Write a troop's leaving its stack; its code goes to `old`."""
        slot, bits = held.slot, self.layout.code_bits
        at = f"st[{self.layout.stacks_at} + {slot}]"
        top = (1 << bits) - 1
        if isinstance(held, Standing) and held.depth is None:
            self.put(f"x = {at}")
            self.put(f"old = x & {top}")
            self.put(f"{at} = x >> {bits}")
            self._flip(slot, "old", f"({at} & {top})")
            depth = f"height(x, {bits})"
        else:
            depth = str(held.depth) if isinstance(held, Standing) else self.x._height(slot)
            self.put(f"deep, x = {depth}, {at}")
            self.put(f"cut = (height(x, {bits}) - deep) * {bits}")
            self.put(f"old = x >> cut & {top}")
            self.put(f"{at} = x >> cut + {bits} << cut | x & (1 << cut) - 1")
            self._flip(slot, f"(x & {top})", f"({at} & {top})")
            depth = "deep"
            # What else was chosen in this stack lies one lower now.
            for other in (env.this, *env.bound.values()):
                if isinstance(other, Standing) and other.depth and other.depth.isidentifier():
                    with self.block(f"if {other.slot} == {slot} and {other.depth} >= deep:"):
                        self.put(f"{other.depth} = -1 if {other.depth} == deep else {other.depth} - 1")
        if follows:
            with self.block("if len(st) > TAIL:"):
                self.put(f"left(st, {slot}, {depth})")

    def _mark(self, held: Held, mark: int) -> Held:
        step = 1
        home = held.zone if isinstance(held, Lying) else "map"
        for level in self.layout.levels[home][:mark]:
            step *= level
        levels = self.layout.levels[home][mark]
        lifetime = self.rules.mark_kinds[mark].lifetime

        def marked(owner: str, state: str) -> str:
            lasts = f"(2 if {owner} == st[{TO_MOVE}] else 1)" if lifetime == "next_turn" and levels > 2 else "1"
            return f"max(0, {lasts} - {state} // {step} % {levels}) * {step}"

        if isinstance(held, Lying):
            at = self.x.zone_at(held.zone, held.owner)
            state = f"({held.number} % {self.layout.states(held.zone)})"
            self.put(f"st[{at} + 1 + {held.number}] -= 1")
            number = self.fresh()
            self.put(f"{number} = {held.number} + {marked(held.owner, state)}")
            self.put(f"st[{at} + 1 + {number}] += 1")
            self.event("'marked'", self._map_code(held), str(mark), repr(held.zone))
            return replace(held, number=number)
        else:
            assert isinstance(held, Standing | Coded)  # noqa: S101
            depth = held.depth if isinstance(held, Standing) and held.depth else self.x._height(held.slot)
            self.put(f"at, deep = {self.layout.stacks_at} + {held.slot}, {depth}")
            self.put(f"code = troop_at(st[at], deep, {self.layout.code_bits})")
            owner = f"{self.x.table(-1 if p is None else p.owner for p in self.x.pieces)}[code]"
            state = f"((code - 1) % {self.layout.states('map')})"
            self.put(f"new = code + {marked(owner, state)}")
            self.put(f"recode(st, at, {held.slot}, deep, new)")
            self.event("'marked'", "code", str(mark), held.slot)
            return held

    def _claim(self, player: str, region: str) -> None:
        medals = self.x.table(region.medals for region in self.terrain.regions)
        self.put(f"st[{CLAIMED}] |= 1 << {region}")
        self.put(f"st[{TAKEN} + {player}] |= 1 << {region}")
        self.put(f"st[{MEDALS} + {player}] += {medals}[{region}]")
        self.event("'taken'", player, region)

    # ---- what is owed

    def _triggers(self, happening: str) -> list[tuple[int, t.Effect]]:
        return [(n, e) for n, e in enumerate(self.rules.effect_list) if e.trigger.happening == happening]

    def _owing(self, happening: str) -> None:
        """Write what placing, covering or leaving makes owed, by code and slot where nothing else matters."""
        with self.block(f"def owe_{happening}(st, me, here, code, d, ev):"):
            env = Env("me", Coded("code", "here") if happening == "leaving" else Standing("here", "d"), "here")
            for number, effect in self._triggers(happening):
                trigger = effect.trigger
                conditions = []
                if trigger.troop is not None:
                    kind = self.layout.kinds[trigger.troop]
                    rows = [int(p is not None and p.kind == kind) for p in self.x.pieces]
                    conditions.append(f"{self.x.table(rows)}[code]")
                if trigger.special is not None:
                    conditions.append(f"BIT[here] & {self._of_special(trigger.special)}")
                self._owe(number, effect, conditions, env)
            self.put("return")

    def _of_special(self, kind: str) -> int:
        return sum(1 << i for i, slot in enumerate(self.terrain.slots) if slot.special and slot.special.kind == kind)

    def _owe(self, number: int, effect: t.Effect, conditions: list[str], env: Env) -> None:
        if any(condition.endswith("& 0") for condition in conditions):
            return
        self.put(f"# {effect.label}")
        actor, maybe = self.x.player(effect.actor, env) if effect.actor else (env.me, False)
        acting = replace(env, me="who") if effect.actor else env
        more = [self.x.condition(effect.when, acting)] if effect.when else []
        more += [f"not {self._active_now(e, acting)}" for e in self.rules.speaking_on(effect.label, "suspend")]
        with self.block(f"if {' and '.join(conditions) or True}:"):
            if effect.actor:
                self.put(f"who = {actor}")
                more.insert(0, "who >= 0" if maybe else "True")
            who, here = acting.me, env.here or "-1"
            depth = "0" if not isinstance(env.this, Standing) else str(env.this.depth)
            with self.block(f"if {' and '.join(more) or True}:"):
                self.put(f"st += ({number}, {who}, {here}, {depth})")
                self.event("'owed'", str(number), who, here)

    def _owing_turn(self, happening: str) -> None:
        with self.block(f"def owe_{happening.replace(' ', '_')}(st, ev):"):
            self.put(f"me = st[{TO_MOVE}]")
            for number, effect in self._triggers(happening):
                trigger = effect.trigger
                if trigger.special is None and not trigger.needs_troop:
                    self._owe(number, effect, [], Env("me"))
                    continue
                slots = self.x.every_slot if trigger.special is None else self._of_special(trigger.special)
                with self.block(f"for here in bits({slots}):"):
                    self.put(f"d = {self.x._height('here')}")
                    self.put(f"code = {self.x.code(Standing('here'))}")
                    conditions = []
                    if trigger.needs_troop:
                        kind = None if trigger.troop is None else self.layout.kinds[trigger.troop]
                        wanted = [[int(p is not None and p.owner == me and kind in (None, p.kind)) for p in self.x.pieces] for me in (0, 1)]
                        conditions.append(f"{self.x.table(map(tuple, wanted))}[me][code]")
                    self._owe(number, effect, conditions, Env("me", Standing("here", "d"), "here"))
            self.put("return")

    # ---- laws and endings

    def _laws(self) -> None:
        """Write what follows a change, in the written order until nothing changes, `me` being the player on turn."""
        with self.block("def laws(st, ev):"):
            self.put(f"me = st[{TO_MOVE}]")
            self.put("foe = 1 - me")
            with self.block(f"for _ in range({MOST_ROUNDS}):"):
                self.put("changed = False")
                for law in self.rules.laws:
                    self.put(f"# {law.label}")
                    if isinstance(law, t.Win):
                        self._win(law)
                    else:
                        self._law(law)
                with self.block("if not changed:"):
                    self.put("return")
            self.put("raise RuntimeError('the laws never come to rest')")

    def _win(self, law: t.Win) -> None:
        mine, theirs = (self.x.condition(law.when, Env("me", bound={law.player.name: who})) for who in ("me", "foe"))
        winner = "me if won else foe"
        if law.if_both:
            both = self.x.player(law.if_both, Env("me"))[0]
            winner = f"{both} if won and {theirs} else {winner}"
        self.put(f"won = {mine}")
        with self.block(f"if won or {theirs}:"):
            self.put(f"st[{WINNER}] = {winner}")
            self.put(f"st[{WON_BY}] = {self.rules.endings.index(law.label)}")
            self.put("del st[TAIL:]")
            self.put("return")

    def _law(self, law: t.Law) -> None:
        binders = law.binders
        players = ("me", "foe")
        if binders and binders[0].type == "player":
            for player in players:
                self._bound_law(law, binders[1:], Env("me", bound={binders[0].name: player}))
        else:
            self._bound_law(law, binders, Env("me"))

    def _bound_law(self, law: t.Law, binders: tuple[t.Bound, ...], env: Env) -> None:
        if not binders:
            with self.block(f"if {self.x.condition(law.when, env)}:"):
                self._law_verb(law.verb, env)
            return
        bound, rest = binders[0], binders[1:]
        v = self.fresh()
        inner = env.having(bound.name, v)
        if bound.type == "region" and not rest and isinstance(law.verb, t.Claim):
            text = self._region_mask(law.when, bound.name, env)
            if text:
                self.put(f"row = {text}")
                with self.block("if row:"), self.block(f"for {v} in bits(row):"):
                    self._law_verb(law.verb, inner)
                return
        values = {"player": "(me, foe)", "slot": f"range({self.layout.size})", "region": f"range({len(self.terrain.regions)})"}[bound.type]
        with self.block(f"for {v} in {values}:"):
            self._bound_law(law, rest, inner)

    def _law_verb(self, verb: t.Verb, env: Env) -> None:
        if isinstance(verb, t.Claim):
            with self.block(f"if not st[{CLAIMED}] >> {self.x.region(verb.region, env)} & 1:"):
                self._verb(verb, env, follows=False)
                self.put("changed = True")
        else:
            at = self.layout.counter_at[verb.counter.counter] if isinstance(verb, t.ChangeCounter) else 0
            self.put(f"was = st[{at}:{at + self.layout.counter_size[verb.counter.counter]}]" if isinstance(verb, t.ChangeCounter) else "was = None")
            self._verb(verb, env, follows=False)
            if isinstance(verb, t.ChangeCounter):
                self.put(f"changed |= was != st[{at}:{at + self.layout.counter_size[verb.counter.counter]}]")

    def _region_mask(self, x: t.Condition, region: str, env: Env) -> str | None:
        """Return the mask of the regions for which a condition holds, or None if it is not of the simple kind."""
        match x:
            case t.And(left, right):
                a, b = self._region_mask(left, region, env), self._region_mask(right, region, env)
                return f"({b} & {a})" if a and b else None
            case t.Not(t.IsClaimed(t.Bound(name))) if name == region:
                return f"~st[{CLAIMED}]"
            case t.Quantified(True, variable, t.BasesAround(t.Bound(name)), condition) if name == region:
                if _mentions(condition, region):
                    return None
                return f"complete({self.x.where(condition, variable, env)})"
            case _:
                return None

    def _ends(self) -> None:
        for happening in ("turn start", "turn end"):
            with self.block(f"def ends_{happening.replace(' ', '_')}(st, moves, ev):"):
                self.put(f"me = st[{TO_MOVE}]")
                for end in self.rules.ends:
                    if end.happening == happening:
                        self.put(f"# {end.label}")
                        with self.block(f"if {self.x.condition(end.when, Env('me'))}:"):
                            self._result(end.result)
                            self.put(f"st[{WON_BY}] = {self.rules.endings.index(end.label)}")
                            self.put(f"st[{ENDED_BY}] = me")
                            if end.when == t.NoAction():
                                self.put(f"st[{TURN}] -= 1  # the turn of a player who can do nothing is none")
                            self.put("del st[TAIL:]")
                            self.put("return")

    def _result(self, result: t.Result) -> None:
        match result:
            case t.PlayerWins(player):
                self.put(f"st[{WINNER}] = {self.x.player(player, Env('me'))[0]}")
            case t.MostWins(counter, tie):
                at = self.layout.counter_at[counter] if counter else MEDALS
                with self.block(f"if st[{at}] != st[{at + 1}]:"):
                    self.put(f"st[{WINNER}] = int(st[{at + 1}] > st[{at}])")
                with self.block("else:"):
                    self._result(tie)
            case _:
                assert_never(result)

    def _expire(self) -> None:
        """Write how marks run out at the end of a turn."""
        with self.block("def expire(st, ev):"):
            if self._has_marks:
                self.put(f"me = st[{TO_MOVE}]")
                for zone in self.layout.zones:
                    if zone != "reserve" and self.layout.states(zone) > 1:
                        for owner in (0, 1):
                            rows = [self._aged(c, zone, owner) for c in range(self.layout.classes[zone])]
                            at = self.layout.zone_at[zone] + owner * self.layout.stride(zone)
                            moved = [[(c, to) for c, to in enumerate(row) if to != c] for row in zip(*rows, strict=True)]
                            with self.block(f"for a, b in {self.x.table(map(tuple, moved))}[me]:"):
                                with self.block(f"if st[{at + 1} + a]:"):
                                    self.put(f"st[{at + 1} + b] += st[{at + 1} + a]")
                                    self.put(f"st[{at + 1} + a] = 0")
                if self.layout.states("map") > 1:
                    codes = [[0, 0], *([self.layout.code(self._older(p, me)) for me in (0, 1)] for p in self.x.pieces if p)]
                    table = self.x.table(map(tuple, zip(*codes, strict=True)))
                    with self.block(f"for s in range({self.layout.size}):"), self.block(f"for d in depths(st[{self.layout.stacks_at} + s], {self.layout.code_bits}):"):
                        self.put(f"code = troop_at(st[{self.layout.stacks_at} + s], d, {self.layout.code_bits})")
                        with self.block(f"if {table}[me][code] != code:"):
                            self.put(f"recode(st, {self.layout.stacks_at} + s, s, d, {table}[me][code])")

    @property
    def _has_marks(self) -> bool:
        return any(self.layout.states(home) > 1 for home in self.layout.levels)

    def _older(self, piece: object, me: int) -> object:
        kinds = self.rules.mark_kinds
        ends = [k.lifetime == "this_turn" or (k.lifetime == "next_turn" and piece.owner == me) for k in kinds]  # type: ignore[attr-defined]
        return piece._replace(marks=tuple(m - (m > 0 and e) for m, e in zip(piece.marks, ends, strict=True)))  # type: ignore[attr-defined]

    def _aged(self, number: int, zone: str, owner: int) -> tuple[int, int]:
        piece = self.layout.of_class(number, zone, owner)
        aged = [self.layout.number(self._older(piece, me), zone) for me in (0, 1)]  # type: ignore[arg-type]
        return aged[0], aged[1]

    # ---- the course of the game

    def _settle(self) -> None:
        effects = self.rules.effect_list
        with self.block("def left(st, slot, depth):"):
            with self.block("for i in range(TAIL, len(st), 4):"), self.block("if st[i + 2] == slot and st[i + 3] >= depth:"):
                self.put("st[i + 3] = -1 if st[i + 3] == depth else st[i + 3] - 1")
        bits = self.layout.code_bits
        with self.block("def recode(st, at, slot, deep, new):"):
            self.put("x = st[at]")
            self.put(f"cut = (height(x, {bits}) - deep) * {bits}")
            self.put(f"st[at] = x & ~({(1 << bits) - 1} << cut) | new << cut")
            self._flip("slot", f"(x & {(1 << bits) - 1})", f"(st[at] & {(1 << bits) - 1})")
        self.put(f"PHASE = {tuple(effect.phase for effect in effects)!r}")
        with self.block("def actions(st):"):
            self.put(f"me = st[{TO_MOVE}]")
            self.put(" + ".join(f"moves_a{n}(st, me)" for n in range(len(self.rules.actions))).join(("return ", "")))
        for number, effect in enumerate(effects):
            with self.block(f"def offer_{number}(st, me, here, d, ev):"):
                if effect.stays:
                    with self.block("if d < 0:"):
                        self.event("'dropped'", str(number), "me", "here")
                        self.put("return None")
                self.put(f"moves = moves_e{number}(st, me, here, d)")
                with self.block("if not moves:"):
                    self.event("'dropped'", str(number), "me", "here")
                    self.put("return None")
                if effect.program.is_optional:
                    self.put(f"moves.append({PASS})")
                if effect.program.is_optional or effect.program.choices:
                    self.put(f"st[{DECISION}], st[{DECIDER}], st[{HERE}], st[{DEPTH}] = {number + 1}, me, here, d")
                    self.put("return moves")
                else:
                    self.event("'applied'", str(number), "me", "here")
                    self.put(f"run_e{number}(st, me, here, d, 0, None, ev)")
                    self.put("return None")
        self.put(f"OFFERS = ({''.join(f'offer_{n}, ' for n in range(len(effects)))})")
        self.put(f"RUNS = ({''.join(f'run_e{n}, ' for n in range(len(effects)))})")
        self.put(f"MOVES = ({''.join(f'moves_e{n}, ' for n in range(len(effects)))})")
        with self.block("def settle(st, ev):"), self.block("while True:"):
            with self.block(f"if st[{WINNER}] >= 0:"):
                self.put(f"st[{DECISION}], st[{DECIDER}], st[{HERE}], st[{DEPTH}] = {OVER}, st[{TO_MOVE}], -1, 0")
                self.event("'over'", f"st[{WINNER}]", f"st[{WON_BY}]", f"st[{ENDED_BY}]")
                self.put("return []")
            with self.block("if len(st) > TAIL:"):
                self.put("at = TAIL")
                with self.block("if len(st) > TAIL + 4:"), self.block("for i in range(TAIL + 4, len(st), 4):"):
                    with self.block("if PHASE[st[i]] < PHASE[st[at]]:"):
                        self.put("at = i")
                self.put("e, me, here, d = st[at:at + 4]")
                self.put("del st[at:at + 4]")
                self.put("moves = OFFERS[e](st, me, here, d, ev)")
                with self.block("if moves is not None:"):
                    self.put("return moves")
                self.put("continue")
            with self.block(f"if st[{STAGE}] == 0:"):
                self.put("moves = actions(st)")
                if self._has_start_end_beyond_stuck():
                    self.put("ends_turn_start(st, moves, ev)")
                    with self.block(f"if st[{WINNER}] >= 0:"):
                        self.put("continue")
                else:
                    with self.block("if not moves:"):
                        self.put("ends_turn_start(st, moves, ev)")
                        self.put("continue")
                self.put(f"st[{DECISION}], st[{DECIDER}], st[{HERE}], st[{DEPTH}] = {ACTION}, st[{TO_MOVE}], -1, 0")
                self.put("return moves")
            has_end = any(end.happening == "turn end" for end in self.rules.ends)
            if self._triggers("turn end"):
                with self.block(f"if st[{STAGE}] == 1:"):
                    self.put(f"st[{STAGE}] = 2")
                    self.put("owe_turn_end(st, ev)")
                    self.put("continue")
            if has_end:
                self.put(f"st[{STAGE}] = 2")
                self.put("ends_turn_end(st, None, ev)")
                with self.block(f"if st[{WINNER}] >= 0:"):
                    self.put("continue")
            if self._has_marks:
                self.put("expire(st, ev)")
            self.put(f"st[{TO_MOVE}] ^= 1")
            self.put(f"st[{TURN}] += 1")
            self.put(f"st[{STAGE}] = 0")
            self.event("'turn'", f"st[{TO_MOVE}]", f"st[{TURN}]")
            if self._triggers("turn start"):
                self.put("owe_turn_start(st, ev)")

    def _has_start_end_beyond_stuck(self) -> bool:
        return any(end.happening == "turn start" and end.when != t.NoAction() for end in self.rules.ends)

    def _apply(self) -> None:
        with self.block("def legal(st):"):
            self.put(f"e = st[{DECISION}]")
            with self.block("if e < 0:"):
                self.put("return []")
            with self.block("if e == 0:"):
                self.put("return actions(st)")
            self.put(f"moves = MOVES[e - 1](st, st[{DECIDER}], st[{HERE}], st[{DEPTH}])")
            optional = tuple(effect.program.is_optional for effect in self.rules.effect_list)
            with self.block(f"if {optional!r}[e - 1]:"):
                self.put(f"moves.append({PASS})")
            self.put("return moves")
        with self.block("def apply(st, code, rnd, ev=None):"):
            self.put(f"e = st[{DECISION}]")
            with self.block("if e == 0:"):
                self.put(f"st[{STAGE}] = 1")
                self.put(f"me, a = st[{TO_MOVE}], code // {self.layout.span} - 1")
                for number in range(len(self.rules.actions)):
                    with self.block(f"{'el' if number else ''}if a == {number}:"):
                        self.put(f"run_a{number}(st, me, -1, 0, code, rnd, ev)")
            with self.block("elif code:"):
                self.event("'applied'", "e - 1", f"st[{DECIDER}]", f"st[{HERE}]")
                self.put(f"RUNS[e - 1](st, st[{DECIDER}], st[{HERE}], st[{DEPTH}], code, rnd, ev)")
            with self.block("else:"):
                self.event("'declined'", "e - 1", f"st[{DECIDER}]", f"st[{HERE}]")
            self.put("return settle(st, ev)")
        with self.block("def outcomes(st, code):"):
            self.put(f"e, a = st[{DECISION}], code // {self.layout.span} - 1")
            for name, number, program in self._chance_programs():
                asked = f"e == {number + 1}" if name == "e" else f"e == 0 and a == {number}"
                domain = self.layout.domain(program.choices[-1])
                with self.block(f"if {asked} and code and code % {self.layout.span} % {domain} == 0:"):
                    self.put(f"return outcomes_{name}{number}(st, st[{DECIDER}], st[{HERE}], st[{DEPTH}], code)")
            self.put("return [(code, 1)]")
        with self.block("def begin(st, ev=None):"):
            self.event("'turn'", f"st[{TO_MOVE}]", f"st[{TURN}]")
            self.put("owe_turn_start(st, ev)")
            self.put("return settle(st, ev)")
        with self.block("def fill(st):"):
            self.put("st += [0] * len(KEPT)")
            with self.block(f"for s in range({self.layout.size}):"):
                self.put(f"code = st[{self.layout.stacks_at} + s] & {(1 << self.layout.code_bits) - 1}")
                with self.block("for i, codes in enumerate(KEPT):"):
                    self.put(f"st[{self.layout.masks_at} + i] |= (codes >> code & 1) << s")
        with self.block("def picked(outcomes, rnd):"):
            self.put("pick = rnd() * sum([weight for _, weight in outcomes])")
            with self.block("for code, weight in outcomes:"):
                self.put("pick -= weight")
                with self.block("if pick < 0:"):
                    self.put("return code")
            self.put("return code")

    def _chance_programs(self) -> Iterator[tuple[str, int, t.Program]]:
        for name, owners in (("a", self.rules.actions), ("e", self.rules.effect_list)):
            for number, owner in enumerate(owners):
                program = owner.program
                if program.choices and program.choices[-1].how != "free":
                    yield name, number, program


def _mentions(x: object, name: str) -> bool:
    if isinstance(x, t.Bound):
        return x.name == name
    return is_dataclass(x) and any(_mentions(getattr(x, item.name), name) for item in fields(x))


def _reads(x: object) -> Iterator[str]:
    """Yield the kinds of facts that laws look at."""
    match x:
        case t.InZone() | t.Room():
            yield "zones"
        case t.CounterOf():
            yield "counters"
        case t.MedalsOf() | t.IsClaimed():
            yield "medals"
        case t.IsMarked():
            yield "marks"
        case t.Statement():
            pass
        case _:
            pass
    if is_dataclass(x):
        for item in fields(x):
            value = getattr(x, item.name)
            for inner in value if isinstance(value, tuple) else (value,):
                yield from _reads(inner)
