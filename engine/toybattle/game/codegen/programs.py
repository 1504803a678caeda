"""Programs as text: the moves they offer, what chance can make of them, and carrying them out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from toybattle.game.codegen.held import Env, Held, Lying, Standing
from toybattle.game.codegen.lift import Fixed, Join, Lifted, Visible, emitted
from toybattle.game.codegen.verbs import Verbs
from toybattle.game.layout import DEPTHS, Layout, are_tops, zone_of
from toybattle.ruleset import tree as t


@dataclass(slots=True)
class Columns:
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

    def of(self, me: int, number: int, classes: int) -> list[int]:
        """Return a class's constants."""
        return [rows[me * classes + number] if len(rows) > 2 else rows[me] for rows in self.rows]


class Programs(Verbs):
    """Writes three functions for each program: `moves_…`, `outcomes_…` and `run_…`."""

    COPY = "st[:]"
    """What a trial works on."""
    TOLD = ", rnd, ev"
    """What `run_…` is given besides: the source of chance, and the list of events."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.head: list[str] = []
        """Lines for the head of the module, gathered while functions are written."""

    def program(self, name: str, number: int, program: t.Program, when: t.Condition | None, label: str, has_slot: bool) -> None:
        """Write the functions of a program, `number` being its place among those that can be asked for at a time."""
        env = Env("me", Standing("here", "d"), "here") if has_slot else Env("me")
        if len(program.verbs) > 1:
            self._trial_function(name, program, env)
        self.put(f"# {label}")
        with self.listing(f"moves_{name}", "st, me, here, d"), self.given(self.condition(when, env) if when else None):
            self._moves(name, number, program, program.choices, env, [])
        last = program.choices[-1] if program.choices else None
        is_open = last is not None and last.how != "free"
        if last and is_open:
            with self.listing(f"outcomes_{name}", "st, me, here, d, code"):
                inner = self._decoded(program, env, "code", but_last=True)
                self._chances(name, program, last, inner)
        with self.block(f"def run_{name}(st, me, here, d, code{self.TOLD}):"):
            if last and is_open:
                self._settle_chance(name, self.layout.domain(last))
            inner = self._decoded(program, env, "code")
            for verb in program.verbs:
                inner = self.do(verb, inner, follows=True)

    @contextmanager
    def listing(self, name: str, parameters: str) -> Iterator[None]:
        """Write a function that returns a list, filled by `offer` and the like."""
        with self.block(f"def {name}({parameters}):"):
            self.put("out = []")
            yield
            self.put("return out")

    def offer(self, move: str) -> None:
        """Write that a move is listed."""
        self.put(f"out.append({move})")

    def offer_each(self, base: str, row: str) -> None:
        """Write that a move is listed for each bit of a row, its number added to the base."""
        self.put(f"out += [{base} + i for i in bits({row})]")

    def offer_outcome(self, move: str, weight: str) -> None:
        """Write that a settled move is listed with its weight."""
        self.put(f"out.append(({move}, {weight}))")

    def _settle_chance(self, name: str, domain: int) -> None:
        with self.block(f"if not code % {self.layout.span} % {domain}:"):
            self.put(f"code = picked(outcomes_{name}(st, me, here, d, code), rnd)")

    def _held(self, choice: t.Choice, digit: str, env: Env) -> Held:
        """Return what a chosen digit stands for."""
        zone = zone_of(choice.among)
        if zone:
            lying, _ = self.in_zone(choice.among, digit, env)
            return replace(lying, number=digit)
        if choice.variables[0].type != "piece":
            return digit
        owner = self.owner_in(choice.among, env)
        if are_tops(choice.among):
            return Standing(digit, None, owner)
        return Standing(f"({digit} >> 6)", f"({digit} & {DEPTHS - 1})", owner)

    def _decoded(self, program: t.Program, env: Env, code: str, but_last: bool = False) -> Env:
        """Write the digits of a move out into names."""
        if not program.choices:
            return env
        self.put(f"rest = {code} & {self.layout.span - 1}")
        names = [(choice, bound, self.name()) for choice in program.choices for bound in choice.variables]
        for choice, _, name in reversed(names[1:]):
            self.put(f"{name} = rest % {self.layout.domain(choice)}")
            self.put(f"rest //= {self.layout.domain(choice)}")
        self.put(f"{names[0][2]} = rest")
        for choice, bound, name in names:
            if but_last and choice is program.choices[-1]:
                break
            if choice.how != "free":
                self.put(f"{name} -= 1")
            held = self._held(choice, name, env)
            if isinstance(held, Standing) and len(program.verbs) > 1:
                # A later verb means this troop, whatever the verbs before it did to the stack.
                slot, deep = self.name(), self.name()
                self.put(f"{slot}, {deep} = {held.slot}, {held.depth or self.height(name)}")
                held = replace(held, slot=slot, depth=deep)
            env = env.having(bound.name, held)
        return env

    def _moves(
        self, name: str, number: int, program: t.Program, choices: tuple[t.Choice, ...], env: Env, digits: list[tuple[str, int]]
    ) -> None:
        """Write the loops that append the moves of a program, the choices before these already bound."""
        base = (number + 1) * self.layout.span
        if not choices:
            with self.block(f"if {self._possible(name, program, env)}:"):
                self.offer(self._encoded(base, digits))
            return
        choice, rest = choices[0], choices[1:]
        if choice.how != "free":
            self._chance_move(name, program, choice, env, base, digits)
            return
        kind = self.kind_of(choice.among)
        if len(choice.variables) == 2:
            self._pairs(name, number, program, choices, env, digits)
        elif kind == "zone":
            self._zone_loop(name, number, program, choices, env, digits)
        elif kind == "mask" and not rest and self._can_lift(program):
            v = self.name()
            inner = self._open(choice, v, env)
            row = f"{self.mask(choice.among, env)} & {self.emit(self._lifted(program, choice, inner), env.me)}"
            self.put(f"row = {row}")
            with self.block("if row:"):
                prefix = self._encoded(base, [*digits, ("0", self.layout.domain(choice))])
                self.offer_each(prefix, "row")
        else:
            with self.each(choice.among, env) as (_, digit):
                inner = env.having(choice.variables[0].name, self._held(choice, digit, env))
                with self.given(self.condition(choice.condition, inner) if choice.condition else None):
                    self._moves(name, number, program, rest, inner, [*digits, (digit, self.layout.domain(choice))])

    @staticmethod
    def _can_lift(program: t.Program) -> bool:
        return len(program.verbs) == 1 and program.verbs[0].player == t.Me()

    def _open(self, choice: t.Choice, v: str, env: Env) -> Env:
        held: Held = v if choice.variables[0].type == "slot" else Standing(v, None, self.owner_in(choice.among, env))
        return replace(env.having(choice.variables[0].name, held), open=v)

    def _lifted(self, program: t.Program, choice: t.Choice, env: Env) -> Lifted:
        """Return the slots for which the last choice makes the program's one verb legal."""
        parts = [self.legal_on(program.verbs[0], env)]
        if choice.condition is not None:
            parts.append(self.lift(choice.condition, env))
        return self.folding.join(True, *parts)

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
        k = self.name()
        lying, there = self.in_zone(choice.among, k, env)
        inner = env.having(choice.variables[0].name, lying)
        is_folded = (
            len(rest) == 1 and self._can_lift(program) and self.kind_of(rest[0].among) == "mask" and not digits
            and len(rest[0].variables) == 1 and isinstance(choice.among, t.InZone) and choice.condition is None
            and lying.is_mine is not None
        )  # fmt: skip
        if not is_folded:
            conditions = [there, *([self.condition(choice.condition, inner)] if choice.condition else [])]
            with (
                self.block(f"for {k} in range({self.layout.classes[lying.zone]}):"),
                self.block(f"if {' and '.join(conditions)}:"),
            ):
                self._moves(name, number, program, rest, inner, [*digits, (k, self.layout.domain(choice))])
            return
        v = self.name()
        last = rest[0]
        folded = replace(self._open(last, v, inner), row=k, rows=self.layout.classes[lying.zone])
        columns = Columns([], [])
        part = self._lifted(program, last, folded)
        among = self.mask(last.among, inner)
        hoisted: dict[str, str] = {}
        text = emitted(part, columns.add, lambda rows: f"st[{columns.add(tuple(map(self.keep, rows)))}]")
        text = self._hoisting(text, hoisted, {k, v, *columns.names})
        for shared, fresh in hoisted.items():
            self.put(f"{fresh} = {shared}")
        size = self.layout.classes[lying.zone]
        if k in re.findall(r"\w+", text):
            columns.names.append(k)
            columns.rows.append((*range(size), *range(size)))
        row = text if among == str(self.every_slot) else f"{among} & {text}"
        base = (number + 1) * self.layout.span
        possible = [[not self._is_never(part, me * size + c) for c in range(size)] for me in (0, 1)]
        self._row_loop(name, lying, env, columns, possible, row, base, self.layout.domain(last))

    def _row_loop(
        self, name: str, lying: Lying, env: Env, columns: Columns, possible: list[list[bool]], row: str, base: int, domain: int
    ) -> None:
        """Write the loop over the classes of a zone, each with its constants, its base and a memory for the moves of a mask."""
        tables = []
        for me in (0, 1):
            at = self.layout.zone_at[lying.zone] + (me if lying.is_mine else 1 - me) * self.layout.stride(lying.zone) + 1
            size = len(possible[me])
            values = ["".join(f"{value}, " for value in columns.of(me, c, size)) for c in range(size)]
            entries = (f"({at + c}, {base + c * domain}, {{}}, {values[c]})" for c in range(size) if possible[me][c])
            tables.append("(" + "".join(f"{entry}, " for entry in entries) + ")")
        rows_name = f"ROWS_{name}"
        self.head.append(f"{rows_name} = ({tables[0]}, {tables[1]})")
        with self.block(f"for at, base, kept, {''.join(f'{c}, ' for c in columns.names)}in {rows_name}[{env.me}]:"):
            with self.block("if st[at]:"):
                self.put(f"row = {row}")
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
        start = text.find("joined")
        while start >= 0:
            level, end = 0, text.index("(", start)
            while end < len(text):
                level += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
                if level == 0 and text[end - 1] == ")":
                    break
            call = text[start:end]
            fresh = call if changing & set(re.findall(r"\w+", call)) else hoisted.setdefault(call, self.name())
            text = text[:start] + fresh + text[end:]
            start = text.find("joined", start + len(fresh))
        return text

    def _pairs(
        self, name: str, number: int, program: t.Program, choices: tuple[t.Choice, ...], env: Env, digits: list[tuple[str, int]]
    ) -> None:
        """Write the loops over two alike, in no order; a class twice if it has two troops."""
        choice, rest = choices[0], choices[1:]
        # Sets are gone through from the lowest digit to the highest.
        with self.each(choice.among, env) as (held, a), self.each(choice.among, env) as (_, b):
            twice = f" or {b} == {a} and {self.copies(held.zone, held.owner, a)} > 1" if isinstance(held, Lying) else ""
            with self.block(f"if {b} > {a}{twice}:"):
                inner = env
                for bound, v in zip(choice.variables, (a, b), strict=True):
                    inner = inner.having(bound.name, self._held(choice, v, env))
                more = [*digits, (a, self.layout.domain(choice)), (b, self.layout.domain(choice))]
                with self.given(self.condition(choice.condition, inner) if choice.condition else None):
                    self._moves(name, number, program, rest, inner, more)

    def _chance_move(
        self, name: str, program: t.Program, choice: t.Choice, env: Env, base: int, digits: list[tuple[str, int]]
    ) -> None:
        k = self.name()
        lying, there = self.in_zone(choice.among, k, env)
        inner = env.having(choice.variables[0].name, lying)
        conditions = [there, *([self.condition(choice.condition, inner)] if choice.condition else [])]
        conditions.append(self._possible(name, program, inner))
        if set(conditions) == {there} and isinstance(choice.among, t.InZone):
            found = self.size_of(choice.among, env)
        else:
            with self.found("False") as call, self.block(f"for {k} in range({self.layout.classes[lying.zone]}):"):
                with self.block(f"if {' and '.join(conditions)}:"):
                    self.put("return True")
            found = call[0]
        with self.block(f"if {found}:"):
            self.offer(self._encoded(base, [*digits, ("0", self.layout.domain(choice))]))

    def _chances(self, name: str, program: t.Program, choice: t.Choice, env: Env) -> None:
        """Write out what chance can decide, with the number of troops for each."""
        k = self.name()
        lying, there = self.in_zone(choice.among, k, env)
        inner = env.having(choice.variables[0].name, lying)
        conditions = [there, *([self.condition(choice.condition, inner)] if choice.condition else [])]
        conditions.append(self._possible(name, program, inner))
        with self.block(f"for {k} in range({self.layout.classes[lying.zone]}):"), self.block(f"if {' and '.join(conditions)}:"):
            self.offer_outcome(f"code + {k} + 1", self.copies(lying.zone, lying.owner, k))

    def _possible(self, name: str, program: t.Program, env: Env) -> str:
        """Return the condition that every verb is legal, each on the board that the verbs before it leave."""
        if len(program.verbs) == 1:
            return self.legal_now(program.verbs[0], env)
        values = [
            value for choice in program.choices for bound in choice.variables for value in self._parts(env.bound[bound.name])
        ]
        return f"trial_{name}(st, me, here, d, {', '.join(values)})"

    def _parts(self, held: Held) -> list[str]:
        """Return the numbers that tell a trial what was chosen."""
        match held:
            case Lying():
                return [held.number]
            case Standing(slot, depth):
                return [slot, depth or self.height(slot)]
            case _:
                return [str(held)]

    def _trial_function(self, name: str, program: t.Program, env: Env) -> None:
        """Write the function that tries a program's verbs one after the other on a copy."""
        parameters: list[str] = []
        for choice in program.choices:
            for bound in choice.variables:
                held = self._held(choice, self.name(), env)
                if isinstance(held, Lying):
                    held = replace(held, owner=self.name() if held.is_mine is None else held.owner)
                    parameters.append(held.number)
                elif isinstance(held, Standing):
                    held = Standing(self.name(), self.name(), held.owner)
                    parameters += [held.slot, str(held.depth)]
                else:
                    parameters.append(str(held))
                env = env.having(bound.name, held)
        with self.block(f"def trial_{name}(st, me, here, d, {', '.join(parameters)}):"):
            self.put(f"st = {self.COPY}")
            self.is_trial = True
            for index, verb in enumerate(program.verbs):
                with self.block(f"if not ({self.legal_now(verb, env)}):"):
                    self.put("return False")
                if index < len(program.verbs) - 1:
                    env = self.do(verb, env, follows=False)
            self.is_trial = False
            self.put("return True")
