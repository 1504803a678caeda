"""The benchmarks run, and their statistics are right; what they measure is looked at by hand."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

import pytest

from documents_of import ROOT


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> ModuleType:
    """Return the benchmark a test asks for."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return import_module(request.param)


@pytest.mark.parametrize("bench", ["yardstick"], indirect=True)
def test_random_games_end_as_they_should(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["400", "3", "module"]) == 0
    assert capsys.readouterr().out.endswith("all within 4 standard errors\n")


@pytest.mark.parametrize("bench", ["yardstick"], indirect=True)
def test_games_that_end_otherwise_are_noticed(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bench.EXPECTED, "turns a game", 60.0)
    assert bench.main(["100", "3", "module"]) == 1


@pytest.mark.parametrize("bench", ["yardstick"], indirect=True)
def test_a_ratio_has_the_error_of_its_games(bench: ModuleType) -> None:
    assert bench.ratio([(1, 1), (3, 1)]) == (2.0, 1.0)
    found, error = bench.ratio([(2, 1), (4, 2), (6, 3)])
    assert (found, error) == (2.0, 0.0)


@pytest.mark.parametrize("bench", ["speed"], indirect=True)
def test_each_way_to_play_is_measured(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["1", "0.01"]) == 0
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[-3:]] == [
        "generated module", "everyday API, events", "tracing evaluator",
    ]  # fmt: skip


@pytest.mark.parametrize("bench", ["load"], indirect=True)
def test_a_command_is_timed(bench: ModuleType) -> None:
    assert bench.seconds([sys.executable, "-c", "pass"], {}) > 0


@pytest.mark.parametrize("bench", ["draw"], indirect=True)
def test_pictures_are_timed_and_take_less_than_the_limit(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["5", "7"]) == 0
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[1:]] == [
        "SVG of a state", "the first of a terrain", "SVG of a view", "SVG of a terrain", "PNG of it, 1200 pixels",
    ]  # fmt: skip


@pytest.mark.parametrize("bench", ["why"], indirect=True)
def test_explanations_are_timed(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["10", "7"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == ["why", "legal"]


@pytest.mark.parametrize("bench", ["watch"], indirect=True)
def test_each_kind_of_save_is_timed_and_first_answered_within_the_limit(
    bench: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(["1"]) == 0
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[-4:]] == [
        "a feature", "a terrain", "a special base", "another rule",
    ]  # fmt: skip


@pytest.mark.parametrize("bench", ["study"], indirect=True)
def test_studies_are_timed(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["40"]) == 0
    told = capsys.readouterr().out
    assert [line.split("  ")[1] for line in told.splitlines()[1:]] == [
        "playing and counting", "keeping them", "what they say", "text and page", "1 process", "2 processes", "handing out",
    ]  # fmt: skip


@pytest.mark.parametrize("bench", ["editor"], indirect=True)
def test_keystrokes_are_timed_in_files_of_three_hundred_lines(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["4"])
    found = [line[:24].rstrip() for line in capsys.readouterr().out.splitlines()[1:]]
    assert found == ["300 lines of .rules", "300 lines of .feature"]
