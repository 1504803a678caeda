"""A situation written as the steps of a scenario, tried before it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..errors import InputError, ToyBattleError, listed
from ..game import Game, Move, MoveError, State
from ..game.game import load_terrain
from ..game.position import ZONE_KEYS
from ..game.situation import GONE, Owed, Situation
from ..resources import Content
from .feature import Step
from .steps import steps
from .words import COLOURS
from .world import World


def written(game: Game, states: Sequence[State], moves: Sequence[str], content: Content, base: int | None = None) -> list[str]:
    """Return the steps that lead to the last of these states, or raise ToyBattleError if no steps do.

    They set up a state in which the turn's action is open, the last up to number `base` or of all, and play the moves since.
    """
    base = len(states) - 1 if base is None else base
    start = max((i for i, state in enumerate(states[: base + 1]) if _is_quiet(state)), default=None)
    if start is not None:
        first, played = states[start], list(moves[start:])
    elif game.outcome(states[base]):  # a turn that could not begin
        first, played = states[base], []
    elif way := _way_to(game, states[base]):
        first, played = way[0], [*way[1], *moves[base:]]
    else:
        raise ToyBattleError("no set-up was found that leads to this choice; a record would tell the moves that led to it")
    whens = list(_moves(game, first, played, World(content)))
    for is_short in (True, False):  # the order of a reserve is only written when it is not the usual one
        world = World(content)
        lines = [*_keywords("Given", _set_up(game, first, world, is_short)), *_keywords("When", whens)]
        if _reaches(world, lines, states[-1]):
            return [*lines, f"Then {_end(game, states[-1], world)}"]
    raise ToyBattleError("no steps can say all of this situation; a record would tell the moves that led to it")


def _is_quiet(state: State) -> bool:
    x = state.situation
    return x.pending is None and not x.owed and x.stage == 0 and x.winner is None


def _keywords(first: str, texts: Iterator[str] | Sequence[str]) -> Iterator[str]:
    for i, text in enumerate(texts):
        yield f"{first if not i else 'And'} {text}"


def start_steps(game: Game, world: World) -> list[str]:
    """Return the steps that begin a game."""
    return [*_keywords("Given", _what_is_played(game, world)), "When a game starts with Blue first"]


def move_step(game: Game, state: State, text: str, world: World, is_first: bool) -> str:
    """Return the step that tries a move, legal or not."""
    return f"{'When' if is_first else 'And'} {_move(game, state, text, world)}"


def _what_is_played(game: Game, world: World) -> Iterator[str]:
    """Yield the set-ups of the terrain and the rules."""
    try:
        is_known = load_terrain(game.terrain.id, game.ruleset, content=world.content) == game.terrain
    except InputError:
        is_known = False
    if not is_known:
        raise ToyBattleError(f"the terrain '{game.terrain.id}' has no file; put it into a folder named with --content")
    world.terrain, world.special_bases, world.variants = game.terrain.id, game.special_bases, list(game.variants)
    yield f'the terrain "{game.terrain.id}"'
    if not game.special_bases:
        yield "special bases are off"
    for variant in game.variants:
        yield f'the variant "{variant}"'


def _set_up(game: Game, state: State, world: World, is_short: bool) -> Iterator[str]:
    """Yield the set-ups of a position in which a turn's action is open."""
    position = game.as_position(state)
    yield from _what_is_played(game, world)
    words = world.words
    if state.to_move != COLOURS[0]:
        yield f"it is {words.player_name(state.to_move)}'s turn"
    for slot, pieces in state.stacks.items():
        yield f"the stack on {words.slot_name(slot)} is {', '.join(map(words.piece_name, pieces))}"
    for zone in ZONE_KEYS.values():
        for colour, troops in state.zone(zone).items() if zone in game.layout.zones else ():
            if (is_short and zone in ("reserve", "set-aside")) or (not troops and zone != "reserve"):
                continue
            how = f"{zone}, next troop first," if zone == "reserve" and troops else zone
            yield f"{words.player_name(colour)}'s {how} is {', '.join(map(words.troop_name, troops)) or 'empty'}"
    for colour, count in state.medals.items():
        if count:
            yield f"{words.player_name(colour)} has {world.medals_text(count)}"
    for region in state.taken if "taken" in position else ():
        yield f"the medals of region {region} are gone"
    starts = {counter.label: counter.starts for counter in game.ruleset.counter_kinds}
    for name, numbers in state.counters.items():
        for subject, number in numbers.items():
            if number != starts[name]:
                yield f"{name} of {_subject(subject, world)} is {number}"


def _subject(subject: str, world: World) -> str:
    words = world.words
    if subject in COLOURS:
        return words.player_name(subject)
    if subject in words.slots_of:
        return words.slot_name(subject)
    return "the game" if subject == "game" else f"region {subject}"


def _moves(game: Game, state: State, moves: Sequence[str], world: World) -> Iterator[str]:
    """Yield the steps that play moves."""
    for text in moves:
        yield _move(game, state, text, world)
        state, _ = game.play(state, text)


def _move(game: Game, state: State, text: str, world: World) -> str:
    """Return the step of a move: if it names a troop and a place in words, otherwise in notation."""
    world.terrain, world.special_bases, world.variants = game.terrain.as_data(), game.special_bases, list(game.variants)
    words = world.words
    player, parts = words.player_name(state.decider), text.split()
    match parts:
        case ["pass"]:
            return f"{player} declines"
        case ["draw"]:
            return f"{player} draws"
        case ["place", troop, slot] if slot in words.slots_of:
            return f"{player} places {words.troop_name(troop)} on {words.slot_name(slot)}"
        case _:
            return f'{player} plays "{text}"'


