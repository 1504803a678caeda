"""The lines of a fixed deal on each terrain: every evaluator counts the same, and the same as ever.

TOYBATTLE_REGENERATE=1 writes `data/perft.yaml` anew, by the everyday module; what changes there is a change of the rules.
"""

from __future__ import annotations

import os
from functools import cache

import pytest
import yaml

from plain_arrays import Plain
from playing import DATA, TERRAINS, game
from toybattle.game import State
from toybattle.sim.perft import Evaluator, counter, differing, split
from toybattle.sim.simulation import Simulation

TABLE = DATA / "perft.yaml"
SEED, DEPTH, DEEPER = 1, 5, 7
"""Of every terrain's line in the table, and how much longer Castle Field's is."""


def start(terrain: str) -> State:
    return game(terrain).start(seed=SEED)


@cache
def table() -> dict[str, list[int]]:
    if os.environ.get("TOYBATTLE_REGENERATE"):
        lengths = {terrain: DEEPER if terrain == "castle-field" else DEPTH for terrain in TERRAINS}
        counts = {t: [counter(game(t), "module")(start(t), d + 1) for d in range(lengths[t])] for t in TERRAINS}
        lines = [f"{terrain}: {row}" for terrain, row in counts.items()]
        said = f"# Lines of 1, 2, 3 … decisions on each terrain, of the deal of seed {SEED}: `toybattle perft TERRAIN`."
        TABLE.write_text("\n".join([said, *lines]) + "\n", encoding="utf-8")
    return yaml.safe_load(TABLE.read_text(encoding="utf-8"))


def assert_counts(terrain: str, by: Evaluator, most: int) -> None:
    """Compare the counts with the table; where they differ, say after which moves."""
    count, everyday = counter(game(terrain), by), counter(game(terrain), "module")
    for depth, expected in enumerate(table()[terrain][:most], 1):
        found = count(start(terrain), depth)
        assert found == expected, differing(game(terrain), start(terrain), depth, count, everyday)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_everyday_module_counts_what_it_always_did(terrain: str) -> None:
    assert len(table()[terrain]) >= DEPTH
    assert_counts(terrain, "module", 4)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_tracing_evaluator_counts_the_same(terrain: str) -> None:
    assert_counts(terrain, "trace", 2)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_arrays_count_the_same(terrain: str) -> None:
    plain = Plain(game(terrain))
    assert [plain.perft(plain.start(start(terrain)), depth) for depth in (1, 2, 3)] == table()[terrain][:3]


def test_compiled_code_counts_the_same(compiled: Simulation) -> None:
    array = compiled.start(start("castle-field"))
    assert [compiled.perft(array, depth) for depth in range(DEEPER + 1)] == [1, *table()["castle-field"]]


def test_a_split_adds_up_and_names_the_moves_after_which_counts_differ() -> None:
    state, count = start("castle-field"), counter(game("castle-field"), "module")
    parts = split(game("castle-field"), state, 3, count)
    assert sum(parts.values()) == table()["castle-field"][2]

    def wrong(state: State, depth: int) -> int:
        return count(state, depth) + (state.racks["blue"] == start("castle-field").racks["blue"])

    assert differing(game("castle-field"), state, 3, count, count) == {}
    assert set(differing(game("castle-field"), state, 3, count, wrong)) < set(parts)
