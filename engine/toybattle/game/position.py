"""Positions as documents: any situation a game can be in, written so that a person can write it too."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, cast

from toybattle.documents import Document, schema_faults
from toybattle.documents.document import Steps
from toybattle.errors import Fault, InputError, did_you_mean, listed
from toybattle.game.deal import army, empty_situation
from toybattle.game.layout import Layout, may_others_act
from toybattle.game.notation import Notation
from toybattle.game.reference import Reference
from toybattle.game.situation import GONE, PLAYERS, Owed, Piece, Situation
from toybattle.game.trace import Evaluator, Frame

TAKERS = (*PLAYERS, "gone")
ZONE_KEYS = {"racks": "rack", "reserves": "reserve", "discards": "discard", "set_aside": "set-aside"}


def situation_from_document(document: Document, layout: Layout) -> Situation:
    """Return the situation a position describes, or raise InputError with everything that cannot be.

    A reserve left out holds the troops that nothing else names, less those the setup sets aside, in an order that
    is unknown to everybody and the same at every reading.
    """
    faults = schema_faults(document, "position")
    if not faults:
        reading = _Reading(document, layout)
        situation = reading.situation()
        faults = reading.faults
        if not faults:
            faults = reading.impossible(situation)
    if faults:
        raise InputError(sorted(faults, key=lambda fault: (fault.place.line, fault.place.column)))
    return situation


class _Reading:
    def __init__(self, document: Document, layout: Layout) -> None:
        self.document, self.layout = document, layout
        self.data = cast("dict[str, Any]", document.data)
        self.slots = {slot.id: i for i, slot in enumerate(layout.terrain.slots)}
        self.regions = {region.id: i for i, region in enumerate(layout.terrain.regions)}
        self.faults: list[Fault] = []

    def fault(self, path: Steps, found: str, expected: str = "", hint: str = "", at_key: bool = False) -> None:
        """Note a fault."""
        self.faults.append(self.document.fault("position", path, found, expected, hint, at_key))

    def situation(self) -> Situation:
        """Return the situation as far as it could be read."""
        data = self.data
        x = empty_situation(self.layout, PLAYERS.index(data.get("to_move", "blue")))
        x.turn = data.get("turn", 1)
        if "stacks" in data:
            x.stacks = [[] for _ in x.stacks]
        for slot, troops in data.get("stacks", {}).items():
            at = self._known(("stacks", slot), slot, self.slots, "slot")
            for index, text in enumerate(troops):
                piece = self._piece(("stacks", slot, index), text, None)
                if piece and at is not None:
                    x.stacks[at].append(piece)
        for key, zone in self._zone_keys().items():
            for colour, troops in data.get(key, {}).items():
                player = PLAYERS.index(colour)
                pieces = [self._piece((key, colour, i), text, player) for i, text in enumerate(troops)]
                x.zones[zone, player] = [piece for piece in pieces if piece]
        self._medals(x)
        self._counters(x)
        for key, entries in (("pending", [data["pending"]] if "pending" in data else []), ("owed", data.get("owed", []))):
            for index, entry in enumerate(entries):
                owed = self._owed((key,) if key == "pending" else (key, index), entry, x)
                if owed and key == "pending":
                    x.pending = owed
                elif owed:
                    x.owed.append(owed)
        x.stage = ("start", "action", "end").index(data.get("stage", "action" if x.pending or x.owed else "start"))
        if not self.faults:
            self._rest(x)
        for (zone, _), held in x.zones.items():
            if zone != "reserve":
                held.sort(key=lambda piece: self.layout.number(piece, zone))
        return x

    def _zone_keys(self) -> dict[str, str]:
        return {key: zone for key, zone in ZONE_KEYS.items() if zone in self.layout.zones}

    def _known(self, path: Steps, word: str, known: Mapping[str, int], what: str) -> int | None:
        if word in known:
            return known[word]
        hint = did_you_mean(word, known)
        self.fault(path, f"unknown {what} '{word}'", "" if hint else listed(known, limit=70), hint, at_key=True)
        return None

    def _piece(self, path: Steps, text: str, player: int | None) -> Piece | None:
        """Return the troop of `MARK:TROOP`, or of `blue TROOP` where no player is given."""
        if player is None:
            colour, _, text = text.partition(" ")
            if colour not in PLAYERS or not text:
                self.fault(path, f"'{colour} {text}'".replace(" '", "'"), "`blue TROOP` or `red TROOP`")
                return None
            player = PLAYERS.index(colour)
        *marks, word = text.strip().split(":")
        if word not in self.layout.kinds:
            hint = did_you_mean(word, self.layout.kinds)
            self.fault(path, f"unknown troop '{word}'", "" if hint else listed(self.layout.kinds), hint)
            return None
        home = ZONE_KEYS.get(str(path[0]), "map")
        lasts = [0] * len(self.layout.rules.marks)
        for mark in marks:
            name = mark.rstrip("+")
            if name not in self.layout.rules.marks:
                hint = did_you_mean(name, self.layout.rules.marks)
                self.fault(path, f"unknown mark '{name}'", "" if hint else listed(self.layout.rules.marks), hint)
                return None
            index = self.layout.rules.marks.index(name)
            most = self.layout.levels[home][index] - 1
            if 1 + mark.count("+") > most:
                self.fault(path, f"a troop that is {mark}", "a troop without this mark, which no rule puts on troops there")
                return None
            lasts[index] = 1 + mark.count("+")
        return Piece(player, self.layout.kinds[word], tuple(lasts))

    def _medals(self, x: Situation) -> None:
        regions = self.layout.terrain.regions
        for region, taker in self.data.get("taken", {}).items():
            at = self._known(("taken", region), region, self.regions, "region")
            if at is not None:
                x.takers[at] = TAKERS.index(taker)
        sums = [sum(r.medals for r, who in zip(regions, x.takers, strict=True) if who == player) for player in (0, 1, GONE)]
        given = self.data.get("medals", {})
        x.medals = [given.get(colour, sums[player]) for player, colour in enumerate(PLAYERS)]
        total = sum(region.medals for region in regions)
        if sum(x.medals) > total:
            self.fault(("medals",), f"{x.medals[0]} and {x.medals[1]} medals", f"at most {total} together, all there are")
        elif "taken" in self.data:
            for player, colour in enumerate(PLAYERS):
                if not sums[player] <= x.medals[player] <= sums[player] + sums[GONE]:
                    where = ("medals", colour) if colour in given else ("taken",)
                    gone = f" to {sums[player] + sums[GONE]}" if sums[GONE] else ""
                    self.fault(
                        where, f"{x.medals[player]} medals of {colour}", f"{sums[player]}{gone}, what the regions taken add up to"
                    )
            if not self.faults and sum(x.medals) != sum(sums):
                self.fault(("taken",), f"{sum(x.medals)} medals in all", f"{sum(sums)}, what the regions taken add up to")

    def _counters(self, x: Situation) -> None:
        known = dict.fromkeys(self.layout.counter_at, 0)
        for name, numbers in self.data.get("counters", {}).items():
            if self._known(("counters", name), name, known, "counter") is None:
                continue
            subjects = list(self.layout.counter_words(name, x.counters[name]))
            for subject, number in numbers.items():
                index = self._known(("counters", name, subject), subject, {s: i for i, s in enumerate(subjects)}, "subject")
                if index is not None:
                    x.counters[name][index] = number

    def _owed(self, path: Steps, entry: dict[str, Any], x: Situation) -> Owed | None:
        effects = {label: number for number, label in enumerate(self.layout.rules.effects)}
        effect = self._known((*path, "effect"), entry["effect"], effects, "effect")
        slot = self._known((*path, "slot"), str(entry["slot"]), self.slots, "slot") if "slot" in entry else -1
        if effect is None or slot is None:
            return None
        depth = entry.get("depth", len(x.stacks[slot]) if slot >= 0 else 0)
        if slot >= 0 and depth > len(x.stacks[slot]):
            self.fault((*path, "depth"), f"depth {depth}", f"at most {len(x.stacks[slot])}, the troops on {entry['slot']}")
            return None
        player = PLAYERS.index(entry.get("player", PLAYERS[x.to_move]))
        if player != x.to_move and not may_others_act(self.layout.rules):
            self.fault((*path, "player"), f"an effect owed to {PLAYERS[player]}", f"{PLAYERS[x.to_move]}, whose turn it is")
        return Owed(effect, player, slot, depth)

    def _rest(self, x: Situation) -> None:
        """Share out the troops that are named nowhere."""
        for player, colour in enumerate(PLAYERS):
            left = army(self.layout, player)
            for piece in self._named(x, player):
                plain = self.layout.plain(player, piece.kind)
                if plain in left:
                    left.remove(plain)
                    continue
                kind = self.layout.rules.troops[piece.kind]
                at = next((steps for steps in self._places(kind.label, colour)), ())
                self.fault(at, f"{kind.count + 1} {kind.label} of {colour}", f"at most {kind.count}, the whole army")
                return
            spare = 0
            if colour not in self.data.get("set_aside", {}) and "set-aside" in self.layout.zones:
                spare = sum(step.number for step in self.layout.rules.setup if step.zone == "set-aside")
                if colour in self.data.get("reserves", {}):
                    spare = len(left)
            # The order is unknown to everybody; it has to be one, and the same at every reading.
            Random(f"{colour} {left}").shuffle(left)
            if spare:
                x.zones["set-aside", player] = left[:spare]
                left = left[spare:]
            if colour not in self.data.get("reserves", {}):
                x.zones["reserve", player] = left

    def _named(self, x: Situation, player: int) -> list[Piece]:
        on_map = [piece for stack in x.stacks for piece in stack if piece.owner == player]
        return on_map + [piece for zone in self.layout.zones for piece in x.zones[zone, player]]

    def _places(self, kind: str, colour: str) -> list[Steps]:
        """Return where a document names a kind of troop, last first."""

        def is_it(steps: Steps, value: object) -> bool:
            mine = colour in steps or str(value).startswith(colour)
            return mine and isinstance(value, str) and value.replace(" ", ":").split(":")[-1] == kind

        found = []
        for key in ("stacks", *ZONE_KEYS):
            for slot, troops in self.data.get(key, {}).items():
                found += [(key, slot, i) for i, text in enumerate(troops) if is_it((key, slot), text)]
        return list(reversed(found))

    def impossible(self, x: Situation) -> list[Fault]:
        """Return why such a situation cannot arise."""
        evaluator = Evaluator(self.layout, x)
        for (zone, player), pieces in x.zones.items():
            limit = self.layout.zones[zone].limit
            most = evaluator.number(limit, Frame(player)) if limit else None
            if most is not None and len(pieces) > most:
                key = next(key for key, name in ZONE_KEYS.items() if name == zone)
                self.fault((key, PLAYERS[player]), f"{len(pieces)} troops in the {zone} of {PLAYERS[player]}", f"at most {most}")
        for slot, stack in zip(self.layout.terrain.slots, x.stacks, strict=True):
            if self.layout.keeps_own_hqs_free and any(slot.owner == PLAYERS[piece.owner] for piece in stack):
                self.fault(("stacks", slot.id), f"a troop of {slot.owner} on {slot.id}, its own H.Q.")
        if x.pending:
            effect, asked = self.layout.effects[x.pending.effect], Reference(self.layout, x, lambda: 0.0)
            has_left = effect.stays and x.pending.depth < 0
            if has_left or not any(asked.program_moves(0, effect.program, asked.frame(x.pending))):
                self.fault(("pending",), f"{effect.label} can do nothing and asks nothing", "an effect that can be applied")
        if not self.faults:
            after = Reference(self.layout, x.copy(), lambda: 0.0)
            after.look_at_laws()
            paid = [r for r, (a, b) in enumerate(zip(x.takers, after.x.takers, strict=True)) if a != b]
            if paid:
                region = self.layout.terrain.regions[paid[0]]
                who = TAKERS[after.x.takers[paid[0]] or 0]
                bases = listed((self.layout.terrain.slots[i].id for i in region.around), "and")
                self.fault(
                    ("taken",) if "taken" in self.data else ("stacks",), f"region {region.id} is unpaid",
                    f"`taken: {{{region.id}: {who}}}`, since {who} occupies {bases}",
                )  # fmt: skip
            elif after.x.winner is not None and after.x.won_by is not None:
                ending = self.layout.rules.endings[after.x.won_by]
                self.fault((), f"the game is already over: {PLAYERS[after.x.winner]} has won by {ending}")
        return self.faults


def document_of(
    x: Situation, layout: Layout, variants: tuple[str, ...], special_bases: bool, terrain: object
) -> dict[str, object]:
    """Return a situation in the position format; reading it gives an equal one."""
    word = Notation(layout).troop
    # The turn in which a player could do nothing was not counted; reading ends it again.
    was_stuck = x.ended_by is not None and layout.rules.endings[x.won_by or 0] in layout.rules.stuck_endings
    slots, regions = layout.terrain.slots, layout.terrain.regions
    data: dict[str, object] = {"terrain": terrain, "to_move": PLAYERS[x.to_move], "turn": x.turn + was_stuck}
    if not special_bases:
        data["special_bases"] = False
    if variants:
        data["variants"] = list(variants)
    data["stacks"] = {
        slot.id: [f"{PLAYERS[piece.owner]} {word(piece)}" for piece in stack]
        for slot, stack in zip(slots, x.stacks, strict=True) if stack
    }  # fmt: skip
    for key, zone in ZONE_KEYS.items():
        if zone in layout.zones:
            data[key] = {colour: [word(piece) for piece in x.zones[zone, player]] for player, colour in enumerate(PLAYERS)}
    data["medals"] = dict(zip(PLAYERS, x.medals, strict=True))
    taken = {region.id: TAKERS[taker] for region, taker in zip(regions, x.takers, strict=True) if taker is not None}
    if taken or not any(x.medals):
        data["taken"] = taken
    starts = {counter.label: counter.starts for counter in layout.rules.counter_kinds}
    if x.counters:
        data["counters"] = {
            name: {word: number for word, number in layout.counter_words(name, numbers).items() if number != starts[name]}
            for name, numbers in x.counters.items()
        }

    def entry(owed: Owed) -> dict[str, object]:
        where = {"slot": slots[owed.slot].id, "depth": owed.depth} if owed.slot >= 0 else {}
        return {"effect": layout.effects[owed.effect].label, "player": PLAYERS[owed.player], **where}

    if x.pending:
        data["pending"] = entry(x.pending)
    if x.owed:
        data["owed"] = [entry(owed) for owed in x.owed]
    if x.stage != (1 if x.pending or x.owed else 0):
        data["stage"] = ("start", "action", "end")[x.stage]
    return data
