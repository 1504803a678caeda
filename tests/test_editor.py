"""The language server, spoken to as an editor speaks to it, and what it knows at every place of a file."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import tomllib
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from documents_of import ROOT, blocks
from golden import kept
from toybattle.cli import main
from toybattle.editor import offers, outline, places, step_offers
from toybattle.editor.desk import Desk
from toybattle.editor.hover import hover
from toybattle.editor.layout import laid_out
from toybattle.editor.textmate import grammar_of_rules
from toybattle.lang.parse import parse_rules
from toybattle.lang.syntax import lines_of
from toybattle.resources import Content, shipped

RULES = """language 1

special well "Well" [base-effect] cites "At the well one troop may be drawn.": may draw 1

to place T on S
require dry cites place-connected: S is not well or T is not joker
"""
FEATURE = """Feature: Wells

  @place-connected
  Scenario: A joker stays dry
    Given the terrain "castle-field"
    And the stack on base 7 is Blue Star
    And Blue's rack is Kwak
    Then Blue may place Kwak on exactly bases 1 and 2
"""


PARAMS = {
    "completion": lsp.CompletionParams, "hover": lsp.HoverParams, "definition": lsp.DefinitionParams,
    "references": lsp.ReferenceParams, "document_symbol": lsp.DocumentSymbolParams, "formatting": lsp.DocumentFormattingParams,
}  # fmt: skip


class Editor:
    """An editor that has started `toybattle lsp`, and waits for what it asks."""

    def __init__(self, folder: Path, *options: str, capabilities: lsp.ClientCapabilities | None = None) -> None:
        self.loop, self.folder, self.opened = asyncio.new_event_loop(), folder, list[str]()
        self.client = LanguageClient("an editor", "1")
        self.told: dict[str, list[tuple[lsp.Diagnostic, ...]]] = {}
        """By the end of a file's path, what was told of it, the latest last."""
        self.complaints: list[str] = []
        self.changed = asyncio.Event()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            self.told.setdefault(params.uri.removeprefix(f"{self.folder.as_uri()}/"), []).append(tuple(params.diagnostics))
            self.changed.set()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def shown(params: lsp.ShowMessageParams) -> None:
            self.complaints.append(params.message)

        self.run(self.client.start_io(str(Path(sys.executable).with_name("toybattle")), "lsp", *options))
        self.version = 0
        wanted = lsp.InitializeParams(capabilities or lsp.ClientCapabilities())
        self.able: lsp.ServerCapabilities = self.run(self.client.initialize_async(wanted)).capabilities
        self.client.initialized(lsp.InitializedParams())

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 30))

    def uri(self, file: str) -> str:
        return (self.folder / file).as_uri()

    def open(self, file: str, text: str | None = None) -> tuple[lsp.Diagnostic, ...]:
        """Open a file and return its faults."""
        text = (self.folder / file).read_text(encoding="utf-8") if text is None else text
        self.opened.append(file)
        item = lsp.TextDocumentItem(self.uri(file), "rules", 1, text)
        return self._after(file, lambda: self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item)))

    def close(self, file: str) -> None:
        """Close a file."""
        self.opened.remove(file)
        document = lsp.TextDocumentIdentifier(self.uri(file))
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))

    def type(self, file: str, text: str) -> tuple[lsp.Diagnostic, ...]:
        """Change a file to this text and return its faults."""
        return self._after(file, lambda: self.send(file, text))

    def send(self, file: str, text: str) -> None:
        self.version += 1
        document = lsp.VersionedTextDocumentIdentifier(self.version + 1, self.uri(file))
        changes: list[lsp.TextDocumentContentChangeEvent] = [lsp.TextDocumentContentChangeWholeDocument(text)]
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, changes))

    def _after(self, file: str, act: Callable[[], None]) -> tuple[lsp.Diagnostic, ...]:
        """Return the faults told of a file after something was done."""
        known = len(self.told.get(file, ()))
        act()
        self.wait(lambda: len(self.told.get(file, ())) > known)
        return self.told[file][-1]

    def wait(self, is_so: Callable[[], bool]) -> None:
        """Wait until what was told makes it so."""

        async def wait() -> None:
            while not is_so():
                self.changed.clear()
                await self.changed.wait()

        self.run(wait())

    def ask(self, what: str, file: str, text: str = "", word: str = "", **more: Any) -> Any:
        """Ask about the first place of a word in a text, or of a whole file."""
        before = text[: text.index(word)]
        character = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        place = {"position": lsp.Position(before.count("\n"), character)} if word else {}
        params = PARAMS[what]
        asked = params(text_document=lsp.TextDocumentIdentifier(self.uri(file)), **place, **more)
        return self.run(getattr(self.client, f"text_document_{what}_async")(asked))

    def leave(self) -> tuple[int, str]:
        """End the server as an editor does and return its status and what it wrote beside the protocol."""

        async def leave() -> tuple[int, str]:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            server: Any = self.client._server
            said = await server.stderr.read()
            await self.client.stop()
            return server.returncode, said.decode()

        done = self.run(leave())
        self.loop.close()
        return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a project with a rules file and a feature."""
    for name, text in (("rules/well.rules", RULES), ("features/well.feature", FEATURE)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """Return an editor; whatever is done with it, in the end its server leaves in peace and has complained of nothing."""
    one = Editor(tmp_path_factory.mktemp("nothing"))
    yield one
    assert one.leave() == (0, "")
    assert not one.complaints


@pytest.fixture
def editor(server: Editor, folder: Path) -> Iterator[Editor]:
    """Return that editor with the project in it, and nothing open."""
    server.folder, server.opened, server.told = folder, [], {}
    yield server
    for file in [*server.opened]:
        server.close(file)


WELL, SCENARIO = "rules/well.rules", "features/well.feature"


# ---- over the protocol


def test_a_fault_shows_while_it_is_typed_and_goes_when_it_is_mended(editor: Editor) -> None:
    assert editor.open(WELL) == ()
    (fault,) = editor.type(WELL, RULES.replace("not well", "not wel"))
    assert (fault.code, fault.severity, fault.source) == ("unknown-predicate", lsp.DiagnosticSeverity.Error, "toybattle")
    assert "did you mean 'well'" in fault.message
    assert (fault.range.start.line, fault.range.start.character) == (5, RULES.splitlines()[5].index("well or"))
    assert fault.range.end.character - fault.range.start.character == len("wel")
    page = editor.ask("hover", WELL, RULES.replace("not well", "not wel"), "wel or")
    assert page.contents.value.startswith("**unknown-predicate** ")
    assert editor.type(WELL, RULES) == ()
    assert (editor.folder / WELL).read_text(encoding="utf-8") == RULES


def test_a_fault_in_another_file_shows_there(editor: Editor) -> None:
    editor.open(SCENARIO)
    editor.open(WELL)
    (editor.folder / "rules" / "other.rules").write_text(
        "language 1\nto place T on S\nexcept wet cites place-connected: waive dry\n", "utf-8"
    )
    editor.type(WELL, RULES.replace("require dry", "require very-dry"))
    editor.wait(lambda: "rules/other.rules" in editor.told)
    ((fault,),) = editor.told["rules/other.rules"]
    assert fault.code == "unknown-label"
    editor.type(WELL, RULES)
    editor.wait(lambda: fault not in editor.told["rules/other.rules"][-1])


def test_places_are_counted_as_the_editor_counts(editor: Editor, folder: Path) -> None:
    line = 'require dry cites "𝔊𝔊 é": S is not wel'
    before, text = line[: line.index("wel")], f"language 1\nto place T on S\n{line}\n"
    assert editor.able.position_encoding == "utf-16"
    (fault,) = editor.open(WELL, text)
    assert fault.range.start.character == len(before.encode("utf-16-le")) // 2
    wide = lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf8])
    other = Editor(folder, capabilities=lsp.ClientCapabilities(general=wide))
    assert other.able.position_encoding == "utf-8"
    (fault,) = other.open(WELL, text)
    assert fault.range.start.character == len(before.encode())
    assert other.leave() == (0, "")


def test_words_are_completed_where_they_can_stand(editor: Editor) -> None:
    text = RULES + "require wet cites place-connected: S is "
    editor.open(WELL, text)
    found = editor.ask("completion", WELL, text + "§", "§").items
    assert {"not", "my", "enemy", "joker", "empty", "well", "gate", "kwak", "pinned"} <= {item.label for item in found}
    assert not {"cites", "require", "draw-base"} & {item.label for item in found}


def test_a_step_is_completed_with_places_to_fill_in(editor: Editor, folder: Path) -> None:
    text = FEATURE.replace("Then Blue may place Kwak on exactly bases 1 and 2", "When Blue pl").rstrip()
    item = lsp.ClientCompletionItemOptions(snippet_support=True)
    completion = lsp.CompletionClientCapabilities(completion_item=item)
    can = lsp.ClientCapabilities(text_document=lsp.TextDocumentClientCapabilities(completion=completion))
    other = Editor(folder, capabilities=can)
    for one, wanted in ((other, "Blue places ${1:troop} on ${2:slot}"), (editor, "Blue places <troop> on <slot>")):
        one.open(SCENARIO, text)
        found = one.ask("completion", SCENARIO, text + "§", "§").items
        assert [x.text_edit.new_text for x in found if x.label == "Blue places <troop> on <slot>"] == [wanted]
    assert other.leave() == (0, "")


def test_a_label_leads_to_its_statement_and_to_the_scenarios_that_cite_it(editor: Editor) -> None:
    editor.open(WELL)
    (own,) = editor.ask("definition", WELL, RULES, "well or")
    assert (own.uri, own.range.start.line, own.range.start.character) == (editor.uri(WELL), 2, len("special "))
    found = editor.ask("references", WELL, RULES, "dry cites", context=lsp.ReferenceContext(include_declaration=False))
    assert (editor.uri(SCENARIO), 3) in {(spot.uri, spot.range.start.line) for spot in found}
    told = editor.ask("hover", WELL, RULES, "dry cites")
    assert "You can place a troop on a slot only if" in told.contents.value
    assert "`place-connected`, settled: " in told.contents.value


def test_a_scenario_leads_to_what_it_names(editor: Editor) -> None:
    editor.open(SCENARIO)
    assert editor.told[SCENARIO] == [()]
    for word, file, line in (
        ("place-connected", "citations.yaml", "  place-connected:"), ("castle-field", "castle-field.yaml", ""),
        ("Kwak", "troops.rules", "troop kwak"),
    ):  # fmt: skip
        (spot,) = editor.ask("definition", SCENARIO, FEATURE, word)
        assert spot.uri.endswith(file)
        (path,) = (p for kind in ("rules", "terrains") for p in shipped(kind).rglob(file))
        assert path.read_text("utf-8").split("\n")[spot.range.start.line].startswith(line)
    told = editor.ask("hover", SCENARIO, FEATURE, "may place")
    assert "These are all the slots where a troop may be placed now." in told.contents.value


def test_a_terrain_is_checked_as_a_map_while_it_is_drawn(editor: Editor) -> None:
    text = shipped("terrains").joinpath("castle-field.yaml").read_text("utf-8").replace("castle-field", "mine")
    (editor.folder / "terrains").mkdir()
    assert editor.open("terrains/mine.yaml", text) == ()
    faults = editor.type("terrains/mine.yaml", text.replace("\n  1 3,", "\n  1 3, 1 8,"))
    assert {(fault.code, fault.severity) for fault in faults} == {
        ("paths-cross", lsp.DiagnosticSeverity.Error), ("no-symmetry", lsp.DiagnosticSeverity.Warning),
    }  # fmt: skip


def test_statements_and_scenarios_are_listed(editor: Editor) -> None:
    editor.open(WELL)
    assert [(x.name, x.detail) for x in editor.ask("document_symbol", WELL)] == [
        ("well", "special"), ("to place", "to"), ("dry", "require"),
    ]  # fmt: skip
    editor.open(SCENARIO)
    (feature,) = editor.ask("document_symbol", SCENARIO)
    assert [(x.name, x.detail) for x in feature.children] == [("A joker stays dry", "Scenario")]


def test_rules_are_laid_out(editor: Editor) -> None:
    text = RULES.replace("require dry cites", "require  dry   cites") + "# the end"
    editor.open(WELL, text)
    (edit,) = editor.ask("formatting", WELL, options=lsp.FormattingOptions(2, True))
    assert edit.new_text == RULES.splitlines()[5]
    assert (edit.range.start.line, edit.range.end.line) == (5, 5)
    editor.type(WELL, text + "\nrequire")
    assert not editor.ask("formatting", WELL, options=lsp.FormattingOptions(2, True))


def test_a_file_that_is_closed_counts_as_it_is_on_the_disk(editor: Editor) -> None:
    assert editor.open(WELL, RULES + "require")
    editor.close(WELL)
    editor.wait(lambda: editor.told[WELL][-1] == ())
    assert editor.open(WELL) == ()


def test_the_commands_options_count(editor: Editor, folder: Path) -> None:
    (folder / "lone.feature").write_text(FEATURE.replace("place-connected", "my-id"), encoding="utf-8")
    (folder / "more" / "rules").mkdir(parents=True)
    text = shipped("rules").joinpath("citations.yaml").read_text("utf-8").split("citations:\n")[0]
    entry = "citations:\n  my-id: {statement: Mine., source: [project], status: settled}\n"
    (folder / "more" / "rules" / "citations.yaml").write_text(text + entry, encoding="utf-8")
    assert [fault.code for fault in editor.open("lone.feature")] == ["unknown-tag"]
    other = Editor(folder, "--content", str(folder / "more"))
    assert other.open("lone.feature") == ()
    assert other.leave() == (0, "")


def test_whatever_is_typed_the_server_goes_on(editor: Editor) -> None:
    editor.open(WELL)
    editor.open(SCENARIO)
    chance = random.Random(6)
    for _ in range(25):
        file, text = chance.choice([(WELL, RULES), (SCENARIO, FEATURE)])
        spoilt = _spoilt(text, chance)
        editor.send(file, spoilt)
        for what in ("completion", "hover", "definition"):
            at = chance.randrange(len(spoilt) + 1)
            marked = spoilt[:at] + "\0" + spoilt[at:]
            editor.ask(what, file, marked, "\0")
        editor.ask("document_symbol", file)
    for file, text in ((WELL, RULES), (SCENARIO, FEATURE)):
        editor.send(file, text)
        editor.wait(lambda file=file: editor.told[file][-1] == ())  # type: ignore[misc]


# ---- the same without a protocol, where much can be tried


def texts() -> list[Path]:
    """Return the shipped rules and features."""
    return sorted([*shipped("rules").rglob("*.rules"), *shipped("features").rglob("*.feature")])


def _spoilt(text: str, chance: random.Random) -> str:
    """Return a text as it may be in the middle of typing."""
    at, to = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    pieces = [
        '"', "'", "(", "[", "@", "|", ":", "#", "\t", "\r", "\0", "\x0c", "\u2028", "é𝔊", "\ufeff", "9" * 400, "x" * 20_000,
        '"""', "Scenario Outline: <a>", "Examples:", "| a |", "cites ", "replace ", "\n\n", "(" * 200, "not " * 3000,
    ]  # fmt: skip
    match chance.randrange(5):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[to:]
        case 2:
            return text[:at] + chance.choice(pieces) + text[at:]
        case 3:
            return text[:at] + chance.choice(pieces) + text[to:]
        case _:
            return text[to:] + text[:at]


