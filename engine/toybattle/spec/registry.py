"""The registry of steps: which texts there are, and what runs when one is met."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from cucumber_expressions.expression import CucumberExpression
from cucumber_expressions.parameter_type import ParameterType
from cucumber_expressions.parameter_type_registry import ParameterTypeRegistry

Function = TypeVar("Function", bound=Callable[..., None])


def _kind(name: str, regexp: str) -> ParameterType:
    return ParameterType(name, regexp, str, str, False, False)


# Patterns are wide: the game decides what a word means when the step runs.
# Editors read these calls too, and only plain strings without a backslash.
PARAMETERS = (
    _kind(name="player", regexp="[A-Z][^ ,'’]*"),
    _kind(name="nickname", regexp="[A-Z][^ ,'’]*"),
    _kind(name="troop", regexp="[^ ,]+(?: [^ ,]+){0,3}"),
    _kind(name="sight", regexp="[0-9]+ (?:[^ ,]+ )?unknown troops?|[^ ,]+(?: [^ ,]+){0,3}"),
    _kind(name="troops", regexp="(?!now ).+"),
    _kind(name="piece", regexp="[^ ,]+ .+"),
    _kind(name="stack", regexp="[^ ,]+ .+"),
    _kind(name="slot", regexp="base [^ ,]+|the [^ ,]+ H[.]Q[.](?: [0-9]+)?"),
    _kind(name="slots", regexp="(?:bases? |the ).+"),
    _kind(name="spot", regexp="[A-Z][^ ,'’]*'s [a-z0-9-]+|base [^ ,]+|the [^ ,]+ H[.]Q[.](?: [0-9]+)?"),
    _kind(name="choice", regexp=".+"),
    _kind(name="choices", regexp=".+"),
    _kind(name="region", regexp="[a-z0-9-]+"),
    _kind(name="medals", regexp="no medals|[0-9]+ medals?"),
    _kind(name="number", regexp="-?[0-9]+"),
    _kind(name="zone", regexp="[a-z0-9-]+"),
    _kind(name="mark", regexp="[a-z0-9-]+"),
    _kind(name="counter", regexp="[a-z0-9-]+"),
    _kind(name="subject", regexp="[A-Z][^ ,'’]*|base [^ ,]+|the [^ ,]+ H[.]Q[.](?: [0-9]+)?|region [a-z0-9-]+|the game"),
    _kind(name="requirement", regexp="[a-z0-9-]+"),
    _kind(name="ending", regexp="[a-z0-9-]+"),
    _kind(name="effect", regexp="[a-z0-9-]+"),
    _kind(name="decision", regexp="the turn|[a-z0-9-]+"),
    _kind(name="citation", regexp="[a-z0-9-]+"),
    _kind(name="quoted", regexp='"[^"]*"'),
    _kind(name="switch", regexp="on|off"),
    _kind(name="presence", regexp="a|no"),
)
"""The kinds of word in a step."""

_WORDS_OF = {
    "player": "P",
    "troop": "T",
    "troops": "T, T",
    "slot": "S",
    "sight": "T",
    "spot": "P's rack",
    "slots": "S and S",
    "requirement": "REASON",
    "medals": "N medals",
}


MOST_TEXTS = 8192
"""Of steps that are remembered with what they meet; the shipped scenarios have two thousand."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A step text and the function that runs it."""

    kind: str
    """given, when or then."""
    text: str
    """A Cucumber Expression."""
    run: Callable[..., None] = field(compare=False)
    takes_table: bool = False
    is_judging: bool = False
    """Whether it judges the move before it, so that an illegal one may stand."""
    is_outcome: bool = False
    """Whether it completes the move before it with what chance decided."""

    def __str__(self) -> str:
        """The text as a writer knows it: `P places T on S`."""
        text = re.sub(r"\w+/(\w+)", r"\1", self.text)  # of two words, the second
        return re.sub(r"\{(\w+)\}", lambda hit: _WORDS_OF.get(hit[1], hit[1].upper()), text)


@dataclass(frozen=True, slots=True)
class Match:
    """A definition that a step's text meets, with the words in its places."""

    definition: Definition
    words: tuple[tuple[str, str, int], ...]
    """Kind of word, word, and where in the text it begins, from 0."""


class Registry:
    """All step definitions; no text may meet two of them."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self._expressions: list[CucumberExpression] = []
        self._types = ParameterTypeRegistry()
        for kind in PARAMETERS:
            self._types.define_parameter_type(kind)
        self.find = lru_cache(MOST_TEXTS)(self._find)
        self.nearest = lru_cache(MOST_TEXTS)(self._nearest)

    def step(self, kind: str, text: str, **traits: bool) -> Callable[[Function], Function]:
        """Return the decorator that registers a function for a text."""

        def register(function: Function) -> Function:
            self.definitions.append(Definition(kind, text, function, **traits))
            self._expressions.append(CucumberExpression(text, self._types))
            self.find.cache_clear()
            self.nearest.cache_clear()
            return function

        return register

    def _find(self, text: str) -> tuple[Match, ...]:
        matches = []
        for definition, expression in zip(self.definitions, self._expressions, strict=True):
            arguments: list[Any] | None = expression.match(text)
            if arguments is not None:
                words = tuple((a.parameter_type.name, a.group.value, a.group.start) for a in arguments)
                matches.append(Match(definition, words))
        return tuple(matches)

    def _nearest(self, text: str, kind: str, only: bool = False) -> Definition | None:
        """Return the definition whose text is most like this one; of two alike, the one of that kind."""

        def likeness(definition: Definition) -> float:
            same = difflib.SequenceMatcher(None, definition.text, text, autojunk=False).ratio()
            plain = re.sub(r"\{\w+\}", "", definition.text).split()
            common = sum(word in text.split() for word in plain) / max(len(plain), 1)
            return same + common + (definition.kind == kind) / 10

        return max((d for d in self.definitions if d.kind == kind or not only), key=likeness, default=None)


steps = Registry()
"""The steps of this package."""


def given(text: str, **traits: bool) -> Callable[[Function], Function]:
    """Register a set-up."""
    return steps.step("given", text, **traits)


def when(text: str, **traits: bool) -> Callable[[Function], Function]:
    """Register something a player or chance does."""
    return steps.step("when", text, **traits)


def then(text: str, **traits: bool) -> Callable[[Function], Function]:
    """Register a check."""
    return steps.step("then", text, **traits)
