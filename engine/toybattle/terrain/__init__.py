"""Terrains: slots, the paths between them, and the regions."""

from .geometry import Face, face_at, face_of, faces, outline
from .lints import Survey
from .read import terrain_from_document
from .terrain import MOST_SLOTS, Region, Slot, Special, SpecialWords, Terrain

__all__ = [
    "MOST_SLOTS",
    "Face",
    "Region",
    "Slot",
    "Special",
    "SpecialWords",
    "Survey",
    "Terrain",
    "face_at",
    "face_of",
    "faces",
    "outline",
    "terrain_from_document",
]
