"""Boards as text for a terminal or a page, and as pictures: a terrain, a state or a player's view."""

from toybattle.draw.board import drawn, medal_track, piece_name, troop_name
from toybattle.draw.canvas import in_ascii
from toybattle.draw.picture import Picture, svg
from toybattle.draw.scene import Refusal, refusal_of, slots_of

__all__ = ["Picture", "Refusal", "drawn", "in_ascii", "medal_track", "piece_name", "refusal_of", "slots_of", "svg", "troop_name"]
