"""The numbers of system calls, against the kernel's headers."""

import re
from pathlib import Path

import pytest

from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.kernel import Machine
from tests.tools import WITHOUT

HEADERS: dict[Machine, str] = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
SINCE = {"fchmodat2", "file_setattr", "listmount", "lsm_set_self_attr", "statmount"}
SINCE |= {"open_tree_attr", "removexattrat", "setxattrat"}
"""Calls that the headers of an older system lack."""


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_of_system_calls_equal_those_of_the_kernel(machine: Machine) -> None:
    if not Path(HEADERS[machine]).exists():
        pytest.skip(WITHOUT.format(HEADERS[machine], "apt-get install linux-libc-dev"))
    text = Path(HEADERS[machine]).read_text()
    defined = dict(re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", text))
    for name, number in kernel.numbers(machine).items():
        if name not in SINCE and name in defined:
            assert int(defined[name]) == number, name
    assert sum(name in defined for name in kernel.numbers(machine)) > 80
