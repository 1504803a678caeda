"""Rules with one thing altered each: what a set of scenarios must be able to tell from the rules as they are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from toybattle.errors import Place
from toybattle.lang.printer import LIFETIMES
from toybattle.ruleset import tree as t
from toybattle.ruleset.altered import Change, in_parts
from toybattle.ruleset.from_syntax import LARGEST_ARMY
from toybattle.ruleset.wording import worded

SEEN_INSTEAD = {"all": "owner", "owner": "all", "nobody": "all", "enemy": "owner"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A ruleset that differs from another in one thing."""

    id: str
    """`require space | comparison | what it says now`: the same as long as the statement says what it says."""
    label: str
    """Word and label of the statement: `require space`; what has no label is called by how it begins."""
    operator: str
    description: str
    """One sentence in the words of the language."""
    old: t.Statement | None
    """The statement altered; None where several are put in another order and none says so."""
    new: t.Statement | None
    """What stands in its place or, if `operator` is "repeat", beside it; None if nothing does."""
    ruleset: t.Ruleset

    @property
    def place(self) -> Place:
        """Where the statement stands."""
        return self.old.place if self.old else Place("rules")


def mutants(rules: t.Ruleset) -> Iterator[Mutant]:
    """Yield every mutant of a ruleset, statement by statement; each could be loaded and played."""
    seen: dict[str, int] = {}
    for field in fields(rules):
        of = getattr(rules, field.name)
        for old in of if isinstance(of, tuple) else ():
            if isinstance(old, t.Statement):
                for change in _of_statement(old, rules):
                    yield from _made(rules, _put(rules, field.name, old, change), old.name, change, old, seen)
    for name, change, ruleset in _of_order(rules):
        if isinstance(change.node, t.Order | t.AfterChange):
            ruleset = replace(ruleset, listings={**rules.listings, name: change.node})  # noqa: PLW2901
        yield from _made(rules, ruleset, name, change, rules.listings.get(name), seen)


def _made(
    rules: t.Ruleset, altered: t.Ruleset, label: str, change: Change, old: t.Statement | None, seen: dict[str, int]
) -> Iterator[Mutant]:
    if not _can_be_loaded(altered):
        return
    id_ = " | ".join(filter(None, (label, change.operator, change.after or change.before)))
    seen[id_] = seen.get(id_, 0) + 1
    if seen[id_] > 1:
        id_ += f" ({seen[id_]})"
    reads = f"`{change.before}` reads `{change.after}`" if change.after else f"`{change.before}` is left out"
    description = f"In `{label}`, {reads}." if change.before else f"`{label}` is left out."
    new = replace(change.node, text=f"{change.node.text}  # {description}") if isinstance(change.node, t.Statement) else None
    digest = hashlib.sha256(f"{rules.digest} {id_}".encode()).hexdigest()
    yield Mutant(id_, label, change.operator, description, old, new, replace(altered, digest=digest))


def _put(rules: t.Ruleset, name: str, old: t.Statement, change: Change) -> t.Ruleset:
    """Return the rules with what the change makes of a statement."""
    among: tuple[t.Statement, ...] = getattr(rules, name)
    at = among.index(old)
    kept = among[at : at + 1] if change.operator == "repeat" else ()
    made = () if change.node is None else (change.node,)
    field: dict[str, Any] = {name: (*among[:at], *kept, *made, *among[at + 1 :])}
    altered = replace(rules, **field)
    if change.operator == "repeat" and isinstance(change.node, t.Effect):
        again = change.node.label
        speaking = [replace(e, targets=(*e.targets, again)) if old.label in e.targets else e for e in altered.exceptions]
        altered = replace(altered, exceptions=tuple(speaking))
    return altered if made else _without_unspoken(altered, old)


def _without_unspoken(rules: t.Ruleset, gone: t.Statement) -> t.Ruleset:
    """Return the rules in which no exception speaks of what is gone."""
    speaking: tuple[t.Exception_, ...] = ()
    if isinstance(gone, t.Requirement):
        speaking = tuple(e for e in rules.exceptions if e.does != "suspend" and (e.verb, e.targets) == (gone.verb, (gone.label,)))
    elif isinstance(gone, t.Exception_ | t.Effect):
        speaking = rules.speaking_on(gone.label, "suspend")
    less = [
        replace(e, targets=tuple(label for label in e.targets if label != gone.label)) if e in speaking else e
        for e in rules.exceptions
    ]
    return replace(
        rules, exceptions=tuple(e for e, was in zip(less, rules.exceptions, strict=True) if e.targets or not was.targets)
    )


