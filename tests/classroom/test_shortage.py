"""Resources that a machine may lack: one line names the resource and its place; status 2."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from tests.processes import answered
from tests.tools import needs, needs_sandbox, slow_after

ROOT = Path(__file__).parents[2]
MOUNTS = (
    bool(which("unshare"))
    and not subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode
)
WITHOUT_MOUNTS = "needs root, who can mount: sudo pytest, outside of a container"
as_root = pytest.mark.skipif(not MOUNTS, reason=WITHOUT_MOUNTS)
pytestmark = [needs("unshare"), needs_sandbox]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in {
        "tests/1.in": "3\n",
        "tests/1.out": "3\n",
        "tests/2.in": "4\n",
        "tests/2.out": "4\n",
        "program.py": "print(input())\n",
        "handed in/amy/main.py": "print(input())\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "disk").mkdir()
    return tmp_path


NOBODY = "for each in /etc/passwd /etc/nsswitch.conf; do mount --bind /dev/null $each; done"


def shell(script: str, place: Path) -> tuple[int, list[str]]:
    """Run a script with `judge` as a function; return its status and standard error."""
    judge = f'judge() {{ "{sys.executable}" -m judge "$@"; }}\n'
    told = subprocess.run(
        ["/bin/bash", "-c", judge + script],
        cwd=place,
        env={**os.environ, "LC_ALL": "en_US.UTF-8", "XDG_CACHE_HOME": str(place / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in told.stderr.splitlines() if "setlocale" not in line]
    return told.returncode, errors


def with_mounts(script: str) -> str:
    return f"exec unshare -m /bin/bash -c '{script}'"


def ours(arguments: str) -> str:
    return f'"{sys.executable}" -m judge {arguments}'


CONTEST = """
for name in {a,b}; do echo 'print("PASS")' >"handed in/$name.py"; done
rm -r "handed in/amy"
"""


@pytest.mark.parametrize(
    "command",
    slow_after(
        1,
        [
            'judge class "handed in" --tests tests --workers 2',
            f'{CONTEST} "{sys.executable}" -m big2 contest "handed in" --deals 1',
            f'"{sys.executable}" -m blackjack_judge match --games 2 --seed 1 --player program.py',
            "judge doctor",
            'judge class "handed in" --tests tests',
        ],
    ),
)
@pytest.mark.parametrize(
    ("lack", "told"),
    [("ulimit -n 24", "ulimit -n raises the limit"), ("unset HOME", "HOME is not set")],
)
def test_every_command_names_the_missing_resource(
    command: str, lack: str, told: str, place: Path
) -> None:
    script = f"{lack}\n{command}"
    if "HOME" in lack:
        if not MOUNTS:
            pytest.skip(WITHOUT_MOUNTS)
        (place / "script").write_text(f'judge() {{ {ours("")} "$@"; }}\n{script}')
        script = with_mounts(f"{NOBODY}; . ./script")
    status, errors = shell(f"unset XDG_CACHE_HOME\n{script}", place)
    assert status == 2
    assert len(errors) == 1
    assert told in errors[0]


@as_root
def test_a_full_disk_for_compiled_programs_is_reported(place: Path) -> None:
    command = ours("tests program.py")
    full = "mount -t tmpfs -o size=16k none cache; cp /bin/true cache/ 2>/dev/null"
    script = with_mounts(f"mkdir cache; {full}; {command}")
    told = f"error: {place}/cache/cardjudge/programs: the disk is full"
    assert shell(script, place) == (2, [told])


@as_root
def test_a_read_only_dev_shm_is_reported(place: Path) -> None:
    command = ours("tests --workers 2 -- python3 program.py")
    script = with_mounts(f"mount -t tmpfs -o ro none /dev/shm; {command}")
    told = "error: 2 workers need to write in /dev/shm: read-only here (--workers 1 does not)"
    assert shell(script, place) == (2, [told])


@as_root
@pytest.mark.parametrize("size", slow_after(1, [48, 24, 80]))
def test_a_full_disk_for_the_database_is_reported(size: int, place: Path) -> None:
    command = ours('class "handed in" --tests tests --results disk/results.db')
    script = with_mounts(f"mount -t tmpfs -o size={size}k none disk; {command}")
    status, errors = shell(script, place)
    told = "error: the database of grades 'disk/results.db' cannot be written: the disk is full; "
    assert (status, errors[-1:]) == (2, [f"{told}--results may put it into another folder"])
    assert not [line for line in errors if "itself" in line or "Traceback" in line]


@as_root
def test_a_missing_home_is_reported(place: Path) -> None:
    command = ours("tests -- python3 program.py")
    script = with_mounts(f"{NOBODY}; unset HOME; {command}")
    told = "error: no home folder is known: HOME is not set (set HOME or XDG_CONFIG_HOME)"
    assert shell(script, place) == (2, [told])
    given = script.replace("unset HOME", "export HOME=/nonexistent")
    assert shell(given, place) == (0, [])


def test_a_file_that_is_no_database_is_refused(place: Path) -> None:
    (place / "results-tests.db").write_bytes(b"no database at all" * 100)
    with contextlib.chdir(place):
        status, error = answered("judge", "class", "handed in", "--tests", "tests")
    assert (status, error.count("\n")) == (2, 1)
    assert "不是" in error


@as_root
@pytest.mark.parametrize(
    "report",
    slow_after(
        1,
        [
            "--csv disk/report.csv",
            "--json disk/report.json",
            "--html disk/report",
            "--feedback disk/report.zip",
            "--sheet sheet.csv --filled disk/report.csv",
        ],
    ),
)
def test_a_full_disk_leaves_an_earlier_report_whole(report: str, place: Path) -> None:
    (place / "sheet.csv").write_text("Identifier,Full name,Grade\nParticipant 1,bob,\n")
    command = ours(f'class "handed in" --tests tests {report}')
    script = f"""mount -t tmpfs -o size=64k none disk; {command} >/dev/null || exit
