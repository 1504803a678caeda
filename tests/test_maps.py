"""Terrains as maps: what a drawing may not do, what is asked about, what a file accepts, and medals given by their place."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from golden import bad_files, expected
from toybattle.checking import check
from toybattle.documents import document_of, load_schema, parse_document, read_document
from toybattle.errors import InputError
from toybattle.game import Game, fit
from toybattle.resources import Content, shipped
from toybattle.terrain import Survey, Terrain, drawing, face_of, lints, terrain_from_document
from toybattle.terrain.lints import FEWEST_PLACEMENTS
from toybattle.terrain.symmetry import colour_symmetry, symmetry_text

SHIPPED = sorted(shipped("terrains").glob("*.yaml"))
PLACES = {
    1: (36, 20), 2: (38, 36), 3: (31, 52), 4: (38, 67), 5: (36, 82), 6: (67, 37), 7: (59, 51), 8: (67, 65),
}  # fmt: skip
"""Where the medals of La Croisette lie, by region."""


def read(path: Path) -> Terrain:
    return terrain_from_document(read_document(path, f"terrains/{path.name}"))


def survey(data: object) -> Survey:
    document = document_of(data, "here")
    return Survey(document, terrain_from_document(document))


@pytest.mark.parametrize("bad", bad_files("maps"), ids=lambda path: path.name)
def test_a_bad_map_gets_the_message_beside_it(bad: Path) -> None:
    message = "\n".join(map(str, check([bad], Content(), ()).faults))
    assert message == expected(bad, message)


def test_every_code_of_the_checks_of_maps_has_a_bad_file() -> None:
    modules = (drawing, lints, fit)
    texts = [Path(cast("str", module.__file__)).read_text(encoding="utf-8") for module in modules]
    codes = {code for text in texts for code in re.findall(r'document\.fault\(\s*"([a-z0-9-]+)"', text)}
    shown = {fault.code for bad in bad_files("maps") for fault in check([bad], Content(), ()).faults}
    assert codes
    assert codes - shown == set()


def test_whatever_is_only_a_warning_can_be_accepted_and_nothing_else() -> None:
    faults = [fault for bad in bad_files("maps") for fault in check([bad], Content(), ()).faults]
    warnings = {fault.code for fault in faults if fault.is_warning} - {"accepted-in-vain"}
    assert set(load_schema("terrain")["properties"]["accepted"]["properties"]) == warnings


# ---- the ten


def test_the_shipped_terrains_pass_with_nothing_left_to_ask() -> None:
    checked = check([shipped("terrains")], Content(), ())
    assert not checked.faults, "\n".join(map(str, checked.faults))
    accepting = [name for name, lines in checked.terrains.items() if any(line.startswith("Accepted") for line in lines)]
    assert accepting == ["terrains/caribbean-sea.yaml"]


def test_no_shipped_terrain_has_a_shorter_way_to_an_hq_than_is_asked_for() -> None:
    lines = [line for lines in check([shipped("terrains")], Content(), ()).terrains.values() for line in lines]
    numbers = [int(n) for line in lines for n in re.findall(r"(?:at least|Red) (\d+) ", line)]
    assert len(numbers) == 2 * len(SHIPPED)
    assert min(numbers) == FEWEST_PLACEMENTS


def test_what_is_told_of_a_terrain_is_what_a_designer_counts() -> None:
    document = read_document(shipped("terrains") / "la-croisette.yaml", "terrains/la-croisette.yaml")
    assert Survey(document, terrain_from_document(document)).lines == (
        "La Croisette: 13 bases, 8 regions with 11 medals.",
        "Blue needs at least 4 placements to reach red-hq, Red 4 to reach blue-hq.",
        "Blue is nearer to regions 1, 2 and 6; Red is nearer to regions 4, 5 and 8; regions 3 and 7 are as near to both.",
        "The same for both colours: blue-hq ↔ red-hq, 1 ↔ 13, 2 ↔ 12, 3 ↔ 11, 4 ↔ 10, 5 ↔ 8, 6 ↔ 9, 7 ↔ itself.",
    )


# ---- medals given by their place


def test_la_croisette_is_rebuilt_from_positions_paths_and_medal_places_alone() -> None:
    path = shipped("terrains") / "la-croisette.yaml"
    text = path.read_text(encoding="utf-8")
    places = iter(PLACES.values())
    rebuilt = re.sub(r"around: \[.*\]", lambda _: f"at: {list(next(places))}", text)
    assert "around" not in rebuilt
    again = terrain_from_document(parse_document(rebuilt, "terrains/la-croisette.yaml"))
    assert again == read(path)
    assert again.digest == read(path).digest
    assert again.as_data() == read(path).as_data()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_terrain_is_rebuilt_from_places_in_the_middle_of_its_regions(path: Path) -> None:
    terrain = read(path)
    middles = [face.middle for region in terrain.regions if (face := face_of(terrain, region))]
    regions = [{"medals": r.medals, "at": list(at)} for r, at in zip(terrain.regions, middles, strict=True)]
    assert terrain_from_document(document_of({**terrain.as_data(), "regions": regions}, "here")) == terrain


def test_a_drawing_at_fault_can_be_played_all_the_same() -> None:
    crossing = next(bad for bad in bad_files("maps") if bad.name == "paths-cross.yaml")
    assert len(terrain_from_document(read_document(crossing, "x.yaml")).regions) == 2


def test_what_a_file_accepts_is_no_part_of_the_terrain() -> None:
    path = shipped("terrains") / "caribbean-sea.yaml"
    text = path.read_text(encoding="utf-8").partition("accepted:")[0]
    assert terrain_from_document(parse_document(text, "terrains/caribbean-sea.yaml")) == read(path)


def test_a_terrain_in_a_position_may_give_medals_by_their_place() -> None:
    terrain = {**read(shipped("terrains") / "castle-field.yaml").as_data(), "regions": [{"medals": 9, "at": [50, 35]}]}
    game, state = Game.of_position(document_of({"terrain": terrain}, "position"))
    assert game.terrain.regions[0].around == (0, 1, 2, 3, 7)
    assert game.as_position(state)["terrain"]["regions"] == [{"medals": 9, "around": ["1", "2", "3", "4", "8"]}]


def test_objectives_that_differ_are_named_where_all_else_is_the_same() -> None:
    data = {**read(shipped("terrains") / "castle-field.yaml").as_data(), "objective": {"blue": 7, "red": 6}}
    assert survey(data).lines[-1].startswith("The same for both colours but for the objective: blue-hq ↔ red-hq, ")


# ---- symmetry


def is_symmetry(terrain: Terrain, mapping: tuple[int, ...]) -> bool:
    """Return whether a mapping exchanges the colours and keeps everything else."""
    regions = sorted((r.medals, sorted(r.around)) for r in terrain.regions)
    return (
        sorted(mapping) == list(range(len(terrain.slots)))
        and all({a.owner, b.owner} in ({None}, {"blue", "red"}) for a, b in mapped(terrain, mapping))
        and all(a.special == b.special for a, b in mapped(terrain, mapping))
        and {(mapping[i], mapping[j]) for i, j in terrain.paths} == set(terrain.paths)
        and sorted((r.medals, sorted(mapping[i] for i in r.around)) for r in terrain.regions) == regions
    )


def mapped(terrain: Terrain, mapping: tuple[int, ...]) -> list[tuple[Any, Any]]:
    return [(terrain.slots[i], terrain.slots[j]) for i, j in enumerate(mapping)]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_symmetry_keeps_paths_regions_and_special_bases_wherever_the_slots_lie(path: Path) -> None:
    terrain = read(path)
    mapping = colour_symmetry(terrain)
    assert (mapping is None) == (path.stem == "caribbean-sea")
    assert mapping is None or is_symmetry(terrain, mapping)
    data, random = terrain.as_data(), Random(7)
    for group in ("bases", "hqs"):
        slots = cast("dict[str, Any]", data[group])
        data[group] = {
            name: {**slots[name], "at": [random.random(), random.random()]} for name in random.sample([*slots], len(slots))
        }
    moved = terrain_from_document(document_of(data, "here"))
    again = colour_symmetry(moved)
    assert (again is None) == (mapping is None)
    assert again is None or is_symmetry(moved, again)


RING = {
    "name": "Ring",
    "objective": {"blue": 1, "red": 1},
    "hqs": {"blue-hq": {"owner": "blue", "at": [50, 5]}, "red-hq": {"owner": "red", "at": [50, 95]}},
    "bases": {"a": {"at": [10, 50]}, "b": {"at": [90, 50]}, "c": {"at": [50, 50]}},
    "paths": ["blue-hq a", "blue-hq b", "red-hq a", "red-hq b", "a c", "b c"],
    "regions": [{"medals": 1, "around": ["a", "b", "c"]}, {"medals": 1, "around": ["a", "c", "b"]}],
}


def test_a_symmetry_is_found_exactly_when_one_exists() -> None:
    random = Random(3)
    found = []
    for _ in range(150):
        names = [*"abcd"]
        pairs = [f"{x} {random.choice(['', '> '])}{y}" for x, y in permutations(names, 2) if x < y and random.random() < 0.5]
        data = {
            **RING,
            "bases": {x: {"at": [random.random(), random.random()], **random.choice([{}, {"special": "draw"}])} for x in names},
            "paths": [*(f"{hq} {x}" for hq in ("blue-hq", "red-hq") for x in random.sample(names, 3)), *pairs],
            "regions": [{"medals": random.choice([1, 2]), "around": random.sample(names, 2)} for _ in range(2)],
        }
        try:
            terrain = terrain_from_document(document_of(data, "here"))
        except InputError:  # a base that no path reaches; there are enough others
            continue
        exists = any(is_symmetry(terrain, mapping) for mapping in permutations(range(len(terrain.slots))))
        mapping = colour_symmetry(terrain)
        assert (mapping is not None) == exists
        assert mapping is None or is_symmetry(terrain, mapping)
        found.append(exists)
    assert min(found.count(True), found.count(False)) > 10


def test_a_mapping_that_is_no_exchange_is_shown_with_arrows() -> None:
    terrain = survey(RING).terrain
    assert symmetry_text(terrain, (1, 2, 0, 4, 3)) == "blue-hq ↔ red-hq, a → b, b → c, c → a"


def test_sixty_bases_that_nothing_tells_apart_are_mapped_at_once() -> None:
    bases = {str(n): {"at": [n, 50]} for n in range(60)}
    paths = [f"{hq} {n}" for hq in ("blue-hq", "red-hq") for n in range(60)]
    regions = [{"medals": 1, "around": [str(n), str((n * n + 7) % 60)]} for n in range(60) if n != (n * n + 7) % 60]
    star = survey({**RING, "bases": bases, "paths": paths, "regions": regions}).terrain
    mapping = colour_symmetry(star)
    assert mapping is not None
    assert is_symmetry(star, mapping)
