"""From the text of a file to a document, bounded in time and memory; the one module that imports YAML.

YAML is read as YAML 1.2: `on`, `no`, `12:30` and dates stay text.
Anchors, aliases and tags are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import Fault, InputError, Place, did_you_mean
from ..resources import Content
from .document import Document, Steps, shown

_MOST_BYTES = 4 * 2**20
_MOST_DEPTH = 40
_MOST_VALUES = 200_000
_MOST_FAULTS = 100

_TOO_DEEP = f"nesting more than {_MOST_DEPTH} levels deep", "a flatter file"

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_REFUSED = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_JSON_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
# Longer numbers stay text, for the schema to refuse: int() of many digits is slow, float() may be infinite.
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?((0|[1-9][0-9]{0,17})(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][-+]?[0-9]{1,2})?")
_WORDS: Mapping[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}

_SYNTAX = {
    "',' or ']'": ("a list in brackets that lacks a comma or its end", "commas and a closing bracket, as in `[a, b]`"),
    "',' or '}'": (
        "a mapping in braces that lacks a comma or its end",
        "commas and a closing brace, as in `{a: 1, b: 2}`",
    ),
    "unexpected end of stream": ("a quoted text without its end", "a closing quote"),
    "mapping values are not allowed": ("a `:` where no key can stand", "one `key: value` a line, or quotes"),
    "cannot start any token": ("the character {character}, which begins no value", "quotes around such a text"),
    "did not find expected key": (
        "a line that does not fit the one above it",
        "`key: value`, as far indented",
    ),
    "expected '-' indicator": ("a line that does not fit the list it is in", "`- item`, as far indented"),
    "could not find expected ':'": ("a line that is not `key: value`", "a `:` and a blank after the key"),
}
"""Words of the parser, and ours: what was found, what was expected."""


def read_document(path: Path, name: str) -> Document:
    """Return the document in a file that messages call `name`, or raise InputError."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        beside = [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []
        hint = did_you_mean(path.name, beside)
        raise InputError([Fault("file-missing", Place(name), "there is no such file", hint=hint)]) from None
    except IsADirectoryError:
        raise InputError([Fault("file-is-folder", Place(name), "this is a folder", "a file")]) from None
    except (OSError, ValueError) as error:
        found = f"this file cannot be read ({getattr(error, 'strerror', None) or error})"
        raise InputError([Fault("file-unreadable", Place(name), found)]) from None
    if len(raw) > _MOST_BYTES:
        raise InputError([Fault("file-too-large", Place(name), "this file is too large", "at most 4 MiB")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = tuple(_BREAK.split(raw.decode("utf-8-sig", errors="replace")))
        before = _BREAK.split(raw[: error.start].decode("utf-8-sig"))
        fault = Document(None, {}, name, lines).fault_at(
            "not-utf-8",
            (len(before), len(before[-1]) + 1),
            f"the byte 0x{raw[error.start]:02x}, which is not UTF-8",
            "text saved as UTF-8",
        )
        raise InputError([fault]) from None
    return parse_document(text, name)


def document_in(content: Content, path: Path) -> Document:
    """Return the document in a file of a content, by the name messages call it, or raise InputError."""
    text = content.text(path)
    return read_document(path, content.name(path)) if text is None else parse_document(text, content.name(path))


def parse_document(text: str, name: str) -> Document:
    """Return the document in a text, or raise InputError; a name in `.json` allows escapes only JSON has."""
    # Imported here so that only those who read files pay for it.
    import yaml  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415

    if name.endswith(".json"):
        text = _JSON_PAIR.sub(lambda m: m[1] + bytes.fromhex(m[2] + m[3]).decode("utf-16-be"), text)
    reader = _Reader(Document(None, {}, name, tuple(_BREAK.split(text))))
    if refused := _REFUSED.search(text):
        before = _BREAK.split(text[: refused.start()])
        at = len(before), len(before[-1]) + 1
        found = f"the control character U+{ord(refused[0]):04X}"
        raise InputError([reader.blank.fault_at("control-character", at, found, "text")])
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            reader.take(type(event).__name__, event)
    except yaml.MarkedYAMLError as error:
        raise InputError([_syntax_fault(reader.blank, error)]) from None
    return reader.document()


def _syntax_fault(blank: Document, error: Any) -> Fault:
    mark, start = error.problem_mark, error.context_mark
    if "nesting depth" in error.problem:
        return blank.fault_at("too-deep", (mark.line + 1, mark.column + 1), *_TOO_DEEP)
    rest = "".join(line[mark.column * (i == 0) :] for i, line in enumerate(blank.lines[mark.line :]))
    if start and (not rest.strip() or "expected ':'" in error.problem):
        mark = start  # What lacks its end is shown where it begins.
    found, expected = next((ours for theirs, ours in _SYNTAX.items() if theirs in error.problem), (None, ""))
    found = (found or f"this is not YAML: {error.problem}").replace("{character}", repr(rest[:1]))
    if rest.startswith("\t") and "any token" in error.problem:
        found, expected = "a tab", "blanks to indent a line"
    if start and start.line < mark.line and "bra" in found:
        found += f" (it begins on line {start.line + 1})"
    return blank.fault_at("not-yaml", (mark.line + 1, mark.column + 1), found, expected)


def _value(text: str) -> object:
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read."""

    data: dict[str, object] | list[object]
    path: Steps
    key: str | None = None


@dataclass(slots=True)
class _Reader:
    """Builds a document from parser events without recursion, so that no nesting can exhaust the stack."""

    blank: Document
    data: object = None
    open: list[_Open] = field(default_factory=list)
    positions: dict[Steps, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Steps, tuple[int, int]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def document(self) -> Document:
        """Return what was read, or raise InputError."""
        if not self.positions:
            raise InputError([Fault("file-empty", Place(self.blank.name), "this file is empty")])
        if self.faults:
            raise InputError(self.faults)
        return Document(self.data, self.positions, self.blank.name, self.blank.lines, self.keys)

    def take(self, kind: str, event: Any) -> None:
        """Add what one parser event tells; its kind is the name of its class."""
        at = event.start_mark.line + 1, event.start_mark.column + 1
        if getattr(event, "anchor", None):
            found = f"the YAML {'alias `*' if kind == 'AliasEvent' else 'anchor `&'}{shown(event.anchor)}`"
            self._refuse("yaml-anchor", at, found, "the value written out")
        if getattr(event, "tag", None):
            self._refuse("yaml-tag", at, f"the YAML tag `{shown(event.tag)}`", "a value without a tag")
        match kind:
            case "ScalarEvent":
                parent = self.open[-1] if self.open else None
                if parent and isinstance(parent.data, dict) and parent.key is None:
                    self._take_key(parent, event.value, at)
                else:
                    self._add(event.value if event.style else _value(event.value), at)
            case "MappingStartEvent":
                self._begin({}, at)
            case "SequenceStartEvent":
                self._begin([], at)
            case "MappingEndEvent" | "SequenceEndEvent":
                self.open.pop()
            case "DocumentStartEvent" if self.positions:
                self._refuse("several-documents", at, "a second YAML document", "one document a file")

    def _take_key(self, parent: _Open, key: str, at: tuple[int, int]) -> None:
        path = (*parent.path, key)
        if path in self.keys:
            found = f"the key '{shown(key)}' a second time"
            hint = f"the first is on line {self.keys[path][0]}"
            self.faults.append(self.blank.fault_at("duplicate-key", at, found, hint=hint))
            if len(self.faults) == _MOST_FAULTS:
                raise InputError(self.faults)
            # Read on under another name, so that the keys below it are not reported too.
            key += f"\0{len(self.faults)}"
        self.keys[*parent.path, key] = at
        parent.key = key

    def _begin(self, data: dict[str, object] | list[object], at: tuple[int, int]) -> None:
        if len(self.open) == _MOST_DEPTH:
            self._refuse("too-deep", at, *_TOO_DEEP)
        if self.open and isinstance(self.open[-1].data, dict) and self.open[-1].key is None:
            self._refuse("key-not-text", at, "a list or mapping as a key", "a word or number as a key")
        self.open.append(_Open(data, self._add(data, at)))

    def _add(self, value: object, at: tuple[int, int]) -> Steps:
        """Put a value where the open list or mapping expects one, and return its path."""
        path: Steps = ()
        if not self.open:
            self.data = value
        elif isinstance(parent := self.open[-1].data, list):
            path = (*self.open[-1].path, len(parent))
            parent.append(value)
        elif (key := self.open[-1].key) is not None:
            path = (*self.open[-1].path, key)
            parent[key] = value
            self.open[-1].key = None
        self.positions[path] = at
        if len(self.positions) > _MOST_VALUES:
            self._refuse("too-many-values", at, f"more than {_MOST_VALUES} values", "a smaller file")
        return path

    def _refuse(self, code: str, at: tuple[int, int], found: str, expected: str) -> None:
        raise InputError([*self.faults, self.blank.fault_at(code, at, found, expected)])
