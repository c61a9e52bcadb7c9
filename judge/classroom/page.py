"""Grades as pages: a table of the class, and a page a student, each a file that needs no other."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib import resources
from pathlib import Path
from urllib.parse import quote as quote_url
from zipfile import ZIP_DEFLATED, ZipInfo

from cardjudge.language import is_chinese, say
from judge import text
from judge.classroom.grades import Grade, Marking, counted, shown
from judge.classroom.intake import name_of_feedback
from judge.compare import Verdict
from judge.explain import printable
from judge.runner import Result

_MOST = 4000
"""How many characters of a file are shown."""
_LONGEST_NAME = 200
_STUDENTS = "students"
_GRADES, _MESSAGES, _PASSED = "成績", "編譯器說的", "每個測試有多少人通過"
_SEARCH = "搜尋"
_SECRET, _TALK = "這個測試不公開", "對話的最後"


class Pages:
    """Writes the pages of a class: each student's as it comes, the table at the end."""

    def __init__(self, folder: Path, marking: Marking) -> None:
        self._folder, self._marking = folder, marking
        self._rows: list[str] = []
        self._verdicts: Counter[str] = Counter()
        self._by_checker = False
        self._passed: Counter[str] = Counter()
        (folder / _STUDENTS).mkdir(parents=True, exist_ok=True)

    def add(self, grade: Grade) -> None:
        """Write the page of a student."""
        nav = f'<nav><a href="../index.html">{_said(_GRADES)}</a></nav>\n'
        _write(self._folder / _STUDENTS / _file_name(grade), _own(grade, self._marking, nav))
        self._rows.append(_row(grade))
        self._verdicts[grade.verdict] += 1
        self._by_checker |= grade.by_checker
        self._passed.update(
            result.case.name for result in grade.results if result.verdict is Verdict.AC
        )

    def end(self) -> None:
        """Write the table."""
        heads = "".join(
            f'<th scope="col"><button>{_said(name)}</button></th>'
            for name in ("學生", "結果", "分數", "語言", "第一個沒有通過的")
        )
        students = len(self._rows)
        bars = "".join(
            f"<span>{_text(name)}</span>"
            f'<meter max="{students}" value="{self._passed[name]}"></meter>'
            f'<span class="number">{self._passed[name]}/{students}</span>'
            for name in (test.case.name for test in self._marking.tests)
        )
        verdicts = counted(self._verdicts, self._by_checker)
        body = (
            f"<h1>{_said(_GRADES)}</h1>\n<p>{_text(verdicts)}</p>\n"
            f'<p class="search"><label>{_said(_SEARCH)} <input type="search"></label></p>\n'
            f'<table id="class"><thead><tr>{heads}</tr></thead>\n<tbody>\n'
            + "\n".join(self._rows)
            + f"\n</tbody></table>\n<h2>{_said(_PASSED)}</h2>\n"
            f'<div class="bars">{bars}</div>'
        )
        _write(self._folder / "index.html", _page(say(_GRADES), body))


def feedback(grade: Grade, marking: Marking) -> tuple[ZipInfo, bytes]:
    """Return a student's own page, and where the platform looks for it in an archive."""
    name = name_of_feedback(grade.handed_in.entry)
    info = ZipInfo(name.encode(errors="backslashreplace").decode())
    info.compress_type = ZIP_DEFLATED
    return info, _own(grade, marking).encode(errors="backslashreplace")


def _own(grade: Grade, marking: Marking, nav: str = "") -> str:
    return _page(f"{_who(grade)} {grade.verdict}", nav + "\n".join(_student(grade, marking)))


def _row(grade: Grade) -> str:
    link = f"{_STUDENTS}/{quote_url(_file_name(grade), errors='surrogateescape')}"
    return (
        f'<tr><td><a href="{link}">{_text(_who(grade))}</a></td>'
        f"<td>{_verdict(grade.verdict)}</td>"
        f'<td class="number" data-key="{grade.points:.6f}">{shown(grade.points)}</td>'
        f'<td class="wide">{_text(grade.language)}</td>'
        f'<td class="more">{_text(grade.first)}</td></tr>'
    )


