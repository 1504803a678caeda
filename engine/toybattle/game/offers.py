"""What became of every effect that a move could have brought, and how a game came to its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from toybattle.errors import listed
from toybattle.game.explain import Explainer, distinct
from toybattle.game.layout import Layout, MapPiece
from toybattle.game.notation import Notation
from toybattle.game.reference import Reference
from toybattle.game.situation import PLAYERS, Owed, Situation
from toybattle.game.telling import Voice
from toybattle.game.trace import Frame
from toybattle.game.verdict import Finding, Nearby, Witness
from toybattle.ruleset import tree as t

Became = Literal["asked", "applied", "still owed", "not owed", "switched off", "nothing to do", "dropped", "unknown"]


@dataclass(frozen=True, slots=True)
class Offer:
    """An effect that came up, or could have, and what became of it."""

    effect: str
    player: str
    slot: str | None
    became: Became
    finding: Finding
    """The effect, with what was seen and the exceptions that switched it off."""
    failed: tuple[Finding, ...] = ()
    """Where there was nothing to do, the requirements that stood against what there was to choose."""

    @property
    def is_asked(self) -> bool:
        """Whether it asks its player something, applies, or will come up."""
        return self.became in ("asked", "applied", "still owed")

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold."""
        failed = [finding.as_data() for finding in self.failed]
        return {"effect": self.effect, "player": self.player, "slot": self.slot, "became": self.became,
                "finding": self.finding.as_data(), "failed": failed}  # fmt: skip

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        where = f" on {self.slot}" if self.slot else ""
        yield from self.finding.lines(f"effect {self.effect}{where} {_SAYS[self.became]}: {self.finding.english}")
        for finding in self.failed:
            yield from (f"  {line}" for line in finding.lines())


_SAYS: dict[Became, str] = {
    "asked": "asks now", "applied": "was applied", "still owed": "is still owed", "not owed": "is not owed",
    "switched off": "is switched off", "nothing to do": "asks nothing, for there is nothing it could do",
    "dropped": "was dropped", "unknown": "hangs on what you cannot see",
}  # fmt: skip


MOST_FRAMES = 400
"""Choices that are looked at for what stands against them."""


