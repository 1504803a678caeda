"""The smallest changes that would make a refused move legal: proposed by the tree, kept only if they do.

A requirement that fails is walked, with its exceptions, and each thing it looks at proposes what could be otherwise
there. A proposal that mends it is taken, and whatever still fails is mended in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import TypeAlias

from toybattle.game.explain import Explainer
from toybattle.game.layout import MapPiece, ZonePiece
from toybattle.game.parts import (
    CounterAt,
    Marked,
    MedalsAt,
    NoSuchTroop,
    OtherTroop,
    Part,
    SlotEmpty,
    Taken,
    TroopOn,
    TroopsIn,
    changed,
)
from toybattle.game.reference import Reference
from toybattle.game.situation import PLAYERS
from toybattle.game.trace import Evaluator, Frame, Value, binding
from toybattle.ruleset import tree as t

MOST_PARTS = 6
MOST_TRIES = 90
"""Situations looked at for one move before the search ends with what it has."""
MOST_ALIKE, MOST_TOLD = 3, 6
"""Changes told of one kind and size, and of all."""
Values: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that was refused: what offered it, and what it chose."""

    owner: t.Action | t.Effect
    frame: Frame
    values: Values


class Search:
    """Looks for the smallest changes with which one refused move would be legal."""

    def __init__(self, explainer: Explainer, refused: Refused) -> None:
        self.explainer, self.layout, self.rules = explainer, explainer.layout, explainer.rules
        self.refused = refused
        self.tries = 0
        self.found: dict[tuple[Part, ...], Values] = {}

    def smallest(self) -> list[tuple[tuple[Part, ...], Values]]:
        """Return the smallest changes of each shape that mend the move, small ones first; no part can be left out."""
        self._mend(())
        least: dict[tuple[object, ...], int] = {}
        for parts in self.found:
            least[_shape(parts)] = min(_size(parts), least.get(_shape(parts), _size(parts)))
        best = [(parts, values) for parts, values in self.found.items() if _size(parts) == least[_shape(parts)]]
        return sorted(self._merged(best), key=lambda found: _size(found[0]))[:MOST_TOLD]

    # ---- trying

    def _at(self, parts: tuple[Part, ...]) -> tuple[Reference, Values] | None:
        """Return the situation with changes made, and the move's values there; None where an army lacks a troop."""
        self.tries += 1
        try:
            x, values = changed(self.explainer.notation, self.explainer.x, parts, self.refused.values)
        except NoSuchTroop:
            return None
        return Reference(self.layout, x, lambda: 0.0), values

    def _is_legal(self, parts: tuple[Part, ...]) -> Values | None:
        """Return the move's values if it is legal with these changes."""
        at = self._at(parts)
        return at[1] if at and at[0].allows(self.refused.owner, self.refused.frame, at[1]) else None

    def _mend(self, parts: tuple[Part, ...]) -> None:
        """Take each proposal that mends what fails first; where none is enough, go on with one of each kind."""
        at = self._at(parts)
        goal = self._goal(*at) if at else None
        if at is None or goal is None or len(parts) >= MOST_PARTS:
            return
        x, is_mended = goal
        gone_on: dict[object, tuple[Part, ...]] = {}
        seen: set[tuple[Part, ...]] = set()
        known = len(self.found)
        for proposal in self._proposals(x, *at):
            together = _joined(parts, proposal)
            if self.tries >= MOST_TRIES or len(together) > MOST_PARTS or proposal in seen or not _is_consistent(together):
                continue
            seen.add(proposal)
            if (then := self._at(together)) is None:
                continue
            if then[0].allows(self.refused.owner, self.refused.frame, then[1]):
                self._keep(together, then[1])
            elif _shape(proposal) not in gone_on and is_mended(*then):
                gone_on[_shape(proposal)] = together
        if len(self.found) == known:
            for together in gone_on.values():
                self._mend(together)

    def _keep(self, parts: tuple[Part, ...], values: Values) -> None:
        """Keep changes that mend the move without any part that can be left out; the last was needed when it came."""
        for part in parts[:-1]:
            fewer = tuple(other for other in parts if other is not part)
            if (fitting := self._is_legal(fewer)) is not None:
                self._keep(fewer, fitting)
                return
        if not any(set(known) == set(parts) for known in self.found):
            self.found[parts] = values

    def _goal(self, reference: Reference, values: Values) -> tuple[object, Callable[[Reference, Values], bool]] | None:
        """Return what fails first, with its variables bound, and how to see that it no longer does."""
        program = self.refused.owner.program
        frame = self.refused.frame
        when = self.refused.owner.when if isinstance(self.refused.owner, t.Action) else None
        if when and not reference.evaluator.holds(when, frame):
            return (when, frame), lambda other, _: other.evaluator.holds(when, frame)
        for index, (choice, _, value, bound) in enumerate(reference.chosen(program, values, frame)):
            if value is not None and not reference.evaluator.copies(value):
                return ("absent", index, value), lambda other, new, i=index: bool(other.evaluator.copies(new[i]))
            if value is not None and value not in reference.candidates(choice, bound):
                return None
        trial, bound = reference, reference.bind(program, values, frame)
        for number, verb in enumerate(program.verbs):
            judged = trial.evaluator.judged(verb, bound)
            failing = next(trial.evaluator.failing(verb, bound), None)
            if judged and failing:
                return self._requirement(failing, number, *judged, trial)
            if isinstance(verb, t.Draw) and judged and not trial.x.zones["reserve", judged[0].me]:
                return None
            if number < len(program.verbs) - 1:
                trial = trial if number else Reference(self.layout, reference.x.copy(), lambda: 0.0)
                bound = trial.do(verb, bound, is_trial=True)
        return None

    def _requirement(
        self, failing: t.Requirement, number: int, frame: Frame, parameters: tuple[Value, ...], trial: Reference
    ) -> tuple[object, Callable[[Reference, Values], bool]]:
        program = self.refused.owner.program
        first = next(
            (x for x in _conjuncts(failing.condition)
             if not trial.evaluator.holds(x, binding(failing.parameters, frame, parameters))), failing.condition,
        )  # fmt: skip

        def is_mended(other: Reference, values: Values) -> bool:
            bound = other.bind(program, values, self.refused.frame)
            for index, verb in enumerate(program.verbs):
                judged = other.evaluator.judged(verb, bound)
                if index == number:
                    return judged is not None and (
                        other.evaluator.meets(failing, *judged)
                        or other.evaluator.holds(first, binding(failing.parameters, *judged))
                    )
                other = other if index else Reference(self.layout, other.x.copy(), lambda: 0.0)
                bound = other.do(verb, bound, is_trial=True)
            return False

        return (failing, frame, parameters), is_mended

    # ---- proposing

    def _proposals(self, goal: object, reference: Reference, values: Values) -> Iterator[tuple[Part, ...]]:
        match goal:
            case ("absent", int(), ZonePiece(zone, owner, number)):
                piece = self.layout.of_class(number, zone, owner)
                kind = [*self.layout.kinds][piece.kind]
                yield (OtherTroop(zone, PLAYERS[owner], self.explainer.notation.troop(piece), (kind,)),)
            case (t.Requirement() as failing, Frame() as frame, tuple() as parameters):
                asker = Asker(self.explainer, reference.evaluator, values)
                yield from asker.of(failing.condition, binding(failing.parameters, frame, parameters))
                for exception in self._near(failing.label):
                    if exception.condition:
                        yield from asker.of(exception.condition, binding(exception.parameters, frame, parameters))
            case (condition, Frame() as frame):
                yield from Asker(self.explainer, reference.evaluator, values).of(condition, frame)

    def _near(self, label: str) -> Iterator[t.Exception_]:
        for exception in self.rules.exceptions:
            if label in exception.targets:
                yield exception
                yield from self._near(exception.label)

    # ---- what is told

    def _merged(self, found: list[tuple[tuple[Part, ...], Values]]) -> Iterator[tuple[tuple[Part, ...], Values]]:
        """Yield changes that differ only by the kind of a troop as one, and no more than a few of each shape."""
        together: dict[tuple[Part, ...], tuple[Part, ...]] = {}
        chosen: dict[tuple[Part, ...], Values] = {}
        for parts, values in found:
            # What was tried with each kind in turn is what was taken last.
            open_ = [part for part in parts if isinstance(part, TroopOn | OtherTroop) and len(part.kinds) == 1][-1:]
            plain = tuple(replace(p, kinds=()) if isinstance(p, TroopOn | OtherTroop) and open_ == [p] else p for p in parts)
            if plain in together:
                known = zip(together[plain], parts, strict=True)
                together[plain] = tuple(_both(a, b) if b in open_ else a for a, b in known)
            else:
                together[plain], chosen[plain] = parts, values
        told: dict[tuple[object, ...], int] = {}
        for plain, parts in together.items():
            told[_shape(plain)] = told.get(_shape(plain), 0) + 1
            if told[_shape(plain)] <= MOST_ALIKE:
                yield parts, chosen[plain]


