"""Coverage, mutation and forks: what scenarios leave open is asked, and handed back as a scenario that lacks its verdict."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from documents_of import ROOT
from toybattle import resources
from toybattle.errors import InputError
from toybattle.game import Game
from toybattle.resources import Content
from toybattle.ruleset.load import load_ruleset
from toybattle.ruleset.mutants import mutants
from toybattle.spec import differ, values
from toybattle.spec.check import check_features
from toybattle.spec.cover import coverage
from toybattle.spec.fork import Share, fork
from toybattle.spec.mutate import mutate
from toybattle.spec.mutate_terrain import mutate_terrain
from toybattle.spec.sides import Pair, under
from toybattle.spec.steps import steps

TOWER = Content((ROOT / "docs" / "examples" / "tower",))
"""No stack grows higher than three troops, and no scenario has one of three."""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the tower's rules and scenarios, beside which the shipped scenarios are left out to save time."""
    shipped = resources.shipped
    monkeypatch.setattr(resources, "shipped", lambda kind: tmp_path / "none" if kind == "features" else shipped(kind))
    return Path(shutil.copytree(TOWER.folders[0], tmp_path / "own"))


# ---- coverage


def test_a_number_that_no_scenario_meets_is_asked_about() -> None:
    asked = [claim.question for claim in coverage(TOWER).open if claim.statement.label == "low"]
    assert asked == ["No scenario places a troop where height of S is equal to 3: is it refused?"]


def test_the_shipped_scenarios_leave_one_question_that_no_game_raises() -> None:
    # On an H.Q. lies nobody whom a troop could cover: who came there has won.
    asked = [claim.question for claim in coverage(TOWER).open if claim.statement.label != "low"]
    assert asked == ["No scenario has `kwak-below` and `hook-hq` apply to one move: what holds then?"]


def test_every_aspect_of_the_rules_is_asked_about() -> None:
    aspects = {"named", "fired", "both ways", "reason", "ending", "clause", "number", "pair"}
    assert set(coverage(TOWER).aspects) == aspects


def test_a_scenario_that_fails_shows_nothing_and_no_mutant_is_tried(own: Path) -> None:
    wrong = '    Given the terrain "castle-field"\n    Then Blue may not draw because space\n'
    (own / "features" / "wrong.feature").write_text(f"Feature: Wrong\n  Scenario: Wrong\n{wrong}", encoding="utf-8")
    shown = coverage(Content((own,)))
    assert [place.file.rpartition("/")[2] for place in shown.failing] == ["wrong.feature"]
    assert not any("wrong.feature" in str(claim.shown_by) for claim in shown.claims)
    report = mutate(Content((own,)), ["low"])
    assert not report.is_fine
    assert not report.fates
    assert "Then Blue may not draw because space" in str(report)


# ---- mutation


def test_a_survivor_comes_with_a_scenario_that_kills_it_once_it_has_its_verdict(own: Path) -> None:
    survivors = mutate(Content((own,)), ["low"]).survivors
    changed = ["comparison | height of S <= 3", "number | height of S < 2", "number | height of S < 4"]
    assert [fate.name for fate in survivors] == [f"require low | {change}" for change in changed]
    text = "Feature: What was missing\n"
    for fate in survivors:
        assert fate.scenario is not None
        text += "\n    ".join((f"  Scenario: {fate.name}", *fate.scenario.steps, *fate.scenario.one)) + "\n"
    (own / "features" / "missing.feature").write_text(text, encoding="utf-8")
    again = own.rename(own.with_name("again"))  # what is remembered of a folder was read before
    report = mutate(Content((again,)), ["low"])
    assert report.is_fine, str(report)
    assert len(report.fates) == 8


def recording(own: Path, *mutants: str) -> Content:
    """Return the content with mutants recorded as equivalent."""
    entries = "".join(f"  - {{mutant: '{mutant}', reason: Nobody minds., games: 100000}}\n" for mutant in mutants)
    (own / "features" / "equivalent-mutants.yaml").write_text(f"equivalent:\n{entries}", encoding="utf-8")
    return Content((own,))


def test_what_is_recorded_must_make_no_difference(own: Path) -> None:
    content = recording(own, "require low | number | height of S < 4", "require low | negate | not (height of S < 3)")
    report = mutate(content, ["require low"])
    assert [(fault.code, fault.place.line) for fault in report.faults] == [("mutant-killed", 3)]
    assert [fate.name for fate in report.fates if fate.reason] == ["require low | number | height of S < 4"]


