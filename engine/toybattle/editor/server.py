"""The language server: the editor's protocol on one side, a desk on the other; the one module that imports pygls."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from itertools import accumulate, takewhile
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from toybattle import __version__
from toybattle.editor import layout, offers, outline, places, step_offers
from toybattle.editor.desk import WRITTEN, Desk, Spot, is_alone, is_ours
from toybattle.editor.hover import hover
from toybattle.errors import Fault
from toybattle.faults import pages
from toybattle.lang.syntax import Span
from toybattle.resources import Content, real

Answer = TypeVar("Answer")

PAUSE = 0.005
"""Seconds after a keystroke in which another one puts off the search for faults, so that none is made in vain."""
SYMBOLS = {
    "Feature": lsp.SymbolKind.Module, "Rule": lsp.SymbolKind.Namespace, "Background": lsp.SymbolKind.Constructor,
    "zone": lsp.SymbolKind.Array, "troop": lsp.SymbolKind.Class, "special": lsp.SymbolKind.Class, "mark": lsp.SymbolKind.Field,
    "counter": lsp.SymbolKind.Number, "except": lsp.SymbolKind.Operator, "effect": lsp.SymbolKind.Event,
}  # fmt: skip
ITEMS = {
    "word": lsp.CompletionItemKind.Keyword, "name": lsp.CompletionItemKind.Reference, "value": lsp.CompletionItemKind.Value,
    "step": lsp.CompletionItemKind.Snippet,
}  # fmt: skip


class Server(LanguageServer):
    """A language server for rules and scenarios."""

    def __init__(self, desk: Desk) -> None:
        # Whole texts are sent: they are short, and editors and Python count lines differently within a change.
        super().__init__("toybattle", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.desk = desk
        self.uris: dict[Path, str] = {}
        """How the editor calls the files it has open."""
        self.told: dict[Path, set[Path]] = {}
        """By folder, or by file that lies in none: the files that faults were told of."""
        self.shown: dict[Path, list[lsp.Diagnostic]] = {}
        """What was told of each file last."""
        self.waiting: dict[Path, asyncio.TimerHandle] = {}
        """The files whose faults are to be told soon."""

    # ---- files and places, ours and the editor's

    def path(self, uri: str) -> Path | None:
        """Return the file of a document, None for one of which nothing is told."""
        path = real(Path(to_fs_path(uri) or uri.rpartition(":")[2]))
        return path if is_ours(path) else None

    def uri(self, path: Path) -> str:
        """Return how the editor calls a file."""
        return self.uris.get(path) or from_fs_path(str(path)) or ""

    def units(self, text: str) -> int:
        """Return how long a text is as the editor counts."""
        return int(self.workspace.position_codec.client_num_units(text))

    def position(self, lines: tuple[str, ...], line: int, column: int) -> lsp.Position:
        """Return a place as the editor counts; line and column count from 1."""
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        return lsp.Position(max(line, 1) - 1, self.units(text[: max(column, 1) - 1]))

    def range(self, path: Path, span: Span) -> lsp.Range:
        """Return a stretch as the editor counts."""
        lines = self.desk.lines(path)
        start, end = (span.line, span.column), (span.end_line, span.end_column)
        return lsp.Range(self.position(lines, *start), self.position(lines, *end))

    def location(self, spot: Spot) -> lsp.Location:
        """Return a stretch of a file as the editor names it."""
        return lsp.Location(self.uri(spot.path), self.range(spot.path, spot.span))

    def place(self, path: Path, position: lsp.Position) -> tuple[int, int]:
        """Return line and column, from 1, of a place in the editor; beyond a line's end it is the end."""
        lines = self.desk.lines(path)
        text = lines[position.line] if position.line < len(lines) else ""
        ends = accumulate(map(self.units, text))
        return position.line + 1, sum(1 for _ in takewhile(lambda end: end <= position.character, ends)) + 1

    # ---- what is wrong

    def changed(self, uri: str, text: str | None) -> None:
        """Take in what is open now, None for a document that was closed, and tell its faults after a pause."""
        if path := self.path(uri):
            if text is None:
                self.desk.drop(path)
                self.uris.pop(path, None)
            else:
                # Half of a character, as a broken editor may send, can be neither saved nor shown.
                self.desk.put(path, re.sub("[\ud800-\udfff]", "\ufffd", text))
                self.uris[path] = uri
            if path in self.waiting:
                self.waiting[path].cancel()
            self.waiting[path] = asyncio.get_running_loop().call_later(PAUSE, self.tell, path)

    def tell(self, path: Path) -> None:
        """Tell the editor what is wrong in a file and in those it belongs to, and what no longer is."""
        home = self.desk.home(path) or path
        found = self.desk.faults(path)
        told = self.told.setdefault(home, set())
        gone = set() if is_alone(path) and path in found else told - found.keys()
        for file in (*sorted(gone), *found):
            lines = self.desk.lines(file)
            shown = [self.diagnostic(fault, lines) for fault in found.get(file, ())]
            self.shown[file] = shown
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(file), shown))
        self.told[home] = (told - gone) | {file for file, faults in found.items() if faults}

    def diagnostic(self, fault: Fault, lines: tuple[str, ...]) -> lsp.Diagnostic:
        """Return a fault as the editor shows it."""
        line, column = min(max(fault.place.line, 1), len(lines) or 1), max(fault.place.column, 1)
        rest = (lines[line - 1] if lines else "")[column - 1 :]
        start, end = (self.position(lines, line, at) for at in (column, column + _length(fault, rest)))
        severity = lsp.DiagnosticSeverity.Warning if fault.is_warning else lsp.DiagnosticSeverity.Error
        return lsp.Diagnostic(lsp.Range(start, end), fault.said, severity, fault.code, source="toybattle")


