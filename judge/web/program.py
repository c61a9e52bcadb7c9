"""Makes an interpreter on the page behave like a process.

It runs before the memory snapshot from which each case starts. The kit is not available where a
program runs, so this module imports only the standard library. Its imports are in the snapshot, so
a program gets them without loading.
"""

import asyncio
import errno
import io
import os
import random
import sys
import traceback
from types import TracebackType
from typing import Any

for _name in (
    *("bisect", "collections", "copy", "dataclasses", "datetime", "decimal", "enum", "fractions"),
    *("functools", "heapq", "itertools", "json", "linecache", "math", "re", "string"),
):
    __import__(_name)  # the modules that programs import most
_AUDITED = {
    "_thread.start_new_thread": "threads",
    "_thread.start_joinable_thread": "threads",
    "os.exec": "processes",
    "os.fork": "processes",
    "os.system": "processes",
    "socket.__new__": "sockets",
    "ctypes.dlopen": "libraries",
}
"""The features that a browser lacks, by the audit event of Python."""
_PACKAGES = {"PIL", "matplotlib", "networkx", "numpy", "pandas", "requests", "scipy", "sympy"}
"""Packages that programs use elsewhere; a module of another name is a mistake."""
_ELSEWHERE = _PACKAGES | sys.stdlib_module_names - {"msvcrt", "winreg", "winsound"}
"""Modules that programs find elsewhere: all but those of Windows."""
_OF_PROCESSES = {"concurrent", "multiprocessing", "subprocess"}
_UNSUPPORTED = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def begin() -> None:
    """Reset the interpreter to a new process: streams, seed, path, event loop, `__main__`."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _opened(number, f"<{name}>")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    random.seed()
    sys.path[:] = [path for path in sys.path if path]
    for name in ("_pyodide_core", "__main__", "sys"):
        sys.modules["__main__"].__dict__.pop(name, None)
    sys.excepthook = _told
    asyncio._set_running_loop(None)
    asyncio.events._set_event_loop_policy(None)  # type: ignore[attr-defined]  # it needs sockets


def _opened(number: int, name: str) -> io.TextIOWrapper:
    """Open a standard stream like Python at start-up."""
    raw: Any = io.FileIO(number, "w" if number else "r", closefd=False)
    raw.name = name
    buffer = io.BufferedWriter(raw) if number else io.BufferedReader(raw)
    errors = "backslashreplace" if number == 2 else "strict"
    text: Any = io.TextIOWrapper(buffer, "utf-8", errors, "\n", line_buffering=number == 2)
    text.mode = "w" if number else "r"
    return text  # type: ignore[no-any-return]


def _cannot(what: str) -> None:
    """Report to the page that the program needs a feature that a browser lacks."""
    number = os.open("/dev/cannot", os.O_WRONLY)
    os.write(number, f"{what}\n".encode())
    os.close(number)


def _audit(event: str, given: tuple[object, ...]) -> None:
    if event in _AUDITED and given != (None,):  # CDLL(None) is the program itself
        _cannot(_AUDITED[event])


def _lacking(error: BaseException) -> str:
    """Return what a browser lacks and the exception comes from; empty if that is another cause."""
    frames = traceback.walk_tb(error.__traceback__)
    packages = {frame.f_globals["__name__"].partition(".")[0] for frame, _ in frames}
    unsupported = isinstance(error, OSError) and error.errno in _UNSUPPORTED
    unfinished = isinstance(error, ModuleNotFoundError | NotImplementedError)
    if isinstance(error, KeyboardInterrupt):
        return "interrupt"
    if type(error).__name__ == "ZoneInfoNotFoundError":
        return "zones"
    if (unsupported or unfinished) and _OF_PROCESSES & packages:
        return "processes"
    if isinstance(error, ModuleNotFoundError) and error.name in _ELSEWHERE:
        return f"module {error.name}"
    return "calls" if unsupported else ""


def _told(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the exception that ends the program, and report whether the browser caused it."""
    cause: BaseException | None = error
    while cause is not None and not (what := _lacking(cause)):
        cause = cause.__cause__ or cause.__context__
    if cause is not None:
        _cannot(what)
    sys.__excepthook__(kind, error, trace)


sys.addaudithook(_audit)
