"""Names slots, troops, regions and players as people do, and hides from an asker what is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from toybattle.errors import listed
from toybattle.game.layout import MapPiece, ZonePiece
from toybattle.game.notation import Notation
from toybattle.game.situation import PLAYERS, Piece, sees
from toybattle.game.trace import Evaluator, Frame, Value
from toybattle.game.view import bare
from toybattle.ruleset import tree as t
from toybattle.ruleset.english import thing


@dataclass(frozen=True, slots=True)
class Voice:
    """How an explanation speaks of the players: `you` to who acts, unless somebody else asks."""

    you: int | None

    def name(self, player: int) -> str:
        """Return `you` or the colour."""
        return "you" if player == self.you else PLAYERS[player].title()

    def whose(self, player: int) -> str:
        """Return `your` or `Red's`, before a thing."""
        return "your" if player == self.you else f"{PLAYERS[player].title()}'s"

    def own(self, player: int) -> str:
        """Return `yours` or `Red's`, after a thing."""
        return "yours" if player == self.you else f"{PLAYERS[player].title()}'s"


class Telling:
    """Words for what there is in one situation, to one asker; None may know everything."""

    def __init__(self, notation: Notation, evaluator: Evaluator, voice: Voice, asker: int | None) -> None:
        self.notation, self.layout, self.rules = notation, notation.layout, notation.layout.rules
        self.evaluator, self.x = evaluator, evaluator.situation
        self.voice, self.asker = voice, asker

    def is_hidden(self, value: object) -> bool:
        """Return whether a troop lies where the asker cannot see which it is."""
        if self.asker is None or not isinstance(value, ZonePiece):
            return False
        return not sees(self.layout.zones[value.zone].seen_by, value.owner, self.asker)

    def is_secret(self, among: t.SetExpression, frame: Frame) -> bool:
        """Return whether a set tells of troops that the asker cannot see."""
        zone = t.zone_in(among)
        who = self.evaluator.number(zone.player, frame) if zone else None
        return zone is not None and who is not None and self.is_hidden(ZonePiece(zone.zone, who, 0))

    def is_secret_mark(self, x: t.IsMarked | t.IsKind, piece: Piece) -> bool:
        """Return whether a condition asks about a mark that the asker cannot see."""
        if self.asker is None or isinstance(x, t.IsKind):
            return False
        kind = next(kind for kind in self.rules.mark_kinds if kind.label == x.mark)
        return not sees(kind.seen_by, piece.owner, self.asker)

    def named(self, value: Value, type_: t.Type) -> str:
        """Return a slot, region, player, troop or number in words."""
        match value:
            case MapPiece(slot, depth):
                piece = self.evaluator.piece(value)
                is_top = depth in (0, len(self.x.stacks[slot]))
                return f"{self._piece(piece)} on {self.slot(slot)}{'' if is_top else ', covered'}" if piece else self.slot(slot)
            case ZonePiece(zone, owner):
                hidden = f"a troop of {self.voice.whose(owner)} {zone}"
                return hidden if self.is_hidden(value) else self._display(self.layout.of_class(value.number, zone, owner))
            case Piece():
                return self._piece(value)
            case int() if type_ == "slot":
                return self.slot(value)
            case int() if type_ == "region":
                return f"region {self.notation.region_ids[value]}"
            case int() if type_ == "player":
                return self.voice.name(value)
            case _:
                return str(value)

    def slot(self, at: int) -> str:
        """Return a slot in words: `base 7`, `Red's H.Q.`."""
        slot = self.layout.terrain.slots[at]
        if not slot.is_hq or slot.owner is None:
            return f"base {slot.id}"
        is_only = sum(other.owner == slot.owner for other in self.layout.terrain.slots) == 1
        whose = self.voice.whose(PLAYERS.index(slot.owner))
        return f"{whose} H.Q." if is_only else f"{whose} H.Q. {slot.id}"

    def _owner(self, at: int) -> str:
        owner = self.layout.terrain.slots[at].owner
        return self.voice.own(PLAYERS.index(owner)) if owner else "nobody"

    def slots(self, at: list[int], last: str = "and") -> str:
        """Return slots in words: `bases 7, 8 and Red's H.Q.`."""
        bases = [i for i in at if not self.layout.terrain.slots[i].is_hq]
        ids = [self.notation.slot_ids[i] for i in bases]
        names = [f"bases {ids[0]}", *ids[1:]] if len(ids) > 1 else [f"base {i}" for i in ids]
        return listed([*names, *(self.slot(i) for i in at if i not in bases)], last, 70)

    def troop(self, piece: Piece) -> str:
        """Return a troop by its display name, its marks in front."""
        shown = piece if self.asker is None else bare(piece, self.asker, self.layout)
        *marks, _ = self.notation.troop(shown).split(":")
        return " ".join([*marks, self.rules.troops[piece.kind].display])

    def word(self, troop: str) -> str:
        """Return a troop of the notation by its display name, the marks in front as words."""
        *marks, kind = troop.split(":")
        return " ".join([*marks, self._kind(kind)])

    def _display(self, piece: Piece) -> str:
        return self.rules.troops[piece.kind].display

    def _kind(self, label: str) -> str:
        return self.rules.troops[self.layout.kinds[label]].display

    def _piece(self, piece: Piece) -> str:
        return f"{self.voice.whose(piece.owner)} {self.troop(piece)}"

    def _held(self, zone: str, who: int) -> str:
        if self.is_hidden(ZonePiece(zone, who, 0)):
            return ""
        held = [self.troop(piece) for piece in self.x.zones[zone, who]]
        return f", which holds {listed(dict.fromkeys(held), 'and', 30)}" if held else ", which is empty"

    def _special(self, at: int) -> str:
        special = self.layout.terrain.slots[at].special
        if special is None:
            return "no special base"
        name = next(kind.display for kind in self.rules.special_kinds if kind.label == special.kind)
        return f"a {name} of {listed(map(str, special.values), 'and', 20)}" if special.values else f"a {name}"

    def _top(self, at: int, evaluator: Evaluator) -> str:
        top = evaluator.situation.top(at)
        return f"{self.slot(at)} shows {self._piece(top)}" if top else f"{self.slot(at)} is empty"

    def _strength(self, value: Value, frame: Frame, evaluator: Evaluator) -> str:
        piece = evaluator.piece(value)
        if piece is None:
            return "there is no troop to compare with"
        if self.is_hidden(value):
            return "the strength of a troop that cannot be seen counts"
        number = evaluator.strength(value, frame)
        where = f"{self._piece(piece)} on {self.slot(value.slot)}" if isinstance(value, MapPiece) else self._display(piece)
        said = f"{where} has {'no strength' if number is None else f'strength {number}'}"
        strength = self.rules.troops[piece.kind].strength
        if isinstance(strength, t.Literal_ | None):
            return said
        here = value.slot if isinstance(value, MapPiece) else frame.here
        names = {"this": self._display(piece), "here": self.slot(here) if here is not None else "its slot"}
        if piece.owner != self.voice.you:
            names |= {"me": self.voice.name(piece.owner), "enemy": self.voice.name(1 - piece.owner)}
        return f"{said}, which is {thing(strength, self.rules, names)}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 path`, `no paths`."""
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"


def has(player: int, voice: Voice) -> str:
    """Return the verb after a player's name."""
    return "have" if player == voice.you else "has"
