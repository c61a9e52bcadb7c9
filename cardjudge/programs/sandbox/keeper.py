"""Whoever ends programs when the judge cannot any more: a shell that waits for the judge's end.

The kernel kills a program with its parent, but not what the program has started. A family cannot
leave its process group, so its number is all that has to be known.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from functools import cache

_SCRIPT = """
trap '' HUP INT QUIT TERM
while read -r sign group; do
  if [ "$sign" = + ]; then groups="$groups $group"; continue; fi
  left=
  for each in $groups; do [ "$each" = "$group" ] || left="$left $each"; done
  groups=$left
done
for each in $groups; do kill -KILL "-$each"; done
"""


def keep(group: int) -> int:
    """Have a group killed when this process ends; return the number of who will do it."""
    return _tell("+", group)


def let_go(group: int) -> None:
    """Say that a group has ended."""
    _tell("-", group)


def _tell(sign: str, group: int) -> int:
    keeper = _keeper(os.getpid())
    assert keeper.stdin is not None
    with suppress(BrokenPipeError):
        os.write(keeper.stdin.fileno(), f"{sign} {group}\n".encode())
    return keeper.pid


@cache
def _keeper(_judge: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", _SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    )
