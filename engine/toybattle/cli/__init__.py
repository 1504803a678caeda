"""The command line."""

from toybattle.cli.main import main

__all__ = ["main"]
