"""A ruleset as a page one can play from: every statement in English by topic, then what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from toybattle.errors import listed
from toybattle.ruleset import tree as t
from toybattle.ruleset.english import doing, sentences

SENTENCE_ENDS = re.compile(r"(?<=[.!?]) (?=[A-Z\"])(?<!H\.Q\. )")


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as a rulebook says it."""

    statements: tuple[t.Statement, ...]
    """The statement, and the effects that are said together with it."""
    exceptions: tuple[Said, ...]
    """The exceptions to it; those that switch off effects of a whole group stand elsewhere."""
    is_repeated: bool = False
    """Whether it is an exception that also stands elsewhere, as one to several statements."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A part of a rulebook."""

    title: str
    rules: tuple[Said, ...]
    introduction: str = ""


INTRODUCTION = (
    "Two players, Blue and Red, take turns on a terrain: bases and H.Q.s that paths join, and regions that bases enclose.",
    "Each region holds the medals printed in it, until somebody takes them.",
    "Each colour has an army of troops, which lie shuffled in its reserve when the game is set up.",
    "“You” are the player who acts.",
    "A slot is a base or an H.Q., and the visible troop on it is the one on top.",
    "An effect is owed when what it waits for happens, and may be declined if it says “may”.",
)
"""What the statements take for granted."""


def topics(rules: t.Ruleset) -> Iterator[Topic]:
    """Yield every statement of the rules under its topic, in the order in which players need them."""
    verbs = [*dict.fromkeys(x.verb for x in rules.requirement_list)]
    actions = [*dict.fromkeys(t.verb_word(verb) for action in rules.actions for verb in action.program.verbs)]
    of_troops = [e for kind in rules.troops for e in rules.effect_list if _belongs(e, kind)]
    of_bases = [e for kind in rules.special_kinds for e in rules.effect_list if _belongs(e, kind)]
    others = [e for e in rules.effect_list if e not in of_troops and e not in of_bases]
    listings = rules.listings.values()
    of_several = [e for e in rules.exceptions if _is_of_several(e)]
    laws = [x for x in rules.laws if isinstance(x, t.Law)]
    to_do = {verb: (f"To {doing(verb)}", rules.judging(verb)) for verb in verbs}
    one_action = "A turn is one action with all that follows from it; it is not passed while an action is possible."
    parts: list[tuple[str, Iterable[t.Statement]]] = [
        ("Before the game", [*rules.zones, *rules.setup, *rules.counter_kinds]),
        ("A turn", rules.actions),
        *(to_do[verb] for verb in actions if verb in verbs),
        ("Troops", rules.troops),
        ("Special bases", [*(x for x in listings if isinstance(x, t.NoSpecials)), *rules.special_kinds]),
        *(to_do[verb] for verb in verbs if verb not in actions),
        ("Marks", rules.mark_kinds),
        ("Effects", [*(x for x in listings if isinstance(x, t.Order)), *of_several, *others]),
        ("After every change", [*laws, *(x for x in listings if isinstance(x, t.AfterChange))]),
        ("How the game ends", [*(x for x in rules.laws if isinstance(x, t.Win)), *rules.ends]),
    ]
    for title, statements in parts:
        if said := tuple(_said(x, rules) for x in statements):
            yield Topic(title, said, one_action if title == "A turn" else "")


def _said(x: t.Statement, rules: t.Ruleset, is_exception: bool = False) -> Said:
    own = [e for e in rules.effect_list if isinstance(x, t.TroopKind | t.SpecialKind) and _belongs(e, x)]
    exceptions = tuple(_said(near, rules, True) for part in (x, *own) for near in _exceptions_to(part, rules))
    return Said((x, *own), exceptions, is_exception and _is_of_several(x))


def _is_of_several(x: t.Statement) -> bool:
    """Return whether a statement suspends several others, or a whole group."""
    return isinstance(x, t.Exception_) and x.does == "suspend" and len(x.targets) != 1


