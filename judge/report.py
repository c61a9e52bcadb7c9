"""What people and programs are told of the results: plain lines, a table, and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardjudge.programs.process import Limits
from judge import text
from judge.compare import Verdict
from judge.diff import side_by_side
from judge.explain import printable
from judge.runner import Result

_EXPLAINED = 3
"""How many failed cases are explained: never a wall."""
_LEAST_WIDTH = 40
"""A narrower terminal breaks the lines of the table, where Rich would leave verdicts out."""
_STYLES = {Verdict.AC: "green", Verdict.PE: "yellow", Verdict.WA: "red"}


class Report:
    """Tells a person of results: each as it comes, on a terminal all at the end in a table."""

    def __init__(
        self,
        names: Sequence[str],
        limits: Limits,
        diff: bool = False,
        console: Console | None = None,
    ) -> None:
        self._console = console or Console(highlight=False)
        self._console.width = max(self._console.width, _LEAST_WIDTH)
        self._limits = limits
        self._diff = diff
        self._of = len(names)
        self._width = max(cell_len(printable(name)) for name in names)
        self._results: list[Result] = []
        self._failed = 0

    def add(self, result: Result) -> None:
        """Tell of the next result."""
        self._results.append(result)
        if not self._console.is_terminal:
            name = printable(result.case.name)
            name += " " * (self._width - cell_len(name))
            cpu, wall, memory = text.usage(result.ended)
            row = f"{result.verdict:3}  {name}  {cpu:>7}  {wall:>7}  {memory:>7}"
            self._say(f"{row}  {text.reason(result, self._limits)}".rstrip())
            self._explain(result)

    def end(self) -> None:
        """Tell of all results together."""
        if self._console.is_terminal and self._results:
            self._console.print(self._table())
            for result in self._results:
                self._explain(result)
        if self._failed > _EXPLAINED:
            self._say(text.not_explained(self._failed - _EXPLAINED))
        self._say(text.counted(self._results, self._of))

    def _say(self, line: str, style: str = "") -> None:
        if self._console.is_terminal:
            self._console.print(Text(line, style), soft_wrap=True)
        else:
            print(line, file=self._console.file, flush=True)

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("判定")
        table.add_column("測試", overflow="fold")
        for column in "CPU", "時間", "記憶體":
            table.add_column(column, justify="right", no_wrap=True)
        table.add_column("原因", overflow="fold")
        for result in self._results:
            verdict = Text(result.verdict, _STYLES.get(result.verdict, "magenta"))
            why = Text(text.reason(result, self._limits))
            used = (Text(amount) for amount in text.usage(result.ended))
            table.add_row(verdict, Text(printable(result.case.name)), *used, why)
        return table

    def _explain(self, result: Result) -> None:
        self._failed += result.verdict is not Verdict.AC
        if result.verdict is Verdict.AC or self._failed > _EXPLAINED:
            return
        rows = text.explanation(result)
        if rows and self._console.is_terminal:
            self._say(f"\n{result.verdict}  {printable(result.case.name)}", "bold")
        for row in rows:
            self._say(f"     {row}")
        if self._diff and result.difference is not None and not result.on_stderr:
            self._console.print(side_by_side(result.case.expected(), result.output))


def write_json(
    path: Path, command: Sequence[str], results: Sequence[Result], limits: Limits
) -> None:
    """Write all that is known as JSON; times in seconds, memory in bytes."""
    counts = Counter(result.verdict for result in results)
    document = {
        "command": list(command),
        "limits": limits._asdict(),
        "accepted": all(result.verdict is Verdict.AC for result in results),
        "counts": {verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
        "cases": [_as_json(result, limits) for result in results],
    }
    written = json.dumps(document, ensure_ascii=False, indent=2)
    path.write_text(f"{written}\n", encoding="utf-8", errors="backslashreplace", newline="\n")


def write_transcript(path: Path, results: Sequence[Result]) -> None:
    """Write what was said, one conversation after the other; several begin with their names."""
    rows = []
    for result in results:
        rows += [f"= {result.case.name}"] if len(results) > 1 else []
        rows += result.transcript
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8", newline="\n")


def _as_json(result: Result, limits: Limits) -> dict[str, Any]:
    ended, found = result.ended, result.difference
    told: dict[str, Any] = {
        "name": result.case.name,
        "verdict": result.verdict,
        "reason": text.reason(result, limits),
        "status": ended.status,
        "cpu": round(ended.cpu, 6),
        "wall": round(ended.wall, 6),
        "memory": ended.memory,
        "stderr": ended.stderr.decode(errors="backslashreplace"),
        "comment": result.comment,
    }
    if found is not None:
        told["difference"] = {
            "stream": "stderr" if result.on_stderr else "stdout",
            "expected": found.expected._asdict(),
            "came": found.came._asdict(),
            "hint": found.hint.name.lower() if found.hint else None,
        }
    return told
