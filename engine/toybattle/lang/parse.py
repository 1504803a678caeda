"""From text to syntax; the one module that imports Lark."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, cast

from lark import Lark, Token, Transformer, Tree, lexer
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.tree import Meta

from toybattle import LANGUAGE_VERSION
from toybattle.errors import Fault, Place, nearest
from toybattle.lang import mistakes, syntax
from toybattle.lang.syntax import MOST_DEPTH, NOWHERE, Span, Statement, lines_of

MOST_CHARACTERS = 8000
"""Of one statement; the longest of the game has three hundred."""
MOST_FAULTS = 50
"""Reported of one file."""

KINDS = {"NAME": mistakes.NAME, "VAR": mistakes.VARIABLE, "INT": mistakes.NUMBER, "STRING": mistakes.QUOTED}
WORDS = {"me", "enemy", "here", "this", "each_player", "first_player", "other_player"}
LIFETIMES = {"next_turn", "this_turn", "stay"}


@dataclass(frozen=True, slots=True)
class Grammar:
    """The parser of one statement, and what its terminals look like to a writer."""

    parser: Lark
    shown: dict[str, tuple[str, ...]]

    @property
    def keywords(self) -> frozenset[str]:
        """Every word of the language."""
        return frozenset(word for words in self.shown.values() for word in words) - mistakes.KINDS


# Lark compares all terminals whenever interegular is installed, which takes longer than all the rest; a test needs it.
_CAN_COMPARE = lexer.has_interegular


@cache
def grammar(strict: bool = False) -> Grammar:
    """Return the grammar; `strict` refuses any ambiguity of it."""
    shown: dict[str, tuple[str, ...]] = {"$END": (mistakes.END,), **{name: (kind,) for name, kind in KINDS.items()}}

    def end_keyword(terminal: TerminalDef) -> None:
        """Make a keyword end where a name would, and let it win over NAME."""
        if terminal.name in KINDS or terminal.name.startswith("__IGNORE"):
            return
        pattern = terminal.pattern
        is_plain = isinstance(pattern, PatternStr)
        value = re.escape(pattern.value) if is_plain else pattern.value
        words = (pattern.value,) if is_plain else value.removeprefix("(?:").removesuffix(")").replace("\\", "").split("|")
        shown[terminal.name] = tuple(words)
        if re.search(r"[a-z]", value):
            spaced = value.replace(r"\ ", r"\s+").replace(" ", r"\s+")
            terminal.pattern = PatternRE(rf"(?:{spaced})(?![a-z0-9-])")
            terminal.priority = 1

    lexer.has_interegular = strict and _CAN_COMPARE
    text = files("toybattle.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    options: dict[str, Any] = {"propagate_positions": True, "maybe_placeholders": True, "edit_terminals": end_keyword}
    return Grammar(Lark(text, parser="lalr", strict=strict, **options), shown)


def allowed_after(text: str) -> frozenset[str]:
    """Return the words and the kinds of word that can go on a statement begun with this text; none if nothing can."""
    if len(text) > MOST_CHARACTERS:
        return frozenset()
    parser: Any = grammar().parser.parse_interactive(text)
    try:
        parser.exhaust_lexer()
    except UnexpectedInput:
        return frozenset()
    return _shown(parser.accepts())


def _shown(terminals: Iterable[str]) -> frozenset[str]:
    return frozenset(word for terminal in terminals for word in grammar().shown.get(terminal, ()))


class _Builder(Transformer[Any, Any]):
    """Makes each tree the syntax class of its rule's name."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.shift = line - 1

    def __default__(self, data: str, children: list[Any], meta: Meta) -> Any:
        values = [self._value(child) for child in children]
        span = NOWHERE
        if not meta.empty:
            span = Span(meta.line + self.shift, meta.column, meta.end_line + self.shift, meta.end_column)
        match str(data):
            case "cites" | "groups" | "choices":
                return tuple(values)
            case word if word in WORDS:
                return syntax.Word(word.replace("_", " "), span=span)
            case word if word in LIFETIMES:
                return word
            case "citation":
                token = children[0]
                return syntax.Citation(values[0], token.type == "STRING", span=span)
            case "enemy_of":
                return syntax.Of("enemy", *values, span=span)
            case "my" | "enemys":
                return syntax.Possessive("my" if data == "my" else "enemy", *values, span=span)
            case "my_predicate" | "enemy_predicate":
                return syntax.Predicate(values[0], str(data).removesuffix("_predicate"), span=span)
            case "none":
                return syntax.Quantified("no", *values, span=span)
            case "troop_here":
                return None  # a special base's own slot, which is what no troop at all means too
            case "named_troop" | "any_troop":
                return values[0] if values else "any troop"
            case "troop":
                name, display, strength, count, cites = values
                strength = None if strength == "joker" else strength
                return syntax.Troop(name, display, strength, count, cites, span=span)
            case "label_target" | "group_target":
                return (values[0], data == "group_target")
            case "exception":
                name, groups, cites, does, (target, is_group), when = values
                return syntax.Exception_(name, groups, cites, does, target, is_group, when, span=span)
            case "program":
                may, choices, *phrases = values
                return syntax.Program(may, choices or (), tuple(phrases), span=span)
            case "order" | "after":
                cites, *rest = values
                return _class(str(data))(cites, tuple(rest), span=span)
            case "law":
                name, *middle, when, phrase = values
                *binders, cites = middle
                return syntax.Law(name, tuple(binders), cites, when, phrase, span=span)
            case rule:
                return _class(rule)(*values, span=span)

    @staticmethod
    def _value(child: Any) -> Any:
        match getattr(child, "type", None):
            case "INT":
                return int(child)
            case "STRING":
                return str(child)[1:-1]
            case None:
                return child
            case _:
                return " ".join(str(child).split())


