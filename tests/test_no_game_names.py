"""The engine names no troop, terrain, kind of special base or ending: those stand in the data."""

from __future__ import annotations

import ast
import doctest
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import toybattle
from toybattle.resources import shipped

EXEMPT = {
    "draw": "the verb that takes troops from the reserve",
    "pin": "the verb that lays a troop face down",
    "recover": "the verb that takes a troop from the discard",
    "hq": "the word for an H.Q.",
    "medals": "the word for what regions pay",
    "reserves": "the key of a position for what is left to draw",
    "stuck": "what a player is called who can do nothing",
}
"""Kinds of special base and endings that are also words of the closed language, with what they mean there."""

PROSE = {tokenize.NAME, tokenize.STRING, tokenize.COMMENT} | {
    getattr(tokenize, kind) for kind in ("FSTRING_MIDDLE", "TSTRING_MIDDLE") if hasattr(tokenize, kind)
}
"""The tokens that can name something; newer Pythons split strings with holes."""

LETTER = r"[^\W\d_]"


# ---- the names of the game, gathered from its data


def names_in_rules(folder: Path) -> set[str]:
    """Return the ids and display names of the troops, special bases and endings declared in rules files."""
    declared = re.compile(r'^(?:troop|special|win|end)\s+(\S+)(?:\s+"([^"]+)")?', re.MULTILINE)
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.rules"))]
    return {name for text in texts for pair in declared.findall(text) for name in pair if name}


def names_in_terrains(folder: Path) -> set[str]:
    """Return the ids and names of terrains, and the kinds of special base they use."""
    names = set()
    for path in sorted(folder.glob("*.yaml")):
        terrain = yaml.safe_load(path.read_text(encoding="utf-8"))
        names |= {path.stem, terrain["name"], *kinds_in(terrain)}
    return names


def kinds_in(data: Any) -> Iterator[str]:
    """Yield the kind under every `special` key, written alone or before its values."""
    for key, value in data.items() if isinstance(data, dict) else ():
        if key == "special":
            yield value if isinstance(value, str) else next(iter(value))
        else:
            yield from kinds_in(value)


@pytest.fixture(scope="module")
def names() -> set[str]:
    return names_in_rules(shipped("rules")) | names_in_terrains(shipped("terrains"))


# ---- where a text names one of them


def parts(text: str) -> list[str]:
    return re.findall(rf"{LETTER}+|\d+", text.lower())


@cache
def pattern(names: frozenset[str]) -> re.Pattern[str]:
    """Return what matches each name as a whole word or part of an identifier, in any spelling, also in the plural."""
    spellings = (r"[-_'’\s]*".join(parts(name)) for name in sorted(names, key=lambda name: (-len(name), name)))
    bounded = (
        (r"(?<!\d)" if spelling[0].isdigit() else f"(?<!{LETTER})")
        + spelling
        + (r"(?!\d)" if spelling[-1].isdigit() else f"s?(?!{LETTER})")
        for spelling in spellings
    )
    return re.compile("|".join(bounded))


def named(text: str, names: set[str]) -> list[tuple[int, str]]:
    """Return the line, from 0, and the spelling of every name in a text."""
    humps = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", text)
    return [(humps.count("\n", 0, hit.start()), hit[0]) for hit in pattern(frozenset(names)).finditer(humps.lower())]


def without_examples(docstring: str) -> str:
    """Return a docstring with blank lines in place of its doctest examples."""
    pieces = doctest.DocTestParser().parse(docstring)
    return "".join(p if isinstance(p, str) else "\n" * (p.source + p.want).count("\n") for p in pieces)


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of every name, string and comment, docstrings without their examples."""
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in PROSE:
            text = without_examples(token.string) if token.start in docstrings else token.string
            yield token.start[0], re.sub(r"\\.", "  ", text)  # an escaped letter is not part of a word


def names_in_python(source: str, names: set[str]) -> list[tuple[int, str]]:
    return [(line + below, hit) for line, text in python_texts(source) for below, hit in named(text, names)]


# ---- the claims


def test_the_engine_names_nothing_of_the_game(names: set[str]) -> None:
    engine = Path(toybattle.__file__).parent
    forbidden = names - set(EXEMPT)
    found = []
    for path in sorted(engine.rglob("*")):
        if path.suffix == ".py":
            hits = names_in_python(path.read_text(encoding="utf-8"), forbidden)
        elif path.suffix == ".lark":
            hits = [(line + 1, hit) for line, hit in named(path.read_text(encoding="utf-8"), forbidden)]
        else:
            continue
        found += [f"{path.relative_to(engine)}:{line}: {hit}" for line, hit in hits]
    assert not found, "the engine names what belongs in rules/ or terrains/:\n" + "\n".join(found)


def test_the_names_are_gathered_from_every_kind_of_data(names: set[str]) -> None:
    assert names >= {"skully", "Cap'N", "xb-42", "castle-field", "La Croisette", "take-back", "gate"}


def test_no_exemption_outlives_its_name(names: set[str]) -> None:
    assert set(EXEMPT) <= names


def test_names_are_read_from_rules_and_terrains(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "one.rules").write_text(
        'troop two-b "Two\'B" strength 2\ntroop duck joker # troop no\nspecial slide "Slide" with values\n', "utf-8"
    )
    (tmp_path / "green-hill.yaml").write_text(
        "name: Green Hill\nbases: {1: {special: [lift, 3]}, 2: {special: trap}, 3: {}}\n", "utf-8"
    )
    assert names_in_rules(tmp_path) == {"two-b", "Two'B", "duck", "slide", "Slide"}
    assert names_in_terrains(tmp_path) == {"green-hill", "Green Hill", "lift", "trap"}


@pytest.mark.parametrize("text", ["two-b", "TwoB", "two_b", "Two'B", "Two’B", "TWO_B", "place_two_b", "TwoBs", "twob7"])
def test_a_name_is_found_in_every_spelling(text: str) -> None:
    assert named(text, {"two-b"})


@pytest.mark.parametrize("text", ["xy-42", "XY42", "xy_42x", "on xy 42."])
def test_a_name_with_a_number_is_found(text: str) -> None:
    assert named(text, {"xy-42"})


@pytest.mark.parametrize("text", ["started", "mustard", "restart", "xstar", "xy-421", "two blue", "network b"])
def test_a_longer_word_is_not_a_name(text: str) -> None:
    assert not named(text, {"star", "xy-42", "two-b"})


def test_python_is_searched_in_names_strings_and_comments_but_not_in_examples() -> None:
    source = '''
"""A module about ducks.

>>> place("duck")
'duck'

Not the duck.
"""
class DuckPond:
    place_duck = 1  # a duck, too
    field: str = "\\nduck"
    """A field for a duck."""

    def text(self):
        return f"the duck is {self.duck}", r"\\bduck\\b"
'''
    assert [line for line, _ in names_in_python(source, {"duck"})] == [2, 7, 9, 10, 10, 11, 12, 15, 15, 15]
