"""Every statement of the rules is needed: altered, it fails a scenario that is tagged with what it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from toybattle.game import game as game_module
from toybattle.lang import syntax as s
from toybattle.lang.parse import parse_rules
from toybattle.lang.printer import print_statement
from toybattle.resources import Content
from toybattle.ruleset import tree as t
from toybattle.ruleset.from_syntax import ruleset_from_files
from toybattle.ruleset.load import NO_SPECIAL_BASES, load_ruleset
from toybattle.ruleset.merge import RulesFile, kind_of
from toybattle.spec import world
from toybattle.spec.check import check_features
from toybattle.spec.feature import Feature, Scenario
from toybattle.spec.run import run_scenario
from toybattle.spec.steps import steps

CONTENT = Content()
FULL = "end full cites end-stuck-both-checked on turn start when {}: most medals wins, on a tie enemy wins"

# For a statement, named by how it begins, pairs of what its text says and what an alteration says instead.
# No statement says that the oldest of the effects owed comes first, so none can be altered to say the newest.
# A turn's action gets no `may`: passing answers an effect, so it would change nothing.
# `R is unclaimed` is not altered away: to claim a region again changes nothing, so it only keeps the trace short.
ALTERED: dict[str, list[tuple[str, str]]] = {
    "require own-hq": [("my hq", "hq")],
    "require connected": [
        ("through my tops", "through tops"),
        ("through my tops", "through slots"),
        ("through my tops", "through (tops T where T is not mine)"),
        ("through my tops", "through my troops"),
        ("S in slots", "S is not hq and S in slots"),
        ("my hqs", "(my hqs H where number of bases adjacent to H > 2)"),
    ],
    "require covers": [
        ("> strength", ">= strength"),
        ("top of S is mine or ", ""),
        ("S is empty or ", ""),
        ("strength of T > strength of top of S", "no X in stack of S where strength of X >= strength of T"),
        ("strength of T > strength of top of S", "some X in stack of S where strength of T > strength of X"),
    ],
    "require gate": [("strength of T in values of S", "T is hook"), ("strength of T in values of S", "1 < 0")],
    "require standing-yet": [("X is not pinned", "1 < 0")],
    "except kwak-covers": [("except kwak-covers", "except kwak-covers [troop-effect]"), ("T is joker", "1 > 0")],
    "except kwak-below": [("except kwak-below", "except kwak-below [troop-effect]")],
    "except kwak-gate": [("T is joker", "T is joker and S is not hq"), ("T is joker", "T is joker and S is hq")],
    "except hook": [
        ("T is hook", "1 > 0"),
        ("waive connected", "waive covers"),
        ("T is hook", "T is hook and S is not gate"),
        ("T is hook", "T is hook and not (S is draw)"),
    ],
    "except hook-hq": [("S is hq", "S is base")],
    "law take-medals": [
        ("owner of top of B = P", "(some X in stack of B where owner of X = P)"),
        ("every B in bases around R has", "some B in bases around R where"),
        ("when", "when P = enemy and"),
        ("every B", "(no H in hqs adjacent to (bases around R) where H is empty) and every B"),
    ],
    "win hq": [
        ("some S in hqs of enemy of P where", "every S in hqs of enemy of P has"),
        ("when", "when medals of P > 0 and"),
    ],
    "win medals": [
        (">=", ">"),
        ("objective of P", "objective of enemy of P"),
        ("objective of P", "7"),
        ("if both me", "if both enemy"),
    ],
    "end stuck": [
        ("most medals wins, on a tie enemy wins", "enemy wins"),
        ("most medals wins, on a tie enemy wins", "most medals wins, on a tie me wins"),
    ],
    "setup spare": [("4", "3")],
    "setup opening-first": [("3", "4")],
    "setup opening-other": [("4", "3")],
    "special draw": [("draw 1", "draw 2")],
    "special take-back": [
        (" other than here", ""),
        ("here", "this"),
        ("my tops", "my troops"),
        ("my tops", "my tops adjacent to here"),
        ("other than here", "other than here where slot of X is base and X is not roxy"),
    ],
    "special recover": [
        ("my discard", "enemy discard"),
        ("choose X", "choose random X"),
    ],
    "special shove": [
        ("enemy tops adjacent to here", "enemy tops"),
        ("enemy tops adjacent to here", "my tops adjacent to here"),
        ("bases adjacent to X", "slots adjacent to X"),
        ("bases adjacent to X", "bases"),
        ("bases adjacent to X", "bases adjacent to X other than here"),
        ("bases adjacent to X", "(bases adjacent to X B where B is empty)"),
    ],
    "special pin": [("pin X", "discard X")],
    "mark pinned": [
        ("until the end of its owner's next turn", "until the end of this turn"),
        ("until the end of its owner's next turn", "until it leaves"),
    ],
    "effect skully": [("draw 2", "draw 1"), ("draw 2", "draw 3")],
    "effect star": [("draw 1", "draw 2")],
    "effect cap-n": [("S in slots", "S in bases"), ("S in slots", "S in slots adjacent to here")],
    "effect jumbo": [
        (" adjacent to here", ""),
        ("enemy tops", "my tops"),
        ("discard X", "return X"),
    ],
    "effect xb-42": [("enemy rack", "my rack"), ("enemy rack", "enemy rack where X is not pinned")],
    "order": [
        ("[troop-effect], then [base-effect] while its troop stays", "[base-effect] while its troop stays, then [troop-effect]"),
        (" while its troop stays", ""),
    ],
    "action draw": [("draw 2", "draw 1"), ("draw 2", "draw 3")],
    "action place": [("place T on S", "place T on S and draw 1")],
    "require space": [("> 0", "> 1")],
    "require supply": [("> 0", "> 1")],
    "require room-to-return": [("> 0", "> 8")],
    "require room-to-recover": [("> 0", "> 8")],
}

# What else falls when a statement is altered that only says something together with others.
TOGETHER: dict[str, list[dict[str, tuple[str, str]]]] = {
    "after every change": [
        {"win hq": ("when ", "when 1 < 0 and ")},
        {"law take-medals": ("when ", "when P = me and ")},
    ],
    "special gate": [{"require gate": ("S is not gate or", "1 > 0 or")}],
    "special mute": [{"except mute": ("here is mute", "1 < 0")}],
}

ADDED: dict[str, list[str]] = {
    "end stuck": [FULL.format("room in my rack = 0"), FULL.format("number of my reserve = 0 and number of enemy reserve = 0")],
    "effect xb-42": ["to place T on S\nrequire target cites xb42-empty: not T is xb-42 or number of enemy rack > 0"],
}
"""Statements put beside one."""


@dataclass(frozen=True)
class Mutant:
    """The rules with something altered."""

    name: str
    texts: Mapping[str, str]
    """For statements, named by how they begin, what stands instead; several lines are several statements."""


def begins(statement: Any) -> str:
    """Return how a statement begins: its word and label."""
    if isinstance(statement, s.After):
        return "after every change"
    return f"{kind_of(statement)} {getattr(statement, 'name', '')}".strip()


@cache
def parsed(text: str) -> tuple[s.Statement, ...]:
    statements, faults = parse_rules(f"language 1\n{text}\n", "altered.rules")
    assert not faults, f"{text}: {faults[0]}"
    return statements


@cache
def files() -> dict[str, RulesFile]:
    found = {}
    for path in CONTENT.files("rules", "**/*.rules"):
        statements, _ = parse_rules(path.read_text(encoding="utf-8"), path.name)
        found["/".join(path.parts[-2:])] = RulesFile(path.name, ("",) * 99, statements)
    return found


@cache
def statements() -> dict[str, Any]:
    """Return every statement that the game has without variants and that cites something."""
    return {
        begins(statement): statement
        for name, file in files().items()
        if not name.startswith("variants/")
        for statement in file.statements
        if hasattr(statement, "cites")
    }


def altered(key: str, old: str, new: str) -> str:
    """Return a statement's text with what it says after its citations altered, or else before."""
    said = print_statement(statements()[key])
    cites = ", ".join(cite.text for cite in statements()[key].cites)
    head, cited, tail = said.partition(cites)
    return head + cited + tail.replace(old, new, 1) if old in tail else head.replace(old, new, 1) + cited + tail


