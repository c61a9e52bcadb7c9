"""Finds the tests of a folder, whose layout is recognised by the names of its files alone.

A layout in layouts.toml is a pattern of inputs with templates of their answers. Subfolders are
groups, down to three levels; hidden folders and links are not.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import toml
from cardjudge.language import listed, say
from judge.cases import PARTS, Case, natural

DEEPEST = 3
"""Levels of subfolders that are searched."""
_SHOWN = 4
_OF_KATTIS = {"invalid_input", "invalid_output", "valid_output", "answer_validator_errors"}
"""Folders beside those of tests in a package of Kattis: no program is judged by what is in them."""
_ROLES = {
    **dict.fromkeys(("in", "input", "inputs"), "in"),
    **dict.fromkeys(("out", "output", "outputs", "ans", "answer", "answers"), "out"),
}
_ANSWER = re.compile(
    r"out/(?P<name>(?:output|out(?=[-_\d]))?(?P<rest>[^/]*?))(?:\.(?:out|ans|a))?(?:\.txt)?",
    re.IGNORECASE,
)
_ALONE = re.compile(r"out/.*|.*\.(out|ans|gz)(\.txt)?|out(put)?[-_.]?\d\w*(\.txt)?", re.IGNORECASE)
"""Matches names that belong to a test: an answer, or a file to unpack."""
_SWAPPED = re.compile(r"^in(?:put)?(?![a-z])|\.in(?=\.txt$|$)", re.IGNORECASE)
"""Matches the words in an input's name that its answer's name replaces."""
BESIDE = (".args", ".status", ".err")


class _Layout(NamedTuple):
    example: str
    input: str
    answers: Sequence[str]
    alone: bool = False
    vague: bool = False


_LAYOUTS = [_Layout(**row) for row in toml(__file__, "layouts.toml")["layouts"]]


OF_TESTS = (".in", ".out", ".ans")


def find(folders: Sequence[Path], pattern: str = "*") -> list[Case]:
    """Return the cases whose names match a glob pattern, folder by folder, in natural order.

    With several folders, the name of a case begins with its folder. UserError if a folder or a file
    beside an input cannot be read, or if there is no case.
    """
    cases, some = [], False
    for folder in folders:
        demand_folder(folder)
        tests = sorted(within(folder), key=lambda case: natural(case.name))
        some = some or bool(tests)
        for case, after in pairwise([*tests, None]):
            assert case is not None
            if after and after.name == case.name:
                where, name = quote(str(folder)), quote(case.name)
                raise UserError("{folder}裡有兩個測試都叫{name}", folder=where, name=name)
            if fits(case.name, pattern):
                name = str(folder / case.name) if len(folders) > 1 else case.name
                cases.append(case.checked()._replace(name=name))
    if not some:
        raise nothing(folders)
    if not cases:
        raise none_fits(listed(quote(str(folder)) for folder in folders), pattern)
    return cases


def fits(name: str, pattern: str) -> bool:
    """Return whether the name of a test, or its last part, matches a glob pattern."""
    return fnmatchcase(name, pattern) or fnmatchcase(name.rpartition("/")[2], pattern)


def none_fits(where: str, pattern: str) -> UserError:
    """Return the error for a pattern that no name matches."""
    return UserError("{where}裡沒有名稱符合{pattern}的測試", where=where, pattern=quote(pattern))


def secret(folder: Path) -> list[Path]:
    """Return the paths to hide from a program: a folder of tests, and all links in it."""
    paths = (os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)
    return [folder, *(Path(path) for path in paths if os.path.islink(path))]


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


def within(folder: Path, deep: int = DEEPEST) -> Iterator[Case]:
    """Yield the tests of a folder and of the groups in it, in no order.

    UserError for two layouts in one folder, and for an input or answer that is no regular file.
    """
    groups = {entry.name for entry in _entries(folder) if entry.is_dir(follow_symlinks=False)}
    if groups.intersection(PARTS):
        groups -= _OF_KATTIS
    roles = {name: _ROLES[name.lower()] for name in groups if name.lower() in _ROLES}
    roles = roles if {*roles.values()} == {"in", "out"} else {}
    files, irregular = _files(folder, roles)
    cases = _of_files(files, folder)
    for path in irregular.intersection(path for case in cases for path in case.files):
        raise _no_file(path)
    _demand_inputs(files, cases, folder)
    answers = next((name for name, role in roles.items() if role == "out"), None)
    for case in cases:
        own = _SWAPPED.sub(
            lambda word: word[0].replace("in", "out").replace("IN", "OUT"), case.input.name
        )
        yield case if answers is None else case._replace(missing=folder / answers / own)
    for name in groups - roles.keys():
        if deep:
            for case in within(folder / name, deep - 1):
                yield case._replace(name=f"{name}/{case.name}")
        elif any(entry.name.endswith(OF_TESTS) for entry in _entries(folder / name)):
            raise UserError("{path} 太深：測試的資料夾最多三層", path=folder / name)


def _files(folder: Path, roles: Mapping[str, str]) -> tuple[dict[str, str], set[Path]]:
    """Return what is in a folder and in those with a role, and which of it is no regular file.

    Each path within the folder is mapped to the name that layouts match.
    """
    files, irregular = {}, set()
    for inside, role in {"": "", **roles}.items():
        for entry in _entries(folder / inside):
            if inside or not entry.is_dir(follow_symlinks=False):
                path = os.path.join(inside, entry.name)
                files[path] = os.path.join(role, entry.name)
                irregular |= set() if entry.is_file() else {folder / path}
    return files, irregular


def _demand_inputs(files: Mapping[str, str], cases: Sequence[Case], folder: Path) -> None:
    """Raise UserError for an answer, or a file to unpack, that belongs to no test."""
    used = {path for case in cases for path in case.files}
    for name, alias in sorted(files.items()):
        path = folder / name
        # a.out is a program
        if path not in used and _ALONE.fullmatch(alias) and not os.access(path, os.X_OK):
            raise UserError("{path} 不屬於任何測試：答案要有輸入，.gz 要先解開", path=path)


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder that are not hidden, one at a time: each keeps its stat."""
    return (entry for entry in os.scandir(folder) if not entry.name.startswith("."))


