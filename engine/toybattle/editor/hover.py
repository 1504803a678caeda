"""What is told about the word at a place, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from toybattle.editor.desk import Desk
from toybattle.editor.mentions import CITATION, VERB, Mention, inner
from toybattle.editor.places import mention_at
from toybattle.editor.scenarios import step_on
from toybattle.errors import listed
from toybattle.lang import syntax as s
from toybattle.lang.printer import print_statement
from toybattle.ruleset import tree as t
from toybattle.ruleset.english import sentences
from toybattle.ruleset.merge import kind_of
from toybattle.spec.catalogue import MEANINGS, allowed_words
from toybattle.spec.steps import steps


def hover(desk: Desk, path: Path, line: int, column: int) -> tuple[str, s.Span] | None:
    """Return what is to be said of the word at a place, and the stretch it is said of."""
    if (mention := mention_at(desk, path, line, column)) and (text := "\n\n".join(_of(desk, path, mention))):
        return text, mention.span
    step = step_on(desk.lines(path), line) if path.suffix == ".feature" else None
    if step and step.column <= column and (text := "\n\n".join(_of_step(desk, path, step.text))):
        return text, s.Span(line, step.column, line, step.column + len(step.text))
    return None


def _of(desk: Desk, path: Path, mention: Mention) -> Iterator[str]:
    rules = desk.rules(path)
    if rules is None:
        return
    if mention.kinds == (CITATION,):
        yield from _citation(rules, mention.name, "")
    elif mention.kinds == (VERB,):
        for x in rules.judging(mention.name):
            yield f"**{x.label}** {' '.join(sentences(x, rules))}"
    else:
        yield from _statements(desk, path, rules, mention)


def _statements(desk: Desk, path: Path, rules: t.Ruleset, mention: Mention) -> Iterator[str]:
    """Yield the English and the sources of what a word names; the words as written where the rules have a fault."""
    said = [x for x in rules.statements if x.label == mention.name and _kind(x) in mention.kinds]
    for x in said:
        yield f"**{_kind(x)} {x.label}**"
        yield " ".join(sentences(x, rules))
    for cite in dict.fromkeys(cite for x in said for cite in x.cites):
        yield from _citation(rules, cite, "- ")
    if not said:
        named = (inner(x) for _, x in desk.statements(path))
        found = (x for x in named if getattr(x, "name", "") == mention.name and kind_of(x) in mention.kinds)
        yield from (f"```rules\n{print_statement(x)}\n```" for x in found)


def _kind(x: t.Statement) -> str:
    return x.text.partition(" ")[0]


def _citation(rules: t.Ruleset, cite: str, bullet: str) -> Iterator[str]:
    """Yield what a citation says, where, and how else it is read; quoted text of a statement's own as it is."""
    if known := rules.citations.get(cite):
        yield f"{bullet}`{cite}`, {known.status}: {known.statement} *Source: {listed(known.said_in, 'and')}.*"
        if known.alternative:
            variant = f" (variant `{known.variant}`)" if known.variant else ""
            yield f"{'  ' * bool(bullet)}Other reading{variant}: {known.alternative}"
    elif bullet:
        yield f"{bullet}“{cite}”"


def _of_step(desk: Desk, path: Path, text: str) -> Iterator[str]:
    """Yield what a step says and what its words can be."""
    rules = desk.rules(path)
    for match in steps.find(text)[:1]:
        definition = match.definition
        yield f"**{definition.kind.title()} {definition}**{', with a table' if definition.takes_table else ''}"
        yield MEANINGS.get(definition.text, "")
        if rules:
            yield "\n".join(_words((kind for kind, _, _ in match.words), allowed_words(rules)))


def _words(kinds: Iterable[str], allowed: dict[str, str]) -> Iterator[str]:
    yield from (f"- {kind}: {allowed[kind]}" for kind in dict.fromkeys(kinds))
