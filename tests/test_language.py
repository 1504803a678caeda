"""The rules language: what is read, what is printed, and what a mistake is told."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toybattle.errors import Fault
from toybattle.lang import syntax as s
from toybattle.lang.mistakes import STATEMENTS
from toybattle.lang.parse import grammar, parse_rules
from toybattle.lang.printer import print_rules, print_statement
from toybattle.resources import shipped

SHIPPED = sorted(shipped("rules").rglob("*.rules"))


def parsed(text: str) -> tuple[s.Statement, ...]:
    statements, faults = parse_rules(f"language 1\n{text}\n", "a.rules")
    assert not faults, "\n".join(map(str, faults))
    return statements


def faults(text: str) -> list[str]:
    """Return every fault of a file without the lines it shows."""
    _, found = parse_rules(text, "a.rules")
    return [str(fault).partition("\n")[0].removeprefix("a.rules:") for fault in found]


# ---- what is read and printed


def test_the_grammar_has_no_ambiguity() -> None:
    assert grammar(strict=True).parser


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_rules_are_printed_as_they_are_read(path: Any) -> None:
    statements, found = parse_rules(path.read_text(encoding="utf-8"), path.name)
    assert not found
    assert parse_rules(print_rules(statements), path.name) == (statements, ())


SAMPLES = """
zone rack holds 8 seen by owner cites a
zone rack holds number of regions * 2 + 1 seen by nobody cites a, "the box"
troop duck "Mr. Duck" strength 3 count 4 cites a
troop duck strength number of my tops adjacent to here count 4 cites a
troop duck joker count 4 cites a
special pond cites a
special pond "The pond" with values [wet] [cold] cites a on leaving any troop for enemy when this is duck: draw 1
mark wet by splash cites a: until the end of its owner's next turn
mark wet by splash seen by enemy showing its troop cites a: until it leaves
counter luck for player starts at 2 cites a
setup spare cites a: each player set-aside 4
action rest cites a when number of my tops > 2: draw 1
to draw
to splash X
to place T on S
to move X onto S
require near cites a: S in slots joined to my hqs through my tops
require gap cites a: not (every X in my tops has X is duck) and S is not my hq
require one cites a: T is duck or some X in tops within 1 path of S where X is wet or X is duck
require none cites a: no X in (tops Y where Y is mine) other than T where strength of X >= 2 - (3 - 1)
except ghost [wet] cites a: waive near when T is duck
except ghost cites a: forbid near
except dry cites a: suspend [wet] when here is pond
effect rain [wet] cites a on turn start with duck at pond for owner of this when me = me: may draw 1 and draw 2
effect rain cites a on covering duck: choose X and Y in tops where X is wet, random Z in enemy rack, then discard X
order cites a: [wet], then [cold] while its troop stays
law gift for player P, region R cites a: when R is unclaimed and owner of R = P, P claims R
win rout for player P cites a: when medals of P >= objective of P, if both enemy of owner of P
after every change cites a: gift, rout
end late cites a on turn end when no action is possible: most medals wins, on a tie most luck wins, on a tie enemy wins
replace troop duck joker count 2 cites a
remove duck
remove troop duck
ignore special bases cites a
"""


@pytest.mark.parametrize("line", SAMPLES.strip().splitlines())
def test_a_statement_is_printed_as_it_is_written(line: str) -> None:
    (statement,) = parsed(line)
    (again,) = parsed(print_statement(statement))
    assert again == statement
    assert print_statement(again) == print_statement(statement)
    assert print_statement(statement).replace("1 paths", "1 path") == line


def test_every_kind_of_statement_has_a_sample() -> None:
    kinds = {type(statement) for statement in parsed(SAMPLES)}
    assert kinds | {s.Language} == set(get_args(s.Statement))
    assert {line.split()[0] for line in SAMPLES.strip().splitlines()} | {"language"} == set(STATEMENTS)


def test_statements_know_where_they_stand() -> None:
    first, second = parsed("# a comment\n\ntroop duck joker count 4\n  cites a\n\nremove\tduck # gone")
    assert first.span == s.Span(4, 1, 5, 10)
    assert second.span == s.Span(7, 1, 7, 12)


def test_comments_blanks_and_line_ends_mean_nothing() -> None:
    plain = parsed('troop duck "# a; b" joker count 4 cites a')
    assert parsed('troop\tduck  # one\r\n\t"# a; b"\r\n# two\r\n\r\n joker count 4 cites a') == plain


def test_a_keyword_ends_where_a_name_would() -> None:
    assert faults("language 1\nendstuck cites a") == [
        f"2:1: 'endstuck' begins no statement; expected {STARTS}; a line that goes on with the statement above begins"
        " with a blank"
    ]


# ---- whatever can be written


NAMES = st.sampled_from("duck pond wet-ground x2 luck tops slots rack draw turn-3".split())
VARIABLES = st.sampled_from(["S", "T", "X2", "Abc"])
TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters='"'), max_size=8)
ACTORS = st.recursive(
    st.one_of(st.builds(s.Variable, VARIABLES), st.builds(s.Word, st.sampled_from(["this", "here"]))),
    lambda inner: st.builds(s.Of, NAMES | st.just("enemy"), inner),
    max_leaves=3,
)
PLAYERS = ACTORS | st.builds(s.Word, st.sampled_from(["me", "enemy", "each player", "first player", "other player"]))


def closed(*words: str | None) -> st.SearchStrategy[Any]:
    return st.sampled_from(words)


SCOPES = closed("player", "slot", "region", "game")
FIELDS: dict[tuple[str, str], st.SearchStrategy[Any]] = {
    ("Variable", "name"): VARIABLES,
    ("Word", "name"): NAMES | closed("me", "enemy", "here", "this"),
    ("Of", "name"): NAMES | st.just("enemy"),
    ("Number", "value"): st.integers(0, 999_999),
    ("Possessive", "whose"): closed("my", "enemy"),
    ("Arithmetic", "sign"): closed("+", "-", "*"),
    ("Compare", "comparison"): closed("=", "<", ">", "<=", ">="),
    ("Is", "negated"): closed(None, "not"),
    ("Predicate", "whose"): closed("", "my", "enemy"),
    ("Quantified", "quantifier"): closed("every", "some", "no"),
    ("Choice", "how"): closed(None, "random", "unseen"),
    ("Choice", "second"): st.none() | VARIABLES,
    ("Program", "may"): closed(None, "may"),
    ("Phrase", "subject"): st.none() | PLAYERS,
    ("Event", "happening"): closed("placing", "covering", "leaving", "turn start", "turn end"),
    ("Event", "troop"): st.none() | NAMES | st.just("any troop"),
    ("Zone", "seen_by"): closed("owner", "enemy", "nobody", "all"),
    ("Mark", "seen_by"): closed(None, "owner", "enemy", "nobody", "all"),
    ("Mark", "showing"): closed(None, "showing its troop"),
    ("Mark", "lifetime"): closed("next_turn", "this_turn", "stay"),
    ("Special", "values"): closed(None, "with values"),
    ("Counter", "scope"): SCOPES,
    ("Binder", "scope"): SCOPES,
    ("Win", "scope"): SCOPES,
    ("Exception_", "does"): closed("waive", "forbid", "suspend"),
    ("Phase", "stays"): closed(None, "while its troop stays"),
    ("Remove", "kind"): closed(None, "troop", "except", "special", "win"),
    **{(kind, field): st.none() | PLAYERS for kind in ("Effect", "Special") for field in ("actor",)},
    ("Win", "if_both"): st.none() | PLAYERS,
    ("PlayerWins", "player"): PLAYERS,
    **{(kind, "display"): st.none() | TEXTS for kind in ("Troop", "Special")},
}
"""What can stand in fields whose type says less than the grammar."""


LEAVES: dict[Any, tuple[type[Any], ...]] = {
    s.Expression: (s.Word, s.Variable, s.Number, s.Possessive),
    s.Condition: (s.NoAction,),
    s.Result: (s.PlayerWins,),
}


def any_of(whole: Any, depth: int) -> st.SearchStrategy[Any]:
    """Return any node of a union, with so many levels of nodes below it."""
    return st.one_of(*(nodes(kind, depth - 1) for kind in (get_args(whole) if depth else LEAVES[whole])))


@cache
def nodes(kind: type[Any], depth: int) -> st.SearchStrategy[Any]:
    match kind:
        case s.Citation:
            return NAMES.map(lambda name: s.Citation(name, False)) | TEXTS.map(lambda text: s.Citation(text, True))
        case s.Replace:
            never = (s.Language, s.To, s.Replace, s.Remove, s.Ignore)
            return st.one_of(*(nodes(x, depth) for x in get_args(s.Statement) if x not in never)).map(s.Replace)
        case s.To | s.Phrase:
            *names, _, second = kind.__match_args__
            things = of(kind, second, get_type_hints(kind)[second], depth).filter(bool)
            pairs = st.just((None, None)) | st.tuples(closed("on", "onto", "to"), things)
            heads = st.tuples(*(of(kind, name, get_type_hints(kind)[name], depth) for name in names))
            return st.tuples(heads, pairs).map(lambda parts: kind(*parts[0], *parts[1]))
        case _:
            hints = get_type_hints(kind)
            return st.builds(kind, *(of(kind, name, hints[name], depth) for name in kind.__match_args__))


def of(kind: type[Any], name: str, hint: Any, depth: int) -> st.SearchStrategy[Any]:
    """Return what can stand in a field of this type."""
    if (kind.__name__, name) in FIELDS:
        return FIELDS[kind.__name__, name]
    if get_origin(hint) is tuple:
        least = name == "phrases" or (kind is not s.Program and name != "groups")
        return st.lists(of(kind, name, get_args(hint)[0], depth), min_size=int(least), max_size=2).map(tuple)
    if hint in LEAVES:
        return any_of(hint, max(depth, 0))
    if type(None) in get_args(hint):
        parts = {part for part in get_args(hint) if part is not type(None)}
        whole = next((whole for whole in LEAVES if set(get_args(whole)) == parts), None)
        return st.none() | of(kind, name, whole or parts.pop(), depth)
    if isinstance(hint, type) and issubclass(hint, s.Node):
        return nodes(hint, depth)
    texts = VARIABLES if name in ("variable", "first", "second") else NAMES
    return {str: texts, int: st.integers(0, 99), bool: st.booleans()}[hint]


@pytest.mark.parametrize(
    "kind", [kind for kind in get_args(s.Statement) if kind is not s.Language], ids=lambda kind: kind.__name__
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_is_printed_is_read_as_the_same(kind: type[Any], data: st.DataObject) -> None:
    statement = data.draw(nodes(kind, 3))
    assert parsed(print_statement(statement)) == (statement,)


PIECES = [*"aS1 \t\n#\"()[]:,<>=*+-_'\x00€", *(f" {word} " for word in sorted(grammar().keywords))]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_text_breaks_the_reader(text: str) -> None:
    _, found = parse_rules(f"language 1\nrequire a cites b: {text}", "a.rules")
    for fault in found:
        assert isinstance(fault, Fault)
        assert fault.place.line <= text.count("\n") + 2
        assert "Anonymous" not in str(fault)
        assert "__" not in fault.expected


# ---- mistakes


STARTS = "`require`, `except`, `effect`, `action`, `special`, `troop`, …"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: a file without statements; expected `language 1` as the first line"),
        ("# nothing\n\n", "1:1: a file without statements; expected `language 1` as the first line"),
        ("language 2", "1:1: rules language 2; expected `language 1` as the first line"),
        ("Language 1", "1:1: 'Language' begins no statement; did you mean 'language'?"),
        ("remove duck", "1:1: a file that does not say its rules language; expected `language 1` as the first line"),
    ],
)
def test_a_file_says_its_language_first(text: str, message: str) -> None:
    assert faults(text)[0] == message


TOLD = r"""
require a cites b T is duck
    19: unexpected 'T'; expected `:` or `,`
