"""The command line: what each command prints, where, and with which exit status."""

from __future__ import annotations

import gzip
import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from golden import BAD
from playing import CONTENT, DATA
from toybattle import LANGUAGE_VERSION, __version__
from toybattle.cli import main
from toybattle.cli.shared import FAILED, FINE, MISUSED

POSITION = """\
terrain: battlefield
racks: {blue: [xb-42, hook], red: [star, hook, "pinned:star"]}
"""


@pytest.fixture(autouse=True)
def position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder that holds one position."""
    monkeypatch.chdir(tmp_path)
    path = Path("position.yaml")
    path.write_text(POSITION, encoding="utf-8")
    return path


class Ran:
    """What became of one command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        try:
            self.status = main(list(map(str, arguments)))
        except SystemExit as left:
            self.status = int(left.code or 0)
        self.out, self.err = capsys.readouterr()

    @property
    def data(self) -> dict:
        """What was printed, as data."""
        return json.loads(self.out)


def outside(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "toybattle.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)


# ---- every command


def test_the_version_tells_the_languages_too(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "--version")
    assert (ran.status, ran.out) == (FINE, f"toybattle {__version__} (rules language {LANGUAGE_VERSION})\n")


@pytest.mark.parametrize("command", ["verify", "check", "legal", "why", "apply", "replay"])
def test_every_command_has_help_on_the_output(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, command, "--help")
    assert (ran.status, ran.err) == (FINE, "")
    assert f"usage: toybattle {command}" in ran.out
    assert {"--content", "--variant", "--json"} <= set(ran.out.replace(",", " ").split())


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["nonsense"], ["legal"], ["apply", "position.yaml"], ["check"], ["replay"],
        ["legal", "position.yaml", "--as", "green"],
    ],
)  # fmt: skip
def test_a_command_misused_is_told_on_the_error_stream(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, *arguments)
    assert (ran.status, ran.out) == (MISUSED, "")
    assert ran.err.startswith("usage: toybattle")


@pytest.mark.parametrize(
    "arguments",
    [
        ["legal", "none.yaml"], ["apply", "none.yaml", "none"], ["replay", "none.jsonl"], ["check", "none.rules"],
        ["check", "none.yaml"], ["check", "none.feature"], ["legal", "."], ["replay", "."], ["verify", "none.feature"],
        ["legal", "position.yaml", "--content", "none"], ["legal", "position.yaml", "--content", "."],
        ["legal", "position.yaml", "--variant", "none"], ["verify", "--variant", "none"], ["check", ".", "--variant", "none"],
        ["replay", DATA / "transcripts.jsonl.gz", "--variant", "none"],
    ],
    ids=lambda arguments: " ".join(str(argument).split("/")[-1] for argument in arguments),
)  # fmt: skip
def test_what_is_not_there_is_told_without_a_traceback(arguments: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, *arguments)
    assert ran.status == MISUSED
    assert str(arguments[-1]) in ran.err + ran.out
    assert "usage:" not in ran.err
    ran = Ran(capsys, *arguments, "--json")
    assert ran.status == MISUSED
    assert ran.err == ""
    assert ran.data


# ---- legal


def test_legal_lists_every_move_one_a_line(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "legal", position)
    assert (ran.status, ran.err) == (FINE, "")
    assert ran.out.splitlines()[:3] == ["draw", "place hook 1", "place hook 2"]
    data = Ran(capsys, "legal", position, "--json").data
    assert data == {"decider": "blue", "legal": ran.out.splitlines(), "outcome": None}


def test_why_judges_a_move_and_its_status_says_how(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "why", position, "place", "hook", "7")
    assert (ran.status, ran.out.splitlines()[0]) == (FINE, "legal: place hook 7")
    ran = Ran(capsys, "why", position, "place hook red-hq")
    assert (ran.status, ran.out.splitlines()[0]) == (FAILED, "illegal: place hook red-hq")
    assert "place-hook-hq" in ran.out
    data = Ran(capsys, "why", position, "place hook red-hq", "--json").data
    assert data["is_legal"] is False
    assert [finding["label"] for finding in data["findings"] if not finding["is_met"]] == ["connected"]
    assert {"place-connected", "place-hook", "place-hook-hq"} <= set(data["citations"])


