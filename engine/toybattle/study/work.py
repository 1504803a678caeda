"""The part of a study that knows the game: its arms, the words for what is counted, and the playing itself."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toybattle.documents import read_document
from toybattle.draw.chart import chart
from toybattle.errors import ToyBattleError
from toybattle.game import Game
from toybattle.game.situation import PLAYERS
from toybattle.resources import Content
from toybattle.ruleset import tree as t
from toybattle.sim import tally as noted
from toybattle.sim.batch import first_of, play_batch, seats_of, seed_of
from toybattle.sim.tally import Tally
from toybattle.study.plan import Arm, Part, Plan

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Job:
    """A part to be played, with all that whoever plays it has to know."""

    folders: tuple[Path, ...]
    part: Part
    players: tuple[str, str]
    seed: int
    turn_limit: int

    @property
    def games(self) -> int:
        """How many games it is."""
        return self.part.last - self.part.first


def jobs(plan: Plan, parts: Iterable[Part], content: Content) -> list[Job]:
    """Return what has to be done to play some parts."""
    folders = tuple(folder.resolve() for folder in content.folders)
    return [Job(folders, part, plan.players, plan.seed, plan.turn_limit) for part in parts]


def made(job: Job) -> bytes:
    """Play a part and return its games as a Parquet file."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    part = job.part
    game = _game(job.folders, part.arm.terrain, part.arm.variants)
    if game.digest != part.arm.digest:
        raise ToyBattleError(f"the rules or the terrain of {part.arm.name} are not those with which this study began")
    rows = play_batch(game, job.players, job.seed, range(part.first, part.last), job.turn_limit)
    out = io.BytesIO()
    table = _table(Tally(game.layout), rows, job)
    words = [field.name for field in table.schema if field.type == "string"]
    pq.write_table(table, out, use_dictionary=words, write_statistics=False)
    return out.getvalue()


@lru_cache(maxsize=64)
def _game(folders: tuple[Path, ...], terrain: str, variants: tuple[str, ...]) -> Game:
    file = Path(terrain)
    return Game.load(read_document(file, terrain) if file.is_file() else terrain, variants=variants, content=Content(folders))


def _table(tally: Tally, rows: Sequence[Sequence[int]], job: Job) -> pa.Table:
    """Return rows as columns: a game a row, words for players and endings, one column for each count."""
    import numpy as np  # noqa: PLC0415
    import pyarrow as pa  # noqa: PLC0415

    counts = dict(zip(_names(tally), np.ascontiguousarray(np.asarray(rows, dtype=np.int32).T), strict=True))
    numbers = range(job.part.first, job.part.last)

    def said(name: str, words: Sequence[str] = PLAYERS) -> pa.Array:
        # The last of these is what -1 stands for.
        return pa.array(np.array([*words, None], dtype=object)[counts.pop(name)], pa.string())

    columns: dict[str, pa.Array] = {
        "game": pa.array(numbers, pa.int64()),
        "seed": pa.array([seed_of(job.seed, number) for number in numbers], pa.int64()),
        "blue": pa.array([job.players[seats_of(number)[0]] for number in numbers], pa.string()),
        "red": pa.array([job.players[seats_of(number)[1]] for number in numbers], pa.string()),
        "first": pa.array([PLAYERS[first_of(number)] for number in numbers], pa.string()),
        "winner": said("winner"),
        "won_by": said("won_by", tally.layout.rules.endings),
        **{name: said(name) for name in ("ended_by", "took_first", "took_lead")},
        **{f"taken.{region}": said(f"taken.{region}") for region in tally.taken.words[0]},
    }
    return pa.table(columns | {name: pa.array(column) for name, column in counts.items()})


def _names(tally: Tally) -> Iterator[str]:
    """Yield the name of each count of a row."""
    yield from noted.RESULT
    for section in tally.sections:
        names = [section.name]
        for words in section.words:
            names = [f"{name}.{word}" for name in names for word in words]
        yield from names


# ---- arms


def planned(
    terrains: Sequence[str], variants: tuple[str, ...], compared: Sequence[tuple[str, ...]], with_readings: bool, content: Content
) -> tuple[tuple[Arm, ...], dict[str, dict[str, Any]]]:
    """Return the arms of a study, each with its legend: every terrain under the rules, and under each ruleset compared."""
    arms: list[Arm] = []
    legends: dict[str, dict[str, Any]] = {}
    folders = tuple(folder.resolve() for folder in content.folders)

    def add(word: str, added: tuple[str, ...], reading: str = "") -> Game:
        game = _game(folders, word, (*variants, *added))
        arm = Arm("+".join((game.terrain.id, *added)), word, (*variants, *added), game.digest, reading)
        if arm.name in legends:
            raise ToyBattleError(f"{arm.name} is named twice; expected each terrain and each ruleset once")
        arms.append(arm)
        legends[arm.name] = _legend(game)
        return game

    for word in terrains:
        terrain = str(Path(word).resolve()) if Path(word).is_file() else word
        game = add(terrain, ())
        for more in compared:
            add(terrain, more)
        for citation in game.ruleset.citations.values() if with_readings else ():
            if citation.status != "settled" and citation.variant and citation.variant not in variants:
                other = add(terrain, (citation.variant,), citation.id)
                legends[arms[-1].name]["reading"] = {"statement": citation.statement, "alternative": citation.alternative}
                if _play_alike(game, other):
                    arms.pop()
    return tuple(arms), legends


def _play_alike(game: Game, other: Game) -> bool:
    """Return whether two rulesets differ only in special bases that the terrain has none of."""
    ours, theirs = ({(x.label, x.text) for x in rules.statements} for rules in (game.ruleset, other.ruleset))
    used = {slot.special.kind for slot in game.layout.terrain.slots if slot.special}
    return {label for label, _ in ours ^ theirs} <= {*game.ruleset.specials, *other.ruleset.specials} - used


def _legend(game: Game) -> dict[str, Any]:
    """Return all the words and places that a report needs."""
    rules, terrain = game.ruleset, game.layout.terrain
    laid_out = chart(terrain)
    strength = {kind.label: kind.strength.value if isinstance(kind.strength, t.Literal_) else None for kind in rules.troops}
    effects = [
        {"id": effect.label, "troop": effect.trigger.troop, "special": effect.trigger.special} for effect in rules.effect_list
    ]
    specials = [
        {
            "id": kind.label,
            "name": kind.display,
            "slots": [s.id for s in terrain.slots if s.special and s.special.kind == kind.label],
        }
        for kind in rules.special_kinds
    ]
    slots = [
        {"id": slot.id, "owner": slot.owner, "special": slot.special.kind if slot.special else None, "at": at}
        for slot, at in zip(terrain.slots, laid_out.slots, strict=True)
    ]
    regions = [
        {"id": region.id, "medals": region.medals, "outline": outline, "at": at[:2]}
        for region, outline, at in zip(terrain.regions, laid_out.regions, laid_out.medals, strict=True)
    ]
    return {
        "terrain": terrain.name,
        "objective": terrain.objective,
        "troops": [{"id": kind.label, "name": kind.display, "strength": strength[kind.label]} for kind in rules.troops],
        "effects": effects,
        "specials": [special for special in specials if special["slots"]],
        "endings": rules.endings,
        "slots": slots,
        "paths": [[laid_out.slots[i], laid_out.slots[j]] for i, j in terrain.paths],
        "regions": regions,
        "height": laid_out.height,
        "radius": laid_out.radius,
    }