def _file_name(grade: Grade) -> str:
    """Return the name of a student's page: a number's, where the student's is none for a file."""
    name = grade.student.encode(errors="surrogateescape")
    fits = len(name) <= _LONGEST_NAME and b"/" not in name and b"\0" not in name
    return f"{grade.student if fits else sha256(name).hexdigest()}.html"


def _who(grade: Grade) -> str:
    return f"{grade.student} {grade.name}".rstrip()


def _student(grade: Grade, marking: Marking) -> Iterator[str]:
    yield f"<h1>{_text(_who(grade))} {_verdict(grade.verdict)}</h1>"
    told = (
        f"{shown(grade.points)} / {shown(grade.most)}",
        grade.language,
        grade.handed_in.entry.called,
    )
    yield f"<p>{_text(' · '.join(filter(None, told)))}</p>"
    for note in [*grade.remarks, *grade.notes()]:
        yield f"<p>{_text(note)}</p>"
    if not grade.results:
        yield f"<p>{_text(grade.first)}</p>"
    if grade.messages:
        yield f"<h2>{_said(_MESSAGES)}</h2>{_block(grade.messages)}"
    if len(marking.groups) > 1:
        yield from _groups(grade, marking)
    for test, result in zip(marking.tests, grade.results, strict=False):
        yield _test(result, marking, not marking.hides(test))


def _groups(grade: Grade, marking: Marking) -> Iterator[str]:
    passed = {result.case.name for result in grade.results if result.verdict is Verdict.AC}
    yield "<table><tbody>"
    for group in marking.groups:
        count = f"{len(passed & {*group.tests})}/{len(group.tests)}"
        points = f"{shown(grade.of_group(group))} / {shown(group.points)}"
        cells = f'<td class="number">{count}</td><td class="number">{points}</td>'
        name = group.name or say("其他測試")
        yield f"<tr><td>{_text(name)}</td>{cells}</tr>"
    yield "</tbody></table>"


def _test(result: Result, marking: Marking, shows: bool) -> str:
    head = f"{_verdict(str(result.verdict))} {_text(result.case.name)}"
    if not shows:
        return f"<details><summary>{head}</summary><p>{_said(_SECRET)}</p></details>"
    used = " · ".join(text.usage(result.ended))
    reason = text.reason(result, marking.limits)
    opened = "" if result.verdict is Verdict.AC else " open"
    parts = "".join(_parts(result))
    return (
        f'<details{opened}><summary>{head} <span class="number">{_text(used)}</span> '
        f"{_text(reason)}</summary>{parts}</details>"
    )


def _parts(result: Result) -> Iterator[str]:
    if explained := text.explanation(result):
        yield _block("\n".join(explained))
    if result.transcript:
        yield f"<div>{_said(_TALK)}{_block(chr(10).join(result.transcript))}</div>"
    yield '<div class="sides">'
    yield _file(say("輸入"), _beginning(result.case.input))
    if result.case.answer is not None:
        yield _file(say("預期"), _beginning(result.case.answer))
        if result.verdict is not Verdict.AC:
            yield _file(say("得到"), result.output)
    yield "</div>"


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4 * _MOST)


def _file(title: str, data: bytes) -> str:
    shown = data.decode(errors="replace")
    rest = "…" if len(shown) > _MOST else ""
    return f"<div>{escape(title)}{_block(shown[:_MOST] + rest)}</div>"


def _block(words: str) -> str:
    lines = (printable(line) for line in words.replace("\t", "    ").split("\n"))
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _verdict(verdict: str) -> str:
    return f'<span class="v {escape(verdict)}">{escape(verdict)}</span>'


def _said(template: str) -> str:
    return escape(say(template))


def _text(words: str) -> str:
    return escape(printable(words))


def _page(title: str, body: str) -> str:
    inside = resources.files("judge.classroom")
    style, script = (inside.joinpath(f"page.{kind}").read_text("utf-8") for kind in ("css", "js"))
    language = "zh-Hant-TW" if is_chinese() else "en"
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{_text(title)}</title>\n<style>\n{style}</style>\n<body>\n{body}\n"
        f"<script>\n{script}</script>\n"
    )


def _write(path: Path, page: str) -> None:
    path.write_text(page, encoding="utf-8", errors="backslashreplace", newline="\n")
