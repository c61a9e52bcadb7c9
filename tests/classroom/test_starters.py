"""Each starter, as the kit writes it, is homework that the kit grades."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest

from cardjudge.programs.languages import languages
from tests.processes import ROOT, kit_in
from tests.tools import slow_after, tool


def pack(archive: Path, folder: Path, top: str = "") -> None:
    with ZipFile(archive, "w") as packed:
        for path in folder.iterdir():
            packed.write(path, f"{top}{path.name}")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["cpp", "python"])
def test_a_starter_of_blackjack_is_graded(language: str, tmp_path: Path) -> None:
    tool("g++")
    run = partial(kit_in, tmp_path)
    written = run("blackjack_judge", "starter", "mine", "--language", language).stdout.split()
    source = next(tmp_path / name for name in written if Path(name).suffix in (".cpp", ".py"))
    homework = tmp_path / "hw"
    homework.mkdir()
    shutil.copytree(tmp_path / "mine", homework / "folder")
    shutil.copy(source, homework / f"alone{source.suffix}")
    pack(homework / "zipped.zip", tmp_path / "mine")
    pack(homework / "zipped_folder.zip", tmp_path / "mine", "mine/")
    alone = json.loads(run("judge", "blackjack", str(source), "--json", "-").stdout)
    assert {"AC"} <= {*alone["counts"]} <= {"AC", "WA"}  # it may lose its money
    graded = run("judge", "class", "hw", "--problem", "blackjack", "--seed", "1", "--json", "-")
    students = json.loads(graded.stdout)["students"]
    assert len(students) == len([*homework.iterdir()])
    assert {student["language"] for student in students} == {languages()[language].name}
    assert {student["accepted"] for student in students} == {students[0]["accepted"] or 1}


def test_the_starter_of_the_contest_plays_alone_and_as_a_folder(tmp_path: Path) -> None:
    tool("gcc")
    written = kit_in(tmp_path, "take6", "export-header", "mine").stdout.split()
    sources = [name for name in written if name.endswith(".c")]
    for words in sources, ["mine"]:
        run = kit_in(tmp_path, "take6", "contest", *words, "--deals", "1", "--seed", "1")
        assert run.returncode == 0, run.stderr
        assert all(Path(name).name in run.stdout for name in sources)


@pytest.mark.parametrize(
    ("words", "needed"),
    slow_after(1, [("take6 export-header", "gcc"), ("blackjack_judge starter", "g++")]),
)
def test_every_target_of_a_makefile_runs(words: str, needed: str, tmp_path: Path) -> None:
    tool("make")
    tool(needed)
    kit_in(tmp_path, *words.split(), "mine")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    makefile = (tmp_path / "mine/Makefile").read_text("utf-8")
    targets = re.findall(r"^(\w+):", makefile, re.MULTILINE)
    assert {*re.findall(r"make (\w+)", makefile)} <= {*targets}
    for target in targets:
        run = subprocess.run(
            ["make", target, "GAMES=2", "DEALS=2"],
            cwd=tmp_path / "mine",
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.slow
def test_a_second_attempt_in_the_folder_is_left_out(tmp_path: Path) -> None:
    tool("g++")
    run = partial(kit_in, tmp_path)
    run("blackjack_judge", "starter", "mine")
    shutil.copy(tmp_path / "mine/Blackjack.cpp", tmp_path / "mine/second.cpp")
    for name in "Blackjack.cpp", "second.cpp":
        assert "AC" in run("judge", "blackjack", f"mine/{name}").stdout


def test_a_player_of_a_contest_is_no_whole_program(tmp_path: Path) -> None:
    tool("gcc")
    run = partial(kit_in, tmp_path)
    run("take6", "export-header", "mine/b1")
    judged = run("judge", "take6", "mine/b1/random.c", "--filter", "sample*").stdout
    graded = run("judge", "class", "mine", "--tests", ROOT / "testdata/take6").stdout
    for said in judged, graded:
        assert "沒有 main()" in said
        assert "contest" in said
