"""Results as JUnit's XML, which tools of continuous integration read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from cardjudge.programs.process import Limits
from judge import text
from judge.compare import Verdict
from judge.runner import Result

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(path: Path, results: Sequence[Result], limits: Limits) -> None:
    """Write the results as JUnit's XML: a wrong answer is a failure, what ended badly an error."""
    suites: dict[str, TestSuite] = {}
    for result in results:
        folder = str(result.case.input.parent)
        suite = suites.setdefault(folder, TestSuite(_xml(folder)))
        case = TestCase(_xml(result.case.input.stem), _xml(folder), round(result.ended.wall, 6))
        if result.verdict is not Verdict.AC:
            kind = Failure if result.verdict in {Verdict.WA, Verdict.PE} else Error
            entry = kind(_xml(text.reason(result, limits)), result.verdict)
            entry.text = _xml("\n".join(text.explanation(result)))
            case.result = [entry]
        if result.ended.stderr:
            case.system_err = _xml(result.ended.stderr.decode(errors="backslashreplace"))
        suite.add_testcase(case)
    document = JUnitXml("judge")
    for suite in suites.values():
        document.add_testsuite(suite)
    document.write(str(path), pretty=True)


def _xml(shown: str) -> str:
    """Replace what XML 1.0 cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", shown)