def test_why_answers_an_asker_by_what_that_player_may_know(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no Kwak is in your rack" in Ran(capsys, "why", position, "place kwak 1").out
    ran = Ran(capsys, "why", position, "place kwak 1", "--as", "red")
    assert (ran.status, ran.out.splitlines()[0]) == (FINE, "legal: place kwak 1, if Kwak is in Blue's rack")


def test_legal_says_that_a_game_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("stuck.yaml").write_text("terrain: castle-field\nreserves: {blue: []}\n", encoding="utf-8")
    ran = Ran(capsys, "legal", "stuck.yaml")
    assert (ran.status, ran.out) == (FINE, "The game is over: red wins by stuck.\n")
    assert Ran(capsys, "legal", "stuck.yaml", "--json").data["outcome"]["ended_by"] == "blue"


def test_why_answers_a_move_that_cannot_be_read_too(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "why", position, "place hok 7")
    assert (ran.status, ran.err) == (FAILED, "")
    assert "    unknown troop 'hok'; did you mean 'hook'?\n" in ran.out
    assert "rules/turn.rules:6" in ran.out
    ran = Ran(capsys, "apply", position, "place hok 7")
    assert (ran.status, ran.err) == (FAILED, "unreadable move 'place hok 7': unknown troop 'hok'; did you mean 'hook'?\n")


def test_why_says_how_a_game_ended(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("stuck.yaml").write_text("terrain: castle-field\nreserves: {blue: []}\n", encoding="utf-8")
    ran = Ran(capsys, "why", "stuck.yaml")
    assert ran.status == FINE
    assert "medals are even at 0" in ran.out
    ran = Ran(capsys, "why", position)
    assert (ran.status, ran.err) == (FAILED, "the game goes on: name a move to ask about\n")


# ---- apply


def test_apply_prints_a_position_that_can_be_applied_to_again(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "apply", position, "place xb-42 1", "discard rack=pinned:star")
    assert (ran.status, ran.err) == (FINE, "")
    assert "# blue places xb-42 on 1" in ran.out.splitlines()
    Path("next.yaml").write_text(ran.out, encoding="utf-8")
    ran = Ran(capsys, "legal", "next.yaml", "--json")
    assert ran.data["decider"] == "red"
    data = Ran(capsys, "apply", "next.yaml", "draw", "--json").data
    assert [event["event"] for event in data["events"]] == ["TroopDrawn", "TroopDrawn", "TurnStarted"]
    Path("third.json").write_text(json.dumps(data["position"]), encoding="utf-8")
    assert Ran(capsys, "legal", "third.json").status == FINE


def test_apply_asks_for_what_chance_decides_unless_a_seed_does(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "apply", position, "place xb-42 1", "discard rack")
    assert ran.status == FAILED
    assert "name the outcome: discard rack=hook, discard rack=star, discard rack=pinned:star" in ran.err
    runs = [Ran(capsys, "apply", position, "place xb-42 1", "discard rack", "--seed", seed) for seed in (1, 1, 2, 3, 4)]
    assert [ran.status for ran in runs] == [FINE] * 5
    assert runs[0].out == runs[1].out
    assert len({ran.out for ran in runs}) > 1


def test_apply_explains_an_illegal_move(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "apply", position, "place hook blue-hq")
    assert (ran.status, ran.out) == (FAILED, "")
    assert "own-hq is not met" in ran.err


def test_apply_to_the_end_prints_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    Path("last.yaml").write_text(
        "terrain: castle-field\nracks: {blue: [skully]}\n"
        "stacks: {1: [blue star], 3: [blue star], 7: [blue star], 12: [blue hook], 14: [blue hook]}\n",
        encoding="utf-8",
    )
    ran = Ran(capsys, "apply", "last.yaml", "place skully red-hq")
    assert ran.out.splitlines()[-1] == "# blue wins by hq"
    data = Ran(capsys, "apply", "last.yaml", "place skully red-hq", "--json").data
    assert data["position"] is None
    assert data["outcome"]["winner"] == "blue"


# ---- content and variants


def test_content_adds_rules_and_terrains(capsys: pytest.CaptureFixture[str]) -> None:
    stacks = "stacks: {2: [blue star], 9: [red star]}"
    Path("own.yaml").write_text(f"terrain: must\nracks: {{blue: [hook]}}\n{stacks}\n", encoding="utf-8")
    ran = Ran(capsys, "legal", "own.yaml")
    assert ran.status == FAILED
    assert "unknown terrain 'must'" in ran.err
    assert Ran(capsys, "legal", "own.yaml", "--content", CONTENT / "must").status == FINE
    ran = Ran(capsys, "apply", "own.yaml", "place hook 5", "--content", CONTENT / "must", "--content", CONTENT / "dawn")
    assert ran.status == FINE


def test_variants_change_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pin.yaml").write_text(
        "terrain: battlefield\nracks: {blue: [roxy], red: [star]}\nstacks: {1: [blue star], 3: [blue star]}\n", encoding="utf-8"
    )
    assert Ran(capsys, "apply", "pin.yaml", "place roxy 4", "pass").status == FINE
    ran = Ran(capsys, "apply", "pin.yaml", "place roxy 4", "pass", "--variant", "pin-mandatory")
    assert (ran.status, "pin is not optional" in ran.err) == (FAILED, True)
    ran = Ran(capsys, "legal", "pin.yaml", "--variant", "pin-mandtory")
    assert ran.err.endswith("unknown variant 'pin-mandtory'; did you mean 'pin-mandatory'?\n")


# ---- verify, replay


def test_verify_runs_what_is_selected(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "verify", "@place-hook-hq")
    assert ran.status == FINE
    data = Ran(capsys, "verify", "@place-hook-hq", "--json").data
    assert data["passed"] > 0
    assert data["failed"] == 0


def test_verify_fails_with_a_failing_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong.feature").write_text(
        'Feature: Wrong\n\n  Scenario: Wrong\n    Given the terrain "castle-field"\n    Then Blue wins by hq\n', encoding="utf-8"
    )
    ran = Ran(capsys, "verify", "wrong.feature")
    assert ran.status == FAILED
    assert "wrong.feature" in ran.out
    assert Ran(capsys, "verify", "wrong.feature", "--json").data["failed"] == 1


