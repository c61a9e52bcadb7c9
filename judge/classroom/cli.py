"""The command lines of ``judge class`` and ``judge languages``."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from os.path import realpath
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any
from zipfile import ZipFile

from cardjudge import files
from cardjudge.columns import columns, print_folded
from cardjudge.commands import document, outputs
from cardjudge.commands.command import Call, Command
from cardjudge.commands.programs import IN_CLASS, ProgramOptions
from cardjudge.commands.rows import argument
from cardjudge.commands.types import Workers
from cardjudge.errors import UserError
from cardjudge.language import listed, say
from cardjudge.programs.languages import VERSION, Language, languages, own_file, version
from cardjudge.programs.limits import demand_system
from cardjudge.stdio import OK, WRONG, tell
from judge.assignment import of_folders, of_problem
from judge.classroom import grades, intake, page, report
from judge.classroom.judging import HandedIn, Judging, judge_all, key_of_test, read, unpack
from judge.classroom.options import Choice, Reports, Students, Task
from judge.classroom.sheet import Filled, Sheet
from judge.classroom.store import Graded, Store, opened
from judge.layouts import secret
from judge.options import Judging as Options
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.rule import Rules
from judge.runner import Program

app = Command()

_WAITING = "另一個 judge class 正在用這個資料庫，等它結束。"
_NEWER = "Moodle 只有勾選「若在Moodle上的變更比在試算表上的新，則允許更新紀錄」，才會改匯入過的成績"


def _slip(command: str, words: Sequence[str]) -> UserError | None:
    template = "測試的資料夾寫在 --tests 後面：{command} … --tests {words}"
    error = UserError(template, command=command, words=" ".join(words))
    return error if Path(words[0]).is_dir() else None


@app.command(
    "class",
    missing="請指定學生作業的資料夾或 .zip，例如 {command} hw1.zip --problem war",
    slip=_slip,
)
def grade_class(
    call: Call,
    submissions: Annotated[
        Path,
        argument(metavar="作業資料夾", help="資料夾、.zip 或 .tar.gz，裡面每個學生一份。"),
    ],
    *,
    task: Task,
    workers: Workers = "1",
    reports: Reports,
    choice: Choice,
    comparison: Options,
    options: ProgramOptions = IN_CLASS,
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
    if here := workers.isdigit():
        options.demand_promises()
    task.demand(reports, choice)
    judge, sheet = comparison.judge(), reports.of_platform()
    with ExitStack() as stack:
        problem = None if task.problem is None else Problem.load(task.problem, options.mode())
        command = comparison.checker or comparison.interactor or ""
        inputs = [task.tests, task.corrections, task.groups, reports.sheet]
        inputs += [] if problem is None else [problem.folder]
        aside = [*outputs.words(command), *filter(None, inputs), *(options.allow or ())]
        class_ = stack.enter_context(intake.opened(submissions, {*map(realpath, aside)}))
        ours = {realpath(path) for path in (reports.csv, reports.filled) if path is not None}
        if others := [name for name in class_.tables if realpath(submissions / name) not in ours]:
            tell(say("{names} 不是作業，沒有批改", names=listed(others)))
        students = choice.students(class_, task, sheet)
        if task.tests is not None:
            cases = (assignment := of_folders([task.tests], judge)).find("*")
        name = (task.tests or Path()).resolve().name if problem is None else problem.described.id
        database = choice.database or Path(f"results-{name}.db")
        theirs = [part.where for part in class_.parts if isinstance(part.where, Path)]
        outputs.demand(call, () if problem is None else problem.own_files(), theirs)
        store = stack.enter_context(opened(database, lambda: tell(say(_WAITING))))
        if problem is not None:
            trial = stack.enter_context(Trial(problem, store.seed(choice.seed)))
            cases = (assignment := of_problem(trial, problem.described.id)).find("*")
            options = options.for_problem(*problem.described.limits)
        hidden = [path for folder in assignment.secrets for path in secret(folder)]
        hidden += [submissions, class_.folder, database]
        sandbox = options.sandbox(hidden, here=here)
        record = database.resolve() if here else None
        building = assignment.building(Program((), limits := options.limits(), sandbox))
        mains = {key: row.main for key, row in students.corrections.students.items()}
        judging = Judging(building, record, task.main, mains)
        handed_in = [read(entry, judging) for entry in students.entries]
        store.forget(hand_in.program for hand_in in handed_in if choice.again)
        explained = reports.html or reports.feedback
        rules = Rules.of_problem(assignment.problem, sandbox.mode) if explained else None
        how = f"{assignment.how}\n{limits}"
        keyed = [case.absolute()._replace(key=key_of_test(case, how)) for case in cases]
        marking = grades.Marking(
            keyed, grades.groups_of(cases, problem), limits, rules, reports.show_secret
        )
        judge_all(judging, handed_in, marking.tests, store, workers)
        if reports.unpack is not None:
            added = {name for stub in assignment.stubs.values() for name in stub}
            unpack(handed_in, judging, reports.unpack, added)
        return _report(handed_in, students, sheet, marking, store, reports, task, choice)


def _report(
    handed_in: Sequence[HandedIn],
    students: Students,
    sheet: Sheet | None,
    marking: grades.Marking,
    store: Store,
    reports: Reports,
    task: Task,
    choice: Choice,
) -> int:
    """Write the reports student by student, print the table, and return the exit status."""
    light: list[grades.Grade] = []
    documents: list[dict[str, Any]] = []
    passed: dict[str, Counter[str]] = {test.name: Counter() for test in marking.tests}
    failed = False
    index = (reports.html or Path()) / "index.html"
    keeps_index = bool(choice.only and reports.html) and files.is_of_kit(index)
    with _writers(reports, marking, bool(choice.only)) as writers:
        for grade in map(students.corrections.corrected, grades.graded(handed_in, marking, store)):
            for write in writers:
                write(grade)
            failed = failed or "SE" in grade.verdicts(1)
            for name in grade.passed:
                passed[name][grade.handed_in.language] += 1
            light.append(grade._replace(results=(), messages=""))  # they take memory
            if reports.as_json is not None:
                documents.append(report.as_json(grade, marking))
    if reports.html is not None and not keeps_index:
        page.write_class(reports.html, light, {test: own.total() for test, own in passed.items()})
    rows = [
        Graded(grade.student, grade.handed_in.program, grade.verdict, grade.points, grade.most)
        for grade in light
    ]
    before = store.set_grades(rows, bool(choice.only))
    absent = (grades.nothing_of(student, marking) for student in students.absent)
    without = [*map(students.corrections.corrected, absent)]
    filled = Filled() if sheet is None else sheet.filled(without, light)
    if reports.filled is not None:
        files.write(reports.filled, filled.data)
    sides = {**filled.sides, **({"missing": ()} if choice.only else {})}
    if not reports.is_silent:
        room = get_terminal_size().columns if sys.stdout.isatty() else None
        lines = [*report.whole(light, passed, sides, room)]
        lines += report.changes(rows, before, bool(choice.only))
        if task.problem is not None:
            lines.append(say("測試的種子：{seed}", seed=store.seed()))
        if sheet is not None:
            if light and len(filled.sides["unknown"]) == len(light):
                lines.append(say("成績單裡一個學生也找不到：用 --student 從名字裡取出學號"))
            if sheet.has_times and before:
                lines.append(say(_NEWER))
            template = "成績單的成績：改了 {changed} 格，保留 {kept} 格，沒有動 {left} 格"
            lines.append(say(template, **filled.counts))
        if keeps_index:
            lines.append(say("{file} 是全班的，這一次沒有重做", file=index))
        for line in lines:
            print_folded(line)
    if reports.as_json is not None:
        counts = Counter(grade.verdict for grade in light)
        members = {"max": marking.most, "counts": counts, "tests": report.tests_as_json(marking)}
        document.write(reports.as_json, "class", {**members, "sheet": sides, "students": documents})
    return WRONG if failed else OK


@contextmanager
def _writers(
    reports: Reports, marking: grades.Marking, some: bool
) -> Iterator[list[Callable[[grades.Grade], object]]]:
    """Yield the functions that write a grade, one for each report."""
    writers: list[Callable[[grades.Grade], object]] = []
    with ExitStack() as stack:
        rows = None if reports.csv is None else report.Csv(reports.csv, marking, keep=some)
        if rows is not None:
            writers.append(rows.add)
        if reports.feedback is not None:
            packed = stack.enter_context(
                ZipFile(stack.enter_context(files.writing(reports.feedback)), "w")
            )
            packed.comment = files.FEEDBACK
            writers.append(lambda grade: page.feedback(packed, grade, marking))
        if reports.html is not None:
            if not files.is_of_kit(reports.html / "index.html"):  # a kill leaves a folder of ours
                page.write_class(reports.html, (), {})
            writers.append(partial(page.write_student, reports.html, marking))
        yield writers
        if rows is not None:  # after an error the earlier table stays whole
            rows.end()


@app.command("languages")
def list_languages() -> None:
    """列出支援的程式語言：副檔名，和已經安裝的版本或要安裝的套件。

    最後一行的檔案裡可以加上自己的語言，或換掉編譯與執行的指令。

    範例
      $ judge languages

    參見
      docs/class.md
    """
    rows = [
        (language.name, " ".join(language.endings), _found(language))
        for language in languages().values()
    ]
    print(*columns(rows), sep="\n")
    print(say("自己的語言寫在 {path}", path=own_file()))


def _found(language: Language) -> str:
    """Return the version of the tool that compiles or runs a language, or how to install it."""
    if missing := language.missing():
        lacking = say("沒有安裝 {name}", name=listed(missing))
        return f"{lacking}: sudo {language.install}" if language.install else lacking
    number = VERSION.search(version(language))
    return number[0] if number else say("已安裝")
