"""`judge doctor` attacks for real: it finds and reports broken promises."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.layers import Layers
from cardjudge.programs.sandbox.probe import probe
from judge.doctor import strangers
from judge.doctor.promises import Tried, try_all
from judge.doctor.table import KINDS, PROMISES, kind
from tests.processes import ROOT, kit
from tests.tools import needs_sandbox

HERE = probe()


def broken(tried: list[Tried]) -> set[str]:
    return {each.promise for each in tried if each.broken}


@pytest.mark.slow
@needs_sandbox
def test_all_promises_hold_here() -> None:
    result = kit("judge", "doctor", "--json", "-")
    told = json.loads(result.stdout)
    assert told["schema"] == "cardjudge/doctor/1"
    assert [each for each in told["promises"] if not each["holds"]] == []
    assert result.returncode == 0
    assert {each["promise"] for each in told["promises"]} == PROMISES.keys()
    assert sum(each["attacks"] for each in told["promises"]) > 55
    assert told["layers"]["landlock"] == HERE.landlock
    assert told["kind"] == kind(HERE)


def test_machines_are_of_five_kinds() -> None:
    both = Layers(7, True, True, True, True)
    found = [
        both,
        both._replace(cgroup=False),
        both._replace(mounts=False),
        both._replace(landlock=0, mounts=False),
        Layers(),
    ]
    assert [*map(kind, found)] == [*KINDS]


@pytest.mark.slow
@needs_sandbox
def test_the_promises_of_a_layer_are_broken_without_it() -> None:
    without_files = broken(try_all(Sandbox("auto", layers=HERE._replace(landlock=0))))
    assert {"read", "hidden", "write"} <= without_files
    assert not {"network", "calls", "cpu", "memory"} & without_files
    tried = try_all(Sandbox("auto", layers=HERE._replace(seccomp=False)))
    without_filter = broken(tried)
    assert {"network", "write", "calls", "processes"} <= without_filter
    reached = next(each.broken for each in tried if each.promise == "network")
    assert {"UDP", "IPv6", "unix", "a pair"} <= {*reached}
    assert not {"read", "hidden", "judge"} & without_filter


CONTAINERS = {
    "docker": "-all,+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,"
    "+setpcap,+net_bind_service,+sys_chroot,+kill,+audit_write",
    "docker --cap-drop ALL": "-all",
}
"""The capabilities that root has in a container, as words of setpriv."""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["judge", "doctor"])
@pytest.mark.parametrize("container", CONTAINERS)
@needs_sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who can drop rights: sudo pytest")
def test_the_root_of_a_container_runs_programs_and_the_promises_hold(
    container: str, command: str, tmp_path: Path
) -> None:
    (tmp_path / "1.in").touch()
    (tmp_path / "1.out").touch()
    words = ["doctor"] if command == "doctor" else [str(tmp_path), "--", "true"]
    as_root = ["setpriv", f"--bounding-set={CONTAINERS[container]}", sys.executable, "-m", "judge"]
    told = subprocess.run([*as_root, *words], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, ""), told.stdout


AS_NOBODY = """
import os
os.setgroups([]); os.setgid(65534); os.setuid(65534)
os.chdir("/"); os.environ["HOME"] = "/nonexistent"
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.layers import Layers
from cardjudge.programs.sandbox.probe import probe
from judge.doctor.promises import try_all
here = probe()
for abi in range(1, here.landlock + 1):
    tried = try_all(Sandbox("auto", layers=here._replace(landlock=abi)))
    print(abi, [(each.promise, each.broken) for each in tried if each.broken])
"""


@pytest.mark.slow
@needs_sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who can become nobody: sudo pytest")
def test_all_promises_hold_for_an_ordinary_user_with_each_version_of_landlock() -> None:
    pythons = (sys.executable, shutil.which("python3", path="/usr/bin:/bin") or "")
    as_nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    asked = {each: [*as_nobody, "test", "-r", os.path.realpath(each)] for each in pythons}
    works = [each for each, reads in asked.items() if subprocess.run(reads).returncode == 0]
    if not works:
        pytest.skip("needs a Python that others than root may run: apt-get install python3")
    path = os.pathsep.join([str(ROOT), str(Path(typer.__file__).parents[1])])
    command = [works[0], "-c", AS_NOBODY]
    environment = {**os.environ, "PYTHONPATH": path}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    held = [f"{abi} []" for abi in range(1, HERE.landlock + 1)]
    assert told.stdout.splitlines() == held, told.stderr


@needs_sandbox
def test_attacks_on_builds_and_referees_succeed_where_nothing_holds_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sandbox = Sandbox("auto")
    assert strangers._compiled_by('cp /bin/true "$1/program"')(sandbox)
    monkeypatch.setattr(strangers, "SPINS", "pass")
    assert strangers._interactor_spins(sandbox)
