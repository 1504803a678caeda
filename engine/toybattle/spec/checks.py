"""The checks: what a scenario may say with `Then`."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import listed
from .board import Rows, columns, in_row, stacks_from_table
from .registry import then
from .world import Disagreement, World, expect


def same(found: Sequence[str], wanted: Sequence[str]) -> str:
    """Return how two lists differ in what they hold, whatever the order, or an empty text."""
    missing, more = list(wanted), []
    for item in found:
        if item in missing:
            missing.remove(item)
        else:
            more.append(item)
    parts = [f"not {listed(missing, 'or', 99)}"] * bool(missing) + [f"also {listed(more, 'and', 99)}"] * bool(more)
    return "; ".join(parts)


# ---- then: verdicts


@then("the move is legal", is_judging=True)
def is_legal(world: World) -> None:
    attempt = world.judged_attempt()
    expect(attempt.verdict is None, f"'{attempt.text}' is illegal", ruling=world.ruling)


@then("the move is illegal because {requirement}", is_judging=True)
def is_illegal(world: World, reason: str) -> None:
    world.expect_refusal(world.judged_attempt().text, reason)


@then("{player} may place {troop} on exactly {slots}")
def may_place_on(world: World, player: str, troop: str, slots: list[str]) -> None:
    world.require_turn(player)
    world.ask_placing([troop])
    found = [words[1] for words in world.legal(player, "place") if words[0] == troop]
    names = [*map(world.words.slot_name, found)]
    difference = same(names, [*map(world.words.slot_name, slots)])
    expect(not difference, f"{listed(names, 'and', 99) or 'nowhere'} ({difference})")


@then("{player} may not place {troop} on {slot} because {requirement}")
def may_not_place_on(world: World, player: str, troop: str, slot: str, reason: str) -> None:
    world.why(player, f"place {troop} {slot}")
    world.expect_refusal(f"place {troop} {slot}", reason)


@then("{player} may not place any troop")
def may_not_place(world: World, player: str) -> None:
    outcome = world.outcome()
    if outcome is None or outcome.ended_by != player:
        world.require_turn(player)
    world.ask_placing(world.state.racks[player])
    found = [" ".join(["place", *words]) for words in world.legal(player, "place")]
    expect(not found, f"legal: {listed(found, 'and')}")


@then("{player} may draw")
def may_draw(world: World, player: str) -> None:
    verdict = world.why(player, "draw")
    expect(verdict.is_legal, "drawing is illegal", ruling=verdict)


@then("{player} may not draw because {requirement}")
def may_not_draw(world: World, player: str, reason: str) -> None:
    world.why(player, "draw")
    world.expect_refusal("draw", reason)


@then("{player} is stuck")
def is_stuck(world: World, player: str) -> None:
    outcome = world.outcome()
    expect(outcome is not None and outcome.ended_by == player, world.outcome_text())


@then("{player} can still act")
def can_act(world: World, player: str) -> None:
    expect(any(True for _ in world.legal(player)), world.outcome_text())


@then("the ruling cites {citation}")
def cites(world: World, citation: str) -> None:
    if world.ruling is None:
        world.judged_attempt()
    cited = world.ruling.citations if world.ruling else ()
    expect(citation in cited, f"it cites {listed(cited, 'and', 99) or 'nothing'}", ruling=world.ruling)


# ---- then: choices


@then("{player} has to answer {effect}")
def has_to_answer(world: World, player: str, effect: str) -> None:
    pending = world.state.pending
    expect(pending is not None and (pending.player, pending.effect) == (player, effect), world.pending_text())


@then("{player} may choose exactly {choices}")
def may_choose(world: World, player: str, choices: list[tuple[str, ...]]) -> None:
    expect(world.state.pending is not None, "no choice is pending")
    world.require_turn(player)
    names = [world.words.choice_name(words) for words in world.legal(player)]
    difference = same(names, [*map(world.words.choice_name, choices)])
    expect(not difference, f"{listed(names, 'and', 99)} ({difference})")


@then("{player} may not decline {decision}", is_judging=True)
def may_not_decline(world: World, player: str, effect: str) -> None:
    pending = world.state.pending
    expect(effect == (pending.effect if pending else ""), world.pending_text())
    verdict = world.why(player, "pass")
    expect(not verdict.is_legal, f"{effect or 'the turn'} may be declined", ruling=verdict)


@then("no choice is pending")
def nothing_pending(world: World) -> None:
    expect(world.state.pending is None, world.pending_text())


@then("{effect} is not offered")
def not_offered(world: World, effect: str) -> None:
    pending = world.state.pending
    expect(pending is None or pending.effect != effect, world.pending_text())
    expect(effect not in world.owed(), f"{effect} is still owed")
    world.withheld.append(effect)


# ---- then: the state


@then("{player} collects {medals} from region {region}")
def collects(world: World, player: str, count: int, region: str) -> None:
    expect((player, region, count) in world.collected(), world.collected_text())


@then("no medals are collected")
def none_collected(world: World) -> None:
    expect(not world.collected(), world.collected_text())


@then("{player} now has {medals}")
def has_medals(world: World, player: str, count: int) -> None:
    found = world.state.medals[player]
    expect(found == count, f"{world.words.player_name(player)} has {world.medals_text(found)}")


@then("the top troop on {slot} is {piece}")
def top_troop(world: World, slot: str, piece: str) -> None:
    pieces = world.state.stacks.get(slot, ())
    expect(pieces[-1:] == (piece,), world.words.piece_name(pieces[-1]) if pieces else "the slot is empty")


@then("{slot} is empty")
def is_empty(world: World, slot: str) -> None:
    pieces = world.state.stacks.get(slot, ())
    expect(not pieces, listed(map(world.words.piece_name, pieces), "and"))


@then("{player} occupies {slots}")
def occupies(world: World, player: str, slots: list[str]) -> None:
    tops = {slot: pieces[-1] for slot, pieces in world.state.stacks.items() if pieces}
    others = [slot for slot in slots if not tops.get(slot, "").startswith(f"{player} ")]
    found = [f"{world.words.piece_name(tops[s]) if s in tops else 'no troop'} on {world.words.slot_name(s)}" for s in others]
    expect(not others, listed(found, "and"))


@then("the position is", takes_table=True)
def position_is(world: World, rows: Rows) -> None:
    wanted = stacks_from_table(rows, world.shape, world.words)
    differing = [slot for slot, pieces in wanted.items() if list(world.state.stacks.get(slot, ())) != pieces]
    expect(not differing, f"another position on {listed(map(world.words.slot_name, differing), 'and', 99)} (see below)")


@then("{player}'s {zone} is now {troops}")
def zone_is(world: World, player: str, name: str, troops: list[str]) -> None:
    found = [*map(world.words.troop_name, world.state.zone(name)[player])]
    difference = same(found, [*map(world.words.troop_name, troops)])
    # Only the order of a reserve means something.
    if name == "reserve" and not difference and list(world.state.zone(name)[player]) != troops:
        difference = "in another order"
    expect(not difference, f"{listed(found, 'and', 99) or 'empty'} ({difference})")


@then("{player}'s {zone} now holds {number} troop/troops")
def zone_holds(world: World, player: str, name: str, number: int) -> None:
    found = len(world.state.zone(name)[player])
    expect(found == number, f"it holds {found}")


@then("{troop} on {player}'s rack is now {mark}")
def is_marked(world: World, troop: str, player: str, mark: str) -> None:
    rack = world.state.racks[player]
    expect(f"{mark}:{troop}" in rack, listed(map(world.words.troop_name, rack), "and", 99) or "the rack is empty")


@then("{counter} of {subject} is now {number}")
def counter_is(world: World, name: str, subject: str, number: int) -> None:
    found = world.state.counters[name].get(subject, 0)
    expect(found == number, f"it is {found}")


@then("{player} sees {sight} in/on {spot}")
def sees(world: World, viewer: str, sight: str | tuple[int, str], spot: tuple[str, str]) -> None:
    view = world.game.view(world.state, viewer)
    zone, name = spot
    seen = view.zones[zone][name] if zone else [piece.partition(" ")[2] for piece in view.stacks.get(name, ())]
    if isinstance(sight, str):
        holds = sight in seen
    else:
        count, mark = sight
        unknown = [troop.split(":")[:-1] for troop in seen if troop.rpartition(":")[2] == "unknown"]
        holds = count == sum(not mark or mark in marks for marks in unknown)
    expect(holds, f"seen: {listed(map(world.words.troop_name, seen), 'and', 99) or 'no troop'}")


@then("{player} is to move")
def is_to_move(world: World, player: str) -> None:
    expect(world.state.pending is None, world.pending_text())
    world.require_turn(player)


@then("these things happen in order", takes_table=True)
def things_happen(world: World, rows: Rows) -> None:
    happened = [*map(world.event_text, world.events)]
    rest = iter(happened)
    for i, row in enumerate(rows):
        if row[0] not in rest:
            known = row[0] in happened
            expect(False, f"row {i + 1} {'comes earlier' if known else 'does not happen'}: {listed(happened, 'and', 99)}")


# ---- then: the end


@then("{player} wins by {ending}")
def wins_by(world: World, player: str, ending: str) -> None:
    outcome = world.outcome()
    expect(outcome is not None and (outcome.winner, outcome.won_by) == (player, ending), world.outcome_text())


@then("nobody wins")
def nobody_wins(world: World) -> None:
    outcome = world.outcome()
    expect(outcome is None or outcome.winner is None, world.outcome_text())


@then("the game goes on")
def goes_on(world: World) -> None:
    expect(world.outcome() is None, world.outcome_text())


@then("the score sheet is", takes_table=True)
def score_sheet(world: World, rows: Rows) -> None:
    outcome = world.outcome()
    if outcome is None:
        raise Disagreement(world.outcome_text())
    for i, row in enumerate(columns(rows, "player", "medals", "stuck", "wins by"), 1):
        with in_row(i):
            player = world.words.player(row["player"])
        sheet = {
            "player": row["player"],
            "medals": str(outcome.medals[player]),
            "stuck": "yes" if outcome.ended_by == player else "",
            "wins by": outcome.won_by if outcome.winner == player else "",
        }
        wrong = [f"{name}: '{sheet[name]}'" for name, cell in row.items() if cell != sheet[name]]
        expect(not wrong, f"row {i} has {listed(wrong, 'and')}")
