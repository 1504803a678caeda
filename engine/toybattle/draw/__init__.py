"""Boards as text for a terminal or a page, and as pictures: a terrain, a state or a player's view."""

from toybattle.draw.board import drawn, medal_track, piece_name, troop_name
from toybattle.draw.canvas import in_ascii
from toybattle.draw.picture import Picture, figure, svg
from toybattle.draw.scene import Refusal, refusal_of, slots_of
from toybattle.draw.scheme import FIGURE_STYLE, PATTERNS

__all__ = [
    "FIGURE_STYLE", "PATTERNS", "Picture", "Refusal", "drawn", "figure", "in_ascii", "medal_track", "piece_name",
    "refusal_of", "slots_of", "svg", "troop_name",
]  # fmt: skip
