"""Commands for who proves rules by scenarios: verify, report."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from toybattle.cli.shared import FAILED, FINE, MISUSED, MISUSES, Command, content_of, counted, print_error, progress, save, say

if TYPE_CHECKING:
    from toybattle.book.notes import Notes
    from toybattle.resources import Content
    from toybattle.spec import Report
    from toybattle.watching import Update


def add(command: Command) -> None:
    """Add these commands to the command line."""
    verify = command("verify", _verify, "Run scenarios: all of them, or those named.")
    verify.add_argument("selection", nargs="*", metavar="PATH[:LINE]|@ID", help="a feature, a scenario in it, or a citation's id")
    verify.add_argument("--messages", type=Path, metavar="OUT", help="also write Cucumber Messages, for other tools to show")
    verify.add_argument("--watch", action="store_true", help="run what a saved rule, terrain or feature touches, until Ctrl-C")
    verify.add_argument("--html", type=Path, metavar="OUT", help="with --watch, also write the report at every save")
    report = command("report", _report, "Write the living rulebook: the rules in English, with every scenario, as one page.")
    report.add_argument("--html", type=Path, metavar="OUT", required=True, help="the file to write, which needs no other")
    report.add_argument(
        "--mutants", action="store_true", help="also say which mutants of the rules no scenario fails; takes a while"
    )


def _verify(options: argparse.Namespace) -> int:
    from time import time_ns  # noqa: PLC0415

    from toybattle.spec import verify  # noqa: PLC0415

    if options.watch or options.html:
        return _watch(options)
    started = time_ns()
    report = verify(content_of(options), options.selection, options.variant)
    if options.messages:
        from toybattle.spec.messages import messages  # noqa: PLC0415

        save(options.messages, "".join(f"{json.dumps(message)}\n" for message in messages(report, started)).encode())
    print(json.dumps(report.as_data(), indent=2) if options.json else report)
    return _status(report)


def _status(report: Report) -> int:
    if report.faults and not report.results and all(fault.code in MISUSES for fault in report.faults):
        return MISUSED
    return FINE if report.is_fine else FAILED


def _watch(options: argparse.Namespace) -> int:
    from time import sleep  # noqa: PLC0415

    from toybattle.errors import InputError, ToyBattleError  # noqa: PLC0415
    from toybattle.watching import watch  # noqa: PLC0415

    if options.messages or not options.watch:
        said = "--messages tells of one run: leave out --watch" if options.messages else "--html needs --watch; try `report`"
        print_error(ToyBattleError(said), options)
        return MISUSED

    def show(update: Update, content: Content) -> None:
        if not update.saved and _status(update.report) == MISUSED:
            raise InputError(update.report.faults)
        if options.html:
            with suppress(InputError):  # faults are told below, and the page stays as it was
                save(options.html, _page(options, content, update.report, {}))
        clear = "\033[2J\033[H" if sys.stdout.isatty() else ""
        say(f"{json.dumps(update.as_data())}\n" if options.json else f"{clear}{update}\n\n")

    with suppress(KeyboardInterrupt):
        watch(content_of(options), options.selection, options.variant, show, sleep)
    return FINE


def _page(options: argparse.Namespace, content: Content, report: Report, notes: Notes) -> bytes:
    from toybattle.book import page  # noqa: PLC0415

    return page(content, options.variant, report, notes).encode("utf-8", "replace")


def _notes(options: argparse.Namespace, content: Content) -> Notes:
    import os  # noqa: PLC0415

    from toybattle.book import notes_of  # noqa: PLC0415
    from toybattle.spec.cover import coverage  # noqa: PLC0415
    from toybattle.spec.mutate import mutate  # noqa: PLC0415

    variants, processes = tuple(options.variant), os.cpu_count() or 1
    mutation = mutate(content, (), variants, processes=processes, tell=progress) if options.mutants else None
    return notes_of(coverage(content, variants), mutation)


def _report(options: argparse.Namespace) -> int:
    from toybattle.spec import verify  # noqa: PLC0415

    content = content_of(options)
    report = verify(content, (), options.variant)
    save(options.html, _page(options, content, report, {} if report.faults else _notes(options, content)))
    if options.json:
        print(json.dumps({"wrote": str(options.html), "passed": report.passed, "failed": report.failed}))
    else:
        say(f"wrote {options.html}: {counted(len(report.results), 'scenario')}, {report.failed} failed\n")
    return _status(report)
