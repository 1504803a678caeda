"""The pages: every command and example in them is carried out, every rule in them is read and played."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from random import Random
from typing import Any

import pytest

from documents_of import ROOT, Block, after, blocks, pages
from playing import terrain_data
from toybattle.checking import check
from toybattle.documents import parse_document, schema_faults
from toybattle.errors import InputError
from toybattle.game import Game
from toybattle.game.record import read_records, replayed
from toybattle.game.reference import Reference
from toybattle.lang.parse import parse_rules
from toybattle.lang.printer import print_statement
from toybattle.lang.syntax import To
from toybattle.resources import Content, shipped
from toybattle.ruleset import load
from toybattle.ruleset.load import load_ruleset
from toybattle.spec import verify

EXAMPLES = ROOT / "docs" / "examples"
FOLDERS = sorted(path.parent.name for path in EXAMPLES.glob("*/README.md"))
TUTORIAL = ("console tutorial", "yaml tutorial", "rules tutorial", "gherkin tutorial")
"""Of blocks that `test_tutorial.py` carries out one after another."""
KINDS = {
    "console", "python", "yaml", "json", "text", "sh", "gherkin", "diff", "jsonc", "lua", "toml",
    "rules contested", "rules contested wrong",
    "rules", "rules shipped", "rules words", "rules wrong", "rules things", "rules numbers", "rules sets",
    "rules conditions", "rules programs", "rules events", *TUTORIAL,
}  # fmt: skip
"""Of blocks; another would be tested by nothing."""


def each(*kinds: str) -> Any:
    """Run a test for each block of these kinds."""
    return pytest.mark.parametrize("block", blocks(*kinds), ids=str)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a folder of its own to work in, with the examples where the pages say they are."""
    shutil.copytree(EXAMPLES, tmp_path / "docs" / "examples")
    monkeypatch.chdir(tmp_path)


# ---- pages


