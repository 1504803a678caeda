"""The same game written for arrays of 64-bit integers: no lists, no memories, nothing without bounds, so that it compiles.

Where the module for every day changes a list, this one calls a function of `ARRAY_COURSE`, which comes with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from toybattle.game import layout as offsets
from toybattle.game.array_layout import WORD, ArrayLayout
from toybattle.game.codegen.array_course import ARRAY_COURSE
from toybattle.game.codegen.held import Env, Lying
from toybattle.game.codegen.module import OFFSETS, Module
from toybattle.game.codegen.programs import Columns
from toybattle.game.limits import BOUND, MOST_ROUNDS
from toybattle.game.situation import Situation
from toybattle.ruleset import tree as t

QUEUE = 64
"""Effects that can be owed at once, besides those that a turn's start and end bring."""
MOST_MOVES = 1 << 16
"""Moves that can be listed at once."""
UNDEALT = -2
"""The decision of a state that is still to be shuffled and dealt."""
RESULT = 8
"""Numbers noted of each game played: winner, ending, by whom, turns, decisions, options, and the medals of both."""
COUNTED = 3
"""Numbers that say how far the moves of a state are counted."""
MOST_LOOKED_UP = 16
"""Bases of a terrain whose networks are all worked out beforehand."""


class ArrayModule(Module):
    """Writes for arrays what the module for every day does with lists."""

    LOG, TOLD = "", ""
    OWING, FORGET = "st[END] > TAIL", "st[END] = TAIL"
    COPY = "copied(st)"
    layout: ArrayLayout

    # ---- the board and the zones

    @contextmanager
    def each_bit(self, name: str, mask: str) -> Iterator[None]:
        left = self.name()
        self.put(f"{left} = {mask}")
        with self.block(f"while {left}:"):
            self.put(f"{name} = lowest({left})")
            self.put(f"{left} &= {left} - 1")
            yield

    def bits_in(self, mask: str) -> str:
        return f"popcount({mask})"

    def height(self, slot: str) -> str:
        return f"st[{self.layout.stacks_at} + {slot}]"

    def is_bare(self, slot: str) -> str:
        return f"{self.height(slot)} == 0"

    def top_code(self, slot: str) -> str:
        return f"top(st, {slot})"

    def code_at(self, slot: str, depth: str) -> str:
        return f"code_at(st, {slot}, {depth})"

    def copies(self, zone: str, player: str, number: str) -> str:
        at = self.zone_at(zone, player)
        return f"in_reserve(st, {at}, {number})" if zone == "reserve" else f"st[{at} + 1 + {number}]"

    def joined(self, to: t.SetExpression, through: t.SetExpression, env: Env) -> str:
        if isinstance(to, t.Slots) and to.which == "hqs" and to.player is not None:
            who, maybe = self.player(to.player, env)
            if not maybe:
                return f"joined_to_hqs({who}, {self.mask(through, env)})"
        return super().joined(to, through, env)

    def _stack_on(self, slot: str, code: str) -> None:
        self.put(f"under = top(st, {slot})")
        self.put(f"push(st, {slot}, {code})")

    def _lift(self, slot: str, depth: str | None) -> str:
        self.put(f"old = lift(st, {slot}, {depth or self.height(slot)})")
        return depth or f"({self.height(slot)} + 1)"

    def _next_in_reserve(self, reserve: str) -> None:
        self.put(f"k = st[{reserve} + st[{reserve}]]")
        self.put(f"st[{reserve} + st[{reserve}]] = 0")
        self.put(f"st[{reserve}] -= 1")

    def _present(self, zone: str, first: str, number: str) -> tuple[str, str]:
        """Return the word of a class in the mask of classes present, and its bit there."""
        classes = self.layout.classes[zone]
        word = f"st[{first} + {classes}]" if classes <= WORD else f"st[{first} + {classes} + {number} // {WORD}]"
        return word, number if classes <= WORD else f"{number} % {WORD}"

    def _class_more(self, zone: str, at: str, number: str) -> None:
        super()._class_more(zone, at, number)
        word, bit = self._present(zone, f"{at} + 1", number)
        self.put(f"{word} |= 1 << ({bit})")

    def _class_less(self, zone: str, at: str, number: str) -> None:
        super()._class_less(zone, at, number)
        word, bit = self._present(zone, f"{at} + 1", number)
        self.put(f"{word} &= ~((st[{at} + 1 + {number}] == 0) << ({bit}))")

    def _class_moved(self, zone: str, first: int, before: str, after: str) -> None:
        super()._class_moved(zone, first, before, after)
        for number, sign in ((before, "^"), (after, "|")):
            word, bit = self._present(zone, str(first), number)
            self.put(f"{word} {sign}= 1 << ({bit})")

    # ---- lists of moves, and of what is owed

    def event(self, *parts: str) -> None:
        """Write nothing: nobody is told."""

    @contextmanager
    def listing(self, name: str, parameters: str) -> Iterator[None]:
        with self.block(f"def {name}({parameters}, out, n):"):
            yield
            self.put("return n")

    def _make_room(self) -> None:
        if self.longest_list > MOST_MOVES:
            self.put("make_room(n)")

    def offer(self, move: str) -> None:
        self._make_room()
        self.put(f"out[n] = {move}")
        self.put("n += 1")

    def offer_each(self, base: str, row: str) -> None:
        self._make_room()
        self.put(f"n = spread(out, n, {base if re.search('[a-z]', base) else f'int64({base})'}, {row})")

    def offer_outcome(self, move: str, weight: str) -> None:
        self.put(f"out[n] = {move}")
        self.put(f"out[n + 1] = {weight}")
        self.put("n += 2")

    @cached_property
    def longest_list(self) -> int:
        """More than the moves that a decision can have."""
        width = self.layout.width
        effects = [width(effect.program) for effect in self.rules.effect_list]
        return max([sum(width(action.program) for action in self.rules.actions), *effects]) + WORD

    def _settle_chance(self, name: str, domain: int) -> None:
        """Write nothing: moves are settled before they are carried out."""

    def _row_loop(
        self, name: str, lying: Lying, env: Env, columns: Columns, possible: list[list[bool]], row: str, base: int, domain: int
    ) -> None:
        classes = len(possible[0])
        rows = [[columns.of(me, c, classes) for c in range(classes)] for me in (0, 1)]
        listed = [[c for c in range(classes) if possible[me][c]] for me in (0, 1)]
        with self.each_present(lying.zone, f"{self.zone_at(lying.zone, lying.owner)} + 1", listed, env.me, "c"):
            for index, column in enumerate(columns.names):
                value = self.looked([[constants[index] for constants in rows[me]] for me in (0, 1)], env.me, "c")
                self.put(f"{column} = {value}")
            self.offer_each(f"{base} + c * {domain}", row)

    @contextmanager
    def each_present(self, zone: str, first: str, classes: Sequence[Sequence[int]], me: str, name: str) -> Iterator[None]:
        count = self.layout.classes[zone]
        words = -(-count // WORD)
        masks = [sum(1 << c % WORD for c in items if c // WORD == w) for items in classes for w in range(words)]
        if words == 1:
            with self.each_bit(name, f"st[{first} + {count}] & {self.table(masks)}[{me}]"):
                yield
            return
        word = self.name()
        with self.block(f"for {word} in range({words}):"):
            with self.each_bit(name, f"st[{first} + {count} + {word}] & {self.table(masks)}[{me} * {words} + {word}]"):
                self.put(f"{name} += {word} * {WORD}")
                yield

    @contextmanager
    def each_of(self, rows: Sequence[Sequence[int]], row: str, name: str) -> Iterator[None]:
        starts = [sum(map(len, rows[:index])) for index in range(len(rows) + 1)]
        with self.given(None if any(rows) else "False"):
            self.put(f"row = {row}")
            i = self.name()
            with self.block(f"for {i} in range({self.table(starts)}[row], {self.table(starts)}[row + 1]):"):
                self.put(f"{name} = {self.table([item for items in rows for item in items] or [0])}[{i}]")
                yield

    def owe(self, effect: str, who: str, slot: str, depth: str) -> None:
        given = (part if part.isidentifier() else f"int64({part})" for part in (effect, who, slot, depth))
        self.put(f"owe(st, {', '.join(given)})")

    # ---- the whole module

    @property
    def tail(self) -> int:
        """The offset of the owed effects; the number before it says where they end."""
        return self.layout.masks_at + len(self.kept) + 1

    @property
    def array_size(self) -> int:
        """The numbers of a state."""
        return self.tail + 4 * self.queue

    @property
    def room(self) -> int:
        """The numbers of a state, a copy of it for trials, moves and outcomes listed, and how far they are counted."""
        classes = max(self.layout.classes.values())
        return 2 * self.array_size + min(self.longest_list, MOST_MOVES + WORD) + 2 * classes + WORD + COUNTED

    def numbers(self, situation: Situation) -> list[int]:
        """Return a situation as the numbers of a state."""
        flat = self.layout.flat(situation)
        tops = [self.layout.code(stack[-1]) if stack else 0 for stack in situation.stacks]
        flat += [sum((kept >> code & 1) << slot for slot, code in enumerate(tops)) for kept in self.kept]
        owed = [number for owed in situation.owed for number in owed]
        return [*flat, self.tail + len(owed), *owed]

    @cached_property
    def queue(self) -> int:
        """How many effects can be owed at once."""
        turning = [effect.trigger for effect in self.rules.effect_list if effect.trigger.happening.startswith("turn")]
        return QUEUE + sum(self.size if trigger.has_slot else 1 for trigger in turning)

    def text(self) -> str:
        self._programs()
        self._deal()
        self._dispatching()
        body, self.lines = _without_doubles(self.lines), []
        self._array_constants()
        for text, name in self.tables.items():
            self.put(f"{name} = array({text})")
        return "\n".join(['"""Generated for arrays of integers."""', *self.lines, *self.helpers, *body, ARRAY_COURSE])

    def _array_constants(self) -> None:
        layout, effects = self.layout, self.rules.effect_list
        bases = self.every_slot & ~self.hq_mask
        shown = [-(kept >> code & 1) for code in range(layout.codes) for kept in self.kept]
        for name, value in {
            **{name: getattr(offsets, name) for name in OFFSETS},
            "MEDALS": offsets.MEDALS, "STACKS": layout.stacks_at, "SPAN": layout.span,
            "MOST_ROUNDS": MOST_ROUNDS, "BOUND": BOUND, "ABSENT": -BOUND,
            "RESERVES": layout.zone_at["reserve"], "RESERVE": layout.stride("reserve"), "ENDS_EARLY": self.ends_early,
            "SIZE": self.array_size, "END": self.tail - 1, "TAIL": self.tail,
            "MASKS": layout.masks_at, "KEPT": len(self.kept), "REGIONS": len(self.terrain.regions),
            "CELLS": layout.cells_at, "CELLS_OF_ONE": layout.cells, "CODE": (1 << layout.cell_bits) - 1,
            "CELL_SHIFT": layout.per_cell.bit_length() - 1, "CODE_SHIFT": layout.cell_bits.bit_length() - 1,
            "BASES": bases, "MOST_MOVES": MOST_MOVES,
            "UNDEALT": UNDEALT, "RESULT": RESULT, "ROOM": self.room, "COUNTED": self.room - COUNTED,
        }.items():  # fmt: skip
            self.put(f"{name} = {value!r}")
        for name, items in {
            "BIT": [*(1 << i for i in range(self.size)), 0], "ADJACENCY": self.terrain.adjacency,
            "AROUND": [sum(1 << i for i in region.around) for region in self.terrain.regions], "SHOWN": shown,
            "PHASE": [effect.phase for effect in effects], "STAYS": [effect.stays for effect in effects],
            "OPTIONAL": [effect.program.is_optional for effect in effects],
            "ASKS": [bool(effect.program.is_optional or effect.program.choices) for effect in effects],
            "HQS": self.own_hqs,
            "OPEN": [self._open_domain(effect.program) for effect in effects],
            "OPEN_ACTIONS": [self._open_domain(action.program) for action in self.rules.actions],
        }.items():  # fmt: skip
            self.put(f"{name} = array({tuple(map(int, items)) or (0,)!r})")
        is_looked_up = bases.bit_length() <= MOST_LOOKED_UP and self.size < 32
        if is_looked_up:
            self.put("NETWORKS = networks(ADJACENCY, HQS, BASES)")
        with self.block("def joined_to_hqs(me, through):"):
            self.put(f"return {'NETWORKS[me * (BASES + 1) + (through & BASES)]' if is_looked_up else 'joined(HQS[me], through)'}")

    def _open_domain(self, program: t.Program) -> int:
        """Return the domain of the choice that chance makes, 0 if it makes none."""
        last = program.choices[-1] if program.choices else None
        return self.layout.domain(last) if last and last.how != "free" else 0

    def _deal(self) -> None:
        """Write how the troops that are shuffled in reserve are dealt."""
        with self.block("def deal(st):"):
            self.put("me = st[TO_MOVE]")
            for step in self.rules.setup:
                self.put(f"# {step.label}")
                for player in ("0", "1"):
                    wanted = {"each player": None, "first player": f"me == {player}", "other player": f"me != {player}"}
                    zone, reserve = self.zone_at(step.zone, player), self.zone_at("reserve", player)
                    with self.given(wanted[step.who]):
                        self.put(f"n = min({step.number}, st[{reserve}])")
                        if self.layout.zones[step.zone].limit is not None:
                            room = self.number(t.Room(step.zone, t.Me()), Env(player))[0]
                            self.put(f"room = {room}")
                            with self.block("if room != ABSENT:"):
                                self.put("n = min(n, room)")
                        with self.block("for _ in range(n):"):
                            self._next_in_reserve(reserve)
                            states = self.layout.states(step.zone)
                            self._put_in(step.zone, zone, f"k * {states}" if states > 1 else "k")
            self.put("return")

    def _dispatching(self) -> None:
        """Write which program is meant by a number."""
        actions, effects = range(len(self.rules.actions)), range(len(self.rules.effect_list))
        with self.block("def actions(st, out):"):
            self.put("me, here, d, n = st[TO_MOVE], int64(-1), int64(0), int64(0)")
            for a in actions:
                self.put(f"n = moves_a{a}(st, me, here, d, out, n)")
            self.put("return n")
        with self.block("def offered(st, e, me, here, d, out):"):
            self.put("n = int64(0)")
            for e in effects:
                with self.block(f"if e == {e}:"):
                    self.put(f"return moves_e{e}(st, me, here, d, out, n)")
            self.put("return n")
        with self.block("def act(st, a, code):"):
            self.put("me, here, d = st[TO_MOVE], int64(-1), int64(0)")
            for a in actions:
                with self.block(f"if a == {a}:"):
                    self.put(f"run_a{a}(st, me, here, d, code)")
                    self.put("return")
        asking = [effect.program.is_optional or bool(effect.program.choices) for effect in self.rules.effect_list]
        for name, is_asked in (("run", True), ("run_unasked", False)):
            with self.block(f"def {name}(st, e, me, here, d{', code' if is_asked else ''}):"):
                for e in effects:
                    if asking[e] == is_asked:
                        with self.block(f"if e == {e}:"):
                            self.put(f"run_e{e}(st, me, here, d, {'code' if is_asked else 'int64(0)'})")
                            self.put("return")
                self.put("return")
        with self.block("def outcomes(st, code, out):"):
            self.put("e, me, here, d = st[DECISION], st[DECIDER], st[HERE], st[DEPTH]")
            asked = [(f"a{n}", f"e == ACTION and code // SPAN == {n + 1}", a.program) for n, a in enumerate(self.rules.actions)]
            asked += [(f"e{n}", f"e == {n + 1} and code != PASS", e.program) for n, e in enumerate(self.rules.effect_list)]
            for name, condition, program in asked:
                domain = self._open_domain(program)
                if domain:
                    with self.block(f"if {condition} and code % SPAN % {domain} == 0:"):
                        self.put(f"return outcomes_{name}(st, me, here, d, code, out, int64(0))")
            self.put("return 0")


def _without_doubles(lines: list[str]) -> list[str]:
    """Return the functions with those of programs that say the same made one, since each has to be compiled."""
    functions = re.split(r"^(?=def )", "\n".join(lines), flags=re.MULTILINE)
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    kept = []
    for text in functions:
        program = re.match(r"def (\w+_[ae]\d+)", text)
        fresh = dict.fromkeys(re.findall(r"\bv\d+\b", text))
        numbers = {name: f"v{number}" for number, name in enumerate(fresh)}
        said = re.sub(r"\bv\d+\b", lambda found, numbers=numbers: numbers[found[0]], text).partition("(")[2]
        said = re.sub(r"^#.*\n?", "", said, flags=re.MULTILINE)
        if program and first.setdefault(said, program[1]) != program[1]:
            same[program[1]] = first[said]
        else:
            kept.append(text)
    return re.sub(r"\b\w+_[ae]\d+\b", lambda found: same.get(found[0], found[0]), "".join(kept)).split("\n")
