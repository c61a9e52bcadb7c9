"""Files that a compiler made: the judge finds them without following links, and copies them.

The content of the compiler's folder comes from a stranger. The judge opens every entry once,
examines its descriptor, and reads through the same descriptor.
"""

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from cardjudge.errors import UserError, quote

_MOST_FILES, _DEEPEST = 2_000, 40
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class NotMade(UserError):  # noqa: N818  (the build is refused; the judge itself works)
    """A compiler wrote a file that the language does not name, or too many bytes or files."""


def collect(written: Path, names: Sequence[str], most: int, copies: Path) -> None:
    """Copy the regular files below a folder, at most `most` bytes in all, to the new `copies`.

    NotMade if the name of a file matches none of `names`, or if an entry is neither a regular file
    nor a folder.
    """
    total, count = 0, 0
    copies.mkdir()
    folder = os.open(written, _OPEN | os.O_DIRECTORY)
    try:
        for place, fd in _files(folder, "", _DEEPEST):
            total, count = total + os.fstat(fd).st_size, count + 1
            if not any(fnmatchcase(os.path.basename(place), name) for name in names):
                raise NotMade("編譯器寫了不該有的{name}", name=quote(place))
            if total > most or count > _MOST_FILES:
                raise NotMade("編譯的結果太大")
            copy = copies / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            with open(fd, "rb", closefd=False) as data, copy.open("xb") as file:
                shutil.copyfileobj(data, file)
            copy.chmod(0o755)
    finally:
        os.close(folder)


def _files(folder: int, inside: str, deeper: int) -> Iterator[tuple[str, int]]:
    """Yield the path and the open descriptor of every file below an open folder."""
    for name in sorted(os.listdir(folder)):
        place = f"{inside}{name}"
        try:
            fd = os.open(name, _OPEN, dir_fd=folder)
        except OSError:  # a link, a socket, or a file without permission to read
            raise NotMade("編譯器寫了不該有的{name}", name=quote(place)) from None
        try:
            seen = os.fstat(fd)
            if stat.S_ISDIR(seen.st_mode) and deeper:
                yield from _files(fd, f"{place}/", deeper - 1)
            elif stat.S_ISREG(seen.st_mode) and seen.st_nlink == 1:
                yield place, fd
            else:
                raise NotMade("編譯器寫了不該有的{name}", name=quote(place))
        finally:
            os.close(fd)
