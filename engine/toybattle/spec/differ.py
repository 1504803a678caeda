"""A position in which two readings of the rules differ: found by playing both side by side, then made small."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..errors import ToyBattleError
from ..game import Game, MoveError, State
from ..game.codegen.runtime import EndlessRules
from ..game.layout import DECIDER, DECISION, ENDED_BY, FIXED, STAGE, WON_BY
from ..game.situation import Situation
from ..resources import Content
from .world import World
from .writer import move_step, offered, standing, start_steps, written

MOST_CHECKS = 3
"""Checks of each reading that a scenario offers, the plainest first."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One terrain under two readings of the rules."""

    one: Game
    other: Game

    @property
    def games(self) -> tuple[Game, Game]:
        """Both games."""
        return self.one, self.other


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
        difference = _played(pair, Random(seed * games + number))
        if difference:
            return shrunk(difference), number + 1
    return None, games


class Side:
    """One reading's side of a game that is played under both."""

    def __init__(self, game: Game, opening: Situation, end: int) -> None:
        self.game, self.end = game, end
        self.apply, self.outcomes = game.module["apply"], game.module["outcomes"]
        self.flat = list(game.begin(opening).flat)
        self.codes: list[int] = game.module["legal"](self.flat)
        rules = game.ruleset
        self.decisions = {-1: "over", 0: "turn", **dict(enumerate(rules.effects, 1))}
        self.endings = {-1: "", **dict(enumerate(rules.endings))}

    def moves(self, is_numbered_alike: bool) -> list[object]:
        """Return what the legal moves come to: their texts, where those of the other reading are made alike."""
        flat, named = self.flat, self.game.named
        if is_numbered_alike:
            return [named(code, flat).text for code in self.codes]
        state = self.game.state_at(flat)
        return [self.game.chosen(code, state) for code in self.codes]

    @property
    def is_quiet(self) -> bool:
        """Whether a turn's action is open and nothing is owed."""
        return not self.flat[DECISION] and not self.flat[STAGE]

    def play(self, code: int) -> None:
        """Go on by a move that leaves nothing to chance."""
        self.codes = self.apply(self.flat, code, None)

    def state(self) -> tuple[object, ...]:
        """Return what can be compared with another reading's: where marks last differently long, only where no troops lie."""
        flat, end = self.flat, self.end
        words = self.decisions[flat[DECISION]], self.endings[flat[WON_BY]]
        return (*words, flat[:DECISION], flat[DECIDER:WON_BY], flat[ENDED_BY:end])


def _alike(one: Side, other: Side) -> bool:
    return one.state() == other.state()


def _core(game: Game, flat: Sequence[int]) -> Situation:
    """Return what players know or will know of a state; how long a mark lasts is seen when it ends."""
    x = game.layout.situation(tuple(flat), len(game.module["KEPT"]))

    def plain(pieces: list[Any]) -> list[Any]:
        return [piece._replace(marks=tuple(int(mark > 0) for mark in piece.marks)) for piece in pieces]

    stacks, zones = [*map(plain, x.stacks)], {key: plain(pieces) for key, pieces in x.zones.items()}
    return replace(x, stacks=stacks, zones=zones, owed=[], pending=None, won_by=None)


