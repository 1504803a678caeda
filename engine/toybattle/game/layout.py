"""Where everything lies in a state's flat array of integers, and how moves are numbered.

Both evaluators agree on these numbers and on nothing else. A stack is one integer, the top troop in its lowest
digits; so is a reserve, the next troop lowest. A move is one integer too: the program, then one digit for each
chosen value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from toybattle.game.situation import GONE, PLAYERS, Owed, Piece, Situation
from toybattle.ruleset import tree as t
from toybattle.terrain import Terrain

TO_MOVE, STAGE, TURN, DECISION, DECIDER, HERE, DEPTH, WINNER, WON_BY, ENDED_BY, MEDALS = range(11)
"""Offsets of single numbers; MEDALS is two."""
TAKEN = MEDALS + 2
"""Masks of the regions blue took, red took, and nobody known took."""
CLAIMED = TAKEN + 3
"""Mask of all regions whose medals are gone."""
FIXED = CLAIMED + 1
ACTION, OVER = 0, -1
"""Values of DECISION besides an effect's number plus one."""
PASS = 0
DEPTHS = 64
"""More than the troops in any stack."""


@dataclass(frozen=True, slots=True)
class ZonePiece:
    """A chosen troop in a zone; copies that nothing tells apart are one."""

    zone: str
    owner: int
    number: int
    """Its class: kind and marks."""


@dataclass(frozen=True, slots=True)
class MapPiece:
    """A troop on the map."""

    slot: int
    depth: int


