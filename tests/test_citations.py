"""The file of citations is complete, well formed and honest about what is not settled."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
import yaml

from toybattle.resources import shipped

IDS = """
setup-terrain setup-medals setup-army setup-racks setup-no-specials
turn-one-action turn-rack-limit turn-draw-one turn-medals-free
place-empty-own-weaker place-equal place-top-counts place-own-hq place-enemy-hq place-connected
place-kwak-covers place-kwak-covered place-hook place-hook-hq
effect-after-placing effect-skully effect-capn effect-jumbo effect-hook effect-xb42 effect-star effect-roxy effect-kwak
effect-draw-cap effect-capn-order
base-take-back base-gate base-draw base-shove base-recover base-mute base-pin
medal-occupy medal-buried medal-all medal-kept medal-hq-edge medal-any-change
win-hq win-medals win-hq-first end-stuck end-stuck-tie end-stuck-both-checked end-not-reserves
score-medals score-ender score-won-by score-example
terrain-differ terrain-croisette goodie-track
kwak-gate kwak-mute hook-mute hook-gate hook-special muted-effects
effects-optional special-every-time recover-own
pin-optional xb42-empty xb42-pinned pin-again pin-stuck
jumbo-reveal
take-back-self take-back-same-base take-back-owed take-back-cut
shove-anything shove-hq shove-here shove-regions
discards-public stacks-public
both-objectives end-both-reserves objective-at-once endless
""".split()


def schema() -> dict[str, Any]:
    return json.loads((shipped("schemas") / "citations.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return yaml.safe_load((shipped("rules") / "citations.yaml").read_text(encoding="utf-8"))


def test_the_file_meets_its_schema(document: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(schema()).validate(document)


def test_every_statement_of_the_rules_has_an_entry_and_no_other_has(document: dict[str, Any]) -> None:
    assert list(document["citations"]) == IDS


def test_every_source_is_described_and_used(document: dict[str, Any]) -> None:
    used = {source for citation in document["citations"].values() for source in citation["source"]}
    assert used == set(document["sources"])


def test_what_is_not_settled_names_the_other_reading(document: dict[str, Any]) -> None:
    unsettled = [citation for citation in document["citations"].values() if citation["status"] != "settled"]
    assert unsettled
    assert all(citation.get("alternative") for citation in unsettled)


@pytest.mark.parametrize("status", ["disputed", "open"])
def test_the_schema_refuses_an_unsettled_entry_without_the_other_reading(status: str) -> None:
    entry = {"statement": "A troop may rest.", "source": ["shop"], "status": status}
    document = {"sources": {"shop": "a shop page"}, "citations": {"troop-rest": entry}}
    with pytest.raises(jsonschema.ValidationError, match="'alternative' is a required property"):
        jsonschema.Draft202012Validator(schema()).validate(document)


def test_every_key_of_the_schema_is_described_with_an_example() -> None:
    properties = [schema()["properties"], schema()["$defs"], schema()["$defs"]["citation"]["properties"]]
    for name, key in (item for group in properties for item in group.items()):
        assert key["description"], name
        assert key["examples"], name
