"""The course of a game on an array of integers, the same for every ruleset: text that each such module includes.

`st` is the state, `out` where moves are listed, and `n` how many there are. A number handed on is written `int64(0)`:
a compiler would make a function of its own for each literal.
"""

ARRAY_COURSE = '''
# ---- stacks: heights, and cells of several troops each


def code_at(st, slot, depth):
    """Return the code of the troop at a depth from the bottom, counted from 1, or 0."""
    if depth < 1 or depth > st[STACKS + slot]:
        return 0
    at = depth - 1
    return st[CELLS + slot * CELLS_OF_ONE + (at >> CELL_SHIFT)] >> ((at & (1 << CELL_SHIFT) - 1) << CODE_SHIFT) & CODE


def top(st, slot):
    """Return the code of the visible troop, or 0."""
    return code_at(st, slot, st[STACKS + slot])


def exchange(st, slot, depth, before, after):
    """Put one code in the place of another."""
    at = depth - 1
    st[CELLS + slot * CELLS_OF_ONE + (at >> CELL_SHIFT)] ^= (before ^ after) << ((at & (1 << CELL_SHIFT) - 1) << CODE_SHIFT)


def show(st, slot, code):
    """Bring the masks of visible troops up to date."""
    bit = BIT[slot]
    for i in range(KEPT):
        st[MASKS + i] = st[MASKS + i] & ~bit | SHOWN[code * KEPT + i] & bit


def push(st, slot, code):
    """Put a troop on a stack."""
    depth = st[STACKS + slot] + 1
    st[STACKS + slot] = depth
    exchange(st, slot, depth, int64(0), code)
    show(st, slot, code)


def lift(st, slot, depth):
    """Take the troop at a depth off a stack and return its code."""
    height = st[STACKS + slot]
    old = code_at(st, slot, depth)
    gone = old
    for at in range(depth, height):
        above = code_at(st, slot, at + 1)
        exchange(st, slot, at, gone, above)
        gone = above
    exchange(st, slot, height, gone, int64(0))
    st[STACKS + slot] = height - 1
    show(st, slot, top(st, slot))
    return old


def recode(st, slot, depth, new):
    """Give a troop on the map another code."""
    exchange(st, slot, depth, code_at(st, slot, depth), new)
    show(st, slot, top(st, slot))


# ---- numbers that may not exist, or may grow too large


def plus(a, b):
    return ABSENT if a == ABSENT or b == ABSENT else bounded(a + b)


def minus(a, b):
    return ABSENT if a == ABSENT or b == ABSENT else bounded(a - b)


def times(a, b):
    if a == ABSENT or b == ABSENT:
        return ABSENT
    if a != 0 and abs(b) > BOUND // abs(a):
        bounded(BOUND)
    return bounded(a * b)


def gt(a, b):
    return a != ABSENT and b != ABSENT and a > b


def lt(a, b):
    return a != ABSENT and b != ABSENT and a < b


def ge(a, b):
    return a != ABSENT and b != ABSENT and a >= b


def le(a, b):
    return a != ABSENT and b != ABSENT and a <= b


def eq(a, b):
    return a != ABSENT and a == b


# ---- lists of moves


def spread(out, n, base, row):
    """List a move for each bit of a row: the first four without asking whether there are as many."""
    end = n + popcount(row)
    for i in range(4):
        out[n + i] = base + lowest(row)
        row &= row - 1
    while row:
        out[n + 4] = base + lowest(row)
        row &= row - 1
        n += 1
    return end


def make_room(n):
    """Refuse to list more moves than there is room for."""
    if n >= MOST_MOVES:
        list_full()


# ---- reserves, networks and regions


def in_reserve(st, at, kind):
    """Return how many troops of a kind a reserve holds."""
    found = 0
    for i in range(at + 1, at + 1 + st[at]):
        if st[i] == kind:
            found += 1
    return found


def near(slots):
    """Return the slots adjacent to any of some."""
    found = 0
    left = slots
    while left:
        found |= ADJACENCY[lowest(left)]
        left &= left - 1
    return found


def joined(to, through):
    """Return the slots joined to some by way of bases of others."""
    inner = through & BASES & ~to
    found, fresh = 0, to
    while fresh:
        around = ADJACENCY[lowest(fresh)]
        fresh &= fresh - 1
        fresh |= around & ~found & inner
        found |= around
    return found


def complete(bases):
    """Return the regions all of whose bases these are."""
    found = 0
    for r in range(REGIONS):
        found |= (AROUND[r] & ~bases == 0) << r
    return found


# ---- what is owed: a queue at the end of the array


def owe(st, e, me, here, d):
    """Add an effect to what is owed."""
    end = st[END]
    if end == SIZE:
        queue_full()
    st[end], st[end + 1], st[end + 2], st[end + 3] = e, me, here, d
    st[END] = end + 4


def left(st, slot, depth):
    """Tell owed effects that a troop has left a stack: its own, and those of the troops above it."""
    for i in range(TAIL, st[END], 4):
        if st[i + 2] == slot and st[i + 3] >= depth:
            st[i + 3] = -1 if st[i + 3] == depth else st[i + 3] - 1


# ---- the course of the game


def settle(st, out):
    """Apply what is owed and pass the turn until somebody has to decide; return how many moves there are, 0 when it is over."""
    rounds = 0
    while True:
        if st[WINNER] >= 0:
            st[DECISION], st[DECIDER], st[HERE], st[DEPTH] = OVER, st[TO_MOVE], -1, 0
            return 0
        if st[END] > TAIL:
            at = TAIL
            for i in range(TAIL + 4, st[END], 4):
                if PHASE[st[i]] < PHASE[st[at]]:
                    at = i
            e, me, here, d = st[at], st[at + 1], st[at + 2], st[at + 3]
            st[END] -= 4
            for i in range(at, st[END]):
                st[i] = st[i + 4]
            n = 0 if d < 0 and STAYS[e] else offered(st, e, me, here, d, out)
            if n == 0:
                continue
            if ASKS[e]:
                st[DECISION], st[DECIDER], st[HERE], st[DEPTH] = e + 1, me, here, d
                return with_pass(e, out, n)
            rounds += 1
            if rounds > MOST_ROUNDS:
                endless_effects()
            run_unasked(st, e, me, here, d)
            continue
        if st[STAGE] == 1:
            st[STAGE] = 2
            owe_turn_end(st)
            if st[END] > TAIL:
                continue
        if st[STAGE] == 2:
            ends_turn_end(st, int64(0))
            if st[WINNER] >= 0:
                continue
            expire(st)
            st[TO_MOVE] ^= 1
            st[TURN] += 1
            st[STAGE] = 0
            owe_turn_start(st)
            if st[END] > TAIL:
                continue
        n = actions(st, out)
        if ENDS_EARLY or n == 0:
            ends_turn_start(st, n)
            if st[WINNER] >= 0:
                continue
            if n == 0:
                endless_turns()
        st[DECISION], st[DECIDER], st[HERE], st[DEPTH] = ACTION, st[TO_MOVE], -1, 0
        return n


def with_pass(e, out, n):
    """Add the move that declines an effect, if it can be declined."""
    if OPTIONAL[e]:
        out[n] = PASS
        return n + 1
    return n


def legal(st, out):
    """List the legal moves of the decision at hand."""
    e = st[DECISION]
    if e == OVER:
        return 0
    if e == ACTION:
        return actions(st, out)
    return with_pass(e - 1, out, offered(st, e - 1, st[DECIDER], st[HERE], st[DEPTH], out))


def carry_out(st, code):
    """Carry out a legal move that leaves nothing to chance, and nothing of what follows from it later."""
    e = st[DECISION]
    if e == ACTION:
        st[STAGE] = 1
        act(st, code // SPAN - 1, code)
    elif code != PASS:
        run(st, e - 1, st[DECIDER], st[HERE], st[DEPTH], code)


def begin(st):
    """Start the first turn."""
    laws(st)
    if st[WINNER] < 0:
        owe_turn_start(st)
'''
