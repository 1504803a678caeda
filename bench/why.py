"""Measures how long it takes to say why, of random questions in random games on Castle Field.

python bench/why.py [QUESTIONS] [SEED]

Times are of CPU time, of a whole answer with the changes that would make a move legal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import process_time

from toybattle.game import Game, State

QUESTIONS, SEED = 400, 7
LIMIT = 5.0
"""Milliseconds that the median answer may take."""


def questions(game: Game, number: int, seed: int) -> Iterator[tuple[State, str]]:
    """Yield states of random games, each with a placing to ask about: any troop of the rack, any slot."""
    random = Random(seed)
    while number > 0:
        state = game.start(seed=random.randrange(1 << 30))
        while moves := game.legal(state):
            held = state.racks[state.decider]
            if not state.pending and held and number > 0:
                number -= 1
                yield state, f"place {random.choice(held)} {random.choice(game.terrain.slots).id}"
            state, _ = game.apply(state, random.choice(moves), random.random)


def milliseconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call, the better of two."""
    found = []
    for _ in range(2):
        before = process_time()
        call()
        found.append(1000 * (process_time() - before))
    return min(found)


def main(arguments: Sequence[str]) -> int:
    """Print the times and return the exit status: 1 if the median answer takes too long."""
    numbers = [int(argument) for argument in arguments]
    number, seed = (*numbers, *(QUESTIONS, SEED)[len(numbers) :])
    game = Game.load("castle-field")
    asked = list(questions(game, number, seed))
    game.why(*asked[0])
    print(f"{number} questions                    median   95 %  longest")
    worst = 0.0
    for name, call in {"why": game.why, "legal": lambda state, _: game.legal(state)}.items():
        times = sorted(milliseconds(lambda call=call, pair=pair: call(*pair)) for pair in asked)
        middle, most = times[len(times) // 2], times[-1 - len(times) // 20]
        print(f"{name:28} {middle:8.2f} {most:6.2f} {times[-1]:8.2f} ms")
        worst = max(worst, middle)
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
