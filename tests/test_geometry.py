"""The planar map of a terrain: its inner faces, their outlines, and which of them each region is."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from random import Random

import pytest

from toybattle.documents import document_of, read_document
from toybattle.resources import shipped
from toybattle.terrain import Region, Slot, Terrain, terrain_from_document
from toybattle.terrain.geometry import crossing, distance_to_path, face_at, face_of, faces, lines, outline

SHIPPED = [
    terrain_from_document(read_document(path, f"terrains/{path.name}")) for path in sorted(shipped("terrains").glob("*.yaml"))
]


def drawn(places: dict[str, tuple[float, float]], paths: str, regions: tuple[str, ...] = ()) -> Terrain:
    """Return a terrain with bases at these places; its H.Q.s stand aside, joined to the base `a`."""
    hqs = {"blue-hq": {"owner": "blue", "at": [98, 1]}, "red-hq": {"owner": "red", "at": [98, 99]}}
    data = {
        "name": "Drawn",
        "objective": {"blue": 1, "red": 1},
        "hqs": hqs,
        "bases": {name: {"at": list(at)} for name, at in places.items()},
        "paths": ["a blue-hq", "a red-hq", *(f"{pair[0]} {pair[1]}" if len(pair) == 2 else pair for pair in paths.split())],
        "regions": [{"medals": 1, "around": list(around)} for around in ("a", *regions)],
    }
    return terrain_from_document(document_of(data, "drawn"))


SQUARE = {"a": (90.0, 50.0), "b": (50.0, 90.0), "c": (10.0, 50.0), "d": (50.0, 10.0)}


def names(terrain: Terrain) -> list[str]:
    return ["".join(terrain.slots[i].id for i in face.outline) for face in faces(terrain)]


@pytest.mark.parametrize("terrain", SHIPPED, ids=lambda terrain: terrain.id)
def test_each_region_of_a_shipped_terrain_is_one_inner_face_and_its_outline_follows_paths(terrain: Terrain) -> None:
    found = [face_of(terrain, region) for region in terrain.regions]
    assert None not in found
    assert len(set(found)) == len(found)
    assert len(terrain.slots) - len(lines(terrain)) + len(faces(terrain)) == 1  # Euler, the outer face left out
    for region in terrain.regions:
        around = outline(terrain, region)
        assert {i for i in around if not terrain.slots[i].is_hq} == set(region.around)
        assert all((min(pair), max(pair)) in lines(terrain) for pair in zip(around, (*around[1:], around[0]), strict=True))


@pytest.mark.parametrize("terrain", SHIPPED, ids=lambda terrain: terrain.id)
def test_the_middle_of_a_face_lies_in_that_face_alone(terrain: Terrain) -> None:
    assert [face_at(terrain, face.middle) for face in faces(terrain)] == list(faces(terrain))
    assert sum(other.holds(face.middle) for face in faces(terrain) for other in faces(terrain)) == len(faces(terrain))


def test_a_square_has_one_face_and_a_diagonal_makes_two() -> None:
    assert names(drawn(SQUARE, "ab bc cd da")) == ["abcd"]
    assert names(drawn(SQUARE, "ab bc cd da ac")) == ["abc", "acd"]
    assert faces(drawn(SQUARE, "ab bc cd da"))[0].area == 3200.0
    assert faces(drawn(SQUARE, "ab bc cd da"))[0].middle == (50.0, 50.0)


def test_a_path_of_one_way_is_a_line_like_any_other() -> None:
    terrain = drawn(SQUARE, "ab bc cd", ("abcd",))
    assert names(terrain) == []
    data = terrain.as_data()
    data["paths"] = [*data["paths"], "a > d"]
    assert names(terrain_from_document(document_of(data, "drawn"))) == ["abcd"]


def test_a_dead_end_does_not_enclose_the_face_it_lies_in() -> None:
    assert names(drawn({**SQUARE, "e": (50.0, 60.0), "f": (50.0, 40.0)}, "ab bc cd da be ef")) == ["abcd"]


def test_what_hangs_on_one_base_inside_a_face_is_a_face_of_its_own() -> None:
    inside = {"e": (45.0, 60.0), "f": (55.0, 60.0)}
    terrain = drawn({**SQUARE, **inside}, "ab bc cd da be ef bf")
    assert names(terrain) == ["abcd", "bef"]
    assert face_at(terrain, (50.0, 65.0)) == faces(terrain)[1]
    assert face_at(terrain, (50.0, 30.0)) == faces(terrain)[0]


def test_an_island_is_a_face_inside_a_face() -> None:
    island = {"e": (40.0, 40.0), "f": (60.0, 40.0), "g": (50.0, 60.0)}
    data = drawn({**SQUARE, **island}, "ab bc cd da ae ef fg ge").as_data()
    data["hqs"] = {**data["hqs"], "blue-2": {"owner": "blue", "at": [49, 48]}, "red-2": {"owner": "red", "at": [51, 48]}}
    data["paths"] = [path for path in data["paths"] if path != "a e"] + ["e blue-2", "f red-2"]
    terrain = terrain_from_document(document_of(data, "drawn"))
    assert names(terrain) == ["abcd", "efg"]
    assert face_at(terrain, (50.0, 50.0)) == faces(terrain)[1]


def test_a_map_without_a_way_round_has_no_face() -> None:
    assert names(drawn(SQUARE, "ab bc cd")) == []
    assert face_at(drawn(SQUARE, "ab bc cd"), (50.0, 50.0)) is None


def test_the_middle_of_a_hollow_face_lies_inside_it() -> None:
    hollow = {"a": (90.0, 90.0), "b": (10.0, 90.0), "c": (10.0, 10.0), "d": (90.0, 10.0), "e": (12.0, 50.0)}
    (face,) = faces(drawn(hollow, "ab bc cd de ea"))
    assert face.holds(face.middle)
    assert face.margin(face.middle) > 0


def test_regions_with_the_same_bases_are_each_a_face_of_their_own() -> None:
    data = drawn({"a": (90.0, 50.0), "b": (50.0, 50.0)}, "ab", ("ab", "ab")).as_data()
    paths, regions = [*data["paths"], "b blue-hq", "b red-hq"], data["regions"][1:]
    terrain = terrain_from_document(document_of({**data, "paths": paths, "regions": regions}, "drawn"))
    assert [len(outline(terrain, region)) for region in terrain.regions] == [3, 3]
    assert outline(terrain, terrain.regions[0]) != outline(terrain, terrain.regions[1])


def test_a_region_that_is_no_face_is_gone_round_all_the_same() -> None:
    terrain = drawn(SQUARE, "ab bc cd", ("acbd",))
    assert face_of(terrain, terrain.regions[1]) is None
    assert "".join(terrain.slots[i].id for i in outline(terrain, terrain.regions[1])) in {"dabc", "abcd", "bcda", "cdab"}


def test_lines_cross_where_their_insides_meet() -> None:
    assert crossing((0, 0), (10, 10), (0, 10), (10, 0)) == (5.0, 5.0)
    assert crossing((0, 0), (10, 0), (10, 0), (10, 10)) is None
    assert crossing((0, 0), (10, 0), (5, 0), (5, 10)) is None
    assert crossing((0, 0), (10, 0), (4, 0), (20, 0)) == (7.0, 0.0)
    assert crossing((0, 0), (10, 0), (10, 0), (20, 0)) is None
    assert crossing((0, 0), (10, 0), (0, 1), (10, 1)) is None


def test_distance_to_a_path_ends_at_its_ends() -> None:
    assert distance_to_path((5, 3), (0, 0), (10, 0)) == 3.0
    assert distance_to_path((13, 4), (0, 0), (10, 0)) == 5.0
    assert distance_to_path((3, 4), (0, 0), (0, 0)) == 5.0


@pytest.mark.parametrize("terrain", SHIPPED, ids=lambda terrain: terrain.id)
def test_no_paths_of_a_shipped_terrain_cross_and_no_bases_touch(terrain: Terrain) -> None:
    at = [slot.at for slot in terrain.slots]
    assert not [pair for pair in combinations(lines(terrain), 2) if crossing(*(at[i] for line in pair for i in line))]
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(at, 2)) > 10


def sketched(random: Random, size: int, is_planar: bool) -> Terrain | None:
    """Return a terrain of random places and paths, none of which cross if it is planar, or None if it is in pieces."""
    places: list[tuple[float, float]] = []
    while len(places) < size:
        at = (float(random.randint(0, 30)), float(random.randint(0, 30)))
        places += [at] if at not in places else []
    chosen: list[tuple[int, int]] = []
    for one in random.sample(pairs := [*combinations(range(size), 2)], len(pairs)):
        ends = places[one[0]], places[one[1]]
        is_free = all(distance_to_path(at, *ends) > 0.01 for k, at in enumerate(places) if k not in one)
        is_free = is_free and not any(crossing(*ends, places[i], places[j]) for i, j in chosen)
        if len(chosen) < size * 2 and (is_free or not is_planar) and random.random() < 0.7:
            chosen.append(one)
    slots = [Slot(f"s{i}", None, at) for i, at in enumerate(places)]
    ways = sorted({way for i, j in chosen for way in ((i, j), (j, i))})
    terrain = Terrain("x", "X", "", (1, 1), tuple(slots), tuple(ways), (Region("1", 1, (0, 1, 2)),))
    return terrain if len(terrain.reached([0])) == size else None


def test_a_map_in_one_piece_has_as_many_faces_as_euler_says() -> None:
    random, seen = Random(5), 0
    for _ in range(150):
        terrain = sketched(random, random.randint(3, 14), is_planar=True)
        if terrain:
            seen += 1
            found = faces(terrain)
            assert len(found) == len(lines(terrain)) - len(terrain.slots) + 1
            assert all(face.area > 0 and face.holds(face.middle) for face in found)
            assert all(len(set(face.outline)) == len(face.outline) for face in found)
    assert seen > 50


def test_whatever_is_drawn_has_outlines_even_where_paths_cross() -> None:
    random = Random(9)
    sketches = [sketched(random, random.randint(3, 20), is_planar=False) for _ in range(60)]
    for terrain in filter(None, sketches):
        assert set(outline(terrain, terrain.regions[0])) >= {0, 1, 2}
        faces(terrain)
