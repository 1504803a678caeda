"""The living rulebook: one HTML page with the rules, what they rest on, and every scenario as it now stands."""

from toybattle.book.page import page
from toybattle.book.rules import Note

__all__ = ["Note", "page"]
