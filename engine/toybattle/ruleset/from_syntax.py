"""Statements from syntax: the files of a ruleset put together, overlays applied, every name checked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from toybattle import LANGUAGE_VERSION
from toybattle.errors import Fault, Place, listed
from toybattle.lang import syntax as s
from toybattle.lang.printer import print_statement
from toybattle.ruleset import tree as t
from toybattle.ruleset.merge import Entry, RulesFile, introduce, kind_of, merged
from toybattle.ruleset.words import FaultFound, Faults, Names, Scope, Words

SENDS = {"discard": "discard", "return": "rack", "recover": "rack"}
"""Verbs that take a troop into a zone of its owner, with that zone."""
SIGNATURES: dict[str, tuple[t.Type, ...]] = {
    "draw": (), "place": ("piece", "slot"), "move": ("piece", "slot"), **dict.fromkeys(SENDS, ("piece",)),
    "claim": ("region",), "add": ("number",), "set": ("number",),
}  # fmt: skip
"""Each verb's parameters; a mark's verb takes a piece."""
LARGEST_ARMY, MOST_KINDS = 200, 60
"""Troops of a colour, and their kinds; the game has 24 of 8."""
FORMS = {
    "draw": "`draw N`", "place": "`place X on S`", "move": "`move X onto S`", "claim": "`P claims R`",
    "add": "`add N to COUNTER of …`", "set": "`set COUNTER of … to N`", **{word: f"`{word} X`" for word in SENDS},
}  # fmt: skip


def ruleset_from_files(
    files: Sequence[RulesFile], citations: Mapping[str, t.Citation], variants: tuple[str, ...]
) -> tuple[t.Ruleset | None, list[Fault]]:
    """Return the ruleset of these files, later ones on top, and every fault; None if a fault forbids one."""
    names = Names()
    notes = [Faults(file.name, file.lines, names) for file in files]
    entries = merged(files, notes)
    introduce(entries, SIGNATURES, names)
    builder = _Builder(entries, names, citations)
    ruleset = builder.ruleset(variants)
    faults = [fault for note in notes for fault in note.all()]
    if not faults:
        faults = list(builder.whole_faults())
    return (ruleset if not faults else None), faults


class _Builder:
    """Turns merged entries into typed statements."""

    def __init__(self, entries: list[Entry], names: Names, citations: Mapping[str, t.Citation]) -> None:
        self.entries, self.names, self.citations = entries, names, citations
        self.verbs = {**SIGNATURES, **dict.fromkeys(names.mark_verbs, ("piece",))}
        phases = next((e.statement.phases for e in entries if isinstance(e.statement, s.Order)), ())
        self.phases = {phase.group: (number, bool(phase.stays)) for number, phase in enumerate(phases)}
        self.groups: dict[str, list[Entry]] = {}
        self.acting: dict[str, Entry] = {}
        """What can be suspended."""
        self.judged: dict[str, list[str]] = {}
        """Labels of the requirements of each verb."""
        for entry in entries:
            x = entry.statement
            if isinstance(x, s.Exception_ | s.Effect) or (isinstance(x, s.Special) and x.program):
                self.acting.setdefault(x.name, entry)
                for group in dict.fromkeys(x.groups):
                    self.groups.setdefault(group, []).append(entry)
            elif isinstance(x, s.Require) and entry.to:
                self.judged.setdefault(entry.to.verb, []).append(x.name)
        self.built: dict[str, list[Any]] = {}

    def ruleset(self, variants: tuple[str, ...]) -> t.Ruleset:
        """Return the ruleset of all statements that are free of faults."""
        for entry in self.entries:
            made = entry.faults.attempt(lambda entry=entry: self._statement(entry))  # type: ignore[misc]
            if made is not None:
                self.built.setdefault(type(made).__name__, []).append(made)

        def all_of(kind: str) -> tuple[Any, ...]:
            return tuple(self.built.get(kind, ()))

        listings: dict[str, t.Order | t.AfterChange | t.NoSpecials] = {}
        for entry in self.entries:
            if isinstance(entry.statement, s.After | s.Order | s.Ignore):
                listing = entry.faults.attempt(lambda entry=entry: self._listing(entry))  # type: ignore[misc]
                listings |= {listing.label: listing} if listing else {}
        ignore = any(isinstance(entry.statement, s.Ignore) for entry in self.entries)
        order = next((e.statement.names for e in self.entries if isinstance(e.statement, s.After)), ())
        written = [e.statement.name for e in self.entries if isinstance(e.statement, s.Law | s.Win)]
        turn = {label: number for number, label in reversed(list(enumerate((*order, *written))))}
        laws = sorted((*all_of("Law"), *all_of("Win")), key=lambda x: turn[x.label])
        rank = {label: number for number, label in enumerate(self.acting)}
        effects = sorted((*all_of("Effect"), *(x.effect for x in all_of("_Acting"))), key=lambda x: rank[x.label])
        said = (print_statement(e.statement) for e in self.entries if not isinstance(e.statement, s.Ignore))
        text = "\n".join([str(LANGUAGE_VERSION), str(ignore), *said])
        return t.Ruleset(
            all_of("Zone"), all_of("TroopKind"), all_of("SpecialKind"), all_of("Mark"), all_of("Counter"),
            all_of("SetupStep"), all_of("Action"), all_of("Requirement"), all_of("Exception_"),
            tuple(effects), tuple(laws), all_of("End"), not ignore,
            dict(self.citations), variants, hashlib.sha256(text.encode()).hexdigest(), listings,
        )  # fmt: skip

    def whole_faults(self) -> Iterable[Fault]:
        """Yield what is wrong with the rules as a whole."""
        wanted = {"rack": self.names.zones, "reserve": self.names.zones, "discard": self.names.zones}
        for zone, known in wanted.items():
            if zone not in known:
                yield Fault("incomplete", Place("rules"), f"no zone '{zone}'", f"`zone {zone} …` in some file")
        army = sum(troop.count for troop in self.built.get("TroopKind", ()))
        if army > LARGEST_ARMY or len(self.built.get("TroopKind", ())) > MOST_KINDS:
            found = f"{army} troops of {len(self.built['TroopKind'])} kinds for each colour"
            yield Fault("too-many-troops", Place("rules"), found, f"at most {LARGEST_ARMY} of {MOST_KINDS} kinds")
        written: dict[tuple[object, ...], t.Action] = {}
        for action in self.built.get("Action", ()):
            form = t.verb_word(action.program.verbs[0]), sum(len(choice.variables) for choice in action.program.choices)
            first = written.setdefault(form, action)
            if first is not action:
                found = f"moves of '{action.label}' read like those of '{first.label}' ({first.place.file}:{first.place.line})"
                yield Fault("same-notation", action.place, found, "another verb first, or another number of choices")
        if not self.built.get("Action"):
            yield Fault("incomplete", Place("rules"), "no action", "`action LABEL cites …: …` in some file")
        if not any(x.when == t.NoAction() and x.happening == "turn start" for x in self.built.get("End", ())):
            yield Fault(
                "incomplete", Place("rules"), "nothing ends the game of a player who can do nothing",
                "`end LABEL cites … on turn start when no action is possible: …`",
            )  # fmt: skip

    def _common(self, entry: Entry) -> dict[str, Any]:
        """Return what every statement has; a citation nobody knows spoils nothing else."""
        x, faults = entry.statement, entry.faults
        for cite in x.cites:
            if not cite.text.strip():
                faults.fail("unknown-citation", cite.span, "an empty citation", "an id, or the rule's own words in quotes")
            elif not cite.is_quoted and cite.text not in self.citations:
                faults.unknown("unknown-citation", cite.span, "citation", cite.text, self.citations)
        cites = tuple(cite.text for cite in x.cites)
        label = getattr(x, "name", "")
        return {"label": label, "cites": cites, "place": faults.place(x.span), "text": print_statement(x)}

    def _listing(self, entry: Entry) -> t.Order | t.AfterChange | t.NoSpecials:
        """Return a statement that says something of others, and is worked into them."""
        x, faults = entry.statement, entry.faults
        common = self._common(entry)
        if isinstance(x, s.Ignore):
            return t.NoSpecials(**{**common, "label": "ignore-special-bases"})
        if isinstance(x, s.After):
            known = {y.label for kind in ("Law", "Win") for y in self.built.get(kind, ())}
            for name in x.names:
                if name not in known:
                    faults.unknown("unknown-label", x.span, "law or win", name, sorted(known))
            return t.AfterChange(**{**common, "label": "after-every-change"}, laws=x.names)
        for phase in x.phases:
            if phase.group not in self.groups:
                faults.unknown("unknown-group", phase.span, "group", phase.group, self.groups)
        return t.Order(**{**common, "label": "order"}, phases=tuple((phase.group, bool(phase.stays)) for phase in x.phases))

    def _statement(self, entry: Entry) -> Any:
        x, words = entry.statement, Words(entry.faults)
        if isinstance(x, s.Order | s.After | s.Ignore):
            return None
        common = self._common(entry)
        is_about_nothing = isinstance(x, s.Require) and entry.to is not None and entry.to.verb == "draw"
        if isinstance(x, s.Zone | s.Action | s.Law | s.Win | s.End) or is_about_nothing:
            words.lacks = dict.fromkeys(("this", "here"), "a choice, a binder or `some S in …`")
        match x:
            case s.Zone():
                limit = self._grounded(x.holds, words, "the size of a zone")
                return t.Zone(**common, limit=limit, seen_by=x.seen_by)
            case s.Troop():
                strength = self._grounded(x.strength, words, "a strength")
                return t.TroopKind(**common, display=x.display or x.name.title(), strength=strength, count=x.count)
            case s.Special():
                kind = t.SpecialKind(**common, display=x.display or x.name, takes_values=bool(x.values))
                if not x.program:
                    if x.event or x.when or x.actor:
                        raise words.fail("syntax", x.span, "an event but no program", "`: program` at the end")
                    return kind
                self.built.setdefault("SpecialKind", []).append(kind)
                return _Acting(self._effect(x, x.event or s.Event("placing", None, None), common, words, x.name))
            case s.Mark():
                seen_by = x.seen_by or "all"
                return t.Mark(**common, verb=x.verb, seen_by=seen_by, is_showing=bool(x.showing), lifetime=x.lifetime)
            case s.Counter():
                return t.Counter(**common, scope=cast("Any", x.scope), starts=x.starts or 0)
            case s.Setup():
                return self._setup(x, common, words)
            case s.Action():
                if x.program.may:
                    raise words.fail("verb-form", x.program.span, "an action that may be left out", "a program without `may`")
                may = words.condition(x.when, {}) if x.when else None
                return t.Action(**common, when=may, program=self._program(x.program, words))
            case s.Require():
                verb, scope = self._judged(entry)
                condition = words.condition(x.condition, scope)
                return t.Requirement(**common, verb=verb, parameters=tuple(scope.values()), condition=condition)
            case s.Exception_():
                return self._exception(entry, x, common, words)
            case s.Effect():
                return self._effect(x, x.event, common, words, None)
            case s.Law():
                scope = {b.variable: self._binder(b.scope, b.variable, b.span, words) for b in x.binders}
                when = words.condition(x.when, scope)
                does = self._verb(x.phrase, words, scope)
                if not isinstance(does, t.Claim | t.ChangeCounter):
                    found, wanted = f"a law cannot {t.verb_word(does)}", "`P claims R` or a counter"
                    raise words.fail("law", x.phrase.span, found, wanted)
                return t.Law(**common, binders=tuple(scope.values()), when=when, verb=does)
            case s.Win():
                player = self._binder(x.scope, x.variable, x.span, words)
                if player.type != "player":
                    raise words.fail("type", x.span, f"a {x.scope} cannot win", "`for player P`")
                both = words.one(x.if_both, {}, "player") if x.if_both else None
                return t.Win(**common, player=player, when=words.condition(x.when, {x.variable: player}), if_both=both)
            case s.End():
                happening = x.event.happening
                if not happening.startswith("turn") or x.event.troop or x.event.at:
                    found, wanted = "a game cannot end on this event", "`turn start` or `turn end`"
                    raise words.fail("event", x.event.span, found, wanted)
                no_action = {"no action": t.Bound("", "number")}
                holds = words.condition(x.when, no_action) if x.when else t.Same(t.Me(), t.Me(), "player")
                result = self._result(x.result, words)
                return t.End(**common, happening=cast("Any", happening), when=holds, result=result)
            case _:
                raise AssertionError(x)

    def _grounded(self, x: s.Expression | None, words: Words, what: str) -> t.Expression | None:
        """Return a number that room is worked out from, or that its working out may need: it must not need room."""
        number = words.one(x, {}, "number") if x else None
        if x and any(isinstance(part, t.Room) for part in t.walk(number)):
            raise words.fail("circular", x.span, f"{what} that depends on room", "numbers that do not")
        return number

    def _judged(self, entry: Entry) -> tuple[str, dict[str, t.Bound]]:
        """Return the verb that a requirement or exception judges, with its parameters."""
        x, faults = entry.statement, entry.faults
        if entry.to is None:
            wanted = "a line such as `to place T on S` above it"
            raise faults.fail("no-verb", x.span, f"`{kind_of(x)}` before any `to …`", wanted)
        to = entry.to
        types = self.verbs.get(to.verb)
        if types is None:
            raise faults.unknown("unknown-verb", to.span, "verb", to.verb, self.verbs)
        given = [name for name in (to.first, to.second) if name]
        if to.verb in ("claim", "add", "set"):
            raise faults.fail("verb-form", to.span, f"nothing can be required of `{to.verb}`", "another verb")
        if len(given) != len(types):
            raise faults.fail("verb-form", to.span, f"`{to.verb}` does not go like this", self._form(to.verb, "to "))
        return to.verb, {name: t.Bound(name, type_) for name, type_ in zip(given, types, strict=True)}

    def _form(self, verb: str, before: str = "") -> str:
        form = FORMS.get(verb, f"`{verb} X`")
        return f"`{before}{form[1:].replace(' N`', '`')}" if before else form

    def _binder(self, scope: str, variable: str, span: s.Span, words: Words) -> t.Bound:
        if scope == "game":
            raise words.fail("type", span, "there is one game only", "`player`, `slot` or `region`")
        return t.Bound(variable, cast("t.Type", scope))

    def _setup(self, x: s.Setup, common: dict[str, Any], words: Words) -> t.SetupStep:
        phrase = x.phrase
        who = phrase.subject.name if isinstance(phrase.subject, s.Word) else ""
        if who not in ("each player", "first player", "other player"):
            wanted = "`each player`, `first player` or `other player`"
            raise words.fail("setup", phrase.span, "nobody is said to do this", wanted)
        zone = "rack" if phrase.verb == "draw" else phrase.verb
        if zone not in self.names.zones or zone == "reserve":
            known = ["draw", *(name for name in self.names.zones if name != "reserve")]
            raise words.faults.unknown("unknown-verb", phrase.span, "verb of setting up", phrase.verb, known)
        if not isinstance(phrase.first, s.Number) or phrase.second:
            raise words.fail("setup", phrase.span, "no number of troops", f"`{who} {phrase.verb} N`")
        return t.SetupStep(**common, who=cast("Any", who), zone=zone, number=phrase.first.value)

    def _exception(self, entry: Entry, x: s.Exception_, common: dict[str, Any], words: Words) -> t.Exception_:
        scope: dict[str, t.Bound]
        if x.does != "suspend":
            verb, scope = self._judged(entry)
            judged = self.judged.get(verb, [])
            if x.is_group or x.target not in judged:
                raise words.faults.unknown("unknown-label", x.span, f"requirement to {verb}:", x.target, judged)
            condition = words.condition(x.when, scope) if x.when else None
            return t.Exception_(**common, groups=x.groups, verb=verb, parameters=tuple(scope.values()),
                                does=cast("Any", x.does), targets=(x.target,), condition=condition)  # fmt: skip
        if x.is_group:
            if x.target not in self.groups:
                raise words.faults.unknown("unknown-group", x.span, "group", x.target, self.groups)
            targets = [e for e in self.groups[x.target] if e.statement is not x]
        else:
            if any(x.target in labels for labels in self.judged.values()):
                raise words.fail(
                    "unknown-label", x.span, f"'{x.target}' is a requirement", f"`waive {x.target}` or `forbid {x.target}`"
                )
            if x.target not in self.acting:
                raise words.faults.unknown("unknown-label", x.span, "exception or effect", x.target, self.acting)
            targets = [self.acting[x.target]]
        verbs = {self._verb_of(e) for e in targets}
        judged_verb: str | None = None
        scope = {}
        if not x.is_group and None not in verbs and entry.to and {entry.to.verb} == verbs:
            judged_verb, scope = self._judged(entry)
        try:
            condition = words.condition(x.when, scope) if x.when else None
        except FaultFound:
            if not scope and words.faults.noted[-1].code == "unknown-variable":
                last = words.faults.noted.pop()
                what = "a group" if x.is_group else f"'{x.target}'"
                found = f"{last.found}: what suspends {what} may speak of `here`, `this`, `me` and `enemy` only"
                words.faults.noted.append(Fault(last.code, last.place, found, source=last.source))
            raise
        return t.Exception_(
            **common, groups=x.groups, verb=judged_verb, parameters=tuple(scope.values()), does="suspend",
            targets=tuple(e.statement.name for e in targets), condition=condition,
        )  # fmt: skip

    def _verb_of(self, entry: Entry) -> str | None:
        x = entry.statement
        is_about_verb = isinstance(x, s.Exception_) and not (x.does == "suspend" and x.is_group)
        return entry.to.verb if is_about_verb and entry.to else None

    def _effect(
        self, x: s.Effect | s.Special, event: s.Event, common: dict[str, Any], words: Words, special: str | None
    ) -> t.Effect:
        names = self.names
        troop = None if event.troop in (None, "any troop") else event.troop
        if troop and troop not in names.troops:
            raise words.faults.unknown("unknown-troop", event.span, "troop", troop, names.troops)
        if event.at and event.at not in names.specials:
            raise words.faults.unknown("unknown-special", event.span, "kind of special base", event.at, names.specials)
        is_turn = event.happening.startswith("turn")
        at = event.at or special
        if not is_turn and not event.troop and not at:
            wanted = "a troop, `any troop` or `at` a kind of special base"
            raise words.fail("event", event.span, f"{event.happening} what?", wanted)
        trigger = t.Trigger(cast("Any", event.happening), troop, at, needs_troop=is_turn and event.troop is not None)
        if not trigger.has_slot:
            words.lacks = dict.fromkeys(("this", "here"), "`with` a troop or `at` a kind of special base after the event")
        left = {"this": "`here`, or `for owner of this` before the colon: the troop is gone when its effect is applied"}
        phase, stays = min((self.phases[g] for g in x.groups if g in self.phases), default=(len(self.phases), False))
        gone = Words(words.faults)
        gone.lacks = left
        parts: list[Callable[[], Any]] = [
            lambda: words.one(x.actor, {}, "player") if x.actor else None,
            lambda: words.condition(x.when, {}) if x.when else None,
            lambda: self._program(cast("s.Program", x.program), gone if trigger.happening == "leaving" else words),
        ]
        actor, when, program = words.faults.all_of(*parts)
        return t.Effect(**common, groups=x.groups, trigger=trigger, actor=actor, when=when, program=program,
                        phase=phase, stays=stays)  # fmt: skip

    def _program(self, x: s.Program, words: Words) -> t.Program:
        scope: dict[str, t.Bound] = {}
        choices: list[t.Choice] = []
        for number, choice in enumerate(x.choices):
            among, type_ = words.many(choice.among, scope)
            if type_ not in ("slot", "piece", "region"):
                raise words.fail("choice", choice.among.span, f"a {type_} cannot be chosen", "slots, troops or regions")
            if choice.how and (number < len(x.choices) - 1 or not isinstance(among, t.InZone) or choice.second):
                wanted = f"one `{choice.how} X in` a zone, last of the choices"
                raise words.fail("choice", choice.span, f"`{choice.how}` here", wanted)
            zone = t.zone_in(among)
            if zone:
                self._choosable(zone, choice, words)
            variables = tuple(t.Bound(name, type_) for name in (choice.variable, choice.second) if name)
            scope |= {bound.name: bound for bound in variables}
            condition = words.condition(choice.condition, scope) if choice.condition else None
            choices.append(t.Choice(variables, cast("Any", choice.how or "free"), among, condition))
        verbs = words.faults.all_of(*(lambda p=p: self._verb(p, words, scope) for p in x.phrases))
        for verb, phrase in zip(verbs, x.phrases, strict=True):
            if isinstance(verb, t.Draw) and isinstance(verb.player, t.Bound):
                raise words.fail("choice", phrase.span, "a chosen player", "`me` or `enemy`")
        return t.Program(bool(x.may), tuple(choices), tuple(verbs))

    def _choosable(self, zone: t.InZone, choice: s.Choice, words: Words) -> None:
        """Refuse a choice among troops that moves cannot name, or that who chooses cannot see."""
        if zone.zone == "reserve":
            wanted = "another zone; `draw` takes from the reserve"
            raise words.fail("choice", choice.among.span, "a choice from the reserve", wanted)
        if zone.player not in (t.Me(), t.EnemyOf(t.Me())):
            # Moves name a troop and not whose it is.
            raise words.fail("choice", choice.among.span, "a zone of any player", "a zone of `my …` or `enemy …`")
        seers = ("owner", "all") if zone.player == t.Me() else ("enemy", "all")
        if not choice.how and self.names.zones[zone.zone] not in seers:
            wanted = f"`random {choice.variable}` or `unseen {choice.variable}`"
            raise words.fail("choice", choice.span, "a free choice among troops that who chooses cannot see", wanted)

    def _verb(self, x: s.Phrase, words: Words, scope: Scope) -> t.Verb:
        word = x.verb
        if word not in self.verbs and x.subject and word.removesuffix("s") in self.verbs:
            word = word.removesuffix("s")
        if word not in self.verbs:
            raise words.faults.unknown("unknown-verb", x.span, "verb", word, self.verbs)
        if isinstance(x.subject, s.Word) and x.subject.name.endswith("player"):
            raise words.fail("setup", x.span, f"`{x.subject.name}` outside a `setup`", "`me`, `enemy` or `owner of …`")
        player = words.one(x.subject, scope, "player") if x.subject else t.Me()
        match word, x.first, x.preposition, x.second:
            case "draw", first, None, None if first is not None:
                return t.Draw(player, words.one(first, scope, "number"))
            case "place", first, "on", second if first is not None and second is not None:
                return t.Place(player, words.one(first, scope, "piece"), words.one(second, scope, "slot"))
            case "move", first, "onto", second if first is not None and second is not None:
                return t.Move(player, words.one(first, scope, "piece"), words.one(second, scope, "slot"))
            case "claim", first, None, None if first is not None:
                return t.Claim(player, words.one(first, scope, "region"))
            case "add", first, "to", second if first is not None and second is not None:
                number = words.one(first, scope, "number")
                return t.ChangeCounter(player, "add", self._counter(second, words, scope), number)
            case "set", first, "to", second if first is not None and second is not None:
                number = words.one(second, scope, "number")
                return t.ChangeCounter(player, "set", self._counter(first, words, scope), number)
            case verb, first, None, None if first is not None and verb in SENDS:
                return t.Send(player, verb, words.one(first, scope, "piece"), SENDS[verb])
            case verb, first, None, None if first is not None and verb in self.names.mark_verbs:
                return t.SetMark(player, verb, self.names.mark_verbs[verb], words.one(first, scope, "piece"))
            case _:
                raise words.fail("verb-form", x.span, f"`{word}` does not go like this", self._form(word))

    def _counter(self, x: s.Expression, words: Words, scope: Scope) -> t.CounterOf:
        value = words.one(x, scope, "number")
        if not isinstance(value, t.CounterOf):
            wanted = listed(f"`{name} of …`" for name in self.names.counters)
            raise words.fail("type", x.span, "this is no counter", wanted or "a `counter` declared in some file")
        return value

    def _result(self, x: s.Result, words: Words) -> t.Result:
        if isinstance(x, s.PlayerWins):
            return t.PlayerWins(words.one(x.player, {}, "player"))
        if x.counted != "medals" and self.names.counters.get(x.counted) != "player":
            known = ["medals", *(name for name, scope in self.names.counters.items() if scope == "player")]
            raise words.faults.unknown("unknown-word", x.span, "count of a player:", x.counted, known)
        return t.MostWins(None if x.counted == "medals" else x.counted, self._result(x.tie, words))


@dataclass(frozen=True, slots=True)
class _Acting:
    """A special base's effect, built beside its kind."""

    effect: t.Effect
