"""What a syntax error says: a mistake known by example, or what was found and what could stand there."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

from toybattle.errors import did_you_mean, listed

NAME, VARIABLE, NUMBER, QUOTED, END = (
    "a name",
    "a capital letter",
    "a number",
    "quoted text",
    "the end of the statement",
)
KINDS = {NAME, VARIABLE, NUMBER, QUOTED, END}
"""What is no word of the language itself."""

MISTAKES = (
    (r"!=|<>|≠", "'{}' is not a comparison: what does not exist differs from nothing", "write `not … = …`"),
    (r"==|=<|=>", "'{}' is not a comparison", "write `=`, `<=` or `>=`"),
    (r"[≤≥]", "'{}' is not on every keyboard", "write `<=` or `>=`"),
    (r"×", "'×' is not on every keyboard", "write `*`"),
    (r"[“”„«»]", "a typographic quotation mark", 'write `"` before and after'),
    (r'"', "a quotation that does not end on its line", 'write `"` before and after'),
    (r"\[[^\]\s]*\s*$|\[[\w-]+[ :]", "a group without its `]`", "write `[name]`"),
    (r"\b\w+_\w*", "'_' in a name", "join the parts of a name by `-`"),
    (r"\b[a-z][a-z0-9-]*[A-Z]\w*", "a capital letter within '{}'", "write a name small, its parts joined by `-`"),
    (r"\b(?:more|less|greater|fewer|equals?|at least|at most|(?<!other )than)\b", "'{}' compares nothing",
     "write `>`, `<`, `>=`, `<=` or `=`"),
    (r"\b(?:else|otherwise|unless)\b", "a rule has no other branch", "write a second statement with its own condition"),
    (r"\bif\b[^:]*\bthen\b", "`if … then` in a rule",
     "write `not … or …`, which fails only where the first holds and the second does not"),
    (r"\bif\b(?!\s+both)\s*", "a condition after `if`", "write `when …`"),
    (r"\b(?:is|are|do|does)n't\b", "'{}' in a rule", "write `not … is …` or `is not …`"),
    (r"&&|\|\||&|\bbut\b", "'{}' joins nothing", "write `and` or `or`"),
    (r"//|--|/\*|<!", "'{}' begins no remark", "write `#` before a remark"),
    (r";", "a `;` in a rule", "write `:` before what the statement says, and each statement on a line of its own"),
    (r"\.\s*\Z", "a full stop at the end", "leave it out"),
    (r"^language\s+\S+.*", "no version of the rules language", "write `language 1`"),
    (r"(?<=[a-z0-9] )(?<!troop )(?<!special )(?:'[^']*'|[A-Z][\w'-]*)(?=\s*(?:\[|cites\b|strength\b|joker\b|with\b))",
     "a name for players without quotation marks", 'write it in `"`, as in `"The Well"`'),
    (r"\b[A-Z]\w*'s\b\s*[\w-]*", "'{}' in a rule", "write `… of T`, as in `strength of T`"),
    (r"\b(?:you|they|player)\s+(?:may|must|can)\b\s*", "somebody before `may`",
     "write `may` alone; who placed the troop is meant"),
    (r"\bdraws?\s+an?\s+\w+", "no number in '{}'", "write how many, as in `draw 1`"),
    (r"\b(?:a|an|the)\s+[a-z][\w-]*", "an article in '{}'", "leave out `a` and `the`"),
    (r"\badjacent\s+(?!to\b)\w+", "no `to` in '{}'", "write `adjacent to …`"),
    (r"\bwhen\s+(?:placing|covering|leaving|turn)\b", "an event after `when`", "write `on placing …`"),
    (r"\b(?:strength|count)\s*[:=]", "'{}' in place of a number", "write the number alone, as in `strength 4 count 3`"),
    (r"(?<=[A-Z] )from\b", "`from` in a choice", "write `choose X in …`"),
    (r"\bis\s+(?:not\s+)?in\b\s*", "'is' before `in`", "write `… in …` or `not … in …`"),
    (r"\bis\s+(?:not\s+)?(?:[A-Z]\w*|top|number)\b\s*", "'is' before a thing", "write `… = …` or `not … = …`"),
    (r"\b(?:top|owner|strength|number|height|slot|stack|value|values|medals|objective)\s+[A-Z]\w*", "no `of` in '{}'",
     "write it between the two, as in `top of S`"),
    (r"\bchoose\b[^:,]*\s+then\b", "no comma before `then`", "write `choose X in …, then …`"),
    (r"(?<=, )(?!then\b|random\b|unseen\b)[a-z][\w-]*\s+[A-Z]\w*", "no `then` before '{}'", "write `choose X in …, then …`"),
    (r"\bthen\b[^:]*\bchoose\b|\band\s+choose\s+[A-Z]\w*\s*",
     "a second choice in one program", "make it a second effect"),
    (r"(?<=[\w)] )then\b", "`then` between two verbs", "write `and`"),
    (r"\bnot\s+(?:every|some|no)\b\s*", "'{}' without brackets", "write `not (every … has …)`"),
    (r"\b(?:every|no|some)\s+[a-z][\w-]*", "'{}' without a variable", "write `every S in … has …`"),
    (r"\b(?:waive|forbid|suspend)\s+when\b\s*",
     "nothing is named in '{}'", "name a requirement, an exception or an effect"),
    (r"^replace\s+[\w-]+",
     "'{}' is not a whole statement", "write the new statement after `replace`, as in `replace troop …`"),
    (r"^[a-z]+\s+cites\s+[\w-]+", "no label before `cites`", "write a name first, as in `require LABEL cites …`"),
    (r"\buntil\b.*", "no time a mark can last", "write `until the end of its owner's next turn`, "
     "`until the end of this turn` or `until it leaves`"),
)  # fmt: skip
"""Common mistakes by example: what is written, what is wrong with it, what to write."""

STATEMENTS = (
    "require except effect action special troop zone mark counter setup to law win after end order "
    "replace remove ignore language"
).split()  # fmt: skip
"""The words statements begin with, those a designer is most likely to want first."""
CONTINUED = "a line that goes on with the statement above begins with a blank"

ACTORS = {"me", "enemy", "here", "this", "each", "first", "other", NAME, VARIABLE}
PHRASES: tuple[tuple[set[str], set[str], str], ...] = (
    ({"not", "every", "number", "here"}, {"not", "every", "some", "no", "number", "room", "distance"}, "a condition"),
    ({"number", "here"}, {"room", "distance"}, "a thing or number, such as `S`, `top of S` or `number of my tops`"),
    ({"here", "my"}, set(), "a thing, such as `S`, `here` or `my tops`"),
    ({"may", "choose"}, ACTORS, "a program, such as `may draw 1`"),
    ({"first", "other"}, ACTORS, "a verb, such as `draw`"),
    ({">", "<"}, {"=", ">=", "<="}, "a comparison such as `>`"),
)  # fmt: skip
"""Words that tell what is wanted, words that go with them, and what to say in place of both."""
NOUNS = {"number", "here", "my", "me", "enemy", "this", "(", NAME, VARIABLE, NUMBER}
OPTIONAL = {"+", "-", "*", "adjacent", "other", "around", "joined", "within"}
"""Words that may go on almost anywhere; they are named only where nothing else can stand."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A syntax error of one statement; `at` counts characters from its beginning."""

    at: int
    found: str
    expected: str = ""
    hint: str = ""


