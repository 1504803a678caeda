"""Boards as text: a terrain, a state or a player's view, for a terminal or a page."""

from toybattle.draw.board import drawn, medal_track, piece_name, troop_name
from toybattle.draw.canvas import in_ascii

__all__ = ["drawn", "in_ascii", "medal_track", "piece_name", "troop_name"]
