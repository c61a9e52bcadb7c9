"""Every sentence about a result, in the user's language."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cardjudge.language import listed, say, translated
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.process import Ended
from cardjudge.programs.signals import ending, overrun, refusal
from cardjudge.programs.source import Note
from judge.cases import Case
from judge.causes import Hint
from judge.explain import Difference, Side, byte_of, describe, needs_name, printable
from judge.runner import Result, verdict_of_end
from judge.verdicts import Verdict

_STDERR_LINES = 10
_CAUSE = re.compile(r"Exception in thread|panic: |\w*Error: |thread '.*' panicked")
"""Matches the line that names an error where a trace follows it, as in Java and Node."""
_INPUT_LINES, _INPUT_BYTES = 8, 1000
_LEAST_WAIT = 0.1
"""Fewest seconds without a processor that are reported."""
_LEAST_ROOM = 12
"""Columns shown around a difference, even on a narrower terminal."""

ENCODINGS = {"big5": "Big5", "utf-8-sig": "UTF-8 with BOM", "utf-16": "UTF-16"}
"""The encodings of sources that are converted to UTF-8, by their names in a note."""

_BY_CHECKER = "檢查程式判定格式錯誤"
"""Meaning of PE if a checker found it."""


def is_by_checker(result: Result) -> bool:
    """Return whether a checker found the presentation error, not a comparison of bytes."""
    return result.verdict is Verdict.PE and result.difference is None


def is_partial(result: Result) -> bool:
    """Return whether a program is accepted with a part of the points that a checker gives."""
    return result.verdict is Verdict.AC and result.points is not None and result.points < 100


def meaning(result: Result) -> str:
    """Return the meaning of a verdict, in words."""
    if is_partial(result):
        return say("只得一部分的分數")
    return say(_BY_CHECKER if is_by_checker(result) else result.verdict.meaning)


def reason(result: Result, limits: Limits) -> str:
    """Return the reason for a verdict in a few words.

    For AC, that it has a part of the points, or a wait that saved it, or empty.
    """
    if result.verdict is Verdict.AC:
        if is_partial(result):
            what, why = meaning(result), _beginning(result.comment)
            return say("{what}：{why}", what=what, why=why) if why else what
        late = limits.wall is not None and result.ended.wall >= limits.wall
        return _waited(result.ended) if late else ""  # else it decided nothing
    how = failure(result.ended, limits, result.case.status)
    if result.waits_for_input:
        how = say("在等待輸入：忘了 flush？")
    if result.difference is not None:
        place = _place(result.difference, result.on_stderr)
        if verdict_of_end(result.ended, result.case.status) is Verdict.AC:
            return place
        return say("{what}；之後{how}", what=place, how=how)
    if result.arrived:
        return say("輸出正確，但是{how}", how=how)
    if result.comment or result.verdict in {Verdict.WA, Verdict.PE}:
        comment = result.comment or (_BY_CHECKER if result.verdict is Verdict.PE else "")
        return _beginning(comment)
    return how


def _beginning(comment: str) -> str:
    return printable(translated(comment.partition("\n")[0]))


def _place(difference: Difference, on_stderr: bool) -> str:
    where = "標準錯誤輸出第 {line} 行第 {column} 欄" if on_stderr else "第 {line} 行第 {column} 欄"
    place = say(where, line=difference.came.line, column=difference.came.column)
    if difference.hint is None:
        return place
    return say("{what}：{why}", what=place, why=say(difference.hint.value))


def conversion(note: Note) -> str:
    """Return the remark about a source that was converted to UTF-8."""
    template = "{file} 是 {encoding}，當成 UTF-8 編譯"
    return say(template, file=note.file, encoding=ENCODINGS[note.encoding])


def recording(path: Path, result: Result, limits: Limits) -> str:
    """Return a sentence that an answer was written, or why not."""
    if result.verdict is Verdict.AC:
        return say("寫入 {path}（{size} 個位元組）", path=path, size=len(result.output))
    how = failure(result.ended, limits, result.case.status)
    return say("沒有寫 {path}：{how}", path=path, how=how)


def failure(ended: Ended, limits: Limits, expected_status: int = 0) -> str:
    """Return how a program failed, in words."""
    return overrun(ended, limits) or ending(ended.status, expected_status)


def usage(ended: Ended) -> tuple[str, str, str]:
    """Return CPU time, wall time and peak memory, with units."""
    size = "–" if ended.memory is None else f"{ended.memory / MIB:.0f} MiB"
    return f"{ended.cpu:.2f} s", f"{ended.wall:.2f} s", size


def explanation(result: Result, room: int | None = None) -> list[str]:
    """Return the lines that explain a result beyond its reason: the difference and its rule last.

    `room` is the width in columns to which a line around a difference is cut; None means no limit.
    """
    refused = ""
    if result.verdict not in {Verdict.AC, Verdict.SE}:
        difference = result.difference
        printed = difference is not None and difference.hint is not Hint.NO_OUTPUT
        refused = refusal(result.ended, printed)
    rule = [*map(printable, result.rule.splitlines())]
    if rule:
        rule[0] = say("規則：{rule}", rule=rule[0])
    behind = say(result.of_input)
    if result.arrived is False:
        behind = behind or say("沒有收到任何輸出；可能還留在緩衝區裡")
    waited = _waited(result.ended) if result.verdict is Verdict.TLE else ""
    return [*_details(result, room), *rule, *filter(None, [behind, refused, waited])]


def _waited(ended: Ended) -> str:
    if ended.waited < _LEAST_WAIT:
        return ""
    return say("等處理器的 {seconds:.1f} 秒不算在經過的時間裡", seconds=ended.waited)


def _details(result: Result, room: int | None) -> list[str]:
    excerpts = [] if result.difference is None else _excerpts(result.difference, room)
    if result.verdict in {Verdict.RE, Verdict.OLE} and result.ended.stderr:
        rows = result.ended.stderr.decode(errors="surrogateescape").rstrip().split("\n")
        cut, last = rows[:-_STDERR_LINES], rows[-_STDERR_LINES:]
        cause = [row for row in cut if _CAUSE.match(row)][:1]
        shown = [*cause, "…", *last] if cut else last
        return [say("標準錯誤輸出："), *map(printable, shown), *excerpts]
    return excerpts or [printable(row) for row in result.comment.split("\n")[1 : 1 + _STDERR_LINES]]


def input_of(case: Case, whole: bool = False) -> list[str]:
    """Return the lines that show a case's arguments, and its input if `whole` or short."""
    lines = []
    if case.arguments:
        lines.append(say("參數 {words}", words=printable(" ".join(case.arguments))))
    with case.input.open("rb") as file:
        data = file.read(-1 if whole else _INPUT_BYTES + 1)
    rows = data.decode(errors="surrogateescape").splitlines()
    if not whole and (len(data) > _INPUT_BYTES or len(rows) > _INPUT_LINES):
        size = case.input.stat().st_size
        if "site-packages" in case.input.parts:
            return [*lines, say("輸入有 {size} 個位元組，--input full 會印出來", size=size)]
        path = printable(_short(case.input))
        return [*lines, say("輸入 {path}（{size} 個位元組）", path=path, size=size)]
    label, width = say("輸入是"), len(str(len(rows)))
    for number, row in enumerate(rows, 1):
        lines.append(f"{label} {number:{width}} │ {printable(row)}")
        label = " " * _columns(label)
    return lines


