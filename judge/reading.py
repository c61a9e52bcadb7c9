"""Whether a program reads the rest of a line instead of the next line, found by running it again.

A program that mixes reading words with reading lines is run on its input with two lines joined, and
a blank line before them: a reader of words passes over the blank line, and the rest of the line
that it leaves is the next line. If the output is right there, the mixture is the cause.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from cardjudge.language import say
from cardjudge.programs.keeper import private
from cardjudge.reasons import ONE_MORE
from judge.cases import Case
from judge.causes import Hint
from judge.runner import Result
from judge.verdicts import Verdict

_WORDS = re.compile(rb"\bnext(?:Int|Long|Double)?\s*\(\)|>>|\bscanf\s*\(")
_LINES = re.compile(rb"\b(?:nextLine|readLine|getline|f?gets)\s*\(")
_WHOLE = re.compile(rb"^[^#\n]*\bstdin(?:\.buffer)?\.read(?:lines)?\(", re.MULTILINE)
_EMPTIED = b"EOFError: EOF when reading a line"
_MOST_LINES = 6
"""Lines of the input, from the first, each of which is joined with the next one."""
_MOST_BYTES = 1 << 16
_AHEAD = 8
"""Lines of output beyond the difference that must be right if not all are."""
_ADDED = 100
"""Lines that another input has more; a program that finds none of them has read them before."""
_MIXED = (
    "nextInt()、next() 或 cin >> 之後再讀一行，只讀到那一行剩下的換行；"
    "把輸入的兩行接起來，這裡就對了"
)
_TAKEN = "sys.stdin.read() 已經讀走全部的輸入，之後的 input() 沒有東西可讀"
_UNEXPLAINED = {None, Hint.ENDS_EARLY, Hint.GOES_ON, Hint.EXTRA_LINES, Hint.MISSING_LINES}


def misread(judging: Callable[[Case], Result], text: bytes, result: Result) -> Result:
    """Return the result of a program, given with its source, and the cause if it misreads lines."""
    hint = result.difference and result.difference.hint
    if (
        result.verdict not in {Verdict.WA, Verdict.RE}
        or hint not in _UNEXPLAINED
        or result.of_input
        or say(ONE_MORE) in result.rule
        or result.on_stderr
        or not result.case.answers
    ):
        return result
    with result.case.input.open("rb") as file:
        data = file.read(_MOST_BYTES)
    if _WORDS.search(text) and _LINES.search(text):
        for one in _joined(data):
            again = _on(one, judging, result.case)
            if _is_better(result, again):
                return replace(result, of_input=say(_MIXED))
            if again.ended.exceeded:
                break
    elif _EMPTIED in result.ended.stderr and b"input(" in text and _WHOLE.search(text):
        again = _on(data + b"\n1" * _ADDED, judging, result.case)
        if _EMPTIED in again.ended.stderr:
            return replace(result, of_input=say(_TAKEN))
    return result


def _joined(data: bytes) -> Iterator[bytes]:
    """Yield inputs with one of the first lines joined, and with each single word joined."""
    rows = data.replace(b"\r", b"").removesuffix(b"\n").split(b"\n")
    counts = [len(row.split()) for row in rows]
    words = [at for at in range(len(rows) - 1) if counts[at] == 1 < counts[at + 1]]
    for chosen in [*([at] for at in range(len(rows) - 1)[:_MOST_LINES]), words]:
        yield b"".join(
            b" \n%b " % row if at in chosen else b"%b\n" % row for at, row in enumerate(rows)
        )


def _on(data: bytes, judging: Callable[[Case], Result], case: Case) -> Result:
    """Return the result on another input, by the same answer."""
    with private() as folder:
        (folder / "again.in").write_bytes(data)
        return judging(case._replace(input=folder / "again.in"))


def _is_better(result: Result, again: Result) -> bool:
    """Return whether the other output is right where this one is wrong; joining adds a blank."""
    if again.verdict is Verdict.AC or again.difference is None:
        return again.verdict is Verdict.AC
    wrong = result.difference.expected.line if result.difference else result.output.count(b"\n") + 1
    line, hint = again.difference.expected.line, again.difference.hint
    return line >= wrong + _AHEAD or (line >= wrong and hint is Hint.BLANKS)
