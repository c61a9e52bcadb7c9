"""Every sentence about a result, for a reader of Traditional Chinese."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len

from cardjudge.programs.process import Ended, Limits
from judge.compare import Verdict
from judge.explain import Difference, Hint, byte_of, describe, printable
from judge.recording import Recorded
from judge.runner import Result

MB = 1 << 20
_STDERR_LINES = 10

MEANING = {
    Verdict.AC: "通過",
    Verdict.WA: "答案錯誤",
    Verdict.PE: "只有空白或換行不同",
    Verdict.RE: "執行時錯誤",
    Verdict.TLE: "超過時間限制",
    Verdict.MLE: "超過記憶體限制",
    Verdict.OLE: "輸出太多",
    Verdict.SE: "系統錯誤，不是程式的錯",
}
_HINTS = {
    Hint.NO_OUTPUT: "程式沒有輸出任何東西",
    Hint.ENDS_EARLY: "輸出到這裡就結束了，後面還少了內容",
    Hint.GOES_ON: "應該到這裡就結束，卻多了內容",
    Hint.MISSING_NEWLINE: "最後一行少了換行",
    Hint.EXTRA_NEWLINE: "最後多了換行",
    Hint.TRAILING_BLANKS: "行尾的空白不同",
    Hint.CARRIAGE_RETURN: "換行多了 CR，是 Windows 的 CRLF",
    Hint.BYTE_ORDER_MARK: "多了看不見的 BOM",
    Hint.BIG5: "輸出的編碼是 Big5，應該是 UTF-8",
    Hint.NOT_UTF8: "輸出的編碼不是 UTF-8",
    Hint.WIDTH: "全形與半形不同",
    Hint.CASE: "大小寫不同",
    Hint.NORMALIZATION: "看起來一樣，組成的字元不同",
}
_SIGNALS = {
    signal.SIGSEGV: "存取了不該存取的記憶體",
    signal.SIGBUS: "存取了不該存取的記憶體",
    signal.SIGFPE: "除以零或算術錯誤",
    signal.SIGABRT: "程式自己中止，例如 assert 或例外",
    signal.SIGILL: "不合法的指令",
    signal.SIGPIPE: "輸出沒有人讀了",
    signal.SIGKILL: "被強制結束",
    signal.SIGXFSZ: "寫出的檔案太大",
}


def reason(result: Result, limits: Limits) -> str:
    """Say in a few words why a result has its verdict; nothing if it is accepted."""
    match result.verdict:
        case Verdict.AC:
            return ""
        case Verdict.WA | Verdict.PE | Verdict.SE:
            return _judged(result)
    if result.waits_for_input:
        return "在等待輸入：忘了 flush？"
    return failure(result.verdict, result.ended, limits, result.case.status)


def _judged(result: Result) -> str:
    if result.difference is None:
        return printable(result.comment.partition("\n")[0])
    where = "標準錯誤輸出" if result.on_stderr else ""
    side, hint = result.difference.came, result.difference.hint
    told = f"：{_HINTS[hint]}" if hint else ""
    return f"{where}第 {side.line} 行第 {side.column} 欄{told}"


def recorded(record: Recorded, limits: Limits) -> str:
    """Say that an answer was written, or why not."""
    if record.verdict is Verdict.AC:
        return f"寫入 {record.path}（{record.size} 個位元組）"
    how = failure(record.verdict, record.ended, limits, record.case.status)
    return f"沒有寫 {record.path}：{how}"


def failure(verdict: Verdict, ended: Ended, limits: Limits, expected_status: int = 0) -> str:
    """Say how a program ended that did not end well."""
    match verdict:
        case Verdict.TLE if ended.exceeded == "cpu":
            return f"CPU 時間超過 {limits.cpu:g} 秒"
        case Verdict.TLE:
            return f"經過的時間超過 {limits.wall:g} 秒"
        case Verdict.MLE:
            return f"記憶體超過 {megabytes(limits.memory)}"
        case Verdict.OLE:
            return f"輸出超過 {megabytes(limits.output)}"
    return ending(ended.status, expected_status)


def ending(status: int, expected: int = 0) -> str:
    """Name an exit status, or the signal that ended a program.

    >>> ending(-11)
    '訊號 SIGSEGV：存取了不該存取的記憶體'
    """
    if status < 0:
        number = next((known for known in signal.Signals if known == -status), None)
        told = f"：{_SIGNALS[number]}" if number in _SIGNALS else ""
        return f"訊號 {number.name if number else -status}{told}"
    return f"結束狀態 {status}" + (f"，應該是 {expected}" if expected else "")


def usage(ended: Ended) -> tuple[str, str, str]:
    """Return CPU time, wall time and peak memory."""
    return f"{ended.cpu:.2f} s", f"{ended.wall:.2f} s", megabytes(ended.memory)


def megabytes(size: int | None) -> str:
    """Write a number of bytes in MB of 2^20 bytes; what is not known is a dash."""
    return "–" if size is None else f"{size / MB:.0f} MB"


def explanation(result: Result) -> list[str]:
    """Return the lines that show a reader what went wrong, if there is more than its reason."""
    if result.difference is not None:
        return _pointed_at(result.difference)
    if result.verdict is Verdict.RE and result.ended.stderr:
        rows = result.ended.stderr.decode(errors="surrogateescape").rstrip().split("\n")
        cut = ["…"] if len(rows) > _STDERR_LINES else []
        return ["標準錯誤輸出：", *cut, *(printable(row) for row in rows[-_STDERR_LINES:])]
    return [printable(row) for row in result.comment.split("\n")[1:_STDERR_LINES]]


def counted(results: Sequence[Result], of: int) -> str:
    """Say how many cases there were, and how many have which verdict."""
    counts = Counter(result.verdict for result in results)
    listed = "、".join(
        f"{counts[verdict]} {verdict}（{MEANING[verdict]}）"
        for verdict in Verdict
        if counts[verdict]
    )
    rest = f"，還有 {of - len(results)} 個沒有執行" if of > len(results) else ""
    return f"{len(results)} 個測試：{listed}{rest}" if results else f"{of} 個測試都沒有執行"


def not_explained(count: int) -> str:
    """Say that there is more of the same."""
    return f"其他 {count} 個沒有通過的測試不再細說；用 --filter 名稱 可以只看一個。"


def _pointed_at(found: Difference) -> list[str]:
    expected, came = found.expected, found.came
    width = len(str(max(expected.line, came.line)))
    first = expected.line - len(found.context)
    context = [
        f"     {number:{width}} │ {row}" for number, row in enumerate(found.context, start=first)
    ]
    return [
        f"預期 {_named(expected.character)}",
        f"得到 {_named(came.character)}",
        *context,
        f"預期 {expected.line:{width}} │ {expected.excerpt}",
        f"得到 {came.line:{width}} │ {came.excerpt}",
        " " * (8 + width + cell_len(came.excerpt[: came.caret])) + "^",
    ]


def _named(character: str) -> str:
    if not character:
        return "檔案結尾"
    byte = byte_of(character)
    return describe(character) if byte is None else f"位元組 0x{byte:02X}，不是 UTF-8"
