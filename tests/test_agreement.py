"""Stock pytest-bdd and the in-process runner agree on scenarios that fail, and refuse the same files.

On the shipped scenarios they agree because both pass them all, in `test_features.py` and in `test_spec.py`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from golden import BAD
from test_spec import FAILING
from toybattle.checking import check
from toybattle.resources import Content, shipped
from toybattle.spec import verify

CONFTEST = """
import json
from pathlib import Path

import pytest

pytest_plugins = ["toybattle.spec.pytest_adapter"]


def pytest_bdd_before_scenario(request, feature, scenario):
    request.node.is_at = [Path(feature.filename).name, scenario.line_number]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        with Path("judged.jsonl").open("a") as judged:
            print(json.dumps([*item.is_at, report.passed]), file=judged)
    return report
"""

OTHER = {"Blue": "Red", "Red": "Blue"}
SPOILS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(Red|Blue) is to move", lambda hit: f"{OTHER[hit[1]]} is to move"),
    (r"because ([\w-]+)", lambda hit: f"because {'own-hq' if hit[1] != 'own-hq' else 'covers'}"),
    (r"collects (\d) medals?", lambda hit: f"collects {int(hit[1]) + 1} medals"),
    (r"now holds (\d)", lambda hit: f"now holds {int(hit[1]) + 1}"),
    (r"(Red|Blue) (places|draws|declines)", lambda hit: f"{OTHER[hit[1]]} {hit[2]}"),
    (r"wins by \w+", lambda _: "can still act"),
    (r"base (\d+) is empty", lambda hit: f"Blue occupies base {hit[1]}"),
)
"""What is written into copies of the shipped features, one each."""


def pytest_on(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run stock pytest-bdd on the features of a folder."""
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "test_all.py").write_text("from pytest_bdd import scenarios\n\nscenarios('.')\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "-c", "/dev/null", "--rootdir", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_both_runners_agree_on_scenarios_that_fail(tmp_path: Path) -> None:
    for name, text in FAILING.items():
        (tmp_path / f"{name}.feature").write_text(text, encoding="utf-8")
    for index, path in enumerate(sorted(shipped("features").rglob("*.feature"))):
        text = path.read_text(encoding="utf-8")
        for number, (pattern, spoilt) in enumerate(SPOILS):
            if number % 3 == index % 3 and re.search(pattern, text):
                name = f"{path.parent.name}-{path.stem}-{number}.feature"
                (tmp_path / name).write_text(re.sub(pattern, spoilt, text), encoding="utf-8")
    report = verify(Content(), [str(tmp_path)])
    assert not report.faults, str(report.faults[0])
    ours = Counter((Path(r.place.file).name, r.scenario.line, r.has_passed) for r in report.results)
    run = pytest_on(tmp_path)
    judged = (tmp_path / "judged.jsonl").read_text(encoding="utf-8").splitlines()
    assert ours == Counter(map(tuple, map(json.loads, judged))), run.stdout[-3000:]
    assert report.failed > 150
    assert "Traceback" not in run.stdout
    assert "toybattle/spec" not in run.stdout


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the features with one fault of each kind, apart from those found only where a game is played."""
    folder = tmp_path_factory.mktemp("broken")
    for path in (BAD / "features").glob("*.feature"):
        if path.name != "words.feature":
            shutil.copy(path, folder)
    return folder


def test_verify_check_and_pytest_find_the_same_faults_before_anything_runs(broken: Path) -> None:
    faults = [str(fault) for fault in verify(Content(), [str(broken)]).faults]
    assert faults == [str(fault) for fault in check([broken], Content(), ()).faults]
    run = pytest_on(broken)
    found = run.stderr.removeprefix("ERROR: features with faults, so nothing runs:\n").rstrip()
    assert found == "\n".join(faults).replace(f"{broken}/", "")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert not (broken / "judged.jsonl").exists()
