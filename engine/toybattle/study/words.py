"""How a report says numbers and verdicts, the same on a terminal and on a page."""

from __future__ import annotations

from toybattle.study.findings import Comparison, Measure, Of, Reading, advantage_seen
from toybattle.study.intervals import Estimate
from toybattle.study.plan import Plan

METHOD = (
    "Intervals hold what they estimate 95 times in 100: Wilson's for shares, the normal one for means.",
    "A difference “would have been seen” if it had been found four times in five.",
    "“Dealt more” compares games in which chance dealt one player more of a kind, so what is found there is a cause.",
    "“Placed more”, “used more” and the like are associations: good players place what is good, "
    "and who lives longer places more of everything.",
    "Of the marks for what is off even, one in twenty is to be expected from chance alone.",
    "Comparisons play games of the same numbers from the same seeds, and each is sure at 95 % for all its lines together: "
    "Agresti and Min's interval for pairs of shares, the normal one for means of differences.",
)


def percent(share: float | None) -> str:
    """Return a share as people write it.

    >>> percent(0.1234), percent(None)
    ('12.3 %', '–')
    """
    return "–" if share is None else f"{100 * share:.1f} %"


def number(value: float | None) -> str:
    """Return a number with as many places as it is good for.

    >>> number(3.14159), number(42.3), number(1234.5), number(-0.001)
    ('3.14', '42.3', '1,234', '0.00')
    """
    if value is None:
        return "–"
    places = 0 if abs(value) >= 1000 else 1 if abs(value) >= 10 else 2
    return f"{round(value, places) + 0.0:,.{places}f}"


def between(estimate: Estimate, is_share: bool) -> str:
    """Return an interval, or nothing where there is no number."""
    if estimate.value is None:
        return ""
    low, high = estimate.low, estimate.high
    return f"{100 * low:.1f}–{100 * high:.1f}" if is_share else f"{number(low)}–{number(high)}"


def players(plan: Plan) -> str:
    """Return who plays whom."""
    return " against ".join(plan.players)


def of_shard(plan: Plan) -> str:
    """Return that a report is of a shard alone, or nothing."""
    number_, of = plan.shard
    return f"; this tells of shard {number_} of {of} alone" if of > 1 else ""


def counted(games: int) -> str:
    """Return a number of games."""
    return f"{games:,} game{'s' * (games != 1)}"


def advantage(estimate: Estimate, whose: str) -> str:
    """Return whether a share of wins is off even."""
    if estimate.value is None:
        return "no game was finished"
    if estimate.excludes(0.5):
        side = "an advantage" if estimate.value > 0.5 else "a disadvantage"
        least, most = sorted((100 * abs(estimate.low - 0.5), 100 * abs(estimate.high - 0.5)))
        return f"{side} for {whose}, of {least:.1f} to {most:.1f} points"
    seen = 100 * advantage_seen(estimate.games)
    return f"no advantage found in {counted(estimate.games)}; one of more than {seen:.1f} points would have been seen"


def verdict(measure: Measure) -> str:
    """Return whether two arms differ in a number."""
    difference = measure.difference
    estimate, is_share = difference.estimate, measure.unit == "share"
    if estimate.value is None:
        return "no games to compare"
    if estimate.low == estimate.high == 0:
        return "the same in every game"
    scale, unit = (100, " points") if is_share else (1, "")
    if difference.is_found:
        least, most = sorted((scale * abs(estimate.low), scale * abs(estimate.high)))
        return f"{'more' if estimate.value > 0 else 'less'}, by {number(least)} to {number(most)}{unit}"
    return f"no difference found; one of more than {number(scale * difference.detectable)}{unit} would have been seen"


def amount(measure: Measure, value: float | None) -> str:
    """Return a number of a comparison in its unit."""
    return percent(value) if measure.unit == "share" else number(value)


def found_in(comparison: Comparison) -> str:
    """Return in a sentence in what two arms differ."""
    if comparison.is_same:
        return f"All of the {counted(comparison.games)} are the same."
    found = [measure.name for measure in comparison.measures if measure.difference.is_found]
    return f"Different: {', '.join(found)}." if found else f"No difference found in {counted(comparison.games)}."


def mattered(reading: Reading) -> str:
    """Return how often a ruling mattered, in a sentence."""
    if reading.changed.value == 0:
        most = percent(reading.changed.high)
        return f"never in {counted(reading.changed.games)}; at most in {most} of them"
    return f"{percent(reading.changed.value)} of the games went otherwise, {percent(reading.decided.value)} ended otherwise"


def length(of: Of) -> str:
    """Return how long games are."""
    if not of.turns_at:
        return "no game was finished"
    least, low, middle, high, most = of.turns_at
    return f"half of the games {low} to {high} turns around {middle}, nine in ten {least} to {most}"
