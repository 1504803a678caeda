"""Measures what a decision costs on larger terrains and with more kinds of troop, and draws it.

    python bench/scaling.py [SECONDS [PICTURE]]

Terrains are lattices, armies always have 24 troops, and games are compiled and uniformly random. The exit status is 1
if 60 bases cost more than 3 times what 15 cost, or 24 kinds more than twice what 8 cost.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toybattle.game import Game
from toybattle.resources import Content
from toybattle.sim.simulation import Simulation

BASES, KINDS = ((3, 5), (4, 6), (4, 8), (5, 9), (6, 10)), (8, 12, 24)
"""Columns and rows of the terrains, and how many kinds of troop an army has."""
MOST_FOR_BASES, MOST_FOR_KINDS = 3.0, 2.0
SECONDS, PICTURE = 2.0, Path(__file__).with_name("scaling.svg")
OLD = (("skully", "1"), ("cap-n", "2"), ("jumbo", "3"), ("hook", "4"), ("xb-42", "5"), ("star", "6"), ("roxy", "7"), ("kwak", ""))
EFFECTS = (
    "may draw 1",
    "may choose X in enemy tops adjacent to here, then discard X",
    "may choose random X in enemy rack, then discard X",
    "may choose T in my rack, S in slots, then place T on S",
    "may choose X in my discard, then recover X",
)


def lattice(columns: int, rows: int) -> dict[str, Any]:
    """Return a terrain of columns times rows bases, H.Q.s at both ends and a region in every square."""
    number = {(x, y): 1 + y * columns + x for y in range(rows) for x in range(columns)}
    squares = [(x, y) for y in range(rows - 1) for x in range(columns - 1)]
    paths = [f"{number[x, y]} {number[x + 1, y]}" for x, y in number if x + 1 < columns]
    paths += [f"{number[x, y]} {number[x, y + 1]}" for x, y in number if y + 1 < rows]
    middle = columns // 2
    paths += [f"blue-hq {number[middle, 0]}", f"{number[middle, rows - 1]} red-hq"]
    take_back, draw = {"special": ["take-back"]}, {"special": ["draw"]}
    specials = {3: take_back, columns * rows - 3: take_back, columns * 2: draw, columns * (rows - 2): draw}
    return {
        "id": f"lattice-{columns}-{rows}",
        "name": "Lattice",
        "objective": {"blue": 7, "red": 7},
        "hqs": {"blue-hq": {"owner": "blue", "at": [50, 1]}, "red-hq": {"owner": "red", "at": [50, 99]}},
        "bases": {
            str(n): {"at": [5 + 90 * x / (columns - 1), 5 + 90 * y / (rows - 1)], **specials.get(n, {})}
            for (x, y), n in number.items()
        },
        "paths": paths,
        "regions": [
            {"medals": 1, "around": [number[x, y], number[x + 1, y], number[x, y + 1], number[x + 1, y + 1]]} for x, y in squares
        ],
    }  # fmt: skip


def rules(kinds: int) -> str:
    """Return a rules file that makes an army of 24 troops of so many kinds, all but three of which do something."""
    count = 24 // kinds
    lines = ["language 1", ""]
    for name, strength in OLD:
        what = f"strength {strength}" if strength else "joker"
        lines.append(f'replace troop {name} "{name}" {what} count {count} cites "bench"')
    for number in range(kinds - len(OLD)):
        lines.append(f'troop kind-{number} "Kind {number}" strength {1 + number % 7} count {count} cites "bench"')
        lines.append(
            f'effect does-{number} [troop-effect] cites "bench" on placing kind-{number}: {EFFECTS[number % len(EFFECTS)]}'
        )
    return "\n".join(lines) + "\n"


def cost(terrain: dict[str, Any], kinds: int, seconds: float) -> tuple[float, float, float]:
    """Return the nanoseconds of a decision, the options it has, and the seconds it takes to compile."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rules").mkdir()
        (Path(folder) / "rules" / "bench.rules").write_text(rules(kinds), encoding="utf-8")
        simulation = Simulation(Game.load(terrain, content=Content((Path(folder),))))
    start, compiled = simulation.opening(), time.process_time()
    simulation.play(start, range(1))
    compiled = time.process_time() - compiled
    spent, games, decisions, options = 0.0, 1, 0, 0
    while spent < seconds:
        begun = time.process_time()
        played = simulation.play(start, range(games, games + 2000))
        spent += time.process_time() - begun
        games += 2000
        decisions, options = decisions + int(played[:, 4].sum()), options + int(played[:, 5].sum())
    return 1e9 * spent / decisions, options / decisions, compiled


def picture(lines: dict[str, list[tuple[int, float]]]) -> str:
    """Return an SVG of the costs of a decision, each line against what it grows with."""
    width, height, left, right, bottom = 640, 360, 60, 510, 310
    top = max(value for line in lines.values() for _, value in line)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="20">ns a decision: uniformly random play, every legal move listed</text>',
    ]
    for step in range(5):
        y = bottom - 65 * step
        parts.append(f'<path d="M{left} {y} H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{top * step / 4:.0f}</text>')
    for (name, line), colour, below in zip(lines.items(), ("#0072b2", "#d55e00"), (-9, 19), strict=True):
        points = [(left + (right - left) * n / 62, bottom - 260 * value / top) for n, value in line]
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), (n, _) in zip(points, line, strict=True):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')
            parts.append(f'<text x="{x:.1f}" y="{y + below:.1f}" text-anchor="middle" fill="{colour}">{n}</text>')
        parts.append(f'<text x="{points[-1][0] + 12:.1f}" y="{points[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Print the costs, draw them and return the exit status."""
    seconds = float(arguments[0]) if arguments else SECONDS
    where = Path(arguments[1]) if arguments[1:] else PICTURE
    print(f"{'':<20}{'ns a decision':>15}{'ratio':>8}{'options':>10}{'compiled in':>13}")
    lines: dict[str, list[tuple[int, float]]] = {"bases": [], "kinds of troop": []}
    ratios = []
    for name, cases in (
        ("bases", [(columns * rows, lattice(columns, rows), 8) for columns, rows in BASES]),
        ("kinds of troop", [(kinds, lattice(*BASES[0]), kinds) for kinds in KINDS]),
    ):
        for number, terrain, kinds in cases:
            each, options, compiled = cost(terrain, kinds, seconds)
            lines[name].append((number, each))
            ratios.append(each / lines[name][0][1])
            print(f"{f'{number} {name}':<20}{each:>15.1f}{ratios[-1]:>8.2f}{options:>10.2f}{compiled:>11.1f} s")
    where.write_text(picture(lines), encoding="utf-8")
    is_fine = ratios[len(BASES) - 1] <= MOST_FOR_BASES and ratios[-1] <= MOST_FOR_KINDS
    print("\nwithin" if is_fine else "\nbeyond", f"{MOST_FOR_BASES:.0f} times for bases and {MOST_FOR_KINDS:.0f} times for kinds")
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
