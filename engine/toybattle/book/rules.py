"""The rules of the page: every statement with its exceptions below it and what it rests on beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toybattle.book.html import Html, anchor, element, joined, link
from toybattle.book.notes import Note, Notes
from toybattle.book.scenarios import strip
from toybattle.errors import listed
from toybattle.ruleset.rulebook import Said, Topic
from toybattle.spec import Report, Result
from toybattle.spec.lookup import Answer, Rule, Source

_DEEPEST = 6
"""The smallest heading that HTML has."""


def id_of(rule: Rule) -> str:
    """Return the id of a statement on the page."""
    return anchor(rule.kind, rule.label)


def topic_id(topic: Topic) -> str:
    """Return the id of a topic on the page."""
    return anchor("topic", *topic.title.lower().split())


class Rules:
    """Writes statements and citations, with the scenarios that show them."""

    def __init__(self, answer: Answer, report: Report, notes: Notes) -> None:
        self.at = {rule.place: rule for rule in answer.statements}
        self.by_head = {rule.head: rule for rule in answer.statements}
        self.notes = notes
        self.showing: dict[str, list[Result]] = {}
        for result in report.results:
            for tag in sorted(result.scenario.tags):
                self.showing.setdefault(tag, []).append(result)

    def topic(self, topic: Topic) -> Html:
        """Return a topic with its statements."""
        introduction = element("p", topic.introduction, class_="introduction") if topic.introduction else ""
        rules = (self.said(said, 3) for said in topic.rules)
        return element("section", element("h2", topic.title), introduction, *rules, id=topic_id(topic))

    def said(self, said: Said, level: int) -> Html:
        """Return a statement, with what is said together with it, and its exceptions; those that stand elsewhere as links."""
        rules = [self.at[place] for place in dict.fromkeys(x.place for x in said.statements)]
        rule = rules[0]
        does = element("span", f" {rule.does} {listed(rule.targets, 'and', 4)}", class_="does") if rule.does else ""
        heading = element(f"h{min(level, _DEEPEST)}", link(id_of(rule), rule.label), does)
        english = element("p", " ".join(sentence for x in rules for sentence in x.english), class_="english")
        sources = (self._source(x, "" if x is rule else id_of(x)) for x in rules)
        text = element("div", heading, english, *sources, *self._others(rules, said), class_="text")
        below = [self.said(x, level + 1) for x in said.exceptions if not x.is_repeated]
        parts = (text, self._margin(rules), element("div", *below, class_="exceptions") if below else "")
        return element("article", *parts, id=id_of(rule), class_="rule find" if level == 3 else "rule")

    @staticmethod
    def _source(rule: Rule, id_: str) -> Html:
        place = element("span", f"{rule.place.file}:{rule.place.line}", class_="place")
        return element("div", element("pre", element("code", rule.text)), place, class_="source", id=id_)

    def _others(self, rules: Sequence[Rule], said: Said) -> Iterator[Html]:
        """Yield links to the exceptions that stand elsewhere."""
        below = {x.place for exception in said.exceptions for x in exception.statements if not exception.is_repeated}
        links = [
            link(id_of(self.at[x.place]), f"{x.label} {x.does} it")
            for rule in rules
            for x in rule.exceptions
            if x.place not in below
        ]
        if links:
            yield element("p", "See also: ", joined(links, ", "), ".", class_="others")

    def _margin(self, rules: Sequence[Rule]) -> Html:
        sources = list({source.statement: source for rule in rules for source in rule.sources}.values())
        results = {id(x): x for source in sources for x in self.showing.get(source.id, ())}
        parts = [
            element("ul", *(element("li", self._cited(source)) for source in sources), class_="sources"),
            strip(tuple(results.values())),
            *self._terrains(rules[0]),
            *(_note(note) for rule in rules for note in self.notes.get(rule.place, ())),
        ]
        return element("div", *parts, class_="margin")

    @staticmethod
    def _cited(source: Source) -> Html:
        """Return what a statement rests on, folded away."""
        if not source.id:
            return element("q", source.statement)
        summary = element("summary", source.id, " ", _status(source))
        whole = link(anchor("cite", source.id), "All that rests on it")
        return element("details", summary, *_citation(source), element("p", whole))

    @staticmethod
    def _terrains(rule: Rule) -> Iterator[Html]:
        if rule.terrains is not None:
            items = [
                element("li", link(anchor("terrain", terrain), terrain), f" {', '.join(slots)}")
                for terrain, slots in rule.terrains.items()
            ]
            yield element("ul", *items, class_="touches") if items else element("p", "no terrain shows it", class_="lacking")

    def citations(self, sources: Sequence[Source]) -> Iterator[Html]:
        """Yield every citation, in full."""
        for source in sources:
            heading = element("h3", link(anchor("cite", source.id), source.id), " ", _status(source))
            rules = [link(id_of(rule), rule.head) for head in source.statements if (rule := self.by_head.get(head))]
            resting = joined(["On it: ", joined(rules, ", "), "."] if rules else ["No statement of these rules rests on it."])
            shown = strip(self.showing.get(source.id, ()))
            text = element("div", heading, *_citation(source), element("p", resting, class_="others"), class_="text")
            margin = element("div", shown, class_="margin")
            yield element("article", text, margin, id=anchor("cite", source.id), class_="citation find")


def _note(note: Note) -> Html:
    css = f"note{' lacking' * note.is_lacking}"
    if not note.text:
        return element("p", note.summary, class_=css)
    return element("details", element("summary", note.summary), element("pre", note.text), class_=css)


def _status(source: Source) -> Html:
    """Return how certain a citation is, unless it is settled."""
    return element("span", source.status, class_="status") if source.status != "settled" else Html()


def _citation(source: Source) -> Iterator[Html]:
    """Yield what a citation says, where that is said, and how else it is read."""
    yield element("p", source.statement)
    yield element("p", f"{source.status.title()}; source: {listed(source.said_in, 'and')}.", class_="said-in")
    if source.alternative:
        variant = joined([" The variant ", element("code", source.variant), " plays it."]) if source.variant else ""
        yield element("p", element("b", "The other reading:"), " ", source.alternative, variant, class_="other-reading")
