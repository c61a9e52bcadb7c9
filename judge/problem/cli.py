"""The subcommand ``judge export``, which `judge.cli` takes in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardjudge.commands.app import App
from cardjudge.commands.completion import one_of
from judge.problem.formats import export
from judge.problem.problem import Problem

app = App("")


class Format(StrEnum):
    """The judges that packages are made for."""

    KATTIS = "kattis"
    DMOJ = "dmoj"
    CMS = "cms"


@app.command(
    "export",
    help="""
    把題目做成其他評測系統的套件。

    套件裡有題目敘述、測試資料、驗證程式，和每一種對與錯的程式。
    """,
    epilog="""
    範例
      Nim 這一題，給 Kattis：
      $ judge export kattis nim packages

    參見
      docs/judges.md
    """,
)
def export_problem(
    form: Annotated[Format, typer.Argument(metavar="格式", help="kattis、dmoj 或 cms。")],
    problem: Annotated[
        str,
        typer.Argument(
            metavar="題目", help="題目的名字，例如 nim。", autocompletion=one_of(Problem.names)
        ),
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="資料夾", help="套件寫在這裡以題目為名的資料夾。")
    ],
) -> None:
    """Write a package and say what it has."""
    loaded = Problem.load(problem)
    package = export(loaded, form.value, folder)
    print(f"{package}：{len(loaded.cases)} 個測試，{len(loaded.submissions)} 個程式")
