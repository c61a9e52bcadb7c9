"""The cases of a folder: an input each, and beside it what a program should make of it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from cardjudge.programs.process import STDERR_TAIL

ANSWERS = (".out", ".ans")


@dataclass(frozen=True)
class Case:
    """An input file, and what the files of the same name beside it say."""

    name: str
    input: Path
    answer: Path | None
    arguments: tuple[str, ...] = ()
    status: int = 0
    """The exit status that the program should end with."""
    stderr: Path | None = None
    """What it should write to standard error, where that counts."""

    def expected(self) -> bytes:
        """Return the answer; UserError if there is none."""
        if self.answer is None:
            raise UserError("{path} 沒有答案：旁邊要有 .out 或 .ans", path=self.input)
        return self.answer.read_bytes()


def find(folders: Sequence[Path], pattern: str = "*", with_errors: bool = True) -> list[Case]:
    """Return the cases whose NAME matches a glob pattern, folder by folder, in natural order.

    Without errors, those are left out in which the program should refuse its input. With several
    folders the name of a case begins with its folder. UserError for a folder that cannot be read,
    for a file beside an input that makes no sense, and where there is no case.
    """
    cases = []
    for folder in folders:
        if not folder.is_dir():
            raise UserError("沒有{folder}這個資料夾", folder=quote(str(folder)))
        inputs = [path for path in folder.glob("*.in") if fnmatchcase(path.stem, pattern)]
        for path in sorted(inputs, key=lambda path: natural(path.stem)):
            case = _case(path, str(folder / path.stem) if len(folders) > 1 else path.stem)
            if with_errors or case.status == 0:
                cases.append(case)
    if not cases:
        where = listed(quote(str(folder)) for folder in folders)
        if pattern == "*":
            raise UserError("{where}裡沒有測試", where=where)
        raise UserError("{where}裡沒有名稱符合{pattern}的測試", where=where, pattern=quote(pattern))
    return cases


def natural(name: str) -> tuple[list[str | int], str]:
    """Return a key that orders numbers in names by value: 2 before 10.

    >>> sorted(["case10", "case2", "case02"], key=natural)
    ['case02', 'case2', 'case10']
    """
    words = re.split(r"([0-9]+)", name)
    return [int(word) if index % 2 else word for index, word in enumerate(words)], name


def _case(path: Path, name: str) -> Case:
    answers = [answer for suffix in ANSWERS if (answer := path.with_suffix(suffix)).exists()]
    if len(answers) > 1:
        raise UserError("{path} 同時有 .out 和 .ans，不知道該用哪一個", path=path)
    stderr = path.with_suffix(".err")
    if stderr.exists() and stderr.stat().st_size >= STDERR_TAIL:
        raise UserError("{path} 太大：要小於 {size} 個位元組", path=stderr, size=STDERR_TAIL)
    return Case(
        name=name,
        input=path,
        answer=answers[0] if answers else None,
        arguments=_arguments(path.with_suffix(".args")),
        status=_status(path.with_suffix(".status")),
        stderr=stderr if stderr.exists() else None,
    )


def _arguments(path: Path) -> tuple[str, ...]:
    """Split the arguments as a shell would; nothing in them is ever expanded."""
    if not path.exists():
        return ()
    try:
        text = path.read_text(encoding="utf-8")
        if "\0" in text:
            raise ValueError
        return tuple(shlex.split(text))
    except ValueError:  # an open quotation mark, a NUL, or bytes that are not UTF-8
        raise UserError(
            "{path} 不是一行參數：引號沒有成對、有 NUL，或不是 UTF-8", path=path
        ) from None


def _status(path: Path) -> int:
    if not path.exists():
        return 0
    word = path.read_bytes().strip()
    if not re.fullmatch(rb"[0-9]{1,3}", word) or int(word) > 255:
        raise UserError("{path} 不是 0 到 255 的結束狀態", path=path)
    return int(word)
