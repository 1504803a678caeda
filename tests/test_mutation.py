"""Every statement of the rules is needed: altered, it fails a scenario that is tagged with what it cites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from toybattle.game import game as game_module
from toybattle.resources import Content
from toybattle.ruleset import tree as t
from toybattle.ruleset.load import load_ruleset
from toybattle.spec import world
from toybattle.spec.check import check_features
from toybattle.spec.feature import Feature, Scenario
from toybattle.spec.run import run_scenario
from toybattle.spec.steps import steps

NEVER = t.Not(t.Same(t.Me(), t.Me(), "player"))


def mutants(rules: t.Ruleset) -> Iterator[tuple[str, tuple[str, ...], t.Ruleset]]:
    """Yield a name, the ids cited, and the rules without one statement, or with it altered where it cannot go."""

    def without(field: str, gone: t.Statement) -> t.Ruleset:
        kept = tuple(x for x in getattr(rules, field) if x is not gone)
        return replace(rules, **{field: kept})

    def altered(field: str, old: t.Statement, **changes: Any) -> t.Ruleset:
        items = tuple(replace(x, **changes) if x is old else x for x in getattr(rules, field))
        return replace(rules, **{field: items})

    for field in ("setup", "actions", "requirement_list", "exceptions", "effect_list", "laws"):
        for statement in getattr(rules, field):
            yield f"{field} {statement.label}", statement.cites, without(field, statement)
    for end in rules.ends:
        # Without any end of a stuck game there is no game, so its tie goes the other way.
        tie = t.PlayerWins(t.Me())
        yield f"end {end.label}", end.cites, altered("ends", end, result=t.MostWins(None, tie))
    for mark in rules.mark_kinds:
        yield f"mark {mark.label}", mark.cites, altered("mark_kinds", mark, lifetime="stay")
    for troop in rules.troops:
        other = None if troop.strength else t.Literal_(1)
        yield f"troop {troop.label}", troop.cites, altered("troops", troop, strength=other)
    for zone in rules.zones:
        seen = "nobody" if zone.seen_by == "all" else "all"
        yield f"zone {zone.label} seen by {seen}", zone.cites, altered("zones", zone, seen_by=seen)
        if isinstance(zone.limit, t.Literal_):
            more = t.Literal_(zone.limit.value + 1)
            yield f"zone {zone.label} larger", zone.cites, altered("zones", zone, limit=more)


@cache
def tagged() -> dict[str, list[tuple[Feature, Scenario]]]:
    content = Content()
    files = {path: content.name(path) for path in content.files("features", "**/*.feature")}
    features, faults = check_features(files, steps)
    assert not faults
    found: dict[str, list[tuple[Feature, Scenario]]] = {}
    for feature in features:
        for scenario in feature.scenarios:
            for tag in scenario.tags:
                found.setdefault(tag, []).append((feature, scenario))
    return found


ALL = list(mutants(load_ruleset()))


@pytest.fixture
def under(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that lets scenarios run under other rules."""

    def use(rules: t.Ruleset) -> None:
        changed = {
            field: getattr(rules, field)
            for field in ("setup", "actions", "requirement_list", "exceptions", "effect_list", "laws", "ends",
                          "mark_kinds", "troops", "zones")
            if getattr(rules, field) is not getattr(load_ruleset(), field)
        }  # fmt: skip

        def load(content: Content = Content(), variants: tuple[str, ...] = ()) -> t.Ruleset:
            return rules if not variants else replace(load_ruleset(content, variants), **changed)

        monkeypatch.setattr(game_module, "load_ruleset", load)
        world.load_game.cache_clear()

    yield use
    world.load_game.cache_clear()


@pytest.mark.parametrize(("name", "cites", "rules"), ALL, ids=[name for name, _, _ in ALL])
def test_a_statement_altered_fails_a_scenario_that_cites_it(
    name: str, cites: tuple[str, ...], rules: t.Ruleset, under: Any
) -> None:
    under(rules)
    scenarios = [pair for cite in cites for pair in tagged().get(cite, [])]
    assert scenarios, f"no scenario is tagged with any of {cites}"
    assert any(not run_scenario(*pair, Content()).has_passed for pair in scenarios), name
