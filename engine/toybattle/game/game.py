"""The everyday API: a terrain and a ruleset put together, states that follow from each other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, cast

from toybattle.documents import Document, document_in, document_of, schema_faults
from toybattle.errors import Fault, InputError, Place, ToyBattleError, did_you_mean, listed
from toybattle.game import deal as dealing
from toybattle.game import position
from toybattle.game.codegen import generated, without_events
from toybattle.game.events import Event, Events
from toybattle.game.judge import Judge
from toybattle.game.layout import DECIDER, DECISION, ENDED_BY, PASS, TURN, WINNER, WON_BY, Layout, MapPiece, ZonePiece
from toybattle.game.lines import Lines, lines_of
from toybattle.game.notation import AmbiguousMove, Move, MoveError, Notation
from toybattle.game.offers import Following, Offer, ending, known_offers
from toybattle.game.parts import changed
from toybattle.game.situation import PLAYERS, Situation
from toybattle.game.state import Outcome, State
from toybattle.game.verdict import Change, Finding, Verdict
from toybattle.game.view import View, bare, event_seen, known, move_seen, view_of
from toybattle.resources import Content
from toybattle.ruleset import tree as t
from toybattle.ruleset.load import NO_SPECIAL_BASES, load_ruleset
from toybattle.terrain import SpecialWords, Terrain, terrain_from_document

if TYPE_CHECKING:
    from toybattle.draw import Picture

MOST_KEPT = 1 << 16
"""Moves whose texts are remembered before all are forgotten."""


class IllegalMove(MoveError):
    """The move is readable, and the rules do not allow it."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class Game:
    """One terrain under one ruleset."""

    def __init__(
        self,
        terrain: Terrain,
        ruleset: t.Ruleset,
        *,
        special_bases: bool = True,
        variants: tuple[str, ...] = (),
        terrain_word: object = None,
    ) -> None:
        self.terrain, self.ruleset = terrain, ruleset
        self.special_bases, self.variants = special_bases, variants
        self.terrain_word = terrain_word or terrain.as_data()
        """How positions and records name the terrain: by its id if it was loaded by it, otherwise as a whole."""
        self._moves: dict[tuple[int, int], Move] = {}
        played = terrain if ruleset.uses_specials else terrain.without_specials()
        self.layout = Layout(played, ruleset)
        self.notation = Notation(self.layout)
        self.digest = hashlib.sha256(f"{played.digest} {ruleset.digest}".encode()).hexdigest()
        self._events = Events(self.layout, self.notation)

    @classmethod
    def load(
        cls, terrain: str | Mapping[str, Any] | Document | Terrain, *, special_bases: bool = True, variants: Iterable[str] = (),
        content: Content = Content(),  # noqa: B008  (frozen)
    ) -> Game:  # fmt: skip
        """Return the game on a shipped or own terrain, under the shipped rules with the content's and variants on top."""
        names = tuple(variants)
        ruleset = load_ruleset(content, overlays(names, special_bases))
        word = None
        if isinstance(terrain, str):
            word, terrain = terrain, load_terrain(terrain, ruleset, content)
        elif not isinstance(terrain, Terrain):
            document = terrain if isinstance(terrain, Document) else document_of(terrain, "terrain")
            terrain = checked_terrain(document, ruleset)
        return cls(terrain, ruleset, special_bases=special_bases, variants=names, terrain_word=word)

    @classmethod
    def of_position(cls, document: Document, content: Content = Content(), variants: tuple[str, ...] = ()) -> tuple[Game, State]:  # noqa: B008
        """Return the game that a position document is of, with more variants on top, and its state."""
        faults = schema_faults(document, "position")
        if faults:
            raise InputError(faults)
        data = cast("dict[str, Any]", document.data)
        names = tuple(dict.fromkeys((*data.get("variants", ()), *variants)))
        terrain = data["terrain"]
        try:
            game = cls.load(
                terrain if isinstance(terrain, str) else document.part("terrain"),
                special_bases=data.get("special_bases", True), variants=names, content=content,
            )  # fmt: skip
        except InputError as error:
            raise InputError(_placed(fault, document) for fault in error.faults) from error
        return game, game.position(document)

    # ---- the generated module

    @cached_property
    def text(self) -> str:
        """The generated module, with the lines that note events."""
        return generated(self.layout)

    @cached_property
    def module(self) -> dict[str, Any]:
        """The generated module's functions, without events."""
        return self._run(without_events(self.text))

    @cached_property
    def telling(self) -> dict[str, Any]:
        """The generated module's functions, which also note down what happens."""
        return self._run(self.text)

    def _run(self, text: str) -> dict[str, Any]:
        names: dict[str, Any] = {}
        # The text is ours: rules appear in it as numbers, and as labels in comments.
        exec(compile(text, f"<generated {self.terrain.id}>", "exec"), names)
        return names

    def state_at(self, flat: Sequence[int]) -> State:
        """Return the state that a flat array of this game holds."""
        return State(tuple(flat), self.digest, self.layout, len(self.module["KEPT"]))

    def state_of(self, situation: Situation) -> State:
        """Return the state of a situation, gone on to where somebody has to decide."""
        flat = self.layout.flat(situation)
        self.module["fill"](flat)
        flat += [number for owed in situation.owed for number in owed]
        if situation.pending is None:
            self.module["settle"](flat, None)
        return self.state_at(flat)

    # ---- beginning

    def start(
        self, *, seed: int | None = None, first: str = "blue", deal: Mapping[str, Mapping[str, list[str]]] | None = None
    ) -> State:
        """Return the opening state of a shuffled or a given deal; without a seed every call deals anew."""
        return self.begin(self.opening(seed=seed, first=first, deal=deal))

    def opening(
        self, *, seed: int | None = None, first: str = "blue", deal: Mapping[str, Mapping[str, list[str]]] | None = None
    ) -> Situation:
        """Return what is dealt, before the first turn starts."""
        player = _player(first)
        return dealing.recorded(self.layout, player, deal) if deal else dealing.dealt(self.layout, player, Random(seed))

    def begin(self, situation: Situation) -> State:
        """Return the state in which the first player has to decide."""
        flat = self.layout.flat(situation)
        self.module["fill"](flat)
        self.module["begin"](flat)
        return self.state_at(flat)

    def position(self, data: Mapping[str, object] | Document) -> State:
        """Return the state of a position, or raise InputError with everything that cannot be."""
        document = data if isinstance(data, Document) else document_of(data, "position")
        faults = self._faults_of_another_game(document)
        if faults:
            raise InputError(faults)
        return self.state_of(position.situation_from_document(document, self.layout))

    def _faults_of_another_game(self, document: Document) -> list[Fault]:
        """Return where a position names another terrain or other rules than this game's."""
        data = document.data if isinstance(document.data, dict) else {}
        own = {"terrain": self.terrain_word, "special_bases": self.special_bases, "variants": list(self.variants)}
        return [
            document.fault("another-game", (key,), f"a position of another game: {json.dumps(data[key])}", json.dumps(value))
            for key, value in own.items()
            if isinstance(data.get(key), type(value)) and not isinstance(value, dict) and data[key] != value
        ]

    def as_position(self, state: State) -> dict[str, object]:
        """Return a state in the position format."""
        return position.document_of(state.situation, self.layout, self.variants, self.special_bases, self.terrain_word)

    # ---- going on

    def legal(self, state: State) -> tuple[Move, ...]:
        """Return every legal move, always in the same order; chance outcomes are left out."""
        flat = list(state.flat)
        return tuple(self.named(code, flat) for code in self.module["legal"](flat))

    def outcomes(self, state: State, move: Move) -> tuple[tuple[Move, int], ...]:
        """Return what chance can make of a move, each with the number of troops for it."""
        flat = list(state.flat)
        return tuple((self.named(code, flat), weight) for code, weight in self.module["outcomes"](flat, move.code))

    def move_of(self, state: State, code: int) -> Move:
        """Return the move of a number."""
        return self.named(code, state.flat)

    def named(self, code: int, flat: Sequence[int]) -> Move:
        """Return the move of a number, in the state that a flat array holds."""
        known = self._moves.get((flat[DECISION], code))
        if known is None:
            number, program = self._program(code, flat)
            known = Move(code, self.notation.text(code, number, program, flat[DECIDER]))
            if len(self._moves) > MOST_KEPT:
                self._moves.clear()
            self._moves[flat[DECISION], code] = known
        return known

    def chosen(self, code: int, state: State) -> tuple[object, ...]:
        """Return what a move comes to, however rules number it: its verb, or nothing for `pass`, and what is chosen."""
        if code == PASS:
            return ()
        _number, program = self._program(code, state.flat)
        stacks = state.situation.stacks
        told: list[object] = [t.verb_word(program.verbs[0])]
        for value in self.layout.decode(code, program, state.flat[DECIDER]):
            match value:
                case MapPiece(slot, depth):
                    told.append((slot, depth or len(stacks[slot])))
                case ZonePiece(zone, owner, number):
                    piece = self.layout.of_class(number, zone, owner)
                    told.append((zone, owner, piece.kind, *(mark > 0 for mark in piece.marks)))
                case _:
                    told.append(value)
        return tuple(told)

    def _program(self, code: int, flat: Sequence[int]) -> tuple[int, t.Program]:
        """Return the program a move belongs to, and its number among those that can be asked for."""
        if flat[DECISION] > 0:
            return 0, self.layout.effects[flat[DECISION] - 1].program
        number = code // self.layout.span - 1
        return number, self.layout.programs[number]

    def apply(self, state: State, move: Move, random: Callable[[], float] | None = None) -> tuple[State, tuple[Event, ...]]:
        """Carry out a legal move, trusted to be one; `random` decides what chance leaves open.

        Raises AmbiguousMove if chance has to decide and no `random` is given.
        """
        flat, rows = list(state.flat), []  # type: ignore[var-annotated]
        if random is None:
            outcomes = self.outcomes(state, move)
            if len(outcomes) > 1:
                raise AmbiguousMove(self._open(move, outcomes))
            move = outcomes[0][0]
        self.telling["apply"](flat, move.code, random, rows)
        return self.state_at(flat), tuple(map(self._events.read, rows))

    def play(self, state: State, text: str, random: Callable[[], float] | None = None) -> tuple[State, tuple[Event, ...]]:
        """Carry out a move given as text, or raise UnreadableMove, AmbiguousMove or IllegalMove."""
        move = self.parse(state, text)
        if not self.is_legal(state, move):
            # Who decides may be told; only the referee, who names what chance brought, is told of what is hidden.
            verdict = self.why(state, text, state.decider)
            raise IllegalMove(self.why(state, text) if verdict.is_legal else verdict)
        return self.apply(state, move, random)

    def parse(self, state: State, text: str, viewer: str | None = None) -> Move:
        """Return the move a text stands for, legal or not; raises UnreadableMove or AmbiguousMove.

        Copies that a viewer cannot tell apart are one.
        """
        return self.notation.read(text, state.situation, None if viewer is None else _player(viewer))

    @staticmethod
    def _open(move: Move, outcomes: Sequence[tuple[Move, int]]) -> str:
        named = ", ".join(str(outcome) for outcome, _ in outcomes)
        return f"ambiguous move '{move}': chance decides; name the outcome: {named}"

    def is_legal(self, state: State, move: Move) -> bool:
        """Return whether a move, which may name what chance brings, is among the legal ones."""
        if move.code < 0:
            return False
        flat = list(state.flat)
        codes = self.module["legal"](flat)
        return move.code in codes or any(
            move.code == outcome for code in codes for outcome, _ in self.module["outcomes"](flat, code)
        )

    # ---- asking

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        flat = state.flat
        if flat[WINNER] < 0:
            return None
        by = PLAYERS[flat[ENDED_BY]] if flat[ENDED_BY] >= 0 else None
        return Outcome(PLAYERS[flat[WINNER]], self.ruleset.endings[flat[WON_BY]], by, state.medals, flat[TURN])

    def lines(self, state: State) -> Lines:
        """Return for each player the paths that join this player's H.Q.s to what holds the line."""
        return lines_of(self.layout, state.situation)

    def view(self, state: State, player: str) -> View:
        """Return what a player may know."""
        _player(player)
        moves = self.legal(state) if state.decider == player else ()
        # Moves that differ only by a mark the player cannot see are one move to this player, and stand where it would.
        ordered = sorted(moves, key=lambda move: (move.code == PASS, self._bare(state, move, PLAYERS.index(player))))
        legal = tuple(dict.fromkeys(self.seen(state, move, (), player)[0] for move in ordered))
        return view_of(state, player, legal, self.outcome(state))

    def _bare(self, state: State, move: Move, viewer: int) -> int:
        """Return a move's number without the marks that a viewer does not see."""
        number, program = self._program(move.code, state.flat)
        values: list[object] = []
        for value in self.layout.decode(move.code, program, state.flat[DECIDER]) if move.code != PASS else ():
            if isinstance(value, ZonePiece):
                piece = bare(self.layout.of_class(value.number, value.zone, value.owner), viewer, self.layout)
                value = ZonePiece(value.zone, value.owner, self.layout.number(piece, value.zone))  # noqa: PLW2901
            values.append(value)
        return self.layout.encode(number, program, tuple(values)) if values else move.code

    def seen(self, state: State, move: Move, events: Iterable[Event], player: str) -> tuple[str, tuple[Event, ...]]:
        """Return a move played from a state, and what happened, as a player sees it: `VERB rack=TROOP` may be `VERB rack`."""
        _number, program = self._program(move.code, state.flat)
        values = self.layout.decode(move.code, program, state.flat[DECIDER]) if move.code != PASS else ()
        text = move_seen(str(move), values, program, player, self.layout)
        return text, tuple(event_seen(event, player, self.layout) for event in events)

    def svg(self, seen: State | View | None = None, *, moved: Sequence[str] = ()) -> Picture:
        """Return a picture of the terrain, and of what a state or a view holds; `moved` are the slots of the last move."""
        # The one call from a lower layer to a higher: who holds a game finds its picture here.
        from toybattle.draw import svg  # noqa: PLC0415

        return svg(self, seen, moved=moved)

    def why(self, state: State, text: str, asker: str | None = None) -> Verdict:
        """Judge a move and say what decided; raises AmbiguousMove.

        An asker who cannot see the troop is answered as if it were there.
        """
        return Judge(self, state, None if asker is None else _player(asker)).verdict(text)

    def why_not_offered(self, state: State, text: str, asker: str | None = None) -> tuple[Offer, ...]:
        """Return what becomes of every effect that a legal move can bring, and why some ask nothing.

        An asker who waits is told nothing; one who decides is told what does not hang on what this player cannot see.
        Raises UnreadableMove, AmbiguousMove (also where chance decides and the move does not name what it brings) or
        IllegalMove.
        """
        if asker not in (None, state.decider):
            return ()
        if asker is not None:
            viewer = _player(asker)
            verdict = self.why(state, text, asker)
            if not verdict.is_legal:
                raise IllegalMove(verdict)
            told = []
            for unseen in range(len(self.layout.kinds)):
                x = known(state.situation, self.layout, viewer, unseen)
                move = self.notation.read(verdict.move, x, viewer)
                told.append(Following(self.layout, x, self.notation, viewer).offers_after(move.code))
            return known_offers(told)
        move = self.parse(state, text)
        if not self.is_legal(state, move):
            raise IllegalMove(self.why(state, text))
        if len(outcomes := self.outcomes(state, move)) > 1:
            raise AmbiguousMove(self._open(move, outcomes))
        return Following(self.layout, state.situation, self.notation, None).offers_after(outcomes[0][0].code)

    def why_ended(self, state: State, asker: str | None = None) -> Finding | None:
        """Return how a game came to its end, with what was seen, or None while it goes on."""
        return ending(self.layout, self.notation, state.situation, None if asker is None else _player(asker))

    def changed(self, state: State, change: Change) -> State:
        """Return a state with the changes that a verdict proposes; `change.move` is legal there."""
        move = self.notation.read(change.asked, state.situation)
        _number, program = self._program(move.code, state.flat)
        values = self.layout.decode(move.code, program, state.flat[DECIDER])
        return self.state_of(changed(self.notation, state.situation, change.parts, values)[0])


