"""Reports of results for people and programs: lines, JSON, JUnit and transcripts."""

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cardjudge import files
from cardjudge.columns import folded, kept
from cardjudge.language import listed, say
from cardjudge.programs.process import Limits
from cardjudge.screen import show_progress
from judge import text
from judge.explain import printable
from judge.runner import Result
from judge.verdicts import Verdict

EXPLAINED = 3
"""Failed cases that are explained; more would fill the screen."""
_INDENT = 5
_LEAST_WIDTH = 30
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Report:
    """Prints passed tests as they come, and the failures at the end, where one looks.

    Up to three failures are explained, on a terminal as many as its height holds; the others are a
    line of names. Unless `input` is "no", a failure has the arguments, and the input if it is short
    or `input` is "full".
    """

    def __init__(self, names: Sequence[str], limits: Limits, console: Console, input: str) -> None:
        self._console, self._limits, self._input = console, limits, input
        self._of = len(names)
        self._room = max(self._console.width, _LEAST_WIDTH) if self._console.is_terminal else None
        self._width = max((cell_len(printable(name)) for name in names), default=0)
        if self._room is not None:
            self._width = min(self._width, self._room // 3)
        self.counts: Counter[Verdict] = Counter()
        self._by_checker = False
        self._explained: list[Result] = []
        self._failed: list[tuple[Verdict, str]] = []

    def add(self, result: Result) -> None:
        """Take the next result, and print it if the program passed."""
        self.counts[result.verdict] += 1
        self._by_checker |= text.is_by_checker(result)
        if result.verdict is Verdict.AC:
            show_progress("")
            self._print(result, self._row(result))
        else:
            self._failed.append((result.verdict, result.case.name))
            self._explained.append(replace(result, output=b""))
        if len(self._explained) > EXPLAINED:
            brief = [each for each in self._explained if not text.explanation(each)]
            self._explained.remove((brief or self._explained)[-1])
        if self._room is not None:
            show_progress(f"{self.counts.total()}/{self._of}")

    def end(self) -> None:
        """Print the failures, and the summary of all results."""
        show_progress("")
        blocks = [[*self._row(result), *self._explanation(result)] for result in self._explained]
        last = self._folded(text.summary(self.counts, self._of, self._by_checker))
        room = math.inf if self._room is None else self._console.height - len(last) - 1
        while len(blocks) > 1 and sum(map(len, blocks)) > room:
            blocks.pop()
        self._say_others({result.case.name for result in self._explained[: len(blocks)]})
        for result, block in zip(self._explained, blocks, strict=False):
            over = len(block) - int(min(room, len(block)))
            if over and self._input != "full":
                head = len(self._row(result))
                block[head : head + over + 1] = ["…"]
            self._print(result, block)
        for row in last:
            self._say(row)

    def _say_others(self, explained: Collection[str]) -> None:
        """Print the names of the failures that are not explained, by verdict."""
        others: dict[Verdict, list[str]] = {}
        for verdict, name in self._failed:
            if name not in explained:
                others.setdefault(verdict, []).append(printable(name))
        if others:
            names = listed(
                " ".join([kept(f"{verdict} {first}"), *rest])
                for verdict, (first, *rest) in others.items()
            )
            line = say("也沒有通過（--filter 名稱 只看一個）：{names}", names=names)
            for row in self._folded(line):
                self._say(row)

    def _print(self, result: Result, rows: Sequence[str]) -> None:
        """Print a result: the first row after its verdict, the others below."""
        self._say(rows[0], Text(f"{result.verdict:3}", result.verdict.style))
        for row in rows[1:]:
            self._say(" " * _INDENT + row)

    def _row(self, result: Result) -> list[str]:
        """Return the line of a result after its verdict, folded to the terminal."""
        name = printable(result.case.name)
        name += " " * (self._width - cell_len(name))
        cpu, wall, memory = text.usage(result.ended)
        used = f"{cpu:>7}  {wall:>7}  {memory:>8}"
        why = text.reason(result, self._limits)
        whole = f"{name}  {used}  {why}".rstrip()
        room = self._room and self._room - _INDENT
        if room is None or cell_len(whole) <= room:
            return [whole]
        head = [f"{name}  {used}"]
        if cell_len(*head) > room:
            head = [*self._folded(name, _INDENT), used.strip()]
        return [*head, *self._folded(why, _INDENT)]

    def _explanation(self, result: Result) -> list[str]:
        """Return the lines below a failure's first; the difference and its rule are the last."""
        rows = text.explanation(result, self._room and self._room - _INDENT)
        if self._input != "no" and result.case.input.is_file():
            rows = [*text.input_of(result.case, whole=self._input == "full"), *rows]
        return [part for row in rows for part in self._folded(row, _INDENT)]

    def _say(self, line: str, before: Text | None = None) -> None:
        if self._room is not None:
            whole = Text.assemble(before, "  ", line) if before else Text(line)
            self._console.print(whole, soft_wrap=True)
        else:
            print(f"{before}  {line}" if before else line, file=self._console.file, flush=True)

    def _folded(self, line: str, indent: int = 0) -> list[str]:
        """Return the rows of a line on the terminal, each after an indent."""
        return folded(line, self._room and self._room - indent)


def as_json(
    command: Sequence[str],
    results: Sequence[Result],
    limits: Limits,
    compile_error: str | None = None,
) -> dict[str, Any]:
    """Return all results as a JSON document; times in seconds, sizes in bytes."""
    counts = Counter(result.verdict for result in results)
    return {
        "command": list(command),
        "limits": limits._asdict(),
        "accepted": counts.keys() == {Verdict.AC},
        "compile_error": compile_error,
        "counts": {verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
        "cases": [case_as_json(result, limits) for result in results],
    }


def write_transcript(path: Path, results: Sequence[Result]) -> None:
    """Write the transcripts one after the other; several begin with their cases' names."""
    rows = []
    for result in results:
        rows += [f"= {result.case.name}"] if len(results) > 1 else []
        rows += result.transcript
    files.write(path, "".join(f"{row}\n" for row in rows))


def case_as_json(result: Result, limits: Limits) -> dict[str, Any]:
    """Return a result as a JSON object; times in seconds, sizes in bytes."""
    ended, difference = result.ended, result.difference
    return {
        "name": result.case.name,
        "input": str(result.case.input),
        "verdict": result.verdict,
        "reason": text.reason(result, limits),
        "status": ended.status,
        "cpu": round(ended.cpu, 6),
        "wall": round(ended.wall, 6),
        "memory": ended.memory,
        "stderr": ended.stderr.decode(errors="backslashreplace"),
        "comment": result.comment,
        "points": result.points,
        "rule": result.rule or None,
        "difference": difference
        and {
            "stream": "stderr" if result.on_stderr else "stdout",
            "expected": difference.expected._asdict(),
            "came": difference.came._asdict(),
            "hint": difference.hint.name.lower() if difference.hint else None,
        },
    }


def write_junit(path: Path, results: Sequence[Result], limits: Limits) -> None:
    """Write the results as JUnit, one suite per folder.

    A wrong answer is a failure, and any other verdict but AC an error.
    """
    from xml.etree import ElementTree as Tree  # loading it takes 10 ms

    folders: dict[str, list[Result]] = {}
    for result in results:
        case = result.case
        folder = Path(case.name).parent if case.source else case.input.parent
        folders.setdefault(str(folder), []).append(result)
    root = Tree.Element("testsuites", name="judge")
    for name, own in folders.items():
        tags = [result.verdict.tag for result in own]
        suite = Tree.SubElement(
            root,
            "testsuite",
            name=_xml(name),
            tests=str(len(tags)),
            failures=str(tags.count("failure")),
            errors=str(tags.count("error")),
            time=f"{sum(result.ended.wall for result in own):.6f}",
        )
        for tag, result in zip(tags, own, strict=True):
            test = Tree.SubElement(
                suite,
                "testcase",
                name=_xml(result.case.name.removeprefix(f"{name}/")),
                classname=_xml(name),
                time=f"{result.ended.wall:.6f}",
            )
            if tag:
                reason = _xml(text.reason(result, limits))
                entry = Tree.SubElement(test, tag, type=result.verdict, message=reason)
                entry.text = _xml("\n".join(text.explanation(result)))
            if result.ended.stderr:
                stderr = result.ended.stderr.decode(errors="backslashreplace")
                Tree.SubElement(test, "system-err").text = _xml(stderr)
    Tree.indent(root)
    files.write(path, Tree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")


def _xml(content: str) -> str:
    """Return the text with characters replaced that XML 1.0 forbids."""
    return _NOT_IN_XML.sub("\ufffd", content)
