"""From syntax back to text, in the one form the project writes; `parse(print(x)) == x`."""

from __future__ import annotations

from typing import assert_never

from toybattle import LANGUAGE_VERSION
from toybattle.lang import syntax as s

LIFETIMES = {
    "next_turn": "until the end of its owner's next turn",
    "this_turn": "until the end of this turn",
    "stay": "until it leaves",
}


def print_rules(statements: tuple[s.Statement, ...]) -> str:
    """Return a whole rules file."""
    return "".join(f"{line}\n" for line in (f"language {LANGUAGE_VERSION}", *map(print_statement, statements)))


def print_statement(x: s.Statement) -> str:
    """Return one statement on one line."""
    match x:
        case s.Language():
            return f"language {x.version}"
        case s.Zone():
            holds = f" holds {print_expression(x.holds)}" if x.holds else ""
            return f"zone {x.name}{holds} seen by {x.seen_by}{_cites(x.cites)}"
        case s.Troop():
            strength = f"strength {print_expression(x.strength)}" if x.strength else "joker"
            return f"troop {x.name}{_display(x.display)} {strength} count {x.count}{_cites(x.cites)}"
        case s.Special():
            values = f" {x.values}" if x.values else ""
            head = f"special {x.name}{_display(x.display)}{values}{_groups(x.groups)}{_cites(x.cites)}"
            return head + _trigger(x.event, x.actor, x.when) + (f": {_program(x.program)}" if x.program else "")
        case s.Mark():
            seen = f" seen by {x.seen_by}" if x.seen_by else ""
            showing = f" {x.showing}" if x.showing else ""
            return f"mark {x.name} by {x.verb}{seen}{showing}{_cites(x.cites)}: {LIFETIMES[x.lifetime]}"
        case s.Counter():
            starts = f" starts at {x.starts}" if x.starts is not None else ""
            return f"counter {x.name} for {x.scope}{starts}{_cites(x.cites)}"
        case s.Setup():
            return f"setup {x.name}{_cites(x.cites)}: {_phrase(x.phrase)}"
        case s.Action():
            return f"action {x.name}{_cites(x.cites)}{_when(x.when)}: {_program(x.program)}"
        case s.To():
            return " ".join(("to", *(part for part in (x.verb, x.first, x.preposition, x.second) if part)))
        case s.Require():
            return f"require {x.name}{_cites(x.cites)}: {print_condition(x.condition)}"
        case s.Exception_():
            target = f"[{x.target}]" if x.is_group else x.target
            return f"except {x.name}{_groups(x.groups)}{_cites(x.cites)}: {x.does} {target}{_when(x.when)}"
        case s.Effect():
            head = f"effect {x.name}{_groups(x.groups)}{_cites(x.cites)}"
            return f"{head}{_trigger(x.event, x.actor, x.when)}: {_program(x.program)}"
        case s.Order():
            phases = (f"[{phase.group}]{' ' + phase.stays if phase.stays else ''}" for phase in x.phases)
            return f"order{_cites(x.cites)}: {', then '.join(phases)}"
        case s.Law():
            binders = ", ".join(f"{binder.scope} {binder.variable}" for binder in x.binders)
            return f"law {x.name} for {binders}{_cites(x.cites)}: when {print_condition(x.when)}, {_phrase(x.phrase)}"
        case s.Win():
            both = f", if both {print_expression(x.if_both)}" if x.if_both else ""
            return f"win {x.name} for {x.scope} {x.variable}{_cites(x.cites)}: when {print_condition(x.when)}{both}"
        case s.After():
            return f"after every change{_cites(x.cites)}: {', '.join(x.names)}"
        case s.End():
            return f"end {x.name}{_cites(x.cites)}{_trigger(x.event, None, x.when)}: {_result(x.result)}"
        case s.Replace():
            return f"replace {print_statement(x.statement)}"
        case s.Remove():
            return f"remove {x.kind + ' ' if x.kind else ''}{x.name}"
        case s.Ignore():
            return f"ignore special bases{_cites(x.cites)}"
        case _:
            assert_never(x)


def print_expression(x: s.Expression) -> str:
    """Return an expression, parenthesised only where reading it back needs it."""
    match x:
        case s.Word() | s.Variable():
            return x.name
        case s.Number():
            return str(x.value)
        case s.Of():
            return f"{x.name} of {_noun(x.of)}"
        case s.Possessive():
            return f"{x.whose} {x.name}"
        case s.NumberOf():
            return f"number of {_restricted(x.of)}"
        case s.RoomIn():
            return f"room in {_noun(x.zone)}"
        case s.Distance():
            return f"distance from {_noun(x.start)} to {_noun(x.end)}"
        case s.Arithmetic():
            left, right = print_expression(x.left), print_expression(x.right)
            if x.sign == "*" and isinstance(x.left, s.Arithmetic) and x.left.sign != "*":
                left = f"({left})"
            if isinstance(x.right, s.Arithmetic) and (x.sign == "*" or x.right.sign != "*"):
                right = f"({right})"
            return f"{left} {x.sign} {right}"
        case s.Adjacent():
            return f"{_restricted(x.among)} adjacent to {_noun(x.to)}"
        case s.OtherThan():
            return f"{_restricted(x.among)} other than {_noun(x.than)}"
        case s.Around():
            return f"{_restricted(x.among)} around {_noun(x.centre)}"
        case s.Joined():
            return f"{_restricted(x.among)} joined to {_noun(x.to)} through {_noun(x.through)}"
        case s.Within():
            return f"{_restricted(x.among)} within {x.paths} paths of {_noun(x.of)}"
        case s.Filtered():
            return f"({_restricted(x.among)} {x.variable} where {print_condition(x.condition)})"
        case _:
            assert_never(x)