def offered(game: Game, state: State, world: World) -> str:
    """Return the check that says what can be chosen."""
    world.terrain, world.special_bases, world.variants = game.terrain.as_data(), game.special_bases, list(game.variants)
    words = world.words
    answers = [str(move).split()[1:] for move in game.legal(state) if str(move) != "pass"]
    said = listed(map(words.choice_name, answers), "and", len(answers))
    return f"Then {words.player_name(state.decider)} may choose exactly {said}"


def standing(game: Game, state: State, world: World) -> list[str]:
    """Return checks that say how things stand: what comes next, medals, stacks, zones and counters."""
    world.terrain, world.special_bases, world.variants = game.terrain.as_data(), game.special_bases, list(game.variants)
    words, name = world.words, world.words.player_name
    checks = [_end(game, state, world)]
    checks += [f"{name(colour)} now has {world.medals_text(count)}" for colour, count in state.medals.items()]
    for slot in words.slots_of:
        stack = state.stacks.get(slot, ())
        top = f"the top troop on {words.slot_name(slot)} is {words.piece_name(stack[-1])}" if stack else ""
        checks.append(top or f"{words.slot_name(slot)} is empty")
    for zone in words.zones:
        for colour, troops in state.zone(zone).items():
            said = f"is now {', '.join(map(words.troop_name, troops)) or 'empty'}"
            checks.append(f"{name(colour)}'s {zone} {said}" if zone in ("rack", "discard")
                          else f"{name(colour)}'s {zone} now holds {len(troops)} troop{'s' * (len(troops) != 1)}")  # fmt: skip
    for counter, numbers in state.counters.items():
        checks += [f"{counter} of {_subject(subject, world)} is now {number}" for subject, number in numbers.items()]
    for viewer in COLOURS:
        view = game.view(state, viewer)
        for zone, by_colour in view.zones.items():
            for colour, seen in by_colour.items():
                for sight in dict.fromkeys(seen):
                    is_known = not sight.endswith("unknown")
                    count = seen.count(sight)
                    unknown = f"{count} {sight.replace(':', ' ')} troop{'s' * (count != 1)}"
                    said = words.troop_name(sight) if is_known else unknown
                    checks.append(f"{name(viewer)} sees {said} {'on' if zone == 'rack' else 'in'} {name(colour)}'s {zone}")
    return [f"Then {check}" for check in checks]


def _end(game: Game, state: State, world: World) -> str:
    outcome = game.outcome(state)
    if outcome:
        return f"{world.words.player_name(outcome.winner)} wins by {outcome.won_by}"
    if state.pending:
        return f"{world.words.player_name(state.pending.player)} has to answer {state.pending.effect}"
    return f"{world.words.player_name(state.to_move)} is to move"


def _reaches(world: World, lines: Sequence[str], target: State) -> bool:
    """Return whether steps lead to a state."""
    world.terrain, world.special_bases, world.variants = None, True, []
    kind = "given"
    try:
        for line in lines:
            keyword, _, text = line.partition(" ")
            kind = keyword.lower() if keyword != "And" else kind
            match = steps.find(text)
            if len(match) != 1 or match[0].definition.kind != kind:
                return False
            world.perform(Step(kind, keyword, text, 0, 0))
        return is_alike(world.state, target)
    except ToyBattleError:
        return False


def is_alike(state: State, other: State) -> bool:
    """Return whether two states are equal but for what no step says: which turn it is, and who took a region."""

    def core(x: Situation) -> Situation:
        return replace(x, turn=0, takers=[None if taker is None else GONE for taker in x.takers])

    return core(state.situation) == core(other.situation)


# ---- a choice in the middle of a turn


def _way_to(game: Game, target: State) -> tuple[State, list[str]] | None:
    """Return a state in which the turn's action is open and moves that lead to a choice from there, if such are found.

    The troops whose effects are open go back to the rack, and are placed again.
    """
    x = target.situation
    owed = [entry for entry in (x.pending, *x.owed) if entry is not None]
    before = x.copy()
    for slot, depth in sorted({(entry.slot, entry.depth) for entry in owed if entry.slot >= 0 < entry.depth}, reverse=True):
        piece = before.stacks[slot].pop(depth - 1)
        before.zones["rack", piece.owner].append(game.layout.plain(piece.owner, piece.kind))
    for player in (0, 1):
        before.zones["rack", player].sort(key=lambda piece: game.layout.number(piece, "rack"))
    before.pending, before.stage = None, 0
    before.owed.clear()
    try:
        first = game.position(game.as_position(game.state_of(before)))
    except (ToyBattleError, RuntimeError):
        return None
    found = _searched(game, first, target, owed, 2 * len(owed) + 2) if _is_quiet(first) else None
    return None if found is None else (first, found)


def _searched(game: Game, state: State, target: State, owed: Sequence[Owed], depth: int) -> list[str] | None:
    """Return moves that put back what was taken off and answer nothing else, up to the target."""
    if is_alike(state, target):
        return []
    slots = {game.layout.terrain.slots[entry.slot].id for entry in owed if entry.slot >= 0}
    for move in game.legal(state) if depth else ():
        if str(move) == "pass" or str(move).split()[-1] in slots:
            after = _applied(game, state, move)
            rest = _searched(game, after, target, owed, depth - 1) if after and _leads_to(after, target) else None
            if rest is not None:
                return [str(move), *rest]
    return None


def _applied(game: Game, state: State, move: Move) -> State | None:
    try:
        return game.apply(state, move)[0]
    except MoveError:  # chance would decide
        return None


def _leads_to(state: State, target: State) -> bool:
    """Return whether every stack is the lower part of what it shall be, in the same turn."""
    x, y = state.situation, target.situation
    return x.to_move == y.to_move and all(b[: len(a)] == a for a, b in zip(x.stacks, y.stacks, strict=True))
