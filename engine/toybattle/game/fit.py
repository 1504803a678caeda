"""Which printed values shut a slot: no troop of either colour may ever be placed there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from toybattle.documents import Document
from toybattle.errors import Fault, listed
from toybattle.game import deal
from toybattle.game.layout import Layout
from toybattle.game.situation import PLAYERS, Piece
from toybattle.game.trace import Evaluator, Frame
from toybattle.ruleset import tree as t
from toybattle.terrain import Terrain
from toybattle.terrain.sources import Sources


def closed_slots(document: Document, terrain: Terrain, ruleset: t.Ruleset) -> Iterator[Fault]:
    """Yield the slots whose special base, by the values printed on it, refuses every troop there is, on an empty board."""
    played, plain = (_Empty(Layout(one, ruleset)) for one in (terrain, terrain.without_specials()))
    sources = Sources(document, terrain)
    for i, slot in enumerate(terrain.slots):
        if not slot.special or not slot.special.values:
            continue
        troops = [(owner, kind) for kind in range(len(ruleset.troops)) for owner in range(len(PLAYERS))]
        refused = [played.failing(*troop, i) - plain.failing(*troop, i) for troop in troops]
        if all(refused):
            labels = [r.label for r in ruleset.judging("place") if any(r.label in failing for failing in refused)]
            found = f"no troop fits {sources.called(i)}: by the values printed there, none meets {listed(labels, 'or')}"
            yield document.fault("no-troop-fits", (*sources.slot(i), "special"), found, "values that let some troop in")


class _Empty:
    """An empty board before the first turn."""

    def __init__(self, layout: Layout) -> None:
        situation = deal.dealt(layout, 0, Random(0))
        situation.stacks = [[] for _ in situation.stacks]
        self.evaluator, self.rules = Evaluator(layout, situation), layout.rules

    def failing(self, owner: int, kind: int, slot: int) -> frozenset[str]:
        """Return the labels of what placing needs and a troop does not meet on a slot."""
        piece = Piece(owner, kind, (0,) * len(self.rules.marks))
        frame = Frame(owner, piece, slot)
        needed = self.rules.judging("place")
        return frozenset(r.label for r in needed if not self.evaluator.meets(r, frame, (piece, slot)))
