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
import time
import traceback
from types import TracebackType
from typing import Any, NoReturn

for _name in (
    *("bisect", "collections", "copy", "dataclasses", "datetime", "decimal", "enum", "fractions"),
    *("functools", "heapq", "itertools", "json", "linecache", "math", "re", "string"),
):
    __import__(_name)  # the modules that programs import most
_AUDITED = {
    "_thread.start_new_thread": "threads",
    "_thread.start_joinable_thread": "threads",
    "subprocess.Popen": "processes",
    "os.system": "processes",
    "os.posix_spawn": "processes",
    "os.exec": "processes",
    "socket.__new__": "sockets",
}
"""The features that a browser lacks, by the audit event of Python."""
_MISSING = {"fork", "forkpty", "wait", "waitpid", "alarm", "setitimer", "pause"}
"""Functions of `os` and `signal` that are missing on platforms without processes."""
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
    asyncio.events._set_event_loop_policy(_Policy())  # type: ignore[attr-defined]


def _opened(number: int, name: str) -> io.TextIOWrapper:
    """Open a standard stream like Python at start-up."""
    raw: Any = io.FileIO(number, "w" if number else "r", closefd=False)
    raw.name = name
    buffer = io.BufferedWriter(raw) if number else io.BufferedReader(raw)
    errors = "backslashreplace" if number == 2 else "strict"
    text: Any = io.TextIOWrapper(buffer, "utf-8", errors, "\n", line_buffering=number == 2)
    text.mode = "w" if number else "r"
    return text  # type: ignore[no-any-return]


class _Loop(asyncio.BaseEventLoop):
    """An event loop that waits only for timers."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[NoReturn]:
        """Sleep until the next timer, or forever without a timer, like a process."""
        time.sleep(1e6 if timeout is None else timeout)
        return []

    def _process_events(self, events: list[NoReturn]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class _Policy(asyncio.events._BaseDefaultEventLoopPolicy):  # type: ignore[name-defined, misc]
    _loop_factory = _Loop


def _cannot(what: str) -> None:
    """Report to the page that the program needs a feature that a browser lacks."""
    number = os.open("/dev/cannot", os.O_WRONLY)
    os.write(number, f"{what}\n".encode())
    os.close(number)


def _audit(event: str, _: tuple[object, ...]) -> None:
    if event in _AUDITED:
        _cannot(_AUDITED[event])


def _unfinished(error: BaseException) -> bool:
    """Whether `asyncio` lacks a method on this platform: processes, pipes, readers, signals."""
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, NotImplementedError) and "asyncio" in frames[-1].filename


def _told(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the exception that ends the program, and report whether the browser caused it."""
    if isinstance(error, ModuleNotFoundError):
        if (name := str(error.name).partition(".")[0]) in sys.stdlib_module_names:
            _cannot(f"module {name}")
    elif isinstance(error, AttributeError) and error.name in _MISSING:
        _cannot("processes")
    elif (isinstance(error, OSError) and error.errno in _UNSUPPORTED) or _unfinished(error):
        _cannot("calls")
    elif isinstance(error, KeyboardInterrupt):
        _cannot("interrupt")
    sys.__excepthook__(kind, error, trace)


sys.addaudithook(_audit)
