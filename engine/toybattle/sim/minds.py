"""How players choose: text that games on arrays include.

A player is given a state in which all that is hidden has been dealt anew, and so cannot peek; `choose` and `decide` see to
that. Rooms for more states lie behind a state: the next one is where a move is tried, or a world in which a game is
played on; the one after that is where moves are tried there. `p` are a player's numbers. All arithmetic is on integers,
so that every machine, and plain Python, choose alike.
"""

from __future__ import annotations

from toybattle.game.array_layout import ArrayLayout
from toybattle.game.layout import CLAIMED
from toybattle.game.situation import PLAYERS
from toybattle.ruleset import tree as t
from toybattle.sim.imagine import Imagining
from toybattle.sim.players import LENGTHS, Players

ROOMS = 5
"""How many rooms for a state playing takes: the game's, what a player imagines of it, a world, a trial, and lists."""
KIND, GAMES, WEIGHTS = range(3)
"""Where a player's numbers lie."""
PATIENCE = 64
"""An effect that can be declined is declined once in so many times, so that no chain of them goes on for ever."""
CARE = {"HORIZON": 12, "MOST_DECISIONS": 60, "SCALE": 8, "MOST_ARMS": 12}
"""How a search plays games on.

They are broken off after so many turns, or decisions if effects go on and on; so many points are then worth a thousandth of
a game; and no more moves than these are looked into.
"""

LIKING = '''
def steps(hqs, reach):
    """Return how many paths lie between some slots and a player's nearest H.Q., as far as is looked."""
    at = int64(0)
    while at < FARTHEST and BALLS[hqs * FARTHEST + at] & reach == 0:
        at += 1
    return at


def standing(st, slots):
    """Return the strength of the visible troops on some slots."""
    found = int64(0)
    while slots:
        found += STANDING[top(st, lowest(slots))]
        slots &= slots - 1
    return found


def held(st, me):
    """Return the strength of the troops on a rack."""
    found, at = int64(0), RACK + RACK_STRIDE * me + 1
    for c in range(RACK_CLASSES):
        found += st[at + c] * HELD[c]
    return found


def worth(st, me, p):
    """Return how much a player likes a state; only the numbers of hidden troops are looked at, unless they are one's own."""
    foe = 1 - me
    if st[WINNER] >= 0:
        return WON if st[WINNER] == me else -WON
    mine, theirs = st[MASKS + me], st[MASKS + foe]
    total = p[W_MEDAL] * st[MEDALS + me] // GOALS[me] - p[W_MEDAL] * st[MEDALS + foe] // GOALS[foe]
    for r in range(REGIONS):
        if not st[CLAIMED] >> r & 1:
            near, far = popcount(AROUND[r] & ~mine), popcount(AROUND[r] & ~theirs)
            total += PAID[r] * (p[W_REGION + min(near, 3)] - p[W_REGION_OF_ENEMY + min(far, 3)])
    ours, others = joined_to_hqs(me, mine), joined_to_hqs(foe, theirs)
    total += p[W_REACH] * (popcount(ours) - popcount(others))
    total += p[W_LINKED] * (popcount(ours & mine) - popcount(others & theirs))
    total += p[W_APPROACH + steps(foe, ours)] - p[W_THREAT + steps(me, others)]
    total += p[W_HAND + min(st[RACK + RACK_STRIDE * me], 8)] - p[W_HAND_OF_ENEMY + min(st[RACK + RACK_STRIDE * foe], 8)]
    total += p[W_STRENGTH] * (standing(st, mine) - standing(st, theirs)) + p[W_HELD] * held(st, me) >> 3
    for i in range(TAIL, st[END], 4):
        if st[i + 3] >= 0:
            gain = p[W_OWED] + p[W_DRAWN] * DRAWS[st[i]]
            total += gain if st[i + 1] == me else -gain
    return total


def copied_to(st, to):
    """Copy a state."""
    for i in range(st[END]):
        to[i] = st[i]


def go(st, code, s):
    """Carry out a move, chance deciding what it leaves open."""
    if is_open(st, code):
        code = settled(st, code, shifted(st, 2 * SIZE), s)
    carry_out(st, code)


def tried(st, code, me, s, p):
    """Return how much a player likes what a move leads to."""
    trial = shifted(st, ROOM)
    copied_to(st, trial)
    go(trial, code, s)
    return worth(trial, me, p)


def best(st, out, n, s, p):
    """Return the place of the move that leads to what is liked best, any of several."""
    place, most, me = int64(0), -128 * WON, st[DECIDER]
    for i in range(n):
        s = stepped(s)
        liked = 64 * tried(st, out[i], me, s, p) + below(s, 64)
        if liked > most:
            place, most = int64(i), liked
    return place
'''