def _length(fault: Fault, rest: str) -> int:
    """Return how much of the rest of a line a fault is about: what it quotes, else a word, else all."""
    quoted = re.search(r"'(.*)'", fault.found), re.search(r"'(.*?)'", fault.found)
    said = [hit[1] for hit in quoted if hit and rest.startswith(hit[1])]
    word = re.match(r"[\w'-]+|\S", rest) if fault.place.column else None
    return len(max(said, key=len, default="") or (word[0] if word else rest))


def serve(base: Content, variants: tuple[str, ...]) -> None:
    """Serve an editor over standard input and output until it leaves."""
    server, output = server_of(Desk(base, variants)), sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever else is printed must not get between the messages
    server.start_io(stdout=output)


def server_of(desk: Desk) -> Server:
    """Return a server with everything it can do."""
    server = Server(desk)

    def at(uri: str, position: lsp.Position, answer: Callable[[Path, int, int], Answer]) -> Answer | None:
        path = server.path(uri)
        return answer(path, *server.place(path, position)) if path and path.suffix in WRITTEN else None

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        desk.look_again()
        server.changed(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        text = server.workspace.get_text_document(params.text_document.uri).source
        server.changed(params.text_document.uri, text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        desk.look_again()
        if path := server.path(params.text_document.uri):
            server.tell(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        desk.look_again()
        server.changed(params.text_document.uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["@", "[", '"', " "]))
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        def found(path: Path, line: int, column: int) -> list[lsp.CompletionItem]:
            offer = step_offers.in_feature if path.suffix == ".feature" else offers.in_rules
            return [_item(server, path, x, line, column, rank) for rank, x in enumerate(offer(desk, path, line, column))]

        # What is offered depends on what is typed, so it is asked for again with every letter.
        return lsp.CompletionList(is_incomplete=True, items=at(params.text_document.uri, params.position, found) or [])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        def found(path: Path, line: int, column: int) -> lsp.Hover | None:
            wrong = [x for x in server.shown.get(path, ()) if x.range.start <= params.position <= x.range.end]
            if known := [page for page in (pages().get(str(x.code)) for x in wrong) if page]:
                text = "\n\n".join(f"**{page.code}** {page.what}\n{page.why}\n\n{page.mend}" for page in known)
                return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), wrong[0].range)
            told = hover(desk, path, line, column)
            return told and lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told[0]), server.range(path, told[1]))

        return at(params.text_document.uri, params.position, found)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        def found(path: Path, line: int, column: int) -> list[lsp.Location]:
            mention = places.mention_at(desk, path, line, column)
            return [server.location(spot) for spot in places.definitions(desk, path, mention)] if mention else []

        return at(params.text_document.uri, params.position, found) or []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        def found(path: Path, line: int, column: int) -> list[lsp.Location]:
            mention = places.mention_at(desk, path, line, column)
            if mention is None:
                return []
            own = places.definitions(desk, path, mention) if params.context.include_declaration else []
            return [server.location(spot) for spot in (*own, *places.references(desk, path, mention))]

        return at(params.text_document.uri, params.position, found) or []

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = server.path(params.text_document.uri)
        return (
            [_symbol(server, path, heading) for heading in outline.outline(desk, path)] if path and path.suffix in WRITTEN else []
        )

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = server.path(params.text_document.uri)
        lines = desk.lines(path) if path else ()
        new = layout.laid_out("\n".join(lines)) if path and path.suffix == ".rules" else []
        return [lsp.TextEdit(server.range(path, Span(x.line, 1, x.end, len(lines[x.end - 1]) + 1)), x.text) for x in new if path]

    return server


def _takes_snippets(server: Server) -> bool:
    completion = server.client_capabilities.text_document and server.client_capabilities.text_document.completion
    return bool(completion and completion.completion_item and completion.completion_item.snippet_support)


def _item(server: Server, path: Path, offer: offers.Offer, line: int, column: int, rank: int) -> lsp.CompletionItem:
    """Return an offer as the editor shows it, in our order."""
    snippet = offer.snippet if _takes_snippets(server) else ""
    return lsp.CompletionItem(
        label=offer.text.strip(),
        kind=ITEMS[offer.what],
        detail=offer.detail or None,
        sort_text=f"{rank:04}",
        filter_text=offer.typed or offer.text,
        insert_text_format=lsp.InsertTextFormat.Snippet if snippet else lsp.InsertTextFormat.PlainText,
        text_edit=lsp.TextEdit(server.range(path, Span(line, offer.column, line, column)), snippet or offer.text),
    )


def _symbol(server: Server, path: Path, heading: outline.Heading) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        name=heading.name,
        kind=SYMBOLS.get(heading.kind, lsp.SymbolKind.Function),
        range=server.range(path, heading.span),
        selection_range=server.range(path, heading.label),
        detail=heading.kind,
        children=[_symbol(server, path, below) for below in heading.below] or None,
    )
