"""The living rulebook in a real browser: `.ci/run` installs Chromium and runs this file by name, `pytest` alone does not."""

from __future__ import annotations

import html
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toybattle.cli import main
from toybattle.cli.shared import FINE

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--allow-file-access-from-files",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--virtual-time-budget=20000",
)  # fmt: skip
"""Without a network, as files are opened, and with whatever the page says to its console."""
DARK = "--blink-settings=preferredColorScheme=0"
HARNESS = """<!DOCTYPE html><meta charset="utf-8">
<iframe src="{page}" style="width:{width}px;height:900px;border:0"></iframe><pre></pre><script>
const frame = document.querySelector("iframe");
frame.onload = async () => {{
  const window = frame.contentWindow, document = frame.contentDocument, pause = () => new Promise((go) => setTimeout(go, 300));
  let said;
  try {{ said = await (async () => {{ {script} }})(); }} catch (error) {{ said = String(error); }}
  frame.parentNode.querySelector("pre").textContent = JSON.stringify(said);
  frame.remove();
}};
</script>"""
VISIBLE = "[...document.querySelectorAll('.find')].filter((item) => item.getClientRects().length).map((item) => item.id)"
PAGES = range(60, 180)
"""Printed, of a page with some 270 scenarios."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of the shipped rules, in a folder of its own."""
    out = tmp_path_factory.mktemp("book") / "book.html"
    assert main(["report", "--html", str(out)]) == FINE
    return out


