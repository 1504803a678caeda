"""Scenarios: feature files in the words of the game, checked strictly and played by the engine."""

from .report import Failure, Report, Result
from .run import run_features, verify

__all__ = ["Failure", "Report", "Result", "run_features", "verify"]
