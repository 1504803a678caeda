"""The command for who asks whether a game is fair: study."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from toybattle.cli.shared import FAILED, FINE, Command, content_of, save, say

if TYPE_CHECKING:
    from toybattle.study.store import Store

MERGE = "merge"
MOST = 2_000_000_000
"""Games, turns and seeds."""

MOST_WAITED = 10
"""Seconds that a study which was stopped may take to end."""


def add(command: Command) -> None:
    """Add this command to the command line."""
    study = command("study", _study, "Play many games and report on balance, or merge the shards of a study.")
    study.add_argument(
        "words", nargs="+", metavar="TERRAIN|merge DIR", help="ids or files of terrains, or shards to put together"
    )
    study.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the games and the report are kept")
    study.add_argument(
        "--players",
        type=_players,
        default=["random"],
        metavar="WHO[,WHO]",
        help="who plays, or who plays whom; random if left out",
    )
    study.add_argument("--games", type=_number(1, MOST), default=1000, metavar="N", help="games of each ruleset on each terrain")
    study.add_argument("--seed", type=_number(0, MOST), default=1, help="deal the same games again")
    study.add_argument("--turn-limit", type=_number(1, MOST), default=200, metavar="N", help="break a game off after so many")
    study.add_argument("--compare", action="append", default=[], metavar="VARIANT[,VARIANT]",
                       help="play also under these, and compare; may be given again")  # fmt: skip
    study.add_argument("--rulings", action="store_true", help="play also the other reading of each ruling in dispute")
    study.add_argument("--shard", type=_shard, default=(1, 1), metavar="K/N", help="play only the Kth of N parts of it")
    study.add_argument("--processes", type=_number(1, 1024), metavar="N", help="processes at once; one a core if left out")
    study.add_argument(
        "--ray", nargs="?", const="local", metavar="ADDRESS", help="play on a Ray cluster, one started here if none"
    )


def _study(options: argparse.Namespace) -> int:
    is_compiled = any(word != "random" for word in options.players)
    _needed(is_compiled)
    from toybattle.study.findings import findings  # noqa: PLC0415
    from toybattle.study.page import page  # noqa: PLC0415
    from toybattle.study.store import PAGE, merged  # noqa: PLC0415
    from toybattle.study.text import text_of  # noqa: PLC0415

    if options.words[0] == MERGE:
        store = merged(map(Path, options.words[1:]), options.out)
    else:
        store = _begun(options)
        if is_compiled:
            print("rules that are new to this machine are compiled first, about ten seconds each", file=sys.stderr)
        try:
            _run(store, options)
        except KeyboardInterrupt:
            print("stopped; the games played so far are kept, and the same command goes on", file=sys.stderr, flush=True)
            # A worker that was stopped in the middle of something may never be done with; it is not waited for long.
            last = threading.Timer(MOST_WAITED, os._exit, [FAILED])
            last.daemon = True
            last.start()
            return FAILED
    found = findings(store)
    save(options.out / PAGE, page(found, store).encode())
    say(json.dumps(found.as_data()) + "\n" if options.json else f"{text_of(found)}\nwrote {options.out / PAGE}\n")
    return FINE


def _needed(is_compiled: bool) -> None:
    """Refuse to begin without what games are kept with, and what players better than chance decide with."""
    from importlib.util import find_spec  # noqa: PLC0415

    from toybattle.errors import ToyBattleError  # noqa: PLC0415

    if find_spec("pyarrow") is None or find_spec("numpy") is None:
        raise ToyBattleError("studies need pyarrow and numpy: pip install 'toybattle[study]'")
    if is_compiled and find_spec("numba") is None:
        raise ToyBattleError("players better than chance decide in compiled games: pip install 'toybattle[study,sim]'")


def _begun(options: argparse.Namespace) -> Store:
    """Return the study that is asked for, begun or gone on with."""
    from toybattle.errors import ToyBattleError  # noqa: PLC0415
    from toybattle.sim.players import player  # noqa: PLC0415
    from toybattle.study.plan import Plan  # noqa: PLC0415
    from toybattle.study.store import Store  # noqa: PLC0415
    from toybattle.study.work import planned  # noqa: PLC0415

    one, other = (options.players * 2)[:2]
    compared = [tuple(names.split(",")) for names in options.compare]
    arms, legends = planned(options.words, tuple(options.variant), compared, options.rulings, content_of(options))
    players = (player(one).word, player(other).word)
    plan = Plan(arms, players, options.games, options.seed, options.turn_limit, options.shard)
    if not plan.parts:
        raise ToyBattleError(
            f"{options.games} games are too few for so many shards: at most {len(plan.whole.parts) // len(arms)}"
        )
    return Store.begun(options.out, plan, legends)


def _run(store: Store, options: argparse.Namespace) -> None:
    from toybattle.study import executors  # noqa: PLC0415
    from toybattle.study.run import run  # noqa: PLC0415

    count = options.processes or executors.cores()
    local = executors.alone if count == 1 else executors.processes(count)
    run(store, content_of(options), executors.ray_cluster(options.ray) if options.ray else local, sys.stderr)


# ---- what options hold


def _number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number in these bounds."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 12 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text}'; expected a number from {least} to {most}")
        return int(text)

    return read


def _players(text: str) -> list[str]:
    words = text.split(",")
    if len(words) > 2 or not all(words):
        raise argparse.ArgumentTypeError(f"'{text}'; expected one player, or two with a comma between them")
    return words


def _shard(text: str) -> tuple[int, int]:
    number, _, of = text.partition("/")
    if not (number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and 1 <= int(number) <= int(of)):
        raise argparse.ArgumentTypeError(f"'{text}'; expected K/N, such as 1/3")
    return int(number), int(of)
