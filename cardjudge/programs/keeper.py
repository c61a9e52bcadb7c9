"""The private folders of programs, and a shell that cleans up if the judge is killed.

The kernel kills a program when its parent dies, but not the program's descendants. A confined
family cannot leave its process group, so the shell needs only the group's number. All private
folders lie in one folder, which the shell knows from its start. The shell is no child of the
judge, because the judge waits for all its children.
"""

import errno
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path

from cardjudge.programs import processes
from cardjudge.programs.sandbox import cgroup
from cardjudge.stdio import at_end

_SCRIPT = """
trap '' HUP INT QUIT TERM
exec 3<&0
own=$1
shift
{
  while read -r sign group; do
    if [ "$sign" = + ]; then groups="$groups $group"; continue; fi
    left=
    for each in $groups; do [ "$each" = "$group" ] || left="$left $each"; done
    groups=$left
  done
  for each in $groups; do kill -KILL "-$each"; done
  for second in 1 2 3; do
    left=
    for each; do rmdir "$each"/* "$each"; [ -d "$each" ] && left=1; done
    rm -rf "$own" && [ ! "$left" ] && break
    chmod -R u+rwx "$own"
    sleep 1
  done
} <&3 3<&- &
"""


def keep(group: int, lives: bool = True) -> None:
    """Register a process group that the shell kills when this process ends, or one that ended."""
    with suppress(BrokenPipeError):
        os.write(_keeper(os.getpid())[0], f"{'+' if lives else '-'} {group}\n".encode())


def folder() -> str:
    """Return a folder that the shell removes when this process has ended."""
    return _keeper(os.getpid())[1]


def leave() -> None:
    """Remove the folder, for a process that skips its exit handlers.

    If another judge runs this one, it kills the shell before the shell can remove the folder.
    """
    if _keeper.cache_info().currsize:
        _keeper(os.getpid())[2]()


at_end.append(leave)


@cache
def _keeper(_judge: int) -> "tuple[int, str, Finalize[None]]":
    """Start the shell; return the descriptor for orders, the folder, and the folder's finalizer."""
    folder = os.path.join(tempfile.gettempdir(), f"judge-{os.urandom(8).hex()}")
    reading, writing = os.pipe()
    processes.adopt_orphans(False)
    shell = subprocess.run(
        ["/bin/sh", "-c", _SCRIPT, "judge", folder, *cgroup.folders_of(_judge)],
        stdin=reading,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
        check=False,
    )
    if shell.returncode:  # it does nothing but fork
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    processes.adopt_orphans()
    os.close(reading)
    removal = Finalize(None, shutil.rmtree, (folder,), {"ignore_errors": True}, exitpriority=0)
    os.mkdir(folder, 0o700)  # last, as SIGKILL may end the judge at any time
    return writing, folder, removal


@contextmanager
def private() -> Iterator[Path]:
    """Provide a private folder within a ``with`` statement."""
    made = tempfile.mkdtemp(dir=folder())
    try:
        yield Path(made)
    finally:
        remove(made)


def remove(folder: str | os.PathLike[str]) -> None:
    """Remove a folder, even one whose depth or modes defeat Python."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL, check=False)
