"""Expected messages, kept beside the bad files that cause them.

TOYBATTLE_REGENERATE=1 writes them anew; read each as its user would before accepting it.
"""

from __future__ import annotations

import os
from pathlib import Path

BAD = Path(__file__).parent / "bad"


def bad_files(topic: str) -> list[Path]:
    """Return the bad files of a topic, in order of their names."""
    return sorted(path for path in (BAD / topic).iterdir() if path.suffix != ".expected")


def expected(bad: Path, message: str) -> str:
    """Return the message expected for a bad file, after making it `message` if regeneration is asked for."""
    return kept(bad.with_name(f"{bad.name}.expected"), f"{message}\n").removesuffix("\n")


def kept(path: Path, text: str) -> str:
    """Return the text of a file that is made by the project itself, after making it so if regeneration is asked for."""
    if os.environ.get("TOYBATTLE_REGENERATE"):
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")
