"""Statements in English: whole sentences."""

from __future__ import annotations

from typing import assert_never

from toybattle.ruleset import tree as t
from toybattle.ruleset.english.grammar import THEY, Noun, article, listed, named, sentence_of, verb, words
from toybattle.ruleset.english.programs import bare, program
from toybattle.ruleset.english.speaker import HEADS, Speaker

ON_TURN = {"me": Noun("the player whose turn it is"), "enemy": Noun("the player whose turn it is not")}
"""What the players are called where nobody acts."""
SEEN = {"owner": "only {} owner sees", "enemy": "only {} owner's opponent sees", "nobody": "nobody sees", "all": "everybody sees"}
LASTING = {
    "next_turn": "until the end of its owner's next turn", "this_turn": "until the end of the turn",
    "stay": "until it leaves where it is",
}  # fmt: skip
DOING = {"draw": "draw a troop", "place": "place a troop on a slot", "move": "move a troop onto a slot",
         "return": "return a troop to the rack"}  # fmt: skip
"""What a requirement is about; other verbs go like `pin a troop`."""
WHO = {"each player": "each player", "first player": "the player who begins", "other player": "the other player"}


def sentence(statement: t.Statement, rules: t.Ruleset) -> str:
    """Return what a statement says, in whole sentences."""
    return " ".join(sentences(statement, rules))


def sentences(statement: t.Statement, rules: t.Ruleset) -> tuple[str, ...]:
    """Return what a statement says, sentence by sentence."""
    notes = _notes(statement, rules) if isinstance(statement, t.Effect | t.Exception_) else ""
    return tuple(sentence_of(said) for said in (_said(statement, rules), notes) if said)


def _said(x: t.Statement, rules: t.Ruleset) -> str:
    speaker = Speaker(rules, {})
    match x:
        case t.Zone(limit=limit, seen_by=seen_by):
            most = f"at most {speaker.one(limit)} troops" if isinstance(limit, t.Literal_) else (
                f"at most as many troops as {speaker.one(limit)}" if limit else "any number of troops")  # fmt: skip
            seers = {"owner": "only you see", "enemy": "only your opponent sees"}
            return f"your {x.label} holds {most}; {seers.get(seen_by, SEEN[seen_by])} which they are"
        case t.TroopKind(display=display, strength=strength, count=count):
            speaker = speaker.naming({"this": named(display), "here": Noun(f"{named(display).having('slot')}")})
            is_plain = isinstance(strength, t.Literal_)
            said = "is a joker and has no strength" if strength is None else (
                f"has {'strength' if is_plain else 'a strength of'} {speaker.one(strength)}")  # fmt: skip
            return f"{display} {said}; each army has {count}"
        case t.SpecialKind(display=display, takes_values=takes_values):
            return f"{article(display)} is a special base{' with numbers printed on it' * takes_values}"
        case t.Mark(verb=word, seen_by=seen_by, is_showing=is_showing, lifetime=lifetime):
            seen = f"{SEEN[seen_by].format('its')} {'the mark, and the troop with it' if is_showing else 'the mark'}"
            return f"a troop that you {word} is {words(x.label)} {LASTING[lifetime]}; {seen}"
        case t.Counter(scope=scope, starts=starts):
            kept_for = "the game" if scope == "game" else f"each {scope}"
            return f'the counter "{words(x.label)}" is kept for {kept_for}, from {starts} on'
        case t.SetupStep(who=who, zone=zone, number=number):
            does = f"draws {_troops(number)} from" if zone == "rack" else f"moves {_troops(number)} to their {zone} from"
            return f"before the first turn, {WHO[who]} {does} their shuffled reserve"
        case t.Action(when=when, program=does):
            only_if = f", if {speaker.condition(when)}," if when else ""
            return f"on your turn{only_if} {program(_optional(does), speaker)}"
        case t.Requirement(verb=word, condition=condition):
            return f"you can {doing(word)} only if {_judging(x.parameters, speaker).condition(condition)}"
        case t.Exception_():
            return _exception(x, speaker)
        case t.Effect():
            return _effect(x, speaker)
        case t.Law(binders=binders, when=when, verb=does):
            speaker = speaker.naming({**ON_TURN, **{b.name: named(f"the {HEADS[b.type]}") for b in binders}})
            return _law(binders, when, does, speaker)
        case t.Win(player=player, when=when, if_both=if_both):
            speaker = speaker.naming({**ON_TURN, player.name: THEY})
            both = f"; if both do at once, {speaker.one(if_both)} wins" if if_both else ""
            return f"a player wins as soon as {speaker.condition(when)}{both}"
        case t.End(happening=happening, when=when, result=result):
            at = f"at the {happening.removeprefix('turn ')} of your turn"
            only_if = "" if when == t.Same(t.Me(), t.Me(), "player") else f", if {speaker.condition(when)}"
            return f"the game ends {at}{only_if}: {_result(result, speaker)}"
        case t.Order(phases=phases):
            groups = [f"every {words(group)}{' unless its troop has left' * stays}" for group, stays in phases]
            return f"owed effects are applied in this order: {', '.join(groups)}, then every other; of one kind the oldest first"
        case t.AfterChange(laws=laws):
            looked_at = ", ".join(f'"{label}"' for label in laws)
            return (
                f"after every change of the board, this is looked at in this order, until nothing changes any more: {looked_at}"
            )
        case t.NoSpecials():
            return "whatever is printed on a base or an H.Q. means nothing"
        case _:
            raise AssertionError(x)


