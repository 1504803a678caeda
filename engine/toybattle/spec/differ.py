"""A position in which two readings of the rules differ: found by playing both side by side, then made small."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..errors import ToyBattleError
from ..game import Game, MoveError, State
from ..game.limits import Limit
from ..game.situation import Situation
from ..resources import Content
from .sides import Pair, Parting, parting, views
from .world import World
from .writer import move_step, offered, standing, start_steps, written

MOST_CHECKS = 3
"""Checks of each reading that a scenario offers, the plainest first."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two readings part: what is set up, moves that both allow alike, and what is not alike after them."""

    pair: Pair
    position: dict[str, Any] | None
    """A position document; None for the beginning of a game."""
    moves: tuple[str, ...]
    """Played under both; where `split` is empty, what is not alike is what the last one brings."""
    split: str = ""
    """A move that only one of them allows."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A difference as a scenario that lacks its verdict."""

    steps: tuple[str, ...]
    one: tuple[str, ...]
    """Checks that hold under the first reading and not under the second."""
    other: tuple[str, ...]

    def as_data(self) -> dict[str, object]:
        """Return this as JSON holds it."""
        return {"steps": list(self.steps), "one": list(self.one), "other": list(self.other)}

    def text(self, title: str, says_one: str, says_other: str) -> str:
        """Return a scenario in which the last line is left to its writer."""
        lines = [f"Scenario: {title}", *(f"  {step}" for step in self.steps)]
        for says, checks in ((says_one, self.one), (says_other, self.other)):
            lines += [f"  # {says}:", *(f"  #   {check}" for check in checks)]
        return "\n".join([*lines, "  Then …"])


# ---- found


def found(pairs: Sequence[Pair], games: int, seed: int = 1) -> tuple[Difference | None, int]:
    """Return the first difference that random games come upon, as small as it goes, and the number of games played."""
    for number in range(games):
        pair = pairs[number % len(pairs)]
        parted = parting(pair, Random(seed * games + number))
        difference = at(pair, parted) if parted else None
        if difference:
            return shrunk(difference), number + 1
    return None, games


def at(pair: Pair, parted: Parting) -> Difference | None:
    """Return where two readings parted, if a position can say so."""
    return _compared(pair, pair.one.as_position(parted.base) if parted.base else None, parted.moves)


def _core(game: Game, flat: Sequence[int]) -> Situation:
    """Return what players know or will know of a state; how long a mark lasts is seen when it ends."""
    x = game.layout.situation(tuple(flat), len(game.module["KEPT"]))

    def plain(pieces: list[Any]) -> list[Any]:
        return [piece._replace(marks=tuple(int(mark > 0) for mark in piece.marks)) for piece in pieces]

    stacks, zones = [*map(plain, x.stacks)], {key: plain(pieces) for key, pieces in x.zones.items()}
    return replace(x, stacks=stacks, zones=zones, owed=[], pending=None, won_by=None)


# ---- compared and shrunk, by documents


def _compared(pair: Pair, position: dict[str, Any] | None, moves: Sequence[str]) -> Difference | None:
    """Return where the readings part on the way of these moves, None where they do not or where it cannot be played."""
    try:
        states = [game.start(seed=1) if position is None else game.position(position) for game in pair.games]
        for number in range(len(moves) + 1):
            if not _are_alike(pair, *states):
                return Difference(pair, position, tuple(moves[:number]))
            legal = [
                {game.chosen(move.code, state): str(move) for move in game.legal(state)}
                for game, state in zip(pair.games, states, strict=True)
            ]
            parting = [text for a, b in (legal, legal[::-1]) for key, text in a.items() if key not in b]
            if parting:
                return Difference(pair, position, tuple(moves[:number]), parting[0])
            if number < len(moves):
                states = [game.play(state, moves[number])[0] for game, state in zip(pair.games, states, strict=True)]
    except (ToyBattleError, Limit):
        pass
    return None


def _are_alike(pair: Pair, one: State, other: State) -> bool:
    told = [(game.outcome(state), state.pending, state.decider) for game, state in zip(pair.games, (one, other), strict=True)]
    alike = told[0] == told[1] and _core(pair.one, one.flat) == _core(pair.other, other.flat)
    return alike and views(pair.one, one) == views(pair.other, other)


