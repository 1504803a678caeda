"""The steps of the scenarios, for pytest-bdd."""

pytest_plugins = ["toybattle.spec.pytest_adapter"]
