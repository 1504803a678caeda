"""The typed tree in the words of the language, for messages."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from toybattle.ruleset import tree as t

_FORMS: dict[type[Any], str] = {
    t.Me: "me",
    t.EnemyOf: "enemy of {player}",
    t.OwnerOf: "owner of {what}",
    t.Bound: "{name}",
    t.This: "this",
    t.Here: "here",
    t.Top: "top of {slot}",
    t.SlotOf: "slot of {piece}",
    t.Literal_: "{value}",
    t.Arithmetic: "({left} {sign} {right})",
    t.Count: "number of {among}",
    t.Strength: "strength of {piece}",
    t.MedalsOf: "medals of {what}",
    t.Objective: "objective of {player}",
    t.Distance: "distance from {start} to {end}",
    t.Height: "height of {slot}",
    t.PrintedValue: "value of {slot}",
    t.Stack: "stack of {slot}",
    t.Regions: "regions around {around}",
    t.BasesAround: "bases around {region}",
    t.Values: "values of {slot}",
    t.Only: "{what}",
    t.AdjacentTo: "{among} adjacent to {to}",
    t.OtherThan: "{among} other than {than}",
    t.JoinedTo: "{among} joined to {to} through {through}",
    t.Within: "{among} within {paths} paths of {of}",
    t.Where: "({among} {variable} where {condition})",
    t.Or: "{left} or {right}",
    t.And: "{left} and {right}",
    t.Not: "not {condition}",
    t.Compare: "{left} {comparison} {right}",
    t.Same: "{left} = {right}",
    t.In: "{what} in {among}",
    t.IsEmpty: "{slot} is empty",
    t.IsHq: "{slot} is hq",
    t.IsKind: "{piece} is {kind}",
    t.IsJoker: "{piece} is joker",
    t.IsSpecial: "{slot} is {kind}",
    t.IsMarked: "{piece} is {mark}",
    t.IsClaimed: "{region} is claimed",
    t.NoAction: "no action is possible",
    t.Draw: "{number}",
    t.Place: "{piece} on {slot}",
    t.Send: "{piece}",
    t.Move: "{piece} onto {slot}",
    t.SetMark: "{piece}",
    t.Claim: "{region}",
    t.PlayerWins: "{player} wins",
}


def worded(node: Any) -> str:
    """Return an expression, set, condition, verb, choice, program or result in the words of the language.

    >>> worded(t.Not(t.IsJoker(t.Top(t.Bound("S", "slot")))))
    'top of S is not joker'
    """
    match node:
        case t.EnemyOf(t.Me()):
            return "enemy"
        case t.Slots(name, player) | t.InZone(name, player) | t.CounterOf(name, player):
            return _whose(name, player)
        case t.Tops(player) | t.Troops(player):
            return _whose(type(node).__name__.lower(), player)
        case t.Room(zone, player):
            return f"room in {_whose(zone, player)}"
        case t.Regions(None):
            return "regions"
        case t.And(t.Same(one), _) if is_predicate(node):
            return f"{worded(one)} is base"
        case t.And(t.IsHq(one), t.Same(_, player)) if is_predicate(node):
            return f"{worded(one)} is {_whose('hq', player)}"
        case t.Same(t.OwnerOf(what), t.Me()):
            return f"{worded(what)} is mine"
        case t.Not(t.And() | t.Same() as inner) if is_predicate(inner):
            return " is not ".join(worded(inner).rsplit(" is ", 1))
        case t.Not(t.IsEmpty() | t.IsHq() | t.IsKind() | t.IsJoker() | t.IsSpecial() | t.IsMarked() | t.IsClaimed()):
            return " is not ".join(worded(node.condition).rsplit(" is ", 1))
        case t.Not(t.Compare() | t.Same() | t.In() | t.Quantified() | t.And() | t.Or()):
            return f"not ({worded(node.condition)})"
        case t.Quantified():
            every = "every {variable} in {among} has {condition}"
            form = every if node.is_every else "some {variable} in {among} where {condition}"
        case t.ChangeCounter():
            form = "{number} to {counter}" if node.word == "add" else "{counter} to {number}"
        case t.Choice(variables, how, among, condition):
            named = " and ".join(map(worded, variables))
            where = f" where {worded(condition)}" if condition else ""
            return f"{'' if how == 'free' else f'{how} '}{named} in {worded(among)}{where}"
        case t.Program(is_optional, choices, verbs):
            chosen = f"choose {', '.join(map(worded, choices))}, then " if choices else ""
            return f"{'may ' * is_optional}{chosen}{' and '.join(map(worded, verbs))}"
        case t.MostWins(counter, tie):
            return f"most {counter or 'medals'} wins, on a tie {worded(tie)}"
        case _:
            form = _FORMS[type(node)]
    if isinstance(node, t.Verb):
        who = "" if node.player == t.Me() else f"{worded(node.player)} "
        form = f"{who}{t.verb_word(node)}{'s' * bool(who)} {form}"
    parts = ((field.name, getattr(node, field.name)) for field in fields(node))
    return form.format(**{name: _part(part, node) for name, part in parts})


def is_predicate(node: Any) -> bool:
    """Return whether the language says a condition of several parts in one word after `is`: base, my hq, mine."""
    match node:
        case t.And(t.Same(one), t.Not(t.IsHq(other))) | t.And(t.IsHq(one), t.Same(t.OwnerOf(other), t.Me() | t.EnemyOf(t.Me()))):
            return bool(one == other)
        case _:
            return isinstance(node, t.Same) and isinstance(node.left, t.OwnerOf) and node.right == t.Me()


def _part(part: Any, whole: Any) -> Any:
    if isinstance(part, str | int):
        return part
    is_open = isinstance(part, t.Or | t.And) and isinstance(whole, t.Or | t.And) and type(part) is not type(whole)
    return f"({worded(part)})" if is_open and not is_predicate(part) else worded(part)


def _whose(name: str, of: Any) -> str:
    match of:
        case None:
            return name
        case t.Me():
            return f"my {name}"
        case t.EnemyOf(t.Me()):
            return f"enemy {name}"
        case _:
            return f"{name} of {worded(of)}"
