"""Every command sandboxes the programs that it runs: attacks leave a trace if they succeed."""

import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.tools import needs, needs_sandbox

pytestmark = [pytest.mark.slow, needs_sandbox, needs("g++")]
BOLD = ROOT / "blackjack_judge/problem/submissions/accepted"
ATTACK = """
import os, signal
for attack in (
    lambda: open({mark!r}, "w"),
    lambda: os.unlink({victim!r}),
    lambda: os.kill(os.getppid(), signal.SIGKILL),
):
    try:
        attack()
    except OSError:
        pass
"""
ATTACK_IN_C = """
#include <csignal>
#include <cstdio>
#include <unistd.h>
static int attacked = (fopen("{mark}", "w"), unlink("{victim}"), kill(getppid(), SIGKILL));
"""


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """Return a folder with a victim, a case, and hostile programs in Python and in C++."""
    (tmp_path / "victim").touch()
    names = {"mark": str(tmp_path / "mark"), "victim": str(tmp_path / "victim")}
    lay(tmp_path, ATTACK.format(**names))
    bold = (BOLD / "bold.cpp").read_text()
    (tmp_path / "programs/bold.cpp").write_text(ATTACK_IN_C.format(**names) + bold)
    return tmp_path


def lay(folder: Path, attack: str) -> None:
    """Write cases and programs in Python that begin with an attack."""
    for name, rest in {
        "programs/bold.py": (BOLD / "bold.py").read_text(),
        "programs/sum.py": "print(3)\n",
        "programs/war.py": "class Deck: pass\nclass Battle: pass\n",
        "submissions/wang.py": "print(3)\n",
        "submissions/li.py": "print(3)\n",
        "judges/accepts.py": "raise SystemExit(0)\n",
        "judges/kattis.py": "raise SystemExit(42)\n",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(attack + rest)
    (folder / "seed").write_text("1\n")
    for name, data in {"fresh/a.in": "1 2\n", "cases/a.in": "1 2\n", "cases/a.out": "3\n"}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(data)


PYTHON = f"{sys.executable} -S"
COMMANDS = {
    name: words.replace("PYTHON", PYTHON)
    for name, words in tomllib.loads(Path(__file__).with_name("commands.toml").read_text()).items()
}
OF_STRANGERS = {
    **{name: words for name, words in COMMANDS.items() if ".py" in words or "submissions" in words},
    "blackjack-judge match": "blackjack_judge match --games 2 --seed 1 --player programs/bold.py",
    "blackjack-judge of a command": f"blackjack_judge -- {PYTHON} programs/sum.py < seed",
    "judge of a source": "judge cases programs/sum.py",
}
"""Referees are not among them: a problem's author may use the kit."""
for name in ("judge with a checker", "judge with an interactor", "judge with Kattis"):
    del OF_STRANGERS[name]
READS = """
for name in {files}:
    try:
        open(name, "rb").read(1)
    except OSError:
        continue
    import os
    os._exit(77)
"""
SOLUTIONS = """
big2/game.py war/battle.py take6/players/__init__.py nim/heaps.py
blackjack_judge/players/__init__.py pyproject.toml testdata/nim/all-heaps-win.in tests/conftest.py
""".split()


@pytest.mark.parametrize("name", OF_STRANGERS)
def test_a_command_hides_the_packages_of_the_kit(name: str, tmp_path: Path) -> None:
    solutions = [str(ROOT / each) for each in SOLUTIONS]
    of_the_system = ["/etc/ld.so.cache"]  # which every program may read
    for files, are_read in (solutions, False), (of_the_system, True):
        folder = tmp_path / str(are_read)
        folder.mkdir()
        lay(folder, READS.format(files=files))
        run = called(OF_STRANGERS[name], folder)
        told = run.stdout + run.stderr
        # Not the 77 in the random seed of a contest.
        assert bool(re.search(r"(?<![\d.])77(?![\d.])|程式停止", told)) == are_read


def called(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m {words}"],
        cwd=folder,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_holds_the_programs_that_it_runs(name: str, world: Path) -> None:
    run = called(COMMANDS[name], world)
    assert run.returncode in (0, 1), run.stderr
    assert run.stdout
    assert not (world / "mark").exists()
    assert (world / "victim").exists()


def test_the_attacks_succeed_where_no_sandbox_holds_them(world: Path) -> None:
    run = called(COMMANDS["judge"].replace("cases", "cases --sandbox none"), world)
    assert run.returncode == -signal.SIGKILL
    assert (world / "mark").exists()
    assert not (world / "victim").exists()