def _can_be_loaded(rules: t.Ruleset) -> bool:
    """Return whether loading would accept such rules: moves can name what is chosen, and who chooses sees it."""
    seen_by = {zone.label: zone.seen_by for zone in rules.zones}
    for program in (*(x.program for x in rules.actions), *(x.program for x in rules.effect_list)):
        for choice in program.choices:
            zone = t.zone_in(choice.among)
            if zone and zone.player not in (t.Me(), t.EnemyOf(t.Me())):
                return False
            seers = ("owner", "all") if zone and zone.player == t.Me() else ("enemy", "all")
            if zone and (zone.zone == "reserve" or (choice.how == "free" and seen_by[zone.zone] not in seers)):
                return False
    return sum(kind.count for kind in rules.troops) <= LARGEST_ARMY


# ---- statements


def _of_statement(x: t.Statement, rules: t.Ruleset) -> Iterator[Change]:
    match x:
        case t.Zone():
            yield _field(x, "seen", "seen_by", f"seen by {x.seen_by}", SEEN_INSTEAD[x.seen_by], "seen by {}")
        case t.TroopKind():
            if x.strength is not None:
                yield Change("joker", replace(x, strength=None), f"strength {worded(x.strength)}", "joker", is_whole=True)
            else:
                yield Change("joker", replace(x, strength=t.Literal_(1)), "joker", "strength 1", is_whole=True)
            yield from _numbers(x, "count", "count {}", least=1)
        case t.Mark():
            yield _field(x, "seen", "seen_by", f"seen by {x.seen_by}", SEEN_INSTEAD[x.seen_by], "seen by {}")
            for lifetime, said in LIFETIMES.items():
                if lifetime != x.lifetime:
                    yield Change("lifetime", replace(x, lifetime=lifetime), LIFETIMES[x.lifetime], said)
        case t.Counter():
            yield from _numbers(x, "starts", "starts at {}")
        case t.SetupStep():
            yield _left_out(x)
            yield from _numbers(x, "number", f"{x.zone} {{}}")
            instead = {"first player": "other player", "other player": "first player"}
            if x.who in instead:
                yield _field(x, "own/enemy", "who", x.who, instead[x.who], "{}")
        case t.Action():
            if len(rules.actions) > 1:
                yield _left_out(x)
            yield from _dropped_condition(x, "when", x.when)
        case t.Requirement() | t.Law():
            yield _left_out(x)
        case t.Exception_():
            yield _left_out(x)
            yield from _dropped_condition(x, "condition", x.condition, "widen")
            yield from _other_targets(x, rules)
        case t.Effect():
            yield _left_out(x)
            if not all(isinstance(verb, t.ChangeCounter) and verb.word == "set" for verb in x.program.verbs):
                again = replace(x, label=f"{x.label}-again")
                yield Change("repeat", again, worded(x.program), f"{worded(x.program)}, and again")
            yield from _dropped_condition(x, "when", x.when)
            optional = replace(x.program, is_optional=not x.program.is_optional)
            yield Change("optional/mandatory", replace(x, program=optional), worded(x.program), worded(optional))
            if x.actor is None and _has_actor(x.program):
                yield Change("own/enemy", replace(x, actor=t.EnemyOf(t.Me())), "for me", "for enemy")
            if x.trigger.troop:
                widened = replace(x.trigger, troop=None)
                yield Change("widen", replace(x, trigger=widened), f"{x.trigger.happening} {x.trigger.troop}",
                              f"{x.trigger.happening} any troop")  # fmt: skip
        case t.Win():
            yield _left_out(x)
            if x.if_both not in (None, t.Me()):  # if nothing is said, it is me
                yield Change("tie", replace(x, if_both=None), f"if both {worded(x.if_both)}", "")
        case t.End():
            if x.label not in rules.stuck_endings:
                yield _left_out(x)
                other = {"turn start": "turn end", "turn end": "turn start"}[x.happening]
                yield _field(x, "happening", "happening", x.happening, other, "on {}")
        case _:
            pass
    for change in in_parts(x):
        if isinstance(x, t.Law) and _says_the_same(x, change.node):
            continue
        operator = "tie" if change.operator == "own/enemy" and _is_about_tie(x, change.node) else change.operator
        yield replace(change, operator=operator)


def _has_actor(x: t.Program) -> bool:
    """Return whether it matters who applies an effect."""
    is_choice = x.is_optional or bool(x.choices)
    return is_choice or any(isinstance(verb, t.Draw | t.Place | t.Claim) or _speaks_of_me(verb) for verb in x.verbs)


def _speaks_of_me(x: t.Verb) -> bool:
    parts = (getattr(x, field.name) for field in fields(x) if field.name != "player")
    return any(t.Me() in t.walk(part) for part in parts)


def _says_the_same(x: t.Law, new: t.Law) -> bool:
    """Return whether a law only no longer asks whether medals are there, which taking them asks anyway."""
    if not isinstance(x.verb, t.Claim):
        return False
    asks = t.Not(t.IsClaimed(x.verb.region))
    return x.when in (t.And(asks, new.when), t.And(new.when, asks))


