"""A program of the reader's, run in this Python: bytes in, bytes out, and how it ended."""

from __future__ import annotations

import errno
import io
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from types import CodeType, ModuleType
from typing import Any

from cardjudge.programs.limits import MIB
from cardjudge.programs.process import STDERR_TAIL, Ended

NAME = "program.py"
_MOST_OUTPUT = 16 * MIB


class _Held(io.FileIO):
    """A file that refuses to grow too large, as the system would."""

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > _MOST_OUTPUT:
            raise OSError(errno.EFBIG, "File too large")
        return super().write(data) or 0


def run(source: bytes, stdin: Path) -> tuple[Ended, bytes]:
    """Run a program on an input; return how it ended, and what it wrote to standard output."""
    folder = Path(gettempdir(), "run")
    folder.mkdir(exist_ok=True)
    (folder / NAME).write_bytes(source)
    files = [stdin, folder / "out", folder / "err"]
    started, used = time.perf_counter(), time.process_time()
    with _streams(files):
        status = _status(source, folder)
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    errors = files[2].read_bytes()[-STDERR_TAIL:]
    return Ended(status, None, wall, cpu, None, errors), files[1].read_bytes()


@contextmanager
def _streams(files: list[Path]) -> Iterator[None]:
    """Put files in the place of the standard streams, down to their numbers."""
    kept = [os.dup(number) for number in range(3)]
    before = sys.stdin, sys.stdout, sys.stderr
    for number, path in enumerate(files):
        opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  (closed with its number)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(_Held(number, "w", closefd=False)), "utf-8")
        for number in (1, 2)
    )
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for number, old in enumerate(kept):
            os.dup2(old, number)
            os.close(old)


def _status(source: bytes, folder: Path) -> int:
    """Run the program as ``python3 program.py`` would; return its exit status."""
    module, main = ModuleType("__main__"), sys.modules["__main__"]
    sys.modules["__main__"], sys.argv = module, [NAME]
    os.chdir(folder)
    status = 0
    try:
        code: CodeType = compile(source, NAME, "exec", dont_inherit=True)
        exec(code, module.__dict__)
    except SystemExit as end:
        status = _exit_status(end.code)
    except BaseException as error:
        _tell(error)
        status = 1
    finally:
        sys.modules["__main__"] = main
    try:
        for stream in sys.stdout, sys.stderr:
            stream.flush()
    except OSError as error:
        os.write(2, f"{error}\n".encode())
        status = 1
    return status


def _exit_status(code: object) -> int:
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


def _tell(error: BaseException) -> None:
    """Write the traceback, without the lines of this module."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != NAME:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
