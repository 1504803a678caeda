"""Rulesets: what is put together, what is refused and how, what is remembered between runs."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import toybattle
from golden import bad_files, expected
from toybattle.errors import Fault, InputError
from toybattle.resources import Content, shipped
from toybattle.ruleset import load
from toybattle.ruleset import tree as t
from toybattle.ruleset.analyse import Analysis, analyse
from toybattle.ruleset.load import load_ruleset

VARIANTS = sorted(path.stem for path in (shipped("rules") / "variants").glob("*.rules"))
MADE = {"too-large", "unreadable", "unknown-variant", "unchecked"}
"""Codes whose bad file is made by a test below, or is no file at all."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give every test an empty cache of its own, and a folder of its own to work in."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    load_ruleset.cache_clear()
    yield tmp_path / "cache" / "toybattle"
    load_ruleset.cache_clear()


def content(text: str | bytes, name: str = "own", more: dict[str, str] | None = None) -> Content:
    """Return a content folder with a rules file in it, in the working folder."""
    load_ruleset.cache_clear()
    rules = Path.cwd() / "rules"
    shutil.rmtree(rules, ignore_errors=True)
    rules.mkdir()
    (rules / f"{name}.rules").write_bytes(text if isinstance(text, bytes) else f"language 1\n\n{text}\n".encode())
    for file, other in (more or {}).items():
        path = rules / f"{file}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"language 1\n\n{other}\n", encoding="utf-8")
    return Content((Path.cwd(),))


def ruleset(text: str, *variants: str, more: dict[str, str] | None = None) -> t.Ruleset:
    return load_ruleset(content(text, more=more), variants)


def faults(text: str | bytes, name: str = "own") -> tuple[Fault, ...]:
    with pytest.raises(InputError) as raised:
        load_ruleset(content(text, name))
    return raised.value.faults


# ---- bad files


@pytest.mark.parametrize("bad", bad_files("rules"), ids=lambda path: path.stem)
def test_bad_rules_get_the_message_beside_them(bad: Path) -> None:
    message = "\n".join(map(str, faults(bad.read_bytes(), bad.stem)))
    assert message == expected(bad, message)


def test_every_code_of_a_fault_has_a_bad_file() -> None:
    package = Path(toybattle.__file__).parent
    sources = [path.read_text(encoding="utf-8") for name in ("lang", "ruleset") for path in (package / name).glob("*.py")]
    raised = {code for text in sources for code in re.findall(r'(?:[Ff]ault|fail|unknown)\(\s*"([a-z0-9-]+)"', text)}
    shown = {fault.code for bad in bad_files("rules") for fault in faults(bad.read_bytes(), bad.stem)}
    shown |= {fault.code for fault in faults("x\n" * 60)}
    assert raised == shown | MADE


def test_faults_stop_at_fifty_of_a_file() -> None:
    *first, last = faults("x\n" * 60)
    assert len(first) == 50
    assert str(last) == "rules/own.rules:53: 50 faults; the 10 statements from here on were not read"
    troops = "\n".join(f"troop ghost-{n} strength 1 count 3 cites nowhere" for n in range(60))
    *first, last = faults(troops)
    assert len(first) == 50
    assert str(last) == "rules/own.rules:63: 50 faults, and 10 more"


def test_a_file_too_large_is_refused() -> None:
    (fault,) = faults(b"#" * (load.LARGEST + 1))
    assert (fault.code, str(fault)) == ("too-large", "rules/own.rules: 1048577 bytes; expected at most 1048576")


def test_a_file_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    own = content("")
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.stem == "own":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(InputError, match=r"rules/own\.rules: cannot be read: Permission denied"):
        load_ruleset(own)


def test_an_unknown_variant_is_refused_and_the_nearest_offered() -> None:
    with pytest.raises(InputError) as raised:
        load_ruleset(variants=("pin-mandtory",))
    (fault,) = raised.value.faults
    assert fault.code == "unknown-variant"
    assert str(fault) == "--variant: unknown variant 'pin-mandtory'; did you mean 'pin-mandatory'?"


