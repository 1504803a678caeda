"""What one scenario builds up: a set-up, then a game that is played and judged."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from ..errors import ToyBattleError, listed
from ..game import AmbiguousMove, Game, IllegalMove, Move, MoveError, Outcome, State, Verdict
from ..game.events import Event, MedalsTaken
from ..game.game import overlays
from ..game.position import ZONE_KEYS
from ..resources import Content
from ..ruleset.load import load_ruleset
from ..ruleset.tree import Ruleset
from .board import Shape, position_lines
from .feature import Step
from .registry import steps
from .words import Misread, Words


class Disagreement(ToyBattleError):  # a finding, not a mistake of the caller
    """A step says one thing and the engine another."""

    def __init__(self, found: str, expected: str = "", ruling: object = "", step: Step | None = None) -> None:
        super().__init__(found)
        self.found, self.expected, self.ruling = found, expected, str(ruling)
        self.step = step
        """The step to blame, when it is not the one that runs."""


def expect(holds: bool, found: str, expected: str = "", ruling: object = "") -> None:
    """Raise Disagreement unless a check holds."""
    if not holds:
        raise Disagreement(found, expected, ruling)


@dataclass(slots=True)
class Attempt:
    """The last move that was tried."""

    text: str
    state: State
    verdict: Verdict | None
    """Why it is illegal, None when it was played."""
    step: Step | None
    is_judged: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A move that a scenario is about."""

    state: State
    text: str
    is_played: bool = False


