"""A plugin that lets stock pytest-bdd run features with the steps of this package."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_bdd import step as bdd_step
from pytest_bdd.parsers import StepParser

from ..errors import ToyBattleError
from ..resources import Content
from .feature import Step
from .run import failure_of
from .steps import steps
from .world import World


class _Registered(StepParser):
    """Parses every step of one kind that the registry knows."""

    def is_matching(self, name: str) -> bool:
        return any(match.definition.kind == self.name for match in steps.find(name))

    def parse_arguments(self, name: str) -> dict[str, Any]:
        return {}


@pytest.fixture
def world() -> World:
    """The world of one scenario."""
    return World(Content())


def pytest_bdd_apply_tag() -> bool:
    """Make no marks of the tags, which are citations: strict markers would refuse them."""
    return True


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
        failure = failure_of(error, world, ours, scenario.name, feature.rel_filename)
    if failure:
        pytest.fail(str(failure), pytrace=False)


for _kind in ("given", "when", "then"):
    bdd_step(_Registered(_kind), _kind)(lambda: None)