def _short(path: Path) -> str:
    """Return a path as seen from here or from the home folder."""
    for folder, before in (Path.cwd(), ""), (Path(os.path.expanduser("~")), "~/"):
        if path.is_relative_to(folder):
            return f"{before}{path.relative_to(folder)}"
    return str(path)


def summary(counts: Mapping[Verdict, int], of: int, by_checker: bool = False) -> str:
    """Return a sentence with the number of cases, and of each verdict."""
    judged = sum(counts.values())
    if not judged:
        return say("沒有執行任何測試（共 {of} 個）", of=of)
    of_runs = {verdict: counts.get(verdict, 0) for verdict in Verdict if verdict.of_run}
    verdicts = each_verdict(of_runs, by_checker)
    rest = say("，還有 {count} 個沒有執行", count=of - judged) if of > judged else ""
    return say("{judged} 個測試：{verdicts}", judged=judged, verdicts=verdicts) + rest


def each_verdict(counts: Mapping[Verdict, int], by_checker: bool) -> str:
    """Return the number of each verdict with its meaning."""
    meanings = {verdict: verdict.meaning for verdict in Verdict}
    meanings |= {Verdict.PE: _BY_CHECKER} if by_checker else {}
    return listed(
        say("{count} {verdict}（{meaning}）", count=count, verdict=verdict, meaning=say(meaning))
        for verdict, meaning in meanings.items()
        if (count := counts.get(verdict, 0))
    )


def _excerpts(difference: Difference, room: int | None) -> list[str]:
    expected, came = difference.expected, difference.came
    number = len(str(max(expected.line, came.line)))
    labels = both_sides()
    label = max(map(_columns, labels))
    upper, lower = (f"{text}{' ' * (label - _columns(text))}" for text in labels)
    left = label + number + 4
    first = expected.line - len(difference.context)
    context = [
        f"{' ' * label} {line:{number}} │ {row}"
        for line, row in enumerate(difference.context, start=first)
    ]
    sides = [_cut(side, None if room is None else room - left) for side in (expected, came)]
    names = [f"{upper} {in_words(expected.character)}", f"{lower} {in_words(came.character)}"]
    return [
        *(names if needs_name(expected.character, came.character) else []),
        *(context if room is None else [_cropped(row, room) for row in context]),
        f"{upper} {expected.line:{number}} │ {sides[0].excerpt}",
        f"{lower} {came.line:{number}} │ {sides[1].excerpt}",
        " " * (left + _columns(sides[1].excerpt[: sides[1].caret])) + "^",
    ]


def _cut(side: Side, room: int | None) -> Side:
    """Return a side of a difference, its line cut to `room` columns around the difference."""
    if room is None or _columns(side.excerpt) <= (room := max(room, _LEAST_ROOM)):
        return side
    before, after = side.excerpt[: side.caret], side.excerpt[side.caret :]
    after = _cropped(after, max(room // 3, room - _columns(before)))
    before = _cropped(before[::-1], room - _columns(after))[::-1]
    return side._replace(excerpt=before + after, caret=len(before))


def _cropped(text: str, room: int) -> str:
    if _columns(text) <= room:
        return text
    while _columns(text) > room - 1:
        text = text[:-1]
    return f"{text}…"


def both_sides() -> tuple[str, str]:
    """Return the labels of both sides of a difference."""
    return say("預期"), say("得到")


def in_words(character: str) -> str:
    """Return a character of an answer or an output in words; a byte if it is not UTF-8."""
    if not character:
        return say("檔案結尾")
    byte = byte_of(character)
    if byte is None:
        return describe(character)
    return say("位元組 0x{byte:02X}，不是 UTF-8", byte=byte)


def _columns(text: str) -> int:
    """Return the columns that a text takes; imports Rich only where there is a terminal."""
    from rich.cells import cell_len

    return cell_len(text)