def mistake(text: str, at: int, allowed: Set[str], known: Set[str]) -> Mistake:
    """Return what is wrong at a character of a statement whose comments and quotations are blanked.

    `allowed` can stand there, `known` are all words of the language.
    """
    word = re.findall(r"[A-Za-z0-9'_-]+|\S|$", text[at:])[0][:60]
    if not text[:at].strip():
        near = did_you_mean(word, STATEMENTS)
        expected = "" if near else listed(_quoted(STATEMENTS), limit=6)
        return Mistake(at, f"'{word}' begins no statement", expected, near or CONTINUED)
    for pattern, found, hint in MISTAKES:
        for match in re.compile(pattern).finditer(text, max(0, at - 200), at + 80):
            if match.start() <= at <= match.end():
                return Mistake(match.start(), found.format(match.group().strip()), hint=hint)
    found = f"unexpected '{word}'" if word else "the statement ends too early"
    return Mistake(at, found, listed(expectations(allowed), limit=8), _hint(text, at, word, allowed, known))


def _hint(text: str, at: int, word: str, allowed: Set[str], known: Set[str]) -> str:
    opened = text.count("(", 0, at) - text.count(")", 0, at)
    if word == ")" and not opened:
        return "no `(` is open here"
    if len(word) > 2 and (hint := did_you_mean(word, allowed - KINDS)):
        return hint
    if allowed == {"cites"} or ("cites" in allowed and word == ":"):
        return 'every statement says where it is printed: `cites ID` or `cites "…"`'
    if NAME in allowed and word in known:
        return f"'{word}' is a word of the language and no name"
    if NAME in allowed and VARIABLE not in allowed and word[:1].isupper():
        return f"names are written small: `{re.sub('(?<=[a-z0-9])(?=[A-Z])', '-', word).lower()}`"
    if VARIABLE in allowed and word[:1].islower() and (len(word) == 1 or NAME not in allowed):
        return f"what has no name of its own is called by a capital letter: `{word[0].upper()}`"
    if ")" in allowed and opened > 0:
        return f"{opened} `(` still open" if opened > 1 else "a `(` is still open"
    return ""


def expectations(allowed: Set[str]) -> list[str]:
    """Return what can stand somewhere, the telling first, what goes together as one."""
    words, said = set(allowed), []
    for telling, along, phrase in PHRASES:
        if telling <= words:
            words -= telling | along | (NOUNS if "here" in telling else set())
            said.append(phrase)
    if words - OPTIONAL - {END}:
        words -= OPTIONAL
    order = [":", "cites", ",", ")", "of", "in", "is", "and", "or", *STATEMENTS]
    ranked = sorted(words, key=lambda word: (word == END, order.index(word) if word in order else len(order), word))
    return said + _quoted(ranked)


def _quoted(words: list[str]) -> list[str]:
    return [word if word in KINDS else f"`{word}`" for word in words]
