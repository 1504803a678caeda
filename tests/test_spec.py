"""Scenarios: the strict check, the runner, and what a failing scenario tells its writer."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from documents_of import ROOT
from golden import BAD, expected
from toybattle.cli import main
from toybattle.resources import Content, shipped
from toybattle.ruleset.load import NO_SPECIAL_BASES, load_ruleset
from toybattle.spec import Report, verify
from toybattle.spec.catalogue import MEANINGS
from toybattle.spec.check import check_features
from toybattle.spec.feature import Feature
from toybattle.spec.registry import PARAMETERS, Definition, Registry
from toybattle.spec.steps import steps
from toybattle.spec.world import World

BROKEN = BAD / "features"


def report_of(tmp_path: Path, text: str, *selections: str, variants: tuple[str, ...] = ()) -> Report:
    """Return what becomes of one feature file."""
    path = tmp_path / "trial.feature"
    path.write_text(text, encoding="utf-8")
    return verify(Content(), selections or [str(path)], variants)


def scenario(*lines: str, terrain: str = "castle-field") -> str:
    """Return a feature with one scenario on a terrain."""
    steps = [f'Given the terrain "{terrain}"', *lines]
    return "Feature: Trial\n\n  Scenario: Trial\n" + "".join(f"    {step}\n" for step in steps)


# ---- the shipped features


@cache
def shipped_report() -> Report:
    """Return what came of every shipped scenario."""
    return verify(Content())


def test_every_shipped_scenario_passes() -> None:
    assert shipped_report().is_fine, str(shipped_report())


def test_every_citation_has_a_scenario() -> None:
    citations = yaml.safe_load((shipped("rules") / "citations.yaml").read_text(encoding="utf-8"))["citations"]
    tags = {tag for result in shipped_report().results for tag in result.scenario.tags}
    assert set(citations) == tags


# ---- what the features say together


@cache
def all_features() -> tuple[Feature, ...]:
    """Return the shipped features and those of the documentation."""
    roots = (shipped("features"), ROOT / "docs" / "examples")
    files = {path: str(path) for root in roots for path in sorted(root.rglob("*.feature"))}
    features, faults = check_features(files, steps)
    assert not faults
    return tuple(features)


def all_steps() -> Iterator[tuple[Definition, dict[str, str]]]:
    """Yield the definition of every step of every scenario, with its words by their kinds."""
    for feature in all_features():
        for scenario in feature.scenarios:
            for step in scenario.steps:
                (match,) = steps.find(step.text)  # one, or nobody knows which is meant
                yield match.definition, {kind: word for kind, word, _ in match.words}


def test_steps_are_few_and_each_is_used() -> None:
    used = Counter(definition.text for definition, _ in all_steps())
    assert len(steps.definitions) <= 60
    assert {d.text: used[d.text] for d in steps.definitions if used[d.text] < 3} == {}


def test_no_step_names_a_troop_an_effect_or_a_special_base() -> None:
    rules = load_ruleset()
    names = {*rules.effects, *rules.specials, *(kind.label for kind in rules.troops), *(kind.display for kind in rules.troops)}
    words = {word for definition in steps.definitions for word in re.sub(r"\{\w+\}", "", definition.text).split()}
    assert words & (names - set(rules.verbs)) == set()


def test_every_step_has_a_meaning_in_the_catalogue() -> None:
    assert set(MEANINGS) == {definition.text for definition in steps.definitions}


def test_every_label_is_named_by_a_scenario() -> None:
    rules = load_ruleset()
    named: dict[str, set[str]] = {}
    for _, words in all_steps():
        for kind, word in words.items():
            named.setdefault(kind, set()).add(word)
    # With a full rack no troop can come back, so that nothing is asked and nothing is refused.
    assert set(rules.requirements) - named["requirement"] == {"room-to-return", "room-to-recover"}
    assert set(rules.effects) <= named["effect"]
    assert set(rules.endings) <= named["ending"]
    assert set(rules.marks) <= named["mark"]
    assert {zone.label for zone in rules.zones} <= named["zone"]
    silent = {kind.label for kind in rules.special_kinds} - set(rules.effects)
    assert silent <= set(rules.requirements) | {exception.label for exception in rules.exceptions}


def test_every_exception_counts_in_a_ruling_that_a_scenario_asks_for() -> None:
    counted = set()
    for feature in all_features():
        for scenario in feature.scenarios if "docs" not in feature.file else ():
            world = World(Content())
            for step in scenario.steps:
                world.perform(step)
                for finding in world.ruling.findings if world.ruling else ():
                    counted |= {near.label for near in finding.exceptions if near.applies}
                    counted |= {other.label for near in finding.exceptions for other in near.suspended_by}
    assert {exception.label for exception in load_ruleset().exceptions} - counted == set()


def test_every_refusal_names_its_reason() -> None:
    refusing = [d.text for d in steps.definitions if re.search("may not|illegal", d.text)]
    bare = {text for text in refusing if "{requirement}" not in text}
    # Of no troop at all there are as many reasons as places; what cannot be declined is named.
    assert bare == {"{player} may not place any troop", "{player} may not decline {decision}"}


def test_both_readings_of_a_ruling_have_a_scenario() -> None:
    citations = load_ruleset().citations.values()
    variants = {path.stem for path in shipped("rules").glob("variants/*.rules")} - {NO_SPECIAL_BASES}
    readings: dict[str, set[str]] = {}
    for feature in all_features():
        for scenario in feature.scenarios:
            named = {word for step in scenario.steps for word in re.findall('the variant "(.*)"', step.text)} or {""}
            for tag in scenario.tags:
                readings.setdefault(tag, set()).update(named)
    assert {c.id for c in citations if c.status != "settled" and not c.alternative} == set()
    one_sided = {c.id for c in citations if c.alternative and not ("" in readings[c.id] and readings[c.id] & variants)}
    assert one_sided == set()
    assert variants <= set().union(*readings.values())


def test_editors_find_every_step_and_kind_of_word() -> None:
    """What Cucumber's language service looks for: plain names, and texts that it does not take for regular expressions."""
    found: set[tuple[str, str]] = set()
    kinds: dict[str, str] = {}
    for module in ("registry", "set_up", "moves", "checks"):
        tree = ast.parse((ROOT / "engine" / "toybattle" / "spec" / f"{module}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(
                    decorator_list=[ast.Call(ast.Name("given" | "when" | "then" as kind), [ast.Constant(str(text))])]
                ):
                    found.add((kind, text))
                case ast.Call(
                    keywords=[ast.keyword("name", ast.Constant(str(name))), ast.keyword("regexp", ast.Constant(str(regexp)))]
                ):
                    kinds[name] = regexp
    assert found == {(definition.kind, definition.text) for definition in steps.definitions}
    assert kinds == {kind.name: "|".join(kind.regexps) for kind in PARAMETERS}
    assert not any(character in text for _, text in found for character in r"().*\|")
    assert not any("\\" in regexp for regexp in kinds.values())


# ---- the strict check


def test_broken_features_are_reported_all_at_once_and_hide_no_good_one() -> None:
    report = verify(Content(), [str(BROKEN)])
    text = "\n".join(map(str, report.faults)).replace(f"{BROKEN}/", "")
    assert text == expected(BROKEN / "all", text)
    good = [result for result in report.results if result.place.file.endswith("good.feature")]
    assert [result.has_passed for result in good] == [True]
    assert not report.is_fine


def test_every_broken_feature_but_the_good_one_has_a_fault() -> None:
    faults = verify(Content(), [str(BROKEN)]).faults
    broken = {path.name for path in BROKEN.glob("*.feature")} - {"good.feature"}
    assert {Path(fault.place.file).name for fault in faults} == broken


def test_a_step_that_two_definitions_match_is_a_fault(tmp_path: Path) -> None:
    registry = Registry()
    for text in ("{player} rests", "Blue rests"):
        registry.step("then", text)(lambda *_: None)
    path = tmp_path / "two.feature"
    path.write_text("Feature: Two\n\n  Scenario: Two\n    Then Blue rests\n", encoding="utf-8")
    _, faults = check_features({path: "two.feature"}, registry)
    assert [str(fault).splitlines()[0] for fault in faults] == [
        "two.feature:4:10: 'Blue rests' could be `P rests` and `Blue rests`; expected a step with one meaning"
    ]


# ---- strictness while a scenario runs


FAILING = {
    "a-wrong-check": scenario(
        "And the stack on base 1 is Blue Star",
        "And the stack on base 3 is Blue Jumbo",
        "And the stack on base 5 is Red Roxy",
        "And Blue's rack is Roxy",
        "When Blue places Roxy on base 7",
        "Then Blue collects 1 medal from region 2",
        "And Blue now has 1 medal",
        "And Red is to move",
    ),
    "another-reason": scenario(
        "And the stack on base 14 is Blue Star",
        "And Blue's rack is Hook",
        "When Blue places Hook on the Red H.Q.",
        "Then the move is illegal because covers",
    ),
    "an-illegal-move-unjudged": scenario(
        "And Blue's rack is Roxy",
        "When Blue places Roxy on base 3",
        "And Red draws",
        "Then Blue is to move",
    ),
    "a-choice-unanswered": scenario(
        "And Blue's rack is Skully",
        "When Blue places Skully on base 1",
        "Then Blue has to answer skully",
    ),
    "a-set-up-that-cannot-arise": scenario(
        "And Blue's rack is Star, Star, Star, Star",
        "And the stack on the Blue H.Q. is Blue Roxy",
        "Then Blue can still act",
    ),
    "the-wrong-player": scenario(
        "And Blue's rack is Roxy",
        "When Red draws",
        "Then Blue is to move",
    ),
    "chance-unasked": scenario(
        "And Blue's rack is XB-42",
        "And Red's rack is Hook, Star",
        "When Blue places XB-42 on base 1",
        "And Blue chooses Red's rack",
        "Then Red is to move",
    ),
    "another-troop-by-chance": scenario(
        "And Blue's rack is XB-42",
        "And Red's rack is Hook, Star",
        "When Blue places XB-42 on base 1",
        "And Blue chooses Red's rack",
        "And chance picks Roxy",
        "Then Red is to move",
    ),
    "a-drawn-board": """Feature: Trial

  Scenario: Trial
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      | 3 | 4 |      |
    And the position
      | . | B3 | R2 over B7 | . |
      |   | .  | RKwak      |   |
    And Blue's rack is Roxy
    When Blue places Roxy on base 2
    Then the position is
      | . | B3 | B7 over B7 | . |
      |   | .  | RKwak      |   |
""",
}


@pytest.mark.parametrize("name", FAILING)
def test_a_failing_scenario_tells_its_writer_what_to_know(name: str, tmp_path: Path) -> None:
    report = report_of(tmp_path, FAILING[name])
    text = "\n".join(map(str, report.failures)).replace(f"{tmp_path}/", "")
    assert text == expected(BROKEN / "failing" / name, text)
    assert report.failed == 1
    assert "Traceback" not in text


def test_each_check_is_judged_also_after_one_that_failed(tmp_path: Path) -> None:
    report = report_of(tmp_path, FAILING["a-wrong-check"])
    assert [failure.place.line for failure in report.failures] == [10, 11]


def test_what_breaks_in_the_engine_is_told_without_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no sense")

    monkeypatch.setattr("toybattle.game.Game.legal", broken)
    report = report_of(tmp_path, scenario("Then Blue can still act"))
    assert [failure.found for failure in report.failures] == ["the engine broke off (ZeroDivisionError: no sense)"]


# ---- words


def test_players_can_have_names(tmp_path: Path) -> None:
    lines = ("And Emma plays Red", "And it is Emma's turn", "When Emma draws", "Then Blue is to move")
    assert report_of(tmp_path, scenario(*lines)).is_fine


def test_a_troop_can_be_called_by_its_strength(tmp_path: Path) -> None:
    lines = ("And Blue's rack is 7, 7", "When Blue places 7 on base 1", "Then the top troop on base 1 is Blue Roxy")
    assert report_of(tmp_path, scenario(*lines)).is_fine


def test_counters_are_set_and_checked(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rules = 'language 1\n\ncounter charge for player cites "a trial"\n'
    (tmp_path / "rules" / "trial.rules").write_text(rules, encoding="utf-8")
    path = tmp_path / "trial.feature"
    lines = ("And charge of Blue is 3", "Then charge of Blue is now 3", "And charge of Red is now 1")
    path.write_text(scenario(*lines), encoding="utf-8")
    report = verify(Content((tmp_path,)), [str(path)])
    assert [(failure.step, failure.found) for failure in report.failures] == [("And charge of Red is now 1", "it is 0")], str(
        report
    )


# ---- selecting


OUTLINE = """Feature: Trial

  @end-stuck
  Scenario: One
    Given the terrain "castle-field"
    Then Blue may draw

  @medal-kept
  Scenario Outline: Many
    Given the terrain "<terrain>"
    Then Blue may draw

    Examples:
      | terrain      |
      | castle-field |
      | tournament   |
"""


@pytest.mark.parametrize(
    ("lines", "selected"),
    [("", 3), (":1", 0), (":3", 1), (":6", 1), (":7", 1), (":8", 2), (":11", 2), (":14", 2), (":15", 1), (":16", 1)],
)
def test_a_line_selects_the_scenario_it_belongs_to(lines: str, selected: int, tmp_path: Path) -> None:
    report = report_of(tmp_path, OUTLINE, f"{tmp_path / 'trial.feature'}{lines}")
    assert report.passed == selected


def test_a_tag_selects_the_scenarios_that_prove_it(tmp_path: Path) -> None:
    report = report_of(tmp_path, OUTLINE, str(tmp_path / "trial.feature"), "@end-stuck")
    assert [result.scenario.name for result in report.results] == ["One"]
    assert verify(Content(), ["@medal-kept"]).passed >= 3


@pytest.mark.parametrize(
    ("selection", "told"),
    [
        ("features/medal/keeping.feature", "no feature file is there; did you mean 'features/medals/keeping.feature'?"),
        ("features/medals/keeping.feature:4", "features/medals/keeping.feature:4:1: no scenario is on this line"),
        ("@medal-keept", "@medal-keept: no scenario is selected by this; did you mean 'medal-kept'?"),
    ],
)
def test_a_selection_of_nothing_is_a_fault_also_beside_others(selection: str, told: str) -> None:
    for selections in ([selection], ["@medal-kept" if selection[0] == "@" else "features/turn", selection]):
        report = verify(Content(), selections)
        assert [fault.code for fault in report.faults] == ["nothing-selected"]
        assert told in str(report.faults[0])
        assert not report.is_fine


def test_the_command_counts_by_topic_and_tells_by_its_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "@endless", "@win-hq-first"]) == 0
    assert capsys.readouterr().out == "ending         1 passed\nspecial-bases  1 passed\n2 scenarios passed, 0 failed\n"
    assert main(["verify", str(BROKEN / "no-then.feature")]) == 1
    assert capsys.readouterr().out.endswith("no-then  1 passed, 2 failed\n1 scenario passed, 2 failed\n")


