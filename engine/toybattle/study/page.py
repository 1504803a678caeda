"""A study's report as one page that needs no network: plots, tables and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from toybattle.study import words
from toybattle.study.findings import UNFINISHED, Comparison, Effect, Findings, Of, Reading
from toybattle.study.intervals import Estimate
from toybattle.study.plots import board, columns, differing, reach, stacked, whisker
from toybattle.study.store import Store
from toybattle.study.style import STYLE
from toybattle.study.words import between, counted, number, percent

_HUES = 5


def page(findings: Findings, store: Store) -> str:
    """Return the report as HTML."""
    plan = findings.plan
    names = list(dict.fromkeys(of.terrain for of in findings.of))
    title = escape(", ".join(names) if len(names) < 4 else f"{len(names)} terrains")
    played = f"{counted(plan.games)} of each, {escape(words.players(plan))}, seed {plan.seed}"
    legends = {arm.name: store.legend(arm) for arm in plan.arms}
    parts = [
        f'<h1>{title}</h1><p class="lead">{played}, broken off after {plan.turn_limit} turns{words.of_shard(plan)}.</p>',
        f"<p><code>{escape(plan.command())}</code></p>",
        *(_overview(findings.of) if len(findings.of) > 1 else ()),
        *(part for of in findings.of for part in _section(of, board(legends[of.name], of.bases, of.regions))),
        *(_comparisons(findings.comparisons) if findings.comparisons else ()),
        *(_readings(findings.readings) if findings.readings else ()),
        '<h2 id="method">How to read this</h2><ul class="note">',
        *(f"<li>{escape(line)}</li>" for line in words.METHOD),
        "</ul>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title} · balance</title><style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


# ---- pieces


def _card(heading: str, *parts: str, css: str = "") -> str:
    return f'<div class="card {css}"><h3>{heading}</h3>{"".join(parts)}</div>'


def _big(value: str, beside: str) -> str:
    return f'<div class="big">{value} <small>{beside}</small></div>'


def _said(text: str) -> str:
    """Return a clause as a sentence of its own."""
    return f"<p>{escape(text[:1].upper() + text[1:])}.</p>"


def _small(text: str) -> str:
    return f'<span class="small">{text}</span>'


def _heading(of: Of) -> str:
    return escape(of.terrain) + "".join(f'<span class="chip">{escape(variant)}</span>' for variant in of.variants)


def _estimate(estimate: Estimate, is_share: bool = True) -> str:
    value = percent(estimate.value) if is_share else number(estimate.value)
    return f"{value} {_small(between(estimate, is_share))}"


def _axis(*ends: str) -> str:
    return f'<div class="axis">{"".join(f"<span>{end}</span>" for end in ends)}</div>'


def _wins(wide: float) -> str:
    """Return the axis of a share of wins."""
    return _axis(*(f"{100 * end:.0f} %" for end in (0.5 - wide, 0.5, 0.5 + wide)))


def _table(heads: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; each head comes with the class of its column."""
    head = "".join(f'<th class="{css}">{said}</th>' for css, said in heads)
    lines = ("".join(f'<td class="{css}">{cell}</td>' for (css, _), cell in zip(heads, row, strict=True)) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _key(entries: Sequence[tuple[str, str]]) -> str:
    return f'<ul class="key">{"".join(f"<li><i class={css}></i>{said}</li>" for css, said in entries)}</ul>'


def _hues(of: Of) -> list[tuple[str, str]]:
    """Return for each ending the class that paints it, and its words."""
    return [("e0" if name == UNFINISHED else f"e{1 + i % _HUES}", escape(name)) for i, (name, _) in enumerate(of.endings)]


def _endings(of: Of) -> str:
    return stacked([(css, name, share.value or 0.0) for (css, name), (_, share) in zip(_hues(of), of.endings, strict=True)])


_BECAME = (("e1", "applied"), ("e2", "declined"), ("e0", "nothing it could do"))


def _became(effect: Effect | None) -> str:
    if effect is None:
        return _small("no effect")
    shares = (effect.applied, effect.declined, effect.idle)
    return stacked([(css, said, share.value or 0.0) for (css, said), share in zip(_BECAME, shares, strict=True)])


# ---- all arms


def _anchor(name: str) -> str:
    return escape(name.replace("+", "_"))


def _overview(all_of: Sequence[Of]) -> Iterator[str]:
    links = [f'<a href="#{_anchor(of.name)}">{_heading(of)}</a>' for of in all_of]
    yield f"<nav>{''.join(links)}</nav>"
    wide = reach([estimate for of in all_of for estimate in (of.first, of.blue)])
    rows = []
    for of, link in zip(all_of, links, strict=True):
        shares = [cell for estimate in (of.first, of.blue) for cell in (whisker(estimate, wide), percent(estimate.value))]
        rows.append((link, *shares, _endings(of), number(of.turns.value)))
    plots = [head for said in ("who begins", "Blue") for head in (("plot", f"{said} wins{_wins(wide)}"), ("wide", ""))]
    heads = (("", ""), *plots, ("bar", "endings"), ("", "turns"))
    yield _card("At a glance", _table(heads, rows), _key(_hues(all_of[0])))


# ---- one arm


def _section(of: Of, drawn: str) -> Iterator[str]:
    yield f'<h2 id="{_anchor(of.name)}">{_heading(of)}</h2><div class="cards">'
    wins = [("Who begins", of.first, "who begins"), ("Blue", of.blue, "Blue")]
    if of.player:
        wins.append((escape(of.players[0]), of.player, of.players[0]))
    wide = reach([estimate for _, estimate, _ in wins])
    for who, estimate, whose in wins:
        share = _big(percent(estimate.value), between(estimate, True))
        yield _card(f"{who} wins", share, whisker(estimate, wide), _wins(wide), _said(words.advantage(estimate, whose)))
    yield '</div><div class="cards">'
    shares = (f'<b>{percent(share.value)}</b> <span class="muted">{between(share, True)}</span>' for _, share in of.endings)
    key = [(css, f"{name} {share}") for (css, name), share in zip(_hues(of), shares, strict=True)]
    yield _card("How games end", _endings(of), _key(key), css="tall")
    yield _card(
        "Length",
        _big(number(of.turns.value), f"turns, both players’ together; {between(of.turns, False)}"),
        columns(of.lengths, "turns", of.turns_at[1:4:2]),
        _said(words.length(of)),
        f"<p>{number(of.decisions.value)} decisions a game, {number(of.options.value)} legal moves each.</p>",
    )
    yield _card(
        "Comebacks",
        _big(percent(of.comebacks.value), between(of.comebacks, True)),
        "<p>of the games were won by a player who had once been behind in medals.</p>",
        columns(of.deficits, "medals behind"),
        '<p class="note">Games by how many medals the winner was behind at worst. '
        f"Who took the first medals won {percent(of.took_first.value)} ({between(of.took_first, True)}); "
        f"the lead changed {number(of.lead_changes.value)} times a game.</p>",
    )
    yield "</div>"
    tables = f"{_regions(of)}{_specials(of) if of.specials else ''}"
    figure = f"<figure>{drawn}<figcaption>{_CAPTION}</figcaption></figure>"
    yield _card("The map", f'<div class="map">{figure}<div>{tables}</div></div>', _bases(of))
    yield _troops(of)


_CAPTION = (
    "In each base, how many troops it gets in a game, both players’ together; a dotted rim is a special base. "
    "In each region its medals, and around them how often Blue (to the left) and Red (to the right) takes them."
)


def _regions(of: Of) -> str:
    wide = reach([region.won for region in of.regions])
    rows = []
    for region in of.regions:
        blue, red = region.blue.value or 0.0, region.red.value or 0.0
        bar = stacked([("blue", "Blue", blue), ("e0", "nobody", max(0.0, 1 - blue - red)), ("red", "Red", red)])
        rows.append((
            escape(region.id), str(region.medals), bar + _small(f"{percent(blue)} · {percent(red)}"), whisker(region.won, wide),
        ))  # fmt: skip
    takes = ("plot", f"who takes it wins{_wins(wide)}")
    return _table((("", "region"), ("", "medals"), ("bar", "Blue · nobody · Red"), takes), rows)


def _specials(of: Of) -> str:
    wide = reach([kind.more for kind in of.specials])
    rows = [
        (
            f"{escape(kind.name)}<br>{_small(escape(', '.join(kind.slots)))}", number(kind.placed.value), _became(kind.effect),
            whisker(kind.more, wide),
        ) for kind in of.specials
    ]  # fmt: skip
    uses = ("plot", f"who uses it more wins{_wins(wide)}")
    table = _table((("words", "special base"), ("", "a game"), ("bar", "effect"), uses), rows)
    return f'<h3 class="next">Special bases</h3>{table}{_key(_BECAME)}'


def _bases(of: Of) -> str:
    wide = reach([base.more for base in of.bases])
    rows = [
        (
            escape(base.id), escape(base.special or ""), _estimate(base.placed, False), percent(base.used.value),
            whisker(base.more, wide),
        ) for base in of.bases
    ]  # fmt: skip
    places = ("plot", f"who places more there wins{_wins(wide)}")
    table = _table((("", "base"), ("", "special"), ("", "troops a game"), ("", "games with it"), places), rows)
    return f"<details><summary>Base by base</summary>{table}</details>"


def _troops(of: Of) -> str:
    dealt, more = (reach([getattr(troop, name) for troop in of.troops]) for name in ("dealt", "more"))
    rows = [
        (
            f'<span class="strength">{"★" if troop.strength is None else troop.strength}</span>{escape(troop.name)}',
            number(troop.placed.value), _became(troop.effect), whisker(troop.dealt, dealt), percent(troop.dealt.value),
            whisker(troop.more, more, of.busier.value), percent(troop.more.value),
        ) for troop in of.troops
    ]  # fmt: skip
    heads = (
        ("", "troop"), ("", "a game"), ("bar", "effect"), ("plot", f"who is dealt more of it wins{_wins(dealt)}"), ("wide", ""),
        ("plot", f"who places more of it wins{_wins(more)}"), ("wide", ""),
    )  # fmt: skip
    note = (
        '<p class="note">Dealt: chance decided, so an interval off even is what the troop is worth. Placed: an association; '
        f"the dashed line is what placing more troops of any kind goes with, {percent(of.busier.value)}.</p>"
    )
    return _card("Troops", _table(heads, rows), _key(_BECAME), note)


# ---- arms against each other


def _comparisons(comparisons: Sequence[Comparison]) -> Iterator[str]:
    yield '<h2 id="compared">Compared</h2>'
    for comparison in comparisons:
        table = "" if comparison.is_same else _compared(comparison)
        found = f"<p>{escape(words.found_in(comparison))}</p>"
        yield _card(f"{escape(comparison.second)} against {escape(comparison.first)}", found, table, css="compared")


def _compared(comparison: Comparison) -> str:
    estimates = [measure.difference.estimate for measure in comparison.measures if measure.unit == "share"]
    wide = reach([Estimate(e.value + 0.5, e.low + 0.5, e.high + 0.5, e.games) for e in estimates if e.value is not None])
    rows = []
    for measure in comparison.measures:
        is_found = measure.difference.is_found
        drawn = differing(measure.difference.estimate, wide, is_found) if measure.unit == "share" else ""
        said = escape(words.verdict(measure))
        numbers = (words.amount(measure, value) for value in (measure.first, measure.second))
        rows.append(
            (escape(measure.name), *numbers, drawn, f"<b>{said}</b>" if is_found else f'<span class="muted">{said}</span>')
        )
    axis = _axis(f"−{100 * wide:.0f}", "0", f"+{100 * wide:.0f}")
    names = (("", escape(name)) for name in (comparison.first, comparison.second))
    return _table((("", ""), *names, ("plot", f"difference in points{axis}"), ("words", "")), rows)


def _readings(readings: Sequence[Reading]) -> Iterator[str]:
    yield '<h2 id="rulings">Rulings in dispute</h2><p class="lead">The same deals, the same players and the same chance, once '
    yield "under each reading: a game went otherwise if anything that is noted of it differs.</p>"
    rows = [
        (
            f"{escape(reading.citation)}<br>{_small(escape(reading.arm))}",
            f'{escape(reading.statement)}<br><span class="muted">Or: {escape(reading.alternative)}</span>',
            _estimate(reading.changed), _estimate(reading.decided),
        ) for reading in readings
    ]  # fmt: skip
    heads = (("", "ruling"), ("words", ""), ("", "went otherwise"), ("", "ended otherwise"))
    yield f'<div class="card">{_table(heads, rows)}</div>'
