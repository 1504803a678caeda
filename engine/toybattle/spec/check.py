"""The strict check: what is wrong in feature files before any of them runs, all of it at once."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gherkin.gherkin_line import GherkinLine
from gherkin.token import Token
from gherkin.token_matcher import TokenMatcher

from ..errors import Fault, InputError, did_you_mean, listed
from ..resources import Content
from .feature import STEP_WORDS, TITLE_WORDS, Feature, Scenario, Step, fault_in, feature_from_source, read_source
from .registry import Registry

_ALIKE = 0.75
_PLAIN_WORDS = {"the", "that", "than", "hen", "when", "an", "any", "even", "ample", "samples", "feature", "rules"}
"""Words near a keyword with which a line of prose may begin."""
_PROSE_TITLES = {"Example", "Examples", "Rule"}
"""Titles with which, lacking the colon, a line of prose may begin."""
_PLACEHOLDER = re.compile(r"<([^<>]+)>")


def check_features(
    files: Mapping[Path, str],
    registry: Registry,
    citations: Iterable[str] | None = None,
    content: Content = Content(),  # noqa: B008  (frozen)
) -> tuple[list[Feature], list[Fault]]:
    """Return the features that can be read, and every fault in all files, by file and line.

    `files` gives each path the name that messages use; `citations` are the ids a tag may name, None for any;
    `content` holds what is not saved yet.
    """
    known = None if citations is None else frozenset(citations)
    features, faults = [], []
    for path, file in files.items():
        found: list[Fault] = []
        try:
            source = read_source(path, file, content)
            found += _almost_keywords(source, file, registry)
            topic = path.parent.name if path.parent.name != "features" else path.stem
            feature = feature_from_source(source, file, topic)
            features.append(feature)
            found += _feature_faults(feature, registry, known)
        except InputError as error:
            # The parser stumbles over the same lines, and over every line below a misspelt `Feature:`.
            lines = {fault.place.line for fault in found}
            found += [
                fault
                for fault in error.faults
                if fault.code != "misplaced-line"
                or (fault.place.line not in lines and not (lines and "Feature:" in fault.expected))
            ]
        faults += sorted(dict.fromkeys(found), key=lambda fault: (fault.place.line, fault.place.column))
    return features, faults


def _almost_keywords(source: tuple[str, ...], file: str, registry: Registry) -> Iterator[Fault]:
    """Yield the lines that Gherkin takes for prose but that were meant for a step or title."""
    matcher = TokenMatcher()
    in_block = False
    for number, text in enumerate(source, 1):
        token = Token(GherkinLine(text, number), {"line": number})
        if matcher.match_DocStringSeparator(token):
            in_block = not in_block
        if in_block or not text.strip() or text.strip()[0] in "#@|" or matcher.match_StepLine(token):
            continue
        line = text.strip()
        word, _, rest = line.partition(" ")
        head, colon, _ = line.partition(":")
        if colon and head in TITLE_WORDS:
            continue
        if meant := _title_meant(line):
            yield fault_in(file, source, "almost-keyword", number, f"'{line}', which begins nothing", hint=meant)
        elif meant := _step_meant(word, rest, registry):
            found = f"'{word}', which is no keyword, so the line would not run"
            yield fault_in(file, source, "almost-keyword", number, found, listed(STEP_WORDS), meant)


def _title_meant(line: str) -> str:
    head, colon, _ = line.partition(":")

    def likeness(title: str) -> float:
        return difflib.SequenceMatcher(None, head.lower(), title.lower()).ratio()

    title = max(TITLE_WORDS, key=likeness)
    if colon and likeness(title) >= _ALIKE:
        return f"did you mean `{title}:`?"
    bare = [title for title in TITLE_WORDS if line.startswith(f"{title} ") and title not in _PROSE_TITLES]
    return f"did you mean `{max(bare, key=len)}:`?" if bare and not colon else ""


def _step_meant(word: str, rest: str, registry: Registry) -> str:
    def likeness(keyword: str) -> float:
        return difflib.SequenceMatcher(None, word.lower(), keyword.lower()).ratio()

    meant = max(STEP_WORDS, key=likeness)
    is_near = likeness(meant) >= _ALIKE and word.lower() not in _PLAIN_WORDS
    if is_near or registry.find(rest):
        return f"did you mean `{meant}`?"
    return "write `Given`, `When` or `Then` before it" if registry.find(f"{word} {rest}".strip()) else ""


def _feature_faults(feature: Feature, registry: Registry, known: frozenset[str] | None) -> Iterator[Fault]:
    if not feature.scenarios:
        line = feature.tree["location"]["line"]
        yield feature.fault("no-scenario", line, "a feature in which no scenario runs", "at least one scenario")
    first_of: dict[str, int] = {}
    for node in _children(feature.tree, "scenario"):
        name, line = node["name"], node["location"]["line"]
        if name in first_of:
            hint = f"the first is on line {first_of[name]}"
            yield feature.fault("scenario-twice", line, f"a second scenario '{name}'", "a name of its own", hint)
        first_of.setdefault(name, line)
        yield from _outline_faults(feature, node)
    for background in _children(feature.tree, "background"):
        yield from _placeholder_faults(feature, background, ())
    for tag in _tags_in(feature.tree):
        word, place = tag["name"].removeprefix("@"), tag["location"]
        if known is not None and word not in known:
            hint = did_you_mean(word, known)
            found = f"a tag '@{word}' that names no citation"
            yield feature.fault("unknown-tag", place["line"], found, "an id of the citations", hint, place["column"])
    for scenario in feature.scenarios:
        yield from scenario_faults(feature, scenario, registry)


def _children(node: Mapping[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    """Yield the scenarios or backgrounds of a feature, also those of its rules."""
    for child in node["children"]:
        if kind in child:
            yield child[kind]
        elif "rule" in child:
            yield from _children(child["rule"], kind)


def _tags_in(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield from node.get("tags", ())
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from _tags_in(item)


def _outline_faults(feature: Feature, node: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield placeholders and columns that do not meet, and examples that would run nothing."""
    columns: dict[str, int] = {}
    for examples in node["examples"]:
        header = examples.get("tableHeader", {"cells": []})
        names = [cell["value"] for cell in header["cells"]]
        for name in sorted({name for name in names if names.count(name) > 1}):
            line = header["location"]["line"]
            yield feature.fault("column-twice", line, f"two columns '{name}'", "a name of its own for each column")
        columns |= dict.fromkeys(names, header["location"]["line"]) if names else {}
        if not examples.get("tableBody"):
            line = examples["location"]["line"]
            yield feature.fault("no-examples", line, "examples without a row", "a header and at least one row")
    if "Outline" in node["keyword"] and not node["examples"]:
        line = node["location"]["line"]
        yield feature.fault("no-examples", line, "a scenario outline without examples", "a table `Examples:`")
    yield from _placeholder_faults(feature, node, columns)
    used = {name for text in _texts(node) for name in _PLACEHOLDER.findall(text)}
    for name, line in columns.items():
        if name not in used:
            yield feature.fault("unused-column", line, f"the column '{name}', which no step uses", f"<{name}> in a step")


