"""Rules as the printer writes them, with the writer's comments, blank lines and line breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toybattle.lang.parse import parse_rules
from toybattle.lang.printer import print_statement
from toybattle.lang.syntax import Statement, lines_of

WIDTH = 120
"""Beyond which a statement that the writer did not break goes on in a second line."""


@dataclass(frozen=True, slots=True)
class Relaid:
    """A statement's lines, and what they become."""

    line: int
    """The first one, counting from 1."""
    end: int
    """The last one."""
    text: str


def laid_out(text: str) -> list[Relaid]:
    """Return the statements of a rules file that would be written otherwise; none if the file has a fault."""
    statements, faults = parse_rules(text, "")
    lines = lines_of(text)
    return [] if faults else [new for statement in statements if (new := _relaid(statement, lines))]


def _relaid(statement: Statement, lines: tuple[str, ...]) -> Relaid | None:
    span = statement.span
    own = list(lines[span.line - 1 : span.end_line])
    # Behind its last word a statement may have a comment, which stays; a comment within it has no other place.
    rest = own[-1][span.end_column - 1 :]
    own[-1] = own[-1][: span.end_column - 1]
    if any("#" in re.sub(r'"[^"]*"', "", line) for line in own):
        return None
    new = _broken(print_statement(statement), own) + (rest if "#" in rest else "")
    old = "\n".join(lines[span.line - 1 : span.end_line])
    return Relaid(span.line, span.end_line, new) if new != old else None


def _broken(printed: str, own: list[str]) -> str:
    """Return a printed statement with the writer's line breaks, where all its words are the writer's."""
    squeezed = ["".join(line.split()) for line in own]
    if "".join(squeezed) != "".join(printed.split()):
        # Something was said in more words than needed, so that there is nothing to break by.
        head, colon, rest = printed.partition(": ")
        return f"{head}:\n  {rest}" if colon and len(printed) > WIDTH and '"' not in head else printed
    return "\n  ".join(_parts(printed, [len(part) for part in squeezed if part]))


def _parts(printed: str, lengths: list[int]) -> Iterator[str]:
    """Yield the parts of a text that have so many characters each, blanks apart."""
    start = 0
    for length in lengths:
        end, left = start, length
        while left:
            left -= not printed[end].isspace()
            end += 1
        yield printed[start:end].strip()
        start = end
