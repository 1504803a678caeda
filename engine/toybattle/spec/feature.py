"""Feature files as values: scenarios with their steps, and the line of everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gherkin.errors import CompositeParserException, ParserError
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

from ..errors import Fault, InputError, Place, nearest
from ..resources import Content

KINDS = {"Context": "given", "Action": "when", "Outcome": "then"}
STEP_WORDS = ("Given", "When", "Then", "And", "But")
TITLE_WORDS = (
    "Feature", "Rule", "Background", "Scenario", "Scenario Outline", "Scenario Template", "Example",
    "Examples", "Scenarios",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a scenario, with the table below it."""

    kind: str
    """given, when or then; empty when the file does not say."""
    keyword: str
    text: str
    line: int
    column: int
    """Where the text begins."""
    table: tuple[tuple[str, ...], ...] = ()
    table_lines: tuple[int, ...] = ()
    has_text_block: bool = False

    def __str__(self) -> str:
        return f"{self.keyword} {self.text}"


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as it runs: backgrounds put in front, a row of examples filled in."""

    name: str
    line: int
    """Where its title stands."""
    lines: range
    """The lines it is selected by; of an outline, the line of one row of examples."""
    outline: range
    """The lines of the scenario or outline as it is written, tags included."""
    tags: frozenset[str]
    steps: tuple[Step, ...]
    feature: str
    """The name of its feature."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature file."""

    file: str
    """Its name as messages show it."""
    topic: str
    """The folder it lies in, or its own name right below `features`."""
    name: str
    source: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    tree: Mapping[str, Any]
    """The syntax tree as the parser gives it."""

    def fault(self, code: str, line: int, found: str, expected: str = "", hint: str = "", column: int = 0) -> Fault:
        """Return a fault placed in this file."""
        return fault_in(self.file, self.source, code, line, found, expected, hint, column)


def fault_in(
    file: str,
    source: tuple[str, ...],
    code: str,
    line: int,
    found: str,
    expected: str = "",
    hint: str = "",
    column: int = 0,
) -> Fault:
    """Return a fault in a file, at the first character of the line unless a column is given."""
    text = source[line - 1] if 0 < line <= len(source) else ""
    column = column or len(text) - len(text.lstrip()) + 1
    return Fault(code, Place(file, line, column), found, expected, hint, text)


def read_source(path: Path, file: str, content: Content = Content()) -> tuple[str, ...]:  # noqa: B008  (frozen)
    """Return the lines of a feature file, or raise InputError."""
    unsaved = content.text(path)
    try:
        return tuple((path.read_text(encoding="utf-8-sig") if unsaved is None else unsaved).split("\n"))
    except UnicodeDecodeError as error:
        fault = Fault("not-utf-8", Place(file), f"a byte that is not UTF-8 ({error.reason})", "text saved as UTF-8")
    except OSError as error:
        fault = Fault("file-unreadable", Place(file), f"this file cannot be read ({error.strerror})")
    raise InputError([fault])


def feature_from_source(source: tuple[str, ...], file: str, topic: str) -> Feature:
    """Return the feature that lines of Gherkin describe, or raise InputError with every error of syntax."""
    try:
        tree: dict[str, Any] = dict(Parser().parse("\n".join(source)))
    except CompositeParserException as error:
        raise InputError(_syntax_faults(error.errors, file, source)) from None
    except ParserError as error:
        raise InputError(_syntax_faults([error], file, source)) from None
    if "feature" not in tree:
        raise InputError([fault_in(file, source, "no-feature", 1, "a file without a feature", "a line `Feature: …`")])
    if unfit := _unfit_columns(tree["feature"], file, source):
        raise InputError(unfit)
    pickles: Any = Compiler().compile({**tree, "uri": file})  # type: ignore[typeddict-item]
    nodes = {node["id"]: node for node in _nodes(tree["feature"])}
    starts = [_first_line(node) for node in nodes.values() if "keyword" in node and "text" not in node]
    name = tree["feature"]["name"]
    scenarios = tuple(_scenario(pickle, nodes, starts, len(source), name) for pickle in pickles)
    return Feature(file, topic, name, source, scenarios, tree["feature"])


