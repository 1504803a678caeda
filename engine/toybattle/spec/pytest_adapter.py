"""A plugin that lets stock pytest-bdd run features with the steps of this package, after the strict check that it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_bdd import step as bdd_step
from pytest_bdd.exceptions import GherkinParseError
from pytest_bdd.feature import features as features_read
from pytest_bdd.parsers import StepParser

from ..errors import ToyBattleError
from ..resources import Content
from ..ruleset.load import load_ruleset
from .check import check_features
from .feature import Step
from .run import failure_of
from .steps import steps
from .world import World

_unreadable: list[str] = []
"""Feature files at which pytest-bdd stopped."""


class _Registered(StepParser):
    """Parses every step of one kind that the registry knows."""

    def is_matching(self, name: str) -> bool:
        return any(match.definition.kind == self.name for match in steps.find(name))

    def parse_arguments(self, name: str) -> dict[str, Any]:
        return {}


def pytest_configure(config: pytest.Config) -> None:
    """Make a mark of each citation, as pytest-bdd makes marks of tags."""
    for citation in load_ruleset().citations.values():
        config.addinivalue_line("markers", f"{citation.id}: {citation.statement}")


def pytest_exception_interact(call: pytest.CallInfo[Any], report: Any) -> None:
    """Note a file that pytest-bdd could not read, and spare its writer the frames."""
    if call.excinfo and isinstance(error := call.excinfo.value, GherkinParseError):
        _unreadable.append(error.filename)
        report.longrepr = str(error)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems() -> None:
    """Before any scenario runs, check all features of the folders that hold those of this run."""
    content = Content()
    folders = {Path(name).parent for name in (*features_read, *_unreadable)}
    files = {path: content.name(path) for folder in sorted(folders) for path in sorted(folder.glob("**/*.feature"))}
    _, faults = check_features(files, steps, load_ruleset().citations)
    if faults:
        raise pytest.UsageError("\n".join(["features with faults, so nothing runs:", *map(str, faults)]))


@pytest.fixture
def world() -> World:
    """The world of one scenario."""
    return World(Content())


def pytest_bdd_before_step_call(request: Any, feature: Any, scenario: Any, step: Any) -> None:
    """Run the step here, where its line is known; the function registered below does nothing."""
    world = request.getfixturevalue("world")
    table = tuple(map(tuple, step.datatable.raw())) if step.datatable else ()
    ours = Step(step.type, step.keyword, step.name, step.line_number, 0, table)
    failure = None
    try:
        world.perform(ours)
        if step is scenario.steps[-1]:
            world.finish()
    except ToyBattleError as error:
        failure = failure_of(error, world, ours, scenario.name, scenario.tags, feature.rel_filename)
    if failure:
        pytest.fail(str(failure), pytrace=False)


for _kind in ("given", "when", "then"):
    bdd_step(_Registered(_kind), _kind)(lambda: None)
