"""Sets of the typed tree as text: masks of slots and of regions, and loops over troops, classes in a zone, and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from toybattle.game.codegen.held import Env, Held, Lying, Standing
from toybattle.game.codegen.runtime import ABSENT
from toybattle.game.codegen.things import Things
from toybattle.game.layout import DEPTHS, zone_of
from toybattle.ruleset import tree as t


class Sets(Things):
    """Writes sets."""

    def mask(self, x: t.SetExpression, env: Env) -> str:
        """Return the mask of the slots of a set of slots or of troops on the map."""
        match x:
            case t.Slots(which, player):
                every = {"slots": self.every_slot, "bases": self.every_slot & ~self.hq_mask, "hqs": self.hq_mask}[which]
                return f"{self.table(self.own_hqs, 0)}[{self.player(player, env)[0]}]" if player is not None else str(every)
            case t.Tops(player) if player is None:
                return f"st[{self.keep(self.owned(None))}]"
            case t.Tops(player) if player is not None:
                return self.tops_of(*self.player(player, env))
            case t.BasesAround(region):
                around = [sum(1 << i for i in region.around) for region in self.terrain.regions]
                return f"{self.table(around)}[{self.region(region, env)}]"
            case t.Only(what, "slot"):
                return self.bit(self.slot(what, env)[0])
            case t.Only(what, _):
                return self.bit(self.slot(t.SlotOf(what), env)[0])
            case t.AdjacentTo(among, to):
                return f"({self.mask(among, env)} & {self._near(to, env)})"
            case t.JoinedTo(among, to, through):
                joined = self.joined(to, through, env)
                return joined if among == t.Slots("slots") else f"({self.mask(among, env)} & {joined})"
            case t.Within(among, paths, of):
                return f"({self.mask(among, env)} & {self._within(paths)}[{self.slot(of, env)[0]}])"
            case t.OtherThan(among, than, type_) if type_ == "slot" or not self.is_list(among):
                return f"({self.mask(among, env)} & ~{self._not_this(than, type_, env)})"
            case t.Where(among, variable, condition) if not self.is_list(among):
                return f"({self.mask(among, env)} & {self.where(condition, variable, env)})"
            case _:
                # Covered troops stand for their slots too.
                with self.found("0") as call, self.each_troop(x, env) as (held, _):
                    self.put(f"found |= {self.bit(held.slot)}")
                return call[0]

    def tops_of(self, player: str, maybe: bool = False) -> str:
        """Return the mask of the slots that show a player's troop."""
        # Allotted together when the module begins, so that a player's number leads from one to the other.
        at = self.keep(self.owned(0))
        self.keep(self.owned(1))
        if player in ("0", "1"):
            return f"st[{at + int(player)}]"
        return f"(st[{at} + {player}] if {player} >= 0 else 0)" if maybe else f"st[{at} + {player}]"

    def joined(self, to: t.SetExpression, through: t.SetExpression, env: Env) -> str:
        """Return the mask of the slots joined to some by way of bases of others."""
        return f"joined({self.mask(to, env)}, {self.mask(through, env)})"

    def _near(self, to: t.SetExpression, env: Env) -> str:
        if isinstance(to, t.Only):
            slot = self.slot(to.what if to.type == "slot" else t.SlotOf(to.what), env)[0]
            return f"{self.table(self.terrain.adjacency, 0)}[{slot}]"
        return f"near({self.mask(to, env)})"

    def _within(self, paths: int) -> str:
        reached = [self.terrain.reached([i]) for i in range(self.size)]
        return self.table((sum(1 << j for j, far in row.items() if far <= paths) for row in reached), 0)

    def _not_this(self, than: t.Expression, type_: t.Type, env: Env) -> str:
        if type_ == "slot":
            return self.bit(self.slot(than, env)[0])
        match self.piece(than, env):
            case Standing(slot, None):
                return self.bit(slot)
            case Standing(slot, depth):
                return f"(BIT[{slot}] if {depth} == {self.height(slot)} else 0)"
            case _:
                return "0"

    def is_list(self, x: t.SetExpression) -> bool:
        """Return whether a set may hold covered troops, so that slots do not name its members."""
        match x:
            case t.Troops() | t.Stack():
                return True
            case t.Only(_, type_):
                return type_ == "piece"
            case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Within() | t.Where():
                return self.is_list(x.among)
            case _:
                return False

    @contextmanager
    def each_troop(self, x: t.SetExpression, env: Env) -> Iterator[tuple[Standing, str]]:
        """Write a loop over a set's troops on the map, each with its place as one number: slot times 64 plus depth."""
        slot, depth = self.name(), self.name()
        held = Standing(slot, depth)
        place = f"({slot} * {DEPTHS} + {depth})"
        match x:
            case t.Troops(player):
                mine = f"{self.owner(held)[0]} == {self.player(player, env)[0]}" if player is not None else None
                with (
                    self.block(f"for {slot} in range({self.size}):"),
                    self.block(f"for {depth} in range(1, {self.height(slot)} + 1):"),
                    self.given(mine),
                ):
                    yield held, place
            case t.Stack(where):
                text, maybe = self.slot(where, env)
                self.put(f"{slot} = {text}")
                height = f"({self.height(slot)} if {slot} >= 0 else 0)" if maybe else self.height(slot)
                with self.block(f"for {depth} in range(1, {height} + 1):"):
                    yield held, place
            case t.Only(what):
                match self.piece(what, env):
                    case Standing(on, deep) as standing:
                        with self.block(f"if {self.code(standing)}:"):
                            self.put(f"{slot} = {on}")
                            self.put(f"{depth} = {self.height(on) if deep is None else deep}")
                            yield held, place
                    case _:
                        with self.block("if False:"):
                            self.put(f"{slot} = 0")
                            self.put(f"{depth} = 0")
                            yield held, place
            case t.AdjacentTo() | t.JoinedTo() | t.Within() | t.OtherThan() | t.Where():
                with self.each_troop(x.among, env) as (member, at), self.block(f"if {self._is_kept(x, member, at, env)}:"):
                    yield member, at
            case _:
                with self.each_bit(slot, self.mask(x, env)):
                    self.put(f"{depth} = {self.height(slot)}")
                    yield held, place

    def _is_kept(
        self, x: t.AdjacentTo | t.JoinedTo | t.Within | t.OtherThan | t.Where, member: Standing, place: str, env: Env
    ) -> str:
        """Return the condition that a troop of the wider set is in the set too."""
        match x:
            case t.AdjacentTo(_, to):
                return f"{self.bit(member.slot)} & {self._near(to, env)}"
            case t.JoinedTo(_, to, through):
                return f"{self.bit(member.slot)} & {self.joined(to, through, env)}"
            case t.Within(_, paths, of):
                return f"{self.bit(member.slot)} & {self._within(paths)}[{self.slot(of, env)[0]}]"
            case t.OtherThan(_, than, "slot"):
                return f"{member.slot} != {self.slot(than, env)[0]}"
            case t.OtherThan(_, than, _):
                return f"{place} != {self.place(self.piece(than, env))}"
            case t.Where(_, variable, condition):
                return self.condition(condition, env.having(variable.name, member))

    def place(self, held: Held) -> str:
        """Return where a troop stands on the map as one number, -1 if it does not."""
        match held:
            case Standing(slot, depth):
                at = self.height(slot) if depth is None else depth
                return f"({slot} * {DEPTHS} + {at} if {self.code(held)} else -1)"
            case _:
                return "-1"

    def in_zone(self, x: t.SetExpression, number: str, env: Env) -> tuple[Lying, str]:
        """Return a zone's troop of a class, and the condition that the set has one."""
        match x:
            case t.InZone(zone, player):
                who, maybe = self.player(player, env)
                is_mine = True if player == t.Me() else False if player == t.EnemyOf(t.Me()) else None
                lying = Lying(zone, who, number, is_mine)
                there = self.copies(zone, who, number)
                return lying, f"({who} >= 0 and {there})" if maybe else there
            case t.OtherThan(among, than, _):
                lying, there = self.in_zone(among, number, env)
                other = self.piece(than, env)
                same = isinstance(other, Lying) and other.zone == lying.zone
                return lying, f"({there} and {number} != {other.number})" if same and isinstance(other, Lying) else there
            case t.Where(among, variable, condition):
                lying, there = self.in_zone(among, number, env)
                return lying, f"({there} and {self.condition(condition, env.having(variable.name, lying))})"
            case _:
                raise TypeError(x)

    def regions(self, x: t.SetExpression, env: Env) -> str:
        """Return the mask of a set's regions."""
        every = range(len(self.terrain.regions))
        match x:
            case t.Regions(around) if around is None:
                return str(sum(1 << r for r in every))
            case t.Regions(around) if around is not None:
                rows = [sum(1 << r for r in every if i in self.terrain.regions[r].around) for i in range(self.size)]
                return f"{self.table(rows, 0)}[{self.slot(around, env)[0]}]"
            case t.OtherThan(among, than, _):
                return f"({self.regions(among, env)} & ~(1 << {self.region(than, env)}))"
            case t.Where(among, variable, condition):
                v = self.name()
                with self.found("0") as call, self.each_bit(v, self.regions(among, env)):
                    with self.block(f"if {self.condition(condition, env.having(variable.name, v))}:"):
                        self.put(f"found |= 1 << {v}")
                return call[0]
            case t.Only(what):
                return f"(1 << {self.region(what, env)})"
            case _:
                raise TypeError(x)

    @contextmanager
    def each_number(self, x: t.SetExpression, env: Env) -> Iterator[str]:
        """Write a loop over a set's numbers."""
        v = self.name()
        match x:
            case t.Values(slot):
                values = [self._values(i) for i in range(self.size)]
                most = max(map(len, values), default=0)
                rows = [[*(row[i] if i < len(row) else ABSENT for row in values), ABSENT] for i in range(max(most, 1))]
                i = self.name()
                with self.block(f"for {i} in range({most}):"):
                    self.put(f"{v} = {self.looked(rows, i, self.slot(slot, env)[0])}")
                    with self.block(f"if {v} != ABSENT:"):
                        yield v
            case t.Only(what):
                self.put(f"{v} = {self.number(what, env)[0]}")
                with self.block(f"if {v} != ABSENT:"):
                    yield v
            case t.OtherThan(among, than, _):
                with self.each_number(among, env) as number, self.block(f"if {number} != {self.number(than, env)[0]}:"):
                    yield number
            case t.Where(among, variable, condition):
                with self.each_number(among, env) as number:
                    with self.block(f"if {self.condition(condition, env.having(variable.name, number))}:"):
                        yield number
            case _:
                raise TypeError(x)

    @contextmanager
    def each(self, x: t.SetExpression, env: Env) -> Iterator[tuple[Held, str]]:
        """Write a loop over what is in a set, each with its digit in a move; of a zone's troops each class once."""
        v = self.name()
        match self.kind_of(x):
            case "zone":
                lying, there = self.in_zone(x, v, env)
                with self.block(f"for {v} in range({self.layout.classes[lying.zone]}):"), self.block(f"if {there}:"):
                    yield lying, v
            case "regions":
                with self.each_bit(v, self.regions(x, env)):
                    yield v, v
            case "numbers":
                with self.each_number(x, env) as number:
                    yield number, number
            case "list":
                with self.each_troop(x, env) as (held, place):
                    yield held, place
            case _:
                with self.each_bit(v, self.mask(x, env)):
                    yield v, v

    def kind_of(self, x: t.SetExpression) -> str:
        """Return how a set is written: "zone", "regions", "numbers", "list" or "mask"."""
        if zone_of(x):
            return "zone"
        inner = x
        while isinstance(inner, t.OtherThan | t.Where):
            inner = inner.among
        if isinstance(inner, t.Regions) or (isinstance(inner, t.Only) and inner.type == "region"):
            return "regions"
        if isinstance(inner, t.Values) or (isinstance(inner, t.Only) and inner.type == "number"):
            return "numbers"
        return "list" if self.is_list(x) else "mask"

    def owner_in(self, x: t.SetExpression, env: Env) -> str | None:
        """Return whose every troop of a set is, if the set says so."""
        match x:
            case t.Tops(player) | t.Troops(player) if player is not None:
                who, maybe = self.player(player, env)
                return None if maybe else who
            case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Within() | t.Where():
                return self.owner_in(x.among, env)
            case _:
                return None

    def size_of(self, x: t.SetExpression, env: Env) -> str:
        """Return how many a set has."""
        match self.kind_of(x):
            case "zone" if isinstance(x, t.InZone):
                who, maybe = self.player(x.player, env)
                text = f"st[{self.zone_at(x.zone, who)}]"
                return f"({text} if {who} >= 0 else 0)" if maybe else text
            case "regions":
                return self.bits_in(self.regions(x, env))
            case "mask":
                return self.bits_in(self.mask(x, env))
            case _:
                with self.found("0") as call, self.each(x, env) as (held, _):
                    copies = self.copies(held.zone, held.owner, held.number) if isinstance(held, Lying) else "1"
                    self.put(f"found += {copies}")
                return call[0]

    def condition(self, x: t.Condition, env: Env) -> str:
        """Return a condition's text, which is truthy when it holds."""
        raise NotImplementedError

    def where(self, x: t.Condition, variable: t.Bound, env: Env) -> str:
        """Return the mask of the slots for which a condition on a slot or visible troop holds."""
        raise NotImplementedError
