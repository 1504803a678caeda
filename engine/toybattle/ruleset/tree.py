"""The typed tree of a ruleset: every name resolved, no Python callables; both evaluators walk it.

Expressions may not exist (`strength` of a joker, `top` of an empty slot); what asks about something that does not
exist is false, a set that starts from it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Literal, TypeAlias

from toybattle.errors import Place as FilePlace

Type: TypeAlias = Literal["player", "slot", "piece", "region", "number"]


# ---- expressions: one thing


@dataclass(frozen=True, slots=True)
class Me:
    """The player who acts."""


@dataclass(frozen=True, slots=True)
class EnemyOf:
    """The other player."""

    player: Expression


@dataclass(frozen=True, slots=True)
class OwnerOf:
    """Whose a troop or an H.Q. is, or who took a region's medals; a base has no owner."""

    what: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable; its type is known from what binds it."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class This:
    """The troop an effect belongs to, or a verb is about."""


@dataclass(frozen=True, slots=True)
class Here:
    """The slot of `this`, or where it is to stand."""


@dataclass(frozen=True, slots=True)
class Top:
    """The visible troop on a slot."""

    slot: Expression


@dataclass(frozen=True, slots=True)
class SlotOf:
    """Where a troop on the map stands."""

    piece: Expression


@dataclass(frozen=True, slots=True)
class Literal_:  # noqa: N801  (the plain name is taken)
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A sum, difference or product."""

    left: Expression
    sign: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Count:
    """How many a set has."""

    among: SetExpression


@dataclass(frozen=True, slots=True)
class Room:
    """How many more troops a player's zone can hold."""

    zone: str
    player: Expression


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a troop; a joker has none."""

    piece: Expression


@dataclass(frozen=True, slots=True)
class MedalsOf:
    """The medals a player has, or those printed in a region."""

    what: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Objective:
    """The medals with which a player wins on this terrain."""

    player: Expression


@dataclass(frozen=True, slots=True)
class CounterOf:
    """A counter's number; the game's own counter has no subject."""

    counter: str
    subject: Expression | None


@dataclass(frozen=True, slots=True)
class Distance:
    """Paths from one slot to another; it does not exist when no way leads there."""

    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Height:
    """Troops in the stack on a slot."""

    slot: Expression


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """The first value printed on a special base."""

    slot: Expression


Expression: TypeAlias = (
    Me | EnemyOf | OwnerOf | Bound | This | Here | Top | SlotOf | Literal_ | Arithmetic | Count | Room | Strength
    | MedalsOf | Objective | CounterOf | Distance | Height | PrintedValue
)  # fmt: skip


# ---- expressions: sets, always in the terrain's order


@dataclass(frozen=True, slots=True)
class Slots:
    """All slots, only bases, or only H.Q.s (of one player)."""

    which: Literal["slots", "bases", "hqs"]
    player: Expression | None = None


@dataclass(frozen=True, slots=True)
class Tops:
    """The visible troops (of one player)."""

    player: Expression | None


@dataclass(frozen=True, slots=True)
class Troops:
    """All troops on the map, covered ones too (of one player)."""

    player: Expression | None


@dataclass(frozen=True, slots=True)
class Stack:
    """The troops on one slot, bottom first."""

    slot: Expression


@dataclass(frozen=True, slots=True)
class InZone:
    """The troops in a player's zone."""

    zone: str
    player: Expression


@dataclass(frozen=True, slots=True)
class Regions:
    """All regions, or those a slot encloses."""

    around: Expression | None = None


@dataclass(frozen=True, slots=True)
class BasesAround:
    """The bases that enclose a region."""

    region: Expression


@dataclass(frozen=True, slots=True)
class Values:
    """The numbers printed on a special base."""

    slot: Expression


@dataclass(frozen=True, slots=True)
class Only:
    """A set of one, where a set is needed."""

    what: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class AdjacentTo:
    """Those to which one path leads from a slot of `to`."""

    among: SetExpression
    to: SetExpression


@dataclass(frozen=True, slots=True)
class OtherThan:
    """Those that are not `than`, or do not stand on it."""

    among: SetExpression
    than: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class JoinedTo:
    """Those reached along paths whose inner slots are bases of `through` (place-connected)."""

    among: SetExpression
    to: SetExpression
    through: SetExpression


@dataclass(frozen=True, slots=True)
class Within:
    """Those at most so many paths away; an H.Q. is never passed through."""

    among: SetExpression
    paths: int
    of: Expression


