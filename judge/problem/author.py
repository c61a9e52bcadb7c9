"""The programs of a problem's author: all of them run in this sandbox, under these limits."""

from pathlib import Path

from cardjudge.programs.installed import kit
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.sandbox import Mode, Sandbox, grants

LIMITS = Limits(wall=30, cpu=10, memory=2048 * MIB, output=256 * MIB)


def box(
    folder: Path, mode: Mode, readable: tuple[Path, ...] = (), writable: tuple[Path, ...] = ()
) -> Sandbox:
    """Return the sandbox of an author's program: it reads the problem's folder and the kit.

    If the folder lies in a package, such as that of a game, it reads the package. It reads
    `readable` paths, too, and writes only its private folder and `writable` ones.
    """
    place = folder.absolute()
    own = grants.folder(str(place.parent if (place.parent / "__init__.py").exists() else place))
    return Sandbox(mode, (*own, *kit(), *readable), writable=writable)
