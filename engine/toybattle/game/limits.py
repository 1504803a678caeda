"""What no game may grow beyond: rules without end and numbers without measure are refused, never played on wrongly.

Compiled games call the same functions.
"""

from __future__ import annotations

from toybattle.errors import ToyBattleError

MOST_ROUNDS = 1000
"""Rounds of laws after one change, or effects applied by themselves after one decision."""
LARGEST = 10**9
"""The largest number a counter may hold; rules and terrains name smaller ones."""
BOUND = 1 << 62
"""No number is worked with that is as large as this, whatever its sign."""


class Limit(ToyBattleError):
    """What says by its class alone what was too much; compiled games raise it without a word."""

    said = ""

    def __str__(self) -> str:
        return self.said


class EndlessRules(Limit):
    """Rules that follow from each other without end."""


class TooLarge(Limit):
    """A number, or a list, has grown beyond all reason."""


class EndlessLaws(EndlessRules):
    said = f"the laws never come to rest: after {MOST_ROUNDS} rounds there is still more to do"


class EndlessEffects(EndlessRules):
    said = f"the effects never come to rest: after {MOST_ROUNDS} rounds there is still more to do"


class EndlessTurns(EndlessRules):
    said = "the turns never come to rest: a player can do nothing, and nothing ends the game"


class QueueFull(TooLarge):
    said = "more effects are owed at once than a simulation has room for"


class ListFull(TooLarge):
    said = "more moves are legal at once than a simulation has room for"


class CounterFull(TooLarge):
    said = f"a counter would pass {LARGEST}, the largest number it can hold"


class NumberFull(TooLarge):
    said = "a number grows too large to work with"


def endless_laws() -> None:
    """Refuse to look at laws for ever."""
    raise EndlessLaws()


def endless_effects() -> None:
    """Refuse to apply effects for ever."""
    raise EndlessEffects()


def endless_turns() -> None:
    """Refuse to pass turns for ever."""
    raise EndlessTurns()


def queue_full() -> None:
    """Refuse to owe more than there is room for."""
    raise QueueFull()


def list_full() -> None:
    """Refuse to list more moves than there is room for."""
    raise ListFull()


def counted(number: int) -> int:
    """Return a counter's new number, unless it has grown too large."""
    if not -LARGEST <= number <= LARGEST:
        raise CounterFull()
    return number


def bounded(number: int) -> int:
    """Return a number, unless it is too large to work with."""
    if not -BOUND < number < BOUND:
        raise NumberFull()
    return number