require a cites b c: T is duck
    19: unexpected 'c'; expected `:` or `,`
require a T is duck
    11: unexpected 'T'; expected `cites`; every statement says where it is printed: `cites ID` or `cites "…"`
require cites b: T is duck
    1: no label before `cites`; write a name first, as in `require LABEL cites …`
Require a cites b: T is duck
    1: 'Require' begins no statement; did you mean 'require'?
€
    1: '€' begins no statement; expected `require`, `except`, `effect`, `action`, `special`, `troop`, …; a line that goes on with the statement above begins with a blank
troop duck strenght 1 count 3 cites x
    12: unexpected 'strenght'; expected `joker`, quoted text or `strength`; did you mean 'strength'?
troop duck strength 1 cites x
    23: unexpected 'cites'; expected `count`
troop duck strength 1 count three cites x
    29: unexpected 'three'; expected a number
troop Duck strength 1 count 3 cites x
    7: unexpected 'Duck'; expected a name; names are written small: `duck`
troop iceDuck joker count 3 cites x
    7: a capital letter within 'iceDuck'; write a name small, its parts joined by `-`
troop duck “Duck” joker count 3 cites x
    12: a typographic quotation mark; write `"` before and after
zone rack seen by everyone cites x
    19: unexpected 'everyone'; expected `all`, `enemy`, `nobody` or `owner`
