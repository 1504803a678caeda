"""A study's report for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toybattle.study.findings import Comparison, Effect, Findings, Of, Reading
from toybattle.study.intervals import Estimate
from toybattle.study.words import (
    METHOD,
    advantage,
    amount,
    between,
    counted,
    found_in,
    length,
    mattered,
    number,
    of_shard,
    percent,
    players,
    verdict,
)


def text_of(findings: Findings) -> str:
    """Return the report as lines of text."""
    plan = findings.plan
    lines = [f"{counted(plan.games)} each, {players(plan)}, seed {plan.seed}{of_shard(plan)}"]
    for of in findings.of:
        lines += ["", *_of(of)]
    for comparison in findings.comparisons:
        lines += ["", *_comparison(comparison)]
    if findings.readings:
        lines += ["", *_readings(findings.readings)]
    return "\n".join([*lines, "", *METHOD]) + "\n"


def _share(estimate: Estimate) -> str:
    return f"{percent(estimate.value):>8}  {between(estimate, True):>11}"


def _mean(estimate: Estimate) -> str:
    return f"{number(estimate.value):>6}  {between(estimate, False):>11}"


def _of(of: Of) -> Iterator[str]:
    yield f"{of.terrain}{' under ' + ', '.join(of.variants) if of.variants else ''}: {counted(of.games)}"
    wins = [("won by who began", of.first, "who begins"), ("won by Blue", of.blue, "Blue")]
    if of.player:
        wins.append((f"won by {of.players[0]}", of.player, of.players[0]))
    yield ""
    for name, estimate, whose in wins:
        yield f"  {name:<22}{_share(estimate)}   {advantage(estimate, whose)}"
    yield from (f"  {f'ended by {ending}' if estimate is not of.endings[-1][1] else ending:<22}{_share(estimate)}"
                for ending, estimate in of.endings)  # fmt: skip
    yield f"  {'winner once behind':<22}{_share(of.comebacks)}"
    yield f"  {'won by first medals':<22}{_share(of.took_first)}"
    yield f"  {'turns':<24}{_mean(of.turns)}   {length(of)}"
    yield f"  {'decisions':<24}{_mean(of.decisions)}"
    yield f"  {'moves to choose from':<24}{_mean(of.options)}"
    yield f"  {'changes of lead':<24}{_mean(of.lead_changes)}"
    yield ""
    rows = [
        (troop.name, number(troop.placed.value), _used(troop.effect), _worth(troop.dealt), _worth(troop.more))
        for troop in of.troops
    ]
    yield from _table(("troop", "a game", "effect used", "dealt more: won", "placed more: won"), rows)
    yield f"  who placed more troops of any kind won{_share(of.busier)}"
    yield ""
    if of.specials:
        rows = [
            (kind.name, number(kind.placed.value), _used(kind.effect), _worth(kind.more), ", ".join(kind.slots))
            for kind in of.specials
        ]
        yield from _table(("special base", "a game", "effect used", "used more: won", "slots"), rows)
        yield ""
    rows = [
        (region.id, str(region.medals), percent(region.blue.value), percent(region.red.value), _worth(region.won))
        for region in of.regions
    ]
    yield from _table(("region", "medals", "Blue takes", "Red takes", "who takes it: won"), rows)


def _used(effect: Effect | None) -> str:
    return percent(effect.applied.value) if effect else ""


def _worth(estimate: Estimate) -> str:
    """Return how often somebody won, marked where that is off even."""
    if estimate.value is None:
        return "–"
    mark = ("+" if estimate.value > 0.5 else "-") if estimate.excludes(0.5) else " "
    return f"{percent(estimate.value)} ({between(estimate, True)}) {mark}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    for row in (heads, *rows):
        cells = [cell.ljust(width) if i == 0 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        yield f"  {'   '.join(cells)}".rstrip()


def _comparison(comparison: Comparison) -> Iterator[str]:
    yield f"{comparison.second} against {comparison.first}: {found_in(comparison)}"
    if comparison.is_same:
        return
    yield ""
    rows = [
        (measure.name, amount(measure, measure.first), amount(measure, measure.second), verdict(measure))
        for measure in comparison.measures
    ]
    heads = ("", comparison.first, comparison.second)
    widths = [max(len(row[i]) for row in ((*heads, ""), *rows)) for i in range(3)]
    for name, first, second, said in ((*heads, ""), *rows):
        yield f"  {name:<{widths[0]}}   {first:>{widths[1]}}   {second:>{widths[2]}}   {said}".rstrip()


def _readings(readings: Sequence[Reading]) -> Iterator[str]:
    yield "Rulings in dispute: the same games under the other reading"
    yield ""
    rows = [(reading.arm, reading.citation, mattered(reading)) for reading in readings]
    widths = [max(len(row[i]) for row in rows) for i in (0, 1)]
    for arm, citation, said in rows:
        yield f"  {arm:<{widths[0]}}   {citation:<{widths[1]}}   {said}"