def test_garbage_as_large_as_may_be_is_refused_in_bounded_time() -> None:
    start = time.perf_counter()
    statements = "troop a-{n} strength thing count 3 cites nowhere, elsewhere\n"
    for text in (
        "(" * 2**20,
        "not " * 2**18,
        "x\n" * 2**19,
        '"' * 2**19,
        "".join(statements.format(n=n) for n in range(16000)),
    ):
        assert faults(("language 1\n" + text)[: load.LARGEST].encode())
    assert time.perf_counter() - start < 60


# ---- what is put together


def test_the_shipped_rules_and_every_variant_load() -> None:
    base = load_ruleset()
    digests = {base.digest} | {load_ruleset(variants=(name,)).digest for name in VARIANTS}
    assert len(digests) == 1 + len(VARIANTS)


def test_all_variants_together_load() -> None:
    assert load_ruleset(variants=tuple(VARIANTS)).variants == tuple(VARIANTS)


def test_the_digest_is_of_what_the_rules_say_and_not_of_how_they_are_written() -> None:
    base = load_ruleset()
    assert load_ruleset(content("# nothing but a comment")).digest == base.digest
    assert ruleset("special swamp cites base-draw").digest != base.digest


def test_content_adds_to_the_shipped_rules() -> None:
    rules = ruleset('special swamp "Swamp" [base-effect] cites "my own board": may draw 1')
    assert rules.specials[-1] == "swamp"
    assert rules.effect_list[-1].label == "swamp"
    assert rules.effect_list[-1].trigger == t.Trigger("placing", None, "swamp", False)
    assert rules.effect_list[-1].cites == ("my own board",)
    assert str(rules.effect_list[-1].place) == "rules/own.rules:3:1"


def test_replace_puts_a_statement_in_its_place() -> None:
    rules = ruleset("replace troop jumbo strength 9 count 2 cites setup-army")
    assert [kind.label for kind in rules.troops] == [kind.label for kind in load_ruleset().troops]
    assert (rules.troops[2].strength, rules.troops[2].count) == (t.Literal_(9), 2)


def test_remove_takes_a_statement_out() -> None:
    rules = ruleset("remove effect star\nremove except mute")
    assert "star" not in rules.effects
    assert "mute" in rules.specials
    assert not rules.speaking_on("hook", "suspend")[1:]


def test_laws_and_wins_are_looked_at_in_the_written_order() -> None:
    assert [law.label for law in load_ruleset().laws] == ["hq", "take-medals", "medals"]
    own = "replace after every change cites win-hq-first: medals\nlaw gift for player P cites win-hq-first:"
    rules = ruleset("counter luck for player cites win-hq-first\n" + own + " when P = me, set luck of P to 1")
    assert [law.label for law in rules.laws] == ["medals", "hq", "take-medals", "gift"]


def test_a_group_is_suspended_but_for_the_one_that_suspends_it() -> None:
    rules = ruleset("except calm [troop-effect] cites muted-effects: suspend [troop-effect] when here is gate")
    calm = rules.exceptions[-1]
    assert calm.targets == ("hook", "skully", "cap-n", "jumbo", "xb-42", "star")
    assert "calm" in next(x for x in rules.exceptions if x.label == "mute").targets


def test_a_variant_of_the_content_acts_only_when_named() -> None:
    more = {"variants/small-rack": "replace zone rack holds 6 seen by owner cites turn-rack-limit"}
    assert ruleset("", more=more).zones[0].limit == t.Literal_(8)
    assert ruleset("", "small-rack", more=more).zones[0].limit == t.Literal_(6)


def test_a_byte_order_mark_is_no_part_of_the_rules() -> None:
    text = "\ufefflanguage 1\r\nspecial swamp cites base-draw\r\n".encode()
    assert load_ruleset(content(text)).specials[-1] == "swamp"


# ---- the rules as a whole


def warnings(text: str) -> list[str]:
    found = analyse(ruleset(text))
    assert all(fault.is_warning for fault in found)
    return [f"{fault.code}: {fault.found}" for fault in found]


def test_the_game_has_no_warning_and_needs_few_situations() -> None:
    rules = load_ruleset()
    assert analyse(rules) == []
    analysis = Analysis(rules)
    for requirement in rules.requirement_list:
        assert not list(analysis.of_requirement(requirement))
    for exception in rules.exceptions:
        assert not list(analysis.of_exception(exception))
    assert analysis.judge.seen < 1000


