"""What people and programs are told of results: lines as they come, JSON, and transcripts."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

from cardjudge.language import say
from cardjudge.programs.process import Limits
from judge import text
from judge.compare import Verdict
from judge.diff import side_by_side
from judge.explain import printable
from judge.runner import Result

_EXPLAINED = 3
"""How many failed cases are explained: never a wall."""
_INDENT = 5
_LEAST_WIDTH = 30
_STYLES = {Verdict.AC: "green", Verdict.PE: "yellow", Verdict.WA: "red"}


class Shown(NamedTuple):
    """What is shown of a failed case beside the first difference."""

    diff: bool = False
    """The whole of answer and output, side by side."""
    given: bool = False
    """What the program was given: its arguments, and its input where that is short."""


class Report:
    """Tells a person of results, each as it comes, in as many columns as the terminal has."""

    def __init__(
        self, names: Sequence[str], limits: Limits, shown: Shown, console: Console
    ) -> None:
        self._console = console
        self._limits = limits
        self._shown = shown
        self._of = len(names)
        self._room = max(self._console.width, _LEAST_WIDTH) if self._console.is_terminal else None
        self._width = max((cell_len(printable(name)) for name in names), default=0)
        if self._room is not None:
            self._width = min(self._width, self._room // 3)
        self.counts: Counter[Verdict] = Counter()

    def add(self, result: Result) -> None:
        """Tell of the next result."""
        self.counts[result.verdict] += 1
        style = _STYLES.get(result.verdict, "magenta")
        first, *others = self._row(result)
        self._say(first, Text(f"{result.verdict:3}", style))
        for row in others:
            self._say(" " * _INDENT + row)
        if result.verdict is not Verdict.AC and self._failed <= _EXPLAINED:
            self._explain(result)

    def end(self) -> None:
        """Tell of all results together."""
        if self._failed > _EXPLAINED:
            rest = "其他 {count} 個沒有通過的測試不再細說；用 --filter 名稱 可以只看一個。"
            self._say_folded(say(rest, count=self._failed - _EXPLAINED))
        self._say_folded(text.counted(self.counts, self._of))

    @property
    def _failed(self) -> int:
        return self.counts.total() - self.counts[Verdict.AC]

    def _row(self, result: Result) -> list[str]:
        """Return what is said of a result after its verdict, on as many lines as it needs."""
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
            head = [*self._folded(name, room), used.strip()]
        return [*head, *self._folded(why, room)]

    def _explain(self, result: Result) -> None:
        room = self._room and self._room - _INDENT
        rows = text.explanation(result, room)
        if self._shown.given and result.case.input.is_file():
            rows += text.given(result.case)
        for row in rows:
            for part in [row] if room is None else chop_cells(row, room):
                self._say(" " * _INDENT + part)
        if self._shown.diff and result.difference is not None and not result.on_stderr:
            line = min(result.difference.expected.line, result.difference.came.line)
            self._console.print(side_by_side(result.case.expected(), result.output, line))

    def _say(self, line: str, before: Text | None = None) -> None:
        if self._room is not None:
            whole = Text.assemble(before, "  ", line) if before else Text(line)
            self._console.print(whole, soft_wrap=True)
        else:
            print(f"{before}  {line}" if before else line, file=self._console.file, flush=True)

    def _say_folded(self, line: str) -> None:
        for row in [line] if self._room is None else self._folded(line, self._room):
            self._say(row)

    def _folded(self, line: str, room: int) -> list[str]:
        rows = (row.plain.rstrip() for row in Text(line).wrap(self._console, room))
        return [row for row in rows if row]


def as_json(command: Sequence[str], results: Sequence[Result], limits: Limits) -> dict[str, Any]:
    """Return all that is known, as JSON has it; times in seconds, sizes in bytes."""
    counts = Counter(result.verdict for result in results)
    return {
        "command": list(command),
        "limits": limits._asdict(),
        "accepted": all(result.verdict is Verdict.AC for result in results),
        "counts": {verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
        "cases": [case_as_json(result, limits) for result in results],
    }


def write_transcript(path: Path, results: Sequence[Result]) -> None:
    """Write what was said, one conversation after the other; several begin with their names."""
    rows = []
    for result in results:
        rows += [f"= {result.case.name}"] if len(results) > 1 else []
        rows += result.transcript
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8", newline="\n")


def case_as_json(result: Result, limits: Limits) -> dict[str, Any]:
    """Return all that is known of a result."""
    ended, found = result.ended, result.difference
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
        "difference": found
        and {
            "stream": "stderr" if result.on_stderr else "stdout",
            "expected": found.expected._asdict(),
            "came": found.came._asdict(),
            "hint": found.hint.name.lower() if found.hint else None,
        },
    }
