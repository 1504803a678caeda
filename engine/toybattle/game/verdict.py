"""Why a move is legal or not, as values: what people read, scenarios check and pictures show."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from toybattle.errors import Place, listed
from toybattle.game.parts import Part

WIDTH = 110
"""Columns of an explanation as text."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Something seen on the board that decided, in a clause without a stop; what of it a picture can show."""

    text: str
    reached: tuple[str, ...] = ()
    """Of a line through bases, where it begins and the slots it reaches."""
    breaks: tuple[tuple[str, str], ...] = ()
    """The paths on which it would have to go on, from the end that is nearer."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Nearby:
    """An exception to a requirement, and why it did or did not count."""

    label: str
    does: str
    applies: bool
    """Whether its own condition holds."""
    suspended_by: tuple[Nearby, ...]
    """The active exceptions that switch it off."""
    cites: tuple[str, ...]
    place: Place
    text: str
    """Its condition as the language writes it, with what it does."""
    english: str

    @property
    def is_active(self) -> bool:
        """Whether it counted."""
        return self.applies and not self.suspended_by

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold."""
        suspended_by = [other.as_data() for other in self.suspended_by]
        return {**asdict(self), "suspended_by": suspended_by, "is_active": self.is_active}


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement judged: a requirement, or what an action, an effect or an ending says to a move."""

    kind: Literal["requirement", "action", "effect", "ending"]
    label: str
    is_met: bool
    exceptions: tuple[Nearby, ...]
    witness: tuple[Witness, ...]
    citations: tuple[str, ...]
    place: Place
    text: str
    """Its condition as the language writes it."""
    english: str
    """What it asks for, in a clause without a stop."""
    is_known: bool = True
    """False where it hangs on what the asker cannot see; it then counts as met, and what was seen is left out."""

    @property
    def sources(self) -> Iterator[Finding | Nearby]:
        """Itself, and the exceptions that counted or would have."""
        yield self
        for near in self.exceptions:
            if near.applies:
                yield near
                yield from near.suspended_by

    @property
    def said(self) -> str:
        """What it comes to, with what it says: `covers is not met: it asks that …`."""
        match self.kind:
            case "requirement":
                is_waived = self.is_met and any(near.is_active for near in self.exceptions)
                said = "need not be met" if is_waived else "is met" if self.is_met else "is not met"
                said = said if self.is_known else "cannot be told"
                return f"{self.label} {said}: it asks that {self.english}"
            case "ending":
                return f"the game has ended by {self.label}: {self.english}"
            case _:
                return f"{self.kind} {self.label} {'offers' if self.is_met else 'does not offer'} it: {self.english}"

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold."""
        return {**asdict(self), "exceptions": [near.as_data() for near in self.exceptions]}

    def lines(self, said: str = "") -> Iterator[str]:
        """Yield the statement, what was seen, then the exceptions: the order in which one asks."""
        yield from _wrapped([f"{said or self.said}  {source_of(self.place, self.citations)}"], "")
        yield from _wrapped(map(str, self.witness))
        for near in self.exceptions:
            yield from _wrapped(_near_lines(near))

    def __str__(self) -> str:
        return "\n".join(self.lines())


@dataclass(frozen=True, slots=True)
class Change:
    """A smallest set of differences with which a refused move would be legal; no part of it can be left out."""

    asked: str
    """The move that was refused."""
    parts: tuple[Part, ...]
    """What would be otherwise."""
    move: str
    """The move that would then be legal; it differs from the refused one where another troop is meant."""
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a move is legal, with the reasons: legal exactly when no finding failed."""

    move: str
    findings: tuple[Finding, ...]
    assumes: str = ""
    """What an asker cannot know and the verdict takes for granted: `if T is in Blue's rack`."""
    changes: tuple[Change, ...] = ()
    """The smallest changes of each kind that would make it legal, small ones first."""
    nearest: tuple[str, ...] = ()
    """Legal moves most like it."""

    @property
    def is_legal(self) -> bool:
        """Whether nothing stands against it."""
        return not self.failed

    @property
    def is_known(self) -> bool:
        """Whether the asker can know; a move refused for one reason is refused whatever the others would say."""
        return bool(self.failed) or all(finding.is_known for finding in self.findings)

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The statements that stand against it."""
        return tuple(finding for finding in self.findings if not finding.is_met)

    @property
    def excepted(self) -> tuple[Finding, ...]:
        """The statements that an exception speaks on."""
        return tuple(finding for finding in self.findings if any(near.is_active for near in finding.exceptions))

    @property
    def citations(self) -> tuple[str, ...]:
        """Ids of all citations that decided: of what failed or was excepted, otherwise of all there is."""
        deciding = self.failed or self.excepted or self.findings
        sources = [source for finding in deciding for source in finding.sources]
        cites = [cite for x in sources for cite in (x.citations if isinstance(x, Finding) else x.cites)]
        return tuple(dict.fromkeys(cites))

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold (schemas/verdict.schema.json)."""
        changes = [{**asdict(change), "parts": [{"what": type(part).__name__, **asdict(part)} for part in change.parts]}
                   for change in self.changes]  # fmt: skip
        return {
            "move": self.move, "is_legal": self.is_legal, "is_known": self.is_known, "assumes": self.assumes,
            "findings": [finding.as_data() for finding in self.findings],
            "changes": changes, "nearest": list(self.nearest), "citations": list(self.citations),
        }  # fmt: skip

    def __str__(self) -> str:
        ruling = "illegal" if self.failed else "legal" if self.is_known else "cannot be told"
        lines = [f"{ruling}: {self.move}{f', {self.assumes}' * bool(self.assumes)}"]
        excepted = (*(finding for finding in self.findings if not finding.is_known), *self.excepted)
        for finding in self.failed or excepted:
            lines += [f"  {line}" for line in finding.lines()]
        if self.is_legal:
            plain = [finding for finding in self.findings if finding not in excepted]
            labels = listed((finding.label for finding in plain), "and", 30)
            lines += [f"  {'all else' if excepted else 'all that'} it needs is met: {labels}"] if labels else []
        lines += _wrapped([f"it would be legal with {'; or with '.join(map(str, self.changes))}"]) if self.changes else []
        lines += _wrapped([f"legal instead: {', '.join(self.nearest)}"]) if self.nearest else []
        return "\n".join(lines)


def source_of(place: Place, cites: Sequence[str]) -> str:
    """Return where a statement is written, with what it cites: `[id, id; file:line]`."""
    return f"[{', '.join(cites)}; {place.file}:{place.line}]"


def _near_lines(near: Nearby) -> Iterator[str]:
    source = source_of(near.place, near.cites)
    since = f", since {near.english}" * bool(near.english)
    if near.is_active:
        yield f"exception {near.label} {near.does}s it{since}  {source}"
    elif near.applies:
        yield f"exception {near.label} would {near.does} it{since}  {source}"
        for other in near.suspended_by:
            since = f", since {other.english}" * bool(other.english)
            yield f"but {other.label} {other.does}s {near.label}{since}  {source_of(other.place, other.cites)}"
    else:
        yield f"exception {near.label} does not apply: it asks that {near.english}  {source}"


def _wrapped(lines: Sequence[str] | Iterator[str] | map[str], indent: str = "  ") -> list[str]:
    return [
        line
        for text in lines
        for line in textwrap.wrap(text, WIDTH - 2, initial_indent=indent, subsequent_indent=f"{indent}    ",
                                  break_long_words=False, break_on_hyphens=False)
    ]  # fmt: skip
