"""Commands for who judges moves: legal, apply, replay."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from toybattle.cli.shared import COLOURS, FAILED, FINE, Command, content_of, counted, loaded, painted, plain

if TYPE_CHECKING:
    from toybattle.game import Game
    from toybattle.game.events import Event


def add(command: Command) -> None:
    """Add these commands to the command line."""
    legal = command("legal", _legal, "List the legal moves of a position, or judge one move.")
    legal.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    legal.add_argument("move", nargs="*", metavar="MOVE", help="a move to judge, such as: place TROOP 7")
    legal.add_argument("--asker", choices=COLOURS, help="judge by what this player may know")
    apply = command("apply", _apply, "Play moves from a position and print where they lead.")
    apply.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    apply.add_argument("moves", nargs="+", metavar="MOVE", help='a move in quotes, such as "place TROOP 7"')
    apply.add_argument("--seed", type=int, help="let chance decide what a move leaves open")
    replay = command("replay", _replay, "Replay game records and check every move, legal set and result.")
    replay.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, one JSON object or one a line, plain or gzip"
    )


def _legal(options: argparse.Namespace) -> int:
    from toybattle.game import MoveError  # noqa: PLC0415

    game, state = loaded(options)
    if options.move:
        verdict = game.why(state, " ".join(options.move), options.asker)
        if options.json:
            from dataclasses import asdict  # noqa: PLC0415

            print(json.dumps({**asdict(verdict), "citations": verdict.citations}, default=str, indent=2))
        else:
            print(painted(str(verdict), "32" if verdict.is_legal else "31"))
        return FINE if verdict.is_legal else FAILED
    outcome = game.outcome(state)
    if options.asker and options.asker != state.decider and not outcome:
        raise MoveError(f"{state.decider} decides: {options.asker} cannot see what {state.decider} may choose from")
    moves = [str(move) for move in game.legal(state)]
    if options.json:
        print(json.dumps({"decider": state.decider, "legal": moves, "outcome": plain(outcome)}))
    elif outcome:
        print(f"The game is over: {outcome.winner} wins by {outcome.won_by}.")
    else:
        print("\n".join(moves))
    return FINE


def _apply(options: argparse.Namespace) -> int:
    from random import Random  # noqa: PLC0415

    game, state = loaded(options)
    random = None if options.seed is None else Random(options.seed).random
    events: list[Event] = []
    for text in options.moves:
        state, happened = game.play(state, text, random)
        events += happened
    outcome = game.outcome(state)
    position = None if outcome else game.as_position(state)
    if options.json:
        told = [{"event": type(event).__name__, **plain(event)} for event in events]
        print(json.dumps({"events": told, "position": position, "outcome": plain(outcome)}))
        return FINE
    for event in events:
        print(f"# {event}")
    if position:
        # One JSON value a line is YAML too: what is printed can be read back.
        print("\n".join(f"{key}: {json.dumps(value)}" for key, value in position.items()))
    return FINE


def _replay(options: argparse.Namespace) -> int:
    from toybattle.game.record import read_records, replayed  # noqa: PLC0415

    content = content_of(options)
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
        print(painted(f"{counted(count, 'game')} replayed before the first difference", "31"))
    else:
        print(painted(f"{counted(count, 'game')} replayed without a difference", "32"))
    return FAILED if difference else FINE
