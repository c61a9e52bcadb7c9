"""The cases of a folder: an input each, and beside it what a program should make of it."""

import os
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

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


class Lazy(Sequence[Any]):
    """Items that are made when their turn comes: all at once need not fit into memory."""

    def __init__(self, keys: Sequence[Any], made: Callable[[Any], Any]) -> None:
        self._keys, self._made = keys, made

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, index: Any) -> Any:
        found = self._keys[index]
        return [*map(self._made, found)] if isinstance(index, slice) else self._made(found)


def find(folders: Sequence[Path], pattern: str = "*", with_errors: bool = True) -> Sequence[Case]:
    """Return the cases whose NAME matches a glob pattern, folder by folder, in natural order.

    Without errors, those are left out in which the program should refuse its input. With several
    folders the name of a case begins with its folder. UserError for a folder that cannot be read,
    for a file beside an input that makes no sense, and where there is no case. What is kept of a
    case is its name: there may be very many.
    """
    found = []
    for folder in folders:
        demand_folder(folder)
        names = _names(folder)
        inputs = (stem for stem in names if ".in" in names[stem] and fnmatchcase(stem, pattern))
        for stem in sorted(inputs, key=natural):
            key = len(folders) > 1, folder, stem, names[stem]
            if _case(*key).status == 0 or with_errors:
                found.append(key)
    if not found:
        where = listed(quote(str(folder)) for folder in folders)
        if pattern == "*":
            raise UserError("{where}裡沒有測試", where=where)
        raise UserError("{where}裡沒有名稱符合{pattern}的測試", where=where, pattern=quote(pattern))
    return Lazy(found, lambda key: _case(*key))


def secret(folder: Path) -> list[Path]:
    """Return what no program may read: a folder of tests, and the files that links in it mean."""
    paths = (os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)
    return [folder, *(Path(path) for path in paths if os.path.islink(path))]


def demand_folder(folder: Path) -> None:
    """Raise UserError where there is no such folder of tests."""
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
    """Return a key that orders numbers in names by value: 2 before 10.

    >>> sorted(["case10", "case2", "case02"], key=natural)
    ['case02', 'case2', 'case10']
    """
    return re.sub("0*([0-9]+)", lambda found: f"\0{len(found[1]):03}{found[1]}", name), name


def _names(folder: Path) -> dict[str, frozenset[str]]:
    """Return the endings of the files of a folder by the rest of their names."""
    names: dict[str, frozenset[str]] = {}
    alike: dict[frozenset[str], frozenset[str]] = {}
    for entry in os.scandir(folder):
        stem, ending = os.path.splitext(entry.name)
        endings = names.get(stem, frozenset()) | {ending}
        names[stem] = alike.setdefault(endings, endings)
    return names


def _case(several: bool, folder: Path, stem: str, endings: frozenset[str]) -> Case:
    there = {ending: folder / f"{stem}{ending}" for ending in endings}
    answers = [there[ending] for ending in ANSWERS if ending in there]
    if len(answers) > 1:
        raise UserError("{path} 同時有 .out 和 .ans，不知道該用哪一個", path=there[".in"])
    stderr = there.get(".err")
    if stderr is not None and stderr.stat().st_size >= STDERR_TAIL:
        raise UserError("{path} 太大：要小於 {size} 個位元組", path=stderr, size=STDERR_TAIL)
    return Case(
        name=str(folder / stem) if several else stem,
        input=there[".in"],
        answer=answers[0] if answers else None,
        arguments=_arguments(there.get(".args")),
        status=_status(there.get(".status")),
        stderr=stderr,
    )


def _arguments(path: Path | None) -> tuple[str, ...]:
    """Split the arguments as a shell would; nothing in them is ever expanded."""
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
