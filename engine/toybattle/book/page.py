"""The page as a whole: one file that needs nothing else, not even a network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from types import MappingProxyType

from toybattle.book.html import Html, anchor, element, joined, link
from toybattle.book.notes import Notes
from toybattle.book.rules import Rules, topic_id
from toybattle.book.scenarios import counted, id_of, sections
from toybattle.draw import FIGURE_STYLE, PATTERNS, figure
from toybattle.errors import listed
from toybattle.game import Game
from toybattle.resources import Content
from toybattle.ruleset.load import load_ruleset
from toybattle.ruleset.rulebook import INTRODUCTION, topics
from toybattle.spec import Report
from toybattle.spec.lookup import Answer, everything

_SEARCH = (
    '<search><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false" '
    'placeholder="rule, id, troop, scenario" aria-keyshortcuts="/"><p id="found" role="status"></p></search>'
)
NO_NOTES: Notes = MappingProxyType({})


def page(content: Content, variants: Sequence[str], report: Report, notes: Notes = NO_NOTES) -> str:
    """Return the living rulebook: the rules of a content under variants, and what became of their scenarios.

    Raises InputError if the rules have faults.
    """
    style, script = _beside("page.css") + FIGURE_STYLE, _beside("page.js")
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><meta name="color-scheme" content="light dark">'
        f"<title>Living rulebook</title><style>{style}</style>"
    )
    body = joined(_body(content, tuple(variants), report, notes))
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>{body}<script>{script}</script></body></html>\n'


def _beside(name: str) -> str:
    return files("toybattle.book").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return how a content security policy names a style or a script: no other one is obeyed."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _body(content: Content, variants: tuple[str, ...], report: Report, notes: Notes) -> Iterator[Html]:
    answer, parts = everything(content, variants), list(topics(load_ruleset(content, variants)))
    rules = Rules(answer, report, notes)
    shown = [
        *((part.title, rules.topic(part)) for part in parts),
        ("Terrains", _part("terrains", "Terrains", _terrains(content, variants))),
        ("Scenarios", _part("scenarios", "Scenarios", sections(report.results))),
        ("What it rests on", _part("sources", "What it rests on", rules.citations(answer.citations))),
    ]
    ids = [*(topic_id(part) for part in parts), "terrains", "scenarios", "sources"]
    contents = (element("li", link(to, title)) for to, (title, _) in zip(ids, shown, strict=True))
    # Patterns that lie in what is hidden would paint nothing.
    yield Html(f'<svg width="0" height="0" class="toybattle patterns" aria-hidden="true">{PATTERNS}</svg>')
    yield element("a", "Skip to the rules", href="#rules", class_="skip")
    yield element("nav", Html(_SEARCH), element("ol", *contents), aria_label="Contents")
    yield element("main", _opening(answer, report, variants), *(part for _, part in shown), id="rules")


def _part(id_: str, title: str, parts: Iterable[Html]) -> Html:
    return element("section", element("h2", title), *parts, id=id_, class_="part")


def _opening(answer: Answer, report: Report, variants: Sequence[str]) -> Html:
    """Return the title, how things stand, and what the statements take for granted."""
    unsettled = sum(source.status != "settled" for source in answer.citations)
    counts = [
        f"{len(answer.statements)} statements", f"{len(answer.citations)} citations, {unsettled} of them disputed or open",
        counted(report.results),
    ]  # fmt: skip
    told = {fault for result in report.results for fault in result.faults}
    failing = [result for result in report.results if not result.has_passed]
    items = (element("li", link(id_of(result), result.scenario.name, class_="bad")) for result in failing)
    return element(
        "header",
        element("h1", "Living rulebook"),
        element("p", " · ".join(counts), class_="counts"),
        element("p", f"Played with {' and '.join(variants)}.") if variants else "",
        element("ul", *items, class_="failing") if failing else "",
        *(element("pre", str(fault), class_="failure", tabindex="0") for fault in report.faults if fault not in told),
        element("p", " ".join(INTRODUCTION), class_="introduction"),
    )


def _terrains(content: Content, variants: tuple[str, ...]) -> Iterator[Html]:
    """Yield every terrain with its picture."""
    for name in dict.fromkeys(path.stem for path in content.files("terrains", "*.yaml")):
        game = Game.load(name, variants=variants, content=content)
        terrain = game.terrain
        bases = sum(not slot.is_hq for slot in terrain.slots)
        medals = sum(region.medals for region in terrain.regions)
        blue, red = terrain.objective
        wins = f"{blue} medals win" if blue == red else f"Blue wins with {blue} medals, Red with {red}"
        facts = f"{bases} bases, {len(terrain.regions)} regions with {medals} medals; {wins}."
        heading = element(
            "h3", link(anchor("terrain", terrain.id), terrain.name), " ", element("span", terrain.id, class_="place")
        )
        caption = element("p", f"{terrain.published}. " * bool(terrain.published), facts, *_specials(game))
        picture = element("figure", Html(figure(game)))
        yield element("article", heading, caption, picture, id=anchor("terrain", terrain.id), class_="terrain find")


def _specials(game: Game) -> Iterator[str]:
    """Yield a sentence for each kind of special base that is played with here."""
    for kind in game.ruleset.special_kinds:
        slots = [slot.id for slot in game.layout.terrain.slots if slot.special and slot.special.kind == kind.label]
        if slots:
            yield joined([" ", link(anchor("special", kind.label), kind.display), f": {listed(slots, 'and', len(slots))}."])
