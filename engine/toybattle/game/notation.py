"""Moves as text: the verb, then what was chosen; `parse(str(move)) == move`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from toybattle.documents.document import shown
from toybattle.errors import ToyBattleError, did_you_mean, listed
from toybattle.game.layout import PASS, Layout, MapPiece, ZonePiece, are_tops, zone_of, zone_player
from toybattle.game.situation import Piece, Situation, sees
from toybattle.ruleset import tree as t

LONGEST = 200
"""Characters a move may have."""


class MoveError(ToyBattleError):
    """A move that cannot be carried out."""


class UnreadableMove(MoveError):
    """The text is no move of this game."""


class AmbiguousMove(MoveError):
    """The text could be more than one move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A decision taken: its number for the engine, its text for people."""

    code: int
    """-1 for a move that answers another question than the one asked."""
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


class Notation:
    """Writes and reads the moves of one ruleset on one terrain."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.rules = layout, layout.rules
        self.slot_ids = tuple(slot.id for slot in layout.terrain.slots)
        self.region_ids = tuple(region.id for region in layout.terrain.regions)
        self.troop_ids = tuple(layout.kinds)

    # ---- writing

    def text(self, code: int, number: int, program: t.Program, decider: int) -> str:
        """Return a move's text."""
        if code == PASS:
            return "pass"
        values = iter(self.layout.decode(code, program, decider))
        words = [t.verb_word(program.verbs[0])]
        for choice in program.choices:
            for _ in choice.variables:
                words.append(self._value(choice, next(values)))
        return " ".join(words)

    def troop(self, piece: Piece) -> str:
        """Return a troop's word, its marks before it."""
        marks = zip(self.rules.marks, piece.marks, strict=False)
        prefix = "".join(f"{mark}{'+' * (lasts - 1)}:" for mark, lasts in marks if lasts)
        return prefix + self.troop_ids[piece.kind]

    def _value(self, choice: t.Choice, value: object) -> str:
        zone = zone_of(choice.among)
        match value:
            case None:
                return str(zone)
            case ZonePiece(name, owner, number):
                word = self.troop(self.layout.of_class(number, name, owner))
                return word if choice.how == "free" else f"{zone}={word}"
            case MapPiece(slot, depth):
                return self.slot_ids[slot] + (f":{depth}" if not are_tops(choice.among) else "")
            case int() if choice.variables[0].type == "region":
                return self.region_ids[value]
            case int():
                return self.slot_ids[value]
            case _:
                raise TypeError(value)

    # ---- reading

    def read(self, text: str, situation: Situation, viewer: int | None = None) -> Move:
        """Return the move a text stands for, legal or not; raises UnreadableMove or AmbiguousMove.

        Who sees a zone is understood without marks where only a marked copy is there; marks that the viewer does not
        see mean nothing, and copies that differ by them are one.
        """
        if shown(text, LONGEST) != text:
            raise UnreadableMove(f"unreadable move '{shown(text)}': characters or a length that no move has")
        words = text.split()
        if not words:
            raise UnreadableMove(f"no move; expected {listed(sorted({*self.rules.verbs, 'pass'}))}")
        if words == ["pass"]:
            is_optional = situation.pending and self.rules.effect_list[situation.pending.effect].program.is_optional
            return Move(PASS if is_optional else -1, "pass")
        verb = words[0]
        if verb not in self.rules.verbs:
            known = [*self.rules.verbs, "pass"]
            hint = did_you_mean(verb, known) or f"expected {listed(known)}"
            raise UnreadableMove(f"unreadable move '{text}': unknown verb '{verb}'; {hint}")
        asked = list(self._asked(situation))
        fitting = [(n, p) for n, p in asked if t.verb_word(p.verbs[0]) == verb]
        everywhere = [(0, p) for p in (*self.layout.programs, *(e.program for e in self.layout.effects))]
        problems: list[str] = []
        found: dict[int, Move] = {}
        decider = situation.pending.player if situation.pending else situation.to_move
        for number, program in fitting or [(n, p) for n, p in everywhere if t.verb_word(p.verbs[0]) == verb]:
            try:
                for values in self._values(words[1:], program, situation, decider, text, viewer):
                    code = self.layout.encode(number, program, values)
                    found[code] = Move(code, self.text(code, number, program, decider))
            except UnreadableMove as error:
                problems.append(str(error))
        if not found:
            raise UnreadableMove(problems[0])
        if not fitting:
            return Move(-1, " ".join(words))
        if len(found) > 1:
            raise AmbiguousMove(f"ambiguous move '{text}': it could be {listed(str(move) for move in found.values())}")
        return next(iter(found.values()))

    def _asked(self, situation: Situation) -> Iterator[tuple[int, t.Program]]:
        if situation.pending:
            yield 0, self.rules.effect_list[situation.pending.effect].program
        else:
            yield from enumerate(action.program for action in self.rules.actions)

    def _values(
        self,
        words: list[str],
        program: t.Program,
        situation: Situation,
        decider: int,
        text: str,
        viewer: int | None,
    ) -> Iterable[tuple[object, ...]]:
        choices = [choice for choice in program.choices for _ in choice.variables]
        if len(words) != len(choices):
            form = " ".join([t.verb_word(program.verbs[0]), *(self._form(choice) for choice in choices)])
            raise UnreadableMove(f"unreadable move '{text}': expected `{form}`")
        readings: list[tuple[object, ...]] = [()]
        for word, choice in zip(words, choices, strict=True):
            options = self._options(word, choice, situation, decider, text, viewer)
            readings = [(*reading, option) for reading in readings for option in options]
        return [self._in_order(reading, program) for reading in readings]

    def _in_order(self, values: tuple[object, ...], program: t.Program) -> tuple[object, ...]:
        """Return the values with two alike in the order in which legal moves name them."""
        out: list[object] = []
        for choice in program.choices:
            own = values[len(out) : len(out) + len(choice.variables)]
            out += sorted(own, key=lambda value: self.layout._digit(choice, value)) if len(own) > 1 else own
        return tuple(out)

    def _form(self, choice: t.Choice) -> str:
        zone = zone_of(choice.among)
        if zone:
            return "TROOP" if choice.how == "free" else f"{zone}[=TROOP]"
        return (
            "REGION"
            if choice.variables[0].type == "region"
            else "SLOT"
            if are_tops(choice.among) or choice.variables[0].type == "slot"
            else "SLOT:DEPTH"
        )

    def _options(
        self, word: str, choice: t.Choice, situation: Situation, decider: int, text: str, viewer: int | None
    ) -> list[object]:
        zone = zone_of(choice.among)
        if zone is None:
            return [self._place(word, choice, situation, text)]
        owner = zone_player(choice.among, decider)
        if choice.how != "free":
            name, _, word = word.partition("=")
            if name != zone:
                raise UnreadableMove(f"unreadable move '{text}': expected `{zone}` or `{zone}=TROOP`, found '{name}'")
            if not word:
                return [None]
        *marks, kind = word.split(":")
        if kind not in self.troop_ids:
            hint = did_you_mean(kind, self.troop_ids) or f"expected {listed(self.troop_ids)}"
            raise UnreadableMove(f"unreadable move '{text}': unknown troop '{kind}'; {hint}")
        lasting = {}
        for mark in marks:
            if mark.rstrip("+") not in self.rules.marks:
                hint = did_you_mean(mark, self.rules.marks) or f"expected {listed(self.rules.marks)}"
                raise UnreadableMove(f"unreadable move '{text}': unknown mark '{mark}'; {hint}")
            name = mark.rstrip("+")
            lasting[name] = 1 + mark.count("+")
            most = self.layout.levels[zone][self.rules.marks.index(name)] - 1
            if lasting[name] > most:
                raise UnreadableMove(f"unreadable move '{text}': no troop in a {zone} can be '{mark}'")
        number = self.troop_ids.index(kind)
        visible = [viewer is None or sees(mark.seen_by, owner, viewer) for mark in self.rules.mark_kinds]
        wanted = tuple(lasting.get(mark, 0) * seen for mark, seen in zip(self.rules.marks, visible, strict=True))
        held: dict[tuple[int, ...], tuple[int, ...]] = {}
        if viewer is None or sees(self.layout.zones[zone].seen_by, owner, viewer):
            for own in sorted({piece.marks for piece in situation.zones[zone, owner] if piece.kind == number}):
                held.setdefault(tuple(lasts * seen for lasts, seen in zip(own, visible, strict=True)), own)
        options = [held[wanted]] if wanted in held else [*held.values()] if held and not any(wanted) else [wanted]
        return [ZonePiece(zone, owner, self.layout.number(Piece(owner, number, option), zone)) for option in options]

    def _place(self, word: str, choice: t.Choice, situation: Situation, text: str) -> object:
        type_ = choice.variables[0].type
        if type_ == "region":
            if word in self.region_ids:
                return self.region_ids.index(word)
            hint = did_you_mean(word, self.region_ids) or f"expected {listed(self.region_ids)}"
            raise UnreadableMove(f"unreadable move '{text}': unknown region '{word}'; {hint}")
        slot, _, depth = word.partition(":")
        if slot not in self.slot_ids:
            hint = did_you_mean(slot, self.slot_ids) or f"expected {listed(self.slot_ids, limit=70)}"
            raise UnreadableMove(f"unreadable move '{text}': unknown slot '{slot}'; {hint}")
        at, height = self.slot_ids.index(slot), len(situation.stacks[self.slot_ids.index(slot)])
        is_whole = type_ == "slot" or are_tops(choice.among)
        if ":" in word and (is_whole or not re.fullmatch("[1-9][0-9]?", depth) or int(depth) > height):
            wanted = f"`{slot}`" if is_whole else f"a depth from 1 to {height}"
            raise UnreadableMove(f"unreadable move '{text}': no troop '{word}'; expected {wanted}")
        if type_ == "slot":
            return at
        return MapPiece(at, int(depth) if depth else 0 if is_whole else height)
