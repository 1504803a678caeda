"""Scenarios while they are typed: read line by line, so that a line which is not Gherkin yet spoils no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from toybattle.editor.desk import Desk
from toybattle.spec.feature import STEP_WORDS, TITLE_WORDS, Step
from toybattle.spec.steps import steps
from toybattle.spec.world import World

TITLE = re.compile(rf"\s*({'|'.join(sorted(TITLE_WORDS, key=len, reverse=True))}):[ \t]*(.*?)\s*$")
STEP = re.compile(rf"(\s*)({'|'.join(STEP_WORDS)}|\*)\s+(.*?)\s*$")
KIND = {"Given": "given", "When": "when", "Then": "then"}


@dataclass(slots=True)
class Steps:
    """The steps that run before a line: those of the backgrounds and of the scenario it stands in."""

    feature: list[Step] = field(default_factory=list)
    rule: list[Step] = field(default_factory=list)
    own: list[Step] = field(default_factory=list)
    open: list[Step] | None = None
    """Where the next step belongs."""
    in_rule: bool = False

    def all(self) -> tuple[Step, ...]:
        """Return the steps in the order in which they run."""
        return (*self.feature, *self.rule, *(self.own if self.open is self.own else ()))

    def begin(self, title: str) -> None:
        """Go on below a title."""
        match title:
            case "Feature":
                self.feature, self.rule, self.open, self.in_rule = [], [], None, False
            case "Rule":
                self.rule, self.open, self.in_rule = [], None, True
            case "Background":
                self.open = self.rule if self.in_rule else self.feature
            case "Examples" | "Scenarios":
                self.open = None
            case _:
                self.own = []
                self.open = self.own


def steps_before(lines: Sequence[str], line: int) -> tuple[Step, ...]:
    """Return the steps that run before a line, which counts from 1, each with its table."""
    found = Steps()
    for number, text in enumerate(lines[: line - 1], 1):
        if title := TITLE.match(text):
            found.begin(title[1])
        elif found.open is not None:
            if step := step_at(text, number, found.open[-1].kind if found.open else ""):
                found.open.append(step)
            elif found.open and text.lstrip().startswith("|"):
                row = tuple(cell.strip() for cell in text.strip().strip("|").split("|"))
                found.open[-1] = replace(found.open[-1], table=(*found.open[-1].table, row))
    return found.all()


def step_at(text: str, line: int, kind_before: str) -> Step | None:
    """Return the step that a line holds; `And` goes on with the kind of the one before."""
    hit = STEP.match(text)
    return Step(KIND.get(hit[2], kind_before), hit[2], hit[3], line, hit.start(3) + 1) if hit else None


def step_on(lines: Sequence[str], line: int) -> Step | None:
    """Return the step that a line of a feature holds."""
    before = steps_before(lines, line)
    return step_at(lines[line - 1], line, before[-1].kind if before else "") if 0 < line <= len(lines) else None


def world_at(desk: Desk, path: Path, line: int) -> World:
    """Return what the set-ups above a line build up, as far as they can be carried out."""
    world = World(desk.content(path).saved(".feature"), list(desk.variants))
    for step in steps_before(desk.lines(path), line):
        for match in steps.find(step.text)[:1]:
            if match.definition.kind == "given" and match.definition.takes_table == bool(step.table):
                try:
                    world.perform(step)
                except Exception:  # whatever is wrong with it is told as a fault, and the others count
                    continue
    return world


def titles(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the keyword and the name of each title."""
    for number, text in enumerate(lines, 1):
        if hit := TITLE.match(text):
            yield number, hit[1], hit[2]
