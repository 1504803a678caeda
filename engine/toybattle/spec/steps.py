"""The registry with every step in it."""

from . import checks, moves, set_up  # noqa: F401  # each registers its steps
from .registry import steps

__all__ = ["steps"]
