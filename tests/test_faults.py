"""The pages on faults: every code has one, its example gives that fault, and no other tool's words reach a user."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golden import BAD
from toybattle.cli import main
from toybattle.documents import parse_document
from toybattle.errors import InputError
from toybattle.faults import FAMILIES, Page, book, pages
from toybattle.lang.mistakes import MISTAKES
from toybattle.resources import Content, shipped
from toybattle.ruleset.load import load_ruleset
from toybattle.templates import begun

ENGINE = Path(__file__).resolve().parent.parent / "engine" / "toybattle"
GIVEN = {"Fault": 0, "fault": 0, "fault_at": 0, "fault_in": 2, "fail": 0, "unknown": 0, "_refuse": 0, "_wrong": 1}
"""What makes a fault, and which of its arguments is the code."""


def codes() -> dict[str, str]:
    """Return every code that the engine gives, with a place where it does."""
    found = {}
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in GIVEN and len(node.args) > GIVEN[name]:
                    for code in texts_in(node.args[GIVEN[name]]):
                        found[code] = f"{path.relative_to(ENGINE)}:{node.lineno}"
    return found


def texts_in(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts_in(node.body)
        yield from texts_in(node.orelse)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    used = codes()
    assert {code: place for code, place in used.items() if code not in pages()} == {}
    # These two are given by a variable.
    assert set(pages()) - set(used) == {"feature-syntax", "misplaced-line"}


# ---- the examples


def written(page: Page) -> str | None:
    """Write an example and return the commands that find its fault, or None if it is Python."""
    kinds = dict(page.example)
    # Rules are read once for each folder; those of no two pages lie in the same.
    own = Path(page.code if "rules" in kinds else "own")
    own.mkdir()
    if "command" in kinds:
        return kinds["command"]
    if "rules" in kinds:
        (own / "rules").mkdir()
        text = kinds["rules"] if kinds["rules"].startswith("language") else f"language 1\n\n{kinds['rules']}"
        (own / "rules" / "example.rules").write_text(text + "\n", encoding="utf-8")
    if "terrain" in kinds:
        (file,) = begun("terrain", "example", own, Content())
        text = file.read_text(encoding="utf-8")
        for key in parse_document(kinds["terrain"], "x").data:  # type: ignore[union-attr]
            # A key's old lines make room for the new ones.
            text = re.sub(rf"^{key}:.*\n(?:[ \]#].*\n)*", "", text, flags=re.MULTILINE)
        file.write_text(text + kinds["terrain"] + "\n", encoding="utf-8")
    for kind, name in (
        ("yaml", "example.yaml"),
        ("position", "example.yaml"),
        ("record", "example.jsonl"),
        ("feature", "x.feature"),
    ):
        if kind in kinds:
            (own / name).write_text(kinds[kind] + "\n", encoding="utf-8")
    return None if "python" in kinds else f"toybattle check {own}"


def obey(commands: str) -> None:
    """Do what is written for a shell; what is for us is done in this process, which is faster."""
    for line in commands.splitlines():
        if line.startswith("toybattle "):
            main([*shlex.split(line)[1:], "--json"])
        else:
            subprocess.run(["bash", "-c", line], check=True)


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.code)
def test_the_example_on_a_page_gives_its_fault(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    commands = written(page)
    if commands is None:
        names: dict[str, Any] = {}
        try:
            exec(dict(page.example)["python"], names)
        except InputError as error:
            names["faults"] = error.faults
        assert page.code in {fault.code for fault in names["faults"]}
    else:
        if "command" in dict(page.example):
            load_ruleset.cache_clear()
        obey(commands)
        assert page.code in re.findall(r'"code": "([a-z0-9-]+)"', capsys.readouterr().out)


# ---- mistakes


def test_every_mistake_that_is_known_by_example_is_told_of_a_bad_file() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in sorted((BAD / "rules").glob("*.expected")))
    assert len(MISTAKES) > 30
    for _, found, hint in MISTAKES:
        assert re.search(re.escape(found).replace(r"\{\}", ".*") + "; " + re.escape(hint), told), found


def test_no_words_of_a_parser_reach_a_user() -> None:
    for path in sorted(BAD.rglob("*.expected")):
        words = r"Token\(|__|\$END|Unexpected|Expected one of|ANON|Traceback|ScannerError|ParserError|#\w+Line"
        assert not re.search(words, path.read_text(encoding="utf-8")), path.name


# ---- the command and the document


def test_on_a_terminal_the_codes_are_named_that_can_be_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("nothing.yaml").touch()
    main(["check", "nothing.yaml"])
    assert "explain" not in capsys.readouterr().err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    main(["check", "nothing.yaml", "nowhere.yaml"])
    assert capsys.readouterr().err.endswith("`toybattle explain CODE` says more: file-missing, file-empty\n")


def test_explain_prints_a_page_and_offers_the_nearest_for_what_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "paths-cross"]) == 0
    assert capsys.readouterr().out == f"{pages()['paths-cross']}\n"
    assert main(["explain", "path-cross"]) == 2
    assert capsys.readouterr().err == "no fault is called 'path-cross'; did you mean 'paths-cross'?\n"
    assert main(["explain", "paths-cross", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["what"] == "Two paths cross."


def test_the_document_is_what_explain_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    printed = capsys.readouterr().out
    assert printed == book()
    docs = ENGINE.parent.parent / "docs" / "faults.md"
    assert docs.read_text(encoding="utf-8") == printed, "toybattle explain > docs/faults.md"


def test_every_family_is_a_file_and_every_page_says_all_it_has_to() -> None:
    assert {path.stem for path in shipped("faults").iterdir()} == set(FAMILIES)
    for page in pages().values():
        for said in (page.what, page.why, page.mend):
            assert re.fullmatch(r"[A-Z`].*\.", said, re.DOTALL), f"{page.code}: {said}"
