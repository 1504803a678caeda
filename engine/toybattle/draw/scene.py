"""What a picture is of: a terrain with what a state holds or a player may know of it, worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from toybattle.game import Game, State, Verdict, View
from toybattle.game.situation import PLAYERS
from toybattle.game.state import Pending
from toybattle.ruleset.tree import verb_word
from toybattle.terrain import Terrain


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a place could not be reached."""

    slot: str | None
    """The slot that was wanted, if one was."""
    reached: tuple[str, ...] = ()
    """The slots that the player's network reaches."""
    breaks: tuple[tuple[str, str], ...] = ()
    """The paths on which it ends, from the end that is reached."""


def refusal_of(game: Game, before: State | View, verdict: Verdict) -> Refusal:
    """Return what a verdict on a refused move lets a picture point at."""
    seen = [witness for finding in verdict.failed for witness in finding.witness]
    slots = slots_of(game, before, verdict.move)
    return Refusal(
        slots[-1] if slots else None,
        tuple(dict.fromkeys(slot for witness in seen for slot in witness.reached)),
        tuple(dict.fromkeys(path for witness in seen for path in witness.breaks)),
    )


def slots_of(game: Game, before: State | View, move: str) -> tuple[str, ...]:
    """Return the slots that a move made from a state names, for a picture of what followed."""
    return tuple(dict.fromkeys(_slots_named(game, before.pending, [move])))


def _slots_named(game: Game, pending: Pending | None, moves: Iterable[str]) -> Iterator[str]:
    """Yield the slots among the words of moves; a region may have the same word as a slot."""
    rules, slots = game.ruleset, {slot.id for slot in game.layout.terrain.slots}
    effects = (effect.program for effect in rules.effect_list if pending and effect.label == pending.effect)
    programs = tuple(effects) if pending else tuple(action.program for action in rules.actions)
    types = [
        (verb_word(program.verbs[0]), [bound.type for choice in program.choices for bound in choice.variables])
        for program in programs
    ]
    for verb, *chosen in (move.split() for move in moves):
        for word, kind in (pair for first, kinds in types if first == verb for pair in zip(chosen, kinds, strict=False)):
            if kind in ("slot", "piece") and (slot := word.partition(":")[0]) in slots:
                yield slot


@dataclass(frozen=True)
class Scene:
    """A game, what is seen of it, and what a picture points at."""

    game: Game
    seen: State | View | None
    moved: Sequence[str] = ()
    refusal: Refusal | None = None
    is_small: bool = False
    """Whether zones that nobody looks into are left out."""

    @property
    def terrain(self) -> Terrain:
        """The terrain as it is played, without special bases if the rules use none."""
        return self.game.layout.terrain

    @cached_property
    def stacks(self) -> Mapping[str, Sequence[str]]:
        """For each slot that is not empty its troops, bottom first."""
        if self.seen is None:
            return {slot.id: slot.troops for slot in self.terrain.slots if slot.troops}
        return self.seen.stacks

    @cached_property
    def taken(self) -> Mapping[str, str]:
        """For each region whose medals are gone, who took them."""
        return self.seen.taken if self.seen else {}

    @cached_property
    def targets(self) -> frozenset[str]:
        """Ids of the slots that the decider can choose now, if this is known."""
        seen = self.seen
        if seen is None or self.refusal:
            return frozenset()
        moves = seen.legal if isinstance(seen, View) else tuple(map(str, self.game.legal(seen)))
        return frozenset(_slots_named(self.game, seen.pending, moves))

    @cached_property
    def networks(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For each player the paths that join this player's H.Q.s to what holds the line, in the order found."""
        if self.seen is None:
            return dict.fromkeys(PLAYERS, ())
        lines = self.seen.lines if isinstance(self.seen, View) else self.game.lines(self.seen)
        index = self.terrain.index
        return {player: [(index(i), index(j)) for i, j in paths] for player, paths in lines.items()}

    @property
    def heading(self) -> str:
        """Whose decision it is, or how the game ended; on a bare terrain when and where it was published."""
        seen = self.seen
        if seen is None:
            return self.terrain.published
        outcome = self.game.outcome(seen) if isinstance(seen, State) else seen.outcome
        if outcome:
            return f"{outcome.winner.title()} won by {outcome.won_by}"
        if seen.pending is None:
            return f"{seen.to_move.title()} to move"
        where = f" of {seen.pending.slot}" if seen.pending.slot else ""
        return f"{seen.pending.player.title()} to answer {seen.pending.effect}{where}"

    @property
    def spotlight(self) -> str | None:
        """The player whose decision it is, or who won; None on a bare terrain."""
        if self.seen is None:
            return None
        outcome = self.game.outcome(self.seen) if isinstance(self.seen, State) else self.seen.outcome
        return outcome.winner if outcome else self.seen.decider

    @property
    def zones(self) -> list[str]:
        """The zones to tell of, in the order of the rules."""
        return [zone.label for zone in self.game.ruleset.zones if not (self.is_small and zone.seen_by == "nobody")]

    def zone(self, name: str) -> Mapping[str, Sequence[str]]:
        """Return for each player the troops in a zone, hidden ones as `unknown`."""
        if self.seen is None:
            return dict.fromkeys(PLAYERS, ())
        return self.seen.zones[name] if isinstance(self.seen, View) else self.seen.zone(name)
