"""What holds in every game whatever is played, and in every state whether a game reaches it or not."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from random import Random

import pytest

from playing import OWN, TERRAINS, game, random_situation, somewhere, walk
from toybattle.errors import Place
from toybattle.game import Game, Move, MoveError, State
from toybattle.game.events import EffectApplied, EffectDeclined, EffectDropped, EffectOwed, GameEnded, MedalsTaken
from toybattle.game.record import Record, record_of, replayed
from toybattle.game.situation import PLAYERS, Situation, sees

GAMES = [(terrain, special_bases, "") for terrain in TERRAINS for special_bases in (True, False)]
OWN_GAMES = [(terrain, True, content) for content, terrain in OWN]


def named(games: list[tuple[str, bool, str]]) -> list[object]:
    return [pytest.param(*each, id=f"{each[0]}{'' if each[1] else '-plain'}") for each in games]


def played(terrain: str, special_bases: bool, content: str) -> tuple[Game, Random]:
    return game(terrain, special_bases, (), content), Random(f"{terrain} {special_bases} {content}")


def the_other(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]


# ---- every state of a game


def assert_sound(game: Game, state: State) -> None:
    """Check what no state may break: the armies, the racks, the medals, and that somebody can go on or has won."""
    x, regions = state.situation, game.terrain.regions
    troops = Counter(piece[:2] for pieces in (*x.stacks, *x.zones.values()) for piece in pieces)
    kinds = enumerate(game.ruleset.troops)
    assert troops == {(owner, number): kind.count for number, kind in kinds for owner in (0, 1)}
    assert x.medals == [sum(r.medals for r, who in zip(regions, x.takers, strict=True) if who == owner) for owner in (0, 1)]
    outcome, legal = game.outcome(state), game.legal(state)
    assert bool(outcome) != bool(legal)
    if outcome:
        assert outcome.winner in PLAYERS
        assert outcome.won_by in game.ruleset.endings
        assert list(outcome.medals.values()) == x.medals
        assert x.pending is None
    if x.pending and "pass" in map(str, legal):
        assert len(legal) >= 2, "an optional effect that can do nothing asks nothing"
    assert len(set(legal)) == len(legal)


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(GAMES + OWN_GAMES))
def test_troops_medals_and_turns_add_up_in_every_state_of_a_game(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    turn, taken = 1, {}
    for state, _ in walk(game, random):
        assert_sound(game, state)
        assert 0 <= state.turn - turn <= 1
        assert taken.items() <= state.taken.items(), "medals taken stay taken"
        turn, taken = state.turn, state.taken


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(GAMES))
def test_a_rack_never_holds_more_than_it_may(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    states = [state for _ in range(3) for state, _ in walk(game, random, drawing=0.7)]
    assert max(len(rack) for state in states for rack in state.racks.values()) == 8


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(GAMES + OWN_GAMES))
def test_events_tell_all_that_happened(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    state = game.start(seed=random.randrange(1 << 30))
    owed: Counter[str] = Counter()
    medals = dict.fromkeys(PLAYERS, 0)
    for _ in range(300):
        legal = game.legal(state)
        if not legal:
            break
        state, events = game.apply(state, random.choice(legal), random.random)
        for event in events:
            match event:
                case MedalsTaken(player, _, number):
                    medals[player] += number
                case EffectOwed(effect):
                    owed[effect] += 1
                case EffectApplied(effect) | EffectDeclined(effect) | EffectDropped(effect):
                    owed[effect] -= 1
        assert medals == state.medals
        open_ = Counter(game.layout.effects[each.effect].label for each in state.situation.owed)
        open_ += Counter([state.pending.effect] if state.pending else [])
        ended = [event for event in events if isinstance(event, GameEnded)]
        assert bool(ended) == bool(game.outcome(state))
        assert +owed == open_ or (ended and open_ == Counter())


# ---- round trips


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(GAMES + OWN_GAMES))
def test_moves_positions_and_states_survive_being_written(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    for number, (state, move) in enumerate(walk(game, random, 60)):
        for each in (*game.legal(state), *((move,) if move else ())):
            assert game.parse(state, str(each)) == each
        if number % 6 == 0 and move:
            read = game.position(json.loads(json.dumps(game.as_position(state))))
            assert read == state
            assert hash(read) == hash(state)
            assert game.as_position(read) == game.as_position(state)


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(GAMES[::3] + OWN_GAMES))
def test_random_situations_survive_being_written(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    for _ in range(4):
        state = game.state_of(random_situation(game, random))
        if not game.outcome(state):
            assert game.position(json.loads(json.dumps(game.as_position(state)))) == state


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(GAMES[::2]))
def test_a_game_written_down_replays_to_the_same_states(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    opening = game.opening(seed=random.randrange(1 << 30), first=random.choice(PLAYERS))
    state = game.begin(opening)
    states, moves, legal = [state], [], []
    while game.legal(state):
        legal.append(game.legal(state))
        move = random.choice(legal[-1])
        moves.append(random.choice([outcome for outcome, _ in game.outcomes(state, move)]))
        state, _ = game.apply(state, moves[-1])
        states.append(state)
    record = json.loads(json.dumps(record_of(game, opening, moves, state, legal)))
    assert replayed(Record(record, Place("own")), Record(record, Place("own")).game()) is None
    again = game.start(first=record["first"], deal=record["deal"])
    for text, state in zip(record["moves"], states[1:], strict=True):
        again, _ = game.play(again, text)
        assert again == state


def test_a_state_is_a_value_and_keeping_it_is_undoing() -> None:
    game, random = played("la-croisette", True, "")
    kept = [(state, state.flat, game.as_position(state), game.legal(state)) for state, move in walk(game, random) if move]
    for state, flat, position, legal in kept:
        assert (state.flat, game.as_position(state), game.legal(state)) == (flat, position, legal)
    assert len({state for state, *_ in kept}) == len(kept)


def test_the_same_situation_reached_in_another_order_is_an_equal_state() -> None:
    game = played("castle-field", True, "")[0]
    start = game.position(
        {
            "terrain": "castle-field",
            "racks": {"blue": ["hook", "roxy"], "red": ["roxy", "kwak"]},
            "reserves": {"blue": ["kwak"], "red": ["kwak"]},
        }
    )

    def after(*moves: str) -> State:
        state = start
        for move in moves:
            state, _ = game.play(state, move)
        return state

    one = after("place hook 1", "place roxy 14", "place roxy 2", "place kwak 15")
    other = after("place roxy 2", "place kwak 15", "place hook 1", "place roxy 14")
    assert one == other
    assert len({one, other}) == 1
    assert one != after("place hook 2", "place roxy 14", "place roxy 1", "place kwak 15")


def test_states_of_two_games_are_never_equal() -> None:
    states = [played(*each)[0].start(seed=3) for each in GAMES]
    assert states[0].flat
    assert len(set(states)) == len({each.game for each in states})


def test_the_same_seed_deals_the_same_and_chance_is_the_callers() -> None:
    game = played("battlefield", True, "")[0]
    assert game.start(seed=5) == game.start(seed=5)
    assert game.start(seed=5) != game.start(seed=6)
    state = game.position({"terrain": "battlefield", "racks": {"blue": ["xb-42"], "red": ["hook", "star", "star"]}, "stacks": {}})
    state, _ = game.play(state, "place xb-42 1")
    (move,) = (move for move in game.legal(state) if str(move) != "pass")
    assert [(str(outcome), weight) for outcome, weight in game.outcomes(state, move)] == [
        ("discard rack=hook", 1), ("discard rack=star", 2),
    ]  # fmt: skip
    hit = [game.apply(state, move, lambda at=at: at)[0].racks["red"] for at in (0.0, 0.3, 0.34, 0.99)]
    assert hit == [("star", "star"), ("star", "star"), ("hook", "star"), ("hook", "star")]


# ---- what one player may know


def with_hidden_things_shuffled(x: Situation, game: Game, viewer: int, random: Random) -> Situation:
    """Return the situation with every troop that the viewer cannot see exchanged for another such troop."""
    x = x.copy()
    for owner in (0, 1):
        hidden = [
            (zone, index)
            for zone, kind in game.layout.zones.items()
            for index, piece in enumerate(x.zones[zone, owner])
            if not sees(kind.seen_by, owner, viewer) and not shown(game, piece, viewer)
        ]
        kinds = [x.zones[zone, owner][index].kind for zone, index in hidden]
        random.shuffle(kinds)
        for (zone, index), kind in zip(hidden, kinds, strict=True):
            x.zones[zone, owner][index] = x.zones[zone, owner][index]._replace(kind=kind)
        for zone in game.layout.zones:
            for number, mark in enumerate(game.ruleset.mark_kinds):
                pieces = x.zones[zone, owner]
                if not sees(mark.seen_by, owner, viewer) and not mark.is_showing:
                    lasting = [piece.marks[number] for piece in pieces]
                    random.shuffle(lasting)
                    for index, lasts in enumerate(lasting):
                        marks = pieces[index].marks
                        pieces[index] = pieces[index]._replace(marks=(*marks[:number], lasts, *marks[number + 1 :]))
            if zone != "reserve":
                x.zones[zone, owner].sort(key=lambda piece, zone=zone: game.layout.number(piece, zone))
    return x


def shown(game: Game, piece, viewer: int) -> bool:
    marks = zip(game.ruleset.mark_kinds, piece.marks, strict=True)
    return any(lasts and mark.is_showing and sees(mark.seen_by, piece.owner, viewer) for mark, lasts in marks)


@pytest.mark.parametrize(
    ("terrain", "special_bases", "content"),
    named(
        [
            ("battlefield", True, ""),
            ("la-croisette", True, ""),
            ("castle-field", True, ""),
            ("spies", True, "spies"),
            ("veils", True, "veils"),
        ]
    ),
)
def test_a_view_is_the_same_whatever_lies_hidden(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    differed = 0
    for _ in range(12):
        state = random.choice((somewhere(game, random), game.state_of(random_situation(game, random))))
        for viewer, player in enumerate(PLAYERS):
            other = game.state_of(with_hidden_things_shuffled(state.situation, game, viewer, random))
            if game.outcome(other) or game.outcome(state):
                continue
            differed += other != state
            assert game.view(state, player) == game.view(other, player)
    assert differed > 6


@pytest.mark.parametrize(
    ("terrain", "content"),
    [("battlefield", ""), ("la-croisette", ""), ("cursed-cemetery", ""), ("spies", "spies"), ("veils", "veils")],
)
def test_no_answer_about_a_move_tells_what_lies_hidden(terrain: str, content: str) -> None:
    game, random = played(terrain, True, content)
    differed = 0
    for _ in range(8):
        state = random.choice((somewhere(game, random), game.state_of(random_situation(game, random))))
        for viewer, player in enumerate(PLAYERS):
            other = game.state_of(with_hidden_things_shuffled(state.situation, game, viewer, random))
            if game.outcome(other) or game.outcome(state):
                continue
            differed += other != state
            for text in random.sample(conceivable(game, state), 6):
                assert answer(game, state, text, player) == answer(game, other, text, player), text
    assert differed > 4


def answer(game: Game, state: State, text: str, player: str) -> str:
    try:
        verdict = game.why(state, text, player)
        return f"{verdict}\n{json.dumps(verdict.as_data())}"
    except MoveError as error:
        return str(error)


# ---- legal, and why


def conceivable(game: Game, state: State) -> list[str]:
    """Return every move one could write down for the question that is asked: every troop, every slot."""
    slots = [slot.id for slot in game.terrain.slots]
    kinds = list(game.layout.kinds)
    if state.pending is None:
        return ["draw", "pass", *(f"place {kind} {slot}" for kind, slot in product(kinds, slots))]
    return [
        "pass", "draw", *(f"{verb} rack" for verb in ("discard", "pin", "curse")),
        *(f"{verb} rack={kind}" for verb, kind in product(("discard", "pin", "curse"), kinds)),
        *(f"{verb} {kind}" for verb, kind in product(("dim", "hush"), kinds)),
        *(f"{verb} {slot}" for verb, slot in product(("discard", "return"), slots)),
        *(f"recover {kind}" for kind in kinds), *(f"place {kind} {slot}" for kind, slot in product(kinds, slots)),
        *(f"move {one} {other}" for one, other in product(slots, slots)),
    ]  # fmt: skip


@pytest.mark.parametrize("terrain", [*TERRAINS[:-1], "volcanic-jungle"])
def test_a_move_is_legal_exactly_when_why_finds_nothing_against_it(terrain: str) -> None:
    game, random = played(terrain, True, "")
    found: Counter[bool] = Counter()
    for number in range(10):
        state = game.state_of(random_situation(game, random)) if number % 2 else somewhere(game, random)
        if game.outcome(state):
            continue
        texts = conceivable(game, state)
        legal = {move.code for move in game.legal(state)}
        outcomes = {outcome.code for move in game.legal(state) for outcome, _ in game.outcomes(state, move)}
        for text in (*random.sample(texts, min(len(texts), 40)), *map(str, random.sample(game.legal(state), 1))):
            try:
                move = game.parse(state, text)
            except MoveError:
                continue
            verdict = game.why(state, text)
            assert verdict.is_legal == (move.code in legal | outcomes), str(verdict)
            assert all(finding.citations and finding.place.line for finding in verdict.failed), str(verdict)
            assert verdict.is_legal == plays(game, state, text)
            found[verdict.is_legal] += 1
    assert found[True] > 5
    assert found[False] > 50


def plays(game: Game, state: State, text: str) -> bool:
    try:
        game.play(state, text, lambda: 0.0)
    except MoveError:
        return False
    return True


@pytest.mark.parametrize(("terrain", "special_bases", "content"), named(OWN_GAMES))
def test_every_legal_move_is_judged_legal_under_rules_of_ones_own(terrain: str, special_bases: bool, content: str) -> None:
    game, random = played(terrain, special_bases, content)
    for _ in range(6):
        state = random.choice((somewhere(game, random), game.state_of(random_situation(game, random))))
        legal = game.legal(state)
        for move in random.sample(legal, min(len(legal), 4)):
            for outcome in moves_of(game, state, move):
                verdict = game.why(state, str(outcome))
                assert verdict.is_legal, str(verdict)


def moves_of(game: Game, state: State, move: Move) -> list[Move]:
    return [move, *(outcome for outcome, _ in game.outcomes(state, move))]
