"""A study's folder: its plan, a legend for each arm, and its games in parts that are whole or not there.

    study.json                         what is played
    legends/ARM.json                   the words for what is counted, and the map
    games/ARM/FIRST-LAST.DIGEST.parquet

A part's name holds the digest of its contents, so that a damaged one is known from its name alone.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toybattle.documents import write_whole
from toybattle.errors import Fault, InputError, Place, ToyBattleError
from toybattle.study.plan import Arm, Part, Plan

if TYPE_CHECKING:
    import pyarrow as pa

PLAN, PAGE = "study.json", "report.html"
_BEGUN = {"legends", "games", f"{PLAN}.part"}
"""What a study that was stopped while it began leaves behind."""


@dataclass(frozen=True, slots=True)
class Store:
    """A folder that holds a study or a shard of one."""

    folder: Path
    plan: Plan

    @classmethod
    def opened(cls, folder: Path) -> Store:
        """Return the study in a folder."""
        file = folder / PLAN
        if not file.is_file():
            found = "no study is kept here" if folder.is_dir() else "no such folder"
            raise InputError([Fault("no-study", Place(str(folder)), found, f"a folder with a {PLAN}")])
        return cls(folder, Plan.of_text(file.read_text(encoding="utf-8", errors="replace"), str(file)))

    @classmethod
    def begun(cls, folder: Path, plan: Plan, legends: dict[str, dict[str, Any]]) -> Store:
        """Return the study of a folder, begun there if it is not, or raise ToyBattleError if another one is kept there."""
        file = folder / PLAN
        if file.exists():
            known = cls.opened(folder)
            if differences := "; ".join(known.plan.differences(plan)):
                raise ToyBattleError(f"{folder} holds another study: {differences}\nname another folder, or delete this one")
            return known
        if folder.exists() and (not folder.is_dir() or any(entry.name not in _BEGUN for entry in folder.iterdir())):
            raise InputError([Fault("no-study", Place(str(folder)), "this holds something else", "a new or an empty folder")])
        store = cls(folder, plan)
        (folder / "legends").mkdir(parents=True, exist_ok=True)
        for arm in plan.arms:
            store._folder(arm).mkdir(parents=True, exist_ok=True)
            write_whole(store._legend(arm), (json.dumps(legends[arm.name]) + "\n").encode())
        # The plan comes last: a folder that has one has everything else.
        write_whole(file, plan.text().encode())
        return store

    def _folder(self, arm: Arm) -> Path:
        return self.folder / "games" / arm.name

    def _legend(self, arm: Arm) -> Path:
        return self.folder / "legends" / f"{arm.name}.json"

    def legend(self, arm: Arm) -> dict[str, Any]:
        """Return the words for what is counted of an arm, and its map."""
        try:
            legend: dict[str, Any] = json.loads(self._legend(arm).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ToyBattleError(f"{self._legend(arm)}: this cannot be read; delete {self.folder}, and play anew") from error
        return legend

    # ---- parts

    def keep(self, part: Part, data: bytes) -> None:
        """Keep the games of a part, whole or not at all; that the disk has them is not waited for, since a lost part is known."""
        file = self._folder(part.arm) / f"{_stem(part)}.{_digest(data)}.parquet"
        half = file.with_name(f"{file.name}.part")
        half.write_bytes(data)
        half.replace(file)

    def kept(self, part: Part) -> bytes | None:
        """Return the games of a part, or None if they are missing or damaged."""
        for file in self._folder(part.arm).glob(f"{_stem(part)}.*.parquet"):
            data = file.read_bytes()
            if file.name.split(".")[-2] == _digest(data):
                return data
        return None

    def missing(self) -> tuple[list[Part], int]:
        """Return the parts still to be played, and how many of them were damaged; remove whatever is no part."""
        missing = [part for part in self.plan.parts if self.kept(part) is None]
        lost = {(part.arm.name, _stem(part)) for part in missing}
        damaged = 0
        for arm in self.plan.arms:
            for file in sorted(self._folder(arm).iterdir()):
                is_whole = file.suffix == ".parquet"
                if not is_whole or (arm.name, file.name.partition(".")[0]) in lost:
                    file.unlink()
                    damaged += is_whole
        return missing, damaged

    def table(self, arm: Arm) -> pa.Table:
        """Return the games of an arm that are kept here, in order."""
        import pyarrow as pa  # noqa: PLC0415
        import pyarrow.parquet as pq  # noqa: PLC0415

        tables = []
        for part in self.plan.parts:
            if part.arm == arm:
                data = self.kept(part)
                if data is None:
                    raise ToyBattleError(f"{self.folder}: {part} are missing or damaged; give the command again that began this")
                tables.append(pq.ParquetFile(io.BytesIO(data)).read(use_threads=False))
        return pa.concat_tables(tables)


def merged(folders: Iterable[Path], out: Path) -> Store:
    """Put the shards of one study together in a folder of their own."""
    shards = [Store.opened(folder) for folder in folders]
    if not shards:
        raise InputError([Fault("no-study", Place("merge"), "no folder is named", "the shards of a study")])
    plan = shards[0].plan.whole
    for shard in shards[1:]:
        if differences := "; ".join(plan.differences(shard.plan.whole)):
            raise ToyBattleError(f"{shard.folder} is no shard of the study in {shards[0].folder}: {differences}")
    found = {part: next(_copies(shards, part), None) for part in plan.parts}
    missing = [str(part) for part, shard in found.items() if shard is None]
    if missing:
        more = f", and {len(missing) - 3} parts more" if len(missing) > 3 else ""
        raise ToyBattleError(f"these are in none of the folders, or damaged: {'; '.join(missing[:3])}{more}")
    store = Store.begun(out, plan, {arm.name: shards[0].legend(arm) for arm in plan.arms})
    for part, source in found.items():
        data = source.kept(part) if source else None
        if data and store.kept(part) is None:
            store.keep(part, data)
    return store


def _copies(shards: Iterable[Store], part: Part) -> Iterator[Store]:
    yield from (shard for shard in shards if shard.kept(part) is not None)


def _stem(part: Part) -> str:
    return f"{part.first:09}-{part.last - 1:09}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
