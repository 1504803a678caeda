"""Commands for who writes rules: new, check, explain, rule, scenario, lsp, steps."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path

from toybattle.cli.shared import FAILED, FINE, MISUSED, MISUSES, Command, complain, content_of, plain, print_error, progress, say


def add(command: Command) -> None:
    """Add these commands to the command line."""
    new = command("new", _new, "Begin a project, or a file in it, with commented files that have no fault.")
    new.add_argument("kind", choices=("project", "terrain", "troop", "special", "variant", "scenario"), help="what to begin")
    new.add_argument(
        "name", metavar="NAME", help="a project's folder, or a name; the files go to the last --content folder, or to this one"
    )
    check = command("check", _check, "Look for faults in your own rules, terrains and features.")
    check.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder with rules/, terrains/ or features/"
    )
    explain = command(
        "explain", _explain, "Say what a fault means and how to mend it; without a code print all of it as Markdown."
    )
    explain.add_argument("code", nargs="?", metavar="CODE", help="the code of a fault, as --json tells it")
    rule = command("rule", _rule, "Say what a rule says, why, and where it shows; without a word, list all rules.")
    rule.add_argument("word", nargs="?", metavar="LABEL|ACTION|ID", help="a statement's label, a verb, or a citation's id")
    scenario = command("scenario", _scenario, "Write a situation as the steps of a scenario.")
    scenario.add_argument("source", metavar="POSITION|RECORD", help="a position or record file")
    scenario.add_argument("--move", type=int, metavar="N", help="a record's situation after so many moves, instead of the last")
    scenario.add_argument("--moves", nargs="+", metavar="MOVE", default=[], help="moves to play from there, each in quotes")
    command("coverage", _coverage, "Ask what no scenario answers about the rules.")
    mutate = command("mutate", _mutate, "Alter the rules, one thing at a time, and see that a scenario fails each time.")
    mutate.add_argument("selection", nargs="*", metavar="LABEL|@ID|RULES", help="a statement, what it cites, or a rules file")
    mutate.add_argument(
        "--games", type=int, default=2000, metavar="N", help="random games in which a survivor is told from the rules"
    )
    instead = mutate.add_mutually_exclusive_group()
    instead.add_argument("--terrain", metavar="TERRAIN", help="alter this terrain instead of the rules")
    instead.add_argument("--scenarios", action="store_true", help="alter the checks of the scenarios instead of the rules")
    fork = command("fork", _fork, "Compare a variant with the rules: where they differ, and how often it matters.")
    fork.add_argument("fork", metavar="VARIANT", help="a variant of the rules")
    fork.add_argument("--games", type=int, default=1000, metavar="N", help="random games in which the two are compared")
    fork.add_argument("--seed", type=int, default=1, help="deal the same again")
    command("lsp", _lsp, "Serve an editor, which shows faults and completes words as you write (see docs/editors.md).")
    command("steps", _steps, "Print every step a scenario may use, with its words and an example, as Markdown.")


def _new(options: argparse.Namespace) -> int:
    from toybattle.resources import Content  # noqa: PLC0415
    from toybattle.templates import begun, begun_project  # noqa: PLC0415

    if options.kind == "project":
        files, folder = begun_project(Path(options.name)), options.name
    else:
        folders = options.content or [Path()]
        files, folder = begun(options.kind, options.name, folders[-1], Content(tuple(folders))), str(folders[-1])
    if options.json:
        print(json.dumps({"written": [file.as_posix() for file in files]}))
        return FINE
    print("\n".join(f"wrote {file.as_posix()}" for file in files))
    features = [file.as_posix() for file in files if file.suffix == ".feature"]
    next_ = [["toybattle", "check", folder], *(["toybattle", "verify", "--content", folder, feature] for feature in features)]
    print("go on with:", *map(shlex.join, next_), sep="\n  ")
    return FINE


def _check(options: argparse.Namespace) -> int:
    from toybattle.checking import check  # noqa: PLC0415

    checked = check(options.paths, content_of(options), tuple(options.variant))
    for name, lines in () if options.json else checked.terrains.items():
        say("\n  ".join((name, *lines)) + "\n")
    complain(checked.faults, options, checked.files, terrains=checked.terrains)
    wrong = [fault for fault in checked.faults if not fault.is_warning]
    return FINE if not wrong else MISUSED if all(fault.code in MISUSES for fault in wrong) else FAILED


def _rule(options: argparse.Namespace) -> int:
    from toybattle.spec.lookup import everything, looked_up  # noqa: PLC0415
    from toybattle.spec.telling import in_full, in_short  # noqa: PLC0415

    given = content_of(options), tuple(options.variant)
    answer = looked_up(options.word, *given) if options.word else everything(*given)
    say(f"{json.dumps(plain(answer), indent=2)}\n" if options.json else in_full(answer) if options.word else in_short(answer))
    return FINE


def _explain(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError, did_you_mean  # noqa: PLC0415
    from toybattle.faults import book, pages  # noqa: PLC0415

    known = pages()
    if options.code and options.code not in known:
        hint = did_you_mean(options.code, known) or "`toybattle explain` lists all of them"
        print_error(ToyBattleError(f"no fault is called '{options.code}'; {hint}"), options)
        return MISUSED
    chosen = [known[options.code]] if options.code else list(known.values())
    if options.json:
        told = [{**plain(page), "example": dict(page.example)} for page in chosen]
        print(json.dumps(told[0] if options.code else told))
    else:
        say(f"{chosen[0]}\n" if options.code else book())
    return FINE


def _scenario(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError  # noqa: PLC0415
    from toybattle.spec.writer import written  # noqa: PLC0415
    from toybattle.table.source import source_of  # noqa: PLC0415

    content = content_of(options)
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
    say("\n".join(lines) + "\n")
    if states[-1].pending:
        say("# A scenario ends with no choice open: answer this one.\n")
    return FINE


def _coverage(options: argparse.Namespace) -> int:
    from toybattle.spec.cover import coverage  # noqa: PLC0415

    shown = coverage(content_of(options), tuple(options.variant))
    say((json.dumps(shown.as_data(), indent=2) if options.json else str(shown)) + "\n")
    return FINE


def _mutate(options: argparse.Namespace) -> int:
    import os  # noqa: PLC0415

    from toybattle.spec.mutate import mutate  # noqa: PLC0415

    content = content_of(options)
    if options.scenarios:
        from toybattle.spec.values import values  # noqa: PLC0415

        checked = values(content, tuple(options.variant))
        print(json.dumps(checked.as_data(), indent=2) if options.json else checked)
        return FINE
    if options.terrain:
        from toybattle.spec.mutate_terrain import mutate_terrain  # noqa: PLC0415

        told = mutate_terrain(options.terrain, content, tuple(options.variant), options.games, progress)
    else:
        told = mutate(content, options.selection, tuple(options.variant), options.games, os.cpu_count() or 1, progress)
    print(json.dumps(told.as_data(), indent=2) if options.json else told)
    if told.faults and not told.fates and all(fault.code in MISUSES for fault in told.faults):
        return MISUSED
    return FINE if told.is_fine else FAILED


def _fork(options: argparse.Namespace) -> int:
    from toybattle.spec.fork import fork  # noqa: PLC0415

    compared = fork(content_of(options), options.fork, tuple(options.variant), options.games, options.seed)
    print(json.dumps(compared.as_data(), indent=2) if options.json else compared)
    return FINE


def _lsp(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError  # noqa: PLC0415

    try:
        from toybattle.editor.server import serve  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise ToyBattleError("an editor is served with pygls: pip install 'toybattle[lsp]'") from None
    serve(content_of(options), tuple(options.variant))
    return FINE


def _steps(options: argparse.Namespace) -> int:
    from toybattle.spec.catalogue import catalogue, page  # noqa: PLC0415

    entries = catalogue(content_of(options), options.variant)
    say(json.dumps([entry.as_data() for entry in entries]) + "\n" if options.json else page(entries))
    return FINE
