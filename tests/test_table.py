"""The game at the table: playing, saving, scoring, and situations as scenarios."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from playing import DATA, TERRAINS, game, walk
from toybattle.cli import main
from toybattle.errors import ToyBattleError
from toybattle.game import MoveError
from toybattle.resources import Content, shipped
from toybattle.sim.players import player
from toybattle.spec import verify
from toybattle.spec.catalogue import MEANINGS, catalogue, page
from toybattle.spec.feature import Step
from toybattle.spec.steps import steps
from toybattle.spec.world import World
from toybattle.spec.writer import is_alike, written
from toybattle.table.play import CLEAR, Table, sentence
from toybattle.table.score import scored, sheet
from toybattle.table.sitting import Sitting
from toybattle.table.source import first_game, source_of

ROOT = Path(__file__).parent.parent


def sat_down(lines: list[str], heard: list[str], against: str | None = None, is_screen: bool = False) -> Sitting:
    """Return a place to play at, where these lines are typed and everything written is heard."""
    typed = iter(lines)

    def read(prompt: str) -> str:
        heard.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return Sitting(Content(), (), player(against) if against else None, read, heard.append, is_screen, False)


def played(tmp_path: Path, *lines: str, against: str | None = None, is_screen: bool = False) -> tuple[Table, str]:
    """Return a game after these lines were typed, and everything that was written."""
    heard: list[str] = []
    sitting = sat_down(["", *lines] if not against else list(lines), heard, against, is_screen)
    table = sitting.begun(TERRAINS[2], False, "blue", 3, tmp_path / "game.json")
    table.play()
    return table, "".join(heard)


# ---- playing


def test_without_a_terrain_the_one_advised_for_a_first_game_is_played() -> None:
    assert first_game(Content()) == ("castle-field", False)


def test_a_move_is_played_by_its_number_or_in_words(tmp_path: Path) -> None:
    table, _ = played(tmp_path, "2", "pass", "", "place cap-n 14")
    assert list(map(str, table.moves)) == ["place skully 1", "pass", "place cap-n 14"]


def test_why_answers_in_a_sentence_and_a_refused_move_says_why_by_itself(tmp_path: Path) -> None:
    table, heard = played(tmp_path, "why place roxy 7", "place roxy 7", "why 1")
    wanted = (
        "`place roxy 7` is illegal, because connected is not met: "
        f"{table.game.ruleset.citations['place-connected'].statement.strip().rstrip('.')}"
    )
    assert heard.count(" ".join(wanted.split())) == 2
    assert "`draw` is legal." in heard
    assert not table.moves


def test_a_sentence_names_the_exception_that_counted_or_was_switched_off() -> None:
    playing = game("castle-field")
    position = {"terrain": "castle-field", "racks": {"blue": ["hook"]}, "stacks": {"9": ["red roxy"]}}
    state = playing.position(position)
    assert "is legal, because hook waives connected: " in sentence(playing, playing.why(state, "place hook 8"))
    assert "hook-hq suspends hook: " in sentence(playing, playing.why(state, "place hook red-hq"))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "no move 99; expected a number from 1 to "),
        ("plaice roxy 1", "'plaice roxy 1' means nothing here; did you mean 'place'?"),
        ("place roxy", "expected `place TROOP SLOT`"),
        ("pass", "a turn cannot be passed"),
        ("discard rack=star", "names what chance decides"),
        ("why discard rack=star", "names what chance decides"),
        ("help", "undo   unmake the last move"),
        ("undo", "There is nothing to undo."),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(line: str, answer: str, tmp_path: Path) -> None:
    table, heard = played(tmp_path, line)
    assert answer in heard
    assert not table.moves


def test_undo_takes_back_the_last_move_and_chance_is_the_same_again(tmp_path: Path) -> None:
    table, _ = played(tmp_path, "draw", "", "undo", "", "draw", "", "quit")
    assert list(map(str, table.moves)) == ["draw"]
    assert table.chance("outcome").random() == table.chance("outcome").random()


def test_against_chance_undo_takes_back_its_moves_too(tmp_path: Path) -> None:
    table, heard = played(tmp_path, "draw", "undo", "draw", against="random")
    assert [state.decider for state in table.states[:2]] == ["blue", "red"]
    assert str(table.moves[0]) == "draw"
    assert "take over" not in heard


def test_the_other_rack_is_gone_from_the_screen_before_the_seat_changes(tmp_path: Path) -> None:
    _, heard = played(tmp_path, "draw", "", "draw", "", "draw", is_screen=True)
    before, *screens = heard.split(CLEAR)
    assert before == ""
    seats = [screen for screen in screens if "take over" in screen]
    assert len(seats) == 4
    assert all(re.fullmatch(r"(Blue|Red) has to act: take over and press Enter\.", seat) for seat in seats)
    for screen in screens:
        shown = re.findall(r"^(Blue|Red).*\n +rack \d+: ", screen, re.MULTILINE)
        assert len(shown) <= 1, "two racks on one screen"
    assert "blue draws unknown" in heard


def test_a_game_ends_with_board_score_sheet_and_a_record_that_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, heard = played(tmp_path, *["1", ""] * 400, against="random")
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert sheet(outcome) in heard
    assert main(["replay", str(table.file)]) == 0
    assert "1 game replayed" in capsys.readouterr().out


def test_a_game_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, _ = played(tmp_path, *["1"] * 30, against="random")
    file = tmp_path / "other.json"
    table = sat_down(["1"] * 11, [], "random").begun(TERRAINS[2], False, "blue", 3, file)
    table.play()
    table = sat_down(["1"] * 19, [], "random").resumed(file, None)
    table.play()
    assert table.moves == whole.moves
    assert not list(tmp_path.glob("*.part"))


def test_no_file_is_overwritten_by_a_new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = [sat_down([], []).begun(None, None, None, None, None).file.name for _ in range(2)]
    assert files == ["castle-field-1.json", "castle-field-2.json"]
    with pytest.raises(ToyBattleError, match="there is a file already"):
        sat_down([], []).begun(None, None, None, None, Path(files[0]))


def test_a_folder_that_cannot_be_written_to_is_said_before_the_first_move(tmp_path: Path) -> None:
    with pytest.raises(ToyBattleError, match="the game cannot be saved"):
        sat_down([], []).begun(None, None, None, None, tmp_path / "no" / "such" / "folder.json")


def test_play_reads_what_is_piped_to_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "toybattle.cli", "play", "--seed", "3", "--first", "red", "--save", "game.json"]
    done = subprocess.run(
        command, check=False, input="\nwhy 1\ndraw\n\n", cwd=tmp_path, capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "`draw` is legal." in done.stdout
    assert done.stdout.endswith("The game is saved; go on with: toybattle play --resume game.json\n")
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["moves"] == ["draw"]


@pytest.mark.parametrize("options", [["--json"], ["castle-field", "--resume", "x"], ["--seed", "1", "--resume", "x"]])
def test_what_play_cannot_do_is_a_misuse(options: list[str]) -> None:
    assert main(["play", *options]) == 2


# ---- at a real terminal


class Terminal:
    """A pseudo-terminal with a game at it, played by a script."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.ours, theirs = os.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
        command = [sys.executable, "-m", "toybattle.cli", "play", *options]
        self.process = subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.seen = ""

    def prompts(self) -> Iterator[str]:
        """Yield what was shown up to each prompt, until the game ends."""
        shown = b""
        while True:
            try:
                part = os.read(self.ours, 65536)
            except OSError:  # the other end is closed
                part = b""
            shown += part
            self.seen += part.decode("utf-8", "replace")
            if not part:
                return
            if shown.endswith((b"> ", b"press Enter.")):
                yield shown.decode("utf-8")
                shown = b""

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.ours, f"{line}\n".encode())

    def close(self) -> int:
        """Wait for the end and return the exit status."""
        status = self.process.wait(timeout=20)
        os.close(self.ours)
        return status