def _class(rule: str) -> type[Any]:
    return cast("type[Any]", getattr(syntax, rule.title().replace("_", "")))


def parse_rules(text: str, name: str) -> tuple[tuple[Statement, ...], tuple[Fault, ...]]:
    """Return the statements of a rules file and the faults of its syntax, in reading order.

    A statement begins in the first column and reaches to the next one, so a fault spoils one statement only.
    """
    reader = _Reader(name)
    chunks = statement_texts(lines_of(text))
    for done, (line, chunk) in enumerate(chunks):
        reader.read(line, chunk)
        if len(reader.faults) >= MOST_FAULTS and done + 1 < len(chunks):
            rest = f"{MOST_FAULTS} faults; the {len(chunks) - done - 1} statements from here on were not read"
            reader.faults.append(Fault("too-many-faults", Place(name, chunks[done + 1][0]), rest))
            break
    if not chunks:
        reader.fault("language", 1, "", 0, "a file without statements", f"`language {LANGUAGE_VERSION}` as the first line")
    return tuple(reader.statements), tuple(reader.faults)


def statement_texts(lines: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return each statement's first line number and text; blank lines and comments belong to the one before."""
    chunks: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines, start=1):
        begins = line[:1] not in ("", " ", "\t", "#")
        if begins or (line.strip() and not chunks and not line.lstrip().startswith("#")):
            chunks.append((number, [line]))
        elif chunks:
            chunks[-1][1].append(line)
    return [(number, "\n".join(chunk)) for number, chunk in chunks]


