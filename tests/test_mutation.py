"""Every id that a statement of the rules cites is needed: altered, the statement fails a scenario tagged with that id.

That each single mutant fails some scenario is what `toybattle mutate` says, which `.ci/run` runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from toybattle.game import Game
from toybattle.lang import syntax as s
from toybattle.lang.parse import parse_rules
from toybattle.resources import Content
from toybattle.ruleset import tree as t
from toybattle.ruleset.from_syntax import ruleset_from_files
from toybattle.ruleset.load import NO_SPECIAL_BASES, load_ruleset
from toybattle.ruleset.merge import RulesFile, kind_of
from toybattle.spec.feature import Feature, Scenario
from toybattle.spec.mutate import Subject, Trial, rulesets
from toybattle.spec.run import run_scenario
from toybattle.spec.sides import under
from toybattle.spec.watch import scenarios
from toybattle.spec.world import World

CONTENT = Content()
FULL = "end full cites end-stuck-both-checked on turn start when {}: most medals wins, on a tie enemy wins"
ADDED = {
    "end stuck": [FULL.format("room in my rack = 0"), FULL.format("number of my reserve = 0 and number of enemy reserve = 0")],
    "effect xb-42": ["to place T on S\nrequire target cites xb42-empty: not T is xb-42 or number of enemy rack > 0"],
}
"""What nobody says, and a citation of that statement says that nobody does."""


@cache
def files() -> dict[str, tuple[s.Statement, ...]]:
    """Return the statements of each rules file."""
    paths = {"/".join(path.parts[-2:]): path for path in CONTENT.files("rules", "**/*.rules")}
    return {name: parse_rules(path.read_text(encoding="utf-8"), path.name)[0] for name, path in paths.items()}


def begins(statement: Any) -> str:
    """Return how a statement begins: its word and label."""
    return (
        "after every change"
        if isinstance(statement, s.After)
        else f"{kind_of(statement)} {getattr(statement, 'name', '')}".strip()
    )


@cache
def statements() -> dict[str, Any]:
    """Return every statement of the game without variants that cites something."""
    plain = [x for name, said in files().items() if not name.startswith("variants/") for x in said]
    return {begins(x): x for x in plain if hasattr(x, "cites")}


@cache
def tagged() -> dict[str, list[tuple[Feature, Scenario]]]:
    """Return the scenarios by the ids they are tagged with."""
    found: dict[str, list[tuple[Feature, Scenario]]] = {}
    for feature, scenario in scenarios(CONTENT):
        for tag in sorted(scenario.tags):
            found.setdefault(tag, []).append((feature, scenario))
    return found


def altered(key: str) -> Iterator[Any]:
    """Yield what is played in place of a game when a statement is altered.

    Where a statement only introduces a word or puts others in order, those that it is about are altered.
    """
    x, by_id = statements()[key], rulesets(CONTENT, ())
    own = {id_ for id_, mutant in by_id.items() if mutant.label == key}
    if isinstance(x, s.After):
        own |= {id_ for id_, mutant in by_id.items() if mutant.old and mutant.old.label in x.names}
    if isinstance(x, s.Special) and not x.program:
        own |= {id_ for id_, mutant in by_id.items() if mutant.old and speaks_of(mutant.old, x.name)}
    yield from (Trial(Subject((), id_), CONTENT) for id_ in by_id if id_ in own)
    for text in ADDED.get(key, ()):
        yield with_more(text)


def speaks_of(statement: t.Statement, special: str) -> bool:
    parts = (part for field in fields(statement) for part in t.walk(getattr(statement, field.name)))
    return any(isinstance(part, t.IsSpecial) and part.kind == special for part in parts)


def with_more(text: str) -> Any:
    """Return what gives a game under the rules and one more statement."""
    added, faults = parse_rules(f"language 1\n{text}\n", "added.rules")
    assert not faults
    plain = {name: said for name, said in files().items() if not name.startswith("variants/")}
    made = [RulesFile(name, ("",) * 99, said) for name, said in {**plain, "added.rules": added}.items()]
    ruleset, faults = ruleset_from_files(made, load_ruleset().citations, ())
    assert ruleset, faults
    return cached(ruleset)


def cached(ruleset: t.Ruleset) -> Any:
    """Return what gives each game under other rules, made once."""
    games: dict[str, Game] = {}
    return lambda game: games.setdefault(game.digest, under(game, ruleset))


def fails(pair: tuple[Feature, Scenario], instead: Any) -> bool:
    result = run_scenario(*pair, CONTENT, world=World(CONTENT, instead=instead))
    assert not any("the engine broke off" in failure.found for failure in result.failures), result.failures[0]
    return bool(result.failures)


@pytest.mark.parametrize("key", statements())
def test_each_id_a_statement_cites_has_a_scenario_that_needs_the_statement(key: str) -> None:
    missing = [cite.text for cite in statements()[key].cites]
    for instead in altered(key):
        known: dict[tuple[str, range, str], bool] = {}
        for cite in list(missing):
            for feature, scenario in tagged().get(cite, ()):
                told = feature.file, scenario.lines, scenario.name
                if told not in known:
                    known[told] = fails((feature, scenario), instead)
                if known[told]:
                    missing.remove(cite)
                    break
        if not missing:
            break
    assert not missing, f"no alteration of {key} fails a scenario tagged with {missing}"


@pytest.mark.parametrize("name", sorted(name for name in files() if name.startswith("variants/")))
def test_a_variant_is_needed_by_a_scenario_that_names_it(name: str) -> None:
    variant = name.removeprefix("variants/").removesuffix(".rules")
    named = "special bases are off" if variant == NO_SPECIAL_BASES else f'the variant "{variant}"'
    naming = [pair for pair in scenarios(CONTENT) if any(step.text == named for step in pair[1].steps)]
    without = cached(load_ruleset())
    assert any(fails(pair, without) for pair in naming), f"no scenario with {named} needs it"
