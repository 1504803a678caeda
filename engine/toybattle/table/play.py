"""Playing at one terminal: a hand-over between two people, every move saved, any move explained."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from toybattle.documents import write_whole
from toybattle.draw import drawn
from toybattle.errors import ToyBattleError, did_you_mean
from toybattle.game import Finding, Game, Move, MoveError, State, Verdict
from toybattle.game.events import CounterChanged, Event, GameEnded, MarkSet, MedalsTaken, TroopDrawn, TroopMoved
from toybattle.game.record import deal_of, record_of
from toybattle.game.situation import Situation
from toybattle.game.verdict import Nearby
from toybattle.sim.advice import Chooser
from toybattle.table.score import reason, sheet

WIDTH = 100
CLEAR = "\033[2J\033[3J\033[H"
"""Empties the screen and what can be scrolled back to."""
TOLD = TroopDrawn | TroopMoved | MarkSet | CounterChanged | MedalsTaken | GameEnded
"""What a move does not say itself."""
HELP = """a number or a move in words plays it; `why` and either explains it
undo   unmake the last move          board  show everything again
quit   stop; the game is saved       help   show this"""


@dataclass(slots=True)
class Table:
    """One game while it is played."""

    game: Game
    opening: Situation
    file: Path
    machines: frozenset[str]
    """The colours that no person plays."""
    choose: Chooser
    """Plays them."""
    resume: str
    """The command that goes on with the saved game."""
    replay: str
    """The command that checks its record."""
    read: Callable[[str], str]
    """Shows a prompt and returns a line; raises EOFError or KeyboardInterrupt when there will be none."""
    write: Callable[[str], object]
    is_screen: bool
    """Whether what was written can be cleared."""
    has_colour: bool
    states: list[State] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    viewer: str = ""
    """Who is looking at the screen."""
    told: dict[str, int] = field(default_factory=dict)
    """How many moves each player has been told of."""

    def begin(self, moves: Sequence[str] = ()) -> None:
        """Deal, and play again the moves of a game that was broken off."""
        self.states = [self.game.begin(self.opening)]
        for text in moves:
            move = self.game.parse(self.state, text)
            self.moves.append(move)
            self.states.append(self.game.apply(self.state, move)[0])
        self.told = dict.fromkeys(("blue", "red"), max(0, len(self.moves) - 1))
        self.save()

    @property
    def state(self) -> State:
        """The state the game is in."""
        return self.states[-1]

    def play(self) -> None:
        """Play until the game is over or nobody types any more."""
        try:
            while self.game.outcome(self.state) is None:
                if self.state.decider in self.machines:
                    self.make(self.choose(self.state, self.chance("move")))
                    continue
                if self.state.decider != self.viewer:
                    self.hand_over()
                self.show()
                while not self.take(self.read(f"{self.viewer.title()}> ").strip()):
                    pass
        except (EOFError, KeyboardInterrupt, _Quit):
            self.clear()
            self.write(f"\nThe game is saved; go on with: {self.resume}\n")
            return
        self.finish()

    # ---- what is shown

    def clear(self) -> None:
        """Empty the screen, so that nobody can scroll back to somebody else's rack."""
        if self.is_screen:
            self.write(CLEAR)

    def hand_over(self) -> None:
        """Let the other person take the seat, with nothing on the screen."""
        self.clear()
        is_alone = bool(self.machines)
        self.viewer = self.state.decider
        if not is_alone:
            self.read(f"{self.viewer.title()} has to act: take over and press Enter.")

    def show(self) -> None:
        """Show what has happened, the board, and what may be done."""
        self.clear()
        for line in self.news():
            self.write(f"{line}\n")
        view = self.game.view(self.state, self.viewer)
        self.write(f"\n{drawn(self.game, view, self.has_colour)}\n\n")
        self.write(f"{in_columns([f'{n:>3} {move}' for n, move in enumerate(view.legal, 1)])}\n")

    def news(self) -> Iterator[str]:
        """Yield the moves the viewer has not been told of, as far as the viewer may know them."""
        for number in range(self.told.get(self.viewer, 0), len(self.moves)):
            before, move = self.states[number], self.moves[number]
            _, events = self.game.apply(before, move)
            text, seen = self.game.seen(before, move, events, self.viewer)
            yield f"{before.decider.title()}: {text}{_told(seen)}"
        self.told[self.viewer] = len(self.moves)

    def finish(self) -> None:
        """Show how the game ended."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None  # for the type checker
        self.clear()
        self.write(f"{drawn(self.game, self.state, self.has_colour)}\n\n{reason(self.game, outcome)}\n\n{sheet(outcome)}\n")
        self.write(f"\nThe record is in {self.file}; check it with: {self.replay}\n")

    # ---- what is typed

    def take(self, line: str) -> bool:
        """Do what a line says; return whether the board has to be shown again."""
        word, _, rest = line.partition(" ")
        try:
            if word.isdecimal() or word in (*self.game.ruleset.verbs, "pass"):
                return self.try_move(self.text_of(line))
            match word.lower():
                case "":
                    return False
                case "why" if rest:
                    text = self.text_of(rest.strip())
                    self.write(f"{sentence(self.game, self.game.why(self.state, text, self.viewer))}\n")
                case "undo":
                    return self.undo()
                case "board":
                    return True
                case "quit" | "exit":
                    raise _Quit
                case "help" | "?" | "why":
                    self.write(f"{HELP}\n")
                case _:
                    hint = did_you_mean(word, (*self.game.ruleset.verbs, "why", "undo", "board", "quit", "help", "pass"))
                    self.write(f"'{line}' means nothing here; {hint or 'type help'}\n")
        except MoveError as error:
            self.write(f"{error}\n")
        return False

    def text_of(self, text: str) -> str:
        """Return the move that a number stands for, or the text as it is."""
        if "=" in text:
            # Neither may be picked, nor asked for, what only chance or the other player knows.
            raise MoveError(f"'{text}' names what chance decides; write `{text.partition('=')[0]}`")
        if not text.isdecimal():
            return text
        legal = self.game.view(self.state, self.viewer).legal
        if not 1 <= int(text) <= len(legal):
            raise MoveError(f"no move {text}; expected a number from 1 to {len(legal)}")
        return legal[int(text) - 1]

    def try_move(self, text: str) -> bool:
        """Play a move if it is legal, or say in a sentence why it is not."""
        verdict = self.game.why(self.state, text, self.viewer)
        if not verdict.is_legal:
            self.write(f"{sentence(self.game, verdict)}\n")
            return False
        self.make(self.game.parse(self.state, text, self.viewer))
        return True

    def make(self, move: Move) -> None:
        """Play a legal move and save the game."""
        outcomes, weights = zip(*self.game.outcomes(self.state, move), strict=True)
        self.moves.append(self.chance("outcome").choices(outcomes, weights)[0])
        self.states.append(self.game.apply(self.state, self.moves[-1])[0])
        self.save()

    def chance(self, what: str) -> Random:
        """Return the chance of this decision: the same after a resume, and after a move was taken back."""
        return Random(f"{what} {len(self.moves)} {json.dumps(deal_of(self.opening, self.game))}")

    def undo(self) -> bool:
        """Unmake the last move that a person made, and what was played after it by nobody."""
        made = [i for i, state in enumerate(self.states[:-1]) if state.decider not in self.machines]
        if not made:
            self.write("There is nothing to undo.\n")
            return False
        del self.states[made[-1] + 1 :], self.moves[made[-1] :]
        self.told = {player: min(count, len(self.moves)) for player, count in self.told.items()}
        self.save()
        return True

    def save(self) -> None:
        """Write the record so far, whole or not at all."""
        text = json.dumps(record_of(self.game, self.opening, self.moves, self.state))
        try:
            write_whole(self.file, f"{text}\n".encode())
        except OSError as error:
            raise ToyBattleError(f"{self.file}: the game cannot be saved: {error.strerror}") from error


class _Quit(Exception):
    """A player wants to stop."""


def in_columns(cells: Sequence[str]) -> str:
    """Return cells in columns, read downwards."""
    wide = max(map(len, cells), default=0) + 2
    rows = -(-len(cells) // max(1, WIDTH // wide))
    return "\n".join("".join(f"{cell:{wide}}" for cell in cells[row::rows]).rstrip() for row in range(rows))


def _told(events: Sequence[Event]) -> str:
    told = [str(event) for event in events if isinstance(event, TOLD)]
    return f" ({'; '.join(told)})" if told else ""


def sentence(game: Game, verdict: Verdict) -> str:
    """Return a verdict in a sentence, with the words of what it cites."""

    def quoted(statement: Finding | Nearby) -> str:
        cites = statement.citations if isinstance(statement, Finding) else statement.cites
        known = [game.ruleset.citations[cite].statement for cite in cites if cite in game.ruleset.citations]
        return " ".join((known or [statement.text])[0].split()).rstrip(".")

    because = []
    for finding in verdict.failed or verdict.findings:
        for near in finding.exceptions:
            if near.is_active:
                because.append(f"{near.label} {near.does}s {finding.label}: {quoted(near)}")
            elif near.applies and not finding.is_met:
                because += [f"{other.label} suspends {near.label}: {quoted(other)}" for other in near.suspended_by]
        if not finding.is_met:
            because.append(
                f"{finding.label} is not met: {quoted(finding)} ({', '.join(map(str, finding.witness))})".removesuffix(" ()")
            )
    is_legal = "legal" if verdict.is_legal else "illegal"
    return f"`{verdict.move}` is {is_legal}{', because ' * bool(because)}{'; '.join(because)}."