def test_what_is_recorded_must_exist_and_must_not_be_much(own: Path) -> None:
    report = mutate(recording(own, "require low | dorp", *(f"made up {number}" for number in range(11))))
    assert [fault.code for fault in report.faults] == [*["unknown-mutant"] * 12, "too-many-equivalent"]
    assert "require low | drop" in report.faults[0].hint
    assert not report.fates


def test_a_selection_that_names_nothing_is_refused_with_the_nearest_name() -> None:
    report = mutate(TOWER, ["lwo"])
    assert [(fault.code, fault.hint) for fault in report.faults] == [("nothing-selected", "did you mean 'low'?")]


def test_a_difference_that_was_found_is_as_small_as_it_can_be() -> None:
    game = Game.load("castle-field")
    mutant = next(m for m in mutants(load_ruleset()) if m.id.startswith("require covers | comparison | strength of T >="))
    difference, _games = differ.found([Pair(game, under(game, mutant.ruleset))], 50)
    assert difference is not None
    assert difference.position is not None
    assert difference.position["stacks"].keys() == {difference.split.split()[-1]}
    smaller = [differ._compared(difference.pair, made, difference.moves) for made in differ._smaller(difference.position, {})]
    assert not any(smaller)


def test_a_terrain_is_altered_path_by_path_and_base_by_base(own: Path) -> None:
    shutil.copytree(ROOT / "docs" / "examples" / "first-steps", own, dirs_exist_ok=True)
    report = mutate_terrain("attic", Content((own,)))
    names = [fate.name for fate in report.fates]
    assert len(names) == len(set(names)) == 10 + 4 * 3
    assert {"path 1 3 | drop", "region 4 | drop 3"} <= set(names)
    killed = {fate.name for fate in report.fates if fate.killed_by}
    assert killed == {"path 1 blue-hq | drop", "path 1 3 | drop"}
    (told,) = (fate for fate in report.fates if fate.name == "region 4 | drop 3")
    assert told.scenario is not None
    assert any("medal" in check for check in (*told.scenario.one, *told.scenario.other))


# ---- checks


def test_a_value_that_nobody_checks_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feature = tmp_path / "own.feature"
    feature.write_text(
        "Feature: Own\n"
        "  Scenario: Own\n"
        '    Given the terrain "castle-field"\n'
        "    And Blue's rack is Roxy\n"
        "    Then Blue may place Roxy on exactly bases 1 and 2\n"
        "    And Blue may not place Roxy on the Red H.Q. because connected\n"
        "    And base 1 is empty\n",
        encoding="utf-8",
    )
    (read,), faults = check_features({feature: "own.feature"}, steps)
    assert not faults
    monkeypatch.setattr(values, "scenarios", lambda _: tuple((read, scenario) for scenario in read.scenarios))
    found = values.values(Content())
    # That base 1 is empty says little, for so is every other slot of which a check of this feature speaks.
    assert [(x.place.line, x.value) for x in found.unchecked] == [(7, "base 1")]


# ---- forks


def test_a_fork_shows_both_readings_and_the_smallest_position_in_which_they_differ() -> None:
    found = fork(Content(), "shove-elsewhere", games=60)
    ((one, other),) = found.statements
    assert one is not None
    assert other is not None
    assert (one.place.file, other.place.file) == ("rules/special-bases.rules", "rules/variants/shove-elsewhere.rules")
    assert found.scenario is not None
    assert len(found.scenario.steps) <= 7
    assert found.scenario.one != found.scenario.other
    assert {terrain for terrain, share in found.terrains.items() if share.count} == {"volcanic-jungle"}
    assert found.winner.count <= found.parted.count < found.parted.of == 60

    assert str(fork(Content(), "shove-elsewhere", games=60)) == str(found)


def test_a_variant_nobody_wrote_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="unknown variant 'shove-elsewere'"):
        fork(Content(), "shove-elsewere")


def test_an_interval_is_wide_where_little_was_seen() -> None:
    assert Share(0, 1000).interval == (0.0, pytest.approx(0.00383, abs=1e-4))
    assert Share(5, 10).interval == (pytest.approx(0.2366, abs=1e-3), pytest.approx(0.7634, abs=1e-3))
