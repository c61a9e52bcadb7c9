"""``problem.toml``: a problem's name, author, limits and way of judging."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal, TypeAlias, get_args

from cardjudge.errors import UserError, quote, visible_lines
from cardjudge.language import say
from cardjudge.programs.languages import languages, of_file
from cardjudge.tables import Must, are_words, faults
from judge.compare import rule_of

FILE = "problem.toml"
LICENCES = ("cc by", "cc by-sa", "cc0", "educational", "permission", "public domain")
"""The names of licences in Kattis and DOMjudge."""
_ONE_LICENCE = "cc by、cc by-sa、cc0、educational、permission、public domain 之一"
POINTS = 100
Rule: TypeAlias = Literal["all", "each"]
_ID = re.compile("[a-z][a-z0-9-]{0,31}")
_GROUP = '{ tests = "*", points = 100 }'
_TAG = re.compile("[a-z]{2}(-[A-Z]{2})?")
_JUDGES = ("compare", "checker", "interactor", "grader")


class Fault(UserError):  # noqa: N818  (a finding; it is raised only if checking cannot go on)
    """A fault of a problem, with its file, and its line if that is known.

    >>> print(Fault("problem.toml", 3, "沒有{name}", name="id"))
    problem.toml:3：沒有id
    """

    def __init__(self, file: str, line: int | None, template: str, /, **parts: object) -> None:
        super().__init__(template, **parts)
        self.args = file, line, template  # pickle passes them to the constructor
        self.file, self.line = file, line

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return visible_lines(say("{place}：{reason}", place=place, reason=super().__str__()))


class Doubt(Fault):
    """A warning: what may be a mistake and hinders no export."""


class Unchecked(Fault):
    """What could not be checked on this machine; it is no fault of the problem."""


@dataclass(frozen=True)
class Group:
    """Secret tests that count together."""

    tests: Annotated[str, Must(bool, "測試名稱的樣式")]
    """A glob pattern of the tests' names."""
    points: Annotated[int, Must(lambda value: 0 < value <= 10_000, "1 到 10000 的整數")]
    rule: Annotated[Rule, Must(lambda value: value in get_args(Rule), "all 或 each")] = "all"
    """``all``: all or nothing; ``each``: a share per test."""
    bonus: Annotated[bool, Must(lambda _: True, "true 或 false")] = False
    """Whether the points are more than the maximum."""

    def has(self, name: str) -> bool:
        """Return whether a name of a test fits."""
        return within(name, self.tests)


def within(name: str, pattern: str) -> bool:
    """Return whether a name of a test fits a glob pattern, or is in the folder of that name."""
    return fnmatchcase(name, pattern) or name.startswith(f"{pattern}/")


def _are_names(value: dict[str, Any]) -> bool:
    texts = (_TAG.fullmatch(tag) and str(name).strip() for tag, name in value.items())
    return are_words([*value.values()]) and bool(value) and all(texts)


def _is_comparison(value: str) -> bool:
    try:
        return bool(rule_of(value))
    except UserError:
        return False


def _is_program(name: object) -> bool:
    return isinstance(name, str) and "/" not in name and of_file(name) is not None


def _are_programs(value: dict[str, Any]) -> bool:
    return all(map(_is_program, value.values()))


_IDENTIFIER = Must(_ID.fullmatch, "小寫字母開頭，只有小寫字母和數字")
_SECONDS = Must(lambda value: 0.01 <= value <= 600, "0.01 到 600 的秒數")
_PROGRAM = Must(_is_program, "資料夾裡的一個程式，像 checker.py")
_VALIDATORS = Must(_are_programs, '每組測試的驗證程式，像 { "small*" = "validate_small.py" }')
_NAMES = Must(_are_names, '每種語言的題目名稱，例如 { zh-TW = "相加", en = "Sum" }')
_LANGUAGES = Must(
    lambda value: value and are_words(value) and languages().keys() >= {*value},
    'languages.toml 裡語言的名字，像 ["cpp", "python"]',
)
_COMMAND = Must(lambda value: value and are_words(value), "評分的指令，一個詞一個字串")
_GROUPS = Must(bool, '像 [{ tests = "*", points = 100 }]，不是 bonus 的分數的和是 100')
WHOLE = (Group("*", POINTS),)
"""The only group of a problem that declares none."""


