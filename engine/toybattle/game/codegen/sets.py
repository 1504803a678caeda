"""Sets of the typed tree as text: masks of slots, lists of troops, classes in a zone, masks of regions, numbers."""

from __future__ import annotations

from toybattle.game.codegen.held import Env, Lying, Standing
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
                joined = f"joined({self.mask(to, env)}, {self.mask(through, env)})"
                return joined if among == t.Slots("slots") else f"({self.mask(among, env)} & {joined})"
            case t.Within(among, paths, of):
                return f"({self.mask(among, env)} & {self._within(paths)}[{self.slot(of, env)[0]}])"
            case t.OtherThan(among, than, type_) if type_ == "slot" or not self.is_list(among):
                return f"({self.mask(among, env)} & ~{self._not_this(than, type_, env)})"
            case t.Where(among, variable, condition) if not self.is_list(among):
                return f"({self.mask(among, env)} & {self.where(condition, variable, env)})"
            case _:
                # Covered troops stand for their slots too.
                v = self.name()
                return f"union([BIT[{v} >> 6] for {v} in {self.pieces_in(x, env)}])"

    def tops_of(self, player: str, maybe: bool = False) -> str:
        """Return the mask of the slots that show a player's troop."""
        # Allotted together when the module begins, so that a player's number leads from one to the other.
        at = self.keep(self.owned(0))
        self.keep(self.owned(1))
        if player in ("0", "1"):
            return f"st[{at + int(player)}]"
        return f"(st[{at} + {player}] if {player} >= 0 else 0)" if maybe else f"st[{at} + {player}]"

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

    def pieces_in(self, x: t.SetExpression, env: Env) -> str:
        """Return the list of a set's troops on the map, each as slot times 64 plus depth."""
        v = self.name()
        held = Standing(f"({v} >> 6)", f"({v} & {DEPTHS - 1})")
        match x:
            case t.Troops(player):
                slots = (
                    f"[s * {DEPTHS} + d for s in range({self.size}) for d in depths({self._stack('s')}, {self.layout.code_bits})]"
                )
                return (
                    slots
                    if player is None
                    else f"[{v} for {v} in {slots} if {self.owner(held)[0]} == {self.player(player, env)[0]}]"
                )
            case t.Stack(slot):
                text, maybe = self.slot(slot, env)
                found = f"[{text} * {DEPTHS} + d for d in depths({self._stack(text)}, {self.layout.code_bits})]"
                return f"({found} if {text} >= 0 else [])" if maybe else found
            case t.Only(what):
                match self.piece(what, env):
                    case Standing(where, depth) as standing:
                        at = self.height(where) if depth is None else depth
                        return f"([{where} * {DEPTHS} + {at}] if {self.code(standing)} else [])"
                    case _:
                        return "[]"
            case t.AdjacentTo(among, to):
                return f"[{v} for {v} in {self.pieces_in(among, env)} if BIT[{v} >> 6] & {self._near(to, env)}]"
            case t.JoinedTo(among, to, through):
                joined = f"joined({self.mask(to, env)}, {self.mask(through, env)})"
                return f"[{v} for {v} in {self.pieces_in(among, env)} if BIT[{v} >> 6] & {joined}]"
            case t.Within(among, paths, of):
                near = f"{self._within(paths)}[{self.slot(of, env)[0]}]"
                return f"[{v} for {v} in {self.pieces_in(among, env)} if BIT[{v} >> 6] & {near}]"
            case t.OtherThan(among, than, "slot"):
                return f"[{v} for {v} in {self.pieces_in(among, env)} if {v} >> 6 != {self.slot(than, env)[0]}]"
            case t.OtherThan(among, than, _):
                return f"[{v} for {v} in {self.pieces_in(among, env)} if [{v}] != {self.pieces_in(t.Only(than, 'piece'), env)}]"
            case t.Where(among, variable, condition):
                body = self.condition(condition, env.having(variable.name, held))
                return f"[{v} for {v} in {self.pieces_in(among, env)} if {body}]"
            case _:
                return f"[s * {DEPTHS} + {self.height('s')} for s in bits({self.mask(x, env)})]"

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
                body = self.condition(condition, env.having(variable.name, v))
                return f"sum([1 << {v} for {v} in bits({self.regions(among, env)}) if {body}])"
            case t.Only(what):
                return f"(1 << {self.region(what, env)})"
            case _:
                raise TypeError(x)

    def numbers(self, x: t.SetExpression, env: Env) -> str:
        """Return the sequence of a set's numbers."""
        v = self.name()
        match x:
            case t.Values(slot):
                return f"{self.table([*(self._values(i) for i in range(self.size)), ()])}[{self.slot(slot, env)[0]}]"
            case t.Only(what):
                text, maybe = self.number(what, env)
                return f"[{v} for {v} in [{text}] if {v} is not None]" if maybe else f"[{text}]"
            case t.OtherThan(among, than, _):
                return f"[{v} for {v} in {self.numbers(among, env)} if {v} != {self.number(than, env)[0]}]"
            case t.Where(among, variable, condition):
                body = self.condition(condition, env.having(variable.name, v))
                return f"[{v} for {v} in {self.numbers(among, env)} if {body}]"
            case _:
                raise TypeError(x)

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
            case "zone":
                v = self.name()
                lying, there = self.in_zone(x, v, env)
                each = self.copies(lying.zone, lying.owner, v)
                return f"sum([{each} for {v} in range({self.layout.classes[lying.zone]}) if {there}])"
            case "regions":
                return f"({self.regions(x, env)}).bit_count()"
            case "numbers":
                return f"len({self.numbers(x, env)})"
            case "list":
                return f"len({self.pieces_in(x, env)})"
            case _:
                return f"({self.mask(x, env)}).bit_count()"

    def condition(self, x: t.Condition, env: Env) -> str:
        """Return a condition's text, which is truthy when it holds."""
        raise NotImplementedError

    def where(self, x: t.Condition, variable: t.Bound, env: Env) -> str:
        """Return the mask of the slots for which a condition on a slot or visible troop holds."""
        raise NotImplementedError
