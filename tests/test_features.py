"""Stock pytest-bdd runs every shipped scenario; the plugin in `conftest.py` checks all features before any of them runs."""

from __future__ import annotations

from pytest_bdd import scenarios

from toybattle.resources import shipped

scenarios(str(shipped("features")))
