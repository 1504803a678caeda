"""Makes random rules: well typed, and such as nobody would think of.

    python tests/rule_maker.py FROM TO

plays under the rules of each seed from FROM up to TO, by all evaluators, and prints where they differ.
The exit status is 1 if they do.
"""

from __future__ import annotations

import re
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from plain_arrays import Plain
from playing import assert_read_back, assert_same, compared, opened, terrain_data
from toybattle.errors import InputError
from toybattle.game import Game
from toybattle.game.limits import EndlessRules, TooLarge
from toybattle.resources import Content

Scope = dict[str, str]
"""The variables that may be used, each with its kind."""

GRAMMAR = """
player: me | enemy || owner of {piece} | enemy of {player} | owner of {slot}
slot: here || slot of {piece}
piece: this || top of {slot}
region:
digit: 0 | 1 | 2 | 3 | 4 | 5 | 6
few: 1 | 2 | 3
sign: + | - | *
than: > | < | >= | <= | =
maybe-not: | not
zone: {seat} {heap}
seat: my | enemy
heap: rack | discard | reserve
number: {digit} || strength of {piece} | strength of {piece} | number of {set} | room in {zone} | medals of {player} \
    | objective of {player} | height of {slot} | value of {slot} | charge of {player} | heat of {slot} | clock of game \
    | distance from {slot} to {slot} | ({number} {sign} {number})
all-slots: slots | bases | hqs | my hqs | enemy hqs | hqs of {player}
all-pieces: tops | my tops | enemy tops | troops | my troops | enemy troops | tops of {player} | stack of {slot}
slots: {all-slots} || {all-slots} | {all-slots} {near} | {all-slots} {near} | {all-slots} other than {slot} \
    | ({all-slots} {new:slot} where {condition+})
pieces: {all-pieces} || {all-pieces} | {all-pieces} {near} | {all-pieces} {near} | {all-pieces} other than {slot} \
    | {all-pieces} other than {piece} | ({all-pieces} {new:piece} where {condition+})
near: adjacent to {slot} || adjacent to {slot} | adjacent to ({spots}) | joined to ({spots}) through ({spots}) \
    | within {few} paths of {slot}
spots: {slots} | {pieces}
set: {spots} | {spots} | {spots} | {zone} | regions | regions around {slot} | values of {slot} \
    || ({zone} {new:piece} where {condition+}) | (regions {new:region} where {condition+}) \
    | (regions around {slot} {new:region} where {condition+})
troop: skully | cap-n | jumbo | hook | xb-42 | star | roxy | kwak
said-of-piece: joker | mine | hook | star | pinned | iced
said-of-slot: empty | hq | base | mine | special | gate | mute | bare | odd | my hq | enemy hq
said-of-region: claimed | unclaimed | mine
condition: {number} {than} {number} | {piece} is {maybe-not} {said-of-piece} | {slot} is {maybe-not} {said-of-slot} \
    | {player} = owner of {piece} | {slot} = slot of {piece} | {piece} = top of {slot} | {region} is {said-of-region} \
    | owner of {region} = {player} | medals of {region} > 1 \
    || ({condition} and {condition}) | ({condition} or {condition}) | not ({condition}) \
    | (every {new:slot} in {slots} has {condition+}) | ({some} {new:slot} in {slots} where {condition+}) \
    | (every {new:piece} in {pieces} has {condition+}) | ({some} {new:piece} in {pieces} where {condition+}) \
    | (every {new:piece} in {zone} has {condition+}) | (some {new:piece} in {zone} where {condition+}) \
    | (every {new:region} in regions has {condition+}) | (some {new:region} in regions where {condition+}) \
    | {slot} in {slots} | {slot} in {pieces} | {piece} in {pieces}
some: some | no
seen-zone: my rack | my discard | enemy discard
pair: my rack | my discard | {pieces}
choice: {new:piece} in {pieces} | {new:piece} in {pieces} | {new:slot} in {slots} | {new:piece} in {seen-zone} \
    | {new:piece} and {new:piece} in {pair} | {new:region} in regions
blind-choice: random {new:piece} in {seat} rack | unseen {new:piece} in {seat} rack
verb: draw {number} | enemy draw 1 | add {number} to charge of {player} | set heat of {slot} to {number} \
    | add 1 to clock of game | discard {piece} | discard {piece} | return {piece} | recover {piece} | freeze {piece} \
    | pin {piece} | move {piece} onto {slot} | place {piece} on {slot} | me claim {region} | me claim {region}
group: | [troop-effect] | [base-effect]
event: placing any troop | placing {troop} | covering any troop | covering {troop} | leaving any troop | leaving {troop} \
    | turn end at bare | turn start at bare | turn end with {troop} | turn start with star at odd | placing any troop at bare
actor: | | for enemy | for owner of this | for owner of top of here
viewer: all | owner | enemy
lasting: until the end of its owner's next turn | until the end of this turn | until it leaves
edge: start | end
"""
"""For each kind of text what it can be, with other kinds in it; after `||` what is only used while there is depth left.

`{new:KIND}` is a new variable, which `{KIND+}` may use.
"""