class _Reader:
    """One file's statements and faults, as they are found."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.statements: list[Statement] = []
        self.faults: list[Fault] = []
        self.is_first = True
        self.is_open = False
        """Whether the last statement ended too early."""

    def fault(self, code: str, line: int, chunk: str, at: int, found: str, expected: str = "", hint: str = "") -> None:
        """Note a fault at a character of a statement that begins on this line."""
        self.note(fault(code, chunk, at, found, expected, hint), line)

    def note(self, found: Fault, line: int) -> None:
        """Note what was found in a statement that begins on this line."""
        place = Place(self.name, line + found.place.line - 1, found.place.column)
        self.faults.append(replace(found, place=place))

    def read(self, line: int, chunk: str) -> None:
        """Read the statement that begins on this line."""
        is_first, self.is_first = self.is_first, False
        was_open, self.is_open = self.is_open, False
        known = len(self.faults)
        tree, statement = _tree(chunk), None
        if isinstance(tree, tuple):
            found, self.is_open = tree
            self.note(found, line)
        else:
            statement = cast(Statement, _Builder(line).transform(tree))
        is_language = isinstance(statement, syntax.Language)
        misspelt = statement is None and nearest(chunk.split(maxsplit=1)[0], ["language"]) is not None
        wanted = f"`language {LANGUAGE_VERSION}` as the first line"
        if is_language and not is_first:
            self.fault("language", line, chunk, 0, "`language` below the first statement", wanted)
        elif isinstance(statement, syntax.Language) and statement.version != LANGUAGE_VERSION:
            self.fault("language", line, chunk, 0, f"rules language {statement.version}", wanted)
        elif is_first and not is_language and not misspelt:
            self.fault("language", line, chunk, 0, "a file that does not say its rules language", wanted)
        if statement and not is_language:
            self.statements.append(statement)
        if was_open and len(self.faults) > known and "begins no statement" in self.faults[known].found:
            del self.faults[known - 1]  # one mistake, a line that should be indented, is reported once


def fault(code: str, chunk: str, at: int, found: str, expected: str = "", hint: str = "") -> Fault:
    """Return a fault at a character of a statement, placed as if the file began with that statement."""
    start = chunk.rfind("\n", 0, at) + 1
    place = Place("", 1 + chunk.count("\n", 0, at), at - start + 1)
    return Fault(code, place, found, expected, hint, chunk[start:].partition("\n")[0])


@lru_cache(maxsize=1024)
def _tree(chunk: str) -> Tree[Token] | tuple[Fault, bool]:
    """Return a statement as Lark's tree, or what is wrong with it and whether it ends too early.

    Statements are remembered, so that of a file that is edited only what has changed is read.
    """
    if len(chunk) > MOST_CHARACTERS and len(blanked(chunk).rstrip()) > MOST_CHARACTERS:
        return fault("too-long", chunk, 0, "this statement is too long", f"at most {MOST_CHARACTERS} characters"), False
    if match := re.search(r"[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]", chunk):
        return fault("control-character", chunk, match.start(), f"the control character U+{ord(match[0]):04X}", "text"), False
    text = blanked(chunk)
    if match := re.search(r"(?<![A-Za-z0-9-])[0-9]{7,}", text):
        return fault("too-large-number", chunk, match.start(), "a number of more than six digits", "a smaller one"), False
    parser: Any = grammar().parser.parse_interactive(chunk)  # Lark leaves its methods untyped
    try:
        parser.exhaust_lexer()
        tree = cast("Tree[Token]", parser.feed_eof())
    except UnexpectedInput as error:
        is_open = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        at = len(text.rstrip()) if is_open else error.pos_in_stream or 0
        wrong = mistakes.mistake(text, at, _shown(parser.accepts()), grammar().keywords)
        return fault("syntax", chunk, wrong.at, wrong.found, wrong.expected, wrong.hint), is_open
    if _depth(tree) > MOST_DEPTH:
        found, hint = f"parts within parts, more than {MOST_DEPTH} deep", "make it several statements"
        return fault("too-deep", chunk, 0, found, hint=hint), False
    return tree


def blanked(chunk: str) -> str:
    """Return a statement with blanks in place of its comments and of what it quotes."""
    return re.sub(r'"[^"\n]*"|#[^\n]*', lambda match: " " * len(match.group()), chunk)


def _depth(tree: Tree[Token]) -> int:
    """Return how deep a tree is, without recursion."""
    deepest, open_ = 0, [(tree, 1)]
    while open_:
        node, depth = open_.pop()
        deepest = max(deepest, depth)
        open_ += [(child, depth + 1) for child in node.children if isinstance(child, Tree)]
    return deepest
