"""Parts of a statement altered, one at a time: what can stand in place of a number, a comparison, a clause, a set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from toybattle.ruleset import tree as t
from toybattle.ruleset.wording import is_predicate, worded

COMPARISONS = ("<", "<=", "=", ">=", ">")
_ATOMS = (
    t.Compare | t.Same | t.In | t.IsEmpty | t.IsHq | t.IsKind | t.IsJoker | t.IsSpecial | t.IsMarked | t.IsClaimed | t.Quantified
)
_CLAUSES = t.Or | t.And | t.Not | _ATOMS
_SAID_WITH = {"limit": "holds {}", "strength": "strength {}", "actor": "for {}", "if_both": "if both {}"}
"""What stands before an expression that is a whole part of a statement."""
_SAID_WHOLE = _CLAUSES | t.Verb | t.Choice | t.Program | t.Result
"""What a description quotes; of smaller parts it quotes the one of these around them."""


@dataclass(frozen=True, slots=True)
class Change:
    """A node in place of another, and what is said of both."""

    operator: str
    node: Any
    before: str
    after: str
    """Empty if what was before is left out; both are if that is the whole statement."""
    is_whole: bool = False
    """Whether what is said can stand by itself."""


def in_parts(x: Any, *, but: str = "") -> Iterator[Change]:
    """Yield a node with one of its parts altered; `but` is an operator not wanted of the parts themselves."""
    for field in fields(x):
        if _is_idle(x, field.name):
            continue
        part = getattr(x, field.name)
        among = part if isinstance(part, tuple) else (part,)
        for index, one in enumerate(among):
            if not is_dataclass(one) or isinstance(one, t.Statement) or type(one).__module__ != t.__name__:
                continue
            for change in _altered(one, x, but):
                whole = (*among[:index], change.node, *among[index + 1 :]) if isinstance(part, tuple) else change.node
                yield _around(x, replace(x, **{field.name: whole}), change)


def _around(x: Any, made: Any, change: Change) -> Change:
    """Return the change of a part as one of the node around it."""
    if change.is_whole:
        return replace(change, node=made)
    if isinstance(x, t.Statement):
        form = next((form for name, form in _SAID_WITH.items() if getattr(x, name, None) != getattr(made, name, None)), "{}")
        return replace(change, node=made, before=form.format(change.before), after=form.format(change.after))
    return Change(change.operator, made, worded(x), worded(made), isinstance(x, _SAID_WHOLE))


def _is_idle(x: Any, name: str) -> bool:
    """Return whether a part says nothing that could be otherwise."""
    is_own_verb = isinstance(x, t.Send | t.Move | t.SetMark | t.ChangeCounter) and x.player == t.Me()
    return (name == "player" and is_own_verb) or name in ("parameters", "binders", "variable", "variables", "trigger") or (
        isinstance(x, t.Win) and name == "player"
    )  # fmt: skip


def _altered(x: Any, parent: Any, but: str = "") -> Iterator[Change]:
    """Yield what a node can be altered to, itself first, then its parts."""
    for operator, made in _instead(x, parent):
        if operator != but:
            yield Change(operator, made, worded(x), worded(made), isinstance(x, _SAID_WHOLE))
    match x:
        case t.And() if is_predicate(x):
            return
        case t.EnemyOf():  # an enemy of an enemy is nobody new
            yield from (change for change in in_parts(x) if change.operator != "own/enemy")
        case t.Not():
            yield from in_parts(x, but="negate")
        case _:
            yield from in_parts(x)


def _instead(x: Any, parent: Any) -> Iterator[tuple[str, Any]]:
    """Yield what can stand in place of one node, with the operator that puts it there."""
    match x:
        case t.Literal_(value):
            yield from (("number", t.Literal_(other)) for other in (value - 1, value + 1) if other >= 0)
        case t.Within(_, paths):
            yield from (("number", replace(x, paths=other)) for other in (paths - 1, paths + 1) if other > 0)
            yield "clause", x.among
        case t.Arithmetic(_, sign):
            yield "sign", replace(x, sign={"+": "-", "-": "+", "*": "+"}[sign])
        case t.Me() | t.Bound(_, "player"):
            yield "own/enemy", t.EnemyOf(x)
        case t.EnemyOf(player):
            yield "own/enemy", player
        case t.OwnerOf() if not isinstance(parent, t.Same | t.EnemyOf):
            yield "own/enemy", t.EnemyOf(x)
        case t.Tops(player):
            yield "top/anywhere", t.Troops(player)
            yield from [("own/enemy", t.Tops(None))] if player else ()
        case t.Troops(player):
            yield "top/anywhere", t.Tops(player)
            yield from [("own/enemy", t.Troops(None))] if player else ()
        case t.Slots("hqs", player) if player:
            yield "own/enemy", t.Slots("hqs")
        case t.Slots("slots"):
            yield "anywhere", t.Slots("bases")
        case t.Slots("bases"):
            yield "anywhere", t.Slots("slots")
        case t.Regions(around) if around:
            yield "clause", t.Regions()
        case t.AdjacentTo() | t.OtherThan() | t.JoinedTo() | t.Where():
            yield "clause", x.among
        case t.Choice(_, _, _, condition) if condition:
            yield "clause", replace(x, condition=None)
        case t.Program(_, _, verbs):
            for i in range(len(verbs) if len(verbs) > 1 else 0):
                yield "drop", replace(x, verbs=verbs[:i] + verbs[i + 1 :])
            for i in range(len(verbs) - 1):
                yield "swap", replace(x, verbs=(*verbs[:i], verbs[i + 1], verbs[i], *verbs[i + 2 :]))
        case t.MostWins(_, tie):
            yield "tie", tie
        case t.And(t.IsHq() as hq, t.Same(left, right, _)) if is_predicate(x):
            yield "negate", t.Not(x)
            yield "clause", hq
            other = right.player if isinstance(right, t.EnemyOf) else t.EnemyOf(right)
            yield "own/enemy", t.And(hq, t.Same(left, other, "player"))
        case t.And() if is_predicate(x):
            yield "negate", t.Not(x)
        case t.And(left, right) | t.Or(left, right):
            yield "clause", right
            yield "clause", left
            yield "and/or", t.Or(left, right) if isinstance(x, t.And) else t.And(left, right)
        case t.Not(condition):
            yield "negate", condition
        case _ if isinstance(x, _ATOMS):
            yield "negate", t.Not(x)
            yield from _of_atom(x)
        case _:
            pass


def _of_atom(x: Any) -> Iterator[tuple[str, Any]]:
    match x:
        case t.Compare(left, comparison, right):
            # No count lies below zero, so that the two say the same.
            alike = {"=", "<="} if isinstance(left, t.Count | t.Height) and right == t.Literal_(0) else set()
            others = (other for other in COMPARISONS if other != comparison and not {other, comparison} <= alike)
            yield from (("comparison", replace(x, comparison=other)) for other in others)
        case t.Quantified(is_every):
            yield "and/or", replace(x, is_every=not is_every)
            return
        case _:
            pass
    if top := next(_tops(x), None):
        variable = t.Bound(next(name for name in "XYZUVW" if t.Bound(name, "piece") not in t.walk(x)), "piece")
        yield "top/anywhere", t.Quantified(False, variable, t.Stack(top.slot), _swapped(x, top, variable))


def _tops(x: Any) -> Iterator[t.Top]:
    """Yield each `top of …` that speaks of nothing bound within this condition."""
    if isinstance(x, t.Top):
        yield x
    for field in fields(x) if not isinstance(x, t.Where | t.Quantified) else ():
        part = getattr(x, field.name)
        if is_dataclass(part):
            yield from _tops(part)


def _swapped(x: Any, old: Any, new: Any) -> Any:
    """Return a node with one of its parts, wherever it stands, replaced."""
    if x == old:
        return new
    if not is_dataclass(x) or isinstance(x, type):
        return x
    parts: dict[str, Any] = {field.name: _swapped(getattr(x, field.name), old, new) for field in fields(x)}
    return replace(x, **parts)
