"""The command line: exit status 0 when all is fine, 1 when something failed, 2 when the command was misused."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from toybattle import LANGUAGE_VERSION, __version__

if TYPE_CHECKING:
    from toybattle.errors import Fault
    from toybattle.game import Game, State
    from toybattle.game.events import Event
    from toybattle.resources import Content

FINE, FAILED, MISUSED = 0, 1, 2
MISUSES = {"unknown-variant", "no-folder", "file-missing", "file-is-folder", "nothing-selected"}
"""Codes of faults in what the command was given, rather than in a file."""


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
        _complain(error.faults, options)
        return MISUSED if all(fault.code in MISUSES for fault in error.faults) else FAILED
    except ToyBattleError as error:
        _print_error(error, options)
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

    verify = command("verify", _verify, "Run scenarios: all of them, or those named.")
    verify.add_argument("selection", nargs="*", metavar="PATH[:LINE]|@ID", help="a feature, a scenario in it, or a citation's id")
    check = command("check", _check, "Look for faults in your own rules, terrains and features.")
    check.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder with rules/, terrains/ or features/"
    )
    legal = command("legal", _legal, "List the legal moves of a position, or judge one move.")
    legal.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    legal.add_argument("move", nargs="*", metavar="MOVE", help="a move to judge, such as: place TROOP 7")
    legal.add_argument("--asker", choices=("blue", "red"), help="judge by what this player may know")
    apply = command("apply", _apply, "Play moves from a position and print where they lead.")
    apply.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    apply.add_argument("moves", nargs="+", metavar="MOVE", help='a move in quotes, such as "place TROOP 7"')
    apply.add_argument("--seed", type=int, help="let chance decide what a move leaves open")
    replay = command("replay", _replay, "Replay game records and check every move, legal set and result.")
    replay.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, one JSON object or one a line, plain or gzip"
    )
    colours = ("blue", "red")
    show = command("show", _show, "Draw a terrain, a position or a game record.")
    show.add_argument("source", metavar="TERRAIN|POSITION|RECORD", help="a terrain's id, or a file; of several records the first")
    show.add_argument("--move", type=int, metavar="N", help="a record's board after so many moves, instead of the last one")
    show.add_argument("--viewer", choices=colours, help="show only what this player may know")
    play = command("play", _play, "Play a game at this terminal, saved at every move.")
    play.add_argument("terrain", nargs="?", metavar="TERRAIN", help="a terrain's id or file; left out, what suits a first game")
    play.add_argument("--against", choices=("random",), help="play Blue against chance")
    play.add_argument("--special-bases", action=argparse.BooleanOptionalAction, help="play with special bases, or without")
    play.add_argument("--first", choices=colours, help="who begins; left out, chance decides")
    play.add_argument("--seed", type=int, help="deal the same again")
    play.add_argument("--save", type=Path, metavar="FILE", help="where to save; left out, a new file in this folder")
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    score = command("score", _score, "Say from a score sheet who won, and by what.")
    score.add_argument("terrain", metavar="TERRAIN", help="a terrain's id or file")
    score.add_argument("--medals", type=int, nargs=2, metavar=("BLUE", "RED"), required=True, help="the medals of both")
    ending = score.add_mutually_exclusive_group()
    ending.add_argument("--ended", choices=colours, help="who could neither draw nor place")
    ending.add_argument("--hq", choices=colours, help="who captured an enemy H.Q.")
    score.add_argument("--turn", choices=colours, help="who acted last, when both reached their objective at once")
    scenario = command("scenario", _scenario, "Write a situation as the steps of a scenario.")
    scenario.add_argument("source", metavar="POSITION|RECORD", help="a position or record file")
    scenario.add_argument("--move", type=int, metavar="N", help="a record's situation after so many moves, instead of the last")
    scenario.add_argument("--moves", nargs="+", metavar="MOVE", default=[], help="moves to play from there, each in quotes")
    command("steps", _steps, "Print every step a scenario may use, with its words and an example, as Markdown.")
    return parser, commands.choices


# ---- commands


def _verify(options: argparse.Namespace) -> int:
    from toybattle.spec import verify  # noqa: PLC0415

    report = verify(_content(options), options.selection, options.variant)
    if options.json:
        print(json.dumps(report.as_data(), indent=2))
    else:
        print(report)
    if report.faults and not report.results and all(fault.code in MISUSES for fault in report.faults):
        return MISUSED
    return FINE if report.is_fine else FAILED


def _check(options: argparse.Namespace) -> int:
    from toybattle.checking import check  # noqa: PLC0415

    faults, looked_at = check(options.paths, _content(options), tuple(options.variant))
    _complain(faults, options, looked_at)
    wrong = [fault for fault in faults if not fault.is_warning]
    return FINE if not wrong else MISUSED if all(fault.code in MISUSES for fault in wrong) else FAILED


def _legal(options: argparse.Namespace) -> int:
    from toybattle.game import MoveError  # noqa: PLC0415

    game, state = _loaded(options)
    if options.move:
        verdict = game.why(state, " ".join(options.move), options.asker)
        if options.json:
            from dataclasses import asdict  # noqa: PLC0415

            print(json.dumps({**asdict(verdict), "citations": verdict.citations}, default=str, indent=2))
        else:
            print(_painted(str(verdict), "32" if verdict.is_legal else "31"))
        return FINE if verdict.is_legal else FAILED
    outcome = game.outcome(state)
    if options.asker and options.asker != state.decider and not outcome:
        raise MoveError(f"{state.decider} decides: {options.asker} cannot see what {state.decider} may choose from")
    moves = [str(move) for move in game.legal(state)]
    if options.json:
        print(json.dumps({"decider": state.decider, "legal": moves, "outcome": _plain(outcome)}))
    elif outcome:
        print(f"The game is over: {outcome.winner} wins by {outcome.won_by}.")
    else:
        print("\n".join(moves))
    return FINE


def _apply(options: argparse.Namespace) -> int:
    from random import Random  # noqa: PLC0415

    game, state = _loaded(options)
    random = None if options.seed is None else Random(options.seed).random
    events: list[Event] = []
    for text in options.moves:
        state, happened = game.play(state, text, random)
        events += happened
    outcome = game.outcome(state)
    position = None if outcome else game.as_position(state)
    if options.json:
        told = [{"event": type(event).__name__, **_plain(event)} for event in events]
        print(json.dumps({"events": told, "position": position, "outcome": _plain(outcome)}))
        return FINE
    for event in events:
        print(f"# {event}")
    if position:
        # One JSON value a line is YAML too: what is printed can be read back.
        print("\n".join(f"{key}: {json.dumps(value)}" for key, value in position.items()))
    return FINE


def _replay(options: argparse.Namespace) -> int:
    from toybattle.game.record import read_records, replayed  # noqa: PLC0415

    content = _content(options)
    games: dict[str, Game] = {}
    count, difference = 0, None
    for path in options.files:
        for record in read_records(path, str(path)):
            key = json.dumps([record.data.get(name) for name in ("terrain", "special_bases", "variants")])
            if key not in games:
                games[key] = record.game(content, tuple(options.variant))
            difference = replayed(record, games[key])
            if difference:
                break
            count += 1
        if difference:
            break
    if options.json:
        from dataclasses import asdict  # noqa: PLC0415

        print(json.dumps({"replayed": count, "difference": asdict(difference) if difference else None}))
    elif difference:
        print(difference)
        print(_painted(f"{_counted(count, 'game')} replayed before the first difference", "31"))
    else:
        print(_painted(f"{_counted(count, 'game')} replayed without a difference", "32"))
    return FAILED if difference else FINE


def _show(options: argparse.Namespace) -> int:
    from toybattle.draw import drawn  # noqa: PLC0415
    from toybattle.table.source import source_of  # noqa: PLC0415

    source = source_of(options.source, _content(options), tuple(options.variant)).after(options.move)
    game, state = source.game, source.states[-1] if source.states else None
    seen = game.view(state, options.viewer) if state and options.viewer else state
    if options.json:
        data = game.terrain.as_data() if state is None else _plain(seen) if options.viewer else game.as_position(state)
        print(json.dumps({"shown": data, "outcome": _plain(game.outcome(state)) if state else None}))
        return FINE
    _say(drawn(game, seen, _has_colour(sys.stdout)) + "\n")
    if state and (outcome := game.outcome(state)):
        from toybattle.table.score import reason  # noqa: PLC0415

        _say(f"\n{reason(game, outcome)}\n")
    return FINE


def _play(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError  # noqa: PLC0415
    from toybattle.table.sitting import Sitting  # noqa: PLC0415

    wanted = (options.terrain, options.special_bases, options.first, options.seed)
    if options.json or (options.resume and any(value is not None for value in wanted)):
        said = "play is for people, a program calls the API" if options.json else "a saved game names all of this itself"
        wrong = f"{said}: leave out {'--json' if options.json else 'the terrain and how it is dealt'}"
        _print_error(ToyBattleError(wrong), options)
        return MISUSED
    sitting = Sitting(
        _content(options), tuple(options.variant), options.against, input, _say, sys.stdout.isatty(), _has_colour(sys.stdout)
    )
    table = sitting.resumed(options.resume, options.save) if options.resume else sitting.begun(*wanted, options.save)
    table.play()
    return FINE


def _score(options: argparse.Namespace) -> int:
    from toybattle.game import Game  # noqa: PLC0415
    from toybattle.table.score import reason, scored, sheet  # noqa: PLC0415
    from toybattle.table.source import terrain_of  # noqa: PLC0415

    game = Game.load(terrain_of(options.terrain), variants=options.variant, content=_content(options))
    outcome = scored(game, options.medals, options.ended, options.hq, options.turn)
    if options.json:
        print(json.dumps({name: value for name, value in _plain(outcome).items() if name != "turns"}))
    else:
        _say(f"{reason(game, outcome)}\n\n{sheet(outcome)}\n")
    return FINE


def _scenario(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError  # noqa: PLC0415
    from toybattle.spec.writer import written  # noqa: PLC0415
    from toybattle.table.source import source_of  # noqa: PLC0415

    content = _content(options)
    source = source_of(options.source, content, tuple(options.variant)).after(options.move)
    if not source.states:
        raise ToyBattleError(f"{options.source}: a terrain without a position; expected a position or a record")
    states, moves = list(source.states), [*source.moves, *options.moves]
    for text in options.moves:
        states.append(source.game.play(states[-1], text)[0])
    lines = written(source.game, states, moves, content, len(source.states) - 1)
    if options.json:
        print(json.dumps({"steps": lines}))
        return FINE
    _say("\n".join(lines) + "\n")
    if states[-1].pending:
        _say("# A scenario ends with no choice open: answer this one.\n")
    return FINE


def _steps(options: argparse.Namespace) -> int:
    from toybattle.spec.catalogue import catalogue, page  # noqa: PLC0415

    entries = catalogue(_content(options), options.variant)
    _say(json.dumps([entry.as_data() for entry in entries]) + "\n" if options.json else page(entries))
    return FINE


# ---- what commands share


def _say(text: str) -> None:
    """Write to the output at once, in plain letters where it knows no others."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        from toybattle.draw import in_ascii  # noqa: PLC0415

        text = in_ascii(text)
    sys.stdout.write(text)
    sys.stdout.flush()


