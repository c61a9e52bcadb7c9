"""A program starts by a list of system calls, the same on both architectures."""

import ctypes
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardjudge.programs import launch
from cardjudge.programs.launch import CODE, LaunchError, Steps, code_of
from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.kernel import Machine
from tests.tools import WITHOUT

MACHINE = kernel.machine()
only_linux = pytest.mark.skipif(MACHINE is None, reason="only on Linux, x86-64 or aarch64")
TOOLS: dict[Machine, str] = {"x86_64": "x86_64-linux-gnu-", "aarch64": "aarch64-linux-gnu-"}
HEADERS: dict[Machine, str] = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
SINCE = {"fchmodat2", "file_setattr", "listmount", "lsm_set_self_attr", "statmount"}
SINCE |= {"open_tree_attr", "removexattrat", "setxattrat"}
"""Calls that the headers of an older system lack."""


@pytest.mark.parametrize("machine", CODE)
def test_the_instructions_are_what_the_assembler_makes_of_their_text(
    machine: Machine, tmp_path: Path
) -> None:
    assembler = shutil.which(f"{TOOLS[machine]}as")
    if assembler is None:
        package = f"binutils-{machine}-linux-gnu".replace("_", "-")
        pytest.skip(WITHOUT.format(f"{TOOLS[machine]}as", f"apt-get install {package}"))
    lines = [line.split(None, 1)[1].partition("#")[0] for line in rows(machine)]
    if machine == "aarch64":
        lines = [line.split(None, 1)[1] for line in rows(machine)]
    source, made, raw = tmp_path / "a.s", tmp_path / "a.o", tmp_path / "a.bin"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run([assembler, source, "-o", made], check=True)
    copy = f"{TOOLS[machine]}objcopy"
    subprocess.run([copy, "-O", "binary", "-j", ".text", made, raw], check=True)
    assert raw.read_bytes() == code_of(machine)


def rows(machine: Machine) -> list[str]:
    return [line for line in CODE[machine].splitlines() if line.strip()]


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_of_calls_are_those_of_the_kernel(machine: Machine) -> None:
    if not Path(HEADERS[machine]).exists():
        pytest.skip(WITHOUT.format(HEADERS[machine], "apt-get install linux-libc-dev"))
    text = Path(HEADERS[machine]).read_text()
    defined = dict(re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", text))
    for name, number in kernel.numbers(machine).items():
        if name not in SINCE and name in defined:
            assert int(defined[name]) == number, name
    assert sum(name in defined for name in kernel.numbers(machine)) > 90


@only_linux
def test_a_call_that_fails_is_named_and_nothing_is_left() -> None:
    assert MACHINE is not None
    own = Path(f"/proc/self/task/{os.getpid()}/children")
    before = set(own.read_text().split())  # of other tests in this process
    steps = Steps(MACHINE)
    steps.add("chdir", b"/no/such/folder")
    steps.execute("/bin/true", ["true"], {})
    with kernel.signals_wait() as mask, pytest.raises(LaunchError) as raised:
        launch.launch(steps, mask)
    assert (raised.value.call, raised.value.errno) == ("chdir", 2)
    assert set(own.read_text().split()) <= before


@only_linux
def test_the_result_of_a_call_can_be_the_argument_of_another() -> None:
    assert MACHINE is not None
    steps = Steps(MACHINE)
    place = (ctypes.c_int32 * 1)()
    steps.add("getpid", store=place)
    steps.execute("/bin/true", ["true"], {})
    with kernel.signals_wait() as mask:
        child = launch.launch(steps, mask)
    assert os.waitpid(child, 0) == (child, 0)
    assert place[0] == child
