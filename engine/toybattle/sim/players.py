"""Who can play: chance, a player who looks one move ahead, and one who plays many games on before deciding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, cast

from toybattle.documents import read_document, schema_faults
from toybattle.errors import Fault, InputError, Place, did_you_mean
from toybattle.resources import shipped

LENGTHS = {
    "medal": 1, "region": 4, "region_of_enemy": 4, "reach": 1, "linked": 1, "approach": 5, "threat": 5, "strength": 1,
    "hand": 9, "hand_of_enemy": 9, "held": 1, "owed": 1, "drawn": 1,
}  # fmt: skip
"""The weights, and how many numbers each is; the last of several stands for all beyond."""
KINDS = ("random", "greedy", "search")
MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Player:
    """Who decides for a colour, told by nothing but what that colour may know."""

    word: str
    """`random`, `greedy` or `search:N`."""
    kind: int
    """0, 1 or 2, in this order."""
    games: int
    """How many games are played on before a decision."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The player as numbers: the kind, the games, the weights."""
        return (self.kind, self.games, *weights())


def player(word: str) -> Player:
    """Return the player of that name, or refuse a name that nobody answers to."""
    kind, _, games = word.partition(":")
    if word in KINDS[:2]:
        return Player(word, KINDS.index(word), 0)
    if kind == KINDS[2] and re.fullmatch(r"[1-9][0-9]{0,6}", games) and int(games) <= MOST_GAMES:
        return Player(word, 2, int(games))
    hint = did_you_mean(word, KINDS[:2]) if kind != KINDS[2] else ""
    expected = f"random, greedy, or search:N with a number of games up to {MOST_GAMES}, such as search:200"
    raise InputError([Fault("unknown-player", Place("player"), f"unknown player '{word}'", expected, hint)])


@cache
def weights() -> tuple[int, ...]:
    """Return the weights as one row of numbers, in the order of `LENGTHS`."""
    document = read_document(shipped("players") / "greedy.yaml", "players/greedy.yaml")
    faults = schema_faults(document, "player")
    if faults:
        raise InputError(faults)
    data = cast("dict[str, Any]", document.data)
    return tuple(number for name in LENGTHS for number in (data[name] if isinstance(data[name], list) else [data[name]]))


Players: TypeAlias = tuple[Player, Player]
"""Who plays Blue, and who plays Red."""
RANDOM = Player("random", 0, 0)
RANDOMLY: Players = (RANDOM, RANDOM)
