"""What no game may grow beyond: rules without end and numbers without measure are refused, never played on wrongly."""

from __future__ import annotations

from toybattle.errors import ToyBattleError

MOST_ROUNDS = 1000
"""Rounds of laws after one change, or effects applied by themselves after one decision."""
LARGEST = 10**9
"""The largest number a counter may hold; rules and terrains name smaller ones."""
BOUND = 1 << 62
"""No number is worked with that is as large as this, whatever its sign."""


class EndlessRules(ToyBattleError):
    """Rules that follow from each other without end."""


class TooLarge(ToyBattleError):
    """A number has grown beyond all reason."""


def _endless(what: str) -> EndlessRules:
    return EndlessRules(f"the {what} never come to rest: after {MOST_ROUNDS} rounds there is still more to do")


def endless_laws() -> None:
    """Refuse to look at laws for ever."""
    raise _endless("laws")


def endless_effects() -> None:
    """Refuse to apply effects for ever."""
    raise _endless("effects")


def endless_turns() -> None:
    """Refuse to pass turns for ever."""
    raise _endless("turns")


def counted(number: int) -> int:
    """Return a counter's new number, unless it has grown too large."""
    if not -LARGEST <= number <= LARGEST:
        raise TooLarge(f"a counter would pass {LARGEST}, the largest number there is")
    return number


def bounded(number: int) -> int:
    """Return a number, unless it is too large to work with."""
    if not -BOUND < number < BOUND:
        raise TooLarge("a number grows too large to work with")
    return number