def _read(grammar: str) -> dict[str, tuple[list[str], list[str]]]:
    kinds = {}
    for line in grammar.strip().replace("\\\n", "").splitlines():
        kind, _, forms = line.partition(":")
        flat, _, deep = (re.sub(r"\s+", " ", part) for part in forms.partition("||"))
        kinds[kind] = ([form.strip() for form in flat.split("|")] if flat.strip() else [],
                       [form.strip() for form in deep.split("|")] if deep.strip() else [])  # fmt: skip
    return kinds


KINDS = _read(GRAMMAR)
PART = re.compile(r"\{(new:)?([a-z-]+)(\+?)\}")


REFUSED = {"never-fails", "never-matters", "clash", "cycle"}
"""What may be wrong with rules that are well typed."""

GAMES, MOVES = 2, 60
"""Under each ruleset of a soak run."""


class RuleMaker:
    """Makes statements of the language, the same ones from the same source of chance."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.variables = 0

    def likely(self, chance: float) -> bool:
        """Return whether something is done that is done so often."""
        return self.random.random() < chance

    def filled(self, form: str, depth: int, scope: Scope) -> tuple[str, Scope]:
        """Return a form with every part of it filled in, and the scope with its new variables."""
        wider = dict(scope)

        def fill(part: re.Match[str]) -> str:
            is_new, kind, sees_new = part.groups()
            if is_new:
                self.variables += 1
                wider[f"V{self.variables}"] = kind
                return f"V{self.variables}"
            return self.made(kind, depth, wider if sees_new else scope)

        return re.sub(r" +", " ", PART.sub(fill, form)), wider

    def made(self, kind: str, depth: int, scope: Scope) -> str:
        """Return a text of a kind."""
        flat, deep = KINDS[kind]
        # What was chosen or counted is there to be spoken of.
        forms = [*flat, *2 * [name for name, of in scope.items() if of == kind], *(deep if depth > 0 else [])]
        form = self.random.choice([form for form in forms if "{region}" not in form or "region" in scope.values()])
        return self.filled(form, depth - (form in deep), scope)[0]

    def text(self, form: str, depth: int = 2, **scope: str) -> str:
        """Return a form filled in, with these variables in scope."""
        return self.filled(form, depth, scope)[0].strip()

    def program(self) -> str:
        """Return a program: choices, of which a later one may speak of those before, then verbs."""
        scope: Scope = {}
        choices: list[str] = []
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 2])):
            is_blind = self.likely(0.15)
            form = self.random.choice(KINDS["blind-choice" if is_blind else "choice"][0])
            choice, scope = self.filled(form, 1, scope)
            choices.append(f"{choice} where {self.text('{condition}', **scope)}" if self.likely(0.4) else choice)
            if is_blind:
                break
        verbs = " and ".join(self.text("{verb}", 1, **scope) for _ in range(self.random.choice([1, 1, 2, 3])))
        chosen = f"choose {', '.join(choices)}, then " if choices else ""
        return f"{'may ' if self.likely(0.6) else ''}{chosen}{verbs}"

    def effect(self, number: int) -> str:
        """Return an effect."""
        when = self.text(" when {condition}") if self.likely(0.5) else ""
        head = self.text(f'effect e{number} {{group}} cites "x" on {{event}} {{actor}}')
        program = self.program()
        if " on leaving " in head:  # its troop is gone by then
            program = re.sub(r"\bthis\b", "top of here", program)
        return f"{head} {when}: {program}"

    def somewhere(self, **scope: str) -> str:
        """Return a condition for a statement that has no slot of its own: it holds for some base."""
        condition = re.sub(r"\bthis\b", "top of here", self.text("{condition}", **scope))
        condition = re.sub(r"\bhere\b", "B", condition)
        return f"(some B in bases where {condition})"

    def statements(self) -> list[str]:
        """Return the statements of one rules file."""
        cites = 'cites "x"'
        lines = [
            "language 1",
            f"counter charge for player {cites}",
            f"counter heat for slot starts at 1 {cites}",
            f"counter clock for game {cites}",
            self.text(f"mark iced by freeze seen by {{viewer}} {cites}: {{lasting}}"),
            f"special bare {cites}",
            f"special odd with values [base-effect] {cites}: {self.program()}",
            f"effect tick {cites} on turn start: add 1 to clock of game",
            *(self.effect(number) for number in range(self.random.randint(2, 5))),
        ]
        if self.likely(0.7):
            both = {"T": "piece", "S": "slot"}
            lines.append("to place T on S")
            for number in range(self.random.randint(1, 2)):
                either = f"{self.text('{condition}', **both)} or {self.text('{condition}', 1, **both)}"
                lines.append(f"require r{number} {cites}: {either}")
            lines.append(self.text(f"except x0 [troop-effect] {cites}: waive connected when {{condition}}", **both))
            lines.append(self.text(f"except x1 {cites}: suspend x0 when {{condition}}", **both))
            lines.append(self.text(f"except x2 {cites}: suspend [troop-effect] when {{condition}}"))
        if self.likely(0.5):
            lines += ["to discard X", self.text(f"require kept {cites}: {{condition}}", X="piece")]
        if self.likely(0.4):
            strength = self.text("{number}")
            while "room" in strength:  # which is worked out from strengths
                strength = self.text("{number}")
            lines.append(f'replace troop roxy "Roxy" strength {strength} count 3 {cites}')
        if self.likely(0.5):
            when = self.somewhere(P="player", R="region")
            lines.append(f"law l0 for player P, region R {cites}: when charge of P < 5 and {when}, add 1 to charge of P")
        if self.likely(0.5):
            lines.append(f"win w0 for player P {cites}: when {self.somewhere(P='player')} and clock of game > 3")
        if self.likely(0.3):
            when = self.text(f"end late {cites} on turn {{edge}} when clock of game > 2 and {self.somewhere()}")
            lines.append(f"{when}: most charge wins, on a tie enemy wins")
        return lines

    def terrain(self) -> dict[str, Any]:
        """Return a terrain with other special bases than it has."""
        data = terrain_data(self.random.choice(["castle-field", "caribbean-sea", "station-metal-x"]))
        printed: list[list[str | int]] = [[], [], ["bare"], ["bare"], ["odd", 1], ["odd", 2], ["mute"], ["gate", 3, 4]]
        data["bases"] = {
            slot: {**base, "special": special} if (special := self.random.choice(printed)) else without(base, "special")
            for slot, base in data["bases"].items()
        }
        return data


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Return data without a key."""
    return {name: value for name, value in data.items() if name != key}


