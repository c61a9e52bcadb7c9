"""A full disk is said in one line with the path, whatever is being written there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.tables import table

SCRIPT = """
mount -t tmpfs -o size=16k tmpfs {disk} || exit 77
printf x > {disk}/a.in
cat /dev/zero > {disk}/fill 2> /dev/null
cd {disk} && exec {python} -m {command}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("command", "path"), table("full_disk.txt"))
def test_a_full_disk_is_said_with_the_path(command: str, path: str, tmp_path: Path) -> None:
    disk, hw = tmp_path / "disk", tmp_path / "hw"
    for folder in disk, hw:
        folder.mkdir()
    for name in "b1.py", "b2.py":
        (hw / name).write_text("print(input())\n")
    words = command.format(hw=hw, root=ROOT)
    script = SCRIPT.format(disk=disk, python=sys.executable, command=words)
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("no mounts here")
    *_, last = done.stderr.partition("；--results")[0].splitlines()
    assert (done.returncode, last.count(path), last.endswith("：磁碟滿了")) == (2, 1, True), last
