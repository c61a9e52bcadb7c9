"""A test of a program: an input and, beside it, the output expected of a program."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple, Self

from cardjudge.errors import UserError
from cardjudge.language import listed
from cardjudge.programs.process import STDERR_TAIL

PARTS = ("sample", "secret")
"""The folders of a problem's tests: those of the statement, and those that students do not see."""


class Case(NamedTuple):
    """The files of a test, which are read when a program is judged."""

    name: str
    input: Path
    answers: tuple[Path, ...] = ()
    """The answer; a second one is a mistake."""
    beside: tuple[Path, ...] = ()
    """The ``.args``, ``.status`` and ``.err``, if they exist."""
    missing: Path | None = None
    """The path where an answer belongs."""
    hidden: bool = False
    """Whether students see only the verdict."""
    key: str = ""
    """In a class, a hash of the contents and of how they are judged."""
    source: str = ""
    """In a problem, the file of the problem that the test comes from."""
    sample: bool = False
    """In a problem, whether the statement shows the test."""

    @property
    def answer(self) -> Path | None:
        """The file with the answer; UserError for a second one."""
        if len(self.answers) > 1:
            names = listed(map(str, self.answers))
            raise UserError("{path} 有不只一個答案：{names}", path=self.input, names=names)
        return next(iter(self.answers), None)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the program, split as a shell does, without any expansion."""
        if (path := self._beside(".args")) is None:
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

    @property
    def status(self) -> int:
        """The expected exit status."""
        if (path := self._beside(".status")) is None:
            return 0
        word = path.read_bytes().strip()
        if not re.fullmatch(rb"[0-9]{1,3}", word) or int(word) > 255:
            raise UserError("{path} 不是 0 到 255 的結束狀態", path=path)
        return int(word)

    @property
    def stderr(self) -> Path | None:
        """The file with the expected standard error; None if standard error does not count."""
        path = self._beside(".err")
        if path is not None and path.stat().st_size >= STDERR_TAIL:
            raise UserError("{path} 太大：要小於 {size} 個位元組", path=path, size=STDERR_TAIL)
        return path

    @property
    def path(self) -> str:
        """In a problem, its name after the folder of its part."""
        return f"{PARTS[not self.sample]}/{self.name}"

    @property
    def files(self) -> tuple[Path, ...]:
        """All its files."""
        return self.input, *self.answers, *self.beside

    def contents(self) -> tuple[bytes, bytes]:
        """Return the input, and the answer; an answer that is missing is empty."""
        return self.input.read_bytes(), self.answer.read_bytes() if self.answer else b""

    def expected(self) -> bytes:
        """Return the answer; UserError if there is none."""
        if self.answer is None:
            template = "{path} 沒有答案，應該在 {missing}；judge answers 可以記錄"
            if similar := self._similar():
                template = "{path} 沒有答案；如果 {similar} 就是，要叫做 {missing}"
            raise UserError(template, path=self.input, missing=self.missing, similar=similar)
        return self.answer.read_bytes()

    def absolute(self) -> Self:
        """Return the case with absolute paths: a worker may have another working folder."""
        answers, beside = (
            tuple(map(Path.absolute, paths)) for paths in (self.answers, self.beside)
        )
        return self._replace(input=self.input.absolute(), answers=answers, beside=beside)

    def checked(self) -> Self:
        """Return the case; UserError for a file that cannot be used."""
        _ = self.answer, self.arguments, self.status, self.stderr
        return self

    def _similar(self) -> Path | None:
        """Return a file that may be the answer by its name, such as 1.sol or expected1.txt."""
        own, ending = self.input.stem, self.input.suffix
        around = r"\d" if own.isdecimal() else r"[^\W\d_]"
        name = re.compile(f"(?<!{around}){re.escape(own)}(?!{around})")
        others = {ending, ".args", ".status", ".err", ".in"}
        paths = sorted(self.input.parent.iterdir())
        return next((p for p in paths if p.suffix not in others and name.search(p.stem)), None)

    def _beside(self, ending: str) -> Path | None:
        return next((path for path in self.beside if path.suffix.lower() == ending), None)


def natural(name: str) -> tuple[str, str]:
    """Return a sort key that orders numbers in names by value: 2 before 10.

    >>> sorted(["case10", "case2", "case02"], key=natural)
    ['case02', 'case2', 'case10']
    """
    return re.sub("0*([0-9]+)", lambda number: f"\0{len(number[1]):03}{number[1]}", name), name
