"""The rules in English: what each construct reads like, and that what differs reads differently."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from documents_of import ROOT
from rule_maker import RuleMaker
from toybattle.lang.parse import parse_rules
from toybattle.lang.syntax import lines_of
from toybattle.resources import Content, shipped
from toybattle.ruleset import tree as t
from toybattle.ruleset.english import clause, does, sentence, sentences
from toybattle.ruleset.from_syntax import ruleset_from_files
from toybattle.ruleset.load import load_ruleset
from toybattle.ruleset.merge import RulesFile
from toybattle.ruleset.mutants import mutants
from toybattle.ruleset.rulebook import rulebook

RULEBOOK = ROOT / "docs" / "rulebook.md"
SENTENCES = ROOT / "tests" / "data" / "english.txt"
WORDS = """
counter charge for player cites "x"
counter heat for slot cites "x"
counter clock for game cites "x"
mark iced by freeze cites "x": until it leaves
special bare cites "x"
special odd with values cites "x"
"""


@cache
def shipped_files() -> tuple[RulesFile, ...]:
    read = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(shipped("rules").glob("*.rules"))]
    return tuple(RulesFile(name, lines_of(text), parse_rules(text, name)[0]) for name, text in read)


def rules_of(text: str) -> t.Ruleset:
    """Return the shipped rules with more on top, whether or not anything in them ever matters."""
    whole = f"language 1\n{WORDS}{text}\n"
    statements, faults = parse_rules(whole, "own.rules")
    assert not faults, faults[0]
    own = RulesFile("own.rules", lines_of(whole), statements)
    rules, faults = ruleset_from_files([*shipped_files(), own], load_ruleset().citations, ())
    assert rules, faults[0]
    return rules


def matching(golden: Path, text: str) -> str:
    """Return what a golden file holds, after making it `text` if regeneration is asked for."""
    if os.environ.get("TOYBATTLE_REGENERATE"):
        golden.write_text(text, encoding="utf-8")
    return golden.read_text(encoding="utf-8")


# ---- what is read


def test_the_rulebook_is_what_the_rules_say() -> None:
    assert rulebook(load_ruleset()) == matching(RULEBOOK, rulebook(load_ruleset())), (
        "TOYBATTLE_REGENERATE=1 pytest tests/test_english.py writes docs/rulebook.md anew; read the difference"
    )


def contents() -> list[tuple[str, Content, tuple[str, ...]]]:
    """Return all rules that are not those of the game: own contents, worked examples, variants."""
    folders = [path.parent for parent in ("tests/content", "docs/examples") for path in sorted((ROOT / parent).glob("*/rules"))]
    found = []
    for folder in folders:
        variants = tuple(sorted(path.stem for path in (folder / "rules" / "variants").glob("*.rules")))
        found.append((folder.name, Content((folder,)), variants))
    return found + [(path.stem, Content(), (path.stem,)) for path in sorted((shipped("rules") / "variants").glob("*.rules"))]


def test_rules_that_are_not_the_games_read_as_they_were_read() -> None:
    usual = {sentence(x, load_ruleset()) for x in load_ruleset().statements}
    lines = []
    for name, content, variants in contents():
        rules = load_ruleset(content, variants)
        said = [(x, sentence(x, rules)) for x in rules.statements]
        lines += ["", f"# {name}", *(f"{x.label}: {text}" for x, text in said if text not in usual)]
    text = "\n".join(lines[1:]) + "\n"
    assert text == matching(SENTENCES, text), "TOYBATTLE_REGENERATE=1 pytest tests/test_english.py writes it anew"


@pytest.mark.parametrize(("name", "content", "variants"), contents(), ids=lambda x: x if isinstance(x, str) else "")
def test_a_rulebook_leaves_no_statement_out(name: str, content: Content, variants: tuple[str, ...]) -> None:
    rules = load_ruleset(content, variants)
    page = rulebook(rules)
    missing = [x.label for x in rules.statements for said in sentences(x, rules) if said not in page]
    assert not missing, f"the rulebook of {name} lacks {missing}"


CLAUSES = """
T is not pinned
    the troop is not pinned