@dataclass(frozen=True, slots=True)
class Where:
    """Those for which a condition holds."""

    among: SetExpression
    variable: Bound
    condition: Condition


SetExpression: TypeAlias = (
    Slots | Tops | Troops | Stack | InZone | Regions | BasesAround | Values | Only | AdjacentTo | OtherThan | JoinedTo
    | Within | Where
)  # fmt: skip


# ---- conditions


@dataclass(frozen=True, slots=True)
class Or:
    """Holds when one does; the second is looked at only if the first does not hold."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class And:
    """Holds when both do."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """Holds when the other does not."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers compared; false if one does not exist."""

    left: Expression
    comparison: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Same:
    """Two things of one type are one; false if one does not exist."""

    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class In:
    """A thing is in a set."""

    what: Expression
    among: SetExpression
    type: Type


@dataclass(frozen=True, slots=True)
class IsEmpty:
    """No troop stands on the slot."""

    slot: Expression


@dataclass(frozen=True, slots=True)
class IsHq:
    """The slot is an H.Q.; otherwise it is a base."""

    slot: Expression


@dataclass(frozen=True, slots=True)
class IsKind:
    """The troop is of this kind."""

    piece: Expression
    kind: str


@dataclass(frozen=True, slots=True)
class IsJoker:
    """The troop has no strength."""

    piece: Expression


@dataclass(frozen=True, slots=True)
class IsSpecial:
    """The slot is a special base of this kind."""

    slot: Expression
    kind: str


@dataclass(frozen=True, slots=True)
class IsMarked:
    """The troop bears the mark."""

    piece: Expression
    mark: str


@dataclass(frozen=True, slots=True)
class IsClaimed:
    """The region's medals are gone."""

    region: Expression


@dataclass(frozen=True, slots=True)
class Quantified:
    """It holds for every one, or for some."""

    is_every: bool
    variable: Bound
    among: SetExpression
    condition: Condition


@dataclass(frozen=True, slots=True)
class NoAction:
    """The player on turn has no legal action."""


Condition: TypeAlias = (
    Or | And | Not | Compare | Same | In | IsEmpty | IsHq | IsKind | IsJoker | IsSpecial | IsMarked | IsClaimed
    | Quantified | NoAction
)  # fmt: skip


# ---- verbs


@dataclass(frozen=True, slots=True)
class Draw:
    """Take troops from the reserve, one by one while `to draw` allows."""

    player: Expression
    number: Expression


@dataclass(frozen=True, slots=True)
class Place:
    """Put a troop from a zone onto a slot."""

    player: Expression
    piece: Expression
    slot: Expression


@dataclass(frozen=True, slots=True)
class Send:
    """Take a troop from where it is into a zone of its owner: discard, return, recover."""

    player: Expression
    word: str
    piece: Expression
    zone: str


@dataclass(frozen=True, slots=True)
class Move:
    """Take a troop from its slot onto another."""

    player: Expression
    piece: Expression
    slot: Expression


@dataclass(frozen=True, slots=True)
class SetMark:
    """Put a mark on a troop."""

    player: Expression
    word: str
    mark: str
    piece: Expression


@dataclass(frozen=True, slots=True)
class ChangeCounter:
    """Add to a counter, or set it."""

    player: Expression
    word: Literal["add", "set"]
    counter: CounterOf
    number: Expression


@dataclass(frozen=True, slots=True)
class Claim:
    """Take a region's medals."""

    player: Expression
    region: Expression


Verb: TypeAlias = Draw | Place | Send | Move | SetMark | ChangeCounter | Claim


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen; a second variable is chosen from the same set, in no order."""

    variables: tuple[Bound, ...]
    how: Literal["free", "random", "unseen"]
    among: SetExpression
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Program:
    """One choice point, then verbs one after the other."""

    is_optional: bool
    choices: tuple[Choice, ...]
    verbs: tuple[Verb, ...]


# ---- statements


@dataclass(frozen=True, slots=True)
class Statement:
    """What every statement has."""

    label: str
    cites: tuple[str, ...]
    """Ids of citations, or quoted text of the statement's own."""
    place: FilePlace = field(compare=False)
    text: str = field(compare=False)
    """The statement as the language writes it."""

    @property
    def name(self) -> str:
        """The word it begins with, and its label; what has no label is called by how it begins."""
        is_listing = isinstance(self, Order | AfterChange | NoSpecials)
        return self.label if is_listing else f"{self.text.split(maxsplit=1)[0]} {self.label}"


@dataclass(frozen=True, slots=True)
class Zone(Statement):
    """Where a player's troops lie that are not on the map."""

    limit: Expression | None
    seen_by: str


