"""What could be otherwise in a situation, one thing each: as values, made so, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from toybattle.errors import listed
from toybattle.game.layout import Layout, ZonePiece
from toybattle.game.notation import Notation
from toybattle.game.situation import PLAYERS, Piece, Situation
from toybattle.game.telling import Telling
from toybattle.game.trace import Evaluator, Frame
from toybattle.ruleset import tree as t


@dataclass(frozen=True, slots=True)
class TroopOn:
    """Another troop on top of a slot, of any of these kinds."""

    slot: str
    owner: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlotEmpty:
    """No troop on a slot."""

    slot: str


@dataclass(frozen=True, slots=True)
class OtherTroop:
    """In a zone, a troop of any of these kinds to be chosen in the place of one that the move names."""

    zone: str
    player: str
    troop: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TroopsIn:
    """More troops in a player's zone, or fewer if the number is negative; of a kind, if one is given."""

    zone: str
    player: str
    number: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A troop that bears a mark, or no longer does: one in a zone, or the one on top of a slot."""

    mark: str
    lasts: int
    zone: str = ""
    player: str = ""
    troop: str = ""
    slot: str = ""


@dataclass(frozen=True, slots=True)
class CounterAt:
    """A counter with another number."""

    counter: str
    subject: str
    number: int


@dataclass(frozen=True, slots=True)
class MedalsAt:
    """A player with another number of medals."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A region whose medals somebody took, or nobody."""

    region: str
    by: str


Part: TypeAlias = TroopOn | SlotEmpty | OtherTroop | TroopsIn | Marked | CounterAt | MedalsAt | Taken


# ---- made so


class NoSuchTroop(Exception):
    """An army has no more troops of a kind to bring."""


def changed(
    notation: Notation, x: Situation, parts: Iterable[Part], values: tuple[object, ...] = ()
) -> tuple[Situation, tuple[object, ...]]:
    """Return a copy of a situation with changes made, and the values that a move would then choose.

    Troops come from where an army still has them, and go out of the way; raises NoSuchTroop where it has none.
    """
    layout, made = notation.layout, _Making(notation, x.copy(), list(values))
    x = made.x
    at_slot = notation.slot_ids.index
    for part in parts:
        match part:
            case TroopOn(slot, owner, kinds):
                x.stacks[at_slot(slot)].append(made.fetched(PLAYERS.index(owner), kinds))
            case SlotEmpty(slot):
                for piece in x.stacks[at_slot(slot)]:
                    made.stow(piece)
                x.stacks[at_slot(slot)].clear()
            case OtherTroop(zone, player, troop, kinds):
                made.choose(zone, PLAYERS.index(player), troop, kinds[0])
            case TroopsIn(zone, player, number, kind):
                made.fill(zone, PLAYERS.index(player), number, kind)
            case Marked(mark, lasts, zone, player, troop, slot):
                made.mark(layout.rules.marks.index(mark), lasts, zone, player, troop, x.stacks[at_slot(slot)] if slot else [])
            case CounterAt(counter, subject, number):
                x.counters[counter][[*layout.counter_words(counter, x.counters[counter])].index(subject)] = number
            case MedalsAt(player, number):
                x.medals[PLAYERS.index(player)] = number
            case Taken(region, by):
                at = [other.id for other in layout.terrain.regions].index(region)
                x.takers[at] = PLAYERS.index(by) if by else None
            case _:
                assert_never(part)
    return x, tuple(made.chosen)


