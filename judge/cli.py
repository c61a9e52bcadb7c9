"""The command line of ``judge``, and of ``judge new``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from glob import escape, glob
from math import inf
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperOption

from cardjudge.commands.app import App, Command, Group, command_of
from cardjudge.commands.completion import one_of
from cardjudge.commands.options import grouped
from cardjudge.errors import UserError
from cardjudge.programs.process import Limits
from cardjudge.series.workers import spread
from cardjudge.stdio import NEGATIVE, OK
from judge import text
from judge.cases import Case, find
from judge.checker import Checker, Referee
from judge.classroom import cli as classroom
from judge.compare import Compare, Verdict, named
from judge.interactive import ALONE, InteractiveRunner
from judge.junit import write_junit
from judge.problem import cli as problem
from judge.recording import record, to_record
from judge.report import Report, write_json, write_transcript
from judge.runner import Result, Runner
from judge.text import MB


class _Judge(Group):
    """Takes folders as well as subcommands: only its first word can be one of these."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.obj = not args  # whether a word that is being completed is the first
        ctx.allow_interspersed_args = not (args and args[0] in self.commands)
        if not ctx.allow_interspersed_args:
            self.params = [param for param in self.params if isinstance(param, TyperOption)]
        return super().parse_args(ctx, args)


class _WithProgram(Command):
    subcommand_metavar = "-- 指令…"


app = App(
    "judge",
    cls=_Judge,
    subcommand_metavar="-- 指令…",
    help="""
    拿測試執行任何一個程式，說出線上評測會怎麼判定，以及為什麼。

    資料夾裡的每個 名稱.in 是一個測試：程式從標準輸入讀它，印出來的要和 名稱.out（或 名稱.ans）
    相同。程式可以用任何語言寫，不經過 shell 執行。
    """,
    epilog="""
    判定
      AC 通過，WA 答案錯誤，PE 只有空白或換行不同，RE 執行時錯誤，TLE 超過時間，MLE 超過記憶體，
      OLE 輸出太多。後面是 CPU 時間、經過的時間與記憶體用量。

    結束狀態
      0：全部 AC；1：有測試沒有通過；2：用法不對。

    範例
      評測 nim 這個程式，只用名稱符合的測試：
      $ judge testdata/nim --filter 'lecture*' -- nim
      兩個兩個來，結果也寫成 JSON：
      $ judge testdata/war --filter '*-wins' --jobs 2 --json results.json -- war
      替還沒有答案的測試記錄答案：
      $ mkdir mine && echo 5 2 5 7 9 6 > mine/a.in && judge new mine -- nim

    參見
      docs/judge.md, testdata/README.md
    """,
)

app.add_typer(problem.app)
app.add_typer(classroom.app)

Pattern = Annotated[
    str, typer.Option("--filter", metavar="樣式", help="只用名稱符合的測試，例如 'sample*'。")
]


class LimitOptions(NamedTuple):
    """The limits of each run of the program."""

    seconds: Annotated[
        float, typer.Option("--time", metavar="秒", help="每次執行的 CPU 時間上限。")
    ] = 10
    wall: Annotated[
        float | None,
        typer.Option(metavar="秒", help="每次執行經過的時間上限。", show_default="--time 的兩倍"),
    ] = None
    memory: Annotated[float, typer.Option(metavar="MB", help="每次執行的記憶體上限。")] = 512
    output: Annotated[float, typer.Option(metavar="MB", help="每次執行的輸出上限。")] = 64

    def read(self) -> Limits:
        """Return the limits; UserError for one that lets no program run."""
        wall = 2 * self.seconds if self.wall is None else self.wall
        if not all(0 < amount < inf for amount in (self.seconds, wall, self.memory, self.output)):
            raise UserError("限制要大於 0")
        return Limits(wall, self.seconds, int(self.memory * MB), int(self.output * MB))


def _subcommands_and_folders(context: typer.Context, incomplete: str) -> list[str]:
    """Offer folders only beside subcommands: by themselves they are the shell's to offer."""
    group: Any = context.command
    fit = [name for name in group.commands if context.obj and name.startswith(incomplete)]
    return [*fit, *glob(f"{escape(incomplete)}*/")] if fit else []


