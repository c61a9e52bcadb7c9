"""Layouts of tests in a folder, recognised by the names of its files alone.

A layout in layouts.toml is a pattern of inputs with templates of their answers. Subfolders are
groups, down to three levels; hidden folders and links are not.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import toml
from cardjudge.language import listed, say

DEEPEST = 3
"""Levels of subfolders that are searched."""
_SHOWN = 4
_ROLES = {
    **dict.fromkeys(("in", "input", "inputs"), "in"),
    **dict.fromkeys(("out", "output", "outputs", "ans", "answer", "answers"), "out"),
}
_ANSWER = re.compile(
    r"out/(?P<name>(?:output|out(?=[-_\d]))?(?P<rest>[^/]*?))(?:\.(?:out|ans|a))?(?:\.txt)?",
    re.IGNORECASE,
)
_SWAPPED = re.compile(r"^in(?:put)?(?![a-z])|\.in(?=\.txt$|$)", re.IGNORECASE)
"""Matches the words in an input's name that its answer's name replaces."""
BESIDE = (".args", ".status", ".err")


class Test(NamedTuple):
    """A test: its name, input, answers and further files, as paths within a folder."""

    name: str
    input: str
    missing: str
    """Path where an answer belongs; that of the first answer if there is one."""
    answers: tuple[str, ...]
    beside: tuple[str, ...]
    """Paths of its ``.args``, ``.status`` and ``.err``, if they exist."""

    def inside(self, group: str) -> "Test":
        """Return the test with paths from the folder that contains its group."""
        name, own, missing = (f"{group}/{each}" for each in self[:3])
        answers, beside = (tuple(f"{group}/{each}" for each in names) for names in self[3:])
        return Test(name, own, missing, answers, beside)


class _Layout(NamedTuple):
    example: str
    input: str
    answers: Sequence[str]
    alone: bool = False


_LAYOUTS = [_Layout(**row) for row in toml(__file__, "layouts.toml")["layouts"]]


def within(folder: Path, deep: int = DEEPEST) -> Iterator[Test]:
    """Yield the tests of a folder and of the groups in it, in no order.

    UserError for two layouts in one folder, and for an input or answer that is no regular file.
    """
    folders, files, strange = set(), {}, set()
    for entry in _seen(folder):
        if entry.is_dir(follow_symlinks=False):
            folders.add(entry.name)
            continue
        files[entry.name] = entry.name
        if not entry.is_file():
            strange.add(entry.name)
    roles = {name: _ROLES[name.lower()] for name in folders if name.lower() in _ROLES}
    roles = roles if {*roles.values()} == {"in", "out"} else {}
    for name, role in roles.items():
        for entry in _seen(folder / name):
            files[f"{name}/{entry.name}"] = f"{role}/{entry.name}"
            if not entry.is_file():
                strange.add(f"{name}/{entry.name}")
    for test in _of_files(files, folder):
        for name in strange.intersection((test.input, *test.answers, *test.beside)):
            raise _no_file(folder / name)
        for answers in [name for name, role in roles.items() if role == "out"][:1]:
            own = _SWAPPED.sub(_other_word, test.input.rpartition("/")[2])
            test = test._replace(missing=f"{answers}/{own}")
        yield test
    for name in folders - roles.keys() if deep else ():
        for test in within(folder / name, deep - 1):
            yield test.inside(name)


def _seen(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder that are not hidden, one at a time: each keeps its stat."""
    return (entry for entry in os.scandir(folder) if not entry.name.startswith("."))


def nothing(folders: Collection[Path]) -> UserError:
    """Return the error for folders without a test; it names their files and explains a test."""
    where = listed(quote(str(folder)) for folder in folders)
    names = sorted(entry.name for folder in folders for entry in os.scandir(folder))
    seen = [name for name in names if not name.startswith(".")]
    there = say("是空的")
    if seen:
        there = say("只有 {names}", names=listed(seen[:_SHOWN]) + "…" * (len(seen) > _SHOWN))
    return UserError(
        "{where}裡沒有測試：{there}；一個測試是 1.in 和答案 1.out，或 docs/judge.md 的其他排法",
        where=where,
        there=there,
    )


def _of_files(files: Mapping[str, str], folder: Path) -> Iterator[Test]:
    """Yield the tests among files; `files` maps each path to the name that layouts match."""
    there: dict[str, tuple[str, ...]] = {}
    for name, told in files.items():
        for key in {told.lower(), *_stems(told)}:
            there[key] = (*there.get(key, ()), name)
    sure: dict[str, list[Test]] = {}
    unsure: dict[str, list[Test]] = {}
    for name, told in files.items():
        found = [*_read(name, told, there)]
        for layout, test in sorted(found, key=lambda each: not each[1].answers)[:1]:
            kind = sure if test.answers or layout.alone else unsure
            kind.setdefault(layout.example, []).append(test)
    unsure.pop("" if "1 1.a" in sure else "1 1.a", None)  # a bare number fits several layouts
    found_ways = sure or unsure
    if len(found_ways) > 1:
        ways = listed(sorted(found_ways))
        raise UserError("{folder}裡的測試有兩種排法：{ways}", folder=quote(str(folder)), ways=ways)
    for example, tests in found_ways.items():
        yield from tests
        yield from unsure.get(example, ()) if sure else ()


def _other_word(found: re.Match[str]) -> str:
    return found[0].replace("in", "out").replace("IN", "OUT")


def _stems(told: str) -> Iterator[str]:
    """Yield the names that templates of answers in a folder of their own may give."""
    if answer := _ANSWER.fullmatch(told):
        yield f"out/{answer['name']}".lower()
        yield f"out/{answer['rest']}".lower()


def _read(
    name: str, told: str, there: Mapping[str, Sequence[str]]
) -> Iterator[tuple[_Layout, Test]]:
    """Yield the test whose input a file may be, for each layout that its name fits."""
    for layout in _LAYOUTS:
        if match := re.fullmatch(layout.input, told, re.IGNORECASE):
            stem = match["name"]
            wanted = dict.fromkeys(match.expand(each) for each in layout.answers)
            found = {each: None for key in wanted for each in there.get(key.lower(), ())}
            own = [each for each in found if each.startswith(stem)]  # exact case before others
            beside = [each for end in BESIDE for each in there.get(f"{stem}{end}".lower(), ())]
            answers = tuple(own or found)
            missing = answers[0] if answers else next(iter(wanted))
            yield layout, Test(stem, name, missing, answers, tuple(beside))


def _no_file(path: Path) -> UserError:
    if path.is_symlink() and not path.exists():
        return UserError("{path} 是連結，指到的檔案不存在", path=path)
    return UserError("{path} 不是檔案，是 FIFO、裝置或別的東西", path=path)
