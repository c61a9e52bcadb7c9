"""How a program ended and what the sandbox refused it, in words for students."""

import os
import re
import signal

from cardjudge.errors import visible
from cardjudge.files import toml
from cardjudge.language import say
from cardjudge.programs.limits import MIB, Ended, Exceeded, Limits

_TABLE = toml(__file__, "signals.toml")
SIGNALS: dict[int, str] = {
    signal.Signals[name]: meaning
    for name, meaning in _TABLE["signals"].items()
    if name in signal.Signals.__members__  # Windows has few of them
}
"""Meanings of the signals that a student may meet, by number."""


def _naming(words: bytes) -> list[re.Pattern[bytes]]:
    """Return patterns of how programs name a file before or after the words of an error."""
    quoted = rb"'([^'\n]+)'[^'\n]*(?:%b)", rb"(?:%b)[^\n]*?'([^'\n]+)'"
    patterns = (*quoted, rb"(?<![^\s:'\"(\]])([^\s:'\"(\]]+)[:'\"]* *\(?(?:%b)")
    return [re.compile(pattern % words, re.IGNORECASE) for pattern in patterns]


_DENIED = _naming(
    rb"Permission ?denied|PermissionDenied|EACCES|AccessDenied|Read-only file ?system|EROFS"
)
_NOT_FOUND = _naming(rb"No such file(?: or directory)?|NoSuchFile|ENOENT")
"""Words of a program that misses a file outside of its own /tmp."""
_SHARES = re.compile(rb"\b(SemLock|sem_open|shm_open|SharedMemory)\b")
"""Names of modules and functions that need /dev/shm."""
_SANITIZER = re.compile(rb"(Address|Leak|Thread|Memory)Sanitizer[^\n]*failed to allocate|"
                        rb"ReserveShadowMemoryRange failed")  # fmt: skip
"""Words of a sanitizer that cannot reserve its memory."""
_LONGEST = 300
"""Most characters shown of a path."""
_OVERRUN: dict[Exceeded, str] = {
    "cpu": "用掉的 CPU 時間超過 {seconds:g} 秒",
    "wall": "經過的時間超過 {seconds:g} 秒",
    "memory": "記憶體超過 {size:.0f} MiB",
    "output": "輸出超過 {size:.0f} MiB",
    "file": "寫出的檔案超過 {size:.0f} MiB",
}
_FROM_SHELL = 128
"""A shell adds this to the number of the signal that killed its program."""


def signal_in_words(number: int) -> str:
    """Return a signal's name and meaning.

    >>> signal_in_words(11), signal_in_words(63)
    ('訊號 SIGSEGV：存取了不該存取的記憶體', '訊號 63')
    """
    known = next((known.name for known in signal.Signals if known == number), number)
    if number not in SIGNALS:
        return say("訊號 {name}", name=known)
    return say("訊號 {name}：{meaning}", name=known, meaning=say(SIGNALS[number]))


def ending(status: int, expected: int = 0) -> str:
    """Return an exit status, or the signal that killed a program, in words.

    >>> ending(-11), ending(137)
    ('訊號 SIGSEGV：存取了不該存取的記憶體', '結束狀態 137（訊號 SIGKILL：被強制結束）')
    """
    if status < 0:
        return signal_in_words(-status)
    if expected:
        return say("結束狀態 {status}，應該是 {expected}", status=status, expected=expected)
    if status - _FROM_SHELL in SIGNALS:
        how = signal_in_words(status - _FROM_SHELL)
        return say("結束狀態 {status}（{how}）", status=status, how=how)
    return say("結束狀態 {status}", status=status)


def overrun(ended: Ended, limits: Limits) -> str:
    """Return the limit that a program exceeded, in words; empty if none."""
    seconds = limits.cpu if ended.exceeded == "cpu" else limits.wall
    size = limits.memory if ended.exceeded == "memory" else limits.output
    parts = {"seconds": seconds, "size": (size or 0) / MIB}
    return "" if ended.exceeded is None else say(_OVERRUN[ended.exceeded], **parts)


def refusal(ended: Ended, printed: bool = False) -> str:
    """Return what the sandbox refused and the option that allows it; empty if unknown.

    `printed` says that the program has printed a wrong answer, not nothing.
    """
    refused, stderr = ended.refused, ended.stderr
    if _SANITIZER.search(stderr):  # the limit of data also holds without a sandbox
        return say("AddressSanitizer 需要很大的位址空間，要有控制群組才行：見 docs/security.md")
    if not ended.held:
        return ""
    if b"forkserver" in stderr:
        return say(
            "沙箱不准 multiprocessing 的 forkserver（它要傳檔案描述子）；請改用 fork 或 spawn"
        )
    if _SHARES.search(stderr):
        return say("沙箱不准用 /dev/shm（multiprocessing 的鎖與佇列需要它）；--sandbox none 可以")
    for names in (*_DENIED, *_NOT_FOUND):
        match = names.search(stderr)
        if match and (names not in _NOT_FOUND or os.path.exists(match[1])):
            path = say("「{text}」", text=visible(match[1].decode(errors="replace"), _LONGEST))
            return say(
                "沙箱可能不准用{path}；--allow 讓程式可以讀它，要寫檔案請寫在 TMPDIR", path=path
            )
    if refused == ("socket",) and ended.status == 0 and printed and not stderr.strip():
        return ""  # it has done without: Java tries which kinds of sockets there are
    for row in _TABLE["refused"]:
        if not {*row["calls"]}.isdisjoint(refused):
            return say("{what}；--sandbox none 可以", what=say(row["says"]))
    if refused:
        return say("沙箱不准呼叫 {calls}；--sandbox none 可以", calls=refused[0])
    return ""
