"""Stock pytest-bdd runs every shipped scenario, after the strict check that it lacks."""

from __future__ import annotations

from pytest_bdd import scenarios

from toybattle.resources import Content, shipped
from toybattle.ruleset.load import load_ruleset
from toybattle.spec.check import check_features
from toybattle.spec.steps import steps


def test_first_of_all_no_feature_has_a_fault() -> None:
    content = Content()
    files = {path: content.name(path) for path in content.files("features", "**/*.feature")}
    _, faults = check_features(files, steps, load_ruleset().citations)
    assert not faults, "\n".join(map(str, faults))


scenarios(str(shipped("features")))
