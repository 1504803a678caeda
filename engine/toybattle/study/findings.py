"""What the games of a study say: shares, means and their intervals, terrain by terrain and ruleset against ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

from toybattle.study import intervals
from toybattle.study.intervals import ERROR, POWER, Difference, Estimate, deviations, mean, quantiles, ratio, share
from toybattle.study.plan import Arm, Plan
from toybattle.study.store import Store

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

COLOURS = ("blue", "red")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
UNFINISHED = "unfinished"


class Games:
    """The rows of an arm as columns of numbers."""

    def __init__(self, table: pa.Table, legend: Mapping[str, Any]) -> None:
        self.table, self.legend = table, legend

    def is_(self, column: str, word: str) -> Numbers:
        """Return for each game whether a column says this."""
        import pyarrow.compute as pc  # noqa: PLC0415

        said: Numbers = pc.fill_null(pc.equal(self.table[column], word), False).to_numpy()
        return said

    def numbers(self, column: str) -> Numbers:
        """Return a column of counts."""
        found: Numbers = self.table[column].to_numpy()
        return found

    def total(self, section: str, colour: str, words: Iterable[str]) -> Numbers:
        """Return the sum of a colour's counts for each game."""
        import numpy as np  # noqa: PLC0415

        total: Numbers = np.zeros(len(self.finished), dtype=np.int64)
        for word in words:
            total += self.numbers(f"{section}.{colour}.{word}")
        return total

    def both(self, section: str, word: str) -> tuple[Numbers, Numbers]:
        """Return the counts of Blue and of Red."""
        return self.numbers(f"{section}.blue.{word}"), self.numbers(f"{section}.red.{word}")

    @cached_property
    def finished(self) -> Numbers:
        """For each game whether it has come to its end."""
        found: Numbers = self.is_("winner", "blue") | self.is_("winner", "red")
        return found

    @cached_property
    def won_by_blue(self) -> Numbers:
        """For each game whether Blue has won."""
        return self.is_("winner", "blue")

    @cached_property
    def won_by_first(self) -> Numbers:
        """For each game whether who began has won."""
        found: Numbers = self.finished & (self.won_by_blue == self.is_("first", "blue"))
        return found

    def winners(self, column: str) -> Numbers:
        """Return a column of counts of who won, where somebody has."""
        import numpy as np  # noqa: PLC0415

        found: Numbers = np.where(self.won_by_blue, self.numbers(f"{column}.blue"), self.numbers(f"{column}.red"))[self.finished]
        return found

    def won_with_more(self, blue: Numbers, red: Numbers) -> Estimate:
        """Return how often the player won who had more of something, of the games in which one had more."""
        told = self.finished & (blue != red)
        return share(int((told & ((blue > red) == self.won_by_blue)).sum()), int(told.sum()))


@dataclass(frozen=True, slots=True)
class Effect:
    """What became of an effect each time it came up."""

    applied: Estimate
    declined: Estimate
    idle: Estimate
    """There was nothing it could do."""


@dataclass(frozen=True, slots=True)
class Troop:
    """What a kind of troop did."""

    id: str
    name: str
    strength: int | None
    placed: Estimate
    """Times a game, both players together."""
    effect: Effect | None
    dealt: Estimate
    """How often the player won to whom chance dealt more of it: what having it is worth."""
    more: Estimate
    """How often the player won who placed more of it; good players place what is good, winners have had more turns."""


@dataclass(frozen=True, slots=True)
class Base:
    """What a slot was for."""

    id: str
    special: str | None
    placed: Estimate
    """Troops a game, both players together."""
    used: Estimate
    """Share of the games in which a troop was placed there."""
    more: Estimate
    """How often the player won who placed more troops there."""


@dataclass(frozen=True, slots=True)
class SpecialBase:
    """What a kind of special base did."""

    id: str
    name: str
    slots: tuple[str, ...]
    placed: Estimate
    """Troops a game on all of its kind."""
    effect: Effect | None
    more: Estimate
    """How often the player won who used it more: applied its effect, or placed there if it has none."""


@dataclass(frozen=True, slots=True)
class Region:
    """Who took the medals of a region."""

    id: str
    medals: int
    blue: Estimate
    red: Estimate
    won: Estimate
    """How often who took them won."""


