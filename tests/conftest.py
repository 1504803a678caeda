"""The steps of the scenarios, for pytest-bdd, and a game compiled once for all tests."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from toybattle.sim.simulation import Simulation

pytest_plugins = ["toybattle.spec.pytest_adapter"]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    """Return games on Castle Field, compiled here and now, and kept in a folder of the tests' own."""
    from playing import game  # noqa: PLC0415  (only these tests need the compiler)
    from toybattle.sim.simulation import Simulation  # noqa: PLC0415

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        simulation = Simulation(game("castle-field"))
        assert simulation.folder
    return simulation


if threading.current_thread() is threading.main_thread():
    # Commands that tests interrupt must hear it, also where the tests were started by a script that does not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
