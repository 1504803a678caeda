"""Terrains: slots, the paths between them, and the regions."""

from .read import terrain_from_document
from .terrain import MOST_SLOTS, Region, Slot, Special, SpecialWords, Terrain

__all__ = ["MOST_SLOTS", "Region", "Slot", "Special", "SpecialWords", "Terrain", "terrain_from_document"]
