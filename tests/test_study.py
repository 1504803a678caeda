"""Studies: the same rows whoever plays them, however often they are stopped; what is told of them."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from documents_of import ROOT
from playing import CONTENT
from toybattle.cli import main
from toybattle.errors import ToyBattleError
from toybattle.game import Game
from toybattle.game.deal import dealt
from toybattle.game.events import EffectApplied, EffectDeclined, EffectDropped, MedalsTaken, TroopPlaced
from toybattle.resources import Content
from toybattle.sim import compiled
from toybattle.sim import tally as noted
from toybattle.sim.batch import first_of, play_batch, seed_of
from toybattle.sim.chance import Chance
from toybattle.sim.players import player
from toybattle.study import executors
from toybattle.study.findings import Games, findings
from toybattle.study.page import page
from toybattle.study.plan import Part, Plan
from toybattle.study.run import Progress, run
from toybattle.study.store import PLAN, Store, merged
from toybattle.study.text import text_of
from toybattle.study.work import Job, planned

RANDOM = ("random", "random")


def begun(folder: Path, games: int = 40, shard: tuple[int, int] = (1, 1), *terrains: str, **more: Any) -> Store:
    """Begin a study of random players, of Castle Field unless other terrains are named."""
    options = {"variants": (), "compared": (), "with_readings": False, "content": Content(), **more}
    arms, legends = planned(terrains or ("castle-field",), **options)
    return Store.begun(folder, Plan(arms, RANDOM, games, 7, 200, shard), legends)


def played(store: Store, executor: executors.Executor = executors.alone, content: Content = Content()) -> Store:  # noqa: B008
    run(store, content, executor, io.StringIO())
    return store


def rows(store: Store) -> list[pa.Table]:
    return [store.table(arm) for arm in store.plan.arms]


def command(folder: Path, *more: str) -> list[str]:
    """Return the command that plays 200 games as `undisturbed` did."""
    study = ["study", "castle-field", "--games", "200", "--seed", "7", "--out", str(folder), *more]
    return [sys.executable, "-m", "toybattle.cli", *study]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return played(begun(tmp_path_factory.mktemp("study") / "undisturbed", 200))


# ---- the games


def test_a_row_counts_what_the_events_of_its_game_tell() -> None:
    game = Game.load("castle-field")
    [job] = [Job((), Part(arm, 3, 5), RANDOM, 7, 200) for arm in planned(["castle-field"], (), (), False, Content())[0]]
    import pyarrow.parquet as pq  # noqa: PLC0415

    from toybattle.study.work import made  # noqa: PLC0415

    [_, row] = pq.read_table(io.BytesIO(made(job))).to_pylist()
    chance = Chance(seed_of(7, 4))
    state, counts, options = game.begin(dealt(game.layout, first_of(4), chance)), Counter(), 0
    assert {
        f"opening.{c}.{troop}": state.racks[c].count(troop) for c in state.racks for troop in game.layout.kinds
    }.items() <= row.items()
    while moves := game.legal(state):
        options += len(moves)
        counts["decisions"] += 1
        move = moves[chance.below(len(moves))]
        if (outcomes := game.outcomes(state, move)) != ((move, 1),):
            at = chance.below(sum(weight for _, weight in outcomes))
            move = [outcome for outcome, weight in outcomes for _ in range(weight)][at]
        state, events = game.apply(state, move)
        for event in events:
            match event:
                case TroopPlaced(player, troop, slot):
                    counts[f"placed.{player}.{troop}"] += 1
                    counts[f"placed_on.{player}.{slot}"] += 1
                case MedalsTaken(player, region, _):
                    assert row[f"taken.{region}"] == player
                case (
                    EffectApplied(effect, player, slot)
                    | EffectDeclined(effect, player, slot)
                    | EffectDropped(effect, player, slot)
                ):
                    counts[f"{type(event).__name__[6:].lower()}.{player}.{effect}"] += 1
                    if isinstance(event, EffectApplied) and effect in game.ruleset.specials:
                        counts[f"applied_on.{player}.{slot}"] += 1
    outcome = game.outcome(state)
    assert outcome is not None
    assert (row["winner"], row["won_by"], row["ended_by"], row["turns"]) == (
        outcome.winner, outcome.won_by, outcome.ended_by, outcome.turns,
    )  # fmt: skip
    assert {f"medals.{colour}": number for colour, number in outcome.medals.items()}.items() <= row.items()
    assert row["options"] == options
    told = {
        "decisions",
        *(name for name in row if name.split(".")[0] in ("placed", "placed_on", "applied", "declined", "dropped", "applied_on")),
    }
    assert {name: row[name] for name in told} == {name: counts[name] for name in told}


def test_a_game_depends_on_its_number_and_not_on_the_games_played_with_it() -> None:
    game = Game.load("castle-field")
    together = play_batch(game, RANDOM, 7, range(8), 200)
    assert (
        together
        == [row for number in reversed(range(8)) for row in play_batch(game, RANDOM, 7, range(number, number + 1), 200)][::-1]
    )
    assert len(set(map(tuple, together))) == 8


def test_colours_begin_equally_often_in_each_seating(undisturbed: Store) -> None:
    [table] = rows(undisturbed)
    assert Counter(table["first"].to_pylist()) == {"blue": 100, "red": 100}
    assert table["game"].to_pylist() == list(range(200))


def test_each_player_has_each_colour_and_begins_with_it_equally_often(tmp_path: Path) -> None:
    arms, legends = planned(["castle-field"], (), (), False, Content())
    store = played(Store.begun(tmp_path / "two", Plan(arms, ("random", "greedy"), 40, 7, 200), legends))
    [table] = rows(store)
    seats = Counter(zip(table["blue"].to_pylist(), table["red"].to_pylist(), table["first"].to_pylist(), strict=True))
    assert seats == {(*pair, first): 10 for pair in (("random", "greedy"), ("greedy", "random")) for first in ("blue", "red")}
    found, won = findings(store), sum(row[row["winner"]] == "random" for row in table.to_pylist())
    assert found.of[0].player is not None
    assert found.of[0].player.value == won / 40
    assert re.search(rf"won by random +{100 * won / 40:.1f} %", text_of(found))


def test_a_game_that_is_broken_off_has_no_result(tmp_path: Path) -> None:
    arms, legends = planned(["castle-field"], (), (), False, Content())
    store = played(Store.begun(tmp_path / "short", Plan(arms, RANDOM, 20, 7, 5), legends))
    [table] = rows(store)
    assert set(table["turns"].to_pylist()) == {5}
    assert table["winner"].null_count == 20
    found = findings(store)
    assert found.of[0].unfinished.value == 1
    assert found.of[0].first.value is None
    assert "no game was finished" in text_of(found)
    assert "No game was finished" in page(found, store)
    json.loads(json.dumps(found.as_data(), allow_nan=False))


# ---- the same rows


def test_two_processes_play_the_rows_of_one(undisturbed: Store, tmp_path: Path) -> None:
    assert rows(played(begun(tmp_path / "two", 200), executors.processes(2))) == rows(undisturbed)


def test_three_shards_merge_to_the_rows_of_the_whole(undisturbed: Store, tmp_path: Path) -> None:
    shards = [played(begun(tmp_path / f"shard-{k}", 200, (k, 3))).folder for k in (3, 1, 2)]
    assert rows(merged(shards, tmp_path / "merged")) == rows(undisturbed)
    with pytest.raises(
        ToyBattleError, match="in none of the folders, or damaged: games 60 to 69 of castle-field; games 70 to 79"
    ):
        merged(shards[:2], tmp_path / "incomplete")


def test_merging_and_reporting_need_no_engine(tmp_path: Path) -> None:
    shards = [str(played(begun(tmp_path / f"shard-{k}", 40, (k, 2))).folder) for k in (1, 2)]
    asked = ["study", "merge", *shards, "--out", str(tmp_path / "merged")]
    program = f"import sys; from toybattle.cli import main; status = main({asked!r}); print(*sys.modules); sys.exit(status)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    loaded = {module for module in done.stdout.splitlines()[-1].split() if module.split(".")[0] == "toybattle"}
    engine = {f"toybattle.{layer}" for layer in ("game", "sim", "ruleset", "lang", "terrain", "draw", "spec", "table")}
    assert "toybattle.study.store" in loaded
    assert not {module for module in loaded if ".".join(module.split(".")[:2]) in engine}
    assert not {"numba", "lark", "ray"} & set(done.stdout.splitlines()[-1].split())
    assert (tmp_path / "merged" / "report.html").is_file()


def test_shards_of_another_study_are_not_merged(tmp_path: Path) -> None:
    shards = [played(begun(tmp_path / "one", 40, (1, 2))).folder, played(begun(tmp_path / "other", 60, (2, 2))).folder]
    with pytest.raises(ToyBattleError, match=r"is no shard of the study in .*: its number of games is 40, not 60"):
        merged(shards, tmp_path / "merged")


# ---- stopped and gone on with


def parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("games/*/*.parquet"))


def descendants(of: int) -> set[int]:
    """Return the processes that a process has started, and those that these have."""
    pairs = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                pairs.append((int(entry.name), int((entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])))
            except OSError:
                continue
    found = {of}
    while more := {child for child, parent in pairs if parent in found} - found:
        found |= more
    return found - {of}


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(true: object, seconds: float = 60) -> None:
    assert callable(true)
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_study_killed_at_any_moment_goes_on_to_the_same_rows(undisturbed: Store, tmp_path: Path, processes: str) -> None:
    folder, chance = tmp_path / "killed", random.Random()
    for has_parts in (False, True):
        study = subprocess.Popen(command(folder, "--processes", processes), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        # First at whatever moment, mostly while it begins; then while parts are played and kept.
        time.sleep(0 if has_parts else 1.5 * chance.random())
        wait_for(lambda: not has_parts or parts(folder) or study.poll() is not None)  # noqa: B023
        time.sleep(chance.random() / 20)
        workers = descendants(study.pid)
        study.kill()
        study.wait()
        wait_for(lambda: not any(map(is_alive, workers)))  # noqa: B023  (nobody is left behind)
    assert parts(folder)
    assert rows(played(begun(folder, 200))) == rows(undisturbed)


def test_a_study_stopped_before_its_plan_was_written_begins_anew(undisturbed: Store, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    (folder / "legends").mkdir(parents=True)
    (folder / "legends" / "castle-field.json.part").write_text('{"terr', encoding="utf-8")
    (folder / f"{PLAN}.part").write_text("{", encoding="utf-8")
    assert rows(played(begun(folder, 200))) == rows(undisturbed)


def test_an_interrupted_study_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "interrupted"
    study = subprocess.Popen(
        [*command(folder, "--processes", "2"), "--rulings"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    wait_for(lambda: parts(folder))
    workers = descendants(study.pid)
    study.send_signal(signal.SIGINT)
    out, err = study.communicate(timeout=60)
    assert (study.returncode, out) == (1, "")
    assert "stopped; the games played so far are kept, and the same command goes on\n" in err
    assert "Traceback" not in err
    wait_for(lambda: not any(map(is_alive, workers)))


def test_a_worker_that_is_killed_is_replaced(undisturbed: Store, tmp_path: Path) -> None:
    killed = []

    def killing(jobs: Sequence[Job]) -> Iterator[tuple[Part, bytes]]:
        for part, data in executors.processes(2)(jobs):
            yield part, data
            if not killed:
                [*workers] = (
                    pid for pid in descendants(os.getpid()) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
                )
                os.kill(workers[0], signal.SIGKILL)
                killed.append(workers[0])

    assert rows(played(begun(tmp_path / "study", 200), killing)) == rows(undisturbed)
    assert killed


def test_workers_that_always_die_are_given_up(tmp_path: Path) -> None:
    store = begun(tmp_path / "study")
    pool = executors.processes(2)
    broken = [Job((), part, RANDOM, _Deadly(), 200) for part in store.plan.parts]  # type: ignore[arg-type]
    with pytest.raises(ToyBattleError, match="keep being killed"):
        list(pool(broken))


class _Deadly:
    """Ends the process that unpacks it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (1,)