class Layout:
    """The numbers of one ruleset on one terrain."""

    def __init__(self, terrain: Terrain, rules: t.Ruleset) -> None:
        self.terrain, self.rules = terrain, rules
        self.size = len(terrain.slots)
        self.kinds = {kind.label: number for number, kind in enumerate(rules.troops)}
        self.kind_bits = len(self.kinds).bit_length()
        """Bits of one troop in a reserve."""
        self.levels = {home: _levels(rules, home) for home in ("map", *(zone.label for zone in rules.zones))}
        """For each home of troops and each mark, one more than the longest it lasts there; 1 where it is never put."""
        self.zones = {zone.label: zone for zone in rules.zones}
        offset = FIXED
        self.zone_at: dict[str, int] = {}
        """Offset of a zone's blue counts; red's follow; each is the number of troops, then of each class."""
        self.classes: dict[str, int] = {}
        for name in self.zones:
            self.classes[name] = len(self.kinds) * self.states(name)
            self.zone_at[name] = offset
            offset += 2 * self.stride(name)
        self.stacks_at = offset
        offset += self.size
        scopes = {"player": 2, "slot": self.size, "region": len(terrain.regions), "game": 1}
        self.counter_at: dict[str, int] = {}
        self.counter_size = {counter.label: scopes[counter.scope] for counter in rules.counter_kinds}
        for name, size in self.counter_size.items():
            self.counter_at[name] = offset
            offset += size
        self.masks_at = offset
        """Where the generated module keeps its masks of visible troops."""
        self.codes = 1 + 2 * len(self.kinds) * self.states("map")
        """Codes of visible troops; 0 is none."""
        self.code_bits = (self.codes - 1).bit_length()
        self.programs = [action.program for action in rules.actions]
        self.effects = rules.effect_list
        widest = max((self.width(program) for program in (*self.programs, *(e.program for e in self.effects))), default=1)
        self.span = 1 << widest.bit_length()
        """A move's number is the program's number from 1 times this, plus its digits."""

    def states(self, home: str) -> int:
        """Return how many states of marks a troop can have there."""
        return prod(self.levels[home])

    def stride(self, zone: str) -> int:
        """Return how many numbers one player's zone takes: the reserve's order is one number."""
        return 2 if zone == "reserve" else 1 + self.classes[zone]

    def counter_words(self, name: str, numbers: list[int]) -> dict[str, int]:
        """Return a counter's numbers by the words for what they belong to."""
        scope = next(counter.scope for counter in self.rules.counter_kinds if counter.label == name)
        words = {
            "player": PLAYERS, "slot": [slot.id for slot in self.terrain.slots],
            "region": [region.id for region in self.terrain.regions], "game": ["game"],
        }[scope]  # fmt: skip
        return dict(zip(words, numbers, strict=True))

    @cached_property
    def keeps_own_hqs_free(self) -> bool:
        """Whether no rule lets a troop come onto an H.Q. of its own colour."""
        moves = [(program, verb) for program in _programs(self.rules) for verb in program.verbs if isinstance(verb, t.Move)]
        sets = [next((c.among for c in program.choices if verb.slot in c.variables), None) for program, verb in moves]
        judged = [part for requirement in self.rules.judging("place") for part in t.walk(requirement.condition)]
        return any(isinstance(part, t.IsHq) for part in judged) and all(
            among is not None and t.Slots("bases") in t.walk(among) for among in sets
        )

    # ---- troops

    def code(self, piece: Piece) -> int:
        """Return a visible troop's code."""
        return 1 + (piece.owner * len(self.kinds) + piece.kind) * self.states("map") + self.state_of_marks(piece, "map")

    def piece(self, code: int) -> Piece:
        """Return the troop of a code above 0."""
        rest, state = divmod(code - 1, self.states("map"))
        owner, kind = divmod(rest, len(self.kinds))
        return Piece(owner, kind, self.marks(state, "map"))

    def number(self, piece: Piece, zone: str) -> int:
        """Return a troop's class in a zone."""
        return piece.kind * self.states(zone) + self.state_of_marks(piece, zone)

    def of_class(self, number: int, zone: str, owner: int) -> Piece:
        """Return a troop of a class."""
        kind, state = divmod(number, self.states(zone))
        return Piece(owner, kind, self.marks(state, zone))

    def marks(self, state: int, home: str) -> tuple[int, ...]:
        """Return how long each mark lasts in a state of marks."""
        marks = []
        for level in self.levels[home]:
            state, mark = divmod(state, level)
            marks.append(mark)
        return tuple(marks)

    def state_of_marks(self, piece: Piece, home: str) -> int:
        """Return the state of a troop's marks there."""
        state = 0
        for level, mark in zip(reversed(self.levels[home]), reversed(piece.marks), strict=True):
            state = state * level + mark
        return state

    def plain(self, owner: int, kind: int) -> Piece:
        """Return a troop without marks."""
        return Piece(owner, kind, (0,) * len(self.rules.mark_kinds))

    # ---- moves

    def domain(self, choice: t.Choice) -> int:
        """Return how many values a digit for this choice can have; 0 stands for an open outcome where chance decides."""
        match choice.among:
            case t.Regions():
                return max(1, len(self.terrain.regions))
            case _ if choice.variables[0].type == "slot" or are_tops(choice.among):
                return self.size
            case _:
                zone = zone_of(choice.among)
                if zone is None:
                    return self.size * DEPTHS
                return self.classes[zone] + (choice.how != "free")

    def width(self, program: t.Program) -> int:
        """Return a number that the digits of no move of a program reach."""
        width = 1
        for choice in program.choices:
            width *= self.domain(choice) ** len(choice.variables)
        return width

    def encode(self, number: int, program: t.Program, values: tuple[object, ...]) -> int:
        """Return the move of a program's number and its chosen values."""
        code, index = 0, 0
        for choice in program.choices:
            for _ in choice.variables:
                code = code * self.domain(choice) + self._digit(choice, values[index])
                index += 1
        return (number + 1) * self.span + code

    def decode(self, move: int, program: t.Program, decider: int) -> tuple[object, ...]:
        """Return the chosen values of a move; None where an outcome is open."""
        rest = move % self.span
        values: list[object] = []
        for choice in reversed(program.choices):
            for _ in choice.variables:
                rest, digit = divmod(rest, self.domain(choice))
                values.append(self._chosen(choice, digit, decider))
        return tuple(reversed(values))

    def _digit(self, choice: t.Choice, value: object) -> int:
        match value:
            case None:
                return 0
            case ZonePiece():
                return value.number + (choice.how != "free")
            case MapPiece():
                return value.slot if are_tops(choice.among) else value.slot * DEPTHS + value.depth
            case int():
                return value
            case _:
                raise TypeError(value)

    def _chosen(self, choice: t.Choice, digit: int, decider: int) -> object:
        zone = zone_of(choice.among)
        if zone is not None:
            if choice.how != "free":
                digit -= 1
            owner = zone_player(choice.among, decider)
            return None if digit < 0 else ZonePiece(zone, owner, digit)
        if choice.variables[0].type == "piece":
            return MapPiece(digit, 0) if are_tops(choice.among) else MapPiece(*divmod(digit, DEPTHS))
        return digit

    # ---- situations

    def flat(self, x: Situation) -> list[int]:
        """Return a situation as the flat array, masks left to whoever keeps them."""
        out = [0] * self.masks_at
        out[TO_MOVE], out[STAGE], out[TURN] = x.to_move, x.stage, x.turn
        decision = x.pending.effect + 1 if x.pending else ACTION if x.winner is None else OVER
        decider, here, depth = (x.pending.player, x.pending.slot, x.pending.depth) if x.pending else (x.to_move, -1, 0)
        out[DECISION], out[DECIDER], out[HERE], out[DEPTH] = decision, decider, here, depth
        out[WINNER], out[WON_BY], out[ENDED_BY] = (-1 if v is None else v for v in (x.winner, x.won_by, x.ended_by))
        out[MEDALS : MEDALS + 2] = x.medals
        for region, taker in enumerate(x.takers):
            if taker is not None:
                out[TAKEN + taker] |= 1 << region
                out[CLAIMED] |= 1 << region
        for (zone, player), pieces in x.zones.items():
            at = self.zone_at[zone] + player * self.stride(zone)
            out[at] = len(pieces)
            if zone == "reserve":
                self._write_reserve(out, at, [piece.kind for piece in pieces])
            else:
                self._write_classes(out, at, zone, [self.number(piece, zone) for piece in pieces])
        for slot, stack in enumerate(x.stacks):
            self._write_stack(out, slot, [self.code(piece) for piece in stack])
        for name, numbers in x.counters.items():
            out[self.counter_at[name] : self.counter_at[name] + len(numbers)] = numbers
        return out

    def _write_reserve(self, out: list[int], at: int, kinds: list[int]) -> None:
        for index, kind in enumerate(kinds):
            out[at + 1] |= (kind + 1) << index * self.kind_bits

    def _write_classes(self, out: list[int], at: int, zone: str, numbers: list[int]) -> None:
        for number in numbers:
            out[at + 1 + number] += 1

    def _write_stack(self, out: list[int], slot: int, codes: list[int]) -> None:
        for code in codes:
            out[self.stacks_at + slot] = out[self.stacks_at + slot] << self.code_bits | code

    def situation(self, flat: Sequence[int], masks: int) -> Situation:
        """Return the situation of a flat array that has `masks` masks before its owed effects."""
        takers: list[int | None] = [
            next((who for who in (0, 1, GONE) if flat[TAKEN + who] >> region & 1), None)
            for region in range(len(self.terrain.regions))
        ]
        zones = {(zone, player): list(self._zone(flat, zone, player)) for zone in self.zones for player in (0, 1)}
        x = Situation(
            flat[TO_MOVE], flat[TURN], flat[STAGE], [[*map(self.piece, self._codes(flat, i))] for i in range(self.size)], zones,
            list(flat[MEDALS : MEDALS + 2]), takers,
            {name: list(flat[at : at + self.counter_size[name]]) for name, at in self.counter_at.items()},
        )  # fmt: skip
        x.owed = [Owed(*flat[at : at + 4]) for at in self._owed_at(flat, masks)]
        if flat[DECISION] > 0:
            x.pending = Owed(flat[DECISION] - 1, flat[DECIDER], flat[HERE], flat[DEPTH])
        x.winner, x.won_by, x.ended_by = (None if v < 0 else v for v in (flat[WINNER], flat[WON_BY], flat[ENDED_BY]))
        return x

    def _owed_at(self, flat: Sequence[int], masks: int) -> range:
        """Return the offsets of the owed effects."""
        return range(self.masks_at + masks, len(flat), 4)

    def _codes(self, flat: Sequence[int], slot: int) -> list[int]:
        """Return the codes of a stack, bottom first."""
        codes, packed = [], flat[self.stacks_at + slot]
        while packed:
            codes.append(packed & ((1 << self.code_bits) - 1))
            packed >>= self.code_bits
        return codes[::-1]

    def _kinds_in_reserve(self, flat: Sequence[int], at: int) -> list[int]:
        """Return the kinds in a reserve, the next troop first."""
        return [(flat[at + 1] >> index * self.kind_bits & (1 << self.kind_bits) - 1) - 1 for index in range(flat[at])]

    def _zone(self, flat: Sequence[int], zone: str, player: int) -> Iterator[Piece]:
        at = self.zone_at[zone] + player * self.stride(zone)
        if zone == "reserve":
            yield from (self.plain(player, kind) for kind in self._kinds_in_reserve(flat, at))
        else:
            for number in range(self.classes[zone]):
                for _ in range(flat[at + 1 + number]):
                    yield self.of_class(number, zone, player)