def _player(word: str) -> int:
    """Return a player's number, or refuse a word that is none."""
    if word not in PLAYERS:
        raise ToyBattleError(f"unknown player '{word}'; expected {listed(PLAYERS)}")
    return PLAYERS.index(word)


def _placed(fault: Fault, document: Document) -> Fault:
    """Return a fault about a name that a position gives, placed there."""
    named = cast("dict[str, Any]", document.data).get("variants", ())
    places = {f"unknown variant '{name}'": ("variants", index) for index, name in enumerate(named)}
    path = ("terrain",) if fault.code == "unknown-terrain" else places.get(fault.found)
    return document.fault(fault.code, path, fault.found, fault.expected, fault.hint) if path else fault


def overlays(variants: tuple[str, ...], special_bases: bool) -> tuple[str, ...]:
    """Return the variants that a game's rules are loaded with."""
    return variants if special_bases or NO_SPECIAL_BASES in variants else (*variants, NO_SPECIAL_BASES)


def load_terrain(terrain_id: str, ruleset: t.Ruleset, content: Content) -> Terrain:
    """Return a shipped or own terrain by its id."""
    known = {path.stem: path for path in content.files("terrains", "*.yaml")}
    if terrain_id not in known:
        hint = did_you_mean(terrain_id, known)
        raise InputError([Fault("unknown-terrain", Place("terrain"), f"unknown terrain '{terrain_id}'", hint=hint)])
    path = known[terrain_id]
    return checked_terrain(document_in(content, path), ruleset)


