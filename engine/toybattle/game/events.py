"""What happened, in order: a closed set of values in the past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from toybattle.game.layout import Layout
from toybattle.game.notation import Notation
from toybattle.game.situation import PLAYERS


@dataclass(frozen=True, slots=True)
class TroopDrawn:
    """A player drew a troop."""

    player: str
    troop: str

    def __str__(self) -> str:
        return f"{self.player} draws {self.troop}"


@dataclass(frozen=True, slots=True)
class TroopPlaced:
    """A player placed a troop on a slot."""

    player: str
    troop: str
    slot: str

    def __str__(self) -> str:
        return f"{self.player} places {self.troop} on {self.slot}"


@dataclass(frozen=True, slots=True)
class TroopMoved:
    """A verb moved a troop between slots and zones."""

    verb: str
    owner: str
    troop: str
    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.owner} {self.troop} goes from {self.source} to {self.target} ({self.verb})"


@dataclass(frozen=True, slots=True)
class MarkSet:
    """A troop in a zone or on a slot was marked."""

    owner: str
    troop: str
    mark: str
    place: str

    def __str__(self) -> str:
        return f"{self.owner} {self.troop} on {self.place} is {self.mark}"


@dataclass(frozen=True, slots=True)
class CounterChanged:
    """A counter has a new number."""

    counter: str
    subject: str
    number: int

    def __str__(self) -> str:
        return f"{self.counter} of {self.subject} is {self.number}"


@dataclass(frozen=True, slots=True)
class MedalsTaken:
    """A player took a region's medals."""

    player: str
    region: str
    medals: int

    def __str__(self) -> str:
        return f"{self.player} takes {self.medals} medal{'s' * (self.medals != 1)} of region {self.region}"


@dataclass(frozen=True, slots=True)
class EffectOwed:
    """An effect has to be applied, as soon as it is its turn."""

    effect: str
    player: str
    slot: str | None

    def __str__(self) -> str:
        return f"{self.effect} is owed to {self.player}"


@dataclass(frozen=True, slots=True)
class EffectApplied:
    """An effect was applied."""

    effect: str
    player: str
    slot: str | None

    def __str__(self) -> str:
        return f"{self.player} applies {self.effect}"


@dataclass(frozen=True, slots=True)
class EffectDeclined:
    """A player passed on an optional effect."""

    effect: str
    player: str
    slot: str | None

    def __str__(self) -> str:
        return f"{self.player} declines {self.effect}"


@dataclass(frozen=True, slots=True)
class EffectDropped:
    """An owed effect could do nothing, or its troop had left."""

    effect: str
    player: str
    slot: str | None

    def __str__(self) -> str:
        return f"{self.effect} of {self.player} does nothing"


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player's turn began."""

    player: str
    turn: int

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.player}"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    winner: str
    won_by: str
    ended_by: str | None

    def __str__(self) -> str:
        return f"{self.winner} wins by {self.won_by}"


Event: TypeAlias = (
    TroopDrawn | TroopPlaced | TroopMoved | MarkSet | CounterChanged | MedalsTaken | EffectOwed | EffectApplied
    | EffectDeclined | EffectDropped | TurnStarted | GameEnded
)  # fmt: skip


EFFECT_EVENTS: dict[str, type[EffectOwed | EffectApplied | EffectDeclined | EffectDropped]] = {
    "owed": EffectOwed, "applied": EffectApplied, "declined": EffectDeclined, "dropped": EffectDropped,
}  # fmt: skip


class Events:
    """Reads the rows that a generated module notes down."""

    def __init__(self, layout: Layout, notation: Notation) -> None:
        self.layout, self.notation = layout, notation

    def read(self, row: tuple[object, ...]) -> Event:
        """Return the event of a row."""
        effects, slots = self.layout.effects, self.notation.slot_ids
        match row:
            case ("drawn", int(player), int(kind)):
                return TroopDrawn(PLAYERS[player], self.notation.troop_ids[kind])
            case ("placed", int(player), int(code), int(slot)):
                return TroopPlaced(PLAYERS[player], self._troop(code)[1], slots[slot])
            case ("moved", str(verb), int(code), source, target):
                owner, troop = self._troop(code)
                return TroopMoved(verb, owner, troop, self._home(source), self._home(target))
            case ("marked", int(code), int(mark), home):
                owner, troop = self._troop(code)
                return MarkSet(owner, troop, self.layout.rules.marks[mark], self._home(home))
            case ("counted", str(counter), int(index), int(number)):
                subject = tuple(self.layout.counter_words(counter, self.layout.counter_size[counter] * [0]))[index]
                return CounterChanged(counter, subject, number)
            case ("taken", int(player), int(region)):
                return MedalsTaken(PLAYERS[player], self.notation.region_ids[region], self.layout.terrain.regions[region].medals)
            case ("turn", int(player), int(turn)):
                return TurnStarted(PLAYERS[player], turn)
            case ("over", int(winner), int(won_by), int(ended_by)):
                by = PLAYERS[ended_by] if ended_by >= 0 else None
                return GameEnded(PLAYERS[winner], self.layout.rules.endings[won_by], by)
            case (str(word), int(effect), int(player), int(slot)):
                return EFFECT_EVENTS[word](effects[effect].label, PLAYERS[player], slots[slot] if slot >= 0 else None)
            case _:
                raise TypeError(row)

    def _troop(self, code: int) -> tuple[str, str]:
        piece = self.layout.piece(code)
        return PLAYERS[piece.owner], self.notation.troop(piece)

    def _home(self, home: object) -> str:
        return self.notation.slot_ids[home] if isinstance(home, int) else str(home)
