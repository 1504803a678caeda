"""The generated module holds rules as numbers and nothing that anybody wrote: no text of a rule becomes code."""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from playing import OWN, TERRAINS, game, terrain_data, walk
from toybattle.errors import InputError
from toybattle.game import Game
from toybattle.game.array_layout import ArrayLayout
from toybattle.game.codegen import generated, runtime
from toybattle.game.codegen.arrays import ArrayModule
from toybattle.resources import Content
from toybattle.ruleset.load import load_ruleset

# Rules that use every kind of name, each name to be filled in.
RULES = """language 1

troop {troop} "{display}" strength 3 count 1 cites "{quoted}"
troop {other} "{display}" joker count 1 cites "{quoted}"
counter {counter} for slot starts at 1 cites "{quoted}"
counter {clock} for game cites "{quoted}"
mark {mark} by {verb} cites "{quoted}": until the end of its owner's next turn
special {special} "{display}" [{group}] cites "{quoted}": may choose {X} in my rack where {X} is {troop}, then {verb} {X}
special {hole} with values [{group}] cites "{quoted}" when {counter} of here > 0:
  may choose {X} in enemy tops, then discard {X} and add 1 to {clock} of game and add 1 to {counter} of here
action {action} cites "{quoted}" when {clock} of game >= 0: choose {X} in my tops, then return {X}
to {verb} {X}
require {label} cites "{quoted}": {X} is not {mark}
except {exception} cites "{quoted}": waive {label} when {X} is {other}
effect {effect} [{group}] cites "{quoted}" on placing {troop}: may draw {clock} of game + 1
except {quiet} cites "{quoted}": suspend [{group}] when here is {special} and this is {other}
law {law} for player {X}, region R cites "{quoted}": when owner of R = {X} and {clock} of game < 3, set {clock} of game to 3
win {win} for player {X} cites "{quoted}": when medals of {X} >= 9
end {end} cites "{quoted}" on turn end when {clock} of game > 40: me wins
"""
SLOTS = ("troop", "other", "counter", "clock", "mark", "verb", "special", "hole", "group", "action", "label", "exception",
         "effect", "quiet", "law", "win", "end")  # fmt: skip
PLAIN = {**{slot: f"plain-{slot}" for slot in SLOTS}, "X": "X", "display": "Plain", "quoted": "plainly"}
KEYWORDS = ("import", "lambda", "class", "def", "del", "global", "assert", "raise", "yield", "try", "while", "async", "await",
            "nonlocal", "finally", "break", "continue")  # fmt: skip
BUILTINS = ("exec", "eval", "open", "print", "compile", "globals", "vars", "getattr", "len", "range", "int", "sum", "list",
            "divmod", "max", "enumerate", "input")  # fmt: skip
OURS = ("st", "ev", "rnd", "out", "row", "code", "rest", "bits", "near", "joined", "laws", "settle", "apply", "kept", "flip",
        "runtime", "height")  # fmt: skip
TEXTS = (
    "'''", "\\",
    "\\\\", "\\n", "'); import os; ('", "# exec('x')", "{0} {} %s {st}", "\\x22", "__import__('os')", "$(id)", "`id`",
    "a\tb", "\u2028st = 0", "\u202e", "“quotes”", "ｅｘｅｃ", "\\N{BULLET}",
)  # fmt: skip
CONTROLS = ("\u0085exec()", "a\rimport os", "a\x0cimport os", "a\0", "a\x1b[31m")


def naming(names: tuple[str, ...], **more: str) -> dict[str, str]:
    return {**PLAIN, **dict(zip(SLOTS, names, strict=True)), **more}


def made(folder: Path, names: dict[str, str], terrain: dict[str, Any] | None = None) -> Game:
    """Return the game of the rules above with these names, on a terrain with their special bases."""
    (folder / "rules").mkdir(parents=True, exist_ok=True)
    text = re.sub(r"\{(\w+)\}", lambda found: names[found[1]], RULES)
    (folder / "rules" / "own.rules").write_text(text, encoding="utf-8", newline="")
    data = {**terrain_data("castle-field"), **(terrain or {})}
    specials = {"5": [names["special"]], "6": [names["hole"], 3], "10": [names["special"]], "11": [names["special"]]}
    printed = {slot: {"special": special} for slot, special in specials.items()}
    data["bases"] = {slot: {**base, **printed.get(slot, {})} for slot, base in data["bases"].items()}
    return Game.load(data, content=Content((folder,)))


