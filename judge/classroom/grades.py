"""A student's verdict and points: a sum over groups of tests, from the runs of the program."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import mean, median
from typing import NamedTuple

from cardjudge.language import say
from cardjudge.programs.process import Limits
from cardjudge.programs.project import ADVICE
from judge import text
from judge.cases import PARTS, Case
from judge.classroom.intake import Entry
from judge.classroom.judging import HandedIn
from judge.classroom.store import Compilation, Store, decode
from judge.explain import printable
from judge.problem.description import POINTS, WHOLE, Rule
from judge.problem.problem import Problem
from judge.rule import Rules, asks
from judge.runner import NOT_RUN, Result
from judge.text import conversion
from judge.verdicts import Verdict

_THROWN = re.compile(r"(Error|Exception)\b|^panic: |panicked at ")
"""Matches the line in which a language reports the error that ended a program."""
_NOTES = {
    "test": "沒有用到測試和產生的檔案：{file}",
    "unused": "沒有用到另外的程式：{file}",
    "notebook": "{file} 是筆記本裡的程式碼儲存格",
    "large": "評測時沒有這個檔案，它超過一份作業的上限 64 MiB：{file}",
}


class Group(NamedTuple):
    """Tests that count together.

    ``all`` gives the points if every test is accepted, and ``each`` an equal share for each test.
    """

    name: str
    tests: tuple[str, ...]
    points: float = POINTS
    rule: Rule = "each"
    is_bonus: bool = False

    def score(self, parts: Mapping[str, float]) -> float:
        """Return the points of the group; `parts` are the shares of tests, from 0 to 1.

        >>> Group("a", ("1", "2", "3"), 30).score({"1": 1, "3": 1})
        20.0
        """
        got = [parts.get(test, 0.0) for test in self.tests]
        if self.rule == "each":
            return self.points * sum(got) / len(got)
        return self.points * float(min(got) == 1)


def by_folder(tests: Sequence[str]) -> tuple[Group, ...]:
    """Return a group for each folder in the names of the tests, or one group of all tests.

    The groups share the points equally, and each gives all of its points or none. Folders called
    ``sample`` and ``secret`` do not make groups.

    >>> [group.name for group in by_folder(["small/1", "small/secret/2", "large/Secret/1"])]
    ['small', 'large']
    """
    folders: dict[str, list[str]] = {}
    for test in tests:
        folder = [part for part in test.split("/")[:-1] if part.casefold() not in PARTS]
        folders.setdefault("/".join(folder), []).append(test)
    if len(folders) == 1:
        return (Group("", tuple(tests)),)
    part = POINTS / len(folders)
    return tuple(Group(name, tuple(members), part, "all") for name, members in folders.items())


def groups_of(cases: Sequence[Case], problem: Problem | None) -> tuple[Group, ...]:
    """Return the groups of a problem, or those of the folders of tests if it declares none."""
    if problem is None or problem.described.groups is WHOLE:
        return by_folder([case.name for case in cases])
    return tuple(
        Group(part.tests, tuple(case.name for case in own), part.points, part.rule, part.bonus)
        for part, own in problem.grouped(cases)
        if own
    )


def decimal(points: float) -> str:
    """Return points with at most two decimals.

    >>> decimal(100 / 3), decimal(100.0)
    ('33.33', '100')
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")


class Marking(NamedTuple):
    """The tests, groups and limits that decide grades."""

    tests: Sequence[Case]
    groups: Sequence[Group]
    limits: Limits
    rules: Rules | None = None
    """The rules of the problem, asked for the first failure that a student may see."""
    show_secret: bool = False
    """Whether hidden tests show more than their verdict."""

    @property
    def most(self) -> float:
        """The points of a program that passes every test, without a bonus."""
        return sum(group.points for group in self.groups if not group.is_bonus)

    def hides(self, test: Case) -> bool:
        """Return whether students see only the verdict on a test."""
        return test.hidden and not self.show_secret


class Grade(NamedTuple):
    """The grade of an entry."""

    handed_in: HandedIn
    most: float
    verdict: Verdict
    first: str
    """One line about the first failure."""
    messages: str = ""
    """The compiler's messages."""
    results: tuple[Result, ...] = ()
    """Results of the tests in their order; empty if the program did not run."""
    points: float = 0.0
    settled: bool = True
    """Whether the points are final; a system error leaves them open."""
    remarks: tuple[str, ...] = ()
    """The teacher's remarks from the corrections."""
    excused: bool = False
    by_checker: bool = False
    """Whether the first failure is a presentation error found by a checker."""

    @property
    def feedback(self) -> str:
        """The grade in one line."""
        points = f"{self.verdict} {self.score}/{decimal(self.most)}"
        parts = ["" if self.excused else points, self.first_for_student, *self.remarks]
        return " · ".join(map(printable, filter(None, parts)))

    @property
    def first_for_student(self) -> str:
        """The line about the first failure, with what the student can do about it."""
        reason = self.first.removesuffix(say(ADVICE, reason=""))
        return reason if reason == self.first else say("{reason}；請只交一個", reason=reason)

    @property
    def score(self) -> str:
        """The points as text; a dash while a system error leaves them open."""
        return decimal(self.points) if self.settled else "—"

    @property
    def student(self) -> str:
        """The student's number, or the name if there is none."""
        return self.handed_in.entry.student

    @property
    def beside(self) -> str:
        """The student's number and name, unless the key has them."""
        entry = self.handed_in.entry
        words = (word for word in (entry.number, entry.name) if word not in self.student)
        return " ".join(words)

    @property
    def passed(self) -> set[str]:
        """The names of the accepted tests."""
        return {result.case.name for result in self.results if result.verdict is Verdict.AC}

    def verdicts(self, tests: int) -> list[Verdict]:
        """Return the verdict of each test; without runs, the grade's verdict `tests` times."""
        return [result.verdict for result in self.results] or [self.verdict] * tests

    def of_group(self, group: Group) -> float:
        """Return the points of a group of tests."""
        return group.score({result.case.name: _part(result) for result in self.results})

    def notes(self) -> list[str]:
        """Return remarks about the files: those left out, and encodings other than UTF-8."""
        return [
            say(_NOTES[note.encoding], file=note.file)
            if note.encoding in _NOTES
            else conversion(note)
            for note in self.handed_in.notes
        ]


