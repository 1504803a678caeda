"""Single things of the typed tree as Python text on the flat array `st`.

What may not exist has a value of its own: -1 for a player or slot, 0 for a troop's code, ABSENT for a number. Tables
end in an entry for -1, so that asking about nothing finds nothing. What takes a loop to find out becomes a function of
its own, since the text has no lists but those of moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count

from toybattle.game.codegen.held import Coded, Env, Held, Lying, Standing
from toybattle.game.codegen.runtime import ABSENT
from toybattle.game.layout import MEDALS, TAKEN, Layout
from toybattle.game.limits import BOUND, LARGEST
from toybattle.game.situation import Piece
from toybattle.ruleset import tree as t

SAFE = {"+": "plus", "-": "minus", "*": "times", ">": "gt", "<": "lt", ">=": "ge", "<=": "le", "==": "eq"}
"""The runtime's functions for numbers that may not exist, or may grow too large."""
LOCAL = re.compile(r"\b(?:v\d+|me|foe|here|d|code|who|moves)\b")
"""Names of one function that the text of an expression can use."""
SIZES = {t.Room: LARGEST**2, t.Strength: LARGEST**2, t.CounterOf: LARGEST, t.Literal_: LARGEST, t.PrintedValue: LARGEST}
"""What no number of this kind passes; of all others there are fewer than 1 << 16."""


