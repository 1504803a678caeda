"""`verify --watch`: files are really saved, and what follows comes in time."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from documents_of import ROOT
from toybattle.cli import main
from toybattle.cli.shared import MISUSED
from toybattle.resources import Content
from toybattle.spec.report import Report
from toybattle.watching import Standing, Update, watch

PATIENCE = 60.0
"""Seconds that an answer may take on a machine that does much else."""
EXAMPLE = ROOT / "docs" / "examples" / "first-steps"
OTHER = """\
Feature: Elsewhere

  @place-own-hq
  Scenario: One's own H.Q.
    Given the terrain "castle-field"
    And Blue's rack is Roxy
    Then Blue may not place Roxy on the Blue H.Q. because own-hq

  Scenario: No joker
    Given the terrain "castle-field"
    And the variant "meek"
    And Blue's rack is Kwak
    Then Blue may not draw because space
"""
MEEK = "language 1\n\nreplace zone rack holds 1 seen by owner cites turn-rack-limit\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a special base, its terrain, a variant, and scenarios of all these and of something else."""
    folder = tmp_path / "own"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("README.md"))
    (folder / "features" / "other.feature").write_text(OTHER, encoding="utf-8")
    (folder / "rules" / "variants").mkdir()
    (folder / "rules" / "variants" / "meek.rules").write_text(MEEK, encoding="utf-8")
    return folder


@pytest.fixture
def standing(folder: Path) -> Standing:
    """Return how the folder's own scenarios stand."""
    standing = Standing(Content((folder,)), (str(folder / "features"),), ())
    begun = standing.begun()
    assert (begun.ran, begun.report.passed, begun.report.failed) == (4, 4, 0)
    return standing


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path.resolve()


def ran(updates: Iterator[Update]) -> list[tuple[int, int]]:
    """Return for each update how many scenarios ran, and how many fail now."""
    return [(update.ran, update.report.failed) for update in updates]


def test_a_feature_touches_its_own_scenarios(standing: Standing, folder: Path) -> None:
    path = changed(folder / "features" / "well.feature", "Blue's rack is now Hook", "Blue's rack is now Kwak")
    assert ran(standing.after([path])) == [(2, 1)]
    path.unlink()
    assert ran(standing.after([path])) == [(0, 0)]
    assert len(standing.report.results) == 2


def test_a_terrain_touches_the_scenarios_on_it_and_is_drawn(standing: Standing, folder: Path) -> None:
    path = changed(folder / "terrains" / "attic.yaml", "The Attic", "The Loft")
    (update,) = standing.after([path])
    assert (update.ran, update.report.failed) == (2, 0)
    assert "The Loft (attic)" in update.boards[0]
    changed(path, "special: well", "special: wall")
    (update,) = standing.after([path])
    assert (update.ran, update.report.failed) == (2, 2)
    assert "did you mean 'well'?" in str(update)
    assert not update.boards


def test_a_special_base_touches_the_terrains_that_show_it(standing: Standing, folder: Path) -> None:
    path = changed(folder / "rules" / "well.rules", "draw number of my tops adjacent to here", "draw 1")
    assert [count for count, _ in ran(standing.after([path]))] == [2]


def test_a_variant_touches_the_scenarios_that_play_it(standing: Standing, folder: Path) -> None:
    path = changed(folder / "rules" / "variants" / "meek.rules", "holds 1", "holds 8")
    assert ran(standing.after([path])) == [(1, 1)]


def test_any_other_rule_touches_first_what_cites_or_names_it_and_then_all_others(standing: Standing, folder: Path) -> None:
    own = folder / "rules" / "own.rules"
    text = "language 1\n\nto place T on S\nexcept home cites place-own-hq: waive own-hq when T is roxy\n"
    own.write_text(text, encoding="utf-8")
    first, second = standing.after([own.resolve()])
    assert (first.ran, first.report.failed, first.is_last) == (1, 1, False)
    assert (second.ran, second.report.failed, second.is_last) == (3, 1, True)
    assert "ran 1 of 4" in str(first)
    assert "; the others follow" in str(first)


