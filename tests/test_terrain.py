"""Terrains: the shipped ten, the values, and what a terrain file may not say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from golden import BAD, bad_files, expected
from toybattle import terrain as package
from toybattle.documents import parse_document, read_document
from toybattle.errors import Fault, InputError
from toybattle.resources import shipped
from toybattle.terrain import Region, Slot, Special, SpecialWords, Terrain, terrain_from_document

SPECIALS = {
    "draw": SpecialWords(takes_values=False),
    "gate": SpecialWords(takes_values=True, allowed=frozenset(range(1, 8)) | {"joker"}),
    "recover": SpecialWords(takes_values=False),
}
SHIPPED = sorted(shipped("terrains").glob("*.yaml"))

SMALL = """
id: mill-pond
name: Mill Pond
objective: {blue: 1, red: 2}
hqs:
  red-hq: {owner: red, at: [50, 95], special: [gate, 6, joker]}
  blue-hq: {owner: blue, at: [50, 5]}
bases:
  east: {at: [70, 30.5], special: draw}
  1: {at: [30, 30], troops: [blue star, red kwak]}
  3: {at: [50, 70]}
paths: [blue-hq 1, blue-hq east, 1 east, 1 > 3, 3 east, red-hq 3]
regions:
  - {id: pond, medals: 2, around: [3, 1, east]}
  - {medals: 0, around: [1]}
"""


def small() -> Terrain:
    return terrain_from_document(parse_document(SMALL, "mill-pond.yaml"), SPECIALS)


def faults_in(bad: Path) -> tuple[Fault, ...]:
    with pytest.raises(InputError) as raised:
        terrain_from_document(read_document(bad, f"terrains/{bad.name}"), SPECIALS, frozenset({"rack"}))
    return raised.value.faults


@pytest.mark.parametrize("bad", bad_files("terrains"), ids=lambda path: path.name)
def test_a_bad_terrain_gets_the_message_beside_it(bad: Path) -> None:
    message = "\n".join(map(str, faults_in(bad)))
    assert message == expected(bad, message)


def test_every_code_of_the_checks_has_a_bad_file() -> None:
    source = (Path(package.__file__).parent / "read.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'document\.fault\(\s*"([a-z0-9-]+)"', source))
    assert codes <= {fault.code for bad in bad_files("terrains") for fault in faults_in(bad)}


def test_ten_terrains_are_shipped() -> None:
    assert len(SHIPPED) == 10


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_terrain_is_read_and_written_without_loss(path: Path) -> None:
    terrain = terrain_from_document(read_document(path, f"terrains/{path.name}"))
    again = terrain_from_document(parse_document(json.dumps(terrain.as_data()), "again.json"))
    assert again == terrain
    assert again.digest == terrain.digest


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_terrain_names_its_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    assert first == "# yaml-language-server: $schema=../schemas/terrain.schema.json"


def test_slots_are_bases_in_file_order_then_blue_then_red() -> None:
    assert small().slots == (
        Slot("east", None, (70.0, 30.5), Special("draw")),
        Slot("1", None, (30.0, 30.0), None, ("blue star", "red kwak")),
        Slot("3", None, (50.0, 70.0)),
        Slot("blue-hq", "blue", (50.0, 5.0)),
        Slot("red-hq", "red", (50.0, 95.0), Special("gate", (6, "joker"))),
    )
    assert [slot.is_hq for slot in small().slots] == [False, False, False, True, True]


def test_regions_are_numbered_unless_they_have_an_id() -> None:
    assert small().regions == (Region("pond", 2, (2, 1, 0)), Region("2", 0, (1,)))


def test_a_one_way_path_leads_one_way() -> None:
    terrain = small()
    assert terrain.neighbours(terrain.index("1")) == (0, 2, 3)
    assert terrain.neighbours(terrain.index("3")) == (0, 4)
    assert terrain.adjacency == (0b01110, 0b01101, 0b10001, 0b00011, 0b00100)


def test_a_small_terrain_is_read_and_written_without_loss() -> None:
    again = terrain_from_document(parse_document(json.dumps(small().as_data()), "again.json"))
    assert again == small()
    assert again.as_data()["paths"] == ["east 1", "east 3", "east blue-hq", "1 > 3", "1 blue-hq", "3 red-hq"]


def test_the_order_of_paths_does_not_change_a_terrain() -> None:
    turned = SMALL.replace("[blue-hq 1, blue-hq east,", "[east blue-hq, 1 blue-hq,")
    again = terrain_from_document(parse_document(turned, "x.yaml"))
    assert again == small()
    assert again.digest == small().digest


def test_a_digest_differs_when_a_terrain_differs() -> None:
    other = terrain_from_document(parse_document(SMALL.replace("medals: 2", "medals: 3"), "x.yaml"))
    assert re.fullmatch("[0-9a-f]{64}", other.digest)
    assert other.digest != small().digest


def test_distance_counts_paths_and_never_runs_through_an_hq() -> None:
    terrain = small()
    distance = {
        (a, b): terrain.distance(terrain.index(a), terrain.index(b))
        for a, b in [("1", "1"), ("1", "3"), ("3", "1"), ("blue-hq", "red-hq"), ("red-hq", "blue-hq")]
    }
    assert list(distance.values()) == [0, 1, 2, 3, 3]
    one_way = SMALL.replace("blue-hq 1, blue-hq east, 1 east, 1 > 3,", "blue-hq 1, blue-hq east, 1 > east, red-hq > 1,")
    terrain = terrain_from_document(parse_document(one_way, "x.yaml"))
    assert terrain.distance(terrain.index("east"), terrain.index("1")) is None
    assert terrain.distance(terrain.index("red-hq"), terrain.index("1")) == 1


def test_a_terrain_without_specials_differs_in_nothing_else() -> None:
    plain = small().without_specials()
    assert {slot.special for slot in plain.slots} == {None}
    assert [slot.id for slot in plain.slots] == [slot.id for slot in small().slots]
    assert (plain.paths, plain.regions) == (small().paths, small().regions)


def test_an_unknown_slot_id_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        small().index("nowhere")


def test_a_file_outside_a_folder_of_terrains_may_be_called_anything() -> None:
    assert terrain_from_document(parse_document(SMALL, "drafts/new.yaml")).id == "mill-pond"


def test_every_special_is_accepted_when_no_ruleset_is_given() -> None:
    text = SMALL.replace("special: draw", "special: [whirlpool, 3, deep]")
    assert terrain_from_document(parse_document(text, "x.yaml")).slots[0].special == Special("whirlpool", (3, "deep"))


def test_sixty_two_slots_are_not_too_many() -> None:
    lines = (BAD / "terrains" / "63-slots.yaml").read_text(encoding="utf-8")
    fewer = lines.replace("  61: {at: [61, 50]}\n", "").replace(", 60 61", "")
    assert len(terrain_from_document(parse_document(fewer, "x.yaml")).slots) == 62
