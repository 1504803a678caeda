"""Whether each value in a `Then` matters: changed, it must fail its scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import Place, listed
from ..resources import Content
from .feature import Feature, Scenario, Step
from .run import run_scenario
from .steps import steps
from .watch import scenarios
from .words import Misread, items
from .world import World

MOST_TRIED = 3
"""Other values that are tried in place of one."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A value in a `Then` that could be another."""

    place: Place
    step: str
    value: str
    instead: tuple[str, ...]
    """With each of these the scenario passes too."""

    def __str__(self) -> str:
        return f"{self.place}: {self.step}\n  '{self.value}' is not checked: with {listed(map(repr, self.instead))} it passes too"


@dataclass(frozen=True, slots=True)
class Values:
    """What became of all values in checks."""

    count: int
    unchecked: tuple[Unchecked, ...]

    def as_data(self) -> dict[str, object]:
        """Return this as JSON holds it."""
        data = [
            {"place": str(x.place), "step": x.step, "value": x.value, "instead": list(x.instead)} for x in self.unchecked
        ]  # fmt: skip
        return {"values": self.count, "unchecked": data}

    def __str__(self) -> str:
        counts = f"{self.count} values in checks, {len(self.unchecked)} of them not checked"
        return "\n".join([*map(str, self.unchecked), counts])


def values(content: Content, variants: tuple[str, ...] = ()) -> Values:
    """Change each value of each check, one at a time, and return those whose change fails nothing."""
    known = scenarios(content)
    pool = _pool(scenario for _, scenario in known)
    count, unchecked = 0, []
    for feature, scenario in known:
        world = World(content, list(variants))
        if not run_scenario(feature, scenario, content, variants, world=world).has_passed:
            continue
        for number, step in enumerate(scenario.steps):
            for value, changed in _changed(step, world, pool) if step.kind == "then" else ():
                count += 1
                passing = _passing(feature, scenario, number, changed, content, variants)
                if passing:
                    unchecked.append(Unchecked(Place(feature.file, step.line), str(step), value, passing))
    return Values(count, tuple(unchecked))


def _passing(
    feature: Feature, scenario: Scenario, number: int, changed: Mapping[str, Step], content: Content, variants: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the other values if the scenario passes with each of them, none if one fails."""
    passing: list[str] = []
    for word, step in changed.items():
        made = replace(scenario, steps=(*scenario.steps[:number], step, *scenario.steps[number + 1 :]))
        result = run_scenario(feature, made, content, variants)
        if result.failures:
            return ()
        passing += [word] * result.has_passed
    return tuple(passing)


def _pool(known: Iterator[Scenario]) -> dict[str, list[str]]:
    """Return by kind every word that checks use."""
    pool: dict[str, dict[str, None]] = {}
    for scenario in known:
        for step in scenario.steps:
            for kind, word, _ in steps.find(step.text)[0].words if step.kind == "then" else ():
                pool.setdefault(kind, {})[word] = None
    return {kind: list(words) for kind, words in pool.items()}


def _changed(step: Step, world: World, pool: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, dict[str, Step]]]:
    """Yield each value of a check with the steps that say another in its place, by that other value."""
    for kind, word, offset in steps.find(step.text)[0].words:
        others = [other for other in _others(word, pool[kind]) if _is_other(world, kind, word, other)]
        before, after = step.text[:offset], step.text[offset + len(word) :]
        yield word, {other: replace(step, text=before + other + after) for other in others[:MOST_TRIED]}
    cells = list(dict.fromkeys(cell for row in step.table[1:] for cell in row))
    for i, row in enumerate(step.table[1:], 1):
        for j, cell in enumerate(row):
            others = [other for other in _others(cell, cells) if other != cell]
            yield cell, {other: replace(step, table=_with(step.table, i, j, other)) for other in others[:MOST_TRIED]}


def _with(table: tuple[tuple[str, ...], ...], i: int, j: int, cell: str) -> tuple[tuple[str, ...], ...]:
    row = (*table[i][:j], cell, *table[i][j + 1 :])
    return (*table[:i], row, *table[i + 1 :])


def _others(word: str, pool: Sequence[str]) -> Iterator[str]:
    """Yield other values, the most alike first: one more, one less of a list, then what other checks say."""
    if hit := re.match(r"\d+", word):
        yield word.replace(hit[0], str(int(hit[0]) + 1), 1)
    if len(items(word)) > 1:
        yield re.sub(r"(, and |, | and )[^,]*$", "", word)
    yield from pool


def _is_other(world: World, kind: str, word: str, other: str) -> bool:
    """Return whether another word means something here, and something else."""
    try:
        meanings = [world.words.meaning(kind, text) for text in (word, other)]
    except Misread:
        return False
    one, two = (sorted(x, key=str) if isinstance(x, list) else x for x in meanings)
    return one != two
