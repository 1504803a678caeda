"""What several tests play with: games made once, random play, random situations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from toybattle.documents import read_document
from toybattle.game import Game, Move, State
from toybattle.game.deal import army, empty_situation
from toybattle.game.layout import Layout, may_others_act
from toybattle.game.reference import Reference
from toybattle.game.situation import GONE, Owed, Piece, Situation
from toybattle.resources import Content, shipped
from toybattle.sim.simulation import Simulation

CONTENT = Path(__file__).parent / "content"
DATA = Path(__file__).parent / "data"
TERRAINS = tuple(sorted(path.stem for path in shipped("terrains").glob("*.yaml")))
VARIANTS = tuple(sorted(path.stem for path in (shipped("rules") / "variants").glob("*.rules")))
OWN = tuple(sorted((path.parent.parent.name, path.stem) for path in CONTENT.glob("*/terrains/*.yaml")))
"""Every content folder of the tests with each of its terrains."""


@cache
def game(terrain: str, special_bases: bool = True, variants: tuple[str, ...] = (), content: str = "") -> Game:
    """Return a game; the same one every time."""
    folders = (CONTENT / content,) if content else ()
    return Game.load(terrain, special_bases=special_bases, variants=variants, content=Content(folders))


def terrain_data(terrain: str) -> dict[str, Any]:
    """Return a shipped terrain's file as data."""
    return dict(read_document(shipped("terrains") / f"{terrain}.yaml", terrain).data)  # type: ignore[call-overload]


def settled(game: Game, state: State, move: Move, random: Random) -> Move:
    """Return a move with its outcome, where chance has one to decide."""
    outcomes, weights = zip(*game.outcomes(state, move), strict=True)
    return random.choices(outcomes, weights)[0]


def walk(game: Game, random: Random, moves: int = 400, drawing: float = 0) -> Iterator[tuple[State, Move | None]]:
    """Yield the states of a random game, each with the move made there; at the end there is none.

    `drawing` is how likely a player draws for no other reason than that it can be done.
    """
    state = game.start(seed=random.randrange(1 << 30), first=random.choice(("blue", "red")))
    for _ in range(moves):
        legal = game.legal(state)
        if not legal:
            yield state, None
            return
        draws = [move for move in legal if str(move) == "draw"] if random.random() < drawing else []
        move = settled(game, state, random.choice(draws or legal), random)
        yield state, move
        state, _ = game.apply(state, move)


def somewhere(game: Game, random: Random) -> State:
    """Return some state of some random game, not yet over."""
    states = [state for state, move in walk(game, random) if move]
    return random.choice(states)


# ---- both evaluators


def assert_agree(game: Game, state: State, reference: Reference) -> list[int]:
    """Compare the situation, the kept masks, the legal moves and what chance can make of each; return the moves."""
    assert state.situation == reference.x
    afresh = game.layout.flat(reference.x)
    game.module["fill"](afresh)
    afresh += [number for owed in reference.x.owed for number in owed]
    assert state.flat == tuple(afresh), "what is kept up to date is what a fresh look at the board finds"
    legal = game.legal(state)
    assert [move.code for move in legal] == reference.legal(), reference.x
    for move in legal:
        assert [(m.code, weight) for m, weight in game.outcomes(state, move)] == reference.outcomes(move.code)
    return [move.code for move in legal]


def compared(game: Game, state: State, random: Random, moves: int) -> Iterator[State]:
    """Play by both evaluators from a state, comparing them at every decision, and yield the states."""
    reference = Reference(game.layout, state.situation, lambda: 0.0)
    for _ in range(moves):
        legal = assert_agree(game, state, reference)
        yield state
        if not legal:
            return
        outcomes = reference.outcomes(random.choice(legal))
        code, _ = random.choice(outcomes)
        reference.apply(code)
        flat = list(state.flat)
        game.module["apply"](flat, code, None)
        state, _ = game.apply(state, next(move for move in all_moves(game, state) if move.code == code))
        assert state.flat == tuple(flat), "telling what happens changes nothing"


def assert_same(simulation: Simulation, state: State, random: Random, moves: int) -> int:
    """Play on from a state by the tracing evaluator and on an array, compared at every decision; return how many there were."""
    reference = Reference(simulation.layout, state.situation, lambda: 0.0)
    array = simulation.start(state)
    assert simulation.situation(array) == reference.x
    legal = simulation.legal(array)
    for number in range(moves):
        assert legal == reference.legal(), reference.x
        if not legal:
            return number
        assert simulation.legal(array) == legal
        for move in legal:
            assert simulation.outcomes(array, move) == reference.outcomes(move)
        code, _ = random.choice(reference.outcomes(random.choice(legal)))
        reference.apply(code)
        legal = simulation.apply(array, code)
        assert simulation.situation(array) == reference.x
        end = array[simulation.module.tail - 1]
        assert [*array[:end]] == [*simulation.array(reference.x)[:end]], "a position has one array"
    return moves


