"""Simulation: games played by the thousand, by seed, with what they come to counted.

The same rules compiled to machine code need the extra `sim`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toybattle.errors import ToyBattleError
from toybattle.game import Game

if TYPE_CHECKING:
    from toybattle.sim.simulation import Simulation


def compiled(game: Game, waiting: Callable[[], None] = lambda: None, **choosing: Any) -> Simulation:
    """Return a game compiled, as `Simulation` does; the compiler is slow to import, and imported no sooner than this."""
    try:
        from toybattle.sim.simulation import Simulation  # noqa: PLC0415
    except ImportError as error:
        raise ToyBattleError("compiled games need numba: pip install 'toybattle[sim]'") from error
    return Simulation(game, waiting=waiting, **choosing)