require a cites b: (T is x or (S is y
    38: the statement ends too early; expected `)`; 2 `(` still open
require a cites b: T is x)
    26: unexpected ')'; expected the end of the statement; no `(` is open here
require a cites b: S is in slots
    22: 'is' before `in`; write `… in …` or `not … in …`
require a cites b: top S is mine
    20: no `of` in 'top S'; write it between the two, as in `top of S`
require a cites b: number enemy tops > 3
    27: unexpected 'enemy'; expected `of`
require a cites b: strength of T ≥ 3
    34: '≥' is not on every keyboard; write `<=` or `>=`
require a cites b: strength of T
    33: the statement ends too early; expected a comparison such as `>`, `in` or `is`
require a cites b:
    19: the statement ends too early; expected a condition
require a cites b: strength of
    31: the statement ends too early; expected a thing, such as `S`, `here` or `my tops`
require a cites b: T is
    24: the statement ends too early; expected a name, `enemy`, `my` or `not`
require a cites b: T is X
    22: 'is' before a thing; write `… = …` or `not … = …`
require a cites b: T is x unless S is y
    27: a rule has no other branch; write a second statement with its own condition
require a cites b: every S in slots where S is hq
    37: unexpected 'where'; expected `has`
require a cites b: every slot has S is hq
    20: 'every slot' without a variable; write `every S in … has …`
require a cites b: S in slots joined to my hqs
    47: the statement ends too early; expected `through`
except a cites b: allow c
    19: unexpected 'allow'; expected `forbid`, `suspend` or `waive`
except a cites b: waive when T is x
    19: nothing is named in 'waive when'; name a requirement, an exception or an effect
except a [wet cites b: waive c
    10: a group without its `]`; write `[name]`
except a cites b: waive c if T is x
    27: a condition after `if`; write `when …`
effect a cites b on placing duck:
    34: the statement ends too early; expected a program, such as `may draw 1`
effect a cites b on placing duck: draw 1 and choose X in tops, then discard X
    42: a second choice in one program; make it a second effect
mark wet by splash cites b: until next turn
    29: no time a mark can last; write `until the end of its owner's next turn`, `until the end of this turn` or `until it leaves`
replace duck
    1: 'replace duck' is not a whole statement; write the new statement after `replace`, as in `replace troop …`
to place t on s
    10: unexpected 't'; expected `to`, a capital letter, `on`, `onto` or the end of the statement; what has no name of its own is called by a capital letter: `T`
law a for player p cites b: when p = me, p claims R
    18: unexpected 'p'; expected a capital letter; what has no name of its own is called by a capital letter: `P`
order cites b: [a], [c]
    21: unexpected '['; expected `then`
"""  # noqa: E501  (a statement, and below it the whole message)


@pytest.mark.parametrize(("line", "message"), [*zip(*[iter(TOLD.strip().splitlines())] * 2, strict=True)])
def test_a_mistake_is_told_what_to_do(line: str, message: str) -> None:
    assert faults(f"language 1\n{line}") == [f"2:{message.strip()}"]


def test_each_statement_has_its_own_fault() -> None:
    found = faults("language 1\ntroop duck\nremove duck\ntroop pond\n")
    assert [message.split(":")[0] for message in found] == ["2", "4"]


def test_a_line_that_should_be_indented_is_one_fault() -> None:
    found = faults("language 1\neffect a cites b on placing duck:\nmay draw 1\n")
    assert len(found) == 1
    assert found[0].endswith("a line that goes on with the statement above begins with a blank")


def test_a_comment_is_never_the_mistake() -> None:
    found = faults("language 1\ntroop duck # rather than strength != 3\n  joker cites x")
    assert found == ["3:9: unexpected 'cites'; expected `count`"]


def test_a_message_shows_a_window_of_a_long_line() -> None:
    long = "or T is duck " * 100
    _, (fault,) = parse_rules(f"language 1\nrequire a cites b: T is duck {long}x {long}", "a.rules")
    _, source, caret = str(fault).split("\n")
    assert len(source) < 200
    assert source[caret.index("^")] == "x"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(" * 20_000 + "T is duck" + ")" * 20_000, "this statement is too long"),
        ("(" * 3_500 + "T is duck" + ")" * 3_500, None),
        ("not " * 1_900 + "T is duck", "parts within parts, more than 60 deep"),
        ("T is duck or " * 600 + "T is duck", "parts within parts, more than 60 deep"),
        ("enemy of " * 800 + "me = me", "parts within parts, more than 60 deep"),
        ("some X in tops where " * 300 + "X is duck", "parts within parts, more than 60 deep"),
        ("T is duck or " * 40 + "T is duck", None),
    ],
)
def test_no_nesting_exhausts_the_stack(text: str, found: str | None) -> None:
    start = time.perf_counter()
    statements, faults_ = parse_rules(f"language 1\nrequire a cites b: {text}", "a.rules")
    assert [fault.found for fault in faults_] == ([found] if found else [])
    for statement in statements:
        assert parsed(print_statement(statement)) == (statement,)
    assert time.perf_counter() - start < 5