def general(key: str) -> Iterator[tuple[str, str]]:
    """Yield the alterations that any statement of a kind allows: it never holds, it always does, one more or less."""
    x = statements()[key]
    match x:
        case s.Require():
            yield print_condition(x), "1 > 0"
        case s.Exception_():
            yield print_condition(x), "1 < 0"
        case s.Law() | s.Win():
            yield "when ", "when 1 < 0 and "
        case s.Action():
            yield ": ", " when 1 < 0: "
        case s.Effect() | s.Special() if x.program:
            event = "" if isinstance(x, s.Effect) else f" on placing any troop at {x.name}"
            yield ": ", f"{event} when 1 < 0: "
            yield ("may ", "") if x.program.may else (": ", ": may ")
        case s.Zone():
            yield f"seen by {x.seen_by}", "seen by owner" if x.seen_by == "all" else "seen by all"
            if x.holds:
                yield "holds 8", "holds 9"
                yield "holds 8", "holds 7"
        case s.Troop():
            yield "count 3", "count 4"
            if x.strength:
                number = int(re.findall(r"strength (\d)", print_statement(x))[0])
                yield f"strength {number}", "joker"
                yield f"strength {number}", f"strength {number - 1}" if number > 1 else "strength 2"
            else:
                yield "joker", "strength 1"
                yield "joker", "strength 8"


def print_condition(x: s.Require | s.Exception_) -> str:
    """Return a requirement's or an exception's condition as it is written."""
    return print_statement(x).partition(": " if isinstance(x, s.Require) else " when ")[2]


