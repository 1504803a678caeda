"""A game's situation in the open: lists of troops, for reading, explaining and checking; slow and obvious."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

PLAYERS = ("blue", "red")
GONE = 2
"""Who took a region's medals, when it is not known who."""


class Piece(NamedTuple):
    """One troop: whose, of which kind, and how long each mark still lasts (0: it bears none)."""

    owner: int
    kind: int
    marks: tuple[int, ...] = ()


class Owed(NamedTuple):
    """An effect that is owed: to whom, and the troop that owes it; depth counts from 1 at the bottom.

    Depth is 0 where there was no troop, -1 once it has left.
    """

    effect: int
    player: int
    slot: int
    depth: int


@dataclass(slots=True)
class Situation:
    """Everything there is to know about a game in progress."""

    to_move: int
    turn: int
    """Turns begun, both players' together."""
    stage: int
    """0 while the turn starts and its action is open, 1 after the action, 2 while the turn ends."""
    stacks: list[list[Piece]]
    zones: dict[tuple[str, int], list[Piece]]
    """By zone and player; the reserve next troop first, every other zone sorted."""
    medals: list[int]
    takers: list[int | None]
    """For each region, who took its medals."""
    counters: dict[str, list[int]]
    owed: list[Owed] = field(default_factory=list)
    pending: Owed | None = None
    """The owed effect that has to be answered now."""
    winner: int | None = None
    won_by: int | None = None
    """Index of the ending."""
    ended_by: int | None = None

    def top(self, slot: int) -> Piece | None:
        """Return the visible troop on a slot."""
        return self.stacks[slot][-1] if self.stacks[slot] else None

    def copy(self) -> Situation:
        """Return an independent copy."""
        return replace(
            self,
            stacks=[list(stack) for stack in self.stacks],
            zones={key: list(pieces) for key, pieces in self.zones.items()},
            medals=list(self.medals),
            takers=list(self.takers),
            counters={name: list(numbers) for name, numbers in self.counters.items()},
            owed=list(self.owed),
        )


def sees(seen_by: str, owner: int, viewer: int) -> bool:
    """Return whether a viewer is among those who see what belongs to an owner."""
    return seen_by == "all" or (seen_by == "owner" and viewer == owner) or (seen_by == "enemy" and viewer != owner)
