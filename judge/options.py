"""The options of the commands that judge programs, and of `judge` itself."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

from cardjudge.commands import slips
from cardjudge.commands.app import command_of
from cardjudge.commands.command import Call
from cardjudge.commands.completion import one_of
from cardjudge.commands.outputs import TEXT, file_to_write
from cardjudge.commands.rows import option
from cardjudge.commands.types import Json, Plain, Workers
from cardjudge.errors import UserError
from cardjudge.files import STANDARD_OUTPUT
from judge.checker import Checker, Referee
from judge.interactive import Interactor
from judge.runner import Comparison, Judge

WITH_PROGRAM = "-- 指令…"
"""The end of the usage of a command that takes a program."""


def program_of(call: Call) -> tuple[str, ...]:
    """Return the program after ``--``; UserError if there is none."""
    if command := command_of(call):
        return tuple(command)
    raise UserError("缺少要執行的指令，寫在最後：-- ./a.out")


class Judging(NamedTuple):
    """The options that choose how to judge an output."""

    compare: Annotated[
        str | None,
        option(
            metavar="方式",
            help="exact 每個位元組都要相同；lines 不管行尾的空白和最後的空行；"
            "tokens 只比空白之間的字；float:1e-6 數字容許這麼大的誤差。",
            shown="exact",
            words=one_of(lambda: ("exact", "lines", "tokens", "float:1e-6")),
        ),
    ] = None
    checker: Annotated[
        str | None,
        option(
            metavar="指令",
            help="由檢查程式判定，參數是輸入、輸出、答案三個檔案；kattis:指令 用 Kattis 的參數。",
        ),
    ] = None
    interactor: Annotated[
        str | None, option(metavar="指令", help="互動題：程式和這個指令對話，由它判定。")
    ] = None

    def judge(self) -> Judge:
        """Return the judge that the options choose; UserError for more than one option."""
        if sum(words is not None for words in self) > 1:
            raise UserError("--compare、--checker 和 --interactor 只能有一個")
        if self.interactor is not None:
            return Interactor(referee("--interactor", self.interactor))
        if self.checker is not None:
            return Checker(referee("--checker", self.checker))
        return Comparison(self.compare or "exact")


def referee(option: str, words: str) -> Referee:
    """Return the command of an option, such as a checker; UserError if it cannot run."""
    written = Referee.parse(words)
    if error := slips.in_command(option, written.command):
        raise error
    return written.anywhere()


Pattern = Annotated[
    str, option("--filter", metavar="樣式", help="只用名稱符合的測試，例如 'sample*'。")
]


Input = StrEnum("Input", "SHORT FULL NO")
"""Whether to show the input of a failed test."""


class Choice(NamedTuple):
    """The options that choose cases, and the way to run them."""

    pattern: Pattern = "*"
    stop_first: Annotated[bool, option("--stop-first", help="在第一個沒有通過的測試停止。")] = False
    workers: Workers = "1"


class Reporting(NamedTuple):
    """The options that choose what to report."""

    input: Annotated[
        Input,
        option(
            metavar="short|full|no",
            help="short 印出沒有通過的測試的輸入，很長的不印；full 全部印；no 都不印。",
        ),
    ] = Input.SHORT
    transcript: Annotated[
        Path | None,
        file_to_write("記錄對話：> 是程式的輸出，< 是程式收到的輸入。", endings=TEXT),
    ] = None
    junit: Annotated[Path | None, file_to_write("把結果寫成 JUnit 的 XML。", endings=(".xml",))] = (
        None
    )
    as_json: Json = None
    plain: Plain = False

    @property
    def is_silent(self) -> bool:
        """Whether a file on standard output takes the place of the report."""
        return STANDARD_OUTPUT in (self.transcript, self.junit, self.as_json)
