"""Studies on a Ray cluster: a step of its own in `.ci/run`, which installs the extra first.

pip install -e '.[dev,ray]' && pytest tests/with_ray
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from test_study import begun, command, descendants, played, rows
from toybattle.errors import ToyBattleError
from toybattle.resources import Content
from toybattle.study import executors
from toybattle.study.plan import Part
from toybattle.study.run import run
from toybattle.study.work import Job

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray has many of its own


def workers() -> list[int]:
    """Return the processes in which Ray plays for this one."""
    names = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(os.getpid())}
    return [pid for pid, name in names.items() if name.startswith((b"ray::made", b"ray::IDLE"))]


def test_a_cluster_plays_the_same_rows_even_if_its_workers_are_killed(tmp_path: Path) -> None:
    killed: list[int] = []

    def killing(jobs: Sequence[Job]) -> Iterator[tuple[Part, bytes]]:
        for part, data in executors.ray_cluster(executors.LOCAL)(jobs):
            yield part, data
            if not killed:
                killed.extend(workers())
                for pid in killed:
                    os.kill(pid, signal.SIGKILL)

    assert rows(played(begun(tmp_path / "ray", 600), killing)) == rows(played(begun(tmp_path / "here", 600)))
    assert killed


def test_what_a_worker_refuses_is_said_as_here(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rule = 'language 1\nto draw\nrequire seldom cites "Who holds five draws no more.": number of my rack < 5\n'
    (tmp_path / "rules" / "seldom.rules").write_text(rule, encoding="utf-8")
    store = begun(tmp_path / "study")
    with pytest.raises(ToyBattleError, match=r"^the rules or the terrain of castle-field are not those with which"):
        run(store, Content((tmp_path,)), executors.ray_cluster(executors.LOCAL), io.StringIO())


def test_a_cluster_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ToyBattleError, match=r"there is no Ray cluster at 127.0.0.1:1"):
        list(executors.ray_cluster("127.0.0.1:1")([]))


def test_the_command_line_starts_a_cluster_of_its_own(tmp_path: Path) -> None:
    done = subprocess.run([*command(tmp_path / "study"), "--ray"], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert "200 of 200 games" in done.stderr
