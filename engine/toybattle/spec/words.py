"""What the words of a step mean in the game that a scenario plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from ..errors import ToyBattleError, did_you_mean, listed
from ..ruleset.tree import Literal_, Ruleset

if TYPE_CHECKING:
    from .world import World

COLOURS = ("blue", "red")


_LABELS = {
    "requirement": "requirements",
    "ending": "endings",
    "effect": "effects",
    "counter": "counters",
    "mark": "marks",
}
"""Kinds of word that are labels of the ruleset, and where it lists them."""

_PLAIN: dict[str, Callable[[str], object]] = {
    "nickname": str,
    "citation": str,
    "number": int,
    "medals": lambda text: 0 if text == "no medals" else int(text.split(maxsplit=1)[0]),
    "quoted": lambda text: text[1:-1],
    "switch": lambda word: word == "on",
    "presence": lambda word: word != "no",
}
"""Kinds of word that mean the same in every game."""


class Misread(ToyBattleError):  # a finding about a text
    """A word that means nothing in this game."""

    def __init__(self, found: str, expected: str = "", hint: str = "", row: int | None = None) -> None:
        super().__init__(found)
        self.found, self.expected, self.hint = found, expected, hint
        self.column = 0
        """Where in its line it stands, 0 when that is not known."""
        self.row = row
        """The row of the step's table where it stands, from 0."""


def not_known(word: str, what: str, known: Iterable[str]) -> NoReturn:
    """Raise Misread for a word that is none of those known."""
    words = list(dict.fromkeys(known))
    close = did_you_mean(word, [w.lower() for w in words])
    for w in words:  # the hint shows the word as it is written
        close = close.replace(f"'{w.lower()}'", f"'{w}'")
    raise Misread(f"unknown {what} '{word}'", listed(words) or f"no {what}: this game has none", close)


def items(text: str) -> list[str]:
    """Return the parts of a list such as `a, b and c`.

    >>> items("a, b and c")
    ['a', 'b', 'c']
    """
    return [part.strip() for part in re.split(r", and |, | and ", text)]


