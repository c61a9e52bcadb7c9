"""The subcommands for authors of problems, which `judge.cli` includes."""

import math
import shlex
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from cardjudge import files
from cardjudge.columns import columns, print_folded
from cardjudge.commands import outputs, types
from cardjudge.commands.command import Call, Command
from cardjudge.commands.completion import one_of
from cardjudge.commands.outputs import TEXT, file_to_write
from cardjudge.commands.programs import ProgramOptions, SandboxMode
from cardjudge.commands.rows import argument, option
from cardjudge.errors import UserError
from cardjudge.language import listed, say
from cardjudge.play.installed import games
from cardjudge.programs.languages import languages
from cardjudge.screen import show_progress
from cardjudge.stdio import NEGATIVE, OK
from judge.cases import Case
from judge.explain import printable
from judge.options import WITH_PROGRAM, program_of, referee
from judge.problem.description import Doubt, Fault, Unchecked
from judge.problem.problem import Problem, Submission, new
from judge.runner import Program, Result

app = Command()
_problem = app.group(
    "problem",
    """出一道題目：一個資料夾，裡面有敘述、測試、正確和錯誤的程式。

範例
  從一道完整的小題目開始：
  $ judge problem new mine

參見
  docs/judges.md
""",
)

Where = Annotated[
    str,
    argument(
        metavar="題目",
        help="題目的資料夾，或附在套件裡的題目的名字，例如 nim。",
        words=one_of(Problem.names),
    ),
]
Seed = Annotated[int | None, types.seed("產生測試的亂數種子。", "problem.toml 裡的 seed")]


Format = StrEnum("Format", "KATTIS NOJ QDUOJ")
"""The formats of packages."""


@_problem.command("new")
def make(
    folder: Annotated[Path, argument(metavar="資料夾", help="還沒有東西的資料夾。")],
    checker: Annotated[bool, option(help="答案不只一種：由檢查程式（checker.py）評分。")] = False,
    interactive: Annotated[
        bool, option(help="和程式對話：由互動程式（interactor.py）評分。")
    ] = False,
) -> None:
    """做一道完整的小題目，當作開始。

    它有中英文的敘述、產生測試和檢查輸入的程式、對的和錯的程式，馬上就能通過 judge problem check。

    範例
      從一道完整的小題目開始：
      $ judge problem new mine

      答案不只一種的題目：
      $ judge problem new pairs --checker

    參見
      docs/judges.md
    """
    if checker and interactive:
        raise UserError("{one} 和 {other} 不能一起用", one="--checker", other="--interactive")
    new(folder, "checker" if checker else "interactive" if interactive else "plain")
    template = "{folder}：接著改 problem.toml 和其他檔案，再用 judge problem check {folder} 檢查"
    print_folded(say(template, folder=shlex.quote(str(folder))))


@_problem.command("check")
def check_problem(problem: Where, seed: Seed = None, sandbox_mode: SandboxMode = None) -> int:
    """檢查一道題目的全部：每個程式在每個測試的判定與時間，再來每個問題一行，帶著檔案與行號。

    輸入都通過驗證程式；答案和每個正確的程式印出來的一樣；錯的程式得到資料夾所說的判定；時間限制至少
    是最慢的正確程式的兩倍，至多是太慢的程式的一半；範例在敘述裡；該填的都填了。沒有問題的檢查保留到
    資料夾改變為止，匯出時不再檢查。

    結束狀態
      0：沒有問題；1：有問題；2：用法不對。

    範例
      從一道完整的小題目開始：
      $ judge problem new mine && judge problem check mine

    參見
      docs/judges.md
    """
    from judge.problem.check import check

    table = _Table()
    findings = [*check(problem, seed, table.add, sandbox_mode or "auto")]
    for line in table.lines():
        print(line)
    count = _print_all(findings)
    summary = say("有 {count} 個問題", count=count) if count else say("沒有問題")
    print(say("{where}：{told}", where=problem, told=summary))
    return NEGATIVE if count else OK


@app.command("list")
def list_installed() -> None:
    """列出已經安裝的題目、遊戲、匯出的格式與程式語言。

    範例
      $ judge list

    參見
      docs/judges.md
    """
    ready = (language.name for language in languages().values() if not language.missing())
    print(say("題目：{names}", names=listed(Problem.names())))
    print(say("遊戲：{names}", names=listed(game.name for game in games())))
    print(say("匯出的格式：{names}", names=listed(Format)))
    print(say("程式語言：{names}", names=listed(ready)))


@app.command("export")
def export_problem(
    form: Annotated[
        Format,
        argument(metavar="格式", help="kattis（DOMjudge 也讀它）、noj 或 qduoj。"),
    ],
    problem: Where,
    folder: Annotated[
        Path | None,
        argument(metavar="資料夾", help="套件寫在這裡，以題目為名。", shown="packages/格式"),
    ] = None,
    seed: Seed = None,
    sandbox_mode: SandboxMode = None,
) -> int:
    """把題目做成其他評測系統的套件。

    套件裡有題目敘述、測試、限制、分數，和每一種對與錯的程式。先檢查題目，有問題就不做。

    結束狀態
      0：寫好了；1：題目有問題，沒有寫；2：用法不對。

    範例
      自己的題目，測試由自己的種子產生：
      $ judge problem new mine && judge export noj mine --seed 2026

    參見
      docs/judges.md
    """
    from judge.problem.check import check, mark
    from judge.problem.package import FORMATS, destination, export
    from judge.problem.trial import Trial

    loaded = Problem.load(problem, sandbox_mode or "auto")
    place = destination(loaded, form.value, folder)
    with Trial(loaded, seed) as trial:
        findings = [] if mark(trial).exists() else [*check(problem, seed, mode=loaded.mode)]
        if count := _print_all(findings):
            print(say("有 {count} 個問題，沒有寫套件", count=count))
            return NEGATIVE
        package = export(trial, form.value, place)
        parts = {"tests": len(trial.tests), "programs": len(trial.problem.submissions)}
        print(say("{package}：{tests} 個測試，{programs} 個程式", package=package, **parts))
        for note in FORMATS[form.value].notes(trial, package):
            print(note)
    return OK