def checked_terrain(document: Document, ruleset: t.Ruleset) -> Terrain:
    """Return the terrain of a document, checked against the words of a ruleset."""
    numbers = {kind.strength.value for kind in ruleset.troops if isinstance(kind.strength, t.Literal_)}
    allowed = frozenset(numbers) if all(isinstance(k.strength, t.Literal_ | None) for k in ruleset.troops) else None
    specials = {kind.label: SpecialWords(kind.takes_values, allowed) for kind in ruleset.special_kinds}
    zones = (zone.label for zone in ruleset.zones)
    reserved = frozenset(["pass", *zones, *ruleset.verbs, *ruleset.marks, *(kind.label for kind in ruleset.troops)])
    terrain = terrain_from_document(document, specials, reserved)
    kinds = {kind.label for kind in ruleset.troops}
    data = cast("dict[str, Any]", document.data)
    faults = []
    for group in ("bases", "hqs"):
        for slot, entry in data[group].items():
            for index, troop in enumerate(entry.get("troops", ())):
                word = troop.split()[-1]
                if word not in kinds:
                    hint = did_you_mean(word, kinds)
                    path = (group, slot, "troops", index)
                    faults.append(document.fault("unknown-troop", path, f"unknown troop '{word}'", hint=hint))
    if faults:
        raise InputError(faults)
    return terrain
