"""What follows by itself, as text: owed effects, laws, endings, marks that run out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from toybattle.game.codegen.held import Coded, Env, Standing
from toybattle.game.codegen.programs import Programs
from toybattle.game.codegen.runtime import MOST_ROUNDS
from toybattle.game.layout import CLAIMED, ENDED_BY, MEDALS, TO_MOVE, TURN, WINNER, WON_BY
from toybattle.game.situation import Piece
from toybattle.ruleset import tree as t


class Following(Programs):
    """Writes what nobody decides."""

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
        """Write what placing, covering or leaving makes owed, by code and slot where nothing else matters."""
        with self.block(f"def owe_{happening}(st, me, here, code, d, ev):"):
            env = Env("me", Coded("code", "here") if happening == "leaving" else Standing("here", "d"), "here")
            for number, effect in self.triggers(happening):
                trigger = effect.trigger
                conditions = []
                if trigger.troop is not None:
                    kind = self.layout.kinds[trigger.troop]
                    rows = [int(p is not None and p.kind == kind) for p in self.pieces]
                    conditions.append(f"{self.table(rows)}[code]")
                if trigger.special is not None:
                    conditions.append(f"BIT[here] & {self._of_special(trigger.special)}")
                self._owe(number, effect, conditions, env)
            self.put("return")

    def _of_special(self, kind: str) -> int:
        return sum(1 << i for i, slot in enumerate(self.terrain.slots) if slot.special and slot.special.kind == kind)

    def _owe(self, number: int, effect: t.Effect, conditions: list[str], env: Env) -> None:
        if any(condition.endswith("& 0") for condition in conditions):
            return
        self.put(f"# {effect.label}")
        actor, maybe = self.player(effect.actor, env) if effect.actor else (env.me, False)
        acting = replace(env, me="who") if effect.actor else env
        more = [self.condition(effect.when, acting)] if effect.when else []
        more += [f"not {self.active_now(e, acting)}" for e in self.rules.speaking_on(effect.label, "suspend")]
        with self.block(f"if {' and '.join(conditions) or True}:"):
            if effect.actor:
                self.put(f"who = {actor}")
                more.insert(0, "who >= 0" if maybe else "True")
            who, here = acting.me, env.here or "-1"
            depth = "0" if not isinstance(env.this, Standing) else str(env.this.depth)
            with self.block(f"if {' and '.join(more) or True}:"):
                self.put(f"st += ({number}, {who}, {here}, {depth})")
                self.event("'owed'", str(number), who, here)

    def _owing_turn(self, happening: str) -> None:
        with self.block(f"def owe_{happening.replace(' ', '_')}(st, ev):"):
            self.put(f"me = st[{TO_MOVE}]")
            for number, effect in self.triggers(happening):
                trigger = effect.trigger
                if not trigger.has_slot:
                    self._owe(number, effect, [], Env("me"))
                    continue
                slots = self.every_slot if trigger.special is None else self._of_special(trigger.special)
                with self.block(f"for here in bits({slots}):"):
                    self.put(f"d = {self.height('here')}")
                    self.put(f"code = {self.code(Standing('here'))}")
                    conditions = []
                    if trigger.needs_troop:
                        kind = None if trigger.troop is None else self.layout.kinds[trigger.troop]
                        wanted = [
                            [int(p is not None and p.owner == me and kind in (None, p.kind)) for p in self.pieces]
                            for me in (0, 1)
                        ]
                        conditions.append(f"{self.table(map(tuple, wanted))}[me][code]")
                    self._owe(number, effect, conditions, Env("me", Standing("here", "d"), "here"))
            self.put("return")

    def _laws(self) -> None:
        """Write what follows a change, in the written order until nothing changes, `me` being the player on turn."""
        with self.block("def laws(st, ev):"):
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
            self.put("endless('laws')")

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
            self.put("del st[TAIL:]")
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
                with self.block("if row:"), self.block(f"for {v} in bits(row):"):
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
            at = self.layout.counter_at[verb.counter.counter] if isinstance(verb, t.ChangeCounter) else 0
            self.put(
                f"was = st[{at}:{at + self.layout.counter_size[verb.counter.counter]}]"
                if isinstance(verb, t.ChangeCounter)
                else "was = None"
            )
            self.do(verb, env, follows=False)
            if isinstance(verb, t.ChangeCounter):
                self.put(f"changed |= was != st[{at}:{at + self.layout.counter_size[verb.counter.counter]}]")

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
            with self.block(f"def ends_{happening.replace(' ', '_')}(st, moves, ev):"):
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
                            self.put("del st[TAIL:]")
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
                            rows = [self._aged(c, zone, owner) for c in range(self.layout.classes[zone])]
                            at = self.layout.zone_at[zone] + owner * self.layout.stride(zone)
                            moved = [[(c, to) for c, to in enumerate(row) if to != c] for row in zip(*rows, strict=True)]
                            with self.block(f"for a, b in {self.table(map(tuple, moved))}[me]:"):
                                with self.block(f"if st[{at + 1} + a]:"):
                                    self.put(f"st[{at + 1} + b] += st[{at + 1} + a]")
                                    self.put(f"st[{at + 1} + a] = 0")
                if self.layout.states("map") > 1:
                    codes = [[0, 0], *([self.layout.code(self._older(p, me)) for me in (0, 1)] for p in self.pieces if p)]
                    table = self.table(map(tuple, zip(*codes, strict=True)))
                    with (
                        self.block(f"for s in range({self.layout.size}):"),
                        self.block(f"for d in depths(st[{self.layout.stacks_at} + s], {self.layout.code_bits}):"),
                    ):
                        self.put(f"code = troop_at(st[{self.layout.stacks_at} + s], d, {self.layout.code_bits})")
                        with self.block(f"if {table}[me][code] != code:"):
                            self.put(f"recode(st, s, d, {table}[me][code])")

    def _older(self, piece: Piece, me: int) -> Piece:
        kinds = self.rules.mark_kinds
        ends = [k.lifetime == "this_turn" or (k.lifetime == "next_turn" and piece.owner == me) for k in kinds]
        return piece._replace(marks=tuple(m - (m > 0 and e) for m, e in zip(piece.marks, ends, strict=True)))

    def _aged(self, number: int, zone: str, owner: int) -> tuple[int, int]:
        piece = self.layout.of_class(number, zone, owner)
        aged = [self.layout.number(self._older(piece, me), zone) for me in (0, 1)]
        return aged[0], aged[1]
