"""The command line of ``judge``, and of ``judge answers``."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from glob import escape, glob
from pathlib import Path
from typing import Annotated

from cardjudge.columns import columns
from cardjudge.commands import completion, outputs, slips
from cardjudge.commands.app import App, command_of
from cardjudge.commands.command import Call, Later
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.rows import argument, option
from cardjudge.doors import Row
from cardjudge.errors import UserError, nearest, quote, unknown
from cardjudge.language import listed, say
from cardjudge.programs.languages import of_file
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import double_ending
from cardjudge.stdio import NEGATIVE, OK
from judge import text
from judge.assignment import beside, of_folders, of_problem
from judge.interactive import Interactor
from judge.layouts import OF_TESTS, demand_folder, find, secret, within
from judge.options import WITH_PROGRAM, Choice, Judging, Pattern, Reporting, program_of
from judge.problem.description import FILE as PROBLEM
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.runner import Program, record
from judge.session import Session
from judge.verdicts import Verdict


class _App(App):
    """The application, which takes folders as well as subcommands as the first word."""

    def common(self) -> list[Row]:
        return [completion.INSTALL, *super().common()]

    def demand(self, words: Sequence[str]) -> None:
        if words:
            _demand(words)


app = _App("judge", "原始碼…|-- 指令…")


def _subcommands_and_folders(incomplete: str) -> list[str]:
    """Complete folders together with subcommands; the shell completes folders alone."""
    first = not completion.before()
    fit = [name for name in app.below if first and name.startswith(incomplete)]
    return [*fit, *glob(f"{escape(incomplete)}*/")] if fit else []


Folders = Annotated[
    list[str] | None,
    argument(
        metavar="資料夾",
        help="放測試的資料夾，或一個題目的名字，例如 big2；後面的原始碼檔會先編譯。",
        words=_subcommands_and_folders,
    ),
]


@app.alone
def main(
    call: Call,
    folders: Folders = None,
    problem: Annotated[
        str | None,
        option(metavar="題目", help="題目的名字或資料夾：用它的測試、限制和比對。"),
    ] = None,
    *,
    choice: Choice,
    judging: Judging,
    options: ProgramOptions,
    reporting: Reporting,
) -> int:
    """用測試資料執行任何程式，顯示線上評測系統會給的判定與原因。

    資料夾裡的每個 名稱.in 是一個測試：程式從標準輸入讀它，印出來的要和 名稱.out（或 名稱.ans）
    相同。程式可以用任何語言寫，不經過 shell 執行。

    批改全班的作業用 judge class，出題目用 judge problem，檢查這台機器的沙箱用 judge doctor，
    在瀏覽器裡操作用 judge web；每一個都有自己的 --help。

    判定
      AC 通過，WA 答案錯誤，PE 只有空白或換行不同，RE 執行時錯誤，TLE 超過時間，MLE 超過記憶體，
      OLE 輸出太多，SE 系統錯誤，不是程式的錯。後面是 CPU 時間、經過的時間與記憶體用量。

    結束狀態
      0：全部 AC；1：有測試沒有通過；2：用法不對，或有 SE。

    範例
      編譯自己的作業，用大老二的測試評測：
      $ judge big2 main.cpp
      只用名稱符合的測試，兩個一起執行，結果也寫成 JSON：
      $ judge big2 main.cpp --filter 'sample*' --workers 2 --json results.json
      替還沒有答案的測試記錄答案：
      $ mkdir mine && echo 5 2 5 7 9 6 > mine/a.in && judge answers mine -- nim

    參見
      docs/judge.md, testdata/README.md
    """
    if not call.values and call.program is None:
        _begin()
        return OK
    words, sources = _words(call, folders or [])
    command = () if sources else program_of(call)
    if not words and problem is None and judging.interactor is None:
        raise _no_tests([str(path) for path in sources] or ["--", *command])
    if problem is None and len(words) == 1 and _is_problem(words[0]):
        problem = words.pop()
    if words and problem is not None:
        raise UserError("要有資料夾或 --problem，不能兩個都有")
    if problems := [word for word in words if _is_problem(word)]:
        raise UserError("{name} 是題目，要單獨給，不能和別的資料夾一起", name=problems[0])
    options.demand_promises()
    with ExitStack() as stack:
        where = [stack.enter_context(_archive(word) or nullcontext(Path(word))) for word in words]
        if problem is None:
            assignment = of_folders(where, judging.judge())
        else:
            trial = stack.enter_context(Trial(Problem.load(problem, options.mode())))
            own = any(option is not None for option in judging)
            assignment = of_problem(trial, problem, judging.judge() if own else None)
            options = options.for_problem(*trial.problem.described.limits)
        if reporting.transcript is not None and not isinstance(assignment.judge, Interactor):
            raise UserError("沒有 --interactor 就沒有對話可以寫")
        if assignment.grader and not sources:
            raise UserError("這一題的作業不是程式，寫法是 judge {problem} 檔案", problem=problem)
        outputs.demand(call, _read(where, sources, assignment.problem))
        sandbox = _sandbox(options, assignment.secrets, command)
        program = Program(command, options.limits(), sandbox)
        return Session(assignment, program, sources, choice, reporting).run()


def _begin() -> None:
    """Print how to begin, in eight lines."""
    print(say("用測試資料執行任何程式，說出第一個不同的地方和背後的規則。"))
    rows = [
        ("judge big2 main.cpp", say("評測一份作業；judge list 列出所有題目")),
        (say("judge 資料夾 main.cpp"), say("用自己的測試：名稱.in 和 名稱.out")),
        ("judge class hw1.zip --problem war", say("批改全班的作業")),
        ("judge problem new sum", say("出一道題目")),
        ("judge web", say("在瀏覽器裡操作")),
        ("judge languages", say("看能用的程式語言")),
        ("judge --help", say("全部的說明；每個子命令都有自己的 --help")),
    ]
    print(*columns(rows), sep="\n")


def _demand(words: Sequence[str]) -> None:
    """Raise UserError for a first word that is unknown but close to a known one."""
    word = words[0]
    if [word, *map(str.lower, words[1:2])] == ["export", "domjudge"]:
        meant = " ".join(["kattis", *(words[2:] or ["sum"])])
        raise UserError("DOMjudge 讀 kattis 的格式：judge export {meant}", meant=meant)
    if word == "hack" and (error := slips.hacked(words[1:], Problem.names())):
        raise error
    known_word = word in app.below or os.path.exists(word) or _is_problem(word)
    if word.startswith("-") or known_word:
        return
    if error := slips.blanks("judge", words):
        raise error
    if "/" in word:
        return
    suggestions = {
        inner: f"{name} {inner}" for name in app.below for inner in app.named(name).below
    }
    folders = [path.name for path in Path().glob("[!.]*") if path.is_dir()]
    names = *app.below, *Problem.names(), *folders, "--help", "--version"
    suggestions |= {name: name for name in names}
    if close := nearest(word.lower(), suggestions):
        raise unknown("沒有{name}", quote(word), [suggestions[name] for name in close], ())


def _words(call: Call, words: list[str]) -> tuple[list[str], list[Path]]:
    """Return the folders, and the sources after them if there is no command."""
    if command_of(call) is not None:
        return words, []
    first = len(words)
    for word in reversed(words):
        if not Path(word).is_file() or _archive(word) or (first == 1 and _is_problem(word)):
            break
        first -= 1
    if first == len(words):
        if words and not (os.path.exists(words[-1]) or _is_problem(words[-1])):
            near = nearest(
                words[-1], [path.name for path in Path().iterdir() if of_file(path.name)]
            )
            raise unknown("沒有{name}這個檔案或資料夾", quote(words[-1]), near, ())
        if words[1:] and (error := slips.tests_last(words)):
            raise error
        inside = Path(words[-1]).glob("*") if words[1:] else ()
        if programs := sorted(path for path in inside if of_file(path.name)):
            template = "{folder} 是資料夾，要寫裡面的程式：judge {command}"
            command = " ".join([*words[:-1], str(programs[0])])
            raise UserError(template, folder=words[-1], command=command)
        raise UserError("缺少要執行的程式，寫在最後：-- ./a.out，或原始碼 main.cpp")
    sources = [Path(word) for word in words[first:]]
    before = words[first - 1] if first else ""
    if before and not (os.path.exists(before) or _is_problem(before)):
        from cardjudge.play.installed import names  # 30 ms

        if before in names():
            template = "遊戲 {name} 沒有題目：它的套件裡要有 problem/problem.toml"
            raise UserError(template, name=before)
        if before in (*slips.RUNNERS, "python"):
            raise slips.no_dashes("judge", words[: first - 1], words[first - 1 :])
    if not first and sources[0].suffix in OF_TESTS and not os.access(sources[0], os.X_OK):
        demand_folder(sources[0])
    if of_file(sources[0].name) is None:
        if error := double_ending(str(sources[0])):
            raise error
        if sources[0].suffix in slips.COMPILED and (error := slips.in_command("--", words[first:])):
            raise error
        if not first:
            raise _no_tests(["--", f"./{sources[0]}"])
        if os.access(sources[0], os.X_OK):
            raise slips.no_dashes("judge", words[:first], [f"./{sources[0]}", *words[first + 1 :]])
        raise UserError("{file} 不是認得的原始碼；judge languages 列出認得的", file=sources[0])
    return words[:first], sources


def _no_tests(program: Sequence[str]) -> UserError:
    names = Problem.names()
    run = " ".join(program)
    template = "{run} 前面要寫題目（{known}）或放測試的資料夾，例如 judge {problem} {run}"
    return UserError(template, run=run, known=listed(names), problem=names[0])


def _archive(word: str) -> AbstractContextManager[Path] | None:
    """Return the manager of a folder with the files of an archive; None for another file."""
    if not Path(word).is_file() or of_file(word) is not None:
        return None
    from judge.classroom.archive import ENDINGS, ending, unpacked

    return unpacked(Path(word)) if ending(word) in ENDINGS else None


def _read(
    folders: Sequence[Path], sources: Sequence[Path], problem: Problem | None
) -> Iterator[Path]:
    """Yield the files of tests and of the problem, and the files that belong to sources."""
    for folder in filter(Path.is_dir, folders):
        for case in within(folder):
            yield from case.files
    if sources:
        yield from (sources[0].parent / name for name in beside(sources))
    if problem is not None:
        yield from problem.own_files()


def _is_problem(word: str) -> bool:
    """Return whether a word names a problem: by the name of one of the kit's, or by its folder."""
    is_installed = Path(word).name == word and Problem.of_name(word) is not None
    return is_installed or Path(word, PROBLEM).is_file()


