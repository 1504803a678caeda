"""How a game goes on, step by step on an open situation: what the generated module must do too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from toybattle.game.layout import PASS, Layout, MapPiece, ZonePiece
from toybattle.game.limits import MOST_ROUNDS, counted, endless_effects, endless_laws, endless_turns
from toybattle.game.situation import Owed, Piece, Situation
from toybattle.game.trace import Evaluator, Frame, Value
from toybattle.ruleset import tree as t


class Reference:
    """Plays one situation on; `random` returns numbers from 0 to below 1."""

    def __init__(self, layout: Layout, situation: Situation, random: Callable[[], float]) -> None:
        self.layout, self.rules, self.x = layout, layout.rules, situation
        self.random = random
        self.evaluator = Evaluator(layout, situation)

    # ---- what may be done

    def legal(self) -> list[int]:
        """Return the moves of the decision at hand, in the order of programs and of the terrain; `pass` is last."""
        x = self.x
        if x.winner is not None:
            return []
        if x.pending is None:
            return self.actions()
        program = self.rules.effect_list[x.pending.effect].program
        moves = list(self.program_moves(0, program, self.frame(x.pending)))
        return [*moves, PASS] if program.is_optional else moves

    def actions(self) -> list[int]:
        """Return the legal actions of the player on turn."""
        frame = Frame(self.x.to_move)
        return [move for number, action in enumerate(self.rules.actions)
                if action.when is None or self.evaluator.holds(action.when, frame)
                for move in self.program_moves(number, action.program, frame)]  # fmt: skip

    def program_moves(self, number: int, program: t.Program, frame: Frame) -> Iterator[int]:
        """Yield the moves of one program."""
        for values, bound in self._choices(program.choices, frame):
            moves = [(values, bound)]
            last = program.choices[-1] if program.choices else None
            if last and last.how != "free":
                moves = [((*values, v), bound.having(last.variables[0].name, v)) for v in self.candidates(last, bound)]
            if any(self._is_possible(program, each) for _, each in moves):
                open_ = (*values, None) if last and last.how != "free" else values
                yield self.layout.encode(number, program, open_)

    def allows(self, owner: t.Action | t.Effect, frame: Frame, values: tuple[object, ...]) -> bool:
        """Return whether an action or effect offers these values, None standing for any outcome of chance."""
        program, bound = owner.program, self.bind(owner.program, values, frame)
        if isinstance(owner, t.Action) and owner.when and not self.evaluator.holds(owner.when, frame):
            return False
        for choice in program.choices:
            chosen = [bound.bound[variable.name] for variable in choice.variables]
            offered = self.candidates(choice, bound)
            if chosen == [None]:
                name = choice.variables[0].name
                return any(self._is_possible(program, bound.having(name, value)) for value in offered)
            if any(value not in offered for value in chosen):
                return False
            if len(chosen) == 2 and (
                (chosen[0] == chosen[1] and self.evaluator.copies(chosen[0]) < 2)
                or (choice.condition and not self.evaluator.holds(choice.condition, bound))
            ):
                return False
        return self._is_possible(program, bound)

    def candidates(self, choice: t.Choice, frame: Frame) -> list[Value]:
        """Return what a choice can be."""
        found = self.evaluator.many(choice.among, frame)
        if choice.condition and len(choice.variables) == 1:
            name = choice.variables[0].name
            return [v for v in found if self.evaluator.holds(choice.condition, frame.having(name, v))]
        return found

    def outcomes(self, move: int) -> list[tuple[int, int]]:
        """Return the moves that settle what chance decides, each with its weight; the move itself if it decides nothing."""
        number, program, frame = self._what(move)
        last = program.choices[-1] if program and program.choices else None
        if not program or not last or last.how == "free" or move == PASS:
            return [(move, 1)]
        values = self.layout.decode(move, program, frame.me)
        if values[-1] is not None:
            return [(move, 1)]
        bound = self.bind(program, values[:-1], frame)
        name = last.variables[0].name
        return [
            (self.layout.encode(number, program, (*values[:-1], v)), self.evaluator.copies(v))
            for v in self.candidates(last, bound) if self._is_possible(program, bound.having(name, v))
        ]  # fmt: skip

    def _choices(self, choices: tuple[t.Choice, ...], frame: Frame) -> Iterator[tuple[tuple[Value, ...], Frame]]:
        """Yield every way to make the free choices."""
        if not choices or choices[0].how != "free":
            yield (), frame
            return
        choice, rest = choices[0], choices[1:]
        found = self.candidates(choice, frame)
        names = [bound.name for bound in choice.variables]
        picks: list[tuple[Value, ...]] = [(v,) for v in found]
        if len(names) == 2:
            copies = self.evaluator.copies
            picks = [(a, b) for i, a in enumerate(found) for b in ([a] if copies(a) > 1 else []) + found[i + 1 :]]
        for pick in picks:
            bound = frame
            for name, value in zip(names, pick, strict=True):
                bound = bound.having(name, value)
            if len(names) == 2 and choice.condition and not self.evaluator.holds(choice.condition, bound):
                continue
            for values, last in self._choices(rest, bound):
                yield (*pick, *values), last

    def _is_possible(self, program: t.Program, frame: Frame) -> bool:
        """Return whether every verb is legal, each on the board that the verbs before it leave."""
        trial = self
        for index, verb in enumerate(program.verbs):
            judged = trial.evaluator.judged(verb, frame)
            if judged is None or next(trial.evaluator.failing(verb, frame), None):
                return False
            if isinstance(verb, t.Draw) and not trial.x.zones["reserve", judged[0].me]:
                return False
            if not trial.is_there(judged[1]):
                return False
            if index < len(program.verbs) - 1:
                trial = trial if index else Reference(self.layout, self.x.copy(), lambda: 0.0)
                frame = trial.do(verb, frame, is_trial=True)
        return True

    # ---- going on

    def apply(self, move: int) -> None:
        """Carry out a legal move, and everything up to the next decision."""
        x = self.x
        _, program, frame = self._what(move)
        choices = self.outcomes(move)
        if x.pending is None:
            x.stage = 1
        x.pending = None
        if program and move != PASS:
            pick = self.random() * sum(weight for _, weight in choices) if len(choices) > 1 else 0
            for outcome, weight in choices:
                move = outcome  # the one picked goes on
                pick -= weight
                if pick < 0:
                    break
            bound = self.bind(program, self.layout.decode(move, program, frame.me), frame)
            self._run(program, bound)
        self.go_on()

    def frame(self, owed: Owed) -> Frame:
        """Return the frame of an owed effect."""
        this = MapPiece(owed.slot, owed.depth) if owed.depth > 0 else None
        return Frame(owed.player, this, owed.slot if owed.slot >= 0 else None)

    def _what(self, move: int) -> tuple[int, t.Program | None, Frame]:
        if self.x.pending:
            return 0, self.rules.effect_list[self.x.pending.effect].program, self.frame(self.x.pending)
        number = move // self.layout.span - 1
        return number, self.rules.actions[number].program, Frame(self.x.to_move)

    def chosen(
        self, program: t.Program, values: tuple[object, ...], frame: Frame
    ) -> Iterator[tuple[t.Choice, t.Bound, Value, Frame]]:
        """Yield each chosen value with its choice and variable, and the frame in which it is chosen."""
        names = ((choice, bound) for choice in program.choices for bound in choice.variables)
        for (choice, bound), value in zip(names, values, strict=False):
            if isinstance(value, MapPiece) and not value.depth:
                value = MapPiece(value.slot, len(self.x.stacks[value.slot]))  # noqa: PLW2901
            yield choice, bound, value, frame  # type: ignore[misc]
            frame = frame.having(bound.name, value)  # type: ignore[arg-type]

    def bind(self, program: t.Program, values: tuple[object, ...], frame: Frame) -> Frame:
        """Return the frame in which the variables of a program stand for chosen values."""
        for _, bound, value, before in self.chosen(program, values, frame):
            frame = before.having(bound.name, value)
        return frame

    def _run(self, program: t.Program, frame: Frame) -> None:
        for verb in program.verbs:
            if self.x.winner is None and self.evaluator.judged(verb, frame):
                frame = self.do(verb, frame)

    def begin(self) -> None:
        """Start the first turn."""
        self.look_at_laws()
        if self.x.winner is None:
            self._start_turn()
        self.go_on()

    def go_on(self) -> None:
        """Apply what is owed and pass the turn until somebody has to decide, or the game is over."""
        x = self.x
        rounds = 0
        while x.winner is None and x.pending is None:
            if x.owed:
                owed = min(x.owed, key=lambda owed: self.rules.effect_list[owed.effect].phase)
                x.owed.remove(owed)
                rounds += self.offer(owed)
                if rounds > MOST_ROUNDS:
                    endless_effects()
            elif x.stage == 0:
                if self._ends("turn start") or self.actions():
                    return
                endless_turns()
            elif x.stage == 1:
                x.stage = 2
                self._owe_turn("turn end")
            elif not self._ends("turn end"):
                self._expire()
                x.to_move = 1 - x.to_move
                x.turn += 1
                self._start_turn()

    def _start_turn(self) -> None:
        self.x.stage = 0
        self._owe_turn("turn start")

    def offer(self, owed: Owed) -> bool:
        """Ask for an effect, apply it, or drop it; return whether it was applied by itself."""
        effect = self.rules.effect_list[owed.effect]
        if effect.stays and owed.depth < 0:
            return False
        moves = list(self.program_moves(0, effect.program, self.frame(owed)))
        if moves and (effect.program.is_optional or effect.program.choices):
            self.x.pending = owed
        elif moves:
            self._run(effect.program, self.frame(owed))
            return True
        return False

    def _ends(self, happening: str) -> bool:
        x = self.x
        if happening == "turn start":
            self.evaluator.actions_open = bool(self.actions())
        for end in self.rules.ends:
            if end.happening == happening and self.evaluator.holds(end.when, Frame(x.to_move)):
                is_stuck = end.when == t.NoAction()
                x.winner = self._winner(end.result)
                x.won_by, x.ended_by = self.rules.endings.index(end.label), x.to_move
                x.turn -= is_stuck
                x.owed = []
                return True
        return False

    def _winner(self, result: t.Result) -> int:
        match result:
            case t.PlayerWins(player):
                return self.evaluator.number(player, Frame(self.x.to_move)) or 0
            case t.MostWins(counter, tie):
                blue, red = self.x.counters[counter] if counter else self.x.medals
                return self._winner(tie) if blue == red else int(red > blue)
            case _:
                assert_never(result)

    def _expire(self) -> None:
        """Let marks run out at the end of a turn."""
        x, kinds = self.x, self.rules.mark_kinds

        def aged(piece: Piece) -> Piece:
            ends = [kind.lifetime == "this_turn" or (kind.lifetime == "next_turn" and piece.owner == x.to_move) for kind in kinds]
            return piece._replace(marks=tuple(m - (m > 0 and e) for m, e in zip(piece.marks, ends, strict=True)))

        for stack in x.stacks:
            stack[:] = map(aged, stack)
        for (zone, _), pieces in x.zones.items():
            pieces[:] = map(aged, pieces)
            self._sort(zone, pieces)

    # ---- verbs

    def do(self, verb: t.Verb, frame: Frame, is_trial: bool = False) -> Frame:
        """Carry out one verb and return the frame for the next; unless on trial, events and the laws follow.

        A variable goes on meaning the troop it was chosen for, wherever the verbs take it.
        """
        x, evaluator = self.x, self.evaluator
        judged = evaluator.judged(verb, frame)
        if judged is None or not self.is_there(judged[1]):
            return frame
        player = judged[0].me
        events: list[tuple[str, Value, int, int]] = []
        now: Value = None
        match verb:
            case t.Draw(_, number):
                for _ in range(evaluator.number(number, frame) or 0):
                    if x.zones["reserve", player] and not next(evaluator.failing(verb, frame), None):
                        self._into("rack", x.zones["reserve", player].pop(0))
            case t.Place():
                what, slot = judged[1]
                assert isinstance(what, ZonePiece) and isinstance(slot, int)  # noqa: PT018
                piece = self._from_zone(what)
                self._onto(slot, piece._replace(marks=self.layout.plain(0, 0).marks), events)
                now = MapPiece(slot, len(x.stacks[slot]))
                events.append(("placing", now, slot, now.depth))
            case t.Move():
                what, slot = judged[1]
                assert isinstance(what, MapPiece) and isinstance(slot, int)  # noqa: PT018
                piece = self._lift(what, events)
                self._onto(slot, piece, events)
                frame, now = self._sunk(frame, what), MapPiece(slot, len(x.stacks[slot]))
            case t.Send(_, _, _, zone):
                what = judged[1][0]
                assert isinstance(what, MapPiece | ZonePiece)
                piece = self._lift(what, events) if isinstance(what, MapPiece) else self._from_zone(what)
                if not (isinstance(what, ZonePiece) and what.zone == zone):
                    piece = piece._replace(marks=self.layout.plain(0, 0).marks)
                self._into(zone, piece)
                frame = self._sunk(frame, what) if isinstance(what, MapPiece) else frame
                now = ZonePiece(zone, piece.owner, self.layout.number(piece, zone))
            case t.SetMark(_, _, mark, _):
                now = self._mark(judged[1][0], self.rules.marks.index(mark))
            case t.ChangeCounter(_, word, counter, number):
                at = evaluator.number(counter.subject, frame) if counter.subject else 0
                by = evaluator.number(number, frame)
                numbers = x.counters[counter.counter]
                numbers[at or 0] = counted((by or 0) + (numbers[at or 0] if word == "add" else 0))
            case t.Claim(_, region):
                at = evaluator.number(region, frame)
                x.takers[at or 0] = player
                x.medals[player] += self.layout.terrain.regions[at or 0].medals
            case _:
                assert_never(verb)
        if not is_trial:
            for happening, this, slot, depth in events:
                self._owe(happening, this, slot, depth, player)
            self.look_at_laws()
        piece_chosen = getattr(verb, "piece", None)
        return frame.having(piece_chosen.name, now) if isinstance(piece_chosen, t.Bound) else frame

    @staticmethod
    def _sunk(frame: Frame, gone: MapPiece) -> Frame:
        """Return the frame after a troop left its stack: those above it lie one lower."""

        def lower(value: Value) -> Value:
            if isinstance(value, MapPiece) and value.slot == gone.slot and value.depth >= gone.depth:
                return None if value.depth == gone.depth else MapPiece(value.slot, value.depth - 1)
            return value

        bound = {name: lower(value) for name, value in frame.bound.items()}
        return replace(frame, this=lower(frame.this), bound=bound)

    def is_there(self, values: tuple[Value, ...]) -> bool:
        """Return whether what a verb takes from a zone lies there, and no verb before it took the last of its class."""
        return all(self.evaluator.copies(value) for value in values)

    def _into(self, zone: str, piece: Piece) -> None:
        pieces = self.x.zones[zone, piece.owner]
        pieces.append(piece)
        self._sort(zone, pieces)

    def _sort(self, zone: str, pieces: list[Piece]) -> None:
        if zone != "reserve":
            pieces.sort(key=lambda piece: self.layout.number(piece, zone))

    def _from_zone(self, what: ZonePiece) -> Piece:
        pieces = self.x.zones[what.zone, what.owner]
        return pieces.pop([self.layout.number(piece, what.zone) for piece in pieces].index(what.number))

    def _onto(self, slot: int, piece: Piece, events: list[tuple[str, Value, int, int]]) -> None:
        stack = self.x.stacks[slot]
        if stack:
            events.append(("covering", MapPiece(slot, len(stack)), slot, len(stack)))
        stack.append(piece)

    def _lift(self, what: Value, events: list[tuple[str, Value, int, int]]) -> Piece:
        """Take a troop off the map; effects it owes know that it left, those of troops above it that they sank."""
        assert isinstance(what, MapPiece)
        piece = self.x.stacks[what.slot].pop(what.depth - 1)
        events.append(("leaving", piece, what.slot, 0))
        for index, owed in enumerate(self.x.owed):
            if owed.slot == what.slot and owed.depth >= what.depth:
                self.x.owed[index] = owed._replace(depth=-1 if owed.depth == what.depth else owed.depth - 1)
        return piece

    def _mark(self, what: Value, mark: int) -> Value:
        piece = self.evaluator.piece(what)
        assert piece is not None
        lasts = 2 if self.rules.mark_kinds[mark].lifetime == "next_turn" and piece.owner == self.x.to_move else 1
        marks = tuple(max(lasts, m) if i == mark else m for i, m in enumerate(piece.marks))
        marked = piece._replace(marks=marks)
        if isinstance(what, MapPiece):
            self.x.stacks[what.slot][what.depth - 1] = marked
        elif isinstance(what, ZonePiece):
            self._from_zone(what)
            self._into(what.zone, marked)
            return ZonePiece(what.zone, what.owner, self.layout.number(marked, what.zone))
        return what

    # ---- what follows

    def _owe(self, happening: str, this: Value, slot: int, depth: int, player: int) -> None:
        piece = self.evaluator.piece(this)
        special = self.layout.terrain.slots[slot].special if slot >= 0 else None
        frame = Frame(player, this, slot if slot >= 0 else None)
        for number, effect in enumerate(self.rules.effect_list):
            trigger = effect.trigger
            if (
                trigger.happening == happening
                and (trigger.troop is None or (piece is not None and self.layout.kinds[trigger.troop] == piece.kind))
                and (trigger.special is None or (special is not None and special.kind == trigger.special))
            ):
                self.owe_one(number, effect, frame, slot, depth)

    def owe_one(self, number: int, effect: t.Effect, frame: Frame, slot: int, depth: int) -> None:
        actor = self.evaluator.number(effect.actor, frame) if effect.actor else frame.me
        if actor is None:
            return
        acting = Frame(actor, frame.this, frame.here)
        if (effect.when is None or self.evaluator.holds(effect.when, acting)) and not self.evaluator.is_suspended(
            effect.label, acting
        ):
            self.x.owed.append(Owed(number, actor, slot, depth))

    def _owe_turn(self, happening: str) -> None:
        """Owe what a turn's start or end brings: once, for each special base, or for each of the player's visible troops."""
        x = self.x
        for number, effect in enumerate(self.rules.effect_list):
            trigger = effect.trigger
            if trigger.happening != happening:
                continue
            if not trigger.has_slot:
                self.owe_one(number, effect, Frame(x.to_move), -1, 0)
                continue
            for slot, place in enumerate(self.layout.terrain.slots):
                top = x.top(slot)
                if trigger.special is not None and (place.special is None or place.special.kind != trigger.special):
                    continue
                if trigger.needs_troop and (
                    top is None or top.owner != x.to_move or (trigger.troop and self.layout.kinds[trigger.troop] != top.kind)
                ):
                    continue
                depth = len(x.stacks[slot])
                self.owe_one(number, effect, Frame(x.to_move, MapPiece(slot, depth) if top else None, slot), slot, depth)

    def look_at_laws(self) -> None:
        """Look at laws and wins in their order until nothing changes, `me` being the player on turn."""
        for _ in range(MOST_ROUNDS):
            changed = False
            for law in self.rules.laws:
                if isinstance(law, t.Win):
                    if self._wins(law):
                        return
                else:
                    changed |= self._enforce(law)
            if not changed:
                return
        endless_laws()

    def _wins(self, law: t.Win) -> bool:
        x = self.x
        me = x.to_move
        met = [who for who in (me, 1 - me) if self.evaluator.holds(law.when, Frame(me, bound={law.player.name: who}))]
        if not met:
            return False
        x.winner = met[0]
        if len(met) == 2 and law.if_both:
            x.winner = self.evaluator.number(law.if_both, Frame(me))
        x.won_by, x.owed = self.rules.endings.index(law.label), []
        return True

    def _enforce(self, law: t.Law) -> bool:
        changed = False
        for frame in self._bindings(law.binders, Frame(self.x.to_move)):
            if self.evaluator.holds(law.when, frame):
                before = (list(self.x.takers), {name: list(n) for name, n in self.x.counters.items()})
                self._law_verb(law.verb, frame)
                changed |= before != (self.x.takers, self.x.counters)
        return changed

    def _law_verb(self, verb: t.Verb, frame: Frame) -> None:
        if self.evaluator.judged(verb, frame):
            self.do(verb, frame, is_trial=True)

    def _bindings(self, binders: tuple[t.Bound, ...], frame: Frame) -> Iterator[Frame]:
        if not binders:
            yield frame
            return
        terrain = self.layout.terrain
        values = {
            "player": (frame.me, 1 - frame.me), "slot": range(self.layout.size), "region": range(len(terrain.regions)),
        }[binders[0].type]  # fmt: skip
        for value in values:
            yield from self._bindings(binders[1:], frame.having(binders[0].name, value))
