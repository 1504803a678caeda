"""What was looked up of the rules, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import shorten, wrap

from ..errors import listed
from .lookup import Answer, Excepting, Rule, Source, VerbRules

WIDTH = 100
MOST_SCENARIOS = 5
"""Of one citation; `verify` plays the others too."""


def in_short(answer: Answer) -> str:
    """Return one line for each statement, then the verbs, and how to ask for more."""
    heads = [rule.head for rule in answer.statements]
    most = max(map(len, heads), default=0)
    lines = [
        f"{head:{most}}  {shorten(' '.join(rule.english), WIDTH - most - 2, placeholder=' …')}"
        for head, rule in zip(heads, answer.statements, strict=True)
    ]
    verbs = listed((verb.verb for verb in answer.verbs), "and", 99)
    ask = f"Ask for a label, for a verb ({verbs}), or for one of {len(answer.citations)} citations."
    return "\n".join((*lines, "", *wrap(ask, WIDTH))) + "\n"


def in_full(answer: Answer) -> str:
    """Return everything of an answer."""
    parts = [*map(_verb, answer.verbs), *map(_rule, answer.statements), *map(_citation, answer.citations)]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def _rule(rule: Rule) -> Iterator[str]:
    yield f"{rule.head}  [{rule.place.file}:{rule.place.line}]"
    yield from _paragraph(rule.english, 2)
    yield ""
    yield from _wrapped(rule.text, 4)
    if rule.does or rule.exceptions:
        yield ""
    if rule.does:
        yield from _wrapped(f"It {rule.does} {listed(rule.targets, 'and', 99)}.", 2)
    for exception in rule.exceptions:
        yield from _exception(exception, "it", 2)
    yield ""
    yield "  It rests on:"
    for source in rule.sources:
        yield from _source(source, 4)
    yield ""
    yield from _terrains(rule)


def _terrains(rule: Rule) -> Iterator[str]:
    if rule.terrains is None:
        yield "  It applies on all terrains."
    elif not rule.terrains:
        yield "  No terrain shows it."
    else:
        yield "  It touches:"
        most = max(map(len, rule.terrains))
        yield from (f"    {terrain:{most}}  {', '.join(slots)}" for terrain, slots in rule.terrains.items())


def _exception(x: Excepting, what: str, indent: int) -> Iterator[str]:
    yield f"{' ' * indent}{x.label} {x.does} {what}  [{x.place.file}:{x.place.line}]"
    yield from _paragraph(x.english, indent + 2)
    for other in x.exceptions:
        yield from _exception(other, "that", indent + 2)


def _source(source: Source, indent: int) -> Iterator[str]:
    if not source.id:
        yield from _wrapped(f"“{source.statement}”", indent)
        return
    yield f"{' ' * indent}{source.id}, {source.status}"
    yield from _cited(source, indent + 2)


def _cited(source: Source, indent: int) -> Iterator[str]:
    """Yield what a citation says, where, how else it is read, and which scenarios show it."""
    yield from _wrapped(source.statement, indent)
    yield from _wrapped(f"Source: {listed(source.said_in, 'and')}.", indent)
    if source.alternative:
        variant = f" (variant {source.variant})" if source.variant else ""
        yield from _wrapped(f"Other reading{variant}: {source.alternative}", indent)
    for scenario in source.scenarios[:MOST_SCENARIOS]:
        yield from _wrapped(f"{scenario.place.file}:{scenario.place.line} {scenario.name}", indent, 2)
    if (rest := len(source.scenarios) - MOST_SCENARIOS) > 0:
        yield f"{' ' * indent}and {rest} more: toybattle verify @{source.id}"


def _citation(source: Source) -> Iterator[str]:
    yield f"citation {source.id}, {source.status}"
    yield from _cited(source, 2)
    yield from _wrapped(f"Cited by: {listed(source.statements, 'and', 99) or 'no statement of these rules'}.", 2)


def _verb(x: VerbRules) -> Iterator[str]:
    yield f"to {x.doing}"
    if not x.requirements:
        yield "  Nothing is required of it."
    for rule in x.requirements:
        yield f"  {rule.label}  [{rule.place.file}:{rule.place.line}]"
        yield from _paragraph(rule.english, 4)
        for exception in rule.exceptions:
            yield from _exception(exception, "it", 4)


def _paragraph(sentences: Iterable[str], indent: int) -> list[str]:
    return _wrapped(" ".join(sentences), indent)


def _wrapped(text: str, indent: int, hanging: int = 0) -> list[str]:
    first, others = " " * indent, " " * (indent + hanging)
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False)
