"""Why a move is legal or not: every requirement, the exceptions that came near, and what was seen on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from toybattle.errors import Place, listed
from toybattle.game.layout import Layout, MapPiece, ZonePiece
from toybattle.game.notation import Notation
from toybattle.game.situation import PLAYERS, Piece
from toybattle.game.trace import Evaluator, Frame, Value, binding
from toybattle.game.view import sees
from toybattle.ruleset import tree as t


@dataclass(frozen=True, slots=True)
class Nearby:
    """An exception to a requirement, and why it did or did not count."""

    label: str
    does: str
    applies: bool
    """Whether its own condition holds."""
    suspended_by: tuple[Nearby, ...]
    """The active exceptions that switch it off."""
    cites: tuple[str, ...]
    place: Place
    text: str

    @property
    def is_active(self) -> bool:
        """Whether it counted."""
        return self.applies and not self.suspended_by


@dataclass(frozen=True, slots=True)
class Finding:
    """One requirement judged."""

    label: str
    is_met: bool
    exceptions: tuple[Nearby, ...]
    witness: tuple[str, ...]
    """What was seen that decided it, in sentences without a stop."""
    citations: tuple[str, ...]
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a move is legal, with the reasons; the same object feeds people, scenarios and tools."""

    move: str
    is_legal: bool
    findings: tuple[Finding, ...]
    problem: str = ""
    """What is wrong apart from any requirement: the move answers no question, the troop is not there."""
    nearest: tuple[str, ...] = ()
    """Legal moves most like it."""
    asked: tuple[t.Statement, ...] = ()
    """The statements that put the question: the actions of a turn, the effect to answer, or the ending that was reached."""

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The requirements that were not met."""
        return tuple(finding for finding in self.findings if not finding.is_met)

    @property
    def citations(self) -> tuple[str, ...]:
        """Ids of all citations that decided: of what failed, and of the exceptions that counted or were switched off."""
        deciding = self.failed or self.findings
        cites = [cite for finding in deciding for cite in finding.citations]
        cites += [cite for statement in self.asked if self.problem or not cites for cite in statement.cites]
        for finding in deciding:
            for near in finding.exceptions:
                if near.applies:
                    cites += [*near.cites, *(cite for other in near.suspended_by for cite in other.cites)]
        return tuple(dict.fromkeys(cites))

    def __str__(self) -> str:
        lines = [f"{'legal' if self.is_legal else 'illegal'}: {self.move}"]
        if self.problem:
            lines.append(f"  {self.problem}")
            lines += [f"    {x.label}: {condition_of(x.text)}{_source(x.place, x.cites)}" for x in self.asked]
        excepted = [f for f in self.findings if any(n.is_active for n in f.exceptions)] if self.is_legal else []
        for finding in self.failed or excepted:
            said = "is not met" if not finding.is_met else "is met"
            lines.append(f"  {finding.label} {said}: {finding.text}{_source(finding.place, finding.citations)}")
            lines += [f"    {sentence}" for sentence in finding.witness]
            for near in finding.exceptions:
                lines += [f"    {line}" for line in _near_lines(near)]
        if self.is_legal and not excepted:
            labels = listed((finding.label for finding in self.findings), "and", 30)
            lines += [f"  all it needs is met: {labels}"] if labels else []
            lines += [f"    {x.label}: {condition_of(x.text)}{_source(x.place, x.cites)}" for x in self.asked]
        if self.nearest:
            lines.append(f"  legal instead: {', '.join(self.nearest)}")
        return "\n".join(lines)


def _source(place: Place, cites: tuple[str, ...]) -> str:
    return f"  [{', '.join(cites)}; {place.file}:{place.line}]"


def _near_lines(near: Nearby) -> Iterator[str]:
    verb = {"waive": "waives", "forbid": "forbids", "suspend": "suspends"}[near.does]
    if near.is_active:
        yield f"exception {near.label} {verb} it: {near.text}{_source(near.place, near.cites)}"
    elif near.applies:
        yield f"exception {near.label} is switched off:{_source(near.place, near.cites)}"
        for other in near.suspended_by:
            yield f"  by {other.label}: {other.text}{_source(other.place, other.cites)}"
    else:
        yield f"exception {near.label} does not apply: {near.text}{_source(near.place, near.cites)}"


class Explainer:
    """Judges moves of one game and says what decided."""

    def __init__(self, layout: Layout, notation: Notation, asker: int | None) -> None:
        self.layout, self.rules, self.notation, self.asker = layout, layout.rules, notation, asker

    def is_hidden(self, value: object) -> bool:
        """Return whether a troop lies where the asker cannot see which it is."""
        if self.asker is None or not isinstance(value, ZonePiece):
            return False
        return not sees(self.layout.zones[value.zone].seen_by, value.owner, self.asker)

    def findings(self, verb: t.Verb, frame: Frame, evaluator: Evaluator) -> tuple[Finding, ...]:
        """Return every requirement of a verb, judged."""
        judged = evaluator.judged(verb, frame)
        if judged is None:
            return ()
        return tuple(self._finding(r, *judged, evaluator) for r in self.rules.judging(t.verb_word(verb)))

    def _finding(self, requirement: t.Requirement, frame: Frame, values: tuple[Value, ...], evaluator: Evaluator) -> Finding:
        speaking = [e for does in ("forbid", "waive") for e in self.rules.speaking_on(requirement.label, does)]
        bound = binding(requirement.parameters, frame, values)
        return Finding(
            requirement.label,
            evaluator.meets(requirement, frame, values),
            tuple(self._nearby(e, frame, values, evaluator) for e in speaking),
            tuple(dict.fromkeys(self._seen(requirement.condition, bound, evaluator))),
            requirement.cites,
            requirement.place,
            condition_of(requirement.text),
        )

    def _nearby(self, exception: t.Exception_, frame: Frame, values: tuple[Value, ...], evaluator: Evaluator) -> Nearby:
        bound = binding(exception.parameters, frame, values)
        applies = exception.condition is None or evaluator.holds(exception.condition, bound)
        others = [self._nearby(e, frame, values, evaluator) for e in self.rules.speaking_on(exception.label, "suspend")]
        return Nearby(
            exception.label, exception.does, applies, tuple(other for other in others if other.is_active),
            exception.cites, exception.place, condition_of(exception.text),
        )  # fmt: skip

    # ---- what was seen

    def _seen(self, x: object, frame: Frame, evaluator: Evaluator) -> Iterator[str]:
        """Yield sentences about the facts a condition looks at, in the order in which it does."""
        match x:
            case t.In(what, t.JoinedTo() as joined):
                at = evaluator.number(what, frame)
                if at is not None:
                    yield from self._network(at, joined, frame, evaluator)
                return
            case t.Strength(piece):
                yield self._strength(evaluator.one(piece, frame), frame, evaluator)
                return
            case t.Top(slot) | t.IsEmpty(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    yield self._top(at, evaluator)
                return
            case t.Room(zone, player):
                who = evaluator.number(player, frame)
                if who is not None:
                    held, room = len(evaluator.situation.zones[zone, who]), evaluator.number(x, frame)
                    yield f"the {zone} of {PLAYERS[who]} holds {held} and has room for {room}"
                return
            case t.Count(t.InZone(zone, player)):
                who = evaluator.number(player, frame)
                if who is not None:
                    yield f"the {zone} of {PLAYERS[who]} holds {len(evaluator.situation.zones[zone, who])}"
                return
            case t.CounterOf(counter):
                yield f"{counter} is {evaluator.number(x, frame)}"
                return
            case t.MedalsOf(what, "player"):
                who = evaluator.number(what, frame)
                if who is not None:
                    yield f"{PLAYERS[who]} has {evaluator.situation.medals[who]} medals"
                return
            case t.IsSpecial(slot) | t.Values(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    special = self.layout.terrain.slots[at].special
                    printed = " ".join(map(str, (special.kind, *special.values))) if special else "no special base"
                    yield f"{self._slot(at)} is {printed}"
                return
            case t.IsHq(slot):
                at = evaluator.number(slot, frame)
                if at is not None:
                    owner = self.layout.terrain.slots[at].owner
                    yield f"{self._slot(at)} is {f'an H.Q. of {owner}' if owner else 'a base'}"
                return
            case t.IsMarked(piece, mark) | t.IsKind(piece, mark):
                value = evaluator.one(piece, frame)
                found = evaluator.piece(value)
                if found and not (self.is_hidden(value) and isinstance(x, t.IsKind)):
                    word = "the troop" if self.is_hidden(value) else self.rules.troops[found.kind].label
                    yield f"{word} is {'' if evaluator.holds(x, frame) else 'not '}{mark}"
                return
            case t.Quantified(is_every, variable, among, condition):
                deciding = [v for v in evaluator.many(among, frame)
                            if evaluator.holds(condition, frame.having(variable.name, v)) != is_every]  # fmt: skip
                names = [self._named(v, variable.type) for v in deciding if not isinstance(v, ZonePiece)]
                if names:
                    yield f"it {'fails' if is_every else 'holds'} for {listed(names, 'and', 62)}"
                return
            case t.Where(among):
                yield from self._seen(among, frame, evaluator)
                return
            case _ if is_dataclass(x):
                for item in fields(x):
                    yield from self._seen(getattr(x, item.name), frame, evaluator)

    def _named(self, value: Value, type_: t.Type) -> str:
        if isinstance(value, MapPiece):
            return self._slot(value.slot)
        names = {"region": self.notation.region_ids, "slot": self.notation.slot_ids, "player": PLAYERS}.get(type_)
        return names[value] if names and isinstance(value, int) else str(value)

    def _slot(self, at: int) -> str:
        return self.notation.slot_ids[at]

    def _top(self, at: int, evaluator: Evaluator) -> str:
        top = evaluator.situation.top(at)
        return f"{self._slot(at)} shows {self._piece(top)}" if top else f"{self._slot(at)} is empty"

    def _piece(self, piece: Piece) -> str:
        return f"{PLAYERS[piece.owner]} {self.notation.troop(piece)}"

    def _strength(self, value: Value, frame: Frame, evaluator: Evaluator) -> str:
        piece = evaluator.piece(value)
        if piece is None:
            return "there is no troop to compare with"
        if self.is_hidden(value):
            return "the strength of a troop that cannot be seen counts"
        number = evaluator.strength(value, frame)
        where = f"{self._piece(piece)} on {self._slot(value.slot)}" if isinstance(value, MapPiece) else self._piece(piece)
        said = f"{where} has {'no strength' if number is None else f'strength {number}'}"
        if isinstance(self.rules.troops[piece.kind].strength, t.Literal_ | None):
            return said
        counted = self.rules.troops[piece.kind].text.partition(" strength ")[2].rpartition(" count ")[0]
        return f"{said}, which is {counted}"

    def _network(self, at: int, joined: t.JoinedTo, frame: Frame, evaluator: Evaluator) -> Iterator[str]:
        """Yield what is reached, and what cuts the way to a slot that is not."""
        starts, through = evaluator.slots(joined.to, frame), evaluator.slots(joined.through, frame)
        reached = evaluator.network(starts, through)
        held = sorted(reached & set(through))
        names = listed(map(self._slot, starts), "and")
        yield f"from {names} the line holds {listed(map(self._slot, held), 'and', 62) if held else 'no base'}"
        if at in reached:
            yield f"it reaches {self._slot(at)}"
            return
        terrain = self.layout.terrain
        gaps = [j for j in range(self.layout.size) if at in terrain.neighbours(j)]
        said = []
        for j in gaps:
            top = evaluator.situation.top(j)
            if terrain.slots[j].is_hq:
                said.append(f"{self._slot(j)} (an H.Q., which no path runs through)")
            elif j in through:
                said.append(f"{self._slot(j)} (cut off itself)")
            else:
                said.append(f"{self._slot(j)} ({self._piece(top) if top else 'empty'})")
        yield f"{self._slot(at)} is next to {listed(said, 'and', 62)}" if said else f"no path leads to {self._slot(at)}"


def condition_of(text: str) -> str:
    """Return what stands after the colon of a statement."""
    return text.partition(": ")[2]
