"""Files to begin with: commented, and without a fault from the first moment."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from toybattle.checking import KINDS, check
from toybattle.errors import Fault, InputError, Place
from toybattle.resources import Content, shipped

TEMPLATES = ("terrain", "troop", "special", "variant", "scenario")
"""What can be begun inside a project; each is a folder of `templates/`, as is `project` itself."""

_LONGEST = 40
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def begun(template: str, name: str, folder: Path, content: Content) -> list[Path]:
    """Write the files of a template into a folder and return them.

    Refused are a name that cannot be one, a folder that is not there, files that are, and a name the content uses otherwise.
    """
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        slug = "-".join(re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()))
        slug = slug[:_LONGEST].strip("-")
        hint = f"did you mean '{slug}'?" if _NAME.fullmatch(slug) else ""
        expected = f"small letters, digits and single hyphens between them, a letter first, {_LONGEST} at most"
        raise InputError([Fault("bad-name", Place(name or "the name"), "a name that cannot be one", expected, hint)])
    if not folder.is_dir():
        raise InputError([Fault("no-folder", Place(str(folder)), "no such folder", hint="`toybattle new project DIR` makes one")])
    texts = _filled(template, name)
    taken = [*_taken(texts, content)]
    if taken:
        raise InputError(taken)
    _refuse_faults(texts, content)
    return _written(texts, folder)


def begun_project(folder: Path) -> list[Path]:
    """Write a project into a folder, which may be new, and return its files."""
    name = folder.resolve().name
    files = _written(_filled("project", name), folder)
    for kind in KINDS:
        (folder / kind).mkdir(exist_ok=True)
    return files


def _filled(template: str, name: str) -> dict[Path, str]:
    """Return the texts of a template by their place in a project, with the name and the title it gives."""
    root = shipped("templates") / template
    title = name.replace("-", " ")
    title = title[:1].upper() + title[1:]
    texts = {}
    for path in sorted(root.rglob("*.*")):
        text = path.read_text(encoding="utf-8").replace("TITLE", title).replace("NAME", name)
        texts[Path(str(path.relative_to(root)).replace("NAME", name))] = text
    return texts


def _taken(texts: dict[Path, str], content: Content) -> list[Fault]:
    """Return where the content has files of these names, which would act in place of new ones, or be confused with them."""
    faults = []
    for path in texts:
        kind, pattern = path.parts[0], str(Path(*path.parts[1:]))
        for there in content.files(kind, pattern):
            found = f"the name is taken by '{content.name(there)}'"
            faults.append(Fault("name-taken", Place(path.as_posix()), found, "another one"))
    return faults


def _refuse_faults(texts: dict[Path, str], content: Content) -> None:
    """Raise InputError with whatever is wrong in the new files together with the content."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        _written(texts, folder)
        checked = check([folder], content, ())
        names = {content.name(folder / path): path.as_posix() for path in texts}
    faults = [fault for fault in checked.faults if fault.place.file in names]
    if faults:
        raise InputError(replace(fault, place=replace(fault.place, file=names[fault.place.file])) for fault in faults)


def _written(texts: dict[Path, str], folder: Path) -> list[Path]:
    """Write all texts or, if one of their files is there already, none."""
    files = [folder / path for path in texts]
    there = [file for file in files if file.exists()]
    if there:
        raise InputError(Fault("file-exists", Place(str(file)), "there is a file already", "another folder") for file in there)
    for file, text in zip(files, texts.values(), strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
    return files
