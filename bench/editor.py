"""Measures how soon an editor is told what is wrong, over the protocol, from a keystroke in a file of 300 lines.

python bench/editor.py [KEYSTROKES]

Times are of the clock, the server's pause for further keystrokes included; the server's CPU time stands beside them.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

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
FILES = {
    "rules/large.rules": "language 1" + "".join(RULES.format(n=n, strength=n % 7 + 1) for n in range(1, 31)),
    "features/large.feature": "Feature: Large\n" + "".join(SCENARIO.format(n=n) for n in range(1, 34)),
}
"""Of 300 lines each."""


async def measured(folder: Path, file: str, keystrokes: int) -> list[float]:
    """Return the seconds from each keystroke to what is told of the file."""
    client, told, times = LanguageClient("bench", "1"), asyncio.Queue[str](), []

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: lsp.PublishDiagnosticsParams) -> None:
        told.put_nowait(params.uri)

    await client.start_io(str(Path(sys.executable).with_name("toybattle")), "lsp")
    await client.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities()))
    uri, text = (folder / file).as_uri(), FILES[file]
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "rules", 1, text)))
    await told.get()
    for number in range(keystrokes):
        # A letter goes into the middle of the file and out again; every second text has a fault.
        at = text.index("\n", len(text) // 2) - 1
        changed = text[:at] + "x" * (number % 2) + text[at:]
        document = lsp.VersionedTextDocumentIdentifier(number + 2, uri)
        begin = time.perf_counter()
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangeWholeDocument(changed)])
        )
        while await told.get() != uri:
            pass
        times.append(time.perf_counter() - begin)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return times


def main(arguments: list[str]) -> int:
    """Print the times and return 1 if the middle one of a file is over the limit."""
    keystrokes = int(arguments[0]) if arguments else KEYSTROKES
    print(f"{'from a keystroke to its faults':<32}{'median':>10}{'max':>10}{'CPU time':>12}")
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for file, text in FILES.items():
            path = Path(name).resolve() / file
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
            costs = []
            # The server's start is taken off by a run of half the keystrokes.
            for count in (keystrokes // 2, keystrokes):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                times = asyncio.run(measured(Path(name).resolve(), file, count))
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                costs.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
            each = (costs[1] - costs[0]) / (keystrokes - keystrokes // 2)
            line = f"{text.count(chr(10)) + 1} lines of {path.suffix}"
            print(f"{line:<32}{1000 * median(times):>7.0f} ms{1000 * max(times):>7.0f} ms{1000 * each:>9.0f} ms")
            worst = max(worst, median(times))
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
