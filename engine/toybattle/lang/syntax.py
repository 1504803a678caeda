"""The syntax of a rules file as values: what was written, with its place, before names mean anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file; lines and columns count from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span(0, 0, 0, 0)
MOST_DEPTH = 60
"""Levels of nodes within nodes that a statement may have, so that no pass exhausts the stack."""


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text as editors count them."""
    return tuple(re.split(r"\r\n|\r|\n", text))


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of syntax; equality ignores where it stands."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# ---- expressions


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A bare word: `slots`, `tops`, `me`, `here`."""

    name: str


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A capitalised name bound by a choice, a requirement, a quantifier or a law."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`strength of T`, `top of S`, `enemy of P`, `charge of me`."""

    name: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Possessive(Node):
    """`my rack`, `enemy tops`."""

    whose: str
    name: str


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    """`number of my tops`."""

    of: Expression


@dataclass(frozen=True, slots=True)
class RoomIn(Node):
    """`room in my rack`."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class Distance(Node):
    """`distance from here to S`, in paths."""

    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """A sum, difference or product."""

    left: Expression
    sign: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Adjacent(Node):
    """`enemy tops adjacent to here`."""

    among: Expression
    to: Expression


@dataclass(frozen=True, slots=True)
class OtherThan(Node):
    """`my tops other than here`."""

    among: Expression
    than: Expression


@dataclass(frozen=True, slots=True)
class Around(Node):
    """`bases around R`, `regions around S`."""

    among: Expression
    centre: Expression


@dataclass(frozen=True, slots=True)
class Joined(Node):
    """`slots joined to my hqs through my tops`."""

    among: Expression
    to: Expression
    through: Expression


@dataclass(frozen=True, slots=True)
class Within(Node):
    """`bases within 2 paths of here`."""

    among: Expression
    paths: int
    of: Expression


@dataclass(frozen=True, slots=True)
class Filtered(Node):
    """`(regions R where owner of R = me)`."""

    among: Expression
    variable: str
    condition: Condition


Expression: TypeAlias = (
    Word | Variable | Number | Of | Possessive | NumberOf | RoomIn | Distance | Arithmetic
    | Adjacent | OtherThan | Around | Joined | Within | Filtered
)  # fmt: skip


# ---- conditions


@dataclass(frozen=True, slots=True)
class Either(Node):
    """A condition that holds when one side does."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Both(Node):
    """A condition that holds when both sides do."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`not …`."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`strength of T > 3`, `owner of top of B = P`; there is no `!=`."""

    left: Expression
    comparison: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`S in slots joined to my hqs through my tops`."""

    what: Expression
    among: Expression


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`T is joker`, `S is not my hq`."""

    what: Expression
    negated: str | None
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Predicate(Node):
    """The words after `is`; `whose` is `my`, `enemy` or empty."""

    name: str
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`every B in … has …`, `some B in … where …`, `no B in … where …`."""

    quantifier: str
    variable: str
    among: Expression
    condition: Condition


@dataclass(frozen=True, slots=True)
class NoAction(Node):
    """`no action is possible`."""


Condition: TypeAlias = Either | Both | Negation | Compare | Member | Is | Quantified | NoAction


# ---- programs


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`random X in enemy rack where …`; two variables choose two alike, in no order."""

    how: str | None
    variable: str
    second: str | None
    among: Expression
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """A verb with what it needs: `place T on S`, `P claims R`, `first player draw 3`."""

    subject: Expression | None
    verb: str
    first: Expression | None
    preposition: str | None
    second: Expression | None


@dataclass(frozen=True, slots=True)
class Program(Node):
    """`may choose X in …, then discard X and draw 1`."""

    may: str | None
    choices: tuple[Choice, ...]
    phrases: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Event(Node):
    """`placing duck`, `leaving any troop at pond`, `turn start`; None where nothing was said."""

    happening: str
    troop: str | None
    at: str | None


# ---- statements


@dataclass(frozen=True, slots=True)
class Citation(Node):
    """An id of `citations.yaml`, or quoted text of its own."""

    text: str
    is_quoted: bool