@dataclass(frozen=True)
class Description:
    """The content of ``problem.toml``; languages are keys of the table of languages."""

    id: Annotated[str, _IDENTIFIER]
    names: Annotated[Mapping[str, str], _NAMES]
    """Names by the language tags of the statements; the first is the original language."""
    author: Annotated[str, Must(str.strip, "作者的名字")]
    licence: Annotated[str, Must(LICENCES.__contains__, _ONE_LICENCE)]
    time: Annotated[float, _SECONDS]
    """Limit of CPU time per test, in seconds."""
    memory: Annotated[int, Must(lambda value: 4 <= value <= 1 << 16, "4 到 65536 的 MiB 數")]
    """Limit of memory, in MiB."""
    languages: Annotated[tuple[str, ...], _LANGUAGES]
    """Languages of contestants' programs; each needs an accepted submission."""
    source: Annotated[str, Must(lambda _: True, "題目的出處")] = ""
    author_time: Annotated[float, _SECONDS] = 10
    """Limit of CPU time of each program of the author, in seconds."""
    seed: Annotated[int, Must(lambda value: 0 <= value < 1 << 64, "0 到 2^64-1 的整數")] = 0
    """Default seed of generated tests."""
    compare: Annotated[str, Must(_is_comparison, "exact、lines、tokens 或 float:1e-6")] = ""
    checker: Annotated[str, _PROGRAM] = ""
    interactor: Annotated[str, _PROGRAM] = ""
    validators: Annotated[Mapping[str, str], _VALIDATORS] = field(default_factory=dict)
    """Files of validators by patterns of the tests that have to pass them too."""
    grader: Annotated[tuple[str, ...], _COMMAND] = ()
    """Words of the command that grades homework other than programs (`judge.grader`)."""
    groups: Annotated[tuple[Group, ...], _GROUPS] = WHOLE
    cases: Annotated[tuple[str, ...], Must(are_words, "放測試的資料夾")] = ()
    """Folders elsewhere that contain more tests of this problem."""

    @property
    def limits(self) -> tuple[float, int]:
        """The limits of a run, in seconds and MiB."""
        return self.time, self.memory

    @property
    def is_scored(self) -> bool:
        """Whether a program can get a part of the points."""
        return len(self.groups) > 1 or self.groups[0].rule == "each"


def read(text: str) -> tuple[Description | None, list[Fault]]:
    """Return the description, or None if it is faulty, and all its faults."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        return None, [Fault(FILE, number, "這不是 TOML：{reason}", reason=quote(str(error)))]
    if found := [*_faults(values, text)]:
        return None, found
    if "groups" in values:
        values["groups"] = [Group(**group) for group in values["groups"]]
    for key, value in values.items():
        if isinstance(value, list):
            values[key] = tuple(value)
    return Description(**values), []


def line_of(key: str, text: str) -> int | None:
    """Return the number of the line, from 1, that sets a key; None if there is none."""
    match = re.search(rf"^\s*\[*\"?{re.escape(key)}\"?\s*(\]|=|\.)", text, re.MULTILINE)
    return None if match is None else text.count("\n", 0, match.start(1)) + 1


def _faults(values: dict[str, Any], text: str) -> Iterator[Fault]:
    for key, reason in faults(Description, values):
        yield Fault(FILE, line_of(key, text), "{reason}", reason=reason)
    groups = values.get("groups")
    for reason in _group_faults(groups) if isinstance(groups, list) else ():
        yield Fault(FILE, line_of("groups", text), "{reason}", reason=reason)
    if "-" in str(values.get("id")) and "grader" not in values:  # other judges refuse a hyphen
        must = say(_IDENTIFIER.words)
        yield Fault(FILE, line_of("id", text), "{key} 應是：{must}", key="id", must=must)
    judges = [key for key in _JUDGES if key in values]
    if len(judges) != 1:
        line = line_of(judges[1], text) if judges else None
        yield Fault(FILE, line, "compare、checker、interactor、grader 要有一個，而且只能有一個")


def _group_faults(groups: list[Any]) -> list[str]:
    """Return the faults of the groups as sentences; the sum is one if there is no other."""
    tables = [group for group in groups if isinstance(group, dict)]
    reasons = [
        say("組是像 {form} 的表：{group}", form=_GROUP, group=quote(str(group)))
        for group in groups
        if group not in tables
    ]
    reasons += [
        say("{place}：{reason}", place=quote(str(group.get("tests"))), reason=reason)
        for group in tables
        for _, reason in faults(Group, group)
    ]
    if (
        not reasons
        and (total := sum(group["points"] for group in groups if not group.get("bonus"))) != POINTS
    ):
        reasons.append(say("分數的和是 {total}，要是 {points}", total=total, points=POINTS))
    return reasons
