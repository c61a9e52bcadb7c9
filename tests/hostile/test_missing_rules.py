"""Without any one rule of the filter, and any one right of Landlock, an attack succeeds."""

import errno
import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Layers, Sandbox, entry, kernel, landlock, seccomp
from judge.verdicts import Verdict
from tests.hostile.test_hostile import HERE, KERNELS, LAYERS, LIMITS, bins, built, judged, tests
from tests.tools import needs_sandbox

__all__ = ["bins", "tests"]  # fixtures
pytestmark = [pytest.mark.slow, needs_sandbox]
FEWEST = LAYERS._replace(mounts=False, cgroup=False)
"""The filter has most rules where it stands alone."""
RULES = [*seccomp.refusals(FEWEST)]
ERRORS = {"forbidden": errno.EPERM, "unknown": errno.ENOSYS, "metadata": 0}
WITHOUT_ATTACK = {
    "clone": "the judge is asked about all, and says yes: fork_bomb.c",
    "fork": "the judge is asked about all, and says yes: fork_bomb.c",
    "exit_group": "it refuses nothing: the judge takes a last look at memory",
    "exit": "it refuses nothing: the judge takes a last look at a thread",
}
COUNTED = {"timer_create": "timers.c", "vfork": "vfork_chain.c"}
"""The judge allows some of these calls, but not as many as these programs make."""
MAKES_CALLS = """
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
for number, arguments in json.loads(sys.argv[1]):
    child = os.fork()
    if child == 0:
        ctypes.set_errno(0)
        words = [ctypes.c_long(each) for each in (number, *arguments)]
        failed = libc.syscall(*words) < 0
        os._exit(ctypes.get_errno() if failed else 0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def calls(layers: Layers) -> list[tuple[str, tuple[int, ...], int]]:
    """Return the name, the arguments and the due error of each call."""
    table = tomllib.loads((HERE / "calls.toml").read_text("utf-8"))
    for layer, names in table["without"].items():
        if not getattr(layers, layer):
            table["forbidden"] += f" {names}"
    found: list[tuple[str, tuple[int, ...], int]]
    found = [(name, (-1,) * 6, due) for kind, due in ERRORS.items() for name in table[kind].split()]
    found += [("prctl", (4, -1), 0), ("setsockopt", (-1, 1, 7), 0), ("setsockopt", (-1, 1, 32), 0)]
    for name, variants in table["arguments"].items():
        found += [(name, tuple(each), errno.EPERM) for each in variants]
    return found


def passed(layers: Layers) -> list[str]:
    """Return the forbidden calls that the filter lets through.

    The judge records only names, so a call with several sets of arguments takes several runs.
    """
    numbers = kernel.numbers(kernel.machine() or "x86_64")
    open_calls: list[str] = []
    left = [call for call in calls(layers) if call[0] in numbers]
    while left:
        tried = {call[0]: call for call in reversed(left)}
        left = [call for call in left if call is not tried[call[0]]]
        words = json.dumps([(numbers[name], arguments) for name, arguments, _ in tried.values()])
        command = [sys.executable, "-I", "-S", "-c", MAKES_CALLS, words]
        ended, output = run(command, limits=LIMITS, sandbox=Sandbox("required", layers=layers))
        for (name, _, due), error in zip(tried.values(), map(int, output.split()), strict=True):
            if error != due or (due == errno.EPERM and name not in ended.refused):
                open_calls.append(name)
    return open_calls


@pytest.fixture
def _fresh() -> Iterator[None]:
    """Build filters and grants anew, before and after."""
    for cached in entry._filters, entry._grants:
        cached.cache_clear()
    yield
    for cached in entry._filters, entry._grants:
        cached.cache_clear()


@pytest.mark.parametrize("layers", KERNELS.values(), ids=KERNELS)
def test_no_forbidden_call_passes_here(layers: Layers) -> None:
    assert passed(layers) == []


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("place", range(len(RULES)), ids=lambda place: RULES[place].call)
def test_without_a_rule_a_call_passes(
    place: int, tests: Path, bins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = RULES[place]
    if rule.call in WITHOUT_ATTACK and not rule.tests:
        pytest.skip(WITHOUT_ATTACK[rule.call])
    rest = [each for each in RULES if each is not rule]
    monkeypatch.setattr(seccomp, "refusals", lambda *_: iter(rest))
    if rule.call in COUNTED:
        result = judged(HERE / COUNTED[rule.call], tests, bins, FEWEST)
        assert result.verdict is Verdict.WA
    else:
        assert passed(FEWEST)


RIGHTS = """
EXECUTE WRITE_FILE READ_FILE READ_DIR REMOVE_DIR REMOVE_FILE MAKE_CHAR MAKE_DIR MAKE_REG MAKE_SOCK
MAKE_FIFO MAKE_BLOCK MAKE_SYM REFER TRUNCATE IOCTL_DEV""".split()
ATTACKS = {
    "WRITE_FILE": "write_input.c",
    "READ_FILE": "read_secret.c",
    "READ_DIR": "list_folder.c",
    "REMOVE_DIR": "remove_folder.c",
    "REMOVE_FILE": "remove_answer.c",
    "MAKE_CHAR": "device_outside.c",
    "MAKE_DIR": "folder_outside.c",
    "MAKE_REG": "create_file.c",
    "MAKE_SOCK": "socket_outside.c",
    "MAKE_FIFO": "pipe_outside.c",
    "MAKE_SYM": "link_outside.c",
    "TRUNCATE": "truncate_answer.c",
}


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("name", ATTACKS)
def test_without_a_right_an_attack_succeeds(
    name: str, tests: Path, bins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = 1 << RIGHTS.index(name)
    later = tuple((since, rights & ~right) for since, rights in landlock._LATER_FILES)
    monkeypatch.setattr(landlock, "_FIRST_FILES", landlock._FIRST_FILES & ~right)
    monkeypatch.setattr(landlock, "_LATER_FILES", later)
    world = shutil.copytree(tests.parent, tmp_path / "world")
    facts = (tests / "one.in").read_text().replace(str(tests.parent), str(world))
    (world / "tests/one.in").write_text(facts)
    with open(world / "tests/one.in", "rb") as given:
        command = built(HERE / ATTACKS[name], bins)
        sandbox = Sandbox("required", layers=KERNELS["no mounts"])
        _, output = run(command, stdin=given, limits=LIMITS, sandbox=sandbox)
    assert output == b"broken\n"
