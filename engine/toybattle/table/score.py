"""Who won, told by what a score sheet says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from toybattle.errors import ToyBattleError, listed
from toybattle.game import Game, Outcome
from toybattle.game.deal import army, empty_situation
from toybattle.game.reference import Reference
from toybattle.game.situation import PLAYERS, Situation

_CITES = re.compile(r' cites ("[^"]*"|[a-z0-9-]+)(, ("[^"]*"|[a-z0-9-]+))*')


def sheet(outcome: Outcome) -> str:
    """Return the score sheet of a finished game."""
    rows = [("player", "medals", "ended the game", "wins by")]
    for colour in PLAYERS:
        ended = "yes" if outcome.ended_by == colour else ""
        how = outcome.won_by if outcome.winner == colour else ""
        rows.append((colour.title(), str(outcome.medals[colour]), ended, how))
    return "\n".join(f"{player:8}{medals:>6}  {ended:14}  {how}".rstrip() for player, medals, ended, how in rows)


def reason(game: Game, outcome: Outcome) -> str:
    """Return who won and by what, with the statement of the rules that says so and what it rests on."""
    endings = {x.label: x for x in (*game.ruleset.laws, *game.ruleset.ends)}
    ending = endings[outcome.won_by]
    said = " ".join(_CITES.sub("", ending.text).split())
    known = [game.ruleset.citations[cite] for cite in ending.cites if cite in game.ruleset.citations]
    rests = [f"  {citation.id}: {' '.join(citation.statement.split())}" for citation in known]
    lines = [
        f"{outcome.winner.title()} wins by {outcome.won_by}.",
        f"  {said}  [{ending.place.file}:{ending.place.line}]",
        *rests,
    ]
    return "\n".join(lines)


def scored(game: Game, medals: Sequence[int], ended: str | None, hq: str | None, turn: str | None = None) -> Outcome:
    """Return how a game ended by the rules, or raise ToyBattleError if it did not or could not end so.

    `ended` could neither draw nor place, or `hq` placed a troop on an enemy H.Q.; `turn` is who acted last, which only
    matters when both reached their objective at once.
    """
    takers = _takers(game, medals)
    by_medals = {player: _after_action(game, medals, takers, player) for player in PLAYERS}
    reached = [outcome for outcome in by_medals.values() if outcome]
    is_shared = len({outcome.winner for outcome in reached}) > 1
    if hq:
        # A capture ends the game before its medals are counted, so that nobody can have reached an objective before.
        at_once = _at_laws(game, _sheet_situation(game, medals, takers, hq))
        if at_once:
            raise _too_early(game, at_once, f"{hq} captured an H.Q.")
        outcome = _at_laws(game, _captured(game, medals, takers, hq))
    elif ended:
        if reached:
            raise _too_early(game, reached[0], f"{ended} could do nothing")
        outcome = _stuck(game, medals, takers, ended)
    else:
        if is_shared and turn is None:
            raise ToyBattleError("both reached their objective, and who acted last decides; say --turn blue or --turn red")
        outcome = by_medals[turn] if turn and is_shared else reached[0] if reached else None
        # Where laws end the game at once, one change brought the last medals; at a turn's end several may have.
        if outcome and not is_shared and _at_laws(game, _sheet_situation(game, medals, takers, outcome.winner)):
            _check_last(game, medals, outcome.winner)
    if outcome is None and (ended or hq):
        raise ToyBattleError("nobody has won: no ending of these rules is met")
    if outcome is None:
        needed = _medals_text(game.layout.terrain.objective)
        raise ToyBattleError(
            f"nobody has won: {_medals_text(medals)}, and {needed} are needed; "
            "say who could neither draw nor place (--ended), or who captured an H.Q. (--hq)"
        )
    return outcome


def _medals_text(medals: Sequence[int]) -> str:
    return f"{medals[0]} medals of Blue and {medals[1]} of Red"


def _too_early(game: Game, outcome: Outcome, then: str) -> ToyBattleError:
    return ToyBattleError(f"the medals had already ended the game before {then}: {reason(game, outcome)}")


def _takers(game: Game, medals: Sequence[int]) -> list[int | None]:
    """Return for each region who can have taken it, so that the medals add up, or raise ToyBattleError."""
    regions = [region.medals for region in game.layout.terrain.regions]
    takers = _ways(regions).get((medals[0], medals[1]))
    if takers is None:
        paying = listed(map(str, sorted(regions, reverse=True)), "and", 62)
        raise ToyBattleError(f"{_medals_text(medals)} cannot be: the regions pay {paying}, {sum(regions)} in all")
    return takers


def _ways(regions: Sequence[int]) -> dict[tuple[int, int], list[int | None]]:
    """Return the medals that both can have, each with one way to share out the regions."""
    ways: dict[tuple[int, int], list[int | None]] = {(0, 0): []}
    for paid in regions:
        longer: dict[tuple[int, int], list[int | None]] = {}
        for (blue, red), takers in ways.items():
            longer.setdefault((blue, red), [*takers, None])
            longer.setdefault((blue + paid, red), [*takers, 0])
            longer.setdefault((blue, red + paid), [*takers, 1])
        ways = longer
    return ways


def _check_last(game: Game, medals: Sequence[int], player: str) -> None:
    """Refuse more medals than a winner can have got by the change that ended the game: all it pays lies around one base."""
    terrain = game.layout.terrain
    for base in range(len(terrain.slots)):
        near = [i for i, region in enumerate(terrain.regions) if base in region.around]
        for last in (set(some) for size in range(1, len(near) + 1) for some in combinations(near, size)):
            before = list(medals)
            before[PLAYERS.index(player)] -= sum(terrain.regions[i].medals for i in last)
            rest = _ways([region.medals for i, region in enumerate(terrain.regions) if i not in last])
            if (before[0], before[1]) in rest and not _at_laws(game, _sheet_situation(game, before, [], player)):
                return
    raise ToyBattleError(f"{_medals_text(medals)} cannot be: the game had ended before {player.title()} got so many")


def _sheet_situation(game: Game, medals: Sequence[int], takers: list[int | None], player: str) -> Situation:
    x = empty_situation(game.layout, PLAYERS.index(player))
    x.stacks = [[] for _ in x.stacks]
    x.medals, x.takers = list(medals), takers or x.takers
    for owner in (0, 1):
        x.zones["reserve", owner] = army(game.layout, owner)
    return x


def _at_laws(game: Game, x: Situation) -> Outcome | None:
    reference = Reference(game.layout, x, lambda: 0.0)
    reference.look_at_laws()
    return _outcome(game, x)


def _after_action(game: Game, medals: Sequence[int], takers: list[int | None], player: str) -> Outcome | None:
    """Return how the game ended when a player's action was over, if it did."""
    x = _sheet_situation(game, medals, takers, player)
    reference = Reference(game.layout, x, lambda: 0.0)
    reference.look_at_laws()
    x.stage = 2
    reference.go_on()
    return _outcome(game, x)


def _captured(game: Game, medals: Sequence[int], takers: list[int | None], player: str) -> Situation:
    x = _sheet_situation(game, medals, takers, player)
    slots = game.layout.terrain.slots
    at = next(i for i, slot in enumerate(slots) if slot.owner not in (None, player))
    x.stacks[at] = [game.layout.plain(x.to_move, 0)]
    return x


def _stuck(game: Game, medals: Sequence[int], takers: list[int | None], player: str) -> Outcome | None:
    """Return how the game ends when a player has nothing to draw and nothing to place."""
    x = _sheet_situation(game, medals, takers, player)
    x.zones["reserve", x.to_move] = []
    try:
        Reference(game.layout, x, lambda: 0.0).begin()
    except RuntimeError:  # nobody can act, and these rules have no ending for it
        return None
    return _outcome(game, x) if x.ended_by == PLAYERS.index(player) else None


def _outcome(game: Game, x: Situation) -> Outcome | None:
    if x.winner is None or x.won_by is None:
        return None
    by = PLAYERS[x.ended_by] if x.ended_by is not None else None
    return Outcome(PLAYERS[x.winner], game.ruleset.endings[x.won_by], by, dict(zip(PLAYERS, x.medals, strict=True)), x.turn)
