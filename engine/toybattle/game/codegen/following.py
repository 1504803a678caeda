"""What follows by itself, as text: owed effects, laws, endings, marks that run out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from toybattle.game.codegen.held import Coded, Env, Standing
from toybattle.game.codegen.lift import Fixed, Lifted
from toybattle.game.codegen.programs import Programs
from toybattle.game.layout import CLAIMED, ENDED_BY, MEDALS, TO_MOVE, TURN, WINNER, WON_BY
from toybattle.game.limits import MOST_ROUNDS
from toybattle.game.situation import Piece
from toybattle.ruleset import tree as t


class Following(Programs):
    """Writes what nobody decides."""

    FORGET = "del st[TAIL:]"
    """What is done when nothing is owed any more."""

    def following(self) -> None:
        """Write all of it."""
        for happening in ("placing", "covering", "leaving"):
            self._owing(happening)
        for happening in ("turn start", "turn end"):
            self._owing_turn(happening)
        self._laws()
        self._ends()
        self._expire()

    def _owing(self, happening: str) -> None:
        """Write what placing, covering or leaving makes owed; what the slot and the kind of troop decide is a table."""
        with self.block(f"def owe_{happening}(st, me, here, code, d{self.LOG}):"):
            env = Env("me", Coded("code", "here") if happening == "leaving" else Standing("here", "d"), "here")
            owing = [(number, effect, *self._owed_where(effect, env)) for number, effect in self.triggers(happening)]
            kinds = [-1 if piece is None else piece.kind for piece in self.pieces]
            rows = [
                [n for n, effect, slots, _ in owing
                 if slots >> slot & 1 and effect.trigger.troop in (None, self.rules.troops[kind].label)]
                for slot in range(self.size) for kind in range(len(self.rules.troops))
            ]  # fmt: skip
            with self.each_of(rows, f"here * {len(self.rules.troops)} + {self.table(kinds)}[code]", "e"):
                self.put("who = me")
                for number, effect, _, more in owing:
                    if effect.actor or more:
                        self.put(f"# {effect.label}")
                        with self.block(f"if e == {number}:"):
                            self._judge_owing(effect, more, env)
                self.owe("e", "who", "here", "0" if happening == "leaving" else "d")

    @contextmanager
    def each_of(self, rows: Sequence[Sequence[int]], row: str, name: str) -> Iterator[None]:
        """Write a loop over the numbers in a row of a table whose rows are of different lengths."""
        with self.block(f"for {name} in {self.table(map(tuple, rows))}[{row}]:" if any(rows) else "if False:"):
            yield

    @contextmanager
    def each_present(self, zone: str, first: str, classes: Sequence[Sequence[int]], me: str, name: str) -> Iterator[None]:
        """Write a loop over those of a player's classes of which troops lie in a zone that begins there."""
        with self.each_of(classes, me, name), self.block(f"if st[{first} + {name}]:"):
            yield

    def owe(self, effect: str, who: str, slot: str, depth: str) -> None:
        """Write that an effect comes to be owed."""
        self.put(f"st += ({effect}, {who}, {slot}, {depth})")
        self.event("'owed'", effect, who, slot)

    def _judge_owing(self, effect: t.Effect, more: list[str], env: Env) -> None:
        """Write that the loop goes on to the next effect if this one is not owed."""
        if effect.actor:
            actor, maybe = self.player(effect.actor, env)
            self.put(f"who = {actor}")
            more = ["who >= 0", *more] if maybe else more
        if more:
            with self.block(f"if not ({' and '.join(more)}):"):
                self.put("continue")

    def _owed_where(self, effect: t.Effect, env: Env) -> tuple[int, list[str]]:
        """Return the slots on which an effect can come to be owed, and what else must hold at the moment."""
        special = effect.trigger.special
        slots, more = self.every_slot if special is None else self._of_special(special), []
        env = replace(env, me="who")
        at = replace(env, open=env.here)
        if effect.when is not None:
            if self.needs(effect.when, at) <= {"slot"}:
                slots &= self._fixed(self.lift(effect.when, at))
            else:
                more.append(self.condition(effect.when, env))
        for exception in self.rules.speaking_on(effect.label, "suspend"):
            if self._asks_slot_only(exception, at):
                slots &= ~self._fixed(self._active(exception, at, ()))
            else:
                more.append(f"not {self.active_now(exception, env)}")
        return slots, more

    def _asks_slot_only(self, exception: t.Exception_, env: Env) -> bool:
        others = self.rules.speaking_on(exception.label, "suspend")
        return env.here is not None and all(self.needs(e.condition, env) <= {"slot"} for e in (exception, *others))

    @staticmethod
    def _fixed(part: Lifted) -> int:
        assert isinstance(part, Fixed)
        return part.rows[0]

    def _of_special(self, kind: str) -> int:
        return sum(1 << i for i, slot in enumerate(self.terrain.slots) if slot.special and slot.special.kind == kind)

    def _owing_turn(self, happening: str) -> None:
        with self.block(f"def owe_{happening.replace(' ', '_')}(st{self.LOG}):"):
            self.put(f"me = st[{TO_MOVE}]")
            for number, effect in self.triggers(happening):
                self.put(f"# {effect.label}")
                trigger = effect.trigger
                env = Env("me", Standing("here", "d"), "here") if trigger.has_slot else Env("me")
                slots, more = self._owed_where(effect, env)
                with self.each_bit("here", str(slots if trigger.has_slot else 1)):
                    self.put("who = me")
                    if trigger.has_slot:
                        self.put(f"d = {self.height('here')}")
                    if trigger.needs_troop:
                        kind = None if trigger.troop is None else self.layout.kinds[trigger.troop]
                        wanted = [
                            [int(p is not None and p.owner == me and kind in (None, p.kind)) for p in self.pieces]
                            for me in (0, 1)
                        ]
                        with self.block(f"if not {self.looked(wanted, 'me', self.top_code('here'))}:"):
                            self.put("continue")
                    self._judge_owing(effect, more, env)
                    self.owe(str(number), "who", *(("here", "d") if trigger.has_slot else ("-1", "0")))

    def _laws(self) -> None:
        """Write what follows a change, in the written order until nothing changes, `me` being the player on turn."""
        with self.block(f"def laws(st{self.LOG}):"):
            self.put(f"me = st[{TO_MOVE}]")
            self.put("foe = 1 - me")
            with self.block(f"for _ in range({MOST_ROUNDS}):"):
                self.put("changed = False")
                for law in self.rules.laws:
                    self.put(f"# {law.label}")
                    if isinstance(law, t.Win):
                        self._win(law)
                    else:
                        self._law(law)
                with self.block("if not changed:"):
                    self.put("return")
            self.put("endless_laws()")

    def _win(self, law: t.Win) -> None:
        mine, theirs = (self.condition(law.when, Env("me", bound={law.player.name: who})) for who in ("me", "foe"))
        winner = "me if won else foe"
        if law.if_both:
            both = self.player(law.if_both, Env("me"))[0]
            winner = f"{both} if won and {theirs} else {winner}"
        self.put(f"won = {mine}")
        with self.block(f"if won or {theirs}:"):
            self.put(f"st[{WINNER}] = {winner}")
            self.put(f"st[{WON_BY}] = {self.rules.endings.index(law.label)}")
            self.put(self.FORGET)
            self.put("return")

    def _law(self, law: t.Law) -> None:
        binders = law.binders
        players = ("me", "foe")
        if binders and binders[0].type == "player":
            for player in players:
                self._bound_law(law, binders[1:], Env("me", bound={binders[0].name: player}))
        else:
            self._bound_law(law, binders, Env("me"))

    def _bound_law(self, law: t.Law, binders: tuple[t.Bound, ...], env: Env) -> None:
        if not binders:
            with self.block(f"if {self.condition(law.when, env)}:"):
                self._law_verb(law.verb, env)
            return
        bound, rest = binders[0], binders[1:]
        v = self.name()
        inner = env.having(bound.name, v)
        if bound.type == "region" and not rest and isinstance(law.verb, t.Claim):
            text = self._region_mask(law.when, bound.name, env)
            if text:
                self.put(f"row = {text}")
                with self.block("if row:"), self.each_bit(v, "row"):
                    self._law_verb(law.verb, inner)
                return
        values = {"player": "(me, foe)", "slot": f"range({self.layout.size})", "region": f"range({len(self.terrain.regions)})"}[
            bound.type
        ]
        with self.block(f"for {v} in {values}:"):
            self._bound_law(law, rest, inner)

    def _law_verb(self, verb: t.Verb, env: Env) -> None:
        if isinstance(verb, t.Claim):
            with self.block(f"if not st[{CLAIMED}] >> {self.region(verb.region, env)} & 1:"):
                self.do(verb, env, follows=False)
                self.put("changed = True")
        else:
            at = self.counter_place(verb.counter, env) if isinstance(verb, t.ChangeCounter) else "0"
            self.put(f"was = st[{at}]")
            self.do(verb, env, follows=False)
            self.put(f"changed |= was != st[{at}]")

    def _region_mask(self, x: t.Condition, region: str, env: Env) -> str | None:
        """Return the mask of the regions for which a condition holds, or None if it is not of the simple kind."""
        match x:
            case t.And(left, right):
                a, b = self._region_mask(left, region, env), self._region_mask(right, region, env)
                return f"({b} & {a})" if a and b else None
            case t.Not(t.IsClaimed(t.Bound(name))) if name == region:
                return f"({(1 << len(self.terrain.regions)) - 1} ^ st[{CLAIMED}])"
            case t.Quantified(True, variable, t.BasesAround(t.Bound(name)), condition) if name == region:
                if any(isinstance(part, t.Bound) and part.name == region for part in t.walk(condition)):
                    return None
                return f"complete({self.where(condition, variable, env)})"
            case _:
                return None

    def _ends(self) -> None:
        for happening in ("turn start", "turn end"):
            with self.block(f"def ends_{happening.replace(' ', '_')}(st, moves):"):
                self.put(f"me = st[{TO_MOVE}]")
                for end in self.rules.ends:
                    if end.happening == happening:
                        self.put(f"# {end.label}")
                        with self.block(f"if {self.condition(end.when, Env('me'))}:"):
                            self._result(end.result)
                            self.put(f"st[{WON_BY}] = {self.rules.endings.index(end.label)}")
                            self.put(f"st[{ENDED_BY}] = me")
                            if end.when == t.NoAction():
                                self.put(f"st[{TURN}] -= 1  # the turn of a player who can do nothing is none")
                            self.put(self.FORGET)
                            self.put("return")

    def _result(self, result: t.Result) -> None:
        match result:
            case t.PlayerWins(player):
                self.put(f"st[{WINNER}] = {self.player(player, Env('me'))[0]}")
            case t.MostWins(counter, tie):
                at = self.layout.counter_at[counter] if counter else MEDALS
                with self.block(f"if st[{at}] != st[{at + 1}]:"):
                    self.put(f"st[{WINNER}] = int(st[{at + 1}] > st[{at}])")
                with self.block("else:"):
                    self._result(tie)
            case _:
                assert_never(result)

    def _expire(self) -> None:
        """Write how marks run out at the end of a turn."""
        with self.block("def expire(st):"):
            if any(self.layout.states(home) > 1 for home in self.layout.levels):
                self.put(f"me = st[{TO_MOVE}]")
                for zone in self.layout.zones:
                    if zone != "reserve" and self.layout.states(zone) > 1:
                        for owner in (0, 1):
                            rows = [*zip(*(self._aged(c, zone, owner) for c in range(self.layout.classes[zone])), strict=True)]
                            at = self.layout.zone_at[zone] + owner * self.layout.stride(zone) + 1
                            with self.each_present(
                                zone, str(at), [[c for c, to in enumerate(row) if to != c] for row in rows], "me", "a"
                            ):
                                self.put(f"b = {self.looked(rows, 'me', 'a')}")
                                self._class_moved(zone, at, "a", "b")
                if self.layout.states("map") > 1:
                    codes = [[0, 0], *([self.layout.code(self._older(p, me)) for me in (0, 1)] for p in self.pieces if p)]
                    aged = self.looked([*zip(*codes, strict=True)], "me", "code")
                    with (
                        self.block(f"for s in range({self.layout.size}):"),
                        self.block(f"for d in range(1, {self.height('s')} + 1):"),
                    ):
                        self.put(f"code = {self.code_at('s', 'd')}")
                        with self.block(f"if {aged} != code:"):
                            self.put(f"recode(st, s, d, {aged})")

    def _older(self, piece: Piece, me: int) -> Piece:
        kinds = self.rules.mark_kinds
        ends = [k.lifetime == "this_turn" or (k.lifetime == "next_turn" and piece.owner == me) for k in kinds]
        return piece._replace(marks=tuple(m - (m > 0 and e) for m, e in zip(piece.marks, ends, strict=True)))

    def _aged(self, number: int, zone: str, owner: int) -> tuple[int, int]:
        piece = self.layout.of_class(number, zone, owner)
        aged = [self.layout.number(self._older(piece, me), zone) for me in (0, 1)]
        return aged[0], aged[1]
