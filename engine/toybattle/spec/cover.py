"""What the scenarios never ask of the rules, said as questions to who writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ..errors import Place
from ..resources import Content
from ..ruleset import tree as t
from ..ruleset.analyse import Analysis
from ..ruleset.load import load_ruleset
from ..ruleset.situations import TooMany
from ..ruleset.wording import worded
from .watch import Fact, clauses, roots, shows

BESIDE = {-1: "one below", 0: "equal to", 1: "one above"}
DOES = {"place": "places a troop", "move": "moves a troop", "draw": "draws"}


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that some scenario should show."""

    aspect: str
    statement: t.Statement
    fact: Fact
    question: str
    shown_by: Place | None = None
    """The first scenario that shows it."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the scenarios show of the rules, and what they do not."""

    claims: tuple[Claim, ...]
    failing: tuple[Place, ...] = ()
    """The scenarios that fail, and so show nothing."""

    @property
    def open(self) -> tuple[Claim, ...]:
        """What no scenario shows."""
        return tuple(claim for claim in self.claims if claim.shown_by is None)

    @property
    def aspects(self) -> dict[str, tuple[int, int]]:
        """For each aspect how many claims are shown, and how many there are."""
        counts: dict[str, tuple[int, int]] = {}
        for claim in self.claims:
            shown, of = counts.get(claim.aspect, (0, 0))
            counts[claim.aspect] = shown + (claim.shown_by is not None), of + 1
        return counts

    def as_data(self) -> dict[str, object]:
        """Return this as JSON holds it."""
        return {
            "failing": [str(place) for place in self.failing],
            "aspects": {aspect: {"shown": shown, "of": of} for aspect, (shown, of) in self.aspects.items()},
            "claims": [
                {
                    "aspect": claim.aspect,
                    "statement": claim.statement.name,
                    "place": str(claim.statement.place),
                    "question": claim.question,
                    "shown_by": str(claim.shown_by) if claim.shown_by else None,
                }
                for claim in self.claims
            ],
        }

    def __str__(self) -> str:
        width = max(map(len, self.aspects), default=0)
        lines = [f"{claim.statement.place}: {claim.statement.name}\n  {claim.question}" for claim in self.open]
        lines += [f"{place}: this scenario fails, and shows nothing" for place in self.failing]
        table = "\n".join(f"{aspect:{width}}  {shown:>4} of {of}" for aspect, (shown, of) in self.aspects.items())
        return "\n".join([*lines, "", table] if lines else [table])


def coverage(content: Content, variants: tuple[str, ...] = ()) -> Coverage:
    """Run every scenario and return what they show of the rules."""
    shown_by: dict[Fact, Place] = {}
    for shown in shows(content, variants):
        for fact in shown.facts:
            shown_by.setdefault(fact, shown.result.place)
    rules = load_ruleset(content, variants)
    claims = tuple(Claim(*claim, shown_by.get(claim[2])) for claim in (*_claims(rules), *_meetings(rules)))
    return Coverage(claims, tuple(x.result.place for x in shows(content, variants) if not x.result.has_passed))


def _claims(rules: t.Ruleset) -> Iterator[tuple[str, t.Statement, Fact, str]]:
    """Yield what should be shown: aspect, statement, what would show it, and what to ask if nothing does."""
    for x in rules.statements:
        for cite in x.cites:
            if cite in rules.citations:
                said = rules.citations[cite].statement
                yield "named", x, ("cited", cite), f"No scenario is tagged @{cite}: when does it matter? ({said})"
        match x:
            case t.TroopKind():
                yield "fired", x, ("moved", x.name), f"No scenario is about where {x.display} may go: where may it?"
            case t.SpecialKind():
                yield "fired", x, ("stood", x.label), f"No scenario has a troop come onto a {x.display}: what happens?"
            case t.SetupStep():
                yield "fired", x, ("done", x.name), "No scenario begins with a deal: what does each player hold?"
            case t.Action():
                yield "fired", x, ("done", x.name), f"No scenario plays `{worded(x.program)}` as a turn: what comes of it?"
            case t.Requirement():
                act = _does(x)
                yield "both ways", x, ("met", x.name), f"No scenario {act} as `{x.label}` allows: what is allowed?"
                yield "both ways", x, ("failed", x.name), f"No scenario {act} against `{x.label}`: what is refused?"
                yield "reason", x, ("expected", x.label), f"No scenario expects `{x.label}` as a reason: what is refused by it?"
            case t.Exception_():
                yield "both ways", x, ("applies", x.name), f"No scenario has `{x.label}` apply: what is different then?"
                if x.condition:
                    yield (
                        "both ways",
                        x,
                        ("idle", x.name),
                        f"No scenario does without `{x.label}`: what holds where it does not apply?",
                    )
                for other in rules.speaking_on(x.label, "suspend"):
                    yield (
                        "both ways",
                        x,
                        ("suspended", x.name),
                        f"No scenario has `{other.label}` suspend `{x.label}`: what holds then?",
                    )
            case t.Effect():
                yield "fired", x, ("taken", x.name), f"No scenario applies `{x.label}`: what does it do?"
                yield "both ways", x, ("dropped", x.name), f"No scenario has `{x.label}` find nothing to do: what happens then?"
                if x.program.is_optional:
                    yield "both ways", x, ("declined", x.name), f"No scenario declines `{x.label}`: what happens then?"
                if x.when or rules.speaking_on(x.label, "suspend"):
                    yield (
                        "both ways",
                        x,
                        ("not owed", x.name),
                        f"No scenario has `{x.label}` not come up at all: when does it not?",
                    )
            case t.Law():
                yield "fired", x, ("done", x.name), f"No scenario has `{x.label}` take effect: what follows?"
            case t.Win():
                yield "ending", x, ("ended", x.label), f"No scenario ends by `{x.label}`: who wins?"
                if x.if_both:
                    yield "ending", x, ("both", x.name), f"No scenario fulfils `{x.label}` for both players at once: who wins?"
            case t.End():
                yield "ending", x, ("ended", x.label), f"No scenario ends by `{x.label}`: who wins?"
                if isinstance(x.result, t.MostWins):
                    yield "ending", x, ("no tie", x.name), f"No scenario ends by `{x.label}` with one player ahead: who wins?"
                    yield "ending", x, ("tie", x.name), f"No scenario ends by `{x.label}` with both players equal: who wins?"
            case _:
                pass
    by_name = {x.name: x for x in rules.statements}
    for name, condition in roots(rules):
        x = by_name[name]
        if condition == t.NoAction():
            continue
        for clause in clauses(condition):
            yield from _of_clause(x, clause, is_alone=clause is condition)


