"""How whole games are played on an array: text that each compiled module ends with.

`choose(st, out, n, s, players)`, which `minds` writes, returns the place among the `n` moves in `out` that is played; `s` is
a fresh random number, and `players` are Blue's numbers and then Red's.
"""

PLAY = '''
def copied(st):
    """Copy a state behind itself, for a trial."""
    to = shifted(st, SIZE)
    for i in range(st[END]):
        to[i] = st[i]
    return to


def shuffle(st, s):
    """Shuffle both reserves; return how far chance has come."""
    for me in range(2):
        at = RESERVES + RESERVE * me
        for c in range(st[at], 1, -1):
            s = stepped(s)
            other = at + c - below(s, c)
            st[at + c], st[other] = st[other], st[at + c]
    return s


def settled(st, code, out, s):
    """Return a move with its outcome, each as likely as its weight says."""
    n = outcomes(st, code, out)
    total = int64(0)
    for i in range(1, n, 2):
        total += out[i]
    x = below(s, total)
    for i in range(0, n, 2):
        x -= out[i + 1]
        if x < 0:
            return out[i]
    return code


def is_open(st, code):
    """Return whether chance has to decide a part of a move."""
    e = st[DECISION]
    domain = OPEN_ACTIONS[code // SPAN - 1] if e == ACTION else OPEN[e - 1]
    return domain > 0 and code != PASS and code % SPAN % domain == 0


def begun(st, out, s):
    """Shuffle and deal if that is still to be done; return how many moves there are, and how far chance has come."""
    if st[DECISION] != UNDEALT:
        return legal(st, out), s
    s = shuffle(st, s)
    deal(st)
    begin(st)
    return settle(st, out), s


def played(st, out, n, s, players):
    """Return the move that is played, chance deciding what it leaves open, and how far chance has come."""
    s = stepped(s)
    code = out[choose(st, out, n, s, players)]
    if is_open(st, code):
        s = stepped(s)
        code = settled(st, code, out, s)
    return code, s


def play_out(st, out, seed, most, players, result):
    """Play one game from an undealt or any later state, at most so many decisions, and note how it went."""
    n, s = begun(st, out, seeded(seed))
    decisions, options = 0, 0
    while n > 0 and decisions < most:
        decisions += 1
        options += n
        code, s = played(st, out, n, s, players)
        carry_out(st, code)
        n = settle(st, out)
    result[0], result[1], result[2], result[3] = st[WINNER], st[WON_BY], st[ENDED_BY], st[TURN]
    result[4], result[5], result[6], result[7] = decisions, options, st[MEDALS], st[MEDALS + 1]


def play_games(start, room, first, last, most, players, results):
    """Play the games of all seeds from `first` to below `last`; return how many."""
    origin, st, w, r = pointer(start), pointer(room), pointer(players), pointer(results)
    out = shifted(st, 2 * SIZE)
    for seed in range(first, last):
        for i in range(origin[END]):
            st[i] = origin[i]
        play_out(st, out, seed, most, w, shifted(r, (seed - first) * RESULT))
    return last - first


def note_game(start, room, seed, turns, players, moves, most):
    """Play one game until so many turns have been played, or so many moves; list these and return how many there are."""
    origin, st, p, noted = pointer(start), pointer(room), pointer(players), pointer(moves)
    out = shifted(st, 2 * SIZE)
    for i in range(origin[END]):
        st[i] = origin[i]
    n, s = begun(st, out, seeded(seed))
    found = int64(0)
    while n > 0 and st[TURN] <= turns and found < most:
        code, s = played(st, out, n, s, p)
        noted[found] = code
        found += 1
        carry_out(st, code)
        n = settle(st, out)
    return found


def list_moves(room):
    """List the legal moves of the state at the beginning of a room, behind it; return how many there are."""
    st = pointer(room)
    return legal(st, shifted(st, 2 * SIZE))


def list_outcomes(room, code):
    """List what chance can make of a move, each with its weight; return how many numbers that takes."""
    st = pointer(room)
    return outcomes(st, code, shifted(st, 2 * SIZE))


def go_on(room, code):
    """Carry out a move that leaves nothing to chance, in place; list the next moves and return how many there are."""
    st = pointer(room)
    carry_out(st, code)
    return settle(st, shifted(st, 2 * SIZE))


def perft(room, depth):
    """Return how many sequences of so many decisions there are, each outcome of chance being a way of its own.

    There is room for one state more than the depth, each with its moves and with how far these are counted.
    """
    if depth == 0:
        return int64(1)
    first = pointer(room)
    first[COUNTED], first[COUNTED + 1], first[COUNTED + 2] = legal(first, shifted(first, 2 * SIZE)), 0, 0
    level, found = 0, 0
    while level >= 0:
        st = shifted(first, level * ROOM)
        out = shifted(st, 2 * SIZE)
        n, i, way = st[COUNTED], st[COUNTED + 1], st[COUNTED + 2]
        if i == n:
            level -= 1
            continue
        code, ways = out[i], int64(0)
        if is_open(st, code):
            ways = outcomes(st, code, shifted(out, n))
        is_last = level == depth - 1 or way + 2 >= ways
        st[COUNTED + 1] += is_last
        st[COUNTED + 2] = 0 if is_last else way + 2
        if level == depth - 1:
            found += max(1, ways >> 1)
            continue
        nested = shifted(st, ROOM)
        for k in range(st[END]):
            nested[k] = st[k]
        carry_out(nested, out[n + way] if ways > 0 else code)
        nested[COUNTED], nested[COUNTED + 1], nested[COUNTED + 2] = settle(nested, shifted(nested, 2 * SIZE)), 0, 0
        level += 1
    return found
'''
