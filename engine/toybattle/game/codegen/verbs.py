"""Verbs as text: what they change, what they make owed, and the laws that follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from toybattle.game.codegen.held import Env, Held, Lying, Standing
from toybattle.game.codegen.requirements import Requirements
from toybattle.game.layout import CLAIMED, MEDALS, TAKEN, TO_MOVE, WINNER
from toybattle.ruleset import tree as t


class Verbs(Requirements):
    """Writes what verbs do."""

    LOG = ", ev"
    """What is told of what happens."""
    OWING = "len(st) > TAIL"
    """The condition that effects are owed."""
    is_trial = False
    """Whether what is written works on a copy, of which nobody is told."""

    def event(self, *parts: str) -> None:
        """Write that something happened."""
        if not self.is_trial:
            self.put(f"ev.append(({', '.join(parts)}))")

    def do(self, verb: t.Verb, env: Env, follows: bool) -> Env:
        """Write a verb's changes, and what it triggers and the laws if they follow; return the names for the next verb.

        A variable goes on meaning the troop it was chosen for, wherever the verbs take it.
        """
        word = t.verb_word(verb)
        self.put(f"# {word}")
        _, values, exists = self.judged(verb, env)
        if "False" in exists:
            return env  # never legal: the troop is of another home than the verb takes it from
        player = self.player(verb.player, env)[0]
        changes: set[str]
        now: Held = None
        name = verb.piece.name if isinstance(getattr(verb, "piece", None), t.Bound) else ""  # type: ignore[union-attr]
        with self.given(None if isinstance(verb, t.Draw) else " and ".join(exists)):
            values = tuple(self._settled(value) for value in values)
            match verb:
                case t.Draw(_, number):
                    self._draw(verb, env, player, number)
                    changes = {"zones"}
                case t.Place():
                    lying, slot = values
                    assert isinstance(lying, Lying)
                    self._from_zone(lying)
                    code = self._map_code(lying)
                    now = self._standing(str(slot), name)
                    self.put(f"new = {code}")
                    self.event("'placed'", player, "new", str(slot))
                    self._stack_on(str(slot), "new")
                    self._noted_depth(now)
                    if follows:
                        self._owe_covering(str(slot), player)
                        self.put(f"owe_placing(st, {player}, {slot}, new, {self.height(str(slot))}{self.LOG})")
                    changes = {"board", "zones"}
                case t.Move():
                    held, target = values
                    assert isinstance(held, Standing)
                    self._lift_out(held, follows, env)
                    self.event("'moved'", repr(word), "old", held.slot, str(target))
                    self._stack_on(str(target), "old")
                    now = self._standing(str(target), name)
                    self._noted_depth(now)
                    if follows:
                        self._owe_leaving(held.slot, player)
                        self._owe_covering(str(target), player)
                    changes = {"board"}
                case t.Send(_, _, _, zone):
                    held = values[0]
                    if isinstance(held, Lying):
                        self._from_zone(held)
                        owner, which = held.owner, self._zone_class(held, zone)
                        self.event("'moved'", repr(word), self._map_code(held), repr(held.zone), repr(zone))
                        changes = {"zones"}
                    else:
                        assert isinstance(held, Standing)
                        self._lift_out(held, follows, env)
                        owner = f"{self.table(-1 if p is None else p.owner for p in self.pieces)}[old]"
                        kinds = [-1 if p is None else p.kind * self.layout.states(zone) for p in self.pieces]
                        which = f"{self.table(kinds)}[old]"
                        self.event("'moved'", repr(word), "old", held.slot, repr(zone))
                        changes = {"board", "zones"}
                    if name:
                        now = Lying(zone, self.name(), self.name(), None)
                        self.put(f"{now.owner}, {now.number} = {owner}, {which}")
                        owner, which = now.owner, now.number
                    self._into_zone(zone, owner, which)
                    if follows and not isinstance(held, Lying):
                        self._owe_leaving(held.slot, player)
                case t.SetMark(_, _, mark, _):
                    now = self._mark(values[0], self.rules.marks.index(mark))
                    changes = {"marks"}
                case t.ChangeCounter(_, _, counter, number):
                    at = self.counter_place(counter, env)
                    value = self.number(number, env)[0]
                    self.put(f"st[{at}] = counted({f'st[{at}] + ' if word == 'add' else ''}{value})")
                    self.event(
                        "'counted'", repr(counter.counter), f"{at} - {self.layout.counter_at[counter.counter]}", f"st[{at}]"
                    )
                    changes = {"counters"}
                case t.Claim(_, region):
                    self.claim(player, self.region(region, env))
                    changes = {"medals"}
                case _:
                    assert_never(verb)
            if follows and changes & self._law_reads:
                self.put(f"laws(st{self.LOG})")
                with self.block(f"if st[{WINNER}] >= 0:"):
                    self.put("return")
        return env.having(name, now) if name and now is not None else env

    def _settled(self, held: Held) -> Held:
        """Return a slot or a troop's slot under a name of its own, which changes on the board leave alone."""
        slot = held.slot if isinstance(held, Standing) else held
        if not isinstance(slot, str) or slot.isidentifier():
            return held
        name = self.name()
        self.put(f"{name} = {slot}")
        return replace(held, slot=name) if isinstance(held, Standing) else name

    def _standing(self, slot: str, name: str) -> Held:
        """Return the troop that has come onto a slot, if a later verb may mean it."""
        return Standing(slot, self.name()) if name else None

    def _noted_depth(self, held: Held) -> None:
        if isinstance(held, Standing):
            self.put(f"{held.depth} = {self.height(held.slot)}")

    @property
    def _law_reads(self) -> set[str]:
        """What a verb must change for laws to be looked at; everything, if time alone can change what they say."""
        reads = {"board", *(read for law in self.rules.laws for read in _reads(law.when))}
        return reads | {"zones", "counters", "medals", "marks"} if reads & {"turn", "marks"} else reads

    def _draw(self, verb: t.Draw, env: Env, player: str, number: t.Expression) -> None:
        with self.block(f"for _ in range({self.number(number, env)[0]}):"):
            with self.block(f"if not ({self.legal_now(verb, env)}):"):
                self.put("break")
            self._next_in_reserve(self.zone_at("reserve", player))
            states = self.layout.states("rack")
            self._put_in("rack", self.zone_at("rack", player), f"k * {states}" if states > 1 else "k")
            self.event("'drawn'", player, "k")

    def _next_in_reserve(self, reserve: str) -> None:
        """Write that the next troop is taken, its kind going to `k`."""
        self.put(f"x = st[{reserve} + 1]")
        self.put(f"st[{reserve} + 1] = x >> {self.layout.kind_bits}")
        self.put(f"st[{reserve}] -= 1")
        self.put(f"k = (x & {(1 << self.layout.kind_bits) - 1}) - 1")

    def _put_in(self, zone: str, at: str, number: str) -> None:
        """Write that a zone that begins there has one troop more."""
        self.put(f"st[{at}] += 1")
        self._class_more(zone, at, number)

    def _class_more(self, zone: str, at: str, number: str) -> None:
        self.put(f"st[{at} + 1 + {number}] += 1")

    def _class_moved(self, zone: str, first: int, before: str, after: str) -> None:
        """Write that all troops of one class are of another now, the zone's first class being counted there."""
        self.put(f"st[{first} + {after}] += st[{first} + {before}]")
        self.put(f"st[{first} + {before}] = 0")

    def _class_less(self, zone: str, at: str, number: str) -> None:
        self.put(f"st[{at} + 1 + {number}] -= 1")

    def _zone_class(self, lying: Lying, zone: str) -> str:
        if lying.zone == zone:
            return lying.number
        of, to = self.layout.states(lying.zone), self.layout.states(zone)
        return f"{lying.number} // {of} * {to}" if (of, to) != (1, 1) else lying.number

    def _map_code(self, lying: Lying) -> str:
        states = self.layout.states(lying.zone)
        classes = range(self.layout.classes[lying.zone])
        rows = [[self.layout.code(self.layout.plain(owner, c // states)) for c in classes] for owner in (0, 1)]
        return self.looked(rows, lying.owner, lying.number)

    def _from_zone(self, lying: Lying) -> None:
        at = self.zone_at(lying.zone, lying.owner)
        self.put(f"st[{at}] -= 1")
        self._class_less(lying.zone, at, lying.number)

    def _into_zone(self, zone: str, owner: str, number: str) -> None:
        if zone == "reserve":
            raise NotImplementedError("nothing goes back to the reserve")
        self.put(f"z = {self.layout.zone_at[zone]} + {self.layout.stride(zone)} * {owner}")
        self._put_in(zone, "z", number)

    def flip(self, slot: str, before: str, after: str) -> None:
        self.put(f"bit = BIT[{slot}]")
        with self.block(f"for o in FLIP[{before} * {self.layout.codes} + {after}]:"):
            self.put("st[o] ^= bit")

    def _owe_covering(self, slot: str, player: str) -> None:
        if self.triggers("covering"):
            with self.block("if under:"):
                self.put(f"owe_covering(st, {player}, {slot}, under, {self.height(slot)} - 1{self.LOG})")

    def _owe_leaving(self, slot: str, player: str) -> None:
        if self.triggers("leaving"):
            self.put(f"owe_leaving(st, {player}, {slot}, old, 0{self.LOG})")

    def _stack_on(self, slot: str, code: str) -> None:
        at, bits = f"st[{self.layout.stacks_at} + {slot}]", self.layout.code_bits
        self.put(f"x = {at}")
        self.put(f"{at} = x << {bits} | {code}")
        self.put(f"under = x & {(1 << bits) - 1}")
        self.flip(slot, "under", code)

    def _lift_out(self, held: Standing, follows: bool, env: Env) -> None:
        """Write a troop's leaving its stack; its code goes to `old`."""
        slot = held.slot
        depth = self._lift(slot, held.depth)
        # What else was chosen in this stack lies one lower now.
        others = [o for o in (env.this, *env.bound.values()) if isinstance(o, Standing) and o.depth and o.depth.isidentifier()]
        if others:
            self.put(f"deep = {depth}")
            depth = "deep"
        for other in others:
            with self.block(f"if {other.slot} == {slot} and {other.depth} >= deep:"):
                self.put(f"{other.depth} = -1 if {other.depth} == deep else {other.depth} - 1")
        if follows:
            with self.block(f"if {self.OWING}:"):
                self.put(f"left(st, {slot}, {depth})")

    def _lift(self, slot: str, depth: str | None) -> str:
        """Write that the troop at a depth, or the visible one, is taken off; return how deep it stood."""
        bits = self.layout.code_bits
        at, top = f"st[{self.layout.stacks_at} + {slot}]", (1 << bits) - 1
        self.put(f"x = {at}")
        if depth is None:
            self.put(f"old = x & {top}")
            self.put(f"{at} = x >> {bits}")
            self.flip(slot, "old", f"({at} & {top})")
        else:
            self.put(f"cut = (height(x, {bits}) - {depth}) * {bits}")
            self.put(f"old = x >> cut & {top}")
            self.put(f"{at} = x >> cut + {bits} << cut | x & (1 << cut) - 1")
            self.flip(slot, f"(x & {top})", f"({at} & {top})")
        return depth or f"height(x, {bits})"

    def _mark(self, held: Held, mark: int) -> Held:
        step = 1
        home = held.zone if isinstance(held, Lying) else "map"
        for level in self.layout.levels[home][:mark]:
            step *= level
        levels = self.layout.levels[home][mark]
        lifetime = self.rules.mark_kinds[mark].lifetime

        def marked(owner: str, state: str) -> str:
            lasts = f"(2 if {owner} == st[{TO_MOVE}] else 1)" if lifetime == "next_turn" and levels > 2 else "1"
            return f"max(0, {lasts} - {state} // {step} % {levels}) * {step}"

        if isinstance(held, Lying):
            at = self.zone_at(held.zone, held.owner)
            state = f"({held.number} % {self.layout.states(held.zone)})"
            self._class_less(held.zone, at, held.number)
            number = self.name()
            self.put(f"{number} = {held.number} + {marked(held.owner, state)}")
            self._class_more(held.zone, at, number)
            self.event("'marked'", self._map_code(held), str(mark), repr(held.zone))
            return replace(held, number=number)
        assert isinstance(held, Standing)
        depth = held.depth if isinstance(held, Standing) and held.depth else self.height(held.slot)
        self.put(f"deep = {depth}")
        self.put(f"code = {self.code_at(held.slot, 'deep')}")
        owner = f"{self.table(-1 if p is None else p.owner for p in self.pieces)}[code]"
        state = f"((code - 1) % {self.layout.states('map')})"
        self.put(f"new = code + {marked(owner, state)}")
        self.put(f"recode(st, {held.slot}, deep, new)")
        self.event("'marked'", "code", str(mark), held.slot)
        return held

    def claim(self, player: str, region: str) -> None:
        medals = self.table(region.medals for region in self.terrain.regions)
        self.put(f"st[{CLAIMED}] |= 1 << {region}")
        self.put(f"st[{TAKEN} + {player}] |= 1 << {region}")
        self.put(f"st[{MEDALS} + {player}] += {medals}[{region}]")
        self.event("'taken'", player, region)

    def triggers(self, happening: str) -> list[tuple[int, t.Effect]]:
        return [(n, e) for n, e in enumerate(self.rules.effect_list) if e.trigger.happening == happening]


def _reads(x: t.Condition) -> Iterator[str]:
    """Yield the kinds of facts that a law looks at."""
    for part in t.walk(x):
        match part:
            case t.InZone() | t.Room():
                yield "zones"
            case t.CounterOf():
                yield "counters"
            case t.MedalsOf() | t.IsClaimed():
                yield "medals"
            case t.IsMarked():
                yield "marks"
            case t.Me():
                yield "turn"
            case _:
                pass
