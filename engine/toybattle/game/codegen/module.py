"""Writes the everyday engine: one Python module for a ruleset on a terrain, working on a flat array of integers.

Names from rules reach the text as labels in comments only, and labels are made of letters, digits and hyphens.
"""

from __future__ import annotations

import re

from toybattle.game import layout as offsets
from toybattle.game.codegen.course import COURSE
from toybattle.game.codegen.following import Following
from toybattle.game.codegen.held import Env
from toybattle.game.layout import Layout
from toybattle.game.limits import MOST_ROUNDS
from toybattle.ruleset import tree as t

OFFSETS = (
    "TO_MOVE",
    "STAGE",
    "TURN",
    "DECISION",
    "DECIDER",
    "HERE",
    "DEPTH",
    "WINNER",
    "WON_BY",
    "ENDED_BY",
    "ACTION",
    "OVER",
    "PASS",
)


def generated(layout: Layout) -> str:
    """Return the text of the module, whose `apply` appends what happens to the list it is given."""
    return Module(layout).text()


def without_events(text: str) -> str:
    """Return the module's text without the lines that note what happens."""
    return re.sub(r"^( *)ev\.append\(.*\)$", r"\1pass", text, flags=re.MULTILINE)


class Module(Following):
    """Puts the module together."""

    def text(self) -> str:
        """Return the whole text."""
        self._programs()
        body, self.lines = self.lines, []
        self._constants()
        numbers = self._numbers()
        course = re.sub(rf"\b({'|'.join(numbers)})\b", lambda found: str(numbers[found[1]]), COURSE)
        return "\n".join(['"""Generated for one terrain and ruleset."""', *self.lines, *body, course, *self._functions()]) + "\n"

    def _programs(self) -> None:
        """Write all that differs from ruleset to ruleset."""
        self.tops_of("0")  # the players' masks lie beside each other, first of all
        self.mask(t.Tops(None), Env("0"))
        actions, effects = self.rules.actions, self.rules.effect_list
        for number, action in enumerate(actions):
            self.program(f"a{number}", number, action.program, action.when, action.label, has_slot=False)
        for number, effect in enumerate(effects):
            self.program(f"e{number}", 0, effect.program, None, effect.label, effect.trigger.has_slot)
        self.following()

    @property
    def ends_early(self) -> bool:
        """Whether the game can end at the start of a turn though something can be done."""
        return any(end.happening == "turn start" and end.when != t.NoAction() for end in self.rules.ends)

    def _numbers(self) -> dict[str, int]:
        """Return the single numbers that the course of the game names."""
        layout = self.layout
        return {name: getattr(offsets, name) for name in OFFSETS} | {
            "SLOTS": layout.size, "STACKS": layout.stacks_at, "MASKS": layout.masks_at, "SPAN": layout.span,
            "CODES": layout.codes, "MOST_ROUNDS": MOST_ROUNDS, "BITS": layout.code_bits, "TOP": (1 << layout.code_bits) - 1,
            "TAIL": layout.masks_at + len(self.kept),
            "ENDS_EARLY": self.ends_early,
        }  # fmt: skip

    def _constants(self) -> None:
        layout, terrain = self.layout, self.terrain
        around = tuple(sum(1 << i for i in region.around) for region in terrain.regions)
        # For each pair of codes, before and after, the kept masks in which a slot changes.
        codes = range(layout.codes)
        flips = (tuple(at for kept, at in self.kept.items() if kept >> a & 1 != kept >> b & 1) for a in codes for b in codes)
        effects = self.rules.effect_list
        self.put("from toybattle.game.codegen.runtime import *")
        for name, value in {
            "TAIL": layout.masks_at + len(self.kept), "BIT": (*(1 << i for i in range(layout.size)), 0),
            "ADJACENCY": terrain.adjacency, "AROUND": around,
            "FLIP": tuple(flips), "KEPT": tuple(self.kept), "PHASE": tuple(effect.phase for effect in effects),
            "STAYS": tuple(effect.stays for effect in effects),
            "OPTIONAL": tuple(effect.program.is_optional for effect in effects),
            "ASKS": tuple(bool(effect.program.is_optional or effect.program.choices) for effect in effects),
        }.items():  # fmt: skip
            self.put(f"{name} = {value!r}")
        self.put(f"joined = networks(ADJACENCY, {self.every_slot & ~self.hq_mask})")
        self.put("near = unions(ADJACENCY)")
        self.put("complete = enclosures(AROUND)")
        for text, name in self.tables.items():
            self.put(f"{name} = {text}")
        self.lines += [*self.head, *self.helpers]

    def _functions(self) -> list[str]:
        """Return the tables of functions, by action and by effect."""
        lines = []
        for name, letter, owners in (("ACTION", "a", self.rules.actions), ("EFFECT", "e", self.rules.effect_list)):
            numbers = range(len(owners))
            programs: list[t.Program] = [owner.program for owner in owners]
            moves = "".join(f"moves_{letter}{n}, " for n in numbers)
            runs = "".join(f"run_{letter}{n}, " for n in numbers)
            lasts = [program.choices[-1] if program.choices else None for program in programs]
            chances = "".join(
                f"(outcomes_{letter}{n}, {self.layout.domain(last)}), " if last and last.how != "free" else "(None, 1), "
                for n, last in enumerate(lasts)
            )
            lines += [
                f"{'ACTIONS' if letter == 'a' else 'MOVES'} = ({moves})",
                f"{'ACTS' if letter == 'a' else 'RUNS'} = ({runs})",
            ]
            lines.append(f"{name}_CHANCES = ({chances})")
        return lines
