"""The user's mistakes: each becomes one line on standard error and exit status 2."""

from __future__ import annotations

import errno
import os
import sys

from cardjudge.language import listed, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_LONGEST = 40
_PICTURES = {n: 0x2400 + n for n in range(32) if chr(n) not in "\t\n"}
_PICTURES |= dict.fromkeys(range(127, 160), 0xFFFD)
"""By control character, a character that does nothing and is as wide as others."""
_REASONS: dict[int | None, str] = {
    errno.ENOENT: "沒有這個檔案或資料夾",
    errno.EACCES: "沒有權限",
    errno.EPERM: "不被允許",
    errno.EEXIST: "已經存在",
    errno.EISDIR: "這是資料夾",
    errno.ENOTDIR: "路徑中有一段不是資料夾",
    errno.ENOSPC: "磁碟滿了",
    errno.EDQUOT: "超過磁碟配額",
    errno.EFBIG: "檔案超過大小上限",
    errno.EBADF: "輸出沒有開啟",
    errno.EIO: "讀寫裝置失敗",
    errno.ELOOP: "連結繞成一圈",
    errno.EROFS: "這裡是唯讀的",
    errno.ENAMETOOLONG: "名字太長",
    errno.ENOEXEC: "這台電腦不能執行這種檔案",
    errno.EAGAIN: "行程與執行緒已達上限，ulimit -u 可以調高",
    errno.ENOMEM: "記憶體不足",
    errno.ENOSYS: "核心沒有這個功能，或容器擋住了它",
}


class UserError(Exception):
    """Wrong usage: a template for `say` that names the mistake, and its parts.

    >>> raise UserError("沒有{name}這個檔案", name=quote("a.py"))
    Traceback (most recent call last):
    cardjudge.errors.UserError: 沒有「a.py」這個檔案
    """

    def __init__(self, template: str, /, **parts: object) -> None:
        super().__init__(template)
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        return say(self.template, **self.parts)


class InputError(UserError):
    """Wrong input: its line, counted from 1, and the reason."""

    def __init__(self, line: int, template: str, /, **parts: object) -> None:
        super().__init__(template, **parts)
        self.args = line, template  # pickle passes them to the constructor
        self.line = line

    def __str__(self) -> str:
        return say("第 {line} 行：{reason}", line=self.line, reason=super().__str__())


class LostError(UserError):
    """The workers died before all work was done; the results that they yielded are right."""


def why(error: OSError | UserError) -> str:
    """Return the system's reason, in the user's language if the mistake is a common one."""
    if isinstance(error, UserError):
        return str(error)
    if error.errno == errno.EMFILE and sys.platform not in ("win32", "emscripten"):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return say("這裡同時只能開 {most} 個檔案，不夠用：ulimit -n 可以調高", most=most)
    if error.errno == errno.ENOENT and not error.filename and not os.stat(os.curdir).st_nlink:
        return say("目前的資料夾已經刪除了，先 cd 到別的資料夾")
    return say(_REASONS[error.errno]) if error.errno in _REASONS else error.strerror or str(error)


def with_file(error: OSError) -> str:
    """Return the system's reason with the file, or the folder that is missing."""
    if not error.filename or error.errno == errno.EMFILE:
        return why(error)
    folder = os.path.dirname(error.filename) if isinstance(error.filename, str) else ""
    if error.errno == errno.ENOENT and folder and not os.path.exists(folder):
        return say("沒有{folder}這個資料夾", folder=quote(folder))
    return say("{file}：{why}", file=error.filename, why=why(error))


def fault(error: BaseException, package: str = "", place: str = "") -> str:
    """Return the place, the kind and the text of an exception.

    The place is the innermost line in the files of the package, also of the cause, else `place`,
    else the innermost line.
    """
    from importlib.util import find_spec  # what failed to load is in no table of modules

    try:
        spec = find_spec(package)
    except ValueError:  # no package, or the main module
        spec = None
    folders = (spec and spec.submodule_search_locations) or ()
    own_file = (spec and spec.origin) or os.devnull
    theirs = tuple(f"{folder}{os.sep}" for folder in folders) or own_file
    lines = [*_lines(error), *(_lines(error.__cause__) if error.__cause__ else ())]
    own = [line for file, line in lines if file.startswith(theirs)]
    where = own[-1] if own else place or lines[-1][1]
    return say("{where}：{kind}：{error}", where=where, kind=type(error).__name__, error=error)


def _lines(error: BaseException) -> Iterator[tuple[str, str]]:
    """Yield the file and the place of each frame of an exception, the outermost first."""
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        yield file, f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        yield error.filename or "", f"{error.filename}:{error.lineno}"


def nearest(name: str, names: Collection[str]) -> list[str]:
    """Return the names close to a mistyped one; if none is close, those a little like it."""
    from difflib import get_close_matches

    names = [*names]
    return get_close_matches(name, names, cutoff=0.75) or get_close_matches(name, names)


def unknown(template: str, name: str, close: Iterable[str], others: Iterable[str]) -> UserError:
    """Return the error for an unknown name, with the closest names or else all others."""
    error = say(template, name=name)
    if close := [*close]:
        return UserError("{error}；是不是 {others}？", error=error, others=listed(close))
    if others := [*others]:
        return UserError("{error}（有的是：{known}）", error=error, known=listed(others))
    return UserError(template, name=name)


def unlisted(template: str, name: str, known: Iterable[str]) -> UserError:
    """Return the error for a name that is not in a list, with the closest ones and the list."""
    error = unknown(template, quote(name), nearest(name.lower(), known := [*known]), ())
    return UserError("{error}（有的是：{known}）", error=error, known=listed(known))


def quote(text: str) -> str:
    r"""Return offending text for an error line: shortened, with control characters made visible.

    >>> quote("S[1]\x1b[31m")
    '「S[1]\\x1b[31m」'
    """
    return say("「{text}」", text=visible(text, _LONGEST))


def visible(text: str, longest: int) -> str:
    """Return a stranger's text for one line, with the control characters made visible."""
    shown = text if len(text) <= longest else text[:longest] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown)


def visible_lines(text: str) -> str:
    """Return a stranger's text of several lines with the control characters made visible."""
    return text.translate(_PICTURES)