def _texts(node: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is written in the title or step of a node, its steps and its table."""
    yield node.get("name") or node.get("text") or ""
    for row in node.get("dataTable", {}).get("rows", ()):
        yield from (cell["value"] for cell in row["cells"])
    for step in node.get("steps", ()):
        yield from _texts(step)


def _placeholder_faults(feature: Feature, node: Mapping[str, Any], columns: Collection[str]) -> Iterator[Fault]:
    """Yield placeholders that no column provides: those of the title, then those of each step."""
    for part in ({**node, "steps": ()}, *node["steps"]):
        for name in dict.fromkeys(name for text in _texts(part) for name in _PLACEHOLDER.findall(text)):
            if name not in columns:
                found, hint = f"the placeholder <{name}>, which no column provides", did_you_mean(name, columns)
                yield feature.fault("unknown-placeholder", part["location"]["line"], found, listed(columns), hint)


def scenario_faults(feature: Feature, scenario: Scenario, registry: Registry) -> Iterator[Fault]:
    """Yield what is wrong in the steps of one scenario."""
    if not any(step.kind == "then" for step in scenario.steps):
        yield feature.fault("no-then", scenario.line, "a scenario that checks nothing", "at least one `Then`")
    for step in scenario.steps:
        if not _PLACEHOLDER.search(step.text):
            yield from _step_faults(feature, step, registry)


def _step_faults(feature: Feature, step: Step, registry: Registry) -> Iterator[Fault]:
    def fault(code: str, found: str, expected: str = "", hint: str = "") -> Fault:
        return feature.fault(code, step.line, found, expected, hint, step.column)

    matches = registry.find(step.text)
    if not step.kind:
        yield fault("step-kind", f"a step that begins with '{step.keyword}'", listed(STEP_WORDS))
    elif not matches:
        near = registry.nearest(step.text, step.kind)
        hint = f"the nearest is `{near.kind.title()} {near}`" if near else ""
        yield fault("unknown-step", f"unknown step '{step.text}'", "a known step", hint)
    elif len(matches) > 1:
        texts = listed((f"`{match.definition}`" for match in matches), "and")
        yield fault("ambiguous-step", f"'{step.text}' could be {texts}", "a step with one meaning")
    elif (definition := matches[0].definition).kind != step.kind:
        found = f"'{step.text}', a {definition.kind.title()} step, after {step.kind.title()}"
        like = registry.nearest(step.text, step.kind, only=True)
        expected = f"a {step.kind.title()} step"
        yield fault("step-kind", found, expected, f"the nearest is `{step.kind.title()} {like}`")
    elif step.has_text_block:
        yield fault("text-block", "a text block below a step", "a table, or nothing")
    elif definition.takes_table != bool(step.table):
        found = f"'{step.text}' {'with' if step.table else 'without'} a table"
        yield fault("step-table", found, "a table below it" if definition.takes_table else "no table")
