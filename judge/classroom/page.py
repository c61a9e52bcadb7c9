"""Grades as web pages: one table of the class and one page per student, each self-contained."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from cardjudge import files
from cardjudge.language import is_chinese, say
from cardjudge.programs.installed import installed
from cardjudge.programs.languages import Language, languages, version
from cardjudge.viewer import colours
from judge import text
from judge.classroom.grades import Grade, Marking, averages, decimal, distribution, summary
from judge.classroom.intake import file_name, name_of_feedback
from judge.explain import printable
from judge.runner import Result
from judge.verdicts import Verdict

_MOST = 4000
"""Characters shown of a file."""
_STUDENTS = "students"


def write_student(folder: Path, marking: Marking, grade: Grade) -> None:
    """Write a student's page into the folder of a class."""
    path = folder / _STUDENTS / file_name(grade.student, ".html")
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, _own(grade, marking, "../index.html"))


def write_class(folder: Path, grades: Sequence[Grade], passed: Mapping[str, int]) -> None:
    """Write the table of a class; `passed` is the number of students for each test."""
    rows = [(_link(grade), _who(grade), grade.score, grade) for grade in grades]
    words, points = [summary(grades), *averages(grades)], distribution(grades)
    folder.mkdir(parents=True, exist_ok=True)
    page = _page("class.html", rows=rows, words=words, points=points, passed=passed.items())
    files.write(folder / "index.html", page)


def feedback(packed: ZipFile, grade: Grade, marking: Marking) -> None:
    """Write a student's page into an archive, where the platform expects it.

    Of several students with one path, only the first has it.
    """
    path, own = (
        name.encode(errors="backslashreplace").decode()
        for name in (name_of_feedback(grade.handed_in.entry), file_name(grade.student, ".html"))
    )
    info = ZipInfo(own if path in packed.NameToInfo else path)
    text = _own(grade, marking).encode(errors="backslashreplace")
    packed.writestr(info, text, ZIP_DEFLATED)


def _own(grade: Grade, marking: Marking, up: str = "") -> str:
    score = f"{grade.score} / {decimal(grade.most)}"
    about = [score, grade.handed_in.language, grade.handed_in.entry.part_names]
    first = [] if grade.results else [grade.first_for_student]
    return _page(
        "student.html",
        grade=grade,
        up=up,
        who=_who(grade),
        about=" · ".join(filter(None, about)),
        tool=_tool(grade.handed_in.language),
        notes=[*grade.remarks, *grade.notes(), *first],
        groups=marking.groups,
        runs=[_run(result, marking) for result in grade.results],
    )


@cache
def _tool(name: str) -> str:
    """Return a language's command and the first line that its tool says of its version."""
    language = next((each for each in languages().values() if each.name == name), None)
    if language is None:
        return ""
    return " · ".join(filter(None, [version(language, installed().path), _command(language)]))


def _command(language: Language) -> str:
    """Return the command as a student types it in the folder of the program."""
    ending = language.endings[0]
    words = {"python": "python3", "sources": f"*{ending}", "main": f"main{ending}", "includes": ""}
    words["module"] = "commonjs"
    words |= dict.fromkeys(("folder", "made", "package", "beside"), ".")
    command = " ".join(language.compile if language.makes else language.run)
    return " ".join(re.sub(r"\{(\w+)\}", lambda it: words.get(it[1], "main"), command).split())


def _run(result: Result, marking: Marking) -> dict[str, Any]:
    if marking.hides(result.case):
        return {"result": result, "hidden": True}
    cpu, wall, memory = text.usage(result.ended)
    return {
        "result": result,
        "hidden": False,
        "usage": say("CPU {cpu} · 經過 {wall} · {memory}", cpu=cpu, wall=wall, memory=memory),
        "reason": text.reason(result, marking.limits),
        "explanation": "\n".join(text.explanation(result)),
        "transcript": "\n".join(result.transcript),
        "files": [(name, _shortened(data)) for name, data in _files(result)],
    }


def _files(result: Result) -> Iterator[tuple[str, bytes]]:
    yield "page｜輸入", _beginning(result.case.input)
    if result.case.answer is not None:
        yield "預期", _beginning(result.case.answer)
        if result.verdict is not Verdict.AC:
            yield "得到", result.output


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4 * _MOST)


def _shortened(data: bytes) -> str:
    words = data.decode(errors="replace")
    return words if len(words) <= _MOST else words[:_MOST] + "…"


def _link(grade: Grade) -> str:
    return f"{_STUDENTS}/{quote_url(file_name(grade.student, '.html'), errors='surrogateescape')}"


def _who(grade: Grade) -> str:
    return f"{grade.student} {grade.beside}".rstrip()


def _page(template: str, up: str = "", **parts: object) -> str:
    language = "zh-Hant-TW" if is_chinese() else "en"
    page = _templates().get_template(template).render(language=language, up=up, **parts)
    return f"{files.HTML}{page}"


@cache
def _templates() -> Environment:
    """Return the templates, which escape all text and make it printable."""
    jinja = Environment(
        loader=PackageLoader("judge.classroom", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
    inside = resources.files("judge.classroom.pages")
    style, script = (inside.joinpath(f"page.{kind}").read_text("utf-8") for kind in ("css", "js"))
    jinja.globals |= {"say": say, "style": Markup(colours() + style), "script": Markup(script)}
    jinja.filters |= {"lines": _lines, "decimal": decimal}
    return jinja


def _lines(words: str) -> Markup:
    return Markup("\n").join(printable(line) for line in words.expandtabs(4).split("\n"))