@dataclass(frozen=True, slots=True)
class Language(Node):
    """The first line of a file."""

    version: int


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """Where a player's troops lie that are not on the map."""

    name: str
    holds: Expression | None
    seen_by: str
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Troop(Node):
    """A kind of troop; a joker has no strength."""

    name: str
    display: str | None
    strength: Expression | None
    count: int
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Special(Node):
    """A kind of special base, with what it does, if anything."""

    name: str
    display: str | None
    values: str | None
    groups: tuple[str, ...]
    cites: tuple[Citation, ...]
    event: Event | None
    actor: Expression | None
    when: Condition | None
    program: Program | None


@dataclass(frozen=True, slots=True)
class Mark(Node):
    """What a troop may bear, and the verb that puts it there."""

    name: str
    verb: str
    seen_by: str | None
    showing: str | None
    cites: tuple[Citation, ...]
    lifetime: str


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """A number kept for each player, slot, region, or once for the game."""

    name: str
    scope: str
    starts: int | None
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Setup(Node):
    """One step before the first turn."""

    name: str
    cites: tuple[Citation, ...]
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Action(Node):
    """What a player may do with a turn."""

    name: str
    cites: tuple[Citation, ...]
    when: Condition | None
    program: Program


@dataclass(frozen=True, slots=True)
class To(Node):
    """The verb that the requirements and exceptions after it judge: `to place T on S`."""

    verb: str
    first: str | None
    preposition: str | None
    second: str | None


@dataclass(frozen=True, slots=True)
class Require(Node):
    """A condition that a verb needs."""

    name: str
    cites: tuple[Citation, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Exception_(Node):  # noqa: N801  (the plain name is taken)
    """What waives or forbids a requirement, or suspends an exception, an effect or a group."""

    name: str
    groups: tuple[str, ...]
    cites: tuple[Citation, ...]
    does: str
    target: str
    is_group: bool
    when: Condition | None


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """What happens upon an event."""

    name: str
    groups: tuple[str, ...]
    cites: tuple[Citation, ...]
    event: Event
    actor: Expression | None
    when: Condition | None
    program: Program


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """One group's turn among the owed effects."""

    group: str
    stays: str | None


@dataclass(frozen=True, slots=True)
class Order(Node):
    """In which phases owed effects are applied."""

    cites: tuple[Citation, ...]
    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`player P` or `region R` at the head of a law."""

    scope: str
    variable: str


@dataclass(frozen=True, slots=True)
class Law(Node):
    """What follows by itself whenever its condition holds."""

    name: str
    binders: tuple[Binder, ...]
    cites: tuple[Citation, ...]
    when: Condition
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Win(Node):
    """An ending that names its winner; `if_both` wins when it holds for both."""

    name: str
    scope: str
    variable: str
    cites: tuple[Citation, ...]
    when: Condition
    if_both: Expression | None


@dataclass(frozen=True, slots=True)
class After(Node):
    """The order in which laws and wins are looked at after every change."""

    cites: tuple[Citation, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MostWins(Node):
    """`most medals wins, on a tie …`."""

    counted: str
    tie: Result


@dataclass(frozen=True, slots=True)
class PlayerWins(Node):
    """`enemy wins`."""

    player: Expression


Result: TypeAlias = MostWins | PlayerWins


@dataclass(frozen=True, slots=True)
class End(Node):
    """An ending looked at upon an event."""

    name: str
    cites: tuple[Citation, ...]
    event: Event
    when: Condition | None
    result: Result


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """A statement that takes the place of the one with its label."""

    statement: Statement


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """The statement of this label, and kind if named, is gone."""

    kind: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Ignore(Node):
    """`ignore special bases`: every printed mark means nothing."""

    cites: tuple[Citation, ...]


Statement: TypeAlias = (
    Language | Zone | Troop | Special | Mark | Counter | Setup | Action | To | Require | Exception_ | Effect
    | Order | Law | Win | After | End | Replace | Remove | Ignore
)  # fmt: skip
