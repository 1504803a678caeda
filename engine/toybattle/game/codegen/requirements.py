"""What a verb needs, as text: its requirements with their exceptions, `not forbidden and (waived or met)`."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from toybattle.game.codegen.conditions import Conditions
from toybattle.game.codegen.held import Env, Held, Lying, Standing
from toybattle.game.codegen.lift import Fixed, Lifted
from toybattle.game.layout import CLAIMED
from toybattle.ruleset import tree as t


class Requirements(Conditions):
    """Writes when verbs are legal."""

    def judged(self, verb: t.Verb, env: Env) -> tuple[Env, tuple[Held, ...], list[str]]:
        """Return where a verb's requirements are asked, its parameters, and what must exist for it at all."""
        player, maybe = self.player(verb.player, env)
        exists = [f"{player} >= 0"] if maybe else []
        inner = replace(env, me=player, this=None, here=None, bound={})
        match verb:
            case t.Draw(_, number):
                text = self.number(number, env)[0]
                if not isinstance(number, t.Literal_) or number.value < 1:
                    exists.append(f"{text} > 0")
                return inner, (), [*exists, f"st[{self.zone_at('reserve', player)}]"]
            case t.Place(_, piece, slot) | t.Move(_, piece, slot):
                held, (where, unsure) = self.piece(piece, env), self.slot(slot, env)
                exists += [f"{where} >= 0"] if unsure else []
                if isinstance(verb, t.Place) != isinstance(held, Lying):
                    exists.append("False")
                return replace(inner, this=held, here=where), (held, where), [*exists, *self._exists(held, env)]
            case t.Send(_, _, piece) | t.SetMark(_, _, _, piece):
                held = self.piece(piece, env)
                here = held.slot if isinstance(held, Standing) else None
                return replace(inner, this=held, here=here), (held,), [*exists, *self._exists(held, env)]
            case t.ChangeCounter(_, _, counter, number):
                if counter.subject is not None:
                    text, uncertain = self.subject(counter.subject, counter.counter, env)
                    exists += [f"{text} >= 0"] if uncertain else []
                value, uncertain = self.number(number, env)
                return inner, (), [*exists, *([f"{value} != ABSENT"] if uncertain else [])]
            case t.Claim(_, region):
                return inner, (), [*exists, f"not st[{CLAIMED}] >> {self.region(region, env)} & 1"]
            case _:
                assert_never(verb)

    def _exists(self, held: Held, env: Env) -> list[str]:
        match held:
            case Standing(slot, None) if slot == env.open and held in env.bound.values():
                return []  # the choice is among visible troops
            case Standing():
                return [self.code(held)]
            case Lying():
                return [self.copies(held.zone, held.owner, held.number)] if held.number != env.row else []
            case _:
                return ["False"]

    def legal_on(self, verb: t.Verb, env: Env) -> Lifted:
        """Return the slots on which a verb is legal, the last choice being open: not forbidden, and waived or met."""
        inner, values, exists = self.judged(verb, env)
        parts: list[Lifted] = []
        size = 2 * inner.rows
        for text in exists:
            parts.append(Fixed((0,) * size) if text == "False" else self.looked_up(text, env))
        for requirement in self.rules.judging(t.verb_word(verb)):

            def bind(names: tuple[t.Bound, ...]) -> Env:
                return replace(inner, bound={n.name: v for n, v in zip(names, values, strict=False)})

            met = self.lift(requirement.condition, bind(requirement.parameters))
            waived = [self._active(e, inner, values) for e in self.rules.speaking_on(requirement.label, "waive")]
            forbidden = [self._active(e, inner, values) for e in self.rules.speaking_on(requirement.label, "forbid")]
            met = self.folding.join(False, met, *waived)
            parts.append(self.folding.join(True, met, *map(self.folding.negated, forbidden)))
        return self.folding.join(True, *parts) if parts else Fixed((self.every_slot,) * size)

    def _active(self, exception: t.Exception_, env: Env, values: tuple[Held, ...]) -> Lifted:
        bound = replace(env, bound={n.name: v for n, v in zip(exception.parameters, values, strict=False)})
        suspended = [
            self.folding.negated(self._active(e, env, values)) for e in self.rules.speaking_on(exception.label, "suspend")
        ]
        if exception.condition is None:
            own: Lifted = Fixed((self.every_slot,) * (2 * env.rows))
        else:
            own = self.lift(exception.condition, bound)
        return self.folding.join(True, own, *suspended)

    def legal_now(self, verb: t.Verb, env: Env) -> str:
        """Return the condition that a verb is legal with everything chosen."""
        inner, values, exists = self.judged(verb, env)
        conditions = list(exists)
        for requirement in self.rules.judging(t.verb_word(verb)):
            bound = replace(inner, bound={n.name: v for n, v in zip(requirement.parameters, values, strict=False)})
            text = self.condition(requirement.condition, bound)
            for exception in self.rules.speaking_on(requirement.label, "waive"):
                text = f"({self.active_now(exception, inner, values)} or {text})"
            conditions.append(text)
            for exception in self.rules.speaking_on(requirement.label, "forbid"):
                conditions.append(f"(not {self.active_now(exception, inner, values)})")
        return " and ".join(conditions) if conditions else "True"

    def active_now(self, exception: t.Exception_, env: Env, values: tuple[Held, ...] = ()) -> str:
        bound = replace(env, bound={n.name: v for n, v in zip(exception.parameters, values, strict=False)})
        text = self.condition(exception.condition, bound) if exception.condition else "True"
        for other in self.rules.speaking_on(exception.label, "suspend"):
            text = f"({text} and not {self.active_now(other, env, values)})"
        return text
