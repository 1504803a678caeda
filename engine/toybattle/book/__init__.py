"""The living rulebook: one HTML page with the rules, what they rest on, and every scenario as it now stands."""

from toybattle.book.notes import Note, notes_of
from toybattle.book.page import page

__all__ = ["Note", "notes_of", "page"]
