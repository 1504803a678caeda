"""What a study plays: which games, by whom, under which rules, and how they are cut into parts."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from toybattle.errors import ToyBattleError

FORMAT = "toybattle-study/1"
PARTS = 100
"""Parts that each arm's games are cut into where these are few, so that stopping costs little."""
LEAST_PART, MOST_PART = 10, 250
"""Games of a part; more would leave too few parts for many machines, fewer would be more trouble to keep than to play."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the games that a study plays: a terrain under a ruleset."""

    name: str
    terrain: str
    variants: tuple[str, ...]
    digest: str
    """Of the rules and the terrain."""
    reading: str = ""
    """The id of the citation whose other reading this plays, where that is what it is for."""


@dataclass(frozen=True, slots=True)
class Part:
    """Games of one arm that are played and kept together."""

    arm: Arm
    first: int
    last: int
    """The number after that of the last game."""

    def __str__(self) -> str:
        return f"games {self.first} to {self.last - 1} of {self.arm.name}"


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the rows of a study follow from, and which of them are played here."""

    arms: tuple[Arm, ...]
    players: tuple[str, str]
    games: int
    """Of each arm."""
    seed: int
    turn_limit: int
    shard: tuple[int, int] = (1, 1)
    """Which of how many shards is played here, counted from 1."""

    @property
    def per_part(self) -> int:
        """Games of a part."""
        return min(max(LEAST_PART, -(-self.games // PARTS)), MOST_PART)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of this shard: of each arm a stretch of its games, in order."""
        number, of = self.shard
        starts = range(0, self.games, self.per_part)
        own = starts[len(starts) * (number - 1) // of : len(starts) * number // of]
        return tuple(Part(arm, first, min(first + self.per_part, self.games)) for arm in self.arms for first in own)

    @property
    def whole(self) -> Plan:
        """The study of which this is a shard."""
        return replace(self, shard=(1, 1))

    def command(self) -> str:
        """Return the command that plays this again, its folder and content of one's own left out."""
        main = self.arms[0]
        same = [arm for arm in self.arms if arm.terrain == main.terrain][1:]
        words = list(dict.fromkeys(arm.terrain for arm in self.arms))
        words += [word for variant in main.variants for word in ("--variant", variant)]
        added = [",".join(arm.variants[len(main.variants) :]) for arm in same if not arm.reading]
        words += [word for variants in added for word in ("--compare", variants)]
        words += ["--rulings"] if any(arm.reading for arm in self.arms) else []
        words += ["--players", ",".join(dict.fromkeys(self.players)), "--games", str(self.games), "--seed", str(self.seed)]
        words += ["--turn-limit", str(self.turn_limit)]
        words += ["--shard", _shard(self)] if self.shard != (1, 1) else []
        return shlex.join(["toybattle", "study", *words])

    # ---- as data

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold."""
        return {"format": FORMAT, **asdict(self)}

    def text(self) -> str:
        """Return it as the text of its file."""
        return json.dumps(self.as_data(), indent=2) + "\n"

    @classmethod
    def of_text(cls, text: str, name: str) -> Plan:
        """Return the plan in a file's text, or raise ToyBattleError."""
        try:
            data: Mapping[str, Any] = json.loads(text)
            if data["format"] != FORMAT:
                raise ToyBattleError(f"{name}: this is written as '{data['format']}'; expected '{FORMAT}'")
            arms = tuple(
                Arm(arm["name"], arm["terrain"], tuple(arm["variants"]), arm["digest"], arm["reading"]) for arm in data["arms"]
            )
            (one, other), (number, of) = data["players"], data["shard"]
            games, seed, turn_limit = int(data["games"]), int(data["seed"]), int(data["turn_limit"])
            return cls(arms, (str(one), str(other)), games, seed, turn_limit, (int(number), int(of)))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise ToyBattleError(f"{name}: this does not describe a study; it is written by a study and not by hand") from error

    def differences(self, other: Plan) -> Iterator[str]:
        """Yield in what another plan differs from this one, a clause each."""
        names, others = [arm.name for arm in self.arms], [arm.name for arm in other.arms]
        if names != others:
            yield f"it plays {', '.join(names)}, not {', '.join(others)}"
        known = {arm.name: arm for arm in self.arms}
        for arm in other.arms:
            if arm.name in known and known[arm.name] != arm:
                yield f"the rules or the terrain of {arm.name} have changed since"
        for word, mine, theirs in (
            ("players are", ", ".join(self.players), ", ".join(other.players)), ("number of games is", self.games, other.games),
            ("seed is", self.seed, other.seed), ("turn limit is", self.turn_limit, other.turn_limit),
            ("shard is", _shard(self), _shard(other)),
        ):  # fmt: skip
            if mine != theirs:
                yield f"its {word} {mine}, not {theirs}"


def _shard(plan: Plan) -> str:
    return "{}/{}".format(*plan.shard)