class Following(Reference):
    """Plays one move on, and keeps what became of every effect."""

    def __init__(self, layout: Layout, situation: Situation, notation: Notation, asker: int | None) -> None:
        super().__init__(layout, situation, lambda: 0.0)
        self.notation, self.asker = notation, asker
        self.offers: list[Offer] = []

    def offers_after(self, move: int) -> tuple[Offer, ...]:
        """Carry out a move and return what became of every effect it could bring, and of those owed before."""
        answered = self.x.pending
        self.apply(move)
        if self.x.pending and self.x.pending != answered:
            self._told(self.x.pending, "asked")
        for owed in self.x.owed:
            self._told(owed, "still owed")
        return tuple(self.offers)

    def _told(self, owed: Owed, became: Became, witness: tuple[Witness, ...] = (), failed: tuple[Finding, ...] = ()) -> None:
        effect = self.rules.effect_list[owed.effect]
        self._add(effect, owed.player, owed.slot, became, witness, (), failed)

    def _add(
        self, effect: t.Effect, player: int, slot: int, became: Became, witness: tuple[Witness, ...] = (),
        nearby: tuple[Nearby, ...] = (), failed: tuple[Finding, ...] = (),
    ) -> None:  # fmt: skip
        is_met = became in ("asked", "applied", "still owed")
        finding = self._explainer(player).offer(
            effect, Frame(player, here=slot if slot >= 0 else None), is_met=is_met, witness=witness
        )
        finding = replace(finding, exceptions=nearby)
        where = self.notation.slot_ids[slot] if slot >= 0 else None
        self.offers.append(Offer(effect.label, PLAYERS[player], where, became, finding, failed))

    def _explainer(self, player: int) -> Explainer:
        explainer = Explainer(self.layout, self.notation, self.x, self.asker)
        explainer.voice = Voice(player if self.asker in (None, player) else None)
        return explainer

    # ---- where effects come up

    def owe_one(self, number: int, effect: t.Effect, frame: Frame, slot: int, depth: int) -> None:
        before = len(self.x.owed)
        super().owe_one(number, effect, frame, slot, depth)
        if len(self.x.owed) > before:
            return
        actor = self.evaluator.number(effect.actor, frame) if effect.actor else frame.me
        who = frame.me if actor is None else actor
        explainer, acting = self._explainer(who), Frame(who, frame.this, frame.here)
        if actor is None:
            self._add(effect, who, slot, "not owed", (Witness("there is nobody to whom it would be owed"),))
        elif effect.when and not self.evaluator.holds(effect.when, acting):
            self._add(effect, who, slot, "not owed", explainer.seen(effect.when, acting))
        else:
            self._add(effect, who, slot, "switched off", (), explainer.suspending(effect, acting))

    def offer(self, owed: Owed) -> bool:
        effect = self.rules.effect_list[owed.effect]
        witness, failed = self._idle(effect, owed)
        was_applied = super().offer(owed)
        if was_applied:
            self._told(owed, "applied")
        elif effect.stays and owed.depth < 0:
            self._told(owed, "dropped", (Witness("the troop that brought it has left"),))
        elif self.x.pending is None:
            self._told(owed, "nothing to do", witness, failed)
        return was_applied

    def _idle(self, effect: t.Effect, owed: Owed) -> tuple[tuple[Witness, ...], tuple[Finding, ...]]:
        """Return why an effect could do nothing, if so: nothing to choose, or what stands against each choice."""
        frame, program = self.frame(owed), effect.program
        if next(self.program_moves(0, program, frame), None) is not None:
            return (), ()
        explainer = self._explainer(owed.player)
        if not program.choices:
            return self._against(program, [frame], explainer)
        frames, names = [frame], list[str]()
        for choice in program.choices:
            among = [(bound, value) for bound in frames for value in self.candidates(choice, bound)]
            if not among:
                said = f" for {listed(names, 'or', 6)}" if names else ""
                return (Witness(f"there is nothing to choose{said}"), *self._nothing(choice, frames[0], explainer)), ()
            names = list(dict.fromkeys(explainer.named(value, choice.variables[0].type) for _, value in among))
            frames = [bound.having(choice.variables[0].name, value) for bound, value in among]
            if len(choice.variables) == 2:
                return (Witness(f"there are no two to choose among {listed(names, 'and', 12)}"),), ()
        return self._against(program, frames, explainer)

    @staticmethod
    def _against(
        program: t.Program, frames: list[Frame], explainer: Explainer
    ) -> tuple[tuple[Witness, ...], tuple[Finding, ...]]:
        failed = against(program, frames, explainer)
        return () if failed else (Witness(f"there is nothing to {t.verb_word(program.verbs[0])}"),), failed

    def _nothing(self, choice: t.Choice, frame: Frame, explainer: Explainer) -> Iterator[Witness]:
        zone = t.zone_in(choice.among)
        who = self.evaluator.number(zone.player, frame) if zone else None
        if zone and who is not None and not self.x.zones[zone.zone, who]:
            yield Witness(f"{explainer.voice.whose(who)} {zone.zone} is empty")
        elif frame.here is not None and isinstance(choice.among, t.AdjacentTo):
            near = [at for at in self.layout.terrain.neighbours(frame.here) if self.x.top(at)]
            shown = listed((explainer.named(MapPiece(at, len(self.x.stacks[at])), "piece") for at in near), "and", 12)
            yield Witness(f"next to {explainer.slot(frame.here)} there {f'is {shown}' if shown else 'is no troop'}")


def against(program: t.Program, frames: list[Frame], explainer: Explainer) -> tuple[Finding, ...]:
    """Return the requirements that stand against choices, each requirement once."""
    failed: dict[str, Finding] = {}
    for frame in frames[:MOST_FRAMES]:
        for finding in explainer.findings(program, frame, is_trial=True):
            if not finding.is_met:
                failed.setdefault(finding.label, finding)
    return tuple(failed.values())


