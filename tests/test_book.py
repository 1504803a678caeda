"""The living rulebook as a file; `browser.py` looks at it in a browser."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from playing import CONTENT, TERRAINS
from toybattle.book import Note, notes_of, page
from toybattle.cli import main
from toybattle.cli.shared import FAILED, FINE
from toybattle.errors import Place
from toybattle.resources import Content
from toybattle.ruleset.load import load_ruleset
from toybattle.spec import Report, verify
from toybattle.spec.cover import Claim, Coverage
from toybattle.spec.lookup import everything
from toybattle.spec.mutate import Fate, MutationReport

LARGEST = 4_000_000
HOSTILE = """<script>alert('&"')</script>"""
UNCLOSED = "<img src=x onerror='alert(1)'"
"""For scenarios, in which words between angle brackets are filled in."""
TERRAIN = """\
id: yard
name: "The {name}"
objective: {{blue: 2, red: 2}}
hqs: {{blue-hq: {{owner: blue, at: [50, 0]}}, red-hq: {{owner: red, at: [50, 100]}}}}
bases: {{1: {{at: [20, 50]}}, 2: {{at: [50, 50]}}, 3: {{at: [80, 50]}}}}
paths: [blue-hq 1, blue-hq 2, blue-hq 3, 1 red-hq, 2 red-hq, 3 red-hq, 1 2, 2 3]
regions: [{{medals: 2, around: [1, 2]}}, {{medals: 2, around: [2, 3]}}]
"""
FEATURE = """\
Feature: {name}

  Scenario: {name} once
    Given the terrain "yard"
    And Blue's rack is Ghost
    When Blue places Ghost on base 1
    Then the top troop on base 1 is Blue Ghost

  Scenario: {name} twice
    Given the terrain "yard"
    And Blue's rack is Ghost
    When Blue places Ghost on base 1
    Then base 1 is empty
"""


class Parsed(HTMLParser):
    """What tests ask of a page: its elements with their attributes, and the text of each."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: Counter[str] = Counter()
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        self.inside[tag] -= 1

    def handle_data(self, data: str) -> None:
        if not self.inside["script"] and not self.inside["style"]:
            self.text.append(data)

    def values(self, attribute: str) -> list[str]:
        """Return every value of an attribute."""
        return [str(of[attribute]) for _, of in self.elements if attribute in of]


@cache
def shipped_report() -> Report:
    return verify(Content())


def page_of(selection: str) -> str:
    return page(Content(), (), verify(Content(), [selection]))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the page that the command line writes of the shipped rules."""
    out = tmp_path_factory.mktemp("book") / "book.html"
    assert main(["report", "--html", str(out)]) == FINE
    assert [path.name for path in out.parent.iterdir()] == ["book.html"]
    return out.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def parsed(shipped: str) -> Parsed:
    return Parsed(shipped)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a page of content in which whatever has a name of its own has one that breaks out of carelessly made pages."""
    folder = tmp_path_factory.mktemp("hostile")
    for kind in ("rules", "terrains", "features"):
        (folder / kind).mkdir()
    quoted = HOSTILE.replace('"', "”")
    ghost = f'language 1\n\ntroop ghost "Ghost" strength 9 count 2 cites "{quoted}"\n'
    (folder / "rules" / "ghost.rules").write_text(ghost, encoding="utf-8")
    terrain = TERRAIN.format(name=HOSTILE.replace('"', '\\"'))
    (folder / "terrains" / "yard.yaml").write_text(terrain, encoding="utf-8")
    (folder / "features" / "ghost.feature").write_text(FEATURE.format(name=UNCLOSED), encoding="utf-8")
    content = Content((folder,))
    return page(content, (), verify(content, [str(folder / "features")]))


def test_everything_there_is_has_its_place(parsed: Parsed) -> None:
    ids = parsed.values("id")
    answer = everything(Content())
    expected = [f"{rule.kind}-{rule.label}" for rule in answer.statements]
    expected += [f"cite-{source.id}" for source in answer.citations] + [f"terrain-{terrain}" for terrain in TERRAINS]
    expected += [str(result.place) for result in shipped_report().results]
    assert sorted(set(expected) - set(ids)) == []
    assert [id_ for id_, count in Counter(ids).items() if count > 1] == []


def test_every_statement_is_said_once_with_its_text_and_place(parsed: Parsed) -> None:
    text = " ".join(parsed.text)
    for rule in everything(Content()).statements:
        assert text.count(f"{rule.text} {rule.place.file}:{rule.place.line} ") == 1, rule.head
        assert rule.english[0] in text
    for source in everything(Content()).citations:
        assert source.statement in text
        assert source.alternative in text


def test_every_link_leads_to_a_part_of_the_page(parsed: Parsed) -> None:
    ids = set(parsed.values("id"))
    links = parsed.values("href")
    assert len(links) > 500
    assert [link for link in links if not link.startswith("#") or link[1:] not in ids] == []