def _troops(number: int) -> str:
    return f"{number} troop{'s' * (number != 1)}"


def _optional(does: t.Program) -> t.Program:
    """Return the program of an action as what a player may do."""
    return t.Program(True, does.choices, does.verbs)


def doing(word: str) -> str:
    """Return a verb that is judged, as an example of it: `pin a troop`."""
    return DOING.get(word, f"{word} a troop")


def _judging(parameters: tuple[t.Bound, ...], speaker: Speaker) -> Speaker:
    return speaker.naming({bound.name: named(f"the {HEADS[bound.type]}") for bound in parameters})


def _exception(x: t.Exception_, speaker: Speaker) -> str:
    asked = {"this": named("the troop it concerns"), "here": named("the slot it concerns")}
    speaker = _judging(x.parameters, speaker) if x.verb else speaker.naming(asked)
    only_if = f" if {speaker.condition(x.condition)}" if x.condition else ", whatever happens"
    where = f"to {doing(x.verb)}, " if x.verb else ""
    if x.does != "suspend":
        said = "need not be met" if x.does == "waive" else "is never met"
        return f'{where}the requirement "{x.targets[0]}" {said}{only_if}'
    group = _group_of(x, speaker.rules)
    if group:
        return f"{where}no {words(group)} applies{only_if}"
    exceptions = {e.label for e in speaker.rules.exceptions}
    names = [f'the {"exception" if label in exceptions else "effect"} "{label}"' for label in x.targets]
    return f"{where}{listed(names, 'and')} {'do' if len(names) > 1 else 'does'} not apply{only_if}"


def _group_of(x: t.Exception_, rules: t.Ruleset) -> str:
    """Return the group that an exception suspends, or an empty string."""
    if len(x.targets) == 1 and x.verb:
        return ""
    everything: tuple[t.Exception_ | t.Effect, ...] = (*rules.exceptions, *rules.effect_list)
    for group in dict.fromkeys(group for other in everything for group in other.groups):
        members = {other.label for other in everything if group in other.groups and other is not x}
        if members == set(x.targets):
            return group
    return ""


def _law(binders: tuple[t.Bound, ...], when: t.Condition, does: t.Verb, speaker: Speaker) -> str:
    each = listed([f"each {HEADS[bound.type]}" for bound in binders], "and")
    start = f"for {each}, whenever {speaker.condition(when)},"
    who, done = speaker.one(does.player), bare(does, speaker)
    if isinstance(does, t.ChangeCounter) and does.player == t.Me():
        counter, number = speaker.one(does.counter), speaker.one(does.number)
        return f"{start} {f'{number} is added to {counter}' if does.word == 'add' else f'{counter} is set to {number}'}"
    return f"{start} {who} {verb(done, who)}"