SEARCH = '''
def played_on(st, code, me, s, p):
    """Return how well a game went for a player, of 1000 points, that goes on from a move in a world that may be."""
    world = shifted(st, ROOM)
    out = shifted(world, 2 * SIZE)
    copied_to(st, world)
    s = imagine(world, me, seeded(s))
    last = st[TURN] + HORIZON
    for _ in range(MOST_DECISIONS):
        s = stepped(s)
        go(world, code, s)
        n = settle(world, out)
        if n == 0 or world[TURN] >= last:
            break
        s = stepped(s)
        code = out[best(world, out, n, s, p)]
    if world[WINNER] >= 0:
        return 1000 if world[WINNER] == me else 0
    return min(900, max(100, 500 + worth(world, me, p) // SCALE))


def search(st, out, n, s, p, arms):
    """List moves, each with its points in so many games played on from it, best first; return how many.

    Half of them are dropped each round. In each game of a round every move meets the same world and the same chance.
    """
    found, me = int64(0), st[DECIDER]
    for i in range(n):
        s = stepped(s)
        liked, at = tried(st, out[i], me, s, p), found
        if found == MOST_ARMS:
            at = found - 1
            if arms[3 * at + 1] >= liked:
                continue
        else:
            found += 1
        arms[3 * at], arms[3 * at + 1], arms[3 * at + 2] = i, liked, 0
        risen(arms, at)
    for a in range(found):
        arms[3 * a + 1] = 0
    games, rounds, count = p[GAMES], int64(1), found
    while 1 << rounds < count:
        rounds += 1
    while count > 1:
        each = max(1, games // (rounds * count))
        games -= each * count
        rounds = max(1, rounds - 1)
        for _ in range(each):
            s = stepped(s)
            for a in range(count):
                arms[3 * a + 1] += played_on(st, out[arms[3 * a]], me, s, p)
        for a in range(count):
            arms[3 * a + 2] += each
            risen(arms, a)
        count = (count + 1) // 2
    return found


def risen(arms, at):
    """Let a move rise above those before it that have fewer points."""
    while at > 0 and arms[3 * at - 2] < arms[3 * at + 1]:
        for k in range(3 * at, 3 * at + 3):
            arms[k], arms[k - 3] = arms[k - 3], arms[k]
        at -= 1
'''

CHOOSE = '''
def choose(st, out, n, s, players):
    """Return the place of the move that is played by who decides."""
    if players[st[DECIDER] * NUMBERS + KIND] == 0 or n == 1:
        return below(s, n)
    if out[n - 1] == PASS and below(s, PATIENCE) == 0:
        return n - 1
    weigh(st, out, n, s, players)
    return shifted(st, 4 * ROOM)[0]


def weigh(st, out, n, s, players):
    """List the places of moves with their points, as who decides sees them: nobody is shown more than may be known."""
    me, mind, arms = st[DECIDER], shifted(st, ROOM), shifted(st, 4 * ROOM)
    p, moves, places = shifted(players, me * NUMBERS), shifted(mind, 2 * SIZE), shifted(arms, 3 * MOST_ARMS)
    s = seeded(s)  # what a player imagines is not what chance will bring
    copied_to(st, mind)
    n = seen_alike(st, out, n, moves, places)
    s = imagine(mind, me, s)
    count = pondered(mind, moves, n, s, p, arms)
    for a in range(count):
        arms[3 * a] = places[arms[3 * a]]
    return count


def decide(room, seed, players):
    """List moves as who decides likes them, best first, each with its points in so many games; return how many."""
    st, p, s = pointer(room), pointer(players), seeded(seed)
    out, arms, count = shifted(st, 2 * SIZE), shifted(st, 4 * ROOM), int64(1)
    n = legal(st, out)
    if n == 0:
        return int64(0)
    if p[st[DECIDER] * NUMBERS + KIND] == 0 or n == 1:
        arms[0], arms[1], arms[2] = below(s, n), 0, 0
    else:
        count = weigh(st, out, n, s, p)
    for a in range(count):
        arms[3 * a] = out[arms[3 * a]]
    return count
'''

