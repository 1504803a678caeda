"""The pages on faults: of each code what it means, why it is a fault, an example, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from toybattle.documents import read_document
from toybattle.resources import shipped

FAMILIES = {
    "commands": "What a command is given",
    "files": "Files",
    "rules": "Rules",
    "terrains": "Terrains",
    "positions": "Positions and records",
    "scenarios": "Scenarios",
}
"""The files of `faults/`, in the order of their pages, with the titles."""

_SHOWN_IN = {
    "rules": "In a rules file, below `language 1`:",
    "terrain": "In a terrain that `toybattle new terrain` has begun:",
    "yaml": "As a YAML file:",
    "position": "As a position:",
    "record": "As a record:",
    "feature": "As a feature:",
    "command": "At the command line:",
    "python": "In Python:",
}


@dataclass(frozen=True, slots=True)
class Page:
    """All there is to say on one code of a fault."""

    code: str
    family: str
    what: str
    why: str
    mend: str
    example: tuple[tuple[str, str], ...]
    """What gives this fault: kinds of text, as the keys of `faults/` name them, and the texts."""

    def __str__(self) -> str:
        parts = [self.what, self.why]
        for kind, text in self.example:
            parts += [_SHOWN_IN[kind], "\n".join(f"    {line}".rstrip() for line in text.splitlines())]
        return "\n\n".join([f"### {self.code}", "\n".join(parts[:2]), *parts[2:], self.mend])


@cache
def pages() -> dict[str, Page]:
    """Return all pages by their codes, family by family."""
    found: dict[str, Page] = {}
    for family in FAMILIES:
        path = shipped("faults") / f"{family}.yaml"
        data = cast("dict[str, dict[str, Any]]", read_document(path, path.name).data)
        for code, said in data.items():
            example = tuple((kind, said[kind].rstrip("\n")) for kind in _SHOWN_IN if kind in said)
            found[code] = Page(code, family, said["what"], said["why"], said["mend"], example)
    return found


def book() -> str:
    """Return every page as one document in Markdown."""
    lines = ["# Faults", "", "What each fault means and how to mend it; written by `toybattle explain`."]
    for family, title in FAMILIES.items():
        lines += ["", f"## {title}"]
        for page in pages().values():
            lines += ["", str(page)] if page.family == family else []
    return "\n".join(lines) + "\n"
