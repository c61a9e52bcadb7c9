"""Numba's compiler for all kernels of the kit, typed and set once: the extra ``fast``."""

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from cardjudge import files
from cardjudge.commands.extras import install
from cardjudge.language import say
from cardjudge.stdio import tell

Function = TypeVar("Function", bound=Callable[..., Any])


def compiles() -> bool:
    """Return whether Numba is installed, without loading it."""
    return find_spec("numba") is not None


def warn_if_slow() -> None:
    """Tell a user without Numba how to install it."""
    if not compiles():
        tell(say("沒有安裝 Numba，會慢數十到數百倍：{install}", install=install("fast")))


def compiled(function: Function) -> Function:
    """Compile a function at its first call; type checkers see the original function.

    Results equal Python's to the last bit, because no operation is reordered or fused; only a
    division by zero is not checked. The GIL is released. The machine code is kept in the user's
    cache folder, or in `NUMBA_CACHE_DIR`, until a source of the function's package changes.
    """
    import numba

    numba.config.CACHE_DIR = _folder(Path(function.__code__.co_filename).parent)  # type: ignore[attr-defined]
    return cast(Function, numba.njit(nogil=True, error_model="numpy", cache=True)(function))


@cache
def _folder(place: Path) -> str:
    """Return the folder for the machine code of a module in a folder, named after its package.

    Numba itself sees a change of the function's file, but no change of a file that it calls.
    """
    while (place.parent / "__init__.py").exists():
        place = place.parent
    sources = place.rglob("*.py") if (place / "__init__.py").exists() else place.glob("*.py")
    stats = ((str(path), path.lstat()) for path in sorted(sources))  # editors leave dangling links
    known = [(path, stat.st_mtime_ns, stat.st_size) for path, stat in stats]
    kept = Path(os.environ.get("NUMBA_CACHE_DIR") or files.cache() / "numba")
    return str(kept / f"cardjudge-{sha256(repr(known).encode()).hexdigest()[:32]}")