RANDOM = '''
def choose(st, out, n, s, players):
    """Return any place, each as likely as the others."""
    return below(s, n)
'''

GREEDY = '''
def pondered(st, out, n, s, p, arms):
    """List the move that is liked best."""
    arms[0], arms[1], arms[2] = best(st, out, n, s, p), 0, 0
    return int64(1)
'''

THOROUGH = '''
def pondered(st, out, n, s, p, arms):
    """List the move that is liked best, or all that are looked into."""
    if p[KIND] == 2:
        return search(st, out, n, s, p, arms)
    arms[0], arms[1], arms[2] = best(st, out, n, s, p), 0, 0
    return int64(1)
'''


def minds(layout: ArrayLayout, players: Players) -> str:
    """Return the text of how players choose, with what the most thorough of them has to know of a ruleset on a terrain."""
    most = max(player.kind for player in players)
    if most == 0:
        return RANDOM
    constants = {"PATIENCE": PATIENCE, "KIND": KIND, "GAMES": GAMES, "NUMBERS": len(players[0].numbers), **CARE}
    return "\n".join([
        *(f"{name} = {value}" for name, value in constants.items()), *_known(layout), Imagining(layout).text(),
        LIKING, *((GREEDY,) if most == 1 else (SEARCH, THOROUGH)), CHOOSE,
    ])  # fmt: skip


def _known(layout: ArrayLayout) -> list[str]:
    """Return what a player has to know, as constants and tables."""
    rules, terrain = layout.rules, layout.terrain
    numbers = {kind.label: kind.strength.value for kind in rules.troops if isinstance(kind.strength, t.Literal_)}
    strongest, usual = max(numbers.values(), default=0), sum(numbers.values()) // max(1, len(numbers))
    standing = [numbers.get(kind.label, 0 if kind.strength is None else usual) for kind in rules.troops]
    held = [numbers.get(kind.label, strongest + 1 if kind.strength is None else usual) for kind in rules.troops]
    farthest = LENGTHS["approach"] - 1
    offsets = {name: WEIGHTS + sum([*LENGTHS.values()][:i]) for i, name in enumerate(LENGTHS)}
    constants = {
        "WON": 1 << 32, "CLAIMED": CLAIMED, "FARTHEST": farthest,
        "RACK": layout.zone_at["rack"], "RACK_STRIDE": layout.stride("rack"), "RACK_CLASSES": layout.classes["rack"],
        **{f"W_{name.upper()}": at for name, at in offsets.items()},
    }  # fmt: skip
    tables = {
        "BALLS": [ball for player in (0, 1) for ball in _balls(layout, player, farthest)],
        "GOALS": [max(1, goal) for goal in terrain.objective],
        "PAID": [region.medals for region in terrain.regions],
        "STANDING": [0, *(strength for _ in (0, 1) for strength in standing for _ in range(layout.states("map")))],
        "HELD": [strength for strength in held for _ in range(layout.states("rack"))],
        "DRAWS": [_drawn(effect.program) for effect in rules.effect_list],
    }
    return [
        *(f"{name} = {value}" for name, value in constants.items()),
        *(f"{name} = array({(*items,) or (0,)})" for name, items in tables.items()),
    ]


def _balls(layout: ArrayLayout, player: int, farthest: int) -> list[int]:
    """Return the slots from which a player's H.Q.s are so many paths away or fewer, for no path, one, and so on."""
    slots, adjacency = layout.terrain.slots, layout.terrain.adjacency
    hqs = sum(1 << i for i, slot in enumerate(slots) if slot.owner == PLAYERS[player])
    passed = hqs | sum(1 << i for i, slot in enumerate(slots) if not slot.is_hq)
    found, balls = hqs, []
    for _ in range(farthest):
        balls.append(found)
        found |= sum(1 << i for i, around in enumerate(adjacency) if around & found & passed)
    return balls


def _drawn(program: t.Program) -> int:
    """Return how many troops a program draws, as far as it says so itself."""
    draws = (verb.number for verb in program.verbs if isinstance(verb, t.Draw) and verb.player == t.Me())
    return sum(number.value for number in draws if isinstance(number, t.Literal_))
