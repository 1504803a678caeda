"""A position in a game as a value: immutable, hashable, readable."""

from __future__ import annotations

from dataclasses import dataclass, field

from toybattle.game.layout import DECIDER, TO_MOVE, TURN, Layout
from toybattle.game.notation import Notation
from toybattle.game.situation import PLAYERS, Situation


@dataclass(frozen=True, slots=True)
class Pending:
    """The owed effect that has to be answered now, for which slot, if any."""

    effect: str
    player: str
    slot: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: str
    won_by: str
    """The label of the ending."""
    ended_by: str | None
    """The player at whose turn an ending stopped the game, who for example could do nothing."""
    medals: dict[str, int]
    turns: int
    """Turns played, both players' together; one in which a player could do nothing does not count."""


@dataclass(frozen=True, slots=True)
class State:
    """The frozen copy of the flat array that the engine works on, behind words; undo is keeping the old one."""

    flat: tuple[int, ...] = field(repr=False)
    game: str = field(repr=False)
    """Digest of the terrain and the rules, so that states of two games are never equal."""
    layout: Layout = field(compare=False, repr=False)
    masks: int = field(compare=False, repr=False)

    @property
    def situation(self) -> Situation:
        """An open copy of everything."""
        return self.layout.situation(self.flat, self.masks)

    @property
    def to_move(self) -> str:
        """Whose turn it is."""
        return PLAYERS[self.flat[TO_MOVE]]

    @property
    def decider(self) -> str:
        """Who has to decide now."""
        return PLAYERS[self.flat[DECIDER]]

    @property
    def turn(self) -> int:
        """Turns begun, both players' together."""
        return self.flat[TURN]

    @property
    def pending(self) -> Pending | None:
        """The effect to answer, or None when the turn's action is open or the game is over."""
        owed = self.situation.pending
        if owed is None:
            return None
        slot = self.layout.terrain.slots[owed.slot].id if owed.slot >= 0 else None
        return Pending(self.layout.effects[owed.effect].label, PLAYERS[owed.player], slot)

    @property
    def stacks(self) -> dict[str, tuple[str, ...]]:
        """For each slot that is not empty, its troops from the bottom: `blue TROOP`."""
        word = Notation(self.layout).troop
        return {
            slot.id: tuple(f"{PLAYERS[piece.owner]} {word(piece)}" for piece in stack)
            for slot, stack in zip(self.layout.terrain.slots, self.situation.stacks, strict=True)
            if stack
        }

    @property
    def racks(self) -> dict[str, tuple[str, ...]]:
        """For each player the troops on the rack."""
        return self.zone("rack")

    @property
    def reserves(self) -> dict[str, tuple[str, ...]]:
        """For each player the troops in reserve, the next one first."""
        return self.zone("reserve")

    @property
    def discards(self) -> dict[str, tuple[str, ...]]:
        """For each player the discarded troops."""
        return self.zone("discard")

    def zone(self, name: str) -> dict[str, tuple[str, ...]]:
        """For each player the troops in a zone, marked ones as `MARK:TROOP`."""
        word, zones = Notation(self.layout).troop, self.situation.zones
        return {colour: tuple(map(word, zones[name, player])) for player, colour in enumerate(PLAYERS)}

    @property
    def medals(self) -> dict[str, int]:
        """For each player the medals taken."""
        return dict(zip(PLAYERS, self.situation.medals, strict=True))

    @property
    def taken(self) -> dict[str, str]:
        """For each region whose medals are gone, who took them, or `gone` if that is not known."""
        words = (*PLAYERS, "gone")
        takers = zip(self.layout.terrain.regions, self.situation.takers, strict=True)
        return {region.id: words[taker] for region, taker in takers if taker is not None}

    @property
    def counters(self) -> dict[str, dict[str, int]]:
        """For each counter its numbers by player, slot, region, or `game`."""
        return {name: self.layout.counter_words(name, numbers) for name, numbers in self.situation.counters.items()}
