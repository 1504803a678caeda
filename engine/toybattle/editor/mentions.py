"""What the words of a rules file name: statements by their labels, and citations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from toybattle.lang import syntax as s
from toybattle.lang.parse import blanked
from toybattle.ruleset.merge import kind_of

CITATION, VERB = "citation", "verb"
ACTING = ("except", "effect", "special")
"""What can be suspended."""
WORD = r"(?<![A-Za-z0-9-]){}(?![A-Za-z0-9-])"


@dataclass(frozen=True, slots=True)
class Mention:
    """A word that names something."""

    kinds: tuple[str, ...]
    """The first words of the statements it may name; or that it names a citation, or a verb."""
    name: str
    span: s.Span
    is_label: bool = False
    """Whether it is the label of its own statement."""


def inner(statement: s.Statement) -> s.Statement:
    """Return what a statement puts in the place of another, or itself."""
    return statement.statement if isinstance(statement, s.Replace) else statement


def mentions(statement: s.Statement, lines: Sequence[str]) -> Iterator[Mention]:
    """Yield what a statement names, its own label first; `lines` are those of its file."""
    text = _Text(statement, lines)
    said = inner(statement)
    if name := getattr(said, "name", "") if not isinstance(said, s.Remove) else "":
        kind = kind_of(said)
        for span in text.find(name, statement.span, after=rf"{kind}\s+"):
            yield Mention((kind,), name, span, is_label=True)
    yield from _in_node(said, text)


def _in_node(x: s.Node, text: _Text) -> Iterator[Mention]:
    for kinds, name, after in _names(x):
        for span in text.find(name, x.span, after):
            yield Mention(kinds, name, span)
    for field in fields(x):
        part = getattr(x, field.name)
        for node in part if isinstance(part, tuple) else (part,):
            if isinstance(node, s.Node):
                yield from _in_node(node, text)


def _names(x: s.Node) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield the kinds and the name of what a node itself names, and a pattern of what stands before it."""
    match x:
        case s.Citation(name, is_quoted):
            if not is_quoted:
                yield (CITATION,), name, ""
        case s.Of(name) | s.Possessive(_, name) | s.Word(name):
            yield ("zone", "counter"), name, ""
        case s.Predicate(name):
            yield ("troop", "special", "mark"), name, ""
        case s.Event(_, troop, at):
            if troop and " " not in troop:
                yield ("troop",), troop, ""
            if at:
                yield ("special",), at, r"\bat\s+"
        case s.Phrase(verb=name) | s.To(verb=name):
            yield (VERB,), name, ""
        case s.Exception_(does=does, target=name, is_group=False):
            yield ACTING if does == "suspend" else ("require",), name, rf"\b{does}\s+"
        case s.After(names=names):
            for name in names:
                yield ("law", "win"), name, r"[:,]\s*"
        case s.MostWins(name):
            yield ("counter",), name, r"\bmost\s+"
        case s.Remove(kind, name):
            yield (kind,) if kind else (), name, rf"\b(?:remove|{kind})\s+"
        case _:
            pass


class _Text:
    """The text of one statement, in which words are found by where their node stands."""

    def __init__(self, statement: s.Statement, lines: Sequence[str]) -> None:
        self.first = statement.span.line
        text = "\n".join(lines[self.first - 1 : statement.span.end_line])
        self.text = blanked(text)
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def find(self, name: str, within: s.Span, after: str) -> Iterator[s.Span]:
        """Yield the first place of a name in a node, behind a pattern."""
        start, end = self._at(within.line, within.column), self._at(within.end_line, within.end_column)
        hit = re.compile(f"(?:{after})({WORD.format(re.escape(name))})").search(self.text, start, end)
        if hit:
            line = self.first + self.text.count("\n", 0, hit.start(1))
            column = hit.start(1) - self.starts[line - self.first] + 1
            yield s.Span(line, column, line, column + len(name))

    def _at(self, line: int, column: int) -> int:
        return self.starts[line - self.first] + column - 1
