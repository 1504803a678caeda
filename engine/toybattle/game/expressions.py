"""Expressions and conditions of the typed tree as Python text on the flat array `st`.

What may not exist has a value of its own: -1 for a player or slot, 0 for a troop's code, None for a number. Tables
end in an entry for -1, so that asking about nothing finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import count
from typing import TypeAlias, assert_never

from toybattle.game.layout import CLAIMED, DEPTHS, MEDALS, TAKEN, Layout, MapPiece, ZonePiece, are_tops, zone_of
from toybattle.game.lift import Code, Fixed, Folding, Lifted, Rows, Visible, emitted
from toybattle.game.situation import Piece, Situation
from toybattle.game.trace import Evaluator, Frame, Value
from toybattle.ruleset import tree as t


SAFE = {"+": "plus", "-": "minus", "*": "times", ">": "gt", "<": "lt", ">=": "ge", "<=": "le", "==": "eq"}
"""The runtime's functions for numbers that may not exist."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A troop on the map: where, and how deep, or None for the visible one."""

    slot: str
    depth: str | None = None
    owner: str | None = None
    """Whose it is, where the set it was chosen from says so."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A troop in a zone: its class; whether its owner is `me`, or None if that is not known."""

    zone: str
    owner: str
    number: str
    is_mine: bool | None


@dataclass(frozen=True, slots=True)
class Coded:
    """A troop that is known by its code, on a slot it has left or is covered on."""

    code: str
    slot: str


Held: TypeAlias = str | Standing | Lying | Coded | None
"""What a name stands for: a number's, player's, slot's or region's text, a troop, or nothing."""


@dataclass(frozen=True, slots=True)
class Env:
    """What the names of a condition stand for."""

    me: str
    this: Held = None
    here: str | None = None
    bound: Mapping[str, Held] = field(default_factory=dict)
    open: str | None = None
    """The slot that is still open, while a condition is lifted over it."""
    row: str | None = None
    """The class of the troop that a loop goes through."""
    rows: int = 1
    """How many classes that loop goes through."""

    def having(self, name: str, held: Held) -> Env:
        """Return the environment with one more variable."""
        return replace(self, bound={**self.bound, name: held})