def _belongs(effect: t.Effect, kind: t.Statement) -> bool:
    """Return whether an effect is said together with a kind of troop or of special base."""
    if isinstance(kind, t.SpecialKind):
        return effect.place == kind.place
    return effect.trigger.troop == kind.label and effect.place.file == kind.place.file


def _exceptions_to(x: t.Statement, rules: t.Ruleset) -> tuple[t.Exception_, ...]:
    if isinstance(x, t.Requirement):
        return (*rules.speaking_on(x.label, "forbid"), *rules.speaking_on(x.label, "waive"))
    if isinstance(x, t.Exception_):
        return rules.speaking_on(x.label, "suspend")
    if isinstance(x, t.Effect):
        return tuple(e for e in rules.speaking_on(x.label, "suspend") if not _is_of_several(e))
    return ()


# ---- as Markdown


def rulebook(rules: t.Ruleset) -> str:
    """Return the rules as Markdown, one sentence a line."""
    return "\n".join(_page(rules)) + "\n"


def _page(rules: t.Ruleset) -> Iterator[str]:
    yield from (
        "# Rulebook", "",
        "These are the rules that the engine plays by, in English: each sentence is made from a statement in `rules/`.",
        "The word in bold is the label of the statement, and links lead to [what it rests on](#what-it-rests-on).",
        "Indented below a rule stand its exceptions, and below these the exceptions to them.",
        "", *INTRODUCTION,
    )  # fmt: skip
    book = _Book(rules)
    for topic in topics(rules):
        yield from ("", f"## {topic.title}", "")
        if topic.introduction:
            yield from (topic.introduction, "")
        for said in topic.rules:
            yield from book.said(said, "")
    yield from ("", "## What it rests on")
    for citation in rules.citations.values():
        yield from book.citation(citation)


class _Book:
    """Writes the parts of one page."""

    def __init__(self, rules: t.Ruleset) -> None:
        self.rules = rules
        self.cited: dict[str, list[str]] = {}
        """By id the labels of the statements that cite it, in the order of the page."""

    def said(self, x: Said, indent: str) -> Iterator[str]:
        """Yield a statement, with its exceptions below it."""
        english = [sentence for part in x.statements for sentence in sentences(part, self.rules)]
        yield f"{indent}- **{x.statements[0].label}**: {english[0]}"
        yield from (f"{indent}  {sentence}" for sentence in (*english[1:], self._rests(*x.statements)))
        for exception in x.exceptions:
            yield from self.said(exception, f"{indent}  ")

    def _rests(self, *statements: t.Statement) -> str:
        links = []
        for cite, label in {cite: x.label for x in statements for cite in x.cites}.items():
            if citation := self.rules.citations.get(cite):
                self.cited.setdefault(cite, []).append(label)
                links.append(f"[{cite}](#{cite}){f' ({citation.status})' if citation.status != 'settled' else ''}")
            else:
                links.append(f"“{cite}”")
        return f"({', '.join(links)})"

    def citation(self, citation: t.Citation) -> Iterator[str]:
        """Yield what a citation says, where it is written, how certain it is, and what rests on it."""
        yield from ("", f"### {citation.id}", "")
        yield from SENTENCE_ENDS.split(citation.statement)
        sources = f"{'sources are' if len(citation.said_in) > 1 else 'source is'} {listed(citation.said_in, 'and')}"
        yield f"It is {citation.status}; its {sources}."
        if citation.alternative:
            yield f"The other reading: {citation.alternative}"
        if citation.variant:
            yield f"The variant `{citation.variant}` plays that reading."
        if labels := dict.fromkeys(self.cited.get(citation.id, ())):
            yield f"On it {'rest' if len(labels) > 1 else 'rests'} {listed([f'**{label}**' for label in labels], 'and', 99)}."
        else:
            yield "No statement of these rules rests on it."
