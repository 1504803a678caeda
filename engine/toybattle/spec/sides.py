"""Two readings of the rules played side by side, until they part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..game import Game, State
from ..game.layout import DECIDER, DECISION, ENDED_BY, FIXED, STAGE, TURN, WINNER, WON_BY
from ..game.limits import Limit
from ..game.situation import PLAYERS, Situation
from ..ruleset.tree import Program, Ruleset

MOST_TURNS = 1000
"""Turns after which a game is given up; no rule need end one."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """One terrain under two readings of the rules."""

    one: Game
    other: Game

    @property
    def games(self) -> tuple[Game, Game]:
        """Both games."""
        return self.one, self.other

    @property
    def is_different(self) -> bool:
        """Whether the engine does anything at all that is not the same."""
        return self.one.text != self.other.text


def under(game: Game, ruleset: Ruleset) -> Game:
    """Return a game under other rules."""
    return Game(
        game.terrain, ruleset, special_bases=game.special_bases, variants=game.variants, terrain_word=game.terrain_word
    )  # fmt: skip


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

    def moves(self, is_numbered_alike: bool) -> Sequence[object]:
        """Return what the legal moves come to, or their numbers where the other reading numbers them alike."""
        if is_numbered_alike:
            return self.codes
        state = self.game.state_at(self.flat)
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

    def winner(self, random: Random) -> str:
        """Return who wins when a copy is played on at random, empty if nobody does within many turns."""
        flat, codes, last = list(self.flat), self.codes, self.flat[TURN] + MOST_TURNS
        try:
            while codes and flat[TURN] < last:
                codes = self.apply(flat, codes[int(random.random() * len(codes))], random.random)
        except Limit:
            return ""
        return PLAYERS[flat[WINNER]] if flat[WINNER] >= 0 else ""


@dataclass(slots=True)
class Parting:
    """Where two readings part in a game, both sides as they stand then."""

    one: Side
    other: Side
    base: State | None
    """The last state in which a turn's action was open; None if the game already begins differently."""
    moves: list[str]
    """Played since."""


def parting(pair: Pair, random: Random) -> Parting | None:
    """Play one random game under both readings and return where they part, None if they do not."""
    first, seed = random.choice(PLAYERS), random.getrandbits(32)
    a, b = (game.layout for game in pair.games)
    end = a.masks_at if a.levels == b.levels else FIXED
    is_numbered_alike = a.levels == b.levels and _programs(pair.one.ruleset) == _programs(pair.other.ruleset)
    one, other = (Side(game, game.opening(seed=seed, first=first), end) for game in pair.games)
    if one.state() != other.state():
        return Parting(one, other, None, [])
    base, moves = list(one.flat), list[str]()
    while one.flat[TURN] < MOST_TURNS:
        legal = one.moves(is_numbered_alike)
        if legal != other.moves(is_numbered_alike) or not _see_alike(pair, one, other):
            break
        if not legal:
            return None
        at = int(random.random() * len(legal))
        code, same = one.codes[at], other.codes[at]
        chances, others = one.outcomes(one.flat, code), other.outcomes(other.flat, same)
        if len(chances) != len(others):
            break
        pick = random.choices(range(len(chances)), [weight for _, weight in chances])[0] if len(chances) > 1 else 0
        moves.append(one.game.named(chances[pick][0], one.flat).text)
        try:
            one.play(chances[pick][0])
            other.play(others[pick][0])
        except Limit:
            return None
        if one.state() != other.state():
            break
        if one.is_quiet:
            base, moves = list(one.flat), []
    else:
        return None
    return Parting(one, other, pair.one.state_at(base), moves)


def _programs(rules: Ruleset) -> list[tuple[str, Program]]:
    return [*((x.label, x.program) for x in rules.actions), *((x.label, x.program) for x in rules.effect_list)]


def _see_alike(pair: Pair, one: Side, other: Side) -> bool:
    """Return whether players see the same."""
    shown = [(game.ruleset.zones, game.ruleset.mark_kinds) for game in pair.games]
    if shown[0] == shown[1]:
        return True
    return views(one.game, one.game.state_at(one.flat)) == views(other.game, other.game.state_at(other.flat))


def views(game: Game, state: State) -> list[object]:
    """Return what each player sees."""
    return [(view.zones, view.stacks) for view in (game.view(state, player) for player in PLAYERS)]