@dataclass(frozen=True, slots=True)
class Of:
    """All that is said of the games of one arm."""

    name: str
    terrain: str
    variants: tuple[str, ...]
    players: tuple[str, str]
    games: int
    unfinished: Estimate
    first: Estimate
    """Share of the finished games that who began has won."""
    blue: Estimate
    """Share of the finished games that Blue has won."""
    player: Estimate | None
    """Share of the finished games that the player named first has won, where there are two."""
    endings: tuple[tuple[str, Estimate], ...]
    """Shares of all games; those broken off come last."""
    turns: Estimate
    turns_at: tuple[int, ...]
    """Turns that 5, 25, 50, 75 and 95 of 100 games do not exceed."""
    lengths: tuple[tuple[int, int], ...]
    """How many games had so many turns, those broken off left out."""
    decisions: Estimate
    options: Estimate
    """Legal moves per decision."""
    took_first: Estimate
    """Share of the games with medals that was won by who took the first."""
    comebacks: Estimate
    """Share of the finished games whose winner was behind in medals once."""
    deficits: tuple[tuple[int, int], ...]
    """Of how many games the winner was behind by so many medals at worst."""
    lead_changes: Estimate
    busier: Estimate
    """How often the player won who placed more troops, of whatever kind: what to hold the others against."""
    troops: tuple[Troop, ...]
    bases: tuple[Base, ...]
    specials: tuple[SpecialBase, ...]
    regions: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of two arms, and whether they differ in it."""

    name: str
    unit: Literal["share", "number"]
    first: float | None
    second: float | None
    difference: Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two arms, measure by measure; all that is found is found with 95 % at once."""

    first: str
    second: str
    games: int
    changed: int
    """Of the games of the same numbers, how many went otherwise."""
    measures: tuple[Measure, ...]

    @property
    def is_same(self) -> bool:
        """Whether all games went alike."""
        return self.changed == 0