def _does(x: t.Requirement) -> str:
    return DOES.get(x.verb, f"tries to {x.verb}")


def _asks(x: t.Statement) -> tuple[str, str]:
    """Return how a question about a statement's condition begins and ends."""
    match x:
        case t.Requirement():
            return f"No scenario {_does(x)} where", "is it refused?"
        case t.Exception_():
            return "No scenario has a move where", f"does `{x.label}` apply?"
        case t.Win() | t.End():
            return "No scenario has it that", f"does the game end by `{x.label}`?"
        case _:
            return "No scenario has it that", f"does `{x.label}` take effect?"


def _of_clause(x: t.Statement, clause: t.Condition, is_alone: bool) -> Iterator[tuple[str, t.Statement, Fact, str]]:
    begins, ends = _asks(x)
    said = worded(clause)
    for value in (True, False):
        fact = ("decided", x.name, said, str(value))
        if is_alone:
            negated = worded(t.Not(clause))
            yield "clause", x, fact, f"{begins} {said if value else negated}: {ends}"
        else:
            turns = f"`{said}` {'holds' if value else 'fails'} and all else leaves it open"
            yield "clause", x, fact, f"{begins} {turns}: {ends}"
    for sign in BESIDE if _can_be_beside(clause) else ():
        if isinstance(clause, t.Compare):
            if sign < 0 and isinstance(clause.left, t.Count | t.Room | t.Height) and clause.right == t.Literal_(0):
                continue
            met = f"{worded(clause.left)} is {BESIDE[sign]} {worded(clause.right)}"
        else:
            assert isinstance(clause, t.In)
            number = "one of" if not sign else f"{BESIDE[sign]} one of"
            met = f"{worded(clause.what)} is {number} the {worded(clause.among)}"
        yield "number", x, ("number", x.name, said, str(sign)), f"{begins} {met}: {ends}"


def _can_be_beside(clause: t.Condition) -> bool:
    return isinstance(clause, t.Compare) or (isinstance(clause, t.In) and isinstance(clause.among, t.Values))


def _meetings(rules: t.Ruleset) -> Iterator[tuple[str, t.Statement, Fact, str]]:
    """Yield each pair of exceptions that can apply to one move."""
    analysis = Analysis(rules)
    for one, other in combinations(rules.exceptions, 2):
        if (one.verb == other.verb or None in (one.verb, other.verb)) and _can_meet(analysis, rules, one, other):
            question = f"No scenario has `{one.label}` and `{other.label}` apply to one move: what holds then?"
            yield "pair", one, ("together", one.name, other.name), question


def _can_meet(analysis: Analysis, rules: t.Ruleset, one: t.Exception_, other: t.Exception_) -> bool:
    """Return whether there is a situation in which two exceptions apply."""
    verb = one.verb or other.verb
    required = next((x for x in rules.requirement_list if verb in (None, x.verb)), None)
    if required is None:
        return False
    setting, holds = analysis.setting(required), analysis.judge.holds
    conditions = [setting.condition(x) for x in (one, other)]
    try:
        return analysis.find(setting, lambda now: all(holds(x, now) for x in conditions)).situation is not None
    except (TooMany, RecursionError):
        return True
