"""The tutorial, done from its first command to its last in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from documents_of import ROOT, blocks
from test_docs import TUTORIAL, is_shown, run


def test_the_tutorial_leads_from_an_empty_folder_to_a_game_on_a_new_terrain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for block in blocks(*TUTORIAL):
        assert block.page == "docs/tutorial.md"
        if block.kind != "console tutorial":
            file = re.match(r"# (\S+)\n", block.text)
            assert file, f"{block} does not say which file it is"
            # What is to be changed has been begun by a command before.
            assert Path(file[1]).is_file(), f"{block}: no command has made {file[1]}"
            Path(file[1]).write_text(block.text, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, wanted = part.partition("\n")
            if command.startswith("cd "):
                monkeypatch.chdir(command.removeprefix("cd "))
                continue
            found, _ = run(command, 0)
            assert is_shown(wanted, found), f"{block}: $ {command}\n{found}"
            done.append(command.split("toybattle ")[-1].split()[0])
    assert {"new", "check", "show", "verify", "play", "replay"} <= set(done)


def test_the_tutorial_needs_no_python() -> None:
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert not re.search(r"python|import |\.py\b|pip ", text, re.IGNORECASE)
