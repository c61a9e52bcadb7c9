"""The command lines of ``judge class`` and ``judge languages``."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from secrets import randbits
from typing import Annotated, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import typer

from cardjudge import files
from cardjudge.commands import document, outputs, types
from cardjudge.commands.app import App, Command
from cardjudge.commands.options import grouped
from cardjudge.commands.outputs import PAGE, file_to_write
from cardjudge.commands.programs import IN_CLASS, ProgramOptions
from cardjudge.commands.slips import Slip
from cardjudge.commands.types import Json, Workers
from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.programs.languages import Language, MissingTool, languages, own_file, tool
from cardjudge.programs.limits import demand_system
from cardjudge.stdio import OK, WRONG
from judge.assignment import of_folders, of_problem
from judge.classroom import intake
from judge.classroom.corrections import Corrections
from judge.classroom.corrections import read as read_corrections
from judge.classroom.grades import (
    Grade,
    Marking,
    counted,
    grades,
    groups_of,
    identical,
    nothing_of,
)
from judge.classroom.intake import Entry
from judge.classroom.judging import Judging, judge_all, key_of_test, read
from judge.classroom.page import FEEDBACK, Pages, feedback
from judge.classroom.report import CSV, Csv, as_json, for_junit, peculiar, table, tests_as_json
from judge.classroom.sheet import Filled, Sheet
from judge.classroom.store import Store, opened
from judge.layouts import secret
from judge.options import Judging as Options
from judge.options import JUnit
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.report import Suites
from judge.rule import Rules
from judge.runner import Program

app = App("")


class _OfClass(Command):
    """`judge class`, which takes the folder of tests by an option."""

    missing = "請指定學生作業的資料夾或 .zip，例如 {command} hw1.zip --problem war"
    slips = (
        Slip(
            "測試的資料夾寫在 --tests 後面：{command} … --tests {words}",
            lambda _, words: Path(words[0]).is_dir(),
        ),
    )


class Reports(NamedTuple):
    """The options that choose what to write."""

    csv: Annotated[Path | None, file_to_write("把成績寫成 CSV，Excel 打得開。", mark=CSV)] = None
    html: Annotated[
        Path | None,
        file_to_write("把成績寫成網頁，每個學生一頁。", mark=PAGE, is_folder=True),
    ] = None
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="檔案", help="Moodle 的評分表、Canvas 的成績簿或任何成績的 CSV。"),
    ] = None
    column: Annotated[
        str | None, typer.Option(metavar="欄位", help="--sheet 裡填成績的欄位，不清楚時才要寫。")
    ] = None
    filled: Annotated[Path | None, file_to_write("填好成績的 --sheet，可以匯回平台。")] = None
    feedback: Annotated[
        Path | None, file_to_write("每個學生的網頁，壓成可以上傳回平台的 .zip。", mark=FEEDBACK)
    ] = None
    show_secret: Annotated[bool, typer.Option("--show-secret", help="也公開 secret 裡的測試。")] = (
        False
    )
    junit: JUnit = None
    as_json: Json = None

    @property
    def is_silent(self) -> bool:
        """Whether a file on standard output takes the place of the table."""
        files_of_all = self.csv, self.filled, self.feedback, self.junit, self.as_json
        return files.STANDARD_OUTPUT in files_of_all


@app.command("class", cls=_OfClass)
@grouped
def grade_class(
    context: typer.Context,
    submissions: Annotated[
        Path,
        typer.Argument(metavar="作業資料夾", help="資料夾、.zip 或 .tar.gz，裡面每個學生一份。"),
    ],
    tests: Annotated[
        Path | None, typer.Option(metavar="資料夾", help="放測試的資料夾；裡面的資料夾是分組。")
    ] = None,
    problem: Annotated[
        str | None, typer.Option(metavar="題目", help="題目的名字或資料夾，取代 --tests。")
    ] = None,
    database: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="檔案",
            help="記下每一次執行的資料庫。",
            show_default="results-名稱.db",
        ),
    ] = None,
    student: Annotated[
        str | None,
        typer.Option(metavar="樣式", help="從名稱裡找出學生的正規表示式，第 1 組是學生。"),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="學號", help="只改這個學生；可以寫很多次。")
    ] = None,
    again: Annotated[
        bool,
        typer.Option(
            "--again", help="已經評測過的也重新評測；和 --only 一起用時，只重新評測那些學生。"
        ),
    ] = False,
    main: Annotated[
        str | None,
        typer.Option(
            metavar="樣式", help="一份裡有幾個作業時，要改的資料夾或檔案，例如 '*big2*'。"
        ),
    ] = None,
    corrections: Annotated[
        Path | None,
        typer.Option(metavar="檔案", help="老師對個別學生的更正：主程式、分數、遲交，寫成 TOML。"),
    ] = None,
    seed: Annotated[
        int | None, types.seed("題目產生的測試；同樣的種子，同樣的測試。", "秘密的")
    ] = None,
    *,
    options: Options,
    program: ProgramOptions = IN_CLASS,
    workers: Workers = "1",
    report: Reports,
) -> int:
    """批改全班的作業：編譯每一份，用每個測試執行，印出成績。

    繳交的資料夾（或 .zip、.tar.gz）裡每個學生一份：資料夾、壓縮檔或一個原始碼檔。結果都記在
    資料庫裡，中斷了再執行一次，就從中斷的地方做下去；改過的才會重新評測。

    判定
      和 judge 相同；另外 CE 編譯錯誤，NS 沒有程式，SE 系統出錯，不是學生的錯。一份作業的判定是第一
      個沒有通過的測試的判定。

    結束狀態
      0：全部評測完畢（不論結果）；2：用法不對，或有 SE。

    範例
      一個學生、一個測試，成績寫成 CSV：
      $ mkdir hw tests && echo 5 | tee tests/a.in > tests/a.out && \
        echo 'print(input())' > hw/b10902001.py && \
        judge class hw --tests tests --sandbox auto --csv grades.csv

    參見
      docs/class.md
    """
    demand_system()
    if workers.isdigit():
        program.demand_promises()
    if (tests is None) == (problem is None):
        raise UserError("要有 --tests 或 --problem，不能兩個都有")
    if tests is not None and seed is not None:
        raise UserError("--seed 要和 --problem 一起用：--tests 的測試是固定的")
    if (report.sheet is None) != (report.filled is None):
        raise UserError("--sheet 和 --filled 要一起用")
    if report.sheet is None and report.column is not None:
        raise UserError("--column 要和 --sheet 一起用")
    judge = options.judge()
    pattern = _pattern(student)
    said = Corrections() if corrections is None else read_corrections(corrections)
    sheet = None if report.sheet is None else Sheet(report.sheet, report.column)
    with ExitStack() as stack:
        found = stack.enter_context(intake.opened(submissions))
        entries = intake.entries(found, pattern)
        present = {each.student.casefold() for each in entries}
        others = sorted(said.students.keys() - present)
        in_sheet = {} if sheet is None else sheet.students(others, entries)
        if unknown := [each for each in others if each not in in_sheet]:
            told = "更正裡的{student}沒有繳交，也不在 --sheet 裡"
            raise UserError(told, student=quote(unknown[0]))
        said = said.renamed(in_sheet)
        absent = sorted(said.students.keys() - present)
        entries = _only(entries, only)
        task = None if problem is None else Problem.load(problem, program.mode())
        folders = [] if tests is None else [tests]
        if task is None:
            cases = (assignment := of_folders(folders, judge)).find("*", True)
        name = (tests or Path()).resolve().name if task is None else task.name
        database = database or Path(f"results-{name}.db")
        outputs.demand(context, [database, *([] if task is None else [task.folder])])
        store = stack.enter_context(opened(database, _tell_of_waiting))
        if task is not None:
            trial = stack.enter_context(Trial(task, _seed(store, seed)))
            cases = (assignment := of_problem(trial, task.name)).find("*", True)
            program = program.for_problem(*task.described.limits)
        tests_hidden = (path for folder in assignment.secrets for path in secret(folder))
        hidden = (*tests_hidden, submissions, found.folder, database)
        sandbox = program.sandbox(hidden, here=workers.isdigit())
        record = database.resolve() if workers.isdigit() else None
        mains = {
            each.student: named
            for each in entries
            if (named := said.of(each.student).main) is not None
        }
        building = assignment.building(Program((), limits := program.limits(), sandbox))
        judging = Judging(building, record, main, mains)
        handed_in = [read(entry, judging) for entry in entries]
        store.forget_failures()
        if again:
            store.forget([each.program for each in handed_in])
        rules = None
        if any((report.html, report.as_json)):
            rules = Rules.of_problem(assignment.problem, sandbox.mode)
        how = f"{assignment.how}\n{limits}"
        keyed = [case.absolute()._replace(key=key_of_test(case, how)) for case in cases]
        groups = groups_of(cases, task)
        marking = Marking(keyed, groups, limits, rules, report.show_secret)
        judge_all(judging, handed_in, marking.tests, store, workers)
        given_back = map(said.corrected, grades(handed_in, marking, store))
        without = [said.corrected(nothing_of(each, marking)) for each in absent]
        back = None if sheet is None else partial(sheet.filled, without)
        status = _report(given_back, marking, report, store, back, only is not None)
        if problem is not None and not report.is_silent:
            print(say("測試的種子：{seed}", seed=_seed(store, seed)))
        return status


def _pattern(student: str | None) -> re.Pattern[str] | None:
    try:
        pattern = None if student is None else re.compile(student)
    except re.error as error:
        at = (error.pos or 0) + 1
        raise UserError("--student 的第 {at} 個字元不合正規表示式的寫法", at=at) from None
    if pattern is not None and pattern.groups < 1:
        raise UserError("--student 要有一組括號，括住學生")
    return pattern


def _tell_of_waiting() -> None:
    print(say("另一個 judge class 正在用這個資料庫，等它結束。"), file=sys.stderr)


def _seed(store: Store, seed: int | None) -> int:
    """Return the seed; the database keeps a secret one, so that a second call continues."""
    return int(store.setting("seed", lambda: str(randbits(48)))) if seed is None else seed


def _only(entries: list[Entry], only: list[str] | None) -> list[Entry]:
    wanted = {each.casefold(): each for each in only or ()}
    unknown = sorted(wanted.keys() - {entry.student.casefold() for entry in entries})
    if unknown:
        raise _no_student(wanted[unknown[0]])
    return [entry for entry in entries if not wanted or entry.student.casefold() in wanted]


def _no_student(student: str) -> UserError:
    return UserError("沒有{student}這個學生", student=quote(student))


def _report(
    found: Iterator[Grade],
    marking: Marking,
    wanted: Reports,
    store: Store,
    back: Callable[[list[Grade]], Filled] | None,
    some: bool,
) -> int:
    """Write the reports student by student, print the table, and return the exit status.

    `back` fills in the platform's sheet; `some` means that these are not all students.
    """
    light: list[Grade] = []
    documents: list[dict[str, Any]] = []
    passed: set[str] = set()
    failed = False
    with _written(wanted, marking, some) as writers:
        for grade in found:
            for write in writers:
                write(grade)
            if wanted.as_json is not None:
                documents.append(as_json(grade, marking))
            failed = failed or "SE" in grade.verdicts(1)
            passed |= grade.passed
            light.append(grade.light)
    store.set_grades(
        (each.student, each.handed_in.program, each.verdict, each.points, each.most)
        for each in light
    )
    filled = Filled() if back is None else back(light)
    if wanted.filled is not None:
        files.write(wanted.filled, filled.data)
    missing = () if some else filled.missing
    sides = {"missing": missing, "unknown": filled.unknown, "twice": filled.twice}
    if not wanted.is_silent:
        names = (test.name for test in marking.tests if light)
        unpassed = [name for name in names if name not in passed]
        notable = {"unpassed": unpassed, "identical": identical(light), **sides}
        print(*table(light), "", counted(light), *peculiar(notable), sep="\n")
    if wanted.as_json is not None:
        counts = Counter(each.verdict for each in light)
        members = {"max": marking.most, "counts": counts, "tests": tests_as_json(marking)}
        document.write(wanted.as_json, "class", {**members, "sheet": sides, "students": documents})
    return WRONG if failed else OK


@contextmanager
def _written(
    wanted: Reports, marking: Marking, some: bool
) -> Iterator[list[Callable[[Grade], object]]]:
    """Yield the functions that write a grade, one for each report."""
    writers: list[Callable[[Grade], object]] = []
    with ExitStack() as stack:
        if wanted.csv is not None:
            rows = Csv(wanted.csv, marking, keep=some)
            stack.callback(rows.end)
            writers.append(rows.add)
        if wanted.feedback is not None:
            to_stdout = wanted.feedback == files.STANDARD_OUTPUT
            zipped = sys.stdout.buffer if to_stdout else wanted.feedback
            packed = ZipFile(zipped, "w", ZIP_DEFLATED)
            packed.comment = FEEDBACK
            named = files.naming(wanted.feedback)
            stack.callback(named(packed.close))
            writers.append(named(lambda grade: packed.writestr(*feedback(grade, marking))))
        if wanted.html is not None:
            pages = Pages(wanted.html, marking)
            stack.callback(pages.end)
            writers.append(pages.add)
        if wanted.junit is not None:
            suites = Suites(marking.limits)
            stack.callback(suites.write, wanted.junit)
            writers.append(lambda grade: suites.add(grade.student, for_junit(grade)))
        yield writers


@app.command("languages")
def list_languages() -> None:
    """列出支援的程式語言：副檔名、編譯與執行的指令、是否已經安裝。

    最後一行的檔案裡可以加上自己的語言，或換掉這裡的指令。

    範例
      $ judge languages

    參見
      docs/class.md
    """
    for language in languages().values():
        missing = listed(_missing(language))
        print(" ".join([language.name, *language.endings, missing and f"({missing})"]).rstrip())
        for command in language.compile, language.run:
            if command:
                print(f"    {' '.join(command)}")
    print(say("自己的語言寫在 {path}", path=own_file()))


def _missing(language: Language) -> Iterator[str]:
    for name in language.tools():
        try:
            tool(name)
        except MissingTool as error:
            yield str(error)
