"""The files of a ruleset put together: `replace` and `remove` carried out, names introduced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from toybattle.errors import listed
from toybattle.lang import syntax as s
from toybattle.ruleset.words import OF, PREDICATES, SETS, Faults, Names, did_you_mean

UNIQUE: dict[str, tuple[type[s.Node], ...]] = {
    "moves": (s.Zone, s.Troop, s.Mark),
    "suspended": (s.Exception_, s.Effect, s.Special),
    "after is": (s.Troop, s.Special, s.Mark),
    "before of": (s.Zone, s.Counter),
    "after a change": (s.Law, s.Win, s.End),
}
"""Where a name alone must tell which statement is meant, of these kinds."""
WORDS = "me here this my not no every some number room distance in is and or game".split()
RESERVED = {*SETS, *OF, *PREDICATES, *WORDS, "pass", "blue", "red"}
"""What no troop, kind of special base, mark, zone or counter is called."""


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A file's statements, with its name and lines for messages."""

    name: str
    lines: tuple[str, ...]
    statements: tuple[s.Statement, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement with the verb it judges and the file it stands in."""

    statement: Any
    to: s.To | None
    faults: Faults
    is_replacement: bool = False

    @property
    def place(self) -> str:
        """Where it stands, for hints."""
        return str(self.faults.place(self.statement.span))


def kind_of(statement: s.Statement) -> str:
    """Return the word a statement begins with."""
    return type(statement).__name__.rstrip("_").lower().replace("exception", "except")


def merged(files: Sequence[RulesFile], notes: Sequence[Faults]) -> list[Entry]:
    """Return all statements that count."""
    entries: dict[tuple[str, str], Entry] = {}
    """By first word and label."""
    for file, faults in zip(files, notes, strict=True):
        to: s.To | None = None
        for written in file.statements:
            match written:
                case s.To():
                    to = written
                case s.Ignore():
                    entries.setdefault(("ignore", ""), Entry(written, None, faults))
                case s.Remove():
                    _remove(written, entries, faults)
                case _:
                    _put(written, entries, to, faults)
    return list(entries.values())


def _put(written: s.Statement, entries: dict[tuple[str, str], Entry], to: s.To | None, faults: Faults) -> None:
    statement = written.statement if isinstance(written, s.Replace) else written
    key = kind_of(statement), getattr(statement, "name", "")
    said = " ".join(key).strip()
    old = entries.get(key)
    if isinstance(written, s.Replace) and not old:
        hint = _near(key[1], entries, faults, key[0])
        faults.fail("unknown-label", statement.span, f"nothing to replace: no `{said}`", hint=hint)
    elif isinstance(written, s.Replace) and old and old.is_replacement and _layer(old.faults) == _layer(faults):
        hint = f"the other is {old.place}; keep one of them"
        faults.fail("repeated-label", statement.span, f"a second `replace {said}`", hint=hint)
    elif old and not isinstance(written, s.Replace):
        hint = f"the first is {old.place}; write `replace {said}` to put this in its place"
        faults.fail("repeated-label", statement.span, f"a second `{said}`", hint=hint)
    else:
        entries[key] = Entry(statement, to, faults, isinstance(written, s.Replace))


def _layer(faults: Faults) -> bool:
    """Return whether a file is a variant, which goes on top of all that are not."""
    return "variants/" in faults.file


def _remove(written: s.Remove, entries: dict[tuple[str, str], Entry], faults: Faults) -> None:
    name, kind = written.name, written.kind
    found = [key for key in entries if key[1] == name and kind in (None, key[0])]
    if len(found) == 1:
        del entries[found[0]]
    elif found:
        kinds = listed(f"`remove {word} {name}`" for word, _ in found)
        faults.fail("ambiguous-label", written.span, f"'{name}' labels {len(found)} statements", kinds)
    else:
        hint = _near(name, entries, faults, kind)
        said = f"`{kind} {name}`" if kind else f"statement labelled '{name}'"
        faults.fail("unknown-label", written.span, f"nothing to remove: no {said}", hint=hint)


def _near(name: str, entries: dict[tuple[str, str], Entry], faults: Faults, kind: str | None) -> str:
    places = {label: entry.place for (word, label), entry in entries.items() if kind in (None, word)}
    near = faults.nearest(name, places)
    return did_you_mean(near, places[near]) if near else ""


def introduce(entries: Iterable[Entry], verbs: Iterable[str], names: Names) -> None:
    """Fill in every name the statements introduce; note those that mean something else already."""
    taken: dict[tuple[str, str], Entry] = {}
    x: Any
    for entry in entries:
        x, fail = entry.statement, entry.faults.fail
        match x:
            case s.Zone():
                names.zones[x.name] = x.seen_by
            case s.Troop():
                names.troops[x.name] = x.display or x.name
            case s.Special():
                names.specials[x.name] = x.display or x.name
            case s.Mark():
                names.marks[x.name] = x.name
                if x.verb in verbs or x.verb in names.mark_verbs:
                    fail("reserved-name", x.span, f"the verb '{x.verb}' means something else", "another verb")
                names.mark_verbs[x.verb] = x.name
            case s.Counter():
                names.counters[x.name] = x.scope
            case _:
                pass
        if isinstance(x, s.Zone | s.Troop | s.Special | s.Mark | s.Counter) and x.name in RESERVED:
            wanted = f"another name for this {kind_of(x)}"
            fail("reserved-name", x.span, f"'{x.name}' is a word of the language", wanted)
        if hasattr(x, "name"):
            names.places[kind_of(x), x.name] = entry.place
        for where, kinds in UNIQUE.items():
            is_among: bool = isinstance(x, kinds)
            if is_among and not (where == "suspended" and isinstance(x, s.Special) and not x.program):
                other = taken.setdefault((where, x.name), entry)
                if other is not entry:
                    said = f"a second statement labelled '{x.name}'"
                    fail("repeated-label", x.span, said, hint=f"the first is {other.place}; give one another label")