def all_moves(game: Game, state: State) -> Iterator[Move]:
    """Yield every legal move with each of its outcomes."""
    for move in game.legal(state):
        yield from (outcome for outcome, _ in game.outcomes(state, move))


def opened(game: Game, random: Random) -> State:
    """Return the opening, after comparing how both get there."""
    opening = game.opening(seed=random.randrange(1 << 30), first=random.choice(("blue", "red")))
    reference = Reference(game.layout, opening.copy(), lambda: 0.0)
    reference.begin()
    state = game.begin(opening)
    assert_agree(game, state, reference)
    return state


def assert_read_back(game: Game, state: State) -> None:
    """Write a state and its moves, and read them again; each move that is offered is judged legal."""
    if game.outcome(state) is None:
        assert game.position(json.loads(json.dumps(game.as_position(state)))) == state
    for move in all_moves(game, state):
        assert game.parse(state, str(move)) == move
    for move in game.legal(state):
        assert game.parse(state, str(move)) == move
        assert game.why(state, str(move)).is_legal, str(move)


# ---- situations nobody played


def random_situation(game: Game, random: Random) -> Situation:
    """Return a situation that breaks no rule, likely one that no game reaches, with effects owed in half of them."""
    while True:
        x = _scattered(game.layout, random)
        _owe(x, game.layout, random)
        reference = Reference(game.layout, x.copy(), lambda: 0.0)
        reference.look_at_laws()
        if reference.x.winner is None:
            return reference.x


def _scattered(layout: Layout, random: Random) -> Situation:
    x = empty_situation(layout, random.randrange(2))
    x.stacks = [[] for _ in x.stacks]
    x.turn = random.randrange(1, 60)
    x.takers = [random.choice((None, None, 0, 1, GONE)) for _ in x.takers]
    for region, taker in zip(layout.terrain.regions, x.takers, strict=True):
        if taker is not None:
            x.medals[random.randrange(2) if taker == GONE else taker] += region.medals
    for numbers in x.counters.values():
        numbers[:] = [random.randrange(4) for _ in numbers]
    for player in (0, 1):
        left = army(layout, player)
        random.shuffle(left)
        open_to_us = [i for i, slot in enumerate(layout.terrain.slots) if slot.owner is None]
        for _ in range(random.randrange(len(left))):
            piece = _marked(left.pop(), "map", layout, random)
            stack = x.stacks[random.choice(open_to_us)]
            stack.insert(random.randrange(len(stack) + 1), piece)
        for zone in layout.zones:
            if zone != "reserve":
                most = min(len(left), 4)
                pieces = [_marked(left.pop(), zone, layout, random) for _ in range(random.randrange(most + 1))]
                x.zones[zone, player] = sorted(pieces, key=lambda piece, zone=zone: layout.number(piece, zone))
        x.zones["reserve", player] = left if random.random() < 0.8 else []
        if not x.zones["reserve", player]:
            gone = x.zones["discard", player] + left
            x.zones["discard", player] = sorted(gone, key=lambda piece: layout.number(piece, "discard"))
    return x


def _marked(piece: Piece, home: str, layout: Layout, random: Random) -> Piece:
    levels = layout.levels[home]
    return piece._replace(marks=tuple(random.randrange(level) if random.random() < 0.4 else 0 for level in levels))


def _owe(x: Situation, layout: Layout, random: Random) -> None:
    """Owe a few effects of troops and special bases, on slots where they can have come to be owed."""
    if random.random() < 0.5:
        return
    x.stage = 1
    for _ in range(random.randrange(1, 5)):
        number = random.randrange(len(layout.effects))
        trigger = layout.effects[number].trigger
        if trigger.happening.startswith("turn") and not trigger.special and not trigger.needs_troop:
            x.owed.append(Owed(number, x.to_move, -1, 0))
            continue
        slots = [
            i for i, slot in enumerate(layout.terrain.slots)
            if x.stacks[i] and (not trigger.special or (slot.special and slot.special.kind == trigger.special))
        ]  # fmt: skip
        if slots:
            slot = random.choice(slots)
            depth = 0 if trigger.happening == "leaving" else random.choice((-1, *range(1, len(x.stacks[slot]) + 1)))
            player = random.randrange(2) if may_others_act(layout.rules) else x.to_move
            x.owed.append(Owed(number, player, slot, depth))