S is empty and T is star or S is hq
    both the slot is empty and the troop is Star, or the slot is an H.Q.
S is empty and (T is star or S is hq)
    the slot is empty, and either the troop is Star or the slot is an H.Q.
not (S is empty or S is hq)
    it is not true that either the slot is empty or the slot is an H.Q.
not (S is empty) or S is hq
    the slot is not empty or the slot is an H.Q.
S is empty or S is base or T is joker
    the slot is empty, the slot is a base, or the troop is a joker
S is special and S is not gate
    the slot is a special base and the slot is not a Gate
S is my hq
    the slot is an H.Q. of yours
top of S is enemy hook
    the visible troop on the slot is your opponent's Hook
top of S is mine
    the visible troop on the slot is yours
number of my tops adjacent to S > 2
    there are more than 2 visible troops of yours next to the slot
number of my rack = 0
    your rack is empty
number of enemy rack > number of my rack
    there are more troops on your opponent's rack than troops on your rack
not number of my tops > 0
    there is no visible troop of yours
every X in my tops has X is hook
    each of your visible troops is Hook
not (every X in my tops has X is hook)
    not each of your visible troops is Hook
no X in my tops where strength of X > 5
    there is no visible troop of yours whose strength is more than 5
no B in bases adjacent to S where B is empty
    no base next to the slot is empty
some B in bases adjacent to S where top of B is mine
    there is a base next to the slot whose visible troop is yours
every B in bases adjacent to S has (B is empty or top of B is mine)
    for every base B next to the slot, either base B is empty or the visible troop on base B is yours
some X in my tops where (some Y in tops where strength of X = strength of Y)
    there is a visible troop X of yours for which there is a visible troop Y for which troop X is exactly as strong as troop Y
S in tops within 2 paths of S
    the slot holds a visible troop within 2 paths of the slot
S in bases joined to hqs of owner of T through tops of owner of T
    the slot is a base joined to an H.Q. of the troop's owner by paths that pass only over the visible troops of the troop's owner
strength of T in values of S
    the strength of the troop is one of the numbers printed on the slot
medals of me >= objective of me
    you have at least as many medals as your own objective
medals of enemy < medals of me
    your opponent has fewer medals than you
1 + 2 * height of S = charge of me
    1 plus 2 times the height of the stack on the slot is equal to your charge
(1 + 2) * height of S <= clock of game
    (1 plus 2) times the height of the stack on the slot is at most the clock of the game
some R in regions around S where R is unclaimed
    there is a region that the slot helps to enclose whose medals are not taken
number of (regions R where owner of R = me) >= 3
    there are at least 3 regions whose medals are yours
