"""Under rules that nobody would write, both evaluators play the same game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rule_maker
from rule_maker import assert_played_alike, game_of, main

AT_ONCE = 5


@pytest.mark.parametrize("first", [*range(0, 25, AT_ONCE), 339, 559, 590])  # soak runs found faults at the last
def test_the_evaluators_agree_under_random_rules(first: int, tmp_path: Path) -> None:
    games = [game_of(seed, tmp_path) for seed in range(first, first + AT_ONCE)]
    assert sum(game is not None for game in games) > AT_ONCE / 2, "most random rules are rules"
    for game in games:
        if game:
            assert_played_alike(game, Random(first), 18)


def test_the_same_seed_makes_the_same_rules(tmp_path: Path) -> None:
    one, other = (game_of(1, tmp_path / name) for name in ("one", "other"))
    assert one
    assert other
    assert one.digest == other.digest


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Make soak runs of a few moves."""
    monkeypatch.setattr(rule_maker, "GAMES", 1)
    monkeypatch.setattr(rule_maker, "MOVES", 3)
    return monkeypatch


@pytest.mark.usefixtures("short")
def test_a_soak_run_counts_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["1", "3"]) == 0
    assert capsys.readouterr().out == "2 rulesets, 0 refused, 0 played differently: []\n"


def test_a_soak_run_names_the_seeds_under_which_play_differs(
    short: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def differ(*_: object) -> None:
        raise AssertionError

    short.setattr(rule_maker, "assert_played_alike", differ)
    assert main(["1", "3"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 rulesets, 0 refused, 2 played differently: [1, 2]"
