"""The course of a game, the same for every ruleset: text that each generated module includes.

It finds tables and functions by their names in the module around it; names of single numbers are written out as numbers.
"""

COURSE = '''
def left(st, slot, depth):
    """Tell owed effects that a troop has left a stack: its own, and those of the troops above it."""
    for i in range(TAIL, len(st), 4):
        if st[i + 2] == slot and st[i + 3] >= depth:
            st[i + 3] = -1 if st[i + 3] == depth else st[i + 3] - 1


def recode(st, slot, deep, new):
    """Give a troop on the map another code."""
    x = st[STACKS + slot]
    cut = (height(x, BITS) - deep) * BITS
    after = st[STACKS + slot] = x & ~(TOP << cut) | new << cut
    for o in FLIP[(x & TOP) * CODES + (after & TOP)]:
        st[o] ^= BIT[slot]


def settle(st, ev):
    """Apply what is owed and pass the turn until somebody has to decide; return the legal moves, none when it is over."""
    rounds = 0
    while True:
        if st[WINNER] >= 0:
            st[DECISION], st[DECIDER], st[HERE], st[DEPTH] = OVER, st[TO_MOVE], -1, 0
            ev.append(("over", st[WINNER], st[WON_BY], st[ENDED_BY]))
            return []
        if len(st) > TAIL:
            at = TAIL
            for i in range(TAIL + 4, len(st), 4):
                if PHASE[st[i]] < PHASE[st[at]]:
                    at = i
            e, me, here, d = st[at : at + 4]
            del st[at : at + 4]
            moves = () if d < 0 and STAYS[e] else MOVES[e](st, me, here, d)
            if not moves:
                ev.append(("dropped", e, me, here))
            elif ASKS[e]:
                if OPTIONAL[e]:
                    moves.append(PASS)
                st[DECISION], st[DECIDER], st[HERE], st[DEPTH] = e + 1, me, here, d
                return moves
            else:
                ev.append(("applied", e, me, here))
                rounds += 1
                if rounds > MOST_ROUNDS:
                    endless_effects()
                RUNS[e](st, me, here, d, 0, None, ev)
        elif st[STAGE] == 0:
            moves = actions(st)
            if ENDS_EARLY or not moves:
                ends_turn_start(st, moves)
                if st[WINNER] >= 0:
                    continue
                if not moves:
                    endless_turns()
            st[DECISION], st[DECIDER], st[HERE], st[DEPTH] = ACTION, st[TO_MOVE], -1, 0
            return moves
        elif st[STAGE] == 1:
            st[STAGE] = 2
            owe_turn_end(st, ev)
        else:
            ends_turn_end(st, None)
            if st[WINNER] >= 0:
                continue
            expire(st)
            st[TO_MOVE] ^= 1
            st[TURN] += 1
            st[STAGE] = 0
            ev.append(("turn", st[TO_MOVE], st[TURN]))
            owe_turn_start(st, ev)


def actions(st):
    """Return the legal actions of the player on turn."""
    me, moves = st[TO_MOVE], []
    for action in ACTIONS:
        moves += action(st, me, -1, 0)
    return moves


def legal(st):
    """Return the legal moves of the decision at hand."""
    e = st[DECISION]
    if e <= 0:
        return actions(st) if e == ACTION else []
    moves = MOVES[e - 1](st, st[DECIDER], st[HERE], st[DEPTH])
    if OPTIONAL[e - 1]:
        moves.append(PASS)
    return moves


def apply(st, code, rnd, ev=None):
    """Carry out a legal move, `rnd` deciding what chance leaves open; return the next legal moves."""
    e = st[DECISION]
    if e == ACTION:
        st[STAGE] = 1
        ACTS[code // SPAN - 1](st, st[TO_MOVE], -1, 0, code, rnd, ev)
    elif code:
        ev.append(("applied", e - 1, st[DECIDER], st[HERE]))
        RUNS[e - 1](st, st[DECIDER], st[HERE], st[DEPTH], code, rnd, ev)
    else:
        ev.append(("declined", e - 1, st[DECIDER], st[HERE]))
    return settle(st, ev)


def outcomes(st, code):
    """Return the moves that settle what chance decides, each with its weight; the move itself if it decides nothing."""
    e = st[DECISION]
    chances, domain = ACTION_CHANCES[code // SPAN - 1] if e == ACTION else EFFECT_CHANCES[e - 1]
    if chances is None or code == PASS or code % SPAN % domain:
        return [(code, 1)]
    return chances(st, st[DECIDER], st[HERE], st[DEPTH], code)


def picked(outcomes, rnd):
    """Return one of the outcomes, as likely as its weight says."""
    pick = rnd() * sum([weight for _, weight in outcomes])
    for code, weight in outcomes:
        pick -= weight
        if pick < 0:
            return code
    return code


def begin(st, ev=None):
    """Start the first turn and return its legal moves."""
    ev.append(("turn", st[TO_MOVE], st[TURN]))
    laws(st, ev)
    if st[WINNER] < 0:
        owe_turn_start(st, ev)
    return settle(st, ev)


def fill(st):
    """Append the masks of visible troops to a flat array that has none yet."""
    st += [0] * len(KEPT)
    for s in range(SLOTS):
        code = st[STACKS + s] & TOP
        for i, codes in enumerate(KEPT):
            st[MASKS + i] |= (codes >> code & 1) << s
'''