class Things:
    """Writes single things for one layout, and gathers the tables and kept masks that they need."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.rules, self.terrain = layout, layout.rules, layout.terrain
        self.size = layout.size
        self.lines: list[str] = []
        self._steps = 0
        self.tables: dict[str, str] = {}
        """From a table's text to its name."""
        self.kept: dict[int, int] = {}
        """From a set of codes, as a mask, to the offset of the mask of slots that show one of them."""
        self._fresh = map("v{}".format, count())
        self._helpers = map("q{}".format, count())
        self.helpers: list[str] = []
        """The functions that find out what takes a loop."""
        self.every_slot, self.every_code = (1 << self.size) - 1, (1 << layout.codes) - 1
        slots = self.terrain.slots
        self.hq_mask = sum(1 << i for i, slot in enumerate(slots) if slot.is_hq)
        self.own_hqs = [sum(1 << i for i, slot in enumerate(slots) if slot.owner == colour) for colour in ("blue", "red")]
        self.pieces = [None, *(layout.piece(code) for code in range(1, layout.codes))]
        self.has_fixed_strengths = all(isinstance(k.strength, t.Literal_ | None) for k in self.rules.troops)

    # ---- text

    def put(self, line: str) -> None:
        """Write one line."""
        self.lines.append("    " * self._steps + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a head and what is in it, one step to the right."""
        self.put(head)
        self._steps += 1
        before = len(self.lines)
        yield
        if all(line.lstrip().startswith("#") for line in self.lines[before:]):
            self.put("pass")
        self._steps -= 1

    def given(self, condition: str | None) -> AbstractContextManager[None]:
        """Write that what is in it is done on a condition, if there is one."""
        return self.block(f"if {condition}:") if condition else nullcontext()

    def name(self) -> str:
        """Return a name that nothing else has."""
        return next(self._fresh)

    def table(self, rows: Iterable[object], absent: object = None) -> str:
        """Return the name of a table of these rows, with a last one for what does not exist."""
        items = [ABSENT if item is None else item for item in (*rows, *(() if absent is None else (absent,)))]
        text = "(" + "".join(f"{item!r}, " for item in items) + ")"
        return self.tables.setdefault(text, f"T{len(self.tables)}")

    def looked(self, rows: Sequence[Sequence[object]], row: str, column: str) -> str:
        """Return the entry of a table of rows, all of one length, which is kept as one row after the other."""
        name, width = self.table(item for items in rows for item in items), len(rows[0])
        start = str(int(row) * width) if row.isdigit() else f"{row} * {width}"
        return f"{name}[{start} + {column}]"

    @contextmanager
    def found(self, start: str) -> Iterator[list[str]]:
        """Write a function that begins with `found` being this; leave its call in the list when it is whole."""
        outer, steps = self.lines, self._steps
        self.lines, self._steps, call = [], 1, [""]
        self.put(f"found = {start}")
        yield call
        self.put("return found")
        text = "\n".join(self.lines)
        bound = set(re.findall(r"\bfor (\w+) in|^ *(v\d+) = ", text, flags=re.MULTILINE))
        inner = {name for names in bound for name in names}
        free = sorted({name for name in LOCAL.findall(text) if name not in inner})
        name = next(self._helpers)
        self.helpers += [f"def {name}({', '.join(['st', *free])}):", *self.lines]
        self.lines, self._steps = outer, steps
        call[0] = f"{name}({', '.join(['st', *free])})"

    @contextmanager
    def each_bit(self, name: str, mask: str) -> Iterator[None]:
        """Write a loop over the numbers of the bits set, lowest first."""
        with self.block(f"for {name} in bits({mask}):"):
            yield

    def bits_in(self, mask: str) -> str:
        """Return how many bits are set."""
        return f"({mask}).bit_count()"

    def bit(self, slot: str) -> str:
        """Return a slot's bit, 0 for no slot."""
        return f"BIT[{slot}]"

    def keep(self, codes: int) -> int:
        """Return the offset of the mask of slots whose visible troop is of these codes."""
        return self.kept.setdefault(codes, self.layout.masks_at + len(self.kept))

    def owned(self, player: int | None) -> int:
        """Return the set of codes of a player's troops, or of all."""
        return sum(1 << code for code, piece in enumerate(self.pieces) if piece and player in (None, piece.owner))

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
                    case Standing(slot, None, owner, maybe) as standing:
                        if owner and not maybe:
                            return slot, False
                        return f"({slot} if {self.code(standing)} else -1)", True
                    case Standing(slot, depth):
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
                return Standing(text, maybe=maybe)
            case _:
                raise TypeError(x)

    def number(self, x: t.Expression, env: Env) -> tuple[str, bool]:
        """Return a number's text and whether it may not exist."""
        match x:
            case t.Literal_(value):
                return str(value), False
            case t.Arithmetic(left, sign, right):
                (a, a_maybe), (b, b_maybe) = self.number(left, env), self.number(right, env)
                if not (a_maybe or b_maybe) and self._largest(x) < BOUND:
                    return f"({a} {sign} {b})", False
                return f"{SAFE[sign]}({a}, {b})", a_maybe or b_maybe
            case t.Count(among):
                return self.size_of(among, env), False
            case t.Room(zone, player):
                who, maybe = self.player(player, env)
                limit = self.layout.zones[zone].limit
                if limit is None:
                    return "ABSENT", True
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
                text, maybe = ("0", False) if subject is None else self.subject(subject, counter, env)
                return self._guarded(text, maybe, f"st[{self.counter_place(x, env)}]")
            case t.Distance(start, end):
                rows = [(*(self.terrain.distance(i, j) for j in range(self.size)), None) for i in range(self.size)]
                rows.append((None,) * (self.size + 1))
                return self.looked(rows, self.slot(start, env)[0], self.slot(end, env)[0]), True
            case t.Height(slot):
                text, maybe = self.slot(slot, env)
                return self._guarded(text, maybe, self.height(text))
            case t.PrintedValue(slot):
                firsts = [next((v for v in self._values(i)), None) for i in range(self.size)]
                return f"{self.table([*firsts, None])}[{self.slot(slot, env)[0]}]", True
            case _:
                raise TypeError(x)

    def subject(self, x: t.Expression, counter: str, env: Env) -> tuple[str, bool]:
        """Return the text of what a counter belongs to."""
        scope = next(c.scope for c in self.rules.counter_kinds if c.label == counter)
        return (
            self.player(x, env) if scope == "player" else self.slot(x, env) if scope == "slot" else (self.region(x, env), False)
        )

    def counter_place(self, counter: t.CounterOf, env: Env) -> str:
        """Return the offset of a counter."""
        at = str(self.layout.counter_at[counter.counter])
        return at if counter.subject is None else f"{at} + {self.subject(counter.subject, counter.counter, env)[0]}"

    @staticmethod
    def _guarded(text: str, maybe: bool, value: str) -> tuple[str, bool]:
        return (f"({value} if {text} >= 0 else ABSENT)", True) if maybe else (value, False)

    def _largest(self, x: t.Expression) -> int:
        """Return what the size of a number surely does not pass."""
        match x:
            case t.Arithmetic(left, sign, right):
                a, b = self._largest(left), self._largest(right)
                return a * b if sign == "*" else a + b
            case t.Strength() if self.has_fixed_strengths:
                return LARGEST
            case _:
                return SIZES.get(type(x), 1 << 16)

    def _values(self, slot: int) -> tuple[int, ...]:
        special = self.terrain.slots[slot].special
        return tuple(v for v in special.values if isinstance(v, int)) if special else ()

    def copies(self, zone: str, player: str, number: str) -> str:
        """Return how many troops of a class a player's zone holds."""
        if zone == "reserve":
            return f"in_reserve(st[{self.zone_at(zone, player)} + 1], {number}, {self.layout.kind_bits})"
        return f"st[{self.zone_at(zone, player)} + 1 + {number}]"

    def zone_at(self, zone: str, player: str) -> str:
        """Return the offset of the number of troops in a player's zone."""
        at, stride = self.layout.zone_at[zone], self.layout.stride(zone)
        return f"{at} + {stride} * {player}" if player not in ("0", "1") else str(at + stride * int(player))

    def _stack(self, slot: str) -> str:
        return f"st[{self.layout.stacks_at} + {slot}]"

    def height(self, slot: str) -> str:
        return f"height({self._stack(slot)}, {self.layout.code_bits})"

    def is_bare(self, slot: str) -> str:
        """Return the condition that no troop stands on a slot."""
        return f"not {self._stack(slot)}"

    def top_code(self, slot: str) -> str:
        """Return the code of the visible troop on a slot, 0 for none."""
        return f"({self._stack(slot)} & {(1 << self.layout.code_bits) - 1})"

    def code_at(self, slot: str, depth: str) -> str:
        """Return the code of the troop at a depth, 0 for none."""
        return f"troop_at({self._stack(slot)}, {depth}, {self.layout.code_bits})"

    def code(self, held: Held) -> str:
        """Return the code of a troop on the map, 0 if it does not exist."""
        match held:
            case Standing(slot, None, _, maybe):
                return f"({self.top_code(slot)} if {slot} >= 0 else 0)" if maybe else self.top_code(slot)
            case Standing(slot, str(depth)):
                return self.code_at(slot, depth)
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
            if strength is not None and not isinstance(strength, t.Literal_) and not env.in_strength:
                value = self.number(strength, Env(owner, held, None if slot == "-1" else slot, in_strength=True))[0]
                is_kind = self.of_troop(held, lambda piece, kind=kind: int(piece.kind == kind), 0)  # type: ignore[misc]
                text = f"({value} if {is_kind} else {text})"
        return text, True

    def size_of(self, x: t.SetExpression, env: Env) -> str:
        """Return how many a set has."""
        raise NotImplementedError
