"""``problem.toml``: a problem's name, author, limits and way of judging."""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from dataclasses import field as made
from fnmatch import fnmatchcase
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from cardjudge.errors import UserError, quote
from cardjudge.files import toml_of
from cardjudge.language import listed, say
from cardjudge.programs.languages import languages
from judge.compare import rule_of
from judge.verdicts import Verdict

FILE = "problem.toml"
LICENCES = ("cc by", "cc by-sa", "cc0", "educational", "permission", "public domain")
"""The names of licences in Kattis and DOMjudge."""
_ONE_LICENCE = "cc by、cc by-sa、cc0、educational、permission、public domain 之一"
POINTS = 100
Rule: TypeAlias = Literal["all", "each", "least"]
_SCRIPT = re.compile(r"[^/]*\.py")
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
        return say("{place}：{reason}", place=place, reason=super().__str__())


class Unchecked(Fault):
    """What could not be checked on this machine; it is no fault of the problem."""


class Group(NamedTuple):
    """Secret tests that count together."""

    tests: str
    """A glob pattern of the tests' names."""
    points: int
    rule: Rule = "all"
    """``all``: all or nothing; ``each``: a share per test; ``least``: the worst test's share."""

    def has(self, name: str) -> bool:
        """Return whether a name of a test fits."""
        return fnmatchcase(name, self.tests) or name.startswith(f"{self.tests}/")


