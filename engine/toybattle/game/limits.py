"""What no game may grow beyond: rules without end and numbers without measure are refused, never played on wrongly.

Compiled games call the same functions, so that their messages are plain texts.
"""

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


def endless_laws() -> None:
    """Refuse to look at laws for ever."""
    raise EndlessRules("the laws never come to rest: after 1000 rounds there is still more to do")


def endless_effects() -> None:
    """Refuse to apply effects for ever."""
    raise EndlessRules("the effects never come to rest: after 1000 rounds there is still more to do")


def endless_turns() -> None:
    """Refuse to pass turns for ever."""
    raise EndlessRules("the turns never come to rest: a player who can do nothing does not end the game")


def queue_full() -> None:
    """Refuse to owe more than there is room for."""
    raise TooLarge("more effects are owed at once than a simulation has room for")


def list_full() -> None:
    """Refuse to list more moves than there is room for."""
    raise TooLarge("more moves are legal at once than a simulation has room for")


def counted(number: int) -> int:
    """Return a counter's new number, unless it has grown too large."""
    if not -LARGEST <= number <= LARGEST:
        raise TooLarge("a counter would pass 1000000000, the largest number there is")
    return number


def bounded(number: int) -> int:
    """Return a number, unless it is too large to work with."""
    if not -BOUND < number < BOUND:
        raise TooLarge("a number grows too large to work with")
    return number