def test_the_page_loads_nothing_and_obeys_only_its_own_script(shipped: str, parsed: Parsed) -> None:
    assert not {"src", "srcset", "data", "action"} & {name for _, of in parsed.elements for name in of}
    assert not {"link", "img", "iframe", "object", "base"} & {tag for tag, _ in parsed.elements}
    assert set(re.findall(r"url\(([^)]*)\)", shipped)) <= {"#dots", "#stripes"}
    (policy,) = (of["content"] for _, of in parsed.elements if of.get("http-equiv") == "Content-Security-Policy")
    assert str(policy).startswith("default-src 'none'; ")
    for tag in ("script", "style"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", shipped, re.DOTALL)
        assert f"{tag}-src 'sha256-{base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()}'" in policy


def test_headings_skip_no_level_and_every_board_has_a_title(shipped: str, parsed: Parsed) -> None:
    levels = [int(tag[1]) for tag, _ in parsed.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    pictures = shipped.count('role="img"')
    assert pictures >= len(shipped_report().results) + len(TERRAINS) - 5
    assert shipped.count('role="img"><title>') == pictures


def test_the_page_is_small(shipped: str) -> None:
    assert len(shipped.encode()) < LARGEST


def test_the_page_is_always_the_same() -> None:
    program = "from test_book import *; sys.stdout.reconfigure(encoding='utf-8'); sys.stdout.write(page_of('@place-hook'))"
    made = set()
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True, cwd=Path(__file__).parent,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        made.add(ran.stdout.decode("utf-8"))
    assert made == {page_of("@place-hook")}


def test_whatever_stands_in_a_name_stays_text(hostile: str) -> None:
    parsed = Parsed(hostile)
    assert [tag for tag, _ in parsed.elements].count("script") == 1
    assert not [name for _, of in parsed.elements for name in of if name.startswith("on")]
    text = "".join(parsed.text)
    assert f"The {HOSTILE}" in text
    assert f"{UNCLOSED} once" in text
    assert "<script>alert('&”')</script>" in text
    assert "img" not in {tag for tag, _ in parsed.elements}


def test_a_red_scenario_is_open_and_explained_and_named_at_the_top(hostile: str) -> None:
    opening = hostile[: hostile.index("</header>")]
    assert "2 scenarios, 1 fails" in opening
    assert "&lt;img src=x onerror=&#x27;alert(1)&#x27; twice</a>" in opening
    (red,) = re.findall(r'<details id="([^"]*)" class="scenario find bad" open>', hostile)
    assert red.endswith("ghost.feature:9")
    after = hostile[hostile.index(f'id="{red}"') :]
    assert "the engine says: " in after[: after.index("<figure>")]
    assert hostile.count('class="scenario find good" open') == 0


@pytest.mark.parametrize("folder", sorted(CONTENT.iterdir()), ids=lambda path: path.name)
def test_rules_never_seen_before_make_a_page_too(folder: Path) -> None:
    content = Content((folder,))
    made = page(content, (), Report((), ()))
    parsed = Parsed(made)
    ids = Counter(parsed.values("id"))
    assert [id_ for id_, count in ids.items() if count > 1] == []
    assert [link for link in parsed.values("href") if link[1:] not in ids] == []
    for rule in everything(content).statements:
        assert made.count(f"{rule.place.file}:{rule.place.line}</span>") == 1, rule.head


def test_notes_stand_beside_the_statement_they_are_of() -> None:
    (rule,) = (rule for rule in everything(Content()).statements if rule.head == "require connected")
    notes = {rule.place: (Note("5 of 6 claims shown", "Who <wins>?", is_lacking=True),)}
    made = page(Content(), (), Report((), ()), notes)
    start = made.index('id="require-connected"')
    assert "5 of 6 claims shown" in made[start : made.index("<article", start)]
    assert made.count("Who &lt;wins&gt;?") == 1


def test_coverage_and_survivors_are_noted_by_the_place_of_their_statement() -> None:
    by_label = {x.label: x for x in load_ruleset().requirement_list}
    covers, gate = by_label["covers"], by_label["gate"]
    shown = Place("features/x.feature", 3)
    claims = (
        Claim("named", covers, ("cited", "x"), "Who?", shown), Claim("number", covers, ("number", "x"), "How many?"),
        Claim("named", gate, ("cited", "y"), "Where?", shown),
    )  # fmt: skip
    fates = (
        Fate("covers/1", covers.place, "more than: at least", "As it is.", "At least.", shown),
        Fate("covers/2", covers.place, "stronger: weaker", "As it is.", "Weaker.", games=9),
        Fate("covers/3", covers.place, "mine: theirs", "As it is.", "Theirs.", reason="It cannot come about."),
    )
    notes = notes_of(Coverage(claims), MutationReport(fates))
    assert notes == {
        covers.place: (
            Note("shown in 1 of 2 respects", "How many?", is_lacking=True),
            Note("1 of 3 mutants fail a scenario, 1 recorded as equivalent"),
            Note("survives: stronger: weaker", str(fates[1]), is_lacking=True),
        ),
        gate.place: (Note("shown in 1 of 1 respects"),),
    }


def test_with_faulty_rules_the_page_stays_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "half.rules").write_text("language 1\n\ntroop ghost", encoding="utf-8")
    out = tmp_path / "book.html"
    out.write_text("before", encoding="utf-8")
    assert main(["report", "--html", str(out), "--content", str(tmp_path)]) == FAILED
    assert "half.rules:3" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "before"


# ---- colours


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_all_text_is_easy_to_tell_from_its_ground(scheme: int) -> None:
    css = files("toybattle.book").joinpath("page.css").read_text(encoding="utf-8")
    named = dict(re.findall(r"--([\w-]+): (#\w{6})", re.findall(r":root \{(.*?)\}", css, re.DOTALL)[scheme]))
    grounds = {
        **dict.fromkeys(("ink", "quiet", "link", "good", "bad", "amber"), ("paper",)),
        "ink": ("paper", "panel", "bad-pale", "amber-pale"), "quiet": ("paper", "panel"), "amber": ("paper", "amber-pale"),
    }  # fmt: skip
    for word, on in grounds.items():
        for ground in on:
            light, dark = sorted((_luminance(named[word]), _luminance(named[ground])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, f"{word} on {ground}"