def test_further_variants_act_in_every_scenario(tmp_path: Path) -> None:
    text = scenario(
        "And Red's reserve is empty",
        "And Blue's reserve, next troop first, is Star",
        "And Red's rack is Roxy",
        "When Blue draws",
        "Then the game goes on",
    )
    assert report_of(tmp_path, text).is_fine
    assert not report_of(tmp_path, text, variants=("both-reserves-end",)).is_fine


def test_a_report_can_be_written_as_json(tmp_path: Path) -> None:
    data = json.loads(json.dumps(report_of(tmp_path, FAILING["another-reason"]).as_data()))
    assert (data["passed"], data["failed"], data["faults"]) == (0, 1, [])
    assert data["failures"][0]["place"].endswith("trial.feature:8")
    assert data["failures"][0]["found"] == "'place hook red-hq' is illegal because connected"


def test_results_are_grouped_by_topic() -> None:
    topics = verify(Content(), ["@medal-kept", "@win-hq"]).topics
    assert {"medals", "ending"} <= set(topics)
    assert all(failed == 0 for _, failed in topics.values())


def test_the_benchmark_of_scenarios_runs() -> None:
    run = subprocess.run([sys.executable, ROOT / "bench" / "scenarios.py", "30"], capture_output=True, text=True, check=False)
    assert run.stdout.startswith("30 scenarios of eight steps"), run.stdout + run.stderr