def are_tops(among: t.SetExpression) -> bool:
    """Return whether a set of troops holds visible ones only, so that a slot names one."""
    match among:
        case t.Tops():
            return True
        case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Within() | t.Where():
            return are_tops(among.among)
        case _:
            return False


def zone_of(among: t.SetExpression) -> str | None:
    """Return the zone that a set's troops lie in, or None."""
    found = t.zone_in(among)
    return found.zone if found else None


def zone_player(among: t.SetExpression, me: int) -> int:
    """Return whose zone a set's troops lie in; a choice is among the troops of `me` or of the enemy."""
    found = t.zone_in(among)
    if found is None:
        raise TypeError(among)
    return me if found.player == t.Me() else 1 - me


def _levels(rules: t.Ruleset, home: str) -> tuple[int, ...]:
    """Return one more than each mark's longest life there; one put on a troop of who is on turn outlives this turn's end."""
    levels = dict.fromkeys(rules.marks, 1)
    lifetimes = {mark.label: mark.lifetime for mark in rules.mark_kinds}
    others_act = may_others_act(rules)
    for program in _programs(rules):
        homes: dict[str, str] = {}
        for verb in program.verbs:
            piece = getattr(verb, "piece", None)
            name = piece.name if isinstance(piece, t.Bound) else ""
            among = next((c.among for c in program.choices for bound in c.variables if bound.name == name), None)
            if isinstance(verb, t.SetMark) and home == homes.get(name, (among and zone_of(among)) or "map"):
                outlives = lifetimes[verb.mark] == "next_turn" and (others_act or not among or not _is_enemys(among))
                levels[verb.mark] = max(levels[verb.mark], 3 if outlives else 2)
            elif name and isinstance(verb, t.Send | t.Place | t.Move):
                homes[name] = verb.zone if isinstance(verb, t.Send) else "map"
    return tuple(levels.values())


def _is_enemys(among: t.SetExpression) -> bool:
    match among:
        case t.InZone(_, player) | t.Tops(player) | t.Troops(player):
            return player == t.EnemyOf(t.Me())
        case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Within() | t.Where():
            return _is_enemys(among.among)
        case _:
            return False


def may_others_act(rules: t.Ruleset) -> bool:
    """Return whether an effect can come to be owed to who is not on turn."""
    return any(effect.actor for effect in rules.effect_list) or any(
        verb.player != t.Me() for program in _programs(rules) for verb in program.verbs if not isinstance(verb, t.Draw)
    )


def _programs(rules: t.Ruleset) -> list[t.Program]:
    return [*(action.program for action in rules.actions), *(effect.program for effect in rules.effect_list)]