class Browser:
    """Chromium, with a fresh profile each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.console: list[str] = []

    def run(self, url: str, *flags: str) -> str:
        """Open a page and return what Chromium prints of it."""
        profile = self.folder / "profile"
        command = ["chromium", *FLAGS, f"--user-data-dir={profile}", *flags, url]
        ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=120)
        self.console += [line for line in ran.stderr.splitlines() if "CONSOLE" in line]
        return ran.stdout

    def asked(self, page: Path, script: str, part: str = "", width: int = 1280, *flags: str) -> Any:
        """Return what a script finds out about a page of this width, opened at a part of it."""
        harness = self.folder / "harness.html"
        harness.write_text(HARNESS.format(page=f"{page.as_uri()}{part}", width=width, script=script), encoding="utf-8")
        shown = self.run(harness.as_uri(), "--dump-dom", *flags)
        return json.loads(html.unescape(shown[shown.index("<pre>") + 5 : shown.index("</pre>")]))


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """Give a browser to whose console nothing may be said."""
    browser = Browser(tmp_path)
    yield browser
    assert browser.console == []


FETCHED = "return window.performance.getEntriesByType('resource').map((entry) => entry.name)"


def test_what_goes_wrong_in_a_page_would_be_noticed(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.html"
    faulty.write_text('<img src="http://toybattle.invalid/x.png"><script>nothing()</script>', encoding="utf-8")
    browser = Browser(tmp_path)
    assert browser.asked(faulty, FETCHED) == ["http://toybattle.invalid/x.png"]
    assert any("nothing is not defined" in line for line in browser.console)


def test_nothing_else_is_fetched(browser: Browser, page: Path) -> None:
    assert browser.asked(page, FETCHED) == []


def test_everything_is_there_and_scenarios_are_folded_away(browser: Browser, page: Path) -> None:
    shown = f"return [{VISIBLE}.length, document.querySelectorAll('.scenario[open]').length, document.title]"
    count, unfolded, title = browser.asked(page, shown)
    assert count == page.read_text(encoding="utf-8").count(" find")
    assert (unfolded, title) == (0, "Living rulebook")


def test_a_search_leaves_what_has_all_its_words(browser: Browser, page: Path) -> None:
    shown = f"return [{VISIBLE}, document.getElementById('found').textContent, document.getElementById('search').value]"
    found, said, typed = browser.asked(page, shown, "#search=hook%20H.Q.%20settled")
    assert "cite-place-hook-hq" in found
    assert "cite-place-equal" not in found
    assert said == f"{len(found)} places"
    assert typed == "hook H.Q. settled"


def test_typing_searches_and_escape_ends_it(browser: Browser, page: Path) -> None:
    script = f"""
      const key = (key, at) => at.dispatchEvent(new window.KeyboardEvent("keydown", {{key, bubbles: true, cancelable: true}}));
      const box = document.getElementById("search"), shown = () => {VISIBLE}.length, all = shown();
      key("/", document.body);
      const hasFocus = document.activeElement === box;
      box.value = "xylophone";
      box.dispatchEvent(new window.Event("input"));
      const none = [shown(), document.getElementById("found").textContent, window.location.hash];
      key("Escape", box);
      return [hasFocus, none, shown() === all, window.location.hash];
    """
    assert browser.asked(page, script) == [True, [0, "no places", "#search=xylophone"], True, ""]


def test_a_link_to_a_scenario_unfolds_it(browser: Browser, page: Path) -> None:
    ids = re.findall(r'<details id="([^"]*)" class="scenario find', page.read_text(encoding="utf-8"))
    script = f"""
      const open = () => [...document.querySelectorAll(".scenario[open]")].map((item) => item.id), first = open();
      window.location.hash = "#search=xylophone";
      await pause();
      window.location.hash = "#{ids[5]}";
      await pause();
      const box = document.getElementById("{ids[5]}").querySelector("svg").getBoundingClientRect();
      return [first, open(), box.width > 100 && box.height > 50, document.getElementById("search").value];
    """
    assert browser.asked(page, script, f"#{ids[3]}") == [[ids[3]], [ids[3], ids[5]], True, ""]


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
def test_nothing_is_cut_off_at_any_width(browser: Browser, page: Path, width: int) -> None:
    script = """
      document.querySelectorAll("details").forEach((part) => { part.open = true; });
      await pause();
      const wide = document.documentElement.clientWidth;
      const out = [...document.querySelectorAll("main *:not(svg *), nav *")].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width && (box.right > wide + 1 || box.left < -1);
      });
      return [wide, document.documentElement.scrollWidth, out.slice(0, 3).map((part) => part.outerHTML.slice(0, 120))];
    """
    assert browser.asked(page, script, "", width) == [width, width, []]


def test_it_is_light_or_dark_as_the_system_is(browser: Browser, page: Path) -> None:
    script = """
      const of = (name, property) => window.getComputedStyle(document.querySelector(name))[property];
      return [of("body", "backgroundColor"), of("body", "color"), of(".terrain .card", "fill"), of(".terrain .ink", "fill")];
    """
    light, dark = browser.asked(page, script), browser.asked(page, script, "", 1280, DARK)
    brightness = [[sum(map(int, re.findall(r"\d+", colour))) > 384 for colour in scheme] for scheme in (light, dark)]
    assert brightness == [[True, False, True, False], [False, True, False, True]]


def test_patterns_of_what_is_taken_are_painted(browser: Browser, page: Path) -> None:
    script = """
      const fields = [...document.querySelectorAll(".blue-field, .red-field")];
      const ids = new Set(fields.map((part) => window.getComputedStyle(part).fill.match(/#(\\w+)/)[1]));
      return [fields.length > 10, [...ids].sort(), [...ids].map((id) => document.querySelectorAll("#" + id).length)];
    """
    assert browser.asked(page, script) == [True, ["dots", "stripes"], [1, 1]]


def test_it_prints_with_every_scenario_on_a_sensible_number_of_pages(browser: Browser, page: Path, tmp_path: Path) -> None:
    whole, folded = tmp_path / "whole.pdf", tmp_path / "folded.pdf"
    browser.run(page.as_uri(), "--no-pdf-header-footer", f"--print-to-pdf={whole}")
    text = page.read_text(encoding="utf-8")
    without = tmp_path / "without.html"
    without.write_text(re.sub(r'<div class="case">.*?</figure></div>', "", text), encoding="utf-8")
    browser.run(without.as_uri(), "--no-pdf-header-footer", f"--print-to-pdf={folded}")
    pages, fewer = (len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) for path in (whole, folded))
    assert pages in PAGES
    assert fewer < pages - 40, "what scenarios unfold to is not printed"
