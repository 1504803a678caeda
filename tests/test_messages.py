"""Cucumber Messages: what is written can be read by the published types, and everything refers to what is there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cucumber_messages import Envelope, message_converter

from toybattle.cli import main
from toybattle.cli.shared import FAILED, FINE
from toybattle.resources import Content
from toybattle.spec import verify
from toybattle.spec.messages import messages

STARTED = 1_700_000_000_123_456_789
FEATURE = """\
Feature: Told to others

  Background:
    Given the terrain "castle-field"

  Scenario: Goes wrong twice
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    Then base 1 is empty
    And no choice is pending
    And base 2 is empty
    When Blue places Roxy on base 2
    Then the move is legal

  Scenario: Cannot be read
    When Blue juggles Roxy
    Then the move is legal

  Scenario Outline: Placing <troop>
    And Blue's rack is <troop>
    When Blue places <troop> on base 1
    Then the move is legal

    Examples:
      | troop |
      | Roxy  |
      | Rocky |
      | Hook  |
"""

Message = dict[str, Any]


@pytest.fixture
def told(tmp_path: Path) -> list[Message]:
    """Return the messages of a feature in which most things go wrong."""
    path = tmp_path / "told.feature"
    path.write_text(FEATURE, encoding="utf-8")
    return list(messages(verify(Content(), [str(path)]), STARTED))


def of(told: list[Message], kind: str) -> list[Message]:
    return [message[kind] for message in told if kind in message]


def statuses(told: list[Message]) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each scenario that ran with the statuses of its steps."""
    pickles = {pickle["id"]: pickle["name"] for pickle in of(told, "pickle")}
    cases = {case["id"]: pickles[case["pickleId"]] for case in of(told, "testCase")}
    for started in of(told, "testCaseStarted"):
        finished = [step for step in of(told, "testStepFinished") if step["testCaseStartedId"] == started["id"]]
        yield cases[started["testCaseId"]], [step["testStepResult"]["status"] for step in finished]


def test_the_published_types_read_every_message_and_leave_nothing_out(told: list[Message]) -> None:
    for message in (*told, *messages(verify(Content(), ["@place-hook"]), STARTED)):
        read = message_converter.from_dict(message, Envelope)
        assert message_converter.to_dict(read) == message


def test_whatever_a_message_refers_to_came_before_it(told: list[Message]) -> None:
    known: Counter[str] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                look(item)
        elif isinstance(value, dict):
            for key, item in value.items():
                for id_ in item if key.endswith("Ids") else [item] * (key.endswith("Id") and key != "id"):
                    assert known[id_], (key, id_)
                look(item)

    def note(value: Any) -> None:
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            note(item)
        if isinstance(value, dict) and "id" in value:
            known[value["id"]] += 1

    for message in told:
        note(message)
        look(message)
    assert set(known.values()) == {1}
    assert len(known) > 100


def test_each_step_has_the_status_it_ran_to(told: list[Message]) -> None:
    passed, failed, skipped = "PASSED", "FAILED", "SKIPPED"
    assert list(statuses(told)) == [
        ("Goes wrong twice", [passed, passed, passed, failed, passed, passed, failed, skipped]),
        ("Cannot be read", [skipped, "UNDEFINED", skipped]),
        ("Placing Roxy", [passed] * 4),
        ("Placing Rocky", [passed, failed, skipped, skipped]),
        ("Placing Hook", [passed] * 4),
    ]
    wrong = [step["testStepResult"] for step in of(told, "testStepFinished") if "message" in step["testStepResult"]]
    assert [result["status"] for result in wrong] == [failed, failed, "UNDEFINED", failed]
    assert "the engine says" in wrong[0]["message"]
    assert "did you mean 'Roxy'?" in wrong[3]["message"]


def test_steps_name_their_definitions_and_the_words_in_them(told: list[Message]) -> None:
    (definition,) = (x for x in of(told, "stepDefinition") if x["pattern"]["source"] == "{player} places {troop} on {slot}")
    assert definition["sourceReference"]["uri"] == "toybattle/spec/moves.py"
    step = of(told, "testCase")[0]["testSteps"][2]
    assert step["stepDefinitionIds"] == [definition["id"]]
    arguments = step["stepMatchArgumentsLists"][0]["stepMatchArguments"]
    assert [(x["parameterTypeName"], x["group"]["start"], x["group"]["value"]) for x in arguments] == [
        ("player", 0, "Blue"), ("troop", 12, "Roxy"), ("slot", 20, "base 1"),
    ]  # fmt: skip


def test_time_goes_on_from_the_beginning_by_what_steps_took(told: list[Message]) -> None:
    times = [x["timestamp"] for message in told for x in message.values() if "timestamp" in x]
    moments = [time["seconds"] * 10**9 + time["nanos"] for time in times]
    assert moments[0] == STARTED
    assert moments == sorted(moments)
    took = [step["testStepResult"]["duration"] for step in of(told, "testStepFinished")]
    assert moments[-1] - moments[0] == sum(time["seconds"] * 10**9 + time["nanos"] for time in took)


def test_a_file_that_is_no_feature_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "broken.feature"
    path.write_text("Feature: x\n  Scenario: y\n    Given nothing\n  Sscenario: z\n", encoding="utf-8")
    told = list(messages(verify(Content(), [str(path)]), STARTED))
    (error,) = of(told, "parseError")
    assert error["source"]["location"] == {"line": 4}
    assert [x["success"] for x in of(told, "testRunFinished")] == [False]


def test_verify_writes_one_message_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "told.feature", tmp_path / "run.ndjson"
    path.write_text(FEATURE, encoding="utf-8")
    for selection, status in (("@place-hook", FINE), (str(path), FAILED)):
        assert main(["verify", selection, "--messages", str(out)]) == status
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert next(iter(lines[0])) == "meta"
        assert [x["success"] for x in of(lines, "testRunFinished")] == [status == FINE]
    assert "2 scenarios passed, 3 failed" in capsys.readouterr().out
