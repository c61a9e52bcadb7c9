"""The programs of a problem's author are held by the sandbox, in every command that runs them.

Each hostile file does its work only if all its attacks fail; otherwise it fails itself, so that the
command reports a fault, or it leaves a file.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.judge.planted import (
    BAD,
    CHECKER,
    GOOD,
    INTERACTOR,
    QUICK,
    TALK,
    VALIDATE,
    WORKS,
    Files,
    written,
)
from tests.processes import ROOT, kit_in, wait_for
from tests.tools import needs_sandbox, slow_after

pytestmark = needs_sandbox
ATTACK = """
import os, socket
def attacked():
    for attack in (
        lambda: open({secret!r}).read(),
        lambda: "secret" in os.listdir({home!r}),
        lambda: socket.socket(),
        lambda: open({folder!r} + "/mark", "w").close(),
        lambda: open({home!r} + "/mark", "w").close(),
        lambda: os.unlink({secret!r}),
    ):
        try:
            if attack():
                raise RuntimeError("broken")
        except OSError:
            pass
attacked()
"""
"""It may write files that are gone afterwards, where its /tmp is its own."""
GENERATE = 'def tests(seed):\n    yield "small-made", f"{seed % 999} 1\\n"\n'
WRITES = "printf '%s 1\\n' $(($1 % 999)) > small-made.in\n"
IN_SHELL = "cat '{secret}' && exit 3\n(echo > '{folder}/mark') 2> /dev/null\n"
TALKS = (
    "def judge(input, contestant):\n"
    "    contestant.write(input.decode().rstrip())\n"
    "    right = str(sum(map(int, input.split()))).encode()\n"
    "    return None if contestant.read().strip() == right else 'no'\n"
)
STRATEGY = (
    "from hypothesis import strategies as st\n"
    'def inputs():\n    return st.integers(0, 999).map(lambda n: f"{n} 1\\n")\n'
)
DRAWS = {"strategy.py": STRATEGY}
EXPLAIN = "def explain(input, answer, output, line, language):\n    return 'no'\n"
HOSTILE: dict[str, tuple[dict[str, str | None], Files]] = {
    "generator": ({}, {"generate.py": ATTACK + GENERATE}),
    "generator, a program": ({}, {"generate.sh": IN_SHELL + WRITES}),
    "module of a validator": (
        {},
        {
            "validate.sh": None,
            "validate.py": f"import other\n{VALIDATE}",
            "other.py": ATTACK,
            **DRAWS,
        },
    ),
    "checker": (CHECKER, {"checker.py": ATTACK + WORKS, **DRAWS}),
    "interactor": (INTERACTOR, {**TALK, "interactor.py": ATTACK + TALKS}),
    "strategy": ({}, {"strategy.py": ATTACK + STRATEGY}),
    "explanation": ({}, {"explain.py": ATTACK + EXPLAIN}),
    "right submission": (
        {},
        {"submissions/accepted/good.py": ATTACK + GOOD, "generate.py": GENERATE},
    ),
    "wrong submission": ({}, {"submissions/wrong_answer/minus.py": ATTACK + BAD}),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with a secret."""
    (tmp_path / "home/work").mkdir(parents=True)
    (tmp_path / "home/secret").write_text("secret")
    return tmp_path / "home"


def lay(home: Path, name: str, hostile: Files = QUICK) -> Path:
    """Write a hostile problem beside the home folder, and return its folder."""
    toml, files = HOSTILE[name]
    folder = home.parent / "add"
    names = {"secret": f"{home}/secret", "home": str(home), "folder": str(folder)}
    for file, text in files.items():
        attacks = isinstance(text, str) and "{secret" in text
        hostile = {**hostile, file: _filled(str(text), names) if attacks else text}
    written(folder, toml, hostile)
    return folder


def _filled(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}!r}}", repr(value)).replace(f"{{{name}}}", value)
    return text


def is_whole(home: Path) -> bool:
    """Return whether the secret is there and nothing was written."""
    marks = home / "mark", home.parent / "add/mark"
    return (home / "secret").read_text() == "secret" and not any(map(os.path.exists, marks))


@pytest.mark.parametrize("name", slow_after(1, HOSTILE))
def test_a_check_holds_the_programs_of_a_problem(name: str, home: Path) -> None:
    folder = lay(home, name)
    run = kit_in(home / "work", "judge", "problem", "check", folder, HOME=str(home))
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    assert is_whole(home)


def test_the_attacks_succeed_where_no_sandbox_holds_them(home: Path) -> None:
    folder = lay(home, "generator")
    words = "problem", "check", folder, "--sandbox", "none"
    run = kit_in(home / "work", "judge", *words, HOME=str(home))
    assert run.returncode == 1
    assert "broken" in run.stdout


COMMANDS = {
    "judge": "judge --problem {folder} --sandbox required good.py",
    "judge class": "judge class hw --problem {folder}",
    "judge export": "judge export kattis {folder} out",
    "judge answers": "judge answers {folder}",
    "judge hack": "judge hack {folder} --tries 3 -- python3 good.py",
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["generator", "module of a validator", "checker", "strategy"])
def test_every_command_holds_them(name: str, command: str, home: Path) -> None:
    folder = lay(home, name, {})  # a package for Kattis takes no validator in shell
    (home / "work/hw").mkdir()
    for file in "good.py", "hw/s1.py":
        (home / "work" / file).write_text(GOOD)
    words = COMMANDS[command].replace("{folder}", str(folder)).split()
    run = kit_in(home / "work", words[0], *words[1:], HOME=str(home))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "broken" not in run.stdout + run.stderr
    assert is_whole(home)


def test_a_link_that_a_generator_leaves_is_no_test(home: Path) -> None:
    folder = written(home.parent / "add")
    (folder / "generate.sh").write_text(f"ln -s {home}/secret small-made.in\n")
    run = kit_in(home / "work", "judge", "problem", "check", folder, HOME=str(home))
    assert run.returncode == 1
    assert "generate.sh" in run.stdout
    assert "secret'" not in run.stdout


def test_an_include_of_a_file_elsewhere_is_not_inlined(home: Path) -> None:
    folder = written(home.parent / "add", {}, {"validate.py": None})
    (folder / "validate.cpp").write_text(f'#include "{home}/secret"\nint main() {{}}\n')
    run = kit_in(home / "work", "judge", "problem", "check", folder, HOME=str(home))
    assert "validate.cpp" in run.stdout
    assert "No such file" in run.stdout or "Permission denied" in run.stdout


def test_sigterm_ends_a_check_at_once(home: Path) -> None:
    endless = {"generate.py": "def tests(seed):\n    while True: 1\n"}
    folder = written(home.parent / "add", {"author_time": "60"}, endless)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(home)}
    words = [sys.executable, "-m", "judge", "problem", "check", str(folder)]
    with subprocess.Popen(words, env=environment) as check:
        wait_for(lambda: [*home.glob("judge-*")])
        check.send_signal(signal.SIGTERM)
        wait_for(lambda: check.poll() is not None)
    wait_for(lambda: not [*home.glob("judge-*")])
