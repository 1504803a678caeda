"""Games on arrays played by plain Python: slow, with nothing to install or to compile, and every decision the same."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

from toybattle.game import Game, State, limits
from toybattle.game.array_layout import ArrayLayout
from toybattle.game.codegen import runtime
from toybattle.game.codegen.arrays import ArrayModule
from toybattle.sim import chance
from toybattle.sim.minds import ROOMS, minds
from toybattle.sim.play import PLAY
from toybattle.sim.players import Players


class Numbers:
    """A pointer to integers."""

    __slots__ = ("array", "at")

    def __init__(self, array: MutableSequence[int], at: int = 0) -> None:
        self.array, self.at = array, at

    def __getitem__(self, index: int) -> int:
        return self.array[self.at + index]

    def __setitem__(self, index: int, value: int) -> None:
        self.array[self.at + index] = value


class Networks:
    """For each player, and each set of bases to go through, the slots joined to the player's H.Q.s, found when asked for."""

    def __init__(self, adjacency: Sequence[int], hqs: Sequence[int], bases: int) -> None:
        self.hqs, self.sets, self.joined = hqs, bases + 1, runtime.networks(adjacency, bases)

    def __getitem__(self, index: int) -> int:
        player, through = divmod(index, self.sets)
        return self.joined(self.hqs[player], through)


def functions(text: str, pointer: Callable[..., Any] = Numbers) -> dict[str, Any]:
    """Return the functions of a module's text."""
    names: dict[str, Any] = {
        "popcount": int.bit_count,
        "lowest": lambda x: (x & -x).bit_length() - 1,
        "pointer": pointer,
        "shifted": lambda numbers, by: pointer(numbers.array, numbers.at + by),
        "int64": int,
        "array": tuple,
        "networks": Networks,
        **{name: getattr(chance, name) for name in ("seeded", "stepped", "below")},
        **{name: f for name, f in vars(limits).items() if callable(f)},
    }
    exec(compile(text, "<arrays>", "exec"), names)
    return names


class Plain:
    """A game whose players decide in plain Python."""

    def __init__(self, game: Game, players: Players) -> None:
        self.module = ArrayModule(ArrayLayout(game.layout.terrain, game.ruleset))
        self.players = [number for player in players for number in player.numbers]
        self.functions = functions("\n".join([self.module.text(), minds(self.module.layout, players), PLAY]))

    def decide(self, state: State, seed: int) -> list[tuple[int, int, int]]:
        """Return the same as `Simulation.decide` of the state's array."""
        room = [0] * (ROOMS * self.module.room)
        flat = self.module.numbers(state.situation)
        room[: len(flat)] = flat
        count = self.functions["decide"](room, seed, self.players)
        listed = room[(ROOMS - 1) * self.module.room :][: 3 * count]
        return [*zip(listed[::3], listed[1::3], listed[2::3], strict=True)]
