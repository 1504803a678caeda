"""The game: states that follow from each other under a terrain and a ruleset."""

from toybattle.game.game import Game, IllegalMove
from toybattle.game.notation import AmbiguousMove, Move, MoveError, UnreadableMove
from toybattle.game.offers import Offer
from toybattle.game.state import Outcome, Pending, State
from toybattle.game.verdict import Change, Finding, Verdict, Witness
from toybattle.game.view import View

__all__ = [
    "AmbiguousMove", "Change", "Finding", "Game", "IllegalMove", "Move", "MoveError", "Offer", "Outcome", "Pending", "State",
    "UnreadableMove", "Verdict", "View", "Witness",
]  # fmt: skip
