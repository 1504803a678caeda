"""How sure numbers are, held against known values and against chance itself."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from toybattle.study.intervals import mean, means_differ, quantiles, ratio, share, shares_differ


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (15, 148, 0.0624, 0.1605)],
)
def test_shares_have_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert (found.value, found.low, found.high) == pytest.approx((count / of, low, high), abs=5e-5)


@pytest.mark.parametrize("p", [0.02, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("of", [40, 300])
def test_intervals_of_shares_hold_about_as_often_as_they_say(p: float, of: int) -> None:
    held = sum(comb(of, n) * p**n * (1 - p) ** (of - n) for n in range(of + 1) if not share(n, of).excludes(p))
    assert 0.92 < held < 0.99


def test_a_mean_has_the_normal_interval() -> None:
    found = mean(np.array([1, 2, 3, 4, 5]))
    assert (found.value, found.low, found.high) == pytest.approx(
        (3, 3 - 1.959964 * (2.5 / 5) ** 0.5, 3 + 1.959964 * (2.5 / 5) ** 0.5)
    )
    assert mean(np.array([1])).value is None


def test_a_ratio_is_that_of_the_sums() -> None:
    found = ratio(np.array([10, 30]), np.array([1, 5]))
    assert found.value == pytest.approx(40 / 6)
    assert ratio(np.array([3, 6, 9]), np.array([1, 2, 3])).margin == pytest.approx(0)


def test_pairs_of_shares_have_agresti_and_mins_interval() -> None:
    # 20 pairs: 6 gained, 2 lost. (6 - 2) / 22, and the variance of that with half a pair more in each of four cells.
    first, second = np.array([0] * 6 + [1] * 2 + [1] * 12), np.array([1] * 6 + [0] * 2 + [1] * 12)
    found = shares_differ(first, second)
    middle, spread = 4 / 22, ((9 / 22 - (4 / 22) ** 2) / 22) ** 0.5
    assert found.estimate.value == pytest.approx(4 / 20)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((middle - 1.959964 * spread, middle + 1.959964 * spread))
    assert found.detectable == pytest.approx((1.959964 + 0.841621) * spread)


def test_no_pair_that_differs_is_no_proof_of_equality() -> None:
    same = np.zeros(100, dtype=bool)
    found = shares_differ(same, same)
    assert not found.is_found
    assert found.estimate.low < 0 < found.estimate.high
    assert 0.01 < found.detectable < 0.05


def test_differences_are_found_as_seldom_and_as_often_as_is_said() -> None:
    chance = np.random.default_rng(3)
    false = found = 0
    for _ in range(400):
        before = chance.random((2, 500))
        false += shares_differ(before[0] < 0.5, before[1] < 0.5).is_found
        detectable = shares_differ(before[0] < 0.5, before[1] < 0.5).detectable
        found += shares_differ(before[0] < 0.5, before[1] < 0.5 + detectable).is_found
    assert 4 <= false <= 36, "one in twenty"
    assert 292 <= found <= 348, "four in five"


def test_means_of_the_same_games_are_compared_game_by_game() -> None:
    chance = np.random.default_rng(3)
    first = chance.integers(0, 100, 200)
    second = first + chance.integers(0, 3, 200)
    paired, apart = means_differ(first, second), means_differ(first, chance.permutation(second))
    assert paired.is_found
    assert paired.estimate.margin < apart.estimate.margin / 10
    assert paired.estimate.value == pytest.approx(float((second - first).mean()))


def test_quantiles_are_numbers_that_occurred() -> None:
    assert quantiles(np.array([5, 1, 4, 2, 3]), (0.05, 0.5, 0.95)) == (1, 3, 5)
    assert quantiles(np.array([1, 2, 3, 4]), (0.25, 0.5, 0.75)) == (1, 2, 3)
    assert quantiles(np.array([]), (0.5,)) == ()
