"""Results as JUnit's XML, which tools of continuous integration read."""

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from cardjudge.programs.process import Limits
from judge import text
from judge.compare import Verdict
from judge.runner import Result

_TAGS = {Verdict.AC: "", Verdict.WA: "failure", Verdict.PE: "failure"}
"""What JUnit calls a verdict; all others are errors."""
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Suites:
    """Suites of results: a wrong answer is a failure, what ended badly an error."""

    def __init__(self, limits: Limits) -> None:
        self._root = ElementTree.Element("testsuites", name="judge")
        self._limits = limits

    def add(self, name: str, results: Sequence[Result]) -> None:
        """Add a suite."""
        tags = [*map(_tag, results)]
        suite = ElementTree.SubElement(
            self._root,
            "testsuite",
            name=_xml(name),
            tests=str(len(tags)),
            failures=str(tags.count("failure")),
            errors=str(tags.count("error")),
            time=f"{sum(result.ended.wall for result in results):.6f}",
        )
        for result in results:
            _add(suite, name, result, self._limits)

    def write(self, path: Path) -> None:
        """Write all suites."""
        ElementTree.indent(self._root)
        ElementTree.ElementTree(self._root).write(path, encoding="utf-8", xml_declaration=True)


def write_junit(path: Path, results: Sequence[Result], limits: Limits) -> None:
    """Write a suite for each folder."""
    suites = Suites(limits)
    folders: dict[str, list[Result]] = {}
    for result in results:
        folders.setdefault(str(result.case.input.parent), []).append(result)
    for folder, theirs in folders.items():
        suites.add(folder, theirs)
    suites.write(path)


def _add(suite: ElementTree.Element, folder: str, result: Result, limits: Limits) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=_xml(result.case.name.removeprefix(f"{folder}/")),
        classname=_xml(folder),
        time=f"{result.ended.wall:.6f}",
    )
    if tag := _tag(result):
        reason = _xml(text.reason(result, limits))
        entry = ElementTree.SubElement(case, tag, type=result.verdict, message=reason)
        entry.text = _xml("\n".join(text.explanation(result)))
    if result.ended.stderr:
        said = result.ended.stderr.decode(errors="backslashreplace")
        ElementTree.SubElement(case, "system-err").text = _xml(said)


def _tag(result: Result) -> str:
    return _TAGS.get(result.verdict, "error")


def _xml(shown: str) -> str:
    """Replace what XML 1.0 cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", shown)
