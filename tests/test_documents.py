"""Documents: what is read, what is refused, and where messages point."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from golden import bad_files, expected
from toybattle import documents
from toybattle.documents import load_schema, parse_document, read_document, schema_faults
from toybattle.errors import Fault, InputError

MADE = {"file-missing", "file-is-folder", "file-unreadable", "file-too-large", "too-many-values"}
"""Codes whose bad file is made by a test below, or is no file at all."""


def faults_in(path: Path, name: str) -> tuple[Fault, ...]:
    with pytest.raises(InputError) as raised:
        read_document(path, name)
    return raised.value.faults


@pytest.mark.parametrize("bad", bad_files("documents"), ids=lambda path: path.name)
def test_a_bad_document_gets_the_message_beside_it(bad: Path) -> None:
    message = "\n".join(map(str, faults_in(bad, bad.name)))
    assert message == expected(bad, message)


def test_every_code_of_the_reader_has_a_bad_file() -> None:
    source = (Path(documents.__file__).parent / "read.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'(?:Fault|fault_at|_refuse)\(\s*"([a-z0-9-]+)"', source))
    shown = {fault.code for bad in bad_files("documents") for fault in faults_in(bad, bad.name)}
    assert codes == shown | MADE


# ---- what is read


def test_yaml_is_read_as_yaml_1_2_has_it() -> None:
    text = "[on, no, 12:30, 2025-01-02, 0x1F, 0o7, 07, 1_000, .inf, true, null, ~, 7, -7, 7.5, 1e3, 'true', '7']"
    assert parse_document(text, "x.yaml").data == [
        *("on", "no", "12:30", "2025-01-02", "0x1F", "0o7", "07", "1_000", ".inf"),
        *(True, None, None, 7, -7, 7.5, 1000.0, "true", "7"),
    ]


def test_keys_are_text_as_written() -> None:
    assert parse_document("7: a\n07: b\non: c\nnull: d\n", "x.yaml").data == {
        "7": "a",
        "07": "b",
        "on": "c",
        "null": "d",
    }


@pytest.mark.parametrize("indent", [None, 2, "\t"])
@pytest.mark.parametrize("ensure_ascii", [False, True])
def test_json_is_read_as_json(indent: int | str | None, ensure_ascii: bool) -> None:
    data = {"a": [1, -2.5, True, None, {}, [], 'é 😀 \\ud83d / " \n'], "": {"b:c": "- x # y"}, "😀": "\\😀"}
    text = json.dumps(data, indent=indent, ensure_ascii=ensure_ascii)
    assert parse_document(text, "x.json").data == data


def test_numbers_too_long_to_be_meant_stay_text() -> None:
    assert parse_document(f"[{'9' * 5000}, 1e999]", "x.yaml").data == ["9" * 5000, "1e999"]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    document = read_document(tmp_path / "a.yaml", "a.yaml")
    assert document.data == {"a": 1, "b": 2}
    assert document.keys[("b",)] == (2, 1)


def test_both_parsers_of_yaml_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: {b: [1, x y]}\n'd':\n- |\n  e\n  f\n- \"g\\u0041\"\n"
    fast = parse_document(text, "x.yaml")
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert parse_document(text, "x.yaml") == fast


def test_every_key_and_value_knows_its_place() -> None:
    document = parse_document("a:\n  - {b: 1,\n     c: [x, y]}\n", "x.yaml")
    assert document.positions[("a", 0, "c", 1)] == (3, 13)
    assert document.keys[("a", 0, "c")] == (3, 6)
    assert document.line(("a", 0)) == document.line(("a", 0, "b")) == 2


def test_a_fault_without_a_place_of_its_own_points_at_its_parent() -> None:
    document = parse_document("a:\n  b: 1\n", "x.yaml")
    assert str(document.fault("code", ("a", "b", 0, "c"), "found")) == "x.yaml:2:6: found\n      b: 1\n         ^"
    assert document.fault("code", ("a", "b"), "found", at_key=True).place.column == 3


def test_a_part_of_a_document_keeps_its_places() -> None:
    part = parse_document("a:\n  - b: 1\n", "x.yaml").part("a", 0)
    assert part.data == {"b": 1}
    assert (part.positions[("b",)], part.keys[("b",)]) == ((2, 8), (2, 5))


def test_a_message_shows_no_endless_line_and_no_control_character() -> None:
    document = parse_document(f'{{a: "\\e", b: {"x" * 1000}, c: 1}}', "x.yaml")
    assert len(document.fault("code", ("b",), "found").source) < 200
    assert document.fault("code", ("c",), "found").source == ""
    (fault,) = schema_faults(parse_document('"\\e[31m"', "x.yaml"), "terrain")
    assert "\x1b" not in str(fault)


# ---- what is refused, beyond the bad files


def test_an_alias_bomb_is_refused() -> None:
    bomb = "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    with pytest.raises(InputError, match="anchor `&a`"):
        parse_document(bomb, "x.yaml")


@pytest.mark.parametrize(("opening", "name"), [("[", "x.json"), ('{"a":', "x.json"), ("- ", "x.yaml"), ("? ", "x.yaml")])
def test_nesting_of_any_depth_is_refused(opening: str, name: str) -> None:
    with pytest.raises(InputError, match=r"levels deep|as a key"):
        parse_document(opening * 500_000, name)


def test_forty_levels_are_not_too_deep() -> None:
    assert parse_document("[" * 40 + "]" * 40, "x.json").data


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_bytes(b"#" * (4 * 2**20 + 1))
    (fault,) = faults_in(tmp_path / "large.yaml", "large.yaml")
    assert str(fault) == "large.yaml: this file is too large; expected at most 4 MiB"


def test_too_many_values_are_refused() -> None:
    with pytest.raises(InputError, match="1:400000: more than 200000 values"):
        parse_document("[" + "1," * 1_000_000 + "]", "x.yaml")


def test_a_missing_file_is_refused_and_the_nearest_offered(tmp_path: Path) -> None:
    (tmp_path / "mill-pond.yaml").touch()
    (fault,) = faults_in(tmp_path / "mil-pond.yaml", "mil-pond.yaml")
    assert str(fault) == "mil-pond.yaml: there is no such file; did you mean 'mill-pond.yaml'?"
    (fault,) = faults_in(tmp_path / "nowhere" / "a.yaml", "a.yaml")
    assert str(fault) == "a.yaml: there is no such file"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (fault,) = faults_in(tmp_path, "folder")
    assert (fault.code, str(fault)) == ("file-is-folder", "folder: this is a folder; expected a file")


def test_a_name_no_file_can_have_is_refused() -> None:
    (fault,) = faults_in(Path("a\0b"), "a?b")
    assert fault.code == "file-unreadable"


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The superuser may read anything, so the refusal is the test's own.
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "secret.yaml").touch()
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "read_bytes", refuse)
    (fault,) = faults_in(tmp_path / "secret.yaml", "secret.yaml")
    assert str(fault) == "secret.yaml: this file cannot be read (Permission denied)"


def test_the_messages_of_hundreds_of_mistakes_stop() -> None:
    with pytest.raises(InputError) as raised:
        parse_document("a: 1\n" * 100_000, "x.yaml")
    assert len(raised.value.faults) == 100
    text = "".join(f"k{n}: 1\n" for n in range(100_000))
    assert len(schema_faults(parse_document(text, "x.yaml"), "terrain")) == 100


# ---- schemas


def parts_of(schema: object) -> list[dict[str, object]]:
    """Return every schema under `properties`, at any depth."""
    match schema:
        case dict():
            own = list(schema.get("properties", {}).values())
            return own + [part for value in schema.values() for part in parts_of(value)]
        case list():
            return [part for value in schema for part in parts_of(value)]
        case _:
            return []


def test_every_key_of_the_terrain_schema_is_explained_by_description_and_example() -> None:
    schema = load_schema("terrain")
    for part in parts_of(schema):
        whole = {**schema["$defs"].get(str(part.get("$ref", "")).rpartition("/")[2], {}), **part}
        assert str(whole["description"]).endswith(".")
        assert whole["examples"]


def test_the_terrain_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(load_schema("terrain"))


def test_text_with_a_last_line_break_is_no_id() -> None:
    text = '{id: "a\\n", name: A, objective: {blue: 1, red: 1}, hqs: {}, bases: {1: {at: [1, 1]}}, paths: [], regions: []}'
    (fault,) = schema_faults(parse_document(text, "x.yaml"), "terrain")
    assert fault.code == "wrong-value"
