"""The options of ``judge class``, and the students whom they choose."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from cardjudge import files
from cardjudge.commands import types
from cardjudge.commands.outputs import DATABASE, file_to_write
from cardjudge.commands.rows import option
from cardjudge.commands.types import Json
from cardjudge.errors import UserError, nearest, quote, unknown
from cardjudge.language import say
from cardjudge.stdio import tell
from judge.classroom import intake
from judge.classroom.corrections import Corrections
from judge.classroom.corrections import read as read_corrections
from judge.classroom.members import Groups, by_members
from judge.classroom.sheet import Filling, Sheet

_SHEET = (".csv",)


class Reports(NamedTuple):
    """The options that choose what to write."""

    csv: Annotated[Path | None, file_to_write("把成績寫成 CSV，Excel 打得開。", endings=_SHEET)] = (
        None
    )
    html: Annotated[
        Path | None, file_to_write("把成績寫成網頁，每個學生一頁。", renews="index.html")
    ] = None
    sheet: Annotated[
        Path | None,
        option(metavar="檔案", help="Moodle 的評分表、Canvas 的成績簿或任何成績的 CSV。"),
    ] = None
    filled: Annotated[
        Path | None, file_to_write("填好成績的 --sheet，可以匯回平台。", endings=_SHEET)
    ] = None
    feedback: Annotated[
        Path | None,
        file_to_write("每個學生的網頁，壓成可以上傳回平台的 .zip。", endings=(".zip",)),
    ] = None
    column: Annotated[
        str | None, option(metavar="欄位", help="--sheet 裡填成績的欄位，不清楚時才要寫。")
    ] = None
    replace: Annotated[bool, option("--replace", help="--sheet 裡已有的成績和評語也換掉。")] = False
    missing: Annotated[
        float | None,
        option(metavar="分數", least=0, help="--sheet 裡沒有繳交的人填的分數，例如 0。"),
    ] = None
    unpack: Annotated[
        Path | None,
        file_to_write("把評測的原始碼寫成每個學生一個資料夾，給比對相似的工具用。"),
    ] = None
    show_secret: Annotated[bool, option("--show-secret", help="也公開 secret 裡的測試。")] = False
    as_json: Json = None

    def of_platform(self) -> Sheet | None:
        """Return the platform's sheet, if there is one; UserError for options that lack it."""
        if (self.sheet is None) != (self.filled is None):
            raise UserError("--sheet 和 --filled 要一起用")
        filling = Filling(self.column, self.replace, self.missing)
        if self.sheet is None and filling != Filling():
            raise UserError("--column、--replace、--missing 要和 --sheet 一起用")
        return None if self.sheet is None else Sheet(self.sheet, filling)

    @property
    def is_silent(self) -> bool:
        """Whether a file on standard output takes the place of the table."""
        return files.STANDARD_OUTPUT in (self.csv, self.filled, self.feedback, self.as_json)


class Task(NamedTuple):
    """The options that choose tests and the programs among the files."""

    tests: Annotated[
        Path | None, option(metavar="資料夾", help="放測試的資料夾；裡面的資料夾是分組。")
    ] = None
    problem: Annotated[
        str | None, option(metavar="題目", help="題目的名字或資料夾，取代 --tests。")
    ] = None
    corrections: Annotated[
        Path | None,
        option(metavar="檔案", help="老師對個別學生的更正：主程式、分數、遲交，寫成 TOML。"),
    ] = None
    groups: Annotated[
        Path | None,
        option(metavar="檔案", help="分組作業的 CSV：每個學生一行，學號和組名。"),
    ] = None
    main: Annotated[
        str | None,
        option(metavar="樣式", help="一份裡有幾個作業時，要改的資料夾或檔案，例如 '*big2*'。"),
    ] = None

    def demand(self, reports: Reports, choice: "Choice") -> None:
        """Raise UserError for options that exclude each other."""
        if self.tests is None and self.problem is None:
            raise UserError("請指定測試：--tests 資料夾，或 --problem 題目")
        if self.tests is not None and self.problem is not None:
            raise UserError("--tests 和 --problem 不能一起用")
        if self.tests is not None and choice.seed is not None:
            raise UserError("--seed 要和 --problem 一起用：--tests 的測試是固定的")
        if choice.only and reports.missing is not None:
            raise UserError("--missing 和 --only 不能一起用")


class Choice(NamedTuple):
    """The options that choose the database, students and what is judged anew."""

    database: Annotated[
        Path | None,
        file_to_write(
            "記下每一次執行的資料庫。",
            "--results",
            endings=DATABASE,
            shown="results-名稱.db",
        ),
    ] = None
    student: Annotated[
        str | None,
        option(metavar="樣式", help="從名稱裡找出學生的正規表示式，第 1 組是學生。"),
    ] = None
    only: Annotated[
        list[str] | None, option(metavar="學號", help="只改這個學生；可以寫很多次。")
    ] = None
    again: Annotated[
        bool,
        option("--again", help="已經評測過的也重新評測；和 --only 一起用時，只重新評測那些學生。"),
    ] = False
    seed: Annotated[
        int | None, types.seed("題目產生的測試；同樣的種子，同樣的測試。", "秘密的")
    ] = None

    def students(self, class_: intake.Class, task: Task, sheet: Sheet | None) -> "Students":
        """Return the students of the class; UserError for a name of nobody or of several."""
        entries = intake.entries(class_, self._pattern())
        entries = by_members(entries, class_.submitters)
        if task.groups is not None:
            members = Groups(task.groups).members(entries)
            if not any(members.values()):
                template = "{path}裡沒有一組交了作業：組名要和作業的名稱相同"
                raise UserError(template, path=quote(str(task.groups)))
            entries = by_members(entries, members)
        elif sheet is not None:
            entries = by_members(entries, sheet.members(entries))
            if sheet.looks_shared(entries):
                tell(say("這看起來是分組作業；組員的成績要用 --groups 才會填"))
        entries = entries if sheet is None else sheet.numbered(entries)
        file = task.corrections
        corrections = Corrections() if file is None else read_corrections(file)
        corrections = corrections.of_class(entries, sheet)
        if sheet is not None:
            sheet.demand_own(entries)
        keys = {entry.student.casefold() for entry in entries}
        only = {student.casefold(): student for student in self.only or ()}
        named = [
            {name.casefold() for name in (entry.student, entry.group, entry.number) if name}
            for entry in entries
        ]
        if missing := sorted(only.keys() - set[str]().union(*named)):
            close = nearest(name := only[missing[0]], [entry.student for entry in entries])
            raise unknown("沒有{name}的作業", quote(name), close, ())
        chosen = [
            entry
            for entry, names in zip(entries, named, strict=True)
            if not only or names & only.keys()
        ]
        return Students(chosen, corrections, sorted(corrections.students.keys() - keys))

    def _pattern(self) -> re.Pattern[str] | None:
        try:
            pattern = None if self.student is None else re.compile(self.student)
        except re.error as error:
            at = (error.pos or 0) + 1
            raise UserError("--student 的第 {at} 個字元不合正規表示式的寫法", at=at) from None
        if pattern is not None and pattern.groups < 1:
            raise UserError("--student 要有一組括號，括住學生")
        return pattern


class Students(NamedTuple):
    """The students to judge, the corrections, and the corrected students without an entry."""

    entries: Sequence[intake.Entry]
    corrections: Corrections
    absent: Sequence[str]
