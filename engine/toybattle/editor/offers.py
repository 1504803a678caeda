"""What can be typed at a place of a rules file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from toybattle.editor.desk import Desk
from toybattle.editor.mentions import ACTING, CITATION, VERB, inner
from toybattle.lang import syntax as s
from toybattle.lang.mistakes import KINDS, NAME, NUMBER, STATEMENTS
from toybattle.lang.parse import allowed_after, blanked, statement_texts
from toybattle.ruleset.from_syntax import SIGNATURES
from toybattle.ruleset.merge import kind_of
from toybattle.ruleset.words import OF, PREDICATES, SETS

MOST_CHARACTERS = 2000
"""Of a statement in which something is offered; the longest of the game has three hundred."""
MOST_WORDS = 3
"""Of a keyword with blanks that may have been begun, as in `while its troop …`."""
GROUP, SET, OWNED, PREDICATE, COUNTED = "group", "set", "owned", "predicate", "counted"
PLACES = (
    (r"\bcites(?:[^:]*,)?\s*", (CITATION,)),
    (r"\b(?:waive|forbid)\s+", ("require",)),
    (r"\bsuspend\s+", ACTING),
    (r"\[\s*", (GROUP,)),
    (r"\b(?:placing|covering|leaving|with)\s+", ("troop",)),
    (r"\bat\s+", ("special",)),
    (r"\bis\s+(?:not\s+)?", (PREDICATE, "troop", "special", "mark")),
    (r"\bis\s+(?:not\s+)?(?:my|enemy)\s+", (PREDICATE,)),
    (r"\bmy\s+", (OWNED, "zone", "counter")),
    (r"\benemy\s+", (OWNED, "zone", "counter", VERB)),
    (r"\bafter\s+every\s+change\b.*[:,]\s*", ("law", "win")),
    (r"\bmost\s+", (COUNTED, "counter")),
    (r"(?:remove|replace)\s+(\w+)\s+", ()),
    (r"remove\s+", ("any",)),
    (r"to\s+", (VERB,)),
    (rf"(?:{'|'.join(STATEMENTS)})\s+", ("new",)),
    (r"mark\s+\S+\s+by\s+", ("new",)),
)  # fmt: skip
"""What stands before a name, and what the name can be; the first that fits counts."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be typed."""

    text: str
    """What is shown, and put in place unless there is a snippet."""
    column: int
    """From where it replaces what is typed, counting from 1."""
    what: Literal["word", "name", "value", "step"]
    detail: str = ""
    snippet: str = ""
    """The same with places to fill in, in the form editors know."""
    typed: str = ""
    """What an editor compares with what was typed, if not the text itself."""


def in_rules(desk: Desk, path: Path, line: int, column: int) -> list[Offer]:
    """Return what can go on a statement at a place."""
    before = _statement_before(desk.lines(path), line, column)
    if len(before) > MOST_CHARACTERS:
        return []
    text = blanked(before)
    if text.rpartition("\n")[2] != before.rpartition("\n")[2] and _is_quoted(before.rpartition("\n")[2]):
        return []
    for words in range(MOST_WORDS + 1):
        typed = _last_words(text, words)
        allowed = allowed_after(before[: len(before) - len(typed)])
        begun = " ".join(typed.split()) + " " * typed.endswith(" ") * bool(words)
        found = [word for word in sorted(allowed - KINDS) if word[0].isalpha() and (not words or word.startswith(begun))]
        start = column - len(typed)
        offers = [Offer(word, start, "word") for word in found]
        if NAME in allowed and not words:
            names = _names(desk, path, text[: len(text) - len(typed)], NUMBER in allowed)
            offers += [Offer(name, start, "name", detail) for name, detail in names if name not in found]
        if offers:
            return offers
    return []


def _statement_before(lines: tuple[str, ...], line: int, column: int) -> str:
    """Return what is typed of a statement up to a place."""
    pieces = statement_texts((*lines[: line - 1], lines[line - 1][: column - 1])) if 0 < line <= len(lines) else []
    text = lines[line - 1][: column - 1] if pieces else ""
    # The last statement reaches to the place, unless another is begun there.
    return pieces[-1][1] if pieces and (text[:1] in (" ", "\t") or pieces[-1][0] == line) else text


def _is_quoted(text: str) -> bool:
    """Return whether a line ends within a quotation or a comment."""
    bare = re.sub(r'"[^"]*"', "", text)
    return "#" in bare or '"' in bare


def _last_words(text: str, words: int) -> str:
    """Return the word that is being typed, with so many before it on its line."""
    hit = re.search(rf"(?:[a-z']+[ \t]+){{{words}}}[A-Za-z0-9'-]*$", text)
    return hit[0] if hit else ""


def _names(desk: Desk, path: Path, text: str, is_noun: bool) -> Iterator[tuple[str, str]]:
    """Yield the names that can stand behind a text, each with what it is."""
    wanted: tuple[str, ...] = (SET, "zone", "counter") if is_noun else (VERB,)
    for pattern, kinds in PLACES:
        if hit := re.search(rf"(?:^|(?<=\s)|(?<=\[)|\b){pattern}$" if pattern[0] != "(" else rf"^{pattern}$", text):
            wanted = kinds or (hit[1],)
            break
    said = [inner(x) for _, x in desk.statements(path)]
    found: dict[str, str] = {}
    for kind in wanted:
        for name, detail in _of_kind(kind, said, desk, path):
            found.setdefault(name, detail)
    yield from found.items()


def _of_kind(kind: str, said: Iterable[s.Statement], desk: Desk, path: Path) -> Iterator[tuple[str, str]]:
    if kind == "new":
        return
    if kind == CITATION:
        rules = desk.rules(path)
        yield from ((x.id, x.statement) for x in (rules.citations.values() if rules else ()))
    elif kind == VERB:
        yield from ((verb, "verb") for verb in (*SIGNATURES, *(x.verb for x in said if isinstance(x, s.Mark))))
    elif kind == GROUP:
        yield from ((group, "group") for x in said for group in getattr(x, "groups", ()))
    elif kind == SET:
        yield from ((word, "set") for word in SETS)
        yield from ((word, f"of a {of}") for word, of in OF.items())
    elif kind == OWNED:
        yield from ((word, "") for word, of in OF.items() if of == "player" and word != "enemy")
    elif kind == PREDICATE:
        yield from ((word, "") for word in PREDICATES)
    elif kind == COUNTED:
        yield "medals", ""
    else:
        yield from ((x.name, kind_of(x)) for x in said if kind in (kind_of(x), "any") if hasattr(x, "name"))