def _played(pair: Pair, random: Random) -> Difference | None:
    """Play one random game under both readings and return where they part, if a position can say so."""
    first, seed = random.choice(("blue", "red")), random.getrandbits(32)
    a, b = (game.layout for game in pair.games)
    end = a.masks_at if a.levels == b.levels else FIXED
    is_numbered_alike = a.span == b.span
    one, other = (Side(game, game.opening(seed=seed, first=first), end) for game in pair.games)
    if not _alike(one, other):
        return _compared(pair, None, ())
    base, moves = list(one.flat), list[str]()
    while True:
        legal, others = one.moves(is_numbered_alike), other.moves(is_numbered_alike)
        if legal != others or not _sees_alike(pair, one, other):
            return _at(pair, base, moves)
        if not legal:
            return None
        at = int(random.random() * len(legal))
        code, same = one.codes[at], other.codes[at]
        chances, others_ = one.outcomes(one.flat, code), other.outcomes(other.flat, same)
        if len(chances) != len(others_):
            return _at(pair, base, moves)
        pick = random.choices(range(len(chances)), [weight for _, weight in chances])[0] if len(chances) > 1 else 0
        moves.append(one.game.named(chances[pick][0], one.flat).text)
        try:
            one.play(chances[pick][0])
            other.play(others_[pick][0])
        except EndlessRules:
            return None
        if not _alike(one, other):
            return _at(pair, base, moves)
        if one.is_quiet:
            base, moves = list(one.flat), []


def _sees_alike(pair: Pair, one: Side, other: Side) -> bool:
    """Return whether players see the same; both lists of moves are alike."""
    shown = [(game.ruleset.zones, game.ruleset.mark_kinds) for game in pair.games]
    if shown[0] == shown[1]:
        return True
    return _views(one.game, one.game.state_at(one.flat)) == _views(other.game, other.game.state_at(other.flat))


def _views(game: Game, state: State) -> list[object]:
    return [(view.zones, view.stacks) for view in (game.view(state, player) for player in ("blue", "red"))]


def _at(pair: Pair, base: list[int], moves: Sequence[str]) -> Difference | None:
    return _compared(pair, pair.one.as_position(pair.one.state_at(base)), moves)


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
    except (ToyBattleError, EndlessRules):
        pass
    return None


def _are_alike(pair: Pair, one: State, other: State) -> bool:
    told = [(game.outcome(state), state.pending, state.decider) for game, state in zip(pair.games, (one, other), strict=True)]
    alike = told[0] == told[1] and _core(pair.one, one.flat) == _core(pair.other, other.flat)
    return alike and _views(pair.one, one) == _views(pair.other, other)


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
    one, other = difference.pair.games
    world = World(content)
    if difference.position is None:
        return _standing(start_steps(one, world), one, one.start(seed=1), other, other.start(seed=1), world)
    states, rivals = [one.position(difference.position)], [other.position(difference.position)]
    for text in difference.moves:
        states.append(one.play(states[-1], text)[0])
        rivals.append(other.play(rivals[-1], text)[0])
    steps = written(one, states, difference.moves, content, 0)[:-1]
    if not difference.split:
        return _standing(steps, one, states[-1], other, rivals[-1], world)
    if states[-1].pending and difference.split != "pass":
        checks = [(offered(game, x[-1], world),) for game, x in zip((one, other), (states, rivals), strict=True)]
        return Ready(tuple(steps), *checks)
    steps.append(move_step(one, states[-1], difference.split, world, is_first=not difference.moves))
    checks = [(_judged(game, x[-1], difference.split),) for game, x in zip((one, other), (states, rivals), strict=True)]
    return Ready(tuple(steps), *checks)


def _standing(steps: list[str], one: Game, state: State, other: Game, rival: State, world: World) -> Ready:
    """Return a scenario with the checks that hold under one of the readings only."""
    holding, rivalling = standing(one, state, world), standing(other, rival, world)
    checks = [[check for check in a if check not in b] for a, b in ((holding, rivalling), (rivalling, holding))]
    return Ready(tuple(steps), *(tuple(each[:MOST_CHECKS]) for each in checks))


def _judged(game: Game, state: State, text: str) -> str:
    """Return the check on a move that one reading allows."""
    try:
        verdict = game.why(state, text)
    except MoveError as error:
        return f"Then the move is illegal: {error}"
    if verdict.is_legal:
        return "Then the move is legal"
    reasons = [finding.label for finding in verdict.failed]
    return f"Then the move is illegal{f' because {reasons[0]}' if reasons else f': {verdict.problem}'}"
