"""The lines that join troops to H.Q.s, as the rules of placing see them."""

from __future__ import annotations

from toybattle.game.layout import Layout
from toybattle.game.situation import PLAYERS, Situation
from toybattle.game.trace import Evaluator, Frame
from toybattle.ruleset import tree as t

Lines = dict[str, tuple[tuple[str, str], ...]]
"""For each player the paths that join what placing asks to be joined, by the ids of their ends, as they are found."""


def lines_of(layout: Layout, x: Situation) -> Lines:
    """Return each player's lines; none where no rule of placing asks for a connection."""
    judged = [node for requirement in layout.rules.judging("place") for node in t.walk(requirement.condition)]
    joined = [node for node in judged if isinstance(node, t.JoinedTo) and not _speaks_of_a_move(node)]
    evaluator = Evaluator(layout, x)
    return {colour: _paths(layout, evaluator, joined[0], player) if joined else () for player, colour in enumerate(PLAYERS)}


def _speaks_of_a_move(joined: t.JoinedTo) -> bool:
    """Return whether a line depends on what is to be placed, and cannot be drawn before."""
    local = [n.variable.name for n in t.walk(joined) if isinstance(n, t.Where | t.Quantified)]
    free = (n for n in t.walk((joined.to, joined.through)) if isinstance(n, t.Bound) and n.name not in local)
    return next(free, None) is not None or any(isinstance(n, t.This | t.Here) for n in t.walk((joined.to, joined.through)))


def _paths(layout: Layout, evaluator: Evaluator, joined: t.JoinedTo, player: int) -> tuple[tuple[str, str], ...]:
    terrain, frame = layout.terrain, Frame(player)
    reached, through = evaluator.slots(joined.to, frame), set(evaluator.slots(joined.through, frame))
    found: dict[tuple[int, int], None] = {}
    for i in reached:
        for j in terrain.neighbours(i):
            if j in through and not terrain.slots[j].is_hq:
                found.setdefault((min(i, j), max(i, j)))
                if j not in reached:
                    reached.append(j)
    return tuple((terrain.slots[i].id, terrain.slots[j].id) for i, j in found)
