"""What `toybattle rule` tells of a word: statements, verbs and citations, where they stand and where they show."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import jsonschema
import pytest

from playing import CONTENT
from test_documents import load_schema, parts_of
from toybattle.cli import main
from toybattle.cli.shared import FINE, MISUSED
from toybattle.errors import InputError
from toybattle.resources import Content, shipped
from toybattle.ruleset.load import NO_SPECIAL_BASES, load_ruleset
from toybattle.spec.lookup import Answer, everything, looked_up
from toybattle.spec.telling import MOST_SCENARIOS, WIDTH, in_full, in_short

ROOT = shipped("rules").parent
ALL = everything(Content())
WORDS = [*dict.fromkeys((*(rule.label for rule in ALL.statements), *(verb.verb for verb in ALL.verbs)))]


def line_of(file: str, line: int) -> str:
    return (ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = load_schema("rule")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("word", WORDS)
def test_whatever_has_a_name_is_told_as_the_schema_says(word: str, validator: jsonschema.Draft202012Validator) -> None:
    answer = looked_up(word, Content())
    assert answer.statements or answer.verbs
    validator.validate(json.loads(json.dumps(asdict(answer))))
    assert all(len(line) <= WIDTH for line in in_full(answer).splitlines())


@pytest.mark.parametrize("folder", sorted(CONTENT.iterdir()), ids=lambda path: path.name)
def test_rules_never_seen_before_are_told_too(folder: Path, validator: jsonschema.Draft202012Validator) -> None:
    answer = everything(Content((folder,)))
    validator.validate(json.loads(json.dumps(asdict(answer))))
    assert all(rule.english for rule in answer.statements)


def test_every_key_of_the_schema_is_explained_by_description_and_example() -> None:
    schema = load_schema("rule")
    for part in parts_of(schema):
        assert str(part["description"]).endswith(".")
        assert "examples" in part
    jsonschema.Draft202012Validator(schema).validate({"statements": schema["properties"]["statements"]["examples"][0],
                                                      "verbs": [], "citations": []})  # fmt: skip


def test_every_citation_can_be_asked_for() -> None:
    assert {source.id for source in ALL.citations} == set(load_ruleset().citations)
    for source in ALL.citations:
        assert looked_up(f"@{source.id}", Content()).citations == (source,)


def test_every_place_is_where_it_says() -> None:
    for rule in ALL.statements:
        assert line_of(rule.place.file, rule.place.line).startswith(rule.head)
    for source in ALL.citations:
        for scenario in source.scenarios:
            line = line_of(scenario.place.file, scenario.place.line)
            assert line.lstrip().startswith("Scenario"), line


def test_the_scenarios_of_a_citation_are_those_that_bear_its_tag() -> None:
    tagged = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "features").rglob("*.feature"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if "@place-hook-hq" in line.split()
    ]
    (source,) = looked_up("place-hook-hq", Content()).citations
    assert [scenario.place.file for scenario in source.scenarios] == tagged


def test_exceptions_stand_below_what_they_are_exceptions_to() -> None:
    (connected,) = looked_up("connected", Content()).statements
    (hook,) = connected.exceptions
    assert (hook.label, hook.does) == ("hook", "waives")
    assert [(near.label, near.does) for near in hook.exceptions] == [("hook-hq", "suspends"), ("mute", "suspends")]


def test_an_exception_tells_what_it_is_one_to() -> None:
    mute = next(rule for rule in looked_up("mute", Content()).statements if rule.kind == "except")
    assert mute.does == "suspends"
    assert mute.targets == ("hook", "skully", "cap-n", "jumbo", "xb-42", "star")


def test_a_verb_tells_its_requirements_in_order() -> None:
    (verb,) = looked_up("place", Content()).verbs
    assert tuple(rule.label for rule in verb.requirements) == ("standing", "own-hq", "connected", "covers", "gate")


def test_a_kind_of_special_base_tells_where_it_is_printed() -> None:
    gates = {"la-croisette": ("4", "10"), "tropical-pool": ("2", "6", "7", "8", "12", "blue-hq-2", "red-hq-1")}
    assert [rule.terrains for rule in looked_up("gate", Content()).statements] == [gates, gates]
    assert looked_up("kwak-gate", Content()).statements[0].terrains == gates
    assert looked_up("covers", Content()).statements[0].terrains is None
    assert looked_up("mute", Content(), (NO_SPECIAL_BASES,)).statements[0].terrains == {}


def test_what_players_call_a_troop_is_its_name_too() -> None:
    assert [rule.head for rule in looked_up("Cap'N", Content()).statements] == ["troop cap-n"]
    assert [rule.head for rule in looked_up("Gate", Content()).statements] == ["require gate", "special gate"]


def test_what_only_lists_others_can_be_asked_for_with_what_it_cites() -> None:
    (owed,) = looked_up("take-back-owed", Content()).citations
    assert owed.statements == ("order",)
    assert (owed.status, owed.variant) == ("disputed", "take-back-owed")


def test_a_word_nobody_knows_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match=r"did you mean 'connected' or 'place-connected'\?"):
        looked_up("conected", Content())
    assert main(["rule", "qqqq"]) == MISUSED
    assert capsys.readouterr().err == (
        "qqqq: no statement, verb or citation is called this; `toybattle rule` lists them all\n"
    )  # fmt: skip


def test_the_list_has_a_line_for_each_statement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule"]) == FINE
    lines = capsys.readouterr().out.splitlines()
    assert lines == in_short(ALL).splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert [line.partition("  ")[0] for line in lines[: len(ALL.statements)]] == [rule.head for rule in ALL.statements]


def test_a_program_is_told_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "hook", "--json"]) == FINE
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(asdict(looked_up("hook", Content()))))


def test_a_text_tells_how_many_scenarios_it_leaves_out() -> None:
    (source,) = looked_up("place-connected", Content()).citations
    text = in_full(Answer((), (), (source,)))
    assert f"and {len(source.scenarios) - MOST_SCENARIOS} more: toybattle verify @place-connected\n" in text