def without_strings(text: str) -> str:
    """Return the tree of a text with every string replaced by one and the same."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the module's text with names that mean nothing to anybody."""
    return generated(made(tmp_path_factory.mktemp("plain"), PLAIN).layout)


def assert_played(game: Game) -> None:
    """Play a game with and without events, so that both modules are run."""
    states = list(walk(game, Random(1), 80))
    assert len(states) > 10


# ---- names and texts of rules


@pytest.mark.parametrize("names", [KEYWORDS, BUILTINS, OURS, KEYWORDS[::-1], BUILTINS[::-1]], ids=lambda names: names[0])
def test_names_that_mean_something_to_python_change_nothing_in_the_module(
    names: tuple[str, ...], plain: str, tmp_path: Path
) -> None:
    attacked = made(tmp_path / "attacked", naming(names))
    assert without_strings(generated(attacked.layout)) == without_strings(plain)
    assert_played(attacked)


def test_the_module_for_arrays_has_no_name_of_anybodys_either(tmp_path: Path) -> None:
    def tree(folder: str, names: dict[str, str]) -> str:
        layout = made(tmp_path / folder, names).layout
        return ast.dump(ast.parse(ArrayModule(ArrayLayout(layout.terrain, layout.rules)).text()))

    plainly = tree("plain", PLAIN)
    assert all(tree(names[0], naming(names)) == plainly for names in (KEYWORDS, BUILTINS, OURS))
    assert tree("variable", {**PLAIN, "X": "BIT"}) == plainly
    assert tree("texts", {**PLAIN, "display": TEXTS[2], "quoted": TEXTS[3]}) == plainly


@pytest.mark.parametrize("variable", ["None", "True", "BIT", "TAIL", "KEPT", "T0", "STAYS", "ValueError", "ROWS"])
def test_variables_that_mean_something_to_python_change_nothing_in_the_module(variable: str, plain: str, tmp_path: Path) -> None:
    attacked = made(tmp_path / "attacked", {**PLAIN, "X": variable})
    assert generated(attacked.layout) == plain


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_display_names_and_quoted_citations_are_no_part_of_the_module(text: str, plain: str, tmp_path: Path) -> None:
    attacked = made(tmp_path / "attacked", {**PLAIN, "display": text, "quoted": text})
    assert attacked.ruleset.troops[-1].display == text
    assert generated(attacked.layout) == plain


@pytest.mark.parametrize("text", CONTROLS, ids=range(len(CONTROLS)))
def test_control_characters_are_refused_in_rules(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the control character|does not end on its line"):
        made(tmp_path, {**PLAIN, "display": text})


@pytest.mark.parametrize("text", [text for text in TEXTS if text.isprintable()] + ['"""', '"; import os; "'])
def test_names_of_terrains_are_no_part_of_the_module(text: str, plain: str, tmp_path: Path) -> None:
    attacked = made(tmp_path / "attacked", PLAIN, {"name": text, "published": text})
    assert attacked.terrain.name == text
    assert generated(attacked.layout) == plain


def test_ids_of_slots_regions_and_terrains_are_no_part_of_the_module(tmp_path: Path) -> None:
    def called(names: dict[str, str]) -> Game:
        data = terrain_data("la-croisette")
        data["id"] = names.get("id", "plain")
        for group in ("bases", "hqs"):
            data[group] = {names.get(slot, slot): entry for slot, entry in data[group].items()}
        data["paths"] = [" ".join(names.get(slot, slot) for slot in path.split()) for path in data["paths"]]
        for number, region in enumerate(data["regions"]):
            region["around"] = [names.get(str(slot), str(slot)) for slot in region["around"]]
            region["id"] = names.get(f"r{number}", str(number))
        return Game.load(data)

    words = ("exec", "import", "lambda", "0", "007", "none", "st", "1e9", "0x1f", "9-9", "print", "eval", "for", "if", "or")
    attacked = called(
        {
            **dict(zip([*map(str, range(1, 14)), "blue-hq", "red-hq"], words, strict=True)),
            **{f"r{number}": f"class-{number}" for number in range(8)}, "id": "import-os",
        }
    )  # fmt: skip
    assert generated(attacked.layout) == generated(called({}).layout)
    assert_played(attacked)


@pytest.mark.parametrize("name", [
    "a b", "a\nb", "a;b", "a'b", 'a"b', "a#b", "a\\b", "a.b", "_a", "A", "a_b", "é", "a--b", "a-", "1a", "",
])  # fmt: skip
def test_names_are_letters_digits_and_hyphens_and_nothing_else(name: str, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "own.rules").write_text(f'language 1\n\ntroop {name} strength 1 count 1 cites "x"\n', encoding="utf-8")
    with pytest.raises(InputError):
        load_ruleset(Content((tmp_path,)))


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "x\nimport os"}, {"name": "x\nimport os"}, {"name": "x\u2028"}, {"objective": {"blue": "7", "red": 7}},
        {"objective": {"blue": 7.5, "red": 7}}, {"objective": {"blue": True, "red": 7}}, {"paths": ["1 2\n", "2 exec()"]},
        {"regions": [{"medals": "1); exec('", "around": ["1"]}]}, {"regions": [{"medals": 10**30, "around": ["1", "2"]}]},
        {"regions": [{"medals": float("nan"), "around": ["1"]}]}, {"hqs": {"x')": {"owner": "blue", "at": [1, 1]}}},
        {"bases": {"__import__": {"at": [1, 1]}}}, {"bases": {"1": {"at": [1, 1], "special": ["gate", "exec()"]}}},
        {"bases": {"1": {"at": [1, 1], "special": ["gate", 1.5]}}}, {"bases": {"1": {"at": [1, 1], "troops": ["blue hook; x"]}}},
    ],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_values_of_the_wrong_kind_never_reach_the_module(changes: dict[str, Any]) -> None:
    data = {**terrain_data("castle-field"), **changes}
    try:
        played = Game.load(data)
    except InputError:
        return
    assert all(type(node.value) in (int, bool, str, type(None)) for node in constants(generated(played.layout)))