def _content(options: argparse.Namespace) -> Content:
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


def _loaded(options: argparse.Namespace) -> tuple[Game, State]:
    from toybattle.documents import read_document  # noqa: PLC0415
    from toybattle.game import Game  # noqa: PLC0415

    document = read_document(options.position, str(options.position))
    return Game.of_position(document, _content(options), tuple(options.variant))


def _plain(value: Any) -> Any:
    from dataclasses import asdict  # noqa: PLC0415

    return None if value is None else asdict(value)


def _complain(faults: Iterable[Fault], options: argparse.Namespace, looked_at: Sequence[str] = ()) -> None:
    """Print faults, to where their readers look: data to the output, sentences to the error stream."""
    faults = tuple(faults)
    if getattr(options, "json", False):
        from dataclasses import asdict  # noqa: PLC0415

        print(json.dumps({"faults": [asdict(fault) for fault in faults], "files": list(looked_at)}))
        return
    for fault in faults:
        print(_painted(str(fault), "33" if fault.is_warning else "31", sys.stderr), file=sys.stderr)
    if not faults:
        print(_painted(f"{_counted(len(looked_at), 'file')} without a fault", "32"))


def _print_error(error: Exception, options: argparse.Namespace) -> None:
    verdict = getattr(error, "verdict", None)
    if getattr(options, "json", False):
        print(json.dumps({"error": str(error), **({"verdict": _plain(verdict)} if verdict else {})}, default=str))
    else:
        print(_painted(str(error), "31", sys.stderr), file=sys.stderr)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _painted(text: str, colour: str, stream: TextIO | None = None) -> str:
    """Return a text with its first line coloured, on a terminal that wants it."""
    if not _has_colour(stream or sys.stdout):
        return text
    first, line_break, rest = text.partition("\n")
    return f"\033[{colour}m{first}\033[0m{line_break}{rest}"


def _has_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


if __name__ == "__main__":
    sys.exit(main())
