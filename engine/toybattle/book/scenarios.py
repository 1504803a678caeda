"""The scenarios of the page: what each says, what became of it, and the board it ends with or judges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from toybattle.book.html import Html, anchor, element, joined, link
from toybattle.draw import figure, refusal_of, slots_of
from toybattle.errors import ToyBattleError
from toybattle.spec import Result
from toybattle.spec.feature import Step
from toybattle.spec.world import World


def id_of(result: Result) -> str:
    """Return the id of a scenario on the page."""
    return anchor(str(result.place))


def counted(results: Sequence[Result]) -> str:
    """Return how many scenarios there are, and whether they pass."""
    failed = sum(not result.has_passed for result in results)
    if len(results) == 1:
        return "1 scenario fails" if failed else "1 scenario passes"
    said = f"{failed} fail{'s' * (failed == 1)}" if failed else "all pass"
    return f"{len(results)} scenarios, {said}" if results else "no scenario"


def strip(results: Sequence[Result]) -> Html:
    """Return scenarios as a row of marks, which unfolds into links to them."""
    if not results:
        return element("p", "no scenario shows it", class_="lacking")
    marks = joined(element("i", class_="bad" * (not result.has_passed)) for result in results)
    row = element("span", marks, class_="marks", aria_hidden="true")
    links = (element("li", link(id_of(result), result.scenario.name, class_=_colour(result))) for result in results)
    return element("details", element("summary", row, " ", counted(results)), element("ul", *links), class_="shown-by")


def sections(results: Iterable[Result]) -> Iterator[Html]:
    """Yield the scenarios of each feature."""
    for (file, name), of_feature in groupby(results, key=lambda result: (result.place.file, result.scenario.feature)):
        heading = element("h3", name, " ", element("span", file, class_="place"))
        yield element("section", heading, *map(scenario, of_feature), class_="feature", id=anchor(file))


@lru_cache(maxsize=4096)
def scenario(result: Result) -> Html:
    """Return one scenario, folded away if it passes."""
    row = _row(result)
    line = element("span", f":{result.place.line}", class_="place")
    summary = element("summary", result.scenario.name, element("span", f" {row}", class_="row") if row else "", " ", line)
    steps = element("ol", *map(_step, result.scenario.steps), class_="steps")
    tags = joined((link(anchor("cite", tag), f"@{tag}") for tag in sorted(result.scenario.tags)), " ")
    wrong = [str(fault) for fault in result.faults] + [str(failure) for failure in result.failures]
    told = (element("pre", text, class_="failure", tabindex="0") for text in wrong)
    text = element("div", steps, *told, element("p", tags, class_="tags"), class_="told")
    return element(
        "details", summary, element("div", text, _board(result.world), class_="case"), id=id_of(result),
        class_=f"scenario find {_colour(result)}", open=not result.has_passed,
    )  # fmt: skip


def _colour(result: Result) -> str:
    return "good" if result.has_passed else "bad"


def _row(result: Result) -> str:
    """Return which values a row of examples fills in: those that its steps do not share with the outline's other rows."""
    return f"(line {result.place.line})" if result.place.line != result.scenario.line else ""


def _step(step: Step) -> Html:
    rows = (element("tr", *(element("td", cell) for cell in row)) for row in step.table)
    table = element("table", element("tbody", *rows)) if step.table else ""
    return element("li", element("b", step.keyword), " ", step.text, table)


def _board(world: World | None) -> Html:
    """Return the board as a scenario left it, or the refusal it is about."""
    if world is None or world.played is None:
        return Html()
    game, attempt = world.game, world.attempt
    ruling, before = (attempt.verdict, attempt.state) if attempt and attempt.verdict else (world.ruling, world.played)
    try:
        if ruling and not ruling.is_legal:
            drawn = figure(game, before, refusal=refusal_of(game, before, ruling))
        else:
            drawn = figure(game, world.played, moved=slots_of(game, attempt.state, attempt.text) if attempt else ())
    except ToyBattleError:  # what could not be played may not be drawn either
        return Html()
    return element("figure", Html(drawn))