@dataclass(slots=True)
class Words:
    """The meaning of each kind of word; a method for each kind of parameter."""

    world: World

    @property
    def ruleset(self) -> Ruleset:
        """The rules whose words the scenario uses."""
        return self.world.rules

    @property
    def slots_of(self) -> dict[str, str | None]:
        """The slots of the terrain, with the owner of an H.Q."""
        if isinstance(terrain := self.world.terrain, dict):
            return dict.fromkeys(terrain["bases"]) | {slot: hq["owner"] for slot, hq in terrain["hqs"].items()}
        return {slot.id: slot.owner for slot in self.world.game.terrain.slots}

    @property
    def zones(self) -> list[str]:
        """The zones of the rules."""
        return [zone.label for zone in self.ruleset.zones]

    @property
    def regions(self) -> list[str]:
        """The regions of the terrain."""
        if isinstance(terrain := self.world.terrain, dict):
            return [str(region.get("id", n)) for n, region in enumerate(terrain["regions"], 1)]
        return [region.id for region in self.world.game.terrain.regions]

    # ---- players, troops, marks

    def player(self, word: str) -> str:
        """Return the colour of a player."""
        players = {**{colour.title(): colour for colour in COLOURS}, **self.world.renamed}
        return players[word] if word in players else not_known(word, "player", players)

    def player_name(self, colour: str) -> str:
        """Return what this scenario calls a player."""
        return next((name for name, renamed in self.world.renamed.items() if renamed == colour), colour.title())

    def troop(self, word: str) -> str:
        """Return the id of a troop, named or given by its strength, with its marks in front: `mark:troop`."""
        kinds = self.ruleset.troops
        called = {kind.display: [kind.label] for kind in kinds}
        marks, name = word.split(" ")[:-1], word.rsplit(" ", maxsplit=1)[-1]
        while marks and " ".join([*marks, name]) in called:
            name = f"{marks.pop()} {name}"
        for kind in kinds:
            if isinstance(kind.strength, Literal_):
                called.setdefault(str(kind.strength.value), []).append(kind.label)
        if name not in called:
            not_known(name, "troop", called)
        if len(called[name]) > 1:
            raise Misread(f"'{name}' is the strength of {listed(called[name], 'and')}", "the name of one of them")
        return ":".join([*(str(self.meaning("mark", mark)) for mark in marks), called[name][0]])

    def troop_name(self, troop: str) -> str:
        """Return a troop as players call it, its marks in front."""
        *marks, kind_id = troop.split(":")
        names = {kind.label: kind.display for kind in self.ruleset.troops}
        return " ".join([*marks, names.get(kind_id, kind_id)])

    def troops(self, text: str) -> list[str]:
        """Return the ids of listed troops; `empty` lists none."""
        return [] if text in ("empty", "") else [self.troop(part) for part in items(text)]

    def piece(self, text: str) -> str:
        """Return a troop of a player as a stack names it: its colour, then its id."""
        player, _, troop = text.partition(" ")
        return f"{self.player(player)} {self.troop(troop)}"

    def piece_name(self, piece: str) -> str:
        """Return a piece of a stack as players call it."""
        colour, _, troop = piece.partition(" ")
        return f"{self.player_name(colour)} {self.troop_name(troop)}"

    def stack(self, text: str) -> list[str]:
        """Return the pieces of a stack, written from bottom to top."""
        return [self.piece(part) for part in items(text)]

    # ---- slots and regions

    def slot(self, text: str) -> str:
        """Return the id of `base 7`, `the Red H.Q.` or `the Red H.Q. 2`."""
        if hit := re.fullmatch(r"the (\w+) H\.Q\.(?: (\d+))?", text):
            colour = self.player(hit[1])
            hqs = [slot for slot, owner in self.slots_of.items() if owner == colour]
            names = [self.slot_name(slot) for slot in hqs]
            if (number := int(hit[2] or 1)) > len(hqs) or (len(hqs) > 1 and not hit[2]):
                raise Misread(f"'{text}' on a terrain with {len(hqs)} H.Q.s of {hit[1]}", listed(names))
            return hqs[number - 1]
        base = text.removeprefix("base ")
        bases = [slot for slot, owner in self.slots_of.items() if owner is None]
        return base if base in bases else not_known(base, "base", bases)

    def slot_name(self, slot: str) -> str:
        """Return a slot as a step names it."""
        if (owner := self.slots_of.get(slot)) is None:
            return f"base {slot}"
        hqs = [other for other in self.slots_of if self.slots_of[other] == owner]
        number = f" {hqs.index(slot) + 1}" if len(hqs) > 1 else ""
        return f"the {self.player_name(owner)} H.Q.{number}"

    def slots(self, text: str) -> list[str]:
        """Return the ids of listed slots: `base 3 and the Red H.Q.`, `bases 3, 4 and 8`."""
        return [self.slot(part.replace("bases ", "base ")) for part in items(text)]

    def region(self, word: str) -> str:
        """Return the id of a region."""
        return self._one(word, "region", self.regions)

    def sight(self, text: str) -> str | tuple[int, str]:
        """Return what is seen: a troop, or how many that are unknown, and which mark they bear."""
        if hit := re.fullmatch(r"(\d+) (?:(\S+) )?unknown troops?", text):
            return int(hit[1]), str(self.meaning("mark", hit[2])) if hit[2] else ""
        return self.troop(text)

    def spot(self, text: str) -> tuple[str, str]:
        """Return where something is seen: a zone and its owner, or no zone and a slot."""
        owner, _, zone = text.partition("'s ")
        return (self.zone(zone), self.player(owner)) if zone else ("", self.slot(text))

    # ---- what is chosen

    def choice(self, text: str) -> tuple[str, ...]:
        """Return the words of a move that an answer stands for: slots, troops or a rack, joined by `then`."""
        return tuple(self._chosen(part) for part in text.split(" then "))

    def _chosen(self, text: str) -> str:
        if hit := re.fullmatch(r"(\w+)'s (\w+)", text):
            self.player(hit[1])
            return self.zone(hit[2])
        return self.slot(text) if re.match(r"base |the \w+ H\.Q\.", text) else self.troop(text)

    def choices(self, text: str) -> list[tuple[str, ...]]:
        """Return listed choices; `bases 3 and 4` is `base 3 and base 4`."""
        parts = items(text)
        if text.startswith("bases "):
            parts = [part if part.startswith(("base ", "the ")) else f"base {part}" for part in items(text[6:])]
        return [self.choice(part) for part in parts]

    def choice_name(self, choice: Iterable[str]) -> str:
        """Return the words of a move as a step would name them."""
        kinds = {kind.label for kind in self.ruleset.troops}
        names = {word: f"the {word}" for word in self.zones} | {slot: self.slot_name(slot) for slot in self.slots_of}
        return " then ".join(
            self.troop_name(word) if word.rpartition(":")[2] in kinds else names.get(word, word) for word in choice
        )

    # ---- labels and plain words

    def subject(self, text: str) -> str:
        """Return what a counter counts for: a player, a slot, a region or the game."""
        if text == "the game":
            return "game"
        if text.startswith("region "):
            return self.region(text.removeprefix("region "))
        return self.slot(text) if text.startswith(("base ", "the ")) else self.player(text)

    def decision(self, text: str) -> str:
        """Return the effect to be decided on; none for a turn's action."""
        return "" if text == "the turn" else self._one(text, "effect", self.ruleset.effects)

    def zone(self, word: str) -> str:
        """Return the name of a zone."""
        return self._one(word, "zone", self.zones)

    def meaning(self, kind: str, word: str) -> object:
        """Return what a word of some kind means."""
        if kind in _LABELS:
            return self._one(word, kind, getattr(self.ruleset, _LABELS[kind]))
        if kind in _PLAIN:
            return _PLAIN[kind](word)
        return getattr(self, kind)(word)

    def _one(self, word: str, what: str, known: Iterable[object]) -> str:
        names = [str(name) for name in known]
        return word if word in names else not_known(word, what, names)
