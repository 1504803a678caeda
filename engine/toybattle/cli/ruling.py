"""Commands for who judges moves: legal, apply, replay."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from toybattle.cli.shared import COLOURS, FAILED, FINE, Command, content_of, counted, loaded, painted, plain, save, say

if TYPE_CHECKING:
    from toybattle.game import Game, State, Verdict
    from toybattle.game.events import Event


def add(command: Command) -> None:
    """Add these commands to the command line."""
    legal = command("legal", _legal, "List the legal moves of a position.")
    legal.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    legal.add_argument("--as", dest="asker", choices=COLOURS, help="list only what this player may know")
    why = command(
        "why", _why, "Say why a move is legal or not, what would allow it, what it leads to, and where that is written."
    )
    why.add_argument("source", metavar="POSITION|RECORD", help="a position or record file")
    why.add_argument("move", nargs="*", metavar="MOVE", help="a move, such as: place TROOP 7; none: how the game ended")
    why.add_argument("--move", dest="after", type=int, metavar="N", help="in a record, ask after so many moves")
    why.add_argument("--as", dest="asker", choices=COLOURS, help="answer by what this player may know")
    why.add_argument("--svg", type=Path, metavar="OUT", help="draw what is reached and where the way breaks, too")
    apply = command("apply", _apply, "Play moves from a position and print where they lead.")
    apply.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    apply.add_argument("moves", nargs="+", metavar="MOVE", help='a move in quotes, such as "place TROOP 7"')
    apply.add_argument("--seed", type=int, help="let chance decide what a move leaves open")
    replay = command("replay", _replay, "Replay game records and check every move, legal set and result.")
    replay.add_argument("--as", dest="viewer", choices=COLOURS, help="print every move and event as this player may know it")
    replay.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, one JSON object or one a line, plain or gzip"
    )


def _legal(options: argparse.Namespace) -> int:
    from toybattle.game import MoveError  # noqa: PLC0415

    game, state = loaded(options)
    outcome = game.outcome(state)
    if options.asker and options.asker != state.decider and not outcome:
        raise MoveError(f"{state.decider} decides: {options.asker} cannot see what {state.decider} may choose from")
    moves = [str(move) for move in game.legal(state)] if options.asker is None else list(game.view(state, options.asker).legal)
    if options.json:
        print(json.dumps({"decider": state.decider, "legal": moves, "outcome": plain(outcome)}))
    elif outcome:
        print(f"The game is over: {outcome.winner} wins by {outcome.won_by}.")
    else:
        print("\n".join(moves))
    return FINE


def _why(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError  # noqa: PLC0415
    from toybattle.game import AmbiguousMove  # noqa: PLC0415
    from toybattle.table.source import source_of  # noqa: PLC0415

    source = source_of(options.source, content_of(options), tuple(options.variant)).after(options.after)
    if not source.states:
        raise ToyBattleError(f"{options.source}: a terrain without a position; expected a position or a record")
    game, state = source.game, source.states[-1]
    if not options.move:
        ended = game.why_ended(state, options.asker)
        if ended is None:
            raise ToyBattleError("the game goes on: name a move to ask about")
        if options.svg:
            _draw(options, game, state, None)
        said = f"{ended}\n{_cited(game, ended.citations)}"
        say(json.dumps({"ended": ended.as_data()}, indent=2) + "\n" if options.json else said)
        return FINE
    text = " ".join(options.move)
    verdict = game.why(state, text, options.asker)
    if options.svg:
        _draw(options, game, state, None if verdict.is_legal else verdict)
    try:
        offers = game.why_not_offered(state, text, options.asker) if verdict.is_legal else ()
    except AmbiguousMove:
        offers = ()  # what chance brings decides what follows
    if options.json:
        print(json.dumps({**verdict.as_data(), "offers": [offer.as_data() for offer in offers]}, indent=2))
        return FINE if verdict.is_legal else FAILED
    say(painted(str(verdict), "32" if verdict.is_legal else "31") + "\n")
    for offer in offers:
        say("".join(f"  {line}\n" for line in str(offer).splitlines()))
    decided = verdict.citations if verdict.failed or verdict.excepted else ()
    say(_cited(game, (*decided, *(cite for offer in offers for cite in offer.finding.citations))))
    return FINE if verdict.is_legal else FAILED


def _draw(options: argparse.Namespace, game: Game, state: State, refused: Verdict | None) -> None:
    """Write a picture of a state as the asker may see it, with what a refusal points at."""
    from toybattle.draw import refusal_of, svg  # noqa: PLC0415

    seen = game.view(state, options.asker) if options.asker else state
    save(options.svg, svg(game, seen, refusal=refusal_of(game, seen, refused) if refused else None).encode())


def _cited(game: Game, cites: Iterable[str]) -> str:
    """Return the words of citations, with where they stand and whether they are settled."""
    import textwrap  # noqa: PLC0415

    lines = []
    for cite in dict.fromkeys(cites):
        if citation := game.ruleset.citations.get(cite):
            status = "" if citation.status == "settled" else f", {citation.status}"
            said = f"{cite}: {' '.join(citation.statement.split())} ({', '.join(citation.source)}{status})"
            lines += textwrap.wrap(said, 110, subsequent_indent="  ")
            if citation.alternative:
                other = f"the other reading: {' '.join(citation.alternative.split())}"
                lines += textwrap.wrap(other, 110, initial_indent="  ", subsequent_indent="  ")
    return "\n" + "".join(f"{line}\n" for line in lines) if lines else ""


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
    from toybattle.game.record import Told, read_records, replayed, told  # noqa: PLC0415

    content = content_of(options)
    games: dict[str, Game] = {}
    count, difference = 0, None
    log: list[Told] = []
    for path in options.files:
        for record in read_records(path, str(path)):
            key = json.dumps([record.data.get(name) for name in ("terrain", "special_bases", "variants")])
            if key not in games:
                games[key] = record.game(content, tuple(options.variant))
            difference = replayed(record, games[key])
            if difference:
                break
            if options.viewer:
                log += told(record, games[key], options.viewer)
            count += 1
        if difference:
            break
    if options.json:
        from dataclasses import asdict  # noqa: PLC0415

        seen = {"log": [entry.as_data() for entry in log]} if options.viewer else {}
        print(json.dumps({"replayed": count, "difference": asdict(difference) if difference else None, **seen}))
        return FAILED if difference else FINE
    say("".join(f"{entry}\n" for entry in log))
    if difference:
        print(difference)
        print(painted(f"{counted(count, 'game')} replayed before the first difference", "31"))
    else:
        print(painted(f"{counted(count, 'game')} replayed without a difference", "32"))
    return FAILED if difference else FINE