@pytest.mark.parametrize("name", VARIANTS)
def test_no_variant_has_a_warning(name: str) -> None:
    assert analyse(load_ruleset(variants=(name,))) == []


STUBBORN = "to place T on S\nexcept stubborn cites place-kwak-covered: forbid covers when T is jumbo and S is not empty\n"


def test_a_suspension_from_either_side_settles_a_clash() -> None:
    assert faults(STUBBORN)[0].code == "clash"
    for label in ("stubborn", "kwak-below"):
        settled = f"except settled cites place-kwak-covered: suspend {label} when T is jumbo and top of S is joker"
        assert warnings(STUBBORN + settled) == []


def test_a_clash_in_other_situations_than_the_settled_ones_stays() -> None:
    settled = "except settled cites place-kwak-covered: suspend stubborn when top of S is mine"
    (fault,) = faults(STUBBORN + settled)
    assert "where top of S is kwak, T is jumbo and top of S is the enemy's" in fault.found.replace("’", "'")


def test_the_names_of_parameters_do_not_matter() -> None:
    text = "to place A on B\nexcept stubborn cites place-kwak-covered: forbid covers when A is kwak and B is not empty"
    (fault, *_) = faults(text)
    assert fault.code == "clash"
    assert "where T is kwak" in fault.found


def test_a_clash_that_needs_more_than_facts_is_a_warning_that_shows_the_situation() -> None:
    text = "to place T on S\nexcept crowd cites place-kwak-covers: forbid covers when number of my tops > 5 and T is kwak"
    warning, _ = warnings(text)
    assert warning == (
        "clash: 'crowd' forbids 'covers' and 'kwak-covers' (rules/placing.rules:14:1) waives it"
        " where T is kwak and number of my tops > 5"
    )


def test_a_wholly_waived_requirement_is_a_warning() -> None:
    found = warnings("to place T on S\nexcept free cites place-hook: waive connected")
    assert found[0] == "never-fails: 'connected' never fails: exceptions waive it wherever it would"
    assert found[1:] == ["never-matters: 'hook' never matters: wherever it would, other exceptions decide the same"]


def test_an_exception_switched_off_by_another_is_a_warning() -> None:
    found = warnings("except landlocked cites place-hook: suspend hook")
    assert "never-matters: 'hook' never matters: wherever it would, other exceptions decide the same" in found


def test_numbers_are_told_apart_by_what_they_are_compared_with() -> None:
    condition = "number of my tops < 2 and number of my tops > 1"
    text = f"to place T on S\nexcept few cites place-hook: waive connected when {condition}"
    assert warnings(text) == [f"never-matters: 'few' never matters: `{condition}` never holds"]
    assert warnings(text.replace("> 1", "> 0")) == []


def test_a_strength_that_counts_is_no_known_fact() -> None:
    troop = "replace troop jumbo strength number of my tops adjacent to here count 3 cites setup-army\n"
    assert warnings(troop + STUBBORN.replace("is jumbo", "is roxy and strength of top of S > 3")) == []


SENSIBLE = (
    """
to place T on S
except ghost cites place-hook: waive connected when T is roxy and some X in my tops where X is star
""",
    """
counter charge for slot cites place-hook
to place T on S
except ghost cites place-hook: waive covers when charge of S > 2
""",
    """
to move X onto S
require free cites shove-hq: S is empty
except heavy cites shove-hq: forbid free when X is roxy
""",
    """
to discard X
require light cites effect-jumbo: strength of X < 5 or X is joker
""",
    """
to draw
except feast cites turn-draw-one: waive space when medals of me > 3
""",
    """
special swamp [base-effect] cites base-draw: may draw 1
except dry cites base-draw: suspend swamp when this is roxy
""",
    """
to place T on S
require reach cites place-connected: distance from here to S < 3 or S is base
""",
    """
to return X
except heavy cites base-take-back: forbid room-to-return when here is mute and X is roxy
""",
    """
to place T on S
require near cites place-connected: S in bases other than here or S in my hqs or S in enemy hqs
""",
)


@pytest.mark.parametrize("text", SENSIBLE)
def test_sensible_rules_are_not_refused(text: str) -> None:
    ruleset(text)


