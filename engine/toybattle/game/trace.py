"""The tracing evaluator: walks the typed tree on an open situation; slow, obvious, and asked for reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from toybattle.game.layout import Layout, MapPiece, ZonePiece
from toybattle.game.limits import bounded
from toybattle.game.situation import Piece, Situation
from toybattle.ruleset import tree as t

Value: TypeAlias = int | MapPiece | ZonePiece | Piece | None
"""A player, slot, region or number; a troop on the map, in a zone, or one that has left; None does not exist."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Who acts, what about, and what the variables stand for."""

    me: int
    this: Value = None
    here: int | None = None
    bound: dict[str, Value] = field(default_factory=dict)
    in_strength: bool = False
    """Whether a strength is being worked out, in which only strengths that are plain numbers exist."""

    def having(self, name: str, value: Value) -> Frame:
        """Return the frame with one more variable."""
        return Frame(self.me, self.this, self.here, {**self.bound, name: value}, self.in_strength)


class Evaluator:
    """What expressions and conditions come to in one situation."""

    def __init__(self, layout: Layout, situation: Situation) -> None:
        self.layout, self.rules, self.terrain = layout, layout.rules, layout.terrain
        self.situation = situation
        self.actions_open: bool | None = None
        """Whether the player on turn has a legal action, once that is known."""

    # ---- single things

    def one(self, x: t.Expression, frame: Frame) -> Value:
        """Return the thing an expression stands for, None if it does not exist."""
        match x:
            case t.Me():
                return frame.me
            case t.EnemyOf(player):
                who = self.number(player, frame)
                return None if who is None else 1 - who
            case t.OwnerOf(what, type_):
                return self._owner(self.one(what, frame), type_)
            case t.Bound(name):
                return frame.bound[name]
            case t.This():
                return frame.this
            case t.Here():
                return frame.here
            case t.Top(slot):
                at = self.number(slot, frame)
                return None if at is None or not self.situation.stacks[at] else MapPiece(at, len(self.situation.stacks[at]))
            case t.SlotOf(piece):
                value = self.one(piece, frame)
                if isinstance(value, MapPiece):
                    return value.slot
                # Not just any troop of its class: the very one that is to stand there.
                return frame.here if value is not None and value is frame.this else None
            case t.Literal_(value):
                return value
            case t.Arithmetic(left, sign, right):
                a, b = self.number(left, frame), self.number(right, frame)
                if a is None or b is None:
                    return None
                return bounded(a + b if sign == "+" else a - b if sign == "-" else a * b)
            case t.Count(among):
                return self.count(among, frame)
            case t.Room(zone, player):
                who, limit = self.number(player, frame), self.layout.zones[zone].limit
                if who is None or limit is None:
                    return None
                most = self.number(limit, Frame(who))
                return None if most is None else most - len(self.situation.zones[zone, who])
            case t.Strength(piece):
                return self.strength(self.one(piece, frame), frame)
            case t.MedalsOf(what, type_):
                at = self.number(what, frame)
                if at is None:
                    return None
                return self.situation.medals[at] if type_ == "player" else self.terrain.regions[at].medals
            case t.Objective(player):
                who = self.number(player, frame)
                return None if who is None else self.terrain.objective[who]
            case t.CounterOf(counter, subject):
                at = self.number(subject, frame) if subject else 0
                return None if at is None else self.situation.counters[counter][at]
            case t.Distance(start, end):
                a, b = self.number(start, frame), self.number(end, frame)
                return None if a is None or b is None else self.terrain.distance(a, b)
            case t.Height(slot):
                at = self.number(slot, frame)
                return None if at is None else len(self.situation.stacks[at])
            case t.PrintedValue(slot):
                values = self._printed(slot, frame)
                return values[0] if values else None
            case _:
                assert_never(x)

    def number(self, x: t.Expression, frame: Frame) -> int | None:
        """Return a number, player, slot or region."""
        value = self.one(x, frame)
        return value if isinstance(value, int) else None

    def piece(self, value: Value) -> Piece | None:
        """Return the troop that a value stands for."""
        match value:
            case MapPiece(slot, depth):
                stack = self.situation.stacks[slot]
                return stack[depth - 1] if len(stack) >= max(depth, 1) else None
            case ZonePiece(zone, owner, number):
                return self.layout.of_class(number, zone, owner)
            case Piece():
                return value
            case _:
                return None

    def strength(self, value: Value, frame: Frame) -> int | None:
        """Return a troop's strength where it stands, or is about to stand."""
        piece = self.piece(value)
        expression = self.rules.troops[piece.kind].strength if piece else None
        if piece is None or expression is None or (frame.in_strength and not isinstance(expression, t.Literal_)):
            return None
        here = value.slot if isinstance(value, MapPiece) else frame.here if value is frame.this else None
        return self.number(expression, Frame(piece.owner, value, here, in_strength=True))

    def _owner(self, value: Value, type_: t.Type) -> int | None:
        if type_ == "piece":
            piece = self.piece(value)
            return piece.owner if piece else None
        if not isinstance(value, int):
            return None
        if type_ == "slot":
            owner = self.terrain.slots[value].owner
            return None if owner is None else int(owner == "red")
        taker = self.situation.takers[value]
        return taker if taker in (0, 1) else None

    def _printed(self, slot: t.Expression, frame: Frame) -> tuple[int, ...]:
        at = self.number(slot, frame)
        special = None if at is None else self.terrain.slots[at].special
        return tuple(v for v in special.values if isinstance(v, int)) if special else ()

    # ---- sets

    def many(self, x: t.SetExpression, frame: Frame) -> list[Value]:
        """Return a set's members in the terrain's order; copies in a zone that nothing tells apart appear once."""
        everywhere = range(self.layout.size)
        stacks = self.situation.stacks
        match x:
            case t.Slots(which, player):
                who = self.number(player, frame) if player else None
                colour = None if who is None else ("blue", "red")[who]
                if player and colour is None:
                    return []
                slots = self.terrain.slots
                return [i for i in everywhere if which == "slots" or (slots[i].is_hq == (which == "hqs")
                        and (colour is None or slots[i].owner == colour))]  # fmt: skip
            case t.Tops(player) | t.Troops(player):
                who = self.number(player, frame) if player else None
                if player and who is None:
                    return []
                tops_only = isinstance(x, t.Tops)
                return [MapPiece(i, depth) for i in everywhere for depth, piece in enumerate(stacks[i], 1)
                        if (not tops_only or depth == len(stacks[i])) and who in (None, piece.owner)]  # fmt: skip
            case t.Stack(slot):
                at = self.number(slot, frame)
                return [] if at is None else [MapPiece(at, depth) for depth in range(1, len(stacks[at]) + 1)]
            case t.InZone(zone, player):
                who = self.number(player, frame)
                if who is None:
                    return []
                numbers = {self.layout.number(piece, zone) for piece in self.situation.zones[zone, who]}
                return [ZonePiece(zone, who, number) for number in sorted(numbers)]
            case t.Regions(around):
                at = self.number(around, frame) if around else None
                return [r for r, region in enumerate(self.terrain.regions) if around is None or at in region.around]
            case t.BasesAround(region):
                at = self.number(region, frame)
                return [] if at is None else [*sorted(self.terrain.regions[at].around)]
            case t.Values(slot):
                return list(self._printed(slot, frame))
            case t.Only(what):
                value = self.one(what, frame)
                return [] if value is None else [value]
            case t.AdjacentTo(among, to):
                near = {j for i in self.slots(to, frame) for j in self.terrain.neighbours(i)}
                return [value for value in self.many(among, frame) if self._slot(value) in near]
            case t.OtherThan(among, than, type_):
                other = self.one(than, frame)
                if type_ == "slot":
                    return [value for value in self.many(among, frame) if self._slot(value) != other]
                return [value for value in self.many(among, frame) if value != other]
            case t.JoinedTo(among, to, through):
                reached = self.network(self.slots(to, frame), self.slots(through, frame))
                return [value for value in self.many(among, frame) if self._slot(value) in reached]
            case t.Within(among, paths, of):
                at = self.number(of, frame)
                far = {} if at is None else self.terrain.reached([at])
                return [v for v in self.many(among, frame) if far.get(self._slot(v), paths + 1) <= paths]
            case t.Where(among, variable, condition):
                return [v for v in self.many(among, frame) if self.holds(condition, frame.having(variable.name, v))]
            case _:
                assert_never(x)

    def count(self, x: t.SetExpression, frame: Frame) -> int:
        """Return how many a set has, every copy counted."""
        members = self.many(x, frame)
        return sum(self.copies(member) for member in members)

    def copies(self, value: Value) -> int:
        """Return how many troops in a zone are of one class; everything else is one of its kind."""
        if not isinstance(value, ZonePiece):
            return 1
        pieces = self.situation.zones[value.zone, value.owner]
        return sum(self.layout.number(piece, value.zone) == value.number for piece in pieces)

    def slots(self, x: t.SetExpression, frame: Frame) -> list[int]:
        """Return the slots of a set of slots or of troops on the map."""
        return [slot for slot in map(self._slot, self.many(x, frame)) if slot >= 0]

    def network(self, to: list[int], through: list[int]) -> set[int]:
        """Return the slots joined to `to` by paths whose inner slots are bases of `through` (place-connected)."""
        inner = {i for i in through if not self.terrain.slots[i].is_hq}
        reached: set[int] = set()
        queue = list(to)
        for i in queue:
            for j in self.terrain.neighbours(i):
                if j not in reached:
                    reached.add(j)
                    if j in inner and j not in to:
                        queue.append(j)
        return reached

    @staticmethod
    def _slot(value: Value) -> int:
        return value.slot if isinstance(value, MapPiece) else value if isinstance(value, int) else -1

    # ---- conditions

    def holds(self, x: t.Condition, frame: Frame) -> bool:
        """Return whether a condition holds."""
        match x:
            case t.Or(left, right):
                return self.holds(left, frame) or self.holds(right, frame)
            case t.And(left, right):
                return self.holds(left, frame) and self.holds(right, frame)
            case t.Not(condition):
                return not self.holds(condition, frame)
            case t.Compare(left, comparison, right):
                a, b = self.number(left, frame), self.number(right, frame)
                return a is not None and b is not None and compared(a, comparison, b)
            case t.Same(left, right):
                one, other = self.one(left, frame), self.one(right, frame)
                return one is not None and one == other
            case t.In(what, among, type_):
                value = self.one(what, frame)
                if type_ == "slot":
                    return value in self.slots(among, frame)
                return value is not None and value in self.many(among, frame)
            case t.IsEmpty(slot):
                at = self.number(slot, frame)
                return at is not None and not self.situation.stacks[at]
            case t.IsHq(slot):
                at = self.number(slot, frame)
                return at is not None and self.terrain.slots[at].is_hq
            case t.IsKind(piece, kind):
                found = self.piece(self.one(piece, frame))
                return found is not None and found.kind == self.layout.kinds[kind]
            case t.IsJoker(piece):
                found = self.piece(self.one(piece, frame))
                return found is not None and self.rules.troops[found.kind].strength is None
            case t.IsSpecial(slot, kind):
                at = self.number(slot, frame)
                special = None if at is None else self.terrain.slots[at].special
                return special is not None and special.kind == kind
            case t.IsMarked(piece, mark):
                found = self.piece(self.one(piece, frame))
                return found is not None and found.marks[self.rules.marks.index(mark)] > 0
            case t.IsClaimed(region):
                at = self.number(region, frame)
                return at is not None and self.situation.takers[at] is not None
            case t.Quantified(is_every, variable, among, condition):
                found_one = (self.holds(condition, frame.having(variable.name, v)) for v in self.many(among, frame))
                return all(found_one) if is_every else any(found_one)
            case t.NoAction():
                return self.actions_open is False
            case _:
                assert_never(x)

    # ---- what a verb needs

    def judged(self, verb: t.Verb, frame: Frame) -> tuple[Frame, tuple[Value, ...]] | None:
        """Return the frame in which a verb's requirements are asked and its parameters, or None if it lacks something."""
        player = self.number(verb.player, frame)
        if player is None:
            return None
        match verb:
            case t.Draw():
                count = self.number(verb.number, frame)
                return (Frame(player), ()) if count and count > 0 else None
            case t.Place(_, piece, slot) | t.Move(_, piece, slot):
                what, where = self.one(piece, frame), self.number(slot, frame)
                wanted = ZonePiece if isinstance(verb, t.Place) else MapPiece
                if where is None or not isinstance(what, wanted) or self.piece(what) is None:
                    return None
                return Frame(player, what, where), (what, where)
            case t.Send(_, _, piece) | t.SetMark(_, _, _, piece):
                what = self.one(piece, frame)
                if self.piece(what) is None or isinstance(what, Piece):
                    return None
                return Frame(player, what, what.slot if isinstance(what, MapPiece) else None), (what,)
            case t.ChangeCounter(_, _, counter, number):
                if self.one(counter, frame) is None or self.number(number, frame) is None:
                    return None
                return Frame(player), ()
            case t.Claim(_, region):
                at = self.number(region, frame)
                return None if at is None or self.situation.takers[at] is not None else (Frame(player), ())
            case _:
                assert_never(verb)

    def failing(self, verb: t.Verb, frame: Frame) -> Iterator[t.Requirement]:
        """Yield the requirements that a verb does not meet, in order."""
        judged = self.judged(verb, frame)
        if judged:
            for requirement in self.rules.judging(t.verb_word(verb)):
                if not self.meets(requirement, *judged):
                    yield requirement

    def meets(self, requirement: t.Requirement, frame: Frame, parameters: tuple[Value, ...]) -> bool:
        """Return whether a requirement is met: forbidden never, waived always, otherwise as its condition says."""
        for exception in self.rules.speaking_on(requirement.label, "forbid"):
            if self.is_active(exception, frame, parameters):
                return False
        for exception in self.rules.speaking_on(requirement.label, "waive"):
            if self.is_active(exception, frame, parameters):
                return True
        return self.holds(requirement.condition, binding(requirement.parameters, frame, parameters))

    def is_active(self, exception: t.Exception_, frame: Frame, parameters: tuple[Value, ...]) -> bool:
        """Return whether an exception's condition holds and nothing active suspends it."""
        if exception.condition and not self.holds(exception.condition, binding(exception.parameters, frame, parameters)):
            return False
        return not self.is_suspended(exception.label, frame, parameters)

    def is_suspended(self, label: str, frame: Frame, parameters: tuple[Value, ...] = ()) -> bool:
        """Return whether something active suspends an exception or effect."""
        return any(self.is_active(e, frame, parameters) for e in self.rules.speaking_on(label, "suspend"))


def binding(names: tuple[t.Bound, ...], frame: Frame, values: tuple[Value, ...]) -> Frame:
    """Return the frame with a statement's own names for a verb's parameters."""
    bound = {name.name: value for name, value in zip(names, values, strict=False)}
    return Frame(frame.me, frame.this, frame.here, bound, frame.in_strength)


def compared(a: int, comparison: str, b: int) -> bool:
    """Return whether two numbers compare so."""
    match comparison:
        case ">":
            return a > b
        case "<":
            return a < b
        case ">=":
            return a >= b
        case "<=":
            return a <= b
        case _:
            return a == b
