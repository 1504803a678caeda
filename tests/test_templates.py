"""Files to begin with: they have no fault, they never replace anything, and a bad name is told why."""

from __future__ import annotations

from pathlib import Path

import pytest

from toybattle.checking import check
from toybattle.cli import main
from toybattle.errors import InputError
from toybattle.resources import Content, shipped
from toybattle.ruleset.load import load_ruleset
from toybattle.spec import verify
from toybattle.templates import TEMPLATES, begun, begun_project


def here() -> Content:
    return Content((Path.cwd(),))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def texts() -> dict[str, str]:
    return {path.as_posix(): path.read_text(encoding="utf-8") for path in Path().rglob("*") if path.is_file()}


def assert_fine(folder: Path) -> int:
    """Fail unless the files of a folder pass `check` without a warning and `verify`; return the number of scenarios."""
    faults = check([folder], Content(), ()).faults
    assert not faults, "\n".join(map(str, faults))
    features = sorted(map(str, folder.rglob("*.feature")))
    report = verify(Content((folder.resolve(),)), features) if features else None
    assert report is None or report.is_fine, str(report)
    return len(report.results) if report else 0


def test_every_folder_of_templates_can_be_begun() -> None:
    assert {*TEMPLATES, "project"} == {path.name for path in shipped("templates").iterdir()}


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("name", ["lily-pond", "x2"])
def test_what_is_begun_has_no_fault_and_says_what_it_is(template: str, name: str) -> None:
    files = begun(template, name, Path(), here())
    assert all(name in file.name for file in files)
    assert not any("NAME" in text.replace("new terrain NAME", "") or "TITLE" in text for text in texts().values())
    assert all("#" in file.read_text(encoding="utf-8") for file in files), "a template is commented"
    assert assert_fine(Path()) == {"terrain": 0, "troop": 2, "special": 2, "variant": 1, "scenario": 2}[template]


def test_a_project_holds_one_of_everything_without_a_fault() -> None:
    begun_project(Path("mine"))
    for template in TEMPLATES:
        begun(template, f"my-{template}", Path("mine"), Content((Path("mine"),)))
    assert assert_fine(Path("mine")) == 8


@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_that_is_there_is_replaced_and_nothing_is_half_begun(template: str) -> None:
    begun(template, "pond", Path(), here())
    # One file of several is enough.
    (Path(next(iter(texts())))).write_text("mine\n", encoding="utf-8")
    before = texts()
    with pytest.raises(InputError):
        begun(template, "pond", Path(), here())
    assert texts() == before


def test_a_new_project_has_no_fault_either() -> None:
    begun_project(Path("mine"))
    assert assert_fine(Path("mine")) == 1


def test_a_project_replaces_nothing_either() -> None:
    Path("README.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"README\.md: there is a file already"):
        begun_project(Path())
    assert texts() == {"README.md": "mine\n"}


BAD = {
    ("special", "Lily Pond"): "Lily Pond: a name that cannot be one; expected small letters, digits and single hyphens between "
    "them, a letter first, 40 at most; did you mean 'lily-pond'?",
    ("terrain", "7up"): "7up: a name that cannot be one; expected small letters, digits and single hyphens between them, "
    "a letter first, 40 at most",
    ("scenario", "../up"): "../up: a name that cannot be one; expected small letters, digits and single hyphens between them, "
    "a letter first, 40 at most; did you mean 'up'?",
    ("scenario", ""): "the name: a name that cannot be one; expected small letters, digits and single hyphens between them, "
    "a letter first, 40 at most",
    ("special", "in"): """rules/in.rules:10:1: 'in' is a word of the language; expected another name for this special
    special in "In" [base-effect] cites "Who places a troop here may draw one.":
    ^""",
    ("special", "mute"): "rules/mute.rules:10:1: a second `special mute`; the first is rules/special-bases.rules:6:1; "
    """write `replace special mute` to put this in its place
    special mute "Mute" [base-effect] cites "Who places a troop here may draw one.":
    ^""",
    ("terrain", "castle-field"): "terrains/castle-field.yaml: the name is taken by 'terrains/castle-field.yaml'; "
    "expected another one",
    ("variant", "pin-mandatory"): "rules/variants/pin-mandatory.rules: the name is taken by "
    "'rules/variants/pin-mandatory.rules'; expected another one",
}


@pytest.mark.parametrize(("template", "name"), BAD, ids=lambda word: word or "empty")
def test_a_bad_name_is_refused_with_the_reason_and_nothing_is_written(template: str, name: str) -> None:
    with pytest.raises(InputError) as raised:
        begun(template, name, Path(), here())
    assert str(raised.value) == BAD[template, name]
    assert texts() == {}


def test_no_folder_is_made_by_misspelling_one() -> None:
    with pytest.raises(InputError, match="mien: no such folder; `toybattle new project DIR` makes one"):
        begun("terrain", "pond", Path("mien"), here())
    assert not Path("mien").exists()


def test_the_command_writes_into_the_content_and_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "project", "mine"]) == 0
    assert main(["new", "special", "well", "--content", "mine"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-5:] == [
        "wrote mine/features/well.feature",
        "wrote mine/rules/well.rules",
        "go on with:",
        "  toybattle check mine",
        "  toybattle verify --content mine mine/features/well.feature",
    ]
    for line in told:
        if line.startswith("  toybattle "):
            # Each command is a process of its own, which has read nothing yet.
            load_ruleset.cache_clear()
            assert main(line.split()[1:]) == 0, capsys.readouterr().err
    assert main(["new", "special", "well", "--content", "mine"]) == 1
