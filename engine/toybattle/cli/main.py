"""The command line: exit status 0 when all is fine, 1 when something failed, 2 when the command was misused."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from toybattle import LANGUAGE_VERSION, __version__
from toybattle.cli import designing, playing, ruling, simulating, studying, verifying
from toybattle.cli.shared import FAILED, MISUSED, MISUSES, complain, print_error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (closed by who started us)
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser, commands = _parser()
    # Options may stand between a position and a move, which only a command's own parser understands.
    own = commands.get(given[0]) if given else None
    options = own.parse_intermixed_args(given[1:]) if own else parser.parse_args(given)
    from toybattle.errors import InputError, ToyBattleError  # noqa: PLC0415  (everything but --help and --version needs it)

    try:
        status = options.run(options)
        sys.stdout.flush()
    except InputError as error:
        complain(error.faults, options)
        return MISUSED if all(fault.code in MISUSES for fault in error.faults) else FAILED
    except ToyBattleError as error:
        print_error(error, options)
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has enough; nothing more can be written, and no flush at exit must try.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        print(f"toybattle: {error.strerror or error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return FAILED
    return int(status)


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the parser of the whole command line, and each command's own."""
    parser = argparse.ArgumentParser(
        prog="toybattle", description="A rules engine for Toy Battle whose rules are data. Unofficial."
    )
    version = f"toybattle {__version__} (rules language {LANGUAGE_VERSION})"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], says: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=says, description=says)
        sub.set_defaults(run=run)
        sub.add_argument("--content", metavar="DIR", type=Path, action="append", default=[],
                         help="a folder with rules/, terrains/ or features/ on top of the shipped ones")  # fmt: skip
        sub.add_argument("--variant", metavar="NAME", action="append", default=[], help="play this variant; may be given again")
        sub.add_argument("--json", action="store_true", help="print what a program can read")
        return sub

    for group in (designing, verifying, ruling, playing, simulating, studying):
        group.add(command)
    return parser, commands.choices
