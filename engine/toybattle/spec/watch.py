"""What scenarios make of the rules, seen by playing them again on the evaluator that explains."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, cast

from ..errors import InputError, ToyBattleError
from ..game import Game
from ..game.game import overlays
from ..game.layout import PASS, Layout, MapPiece, ZonePiece
from ..game.reference import Reference
from ..game.situation import Owed, Situation
from ..game.trace import Evaluator, Frame, Value, binding
from ..resources import Content
from ..ruleset import tree as t
from ..ruleset.wording import is_predicate, worded
from .check import check_features
from .feature import Feature, Scenario
from .report import Result
from .run import run_scenario
from .steps import steps
from .world import Asked, World

Fact: TypeAlias = tuple[str, ...]
"""What happened, first the kind of happening, then to what: `("met", "require space")`."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one scenario showed."""

    feature: Feature
    scenario: Scenario
    result: Result
    variants: tuple[str, ...]
    """What its game was loaded with."""
    terrain: str
    """The id of the terrain it plays on, empty if it plays on none."""
    game: str
    """The digest of its game, empty if there was none."""
    facts: frozenset[Fact]

    def tells_of(self, name: str) -> int:
        """Return how many facts are about a statement."""
        return sum(name in fact for fact in self.facts)


@dataclass(slots=True)
class Seen:
    """Everything seen so far."""

    facts: set[Fact] = field(default_factory=set)
    whole: dict[str, dict[int, str]] = field(default_factory=dict)
    """By the rules' digest, the name of the statement that each whole condition belongs to, by identity."""

    def note(self, *fact: str) -> None:
        """Note that something happened."""
        self.facts.add(fact)

    def roots(self, rules: t.Ruleset) -> dict[int, str]:
        """Return the name of the statement each whole condition belongs to; those within quantifiers are whole too."""
        if rules.digest not in self.whole:
            self.whole[rules.digest] = {id(x): name for name, x in roots(rules)}
        return self.whole[rules.digest]


@lru_cache(maxsize=4)
def shows(content: Content, variants: tuple[str, ...] = ()) -> tuple[Shown, ...]:
    """Run every scenario and return what it shows, or raise InputError where one cannot be read; one that fails shows nothing."""
    whole: dict[str, dict[int, str]] = {}
    shown = []
    for feature, scenario in scenarios(content):
        world, seen = World(content, list(variants)), Seen(whole=whole)
        result = run_scenario(feature, scenario, content, variants, world=world)
        if result.has_passed:
            for tag in scenario.tags:
                seen.note("cited", tag)
            _watch(world, seen)
        loaded = overlays(tuple(world.variants), world.special_bases)
        terrain, digest = (world.fixed.terrain.id, world.fixed.digest) if world.fixed else ("", "")
        shown.append(Shown(feature, scenario, result, loaded, terrain, digest, frozenset(seen.facts)))
    return tuple(shown)


@lru_cache(maxsize=4)
def scenarios(content: Content) -> tuple[tuple[Feature, Scenario], ...]:
    """Return every scenario, or raise InputError."""
    paths = content.files("features", "**/*.feature")
    features, faults = check_features({path: content.name(path) for path in paths}, steps)
    if faults:
        raise InputError(faults)
    return tuple((feature, scenario) for feature in features for scenario in feature.scenarios)


def _watch(world: World, seen: Seen) -> None:
    """Play what a scenario tried again, and note what the rules made of it."""
    if world.played is None:
        return
    game = world.game
    for reason in world.reasons:
        seen.note("expected", reason)
    for asked in world.asked:
        try:
            _judge(game, asked, seen, world.withheld)
        except ToyBattleError:  # the move stands for several, or for none here
            continue
    if world.has_dealt:
        for step in game.ruleset.setup:
            seen.note("done", step.name)
    if outcome := world.outcome():
        seen.note("ended", outcome.won_by)


