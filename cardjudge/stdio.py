"""Bytes at the edge, text inside: how every judge reads, writes, fails and exits.

It imports only what Python has already loaded at its start, so that a judge starts as fast.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

from cardjudge import VERSION
from cardjudge.errors import InputError, UserError, fault, visible, why, with_file
from cardjudge.language import running, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, NoReturn, TypeAlias

    Write: TypeAlias = Callable[[str], object]
    Judge: TypeAlias = Callable[["Lines", Write], int]

OK, NEGATIVE, WRONG, INTERRUPTED = 0, 1, 2, 130
at_end: list[Callable[[], object]] = []
"""Called by `serve` before it ends the process, which skips the exit handlers of Python."""
unfinished: list[str] = []
"""What erases the line of progress that a terminal shows now."""
_BOM = b"\xef\xbb\xbf"
_BUFFER = 1 << 16
_LONGEST_ERROR = 1000
_NARROWEST = 20
"""The fewest columns of a terminal for which lines are folded; 0 means an unknown size."""


class Lines:
    r"""The lines of a UTF-8 byte stream, without line ends and trailing blanks, read on demand.

    A byte-order mark at the start and CRLF are accepted; a line that is not UTF-8 raises
    `InputError` when it is reached, so what follows the end of a game is never looked at.

    >>> list(Lines([b"\xef\xbb\xbf\xe7\x89\x8c \r\n", b"last"]))
    ['牌', 'last']
    """

    def __init__(self, stream: Iterable[bytes]) -> None:
        self._stream = stream
        self._raw = iter(stream)
        self.number = 0
        """The number of the line read last, counted from 1."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        raw = next(self._raw)
        if self.number == 0:
            raw = raw.removeprefix(_BOM)
            if not raw:
                raise StopIteration  # a byte-order mark alone is an empty input
        self.number += 1
        if not raw.endswith(b"\n"):
            self._raw = iter(())  # a terminal would ask for a second Ctrl-D
        try:
            return raw.decode().rstrip()
        except UnicodeDecodeError as error:
            wrong = raw[error.start]
            where = error.start + 1
            raise self.error(
                "第 {where} 個位元組 0x{wrong:02X} 不是 UTF-8{hint}",
                where=where,
                wrong=wrong,
                hint=encoding_hint(raw),
            ) from None

    def expect(self, what: str, /, **parts: object) -> str:
        """Return the next line; `InputError` if the input ends before it."""
        for line in self:
            return line
        raise InputError(self.number + 1, "輸入已經結束，缺少{what}", what=say(what, **parts))

    def rest(self) -> bytes:
        """Return the rest of the input as bytes, for input that is too large for line by line."""
        read = getattr(self._stream, "read", None)
        data: bytes = b"".join(self._raw) if read is None else read()
        return data if self.number else data.removeprefix(_BOM)

    def error(self, template: str, /, **parts: object) -> InputError:
        """Return the error for the line that was read last."""
        return InputError(self.number, template, **parts)


def encoding_hint(line: bytes) -> str:
    """Return a hint on the encoding of a line that is not UTF-8, or an empty text."""
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        return say(
            "；這是 UTF-16，PowerShell 的 > 和記事本的「Unicode」會這樣存："
            "改用 Out-File -Encoding utf8，或 iconv -f UTF-16 -t UTF-8 檔案 > 新檔案"
        )
    try:
        line.decode("big5")
    except UnicodeDecodeError:
        return ""
    return say(
        "；這像是 Big5，記事本的「ANSI」會這樣存：存檔時選 UTF-8，"
        "或 iconv -f BIG5 -t UTF-8 檔案 > 新檔案"
    )


def enter(app: str, judge: str = "", options: str = "") -> NoReturn:
    """Run a command, whose parts are named as ``module:name`` and are loaded when they are needed.

    The judge runs without arguments, or with its options alone; else the application runs.
    A shell that asks for completions calls without arguments, so that is checked first. Ctrl-C
    prints no traceback, even while modules are being loaded.
    """
    sys.unraisablehook = _end_if_interrupted
    package = app.partition(":")[0].partition(".")[0]
    running.append(package)
    try:
        words = sys.argv[1:]
        if f"_{package.upper()}_COMPLETE" in os.environ:
            _part(app).run()
        if words == ["--version"]:
            hold_descriptors()
            os._exit(guard(lambda: _print_version(package.replace("_", "-"))))
        if options and words and words[0].startswith("-"):
            _judge_with_options(judge, options, words)
        if words or not judge:
            _speak_utf8(words)
            _part(app).run()
        gc.disable()  # a collection takes as long as a game, and games leave no cycles
        serve(_part(judge))
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


