"""The runner: plays scenarios in this process and says what went wrong to who wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter_ns

from ..errors import Fault, InputError, Place, ToyBattleError, did_you_mean
from ..resources import Content
from ..ruleset.load import load_ruleset
from .check import check_features, scenario_faults
from .feature import Feature, Scenario, Step
from .report import Failure, Report, Result
from .steps import steps
from .words import Misread
from .world import Disagreement, World


@dataclass(frozen=True, slots=True)
class Selection:
    """Which scenarios are wanted."""

    paths: tuple[Path, ...]
    lines: Mapping[Path, set[int]]
    """For a path that is not wanted whole, the lines that select its scenarios; 0 is all of them."""
    tags: frozenset[str]
    faults: tuple[Fault, ...]
    """What names no feature file."""


def selected(content: Content, selections: Sequence[str]) -> Selection:
    """Return what `PATH`, `PATH:LINE` and `@id` select; nothing selects every feature of the content."""
    paths = {path.resolve(): path for path in content.files("features", "**/*.feature")}
    chosen: dict[Path, set[int]] = {}
    tags = frozenset(selection.removeprefix("@") for selection in selections if selection.startswith("@"))
    faults = []
    for selection in (s for s in selections if not s.startswith("@")):
        name, _, number = selection.rpartition(":")
        path, line = (Path(name), int(number)) if name and number.isdigit() else (Path(selection), 0)
        found = sorted(path.rglob("*.feature")) if path.is_dir() else [path] * path.is_file()
        for file in found:
            paths.setdefault(file.resolve(), file)
            chosen.setdefault(file.resolve(), set()).add(line)
        if not found:
            hint = did_you_mean(str(path), map(content.name, paths))
            faults.append(Fault("nothing-selected", Place(selection), "no feature file is there", hint=hint))
    if any(not selection.startswith("@") for selection in selections):
        paths = {real: path for real, path in paths.items() if real in chosen}
    return Selection(tuple(paths.values()), {paths[real]: lines for real, lines in chosen.items()}, tags, tuple(faults))


def verify(content: Content, selections: Sequence[str] = (), variants: Sequence[str] = ()) -> Report:
    """Run the features of a content, or those selected by `PATH`, `PATH:LINE` or `@id`, under further variants."""
    wanted = selected(content, selections)
    report = run_features(wanted.paths, content, wanted.lines, wanted.tags, variants)
    faults = list(wanted.faults)
    seen = {tag for result in report.results for tag in result.scenario.tags}
    known = {*seen, *load_ruleset(Content()).citations}
    for tag in sorted(wanted.tags - seen):
        hint = did_you_mean(tag, known - {tag})
        faults.append(Fault("nothing-selected", Place(f"@{tag}"), "no scenario is selected by this", hint=hint))
    return replace(report, faults=(*faults, *report.faults))


def run_features(
    paths: Iterable[Path],
    content: Content,
    lines: Mapping[Path, set[int]] | None = None,
    tags: Iterable[str] = (),
    variants: Sequence[str] = (),
) -> Report:
    """Check feature files, then run their scenarios.

    `lines` selects scenarios of a path by any of their lines, 0 being all; `tags` those with one of the tags.
    """
    names = {path: content.name(path) for path in paths}
    path_of = {name: path for path, name in names.items()}
    wanted_tags, citations = frozenset(tags), None
    faults: list[Fault] = []
    try:
        citations = load_ruleset(content, tuple(variants)).citations
    except InputError as error:
        faults += error.faults
    features, wrong = check_features(names, steps, citations, content)
    results = []
    for feature in features if not faults else ():  # nothing can be played under rules that cannot be read
        wanted = (lines or {}).get(path_of[feature.file], {0})
        missed = set(wanted)
        for scenario in feature.scenarios:
            here = {n for n in wanted if not n or n in scenario.lines or n in _shared_lines(feature, scenario)}
            missed -= here
            if here and (not wanted_tags or wanted_tags & scenario.tags):
                own = [f for f in wrong if f.place.file == feature.file and f.place.line in scenario.outline]
                results.append(run_scenario(feature, scenario, content, variants, own))
        faults += [feature.fault("nothing-selected", line, "no scenario is on this line") for line in sorted(missed - {0})]
    more = [fault for result in results for fault in result.faults]
    order = list(names.values())
    every = sorted(dict.fromkeys([*wrong, *more]), key=lambda f: (order.index(f.place.file), f.place.line, f.place.column))
    return Report(tuple(results), (*faults, *every), tuple(features))


def _shared_lines(feature: Feature, scenario: Scenario) -> range:
    """Return the lines of an outline that all of its rows share."""
    rows = [other.lines[0] for other in feature.scenarios if other.outline == scenario.outline]
    return range(scenario.outline[0], min(rows)) if scenario.lines != scenario.outline else range(0)


def run_scenario(
    feature: Feature,
    scenario: Scenario,
    content: Content,
    variants: Sequence[str] = (),
    faults: Sequence[Fault] = (),
    world: World | None = None,
) -> Result:
    """Run one scenario, unless it has faults; each check is judged, also after one that failed.

    It runs in a new world, or in one made for it.
    """
    place = Place(feature.file, scenario.lines[0] if len(scenario.lines) == 1 else scenario.line)
    # A step of a background stands outside the scenario's own lines.
    if faults := (*faults, *scenario_faults(feature, scenario, steps)):
        return Result(feature.topic, scenario, place, faults=faults)
    world = world or World(content, list(variants))
    failures: list[Failure] = []
    wrong: list[Fault] = []
    took: list[int] = []
    for step in scenario.steps:
        started, goes_on = perf_counter_ns(), True
        try:
            world.perform(step)
        except Misread as error:
            wrong, goes_on = [_misread_fault(feature, step, error)], False
        except Exception as error:  # whatever breaks, its writer is told which step it was
            failures.append(failure_of(error, world, step, scenario.name, scenario.tags, feature.file))
            goes_on = step.kind == "then" and isinstance(error, Disagreement) and not error.step
        took.append(perf_counter_ns() - started)
        if not goes_on:
            break
    else:
        try:
            world.finish()
        except ToyBattleError as error:
            failures.append(failure_of(error, world, scenario.steps[-1], scenario.name, scenario.tags, feature.file))
    return Result(feature.topic, scenario, place, tuple(failures), tuple(wrong), world, tuple(took))


def _misread_fault(feature: Feature, step: Step, error: Misread) -> Fault:
    line = step.line if error.row is None else step.table_lines[error.row]
    # In an outline the line holds a placeholder, and the word stands elsewhere.
    is_plain = error.row is None and step.text in feature.source[line - 1]
    column = (error.column or step.column) if is_plain else 0
    return feature.fault("unknown-word", line, error.found, error.expected, error.hint, column)


def failure_of(error: Exception, world: World, step: Step, scenario: str, tags: Iterable[str], file: str) -> Failure:
    """Return what went wrong at a step, with what its writer needs to see why."""
    found, expected, ruling = str(error), "", ""
    if isinstance(error, Disagreement):
        found, expected, ruling, step = error.found, error.expected, error.ruling, error.step or step
    elif isinstance(error, InputError):
        found = "\n".join(["the set-up is refused:", *(fault.said for fault in error.faults)])
    elif not isinstance(error, ToyBattleError):
        found = f"the engine broke off ({type(error).__name__}: {error})"
    place = Place(file, step.line)
    failure = Failure(place, scenario, str(step), found, expected, ruling)
    if world.played is None:
        return failure
    try:
        before, after = world.position_texts()
        return replace(failure, rules=world.rules_text(tags), before=before, after=after, legal=tuple(world.legal_texts()))
    except Exception:  # the engine broke, and may break again
        return failure
