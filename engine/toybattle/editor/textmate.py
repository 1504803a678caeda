"""How editors colour a rules file: a TextMate grammar, made from the words of the language."""

from __future__ import annotations

import re
from typing import Any

from toybattle.lang.mistakes import STATEMENTS
from toybattle.lang.parse import grammar

SCOPE = "source.toybattle-rules"
NOT_BEFORE, NOT_AFTER = "(?<![A-Za-z0-9-])", "(?![A-Za-z0-9-])"
"""What a name may not go on with, on either side of a word."""


def grammar_of_rules() -> dict[str, Any]:
    """Return the grammar as its JSON file holds it."""
    words = sorted((word for word in grammar().keywords if word[0].isalpha()), key=lambda word: (-len(word), word))
    heads = "|".join(sorted(set(STATEMENTS) - {"replace", "remove", "to", "after", "order", "ignore", "language"}))
    name = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
    keyword, label = "keyword.control.toybattle-rules", "entity.name.function.toybattle-rules"
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Toy Battle rules",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": [
            {"name": "comment.line.number-sign.toybattle-rules", "match": "#.*$"},
            {"name": "string.quoted.double.toybattle-rules", "match": '"[^"]*"'},
            {
                "match": rf"^(?:(replace|remove)\s+)?({heads})\s+({name}){NOT_AFTER}",
                "captures": {"1": {"name": keyword}, "2": {"name": keyword}, "3": {"name": label}},
            },
            {"name": keyword, "match": f"^(?:{'|'.join(sorted(STATEMENTS))}){NOT_AFTER}"},
            {
                "match": rf"\[({name})\]",
                "captures": {"1": {"name": "entity.name.tag.toybattle-rules"}},
            },
            {"name": "keyword.other.toybattle-rules", "match": f"{NOT_BEFORE}(?:{'|'.join(map(_spaced, words))}){NOT_AFTER}"},
            {"name": "variable.parameter.toybattle-rules", "match": f"{NOT_BEFORE}[A-Z][A-Za-z0-9]*{NOT_AFTER}"},
            {"name": "constant.numeric.toybattle-rules", "match": f"{NOT_BEFORE}[0-9]+{NOT_AFTER}"},
            {"name": "keyword.operator.toybattle-rules", "match": r">=|<=|[<>=+*]|(?<=\s)-(?=\s)"},
        ],
    }


def _spaced(word: str) -> str:
    return r"\s+".join(map(re.escape, word.split()))