def _print_all(findings: Sequence[Fault]) -> int:
    """Print findings, and return the number of faults among them."""
    for finding in findings:
        print(finding)
    return sum(not isinstance(finding, Doubt | Unchecked) for finding in findings)


@app.command("hack", tail=WITH_PROGRAM)
def hack_program(
    call: Call,
    problem: Where,
    tries: Annotated[int, option(metavar="次數", least=1, help="至多試幾個輸入。")] = 1000,
    seed: types.Seed = 0,
    seconds: Annotated[
        float | None,
        option(metavar="秒數", least=0.01, most=1e9, help="找和縮短一共至多幾秒。"),
    ] = None,
    against: Annotated[
        str | None,
        option(metavar="指令", help="和這個程式比較，不用題目裡正確的程式。"),
    ] = None,
    case: Annotated[
        Path | None,
        file_to_write("把輸入寫在這裡，答案寫在旁邊的 .out。", "-o", endings=TEXT, beside=".out"),
    ] = None,
    *,
    options: ProgramOptions,
) -> int:
    """找出讓程式出錯、又盡量短的輸入。

    依題目的 strategy.py（沒有的話用 generate.py）產生輸入，比較程式和第一個正確的程式，或
    --against 的程式。第一個不同的輸入馬上寫進 -o 的檔案，再縮短。

    結束狀態
      0：沒有找到；1：找到了；2：用法不對。

    範例
      $ echo "print('O wins', 0)" > guess.py && judge hack nim -- python3 guess.py

    參見
      docs/judges.md
    """
    until = time.monotonic() + (seconds or math.inf)  # compilers take their part of the seconds
    from judge import text
    from judge.problem.hack import Search, hack, strategy_of
    from judge.problem.trial import Trial

    command = program_of(call)
    if against is not None and not against.strip():
        raise UserError("選項 {name} 需要一個值", name="--against")
    reference = None if against is None else referee("--against", against).command
    paths = [case, *outputs.beside(case, ".out")] if case else []

    def tell(search: Search, is_shorter: bool) -> None:
        if search.failure is None:
            show_progress(say("試了 {tries} 個輸入", tries=search.tries))
            return
        input, answer, _ = search.failure
        template = "第 {tries} 個輸入出錯；縮短：試了 {shrinks} 個，剩 {size} 個位元組"
        parts = {"tries": search.tries, "shrinks": search.shrinks, "size": len(input)}
        show_progress(say(template, **parts))
        for path, data in zip(paths, (input, answer), strict=False) if is_shorter else ():
            if data is not None:
                files.write(path, data)

    loaded = Problem.load(problem, options.mode())
    outputs.demand(call, loaded.own_files())
    with Trial(loaded) as trial:
        described = trial.problem.described
        if described.grader:
            raise UserError("{problem} 由評分程式評分，不能用這個指令", problem=problem)
        strategy_of(loaded)  # what is missing is said first
        show_progress(say("準備測試和正確的程式"))
        options = options.for_problem(*described.limits)
        limits = options.limits()
        hidden = (trial.folder, trial.problem.folder / "tests")
        sandbox = options.sandbox(hidden, command=command)
        trial.take_reference(reference, options.sandbox(command=reference))
        judging = trial.judge.judging(Program(command, limits, sandbox))
        search = Search(trial, judging, tell, until)
        failure = hack(search, tries, seed)
        show_progress("")
        if failure is None:
            if search.skipped and search.skipped == search.tries:
                raise UserError("{program}一局也沒有贏，沒有比較", program=trial.reference_place)
            print(say("試了 {tries} 個輸入都對，種子 {seed}", tries=search.tries, seed=seed))
            return OK
        print(say("第 {tries} 個輸入出錯，種子 {seed}；縮短成：", tries=search.tries, seed=seed))
        for line in failure.input.decode(errors="replace").splitlines():
            print(printable(line) or "↵")  # an empty line of the input
        print(f"{failure.result.verdict}  {text.reason(failure.result, limits)}")
        for line in text.explanation(failure.result):
            print(f"  {line}")
    return NEGATIVE


class _Table:
    """Collects runs, and shows the current one on a terminal."""

    def __init__(self) -> None:
        self._runs: dict[tuple[str, str], str] = {}
        self._tests: dict[str, None] = {}
        self._programs: dict[str, float] = {}

    def add(self, submission: Submission, test: Case, result: Result) -> None:
        """Add a run."""
        program, path = map(printable, (submission.place.removeprefix("submissions/"), test.path))
        self._tests[path] = None
        self._programs[program] = max(self._programs.get(program, 0.0), result.ended.cpu)
        self._runs[program, path] = f"{result.verdict} {result.ended.cpu:.2f} s"
        show_progress(f"{program} {path}")

    def lines(self) -> list[str]:
        """Return the table: one row per test, one column per program; last, the slowest runs."""
        programs = [*self._programs]
        rows = [["", *(str(number) for number in range(1, len(programs) + 1))]]
        for test in self._tests:
            rows.append([test, *(self._runs.get((program, test), "–") for program in programs)])
        rows.append([say("最慢"), *(f"{seconds:.2f} s" for seconds in self._programs.values())])
        names = [f"{number}  {name}" for number, name in enumerate(programs, 1)]
        show_progress("")
        return [*names, *columns(rows)] if programs else []