@app.callback(invoke_without_command=True)
@grouped
def main(
    context: typer.Context,
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="資料夾",
            help="放測試的資料夾，可以有好幾個。",
            autocompletion=_subcommands_and_folders,
        ),
    ] = None,
    pattern: Pattern = "*",
    skip_errors: Annotated[
        bool, typer.Option("--skip-errors", help="略過應該以錯誤結束的測試（有 .status 的）。")
    ] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            metavar="方式",
            help="exact 每個位元組都要相同；lines 不管行尾的空白；tokens 只比空白之間的字；"
            "float:1e-6 數字容許這麼大的誤差。",
            show_default="exact",
            autocompletion=one_of(lambda: ("exact", "lines", "tokens", "float:1e-6")),
        ),
    ] = None,
    checker: Annotated[
        str | None,
        typer.Option(
            metavar="指令",
            help="由檢查程式判定，參數是輸入、輸出、答案三個檔案；kattis:指令 用 Kattis 的參數。",
        ),
    ] = None,
    interactor: Annotated[
        str | None,
        typer.Option(metavar="指令", help="互動題：程式和這個指令對話，由它判定。"),
    ] = None,
    transcript: Annotated[
        Path | None,
        typer.Option(metavar="檔案", help="寫下對話：> 是程式說的，< 是程式聽到的。"),
    ] = None,
    *,
    limit: LimitOptions,
    jobs: Annotated[int, typer.Option(metavar="N", help="同時執行幾個測試。")] = 1,
    stop_first: Annotated[
        bool, typer.Option("--stop-first", help="在第一個沒有通過的測試停止。")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="沒有通過的，把答案和輸出整個並排印出來。")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option(metavar="檔案", help="把結果寫成 JUnit 的 XML。")
    ] = None,
    as_json: Annotated[
        Path | None, typer.Option("--json", metavar="檔案", help="把結果寫成 JSON。")
    ] = None,
) -> int | None:
    """Run a program on all cases, and return whether it is accepted."""
    if context.invoked_subcommand is not None:
        return None
    command = _program(context)
    limits = limit.read()
    if jobs < 1:
        raise UserError("--jobs 至少是 1")
    judged: Runner | InteractiveRunner
    if interactor is not None:
        if compare is not None or checker is not None:
            raise UserError("--interactor 自己會判定，不能再有 --compare 或 --checker")
        judged = InteractiveRunner(command, Referee.parse(interactor), limits)
        cases = find(folders, pattern, not skip_errors) if folders else [ALONE]
    else:
        judged = Runner(command, _comparison(compare, checker), limits, keep_output=diff)
        cases = find(_needed(folders), pattern, not skip_errors)
        if checker is None:
            _need_answers(cases)
    if transcript is not None and interactor is None:
        raise UserError("沒有 --interactor 就沒有對話可以寫")
    results = _judge(judged, cases, limits, jobs, stop_first, diff)
    if transcript is not None:
        write_transcript(transcript, results)
    if as_json is not None:
        write_json(as_json, command, results, limits)
    if junit is not None:
        write_junit(junit, results, limits)
    return OK if all(result.verdict is Verdict.AC for result in results) else NEGATIVE


@app.command(
    "new",
    cls=_WithProgram,
    help="""
    執行程式，替還沒有答案的 .in 把輸出記錄成 .out。

    已經有的答案不會被覆寫。記錄下來的是程式說的，不一定是對的：每一行都要讀過。
    """,
    epilog="""
    結束狀態
      0：每個程式都正常結束；1：有程式出錯或超過限制，沒有記錄；2：用法不對。

    範例
      由 nim 回答一個新的測試：
      $ mkdir mine && echo 3 1 2 3 > mine/a.in && judge new mine -- nim

    參見
      judge --help, docs/judge.md
    """,
)
@grouped
def record_answers(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="資料夾", help="放著 .in 的資料夾。")],
    pattern: Pattern = "*",
    rewrite: Annotated[
        list[str] | None,
        typer.Option(metavar="名稱", help="這個測試的答案要重寫；可以寫很多次。"),
    ] = None,
    *,
    limit: LimitOptions,
) -> int:
    """Record answers, and return whether every program ended well."""
    command = _program(context)
    limits = limit.read()
    cases = to_record(find([folder], pattern), rewrite or [])
    if not cases:
        print("每個 .in 都已經有答案，沒有寫任何檔案。")
    accepted = True
    for recorded in record(cases, command, limits):
        print(text.recorded(recorded, limits), flush=True)
        accepted = accepted and recorded.verdict is Verdict.AC
    return OK if accepted else NEGATIVE


def _judge(
    judged: Callable[[Case], Result],
    cases: Sequence[Case],
    limits: Limits,
    jobs: int,
    stop_first: bool,
    diff: bool,
) -> list[Result]:
    """Judge all cases and tell of them, also of those before an error or an interruption."""
    results: list[Result] = []
    report = Report([case.name for case in cases], limits, diff)
    try:
        with closing(spread(judged, cases, jobs, "評測")) as coming:
            for result in coming:
                results.append(result)
                report.add(result)
                if stop_first and result.verdict is not Verdict.AC:
                    break
    finally:
        report.end()
    return results


def _program(context: typer.Context) -> tuple[str, ...]:
    command = command_of(context)
    if not command:
        raise UserError("缺少要執行的指令，寫在 -- 後面：judge testdata/big2 -- ./a.out")
    return tuple(command)


def _needed(folders: list[Path] | None) -> list[Path]:
    if not folders:
        raise UserError("缺少放測試的資料夾")
    return folders


def _comparison(compare: str | None, checker: str | None) -> Compare:
    if checker is None:
        return named(compare or "exact")
    if compare is not None:
        raise UserError("--compare 和 --checker 只能有一個")
    return Checker(Referee.parse(checker))


def _need_answers(cases: Sequence[Case]) -> None:
    for case in cases:
        if case.answer is None:
            raise UserError(
                f"{case.input} 沒有答案（.out 或 .ans）；judge new 可以記錄，--filter 可以略過"
            )
