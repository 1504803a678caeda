"""What all commands share: exit statuses, what they are given, and how they speak."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TextIO

if TYPE_CHECKING:
    from pathlib import Path

    from toybattle.errors import Fault
    from toybattle.game import Game, State
    from toybattle.resources import Content

FINE, FAILED, MISUSED = 0, 1, 2
MISUSES = {
    "unknown-variant",
    "no-folder",
    "file-missing",
    "file-is-folder",
    "nothing-selected",
    "unknown-rule",
    "unknown-player",
    "no-study",
}
"""Codes of faults in what the command was given, rather than in a file."""
COLOURS = ("blue", "red")


class Command(Protocol):
    """Adds a command, with the options that all of them have, to the command line."""

    def __call__(self, name: str, run: Callable[[argparse.Namespace], int], says: str) -> argparse.ArgumentParser: ...


def say(text: str) -> None:
    """Write to the output at once, in plain letters where it knows no others."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        from toybattle.draw import in_ascii  # noqa: PLC0415

        text = in_ascii(text)
    sys.stdout.write(text)
    sys.stdout.flush()


def content_of(options: argparse.Namespace) -> Content:
    """Return the shipped data with the folders that were named, or refuse what is no such folder."""
    from toybattle.errors import Fault, InputError, Place  # noqa: PLC0415
    from toybattle.resources import Content  # noqa: PLC0415

    for folder in options.content:
        if not folder.is_dir():
            raise InputError(
                [Fault("no-folder", Place(str(folder)), "no such folder", "a folder with rules/, terrains/ or features/")]
            )
        if not any((folder / kind).is_dir() for kind in ("rules", "terrains", "features")):
            raise InputError([Fault("no-folder", Place(str(folder)), "nothing to use", "rules/, terrains/ or features/ in it")])
    return Content(tuple(options.content))


def loaded(options: argparse.Namespace) -> tuple[Game, State]:
    """Return the game and the state of the position file that was named."""
    from toybattle.documents import read_document  # noqa: PLC0415
    from toybattle.game import Game  # noqa: PLC0415

    document = read_document(options.position, str(options.position))
    return Game.of_position(document, content_of(options), tuple(options.variant))


def save(path: Path, data: bytes) -> None:
    """Write a file that a command was asked for, whole or not at all."""
    from toybattle.documents import write_whole  # noqa: PLC0415
    from toybattle.errors import Fault, InputError, Place, ToyBattleError  # noqa: PLC0415

    if path.is_dir():
        raise InputError([Fault("file-is-folder", Place(str(path)), "this is a folder", "a file to write")])
    try:
        write_whole(path, data)
    except OSError as error:
        raise ToyBattleError(f"{path}: it cannot be written: {error.strerror}") from error


def plain(value: Any) -> Any:
    """Return a dataclass as what JSON can hold, None as it is."""
    from dataclasses import asdict  # noqa: PLC0415

    return None if value is None else asdict(value)


def complain(faults: Iterable[Fault], options: argparse.Namespace, looked_at: Sequence[str] = (), **more: object) -> None:
    """Print faults, to where their readers look: data to the output, with `more` of it, sentences to the error stream."""
    faults = tuple(faults)
    if getattr(options, "json", False):
        from dataclasses import asdict  # noqa: PLC0415

        print(json.dumps({"faults": [asdict(fault) for fault in faults], "files": list(looked_at), **more}))
        return
    for fault in faults:
        print(painted(str(fault), "33" if fault.is_warning else "31", sys.stderr), file=sys.stderr)
    if faults and sys.stderr.isatty():
        codes = ", ".join(dict.fromkeys(fault.code for fault in faults))
        print(f"`toybattle explain CODE` says more: {codes}", file=sys.stderr)
    if not faults:
        print(painted(f"{counted(len(looked_at), 'file')} without a fault", "32"))


def print_error(error: Exception, options: argparse.Namespace) -> None:
    """Print an error where its readers look, with the verdict if it carries one."""
    verdict = getattr(error, "verdict", None)
    if getattr(options, "json", False):
        print(json.dumps({"error": str(error), **({"verdict": verdict.as_data()} if verdict else {})}, default=str))
    else:
        print(painted(str(error), "31", sys.stderr), file=sys.stderr)


def progress(done: int, of: int) -> None:
    """Say on the error stream how far something is, if somebody watches it."""
    if sys.stderr.isatty():
        print(f"\r{done} of {of}", end="\n" * (done == of), file=sys.stderr, flush=True)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 file`, `2 files`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def painted(text: str, colour: str, stream: TextIO | None = None) -> str:
    """Return a text with its first line coloured, on a terminal that wants it."""
    if not has_colour(stream or sys.stdout):
        return text
    first, line_break, rest = text.partition("\n")
    return f"\033[{colour}m{first}\033[0m{line_break}{rest}"


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that wants colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