def shrunk(difference: Difference) -> Difference:
    """Return a difference from which nothing can be left out."""
    if difference.position is None:
        return difference
    paid = {region.id: region.medals for region in difference.pair.one.terrain.regions}
    size, best = -1, difference
    while size != (size := _size(best)):
        for made in _smaller(best.position or {}, paid):
            again = _compared(best.pair, made, best.moves)
            if again and bool(again.split) == bool(best.split):
                best = again
                break
    return best


def _size(difference: Difference) -> int:
    return len(str(difference.position))


def _smaller(position: dict[str, Any], paid: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Yield positions that say less, those that say much less first."""
    for key in ("turn", "set_aside", "reserves", "counters"):
        if key in position:
            yield _without(position, key)
    for slot, stack in position["stacks"].items():
        yield _without(position, "stacks", slot)
        if len(stack) > 1:
            yield from (_without(position, "stacks", slot, number) for number in range(len(stack)))
    for key in ("reserves", "racks", "discards"):
        for colour, troops in position.get(key, {}).items():
            yield from (_without(position, key, colour, number) for number in reversed(range(len(troops))))
    for region, taker in position.get("taken", {}).items():
        made = _without(position, "taken", region)
        made["medals"][taker] -= paid[region]
        yield made


def _without(position: dict[str, Any], *path: str | int) -> dict[str, Any]:
    """Return a position that lacks what a path leads to."""
    made = copy.deepcopy(position)
    part: Any = made
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return made


# ---- as a scenario


def ready(difference: Difference, content: Content) -> Ready:
    """Return a difference as a scenario without its verdict, or raise ToyBattleError if no steps can say it."""
    one, other = games = difference.pair.games
    world, split = World(content), difference.split
    if difference.position is None:
        return _standing(start_steps(one, world), games, (one.start(seed=1), other.start(seed=1)), world)
    states, rivals = [one.position(difference.position)], [other.position(difference.position)]
    for text in difference.moves:
        states.append(one.play(states[-1], text)[0])
        rivals.append(other.play(rivals[-1], text)[0])
    steps, last = written(one, states, difference.moves, content, 0)[:-1], (states[-1], rivals[-1])
    if not split:
        return _standing(steps, games, last, world)
    if states[-1].pending and split != "pass":
        choices = ((offered(game, x, world), *_declining(game, x, world)) for game, x in zip(games, last, strict=True))
        return Ready(tuple(steps), *choices)
    steps.append(move_step(one, states[-1], split, world, is_first=not difference.moves))
    return Ready(tuple(steps), *(_judged(game, x, split, world) for game, x in zip(games, last, strict=True)))


def _standing(steps: list[str], games: tuple[Game, Game], states: tuple[State, State], world: World) -> Ready:
    """Return a scenario with the checks that hold under one of the readings only."""
    holding = [standing(game, state, world) for game, state in zip(games, states, strict=True)]
    checks = [[check for check in a if check not in b] for a, b in (holding, holding[::-1])]
    plain = [[check for check in each if " sees " not in check] for each in checks]
    told = zip(games, states, plain if any(plain) else checks, strict=True)
    return Ready(tuple(steps), *((*each[:MOST_CHECKS], *_declining(game, state, world)) for game, state, each in told))


def _declining(game: Game, state: State, world: World) -> Iterator[str]:
    """Yield the steps that decline what waits for an answer, so that a scenario may end there."""
    word = "When"
    while state.pending and "pass" in map(str, game.legal(state)):
        yield f"{word} {world.words.player_name(state.decider)} declines"
        state, word = game.play(state, "pass")[0], "And"


def _judged(game: Game, state: State, text: str, world: World) -> tuple[str, ...]:
    """Return the check on a move that one reading allows, and what is left to answer after it."""
    try:
        verdict = game.why(state, text)
    except MoveError as error:
        return (f"Then the move is illegal: {error}",)
    if verdict.is_legal:
        code = next(move for move in game.legal(state) if str(move) == text)
        after = game.apply(state, code, lambda: 0.0)[0]
        return ("Then the move is legal", *_declining(game, after, world))
    if state.pending and text == "pass":
        return (f"Then {world.words.player_name(state.decider)} may not decline {state.pending.effect}",)
    failed = verdict.failed[0]
    why = f" because {failed.label}" if failed.kind == "requirement" else f": {failed.said}"
    return (f"Then the move is illegal{why}",)
