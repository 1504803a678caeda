"""Looks for faults in somebody's own files, of whatever kind, without playing anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from toybattle.documents import document_in, schema_faults
from toybattle.errors import Fault, InputError, Place
from toybattle.game.fit import closed_slots
from toybattle.game.game import Game, checked_terrain
from toybattle.game.record import read_records
from toybattle.resources import Content
from toybattle.ruleset.load import load_with_warnings
from toybattle.ruleset.tree import Ruleset
from toybattle.spec.check import check_features
from toybattle.spec.mutate import EQUIVALENT
from toybattle.spec.steps import steps
from toybattle.terrain import Survey

KINDS = ("rules", "terrains", "features")


@dataclass(slots=True)
class Checked:
    """What was found in somebody's files."""

    faults: list[Fault] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """The names of the files looked at."""
    terrains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What there is to know of each terrain among them, by the file's name."""


def check(paths: Iterable[Path], content: Content, variants: tuple[str, ...]) -> Checked:
    """Return every fault and warning of these files and folders."""
    faults: list[Fault] = []
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(
                file for file in path.rglob("*") if file.suffix in (".rules", ".yaml", ".json", ".jsonl", ".gz", ".feature")
            )
            if not found:
                faults.append(Fault("no-files", Place(str(path)), "nothing to check", "rules, terrains or features in it"))
            files += found
            if any((path / kind).is_dir() for kind in KINDS):
                content = replace(content, folders=(*content.folders, path))
            else:
                content = replace(content, loose=(*content.loose, *found))
        elif not path.exists():
            faults.append(Fault("file-missing", Place(str(path)), "there is no such file or folder"))
        else:
            files.append(path)
            content = replace(content, loose=(*content.loose, path))
    checked = checked_files(files, content, variants)
    checked.faults[:0] = faults
    return checked


def checked_files(files: list[Path], content: Content, variants: tuple[str, ...]) -> Checked:
    """Return every fault and warning of these files of a content."""
    rules, faults = _rules(content, files, variants)
    checked = Checked(faults, [content.name(file) for file in files])
    for file in files:
        if file.suffix not in (".rules", ".feature") and file.name != "citations.yaml":
            try:
                _check_document(checked, file, content, rules, variants)
            except InputError as error:
                faults += error.faults
    features = [file for file in files if file.suffix == ".feature"]
    if features:
        names = {file: content.name(file) for file in features}
        _, wrong = check_features(names, steps, rules.citations if rules else None, content)
        faults += wrong
    return checked


def _rules(content: Content, files: list[Path], variants: tuple[str, ...]) -> tuple[Ruleset | None, list[Fault]]:
    """Return the rules with all of the content's on top, and what is wrong with them and with each own variant."""
    own = [file.stem for file in files if file.suffix == ".rules" and file.parent.name == "variants"]
    faults: list[Fault] = []
    base: Ruleset | None = None
    for names in (variants, *((*variants, name) for name in own if name not in variants)):
        try:
            ruleset, warnings = load_with_warnings(content, names)
        except InputError as error:
            faults += [fault for fault in error.faults if fault not in faults]
        else:
            base = base or ruleset
            faults += [fault for fault in warnings if fault not in faults]
    return base, faults


def _check_document(checked: Checked, file: Path, content: Content, rules: Ruleset | None, variants: tuple[str, ...]) -> None:
    """Look at a terrain, a position or a file of records; raise InputError if it is of no use."""
    name = content.name(file)
    if file.suffix in (".jsonl", ".gz"):
        for _ in read_records(file, name):
            pass
        return
    document = document_in(content, file)
    if file.name == EQUIVALENT:
        checked.faults += schema_faults(document, file.stem)
        return
    keys = set(document.data) if isinstance(document.data, dict) else set()
    if "moves" in keys:
        for _ in read_records(file, name):
            pass
    elif "terrain" in keys:
        Game.of_position(document, content, variants)
    elif rules:
        terrain = checked_terrain(document, rules)
        survey = Survey(document, terrain)
        checked.faults += survey.faults(closed_slots(document, terrain, rules))
        checked.terrains[name] = survey.lines
