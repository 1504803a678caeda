"""The pages of the project and what stands in them: blocks of code, links, paths."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code in a page."""

    page: str
    line: int
    kind: str
    """What stands after the three backticks."""
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@cache
def pages() -> tuple[Path, ...]:
    """Return every page of the project."""
    return (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "bench").glob("*.md")))


@cache
def blocks(*kinds: str) -> tuple[Block, ...]:
    """Return the blocks of these kinds, of every page, in reading order; all of them if none is named."""
    found = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Block(page.relative_to(ROOT).as_posix(), line, match[1].strip(), match[2]))
    return tuple(block for block in found if not kinds or block.kind in kinds)


def after(block: Block) -> Block:
    """Return the block that follows one in its page."""
    same = [other for other in blocks() if other.page == block.page]
    return same[same.index(block) + 1]
