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
    """In a zone, a troop of any of these kinds in the place of one that the move chose."""

    zone: str
    player: str
    troop: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TroopsIn:
    """More troops in a player's zone, of a kind if it matters, or fewer if the number is negative."""

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


def changed(
    notation: Notation, x: Situation, parts: Iterable[Part], values: tuple[object, ...] = ()
) -> tuple[Situation, tuple[object, ...]]:
    """Return a copy of a situation with changes made, and the values that a move would then choose."""
    layout = notation.layout
    x, chosen = x.copy(), list(values)
    at_slot = notation.slot_ids.index
    for part in parts:
        match part:
            case TroopOn(slot, owner, kinds):
                x.stacks[at_slot(slot)].append(layout.plain(PLAYERS.index(owner), layout.kinds[kinds[0]]))
            case SlotEmpty(slot):
                x.stacks[at_slot(slot)].clear()
            case OtherTroop(zone, player, troop, kinds):
                new = layout.plain(PLAYERS.index(player), layout.kinds[kinds[0]])
                chosen = _swapped(notation, x, (zone, player, troop), new, chosen)
            case TroopsIn(zone, player, number, kind):
                who = PLAYERS.index(player)
                held = x.zones[zone, who]
                spare = [*reversed(held)]
                for value in (value for value in chosen if isinstance(value, ZonePiece)):
                    if (piece := layout.of_class(value.number, value.zone, value.owner)) in spare:
                        spare.remove(piece)
                for piece in spare[: max(0, -number)]:
                    held.remove(piece)
                held += [layout.plain(who, layout.kinds[kind] if kind else 0)] * number
                _sort(layout, zone, held)
            case Marked(mark, lasts, zone, player, troop, slot):
                at = layout.rules.marks.index(mark)
                if zone:
                    held = x.zones[zone, PLAYERS.index(player)]
                    old = next((piece for piece in held if notation.troop(piece) == troop), None)
                    if old:
                        new = old._replace(marks=(*old.marks[:at], lasts, *old.marks[at + 1 :]))
                        chosen = _swapped(notation, x, (zone, player, troop), new, chosen)
                elif x.stacks[at_slot(slot)]:
                    piece = x.stacks[at_slot(slot)][-1]
                    x.stacks[at_slot(slot)][-1] = piece._replace(marks=(*piece.marks[:at], lasts, *piece.marks[at + 1 :]))
            case CounterAt(counter, subject, number):
                x.counters[counter][[*layout.counter_words(counter, x.counters[counter])].index(subject)] = number
            case MedalsAt(player, number):
                x.medals[PLAYERS.index(player)] = number
            case Taken(region, by):
                at = [other.id for other in layout.terrain.regions].index(region)
                x.takers[at] = PLAYERS.index(by) if by else None
            case _:
                assert_never(part)
    return x, tuple(chosen)


def _swapped(
    notation: Notation, x: Situation, what: tuple[str, str, str], new: Piece, chosen: list[object]
) -> list[object]:  # fmt: skip
    """Put another troop in the place of one in a zone, and return the chosen values with it."""
    (zone, player, troop), layout = what, notation.layout
    held = x.zones[zone, PLAYERS.index(player)]
    old = next((piece for piece in held if notation.troop(piece) == troop), None)
    if old is None:
        return chosen
    held[held.index(old)] = new
    _sort(layout, zone, held)
    was, now = (ZonePiece(zone, piece.owner, layout.number(piece, zone)) for piece in (old, new))
    return [now if value == was else value for value in chosen]


def _sort(layout: Layout, zone: str, held: list[Piece]) -> None:
    if zone != "reserve":
        held.sort(key=lambda piece: layout.number(piece, zone))


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
            is_any = len(kinds) == len(layout.kinds)
            whose = f"of {voice.own(who)}" if is_any else f"in {voice.whose(who)} colour"
            return f"{_any_of(kinds, layout)} {whose} on {where}"
        case SlotEmpty(slot):
            return f"{telling.slot(at[slot])} empty"
        case OtherTroop(_, _, troop, kinds):
            return f"{_any_of(kinds, layout)} instead of {telling.word(troop)}"
        case TroopsIn(zone, player, number, kind):
            whose = voice.whose(PLAYERS.index(player))
            if kind:
                return f"{_any_of((kind,), layout)} in {whose} {zone}"
            if number > 0:
                held = telling.x.zones[zone, PLAYERS.index(player)]
                return f"{_number(number)} {'more ' if held else ''}troop{'s' * (number != 1)} in {whose} {zone}"
            free = layout.zones[zone].limit is not None
            what = "free space" if free else "troop"
            return f"{_number(-number)} {'' if free else 'fewer '}{what}{'s' * (number != -1)} in {whose} {zone}"
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
