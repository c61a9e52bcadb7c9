"""Memory by control group: made by root, or delegated to the user."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardjudge.programs import process
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox, cgroup
from cardjudge.programs.sandbox.probe import probe
from tests.processes import wait_for

MB = 1 << 20
HERE = probe()
LIMITS = Limits(wall=120, cpu=10, memory=64 * MB, output=8 * MB)
FAMILY = Path(__file__).with_name("family.c").read_text("utf-8")

pytestmark = pytest.mark.skipif(
    not HERE.cgroup, reason="needs a memory control group: run as root, /sys/fs/cgroup writable"
)


@pytest.fixture(autouse=True)
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never look at a family while it lives."""
    monkeypatch.setattr(process, "_FIRST_LOOK", 60)


def held(command: list[str], has_group: bool = True, readable: tuple[Path, ...] = ()) -> Ended:
    sandbox = Sandbox("auto", readable=readable, layers=HERE._replace(cgroup=has_group))
    return run(command, limits=LIMITS, sandbox=sandbox)[0]


def test_an_unobserved_family_exceeds_the_limit(
    compiled: Callable[[str], list[str]],
) -> None:
    large = compiled(FAMILY.replace("CHILDREN", "4"))
    ended = held(large)
    assert ended.exceeded == "memory"
    assert ended.memory is not None
    assert ended.memory >= 64 * MB
    assert held(large, has_group=False).exceeded is None
    after = held(compiled(FAMILY.replace("CHILDREN", "1")))  # in the same group
    assert (after.exceeded, after.status) == (None, 0)
    assert after.memory is not None
    assert 35 * MB < after.memory < 45 * MB


def test_files_that_a_program_reads_and_writes_do_not_count_as_memory(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(300 * MB)
    script = f"""
import os
with open({str(tmp_path / "large")!r}, "rb") as file:
    while file.read(1 << 20):
        pass
with open(os.environ["TMPDIR"] + "/x", "wb") as file:
    file.write(bytes(7 << 20))
"""
    ended = held([sys.executable, "-S", "-c", script], readable=(tmp_path,))
    assert (ended.exceeded, ended.status) == (None, 0)
    assert ended.memory is not None
    assert ended.memory < 40 * MB


JUDGE = """
import os, signal, sys
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox, cgroup
run(["true"], limits=Limits(memory=64 << 20, output=1 << 20), sandbox=Sandbox("auto"))
print(*cgroup.folders_of(os.getpid()), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def judge() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", JUDGE]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as judge:
        yield judge
        judge.kill()


@pytest.mark.parametrize("kills", [False, True], ids=["ended", "killed"])
def test_a_judge_removes_its_groups_however_it_ends(
    judge: subprocess.Popen[str], kills: bool
) -> None:
    assert judge.stdout is not None
    where = judge.stdout.readline().split()
    assert all(map(os.path.isdir, where))
    if kills:
        judge.kill()
    else:
        judge.communicate()
    assert wait_for(lambda: not any(map(os.path.exists, where)))


def test_the_next_judge_removes_the_groups_of_a_dead_one() -> None:
    with subprocess.Popen(["true"]) as dead:
        dead.wait()
    where = cgroup.folders_of(dead.pid)
    assert where
    elsewhere = [f"{os.path.dirname(folder)}/judge-1-{dead.pid}" for folder in where]
    for folder in where + elsewhere:
        os.makedirs(f"{folder}/0")
    cgroup._own.cache_clear()
    assert cgroup._own(os.getpid()).folders
    assert not any(map(os.path.exists, where))
    for folder in elsewhere:  # of a judge in another container, whose number means nothing here
        assert os.path.exists(folder)
        cgroup.remove(folder)
    assert all(map(os.path.exists, cgroup.folders_of(os.getpid())))