class Expressions:
    """Writes expressions for one layout, and gathers the tables and kept masks that they need."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.rules, self.terrain = layout, layout.rules, layout.terrain
        self.size = layout.size
        self.tables: dict[str, str] = {}
        """From a table's text to its name."""
        self.kept: dict[int, int] = {}
        """From a set of codes, as a mask, to the offset of the mask of slots that show one of them."""
        self.fresh = map("v{}".format, count())
        self.every_slot, self.every_code = (1 << self.size) - 1, (1 << layout.codes) - 1
        self.folding = Folding(self.every_slot, self.every_code)
        slots = self.terrain.slots
        self.hq_mask = sum(1 << i for i, slot in enumerate(slots) if slot.is_hq)
        self.own_hqs = [sum(1 << i for i, slot in enumerate(slots) if slot.owner == colour) for colour in ("blue", "red")]
        self.pieces = [None, *(layout.piece(code) for code in range(1, layout.codes))]
        self.has_fixed_strengths = all(isinstance(k.strength, t.Literal_ | None) for k in self.rules.troops)
        zones: dict[tuple[str, int], list[Piece]] = {(zone, player): [] for zone in layout.zones for player in (0, 1)}
        counters = {c.label: [0] * layout.counter_size[c.label] for c in self.rules.counter_kinds}
        self._blank = Situation(0, 1, 0, [[] for _ in slots], zones, [0, 0], [None] * len(self.terrain.regions), counters)

    # ---- tables

    def table(self, rows: Iterable[object], absent: object = None) -> str:
        """Return the name of a table of these rows, with a last one for what does not exist."""
        items = [*rows, *(() if absent is None else (absent,))]
        text = "(" + "".join(f"{item!r}, " for item in items) + ")"
        return self.tables.setdefault(text, f"T{len(self.tables)}")

    def bit(self, slot: str) -> str:
        """Return a slot's bit, 0 for no slot."""
        return f"BIT[{slot}]"

    def keep(self, codes: int) -> int:
        """Return the offset of the mask of slots whose visible troop is of these codes."""
        return self.kept.setdefault(codes, self.layout.masks_at + len(self.kept))

    def owned(self, player: int | None) -> int:
        """Return the set of codes of a player's troops, or of all."""
        return sum(1 << code for code, piece in enumerate(self.pieces) if piece and player in (None, piece.owner))

    # ---- single things

    def player(self, x: t.Expression, env: Env) -> tuple[str, bool]:
        """Return a player's text and whether it may not exist."""
        match x:
            case t.Me():
                return env.me, False
            case t.EnemyOf(inner):
                text, maybe = self.player(inner, env)
                return (f"(1 - {text} if {text} >= 0 else -1)" if maybe else f"(1 - {text})"), maybe
            case t.Bound(name):
                return str(env.bound[name]), False
            case t.OwnerOf(what, "piece"):
                return self.owner(self.piece(what, env))
            case t.OwnerOf(what, "slot"):
                owners = [-1 if slot.owner is None else int(slot.owner == "red") for slot in self.terrain.slots]
                return f"{self.table(owners, -1)}[{self.slot(what, env)[0]}]", True
            case t.OwnerOf(what, _):
                region = self.region(what, env)
                return f"(0 if st[{TAKEN}] >> {region} & 1 else 1 if st[{TAKEN + 1}] >> {region} & 1 else -1)", True
            case _:
                raise TypeError(x)

    def slot(self, x: t.Expression, env: Env) -> tuple[str, bool]:
        """Return a slot's text and whether it may not exist."""
        match x:
            case t.Bound(name):
                return str(env.bound[name]), False
            case t.Here():
                return (env.here, False) if env.here else ("-1", True)
            case t.SlotOf(piece):
                match self.piece(piece, env):
                    case Standing(slot, None, owner):
                        if owner:
                            return slot, False
                        return f"({slot} if {self._stack(slot)} else -1)", True
                    case Standing(slot, depth, _):
                        return f"({slot} if {depth} > 0 else -1)", True
                    case Coded(_, slot):
                        return slot, True
                    case Lying() as lying if lying == env.this and env.here:
                        return env.here, False
                    case _:
                        return "-1", True
            case _:
                raise TypeError(x)

    def region(self, x: t.Expression, env: Env) -> str:
        """Return a region's text."""
        if not isinstance(x, t.Bound):
            raise TypeError(x)
        return str(env.bound[x.name])

    def piece(self, x: t.Expression, env: Env) -> Held:
        """Return what is known of a troop."""
        match x:
            case t.Bound(name):
                return env.bound[name]
            case t.This():
                return env.this
            case t.Top(slot):
                text, maybe = self.slot(slot, env)
                return Coded(self._stack_code(text, maybe), text) if maybe else Standing(text)
            case _:
                raise TypeError(x)

    def number(self, x: t.Expression, env: Env) -> tuple[str, bool]:
        """Return a number's text and whether it may not exist."""
        match x:
            case t.Literal_(value):
                return str(value), False
            case t.Arithmetic(left, sign, right):
                (a, a_maybe), (b, b_maybe) = self.number(left, env), self.number(right, env)
                if not (a_maybe or b_maybe):
                    return f"({a} {sign} {b})", False
                return f"{SAFE[sign]}({a}, {b})", True
            case t.Count(among):
                return self.size_of(among, env), False
            case t.Room(zone, player):
                who, maybe = self.player(player, env)
                limit = self.layout.zones[zone].limit
                if limit is None:
                    return "None", True
                most, uncertain = self.number(limit, Env(who))
                held = f"st[{self.zone_at(zone, who)}]"
                room = f"minus({most}, {held})" if uncertain else f"({most} - {held})"
                return self._guarded(who, True, room) if maybe else (room, uncertain)
            case t.Strength(piece):
                return self._strength(self.piece(piece, env), env)
            case t.MedalsOf(what, "player"):
                who, maybe = self.player(what, env)
                return self._guarded(who, maybe, f"st[{MEDALS} + {who}]")
            case t.MedalsOf(what, _):
                return f"{self.table(region.medals for region in self.terrain.regions)}[{self.region(what, env)}]", False
            case t.Objective(player):
                who, maybe = self.player(player, env)
                return self._guarded(who, maybe, f"{self.table(self.terrain.objective)}[{who}]")
            case t.CounterOf(counter, subject):
                at = self.layout.counter_at[counter]
                if subject is None:
                    return f"st[{at}]", False
                text, maybe = self.subject(subject, counter, env)
                return self._guarded(text, maybe, f"st[{at} + {text}]")
            case t.Distance(start, end):
                rows = [tuple(self.terrain.distance(i, j) for j in range(self.size)) + (None,) for i in range(self.size)]
                table = self.table(rows, (None,) * (self.size + 1))
                return f"{table}[{self.slot(start, env)[0]}][{self.slot(end, env)[0]}]", True
            case t.Height(slot):
                text, maybe = self.slot(slot, env)
                return self._guarded(text, maybe, self._height(text))
            case t.PrintedValue(slot):
                firsts = [next((v for v in self._values(i)), None) for i in range(self.size)]
                return f"{self.table([*firsts, None])}[{self.slot(slot, env)[0]}]", True
            case _:
                raise TypeError(x)

    def subject(self, x: t.Expression, counter: str, env: Env) -> tuple[str, bool]:
        """Return the text of what a counter belongs to."""
        scope = next(c.scope for c in self.rules.counter_kinds if c.label == counter)
        return self.player(x, env) if scope == "player" else self.slot(x, env) if scope == "slot" else (self.region(x, env), False)

    @staticmethod
    def _guarded(text: str, maybe: bool, value: str) -> tuple[str, bool]:
        return (f"({value} if {text} >= 0 else None)", True) if maybe else (value, False)

    def _values(self, slot: int) -> tuple[int, ...]:
        special = self.terrain.slots[slot].special
        return tuple(v for v in special.values if isinstance(v, int)) if special else ()

    # ---- troops

    def zone_at(self, zone: str, player: str) -> str:
        """Return the offset of the number of troops in a player's zone."""
        at, stride = self.layout.zone_at[zone], self.layout.stride(zone)
        return f"{at} + {stride} * {player}" if player not in ("0", "1") else str(at + stride * int(player))

    def _stack(self, slot: str) -> str:
        return f"st[{self.layout.stacks_at} + {slot}]"

    def _height(self, slot: str) -> str:
        return f"height({self._stack(slot)}, {self.layout.code_bits})"

    def _stack_code(self, slot: str, maybe: bool) -> str:
        text = f"{self._stack(slot)} & {(1 << self.layout.code_bits) - 1}"
        return f"({text} if {slot} >= 0 else 0)" if maybe else f"({text})"

    def code(self, held: Held) -> str:
        """Return the code of a troop on the map, 0 if it does not exist."""
        match held:
            case Standing(slot, None, _):
                return self._stack_code(slot, maybe=False)
            case Standing(slot, depth, _):
                return f"troop_at({self._stack(slot)}, {depth}, {self.layout.code_bits})"
            case Coded(code, _):
                return code
            case _:
                return "0"

    def owner(self, held: Held) -> tuple[str, bool]:
        """Return whose a troop is."""
        if isinstance(held, Lying) or (isinstance(held, Standing) and held.owner):
            return str(held.owner), False
        return f"{self.table(-1 if p is None else p.owner for p in self.pieces)}[{self.code(held)}]", True

    def of_troop(self, held: Held, value: Callable[[Piece], object], absent: object) -> str:
        """Return a fact of a troop from a table over its code or class."""
        if isinstance(held, Lying):
            classes = range(self.layout.classes[held.zone])
            return f"{self.table(value(self.layout.of_class(c, held.zone, 0)) for c in classes)}[{held.number}]"
        rows = [absent if piece is None else value(piece) for piece in self.pieces]
        return f"{self.table(rows)}[{self.code(held)}]"

    def _strength(self, held: Held, env: Env) -> tuple[str, bool]:
        strengths = [kind.strength for kind in self.rules.troops]
        fixed = [s.value if isinstance(s, t.Literal_) else None for s in strengths]
        text = self.of_troop(held, lambda piece: fixed[piece.kind], None)
        slot = held.slot if isinstance(held, Standing | Coded) else env.here if held == env.this and env.here else "-1"
        owner = self.owner(held)[0]
        for kind, strength in enumerate(strengths):
            if strength is not None and not isinstance(strength, t.Literal_):
                value = self.number(strength, Env(owner, held, None if slot == "-1" else slot))[0]
                is_kind = self.of_troop(held, lambda piece, kind=kind: int(piece.kind == kind), 0)  # type: ignore[misc]
                text = f"({value} if {is_kind} else {text})"
        return text, True

    # ---- sets

    def mask(self, x: t.SetExpression, env: Env) -> str:
        """Return the mask of the slots of a set of slots or of troops on the map."""
        match x:
            case t.Slots(which, player):
                every = {"slots": self.every_slot, "bases": self.every_slot & ~self.hq_mask, "hqs": self.hq_mask}[which]
                return f"{self.table(self.own_hqs, 0)}[{self.player(player, env)[0]}]" if player else str(every)
            case t.Tops(None):
                return f"st[{self.keep(self.owned(None))}]"
            case t.Tops(player):
                return self.tops_of(*self.player(player, env))
            case t.BasesAround(region):
                around = [sum(1 << i for i in region.around) for region in self.terrain.regions]
                return f"{self.table(around)}[{self.region(region, env)}]"
            case t.Only(what, "slot"):
                return self.bit(self.slot(what, env)[0])
            case t.Only(what, _):
                return self.bit(self.slot(t.SlotOf(what), env)[0])
            case t.AdjacentTo(among, to):
                return f"({self.mask(among, env)} & {self._near(to, env)})"
            case t.JoinedTo(among, to, through):
                joined = f"joined({self.mask(to, env)}, {self.mask(through, env)})"
                return joined if among == t.Slots("slots") else f"({self.mask(among, env)} & {joined})"
            case t.Within(among, paths, of):
                return f"({self.mask(among, env)} & {self._within(paths)}[{self.slot(of, env)[0]}])"
            case t.OtherThan(among, than, type_):
                return f"({self.mask(among, env)} & ~{self._not_this(than, type_, env)})"
            case t.Where(among, variable, condition) if not self.is_list(among):
                return f"({self.mask(among, env)} & {self.where(condition, variable, env)})"
            case _:
                # Covered troops stand for their slots too.
                v = next(self.fresh)
                return f"union([BIT[{v} >> 6] for {v} in {self.pieces_in(x, env)}])"

    def tops_of(self, player: str, maybe: bool = False) -> str:
        """Return the mask of the slots that show a player's troop."""
        # Allotted together when the module begins, so that a player's number leads from one to the other.
        at = self.keep(self.owned(0))
        self.keep(self.owned(1))
        if player in ("0", "1"):
            return f"st[{at + int(player)}]"
        return f"(st[{at} + {player}] if {player} >= 0 else 0)" if maybe else f"st[{at} + {player}]"

    def _near(self, to: t.SetExpression, env: Env) -> str:
        if isinstance(to, t.Only):
            slot = self.slot(to.what if to.type == "slot" else t.SlotOf(to.what), env)[0]
            return f"{self.table(self.terrain.adjacency, 0)}[{slot}]"
        return f"near({self.mask(to, env)})"

    def _within(self, paths: int) -> str:
        reached = [self.terrain.reached([i]) for i in range(self.size)]
        return self.table((sum(1 << j for j, far in row.items() if far <= paths) for row in reached), 0)

    def _not_this(self, than: t.Expression, type_: t.Type, env: Env) -> str:
        if type_ == "slot":
            return self.bit(self.slot(than, env)[0])
        match self.piece(than, env):
            case Standing(slot, None, _):
                return self.bit(slot)
            case Standing(slot, depth, _):
                return f"(BIT[{slot}] if {depth} == {self._height(slot)} else 0)"
            case _:
                return "0"

    def is_list(self, x: t.SetExpression) -> bool:
        """Return whether a set may hold covered troops, so that slots do not name its members."""
        match x:
            case t.Troops() | t.Stack():
                return True
            case t.Only(_, type_):
                return type_ == "piece"
            case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Within() | t.Where():
                return self.is_list(x.among)
            case _:
                return False

    def pieces_in(self, x: t.SetExpression, env: Env) -> str:
        """Return the list of a set's troops on the map, each as slot times 64 plus depth."""
        v = next(self.fresh)
        held = Standing(f"({v} >> 6)", f"({v} & {DEPTHS - 1})")
        match x:
            case t.Troops(player):
                slots = f"[s * {DEPTHS} + d for s in range({self.size}) for d in depths({self._stack('s')}, {self.layout.code_bits})]"
                return slots if player is None else f"[{v} for {v} in {slots} if {self.owner(held)[0]} == {self.player(player, env)[0]}]"
            case t.Stack(slot):
                text, maybe = self.slot(slot, env)
                found = f"[{text} * {DEPTHS} + d for d in depths({self._stack(text)}, {self.layout.code_bits})]"
                return f"({found} if {text} >= 0 else [])" if maybe else found
            case t.Only(what):
                match self.piece(what, env):
                    case Standing(slot, depth, _):
                        at = self._height(slot) if depth is None else depth
                        return f"([{slot} * {DEPTHS} + {at}] if {self.code(Standing(slot, depth))} else [])"
                    case _:
                        return "[]"
            case t.AdjacentTo(among, to):
                return f"[{v} for {v} in {self.pieces_in(among, env)} if BIT[{v} >> 6] & {self._near(to, env)}]"
            case t.JoinedTo(among, to, through):
                joined = f"joined({self.mask(to, env)}, {self.mask(through, env)})"
                return f"[{v} for {v} in {self.pieces_in(among, env)} if BIT[{v} >> 6] & {joined}]"
            case t.Within(among, paths, of):
                near = f"{self._within(paths)}[{self.slot(of, env)[0]}]"
                return f"[{v} for {v} in {self.pieces_in(among, env)} if BIT[{v} >> 6] & {near}]"
            case t.OtherThan(among, than, "slot"):
                return f"[{v} for {v} in {self.pieces_in(among, env)} if {v} >> 6 != {self.slot(than, env)[0]}]"
            case t.OtherThan(among, than, _):
                return f"[{v} for {v} in {self.pieces_in(among, env)} if [{v}] != {self.pieces_in(t.Only(than, 'piece'), env)}]"
            case t.Where(among, variable, condition):
                body = self.condition(condition, env.having(variable.name, held))
                return f"[{v} for {v} in {self.pieces_in(among, env)} if {body}]"
            case _:
                return f"[s * {DEPTHS} + {self._height('s')} for s in bits({self.mask(x, env)})]"

    def in_zone(self, x: t.SetExpression, number: str, env: Env) -> tuple[Lying, str]:
        """Return a zone's troop of a class, and the condition that the set has one."""
        match x:
            case t.InZone(zone, player):
                who, maybe = self.player(player, env)
                is_mine = True if player == t.Me() else False if player == t.EnemyOf(t.Me()) else None
                lying = Lying(zone, who, number, is_mine)
                there = f"st[{self.zone_at(zone, who)} + 1 + {number}]"
                return lying, f"({who} >= 0 and {there})" if maybe else there
            case t.OtherThan(among, than, _):
                lying, there = self.in_zone(among, number, env)
                other = self.piece(than, env)
                same = isinstance(other, Lying) and other.zone == lying.zone
                return lying, f"({there} and {number} != {other.number})" if same and isinstance(other, Lying) else there
            case t.Where(among, variable, condition):
                lying, there = self.in_zone(among, number, env)
                return lying, f"({there} and {self.condition(condition, env.having(variable.name, lying))})"
            case _:
                raise TypeError(x)

    def regions(self, x: t.SetExpression, env: Env) -> str:
        """Return the mask of a set's regions."""
        every = range(len(self.terrain.regions))
        match x:
            case t.Regions(None):
                return str(sum(1 << r for r in every))
            case t.Regions(around):
                rows = [sum(1 << r for r in every if i in self.terrain.regions[r].around) for i in range(self.size)]
                return f"{self.table(rows, 0)}[{self.slot(around, env)[0]}]"
            case t.OtherThan(among, than, _):
                return f"({self.regions(among, env)} & ~(1 << {self.region(than, env)}))"
            case t.Where(among, variable, condition):
                v = next(self.fresh)
                body = self.condition(condition, env.having(variable.name, v))
                return f"sum([1 << {v} for {v} in bits({self.regions(among, env)}) if {body}])"
            case t.Only(what):
                return f"(1 << {self.region(what, env)})"
            case _:
                raise TypeError(x)

    def numbers(self, x: t.SetExpression, env: Env) -> str:
        """Return the sequence of a set's numbers."""
        v = next(self.fresh)
        match x:
            case t.Values(slot):
                return f"{self.table([*(self._values(i) for i in range(self.size)), ()])}[{self.slot(slot, env)[0]}]"
            case t.Only(what):
                text, maybe = self.number(what, env)
                return f"[{v} for {v} in [{text}] if {v} is not None]" if maybe else f"[{text}]"
            case t.OtherThan(among, than, _):
                return f"[{v} for {v} in {self.numbers(among, env)} if {v} != {self.number(than, env)[0]}]"
            case t.Where(among, variable, condition):
                body = self.condition(condition, env.having(variable.name, v))
                return f"[{v} for {v} in {self.numbers(among, env)} if {body}]"
            case _:
                raise TypeError(x)

    def kind_of(self, x: t.SetExpression) -> str:
        """Return how a set is written: "zone", "regions", "numbers", "list" or "mask"."""
        if zone_of(x):
            return "zone"
        inner = x
        while isinstance(inner, t.OtherThan | t.Where):
            inner = inner.among
        if isinstance(inner, t.Regions) or (isinstance(inner, t.Only) and inner.type == "region"):
            return "regions"
        if isinstance(inner, t.Values) or (isinstance(inner, t.Only) and inner.type == "number"):
            return "numbers"
        return "list" if self.is_list(x) else "mask"

    def owner_in(self, x: t.SetExpression, env: Env) -> str | None:
        """Return whose every troop of a set is, if the set says so."""
        match x:
            case t.Tops(player) | t.Troops(player) if player is not None:
                who, maybe = self.player(player, env)
                return None if maybe else who
            case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Within() | t.Where():
                return self.owner_in(x.among, env)
            case _:
                return None

    def size_of(self, x: t.SetExpression, env: Env) -> str:
        """Return how many a set has."""
        match self.kind_of(x):
            case "zone" if isinstance(x, t.InZone):
                who, maybe = self.player(x.player, env)
                text = f"st[{self.zone_at(x.zone, who)}]"
                return f"({text} if {who} >= 0 else 0)" if maybe else text
            case "zone":
                v = next(self.fresh)
                lying, there = self.in_zone(x, v, env)
                each = f"st[{self.zone_at(lying.zone, lying.owner)} + 1 + {v}]"
                return f"sum([{each} for {v} in range({self.layout.classes[lying.zone]}) if {there}])"
            case "regions":
                return f"({self.regions(x, env)}).bit_count()"
            case "numbers":
                return f"len({self.numbers(x, env)})"
            case "list":
                return f"len({self.pieces_in(x, env)})"
            case _:
                return f"({self.mask(x, env)}).bit_count()"

    # ---- conditions

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
                return f"({text} >= 0 and not {self._stack(text)})" if maybe else f"(not {self._stack(text)})"
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
            one, other = t.Only(left, "piece"), t.Only(right, "piece")
            return f"({self.pieces_in(one, env)} == {self.pieces_in(other, env)} != [])"
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
                return f"({self.number(what, env)[0]} in {self.numbers(among, env)})"
            case _:
                held = self.piece(what, env)
                if isinstance(held, Lying):
                    if zone_of(among) != held.zone:
                        return "False"
                    lying, there = self.in_zone(among, held.number, env)
                    return f"({lying.owner} == {held.owner} and {there})"
                if isinstance(held, Standing) and held.depth is None and are_tops(among):
                    return f"({self.bit(held.slot)} & {self.mask(among, env)})"
                return f"(set({self.pieces_in(t.Only(what, 'piece'), env)}) & set({self.pieces_in(among, env)}))"

    def _quantified(self, x: t.Quantified, env: Env) -> str:
        word = "all" if x.is_every else "any"
        name, kind = x.variable.name, self.kind_of(x.among)
        v = next(self.fresh)
        if kind == "mask":
            among, met = self.mask(x.among, env), self.where(x.condition, x.variable, env)
            return f"(not {among} & ~{met})" if x.is_every else f"({among} & {met})"
        if kind == "zone":
            lying, there = self.in_zone(x.among, v, env)
            body = self.condition(x.condition, env.having(name, lying))
            return f"{word}([{body} for {v} in range({self.layout.classes[lying.zone]}) if {there}])"
        if kind == "regions":
            return f"{word}([{self.condition(x.condition, env.having(name, v))} for {v} in bits({self.regions(x.among, env)})])"
        if kind == "numbers":
            return f"{word}([{self.condition(x.condition, env.having(name, v))} for {v} in {self.numbers(x.among, env)}])"
        held = Standing(f"({v} >> 6)", f"({v} & {DEPTHS - 1})")
        return f"{word}([{self.condition(x.condition, env.having(name, held))} for {v} in {self.pieces_in(x.among, env)}])"

    # ---- conditions lifted over an open slot

    def where(self, x: t.Condition, variable: t.Bound, env: Env) -> str:
        """Return the mask of the slots for which a condition on a slot or visible troop holds."""
        v = next(self.fresh)
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
            return Fixed(self._rows(env, needs, lambda me, row: sum(self._try(x, env, me, row, i, 0) * whole << i for i in every)))
        if needs <= {"me", "row", "top"}:
            codes = range(self.layout.codes)
            return Visible(self._rows(env, needs, lambda me, row: sum(self._try(x, env, me, row, 0, c) << c for c in codes)))
        match x:
            case t.Or(left, right) | t.And(left, right):
                return self.folding.join(isinstance(x, t.And), self.lift(left, env), self.lift(right, env))
            case t.Not(inner):
                return self.folding.negated(self.lift(inner, env))
            case t.Same(t.OwnerOf(piece, "piece"), player, "player") if (
                self.needs(piece, env) == {"top"} and not self._speaks_of_open(player, env)
            ):
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
        return Code(f"sum([1 << {env.open} for {env.open} in range({self.size}) if {text}])")

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
                case Standing(at, None, _) if at == env.open:
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
                    case Standing(at, None, _) if at == env.open:
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
                return env.open is not None and (held == env.open or (isinstance(held, Standing | Coded) and held.slot == env.open))
            case t.Strength() if not self.has_fixed_strengths and env.here == env.open:
                return True
            case _ if is_dataclass(x):
                return any(self._speaks_of_open(getattr(x, item.name), env) for item in fields(x))
            case _:
                return False
