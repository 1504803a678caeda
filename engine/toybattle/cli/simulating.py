"""Commands that count and measure: perft."""

from __future__ import annotations

import argparse
import json
import sys

from toybattle.cli.shared import COLOURS, FINE, Command, content_of, say


def add(command: Command) -> None:
    """Add these commands to the command line."""
    perft = command("perft", _perft, "Count the lines of a fixed deal, each outcome of chance being a way of its own.")
    perft.add_argument("terrain", metavar="TERRAIN", help="a terrain's id or file")
    perft.add_argument("--seed", type=int, default=1, help="which deal; 1 when left out")
    perft.add_argument("--depth", type=_depth, default=4, metavar="D", help="how many decisions long; 4 when left out")
    perft.add_argument("--first", choices=COLOURS, default="blue", help="who begins; blue when left out")
    perft.add_argument("--split", action="store_true", help="count the lines of this length by their first move")
    perft.add_argument(
        "--by", choices=("module", "trace", "compiled"), default="module",
        help="who counts: the everyday engine, the one that explains, or compiled code (extra sim)",
    )  # fmt: skip


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return depth


def _perft(options: argparse.Namespace) -> int:
    from toybattle.game import Game  # noqa: PLC0415
    from toybattle.sim.perft import counter, split  # noqa: PLC0415
    from toybattle.table.source import terrain_of  # noqa: PLC0415

    game = Game.load(terrain_of(options.terrain), variants=options.variant, content=content_of(options))
    state = game.start(seed=options.seed, first=options.first)
    said = f"compiling {game.terrain.id}, once for these rules: about ten seconds"
    count = counter(game, options.by, waiting=lambda: print(said, file=sys.stderr))
    if options.split:
        counts: dict[str, int] = split(game, state, options.depth, count)
    else:
        counts = {f"depth {depth}": count(state, depth) for depth in range(1, options.depth + 1)}
    if options.json:
        print(json.dumps({"split" if options.split else "counts": counts if options.split else [*counts.values()]}))
        return FINE
    width, most = max(map(len, counts), default=0), max(counts.values(), default=0)
    for name, number in counts.items():
        say(f"{name:<{width}}  {number:>{len(f'{most:,}')},}\n")
    if options.split:
        say(f"{sum(counts.values()):,} in all\n")
    return FINE
