"""What one player may know of a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from toybattle.game.events import Event, MarkSet, TroopDrawn, TroopMoved
from toybattle.game.layout import Layout, ZonePiece
from toybattle.game.lines import Lines, lines_of
from toybattle.game.notation import Notation
from toybattle.game.situation import PLAYERS, Piece, Situation, sees
from toybattle.game.state import Outcome, Pending, State
from toybattle.ruleset import tree as t


@dataclass(frozen=True, slots=True)
class View:
    """A state without what this player cannot see; hidden troops are `unknown`, in an order that tells nothing."""

    player: str
    terrain: str
    to_move: str
    decider: str
    turn: int
    pending: Pending | None
    stacks: dict[str, tuple[str, ...]]
    zones: dict[str, dict[str, tuple[str, ...]]]
    """For each zone and player the troops, marked ones as `MARK:TROOP` or `MARK:unknown`."""
    medals: dict[str, int]
    taken: dict[str, str]
    counters: dict[str, dict[str, int]]
    legal: tuple[str, ...]
    """The moves this player can choose from now, empty while somebody else decides."""
    outcome: Outcome | None
    lines: Lines
    """For each player the paths that join this player's H.Q.s to what holds the line."""

    @property
    def racks(self) -> dict[str, tuple[str, ...]]:
        """For each player the troops on the rack."""
        return self.zones["rack"]

    @property
    def reserves(self) -> dict[str, tuple[str, ...]]:
        """For each player the troops in reserve."""
        return self.zones["reserve"]

    @property
    def discards(self) -> dict[str, tuple[str, ...]]:
        """For each player the discarded troops."""
        return self.zones["discard"]


def view_of(state: State, player: str, legal: tuple[str, ...], outcome: Outcome | None) -> View:
    """Return what a player may know of a state, given the legal moves if that player decides."""
    layout, viewer = state.layout, PLAYERS.index(player)
    x = state.situation
    zones = {
        zone: {
            colour: tuple(sorted(seen(piece, zone, viewer, layout) for piece in x.zones[zone, owner]))
            for owner, colour in enumerate(PLAYERS)
        }
        for zone in layout.zones
    }
    stacks = {
        slot.id: tuple(f"{PLAYERS[piece.owner]} {seen(piece, '', viewer, layout)}" for piece in stack)
        for slot, stack in zip(layout.terrain.slots, x.stacks, strict=True)
        if stack
    }
    return View(
        player, layout.terrain.id, state.to_move, state.decider, state.turn, state.pending, stacks, zones,
        state.medals, state.taken, state.counters, legal if state.decider == player else (), outcome,
        lines_of(layout, known(x, layout, viewer, 0)),
    )  # fmt: skip


def known(x: Situation, layout: Layout, viewer: int, unseen: int) -> Situation:
    """Return a situation as far as a viewer knows it: every troop this player cannot see is of the kind `unseen`."""
    x = x.copy()
    kinds = layout.rules.mark_kinds
    for owner in (0, 1):
        for zone, kind in layout.zones.items():
            pieces = [bare(piece, viewer, layout) for piece in x.zones[zone, owner]]
            if not sees(kind.seen_by, owner, viewer):
                pieces = [piece if _is_marked_to_show(piece, kinds, viewer) else piece._replace(kind=unseen) for piece in pieces]
            if zone != "reserve":
                pieces.sort(key=partial(layout.number, zone=zone))
            x.zones[zone, owner] = pieces
    x.stacks = [[bare(piece, viewer, layout) for piece in stack] for stack in x.stacks]
    return x


def _is_marked_to_show(piece: Piece, kinds: Sequence[t.Mark], viewer: int) -> bool:
    """Return whether a mark shows a viewer which troop it is."""
    marks = zip(kinds, piece.marks, strict=True)
    return any(mark.is_showing and lasts and sees(mark.seen_by, piece.owner, viewer) for mark, lasts in marks)


def bare(piece: Piece, viewer: int, layout: Layout) -> Piece:
    """Return a troop with the marks that a viewer sees."""
    kinds = zip(layout.rules.mark_kinds, piece.marks, strict=True)
    return piece._replace(marks=tuple(lasts if sees(kind.seen_by, piece.owner, viewer) else 0 for kind, lasts in kinds))


def seen(piece: Piece, zone: str, viewer: int, layout: Layout) -> str:
    """Return a troop's word as a viewer sees it: its marks, and its kind if the zone or a mark shows it."""
    shows_it = _is_marked_to_show(piece, layout.rules.mark_kinds, viewer)
    word = _word(piece, viewer, layout)
    if not zone or shows_it or sees(layout.zones[zone].seen_by, piece.owner, viewer):
        return word
    return ":".join([*word.split(":")[:-1], "unknown"])


def move_seen(move: str, values: tuple[object, ...], program: t.Program, player: str, layout: Layout) -> str:
    """Return a move as a player sees it: a troop whose kind nobody shows this player is named by its zone."""
    words = move.split()
    names = [bound.name for choice in program.choices for bound in choice.variables]
    for index, (name, value) in enumerate(zip(names, values, strict=False), 1):
        if not isinstance(value, ZonePiece):
            continue
        if _is_shown(name, value, program, PLAYERS.index(player), layout):
            piece = layout.of_class(value.number, value.zone, value.owner)
            before, is_outcome, _ = words[index].rpartition("=")
            words[index] = before + is_outcome + _word(piece, PLAYERS.index(player), layout)
        else:
            words[index] = value.zone
    return " ".join(words)


def _is_shown(name: str, value: ZonePiece, program: t.Program, viewer: int, layout: Layout) -> bool:
    """Return whether a viewer learns, or knew, which troop the verbs of a program were about."""
    knows = sees(layout.zones[value.zone].seen_by, value.owner, viewer)
    marks = {mark.label: mark for mark in layout.rules.mark_kinds}
    for verb in program.verbs:
        if getattr(verb, "piece", None) != t.Bound(name, "piece"):
            continue
        match verb:
            case t.Place():
                return True
            case t.Send(_, _, _, zone) if knows or sees(layout.zones[zone].seen_by, value.owner, viewer):
                return True
            case t.SetMark(_, _, mark, _) if sees(marks[mark].seen_by, value.owner, viewer):
                if knows or marks[mark].is_showing:
                    return True
            case _:
                pass
    return False


def event_seen(event: Event, player: str, layout: Layout) -> Event:
    """Return an event as a player sees it: `unknown` for a troop that stays hidden from this player."""
    viewer = PLAYERS.index(player)

    def shows(place: str, owner: str) -> bool:
        zone = layout.zones.get(place)
        return zone is None or sees(zone.seen_by, PLAYERS.index(owner), viewer)

    match event:
        case TroopDrawn(who, _) if not shows("rack", who):
            return replace(event, troop="unknown")
        case TroopMoved(_, owner, _, source, target) if not (shows(source, owner) or shows(target, owner)):
            return replace(event, troop="unknown")
        case MarkSet(owner, _, name, place):
            mark = next(mark for mark in layout.rules.mark_kinds if mark.label == name)
            noticed = sees(mark.seen_by, PLAYERS.index(owner), viewer)
            if not (noticed and (mark.is_showing or shows(place, owner))):
                return replace(event, troop="unknown")
    return event


def _word(piece: Piece, viewer: int, layout: Layout) -> str:
    """Return a troop's word with the marks that a viewer sees."""
    return Notation(layout).troop(bare(piece, viewer, layout))