def any_move(shown: str, random: Random) -> str:
    """Return the number of some legal move on a screen, or nothing at a hand-over."""
    if not shown.endswith("> "):
        return ""
    listed = shown.rsplit("\r\n\r\n", maxsplit=1)[-1]
    return random.choice(re.findall(r"(?:^|  |\n) *(\d+) [a-z]", listed))


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
def test_a_game_at_a_terminal_killed_in_the_middle_and_resumed_ends_with_a_record(tmp_path: Path) -> None:
    random = Random(1)
    terminal = Terminal(tmp_path, "castle-field", "--seed", "7", "--save", "game.json")
    for number, shown in enumerate(terminal.prompts()):
        if number == 40:
            terminal.process.send_signal(signal.SIGKILL)
            break
        terminal.type(any_move(shown, random))
    assert terminal.close() == -signal.SIGKILL
    saved = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["moves"]
    assert 10 < len(saved) <= 40

    terminal = Terminal(tmp_path, "--resume", "game.json")
    for shown in terminal.prompts():
        terminal.type(any_move(shown, random))
    assert terminal.close() == 0
    assert "player  medals  ended the game  wins by" in terminal.seen
    assert "\033[94m" in terminal.seen
    record = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert record["moves"][: len(saved)] == saved
    assert record["result"]["winner"] in ("blue", "red")
    assert main(["replay", str(tmp_path / "game.json")]) == 0


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
def test_the_end_of_the_input_ends_a_game_cleanly(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--save", "game.json", "--against", "random", "--first", "blue")
    for _ in terminal.prompts():
        os.write(terminal.ours, b"\x04")
    assert terminal.close() == 0
    assert "The game is saved; go on with: toybattle play --resume game.json --against random" in terminal.seen


def test_ctrl_c_ends_a_game_cleanly(tmp_path: Path) -> None:
    heard: list[str] = []

    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    sitting = Sitting(Content(), (), None, interrupted, heard.append, False, False)
    table = sitting.begun(None, None, "blue", 3, tmp_path / "game.json")
    table.play()
    assert "The game is saved; go on with: " in "".join(heard)
    assert json.loads(table.file.read_text(encoding="utf-8"))["moves"] == []


# ---- showing


def test_a_terrain_a_position_and_a_record_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, _ = played(tmp_path, "draw", "", "draw", "", "draw")
    position = ROOT / "docs" / "examples" / "position.yaml"
    terrain = shipped("terrains") / "tournament.yaml"
    for source in ("castle-field", str(position), str(terrain), str(table.file), str(DATA / "transcripts.jsonl.gz")):
        assert main(["show", source]) == 0
        assert "[blue-hq]" in capsys.readouterr().out
    assert main(["show", str(table.file), "--move", "1", "--as", "red"]) == 0
    shown = capsys.readouterr().out
    assert "turn 2" in shown
    assert len(re.findall(r"rack \d+: ", shown)) == 1
    assert main(["show", str(table.file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["shown"]["to_move"] == "red"


@pytest.mark.parametrize(
    ("options", "status"), [(["no-such-terrain"], 1), (["no-such-file.yaml"], 2), (["castle-field", "--move", "1"], 1)]
)
def test_what_cannot_be_shown_is_said(options: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", *options]) == status
    assert capsys.readouterr().err


# ---- score sheets


@pytest.mark.parametrize(
    ("medals", "ended", "hq", "turn", "winner"),
    [
        ((4, 4), "red", None, None, ("blue", "stuck")),
        ((4, 4), "blue", None, None, ("red", "stuck")),
        ((3, 4), "red", None, None, ("red", "stuck")),
        ((7, 3), None, None, None, ("blue", "medals")),
        ((0, 0), None, "red", None, ("red", "hq")),
        ((6, 1), None, "red", None, ("red", "hq")),
        ((7, 7), None, None, "red", ("red", "medals")),
    ],
)
def test_a_score_sheet_tells_the_winner(
    medals: tuple[int, int], ended: str | None, hq: str | None, turn: str | None, winner: tuple[str, str]
) -> None:
    outcome = scored(game("castle-field"), medals, ended, hq, turn)
    assert (outcome.winner, outcome.won_by) == winner


@pytest.mark.parametrize(
    ("terrain", "medals", "ended", "hq", "said"),
    [
        ("castle-field", (3, 2), None, None, "nobody has won"),
        ("castle-field", (8, 7), None, None, "cannot be: the regions pay"),
        ("castle-field", (-1, 3), "red", None, "cannot be: the regions pay"),
        ("castle-field", (7, 3), "red", None, "had already ended the game before red could do nothing"),
        ("castle-field", (3, 7), None, "blue", "had already ended the game before blue captured"),
        ("castle-field", (7, 7), None, None, "say --turn"),
        ("battlefield", (16, 0), None, None, "the game had ended before Blue got so many"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(
    terrain: str, medals: tuple[int, int], ended: str | None, hq: str | None, said: str
) -> None:
    with pytest.raises(ToyBattleError, match=re.escape(said)):
        scored(game(terrain), medals, ended, hq)


def test_the_score_of_a_variant_is_its_own() -> None:
    late = game("castle-field", variants=("objective-at-turn-end",))
    assert scored(late, (7, 3), None, None).ended_by == "blue"
    assert scored(late, (7, 3), None, "red").won_by == "hq"


@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_sheet_of_every_finished_game_tells_its_winner(terrain: str) -> None:
    playing = game(terrain)
    for seed in range(5):
        *_, (last, move) = walk(playing, Random(seed))
        outcome = playing.outcome(last)
        assert outcome is not None
        assert move is None
        hq = outcome.winner if outcome.won_by == "hq" else None
        ended = outcome.ended_by if outcome.won_by == "stuck" else None
        told = scored(playing, (outcome.medals["blue"], outcome.medals["red"]), ended, hq)
        assert (told.winner, told.won_by, told.ended_by) == (outcome.winner, outcome.won_by, outcome.ended_by)


def test_score_answers_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "castle-field", "--medals", "4", "4", "--ended", "red"]) == 0
    assert capsys.readouterr().out.startswith("Blue wins by stuck.\n  end stuck on turn start when no action is possible: ")
    assert main(["score", "castle-field", "--medals", "4", "4", "--ended", "red", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == "blue"


# ---- situations as scenarios


def ran(lines: list[str]) -> World:
    """Return the world that steps lead to."""
    world, kind = World(Content()), ""
    for line in lines:
        keyword, _, text = line.partition(" ")
        kind = kind if keyword == "And" else keyword.lower()
        world.perform(Step(kind, keyword, text, 0, 0))
    return world


@pytest.mark.parametrize("terrain", TERRAINS)
def test_any_situation_can_be_written_as_steps_that_lead_to_it(terrain: str) -> None:
    playing = game(terrain)
    states, moves = zip(*walk(playing, Random(terrain)), strict=True)
    for number in range(0, len(states), 4):
        from_record = written(playing, states[: number + 1], list(map(str, moves[:number])), Content())
        assert is_alike(ran(from_record).state, states[number])
        if playing.outcome(states[number]) is None:
            assert is_alike(ran(written(playing, [states[number]], [], Content())).state, states[number])


def test_the_steps_pass_when_pasted_into_a_feature(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.yaml"
    data = "terrain: castle-field\nspecial_bases: false\nto_move: red\nstacks: {14: [red star]}\nracks: {red: [roxy, kwak]}\n"
    position.write_text(f"{data}taken: {{2: blue}}\nvariants: [pin-mandatory]\n", encoding="utf-8")
    assert main(["scenario", str(position), "--moves", "place roxy 12", "draw"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        'Given the terrain "castle-field"',
        "And special bases are off",
        'And the variant "pin-mandatory"',
        "And it is Red's turn",
        "And the stack on base 14 is Red Star",
        "And Red's rack is Roxy, Kwak",
        "And Blue has 1 medal",
        "And the medals of region 2 are gone",
        "When Red places Roxy on base 12",
        "And Blue draws",
        "Then Red is to move",
    ]
    feature = tmp_path / "pasted.feature"
    feature.write_text("\n".join(["Feature: Pasted", "", "  Scenario: Pasted", *(f"    {line}" for line in lines), ""]), "utf-8")
    assert verify(Content(), [str(feature)]).is_fine


def test_marks_counters_and_an_open_choice_are_written_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.yaml"
    data = "terrain: castle-field\nracks: {blue: [skully], red: ['pinned:star', hook]}\n"
    position.write_text(data, encoding="utf-8")
    assert main(["scenario", str(position), "--moves", "place skully 1"]) == 0
    out = capsys.readouterr().out
    assert "And Red's rack is Hook, pinned Star\n" in out
    assert out.endswith("Then Blue has to answer skully\n# A scenario ends with no choice open: answer this one.\n")


def test_a_terrain_without_a_position_is_no_situation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "castle-field"]) == 1
    assert "expected a position or a record" in capsys.readouterr().err


# ---- the catalogue of steps


def test_every_step_has_a_meaning_and_nothing_else_has() -> None:
    assert sorted(MEANINGS) == sorted(definition.text for definition in steps.definitions)


def test_every_step_has_an_example_from_a_passing_scenario() -> None:
    entries = catalogue(Content())
    # Nothing shipped counts anything or obliges anybody to answer; a folder of one's own can.
    without = {str(entry.definition) for entry in entries if not entry.example}
    assert without <= {"COUNTER of SUBJECT is NUMBER", "COUNTER of SUBJECT is now NUMBER", "P may not decline EFFECT"}


def test_the_page_of_steps_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """`toybattle steps > docs/steps.md` writes it anew."""
    assert main(["steps"]) == 0
    assert capsys.readouterr().out == page(catalogue(Content()))
    assert (ROOT / "docs" / "steps.md").read_text(encoding="utf-8") == page(catalogue(Content()))
    assert main(["steps", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(steps.definitions)


def test_a_source_that_differs_from_its_record_is_refused(tmp_path: Path) -> None:
    table, _ = played(tmp_path, "draw")
    record = json.loads(table.file.read_text(encoding="utf-8"))
    table.file.write_text(json.dumps({**record, "moves": ["draw", "place kwak 8"]}), encoding="utf-8")
    with pytest.raises(ToyBattleError, match="decision 2: an illegal move"):
        source_of(str(table.file), Content(), ())


def test_an_unreadable_move_is_not_the_end(tmp_path: Path) -> None:
    table, _ = played(tmp_path)
    with pytest.raises(MoveError):
        table.text_of("1000")