@app.command("answers", tail=WITH_PROGRAM)
def record_answers(
    call: Call,
    folder: Annotated[Path, argument(metavar="資料夾", help="放著 .in 的資料夾。")],
    pattern: Pattern = "*",
    *,
    options: ProgramOptions,
) -> int:
    """執行程式，替沒有答案的 .in 產生 .out。

    沒有給程式時，資料夾是一道題目，執行它第一個正確的程式。已經有的答案不會被覆寫。記錄下來的是程式的
    輸出，不一定正確：每一行都要檢查。

    結束狀態
      0：每個程式都正常結束；1：有程式出錯或超過限制，沒有記錄；2：用法不對。

    範例
      由 nim 回答一個新的測試：
      $ mkdir mine && echo 3 1 2 3 > mine/a.in && judge answers mine -- nim

    參見
      judge --help, docs/judge.md
    """
    with ExitStack() as stack:
        folders, program = [folder], None
        if (folder / PROBLEM).is_file():
            trial = stack.enter_context(Trial(Problem.load(folder, options.mode())))
            if not trial.problem.answered:
                print(say("{folder}：這一題的測試不用答案，沒有寫任何檔案。", folder=folder))
                return OK
            options = options.for_problem(*trial.problem.described.limits)
            folders = trial.problem.folders
            if not command_of(call):
                program = trial.reference._replace(limits=options.limits())
        if program is None:
            command = program_of(call)
            program = Program(command, options.limits(), _sandbox(options, [folder], command))
        accepted = True
        cases = [case for case in find(folders, pattern) if case.answer is None]
        if not cases:
            print(say("每個 .in 都已經有答案，沒有寫任何檔案。"))
        for path, result in record(cases, program):
            print(text.recording(path, result, program.limits), flush=True)
            accepted = accepted and result.verdict is Verdict.AC
    return OK if accepted else NEGATIVE