def test_no_half_typed_text_breaks_anything() -> None:
    chance, desk = random.Random(11), Desk(Content(), ())
    for _ in range(100):
        path = chance.choice(texts())
        text = _spoilt(path.read_text(encoding="utf-8"), chance)
        desk.put(path, text)
        lines = desk.lines(path)
        for file, faults in desk.faults(path).items():
            for fault in faults:
                assert 0 <= fault.place.line <= len(desk.lines(file)), fault
        for line in {1, len(lines), *(chance.randrange(len(lines)) + 1 for _ in range(3))}:
            column = chance.randrange(len(lines[line - 1]) + 1) + 1
            (step_offers.in_feature if path.suffix == ".feature" else offers.in_rules)(desk, path, line, column)
            hover(desk, path, line, column)
            if mention := places.mention_at(desk, path, line, column):
                places.definitions(desk, path, mention)
        outline.outline(desk, path)
        if path.suffix == ".rules":
            laid_out(text)
        desk.drop(path)


def test_all_that_is_shipped_is_laid_out_as_it_is() -> None:
    for path in texts():
        if path.suffix == ".rules":
            assert laid_out(path.read_text(encoding="utf-8")) == [], path


def test_layout_loses_nothing_and_says_the_same() -> None:
    chance = random.Random(5)

    def spread(line: str) -> str:
        """Return a line with other blanks and breaks between its words, the comment behind them as it is."""
        words, sign, comment = line.partition("#")
        blank = r'"[^"]*"|(?<=[a-z,:]) (?=[a-zA-Z])'
        return (
            re.sub(blank, lambda x: x[0] if x[0] != " " else chance.choice([" ", "  ", "\n    ", "\t"]), words) + sign + comment
        )

    for path in (path for path in texts() if path.suffix == ".rules"):
        text = path.read_text(encoding="utf-8")
        spoilt = "\n".join(map(spread, text.split("\n")))
        lines = list(lines_of(spoilt))
        for new in reversed(laid_out(spoilt)):
            lines[new.line - 1 : new.end] = new.text.split("\n")
        done = "\n".join(lines)
        assert parse_rules(done, "x") == parse_rules(text, "x")
        assert re.findall("#.*", done) == re.findall("#.*", text)
        assert done.count("\n\n") == text.count("\n\n")
        assert laid_out(done) == []