@dataclass(slots=True)
class World:
    """One scenario while it runs."""

    content: Content
    variants: list[str] = field(default_factory=list)
    instead: Callable[[Game], Game] | None = None
    """What is played in place of the game that the files describe."""
    terrain: str | dict[str, Any] | None = None
    shape: Shape | None = None
    special_bases: bool = True
    position: dict[str, Any] = field(default_factory=dict)
    """The set-up, in the form of a position file."""
    renamed: dict[str, str] = field(default_factory=dict)
    fixed: Game | None = None
    """The game, once nothing can be set up any more."""
    played: State | None = None
    """The state after the moves so far; None before the first."""
    before: State | None = None
    events: list[Event] = field(default_factory=list)
    """What the moves since the last check brought."""
    attempt: Attempt | None = None
    waiting: str = ""
    """A move that waits for what chance decides."""
    ruling: Verdict | None = None
    """The last verdict a check asked for."""
    has_checked: bool = False
    step: Step | None = None
    """The step that runs."""
    has_dealt: bool = False
    """Whether the game started with a deal."""
    asked: list[Asked] = field(default_factory=list)
    """Every move that was tried or asked about."""
    reasons: list[str] = field(default_factory=list)
    """The requirements that were expected as reasons, and were."""
    withheld: list[str] = field(default_factory=list)
    """The effects that were said not to be offered, and are not."""

    # ---- steps

    def perform(self, step: Step) -> None:
        """Run one step, or raise a ToyBattleError."""
        match = steps.find(step.text)[0]
        definition = match.definition
        if self.attempt and self.attempt.verdict and not self.attempt.is_judged:
            self.attempt.is_judged = definition.is_judging
            self.require_judgement()
        if self.waiting and not definition.is_outcome:
            raise Disagreement(f"'{self.waiting}' waits for chance", "a step `chance picks T` next", step=self.step)
        self.step = step
        arguments: list[Any] = []
        for kind, word, offset in match.words:
            try:
                arguments.append(self.words.meaning(kind, word))
            except Misread as error:
                error.column = step.column + offset
                raise
        if step.table:
            arguments.append(step.table)
        definition.run(self, *arguments)
        self.has_checked = self.has_checked or definition.kind == "then"

    def require_judgement(self) -> None:
        """Refuse an illegal move that nothing judges."""
        attempt = self.attempt
        if attempt and attempt.verdict and not attempt.is_judged:
            found = f"'{attempt.text}' is illegal, and the next step does not judge it"
            raise Disagreement(found, "a legal move", attempt.verdict, attempt.step)

    def finish(self) -> None:
        """Refuse a scenario that ends with a move unjudged or a choice unanswered."""
        self.require_judgement()
        if self.waiting:
            raise Disagreement(f"'{self.waiting}' waits for chance", "a step `chance picks T`")
        if self.state.pending is not None and self.outcome() is None:
            raise Disagreement(f"{self.pending_text()}, and no step answers", "a step that chooses or declines")

    # ---- the set-up

    @property
    def game(self) -> Game:
        """The game on the terrain as it has been set up so far."""
        if self.fixed:
            return self.fixed
        if self.terrain is None:
            raise Misread("no terrain yet", 'a step `the terrain "…"` before this one')
        game = load_game(_frozen(self.terrain), self.special_bases, tuple(self.variants), self.content)
        return self.instead(game) if self.instead else game

    @property
    def rules(self) -> Ruleset:
        """The rules as the files have them, whose words the steps use."""
        return load_ruleset(self.content, overlays(tuple(self.variants), self.special_bases))

    @property
    def words(self) -> Words:
        """What words mean here."""
        return Words(self)

    def board(self) -> dict[str, Any]:
        """Return the terrain as data that may be changed."""
        self.require_setting_up()
        board = self.terrain if isinstance(self.terrain, dict) else copy.deepcopy(self.game.terrain.as_data())
        self.terrain = board
        return board

    def put(self, key: str, subject: str, value: object) -> None:
        """Set one thing of the position: `put("racks", "blue", […])`."""
        self.require_setting_up()
        self.position.setdefault(key, {})[subject] = value

    def put_zone(self, zone: str, player: str, troops: list[str]) -> None:
        """Set what a zone of a player holds."""
        key = next((key for key, label in ZONE_KEYS.items() if label == zone), None)
        expect(key is not None, f"a position does not say what the {zone} holds")
        self.put(str(key), player, troops)

    def require_setting_up(self) -> None:
        """Refuse a set-up after the game has begun."""
        if self.played is not None:
            raise Disagreement("the game has begun, and set-ups come before the first move or check")

    @property
    def state(self) -> State:
        """The state the game is in; the first time, the one that was set up."""
        if self.played is None:
            self.fixed = self.game
            self.played = self.before = self.fixed.position({"terrain": self.terrain, **self.position})
        return self.played

    # ---- moves

    def act(self, colour: str, text: str) -> None:
        """Play a move of a player, or keep the verdict when it is illegal."""
        self.require_turn(colour)
        if self.has_checked:
            self.events, self.has_checked = [], False
        self.ruling = None
        self._play(text)

    def _play(self, text: str) -> None:
        state, self.waiting = self.state, ""
        try:
            after, events = self.game.play(state, text)
        except IllegalMove as error:
            self.attempt = Attempt(text, state, error.verdict, self.step)
            self.asked.append(Asked(state, text))
            return
        except AmbiguousMove:
            if not self._chances(state, text):
                raise
            self.attempt, self.waiting = Attempt(text, state, None, self.step), text
            return
        self.attempt = Attempt(text, state, None, self.step)
        self.asked.append(Asked(state, text, is_played=True))
        self.before, self.played = state, after
        self.events += events

    def _chances(self, state: State, text: str) -> list[str]:
        """Return what chance can make of a move, in notation."""
        try:
            return [str(move) for move, _ in self.game.outcomes(state, self.game.parse(state, text))]
        except MoveError:
            return []

    def decide(self, troop: str) -> None:
        """Complete the last move with what chance picks."""
        attempt = self.last_attempt()
        text, chances = f"{attempt.text}={troop}", self._chances(attempt.state, attempt.text)
        found = f"chance can make it {listed(chances)}" if chances else "chance has nothing to decide"
        expect(text in chances, found, f"'{text}'")
        if self.waiting:
            self._play(text)

    def start(self, first: str) -> None:
        """Start a game from the beginning."""
        self.fixed, self.has_dealt = self.game, True
        self.played = self.before = self.fixed.start(seed=1, first=first)

    def require_turn(self, colour: str) -> None:
        """Refuse what somebody does whose decision it is not."""
        expect(self.outcome() is None, f"the game is over: {self.outcome_text()}")
        decider = self.words.player_name(self.state.decider)
        expect(self.state.decider == colour, f"{decider} has to act now, not {self.words.player_name(colour)}")

    # ---- queries

    def legal(self, colour: str, verb: str = "") -> Iterator[tuple[str, ...]]:
        """Yield the words after the verb of every legal move of a player; other than passing, unless asked for."""
        moves = self.game.legal(self.state) if self.state.decider == colour else ()
        for move in moves:
            first, *rest = str(move).split()
            if first == verb or (not verb and first != "pass"):
                yield tuple(rest)

    def legal_texts(self) -> Sequence[str]:
        """Return the notation of every legal move."""
        return [str(move) for move in self.game.legal(self.state)] if self.outcome() is None else []

    def why(self, colour: str, text: str) -> Verdict:
        """Return the verdict on a move that nobody has made, and keep it."""
        self.require_turn(colour)
        self.ruling = self.game.why(self.state, text)
        self.asked.append(Asked(self.state, text))
        return self.ruling

    def ask_placing(self, troops: Iterable[str]) -> None:
        """Note that a check is about placing troops on every slot."""
        texts = (f"place {troop} {slot}" for troop in dict.fromkeys(troops) for slot in self.words.slots_of)
        self.asked += (Asked(self.state, text) for text in texts)

    def move_for(self, choice: tuple[str, ...]) -> str:
        """Return the notation of the answer that makes a choice."""
        expect(self.state.pending is not None, "no choice is pending")
        options: list[Move] = [move for move in self.game.legal(self.state) if str(move) != "pass"]
        verbs = dict.fromkeys(str(move).split()[0] for move in options)
        return " ".join([*list(verbs)[:1], *choice])

    def last_attempt(self) -> Attempt:
        """Return the last move that was tried."""
        expect(self.attempt is not None, "no move has been made", "a step `When …` before this one")
        assert self.attempt is not None  # for the type checker
        return self.attempt

    def judged_attempt(self) -> Attempt:
        """Return the last move that was tried, and keep the verdict on it."""
        attempt = self.last_attempt()
        self.ruling = attempt.verdict or self.game.why(attempt.state, attempt.text)
        return attempt

    def expect_refusal(self, text: str, reason: str) -> None:
        """Check that the last ruling refuses a move for this reason."""
        ruling = self.ruling
        reasons = [finding.label for finding in ruling.failed] if ruling else []
        found = f"illegal because {listed(reasons, 'and')}" if reasons else "legal"
        expect(reason in reasons, f"'{text}' is {found}", ruling=ruling)
        self.reasons.append(reason)

    def collected(self) -> list[tuple[str, str, int]]:
        """Return who collected medals since the last check: player, region, medals."""
        return [(e.player, e.region, e.medals) for e in self.events if isinstance(e, MedalsTaken)]

    def collected_text(self) -> str:
        """Return who collected medals since the last check."""
        parts = [f"{self.words.player_name(p)} {self.medals_text(n)} from region {r}" for p, r, n in self.collected()]
        return f"collected: {listed(parts, 'and')}" if parts else "no medals are collected"

    def event_text(self, event: Event) -> str:
        """Return what happened, in the words that steps use."""
        words, slots = self.words, self.words.slots_of
        named: dict[str, Any] = {}
        for part in fields(event):
            value = getattr(event, part.name)
            if part.name in ("player", "owner", "winner"):
                named[part.name] = words.player_name(value)
            elif part.name == "troop":
                named[part.name] = words.troop_name(value)
            elif part.name in ("slot", "source", "target", "place") and value in slots:
                named[part.name] = words.slot_name(value)
        return str(replace(event, **named))

    def pending_text(self) -> str:
        """Return what has to be answered, and by whom."""
        pending = self.state.pending
        if pending is None:
            return "no choice is pending"
        return f"{self.words.player_name(pending.player)} has to answer {pending.effect}"

    def owed(self) -> list[str]:
        """Return the effects that are owed and not yet to be answered."""
        return [self.game.layout.effects[owed.effect].label for owed in self.state.situation.owed]

    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return self.game.outcome(self.state)

    def outcome_text(self) -> str:
        """Return how the game ended, or that it goes on."""
        outcome, name = self.outcome(), self.words.player_name
        if outcome is None:
            return "the game goes on"
        return f"{name(outcome.winner)} won by {outcome.won_by}" if outcome.winner else "nobody won"

    def position_texts(self) -> tuple[str, str]:
        """Return the positions before the last move and now for a reader; the first is empty if they are the same."""
        after = "\n".join(position_lines(self.game, self.state, self.shape, self.words, self.before))
        if self.before is None or self.before is self.state:
            return "", after
        return "\n".join(position_lines(self.game, self.before, self.shape, self.words)), after

    def rules_text(self, ids: Iterable[str]) -> str:
        """Return what citations say, each with the places of the statements that cite it."""
        rules, lines = self.game.ruleset, []
        for cite in sorted(set(ids) & set(rules.citations)):
            places = [f"{x.place.file}:{x.place.line}" for x in rules.statements if cite in x.cites]
            where = f"  [{', '.join(dict.fromkeys(places))}]" if places else ""
            lines.append(f"{cite}: {rules.citations[cite].statement}{where}")
        return "\n".join(lines)

    def medals_text(self, count: int) -> str:
        """Return a number of medals as a step says it."""
        return "no medals" if not count else f"{count} medal{'s' * (count != 1)}"


def _frozen(terrain: str | dict[str, Any]) -> str:
    return terrain if isinstance(terrain, str) else json.dumps(terrain)


@lru_cache(maxsize=256)
def load_game(terrain: str, special_bases: bool, variants: tuple[str, ...], content: Content) -> Game:
    """Return a game, loaded once for all scenarios that play it; a terrain is an id or a JSON text."""
    loaded = json.loads(terrain) if terrain.startswith("{") else terrain
    return Game.load(loaded, special_bases=special_bases, variants=variants, content=content)
