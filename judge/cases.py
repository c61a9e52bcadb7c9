"""The cases of a folder: each is an input and, beside it, the output expected of a program."""

import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import zip_longest
from pathlib import Path
from typing import Any, Self

from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from cardjudge.programs.process import STDERR_TAIL
from judge import layouts


@dataclass(frozen=True)
class Case:
    """An input file and the files of the same name beside it."""

    name: str
    input: Path
    answer: Path | None
    arguments: tuple[str, ...] = ()
    status: int = 0
    """The expected exit status."""
    stderr: Path | None = None
    """The file with the expected standard error; None if standard error does not count."""
    missing: Path | None = field(default=None, compare=False)
    """The path where an answer belongs."""
    copy_of: str | None = field(default=None, compare=False)
    """The file of which the input is a copy that does not last; empty for a generated input."""

    @property
    def lasting(self) -> str:
        """The path of the input that still exists after the command; empty if there is none."""
        return str(self.input) if self.copy_of is None else self.copy_of

    def expected(self) -> bytes:
        """Return the answer; UserError if there is none."""
        if self.answer is None:
            told = "{path} 沒有答案，應該在 {missing}；judge answers 可以記錄"
            raise UserError(told, path=self.input, missing=self.missing)
        return self.answer.read_bytes()

    def absolute(self) -> Self:
        """Return the case with absolute paths."""
        answer, stderr = (path and path.absolute() for path in (self.answer, self.stderr))
        return replace(self, input=self.input.absolute(), answer=answer, stderr=stderr)


class Lazy(Sequence[Any]):
    """A sequence that makes each item on access, so that memory need not hold all of them."""

    def __init__(self, keys: Sequence[Any], made: Callable[[Any], Any]) -> None:
        self._keys, self._made = keys, made

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, index: Any) -> Any:
        found = self._keys[index]
        return [*map(self._made, found)] if isinstance(index, slice) else self._made(found)


def find(folders: Sequence[Path], pattern: str = "*", with_errors: bool = True) -> Sequence[Case]:
    """Return the cases whose names match a glob pattern, folder by folder, in natural order.

    Without `with_errors`, cases with another exit status than 0 are left out. With several folders,
    the name of a case begins with its folder. UserError if a folder or a file beside an input
    cannot be read, or if there is no case. Only names are kept, because cases may be very many.
    """
    found, some = [], False
    for folder in folders:
        demand_folder(folder)
        tests = sorted(layouts.within(folder), key=lambda test: natural(test.name))
        some = some or bool(tests)
        for test, after in zip_longest(tests, tests[1:]):
            if after and after.name == test.name:
                raise UserError(
                    "{folder}裡有兩個測試都叫{name}",
                    folder=quote(str(folder)),
                    name=quote(test.name),
                )
            key = len(folders) > 1, folder, test
            if fits(test.name, pattern) and (_case(*key).status == 0 or with_errors):
                found.append(key)
    if not some:
        raise layouts.nothing(folders)
    if not found:
        where = listed(quote(str(folder)) for folder in folders)
        raise none_fits(where, pattern)
    return Lazy(found, lambda key: _case(*key))


def fits(name: str, pattern: str) -> bool:
    """Return whether the name of a test, or its last part, matches a glob pattern."""
    return fnmatchcase(name, pattern) or fnmatchcase(name.rpartition("/")[2], pattern)


def none_fits(where: str, pattern: str) -> UserError:
    """Return the error for a pattern that no name matches."""
    return UserError("{where}裡沒有名稱符合{pattern}的測試", where=where, pattern=quote(pattern))


def demand_answers(cases: Sequence[Case]) -> None:
    """Raise UserError for the first case without an answer."""
    for case in cases:
        if case.answer is None:
            case.expected()


def files(folder: Path) -> Iterator[Path]:
    """Yield the files of all tests in a folder."""
    for test in layouts.within(folder):
        yield from (folder / name for name in (test.input, *test.answers, *test.beside))


def secret(folder: Path) -> list[Path]:
    """Return the paths to hide from a program: a folder of tests, and all links in it."""
    paths = (os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)
    return [folder, *(Path(path) for path in paths if os.path.islink(path))]


OF_TESTS = (".in", ".out", ".ans")


def demand_folder(folder: Path) -> None:
    """Raise UserError if the path is not a folder."""
    if folder.is_file() and folder.suffix not in OF_TESTS:
        raise UserError("{file}是檔案，不是放測試的資料夾", file=quote(str(folder)))
    if folder.is_file():
        raise UserError(
            "{file}是檔案，要給的是放測試的資料夾 {folder}；judge 只用這個測試是 --filter {stem}",
            file=quote(str(folder)),
            folder=folder.parent,
            stem=folder.stem,
        )
    if not folder.is_dir():
        raise UserError("沒有{folder}這個資料夾", folder=quote(str(folder)))


def natural(name: str) -> tuple[str, str]:
    """Return a sort key that orders numbers in names by value: 2 before 10.

    >>> sorted(["case10", "case2", "case02"], key=natural)
    ['case02', 'case2', 'case10']
    """
    return re.sub("0*([0-9]+)", lambda found: f"\0{len(found[1]):03}{found[1]}", name), name


def _case(several: bool, folder: Path, test: layouts.Test) -> Case:
    if len(test.answers) > 1:
        names = listed(str(folder / name) for name in test.answers)
        raise UserError("{path} 有不只一個答案：{names}", path=folder / test.input, names=names)
    beside = {os.path.splitext(name)[1].lower(): folder / name for name in test.beside}
    stderr = beside.get(".err")
    if stderr is not None and stderr.stat().st_size >= STDERR_TAIL:
        raise UserError("{path} 太大：要小於 {size} 個位元組", path=stderr, size=STDERR_TAIL)
    return Case(
        name=str(folder / test.name) if several else test.name,
        input=folder / test.input,
        answer=folder / test.answers[0] if test.answers else None,
        arguments=_arguments(beside.get(".args")),
        status=_status(beside.get(".status")),
        stderr=stderr,
        missing=folder / test.missing,
    )


def _arguments(path: Path | None) -> tuple[str, ...]:
    """Split the arguments as a shell does, without any expansion."""
    if path is None:
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


def _status(path: Path | None) -> int:
    if path is None:
        return 0
    word = path.read_bytes().strip()
    if not re.fullmatch(rb"[0-9]{1,3}", word) or int(word) > 255:
        raise UserError("{path} 不是 0 到 255 的結束狀態", path=path)
    return int(word)