@each()
def test_every_block_is_of_a_kind_that_is_tested(block: Block) -> None:
    assert block.kind in KINDS


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_and_path_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    missing = []
    for target in re.findall(r"\]\(([^)#\s]*)(?:#[^)]*)?\)", text):
        if target and not target.startswith("http") and not (page.parent / target).exists():
            missing.append(target)
    for path in re.findall(r"`((?:engine|rules|terrains|schemas|features|tests|docs|bench)/[\w./-]*\w)`", text):
        if "NAME" not in path and "_data" not in path and not (ROOT / path).exists() and not (page.parent / path).exists():
            missing.append(path)
    assert not missing, f"{page.name} names what is not there: {missing}"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_heading_that_is_linked_to_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)]*)\)", text):
        if not target.startswith("http"):
            headings = re.findall(r"^#+ (.*)$", (page.parent / target if target else page).read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# ---- commands


def run(command: str, status: int) -> tuple[str, int]:
    """Return what a command prints, all of it, and its exit status; `$?` in it is `status`."""
    scripts = Path(sys.executable).parent
    environment = {
        **os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "80",
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
    }  # fmt: skip
    done = subprocess.run(
        ["bash", "-c", f"(exit {status}); {command}"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout, done.returncode


def is_shown(wanted: str, found: str) -> bool:
    """Return whether a page shows what was printed; `…` stands for any lines, or for the rest of a line."""
    lines = []
    for line in wanted.splitlines():
        text = re.escape(line.removesuffix("…")) + (".*" if line.endswith("…") else "")
        lines.append("(?:.*\\n)*?" if line == "…" else text + "\\n")
    return re.fullmatch("".join(lines), "".join(f"{line}\n" for line in found.splitlines())) is not None


@each("console")
def test_every_command_prints_what_the_page_shows(block: Block) -> None:
    status = 0
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        found, status = run(command, status)
        assert is_shown(wanted, found), f"$ {command}\n{found}"


def test_dots_stand_for_what_a_page_leaves_out() -> None:
    assert is_shown("a\n…\nd\n", "a\nb\nc\nd\n")
    assert is_shown("a b…\nd\n", "a b c\nd\n")
    assert not is_shown("a\nd\n", "a\nb\nd\n")


@each("python")
def test_every_python_example_runs(block: Block) -> None:
    # The blocks of a page are read from top to bottom, as one program.
    program = [b for b in blocks("python") if b.page == block.page and b.line <= block.line]
    names: dict[str, Any] = {"__name__": "__main__"}
    for part in program:
        if ">>> " in part.text:
            example = doctest.DocTestParser().get_doctest(part.text, names, part.page, part.page, part.line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
            told: list[str] = []
            assert not runner.run(example, out=told.append, clear_globs=False).failed, "".join(told)
            names = example.globs
        else:
            exec(compile("\n" * part.line + part.text, part.page, "exec"), names)


def test_the_set_up_is_the_same_wherever_it_is_written() -> None:
    readme, contributing, ci = ((ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md", ".ci/run"))
    install = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'"
    assert f"{install} && .venv/bin/toybattle verify\n" in readme
    assert f"{install}\n" in contributing
    assert "\"$bin/pip\" install -e '.[dev]'" in ci
    assert "\n.venv/bin/pytest\n" in readme
    assert "\n.venv/bin/pytest\n" in contributing
    assert '"$bin/pytest"' in ci


def test_the_set_up_gives_what_the_readme_says() -> None:
    installed = distribution("toybattle")
    assert {script.name: script.value for script in installed.entry_points} == {"toybattle": "toybattle.cli:main"}
    assert "dev" in installed.metadata.get_all("Provides-Extra", [])
    assert installed.metadata["Requires-Python"] == ">=3.11"
    # Only what the second command starts has to be there.
    assert any(requirement.startswith("pytest") for requirement in installed.requires or ())
    if json.loads(installed.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable"):
        assert Path(sys.executable).with_name("toybattle").exists()


# ---- files


@each("yaml", "json", "gherkin", "rules")
def test_a_block_that_names_its_file_shows_that_file(block: Block) -> None:
    named = re.match(r"# (docs/examples/\S+)\n", block.text)
    if named:
        assert block.text[named.end() :].strip("\n") in (ROOT / named[1]).read_text(encoding="utf-8")


@each("yaml", "json")
def test_every_position_terrain_and_record_can_be_used(block: Block) -> None:
    document = parse_document(block.text, f"block.{block.kind}")
    data: Any = document.data
    name = Path(block.page).parent.name
    content = Content((EXAMPLES / (name if name in FOLDERS else "first-steps"),))
    if "moves" in data:
        path = Path("record.jsonl")
        path.write_text(json.dumps(data) + "\n", encoding="utf-8")
        (record,) = read_records(path, "record.jsonl")
        assert replayed(record, record.game(content)) is None
    elif "terrain" in data:
        game, state = Game.of_position(document, content)
        assert game.legal(state)
    elif "paths" in data:
        assert Game.load(data, content=content).start(seed=1)
    else:
        # Some keys of a position, shown by themselves.
        assert not schema_faults(parse_document(f"terrain: castle-field\n{block.text}", "block.yaml"), "position")
        whole = {"terrain": "castle-field", **data}
        assert Game.load("castle-field", variants=whole.get("variants", ())).position(whole)


# ---- the rules language


def content_with(text: str, folder: str = "own") -> tuple[Content, tuple[str, ...]]:
    """Return a content folder with a rules file in it, and the variant that the file is, if it is one."""
    variant = re.match(r"# rules/variants/(\S+)\.rules\n", text)
    body = text[variant.end() :] if variant else text
    file = Path(folder, "rules", "variants" if variant else "", f"{variant[1] if variant else 'own'}.rules")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(body if body.startswith("language") else f"language 1\n\n{body}", encoding="utf-8")
    load_ruleset.cache_clear()
    return Content((Path(folder),)), (variant[1],) if variant else ()


@cache
def shipped_kinds() -> frozenset[str]:
    """Return the kinds of special bases that are shipped."""
    return frozenset(kind.label for kind in load_ruleset().special_kinds)


def terrain_with(kinds: list[str]) -> dict[str, Any]:
    """Return a terrain on which special bases of these kinds lie."""
    data = terrain_data("castle-field")
    for slot, kind in zip(("8", "7", "3", "13"), kinds, strict=False):
        data["bases"][slot]["special"] = [kind]
    return data


def agree(game: Game, seed: int, most: int = 300) -> int:
    """Play a game by both evaluators and return its decisions; they have to agree on every state and every move."""
    random, opening = Random(seed), game.opening(seed=seed)
    reference, state = Reference(game.layout, opening.copy(), lambda: 0.0), game.begin(opening)
    reference.begin()
    for decision in range(most):
        assert state.situation == reference.x
        moves = game.legal(state)
        assert [move.code for move in moves] == reference.legal()
        if not moves:
            return decision
        move = random.choice(game.outcomes(state, random.choice(moves)))[0]
        state, _ = game.apply(state, move)
        reference.apply(move.code)
    return most


@each("rules", "rules words")
def test_rules_on_a_page_are_read_without_a_warning_and_played(block: Block) -> None:
    content, variants = content_with(block.text)
    faults = check([Path("own")], Content(), ()).faults
    assert not faults, "\n".join(map(str, faults))
    own = [kind.label for kind in load_ruleset(content, variants).special_kinds if kind.label not in shipped_kinds()]
    game = Game.load(terrain_with(own), variants=variants, content=content)
    assert agree(game, seed=1)


@each("rules shipped")
def test_rules_quoted_on_a_page_are_shipped(block: Block) -> None:
    text = block.text if block.text.startswith("language") else f"language 1\n{block.text}"
    statements, faults = parse_rules(text, block.page)
    assert not faults, "\n".join(map(str, faults))
    known = set()
    for path in shipped("rules").rglob("*.rules"):
        read, _ = parse_rules(path.read_text(encoding="utf-8"), path.name)
        known |= {print_statement(statement) for statement in read}
    assert [said for said in map(print_statement, statements) if said not in known] == []


WRAPPED = {
    "rules numbers": "{} >= 0",
    "rules sets": "number of ({}) >= 0",
    "rules conditions": "{}",
    "rules things": "{0} = {0}",
}


@each("rules things", "rules numbers", "rules sets", "rules conditions", "rules programs", "rules events")
def test_every_fragment_on_a_page_can_stand_in_a_statement(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.partition("#")[0].strip() for line in block.text.splitlines()]
    words = "".join(words.text for words in blocks("rules words") if words.page == block.page)
    statements = []
    for number, fragment in enumerate(filter(None, lines)):
        label = f'fragment-{number} cites "x"'
        if block.kind == "rules programs":
            statements.append(f"effect {label} on placing roxy: {fragment}")
        elif block.kind == "rules events":
            statements.append(f"effect {label} on {fragment}: may draw 1")
        elif re.search(r"\b[PR]\b", re.sub(r"\((regions|bases) [A-Z].*?\)", "", fragment)):
            holds = WRAPPED[block.kind].format(fragment)
            law = f"law fragment-{number} for player P, region R, slot S"
            statements.append(f'{law} cites "x": when ({holds}), P claims R')
        elif re.search(r"\b(here|this)\b", fragment):
            holds = WRAPPED[block.kind].format(fragment)
            scope = re.sub(r"\bS\b", "here", holds)
            statements.append(f"effect {label} on placing roxy when {scope}: may draw 1")
        else:
            statements.append(f"to place T on S\nrequire {label}: {WRAPPED[block.kind].format(fragment)}")
    content, _ = content_with(words + "\n".join(statements) + "\n")
    # A fragment by itself may hold always, or never; everything else has to be in order.
    monkeypatch.setattr(load, "analyse", lambda _: [])
    assert Game.load("castle-field", content=content).module


@each("rules wrong")
def test_wrong_rules_on_a_page_are_told_what_the_page_says(block: Block) -> None:
    content, _ = content_with(block.text, folder=".")
    with pytest.raises(InputError) as raised:
        load_ruleset(content)
    assert str(raised.value) == after(block).text.rstrip("\n")


# ---- the page that adds a word


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project that is changed as the page says."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("engine", "rules", "terrains", "players", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for block in blocks("diff"):
        head, *lines = block.text.splitlines()
        path = folder / head.removeprefix("--- ")
        text = path.read_text(encoding="utf-8")
        old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
        assert text.count(old) == 1, f"{block}: {head} does not fit any more"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


PLAYED = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from test_docs import Content, Game, InputError, agree
try:
    game = Game.load("castle-field", content=Content((Path.cwd(),)))
    assert all(agree(game, seed) for seed in range(5))
    print("played")
except InputError as error:
    print(error)
"""


@each("rules contested", "rules contested wrong")
def test_the_page_that_adds_a_word_says_all_there_is_to_do(block: Block, copied: Path) -> None:
    content_with(block.text, folder=".")
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, str(ROOT / "tests")],
        env={**os.environ, "PYTHONPATH": str(copied / "engine")}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    wanted = after(block).text if block.kind.endswith("wrong") else "played\n"
    assert (done.stdout, done.stderr) == (wanted, "")


# ---- the worked examples


@pytest.mark.parametrize("name", [*FOLDERS, "first-steps"])
def test_the_scenarios_of_an_example_pass(name: str) -> None:
    folder = EXAMPLES / name
    report = verify(Content((folder,)), [str(folder / "features")])
    assert report.results
    assert report.is_fine, str(report)


@pytest.mark.parametrize("name", [*FOLDERS, "first-steps"])
def test_an_example_has_no_fault_and_no_warning(name: str) -> None:
    faults = check([EXAMPLES / name], Content(), ()).faults
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("name", [*FOLDERS, "first-steps"])
def test_both_evaluators_agree_on_an_example(name: str) -> None:
    content = Content((EXAMPLES / name,))
    terrains = [path.stem for path in (EXAMPLES / name).glob("terrains/*.yaml")] or ["castle-field"]
    variants = tuple(path.stem for path in (EXAMPLES / name).glob("rules/variants/*.rules"))
    for terrain in terrains:
        game = Game.load(terrain, content=content, variants=variants)
        assert all(agree(game, seed) for seed in range(3))


@pytest.mark.parametrize("name", FOLDERS)
def test_removing_any_statement_of_an_example_fails_a_scenario(name: str) -> None:
    folder = Path("docs/examples", name)
    for path in sorted(folder.glob("rules/**/*.rules")):
        text = path.read_text(encoding="utf-8")
        statements, _ = parse_rules(text, path.name)
        lines = text.split("\n")
        starts = [statement.span.line for statement in statements if not isinstance(statement, To)][1:]
        for start, statement in zip(starts, statements[1:], strict=True):
            kept = [line for at, line in enumerate(lines, 1) if not start <= at <= statement.span.end_line]
            path.write_text("\n".join(kept), encoding="utf-8")
            load_ruleset.cache_clear()
            report = verify(Content((folder,)), [str(folder / "features")])
            assert not report.is_fine, f"{path.name}:{start} is needed by no scenario"
        path.write_text(text, encoding="utf-8")
    load_ruleset.cache_clear()  # what is remembered was made of what is gone