def _is_about_tie(x: t.Statement, new: t.Statement) -> bool:
    match x, new:
        case t.Win(), t.Win():
            return x.if_both != new.if_both
        case t.End(), t.End():
            return x.result != new.result
        case _:
            return False


def _left_out(x: t.Statement) -> Change:
    return Change("drop", None, "", "", is_whole=True)


def _field(x: t.Statement, operator: str, name: str, before: str, value: str, form: str) -> Change:
    field: dict[str, Any] = {name: value}
    return Change(operator, replace(x, **field), before, form.format(value), is_whole=True)


def _numbers(x: t.Statement, name: str, form: str, least: int = 0) -> Iterator[Change]:
    number = getattr(x, name)
    for other in (number - 1, number + 1):
        if other >= least:
            yield Change("number", replace(x, **{name: other}), form.format(number), form.format(other), is_whole=True)


def _dropped_condition(x: t.Statement, name: str, condition: t.Condition | None, operator: str = "clause") -> Iterator[Change]:
    if condition is not None:
        altered: dict[str, Any] = {name: None}
        yield Change(operator, replace(x, **altered), f"when {worded(condition)}", "")


def _other_targets(x: t.Exception_, rules: t.Ruleset) -> Iterator[Change]:
    """Yield the exception that spares one of those it speaks on, and the one that speaks on one more."""
    said = ", ".join(x.targets)
    if len(x.targets) > 1:
        for label in x.targets:
            rest = tuple(target for target in x.targets if target != label)
            yield Change("spare", replace(x, targets=rest), f"{x.does} {said}", f"{x.does} {', '.join(rest)}")
    if x.does == "suspend":
        others = (e for e in rules.exceptions if e.does != "suspend" and e.label not in x.targets and x.verb in (None, e.verb))
        for label in (e.label for e in others):
            yield Change("widen", replace(x, targets=(*x.targets, label)), f"{x.does} {said}", f"{x.does} {said}, {label}")


# ---- the order of several statements


def _of_order(rules: t.Ruleset) -> Iterator[tuple[str, Change, t.Ruleset]]:
    """Yield the name of the statement that orders others, the change of it, and the rules."""
    listed = rules.listings.get("after every change")
    for i in range(len(rules.laws) - 1):
        laws = (*rules.laws[:i], rules.laws[i + 1], rules.laws[i], *rules.laws[i + 2 :])
        before, after = (", ".join(x.label for x in order) for order in (rules.laws, laws))
        new = replace(listed, laws=tuple(x.label for x in laws)) if isinstance(listed, t.AfterChange) else None
        yield "after every change", Change("law order", new, before, after), replace(rules, laws=laws)
    phases = sorted({x.phase for x in rules.effect_list})
    for first, second in pairwise(phases):
        swap = {first: second, second: first}
        effects = tuple(replace(x, phase=swap.get(x.phase, x.phase)) for x in rules.effect_list)
        one, other = _phase(rules, first), _phase(rules, second)
        order = _order(rules, swap, None)
        yield "order", Change("swap", order, f"{one}, then {other}", f"{other}, then {one}"), replace(rules, effect_list=effects)
    for phase in phases:
        effects = tuple(replace(x, stays=not x.stays) if x.phase == phase else x for x in rules.effect_list)
        stays = next(x.stays for x in rules.effect_list if x.phase == phase)
        told = _phase(rules, phase), f"{_phase(rules, phase)} while its troop stays"
        before, after = (told[1], told[0]) if stays else told
        order = _order(rules, {}, phase)
        yield "order", Change("stays", order, before, after), replace(rules, effect_list=effects)
    for i, (end, then) in enumerate(pairwise(rules.ends)):
        if end.happening == then.happening:
            ends = (*rules.ends[:i], then, end, *rules.ends[i + 2 :])
            said = Change("swap", None, f"{end.label}, then {then.label}", f"{then.label}, then {end.label}")
            yield "order of endings", said, replace(rules, ends=ends)


def _order(rules: t.Ruleset, swap: Mapping[int, int], changed: int | None) -> t.Order | None:
    """Return the statement that orders effects with two phases swapped or one changed, if there is such a statement."""
    order = rules.listings.get("order")
    if not isinstance(order, t.Order) or max(swap, default=0) >= len(order.phases):
        return None
    phases = [order.phases[swap.get(number, number)] for number in range(len(order.phases))]
    return replace(order, phases=tuple((group, stays != (number == changed)) for number, (group, stays) in enumerate(phases)))


def _phase(rules: t.Ruleset, phase: int) -> str:
    """Return the group of a phase, or the labels of what is in none."""
    own = [x for x in rules.effect_list if x.phase == phase]
    shared = [group for group in own[0].groups if all(group in x.groups for x in own)]
    return f"[{shared[0]}]" if shared else ", ".join(x.label for x in own)
