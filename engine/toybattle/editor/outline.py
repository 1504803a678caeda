"""What stands in a file: its statements, or its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from toybattle.editor.desk import Desk
from toybattle.editor.mentions import inner, mentions
from toybattle.editor.scenarios import titles
from toybattle.lang import syntax as s
from toybattle.ruleset.merge import kind_of

DEPTHS = {"Feature": 0, "Rule": 1, "Background": 2, "Examples": 3, "Scenarios": 3}
"""Of titles; all others begin a scenario."""
SCENARIO = 2


@dataclass(frozen=True, slots=True)
class Heading:
    """A statement or a title."""

    name: str
    kind: str
    """The word it begins with."""
    span: s.Span
    label: s.Span
    """What is selected when it is looked for."""
    below: tuple[Heading, ...] = ()


def outline(desk: Desk, path: Path) -> list[Heading]:
    """Return the headings of a file, in reading order."""
    lines = desk.lines(path)
    if path.suffix == ".feature":
        found = [_title(lines, number, word, name) for number, word, name in titles(lines)]
        return list(_nested([(DEPTHS.get(x.kind, SCENARIO), x) for x in found], len(lines)))
    return [_statement(x, lines) for file, x in desk.statements(path) if file == path]


def _statement(x: s.Statement, lines: tuple[str, ...]) -> Heading:
    label = next((m.span for m in mentions(x, lines) if m.is_label), None)
    begin = s.Span(x.span.line, x.span.column, x.span.line, x.span.column + 1)
    said = inner(x)
    name = getattr(said, "name", "") or (f"to {said.verb}" if isinstance(said, s.To) else kind_of(said))
    return Heading(name, kind_of(x), x.span, label or begin)


def _title(lines: tuple[str, ...], number: int, word: str, name: str) -> Heading:
    text = lines[number - 1]
    span = s.Span(number, len(text) - len(text.lstrip()) + 1, number, len(text.rstrip()) + 1)
    return Heading(name or word, word, span, span)


def _nested(found: list[tuple[int, Heading]], end: int) -> Iterator[Heading]:
    """Yield the outermost titles, each with what stands below it, and reaching to the next one."""
    while found:
        (depth, heading), *rest = found
        count = next((i for i, (other, _) in enumerate(rest) if other <= depth), len(rest))
        last = rest[count][1].span.line - 1 if count < len(rest) else end
        span = s.Span(heading.span.line, heading.span.column, max(last, heading.span.line), 1)
        if last <= heading.span.line:
            span = heading.span
        yield replace(heading, span=span, below=tuple(_nested(rest[:count], last)))
        found = rest[count:]