def known_offers(told: list[tuple[Offer, ...]]) -> tuple[Offer, ...]:
    """Return what is the same whatever lies hidden, given what would become of effects in each case."""
    out: dict[tuple[str, str, str | None], Offer] = {}
    for offers in told:
        for offer in offers:
            out.setdefault((offer.effect, offer.player, offer.slot), offer)
    lists = [{(o.effect, o.player, o.slot): str(o) for o in offers} for offers in told]
    unknown = [key for key, offer in out.items() if any(other.get(key) != str(offer) for other in lists)]
    for key in unknown:
        finding = replace(out[key].finding, witness=(), exceptions=())
        out[key] = replace(out[key], became="unknown", failed=(), finding=finding)
    return tuple(out.values())


def ending(layout: Layout, notation: Notation, x: Situation, asker: int | None) -> Finding | None:
    """Return how a finished game came to its end: the ending, what its condition saw, and a tie."""
    if x.winner is None or x.won_by is None:
        return None
    rules = layout.rules
    explainer = Explainer(layout, notation, x, asker)
    explainer.voice = Voice(None)
    label = rules.endings[x.won_by]
    statement = next(s for s in (*rules.laws, *rules.ends) if s.label == label)
    winner = PLAYERS[x.winner].title()
    if isinstance(statement, t.Win):
        frame = Frame(x.to_move, bound={statement.player.name: x.winner})
        both = [explainer.evaluator.holds(statement.when, replace(frame, bound={statement.player.name: who})) for who in (0, 1)]
        found = explainer.condition(statement, statement.when, frame, is_met=True)
        tie = (Witness(f"it holds for both, and then {winner} wins"),) if all(both) and statement.if_both else ()
        return replace(found, witness=distinct((*found.witness, *tie, Witness(f"{winner} wins"))))
    assert isinstance(statement, t.End)
    me = x.to_move if x.ended_by is None else x.ended_by
    explainer.evaluator.actions_open = False if statement.when == t.NoAction() else None
    found = explainer.condition(statement, statement.when, Frame(me), is_met=True)
    stuck = tuple(_stuck(explainer, x, me)) if statement.when == t.NoAction() else ()
    return replace(
        found, witness=distinct((*stuck, *found.witness, *_result(statement.result, x, me), Witness(f"{winner} wins")))
    )


def _stuck(explainer: Explainer, x: Situation, me: int) -> Iterator[Witness]:
    """Yield why none of the actions was possible."""
    yield Witness(f"{PLAYERS[me].title()} can do nothing")
    for action in explainer.rules.actions:
        zone = t.zone_in(action.program.choices[0].among) if action.program.choices else None
        if zone and not x.zones[zone.zone, me]:
            yield Witness(f"{action.label}: {explainer.voice.whose(me)} {zone.zone} is empty")
            continue
        reference = explainer.reference
        frames = [reference.bind(action.program, values, Frame(me)) for values in _choices(reference, action.program, Frame(me))]
        labels = [finding.label for finding in against(action.program, frames, explainer)]
        of = f" for each of {len(frames)} choices" if len(frames) > 1 else ""
        yield Witness(f"{action.label}: {listed(labels, 'or')} is not met{of}" if labels else f"{action.label}: not now")


def _choices(reference: Reference, program: t.Program, frame: Frame) -> list[tuple[object, ...]]:
    """Return everything that an action without chance could choose, whether it is legal or not."""
    found: list[tuple[object, ...]] = [()]
    for choice in program.choices:
        if len(choice.variables) == 1 and choice.how == "free":
            found = [
                (*values, value)
                for values in found
                for value in reference.candidates(choice, reference.bind(program, values, frame))
            ]
    return [values for values in found if len(values) == len(program.choices)]


def _result(result: t.Result, x: Situation, me: int) -> Iterator[Witness]:
    match result:
        case t.MostWins(counter, tie):
            blue, red = x.counters[counter] if counter else x.medals
            what = counter or "medals"
            if blue == red:
                yield Witness(f"{what} are even at {blue}")
                yield from _result(tie, x, me)
            else:
                yield Witness(f"{what}: Blue {blue}, Red {red}")
        case t.PlayerWins(player):
            by_enemy = player == t.EnemyOf(t.Me())
            ahead = "the other player" if by_enemy else "that player"
            yield Witness(f"the game ended at {PLAYERS[me].title()}'s turn, and so {ahead} is ahead")
