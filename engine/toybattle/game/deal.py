"""The first situation of a game: an army for each, dealt as the setup says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from toybattle.errors import ToyBattleError, listed
from toybattle.game.layout import Layout
from toybattle.game.situation import PLAYERS, Piece, Situation
from toybattle.game.trace import Evaluator, Frame


def empty_situation(layout: Layout, first: int) -> Situation:
    """Return a situation with nothing anywhere but a terrain's starting troops."""
    stacks: list[list[Piece]] = [[] for _ in layout.terrain.slots]
    for stack, slot in zip(stacks, layout.terrain.slots, strict=True):
        for troop in slot.troops:
            colour, kind = troop.split()
            stack.append(layout.plain(PLAYERS.index(colour), layout.kinds[kind]))
    counters = {counter.label: [counter.starts] * layout.counter_size[counter.label] for counter in layout.rules.counter_kinds}
    zones: dict[tuple[str, int], list[Piece]] = {(zone, player): [] for zone in layout.zones for player in (0, 1)}
    return Situation(first, 1, 0, stacks, zones, [0, 0], [None] * len(layout.terrain.regions), counters)


def army(layout: Layout, player: int) -> list[Piece]:
    """Return a colour's whole army."""
    return [layout.plain(player, number) for number, kind in enumerate(layout.rules.troops) for _ in range(kind.count)]


class Shuffles(Protocol):
    """A source of chance that can shuffle, as `random.Random` can."""

    def shuffle(self, x: list[Piece], /) -> None: ...


def undealt(layout: Layout, first: int) -> Situation:
    """Return the situation in which every troop that does not start on the map lies in reserve, kind by kind."""
    x = empty_situation(layout, first)
    for player in (0, 1):
        reserve = army(layout, player)
        for stack in x.stacks:
            for piece in stack:
                if piece.owner == player:
                    reserve.remove(piece)
        x.zones["reserve", player] = reserve
    return x


def dealt(layout: Layout, first: int, random: Shuffles) -> Situation:
    """Return the opening situation of shuffled armies."""
    x = undealt(layout, first)
    for player in (0, 1):
        random.shuffle(x.zones["reserve", player])
    for step in layout.rules.setup:
        for player in (0, 1):
            if step.who == "each player" or (step.who == "first player") == (player == first):
                reserve = x.zones["reserve", player]
                limit = layout.zones[step.zone].limit
                room = Evaluator(layout, x).number(limit, Frame(player)) if limit else None
                number = step.number if room is None else max(0, min(step.number, room - len(x.zones[step.zone, player])))
                taken, reserve[:] = reserve[:number], reserve[number:]
                x.zones[step.zone, player] += taken
    return _sorted(x, layout)


def recorded(layout: Layout, first: int, deal: Mapping[str, Mapping[str, list[str]]]) -> Situation:
    """Return the opening situation of a recorded deal: for each colour what lies in each zone."""
    x = empty_situation(layout, first)
    for player, colour in enumerate(PLAYERS):
        for zone in layout.zones:
            troops = deal.get(colour, {}).get(zone.replace("-", "_"), [])
            for troop in troops:
                if troop not in layout.kinds:
                    raise ToyBattleError(f"unknown troop '{troop}' in the deal of {colour}")
            x.zones[zone, player] = [layout.plain(player, layout.kinds[troop]) for troop in troops]
        held = Counter(p for zone in layout.zones for p in x.zones[zone, player])
        held.update(p for stack in x.stacks for p in stack if p.owner == player)
        whole = Counter(army(layout, player))
        wrong = {"too many": held - whole, "missing": whole - held}
        said = [
            f"{what}: {listed((layout.rules.troops[p.kind].label for p in w.elements()), 'and')}"
            for what, w in wrong.items()
            if w
        ]
        if said:
            raise ToyBattleError(f"the deal of {colour} is not the army; {'; '.join(said)}")
    return _sorted(x, layout)


def _sorted(x: Situation, layout: Layout) -> Situation:
    for (zone, _), pieces in x.zones.items():
        if zone != "reserve":
            pieces.sort(key=lambda piece: layout.number(piece, zone))
    return x
