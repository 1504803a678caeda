"""A run of scenarios as Cucumber Messages, which reporters and dashboards of other makers read."""

from __future__ import annotations

import inspect
import platform
from collections.abc import Iterable, Iterator
from typing import Any, cast

from gherkin.stream.gherkin_events import GherkinEvents

from toybattle import __version__

from ..errors import Fault
from .feature import Feature, Step
from .registry import PARAMETERS, Definition
from .report import Report, Result
from .steps import steps

PROTOCOL = "34.2.0"
"""The version of Cucumber Messages whose schema these meet."""
_SECOND = 1_000_000_000

Message = dict[str, Any]


def messages(report: Report, started: int) -> Iterator[Message]:
    """Yield a run as one object after the other; `started` is when it began, in nanoseconds since 1970."""
    return _Run(report, started).messages()


class _Run:
    """Gives what is in a run its ids, and what happens its time."""

    def __init__(self, report: Report, started: int) -> None:
        self.report, self.now = report, started
        self.gherkin = GherkinEvents(GherkinEvents.Options(print_source=True, print_ast=True, print_pickles=True))
        self.results = {id(result.scenario): result for result in report.results}
        self.definitions: dict[Definition, str] = {}

    def new_id(self) -> str:
        """Return an id that nothing else in the run has."""
        return self.gherkin.id_generator.get_next_id()

    def messages(self) -> Iterator[Message]:
        """Yield what there is to run, then what became of it."""
        yield {"meta": _meta()}
        ran: list[tuple[Message, Result]] = []
        for feature in self.report.features:
            read = list(self._read(feature))
            yield from read
            pickles = [message["pickle"] for message in read if "pickle" in message]
            for pickle, scenario in zip(pickles, feature.scenarios, strict=True):
                if result := self.results.get(id(scenario)):
                    ran.append((pickle, result))
        yield from self._unread()
        yield from self._steps()
        run = self.new_id()
        yield {"testRunStarted": {"id": run, "timestamp": _time(self.now)}}
        cases = [(self._case(pickle, run), result) for pickle, result in ran]
        yield from ({"testCase": case} for case, _ in cases)
        for case, result in cases:
            yield from self._played(case, result)
        finished = {"testRunStartedId": run, "success": self.report.is_fine, "timestamp": _time(self.now)}
        yield {"testRunFinished": finished}

    # ---- what there is

    def _read(self, feature: Feature) -> Iterator[Message]:
        """Yield a feature's source, its document, and its scenarios with every row of examples filled in."""
        source = {"uri": feature.file, "data": "\n".join(feature.source), "mediaType": "text/x.cucumber.gherkin+plain"}
        yield from cast("Iterator[Message]", self.gherkin.enum(cast("Any", {"source": source})))

    def _unread(self) -> Iterator[Message]:
        """Yield the faults of files that are no features, and of the rules."""
        known = {feature.file for feature in self.report.features}
        for fault in self.report.faults:
            if fault.place.file not in known:
                location = {"location": {"line": fault.place.line}} if fault.place.line else {}
                yield {"parseError": {"source": {"uri": fault.place.file, **location}, "message": str(fault)}}

    def _steps(self) -> Iterator[Message]:
        for kind in PARAMETERS:
            patterns = {"name": kind.name, "regularExpressions": list(kind.regexps)}
            uses = {"preferForRegularExpressionMatch": False, "useForSnippets": False}
            yield {"parameterType": {"id": self.new_id(), **patterns, **uses}}
        for definition in steps.definitions:
            self.definitions[definition] = id_ = self.new_id()
            module, line = definition.run.__module__.replace(".", "/"), inspect.getsourcelines(definition.run)[1]
            pattern = {"source": definition.text, "type": "CUCUMBER_EXPRESSION"}
            source = {"uri": f"{module}.py", "location": {"line": line}}
            yield {"stepDefinition": {"id": id_, "pattern": pattern, "sourceReference": source}}

    def _case(self, pickle: Message, run: str) -> Message:
        test_steps = [self._test_step(step["id"], step["text"]) for step in pickle["steps"]]
        return {"id": self.new_id(), "testRunStartedId": run, "pickleId": pickle["id"], "testSteps": test_steps}

    def _test_step(self, pickle_step: str, text: str) -> Message:
        matches = steps.find(text)
        return {
            "id": self.new_id(),
            "pickleStepId": pickle_step,
            "stepDefinitionIds": [self.definitions[match.definition] for match in matches],
            "stepMatchArgumentsLists": [
                {
                    "stepMatchArguments": [
                        {"group": {"start": start, "value": word, "children": []}, "parameterTypeName": kind}
                        for kind, word, start in match.words
                    ]
                }
                for match in matches
            ],
        }

    # ---- what became of it

    def _played(self, case: Message, result: Result) -> Iterator[Message]:
        attempt = self.new_id()
        started = {"id": attempt, "attempt": 0, "testCaseId": case["id"], "timestamp": _time(self.now)}
        yield {"testCaseStarted": started}
        told = _told(result)
        for test_step, (status, message, took) in zip(case["testSteps"], told, strict=True):
            of = {"testCaseStartedId": attempt, "testStepId": test_step["id"]}
            yield {"testStepStarted": {**of, "timestamp": _time(self.now)}}
            self.now += took
            said = {"message": message} if message else {}
            outcome = {"status": status, "duration": _time(took), **said}
            yield {"testStepFinished": {**of, "testStepResult": outcome, "timestamp": _time(self.now)}}
        finished = {"testCaseStartedId": attempt, "willBeRetried": False, "timestamp": _time(self.now)}
        yield {"testCaseFinished": finished}


def _told(result: Result) -> list[tuple[str, str, int]]:
    """Return for each step its status, what is wrong with it, and how many nanoseconds it took."""
    told = []
    for number, step in enumerate(result.scenario.steps):
        has_run = number < len(result.took)
        faults = [fault for fault in result.faults if fault.place.line in (step.line, *step.table_lines)]
        wrong = [str(failure) for failure in result.failures if failure.place.line == step.line]
        status = "FAILED" if wrong or (faults and has_run) else _unrun(step, faults) if not has_run else "PASSED"
        told.append((status, "\n".join([*map(str, faults), *wrong]), result.took[number] if has_run else 0))
    if not result.has_passed and told and all(status in ("PASSED", "SKIPPED") for status, _, _ in told):
        # What is wrong lies in no step, but in a tag or a title.
        told[0] = ("FAILED", "\n".join(map(str, result.faults)), told[0][2])
    return told


def _unrun(step: Step, faults: Iterable[Fault]) -> str:
    if not any(faults):
        return "SKIPPED"
    return "FAILED" if steps.find(step.text) else "UNDEFINED"


def _time(nanoseconds: int) -> Message:
    """Return a moment or a duration."""
    return {"seconds": nanoseconds // _SECOND, "nanos": nanoseconds % _SECOND}


def _meta() -> Message:
    return {
        "protocolVersion": PROTOCOL,
        "implementation": {"name": "toybattle", "version": __version__},
        "runtime": {"name": platform.python_implementation(), "version": platform.python_version()},
        "os": {"name": platform.system(), "version": platform.release()},
        "cpu": {"name": platform.machine()},
    }