cp -r disk before; dd if=/dev/zero of=disk/full 2>/dev/null; {command} >/dev/null; status=$?
rm disk/full; diff -r before disk && exit $status"""
    status, errors = shell(with_mounts(script), place)
    assert status == 2
    assert len(errors) == 1
    assert errors[0].startswith("error: disk/report")
    assert errors[0].endswith(": the disk is full")


def blocked(error: str, calls: str, command: str) -> str:
    return f'PYTHONPATH="{ROOT}" "{sys.executable}" -m tests.blocked {error} {calls} {command}'


GRADE = ours('class "handed in" --tests tests')
RUN = ours("tests -- python3 program.py")
RUN_BOTH = ours("tests --workers 2 -- python3 program.py")
FORKS = "clone,clone3,fork,vfork"


NO_PIDFD = "running programs needs pidfd_open: Linux 5.3 or newer"
TOO_MANY = "too many processes and threads; ulimit -u"
AUTO = ". --sandbox auto runs"
REFUSED = [
    ("ENOSYS", "pidfd_open", GRADE, NO_PIDFD),
    ("EAGAIN", FORKS, RUN, f"{TOO_MANY} can raise the limit"),
    ("EPERM", "landlock_create_ruleset", f"{GRADE} --workers 2", f"{AUTO} under limits"),
    ("ENOSYS", "seccomp", f"{ours('nim program.py')} --sandbox required", AUTO),
    ("ENOSYS", "pidfd_open", RUN, NO_PIDFD),
    ("EAGAIN", FORKS, RUN_BOTH, TOO_MANY),
    ("ENOSYS", "landlock_create_ruleset", GRADE, "Landlock (Linux 5.13 or later). --sandbox auto"),
    ("ENOSYS", "seccomp", f"{ours('class')} 'handed in' --problem nim", AUTO),
]


@pytest.mark.parametrize(("error", "calls", "command", "told"), slow_after(4, REFUSED))
def test_one_line_says_what_the_kernel_or_a_container_refuses(
    error: str, calls: str, command: str, told: str, place: Path
) -> None:
    status, errors = shell(blocked(error, calls, command), place)
    assert (status, len(errors)) == (2, 1)
    assert told in errors[0]
    assert not (place / "results-tests.db").exists()


@as_root
def test_a_missing_proc_is_reported(place: Path) -> None:
    told = "running programs needs /proc, which is not mounted here: mount -t proc proc /proc"
    assert shell(with_mounts(f"umount -l /proc; {GRADE}"), place) == (2, [f"error: {told}"])
