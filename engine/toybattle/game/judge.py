"""Puts a verdict together: the move read, what the asker may know, what decided, and what would have been legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from toybattle.errors import listed
from toybattle.game.changes import Refused, Search, Values
from toybattle.game.explain import Explainer, distinct
from toybattle.game.layout import PASS, ZonePiece
from toybattle.game.notation import Move, UnreadableMove
from toybattle.game.offers import ending
from toybattle.game.parts import Part, all_told, changed
from toybattle.game.situation import PLAYERS, Situation, sees
from toybattle.game.trace import Frame
from toybattle.game.verdict import Change, Finding, Verdict, Witness
from toybattle.game.view import known
from toybattle.ruleset import tree as t

if TYPE_CHECKING:
    from toybattle.game.game import Game
    from toybattle.game.state import State

MOST_NEAREST = 6
"""Legal moves that are offered instead."""


class Judge:
    """Answers one question about one state."""

    def __init__(self, game: Game, state: State, asker: int | None) -> None:
        self.game, self.state, self.asker = game, state, asker
        self.layout, self.notation = game.layout, game.notation
        self.may_look = asker is None or PLAYERS[asker] == state.decider
        """Whether the asker may see what the decider can choose from."""
        # Who waits is answered from what this player knows, and nothing else.
        self.x: Situation = state.situation if self.may_look else known(state.situation, self.layout, asker or 0, 0)
        self.explainer = Explainer(self.layout, self.notation, self.x, asker)

    def verdict(self, text: str) -> Verdict:
        """Return the verdict on a move given as text; raises AmbiguousMove."""
        try:
            move = self.notation.read(text, self.x, self.asker)
        except UnreadableMove as error:
            return self._none_here(" ".join(text.split()), str(error).removeprefix(f"unreadable move '{text}': "))
        if (over := ending(self.layout, self.notation, self.x, self.asker)) is not None:
            return Verdict(self._told(move), (_against(over),))
        if move.code < 0:
            return self._none_here(" ".join(text.split()), self._question(text))
        owner = self._owner(move)
        if move.code == PASS:
            return Verdict("pass", (self.explainer.offer(owner, self._frame(), is_met=True),))
        return self._judged(move, owner)

    # ---- moves that are none here

    def _none_here(self, text: str, problem: str) -> Verdict:
        """Return the verdict on what is no move here: every statement that asks for one stands against it."""
        if (over := ending(self.layout, self.notation, self.x, self.asker)) is not None:
            return Verdict(text, (_against(over),))
        verb = text.partition(" ")[0]
        asking = [self._owner(None)] if self.x.pending else list(self.layout.rules.actions)
        owners = [owner for owner in asking if t.verb_word(owner.program.verbs[0]) == verb] or asking
        findings = [self.explainer.offer(owner, self._frame(), is_met=False, witness=(Witness(problem),) * (not number))
                    for number, owner in enumerate(owners)]  # fmt: skip
        return Verdict(text, tuple(findings), nearest=self._nearest(text))

    def _question(self, text: str) -> str:
        pending = self.state.pending
        if text.split() == ["pass"]:
            return f"{pending.effect} is not optional" if pending else "a turn cannot be passed: pass answers an optional effect"
        asked = f"{pending.player} has to answer {pending.effect}" if pending else f"{self.state.to_move} has to act"
        return f"{asked}, and this is no answer to that"

    def _owner(self, move: Move | None) -> t.Action | t.Effect:
        if self.x.pending:
            return self.layout.effects[self.x.pending.effect]
        assert move is not None
        return self.layout.rules.actions[move.code // self.layout.span - 1]

    def _frame(self) -> Frame:
        return self.explainer.reference.frame(self.x.pending) if self.x.pending else Frame(self.x.to_move)

    # ---- moves that could be some

    def _judged(self, move: Move, owner: t.Action | t.Effect) -> Verdict:
        program = owner.program
        frame = self._frame()
        values: Values = self.layout.decode(move.code, program, frame.me)
        if values and program.choices[-1].how != "free" and self.explainer.is_hidden(values[-1]):
            # What chance or a blind choice will bring is not for this asker to probe.
            values = (*values[:-1], None)
            move = self.game.move_of(self.state, self.layout.encode(max(0, move.code // self.layout.span - 1), program, values))
        findings = [self._offered(owner, frame, values)]
        required = self._required(self.explainer, program, frame, values, is_trial=self.may_look and findings[0].is_met)
        findings += required if self.may_look else self._known(required, program, frame, values)
        refused = [finding for finding in findings if not finding.is_met]
        if self.may_look and bool(refused) == self.game.is_legal(self.state, move):
            # What no single requirement tells: a draw from nothing, a pair that is none.
            nothing = Witness("with this choice there is nothing it could do")
            findings[0] = self.explainer.offer(owner, frame, is_met=False, witness=(nothing,))
            refused = [findings[0]]
        changes = self._changes(owner, frame, values, move) if refused and self.may_look else ()
        assumes = "" if self.may_look else self._assumed(values)
        return Verdict(self._told(move), tuple(findings), assumes, changes, self._nearest(self._told(move)) if refused else ())

    def _required(
        self, explainer: Explainer, program: t.Program, frame: Frame, values: Values, *, is_trial: bool
    ) -> list[Finding]:  # fmt: skip
        """Return the requirements judged; of several outcomes, those of one that is possible, if one is."""
        judged: list[Finding] = []
        for each in self._frames(explainer, program, frame, values):
            judged = explainer.findings(program, each, is_trial=is_trial)
            if all(finding.is_met for finding in judged):
                break
        return judged

    def _known(self, findings: list[Finding], program: t.Program, frame: Frame, values: Values) -> list[Finding]:
        """Return findings that say so where they hang on which troops lie where the asker cannot see them."""
        met = [[finding.is_met for finding in findings]]
        for unseen in range(1, len(self.layout.kinds)):
            x = known(self.state.situation, self.layout, self.asker or 0, unseen)
            explainer = Explainer(self.layout, self.notation, x, self.asker)
            met.append([f.is_met for f in self._required(explainer, program, frame, values, is_trial=False)])
        secret = Witness("it hangs on what you cannot see")
        return [
            finding
            if all(other[number : number + 1] == [finding.is_met] for other in met)
            else replace(finding, is_met=True, is_known=False, witness=(secret,), exceptions=())
            for number, finding in enumerate(findings)
        ]

    def _assumed(self, values: Values) -> str:
        """Return what is taken for granted: that the troops named lie where the asker cannot see them."""
        hidden = [value for value in values if isinstance(value, ZonePiece) and self.explainer.is_hidden(value)]
        return f"if {listed((self._placed(value) for value in hidden), 'and')}" if hidden else ""

    def _placed(self, value: ZonePiece) -> str:
        troop = self.explainer.troop(self.layout.of_class(value.number, value.zone, value.owner))
        return f"{troop} is in {self.explainer.voice.whose(value.owner)} {value.zone}"

    def _told(self, move: Move) -> str:
        """Return a move's text as the asker may know it."""
        if self.asker is None or move.code <= PASS:
            return str(move)
        return self.game.seen(self.state, move, (), PLAYERS[self.asker])[0]

    def _offered(self, owner: t.Action | t.Effect, frame: Frame, values: Values) -> Finding:
        """Return what the action or effect itself says to the choice."""
        if isinstance(owner, t.Action) and owner.when and not self.explainer.evaluator.holds(owner.when, frame):
            return self.explainer.offer(owner, frame, is_met=False, witness=self.explainer.seen(owner.when, frame))
        if not self.may_look:
            # Whether the troop is there is not for this asker to know.
            return self.explainer.offer(owner, frame, is_met=True)
        witness = distinct(self.explainer.not_offered(owner.program, frame, values))
        return self.explainer.offer(owner, frame, is_met=not witness, witness=witness)

    @staticmethod
    def _frames(explainer: Explainer, program: t.Program, frame: Frame, values: Values) -> Iterator[Frame]:
        """Yield the frame of the choice, or one for each outcome that chance can bring."""
        reference = explainer.reference
        if not values or values[-1] is not None:
            yield reference.bind(program, values, frame)
            return
        last = program.choices[-1]
        bound = reference.bind(program, values[:-1], frame)
        for value in reference.candidates(last, bound):
            yield bound.having(last.variables[0].name, value)

    def _changes(self, owner: t.Action | t.Effect, frame: Frame, values: Values, move: Move) -> tuple[Change, ...]:
        found = []
        for parts, chosen in Search(self.explainer, Refused(owner, frame, values)).smallest():
            if self.asker is not None and any(self._is_secret(part) for part in parts):
                continue
            text = all_told(parts, self.explainer)
            number = max(0, move.code // self.layout.span - 1)
            x, _ = changed(self.notation, self.x, parts, values)
            state = self.game.state_of(x)
            then = self.game.move_of(state, self.layout.encode(number, owner.program, chosen))
            if state.decider == self.state.decider and state.pending == self.state.pending and self.game.is_legal(state, then):
                found.append(Change(self._told(move), parts, self._told(then), text))
        return tuple(found)

    def _is_secret(self, part: Part) -> bool:
        """Return whether a change speaks of a troop that bears a mark the asker cannot see."""
        marks = {mark.rstrip("+") for mark in getattr(part, "troop", "").split(":")[:-1]} | {getattr(part, "mark", "")}
        kinds = [kind for kind in self.layout.rules.mark_kinds if kind.label in marks]
        owner = PLAYERS.index(getattr(part, "player", "") or PLAYERS[self.asker or 0])
        return any(not sees(kind.seen_by, owner, self.asker or 0) for kind in kinds)

    def _nearest(self, text: str) -> tuple[str, ...]:
        """Return the legal moves that share most words with a move, in the usual order."""
        if not self.may_look:
            return ()
        words = text.split()
        legal = (
            map(str, self.game.legal(self.state)) if self.asker is None else self.game.view(self.state, PLAYERS[self.asker]).legal
        )
        scored = [(sum(a == b for a, b in zip(words, other.split(), strict=False)), other) for other in legal]
        best = max((score for score, _ in scored), default=0)
        return tuple(other for score, other in scored if score == best)[:MOST_NEAREST]


def _against(finding: Finding) -> Finding:
    """Return an ending as what stands against a move."""
    return replace(finding, is_met=False)
