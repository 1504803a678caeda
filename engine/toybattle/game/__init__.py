"""The game: states that follow from each other under a terrain and a ruleset."""

from toybattle.game.explain import Finding, Verdict
from toybattle.game.game import Game, IllegalMove, Outcome
from toybattle.game.notation import AmbiguousMove, Move, MoveError, UnreadableMove
from toybattle.game.state import Pending, State
from toybattle.game.view import View

__all__ = [
    "AmbiguousMove", "Finding", "Game", "IllegalMove", "Move", "MoveError", "Outcome", "Pending", "State",
    "UnreadableMove", "Verdict", "View",
]  # fmt: skip
