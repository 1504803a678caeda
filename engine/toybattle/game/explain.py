"""Judges moves: every requirement, the exceptions that came near, and what was seen on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Literal

from toybattle.errors import listed
from toybattle.game.layout import Layout, MapPiece
from toybattle.game.notation import Notation
from toybattle.game.reference import Reference
from toybattle.game.situation import Situation
from toybattle.game.telling import Telling, Voice, counted, has
from toybattle.game.trace import Evaluator, Frame, Value, binding
from toybattle.game.verdict import Finding, Nearby, Witness
from toybattle.ruleset import tree as t
from toybattle.ruleset.english import clause, does, thing
from toybattle.ruleset.wording import worded


class Explainer(Telling):
    """Says what decides in one situation, as far as the asker may know it."""

    def __init__(self, layout: Layout, notation: Notation, situation: Situation, asker: int | None) -> None:
        decider = situation.pending.player if situation.pending else situation.to_move
        self.reference = Reference(layout, situation, lambda: 0.0)
        super().__init__(notation, self.reference.evaluator, Voice(decider if asker in (None, decider) else None), asker)

    # ---- statements judged

    def findings(self, program: t.Program, frame: Frame, *, is_trial: bool) -> list[Finding]:
        """Judge each verb on the board that those before it leave; all on this board if the troops may not be there."""
        trial = Reference(self.layout, self.x.copy(), lambda: 0.0) if len(program.verbs) > 1 else self.reference
        found: list[Finding] = []
        for number, verb in enumerate(program.verbs, 1):
            judged = trial.evaluator.judged(verb, frame)
            if judged:
                found += [self._finding(r, *judged, trial.evaluator) for r in self.rules.judging(t.verb_word(verb))]
            if not all(finding.is_met for finding in found):
                break
            if is_trial and number < len(program.verbs):
                frame = trial.do(verb, frame, is_trial=True)
        return found

    def _finding(self, requirement: t.Requirement, frame: Frame, values: tuple[Value, ...], evaluator: Evaluator) -> Finding:
        speaking = [e for does in ("forbid", "waive") for e in self.rules.speaking_on(requirement.label, does)]
        bound = binding(requirement.parameters, frame, values)
        names = {
            bound.name: self._called(value, bound.type) for bound, value in zip(requirement.parameters, values, strict=False)
        }
        return Finding(
            "requirement", requirement.label,
            evaluator.meets(requirement, frame, values),
            tuple(self._nearby(e, frame, values, evaluator) for e in speaking),
            distinct(self._seen(requirement.condition, bound, evaluator)),
            requirement.cites, requirement.place, condition_of(requirement.text),
            self._clause(requirement.condition, frame, names),
        )  # fmt: skip

    def _nearby(self, exception: t.Exception_, frame: Frame, values: tuple[Value, ...], evaluator: Evaluator) -> Nearby:
        bound = binding(exception.parameters, frame, values)
        applies = exception.condition is None or evaluator.holds(exception.condition, bound)
        others = [self._nearby(e, frame, values, evaluator) for e in self.rules.speaking_on(exception.label, "suspend")]
        # Of which troop it speaks is told before: here it is the general words that say why.
        names = {bound.name: f"the {_NOUN[bound.type]}" for bound in exception.parameters}
        return Nearby(
            exception.label, exception.does, applies, tuple(other for other in others if other.is_active),
            exception.cites, exception.place, condition_of(exception.text),
            self._clause(exception.condition, frame, names) if exception.condition else "",
        )  # fmt: skip

    def offer(
        self, owner: t.Action | t.Effect, frame: Frame, *, is_met: bool, witness: Iterable[Witness] = ()
    ) -> Finding:  # fmt: skip
        """Return what an action or effect says to a move."""
        text, english = condition_of(owner.text), does(owner.program, self.rules, self._spoken(frame, {}))
        kind: Literal["action", "effect"] = "action" if isinstance(owner, t.Action) else "effect"
        return Finding(kind, owner.label, is_met, (), distinct(witness), owner.cites, owner.place, text, english)

    def suspending(self, effect: t.Effect, frame: Frame) -> tuple[Nearby, ...]:
        """Return the active exceptions that switch an effect off."""
        nearby = (self._nearby(e, frame, (), self.evaluator) for e in self.rules.speaking_on(effect.label, "suspend"))
        return tuple(near for near in nearby if near.is_active)

    def condition(self, statement: t.Statement, condition: t.Condition, frame: Frame, is_met: bool) -> Finding:
        """Return the condition of an ending, action or effect, with what was seen of it."""
        seen = distinct(self._seen(condition, frame, self.evaluator))
        players = {name: self.voice.name(who) for name, who in frame.bound.items() if isinstance(who, int)}
        return Finding("ending", statement.label, is_met, (), seen, statement.cites, statement.place, worded(condition),
                       self._clause(condition, frame, players))  # fmt: skip

    def _called(self, value: Value, type_: t.Type) -> str:
        """Return what a clause calls a value; an H.Q. by its id, for whose it is may be what is asked."""
        is_hq = type_ == "slot" and isinstance(value, int) and self.layout.terrain.slots[value].is_hq
        return self.notation.slot_ids[value] if is_hq and isinstance(value, int) else self.named(value, type_)

    def _clause(self, condition: t.Condition, frame: Frame, names: dict[str, str]) -> str:
        return clause(condition, self.rules, self._spoken(frame, names))

    def _bound(self, frame: Frame) -> dict[str, str]:
        """Return what the variables of a frame are called."""
        return {name: self.named(value, "slot" if isinstance(value, int) else "piece") for name, value in frame.bound.items()}

    def _spoken(self, frame: Frame, names: dict[str, str]) -> dict[str, str]:
        """Return what variables and players are called: `you` is who acts, if that is who is answered."""
        if frame.me != self.voice.you:
            names |= {"me": self.voice.name(frame.me), "enemy": self.voice.name(1 - frame.me)}
        return names if frame.here is None else {"here": self.slot(frame.here), **names}

    # ---- what a choice does not offer

    def not_offered(self, program: t.Program, frame: Frame, values: tuple[object, ...]) -> Iterator[Witness]:
        """Yield why a choice does not offer the first value that it does not."""
        for choice, bound, value, before in self.reference.chosen(program, values, frame):
            if value is not None and value not in self.reference.candidates(choice, before):
                yield from self.outside(value, choice.among, before, choice.variables[0].type)
                if choice.condition:
                    yield from self._seen(choice.condition, before.having(bound.name, value), self.evaluator)
                return

    def outside(self, value: Value, among: t.SetExpression, frame: Frame, type_: t.Type) -> Iterator[Witness]:
        """Yield why a set lacks a value."""
        evaluator = self.evaluator
        at = value.slot if isinstance(value, MapPiece) else value if isinstance(value, int) else -1
        match among:
            case t.InZone(zone, player):
                who = evaluator.number(player, frame)
                piece = evaluator.piece(value)
                if who is not None and piece and not evaluator.copies(value):
                    yield Witness(f"no {self.troop(piece)} is in {self.voice.whose(who)} {zone}{self._held(zone, who)}")
            case t.Tops() | t.Troops() | t.Stack() if at >= 0:
                yield Witness(self._top(at, evaluator))
            case t.Slots(_, _) if at >= 0:
                yield Witness(f"{self.slot(at)} is no {'base' if self.layout.terrain.slots[at].is_hq else 'H.Q.'}")
            case t.OtherThan(inner, than, _):
                other = evaluator.one(than, frame)
                if at >= 0 and at in (other, other.slot if isinstance(other, MapPiece) else None):
                    yield Witness(f"{self.slot(at)} itself is left out")
                yield from self._lacking(value, inner, frame, type_)
            case t.AdjacentTo(inner, to):
                starts = evaluator.slots(to, frame)
                if at >= 0 and at not in {j for i in starts for j in self.layout.terrain.neighbours(i)}:
                    of = listed(map(self.slot, starts), "or", 62) or "any of them, since there is none"
                    yield Witness(f"no path leads to {self.slot(at)} from {of}")
                yield from self._lacking(value, inner, frame, type_)
            case t.JoinedTo(inner):
                if at >= 0:
                    yield from self._network(at, among, frame, evaluator)
                yield from self._lacking(value, inner, frame, type_)
            case t.Within(inner, paths, of):
                start = evaluator.number(of, frame)
                far = None if start is None or at < 0 else self.layout.terrain.distance(start, at)
                if start is not None and at >= 0 and (far is None or far > paths):
                    said = "no way leads" if far is None else f"it is {counted(far, 'path')}"
                    yield Witness(f"{said} from {self.slot(start)} to {self.slot(at)}")
                yield from self._lacking(value, inner, frame, type_)
            case t.Where(inner, variable, condition):
                if not evaluator.holds(condition, frame.having(variable.name, value)):
                    yield from self._seen(condition, frame.having(variable.name, value), evaluator)
                yield from self._lacking(value, inner, frame, type_)
            case _:
                absent = t.Not(t.In(t.Bound("it", type_), among, type_))
                yield Witness(self._clause(absent, frame, {"it": self._called(value, type_)}))

    def _lacking(self, value: Value, among: t.SetExpression, frame: Frame, type_: t.Type) -> Iterator[Witness]:
        members = self.evaluator.slots(among, frame) if type_ == "slot" else self.evaluator.many(among, frame)
        if value not in members:
            yield from self.outside(value, among, frame, type_)

    # ---- what was seen

    def seen(self, condition: t.Condition, frame: Frame) -> tuple[Witness, ...]:
        """Return the facts that a condition looks at, in the order in which it does."""
        return distinct(self._seen(condition, frame, self.evaluator))

    def _seen(self, x: object, frame: Frame, evaluator: Evaluator) -> Iterator[Witness]:
        match x:
            case t.In(what, t.JoinedTo() as joined):
                at = evaluator.number(what, frame)
                if at is not None:
                    yield from self._network(at, joined, frame, evaluator)
                return
            case t.In(what, among, type_) if type_ != "number" and not evaluator.holds(x, frame):
                yield from self.outside(evaluator.one(what, frame), among, frame, type_)
                return
            case t.Strength(piece):
                yield Witness(self._strength(evaluator.one(piece, frame), frame, evaluator))
                return
            case t.Top(slot) | t.IsEmpty(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    yield Witness(self._top(at, evaluator))
                return
            case t.Room(zone, player):
                who = evaluator.number(player, frame)
                if who is not None:
                    held, room = len(evaluator.situation.zones[zone, who]), evaluator.number(x, frame)
                    yield Witness(f"{self.voice.whose(who)} {zone} holds {held} and has room for {room if room else 'no more'}")
                return
            case t.Count(t.InZone(zone, player)):
                who = evaluator.number(player, frame)
                if who is not None:
                    held = len(evaluator.situation.zones[zone, who])
                    yield Witness(f"{self.voice.whose(who)} {zone} {f'holds {held}' if held else 'is empty'}")
                return
            case t.Count(among):
                if not self.is_secret(among, frame):
                    yield Witness(
                        f"{thing(x, self.rules, self._spoken(frame, self._bound(frame)))} is {evaluator.number(x, frame)}"
                    )
                return
            case t.CounterOf(counter, subject):
                scope = next(kind.scope for kind in self.rules.counter_kinds if kind.label == counter)
                of = f" of {self.named(evaluator.one(subject, frame), scope)}" if subject and scope != "game" else ""
                yield Witness(f"{counter}{of} is {evaluator.number(x, frame)}")
                return
            case t.MedalsOf(what, type_):
                who = evaluator.number(what, frame)
                if who is not None and type_ == "player":
                    yield Witness(
                        f"{self.voice.name(who)} {has(who, self.voice)} {counted(evaluator.situation.medals[who], 'medal')}"
                    )
                return
            case t.Objective(player):
                who = evaluator.number(player, frame)
                if who is not None:
                    yield Witness(f"{self.voice.whose(who)} objective is {self.layout.terrain.objective[who]}")
                return
            case t.IsSpecial(slot) | t.Values(slot) | t.PrintedValue(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    yield Witness(f"{self.slot(at)} is {self._special(at)}")
                return
            case t.IsHq(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    is_hq = self.layout.terrain.slots[at].is_hq
                    whose = f"{self.notation.slot_ids[at]} is an H.Q. of {self._owner(at)}"
                    yield Witness(whose if is_hq else f"{self.slot(at)} is no H.Q.")
                return
            case t.Height(slot) | t.Stack(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    yield Witness(f"{counted(len(evaluator.situation.stacks[at]), 'troop')} on {self.slot(at)}")
                return
            case t.Distance(start, end):
                a, b, far = evaluator.number(start, frame), evaluator.number(end, frame), evaluator.number(x, frame)
                if a is not None and b is not None:
                    said = "no way leads" if far is None else f"it is {counted(far, 'path')}"
                    yield Witness(f"{said} from {self.slot(a)} to {self.slot(b)}")
                return
            case t.IsMarked(piece, word) | t.IsKind(piece, word):
                value = evaluator.one(piece, frame)
                found = evaluator.piece(value)
                if found and not (self.is_hidden(value) and isinstance(x, t.IsKind)) and not self.is_secret_mark(x, found):
                    name = "the troop" if self.is_hidden(value) else self._display(found)
                    named = word if isinstance(x, t.IsMarked) else self._kind(word)
                    yield Witness(f"{name} is {'' if evaluator.holds(x, frame) else 'not '}{named}")
                return
            case t.IsJoker(piece):
                yield Witness(self._strength(evaluator.one(piece, frame), frame, evaluator))
                return
            case t.IsClaimed(region):
                at = evaluator.number(region, frame)
                if at is not None:
                    is_left = evaluator.situation.takers[at] is None
                    yield Witness(f"the medals of {self.named(at, 'region')} are {'still there' if is_left else 'gone'}")
                return
            case t.Quantified(is_every, variable, among, condition):
                yield from self._quantified(is_every, variable, among, condition, frame, evaluator)
                return
            case t.Where(among):
                yield from self._seen(among, frame, evaluator)
                return
            case _ if is_dataclass(x):
                for item in fields(x):
                    yield from self._seen(getattr(x, item.name), frame, evaluator)

    def _quantified(
        self,
        is_every: bool,
        variable: t.Bound,
        among: t.SetExpression,
        condition: t.Condition,
        frame: Frame,
        evaluator: Evaluator,
    ) -> Iterator[Witness]:
        if self.is_secret(among, frame):
            return
        members = evaluator.many(among, frame)
        deciding = [v for v in members if evaluator.holds(condition, frame.having(variable.name, v)) != is_every]
        if deciding:
            names = listed(dict.fromkeys(self.named(v, variable.type) for v in deciding), "and", 62)
            yield Witness(f"it {'fails' if is_every else 'holds'} for {names}")
            yield from self._seen(condition, frame.having(variable.name, deciding[0]), evaluator)
        else:
            number = sum(map(evaluator.copies, members))
            yield Witness(f"it holds for {'every one' if is_every else 'none'} of {number}" if members else "there is none")

    # ---- lines through bases

    def _network(self, at: int, joined: t.JoinedTo, frame: Frame, evaluator: Evaluator) -> Iterator[Witness]:
        """Yield what is reached, and where the shortest way to a slot that is not breaks."""
        starts, through = evaluator.slots(joined.to, frame), evaluator.slots(joined.through, frame)
        reached = evaluator.network(starts, through)
        held = sorted(reached & set(through))
        ids = tuple(self.notation.slot_ids[i] for i in sorted({*starts, *reached}))
        line = f"holds {self.slots(held)}" if held else "holds no base"
        yield Witness(f"the line from {self.slots(starts)} {line}", ids)
        if at in reached:
            yield Witness(f"it reaches {self.slot(at)}")
            return
        if at in starts:
            yield Witness(f"it begins at {self.slot(at)} and does not lead back there")
            return
        ways = self.ways(at, starts, through)
        if not ways:
            yield Witness(f"no way leads from there to {self.slot(at)}")
            return
        way = ways[0]
        missing = [i for i in way[1:-1] if i not in through]
        breaks = tuple((self.notation.slot_ids[i], self.notation.slot_ids[j]) for i, j in pairwise(way) if i in missing)
        yield Witness(f"the nearest way to {self.slot(at)} is cut at {self._cut(missing, evaluator)}", (), breaks)

    def _cut(self, missing: list[int], evaluator: Evaluator) -> str:
        tops = {at: evaluator.situation.top(at) for at in missing}
        said = [f"{self.slot(at)}, which shows {self._piece(top)}" for at, top in tops.items() if top]
        empty = [at for at, top in tops.items() if top is None]
        said += [f"{self.slots(empty)}, which {'is' if len(empty) == 1 else 'are'} empty"] * bool(empty)
        return ", and at ".join(said)

    def ways(self, at: int, starts: list[int], through: list[int]) -> list[tuple[int, ...]]:
        """Return the ways from `starts` to a slot that need the fewest bases besides `through`, in the terrain's order."""
        terrain, held = self.layout.terrain, set(through)
        cost = dict.fromkeys(starts, 0)
        before: dict[int, list[int]] = {i: [] for i in starts}
        queue = list(starts)
        while queue:
            queue.sort(key=lambda i: cost[i])
            i = queue.pop(0)
            if i not in starts and terrain.slots[i].is_hq:
                continue
            step = cost[i] + (i not in held and i not in starts)
            for j in terrain.neighbours(i):
                if step < cost.get(j, step + 1):
                    cost[j], before[j] = step, [i]
                    queue.append(j)
                elif step == cost[j] and i not in before[j] and j not in starts:
                    before[j].append(i)
        if at not in before:
            return []
        found: list[tuple[int, ...]] = []
        self._trace_back(at, (), before, found)
        return found

    def _trace_back(self, at: int, after: tuple[int, ...], before: dict[int, list[int]], found: list[tuple[int, ...]]) -> None:
        if len(found) >= MOST_WAYS or at in after:
            return
        if not before[at]:
            found.append((at, *after))
        for i in before[at]:
            self._trace_back(i, (at, *after), before, found)


MOST_WAYS = 12
"""Ways to a slot that are looked at."""


_NOUN: dict[t.Type, str] = {"piece": "troop", "slot": "slot", "region": "region", "player": "player", "number": "number"}


def distinct(witness: Iterable[Witness]) -> tuple[Witness, ...]:
    """Return what was seen, each thing once."""
    return tuple(dict.fromkeys(witness))


def condition_of(text: str) -> str:
    """Return what stands after the colon of a statement."""
    return text.partition(": ")[2]
