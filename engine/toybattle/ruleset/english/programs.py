"""Verbs, choices and programs in English."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from toybattle.ruleset import tree as t
from toybattle.ruleset.english.grammar import Group, Noun, listed, named, verb
from toybattle.ruleset.english.speaker import Speaker

SHORT = 4
"""Words that can stand between `return` and `to the rack`."""


def program(x: t.Program, speaker: Speaker) -> str:
    """Return what a player does: `you may draw 1 troop`."""
    heads = [speaker.many(choice.among).head for choice in x.choices]
    is_plain = len(set(heads)) == len(heads) and all(len(choice.variables) == 1 for choice in x.choices)
    picked: dict[str, Noun] = {}
    known = speaker
    for choice, head in zip(x.choices, heads, strict=True):
        group = _group(choice, known)
        if is_plain:
            names = {choice.variables[0].name: named(f"that {head}")}
            group = known.where(group, choice.variables[0], choice.condition) if choice.condition else group
            picked[choice.variables[0].name] = Noun(group.pick)
            known = known.naming(names)
        else:
            known = known.naming({v.name: named(f"{head} {v.name}") for v in choice.variables})
            one = group.lettered(choice.variables[0].name)
            is_pair = len(choice.variables) > 1
            text = (
                f"two {group.lettered(f'{choice.variables[0].name} and {choice.variables[1].name}').several}"
                if is_pair
                else one.any
            )
            text += f" for which {known.condition(choice.condition, True)}" if choice.condition else ""
            picked[choice.variables[0].name] = Noun(text)
    first = x.verbs[0]
    if is_plain and x.choices and _operands(first) == tuple(choice.variables[0] for choice in x.choices):
        # What is chosen is named where it is first spoken of.
        return _joined([(first, known.naming(picked)), *((v, known) for v in x.verbs[1:])], "", x.is_optional, speaker)
    chosen = f"choose {listed([noun.text for noun in picked.values()], 'and')}" if x.choices else ""
    return _joined([(v, known) for v in x.verbs], chosen, x.is_optional, speaker)


def _group(choice: t.Choice, speaker: Speaker) -> Group:
    """Return what a choice is made from, said as what it is taken from."""
    group = speaker.many(choice.among)
    zone = t.zone_in(choice.among)
    if zone:
        lies, taken = (speaker.zone(zone.zone, zone.player, before) for before in ("", "from"))
        group = replace(group, after=(group.after[0].replace(lies, taken, 1), group.after[1].replace(lies, taken, 1)))
    return group if choice.how == "free" else replace(group, one=f"{choice.how} {group.one}", many=f"{choice.how} {group.many}")


def _operands(x: t.Verb) -> tuple[t.Expression, ...]:
    """Return what a verb is about, in the order in which it is said."""
    match x:
        case t.Place() | t.Move():
            return x.piece, x.slot
        case t.Send() | t.SetMark():
            return (x.piece,)
        case t.Claim():
            return (x.region,)
        case t.Draw() | t.ChangeCounter():
            return ()
        case _:
            assert_never(x)


def _joined(verbs: list[tuple[t.Verb, Speaker]], chosen: str, is_optional: bool, speaker: Speaker) -> str:
    """Return what is chosen and what is done, with who does it."""
    me = speaker.names["me"]
    parts = [(me, chosen)] if chosen else []
    parts += [(says.one(x.player), bare(x, says)) for x, says in verbs]
    if is_optional:
        said = [done if who == me else f"let {who} {done}" for who, done in parts]
        return f"{me} may {listed(said, 'and')}"
    told: list[str] = []
    last: Noun | None = None
    for who, done in parts:
        told.append(verb(done, who) if who == last else f"{who} {verb(done, who)}")
        last = who
    return listed(told, "and")


def bare(x: t.Verb, speaker: Speaker) -> str:
    """Return what a verb does, without who does it: `draw 1 troop`."""
    match x:
        case t.Draw(_, t.Literal_(number)):
            return f"draw {number} troops (or as many as possible)" if number != 1 else "draw 1 troop"
        case t.Draw(_, t.Count(among)):
            return f"draw as many troops as there are {speaker.many(among).several}"
        case t.Draw(_, number):
            return f"draw as many troops as {speaker.one(number)}"
        case t.Place(_, piece, slot):
            return f"place {speaker.one(piece)} on {speaker.one(slot)}"
        case t.Move(_, piece, slot):
            return f"move {speaker.one(piece)} onto {speaker.one(slot)}"
        case t.Send(_, word, piece):
            what = speaker.one(piece).text
            if word != "return":
                return f"{word} {what}"
            return f"return {what} to the rack" if len(what.split()) <= SHORT else f"return to the rack {what}"
        case t.SetMark(_, word, _, piece):
            return f"{word} {speaker.one(piece)}"
        case t.ChangeCounter(_, "add", counter, number):
            return f"add {speaker.one(number)} to {speaker.one(counter)}"
        case t.ChangeCounter(_, _, counter, number):
            return f"set {speaker.one(counter)} to {speaker.one(number)}"
        case t.Claim(_, region):
            return f"claim the medals of {speaker.one(region)}"
        case _:
            assert_never(x)
