"""Commands for the table: show, play, score."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from toybattle.cli.shared import COLOURS, FINE, MISUSED, Command, content_of, has_colour, loaded, plain, print_error, save, say


def add(command: Command) -> None:
    """Add these commands to the command line."""
    show = command("show", _show, "Draw a terrain, a position or a game record.")
    show.add_argument("source", metavar="TERRAIN|POSITION|RECORD", help="a terrain's id, or a file; of several records the first")
    show.add_argument("--move", type=int, metavar="N", help="a record's board after so many moves, instead of the last one")
    show.add_argument("--as", dest="viewer", choices=COLOURS, help="show only what this player may know")
    show.add_argument(
        "--svg", type=Path, metavar="OUT", help="write it as a picture instead, light or dark as the reader's system"
    )
    show.add_argument("--png", type=Path, metavar="OUT", help="write it as a light picture instead, 1200 pixels across")
    play = command("play", _play, "Play a game at this terminal, saved at every move.")
    play.add_argument("terrain", nargs="?", metavar="TERRAIN", help="a terrain's id or file; left out, what suits a first game")
    play.add_argument("--against", metavar="PLAYER", help="play Blue against random, greedy or search:N, such as search:200")
    play.add_argument("--special-bases", action=argparse.BooleanOptionalAction, help="play with special bases, or without")
    play.add_argument("--first", choices=COLOURS, help="who begins; left out, chance decides")
    play.add_argument("--seed", type=int, help="deal the same again")
    play.add_argument("--save", type=Path, metavar="FILE", help="where to save; left out, a new file in this folder")
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    hint = command("hint", _hint, "Say which moves do best from what the player who decides can see (extra sim).")
    hint.add_argument("position", type=Path, metavar="POSITION", help="a position file")
    hint.add_argument("--as", dest="asker", choices=COLOURS, help="answer only if it is this player who decides")
    score = command("score", _score, "Say from a score sheet who won, and by what.")
    score.add_argument("terrain", metavar="TERRAIN", help="a terrain's id or file")
    score.add_argument("--medals", type=int, nargs=2, metavar=("BLUE", "RED"), required=True, help="the medals of both")
    ending = score.add_mutually_exclusive_group()
    ending.add_argument("--ended", choices=COLOURS, help="who could neither draw nor place")
    ending.add_argument("--hq", choices=COLOURS, help="who captured an enemy H.Q.")
    score.add_argument("--turn", choices=COLOURS, help="who acted last, when both reached their objective at once")


def _show(options: argparse.Namespace) -> int:
    from toybattle.draw import drawn, slots_of, svg  # noqa: PLC0415
    from toybattle.table.source import source_of  # noqa: PLC0415

    source = source_of(options.source, content_of(options), tuple(options.variant)).after(options.move)
    game, state = source.game, source.states[-1] if source.states else None
    seen = game.view(state, options.viewer) if state and options.viewer else state
    if options.svg or options.png:
        moved = slots_of(game, source.states[-2], source.moves[-1]) if source.moves else ()
        picture = svg(game, seen, moved=moved)
        made = {path: make() for path, make in ((options.svg, picture.encode), (options.png, picture.png)) if path}
        for path, picture_data in made.items():
            save(path, picture_data)
            say(f"wrote {path}\n" * (not options.json))
        if not options.json:
            return FINE
    if options.json:
        data = game.terrain.as_data() if state is None else plain(seen) if options.viewer else game.as_position(state)
        print(json.dumps({"shown": data, "outcome": plain(game.outcome(state)) if state else None}))
        return FINE
    say(drawn(game, seen, has_colour(sys.stdout)) + "\n")
    if state and (outcome := game.outcome(state)):
        from toybattle.table.score import reason  # noqa: PLC0415

        say(f"\n{reason(game, outcome)}\n")
    return FINE


def _play(options: argparse.Namespace) -> int:
    from toybattle.errors import ToyBattleError  # noqa: PLC0415
    from toybattle.sim.players import player  # noqa: PLC0415
    from toybattle.table.sitting import Sitting  # noqa: PLC0415

    wanted = (options.terrain, options.special_bases, options.first, options.seed)
    if options.json or (options.resume and any(value is not None for value in wanted)):
        said = "play is for people, a program calls the API" if options.json else "a saved game names all of this itself"
        wrong = f"{said}: leave out {'--json' if options.json else 'the terrain and how it is dealt'}"
        print_error(ToyBattleError(wrong), options)
        return MISUSED
    against = None if options.against is None else player(options.against)
    sitting = Sitting(
        content_of(options), tuple(options.variant), against, input, say, sys.stdout.isatty(), has_colour(sys.stdout)
    )
    table = sitting.resumed(options.resume, options.save) if options.resume else sitting.begun(*wanted, options.save)
    table.play()
    return FINE


def _score(options: argparse.Namespace) -> int:
    from toybattle.game import Game  # noqa: PLC0415
    from toybattle.table.score import reason, scored, sheet  # noqa: PLC0415
    from toybattle.table.source import terrain_of  # noqa: PLC0415

    game = Game.load(terrain_of(options.terrain), variants=options.variant, content=content_of(options))
    outcome = scored(game, options.medals, options.ended, options.hq, options.turn)
    if options.json:
        print(json.dumps({name: value for name, value in plain(outcome).items() if name != "turns"}))
    else:
        say(f"{reason(game, outcome)}\n\n{sheet(outcome)}\n")
    return FINE


def _hint(options: argparse.Namespace) -> int:
    from toybattle.game import MoveError  # noqa: PLC0415
    from toybattle.sim.advice import advice  # noqa: PLC0415

    game, state = loaded(options)
    outcome = game.outcome(state)
    if options.asker and options.asker != state.decider and not outcome:
        raise MoveError(f"{state.decider} decides: {options.asker} cannot see what {state.decider} may choose from")
    said = f"compiling {game.terrain.id}, once for these rules: about twenty seconds"
    found = () if outcome else advice(game, state, waiting=lambda: print(said, file=sys.stderr))
    if options.json:
        print(json.dumps({"decider": state.decider, "moves": [plain(move) for move in found], "outcome": plain(outcome)}))
    elif outcome:
        say(f"The game is over: {outcome.winner} wins by {outcome.won_by}.\n")
    else:
        say("".join(f"{move}\n" for move in found))
    return FINE
