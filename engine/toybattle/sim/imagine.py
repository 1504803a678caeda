"""Writes how what a player cannot see is dealt anew at random, so that whoever plays on from there has not peeked.

What comes out depends on the player's view and on the random numbers alone: two states that look alike to a player
become the same state.
"""

from __future__ import annotations

from toybattle.game.array_layout import WORD, ArrayLayout
from toybattle.game.layout import zone_of, zone_player
from toybattle.game.situation import sees
from toybattle.ruleset import tree as t

OWN, ENEMY = 0, 1
"""Whose troops a viewer looks at."""

IMAGINE = '''
def imagine(st, viewer, s):
    """Deal anew what a viewer cannot see; return how far chance has come. The room behind the state is written over."""
    pool = shifted(st, ROOM)
    s = imagine_own(st, viewer, pool, s)
    s = imagine_enemy(st, 1 - viewer, pool, s)
    unmark(st, viewer)
    return s


def drawn_out(pool, n, s):
    """Take one of the `n` troops of a pool and return its kind."""
    i = KINDS + below(s, n)
    kind = pool[i]
    pool[i] = pool[KINDS + n - 1]
    return kind


def pooled(pool):
    """List the troops of a pool that are counted by kind, in the order of their kinds; return how many there are."""
    n = int64(0)
    for kind in range(KINDS):
        for _ in range(pool[kind]):
            pool[KINDS + n] = kind
            n += 1
    return n


def put_in(st, zone, classes, number, count):
    """Add troops of a class to a zone, or take them away, without counting them there."""
    st[zone + 1 + number] += count
    word, bit = zone + 1 + classes + number // WORD, int64(1) << number % WORD
    st[word] = st[word] | bit if st[zone + 1 + number] > 0 else st[word] & ~bit


def seen_alike(st, out, n, moves, places):
    """List the moves as who decides sees them, each once and in order, with the place of one that looks so; return how many."""
    found = int64(0)
    for i in range(n):
        move, at = image(st, out[i]), found
        while at > 0 and moves[at - 1] > move:
            at -= 1
        if at > 0 and moves[at - 1] == move:
            continue
        for k in range(found, at, -1):
            moves[k], places[k] = moves[k - 1], places[k - 1]
        moves[at], places[at] = move, i
        found += 1
    return found
'''