def test_the_settings_on_the_page_start_the_server() -> None:
    page, folder = ROOT / "docs" / "editors.md", ROOT / "docs" / "editors" / "vscode"
    (helix,) = (tomllib.loads(block.text) for block in blocks("toml") if ROOT / block.page == page)
    (neovim,) = (block.text for block in blocks("lua") if ROOT / block.page == page)
    assert helix["language-server"]["toybattle"] == {"command": "toybattle", "args": ["lsp"]}
    assert [suffix for language in helix["language"] for suffix in language["file-types"]] == ["rules", "feature"]
    assert 'cmd = { "toybattle", "lsp" }' in neovim
    extension = json.loads((folder / "package.json").read_text("utf-8"))
    known = extension["contributes"]["configuration"]["properties"]
    assert known["toybattle.command"]["default"] == "toybattle"
    assert 'args: ["lsp"' in (folder / "extension.js").read_text("utf-8")
    (settings,) = (json.loads(block.text) for block in blocks("jsonc") if ROOT / block.page == page)
    assert {key for key in settings if key.startswith("toybattle.")} <= known.keys()
    (grammar,) = extension["contributes"]["grammars"]
    assert grammar["scopeName"] == grammar_of_rules()["scopeName"]
    assert (folder / grammar["path"]).is_file()


def test_without_pygls_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "toybattle.editor.server", raising=False)
    assert main(["lsp"]) == 1
    assert capsys.readouterr().err == "an editor is served with pygls: pip install 'toybattle[lsp]'\n"


def test_the_words_an_editor_colours_are_those_of_the_language() -> None:
    path = ROOT / "docs" / "editors" / "vscode" / "syntaxes" / "toybattle-rules.tmLanguage.json"
    made = json.dumps(grammar_of_rules(), indent=2, ensure_ascii=False) + "\n"
    assert kept(path, made) == made