def _judge(game: Game, asked: Asked, seen: Seen, withheld: Collection[str]) -> None:
    """Judge a move, and go on from it if it was played."""
    code = game.parse(asked.state, asked.text).code
    situation = asked.state.situation
    pending = situation.pending
    if pending:
        seen.note("declined" if code == PASS else "taken", game.ruleset.effect_list[pending.effect].name)
    if code > PASS:
        number = 0 if pending else code // game.layout.span - 1
        owner = game.ruleset.effect_list[pending.effect] if pending else game.ruleset.actions[number]
        reference = Watched(game, situation.copy(), seen)
        frame = reference.frame(pending) if pending else Frame(situation.to_move)
        values = game.layout.decode(code, owner.program, frame.me)
        bound = reference.bind(owner.program, values, frame)
        for verb in owner.program.verbs[:1]:
            reference.watching.judge(verb, bound)
        if asked.is_played:
            seen.note("done", owner.name)
    if asked.is_played:
        Watched(game, situation.copy(), seen, withheld).apply(code)


class Watching(Evaluator):
    """Notes what conditions of statements come to."""

    def __init__(self, layout: Layout, situation: Situation, seen: Seen) -> None:
        super().__init__(layout, situation)
        self.seen = seen
        self.is_watching = True
        self.roots = seen.roots(self.rules)

    def holds(self, x: t.Condition, frame: Frame) -> bool:
        """Return whether a condition holds; note it if it is a statement's own."""
        name = self.roots.get(id(x)) if self.is_watching else None
        if name is None:
            return super().holds(x, frame)
        atoms = list(clauses(x))
        values = {id(atom): super(Watching, self).holds(atom, frame) for atom in atoms}
        result = _value(x, values)
        self.seen.note("holds" if result else "fails", name, worded(x))
        for atom in atoms:
            if _value(x, values | {id(atom): not values[id(atom)]}) != result:
                self.seen.note("decided", name, worded(atom), str(values[id(atom)]))
            for sign in self._signs(atom, frame):
                self.seen.note("number", name, worded(atom), str(sign))
        return result

    def _signs(self, atom: t.Condition, frame: Frame) -> Iterator[int]:
        """Yield how far a number is from the one it is compared with, if it is close."""
        if isinstance(atom, t.Compare):
            a, b = self.number(atom.left, frame), self.number(atom.right, frame)
            if a is not None and b is not None and abs(a - b) <= 1:
                yield a - b
        elif isinstance(atom, t.In) and isinstance(atom.among, t.Values):
            number, values = self.number(atom.what, frame), self.many(atom.among, frame)
            if number is not None and values:
                yield from [0] if number in values else [d for d in (-1, 1) if number - d in values]

    def judge(self, verb: t.Verb, frame: Frame) -> list[str]:
        """Judge all that a verb needs, and which exceptions come together; return the labels of what is not met."""
        judged = self.judged(verb, frame)
        if judged is None:
            return []
        failing = []
        for requirement in self.rules.judging(t.verb_word(verb)):
            is_met = self.meets(requirement, *judged)
            self.seen.note("met" if is_met else "failed", requirement.name)
            failing += [requirement.label] * (not is_met)
        word = t.verb_word(verb)
        self.pair([e for e in self.rules.exceptions if e.verb in (None, word)], *judged)
        piece = self.piece(judged[1][0]) if judged[1] and isinstance(judged[1][0], MapPiece | ZonePiece) else None
        if piece:
            self.seen.note("moved", self.rules.troops[piece.kind].name)
        special = self.terrain.slots[judged[0].here].special if judged[0].here is not None else None
        if special:
            self.seen.note("stood", special.kind)
        return failing

    def pair(self, exceptions: list[t.Exception_], frame: Frame, parameters: tuple[Value, ...]) -> None:
        """Note which exceptions apply, alone and together."""
        self.is_watching = False
        applying = [
            e for e in exceptions if e.condition is None or self.holds(e.condition, binding(e.parameters, frame, parameters))
        ]
        for exception in exceptions:
            is_suspended = self.is_suspended(exception.label, frame, parameters) if exception in applying else False
            self.seen.note("suspended" if is_suspended else "applies" if exception in applying else "idle", exception.name)
        for one, other in combinations(applying, 2):
            self.seen.note("together", one.name, other.name)
        self.is_watching = True