@dataclass(frozen=True)
class Description:
    """The content of ``problem.toml``; languages are keys of the table of languages."""

    id: str
    names: Mapping[str, str]
    """Names by the language tags of the statements; the first is the original language."""
    author: str
    licence: str
    time: float
    """Limit of CPU time per test, in seconds."""
    memory: int
    """Limit of memory, in MiB."""
    languages: tuple[str, ...]
    """Languages of contestants' programs; each needs an accepted submission."""
    source: str = ""
    author_time: float | None = None
    """Limit of CPU time of each program of the author, in seconds."""
    seed: int = 0
    """Default seed of generated tests."""
    compare: str = ""
    checker: str = ""
    interactor: str = ""
    grader: tuple[str, ...] = ()
    """Words of the command that grades homework other than programs (`judge.grader`)."""
    judge: str = ""
    """The kit's command that judges such programs too, and confines them itself."""
    verdicts: Mapping[str, str] = made(default_factory=dict)
    """Verdicts by the first line that this command prints before it exits with status 1."""
    own_groups: tuple[Group, ...] | None = None
    cases: tuple[str, ...] = ()
    """Folders elsewhere that contain more tests of this problem."""

    @property
    def limits(self) -> tuple[float, int]:
        """The limits of a run, in seconds and MiB."""
        return self.time, self.memory

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups; without declared ones, a single group of all tests."""
        return (Group("*", POINTS),) if self.own_groups is None else self.own_groups

    @property
    def is_scored(self) -> bool:
        """Whether a program can get a part of the points."""
        return len(self.groups) > 1 or self.groups[0].rule == "each"

    @property
    def uuid(self) -> str:
        """An identifier that is the same in all versions of the problem."""
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.author}/{self.id}"))


class _Field(NamedTuple):
    kinds: tuple[type, ...]
    fits: Callable[[Any], object]
    must: str
    """The requirement on the value, for the message about a wrong one."""


def _names(value: dict[str, Any]) -> bool:
    texts = (_TAG.fullmatch(tag) and str(name).strip() for tag, name in value.items())
    return _words(value.values()) and bool(value) and all(texts)


def _comparison(value: str) -> bool:
    try:
        return bool(rule_of(value))
    except UserError:
        return False


def _group_faults(groups: list[Any]) -> Iterator[str]:
    """Yield each fault of the groups as a sentence."""
    for group in groups:
        if not isinstance(group, dict):
            yield say("組是像 {form} 的表：{group}", form=_GROUP, group=quote(str(group)))
            continue
        name, points = group.get("tests"), group.get("points")
        told = quote(str(name))
        if not isinstance(name, str) or not name:
            yield say("這一組沒有 tests（測試名稱的樣式）：{group}", group=quote(str(group)))
        if type(points) is not int or points <= 0:
            yield say("{group}的 points 要是正整數，不是 {points}", group=told, points=points)
        if group.get("rule", "all") not in get_args(Rule):
            rule = quote(str(group["rule"]))
            yield say("{group}的 rule 是 all、each 或 least，不是{rule}", group=told, rule=rule)
        for key in sorted(group.keys() - {"tests", "points", "rule"}):
            yield say("{group}裡不認得{key}", group=told, key=quote(key))
    total = sum(group["points"] for group in groups if _counts(group))
    if total != POINTS and all(map(_counts, groups)):
        yield say("分數的和是 {total}，要是 {points}", total=total, points=POINTS)


def _counts(group: Any) -> bool:
    return isinstance(group, dict) and type(group.get("points")) is int and group["points"] > 0


def _words(value: Iterable[Any]) -> bool:
    return all(isinstance(word, str) for word in value)


def _judged(value: dict[str, Any]) -> bool:
    verdicts = {each for each in Verdict if each.of_run} - {Verdict.AC, Verdict.SE}
    return all(each in verdicts for each in value.values())


def _known(value: list[Any]) -> bool:
    return bool(value) and _words(value) and languages().keys() >= {*value}


_FIELDS = {
    "id": _Field((str,), _ID.fullmatch, "小寫字母開頭，只有小寫字母和數字"),
    "names": _Field((dict,), _names, '每種語言的題目名稱，例如 { zh-TW = "相加", en = "Sum" }'),
    "author": _Field((str,), str.strip, "作者的名字"),
    "licence": _Field((str,), LICENCES.__contains__, _ONE_LICENCE),
    "source": _Field((str,), lambda _: True, "題目的出處"),
    "time": _Field((int, float), lambda value: 0.01 <= value <= 600, "0.01 到 600 的秒數"),
    "author_time": _Field((int, float), lambda value: 0.01 <= value <= 600, "0.01 到 600 的秒數"),
    "memory": _Field((int,), lambda value: 4 <= value <= 1 << 16, "4 到 65536 的 MiB 數"),
    "seed": _Field((int,), lambda value: 0 <= value < 1 << 64, "0 到 2^64-1 的整數"),
    "compare": _Field((str,), _comparison, "exact、lines、tokens 或 float:1e-6"),
    "checker": _Field((str,), _SCRIPT.fullmatch, "資料夾裡的一個 .py 檔"),
    "interactor": _Field((str,), _SCRIPT.fullmatch, "資料夾裡的一個 .py 檔"),
    "grader": _Field((list,), lambda value: value and _words(value), "評分的指令，一個詞一個字串"),
    "judge": _Field((str,), str.strip, "自己裁判程式的指令"),
    "verdicts": _Field((dict,), _judged, '它的第一行所說的判定，例如 { Wrong = "WA" }'),
    "groups": _Field((list,), bool, '像 [{ tests = "*", points = 100 }]，分數的和是 100'),
    "languages": _Field((list,), _known, 'languages.toml 裡語言的名字，像 ["cpp", "python"]'),
    "cases": _Field((list,), _words, "放測試的資料夾"),
}
# A field without a default has MISSING for both.
_NEEDED = {each.name for each in fields(Description) if each.default is each.default_factory}


def read(text: str) -> tuple[Description | None, list[Fault]]:
    """Return the description, or None if it is faulty, and all its faults."""
    try:
        values = toml_of(text)
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        return None, [Fault(FILE, number, "這不是 TOML：{reason}", reason=quote(str(error)))]
    faults = list(_faults(values, text))
    return (None if faults else _made(values)), faults


def line_of(key: str, text: str) -> int | None:
    """Return the number of the line, from 1, that sets a key; None if there is none."""
    found = re.search(rf"^\s*\[*\"?{re.escape(key)}\"?\s*(\]|=|\.)", text, re.MULTILINE)
    return None if found is None else text.count("\n", 0, found.start(1)) + 1


def _faults(values: dict[str, Any], text: str) -> Iterator[Fault]:
    for key in sorted(values.keys() - _FIELDS.keys()):
        parts = {"key": quote(key), "known": listed(_FIELDS)}
        yield Fault(FILE, line_of(key, text), "不認得{key}（有的是：{known}）", **parts)
    for key, field in _FIELDS.items():
        parts = {"key": key, "must": say(field.must)}
        value = values.get(key)
        if key not in values and key in _NEEDED:
            yield Fault(FILE, None, "缺少 {key}：{must}", **parts)
        if key in values and not (type(value) in field.kinds and field.fits(value)):
            told = "{key} 應是：{must}，不是 {value}"
            yield Fault(FILE, line_of(key, text), told, value=f"{value!r:.60}", **parts)
    if isinstance(values.get("groups"), list):
        for reason in _group_faults(values["groups"]):
            yield Fault(FILE, line_of("groups", text), "{reason}", reason=reason)
    if "-" in str(values.get("id")) and "grader" not in values:  # other judges refuse a hyphen
        must = say(_FIELDS["id"].must)
        yield Fault(FILE, line_of("id", text), "{key} 應是：{must}", key="id", must=must)
    judges = [key for key in _JUDGES if key in values]
    if len(judges) != 1:
        line = line_of(judges[1], text) if judges else None
        yield Fault(FILE, line, "compare、checker、interactor、grader 要有一個，而且只能有一個")


def _made(values: dict[str, Any]) -> Description:
    if "groups" in values:
        values["own_groups"] = tuple(Group(**group) for group in values.pop("groups"))
    for key in {"languages", "grader", "cases"} & values.keys():
        values[key] = tuple(values[key])
    return Description(**values)
