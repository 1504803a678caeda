"""The typed tree in English that a player would accept."""

from collections.abc import Mapping

from toybattle.ruleset import tree as t
from toybattle.ruleset.english import programs
from toybattle.ruleset.english.grammar import named
from toybattle.ruleset.english.speaker import Speaker
from toybattle.ruleset.english.statements import doing, sentence, sentences

__all__ = ["clause", "does", "doing", "sentence", "sentences", "thing"]


def clause(condition: t.Condition, rules: t.Ruleset, names: Mapping[str, str] | None = None) -> str:
    """Return what a condition says, without a stop.

    `names` say what variables, `me`, `enemy`, `this` and `here` are called, instead of `troop T`, `you` and the like.
    """
    return _speaker(rules, names).condition(condition)


def thing(expression: t.Expression, rules: t.Ruleset, names: Mapping[str, str] | None = None) -> str:
    """Return what a number or another thing is called: `the number of troops on your rack`."""
    return str(_speaker(rules, names).one(expression))


def does(program: t.Program, rules: t.Ruleset, names: Mapping[str, str] | None = None) -> str:
    """Return what a program does: `you may draw 1 troop`."""
    return programs.program(program, _speaker(rules, names))


def _speaker(rules: t.Ruleset, names: Mapping[str, str] | None) -> Speaker:
    return Speaker(rules, {name: named(text) for name, text in (names or {}).items()})
