"""The wheel contains exactly the packages, and works in an empty folder."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.docs.newcomer import ROOT, copy_project, environment

pytest.importorskip("pip", reason="needs pip in this environment: python -m ensurepip")

PACKAGES = "cardjudge big2 blackjack_judge war nim take6 judge".split()
PIP = [sys.executable, "-m", "pip", "-qq"]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of the project."""
    return copy_project(tmp_path_factory.mktemp("source"))


def files_of(packages: Path, names: Sequence[str] = PACKAGES) -> Iterator[str]:
    """Yield the names of the files of the packages, links followed."""
    for package in names:
        for folder, _, files in os.walk(packages / package, followlinks=True):
            for name in files:
                yield str(Path(folder, name).relative_to(packages))


def wheel_of(source: Path, folder: Path) -> Path:
    subprocess.run([*PIP, "wheel", "--no-deps", "-w", folder, source], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(source, tmp_path_factory.mktemp("wheel"))


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_contains_exactly_the_packages(source: Path, wheel: Path) -> None:
    held = {name for name in contents(wheel) if ".dist-info/" not in name}
    only_here = ["testdata/blackjack_judge", "testdata/nim"]
    cases = {f"judge/web/{name}" for name in files_of(source, only_here)}
    assert held == {*files_of(source), *cases}
    assert wheel.stat().st_size < 1_000_000
    assert {f"{package}/py.typed" for package in PACKAGES} <= held


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty folder but for an environment with the wheel, .venv."""
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    python = folder / ".venv/bin/python"
    subprocess.run([*PIP, "--python", python, "install", wheel], check=True)
    return folder


def run(
    folder: Path, *command: str | Path, stdin: bytes = b"", locale: str = "C.UTF-8"
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [folder / ".venv/bin" / command[0], *command[1:]],
        input=stdin,
        cwd=folder,
        env=environment(folder, locale),
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("case", "command"),
    [
        ("big2/sample", ["big2"]),
        ("kit/nim/4300-digits", ["nim"]),
        ("blackjack_judge/seed-006", ["blackjack-judge", "--player", "bold"]),
    ],
)
def test_a_judge_works_from_the_wheel(alone: Path, case: str, command: list[str]) -> None:
    read, expected = (ROOT / f"testdata/{case}{end}" for end in (".in", ".out"))
    judged = run(alone, *command, stdin=read.read_bytes())
    assert (judged.returncode, judged.stderr) == (0, b"")
    assert judged.stdout == expected.read_bytes()


PAGES = """
from importlib import import_module
from cardjudge.commands.manual import page
def show(command, path):
    print(page(command, path, width=1000))
    for word in command.below:
        show(command.named(word), f"{path} {word}")
for name in "big2", "blackjack_judge", "war", "take6", "nim", "judge":
    show(import_module(f"{name}.cli").app, name)
"""


@pytest.mark.parametrize("language", ["C.UTF-8", "en_US.UTF-8"])
def test_the_help_names_no_missing_file(alone: Path, language: str) -> None:
    told = run(alone, "python", "-c", PAGES, locale=language).stdout.decode()
    named = re.findall(r"[\w./-]*(?:docs/|testdata/|tests/secret|README)[\w./-]*", told)
    assert told.count(" $ ") > 50
    assert [name for name in named if not Path(name).exists()] == []


def test_the_wheel_contains_the_cases_of_all_games(alone: Path) -> None:
    sample = alone / "class/A1/answer.py"
    sample.parent.mkdir(parents=True)
    sample.write_text("print()\n")
    for problem in "big2", "nim":
        graded = run(alone, "judge", "class", "class", "--problem", problem, "--json", "-")
        assert graded.returncode == 0, graded.stderr
        assert len(json.loads(graded.stdout)["tests"]) > 9
    for game in "big2", "blackjack_judge", "war", "take6", "nim":
        cases = run(
            alone, "python", "-c", f"from cardjudge.kit import cases; print(cases('{game}'))"
        )
        assert len([*Path(cases.stdout.decode().strip()).glob("*.in")]) > 9
