"""From rules folders to a ruleset: which files count, what is remembered between runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints

from toybattle import LANGUAGE_VERSION
from toybattle.documents import document_in, schema_faults
from toybattle.errors import Fault, InputError, Place, did_you_mean
from toybattle.lang import syntax
from toybattle.lang.syntax import Statement, lines_of
from toybattle.resources import Content, cache_folder, write_whole
from toybattle.ruleset.analyse import analyse
from toybattle.ruleset.from_syntax import ruleset_from_files
from toybattle.ruleset.merge import RulesFile
from toybattle.ruleset.tree import Citation, Ruleset

NO_SPECIAL_BASES = "no-special-bases"
"""The shipped overlay that `special_bases: false` stands for."""
LARGEST = 1 << 20
"""Bytes a rules file may have; the whole game has eight thousand."""


@lru_cache(maxsize=64)
def load_ruleset(content: Content = Content(), variants: tuple[str, ...] = ()) -> Ruleset:  # noqa: B008  (frozen)
    """Return the ruleset of the shipped rules, the content's and the variants named, or raise every fault at once.

    Warnings are no faults: `load_with_warnings` returns them too.
    """
    return load_with_warnings(content, variants)[0]


def load_with_warnings(content: Content, variants: tuple[str, ...]) -> tuple[Ruleset, list[Fault]]:
    """Return the same with what analysis warns of, read anew every time."""
    faults: list[Fault] = []
    paths = [path for path in content.files("rules", "**/*.rules") if path.parent.name != "variants"]
    known = {path.stem: path for path in content.files("rules", "variants/*.rules")}
    for variant in variants:
        if variant in known:
            paths.append(known[variant])
        else:
            hint = did_you_mean(variant, known)
            faults.append(Fault("unknown-variant", Place("--variant"), f"unknown variant '{variant}'", hint=hint))
    files = [file for path in paths for file in _read(path, content, faults)]
    citations = _citations(content, faults)
    ruleset, more = ruleset_from_files(files, citations, variants)
    faults += more
    found = analyse(ruleset) if ruleset and not faults else []
    lines = {file.name: file.lines for file in files}
    faults += [_with_source(fault, lines) for fault in found if not fault.is_warning]
    if faults or ruleset is None:
        raise InputError(sorted(faults, key=lambda fault: (fault.place.file, fault.place.line, fault.place.column)))
    return ruleset, found


def _with_source(fault: Fault, lines: Mapping[str, tuple[str, ...]]) -> Fault:
    return replace(fault, source=lines[fault.place.file][fault.place.line - 1])


def _citations(content: Content, faults: list[Fault]) -> dict[str, Citation]:
    citations: dict[str, Citation] = {}
    for path in content.files("rules", "citations.yaml"):
        try:
            document = document_in(content, path)
        except InputError as error:
            faults += error.faults
            continue
        wrong = schema_faults(document, "citations")
        faults += wrong
        if not wrong:
            data = cast("dict[str, dict[str, Any]]", document.data)
            for id_, entry in data["citations"].items():
                citations[id_] = Citation(
                    id_, entry["statement"], tuple(entry["source"]), entry["status"], entry.get("alternative", ""),
                    entry.get("variant", ""), tuple(data["sources"].get(source, source) for source in entry["source"]),
                )  # fmt: skip
    return citations


def _read(path: Path, content: Content, faults: list[Fault]) -> Iterable[RulesFile]:
    """Yield the file if it could be read; note what is wrong with it."""
    name, unsaved = content.name(path), content.text(path)
    try:
        data = path.read_bytes() if unsaved is None else unsaved.encode()
    except OSError as error:
        faults.append(Fault("unreadable", Place(name), f"cannot be read: {error.strerror}"))
        return
    if len(data) > LARGEST:
        faults.append(Fault("too-large", Place(name), f"{len(data)} bytes", f"at most {LARGEST}"))
        return
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.append(Fault("not-utf-8", Place(name, line), "bytes that are not UTF-8", "text saved as UTF-8"))
        return
    statements, wrong = _syntax(text, name) if unsaved is None else _parsed(text, name)
    faults += wrong
    yield RulesFile(name, lines_of(text), statements)


# ---- remembering syntax between runs: JSON, never code, so that a cache file can at worst be ignored


def _syntax(text: str, name: str) -> tuple[tuple[Statement, ...], tuple[Fault, ...]]:
    """Return the statements of a text, from the cache if this very text was read before without fault."""
    made_by = [Path(syntax.__file__).with_name(part).stat() for part in ("grammar.lark", "parse.py", "syntax.py")]
    key = f"{LANGUAGE_VERSION}\n{[(part.st_size, part.st_mtime_ns) for part in made_by]}\n{text}"
    file = cache_folder() / f"{hashlib.sha256(key.encode()).hexdigest()}.json"
    try:
        plain = json.loads(file.read_text(encoding="utf-8"))
        if known := cast("tuple[Statement, ...]", _from_plain(plain, tuple[syntax.Statement, ...], 0)):
            return known, ()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass  # not there, or not whole: it is made anew
    statements, faults = _parsed(text, name)
    if not faults:
        write_whole(file, json.dumps([_to_plain(statement) for statement in statements]))
    return statements, faults


def _parsed(text: str, name: str) -> tuple[tuple[Statement, ...], tuple[Fault, ...]]:
    from toybattle.lang.parse import parse_rules  # noqa: PLC0415  (Lark is slow to import, and seldom needed)

    return parse_rules(text, name)


def _to_plain(value: object) -> object:
    """Return syntax as JSON holds it: a node is its class name, its span and its fields."""
    if isinstance(value, syntax.Node):
        span = value.span
        parts = [_to_plain(getattr(value, name)) for name in _fields(type(value))]
        return {type(value).__name__: [[span.line, span.column, span.end_line, span.end_column], *parts]}
    return [_to_plain(item) for item in value] if isinstance(value, tuple) else value


def _fields(kind: type[Any]) -> tuple[str, ...]:
    return cast("tuple[str, ...]", kind.__match_args__)


def _from_plain(value: object, hint: Any, depth: int) -> object:
    """Return what JSON holds as syntax of the type that `hint` asks for, or raise ValueError or TypeError."""
    if isinstance(value, dict):
        return _node(value, hint, depth + 1)
    if isinstance(value, list) and get_origin(hint) is tuple:
        return tuple(_from_plain(item, get_args(hint)[0], depth) for item in value)
    if type(value) not in (get_args(hint) or (hint,)):
        raise TypeError(value)
    return value


def _node(value: Any, hint: Any, depth: int) -> syntax.Node:
    name: str
    span: list[int]
    parts: list[Any]
    ((name, (span, *parts)),) = value.items()
    kind, hints = _nodes()[name]
    if kind not in (get_args(hint) or (hint,)) or depth > syntax.MOST_DEPTH or list(map(type, span)) != [int] * 4:
        raise ValueError(name)
    fields = (_from_plain(part, of, depth) for part, of in zip(parts, hints, strict=True))
    return cast("syntax.Node", kind(*fields, span=syntax.Span(*span)))


@cache
def _nodes() -> dict[str, tuple[type[Any], tuple[Any, ...]]]:
    """Return each class of syntax by name, with the types of its fields."""
    nodes = [kind for kind in vars(syntax).values() if isinstance(kind, type) and issubclass(kind, syntax.Node)]
    hints = {kind: get_type_hints(kind) for kind in nodes}
    return {kind.__name__: (kind, tuple(hints[kind][name] for name in _fields(kind))) for kind in nodes}