def _unfit_columns(tree: Mapping[str, Any], file: str, source: tuple[str, ...]) -> list[Fault]:
    """Return the columns of examples that no step can name: the parser takes these characters for a pattern."""
    headers = [
        examples["tableHeader"] for node in _nodes(tree) for examples in node.get("examples", ()) if "tableHeader" in examples
    ]
    faults = []
    for cell in (cell for header in headers for cell in header["cells"]):
        if sign := re.search(r"[][\\^$.|?*+(){}<>]", cell["value"]):
            found, at = f"the column '{cell['value']}' with '{sign[0]}' in its name", cell["location"]
            faults.append(
                fault_in(file, source, "column-name", at["line"], found, "letters, digits and blanks", "", at["column"])
            )
    return faults


def _nodes(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "id" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _nodes(item)


def _first_line(node: Mapping[str, Any]) -> int:
    """Return the line of a title, or of the tags above it."""
    return min(int(place["location"]["line"]) for place in (node, *node.get("tags", ())))


def _scenario(pickle: Any, nodes: Mapping[str, Any], starts: Sequence[int], end: int, feature: str) -> Scenario:
    scenario, *row = (nodes[node_id] for node_id in pickle["astNodeIds"])
    # What belongs to a scenario ends where the next one begins; its examples are part of it.
    own = [_first_line(part) for part in (scenario, *scenario["examples"])]
    outline = range(own[0], min((line for line in starts if line > own[0] and line not in own), default=end + 1))
    lines = range(row[0]["location"]["line"], row[0]["location"]["line"] + 1) if row else outline
    tags = frozenset(tag["name"].removeprefix("@") for tag in pickle["tags"])
    steps = tuple(_step(step, nodes[step["astNodeIds"][0]]) for step in pickle["steps"])
    return Scenario(pickle["name"], scenario["location"]["line"], lines, outline, tags, steps, feature)


def _step(step: Any, node: Any) -> Step:
    rows = step.get("argument", {}).get("dataTable", {}).get("rows", ())
    return Step(
        kind=KINDS.get(step["type"], ""),
        keyword=node["keyword"].strip(),
        text=step["text"],
        line=node["location"]["line"],
        column=node["location"]["column"] + len(node["keyword"]),
        table=tuple(tuple(cell["value"] for cell in row["cells"]) for row in rows),
        table_lines=tuple(row["location"]["line"] for row in node.get("dataTable", {}).get("rows", ())),
        has_text_block="docString" in node,
    )


def _syntax_faults(errors: list[Any], file: str, source: tuple[str, ...]) -> list[Fault]:
    """Return the parser's errors in our words; where everything after the first only follows from it, that one."""
    faults = []
    for error in errors:
        message = str(error)
        line, column = error.location["line"], error.location.get("column", 0)
        code, expected, hint = "feature-syntax", "", ""
        found = f"this is not Gherkin: {message.partition(': ')[2]}"
        if "inconsistent cell count" in message:
            found, expected = "a table row with more or fewer cells than the first", "as many cells in every row"
        elif "whitespace" in message:
            found, expected = "a tag with a blank in it", "`@` before each tag"
        elif "unexpected end of file" in message:
            line, column = len(source) - (not source[-1].strip()), 0
            found = "the file ends too early"
            expected = 'the closing `"""`' if "DocString" in message else "a scenario below the last tag"
        elif "got '" in message:
            code, text = "misplaced-line", source[line - 1].strip()
            found, hint = f"'{text}', which cannot stand here", _keyword_hint(text)
            expected = "a line `Feature: …`" if "#FeatureLine" in message else "a step, a table row or a title"
        faults.append(fault_in(file, source, code, line, found, expected, hint, column))
        if "#FeatureLine" in message:
            break
    return faults


def _keyword_hint(text: str) -> str:
    word = text.partition(" ")[0].rstrip(":")
    close = nearest(word, [known.lower() for known in (*STEP_WORDS, *TITLE_WORDS)])
    return f"did you mean `{close.title()}`?" if close else ""
