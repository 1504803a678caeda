"""A ruleset as a page one can play from: every statement in English by topic, then what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from toybattle.errors import listed
from toybattle.ruleset import tree as t
from toybattle.ruleset.english import doing, sentences

SENTENCE_ENDS = re.compile(r"(?<=[.!?]) (?=[A-Z\"])(?<!H\.Q\. )")


def rulebook(rules: t.Ruleset) -> str:
    """Return the rules as Markdown, one sentence a line."""
    return "\n".join(_page(rules)) + "\n"


def _page(rules: t.Ruleset) -> Iterator[str]:
    yield from (
        "# Rulebook", "",
        "These are the rules that the engine plays by, in English: each sentence is made from a statement in `rules/`.",
        "The word in bold is the label of the statement, and links lead to [what it rests on](#what-it-rests-on).",
        "Indented below a rule stand its exceptions, and below these the exceptions to them.",
        "",
        "Two players, Blue and Red, take turns on a terrain: bases and H.Q.s that paths join, and regions that bases enclose.",
        "Each region holds the medals printed in it, until somebody takes them.",
        "Each colour has an army of troops, which lie shuffled in its reserve when the game is set up.",
        "“You” are the player who acts.",
        "A slot is a base or an H.Q., and the visible troop on it is the one on top.",
        "An effect is owed when what it waits for happens, and may be declined if it says “may”.",
    )  # fmt: skip
    book = _Book(rules)
    verbs = [*dict.fromkeys(x.verb for x in rules.requirement_list)]
    actions = [*dict.fromkeys(t.verb_word(verb) for action in rules.actions for verb in action.program.verbs)]
    of_troops = [e for kind in rules.troops for e in rules.effect_list if _belongs(e, kind)]
    of_bases = [e for kind in rules.special_kinds for e in rules.effect_list if _belongs(e, kind)]
    others = [e for e in rules.effect_list if e not in of_troops and e not in of_bases]
    listings = rules.listings.values()

    yield from book.topic("Before the game", [*rules.zones, *rules.setup, *rules.counter_kinds])
    yield from book.topic(
        "A turn",
        rules.actions,
        "A turn is one action with all that follows from it; it is not passed while an action is possible.",
    )
    for verb in (verb for verb in actions if verb in verbs):
        yield from book.topic(f"To {doing(verb)}", rules.judging(verb))
    yield from book.topic("Troops", rules.troops)
    yield from book.topic("Special bases", [*(x for x in listings if isinstance(x, t.NoSpecials)), *rules.special_kinds])
    for verb in (verb for verb in verbs if verb not in actions):
        yield from book.topic(f"To {doing(verb)}", rules.judging(verb))
    yield from book.topic("Marks", rules.mark_kinds)
    of_several = [e for e in rules.exceptions if e.does == "suspend" and len(e.targets) != 1]
    yield from book.topic("Effects", [*(x for x in listings if isinstance(x, t.Order)), *of_several, *others])
    laws = [x for x in rules.laws if isinstance(x, t.Law)]
    yield from book.topic("After every change", [*laws, *(x for x in listings if isinstance(x, t.AfterChange))])
    yield from book.topic("How the game ends", [*(x for x in rules.laws if isinstance(x, t.Win)), *rules.ends])
    yield from ("", "## What it rests on")
    for citation in rules.citations.values():
        yield from book.citation(citation)


def _belongs(effect: t.Effect, kind: t.Statement) -> bool:
    """Return whether an effect is said together with a kind of troop or of special base."""
    if isinstance(kind, t.SpecialKind):
        return effect.place == kind.place
    return effect.trigger.troop == kind.label and effect.place.file == kind.place.file


class _Book:
    """Writes the parts of one page."""

    def __init__(self, rules: t.Ruleset) -> None:
        self.rules = rules
        self.cited: dict[str, list[str]] = {}
        """By id the labels of the statements that cite it, in the order of the page."""

    def topic(self, title: str, statements: Iterable[t.Statement], said: str = "") -> Iterator[str]:
        """Yield a topic, unless nothing is said on it."""
        statements = list(statements)
        if statements:
            yield from ("", f"## {title}", "")
            if said:
                yield from (said, "")
            for statement in statements:
                yield from self.statement(statement, "")

    def statement(self, x: t.Statement, indent: str) -> Iterator[str]:
        """Yield a statement, with what is said together with it, and its exceptions below it."""
        own = [e for e in self.rules.effect_list if isinstance(x, t.TroopKind | t.SpecialKind) and _belongs(e, x)]
        said = [sentence for part in (x, *own) for sentence in sentences(part, self.rules)]
        yield f"{indent}- **{x.label}**: {said[0]}"
        yield from (f"{indent}  {sentence}" for sentence in (*said[1:], self._rests(x, *own)))
        for exception in (exception for part in (x, *own) for exception in self.exceptions_to(part)):
            yield from self.statement(exception, f"{indent}  ")

    def exceptions_to(self, x: t.Statement) -> tuple[t.Exception_, ...]:
        """Return the exceptions to a statement; those that switch off effects of a whole group stand elsewhere."""
        if isinstance(x, t.Requirement):
            return (*self.rules.speaking_on(x.label, "forbid"), *self.rules.speaking_on(x.label, "waive"))
        if isinstance(x, t.Exception_ | t.Effect):
            is_exception = isinstance(x, t.Exception_)
            return tuple(e for e in self.rules.speaking_on(x.label, "suspend") if is_exception or len(e.targets) == 1)
        return ()

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
