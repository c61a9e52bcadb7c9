"""Reports of results: as text, as JSON and as JUnit's XML."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len, set_cell_size
from rich.console import Console

from cardjudge.programs.process import Ended, Limits
from judge.cases import Case
from judge.layouts import find
from judge.report import Report, as_json, write_junit
from judge.runner import Comparison, Program, Result
from judge.verdicts import Verdict
from tests.judge.conftest import python, write

LIMITS = Limits(wall=2.0, cpu=1.0, memory=256 << 20, output=64 << 20)
QUICK = Ended(status=0, exceeded=None, wall=0.03, cpu=0.02, memory=9 << 20, stderr=b"")
PROGRAM = """
import sys
word = sys.stdin.read()
sys.stderr.write("warning \\x1b[31m")
if word == "crash":
    raise SystemExit(3)
print(word)
"""


@pytest.fixture
def results(tmp_path: Path) -> list[Result]:
    write(tmp_path, good_in="1", good_out="1\n", 牌_in="1\n2\n3,\n4", 牌_out="1\n2\n3，\n4\n")
    write(tmp_path, crash_in="crash", crash_out="")
    runner = Comparison().judging(Program(tuple(python(PROGRAM)), Limits()))
    return [
        Result(
            result.case,
            result.verdict,
            result.ended._replace(wall=0.03, cpu=0.02, memory=9 << 20),
            result.difference,
            output=result.output,
        )
        for result in map(runner, find([tmp_path]))
    ]


def told(results: list[Result], of: int = 0, given: bool = False, **console: Any) -> str:
    file = StringIO()
    names = [result.case.name for result in results] + ["x"] * (of - len(results))
    shown = Console(
        file=file, highlight=False, color_system=None, **{"width": 60, "height": 1000, **console}
    )
    report = Report(names, LIMITS, shown, "short" if given else "no")
    for result in results:
        report.add(result)
    report.end()
    return file.getvalue()


def test_a_plain_report_explains_each_failure(results: list[Result]) -> None:
    assert (
        told(results)
        == """\
