"""The command lines of ``judge`` and ``judge new``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from judge.app import App, Command
from judge.cases import Case, find
from judge.checker import Checker, Referee
from judge.compare import Compare, Verdict, named
from judge.errors import UserError, quote
from judge.interactive import InteractiveRunner
from judge.process import Limits
from judge.recording import record
from judge.report import Report, write_json, write_junit
from judge.runner import Result, Runner
from judge.stdio import NEGATIVE, OK
from judge.text import MB
from judge.workers import spread

app = App("judge")
new = App("judge new", add_completion=False)


class _WithProgram(Command):
    """A command line that ends with ``-- COMMAND…``, whose words are not ours to read."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        ctx.obj = tuple(args[end + 1 :])
        return super().parse_args(ctx, args[:end])

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [*super().collect_usage_pieces(ctx), "-- 指令…"]


Folders = Annotated[list[Path], typer.Argument(metavar="資料夾…", help="放 .in 檔的資料夾。")]
Filter = Annotated[
    str, typer.Option(metavar="樣式", help="只用名稱符合的測試，例如 'sample*'。")
]
Seconds = Annotated[float, typer.Option("--time", metavar="秒", help="每次執行的 CPU 時間限制。")]
WallSeconds = Annotated[
    float | None,
    typer.Option(
        "--wall", metavar="秒", help="每次執行經過的時間限制。", show_default="CPU 時間限制的兩倍"
    ),
]
Megabytes = Annotated[int, typer.Option("--memory", metavar="MB", help="每次執行的記憶體限制。")]
OutputMegabytes = Annotated[int, typer.Option("--output", metavar="MB", help="輸出的大小限制。")]


@app.command(
    cls=_WithProgram,
    help="用一個資料夾的測試（名稱.in 與名稱.out 或 .ans）執行任何程式，說明線上評測系統會怎麼判定，"
    "以及為什麼。",
    epilog="範例：judge testdata/big2 -- ./a.out　　記錄答案：judge new --help",
)
def main(
    context: typer.Context,
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="資料夾…", help="放測試的資料夾。")
    ] = None,
    pattern: Annotated[
        str, typer.Option("--filter", metavar="樣式", help="只用名稱符合的測試，例如 'sample*'。")
    ] = "*",
    skip_errors: Annotated[
        bool, typer.Option("--skip-errors", help="略過應該以錯誤結束的測試（有 .status 的）。")
    ] = False,
    jobs: Annotated[int, typer.Option(metavar="N", help="同時執行幾個測試。")] = 1,
    compare: Annotated[
        str | None,
        typer.Option(
            metavar="方式",
            help="怎麼比對：exact 每個位元組、lines 不管行尾空白、tokens 只比詞、float:1e-6 數字可以有誤差。",
            show_default="exact",
        ),
    ] = None,
    checker: Annotated[
        str | None,
        typer.Option(
            metavar="指令",
            help="用檢查程式比對，參數是「輸入 輸出 答案」；寫成 kattis:指令 則照 Kattis 的慣例。",
        ),
    ] = None,
    interactor: Annotated[
        str | None, typer.Option(metavar="指令", help="互動題：讓程式和這個指令對話，由它判定。")
    ] = None,
    transcript: Annotated[
        Path | None, typer.Option(metavar="檔案", help="把對話寫進檔案：程式說的 >，聽到的 <。")
    ] = None,
    seconds: Seconds = 10,
    wall: WallSeconds = None,
    memory: Megabytes = 512,
    output: OutputMegabytes = 64,
    stop_first: Annotated[
        bool, typer.Option("--stop-first", help="遇到第一個沒有通過的測試就停止。")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="把沒有通過的輸出和答案整個並排印出來。")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option(metavar="檔案", help="把結果寫成 JUnit 的 XML。")
    ] = None,
    as_json: Annotated[
        Path | None, typer.Option("--json", metavar="檔案", help="把結果寫成 JSON。")
    ] = None,
) -> int:
    """Run the program on all cases, and return whether it was accepted."""
    command = _program(context)
    limits = _limits(seconds, wall, memory, output)
    if interactor is not None:
        ...
    cases = find(folders or [], pattern)
    return OK


def _program(context: typer.Context) -> tuple[str, ...]:
    command: tuple[str, ...] = context.obj
    if not command:
        raise UserError("缺少要執行的指令：寫在 -- 的後面，例如 judge testdata/big2 -- ./a.out")
    return command