@dataclass(frozen=True, slots=True)
class TroopKind(Statement):
    """A kind of troop; `strength` is None for a joker."""

    display: str
    strength: Expression | None
    count: int


@dataclass(frozen=True, slots=True)
class SpecialKind(Statement):
    """A kind of special base."""

    display: str
    takes_values: bool


@dataclass(frozen=True, slots=True)
class Mark(Statement):
    """What a troop may bear: who sees that it does, and whether it shows the troop to them."""

    verb: str
    seen_by: str
    is_showing: bool
    lifetime: str


@dataclass(frozen=True, slots=True)
class Counter(Statement):
    """A number kept for each of a scope."""

    scope: Literal["player", "slot", "region", "game"]
    starts: int


@dataclass(frozen=True, slots=True)
class SetupStep(Statement):
    """Troops dealt before the first turn, from the reserve."""

    who: Literal["each player", "first player", "other player"]
    zone: str
    number: int


@dataclass(frozen=True, slots=True)
class Action(Statement):
    """What a player may do with a turn."""

    when: Condition | None
    program: Program


@dataclass(frozen=True, slots=True)
class Requirement(Statement):
    """A condition that a verb needs; `parameters` name its piece and slot."""

    verb: str
    parameters: tuple[Bound, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Exception_(Statement):  # noqa: N801  (the plain name is taken)
    """What waives or forbids a requirement, or suspends other exceptions and effects.

    `targets` are labels; `verb` is None when it suspends a group or an effect and speaks of `here` only.
    """

    groups: tuple[str, ...]
    verb: str | None
    parameters: tuple[Bound, ...]
    does: Literal["waive", "forbid", "suspend"]
    targets: tuple[str, ...]
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Trigger:
    """The event that makes an effect owed: None stands for any troop, any slot."""

    happening: Literal["placing", "covering", "leaving", "turn start", "turn end"]
    troop: str | None
    special: str | None
    needs_troop: bool
    """Whether a turn's start or end is looked at for each visible troop, rather than once or for each special base."""

    @property
    def has_slot(self) -> bool:
        """Whether the event happens on a slot."""
        return not self.happening.startswith("turn") or self.special is not None or self.needs_troop


@dataclass(frozen=True, slots=True)
class Effect(Statement):
    """What happens upon an event; `actor` decides and acts, by default who caused the event."""

    groups: tuple[str, ...]
    trigger: Trigger
    actor: Expression | None
    when: Condition | None
    program: Program
    phase: int
    stays: bool
    """Whether it is dropped when its troop has left."""


@dataclass(frozen=True, slots=True)
class Law(Statement):
    """What follows by itself whenever its condition holds, for every binding in order, `me` first."""

    binders: tuple[Bound, ...]
    when: Condition
    verb: Verb


@dataclass(frozen=True, slots=True)
class Win(Statement):
    """An ending that names its winner."""

    player: Bound
    when: Condition
    if_both: Expression | None


@dataclass(frozen=True, slots=True)
class MostWins:
    """Who has more wins: medals, or a counter of players."""

    counter: str | None
    tie: Result


@dataclass(frozen=True, slots=True)
class PlayerWins:
    """This player wins."""

    player: Expression


Result: TypeAlias = MostWins | PlayerWins


@dataclass(frozen=True, slots=True)
class End(Statement):
    """An ending looked at when a turn starts or ends; `me` ended the game."""

    happening: Literal["turn start", "turn end"]
    when: Condition
    result: Result


@dataclass(frozen=True, slots=True)
class Order(Statement):
    """In which order owed effects are applied: groups, each with whether its effects are dropped when their troop has left."""

    phases: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class AfterChange(Statement):
    """The order in which laws and wins are looked at."""

    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoSpecials(Statement):
    """The marks printed on the terrain mean nothing."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole game's rules."""

    zones: tuple[Zone, ...]
    troops: tuple[TroopKind, ...]
    special_kinds: tuple[SpecialKind, ...]
    mark_kinds: tuple[Mark, ...]
    counter_kinds: tuple[Counter, ...]
    setup: tuple[SetupStep, ...]
    actions: tuple[Action, ...]
    requirement_list: tuple[Requirement, ...]
    exceptions: tuple[Exception_, ...]
    effect_list: tuple[Effect, ...]
    laws: tuple[Law | Win, ...]
    """In the order in which they are looked at after every change."""
    ends: tuple[End, ...]
    uses_specials: bool
    """Whether the marks printed on the terrain mean anything."""
    citations: dict[str, Citation]
    variants: tuple[str, ...]
    digest: str
    listings: dict[str, Order | AfterChange | NoSpecials] = field(default_factory=dict)
    """What is said of other statements and is worked into them, by how it begins; kept for what it cites."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All statements, as a rulebook orders them; a special base's effect follows its kind."""
        effects = {x.label: x for x in self.effect_list}
        kinds = [(x, *(e for e in [effects.get(x.label)] if e and e.place == x.place)) for x in self.special_kinds]
        of_kinds = [statement for pair in kinds for statement in pair]
        return (
            *self.zones, *self.counter_kinds, *self.setup, *self.actions, *self.requirement_list, *self.exceptions, *self.troops,
            *(x for x in self.effect_list if x not in of_kinds), *of_kinds, *self.mark_kinds, *self.laws, *self.ends,
            *self.listings.values(),
        )  # fmt: skip

    _judging: dict[str, tuple[Requirement, ...]] = field(init=False, repr=False, compare=False)
    _speaking: dict[tuple[str, str], tuple[Exception_, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sort requirements by their verbs, and exceptions by what they speak on."""
        judging: dict[str, tuple[Requirement, ...]] = {}
        for x in self.requirement_list:
            judging[x.verb] = (*judging.get(x.verb, ()), x)
        speaking: dict[tuple[str, str], tuple[Exception_, ...]] = {}
        for exception in self.exceptions:
            for label in exception.targets:
                speaking[label, exception.does] = (*speaking.get((label, exception.does), ()), exception)
        object.__setattr__(self, "_judging", judging)
        object.__setattr__(self, "_speaking", speaking)

    @property
    def requirements(self) -> tuple[str, ...]:
        """Labels of all requirements: the reasons a verdict can name."""
        return tuple(x.label for x in self.requirement_list)

    @property
    def effects(self) -> tuple[str, ...]:
        """Labels of all effects, those of special bases too."""
        return tuple(x.label for x in self.effect_list)

    @property
    def endings(self) -> tuple[str, ...]:
        """Labels of all endings."""
        return tuple(x.label for x in (*self.laws, *self.ends) if isinstance(x, Win | End))

    @property
    def counters(self) -> tuple[str, ...]:
        """Names of all counters."""
        return tuple(x.label for x in self.counter_kinds)

    @property
    def marks(self) -> tuple[str, ...]:
        """Names of all marks."""
        return tuple(x.label for x in self.mark_kinds)

    @property
    def specials(self) -> tuple[str, ...]:
        """Names of all kinds of special base."""
        return tuple(x.label for x in self.special_kinds)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every word a move can begin with, `pass` apart."""
        programs = [*(x.program for x in self.actions), *(x.program for x in self.effect_list)]
        return tuple(dict.fromkeys(verb_word(program.verbs[0]) for program in programs))

    @property
    def stuck_endings(self) -> tuple[str, ...]:
        """The endings of a player who can do nothing."""
        return tuple(end.label for end in self.ends if end.when == NoAction())

    def judging(self, verb: str) -> tuple[Requirement, ...]:
        """The requirements of a verb, in order."""
        return self._judging.get(verb, ())

    def speaking_on(self, label: str, does: str) -> tuple[Exception_, ...]:
        """The exceptions that do this to the statement of that label, in order."""
        return self._speaking.get((label, does), ())


@dataclass(frozen=True, slots=True)
class Citation:
    """A printed rule or a ruling: what it says, where it is written, whether it is disputed."""

    id: str
    statement: str
    source: tuple[str, ...]
    status: Literal["settled", "disputed", "open"]
    alternative: str = ""
    """The other reading."""
    variant: str = ""
    """The variant that plays it."""
    said_in: tuple[str, ...] = ()
    """The sources as phrases."""


def verb_word(verb: Verb) -> str:
    """Return the verb as rules and moves write it."""
    match verb:
        case Send() | SetMark() | ChangeCounter():
            return verb.word
        case _:
            return type(verb).__name__.lower()


def walk(x: object) -> Iterator[object]:
    """Yield a node and every node in it."""
    yield x
    parts = x if isinstance(x, tuple) else (getattr(x, item.name) for item in fields(x)) if is_dataclass(x) else ()
    for part in parts:
        yield from walk(part)


def zone_in(among: SetExpression) -> InZone | None:
    """Return the player's zone that a set's troops lie in, or None if in none."""
    match among:
        case InZone():
            return among
        case OtherThan() | Where():
            return zone_in(among.among)
        case _:
            return None