def nothing(folders: Collection[Path]) -> UserError:
    """Return the error for folders without a test; it names their files and explains a test."""
    where = listed(quote(str(folder)) for folder in folders)
    names = sorted(entry.name for folder in folders for entry in os.scandir(folder))
    visible = [name for name in names if not name.startswith(".")]
    there = say("是空的")
    if visible:
        there = say("只有 {names}", names=listed(visible[:_SHOWN]) + "…" * (len(visible) > _SHOWN))
    return UserError(
        "{where}裡沒有測試：{there}；一個測試是輸入和答案：{known}",
        where=where,
        there=there,
        known=listed(dict.fromkeys(layout.example for layout in _LAYOUTS)),
    )


def _of_files(files: Mapping[str, str], folder: Path) -> list[Case]:
    """Return the tests among files, which `files` maps to the names that layouts match."""
    pairs = [*_inputs(files, folder)]
    ways = {layout.example for layout, case in pairs if case.answers or layout.alone}
    ways = ways or {layout.example for layout, _ in pairs if not layout.vague}
    if len(ways) > 1:
        where, ordered = quote(str(folder)), listed(sorted(ways))
        raise UserError("{folder}裡的測試有兩種排法：{ways}", folder=where, ways=ordered)
    return [case for layout, case in pairs if layout.example in ways or not layout.vague]


def _inputs(files: Mapping[str, str], folder: Path) -> Iterator[tuple[_Layout, Case]]:
    """Yield each file that may be an input as a test, by a layout that finds its answer, if any."""
    index: dict[str, list[str]] = {}
    for name, alias in files.items():
        for key in {alias.lower(), *_stems(alias)}:
            index.setdefault(key, []).append(name)
    for name, alias in files.items():
        if fits := [*_read(name, alias, index, folder)]:
            yield min(fits, key=lambda fit: not fit[1].answers)


def _stems(alias: str) -> Iterator[str]:
    """Yield the names that templates of answers in a folder of their own may give."""
    if answer := _ANSWER.fullmatch(alias):
        yield f"out/{answer['name']}".lower()
        yield f"out/{answer['rest']}".lower()


def _read(
    name: str, alias: str, index: Mapping[str, Sequence[str]], folder: Path
) -> Iterator[tuple[_Layout, Case]]:
    """Yield the test whose input a file may be, for each layout that its name fits."""
    for layout in _LAYOUTS:
        if match := re.fullmatch(layout.input, alias, re.IGNORECASE):
            stem = match["name"]
            aliases = dict.fromkeys(match.expand(template) for template in layout.answers)
            fits = {path: None for key in aliases for path in index.get(key.lower(), ())}
            own = [path for path in fits if path.startswith(stem)]  # exact case before others
            beside = [path for end in BESIDE for path in index.get(f"{stem}{end}".lower(), ())]
            answers = [folder / path for path in own or fits]
            missing = answers[0] if answers else folder / next(iter(aliases))
            files = tuple(answers), tuple(folder / path for path in beside)
            yield layout, Case(stem, folder / name, *files, missing)


def _no_file(path: Path) -> UserError:
    if path.is_symlink() and not path.exists():
        return UserError("{path} 是連結，指到的檔案不存在", path=path)
    return UserError("{path} 不是檔案，是 FIFO、裝置或別的東西", path=path)
