"""`judge doctor` attacks for real: it finds and reports broken promises."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.probe import probe
from judge.doctor import examination
from judge.doctor.examination import examine
from judge.doctor.table import ATTACKS, PROMISES, kind
from tests.processes import ROOT, kit
from tests.tools import needs_sandbox

pytestmark = pytest.mark.slow
HERE = probe()


@needs_sandbox
def test_all_promises_hold_here() -> None:
    result = kit("judge", "doctor", "--json", "-")
    document = json.loads(result.stdout)
    assert document["schema"] == "cardjudge/doctor/2"
    assert [each for each in document["promises"] if not each["holds"]] == []
    assert result.returncode == 0
    assert [each["promise"] for each in document["promises"]] == [*PROMISES] == [*ATTACKS]
    assert document["layers"]["landlock"] == HERE.landlock
    assert document["kind"] == kind(HERE)


LIMITS = {"cpu", "memory", "files", "stack"}


@needs_sandbox
def test_every_attack_succeeds_where_nothing_holds_it() -> None:
    assert examine(Sandbox("none"))[0] >= PROMISES.keys() - LIMITS - {"calls"}


@needs_sandbox
def test_the_promises_of_a_layer_are_broken_without_it() -> None:
    for limits_only in HERE._replace(landlock=0), HERE._replace(seccomp=False):
        broken, _ = examine(Sandbox("auto", layers=limits_only))
        assert {"read", "hidden", "write", "grants", "network", "processes"} <= broken
        assert not LIMITS & broken


GREED: dict[str, dict[str, int | None]] = {
    "cpu": {"cpu": None},
    "memory": {"memory": None},
    "files": {"output": None},
    "stack": {"memory": 128 << 20},
}


@needs_sandbox
@pytest.mark.parametrize("promise", GREED)
def test_a_missing_limit_is_reported(promise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = examination._LIMITS._replace(**GREED[promise])
    monkeypatch.setattr(examination, "_LIMITS", limits)
    assert promise in examine(Sandbox("auto"))[0]


@needs_sandbox
def test_what_the_filter_of_a_container_refuses_first_is_no_broken_promise() -> None:
    words = f"-m tests.blocked EPERM bpf,keyctl,mount {sys.executable} -m judge doctor"
    environment = {**os.environ, "LC_ALL": "en_US.UTF-8", "PYTHONPATH": str(ROOT)}
    page = subprocess.run(
        [sys.executable, *words.split()],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (page.returncode, page.stderr) == (0, ""), page.stdout
    assert "An outer filter, as of a container, refused first: bpf, keyctl, mount" in page.stdout


CONTAINERS = {
    "docker": "-all,+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,"
    "+setpcap,+net_bind_service,+sys_chroot,+kill,+audit_write",
    "docker --cap-drop ALL": "-all",
}
"""The capabilities that root has in a container, as words of setpriv."""


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