"""  # fmt: skip


LINES = [line.strip() for line in CLAUSES.strip().splitlines()]


@pytest.mark.parametrize(("text", "said"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_a_condition_reads_like_this(text: str, said: str) -> None:
    rules = rules_of(f'to place T on S\nrequire own cites "x": {text}')
    assert clause(rules.requirement_list[-1].condition, rules, {"T": "the troop", "S": "the slot"}) == said


def test_a_clause_speaks_of_what_its_caller_names() -> None:
    rules = load_ruleset()
    connected = next(x for x in rules.requirement_list if x.label == "connected")
    said = clause(connected.condition, rules, {"S": "base 7", "me": "Blue", "enemy": "Red"})
    assert said == "base 7 is joined to an H.Q. of Blue's by paths that pass only over Blue's visible troops"
    assert does(rules.effect_list[0].program, rules, {"me": "Blue"}) == "Blue may draw 1 troop"


# ---- what differs reads differently


def test_every_mutant_of_a_statement_is_another_sentence() -> None:
    rules = load_ruleset()
    alike = []
    for mutant in mutants(rules):
        is_altered = mutant.old and mutant.new and mutant.operator != "repeat"
        if is_altered and sentence(mutant.old, rules) == sentence(mutant.new, mutant.ruleset):
            alike.append(mutant.id)
    assert not alike


def test_no_two_mutants_read_alike() -> None:
    rules = load_ruleset()
    read: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, altered in [("the rules", rules), *((mutant.id, mutant.ruleset) for mutant in mutants(rules))]:
        read[tuple(sentence(x, altered) for x in altered.statements)].append(name)
    assert not [names for names in read.values() if len(names) > 1]


@cache
def made(seed: int) -> t.Ruleset:
    maker = RuleMaker(Random(seed))
    lines = [
        f'effect c{n} cites "x" on covering any troop when {maker.text("{condition}", 1 + n % 3)}: draw 1' for n in range(450)
    ]
    lines += [maker.text(f'effect d{n} cites "x" on covering any troop: {maker.program()}') for n in range(100)]
    lines += [maker.effect(n) for n in range(100)]
    return rules_of("\n".join(lines))


@pytest.mark.parametrize("seed", range(2))
def test_statements_made_at_random_read_alike_only_if_they_say_the_same(seed: int) -> None:
    rules = made(seed)
    read: dict[str, dict[object, str]] = defaultdict(dict)
    for effect in rules.effect_list:
        for text, said in ((sentence(effect, rules), effect), (clause(effect.when, rules) if effect.when else "", effect.when)):
            read[re.sub(r"\bV\d+\b", "V", text)].setdefault(bare(said), effect.text)
    alike = [list(texts.values()) for text, texts in read.items() if len(texts) > 1]
    assert len(read) > 400
    assert not alike


def bare(x: object) -> object:
    """Return what a node says: without labels and names of variables, and without the brackets that change nothing."""
    numbers: dict[str, int] = {}

    def part(x: Any) -> object:
        match x:
            case t.Bound(name):
                return numbers.setdefault(name, len(numbers))
            case t.And() | t.Or():
                return type(x).__name__, *parts(x, type(x))
            case tuple():
                return tuple(map(part, x))
            case _ if hasattr(x, "__match_args__"):
                ignored = ("label", "cites", "place", "text")
                return type(x).__name__, *(part(getattr(x, name)) for name in x.__match_args__ if name not in ignored)
            case _:
                return x

    def parts(x: Any, kind: type) -> tuple[object, ...]:
        return (*parts(x.left, kind), *parts(x.right, kind)) if isinstance(x, kind) else (part(x),)

    return part(x)


def test_every_construct_is_among_what_was_made_at_random() -> None:
    unions = (t.Expression, t.SetExpression, t.Condition, t.Verb)
    met = {type(node) for seed in range(2) for effect in made(seed).effect_list for node in t.walk(effect)}
    met |= {type(node) for law in (*load_ruleset().laws, *load_ruleset().ends) for node in t.walk(law)}
    assert {kind for union in unions for kind in get_args(union)} <= met


def test_every_kind_of_statement_is_said_somewhere() -> None:
    met = {type(x).__name__ for _, content, variants in contents() for x in load_ruleset(content, variants).statements}
    assert {kind.__name__ for kind in t.Statement.__subclasses__()} == met


# ---- citations


def test_a_variant_that_plays_another_reading_cites_what_it_reads_otherwise() -> None:
    rules = load_ruleset()
    named = {citation.id: citation.variant for citation in rules.citations.values() if citation.variant}
    assert {id_ for id_, citation in rules.citations.items() if citation.alternative} == set(named)
    for id_, variant in named.items():
        changed = [x for x in load_ruleset(variants=(variant,)).statements if "variants/" in x.place.file]
        assert any(id_ in x.cites for x in changed), f"{variant} does not cite {id_}"
