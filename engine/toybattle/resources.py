"""Where rules, terrains, schemas and features are found; no other module looks beside its own file."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def shipped(folder: str) -> Path:
    """Return the shipped folder of that name, from the wheel's data or from the checkout."""
    packed = _PACKAGE / "_data" / folder
    return packed if packed.is_dir() else _PACKAGE.parent.parent / folder


@dataclass(frozen=True, slots=True)
class Content:
    """The shipped data, with folders of the user's own on top of it."""

    folders: tuple[Path, ...] = ()
    """Folders that may hold `rules/`, `terrains/` and `features/`; later ones come after earlier ones."""
    loose: tuple[Path, ...] = ()
    """Single files of any kind."""
    edition: int = 0
    """Another number for files that have changed since: what was remembered of the earlier ones is not used."""
    unsaved: tuple[tuple[Path, str], ...] = ()
    """Texts that count instead of what is on the disk, each by its file's real path."""

    def files(self, kind: str, pattern: str) -> tuple[Path, ...]:
        """Return the files of a kind ("rules", "terrains", …), shipped ones first, each folder sorted by name."""
        roots = (shipped(kind), *(folder / kind for folder in self.folders))
        found = [path for root in roots for path in sorted(root.glob(pattern)) if path.is_file()]
        known = {real(path) for path in found}
        loose = (path for path in self.loose if real(path) not in known)
        return (*found, *(path for path in loose if path.match(pattern.removeprefix("**/"))))

    def text(self, path: Path) -> str | None:
        """Return the unsaved text of a file, None if what is on the disk counts."""
        return dict(self.unsaved).get(real(path)) if self.unsaved else None

    def saved(self, suffix: str) -> Content:
        """Return this content with the files of that suffix as they are on the disk."""
        return replace(self, unsaved=tuple((path, text) for path, text in self.unsaved if path.suffix != suffix))

    def name(self, path: Path) -> str:
        """Return a file's name as messages show it: relative to the shipped data or the working folder."""
        for root in (shipped("rules").parent, Path.cwd()):
            if real(path).is_relative_to(root):
                return real(path).relative_to(root).as_posix()
        return str(path)


def cache_folder() -> Path:
    """Return the folder in which what took long to work out is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "toybattle"


def write_whole(file: Path, data: str | bytes) -> None:
    """Write a cache file whole or not at all; that it cannot be written is no fault."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(data.encode() if isinstance(data, str) else data)
        Path(name).replace(file)
    except OSError:
        pass


def real(path: Path) -> Path:
    """Return a path without links, or as it is if its links lead nowhere."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()