@dataclass(frozen=True, slots=True)
class Reading:
    """How often it mattered that a ruling can be read in two ways."""

    arm: str
    citation: str
    statement: str
    alternative: str
    changed: Estimate
    """Share of the games that went otherwise under the other reading."""
    decided: Estimate
    """Share of the games that ended with another winner, or with one instead of none."""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a study says."""

    plan: Plan
    of: tuple[Of, ...]
    comparisons: tuple[Comparison, ...]
    readings: tuple[Reading, ...]

    def as_data(self) -> dict[str, object]:
        """Return it as what JSON can hold."""
        data = asdict(self)
        return {"plan": self.plan.as_data(), **{key: data[key] for key in ("of", "comparisons", "readings")}}


def findings(store: Store) -> Findings:
    """Return what the games of a study say."""
    plan, of, comparisons, readings = store.plan, [], [], []
    leader: tuple[Arm, Games] | None = None
    main: tuple[Arm, Games] | None = None
    for arm in plan.arms:
        games = Games(store.table(arm), store.legend(arm))
        if arm.reading and main:
            readings.append(_reading(main, arm, games))
            continue
        of.append(_of(arm, games, plan))
        is_same_terrain = main is not None and arm.terrain == main[0].terrain
        against = main if is_same_terrain else leader
        if against:
            comparisons.append(compared(*against, arm, games))
        if not is_same_terrain:
            main = (arm, games)
            leader = leader or main
    return Findings(plan, tuple(of), tuple(comparisons), tuple(readings))


def _of(arm: Arm, games: Games, plan: Plan) -> Of:
    finished, count = games.finished, len(games.finished)
    ended = int(finished.sum())
    endings = [(ending, share(int(games.is_("won_by", ending).sum()), count)) for ending in games.legend["endings"]]
    behind, lengths = games.winners("behind"), games.numbers("turns")[finished]
    one, other = plan.players
    by_one = (games.is_("blue", one) == games.won_by_blue) & finished
    placed = [games.total("placed", colour, (kind["id"] for kind in games.legend["troops"])) for colour in COLOURS]
    return Of(
        arm.name, games.legend["terrain"], arm.variants, plan.players, count,
        unfinished=share(count - ended, count),
        first=share(int(games.won_by_first.sum()), ended),
        blue=share(int(games.won_by_blue.sum()), ended),
        player=share(int(by_one.sum()), ended) if one != other else None,
        endings=(*endings, (UNFINISHED, share(count - ended, count))),
        turns=mean(lengths), turns_at=quantiles(lengths, QUANTILES), lengths=_spread(lengths),
        decisions=mean(games.numbers("decisions")), options=ratio(games.numbers("options"), games.numbers("decisions")),
        took_first=games.won_with_more(games.is_("took_first", "blue"), games.is_("took_first", "red")),
        comebacks=share(int((behind > 0).sum()), ended), deficits=_spread(behind),
        lead_changes=mean(games.numbers("lead_changes")),
        busier=games.won_with_more(placed[0], placed[1]),
        troops=tuple(_troop(games, kind) for kind in games.legend["troops"]),
        bases=tuple(_base(games, slot) for slot in games.legend["slots"]),
        specials=tuple(_special(games, kind) for kind in games.legend["specials"]),
        regions=tuple(_region(games, region) for region in games.legend["regions"]),
    )  # fmt: skip


def _spread(numbers: Numbers) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(int(number) for number in numbers).items()))


def _effect(games: Games, effects: Sequence[str]) -> Effect | None:
    """Return what became of some effects, None if they never came up."""
    became = [sum(int(games.numbers(f"{word}.{c}.{effect}").sum()) for effect in effects for c in COLOURS)
              for word in ("applied", "declined", "dropped")]  # fmt: skip
    applied, declined, idle = (share(count, sum(became)) for count in became)
    return Effect(applied, declined, idle) if sum(became) else None


def _troop(games: Games, kind: Mapping[str, Any]) -> Troop:
    blue, red = games.both("placed", kind["id"])
    own = [effect["id"] for effect in games.legend["effects"] if effect["troop"] == kind["id"]]
    dealt = games.won_with_more(*games.both("dealt", kind["id"]))
    return Troop(
        kind["id"], kind["name"], kind["strength"], mean(blue + red), _effect(games, own), dealt, games.won_with_more(blue, red)
    )


def _base(games: Games, slot: Mapping[str, Any]) -> Base:
    blue, red = games.both("placed_on", slot["id"])
    used = share(int((blue + red > 0).sum()), len(blue))
    return Base(slot["id"], slot["special"], mean(blue + red), used, games.won_with_more(blue, red))


def _special(games: Games, kind: Mapping[str, Any]) -> SpecialBase:
    own = [effect["id"] for effect in games.legend["effects"] if effect["special"] == kind["id"]]
    placed, applied = (
        [games.total(section, colour, kind["slots"]) for colour in COLOURS] for section in ("placed_on", "applied_on")
    )
    told = applied if own else placed
    more = games.won_with_more(told[0], told[1])
    return SpecialBase(
        kind["id"], kind["name"], tuple(kind["slots"]), mean(placed[0] + placed[1]), _effect(games, own) if own else None, more
    )


def _region(games: Games, region: Mapping[str, Any]) -> Region:
    blue, red = (games.is_(f"taken.{region['id']}", colour) for colour in COLOURS)
    ours, theirs = (share(int(taken.sum()), len(taken)) for taken in (blue, red))
    return Region(region["id"], region["medals"], ours, theirs, games.won_with_more(blue, red))


# ---- two arms


def compared(first: Arm, ours: Games, second: Arm, theirs: Games) -> Comparison:
    """Compare two arms over the games of the same numbers, which have the same seeds."""
    drafts = list(_measures(ours, theirs))
    measures = tuple(_measure(*draft, ERROR / len(drafts)) for draft in drafts)
    return Comparison(first.name, second.name, len(ours.finished), _changed(ours, theirs), measures)


def _measures(ours: Games, theirs: Games) -> Iterator[tuple[str, Literal["share", "number"], Numbers, Numbers]]:
    both = ours.finished & theirs.finished
    yield "won by who began", "share", ours.won_by_first[both], theirs.won_by_first[both]
    yield "won by Blue", "share", ours.won_by_blue[both], theirs.won_by_blue[both]
    for ending in dict.fromkeys((*ours.legend["endings"], *theirs.legend["endings"])):
        yield f"ended by {ending}", "share", ours.is_("won_by", ending), theirs.is_("won_by", ending)
    yield UNFINISHED, "share", ~ours.finished, ~theirs.finished
    yield "turns", "number", ours.numbers("turns")[both], theirs.numbers("turns")[both]
    yield "decisions", "number", ours.numbers("decisions"), theirs.numbers("decisions")
    medals = [games.numbers("medals.blue") + games.numbers("medals.red") for games in (ours, theirs)]
    yield "medals taken", "number", medals[0], medals[1]
    behind = [_once_behind(games)[both] for games in (ours, theirs)]
    yield "winner once behind", "share", behind[0], behind[1]
    yield "changes of lead", "number", ours.numbers("lead_changes"), theirs.numbers("lead_changes")


def _once_behind(games: Games) -> Numbers:
    blue, red = (games.numbers(f"behind.{colour}") > 0 for colour in COLOURS)
    found: Numbers = (games.won_by_blue & blue) | (~games.won_by_blue & red)
    return found


def _measure(name: str, unit: Literal["share", "number"], ours: Numbers, theirs: Numbers, error: float) -> Measure:
    compare = intervals.shares_differ if unit == "share" else intervals.means_differ
    first, second = (float(numbers.mean()) if len(numbers) else None for numbers in (ours, theirs))
    return Measure(name, unit, first, second, compare(ours, theirs, error))


def _changed(ours: Games, theirs: Games) -> int:
    """Return in how many games of the same numbers anything differs that is noted of both."""
    import numpy as np  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    changed = np.zeros(len(ours.finished), dtype=bool)
    for name in ours.table.column_names:
        if name in theirs.table.column_names:
            columns = [games.table[name] for games in (ours, theirs)]
            empty = "" if columns[0].type == "string" else 0
            changed |= pc.not_equal(*(pc.fill_null(column, empty) for column in columns)).to_numpy()
    return int(changed.sum())


def _reading(main: tuple[Arm, Games], arm: Arm, games: Games) -> Reading:
    count, said = len(games.finished), games.legend["reading"]
    is_decided = (games.won_by_blue != main[1].won_by_blue) | (games.finished != main[1].finished)
    changed, decided = share(_changed(main[1], games), count), share(int(is_decided.sum()), count)
    return Reading(main[0].name, arm.reading, said["statement"], said["alternative"], changed, decided)


def advantage_seen(games: int) -> float:
    """Return how far from even a share must be for its interval to leave out even, four times in five."""
    return (deviations() + NormalDist().inv_cdf(POWER)) * sqrt(0.25 / games) if games else 1.0