def test_a_remark_touches_nothing(standing: Standing, folder: Path) -> None:
    path = changed(folder / "rules" / "well.rules", "language 1\n", "language 1\n# water\n")
    assert ran(standing.after([path])) == [(0, 0)]


def test_what_was_saved_while_the_rules_had_faults_is_run_once_they_have_none(standing: Standing, folder: Path) -> None:
    rules = folder / "rules" / "well.rules"
    before = rules.read_text(encoding="utf-8")
    rules.write_text(before[:-20], encoding="utf-8")
    (update,) = standing.after([rules.resolve()])
    assert update.report == Report((), update.report.faults)
    assert "well.rules:" in str(update.report.faults[0])
    feature = changed(folder / "features" / "other.feature", "because own-hq", "because gate")
    (update,) = standing.after([feature])
    assert update.report.faults
    rules.write_text(before, encoding="utf-8")
    assert ran(standing.after([rules.resolve()])) == [(2, 1)]


def test_a_file_is_read_when_it_has_been_written_to_its_end(folder: Path) -> None:
    """A file that still changes between two looks is not yet read."""
    path = folder / "features" / "well.feature"
    whole = path.read_text(encoding="utf-8") + "# more\n"
    steps: list[Callable[[], object]] = [
        lambda: path.write_text("Fea", encoding="utf-8"),
        lambda: path.write_text(whole[:90], encoding="utf-8"),
        lambda: path.write_text(whole, encoding="utf-8"),
        lambda: None,
    ]
    shown: list[Update] = []

    def pause(_: float) -> None:
        if not steps:
            raise KeyboardInterrupt
        steps.pop(0)()

    with pytest.raises(KeyboardInterrupt):
        watch(Content((folder,)), [str(path)], (), lambda update, _: shown.append(update), pause)
    assert [(update.ran, update.report.failed, update.report.faults) for update in shown] == [(2, 0, ()), (2, 0, ())]


# ---- as a command


@pytest.fixture
def watching(folder: Path) -> Iterator[Callable[[], dict[str, Any]]]:
    """Watch the folder, and return what gives the next update, which must come in time."""
    page = folder / "book.html"
    command = [sys.executable, "-m", "toybattle.cli", "verify", str(folder / "features"), "--watch", "--html", str(page)]
    command += ["--content", str(folder), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout
        assert process.stderr
        lines: Queue[str] = Queue()
        reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout or ()], daemon=True)
        reader.start()
        try:
            yield lambda: dict(json.loads(lines.get(timeout=PATIENCE)))
        finally:
            process.send_signal(signal.SIGINT)
            try:
                assert process.wait(PATIENCE) == 0
            finally:
                process.kill()
            reader.join(PATIENCE)
            assert process.stderr.read() == ""


def test_every_save_is_answered_and_the_page_is_written_anew(folder: Path, watching: Callable[[], dict[str, Any]]) -> None:
    page, feature, rules = folder / "book.html", folder / "features" / "well.feature", folder / "rules" / "well.rules"
    assert watching()["passed"] == 4
    assert 'class="scenario find bad"' not in page.read_text(encoding="utf-8")
    changed(feature, "Blue's rack is now Hook", "Blue's rack is now Kwak")
    answer = watching()
    assert [Path(name).name for name in answer["saved"]] == ["well.feature"]
    assert (answer["ran"], answer["passed"], answer["failed"]) == (2, 3, 1)
    assert "the engine says" in page.read_text(encoding="utf-8")
    whole = rules.read_text(encoding="utf-8")
    rules.write_text(whole[:60], encoding="utf-8")
    answer = watching()
    assert "well.rules:" in answer["faults"][0]["place"]
    assert "the engine says" in page.read_text(encoding="utf-8")
    rules.write_text(whole, encoding="utf-8")
    changed(feature, "Blue's rack is now Kwak", "Blue's rack is now Hook")
    while (answer := watching())["failed"] or answer["faults"]:
        pass
    assert answer["passed"] == 4
    assert 'class="scenario find bad"' not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "options", [["--html", "x.html"], ["--watch", "--messages", "x.ndjson"], ["nowhere", "--watch"]], ids=" ".join
)
def test_what_cannot_be_watched_is_misuse(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *options]) == MISUSED
    assert capsys.readouterr().err