def _speak_utf8(words: list[str]) -> None:
    """Start the command again in Python's UTF-8 mode if its locale has another encoding.

    Names of files are then the same text in every locale: under Big5 or Latin-1 a student's name
    was another one, and so a second student in the database. A judge run names no files.
    """
    begun = sys.orig_argv[len(sys.orig_argv) - len(words) :] == words  # not forked from another
    if begun and sys.getfilesystemencoding() != "utf-8" and os.environ.get("PYTHONUTF8") != "1":
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _end_if_interrupted(unraisable: Any) -> None:
    """Exit at a Ctrl-C inside a callback, such as those of imports: Python would ignore it."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _judge_with_options(name: str, options: str, words: Sequence[str]) -> None:
    """Judge with the given options; return if the application has to read them."""
    from cardjudge.doors import chosen

    if (values := chosen(_part(options), words)) is not None:
        gc.disable()
        judge = _part(name)
        serve(lambda lines, write: judge(lines, write, **values))


def _print_version(command: str) -> int:
    with _standard_output() as out:
        out.write(f"{command} {VERSION}\n".encode())
    return OK


def _part(name: str) -> Any:
    """Return the object that ``module:name`` names."""
    module, _, member = name.partition(":")
    package = module.partition(".")[0]
    try:
        return getattr(__import__(module, fromlist=[member]), member)
    except (Exception, SystemExit) as error:  # the package may be anybody's
        reason = fault(error, package)
        complain(say("{name} 載入失敗：{why}", name=package, why=reason))
        os._exit(WRONG)


def serve(judge: Judge) -> NoReturn:
    """Judge standard input to standard output and end the process with the judge's status.

    The process skips the interpreter's clean-up, which takes longer than judging a game; so no
    file may be open that is written only at exit.
    """
    hold_descriptors()
    status = guard(lambda: _judge_standard_streams(judge))
    for end in at_end:
        end()
    os._exit(status)


def hold_descriptors() -> None:
    """Open something in place of closed standard streams: input is then empty, output an error.

    Otherwise the next file that is opened would get the number of a standard stream, and receive
    what is written to that stream. A closed standard error is not an error.
    """
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, mode)


def guard(action: Callable[[], int], write: Callable[[str], object] | None = None) -> int:
    """Return the action's exit status; report a failure of the user or the system in one line.

    The line goes to standard error, or to `write`.
    """
    try:
        return action()
    except UserError as error:
        complain(str(error), write)
    except BrokenPipeError:
        return OK  # the reader of our output has closed it
    except KeyboardInterrupt:
        if unfinished:
            tell("")
        return INTERRUPTED
    except MemoryError:
        complain(say("記憶體不足"), write)
    except OSError as error:
        complain(with_file(error), write)
    except Exception as error:  # a failure of the kit must never look like a verdict
        if str(error) == "can't start new thread":  # Python does not say EAGAIN
            complain(why(OSError(errno.EAGAIN, "")), write)
            return WRONG
        complain(say("裁判本身出錯：{why}", why=fault(error)), write)
    return WRONG


def complain(message: str, write: Callable[[str], object] | None = None) -> None:
    """Write an error as one line to standard error, or pass it to `write`."""
    (write or tell)(say("錯誤：{message}", message=visible(message, _LONGEST_ERROR)))


def tell(message: str) -> None:
    """Write one line to standard error in UTF-8; a closed standard error is ignored.

    A terminal gets it folded between words.
    """
    try:
        room = os.get_terminal_size(2).columns
    except (OSError, ValueError):
        room = 0
    if _NARROWEST <= room < 2 * len(message):  # a wide character takes two columns
        from cardjudge.columns import folded

        message = "\n".join(folded(message, room))
    begin = "".join(unfinished)
    unfinished.clear()
    try:
        data = f"{begin}{message}\n".encode(errors="backslashreplace")
        if sys.platform == "win32" and sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.buffer.write(data)  # a Windows console takes UTF-8 only from Python's stream
            sys.stderr.flush()
        else:
            os.write(2, data)
    except OSError:
        pass


def _judge_standard_streams(judge: Judge) -> int:
    stdin = sys.stdin
    if stdin is not None and stdin.isatty():
        tell(say("從終端機讀取輸入：Ctrl-D 結束，Ctrl-C 中斷，加上 --help 看說明。"))
    with _standard_output() as out:  # flushed even if judging fails
        return judge(
            Lines(stdin.buffer if stdin is not None else ()), lambda text: out.write(text.encode())
        )


def _standard_output() -> Any:
    if sys.platform == "win32" and sys.stdout is not None and sys.stdout.isatty():
        return sys.stdout.buffer
    return open(1, "wb", buffering=_BUFFER, closefd=False)
