"""What lies open in an editor, the content it belongs to, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from toybattle.checking import KINDS, checked_files
from toybattle.documents import Document, document_in
from toybattle.errors import Fault, InputError
from toybattle.lang import syntax as s
from toybattle.lang.parse import parse_rules
from toybattle.resources import Content, real, shipped
from toybattle.ruleset.load import load_ruleset
from toybattle.ruleset.tree import Ruleset
from toybattle.spec.feature import Feature, feature_from_source
from toybattle.spec.world import load_game

WRITTEN = (".rules", ".feature")
"""What is completed and explained; of terrains and citations only faults are told."""


def is_ours(path: Path) -> bool:
    """Return whether anything is told of a file."""
    is_terrain = path.suffix == ".yaml" and path.parent.name == "terrains"
    return path.suffix in WRITTEN or is_terrain or path.name == "citations.yaml"


def is_alone(path: Path) -> bool:
    """Return whether what is written in a file changes nothing in others."""
    return path.suffix == ".feature" or path.parent.name == "terrains"


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a file."""

    path: Path
    span: s.Span


class Desk:
    """The texts that are open, on top of a content."""

    def __init__(self, base: Content, variants: tuple[str, ...]) -> None:
        self.base, self.variants = base, variants
        self.texts: dict[Path, str] = {}
        """By real path."""
        self.readable: dict[tuple[Path, tuple[str, ...]], Ruleset] = {}
        """The last rules of each folder, under each choice of variants, that had no fault."""

    # ---- what is open

    def put(self, path: Path, text: str) -> None:
        """Let a text count instead of a file, as an editor does that opens or changes it."""
        self.texts[path] = text

    def drop(self, path: Path) -> None:
        """Let a file count again as it is on the disk."""
        self.texts.pop(path, None)

    def look_again(self) -> None:
        """Use nothing any more that was read from the disk before."""
        self.base = replace(self.base, edition=self.base.edition + 1)
        load_game.cache_clear()  # of a day's work too many games would be kept

    def home(self, path: Path) -> Path | None:
        """Return the folder with rules, terrains and features in which a file lies, None if it lies in none."""
        return next((folder.parent for folder in path.parents if folder.name in KINDS), None)

    def content(self, path: Path) -> Content:
        """Return the content in which a file counts, with all that is open."""
        home, known = self.home(path), [shipped("rules").parent, *map(real, self.base.folders)]
        folders = (*self.base.folders, home) if home and home not in known else self.base.folders
        loose = self.base.loose if home else (*self.base.loose, path)
        return replace(self.base, folders=folders, loose=loose, unsaved=tuple(self.texts.items()))

    def lines(self, path: Path) -> tuple[str, ...]:
        """Return the lines of a file, as they are open or on the disk; none if it cannot be read."""
        text = self.texts.get(path)
        try:
            return s.lines_of(path.read_text(encoding="utf-8-sig") if text is None else text)
        except (OSError, UnicodeDecodeError):
            return ()

    # ---- what is wrong

    def faults(self, path: Path) -> dict[Path, list[Fault]]:
        """Return the faults that show when this file changes, by file; open files that have none are named too."""
        content, home = self.content(path), self.home(path)
        beside = [other for other in self.texts if other == path or (home and self.home(other) == home)]
        if is_alone(path) and path in beside:
            beside = [path]
        if not beside:
            return {}
        found = checked_files(beside, content, self.variants).faults
        files = {content.name(file): real(file) for kind in KINDS for file in content.files(kind, "**/*") if file.is_file()}
        by_file: dict[Path, list[Fault]] = {other: [] for other in beside}
        for fault in found:
            # What is wrong with the rules as a whole is said where they are being written.
            by_file.setdefault(files.get(fault.place.file, path), []).append(fault)
        return by_file

    # ---- what is known

    def rules(self, path: Path) -> Ruleset | None:
        """Return the rules as a file sees them; while those have faults, as they were last, or the shipped ones."""
        own = (path.stem,) if path.suffix == ".rules" and path.parent.name == "variants" else ()
        variants = (*self.variants, *(name for name in own if name not in self.variants))
        key = self.home(path) or path, variants
        if rules := _rules(self.content(path).saved(".feature"), variants):
            self.readable[key] = rules
        return self.readable.get(key) or _rules(self.base) or _rules(Content(edition=self.base.edition))

    def statements(self, path: Path) -> Iterator[tuple[Path, s.Statement]]:
        """Yield every statement that can be read, with its file: those of this file, of the others, of variants."""
        files = [real(file) for file in self.content(path).files("rules", "**/*.rules")]
        for file in sorted(files, key=lambda file: (file != path, file.parent.name == "variants")):
            for statement in _statements("\n".join(self.lines(file))):
                yield file, statement

    def citations(self, path: Path) -> Iterator[tuple[Path, Document]]:
        """Yield the files of citations that can be read."""
        content = self.content(path)
        for file in content.files("rules", "citations.yaml"):
            try:
                yield real(file), document_in(content, file)
            except InputError:
                continue

    def features(self, path: Path) -> Iterator[tuple[Path, Feature]]:
        """Yield the features that can be read."""
        content = self.content(path)
        for file in content.files("features", "**/*.feature"):
            try:
                yield real(file), _feature(self.lines(real(file)), content.name(file))
            except InputError:
                continue

    def terrains(self, path: Path) -> dict[str, Path]:
        """Return the files of terrains by their ids."""
        return {file.stem: real(file) for file in self.content(path).files("terrains", "*.yaml")}

    def variant_files(self, path: Path) -> dict[str, Path]:
        """Return the files of variants by their names."""
        return {file.stem: real(file) for file in self.content(path).files("rules", "variants/*.rules")}


@lru_cache(maxsize=8)
def _rules(content: Content, variants: tuple[str, ...] = ()) -> Ruleset | None:
    try:
        return load_ruleset(content, variants)
    except InputError:
        return None


@lru_cache(maxsize=256)
def _statements(text: str) -> tuple[s.Statement, ...]:
    return parse_rules(text, "")[0]


@lru_cache(maxsize=512)
def _feature(source: tuple[str, ...], name: str) -> Feature:
    return feature_from_source(source, name, "")
