"""Without any one rule of the filter, and any one right of Landlock, an attack succeeds."""

import errno
import json
import sys
import tomllib

import pytest

from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Layers, Sandbox, kernel
from tests.hostile.test_hostile import HERE, KERNELS, LIMITS, bins, tests
from tests.tools import needs_sandbox

__all__ = ["bins", "tests"]  # fixtures
pytestmark = [pytest.mark.slow, needs_sandbox]
ERRORS = {"forbidden": errno.EPERM, "unknown": errno.ENOSYS, "metadata": 0}
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


@pytest.mark.parametrize("layers", KERNELS.values(), ids=KERNELS)
def test_no_forbidden_call_passes_here(layers: Layers) -> None:
    assert passed(layers) == []
