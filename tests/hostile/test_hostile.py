"""Hostile programs: each states its aim in its first line, and prints "held" if it failed.

Besides the sandbox, their own bounds limit them, so a successful one harms no machine.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Layers, Sandbox
from cardjudge.programs.sandbox.probe import probe
from judge.layouts import find
from judge.runner import Comparison, Program, Result
from judge.verdicts import Verdict
from tests.tools import needs_sandbox, tool

HERE = Path(__file__).parent
OURS = {"__init__.py", "conftest.py", *(path.name for path in HERE.glob("test_*.py"))}
PROGRAMS = sorted(path for path in HERE.iterdir() if path.suffix in (".c", ".cpp"))
PROGRAMS += sorted(path for path in HERE.glob("*.py") if path.name not in OURS)
MB = 1 << 20
WALL = 6
LATEST = 1.1 * WALL + 1
"""Seconds after which no program lives for a reason of its own."""
LIMITS = Limits(wall=WALL, cpu=2, memory=256 * MB, output=32 * MB, processes=32)
LAYERS = probe()
OLDER = min(4, LAYERS.landlock)
KERNELS = {
    "here": LAYERS,
    "Ubuntu 24.04": LAYERS._replace(landlock=OLDER, mounts=False, cgroup=False),
    "no groups": LAYERS._replace(cgroup=False),
    "no mounts": LAYERS._replace(mounts=False),
}
COMPILERS = {".c": ("cc", []), ".cpp": ("c++", ["-std=c++17", "-pthread"])}

pytestmark = [pytest.mark.slow, needs_sandbox]


@pytest.fixture(scope="module")
def tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of one case, a secret of the teacher, and a port that listens."""
    folder = tmp_path_factory.mktemp("hostile") / "tests"
    folder.mkdir()
    secret = folder.parent / "secret"
    secret.write_text("secret")
    (folder.parent / "secret.d").mkdir()
    (folder / "one.out").write_text("held\n")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        facts = [secret, folder / "one.out", folder / "one.in", listener.getsockname()[1]]
        (folder / "one.in").write_text("".join(f"{fact}\n" for fact in facts))
        yield folder


@pytest.fixture(scope="module")
def bins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bins")


def built(program: Path, bins: Path) -> list[str]:
    if program.suffix == ".py":
        return [sys.executable, "-S", str(program)]
    compiler, options = COMPILERS[program.suffix]
    binary = bins / program.stem
    if not binary.exists():
        subprocess.run([tool(compiler), "-w", *options, program, "-o", binary], check=True)
    return [str(binary)]


def state(folder: Path) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for path in sorted(folder.rglob("*")):
        seen = path.stat()
        content = path.read_bytes() if path.is_file() else b""
        found.append((path, content, seen.st_mode, seen.st_mtime_ns, seen.st_nlink))
    return found


def judged(program: Path, tests: Path, bins: Path, layers: Layers) -> Result:
    [case] = find([tests], "*")
    sandbox = Sandbox("required", readable=(HERE,), hidden=(tests,), layers=layers)
    return Comparison().judging(Program(tuple(built(program, bins)), LIMITS, sandbox))(case)


def wanted(program: Path) -> set[Verdict]:
    first = program.read_text().splitlines()[0]
    told = re.search(r"Verdict (\w+(?: or \w+)*)", first)
    return {Verdict[name] for name in told[1].split(" or ")} if told else {Verdict.AC}


@pytest.mark.parametrize("layers", KERNELS.values(), ids=KERNELS)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_a_hostile_program_is_held(program: Path, tests: Path, bins: Path, layers: Layers) -> None:
    command, everything = built(program, bins), tests.parent
    before = state(everything)
    priority = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0)
    result = judged(program, tests, bins, layers)
    assert result.verdict in wanted(program), (command, result)
    assert result.ended.wall - result.ended.waited < LATEST, (command, result)
    assert state(everything) == before
    assert (os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0)) == priority
    assert not still_running(command[-1])
    assert not any(map(os.path.exists, ("/tmp/hostile-left", "/dev/shm/hostile")))


AS_A_USER = """
import json, os, sys
from pathlib import Path
os.setgroups([])
os.setresgid(USER, USER, USER)
os.setresuid(USER, USER, USER)
os.environ["HOME"] = HOME
from judge.layouts import find
from judge.runner import Comparison, Program
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
[case] = find([Path(TESTS)], "*")
sandbox = Sandbox("required", readable=(BINS,), hidden=(Path(TESTS),))
for name, command in json.load(sys.stdin).items():
    program = Program(tuple(command), Limits(*LIMITS), sandbox)
    result = Comparison().judging(program)(case)
    print(name, result.verdict.name, flush=True)
"""
USER = 54321


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_hostile_programs_are_held_for_an_ordinary_user(bins: Path, tests: Path) -> None:
    """The user has no name, no home folder but the test's, and the Python of the system."""
    python = next((path for path in ("/usr/bin/python3",) if is_new(path)), None)
    if python is None:
        pytest.skip("needs a Python 3.11 that other users can read: apt-get install python3")
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
        world = Path(name)
        for package in ("cardjudge", "judge"):
            shutil.copytree(HERE.parents[1] / package, world / package)
        shutil.copytree(tests, world / "tests")
        (world / "bins").mkdir()
        commands = {}
        for program in PROGRAMS:
            *python_words, file = built(program, bins)
            copy = shutil.copy(file, world / "bins")
            commands[program.name] = [python, "-S", copy] if python_words else [copy]
        (world / "secret").write_text("secret")
        given = (world / "tests/one.in").read_text().replace(str(tests.parent), name)
        (world / "tests/one.in").write_text(given)
        for path in (world, *world.rglob("*")):
            os.chown(path, USER, USER)
        names = {"USER": USER, "HOME": name, "TESTS": f"{name}/tests", "BINS": f"{name}/bins"}
        script = "".join(f"{key} = {value!r}\n" for key, value in names.items())
        script += f"LIMITS = {tuple(LIMITS._replace(cpu=5))!r}\n" + AS_A_USER
        files = state(world / "tests")
        run = subprocess.run(
            [python, "-c", script],
            input=json.dumps(commands),
            cwd=world,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert state(world / "tests") == files
    assert run.returncode == 0, run.stderr
    verdicts = dict(line.split() for line in run.stdout.splitlines())
    assert verdicts.keys() == commands.keys()
    expected = {program.name: {each.name for each in wanted(program)} for program in PROGRAMS}
    wrong = {name: got for name, got in verdicts.items() if got not in expected[name]}
    assert not wrong


def is_new(python: str) -> bool:
    script = "import sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", script], check=False).returncode == 0


def still_running(word: str) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if word.encode() in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
    return found


def test_harmless_attacks_succeed_where_no_sandbox_holds_them(tests: Path, bins: Path) -> None:
    """The attacks are real: the harmless ones succeed without the sandbox."""
    harmless = "read_secret read_answer read_answer_by_fd shell tcp find_answer"
    for name in [*harmless.split(), "seven_lines", "other_programs"]:
        program = next(path for path in PROGRAMS if path.stem == name)
        [case] = find([tests], "*")
        result = Comparison().judging(Program(tuple(built(program, bins)), LIMITS))(case)
        assert b"broken" in result.output, name
        assert result.verdict is Verdict.WA, name