class Imagining:
    """Writes it for one layout."""

    def __init__(self, layout: ArrayLayout) -> None:
        self.layout, self.marks = layout, layout.rules.mark_kinds
        homes = ["map", *(zone for zone in layout.zones if zone != "reserve")]
        self.hiding = {
            (home, relation)
            for home in homes
            for relation in (OWN, ENEMY)
            if any(self._seen(state, home, relation) != state for state in range(layout.states(home)))
        }
        """The homes of troops in which a mark can be hidden from a viewer, with whose troops those are."""
        self.lines: list[str] = []

    def text(self) -> str:
        """Return the functions."""
        self.lines = [f"KINDS, WORD = {len(self.layout.kinds)}, {WORD}"]
        self._tables()
        self._dealing("imagine_own", OWN)
        self._dealing("imagine_enemy", ENEMY)
        self._unmarking()
        self._images()
        return "\n".join([*self.lines, IMAGINE])

    def put(self, *lines: str) -> None:
        """Write lines."""
        self.lines += lines

    # ---- what a viewer sees of marks

    def _seen(self, state: int, home: str, relation: int) -> int:
        """Return a state of marks without those that a viewer cannot see."""
        marks = zip(self.marks, self.layout.marks(state, home), strict=True)
        seen = tuple(lasts if sees(mark.seen_by, OWN, relation) else 0 for mark, lasts in marks)
        return self.layout.state_of_marks(self.layout.plain(0, 0)._replace(marks=seen), home)

    def _is_shown(self, state: int, zone: str, relation: int) -> bool:
        """Return whether a mark shows the viewer its troop."""
        marks = zip(self.marks, self.layout.marks(state, zone), strict=True)
        return any(mark.is_showing and lasts and sees(mark.seen_by, OWN, relation) for mark, lasts in marks)

    def _tables(self) -> None:
        for home in ("map", *(zone for zone in self.layout.zones if zone != "reserve")):
            for relation in (OWN, ENEMY):
                states = range(self.layout.states(home))
                self.put(f"SEEN_{_name(home, relation)} = array({(*(self._seen(x, home, relation) for x in states),)})")
                self.put(f"SHOWN_{_name(home, relation)} = array({(*(int(self._is_shown(x, home, relation)) for x in states),)})")

    # ---- troops in zones

    def _dealing(self, function: str, relation: int) -> None:
        """Write how one player's troops are dealt anew."""
        layout = self.layout
        sighted = {zone: sees(kind.seen_by, OWN, relation) for zone, kind in layout.zones.items()}
        hidden = [zone for zone in layout.zones if zone != "reserve" and not sighted[zone]]
        needs = {zone: layout.armies + sum(layout.states(z) for z in hidden[:i]) for i, zone in enumerate(hidden)}
        self.put(f"def {function}(st, owner, pool, s):", "    for i in range(KINDS):", "        pool[i] = 0")
        for zone in hidden:
            name, states, classes = _name(zone, relation), layout.states(zone), layout.classes[zone]
            self.put(
                f"    zone, needs = {self._at(zone)}, KINDS + {needs[zone]}",
                f"    for i in range({states}):",
                "        pool[needs + i] = 0",
                f"    for c in range({classes}):",
                "        count = st[zone + 1 + c]",
                "        if count > 0:",
                f"            state, kind = c % {states}, c // {states}",
                f"            put_in(st, zone, {classes}, c, -count)",
                f"            if SHOWN_{name}[state]:",
                f"                put_in(st, zone, {classes}, c - state + SEEN_{name}[state], count)",
                "            else:",
                "                pool[kind] += count",
                f"                pool[needs + SEEN_{name}[state]] += count",
            )
        if sighted["reserve"]:  # its order is nobody's to know, but its troops are told from the others
            self.put("    n = pooled(pool)")
            self._filling(hidden, needs)
            self.put("    for i in range(KINDS):", "        pool[i] = 0")
        self.put(
            f"    reserve = {self._at('reserve')}",
            "    for i in range(reserve + 1, reserve + 1 + st[reserve]):",
            "        pool[st[i]] += 1",
            "    n = pooled(pool)",
            "    for i in range(reserve + 1, reserve + 1 + st[reserve]):",
            "        s = stepped(s)",
            "        st[i] = drawn_out(pool, n, s)",
            "        n -= 1",
        )
        if not sighted["reserve"]:
            self._filling(hidden, needs)
        for zone in layout.zones:
            if sighted[zone] and (zone, relation) in self.hiding:
                name, states, classes = _name(zone, relation), layout.states(zone), layout.classes[zone]
                self.put(
                    f"    zone = {self._at(zone)}",
                    f"    for c in range({classes}):",
                    "        count = st[zone + 1 + c]",
                    "        if count > 0:",
                    f"            put_in(st, zone, {classes}, c, -count)",
                    f"            put_in(st, zone, {classes}, c - c % {states} + SEEN_{name}[c % {states}], count)",
                )
        self.put("    return s")

    def _filling(self, hidden: list[str], needs: dict[str, int]) -> None:
        """Write how the troops of a pool are put into hidden zones."""
        for zone in hidden:
            states, classes = self.layout.states(zone), self.layout.classes[zone]
            self.put(
                f"    zone, needs = {self._at(zone)}, KINDS + {needs[zone]}",
                f"    for state in range({states}):",
                "        for _ in range(pool[needs + state]):",
                "            s = stepped(s)",
                f"            put_in(st, zone, {classes}, drawn_out(pool, n, s) * {states} + state, int64(1))",
                "            n -= 1",
            )

    def _at(self, zone: str) -> str:
        return f"{self.layout.zone_at[zone]} + {self.layout.stride(zone)} * owner"

    # ---- marks on the map, and moves that name marks

    def _unmarking(self) -> None:
        self.put("def unmark(st, viewer):")
        if any(home == "map" for home, _ in self.hiding):
            states = self.layout.states("map")
            self.put(
                f"    for slot in range({self.layout.size}):",
                "        for depth in range(1, st[STACKS + slot] + 1):",
                "            code = code_at(st, slot, depth)",
                f"            state = (code - 1) % {states}",
                f"            is_own = (code - 1) // {states * len(self.layout.kinds)} == viewer",
                f"            seen = SEEN_{_name('map', OWN)}[state] if is_own else SEEN_{_name('map', ENEMY)}[state]",
                "            if seen != state:",
                "                recode(st, slot, depth, code - state + seen)",
            )
        self.put("    return")

    def _images(self) -> None:
        """Write how a move looks to who decides: without the marks that the decider cannot see."""
        self.put("def image(st, code):")
        rules = self.layout.rules
        actions = [(f"st[DECISION] == ACTION and code // SPAN == {i + 1}", x.program) for i, x in enumerate(rules.actions)]
        effects = [(f"st[DECISION] == {i + 1} and code != PASS", x.program) for i, x in enumerate(rules.effect_list)]
        for is_asked, program in (*actions, *effects):
            digits = [(choice, self._home(choice)) for choice in program.choices for _ in choice.variables]
            if not any(home in self.hiding for _, home in digits):
                continue
            self.put(f"    if {is_asked}:", "        rest, factor, seen = code % SPAN, int64(1), int64(0)")
            for choice, home in reversed(digits):
                domain, first = self.layout.domain(choice), int(choice.how != "free")
                self.put(f"        digit = rest % {domain}")
                if home in self.hiding:
                    state = f"(digit - {first}) % {self.layout.states(home[0])}"
                    self.put(
                        f"        if digit >= {first}:",
                        f"            digit += SEEN_{_name(*home)}[{state}] - {state}",
                    )
                self.put("        seen += digit * factor", f"        rest, factor = rest // {domain}, factor * {domain}")
            self.put("        return code - code % SPAN + seen")
        self.put("    return code")

    @staticmethod
    def _home(choice: t.Choice) -> tuple[str, int]:
        """Return the zone that chosen troops lie in and whose it is, no zone for those on the map."""
        zone = zone_of(choice.among)
        return ("", OWN) if zone is None else (zone, zone_player(choice.among, OWN))


def _name(home: str, relation: int) -> str:
    return f"{home.replace('-', '_').upper()}_{relation}"