class _Making:
    """A situation while changes are made in it, with the values of the move that is to become legal."""

    def __init__(self, notation: Notation, x: Situation, chosen: list[object]) -> None:
        self.notation, self.layout, self.x, self.chosen = notation, notation.layout, x, chosen
        zones = self.layout.zones.values()
        asides = [zone.label for zone in zones if zone.seen_by == "nobody" and zone.label != "reserve" and zone.limit is None]
        self.aside = (*asides, "reserve")[0]
        """Where a troop is out of the way."""
        others = [zone.label for zone in zones if zone.label not in (*asides, "reserve", "rack")]
        self.sources = (*asides, "reserve", *others, "rack")

    def stow(self, piece: Piece) -> None:
        """Lay a troop out of the way."""
        self._into(self.aside, self.layout.plain(piece.owner, piece.kind))

    def fetched(self, owner: int, kinds: tuple[str, ...], but: str = "") -> Piece:
        """Take a troop, of the first of these kinds there is, from where it matters least; never one the move chose."""
        for kind in kinds or ("",):
            for zone in self.sources:
                for piece in reversed(self.spare(zone, owner)) if zone != but else ():
                    if not kind or piece.kind == self.layout.kinds[kind]:
                        self.x.zones[zone, owner].remove(piece)
                        return self.layout.plain(owner, piece.kind)
        raise NoSuchTroop(listed(kinds))

    def spare(self, zone: str, owner: int) -> list[Piece]:
        """Return the troops of a zone without those that the move chose."""
        held = list(self.x.zones[zone, owner])
        for value in self.chosen:
            if isinstance(value, ZonePiece) and (value.zone, value.owner) == (zone, owner):
                piece = self.layout.of_class(value.number, zone, owner)
                if piece in held:
                    held.remove(piece)
        return held

    def fill(self, zone: str, owner: int, number: int, kind: str) -> None:
        """Bring troops into a zone, one taking the place of another where it is full; or take some away."""
        for _ in range(number):
            piece = self.fetched(owner, (kind,) * bool(kind), but=zone)
            limit = self.layout.zones[zone].limit
            most = Evaluator(self.layout, self.x).number(limit, Frame(owner)) if limit else None
            if most is not None and len(self.x.zones[zone, owner]) >= most:
                self.fill(zone, owner, -1, "")
            self._into(zone, piece)
        for _ in range(-number):
            spare = [piece for piece in self.spare(zone, owner) if not kind or piece.kind == self.layout.kinds[kind]]
            if not spare:
                raise NoSuchTroop(kind)
            self.x.zones[zone, owner].remove(spare[-1])
            self._into(self.aside if self.aside != zone else "reserve", self.layout.plain(owner, spare[-1].kind))

    def choose(self, zone: str, owner: int, troop: str, kind: str) -> None:
        """Let the move choose another troop in a zone, brought there if none of its kind is."""
        *_, word = troop.split(":")
        old = self._held(zone, owner, troop) or self.layout.plain(owner, self.layout.kinds[word])
        held = self.x.zones[zone, owner]
        new = next(
            (piece for piece in self.spare(zone, owner) if piece == self.layout.plain(owner, self.layout.kinds[kind])), None
        )
        if new is None:
            self.fill(zone, owner, 1, kind)
            new = self.layout.plain(owner, self.layout.kinds[kind])
            if old in held and old != new:
                held.remove(old)
                self.stow(old)
        was, now = (ZonePiece(zone, owner, self.layout.number(piece, zone)) for piece in (old, new))
        self.chosen = [now if value == was else value for value in self.chosen]

    def mark(self, at: int, lasts: int, zone: str, player: str, troop: str, stack: list[Piece]) -> None:
        """Put a mark on a troop in a zone, or on top of a stack, or take it off."""
        old = self._held(zone, PLAYERS.index(player), troop) if zone else stack[-1] if stack else None
        if old is None:
            raise NoSuchTroop(troop)
        new = old._replace(marks=(*old.marks[:at], lasts, *old.marks[at + 1 :]))
        if not zone:
            stack[-1] = new
            return
        self.x.zones[zone, old.owner].remove(old)
        self._into(zone, new)
        was, now = (ZonePiece(zone, old.owner, self.layout.number(piece, zone)) for piece in (old, new))
        self.chosen = [now if value == was else value for value in self.chosen]

    def _held(self, zone: str, owner: int, troop: str) -> Piece | None:
        return next((piece for piece in self.x.zones[zone, owner] if self.notation.troop(piece) == troop), None)

    def _into(self, zone: str, piece: Piece) -> None:
        held = self.x.zones[zone, piece.owner]
        held.append(piece)
        if zone != "reserve":
            held.sort(key=lambda piece: self.layout.number(piece, zone))


# ---- in words