def graded(handed_in: Sequence[HandedIn], marking: Marking, store: Store) -> Iterator[Grade]:
    """Yield the grades one by one, so that memory need not hold all results of a class."""
    rows = store.compilations()
    for hand_in in handed_in:
        row = rows.get(hand_in.program) or Compilation("", hand_in.reason, system=hand_in.system)
        if hand_in.program and not row.error:
            yield _of_runs(hand_in, marking, row, store.runs(hand_in.program))
            continue
        verdict = Verdict.CE if hand_in.program else Verdict.NS
        verdict = Verdict.SE if row.system else verdict
        grade = Grade(hand_in, marking.most, verdict, row.error, row.messages)
        yield grade._replace(settled=not row.system)


def nothing_of(student: str, marking: Marking) -> Grade:
    """Return the grade of a student without a submission."""
    return Grade(HandedIn(Entry(student)), marking.most, Verdict.NS, "")


def _of_runs(
    handed_in: HandedIn, marking: Marking, compilation: Compilation, runs: Mapping[str, str]
) -> Grade:
    results = tuple(
        decode(runs[test.key], test) if test.key in runs
        else Result(test, Verdict.SE, NOT_RUN, comment=say("沒有執行"))
        for test in marking.tests
    )  # fmt: skip
    verdict, first = Verdict.AC, ""
    failed = [result for result in results if result.verdict is not Verdict.AC]
    failed = failed or [result for result in results if text.is_partial(result)]
    reasons = [
        text.meaning(result) if marking.hides(result.case) else _reason(result, marking.limits)
        for result in failed
    ]
    if failed:
        verdict = failed[0].verdict
        alike = 1 < len(failed) == len(results) and len({*reasons}) == 1
        where = say("所有測試都一樣") if alike else failed[0].case.name
        first = say("{test}：{reason}", test=where, reason=reasons[0])
    settled = all(result.verdict is not Verdict.SE for result in results)
    results = tuple(_for_students(results, marking))
    checked = bool(failed) and text.is_by_checker(failed[0])
    grade = Grade(
        handed_in, marking.most, verdict, first, compilation.messages, results, settled=settled,
        by_checker=checked,
    )  # fmt: skip
    return grade._replace(points=sum(map(grade.of_group, marking.groups)))


def _for_students(results: Sequence[Result], marking: Marking) -> Iterator[Result]:
    """Yield the results as students see them; the first that may be explained gets its rule."""
    rules = marking.rules
    for result in results:
        if marking.hides(result.case):
            ended = result.ended._replace(stderr=b"")
            yield replace(
                result, difference=None, output=b"", comment="", transcript=(), ended=ended
            )
        elif rules is not None and asks(result):
            yield replace(result, rule=rules.behind(result))
            rules = None
        else:
            yield result


def _part(result: Result) -> float:
    """Return a test's share of its points, from 0 to 1; a checker may have given a part."""
    if result.points is not None:
        return min(1.0, max(0.0, result.points / 100))
    return float(result.verdict is Verdict.AC)


def _reason(result: Result, limits: Limits) -> str:
    reason = text.reason(result, limits) or text.meaning(result)
    lines = result.ended.stderr.decode(errors="replace").split("\n")
    errors = [line.strip() for line in lines if _THROWN.search(line)]
    return f"{reason} ({errors[-1]})" if errors and result.verdict is Verdict.RE else reason


def identical(grades: Sequence[Grade]) -> list[str]:
    """Return the groups of students whose files have the same contents, one text per group."""
    groups: dict[str, dict[str, None]] = {}
    for grade in grades:
        if grade.handed_in.contents:
            name = grade.handed_in.entry.group or grade.student
            groups.setdefault(grade.handed_in.contents, {})[name] = None
    return [" = ".join(group) for group in groups.values() if len(group) > 1]


def summary(grades: Sequence[Grade]) -> str:
    """Return a sentence with the number of students for each verdict."""
    counts = Counter(grade.verdict for grade in grades)
    verdicts = text.each_verdict(counts, any(grade.by_checker for grade in grades))
    return say("{students} 個學生：{counts}", students=len(grades), counts=verdicts)


def _settled(grades: Sequence[Grade]) -> list[float]:
    """Return the points of the students who are not excused and whom the machine could judge."""
    return [grade.points for grade in grades if grade.settled and not grade.excused]


def averages(grades: Sequence[Grade]) -> list[str]:
    """Return the mean and the median of the points in words, if there are any."""
    if not (points := _settled(grades)):
        return []
    average, middle = decimal(mean(points)), decimal(median(points))
    return [say("平均 {mean} 分，中位數 {median} 分", mean=average, median=middle)]


def distribution(grades: Sequence[Grade]) -> list[tuple[str, int]]:
    """Return the number of students in each of ten ranges of points."""
    if not (points := _settled(grades)):
        return []
    most = grades[0].most
    counts = Counter(max(0, min(9, int(10 * score / most))) if most else 0 for score in points)
    bounds = [decimal(most * at / 10) for at in range(11)]
    return [(f"{bounds[at]}–{bounds[at + 1]}", counts[at]) for at in range(10)]