def _sandbox(options: ProgramOptions, folders: Sequence[Path], command: Sequence[str]) -> Sandbox:
    """Return the sandbox of a program, which hides the tests."""
    return options.sandbox(hidden=_hidden(folders, command), command=command or None)


def _hidden(folders: Sequence[Path], command: Sequence[str]) -> list[Path]:
    """Return the paths that a program may not read: its tests, without its own files among them."""
    own = [Path(word).resolve() for word in command if os.path.exists(word)]
    hidden: list[Path] = []
    for folder in folders:
        if not any(folder.resolve() in path.parents for path in own):
            hidden += secret(folder)
            continue
        hidden += (path for case in within(folder) for path in case.files)
    return [path for path in hidden if path.resolve() not in own]


@app.command("web")
def serve_page(
    port: Annotated[
        int, option(least=0, most=65535, metavar="埠", help="網頁的埠號；0 表示任何空著的埠。")
    ] = 8000,
    folder: Annotated[
        Path | None,
        option("--build", metavar="資料夾", help="把網頁寫進空的資料夾，或以前做的網頁。"),
    ] = None,
    opens: Annotated[bool, option("--open", help="也在瀏覽器裡開啟。")] = False,
) -> None:
    """在這台電腦開網頁：評測、比對、執行、重播與玩牌，不用另外安裝什麼。

    只有這台電腦連得到。第一次要下載瀏覽器裡的 Python，之後不用。--build 不開網頁，只做出
    靜態的資料夾，任何網頁伺服器都能提供；同一個版本做出來的每個位元組都相同。

    範例
      $ judge web --port 8080
      $ judge web --build site

    參見
      docs/web.md
    """
    if folder is None:
        from judge.web.server import serve

        serve(port, opens)
    else:
        from judge.web.build import build

        size = build(folder)
        print(say("寫入 {path}（{size} 個位元組）", path=folder, size=size))


_PROBLEM, _CLASSROOM = "judge.problem.cli", "judge.classroom.cli"
app.below |= {
    "export": Later(_PROBLEM, "把題目做成其他評測系統的套件。"),
    "hack": Later(_PROBLEM, "找出讓程式出錯、又盡量短的輸入。"),
    "problem": Later(_PROBLEM, "出一道題目：一個資料夾，裡面有敘述、測試、正確和錯誤的程式。"),
    "list": Later(_PROBLEM, "列出已經安裝的題目、遊戲、匯出的格式與程式語言。"),
    "class": Later(_CLASSROOM, "批改全班的作業：編譯每一份，用每個測試執行，印出成績。"),
    "languages": Later(_CLASSROOM, "列出支援的程式語言：副檔名，和已經安裝的版本或要安裝的套件。"),
    "doctor": Later("judge.doctor.cli", "檢查這台機器的沙箱做得到哪些保證：每一項都實際攻擊一次。"),
}
