"""`judge doctor` attacks for real: it finds what is not held, and says so."""

import json
import os
from pathlib import Path

import pytest

from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.layers import probe
from judge.doctor.cli import _SENTENCES
from judge.doctor.promises import Tried, try_all
from tests.processes import kit

HERE = probe()
needs_all = pytest.mark.skipif(bool(HERE.missing()), reason="needs Landlock and seccomp that asks")


def broken(tried: list[Tried]) -> set[str]:
    return {each.promise for each in tried if each.broken}


@needs_all
def test_all_promises_hold_here() -> None:
    result = kit("judge", "doctor", "--json", "-")
    told = json.loads(result.stdout)
    assert told["schema"] == "cardjudge/doctor/1"
    assert [each for each in told["promises"] if not each["holds"]] == []
    assert result.returncode == 0
    assert {each["promise"] for each in told["promises"]} == _SENTENCES.keys()
    assert sum(each["attacks"] for each in told["promises"]) > 55
    assert told["layers"]["landlock"] == HERE.landlock


@needs_all
def test_what_a_layer_keeps_is_broken_without_it() -> None:
    without_files = broken(try_all(Sandbox("auto", layers=HERE._replace(landlock=0))))
    assert {"read", "hidden", "write"} <= without_files
    assert not {"network", "calls", "cpu", "memory"} & without_files
    without_filter = broken(try_all(Sandbox("auto", layers=HERE._replace(seccomp=False))))
    assert {"network", "write", "calls", "processes"} <= without_filter
    assert not {"read", "hidden", "judge"} & without_filter


@needs_all
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
def test_all_promises_hold_for_an_ordinary_user(tmp_path: Path) -> None:
    script = "import os; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.chdir('/'); "
    script += "os.environ['HOME'] = '/nonexistent'; from judge.__main__ import main; main()"
    import subprocess
    import sys

    command = [sys.executable, "-c", script, "doctor", "--json", "-"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Permission" in result.stderr or "No module" in result.stderr:
        pytest.skip("the kit lies where only root may read")
    told = json.loads(result.stdout)
    assert [each for each in told["promises"] if not each["holds"]] == []