def mutants(key: str) -> Iterator[Mutant]:
    """Yield the mutants of a statement."""
    said = print_statement(statements()[key])
    for old, new in (*general(key), *ALTERED.get(key, ())):
        assert altered(key, old, new) != said, f"{key} does not say '{old}'"
        yield Mutant(f"{key}: '{new or 'nothing'}' for '{old}'", {key: altered(key, old, new)})
    for texts in TOGETHER.get(key, ()):
        yield Mutant(f"{key}: {texts}", {other: altered(other, *pair) for other, pair in texts.items()})
    for text in ADDED.get(key, ()):
        yield Mutant(f"{key}, and {text}", {key: f"{said}\n{text}"})


def rules_of(mutant: Mutant, variants: tuple[str, ...]) -> t.Ruleset:
    """Return altered rules with variants on top."""
    chosen = [name for name in files() if not name.startswith("variants/")]
    chosen += [f"variants/{variant}.rules" for variant in variants]
    made = []
    for name in chosen:
        file, whole = files()[name], mutant.texts.get(name)
        instead = {begins(x): parsed(mutant.texts[begins(x)]) for x in file.statements if begins(x) in mutant.texts}
        kept = [other for x in file.statements for other in instead.get(begins(x), (x,))] if whole is None else parsed(whole)
        made.append(RulesFile(file.name, file.lines, tuple(kept)))
    ruleset, faults = ruleset_from_files(made, load_ruleset().citations, variants)
    assert ruleset, "\n".join(map(str, (mutant.name, *faults)))
    return ruleset


@cache
def tagged() -> dict[str, list[tuple[Feature, Scenario]]]:
    names = {path: CONTENT.name(path) for path in CONTENT.files("features", "**/*.feature")}
    features, faults = check_features(names, steps)
    assert not faults
    found: dict[str, list[tuple[Feature, Scenario]]] = {}
    for feature in features:
        for scenario in feature.scenarios:
            for tag in sorted(scenario.tags):
                found.setdefault(tag, []).append((feature, scenario))
    return found


class Trial:
    """Runs scenarios under altered rules."""

    def __init__(self, mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
        made: dict[tuple[str, ...], t.Ruleset] = {}
        self.failed: dict[tuple[str, int, str], bool] = {}

        def load(_: Content = CONTENT, variants: tuple[str, ...] = ()) -> t.Ruleset:
            if variants not in made:
                made[variants] = rules_of(mutant, variants)
            return made[variants]

        monkeypatch.setattr(game_module, "load_ruleset", load)
        world.load_game.cache_clear()

    def fails(self, cite: str) -> bool:
        """Return whether a scenario tagged with an id fails: a check that disagrees, not a word that means nothing now."""
        return any(self.breaks(*pair) for pair in tagged().get(cite, ()))

    def breaks(self, feature: Feature, scenario: Scenario) -> bool:
        """Return whether a scenario fails."""
        key = feature.file, scenario.lines[0], scenario.name
        if key not in self.failed:
            result = run_scenario(feature, scenario, CONTENT)
            assert not any("the engine broke off" in failure.found for failure in result.failures), result.failures[0]
            self.failed[key] = bool(result.failures) and not result.faults
        return self.failed[key]


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    world.load_game.cache_clear()


@pytest.mark.parametrize("key", statements())
def test_each_id_a_statement_cites_has_a_scenario_that_needs_the_statement(key: str, patched: pytest.MonkeyPatch) -> None:
    cites = [cite.text for cite in statements()[key].cites]
    missing, survivors = list(cites), []
    for mutant in mutants(key):
        trial = Trial(mutant, patched)
        failed = [cite for cite in missing if trial.fails(cite)]
        known = [cite for cite in cites if cite not in missing]
        failed = failed or [cite for cite in known if trial.fails(cite)]
        survivors += [mutant.name] * (not failed)
        missing = [cite for cite in missing if cite not in failed]
    assert not survivors, f"no scenario tagged with what it cites fails under {survivors}"
    assert not missing, f"no alteration of {key} fails a scenario tagged with {missing}"


VARIANTS = sorted(name for name in files() if name.startswith("variants/"))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_needed_by_a_scenario_that_names_it(name: str, patched: pytest.MonkeyPatch) -> None:
    variant = name.removeprefix("variants/").removesuffix(".rules")
    named = "special bases are off" if variant == NO_SPECIAL_BASES else f'the variant "{variant}"'
    said = files()[name].statements
    # An ending of the variant's own stays known, so that it is a check that fails and not a word that means nothing.
    kept = [x for x in said if isinstance(x, s.End) and x.name not in load_ruleset().endings]
    text = "\n".join(print_statement(x).replace(" when ", " when 1 < 0 and ") for x in kept)
    cites = [cite.text for x in said for cite in getattr(getattr(x, "statement", x), "cites", ())]
    naming = [
        pair for cite in dict.fromkeys(cites) for pair in tagged()[cite] if any(step.text == named for step in pair[1].steps)
    ]
    trial = Trial(Mutant(f"{variant} as if it said nothing", {name: text}), patched)
    assert any(trial.breaks(*pair) for pair in naming), f"no scenario with {named} needs it"