@pytest.mark.parametrize("harm", ["flip", "cut", "empty"])
def test_a_damaged_part_is_played_again(undisturbed: Store, tmp_path: Path, harm: str) -> None:
    store = played(begun(tmp_path / "study", 200))
    victim = parts(store.folder)[3]
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes({"flip": data, "cut": data[:-100], "empty": b""}[harm])
    (victim.parent / "left-over.parquet.part").write_bytes(b"half")
    with pytest.raises(ToyBattleError, match="games 30 to 39 of castle-field are missing or damaged"):
        rows(store)
    told = io.StringIO()
    run(store, Content(), executors.alone, told)
    assert told.getvalue().startswith("1 damaged part is played again\ngoing on with 190 games kept\n")
    assert rows(store) == rows(undisturbed)
    assert len(list(victim.parent.iterdir())) == 20


# ---- refused


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    try:
        status = main(["study", *map(str, arguments)])
    except SystemExit as left:
        status = int(left.code or 0)
    return status, capsys.readouterr().err


def test_a_study_is_not_gone_on_with_as_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "study"
    assert main(["study", "castle-field", "--games", "10", "--processes", "1", "--out", str(folder)]) == 0
    capsys.readouterr()
    status, said = refused(capsys, "castle-field", "--games", 20, "--seed", 2, "--variant", "no-special-bases", "--out", folder)
    assert status == 1
    assert "holds another study" in said
    assert "the rules or the terrain of castle-field have changed since" in said
    assert "its number of games is 10, not 20; its seed is 1, not 2" in said
    assert "it plays castle-field, not tournament" in refused(capsys, "tournament", "--games", 10, "--out", folder)[1]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["castle-feild", "--out", "x"], 1, "unknown terrain 'castle-feild'; did you mean 'castle-field'?"),
        (["castle-field", "--out", "x", "--players", "randm"], 2, "did you mean 'random'?"),
        (["castle-field", "--out", "x", "--players", "a,b,c"], 2, "expected one player, or two"),
        (["castle-field", "--out", "x", "--shard", "4/3"], 2, "'4/3'; expected K/N, such as 1/3"),
        (["castle-field", "--out", "x", "--games", "0"], 2, "'0'; expected a number from 1"),
        (["castle-field", "--out", "x", "--compare", "no-specials"], 2, "unknown variant 'no-specials'"),
        (["castle-field", "castle-field", "--out", "x"], 1, "castle-field is named twice"),
        (["castle-field"], 2, "--out"),
        (["castle-field", "--games", "20", "--shard", "1/3", "--out", "x"], 1, "too few for so many shards: at most 2"),
        (["castle-field", "--out", "full"], 2, "full: this holds something else; expected a new or an empty folder"),
        (["merge", "full", "--out", "x"], 2, f"full: no study is kept here; expected a folder with a {PLAN}"),
        (["merge", "--out", "x"], 2, "merge: no folder is named"),
        (["merge", "spoilt", "--out", "x"], 1, "this does not describe a study"),
    ],
)  # fmt: skip
def test_what_cannot_be_studied_is_refused_and_nothing_begun(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/letter.txt").write_text("Dear", encoding="utf-8")
    Path("spoilt").mkdir()
    Path("spoilt", PLAN).write_text('{"format": "toybattle-study/1", "arms": 3}', encoding="utf-8")
    found, told = refused(capsys, *arguments)
    assert (found, said in told) == (status, True), told
    assert not Path("x").exists()


def test_other_rules_than_a_study_began_with_are_refused_by_whoever_plays(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rule = 'language 1\nto draw\nrequire seldom cites "Who holds five draws no more.": number of my rack < 5\n'
    (tmp_path / "rules" / "seldom.rules").write_text(rule, encoding="utf-8")
    store = begun(tmp_path / "study")
    with pytest.raises(ToyBattleError, match="castle-field are not those with which this study began"):
        played(store, content=Content((tmp_path,)))


# ---- told


def test_progress_tells_speed_and_time_left() -> None:
    now = [0.0]
    progress = Progress(io.StringIO(), 1000, 200, lambda: now[0])
    progress.begin()
    now[0] = 4.0
    progress.add(200)
    assert progress.line() == "400 of 1,000 games, 50 games/s, 12 s left"
    assert progress.stream.getvalue() == "", "a reader of a file is told every ten seconds"
    now[0] = 400.0
    progress.add(100)
    assert progress.stream.getvalue() == "500 of 1,000 games, 45 games/min, 11 min left\n"


def table_of(**columns: list[object]) -> pa.Table:
    return pa.table(columns)


def test_who_had_more_is_counted_where_somebody_had_more_and_won() -> None:
    games = Games(table_of(winner=["blue", "red", "red", None, "blue"], first=["blue", "blue", "red", "red", "red"]), {})
    blue, red = pa.array([2, 3, 1, 5, 1]).to_numpy(), pa.array([1, 1, 2, 0, 1]).to_numpy()
    told = games.won_with_more(blue, red)
    assert (told.value, told.games) == (2 / 3, 3)
    assert games.won_by_first.tolist() == [True, False, True, False, False]


def test_rulings_are_played_only_where_they_can_come_up(tmp_path: Path) -> None:
    arms, _ = planned(["castle-field"], (), (), True, Content())
    plain, _ = planned(["castle-field"], ("no-special-bases",), (), True, Content())
    readings = {arm.reading for arm in arms} - {""}
    assert {"take-back-same-base", "both-objectives"} <= readings
    assert "shove-here" not in readings, "Castle Field has no such base"
    assert "take-back-same-base" not in {arm.reading for arm in plain}


def test_the_same_games_under_two_readings_are_told_apart(tmp_path: Path) -> None:
    store = played(begun(tmp_path / "study", 60, with_readings=True, compared=[("no-special-bases",)]))
    found = findings(store)
    said = {reading.citation: reading for reading in found.readings}
    ours, theirs = (
        store.table(arm) for arm in store.plan.arms if arm.name in ("castle-field", "castle-field+take-back-same-base")
    )
    differing = sum(a != b for a, b in zip(ours.to_pylist(), theirs.to_pylist(), strict=True))
    assert differing
    assert said["take-back-same-base"].changed.value == pytest.approx(differing / 60)
    [comparison] = found.comparisons
    by_name = {measure.name: measure for measure in comparison.measures}
    assert by_name["decisions"].difference.is_found
    assert not by_name["won by Blue"].difference.is_found
    assert "no difference found; one of more than" in text_of(found)


class Balanced(HTMLParser):
    """Reads a page, and notes tags that are not closed in order and whatever it would load."""

    EMPTY = frozenset({"meta", "br", "line", "circle", "rect", "path", "polygon"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY or (tag == "rect" and self.get_starttag_text()[-2] != "/"):
            self.open.append(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href") and value and not value.startswith("#")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


CONTENTS = [(path.parent.parent, path.stem) for path in sorted(CONTENT.glob("*/terrains/*.yaml"))]


@pytest.mark.parametrize(("folder", "terrain"), CONTENTS, ids=[terrain for _, terrain in CONTENTS])
def test_games_never_seen_before_are_studied_too(tmp_path: Path, folder: Path, terrain: str) -> None:
    content = Content((folder,))
    store = played(begun(tmp_path / "study", 6, (1, 1), terrain, content=content), content=content)
    found = findings(store)
    assert text_of(found)
    read = Balanced()
    read.feed(page(found, store))
    assert (read.open, read.loads) == ([], [])
    for kind in Game.load(terrain, content=content).ruleset.troops:
        assert kind.display in read.text


def test_a_page_shows_what_the_terminal_tells(undisturbed: Store) -> None:
    found = findings(undisturbed)
    told, shown = text_of(found), page(found, undisturbed)
    first = re.search(r"won by who began +(\S+ %)", told)
    assert first
    assert first[1] in shown
    assert found.plan.command() in shown


def test_players_better_than_chance_play_the_games_that_their_row_tells(tmp_path: Path) -> None:
    game, greedy = Game.load("castle-field"), player("greedy")
    together = play_batch(game, ("greedy", "greedy"), 7, range(12), 200)
    simulation = compiled(game, players=(greedy, greedy))
    for number, row in enumerate(together):
        start = simulation.opening(("blue", "red")[number & 1])
        played = simulation.play(start, range(7 << 32 | number, (7 << 32 | number) + 1))[0].tolist()
        assert [row[noted.WINNER], row[noted.TURNS], row[noted.DECISIONS]] == [played[0], played[3], played[4]]
    assert together[5:6] == play_batch(game, ("greedy", "greedy"), 7, range(5, 6), 200)


def test_every_command_of_the_first_studies_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "studies" / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^toybattle (study .*)$", text, flags=re.MULTILINE)
    assert len(commands) == 4
    monkeypatch.chdir(ROOT)
    for number, command in enumerate(commands):
        # Few games, by players that need no compiling: that the words of the command are right is what a page can get wrong.
        few = re.sub(r"--games \d+", "--games 2", re.sub(r"--players \S+", "--players random --processes 1", command))
        assert main(re.sub(r"--out \S+", f"--out {tmp_path / str(number)}", few).split()) == 0
