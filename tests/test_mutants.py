"""Mutants of rules: each can be played, each is another game, each keeps its name."""

from __future__ import annotations

from random import Random

import pytest

from toybattle.game import Game
from toybattle.game.game import load_terrain
from toybattle.game.reference import Reference
from toybattle.resources import Content
from toybattle.ruleset.load import load_ruleset
from toybattle.ruleset.mutants import Mutant, mutants

MUTANTS = list(mutants(load_ruleset()))


def test_every_mutant_has_a_name_and_a_digest_of_its_own() -> None:
    assert len({mutant.id for mutant in MUTANTS}) == len({mutant.ruleset.digest for mutant in MUTANTS}) == len(MUTANTS)


def test_every_statement_that_says_more_than_a_name_has_mutants() -> None:
    rules = load_ruleset()
    altered = {mutant.label.split(maxsplit=1)[-1] for mutant in MUTANTS}
    acting = (*rules.requirements, *rules.effects, *rules.endings, *(x.label for x in (*rules.exceptions, *rules.laws)))
    assert altered >= set(acting)


def test_a_law_that_asks_only_whether_medals_are_gone_comes_to_rest() -> None:
    (mutant,) = (x for x in MUTANTS if x.id == "law take-medals | clause | R is not claimed")
    game = Game(load_terrain("castle-field", mutant.ruleset, Content()), mutant.ruleset)
    assert game.start(seed=1, first="red").medals == {"blue": 0, "red": sum(region.medals for region in game.terrain.regions)}


@pytest.mark.parametrize("mutant", MUTANTS[::12], ids=lambda mutant: mutant.id)
def test_a_mutant_plays_alike_in_both_evaluators(mutant: Mutant) -> None:
    game = Game(load_terrain("castle-field", mutant.ruleset, Content()), mutant.ruleset)
    state, random = game.start(seed=3), Random(3)
    for _ in range(20):
        moves = game.legal(state)
        assert [move.code for move in moves] == Reference(game.layout, state.situation, random.random).legal()
        if not moves:
            break
        state, _events = game.apply(state, random.choice(moves), random.random)