def print_condition(x: s.Condition) -> str:
    """Return a condition, parenthesised only where reading it back needs it."""
    match x:
        case s.Either():
            left = print_condition(x.left)
            return f"{f'({left})' if _is_open(x.left) else left} or {_side(x.right, s.Either)}"
        case s.Both():
            return f"{_side(x.left, s.Either, may_be_open=False)} and {_side(x.right, s.Either, s.Both)}"
        case s.Negation():
            return f"not {_side(x.condition, s.Either, s.Both, may_be_open=False)}"
        case s.Compare():
            return f"{print_expression(x.left)} {x.comparison} {print_expression(x.right)}"
        case s.Member():
            return f"{print_expression(x.what)} in {print_expression(x.among)}"
        case s.Is():
            whose = f"{x.predicate.whose} " if x.predicate.whose else ""
            return f"{print_expression(x.what)} is {'not ' if x.negated else ''}{whose}{x.predicate.name}"
        case s.Quantified():
            joint = "has" if x.quantifier == "every" else "where"
            head = f"{x.quantifier} {x.variable} in {print_expression(x.among)}"
            return f"{head} {joint} {print_condition(x.condition)}"
        case s.NoAction():
            return "no action is possible"
        case _:
            assert_never(x)


def _is_open(x: s.Condition) -> bool:
    """Return whether a condition ends in a quantifier, which would swallow what follows."""
    return isinstance(x, s.Quantified) or (isinstance(x, s.Either | s.Both) and _is_open(x.right))


def _side(x: s.Condition, *looser: type[s.Node], may_be_open: bool = True) -> str:
    text = print_condition(x)
    return f"({text})" if isinstance(x, looser) or (_is_open(x) and not may_be_open) else text


def _restricted(x: s.Expression) -> str:
    loose = isinstance(x, s.Arithmetic | s.NumberOf | s.RoomIn | s.Distance)
    return f"({print_expression(x)})" if loose else print_expression(x)


def _noun(x: s.Expression) -> str:
    tight = isinstance(x, s.Word | s.Variable | s.Number | s.Of | s.Possessive | s.Filtered)
    return print_expression(x) if tight else f"({print_expression(x)})"


def _cites(cites: tuple[s.Citation, ...]) -> str:
    return " cites " + ", ".join(f'"{cite.text}"' if cite.is_quoted else cite.text for cite in cites)


def _groups(groups: tuple[str, ...]) -> str:
    return "".join(f" [{group}]" for group in groups)


def _display(display: str | None) -> str:
    return f' "{display}"' if display is not None else ""


def _when(condition: s.Condition | None) -> str:
    return f" when {print_condition(condition)}" if condition else ""


def _trigger(event: s.Event | None, actor: s.Expression | None, when: s.Condition | None) -> str:
    text = ""
    if event:
        joint = " with" if event.happening.startswith("turn") and event.troop != "any troop" else ""
        troop = f"{joint} {event.troop}" if event.troop else ""
        text = f" on {event.happening}{troop}{f' at {event.at}' if event.at else ''}"
    return text + (f" for {print_expression(actor)}" if actor else "") + _when(when)


def _program(x: s.Program) -> str:
    choices = ", ".join(map(_choice, x.choices))
    phrases = " and ".join(map(_phrase, x.phrases))
    return f"{'may ' if x.may else ''}{f'choose {choices}, then ' if choices else ''}{phrases}"


def _choice(x: s.Choice) -> str:
    second = f" and {x.second}" if x.second else ""
    condition = f" where {print_condition(x.condition)}" if x.condition else ""
    return f"{x.how + ' ' if x.how else ''}{x.variable}{second} in {print_expression(x.among)}{condition}"


def _phrase(x: s.Phrase) -> str:
    parts = (x.subject and print_expression(x.subject), x.verb, x.first and print_expression(x.first), x.preposition)
    return " ".join(part for part in (*parts, x.second and print_expression(x.second)) if part)


def _result(x: s.Result) -> str:
    match x:
        case s.MostWins():
            return f"most {x.counted} wins, on a tie {_result(x.tie)}"
        case s.PlayerWins():
            return f"{print_expression(x.player)} wins"
        case _:
            assert_never(x)