def game_of(seed: int, folder: Path) -> Game | None:
    """Return a game under random rules, or None if the rules are refused, as those are that never matter."""
    maker = RuleMaker(Random(seed))
    rules = folder / f"seed-{seed}" / "rules" / "made.rules"
    rules.parent.mkdir(parents=True)
    rules.write_text("\n".join(maker.statements()) + "\n", encoding="utf-8")
    try:
        return Game.load(maker.terrain(), content=Content((rules.parent.parent,)))
    except InputError as error:
        if not all(fault.code in REFUSED for fault in error.faults if not fault.is_warning):
            raise
        return None


def assert_played_alike(game: Game, random: Random, moves: int) -> None:
    """Play a random game by all evaluators, which have to agree on everything, and write and read it on the way."""
    simulation = Plain(game)
    try:
        for number, state in enumerate(compared(game, opened(game, random), random, moves)):
            if number % 7 == 0:
                assert_read_back(game, state)
                assert_same(simulation, state, random, 5)
    except (EndlessRules, TooLarge):
        pass  # such rules may bring laws without end, players who can do nothing, and counters that square each other


def main(arguments: Sequence[str]) -> int:
    """Play under the rules of many seeds and return the exit status."""
    first, last = map(int, arguments)
    refused, different = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            try:
                game = game_of(seed, Path(folder))
                refused += game is None
                for number in range(GAMES if game else 0):
                    assert_played_alike(game, Random(f"{seed} {number}"), MOVES)
            except Exception:
                different.append(seed)
                print(f"seed {seed}")
                traceback.print_exc(limit=-4)
    print(f"{last - first} rulesets, {refused} refused, {len(different)} played differently: {different}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