def test_replay_counts_the_games_and_stops_at_a_difference(capsys: pytest.CaptureFixture[str]) -> None:
    lines = gzip.decompress((DATA / "transcripts.jsonl.gz").read_bytes()).splitlines()[:3]
    Path("good.jsonl").write_bytes(b"\n".join(lines))
    ran = Ran(capsys, "replay", "good.jsonl")
    assert (ran.status, ran.out) == (FINE, "3 games replayed without a difference\n")
    assert Ran(capsys, "replay", "good.jsonl", "--json").data == {"replayed": 3, "difference": None}
    bad = BAD / "records" / "illegal-move.jsonl"
    ran = Ran(capsys, "replay", "good.jsonl", bad)
    assert ran.status == FAILED
    assert ran.out.splitlines()[-1] == "4 games replayed before the first difference"
    data = Ran(capsys, "replay", bad, "--json").data
    assert (data["replayed"], data["difference"]["decision"]) == (1, 2)


# ---- check


@pytest.mark.parametrize("folder", sorted(path.name for path in CONTENT.iterdir()))
def test_check_finds_no_fault_in_the_tests_own_content(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "check", CONTENT / folder)
    assert ran.status == FINE, ran.err
    data = Ran(capsys, "check", CONTENT / folder, "--json").data
    assert [fault for fault in data["faults"] if not fault["is_warning"]] == []
    assert len(data["files"]) == len([path for path in (CONTENT / folder).rglob("*") if path.is_file()])