# ---- what a module is made of


def constants(text: str) -> list[ast.Constant]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]


@cache
def text_of(terrain: str, content: str) -> str:
    return generated(game(terrain, True, (), content).layout)


GENERATED = [(terrain, "") for terrain in TERRAINS] + [(terrain, content) for content, terrain in OWN]
EVENTS = {"drawn", "placed", "moved", "marked", "counted", "taken", "turn", "over", "owed", "applied", "declined", "dropped"}
HARMLESS = {"any", "divmod", "enumerate", "int", "len", "list", "max", "min", "range", "sum", "RuntimeError"}
METHODS = {"append", "bit_count", "get", "bit_length"}


@pytest.mark.parametrize(("terrain", "content"), GENERATED, ids=[terrain for terrain, _ in GENERATED])
def test_a_module_consists_of_numbers_and_of_names_of_the_generators_own(terrain: str, content: str) -> None:
    played = game(terrain, True, (), content)
    text = text_of(terrain, content)
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == [f"from {runtime.__name__} import *"]
    stored = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    bound = {node.id for node in stored}
    bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    public = {name for name in vars(runtime) if not name.startswith("_")} - set(vars(builtins)) - {"annotations", "operator"}
    assert used - bound <= public | HARMLESS
    assert not bound & set(vars(builtins)) - {"_"}, "no builtin is hidden; doctests make one of the underscore"
    assert {node.attr for node in nodes if isinstance(node, ast.Attribute)} <= METHODS
    docstrings: set[object] = {ast.get_docstring(node) for node in nodes if isinstance(node, ast.FunctionDef | ast.Module)}
    said = {"effects", "laws", "turns"}  # what may never come to rest
    rules = played.ruleset
    words = {*rules.verbs, *rules.counters, *(zone.label for zone in rules.zones)}
    strings = {node.value for node in constants(text) if isinstance(node.value, str)}
    assert strings <= EVENTS | words | said | docstrings
    others = {type(node.value) for node in constants(text)} - {str}
    assert others <= {int, bool, type(None)}


@pytest.mark.parametrize(("terrain", "content"), GENERATED, ids=[terrain for terrain, _ in GENERATED])
def test_comments_of_a_module_are_labels(terrain: str, content: str) -> None:
    played = game(terrain, True, (), content)
    text = text_of(terrain, content)
    comments = {token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT}
    rules = played.ruleset
    labels = {statement.label for group in (rules.actions, rules.effect_list, rules.laws, rules.ends) for statement in group}
    ours = {"the turn of a player who can do nothing is none", "add", "set", "claim", "place", "draw", "move"}
    verbs = {word for statement in (*rules.actions, *rules.effect_list) for word in re.findall(r"[a-z][a-z-]*", statement.text)}
    assert {comment.removeprefix("# ") for comment in comments} - ours <= labels | verbs | set(rules.verbs)


def test_a_module_is_written_the_same_every_time() -> None:
    assert generated(game("la-croisette").layout) == generated(Game.load("la-croisette").layout)
