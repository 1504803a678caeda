"""What stands beside each statement of what scenarios show of it: its coverage, and the mutants that no scenario fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toybattle.errors import Place
from toybattle.spec.cover import Coverage
from toybattle.spec.mutate import MutationReport


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know of a statement."""

    summary: str
    text: str = ""
    """All of it, in lines; folded away."""
    is_lacking: bool = False
    """Whether it asks for something to be done."""


Notes = Mapping[Place, tuple[Note, ...]]
"""By the places of statements."""


def notes_of(coverage: Coverage, mutation: MutationReport | None = None) -> Notes:
    """Return what coverage, and mutation if there was one, say of each statement."""
    notes: dict[Place, tuple[Note, ...]] = {}
    for place in dict.fromkeys(claim.statement.place for claim in coverage.claims):
        claims = [claim for claim in coverage.claims if claim.statement.place == place]
        questions = [claim.question for claim in claims if claim.shown_by is None]
        said = f"shown in {len(claims) - len(questions)} of {len(claims)} respects"
        notes[place] = (Note(said, "\n".join(questions), bool(questions)),)
    for place in dict.fromkeys(fate.place for fate in mutation.fates) if mutation else ():
        fates = [fate for fate in mutation.fates if fate.place == place] if mutation else []
        surviving = [fate for fate in fates if not fate.killed_by and not fate.reason]
        recorded = sum(bool(fate.reason) for fate in fates)
        killed = sum(fate.killed_by is not None for fate in fates)
        said = f"{killed} of {len(fates)} mutants fail a scenario{f', {recorded} recorded as equivalent' * bool(recorded)}"
        survivors = (Note(f"survives: {fate.description}", str(fate), True) for fate in surviving)
        notes[place] = (*notes.get(place, ()), Note(said), *survivors)
    return notes