@pytest.mark.parametrize(
    "file",
    [
        CONTENT / "spies/rules/spies.rules", CONTENT / "maps/terrains/wide.yaml", "position.yaml",
        DATA / "transcripts.jsonl.gz", "good.json",
    ],
    ids=lambda file: Path(file).suffix + Path(file).stem[:4],
)  # fmt: skip
def test_check_takes_single_files_of_every_kind(file: object, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(gzip.decompress((DATA / "transcripts.jsonl.gz").read_bytes()).splitlines()[0])
    Path("good.json").write_text(json.dumps(record, indent=2), encoding="utf-8")
    ran = Ran(capsys, "check", file)
    assert (ran.status, ran.err) == (FINE, "")


@pytest.mark.parametrize(
    "bad",
    ["rules/circular.rules", "terrains/path-twice.yaml", "positions/fourth-hook.yaml", "records/garbage-line.jsonl",
     "records/missing-keys.jsonl", "features/unknown-step.feature"],
)  # fmt: skip
def test_check_finds_the_fault_of_a_single_file_of_every_kind(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    copy = Path(bad).name
    shutil.copy(BAD / bad, copy)
    ran = Ran(capsys, "check", copy)
    assert (ran.status, ran.out) == (FAILED, "")
    assert copy in ran.err
    data = Ran(capsys, "check", copy, "--json").data
    assert data["files"] == [copy]
    assert any(not fault["is_warning"] for fault in data["faults"])


def test_check_finds_the_faults_of_all_files_of_a_folder_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    bad = ["terrains/path-twice.yaml", "terrains/path-to-itself.yaml"]
    bad += ["features/unknown-step.feature", "positions/over-by-hq.yaml"]
    for file in bad:
        folder = Path("mine") / Path(file).parent
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(BAD / file, folder)
    ran = Ran(capsys, "check", "mine")
    assert ran.status == FAILED
    assert [f"mine/{file}:" in ran.err for file in bad] == [True] * 4


def test_check_says_that_a_folder_has_nothing_to_check(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    ran = Ran(capsys, "check", "empty")
    assert (ran.status, ran.out) == (FAILED, "")
    assert ran.err == "empty: nothing to check; expected rules, terrains or features in it\n"


def test_check_reads_a_variant_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("mine/rules/variants")
    folder.mkdir(parents=True)
    (folder / "quick.rules").write_text("language 1\n\nremove effect skuly\n", encoding="utf-8")
    ran = Ran(capsys, "check", "mine")
    assert ran.status == FAILED
    assert "quick.rules:3" in ran.err


# ---- a process of its own


def test_the_module_and_the_script_run() -> None:
    ran = outside("why", "position.yaml", "place hook red-hq")
    assert (ran.returncode, ran.stderr) == (FAILED, "")
    assert ran.stdout.startswith("illegal: place hook red-hq\n")
    script = Path(sys.executable).with_name("toybattle")
    ran = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.split()[0]) == (FINE, "toybattle")


def test_nothing_is_coloured_that_no_terminal_shows() -> None:
    for arguments in (["legal", "position.yaml", "place hook 7"], ["legal", "none.yaml"], ["replay", "none.jsonl"]):
        ran = outside(*arguments, NO_COLOR="", TERM="xterm-256color", FORCE_COLOR="1")
        assert "\x1b" not in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=["terminal", "NO_COLOR", "dumb"],
)
def test_a_terminal_is_shown_colours_unless_it_wants_none(environment: dict[str, str], coloured: bool) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as shown:
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        command = [sys.executable, "-m", "toybattle.cli", "why", "position.yaml", "place hook red-hq"]
        process = subprocess.Popen(command, stdout=theirs, env={**clean, "TERM": "xterm", **environment})
        os.close(theirs)
        text = b""
        while True:
            try:
                chunk = shown.read(1 << 16)
            except OSError:  # how a terminal says that nobody writes any more
                break
            if not chunk:
                break
            text += chunk
        assert process.wait() == FAILED
    assert (b"\x1b[31m" in text) is coloured
    assert text.endswith(b"\n")


def test_a_reader_who_has_enough_is_no_reason_to_complain() -> None:
    command = [sys.executable, "-m", "toybattle.cli", "legal", "position.yaml"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() in (FINE, FAILED)


# ---- perft


def test_perft_counts_the_lines_of_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "perft", "castle-field", "--depth", 3)
    assert (ran.status, ran.out.split()) == (FINE, ["depth", "1", "7", "depth", "2", "43", "depth", "3", "240"])
    assert Ran(capsys, "perft", "castle-field", "--depth", 2, "--by", "trace", "--json").data == {"counts": [7, 43]}
    parts = Ran(capsys, "perft", "castle-field", "--depth", 3, "--split", "--json").data["split"]
    assert (parts["draw"], sum(parts.values())) == (50, 240)
    other = Ran(capsys, "perft", "castle-field", "--depth", 3, "--seed", 2, "--first", "red", "--json").data
    assert other != {"counts": [7, 43, 240]}


@pytest.mark.parametrize("depth", ["0", "-1", "many"])
def test_perft_refuses_lengths_that_are_none(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "perft", "castle-field", f"--depth={depth}")
    assert ran.status == MISUSED
    assert "--depth" in ran.err


def test_compiled_counts_say_what_they_need(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "toybattle.sim.simulation", None)
    ran = Ran(capsys, "perft", "castle-field", "--by", "compiled")
    assert (ran.status, ran.out) == (FAILED, "")
    assert "compiled games need numba: pip install 'toybattle[sim]'" in ran.err