class Asker:
    """Walks a condition and proposes what could be otherwise in the things it looks at."""

    def __init__(self, explainer: Explainer, evaluator: Evaluator, values: Values) -> None:
        self.explainer, self.evaluator, self.values = explainer, evaluator, values
        self.layout, self.rules = explainer.layout, explainer.rules
        self.kinds = [*self.layout.kinds]
        self.ids = explainer.notation.slot_ids
        self.is_choosy = _is_choosy(self.rules)

    def of(self, x: object, frame: Frame) -> Iterator[tuple[Part, ...]]:
        """Yield proposals for everything that a part of a condition looks at."""
        numbers = sorted({node.value + more for node in t.walk(x) if isinstance(node, t.Literal_) for more in (-1, 0, 1)})
        yield from self._walk(x, frame, numbers)

    def _walk(self, x: object, frame: Frame, numbers: list[int]) -> Iterator[tuple[Part, ...]]:
        evaluator = self.evaluator
        match x:
            case t.JoinedTo(_, to, through):
                yield from self._lines(x, evaluator.slots(to, frame), evaluator.slots(through, frame), frame)
            case t.In(what, t.JoinedTo() as joined):
                at = evaluator.number(what, frame)
                if at is not None:
                    line = evaluator.slots(joined.through, frame)
                    for way in self.explainer.ways(at, evaluator.slots(joined.to, frame), line):
                        yield tuple(self._mine(i, frame.me) for i in way[1:-1] if i not in line)
                return
            case t.Top(slot) | t.IsEmpty(slot) | t.Height(slot) | t.Stack(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    yield from self._slot(at, frame.me)
            case t.Room(zone, player) | t.InZone(zone, player):
                who = evaluator.number(player, frame)
                if who is not None:
                    held = len(evaluator.situation.zones[zone, who])
                    yield from ((TroopsIn(zone, PLAYERS[who], -n),) for n in (1, 2, 3) if n <= held)
                    yield from ((TroopsIn(zone, PLAYERS[who], n),) for n in (1, 2, 3))
                    yield from ((TroopsIn(zone, PLAYERS[who], n, kind),) for kind in self.kinds * self.is_choosy for n in (-1, 1))
            case t.IsMarked(piece, mark):
                yield from self._mark(evaluator.one(piece, frame), mark)
            case t.CounterOf(counter, subject):
                at = evaluator.number(subject, frame) if subject else 0
                if at is not None:
                    words = [*self.layout.counter_words(counter, evaluator.situation.counters[counter])]
                    now = evaluator.situation.counters[counter][at]
                    yield from ((CounterAt(counter, words[at], n),) for n in _near_first(now, numbers))
            case t.MedalsOf(what, "player"):
                who = evaluator.number(what, frame)
                if who is not None:
                    now = evaluator.situation.medals[who]
                    yield from ((MedalsAt(PLAYERS[who], n),) for n in _near_first(now, numbers) if n >= 0)
            case t.IsClaimed(region):
                at = evaluator.number(region, frame)
                if at is not None:
                    by = PLAYERS[frame.me] if evaluator.situation.takers[at] is None else ""
                    yield (Taken(self.layout.terrain.regions[at].id, by),)
            case t.Quantified(_, variable, among, condition) | t.Where(among, variable, condition):
                for value in islice(evaluator.many(among, frame), 16):
                    yield from self._walk(condition, frame.having(variable.name, value), numbers)
                yield from self._walk(among, frame, numbers)
                return
            case t.Tops(player) | t.Troops(player):
                who = evaluator.number(player, frame) if player else frame.me
                yield from self._crowd(frame.me if who is None else who)
        if isinstance(x, t.Strength | t.IsKind | t.IsJoker | t.IsMarked | t.OwnerOf):
            yield from self._other(evaluator.one(x.what if isinstance(x, t.OwnerOf) else x.piece, frame), frame.me)
        if is_dataclass(x):
            for item in fields(x):
                yield from self._walk(getattr(x, item.name), frame, numbers)

    def _mine(self, at: int, me: int) -> Part:
        """Return a troop of a player's on a slot: any the army can bring, unless it can matter which."""
        held = {piece.kind for (_, owner), pieces in self.evaluator.situation.zones.items() if owner == me for piece in pieces}
        kinds = tuple(label for label, kind in self.layout.kinds.items() if kind in held) or (self.kinds[0],)
        return TroopOn(self.ids[at], PLAYERS[me], kinds[:1] if self.is_choosy else kinds)

    def _slot(self, at: int, me: int) -> Iterator[tuple[Part, ...]]:
        if self.evaluator.situation.stacks[at]:
            yield (SlotEmpty(self.ids[at]),)
        yield from ((TroopOn(self.ids[at], PLAYERS[who], (kind,)),) for who in (me, 1 - me) for kind in self.kinds)

    def _other(self, value: Value, me: int) -> Iterator[tuple[Part, ...]]:
        match value:
            case ZonePiece() if value in self.values and self.evaluator.copies(value):
                piece = self.layout.of_class(value.number, value.zone, value.owner)
                subject = (value.zone, PLAYERS[value.owner], self.explainer.notation.troop(piece))
                yield from ((OtherTroop(*subject, (kind,)),) for number, kind in enumerate(self.kinds) if number != piece.kind)
            case MapPiece(slot, depth) if depth == len(self.evaluator.situation.stacks[slot]):
                yield from self._slot(slot, me)

    def _mark(self, value: Value, mark: str) -> Iterator[tuple[Part, ...]]:
        piece = self.evaluator.piece(value)
        if piece is None:
            return
        lasts = 0 if piece.marks[self.rules.marks.index(mark)] else 1
        if isinstance(value, ZonePiece) and value in self.values:
            yield (Marked(mark, lasts, value.zone, PLAYERS[value.owner], self.explainer.notation.troop(piece)),)
        elif isinstance(value, MapPiece) and value.depth == len(self.evaluator.situation.stacks[value.slot]):
            yield (Marked(mark, lasts, slot=self.ids[value.slot]),)

    def _lines(self, x: t.JoinedTo, starts: list[int], through: list[int], frame: Frame) -> Iterator[tuple[Part, ...]]:
        """Propose to join each slot or troop of a set that is not joined."""
        for at in self.evaluator.slots(x.among, frame)[:16]:
            for way in self.explainer.ways(at, starts, through)[:1]:
                if parts := tuple(self._mine(i, frame.me) for i in way[1:-1] if i not in through):
                    yield parts

    def _crowd(self, who: int) -> Iterator[tuple[Part, ...]]:
        """Propose more of a player's troops on the map, or fewer."""
        tops = [self.evaluator.situation.top(at) for at in range(self.layout.size)]
        free = [at for at, top in enumerate(tops) if top is None and not self.layout.terrain.slots[at].is_hq]
        own = [at for at, top in enumerate(tops) if top and top.owner == who]
        for number in (1, 2, 3):
            if number <= len(free):
                yield tuple(self._mine(at, who) for at in free[:number])
            if number <= len(own):
                yield tuple(SlotEmpty(self.ids[at]) for at in own[:number])


def _both(one: Part, other: Part) -> Part:
    """Return a part of which either kind of troop will do."""
    assert isinstance(one, TroopOn | OtherTroop)
    assert isinstance(other, TroopOn | OtherTroop)
    return replace(one, kinds=(*one.kinds, *other.kinds))


def _is_choosy(rules: t.Ruleset) -> bool:
    """Return whether it can matter to a placing of which kind the troops of a line are."""
    judged = [*(x.condition for x in rules.requirement_list), *(x.condition for x in rules.exceptions)]
    return any(isinstance(node, t.Where | t.Quantified) for condition in judged for node in t.walk(condition))


def _conjuncts(x: t.Condition) -> Iterator[t.Condition]:
    if isinstance(x, t.And):
        yield from _conjuncts(x.left)
        yield from _conjuncts(x.right)
    else:
        yield x


def _shape(parts: tuple[Part, ...]) -> tuple[object, ...]:
    return tuple(sorted({(type(part).__name__, getattr(part, "owner", ""), getattr(part, "zone", "")) for part in parts}))


def _size(parts: tuple[Part, ...]) -> int:
    return sum(abs(part.number) if isinstance(part, TroopsIn) else 1 for part in parts)


def _joined(parts: tuple[Part, ...], proposal: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return both together; a troop in the place of one that was itself put in another's place stands in for that."""
    for part in proposal:
        if isinstance(part, OtherTroop):
            for earlier in parts:
                if isinstance(earlier, OtherTroop) and (part.zone, part.player, part.troop) == (
                    earlier.zone, earlier.player, earlier.kinds[0],
                ):  # fmt: skip
                    kept = [other for other in parts if other is not earlier]
                    return (*kept, replace(earlier, kinds=part.kinds), *(other for other in proposal if other is not part))
    return (*parts, *proposal)


def _is_consistent(parts: tuple[Part, ...]) -> bool:
    """Return whether no two parts speak of the same thing, and none replaces a troop that another marks."""
    marked = [part.troop.rpartition(":")[2] for part in parts if isinstance(part, Marked)]
    if any(isinstance(part, OtherTroop) and part.troop.rpartition(":")[2] in marked for part in parts):
        return False
    names = ("slot", "troop", "zone", "counter", "subject", "player", "region")
    about = [getattr(p, "slot", "") or (type(p), *(getattr(p, name, "") for name in names)) for p in parts]
    return len(set(about)) == len(about)


def _near_first(now: int, numbers: list[int]) -> list[int]:
    return sorted({*numbers, now - 1, now + 1} - {now}, key=lambda n: (abs(n - now), n))