def test_too_many_situations_are_not_all_looked_at() -> None:
    each = " and ".join(f"(luck-{n} of me = 1 or luck-{n} of enemy = 2)" for n in range(9))
    counters = "".join(f"counter luck-{n} for player cites place-hook\n" for n in range(9))
    text = f"{counters}to place T on S\nrequire lucky cites place-hook: {each} or me = me"
    assert [warning.split(":")[0] for warning in warnings(text)] == ["unchecked"]


def test_a_long_chain_of_suspensions_is_not_followed_to_its_end() -> None:
    chain = "".join(f"except e{n} cites place-hook: suspend {f'e{n - 1}' if n else 'hook'} when T is hook\n" for n in range(900))
    assert [fault.code for fault in analyse(ruleset("to place T on S\n" + chain))][-1:] == ["unchecked"]


# ---- the cache


def cached(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def test_a_second_load_reads_the_cache_and_gives_an_equal_ruleset(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_ruleset()
    assert cached(cache)
    load_ruleset.cache_clear()
    monkeypatch.setattr("toybattle.lang.parse.parse_rules", None)
    second = load_ruleset()
    assert second == first
    assert [x.place for x in second.requirement_list] == [x.place for x in first.requirement_list]


def test_rules_with_a_fault_are_not_remembered(cache: Path) -> None:
    load_ruleset()
    known = cached(cache)
    faults("troop Ghost strength 1 count 3 cites setup-army")
    assert cached(cache) == known


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert load_ruleset().troops


def node(name: str, *parts: object) -> dict[str, Any]:
    return {name: [[1, 1, 1, 2], *parts]}


DEEP: Any = node("Word", "me")
for _ in range(200):
    DEEP = node("Of", "enemy", DEEP)


@pytest.mark.parametrize(
    "plain",
    [
        [],
        {},
        7,
        [7],
        [[]],
        [{}],
        [node("getattr", "os", "system")],
        [node("Statement")],
        [node("Span", 1, 1, 1, 1)],
        [node("Node")],
        [node("nothing")],
        [node("Language")],
        [node("Language", 1, 2)],
        [node("Language", "1")],
        [node("Language", True)],
        [node("Word", "me")],
        [node("Remove", 7, "x")],
        [node("Remove", None, node("Word", "x"))],
        [{"Remove": [["a", 1, 1, 1], None, "x"]}],
        [{"Remove": [[1, 1, 1], None, "x"]}],
        [{"Remove": [[1, 1, 1, 1], None, "x"], "Language": [[1, 1, 1, 1], 1]}],
        [node("Ignore", [node("Word", "x")])],
        [node("Zone", "rack", DEEP, "owner", [])],
    ],
    ids=lambda plain: json.dumps(plain)[:40],
)
def test_a_cache_file_that_holds_no_syntax_is_ignored(cache: Path, plain: object) -> None:
    first = load_ruleset()
    for file in cached(cache):
        file.write_text(json.dumps(plain), encoding="utf-8")
    load_ruleset.cache_clear()
    if plain == []:  # well formed, but it can only be an empty file, which has no cache
        return
    assert load_ruleset() == first


@pytest.mark.parametrize("spoil", [lambda text: text[: len(text) // 2], lambda _: "", lambda _: "[" * 100_000,
                                   lambda _: '[{"Not":' * 50_000, lambda text: text[:-1] + "\ufffd"])  # fmt: skip
def test_a_cache_file_that_is_not_whole_is_ignored(cache: Path, spoil: Any) -> None:
    first = load_ruleset()
    for file in cached(cache):
        file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
    load_ruleset.cache_clear()
    assert load_ruleset() == first


def test_nothing_is_ever_unpickled() -> None:
    package = Path(toybattle.__file__).parent
    for path in (*package.glob("lang/*.py"), *package.glob("ruleset/*.py")):
        assert not re.search(r"\b(pickle|marshal|shelve|eval|exec)\b", path.read_text(encoding="utf-8")), path


def test_a_choice_may_ask_about_a_zone_that_it_is_not_made_from() -> None:
    rules = ruleset(
        'effect thrift cites "x" on placing roxy:\n'
        "  may choose X in (my rack Y where number of my reserve > number of enemy rack), then discard X\n"
    )
    assert "thrift" in rules.effects
