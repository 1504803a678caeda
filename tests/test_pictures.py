"""Boards as pictures: everything there, nothing hidden told, legible in every light, to every eye and at every size."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from documents_of import ROOT
from golden import kept
from playing import OWN, TERRAINS, game, somewhere
from toybattle.cli import main
from toybattle.documents import read_document
from toybattle.draw import Picture, Refusal, refusal_of, slots_of, svg
from toybattle.draw.chart import WIDTH, chart
from toybattle.draw.scheme import DARK, LIGHT
from toybattle.draw.symbols import special_sign
from toybattle.errors import ToyBattleError
from toybattle.game import Game
from toybattle.game.record import read_records
from toybattle.resources import Content

PAGES = ROOT / "docs" / "terrains"
ANEW = "TOYBATTLE_REGENERATE=1 pytest tests/test_pictures.py draws it anew; look at it before you keep it"
EVERYWHERE = [*((terrain, "") for terrain in TERRAINS), *((terrain, content) for content, terrain in OWN)]
SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    """Return a picture as XML, which it has to be."""
    return ElementTree.fromstring(picture)


def written(element: ElementTree.Element) -> list[str]:
    """Return every text that is drawn within an element."""
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def titled(picture: str, start: str) -> ElementTree.Element:
    """Return the group whose title begins so."""
    return next(g for g in parsed(picture).iter(f"{SVG}g") if g.findtext(f"{SVG}title", "").startswith(start))


def of_class(picture: str, name: str) -> list[ElementTree.Element]:
    """Return what is drawn on the map, or around it, with a class."""
    return [element for element in parsed(picture).iter() if name in element.get("class", "").split()]


def on_map(picture: str, name: str) -> list[str]:
    """Return the titles of the slots and regions in which something is drawn with a class."""
    groups = (g for g in parsed(picture).iter(f"{SVG}g") if g.find(f"{SVG}title") is not None)
    return [g.findtext(f"{SVG}title", "") for g in groups if any(name in e.get("class", "").split() for e in g)]


# ---- pictures in the docs


@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_picture_of_a_shipped_terrain_is_in_the_docs(terrain: str) -> None:
    picture = svg(game(terrain))
    assert kept(PAGES / f"{terrain}.svg", picture) == picture, ANEW
    assert f'src="{terrain}.svg"' in (PAGES / "README.md").read_text(encoding="utf-8")


def test_the_pictures_of_a_game_and_of_a_refusal_are_in_the_docs() -> None:
    playing = game("castle-field")
    record = next(read_records(ROOT / "docs" / "examples" / "game.jsonl", "game.jsonl"))
    state = playing.start(first=record.data["first"], deal=record.data["deal"])
    for text in record.data["moves"][:37]:
        before, (state, _) = state, playing.play(state, text)
    asked, position = Game.of_position(read_document(ROOT / "docs" / "examples" / "position.yaml", "position.yaml"))
    refusal = refusal_of(asked, position, asked.why(position, "place kwak 8"))
    for name, picture in {
        "game": svg(playing, state, moved=slots_of(playing, before, text)),
        "view": svg(playing, playing.view(state, state.decider)),
        "refusal": svg(asked, position, refusal=refusal),
    }.items():
        assert kept(PAGES / f"{name}.svg", picture) == picture, ANEW


# ---- everything is there


@pytest.mark.parametrize(("terrain", "content"), EVERYWHERE)
def test_every_slot_troop_region_and_special_base_is_drawn(terrain: str, content: str) -> None:
    playing = game(terrain, content=content)
    state = somewhere(playing, Random(1))
    picture = svg(playing, state)
    names = {kind.label: kind.display for kind in playing.ruleset.troops}
    for slot in playing.layout.terrain.slots:
        drawn = titled(picture, f"{slot.owner.title()}’s H.Q. {slot.id}" if slot.owner else f"base {slot.id}")
        assert slot.id in written(drawn)
        assert bool(slot.special) == any("glyph" in e.get("class", "") for e in drawn)
        if pieces := state.stacks.get(slot.id):
            assert names[pieces[-1].split()[-1].split(":")[-1]] in written(drawn)
            assert (f"×{len(pieces)}" in written(drawn)) == (len(pieces) > 1)
    for region in playing.terrain.regions:
        assert str(region.medals) in written(titled(picture, f"region {region.id}:"))
    words = written(parsed(picture))
    assert all(kind.display in words for kind in playing.ruleset.special_kinds if f" {kind.label}" in picture)
    for player, objective in zip(("blue", "red"), playing.terrain.objective, strict=True):
        assert f"{state.medals[player]} of {objective} medals" in words


@pytest.mark.parametrize(("terrain", "content"), EVERYWHERE)
def test_nothing_on_a_map_touches_anything_else(terrain: str, content: str) -> None:
    playing = game(terrain, content=content)
    laid_out = chart(playing.terrain)
    edge = 1.5 * laid_out.radius
    for x, y in laid_out.slots:
        assert edge <= x <= WIDTH - edge
        assert edge <= y <= laid_out.height - edge
    assert min(dist(a, b) for a, b in combinations(laid_out.slots, 2)) > 2.3 * laid_out.radius
    for x, y, room in laid_out.medals:
        assert min(dist((x, y), slot) for slot in laid_out.slots) > laid_out.radius + 7
        assert room > 8


def test_a_one_way_path_has_an_arrow() -> None:
    one_way, castle = svg(game("one-way", content="maps")), svg(game("castle-field"))
    assert len(of_class(one_way, "arrow")) == 4 + 1, "each of them, and the one among the signs"
    assert not of_class(castle, "arrow")


def test_a_network_ends_where_the_stacks_of_its_player_do() -> None:
    playing = game("castle-field")
    picture = svg(playing, playing.position({"terrain": "castle-field", "stacks": {"1": ["blue star"], "8": ["blue roxy"]}}))
    lines = [line.get("d", "") for line in of_class(picture, "blue-net") if "thin" not in line.get("class", "")]
    assert [line.count("M") for line in lines] == [1]
    assert [line for line in of_class(picture, "red-net") if "thin" not in line.get("class", "")] == []


def test_taken_medals_have_their_taker() -> None:
    playing = game("castle-field")
    data = {"terrain": "castle-field", "taken": {"1": "red", "2": "blue", "3": "gone"}, "medals": {"blue": 1, "red": 4}}
    picture = svg(playing, playing.position(data))
    assert len(of_class(picture, "red-field")) == len(of_class(picture, "blue-field")) == len(of_class(picture, "gone")) == 1
    assert [title for title in on_map(picture, "red-word") if "region" in title] == [
        "region 1: 3 medals, enclosed by 1, 2, 3, 4 and 8, taken by Red"
    ]


def test_marks_of_a_troop_are_written_beside_it() -> None:
    playing = game("spies", content="spies")
    data = {"terrain": playing.terrain.as_data(), "stacks": {"5": ["blue frozen:kwak"]}}
    assert "frozen" in written(titled(svg(playing, playing.position(data)), "base 5"))


def test_a_finished_game_says_who_won() -> None:
    playing = game("castle-field")
    data = {"terrain": "castle-field", "stacks": {"1": ["blue hook"], "3": ["blue roxy"], "7": ["blue roxy"],
            "12": ["blue star"], "14": ["blue star"]}, "racks": {"blue": ["hook"]}}  # fmt: skip
    state, _ = playing.play(playing.position(data), "place hook red-hq")
    assert "Blue won by hq" in written(parsed(svg(playing, state)))


# ---- what is pointed at


def test_the_slots_of_legal_moves_are_marked_for_who_decides() -> None:
    playing = game("castle-field")
    state = playing.position({"terrain": "castle-field", "racks": {"blue": ["star"], "red": ["star"]}})
    assert on_map(svg(playing, state), "blue-rim") == ["base 1", "base 2"]
    assert on_map(svg(playing, playing.view(state, "blue")), "blue-rim") == ["base 1", "base 2"]
    assert on_map(svg(playing, playing.view(state, "red")), "blue-rim") == []


def test_the_answers_to_an_effect_are_marked() -> None:
    playing = game("castle-field")
    data = {"terrain": "castle-field", "stacks": {"3": ["red roxy"], "4": ["red roxy"]}, "racks": {"blue": ["jumbo"]}}
    state, _ = playing.play(playing.position(data), "place jumbo 1")
    picture = svg(playing, state)
    assert on_map(picture, "blue-rim") == ["base 3: R Roxy 7"]
    assert "Blue to answer jumbo of 1" in written(parsed(picture))


def test_a_region_is_no_slot_of_the_same_id(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rule = 'language 1\n\naction loot cites "loot": choose R in regions where R is unclaimed, then claim R\n'
    (tmp_path / "rules" / "loot.rules").write_text(rule, encoding="utf-8")
    playing = Game.load("castle-field", content=Content((tmp_path,)))
    state = playing.position({"terrain": "castle-field"})
    assert "claim 1" in map(str, playing.legal(state))
    assert on_map(svg(playing, state), "blue-rim") == []


def test_the_last_move_is_marked() -> None:
    playing = game("castle-field")
    state = playing.position({"terrain": "castle-field", "racks": {"blue": ["hook"]}})
    moved = slots_of(playing, state, "place hook 7")
    after, _ = playing.play(state, "place hook 7")
    assert on_map(svg(playing, after, moved=moved), "moved") == ["base 7: B Hook 4"]
    assert slots_of(playing, state, "draw") == ()


def test_a_refusal_shows_what_is_reached_and_where_the_path_breaks() -> None:
    playing = game("castle-field")
    state = playing.position({"terrain": "castle-field", "stacks": {"1": ["blue star"]}, "racks": {"blue": ["roxy"]}})
    refusal = refusal_of(playing, state, playing.why(state, "place roxy 8"))
    assert refusal == Refusal("8", ("1", "2", "3", "blue-hq"), (("3", "8"),))
    picture = svg(playing, state, refusal=refusal)
    assert on_map(picture, "reached") == ["base 1: B Star 6", "base 2", "base 3", "Blue’s H.Q. blue-hq"]
    assert on_map(picture, "no") == on_map(picture, "refused") == ["base 8"]
    at = {slot.id: place for slot, place in zip(playing.terrain.slots, chart(playing.terrain).slots, strict=True)}
    cut = [float(e.get("cx", "")) for e in of_class(picture, "refused")]
    assert pytest.approx((at["3"][0] + at["8"][0]) / 2, abs=0.1) in cut
    assert not on_map(picture, "blue-rim"), "what else would be legal is another picture"


# ---- what players may know


def test_the_picture_of_a_view_does_not_change_with_what_is_hidden() -> None:
    playing = game("castle-field")
    base = {"terrain": "castle-field", "to_move": "red", "stacks": {"1": ["blue star"], "14": ["red kwak"]}}
    some, others = (
        playing.position({**base, "racks": {"blue": ["hook"], "red": red}, "reserves": {"red": reserve}})
        for red, reserve in ((["star", "roxy"], ["skully", "jumbo"]), (["skully", "kwak"], ["roxy", "hook"]))
    )
    assert svg(playing, some) != svg(playing, others)
    assert svg(playing, playing.view(some, "blue")) == svg(playing, playing.view(others, "blue"))


def test_hidden_troops_are_counted_and_their_marks_told() -> None:
    playing = game("castle-field")
    state = playing.position({"terrain": "castle-field", "racks": {"blue": ["hook"], "red": ["pinned:star", "roxy"]}})
    words = written(parsed(svg(playing, playing.view(state, "blue"))))
    assert {"rack 1", "Hook", "rack 2", "pinned"} < set(words)
    assert not any("Roxy" in word or "Star" in word for word in words)


# ---- odd content


def test_odd_names_dense_maps_and_tall_stacks_survive(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    kinds = "".join(f'special kind-{i} "Kind <{i}>" cites "kind"\n' for i in range(40))
    troops = (
        'troop duke "Großherzog <&> von und zu Ünterwalden" strength 12 count 40 cites "duke"\n'
        'troop mini "Ωμέγα 漢字" strength number of my tops count 9 cites "mini"\n'
    )
    (tmp_path / "rules" / "odd.rules").write_text(f"language 1\n\n{troops}{kinds}", encoding="utf-8")
    bases = {f"a-long-id-{i}": {"at": [10 + 16 * (i % 6), 10 + 9 * (i // 6)], "special": [f"kind-{i % 40}"]} for i in range(60)}
    ids = list(bases)
    terrain = {
        "id": "odd", "name": "<&\"'> " + "Ωμέγα " * 12, "published": "<&\"", "objective": {"blue": 40, "red": 1},
        "hqs": {"blue-hq": {"owner": "blue", "at": [50, 0]}, "red-hq": {"owner": "red", "at": [50, 100]}}, "bases": bases,
        "paths": [f"{a} {b}" for a, b in pairwise(ids)] + [f"blue-hq {ids[0]}", f"{ids[-1]} red-hq"],
        "regions": [{"medals": 99, "around": [ids[0], ids[1]]}, {"medals": 1, "around": [ids[7]]}],
    }  # fmt: skip
    playing = Game.load(terrain, content=Content((tmp_path,)))
    stacks = {ids[9]: ["blue duke"] * 15 + ["red duke"] * 15, ids[0]: ["blue mini"]}
    state = playing.position({"terrain": terrain, "stacks": stacks})
    for picture in (svg(playing), svg(playing, state), svg(playing, playing.view(state, "red"))):
        assert parsed(picture).findtext(f"{SVG}title", "").startswith("<&\"'> Ωμέγα")
        assert picture == svg(playing, None) or "×30" in written(parsed(picture))
        assert all(any(word.startswith(slot[:4]) for word in written(titled(picture, f"base {slot}"))) for slot in ids)
    signs = [special_sign(playing.ruleset, kind, 0, 0, 10) for kind in playing.ruleset.specials]
    assert len(set(signs)) == len(signs)


def test_a_terrain_without_regions_is_drawn() -> None:
    castle = game("castle-field")
    picture = svg(Game(replace(castle.terrain, regions=()), castle.ruleset))
    assert not of_class(picture, "open")
    assert "medals of a region" not in written(parsed(picture))


# ---- light, eyes and sizes


def rgb(colour: str) -> tuple[float, float, float]:
    """Return a colour's linear red, green and blue, from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG defines it, from 1 to 21."""
    light, dark = sorted(sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), rgb(c), strict=True)) for c in (one, other))[::-1]
    return (light + 0.05) / (dark + 0.05)


EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What colours become, in linear light, by Machado, Oliveira and Fernandes (2009)."""


def difference(one: str, other: str, eyes: str) -> float:
    """Return how far two colours are apart in CIELAB; 2 is barely noticed, 20 is another colour."""

    def lab(colour: str) -> tuple[float, float, float]:
        seen = [max(0.0, sum(w * p for w, p in zip(row, rgb(colour), strict=True))) for row in EYES[eyes]]
        rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
        xyz = [
            sum(w * p for w, p in zip(row, seen, strict=True)) / white
            for row, white in zip(rows, (0.9505, 1, 1.089), strict=True)
        ]
        x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return dist(lab(one), lab(other))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_what_they_are_written_on(colours: dict[str, str]) -> None:
    on = {
        "ink": ("ground", "card", "plate"), "muted": ("ground", "card"), "on": ("blue", "red", "back"), "glyph": ("special",),
        "gold-ink": ("gold",), "blue-line": ("blue-pale",), "red-line": ("red-pale",),
    }  # fmt: skip
    assert LIGHT.keys() == DARK.keys()
    for words, grounds in on.items():
        for ground in grounds:
            assert contrast(colours[words], colours[ground]) >= 4.5, (words, ground)
    for line in ("blue-line", "red-line", "refused", "reached", "special-rim", "rim"):
        assert contrast(colours[line], colours["card"]) >= 3, line


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_players_are_told_apart_by_every_eye(colours: dict[str, str], eyes: str) -> None:
    for one, other in (("blue", "red"), ("blue-line", "red-line"), ("refused", "reached")):
        assert difference(colours[one], colours[other], eyes) > 30


def test_the_players_are_told_apart_without_colours() -> None:
    playing = game("castle-field")
    data = {"terrain": "castle-field", "stacks": {"1": ["blue star"], "14": ["red star"]}, "taken": {"2": "blue", "3": "red"},
            "medals": {"blue": 1, "red": 1}}  # fmt: skip
    picture = svg(playing, playing.position(data))
    assert {e.tag for e in of_class(picture, "blue")} == {f"{SVG}circle"}
    assert {e.tag for e in of_class(picture, "red")} == {f"{SVG}rect"}
    assert ".toybattle .red-net{stroke-dasharray" in picture
    assert {"dots", "stripes"} == {e.get("id") for e in parsed(picture).iter(f"{SVG}pattern")}


def test_dark_readers_get_a_dark_picture() -> None:
    picture = svg(game("castle-field"))
    light, dark = (next(rows(picture.png(60, is_dark=is_dark))) for is_dark in (False, True))
    assert light[:3] == bytes.fromhex(LIGHT["ground"][1:])
    assert dark[:3] == bytes.fromhex(DARK["ground"][1:])
    assert f"@media (prefers-color-scheme:dark){{.toybattle .ground{{fill:{DARK['ground']}" in picture


def test_the_style_of_a_picture_stays_within_it() -> None:
    style = parsed(svg(game("castle-field"))).findtext(f"{SVG}style", "").replace("@media (prefers-color-scheme:dark){", "")
    selectors = [one for rule in re.findall(r"([^{}]+)\{", style) for one in rule.split(",")]
    assert len(selectors) > 50
    assert all(selector.startswith(".toybattle .") for selector in selectors)


# ---- PNG


def rows(png: bytes) -> Iterator[bytes]:
    """Yield the rows of a PNG as red, green, blue and opacity of each pixel; written for what the renderer writes."""
    at, data, wide = 8, b"", 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        part = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            wide, _, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", part)
            assert (depth, colour, interlaced) == (8, 6, 0)
        data += part if kind == b"IDAT" else b""
        at += length + 12
    raw, above = zlib.decompress(data), bytes(4 * wide)
    for start in range(0, len(raw), 4 * wide + 1):
        row = bytearray(raw[start + 1 : start + 1 + 4 * wide])
        for i in range(len(row)):
            left, up, corner = row[i - 4] if i > 3 else 0, above[i], above[i - 4] if i > 3 else 0
            paeth = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[raw[start]]) % 256
        above = bytes(row)
        yield above


def pixels_of_text(picture: Picture, width: int) -> int:
    """Return how many pixels are others when the text is left out."""
    bare = Picture(re.sub(r"<text.*?</text>", "", picture))
    both = zip(rows(picture.png(width)), rows(bare.png(width)), strict=True)
    return sum(one[i : i + 4] != other[i : i + 4] for one, other in both for i in range(0, 4 * width, 4))


def test_a_png_has_its_text() -> None:
    picture = svg(game("la-croisette"))
    assert pixels_of_text(picture, 300) > 3000
    assert pixels_of_text(Picture(re.sub(r"(<text[^>]*>)[^<]*", r"\1", picture)), 60) == 0


def test_letters_of_three_scripts_are_in_the_font() -> None:
    one = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text font-family="Inter" y="15">{}</text></svg>'
    letters = "AŁőßΩλЖя×–~’\ue000"
    drawn = {b"".join(rows(Picture(one.format(letter)).png(60))) for letter in letters}
    assert len(drawn) == len(letters), "each looks unlike the others, and unlike one that is missing"


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ToyBattleError, match=r"pip install 'toybattle\[png\]'"):
        svg(game("castle-field")).png()


# ---- where pictures come from


def test_a_notebook_shows_a_picture() -> None:
    playing = game("castle-field")
    state = playing.start(seed=1)
    assert playing.svg(state)._repr_svg_() == svg(playing, state)
    assert playing.svg() == svg(playing)


def test_show_writes_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "board.svg"
    assert main(["show", "castle-field", "--svg", str(out), "--png", str(tmp_path / "board.png")]) == 0
    assert capsys.readouterr().out == f"wrote {out}\nwrote {tmp_path / 'board.png'}\n"
    assert out.read_text(encoding="utf-8") == svg(game("castle-field"))
    assert struct.unpack(">I", (tmp_path / "board.png").read_bytes()[16:20]) == (1200,)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.png", "board.svg"]


def test_show_marks_the_last_move_of_a_record_as_a_player_sees_it(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    record = str(ROOT / "docs" / "examples" / "game.jsonl")
    for number in range(1, 12):
        assert main(["show", record, "--move", str(number), "--as", "red", "--svg", str(out)]) == 0
        if titles := on_map(out.read_text(encoding="utf-8"), "moved"):
            break
    assert len(titles) == 1
    assert "as Red may see it" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_is_no_folder(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "castle-field", option, str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: this is a folder; expected a file to write\n"


def test_a_picture_that_cannot_be_written_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "castle-field", "--svg", str(tmp_path / "none" / "board.svg")]) == 1
    assert "it cannot be written: No such file or directory" in capsys.readouterr().err