def _result(x: t.Result, speaker: Speaker) -> str:
    match x:
        case t.PlayerWins(player):
            who = speaker.one(player)
            return f"{who} {verb('win', who)}"
        case t.MostWins(counter, tie):
            more = "more medals" if counter is None else f"the higher {words(counter)}"
            return f"whoever has {more} wins, and on a tie {_result(tie, speaker)}"
        case _:
            assert_never(x)


# ---- effects


def _effect(x: t.Effect, speaker: Speaker) -> str:
    trigger = x.trigger
    speaker = speaker.naming(_around(trigger, speaker))
    conditions = []
    owner = t.OwnerOf(t.This(), "piece")
    if x.actor and x.actor not in (owner, t.EnemyOf(t.Me())):
        told = speaker.naming({"me": Noun("whoever caused this"), "enemy": Noun("the opponent of whoever caused this")})
        conditions.append(f"you are {told.one(x.actor)}")
    if x.when:
        conditions.append(speaker.condition(x.when, bool(conditions)))
    only_if = f", if {listed(conditions, 'and')}" if conditions else ""
    return f"{_trigger(x, speaker)}{only_if}, {program(x.program, speaker)}"


def _around(trigger: t.Trigger, speaker: Speaker) -> dict[str, Noun]:
    """Return what `this` and `here` are called."""
    kind = speaker.troops[trigger.troop] if trigger.troop else ""
    unnamed = {"placing": "the placed troop", "covering": "the covered troop", "leaving": "the troop that left"}
    this = named(kind or unnamed.get(trigger.happening, "the troop" if trigger.needs_troop else "the troop on this base"))
    if trigger.special:
        return {"this": this, "here": named("this base")}
    return {"this": this, "here": Noun("the slot it left" if trigger.happening == "leaving" else this.having("slot"))}


def _trigger(x: t.Effect, speaker: Speaker) -> str:
    trigger = x.trigger
    kind = speaker.troops[trigger.troop] if trigger.troop else ""
    base = article(speaker.specials[trigger.special]) if trigger.special else ""
    on = f" on {base}" if base else ""
    you = speaker.names["me"] if x.actor is None else speaker.names["enemy"] if x.actor == t.EnemyOf(t.Me()) else None
    what = kind or "a troop"
    if trigger.happening.startswith("turn"):
        whose = you or ON_TURN["me"]
        each = f", for each visible {kind or 'troop'}{whose.of_own}{on}" if trigger.needs_troop else ""
        each = each or (f", for each {speaker.specials[trigger.special]} on the terrain" if trigger.special else "")
        return f"at the {trigger.happening.removeprefix('turn ')} of {you.having('turn') if you else 'a turn'}{each}"
    if you:
        away = f" away from {base or 'its slot'}"
        word, tail = {"placing": ("place", on), "covering": ("cover", on), "leaving": ("take", away)}[trigger.happening]
        return f"when {you} {verb(word, you)} {what}{tail}"
    if x.actor == t.OwnerOf(t.This(), "piece"):
        what = f"your {kind}" if kind else "a troop of yours"
    tail = {"placing": f"is placed{on}", "covering": f"is covered{on}", "leaving": f"leaves {base or 'its slot'}"}[
        trigger.happening
    ]
    return f"when {what} {tail}"


def _notes(x: t.Effect | t.Exception_, rules: t.Ruleset) -> str:
    """Return what groups a statement is in, after what an effect is applied, and when it is dropped."""
    kinds = f"this is {listed([article(words(group)) for group in x.groups], 'and')}" if x.groups else ""
    course = []
    if isinstance(x, t.Effect) and x.phase:
        earlier = [other for other in rules.effect_list if other.phase < x.phase]
        groups = dict.fromkeys(group for other in earlier for group in other.groups)
        course.append(f"applied after {listed([f'every {words(group)}' for group in groups], 'and') or 'other effects'}")
    if isinstance(x, t.Effect) and x.stays:
        course.append("dropped if its troop has left")
    told = f"it is {' and '.join(course)}" if course else ""
    return "; ".join(filter(None, (kinds, told)))
