"""Where things are: what a word names, what names it, and which scenarios show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from toybattle.editor.desk import Desk, Spot
from toybattle.editor.mentions import CITATION, VERB, Mention, inner, mentions
from toybattle.editor.scenarios import step_on
from toybattle.lang import syntax as s
from toybattle.ruleset.merge import kind_of
from toybattle.spec.steps import steps

TAG = re.compile(r"@([^\s@]+)")
LABELS = {
    "requirement": ("require",), "ending": ("win", "end"), "effect": ("effect", "special"), "decision": ("effect", "special"),
    "mark": ("mark",), "counter": ("counter",), "zone": ("zone",), "citation": (CITATION,),
}  # fmt: skip
"""Kinds of word in a step that are labels, with the first words of the statements they name."""
TERRAIN, VARIANT = "terrain", "variant"


def mention_at(desk: Desk, path: Path, line: int, column: int) -> Mention | None:
    """Return what the word at a place names, None if nothing is known of it."""
    found = _in_feature(desk, path, line, column) if path.suffix == ".feature" else _in_rules(desk, path, line)
    return next((x for x in found if x.span.line == line and x.span.column <= column <= x.span.end_column), None)


def _in_rules(desk: Desk, path: Path, line: int) -> Iterator[Mention]:
    lines = desk.lines(path)
    for file, statement in desk.statements(path):
        if file == path and statement.span.line <= line <= statement.span.end_line:
            yield from mentions(statement, lines)


def _in_feature(desk: Desk, path: Path, line: int, column: int) -> Iterator[Mention]:
    """Yield what the words of a line of a feature name; of listed troops that at the column."""
    lines = desk.lines(path)
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    if text.lstrip().startswith("@"):
        for tag in TAG.finditer(text):
            yield Mention((CITATION,), tag[1], s.Span(line, tag.start() + 1, line, tag.end() + 1))
    step = step_on(lines, line)
    for match in steps.find(step.text)[:1] if step else ():
        for kind, word, start in match.words:
            begin = (step.column if step else 0) + start
            span = s.Span(line, begin, line, begin + len(word))
            if kind in LABELS:
                yield Mention(LABELS[kind], word, span)
            elif kind == "quoted" and match.definition.text.startswith(("the terrain", "the variant")):
                yield Mention((match.definition.text.split()[1],), word[1:-1], span)
            else:
                yield from _troops(desk, path, word, span)


def _troops(desk: Desk, path: Path, text: str, span: s.Span) -> Iterator[Mention]:
    """Yield the troops that a text names as players call them."""
    called = {x.display or x.name: x.name for _, y in desk.statements(path) if isinstance(x := inner(y), s.Troop)}
    if called:
        names = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
        for hit in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", text):
            begin = span.column + hit.start()
            yield Mention(("troop",), called[hit[0]], s.Span(span.line, begin, span.line, begin + len(hit[0])))


# ---- from a name to where it stands


def definitions(desk: Desk, path: Path, mention: Mention) -> list[Spot]:
    """Return where what a word names stands: in this file, else in the rules, else in the variants."""
    if mention.kinds == (CITATION,):
        return [*_citations(desk, path, mention.name)]
    if mention.kinds[0] in (TERRAIN, VARIANT):
        files = desk.terrains(path) if mention.kinds == (TERRAIN,) else desk.variant_files(path)
        return [Spot(files[mention.name], s.Span(1, 1, 1, 1))] if mention.name in files else []
    found = [Spot(file, label.span) for file, x in desk.statements(path) for label in _labels(desk, file, x, mention)]
    base = [spot for spot in found if spot.path == path or spot.path.parent.name != "variants"]
    return base or found


def _labels(desk: Desk, file: Path, x: s.Statement, mention: Mention) -> Iterator[Mention]:
    """Yield the label of a statement that a word names."""
    said = inner(x)
    if mention.kinds == (VERB,):
        if isinstance(said, s.To | s.Mark) and said.verb == mention.name:
            named = [y for y in mentions(x, desk.lines(file)) if y.is_label or y.kinds == (VERB,)]
            yield from named[:1]
    elif getattr(said, "name", None) == mention.name and (not mention.kinds or kind_of(said) in mention.kinds):
        yield from (y for y in mentions(x, desk.lines(file)) if y.is_label)


def _citations(desk: Desk, path: Path, name: str) -> Iterator[Spot]:
    for file, document in desk.citations(path):
        if at := document.keys.get(("citations", name)):
            yield Spot(file, s.Span(*at, at[0], at[1] + len(name)))


# ---- from a name to what uses it


def references(desk: Desk, path: Path, mention: Mention) -> list[Spot]:
    """Return the statements that name the same thing, then the scenarios of what it rests on."""
    found, cited = [], {mention.name} if mention.kinds == (CITATION,) else set()
    for file, x in desk.statements(path):
        for other in mentions(x, desk.lines(file)):
            if other.name == mention.name and set(other.kinds) & set(mention.kinds) and not other.is_label:
                found.append(Spot(file, other.span))
        if mention.kinds not in ((CITATION,), (VERB,)) and any(_labels(desk, file, x, mention)):
            cited |= {cite.text for cite in getattr(inner(x), "cites", ()) if not cite.is_quoted}
    return [*found, *_scenarios(desk, path, cited)]


def _scenarios(desk: Desk, path: Path, cited: set[str]) -> Iterator[Spot]:
    """Yield the titles of the scenarios tagged with one of these ids."""
    for file, feature in desk.features(path):
        for line in sorted({x.line for x in feature.scenarios if x.tags & cited}):
            text = feature.source[line - 1]
            yield Spot(file, s.Span(line, len(text) - len(text.lstrip()) + 1, line, len(text.rstrip()) + 1))