AC   good    0.02 s   0.03 s     9 MiB
RE   crash   0.02 s   0.03 s     9 MiB  結束狀態 3
     標準錯誤輸出：
     warning ␛[31m
WA   牌      0.02 s   0.03 s     9 MiB  第 3 行第 2 欄：全形與半形不同
     預期 ， U+FF0C FULLWIDTH COMMA
     得到 , U+002C COMMA
          1 │ 1
          2 │ 2
     預期 3 │ 3，↵
     得到 3 │ 3,↵
               ^
3 個測試：1 AC（通過）、1 WA（答案錯誤）、1 RE（執行時錯誤）
"""
    )


@pytest.mark.parametrize("width", [30, 60, 200])
def test_the_report_fits_a_terminal_of_any_width(results: list[Result], width: int) -> None:
    rows = told(results, given=True, force_terminal=True, width=width).splitlines()
    assert all(cell_len(row) <= width for row in rows)
    assert [row[:2] for row in rows if re.match("[A-Z]{2} ", row)] == ["AC", "RE", "WA"]
    shown = "".join(row.strip() for row in rows).replace(" ", "")
    assert "第3行第2欄：全形與半形不同" in shown
    assert "3個測試：1AC（通過）、1WA（答案錯誤）、1RE（執行時錯誤）" in shown
    (caret,) = (row.index("^") for row in rows if row.strip() == "^")
    came = next(row for row in rows if "得到 3 │ " in row)
    assert set_cell_size(came, caret + 1)[-1] == ","


def test_no_line_of_names_ends_with_a_verdict(results: list[Result]) -> None:
    results += [replace(each, case=Case(n, Path(n))) for n in "abcdefg" for each in results[1:3]]
    for width in range(30, 60):
        rows = told(results, force_terminal=True, width=width, height=10).splitlines()
        assert [row for row in rows if re.search("[：、](WA|RE)$", row)] == []


@pytest.mark.parametrize("width", [40, 200])
def test_a_long_line_is_cut_around_the_difference(tmp_path: Path, width: int) -> None:
    line = "牌" * 40 + "x" * 100
    write(tmp_path, long_in="", long_out=line[:60] + "紅" + line[60:] + "\n")
    (case,) = find([tmp_path])
    result = Comparison().judging(Program(tuple(python(f"print({line!r})")), Limits()))(case)
    rows = told([result], force_terminal=True, width=width).splitlines()
    assert all(cell_len(row) <= width for row in rows)
    caret = next(row.index("^") for row in rows if row.strip() == "^")
    expected, came = (
        next(row for row in rows if f"{label} 1 │" in row) for label in ("預期", "得到")
    )
    assert "紅" in expected
    assert max(map(cell_len, (expected, came))) >= min(width, 100) - 2
    assert came.strip()[-1] == came.strip()[7] == "…"
    assert set_cell_size(came, caret + 1)[-1] == "x"


def test_an_input_is_shown_if_it_is_short(results: list[Result]) -> None:
    crash, _, wide = results
    rows = told([crash, wide], given=True).splitlines()
    assert "     輸入是 1 │ crash" in rows
    at = rows.index("     輸入是 1 │ 1")
    assert rows[at + 1 : at + 4] == [f"            {line}" for line in ("2 │ 2", "3 │ 3,", "4 │ 4")]
    assert "輸入是" not in told([crash])
    crash.case.input.write_text("x" * 5000)
    assert f"     輸入 {crash.case.input}（5000 個位元組）" in told([crash], given=True)


@pytest.mark.parametrize(("height", "explained"), [(1000, 3), (24, 2), (14, 1), (7, 1)])
def test_what_explains_is_last_and_the_first_fits(
    results: list[Result], height: int, explained: int
) -> None:
    slow = Result(Case("slow", Path("slow.in")), Verdict.TLE, QUICK)
    wrong = [replace(results[2], case=Case(name, results[2].case.input)) for name in "abcd"]
    rows = told([slow, *wrong], of=9, force_terminal=True, width=100, height=height).splitlines()
    assert rows[0].endswith(f"：TLE slow、WA {' '.join('abcd'[explained:])}")
    heads = [number for number, row in enumerate(rows) if row.startswith("WA ")]
    assert len(heads) == explained
    assert len(rows) - heads[0] < height
    assert rows[-2].strip() == "^"
    assert rows[-1] == "5 個測試：4 WA（答案錯誤）、1 TLE（超過時間限制），還有 4 個沒有執行"


def test_json_contains_the_whole_result(results: list[Result], tmp_path: Path) -> None:
    document = json.loads(json.dumps(as_json(["./a.out", "牌"], results, LIMITS)))
    assert document["command"] == ["./a.out", "牌"]
    assert document["accepted"] is False
    assert document["counts"] == {"AC": 1, "WA": 1, "RE": 1}
    crash, good, wide = document["cases"]
    assert wide["input"] == str(tmp_path / "牌.in")
    assert (crash["verdict"], crash["status"], crash["stderr"]) == ("RE", 3, "warning \x1b[31m")
    assert (good["name"], good["verdict"], good["memory"]) == ("good", "AC", 9 << 20)
    assert wide["difference"]["expected"]["character"] == "，"
    assert (wide["difference"]["came"]["line"], wide["difference"]["came"]["column"]) == (3, 2)
    assert wide["difference"]["hint"] == "width"


def test_junit_is_valid_xml_whatever_a_program_prints(
    results: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / "results.xml"
    write_junit(path, results, LIMITS)
    (suite,) = ET.parse(path).getroot()
    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "3",
        "failures": "1",
        "errors": "1",
    }
    crash, good, wide = suite.findall("testcase")
    error, failure = crash.find("error"), wide.find("failure")
    assert error is not None
    assert failure is not None
    assert (error.get("type"), error.get("message")) == ("RE", "結束狀態 3")
    assert crash.findtext("system-err") == "warning \ufffd[31m"
    assert (good.get("name"), good.get("time"), list(good)[1:]) == ("good", "0.030000", [])
    assert "U+FF0C FULLWIDTH COMMA" in (failure.text or "")
