"""What is noted of a game that nobody watches: flat integers that any way of playing can count.

A row holds how the game ended, then one count for each thing that can happen to it. All of it follows from the opening,
the decisions and the events, so whoever plays the game, the row is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from toybattle.game.layout import Layout
from toybattle.game.situation import PLAYERS, Situation

RESULT = (
    "winner", "won_by", "ended_by", "turns", "decisions", "options", "medals.blue", "medals.red",
    "behind.blue", "behind.red", "took_first", "took_lead", "lead_changes",
)  # fmt: skip
"""What every row begins with.

`behind` is by how many medals a player was behind at worst, `took_first` who took the first medals, `took_lead` who was
the last to be ahead in medals, `lead_changes` how often somebody went ahead of who had been. Players are 0 and 1, -1 is
nobody or nothing; a game that was broken off has no winner.
"""
(
    WINNER, WON_BY, ENDED_BY, TURNS, DECISIONS, OPTIONS, MEDALS, MEDALS_RED, BEHIND, BEHIND_RED, TOOK_FIRST, TOOK_LEAD,
    LEAD_CHANGES,
) = range(len(RESULT))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """Counts of one kind, one for each combination of words, the last word changing fastest."""

    name: str
    words: tuple[tuple[str, ...], ...]
    at: int
    """Where in a row the first of them stands."""

    @property
    def size(self) -> int:
        """How many counts these are."""
        return prod(map(len, self.words))


class Tally:
    """Where in a row each count of one game stands."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        kinds = tuple(kind.label for kind in layout.rules.troops)
        slots = tuple(slot.id for slot in layout.terrain.slots)
        effects = layout.rules.effects
        self.size = len(RESULT)
        self.opening = self._section("opening", PLAYERS, kinds)
        """Troops of each kind that a player's rack opened with."""
        self.dealt = self._section("dealt", PLAYERS, kinds)
        """Troops of each kind that chance put into a player's rack and reserve."""
        self.placed = self._section("placed", PLAYERS, kinds)
        self.placed_on = self._section("placed_on", PLAYERS, slots)
        self.applied = self._section("applied", PLAYERS, effects)
        self.declined = self._section("declined", PLAYERS, effects)
        self.dropped = self._section("dropped", PLAYERS, effects)
        """Effects that came up when there was nothing they could do."""
        self.applied_on = self._section("applied_on", PLAYERS, slots)
        """Effects of special bases, by the base."""
        self.taken = self._section("taken", tuple(region.id for region in layout.terrain.regions))
        """Who took each region's medals, or -1."""
        self.is_printed = tuple(effect.trigger.special is not None for effect in layout.rules.effect_list)
        """For each effect whether it is that of a special base."""
        self.worth = tuple(region.medals for region in layout.terrain.regions)

    def _section(self, name: str, *words: tuple[str, ...]) -> Section:
        section = Section(name, words, self.size)
        self.size += section.size
        return section

    @property
    def sections(self) -> tuple[Section, ...]:
        """All counts after the result, in the order of a row."""
        return (
            self.opening, self.dealt, self.placed, self.placed_on, self.applied, self.declined, self.dropped, self.applied_on,
            self.taken,
        )  # fmt: skip

    def begun(self, dealt: Situation) -> list[int]:
        """Return the row of a game that has just been dealt."""
        row = [0] * self.size
        for column in (WINNER, WON_BY, ENDED_BY, TOOK_FIRST, TOOK_LEAD):
            row[column] = -1
        row[self.taken.at :] = [-1] * self.taken.size
        for section, zones in ((self.opening, ("rack",)), (self.dealt, ("rack", "reserve"))):
            for player in (0, 1):
                for piece in (piece for zone in zones for piece in dealt.zones.get((zone, player), ())):
                    row[section.at + player * len(self.layout.kinds) + piece.kind] += 1
        return row

    def count(self, row: list[int], happened: tuple[object, ...]) -> None:
        """Count an event, as the generated module notes it."""
        match happened:
            case ("placed", int(player), int(code), int(slot)):
                row[self.placed.at + player * len(self.layout.kinds) + self.layout.piece(code).kind] += 1
                row[self.placed_on.at + player * self.layout.size + slot] += 1
            case ("taken", int(player), int(region)):
                row[self.taken.at + region] = player
                row[MEDALS + player] += self.worth[region]
                if row[TOOK_FIRST] < 0:
                    row[TOOK_FIRST] = player
                lead = row[MEDALS] - row[MEDALS_RED]
                row[BEHIND] = max(row[BEHIND], -lead)
                row[BEHIND_RED] = max(row[BEHIND_RED], lead)
                ahead = row[TOOK_LEAD] if lead == 0 else int(lead < 0)
                row[LEAD_CHANGES] += 0 <= row[TOOK_LEAD] != ahead
                row[TOOK_LEAD] = ahead
            case ("applied" | "declined" | "dropped" as what, int(effect), int(player), int(slot)):
                section = {"applied": self.applied, "declined": self.declined, "dropped": self.dropped}[what]
                row[section.at + player * len(self.is_printed) + effect] += 1
                if what == "applied" and self.is_printed[effect]:
                    row[self.applied_on.at + player * self.layout.size + slot] += 1
            case _:
                pass
