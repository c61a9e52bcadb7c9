"""A program that takes all that the kernel counts by user takes nothing from its neighbours."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.hostile.test_hostile import HERE, USER, is_new
from tests.tools import needs, needs_sandbox

pytestmark = [
    pytest.mark.slow,
    needs_sandbox,
    needs("cc"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user"),
]
AS_A_USER = """
import json, os, sys
USER, folder, what = json.loads(sys.argv[1])
os.setgroups([])
os.setresgid(USER, USER, USER)
os.setresuid(USER, USER, USER)
os.environ["HOME"] = folder
from cardjudge.programs.process import Limits, Process, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.probe import probe
from concurrent.futures import ThreadPoolExecutor
limits = Limits(wall=30, cpu=20, memory=256 << 20, output=1 << 20)
for layers in probe(), probe()._replace(mounts=False):
    box = Sandbox("required", readable=(folder,), layers=layers)
    with Process([folder + "/greedy", what], limits=limits, sandbox=box) as greedy:
        greedy.watch_in_background()
        assert greedy.stdout.readline() == b"ready\\n"
        def one(_):
            return run([folder + "/right"], limits=limits, sandbox=box)[0].status
        with ThreadPoolExecutor(2) as workers:
            print(*workers.map(one, range(3)), flush=True)
"""


@pytest.mark.parametrize("what", ["descriptors", "timers", "signals"])
def test_a_greedy_program_takes_nothing_from_its_neighbours(what: str) -> None:
    if not is_new("/usr/bin/python3"):
        pytest.skip("needs a Python 3.11 that other users can read: apt-get install python3")
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
        world = Path(name)
        shutil.copytree(HERE.parents[1] / "cardjudge", world / "cardjudge")
        for program in "greedy", "right":
            source = HERE / f"neighbours/{program}.c"
            subprocess.run(["cc", "-w", f"-I{HERE}", source, "-o", world / program], check=True)
        for path in (world, *world.rglob("*")):
            os.chown(path, USER, USER)
        judged = subprocess.run(
            ["/usr/bin/python3", "-c", AS_A_USER, json.dumps([USER, name, what])],
            cwd=world,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert judged.stdout == "0 0 0\n0 0 0\n", judged.stderr
