"""A program of the reader's, run in this Python: bytes in, bytes out, and how it ended."""

import errno
import io
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir
from types import CodeType, ModuleType
from typing import Any

from cardjudge.language import say
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import STDERR_TAIL, Ended
from cardjudge.stdio import Lines

NAME = "program.py"
MOST_OUTPUT = 16 * MIB
_WRITING = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class _Held(io.FileIO):
    """A file that refuses to grow too large, as the system would."""

    refused = False

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > MOST_OUTPUT:
            _Held.refused = True
            raise OSError(errno.EFBIG, "File too large")
        return super().write(data) or 0


def run(source: bytes, stdin: Path) -> tuple[Ended, bytes]:
    """Run a program on an input; return how it ended, and what it wrote to standard output."""
    return _held(stdin, "out", lambda: _status(source))


def contest(source: bytes, stdin: Path) -> tuple[Ended, bytes]:
    """Let a contestant of blackjack play, as ``blackjack-judge --player`` does.

    Return how the judge ended, and its verdict.
    """
    from blackjack_judge.conversation import STOPPED, Conversation, Verdict, play_here
    from blackjack_judge.judge import Setting, judge
    from blackjack_judge.text import ending

    def play(conversation: Conversation, _: Setting) -> None:
        seated: Callable[[dict[str, Any]], Any] = _Contestant
        status = _status(source, lambda names: play_here(conversation, seated(names)))
        if conversation.verdict is None:
            conversation.end(Verdict(STOPPED, ending(status)))

    told: list[str] = []
    seed = Lines(BytesIO(stdin.read_bytes()))
    ended, _ = _held(Path(os.devnull), "err", lambda: judge(seed, told.append, play))
    return ended, "".join(told).encode()


class _Contestant:
    """The ``play()`` of a file: the functions that it has imported ask the seat of this process."""

    def __init__(self, names: dict[str, Any]) -> None:
        if not callable(play := names.get("play")):
            raise SystemExit(say("{path} 裡沒有 play()", path=NAME))
        self._play = play

    def play(self, seat: Any) -> None:
        from blackjack_judge import player

        player._seat._ask = seat._ask
        self._play()


def _held(stdin: Path, output: str, act: Callable[[], int]) -> tuple[Ended, bytes]:
    """Act with files for standard streams; return how it ended, and what was written to one."""
    folder = Path(gettempdir(), "run")
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    _Held.refused = False
    started, used = time.perf_counter(), time.process_time()
    with _streams([stdin, folder / output, folder / "err"]):
        status = act()
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    errors = (folder / "err").read_bytes()[-STDERR_TAIL:]
    ended = Ended(status, "output" if _Held.refused else None, wall, cpu, None, errors)
    return ended, (folder / output).read_bytes()


@contextmanager
def _streams(files: list[Path]) -> Iterator[None]:
    """Put files in the place of the standard streams, down to their numbers."""
    kept = [os.dup(number) for number in range(3)]
    before = sys.stdin, sys.stdout, sys.stderr
    for number, path in enumerate(files):
        opened = os.open(path, _WRITING if number else os.O_RDONLY)
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


def _status(source: bytes, then: Callable[[dict[str, Any]], object] = id) -> int:
    """Run the program as ``python3 program.py`` would; return its exit status.

    What it has defined is handed on `then`.
    """
    Path(NAME).write_bytes(source)
    module, main = ModuleType("__main__"), sys.modules["__main__"]
    sys.modules["__main__"], sys.argv = module, [NAME]
    status = 0
    try:
        code: CodeType = compile(source, NAME, "exec", dont_inherit=True)
        exec(code, module.__dict__)
        then(module.__dict__)
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
