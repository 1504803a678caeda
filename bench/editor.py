"""Measures how soon an editor is told what is wrong, from a keystroke in a file of 300 lines.

python bench/editor.py [KEYSTROKES]

The server runs in this process; it reads and writes the messages of the protocol.
Times are CPU time; by the clock, the pause in which a further keystroke may come is included, and what else the machine does.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from lsprotocol import types as lsp

from toybattle.editor.desk import Desk
from toybattle.editor.server import server_of
from toybattle.resources import Content

KEYSTROKES, LIMIT = 40, 0.100
RULES = """
# The {n}th place, and the troop that lives there.
special place-{n} "Place {n}" [base-effect] cites "A place.":
  may choose X in my tops adjacent to here, then return X
counter heat-{n} for slot cites "Its heat."
effect warm-{n} cites "What warms it." on placing any troop at place-{n}: add 1 to heat-{n} of here
troop guard-{n} "Guard {n}" strength {strength} count 1 cites "A guard."
effect guard-{n} [troop-effect] cites "What it does." on placing guard-{n}: may draw 1
except calm-{n} cites "Where it rests.":
  suspend guard-{n} when here is place-{n}"""
SCENARIO = """
  @place-connected
  Scenario: The {n}th of its kind
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And Blue's rack is Skully and Roxy
    When Blue places Skully on base 5
    Then the move is legal
    And Blue has to answer skully"""
LAST = "\n\n# That is all."
FILES = {
    "rules/large.rules": "language 1" + "".join(RULES.format(n=n, strength=n % 7 + 1) for n in range(1, 34)) + LAST,
    "features/large.feature": "Feature: Large\n" + "".join(SCENARIO.format(n=n) for n in range(1, 34)) + LAST[1:],
}
"""Of 300 lines each; the rules are three times those of the game, on top of which they count."""


class Messages:
    """Where the server writes: what it tells of which file."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def write(self, data: bytes) -> None:
        """Take one message."""
        said = json.loads(data.partition(b"\r\n\r\n")[2])
        if said.get("method") == lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            self.told.append(said["params"]["uri"])

    def close(self) -> None:
        """There is nothing to close."""


async def measured(path: Path, keystrokes: int) -> tuple[list[float], list[float]]:
    """Return the seconds from each keystroke in a file to what is told of it: of the processor, and by the clock."""
    messages, server = Messages(), server_of(Desk(Content(), ()))
    server.protocol.set_writer(messages)
    uri, text = path.as_uri(), path.read_text(encoding="utf-8")

    def send(method: str, **params: Any) -> None:
        message = json.loads(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))
        server.protocol.handle_message(server.protocol.structure_message(message))

    async def told(known: int) -> None:
        while uri not in messages.told[known:]:
            await asyncio.sleep(0.001)

    begun = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"capabilities": {}, "processId": None, "rootUri": None},
    }
    server.protocol.handle_message(server.protocol.structure_message(begun))
    send("textDocument/didOpen", textDocument={"uri": uri, "languageId": "rules", "version": 0, "text": text})
    await told(0)
    used, passed = [], []
    for number in range(keystrokes):
        # In the middle of the file a letter comes and goes, which is a fault every second time, and a comment grows.
        at = text.index("\n", len(text) // 2)
        changed = f"{text[: at - 1]}{'x' * (number % 2)}{text[at - 1 : at]}\n{'# ' + 'o' * number}{text[at:]}"
        known, cpu, clock = len(messages.told), time.process_time(), time.perf_counter()
        document = {"uri": uri, "version": number + 1}
        send("textDocument/didChange", textDocument=document, contentChanges=[{"text": changed}])
        await told(known)
        used.append(time.process_time() - cpu)
        passed.append(time.perf_counter() - clock)
    return used, passed


def main(arguments: list[str]) -> int:
    """Print the times and return 1 if a keystroke takes the processor longer than the limit."""
    keystrokes = int(arguments[0]) if arguments else KEYSTROKES
    print(f"{'from a keystroke to its faults':<32}{'median':>10}{'longest':>10}{'by the clock':>15}")
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for file, text in FILES.items():
            path = Path(name).resolve() / file
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
            used, passed = asyncio.run(measured(path, keystrokes))
            shown = ((median(used), 7), (max(used), 7), (median(passed), 12))
            times = "".join(f"{1000 * seconds:>{width}.0f} ms" for seconds, width in shown)
            print(f"{f'{len(text.splitlines())} lines of {path.suffix}':<32}{times}")
            worst = max(worst, median(used))
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
