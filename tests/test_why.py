"""Explanations: what decides, what would make a refused move legal, and that nothing is told that is hidden."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from golden import expected
from playing import TERRAINS, game, random_situation, settled, somewhere
from test_properties import OWN_GAMES, conceivable, named, with_hidden_things_shuffled
from test_properties import played as playing
from toybattle.cli import main
from toybattle.cli.shared import FAILED, FINE
from toybattle.documents import document_of, parse_document, read_document, schema_faults
from toybattle.errors import Place
from toybattle.game import Change, Game, MoveError, State, Verdict
from toybattle.game.parts import NoSuchTroop, OtherTroop
from toybattle.game.record import Record, deal_of, told
from toybattle.game.situation import PLAYERS
from toybattle.resources import Content


def names_and_lines(game: Game) -> dict[tuple[str, int], str]:
    """Return the label that stands on each line of the rules that were read, found in the files themselves."""
    statements = [x for kind in (game.ruleset.actions, game.ruleset.requirement_list, game.ruleset.exceptions,
                                 game.ruleset.effect_list, game.ruleset.laws, game.ruleset.ends) for x in kind]  # fmt: skip
    files = {Content().name(path): path for path in Content().files("rules", "**/*.rules")}
    lines = {}
    for statement in statements:
        text = files[statement.place.file].read_text(encoding="utf-8").splitlines()[statement.place.line - 1]
        assert statement.label in text
        lines[statement.place.file, statement.place.line] = statement.label
    return lines


def assert_sourced(verdict: Verdict, game: Game, lines: dict[tuple[str, int], str]) -> None:
    for finding in verdict.failed:
        assert finding.citations
        assert set(finding.citations) <= set(game.ruleset.citations)
        assert lines[finding.place.file, finding.place.line] == finding.label


def assert_smallest(game: Game, state: State, text: str, change: Change) -> None:
    """Check that a change makes the move legal, and that no part of it can be left out."""
    assert game.why(game.changed(state, change), change.move).is_legal, f"{text}: {change}"
    for part in change.parts:
        for kind in getattr(part, "kinds", ()):
            one = replace(change, parts=tuple(replace(p, kinds=(kind,)) if p is part else p for p in change.parts))
            then = change.move.replace(part.kinds[0], kind) if isinstance(part, OtherTroop) else change.move
            with suppress(NoSuchTroop):  # two parts can mean the last one
                assert is_legal(game, game.changed(state, one), then), f"{text}: {change}: not with {kind}"
    for number in range(len(change.parts)):
        for parts in combinations(change.parts, number):
            asked = change.move if any(isinstance(part, OtherTroop) for part in parts) else text
            assert not is_legal(game, game.changed(state, replace(change, parts=parts)), asked), f"{change}: {parts} is enough"


def is_legal(game: Game, state: State, text: str) -> bool:
    try:
        return game.why(state, text).is_legal
    except MoveError:
        return False


@pytest.mark.parametrize("special_bases", [True, False], ids=["specials", "plain"])
@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_refusal_names_what_stands_against_it_and_what_would_allow_it(terrain: str, special_bases: bool) -> None:
    played, random = game(terrain, special_bases), Random(f"{terrain} {special_bases}")
    lines = names_and_lines(played)
    found: Counter[str] = Counter()
    for number in range(4):
        state = played.state_of(random_situation(played, random)) if number % 2 else somewhere(played, random)
        if played.outcome(state):
            continue
        texts = conceivable(played, state)
        for text in random.sample(texts, min(len(texts), 12)):
            try:
                move = played.parse(state, text)
                verdict = played.why(state, text)
            except MoveError:
                continue
            assert verdict.is_legal == (not verdict.failed) == played.is_legal(state, move), str(verdict)
            assert_sourced(verdict, played, lines)
            found["legal" if verdict.is_legal else "illegal"] += 1
            for change in verdict.changes:
                assert_smallest(played, state, text, change)
                found["change"] += 1
            if not verdict.is_legal:
                assert set(verdict.nearest) <= set(map(str, played.legal(state)))
    assert found["illegal"] > 8
    assert found["change"] > 3


# ---- whole texts


@pytest.mark.parametrize("case", sorted((Path(__file__).parent / "why").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_answer_to_why_reads_as_it_does_beside_it(
    case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data: dict = dict(read_document(case, case.name).data)  # type: ignore[call-overload]
    played, state = Game.of_position(document_of(data["position"], case.name))
    *before, asked = data["moves"]
    for move in before:
        state, _ = played.play(state, move)
    monkeypatch.chdir(tmp_path)
    Path("position.json").write_text(json.dumps(played.as_position(state)), encoding="utf-8")
    status = main(["why", "position.json", *asked.split()])
    said = capsys.readouterr().out
    assert said == expected(case, said.removesuffix("\n")) + "\n"
    assert status == (FINE if said.startswith("legal") else FAILED)
    assert all(len(line) <= 110 for line in said.splitlines())


def test_the_answer_as_data_follows_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = set()
    for case in sorted((Path(__file__).parent / "why").glob("*.yaml")):
        data: dict = dict(read_document(case, case.name).data)  # type: ignore[call-overload]
        played, state = Game.of_position(document_of(data["position"], case.name))
        for move in data["moves"][:-1]:
            state, _ = played.play(state, move)
        (tmp_path / "position.json").write_text(json.dumps(played.as_position(state)), encoding="utf-8")
        main(["why", "--json", str(tmp_path / "position.json"), data["moves"][-1]])
        said = parse_document(capsys.readouterr().out, case.name)
        assert not schema_faults(said, "verdict")
        found |= {key for key, value in said.data.items() if value}  # type: ignore[union-attr]
    assert found == {"move", "is_legal", "is_known", "findings", "changes", "nearest", "citations", "offers"}
    (tmp_path / "over.yaml").write_text("terrain: castle-field\nreserves: {blue: []}\n", encoding="utf-8")
    assert main(["why", "--json", str(tmp_path / "over.yaml")]) == FINE
    assert not schema_faults(parse_document(capsys.readouterr().out, "over"), "verdict")


# ---- rules of one's own, and what is hidden


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(OWN_GAMES))
def test_changes_are_smallest_under_rules_of_ones_own(terrain: str, special_bases: bool, content: str) -> None:
    played, random = playing(terrain, special_bases, content)
    found: Counter[str] = Counter()
    for number in range(4):
        state = played.state_of(random_situation(played, random)) if number % 2 else somewhere(played, random)
        if played.outcome(state):
            continue
        kinds, slots = list(played.layout.kinds), [slot.id for slot in played.terrain.slots]
        texts = ["draw", *(f"place {random.choice(kinds)} {random.choice(slots)}" for _ in range(8))]
        for text in texts if state.pending is None else ["pass", "draw", *map(str, played.legal(state)[:2])]:
            try:
                move, verdict = played.parse(state, text), played.why(state, text)
            except MoveError:
                continue
            assert verdict.is_legal == (not verdict.failed) == played.is_legal(state, move), str(verdict)
            assert all(finding.english and finding.place.line for finding in verdict.findings)
            found["illegal"] += not verdict.is_legal
            for change in verdict.changes:
                assert_smallest(played, state, text, change)
    assert found["illegal"] > 3


@pytest.mark.parametrize(
    ("terrain", "content"), [("battlefield", ""), ("la-croisette", ""), ("spies", "spies"), ("veils", "veils")]
)
def test_what_became_of_effects_tells_nothing_that_is_hidden(terrain: str, content: str) -> None:
    played, random = playing(terrain, True, content)
    differed = 0
    for _ in range(12):
        state = somewhere(played, random)
        viewer = PLAYERS.index(state.decider)
        other = played.state_of(with_hidden_things_shuffled(state.situation, played, viewer, random))
        differed += other != state
        moves = played.view(state, state.decider).legal
        for move in random.sample(moves, min(4, len(moves))):
            told = [
                [json.dumps(offer.as_data()) for offer in played.why_not_offered(s, move, state.decider)] for s in (state, other)
            ]
            assert told[0] == told[1], move
            assert played.why_not_offered(state, move, PLAYERS[1 - viewer]) == ()
    assert differed > 4


def test_what_hangs_on_a_hidden_troop_is_said_to_do_so() -> None:
    played = game("veils", content="veils")
    blue = {"terrain": "veils", "stacks": {"2": ["blue star"]}}
    answers = set()
    for rest in ("hook", "star"):
        state = played.position({**blue, "racks": {"blue": ["roxy", rest]}})
        verdict = played.why(state, "place roxy 5", "red")
        assert not verdict.is_known
        answers.add(str(verdict))
        assert played.why(state, "place roxy 5").is_legal == (rest == "hook")
    (answer,) = answers
    assert answer.startswith("cannot be told: place roxy 5, if Roxy is in Blue's rack\n  twin cannot be told: ")
    position = {**blue, "racks": {"blue": ["star"]}, "reserves": {"blue": ["skully", "jumbo"]}}
    (offer,) = played.why_not_offered(played.position(position), "draw", "blue")
    assert (offer.effect, offer.became) == ("glee", "unknown")
    assert [x.became for x in played.why_not_offered(played.position(position), "draw")] == ["not owed"]


def test_a_log_tells_a_player_only_what_this_player_saw() -> None:
    played, differed = game("battlefield"), 0
    for seed in range(12):
        random, opening = Random(seed), game("battlefield").opening(seed=seed)
        state, moves = played.begin(opening.copy()), []
        for _ in range(30):
            if legal := played.legal(state):
                moves.append(settled(played, state, random.choice(legal), random))
                state, _ = played.apply(state, moves[-1])
        deal = deal_of(opening, played)
        reserve, left = deal["red"]["reserve"], state.reserves["red"]
        drawn = len(reserve) - len(left)
        # A troop that Red drew and never used was another one, and neither its draw nor the rest may tell Blue.
        unused = [troop for troop in state.racks["red"] if troop in reserve[:drawn] and troop != left[0]] if left else []
        if not unused or any(move.text.endswith(unused[0]) and "=" in move.text for move in moves):
            continue
        logs = []
        for swap in (False, True):
            if swap:
                at = max(i for i in range(drawn) if reserve[i] == unused[0])
                reserve[at], reserve[drawn] = reserve[drawn], reserve[at]
            record = Record({"first": "blue", "deal": deal, "moves": list(map(str, moves))}, Place("log"))
            logs.append([[str(entry) for entry in told(record, played, viewer)] for viewer in PLAYERS])
        assert logs[0][0] == logs[1][0]
        differed += logs[0][1] != logs[1][1]
    assert differed > 3