def all_told(parts: Sequence[Part], telling: Telling) -> str:
    """Return changes as a noun phrase, those alike together: `a troop of yours on each of bases 3 and 7`."""
    at = {slot.id: number for number, slot in enumerate(telling.layout.terrain.slots)}
    phrases: dict[str, None] = {}
    for part in parts:
        alike = [other for other in parts if isinstance(part, TroopOn) and isinstance(other, TroopOn)
                 and replace(other, slot=part.slot) == part]  # fmt: skip
        said = told(part, telling)
        if len(alike) > 1 and isinstance(part, TroopOn):
            said = said.rpartition(" on ")[0] + f" on each of {telling.slots([at[other.slot] for other in alike])}"
        phrases[said] = None
    return listed(phrases, "and")


def told(part: Part, telling: Telling) -> str:
    """Return a part of a change as a noun phrase: `a troop of yours on base 8`."""
    voice, layout = telling.voice, telling.layout
    at = {slot.id: number for number, slot in enumerate(layout.terrain.slots)}
    match part:
        case TroopOn(slot, owner, kinds):
            who, where = PLAYERS.index(owner), telling.slot(at[slot])
            at_hand = {piece.kind for (_, player), pieces in telling.x.zones.items() if player == who for piece in pieces}
            if at_hand <= {layout.kinds[kind] for kind in kinds}:
                return f"a troop of {voice.own(who)} on {where}"
            return f"{_any_of(kinds, layout)} in {voice.whose(who)} colour on {where}"
        case SlotEmpty(slot):
            return f"{telling.slot(at[slot])} empty"
        case OtherTroop(zone, player, troop, kinds):
            held = [telling.notation.troop(piece) for piece in telling.x.zones[zone, PLAYERS.index(player)]]
            where = f"instead of {telling.word(troop)}" if troop in held else f"in {voice.whose(PLAYERS.index(player))} {zone}"
            return f"{_any_of(kinds, layout)} {where}"
        case TroopsIn(zone, player, number, kind):
            whose = voice.whose(PLAYERS.index(player))
            if kind:
                return f"{_any_of((kind,), layout)} {'in' if number > 0 else 'out of'} {whose} {zone}"
            if number > 0:
                more = "more " * bool(telling.x.zones[zone, PLAYERS.index(player)])
                return f"{_number(number)} {more}troop{'s' * (number != 1)} in {whose} {zone}"
            is_full = telling.evaluator.number(t.Room(zone, t.Me()), Frame(PLAYERS.index(player))) == 0
            plural = "s" * (number != -1)
            what = f"free space{plural}" if is_full else f"troop{plural} fewer"
            return f"{_number(-number)} {what} in {whose} {zone}"
        case Marked(mark, lasts, _, _, troop, slot):
            what = f"the troop on {telling.slot(at[slot])}" if slot else telling.word(troop.rpartition(":")[2])
            return f"{what} {'' if lasts else 'not '}{mark}"
        case CounterAt(counter, subject, number):
            return f"{counter}{f' of {subject}' if subject != 'game' else ''} at {number}"
        case MedalsAt(player, number):
            return f"{number} medal{'s' * (number != 1)} of {voice.own(PLAYERS.index(player))}"
        case Taken(region, by):
            return f"the medals of region {region} {'gone' if by else 'still there'}"
        case _:
            assert_never(part)


def _number(number: int) -> str:
    return ("no", "one", "two", "three")[number] if number < 4 else str(number)


def _any_of(kinds: tuple[str, ...], layout: Layout) -> str:
    """Return kinds of troop in words: `a troop`, `a troop of strength 6 or more`, or its name."""
    troops = layout.rules.troops
    within = [kind for kind in troops if kind.label in kinds]
    names = [kind.display for kind in within]
    if len(within) == len(troops):
        return "a troop"
    numbers = {kind.label: kind.strength.value for kind in troops if isinstance(kind.strength, t.Literal_)}
    own = [numbers[kind] for kind in kinds if kind in numbers]
    others = [kind.display for kind in within if kind.label not in numbers]
    if len(own) > 1:
        for low, high, said in ((min(own), max(numbers.values()), f"{min(own)} or more"),
                                (min(numbers.values()), max(own), f"{max(own)} or less")):  # fmt: skip
            if sorted(own) == sorted(n for n in numbers.values() if low <= n <= high) and len(own) < len(numbers):
                return listed([f"a troop of strength {said}", *others])
    if len(within) == len(troops) - 1:
        return f"any troop but {next(kind.display for kind in troops if kind not in within)}"
    return listed(names, "or", 30)