class Watched(Reference):
    """Plays on and notes effects, laws and endings; what is only looked through for possible moves is not noted."""

    def __init__(self, game: Game, situation: Situation, seen: Seen, withheld: Collection[str] = ()) -> None:
        super().__init__(game.layout, situation, lambda: 0.0)
        self.game, self.seen, self.withheld = game, seen, withheld
        self.evaluator = self.watching = Watching(game.layout, situation, seen)

    def actions(self) -> list[int]:
        """Return the legal actions, worked out by the generated module."""
        flat = self.layout.flat(self.x)
        self.game.module["fill"](flat)
        return list(self.game.module["actions"](flat))

    def program_moves(self, number: int, program: t.Program, frame: Frame) -> Iterator[int]:
        """Yield the moves of one program, unwatched."""
        self.watching.is_watching = False
        moves = list(super().program_moves(number, program, frame))
        self.watching.is_watching = True
        yield from moves

    def offer(self, owed: Owed) -> bool:
        effect = self.rules.effect_list[owed.effect]
        frame = self.frame(owed)
        was_applied = super().offer(owed)
        what = "taken" if was_applied else "offered" if self.x.pending else "dropped"
        self.seen.note(what, effect.name)
        if what == "dropped" and not (effect.stays and owed.depth < 0):
            for bound in self.ways(effect.program, frame):
                failing = self.watching.judge(effect.program.verbs[0], bound)
                if effect.label in self.withheld:
                    for label in failing:
                        self.seen.note("expected", label)
        return was_applied

    def ways(self, program: t.Program, frame: Frame) -> Iterator[Frame]:
        """Yield every way to make the choices of a program, possible or not."""
        self.watching.is_watching = False
        ways = [bound for _, bound in self._choices(program.choices, frame)]
        last = program.choices[-1] if program.choices else None
        if last and last.how != "free":
            ways = [way.having(last.variables[0].name, value) for way in ways for value in self.candidates(last, way)]
        self.watching.is_watching = True
        yield from ways

    def owe_one(self, number: int, effect: t.Effect, frame: Frame, slot: int, depth: int) -> None:
        before = len(self.x.owed)
        super().owe_one(number, effect, frame, slot, depth)
        self.seen.note("owed" if len(self.x.owed) > before else "not owed", effect.name)
        self.watching.pair([e for e in self.rules.exceptions if e.verb is None and effect.label in e.targets], frame, ())

    def _law_verb(self, verb: t.Verb, frame: Frame) -> None:
        for law in self.rules.laws:
            if isinstance(law, t.Law) and law.verb is verb:
                self.seen.note("done", law.name)
        super()._law_verb(verb, frame)

    def _wins(self, law: t.Win) -> bool:
        frames = [Frame(self.x.to_move, bound={law.player.name: who}) for who in (0, 1)]
        self.watching.is_watching = False
        met = sum(self.evaluator.holds(law.when, frame) for frame in frames)
        self.watching.is_watching = True
        if met == 2:
            self.seen.note("both", law.name)
        return super()._wins(law)

    def _winner(self, result: t.Result) -> int:
        winner = super()._winner(result)
        if isinstance(result, t.MostWins):
            blue, red = self.x.counters[result.counter] if result.counter else self.x.medals
            for end in self.rules.ends:
                if end.result is result:
                    self.seen.note("tie" if blue == red else "no tie", end.name)
        return winner


# ---- conditions


def roots(rules: t.Ruleset) -> Iterator[tuple[str, t.Condition]]:
    """Yield each whole condition with the name of its statement, those within quantifiers after it."""
    for statement in rules.statements:
        for part in fields(statement):
            condition = cast("t.Condition | None", getattr(statement, part.name) if part.name in ("when", "condition") else None)
            if condition is not None:
                yield statement.name, condition
                inner = (p.condition for p in t.walk(condition) if isinstance(p, t.Quantified | t.Where))
                yield from ((statement.name, x) for x in inner)


def clauses(x: t.Condition) -> Iterator[t.Condition]:
    """Yield the clauses of a condition that are neither `and`, `or` nor `not`."""
    match x:
        case t.And(left, right) | t.Or(left, right) if not is_predicate(x):
            yield from clauses(left)
            yield from clauses(right)
        case t.Not(inner):
            yield from clauses(inner)
        case _:
            yield x


def _value(x: t.Condition, values: dict[int, bool]) -> bool:
    """Return what a condition comes to when its clauses come to these."""
    match x:
        case _ if id(x) in values:
            return values[id(x)]
        case t.And(left, right):
            return _value(left, values) and _value(right, values)
        case t.Or(left, right):
            return _value(left, values) or _value(right, values)
        case t.Not(inner):
            return not _value(inner, values)
        case _:
            raise AssertionError(x)
