"""The options of all commands that judge programs."""

from typing import Annotated, NamedTuple

import typer

from cardjudge.commands.completion import one_of
from cardjudge.errors import UserError
from judge.checker import Checker, Referee
from judge.compare import Compare, named


class Judging(NamedTuple):
    """Who says whether an output is right."""

    compare: Annotated[
        str | None,
        typer.Option(
            metavar="方式",
            help="exact 每個位元組都要相同；lines 不管行尾的空白和最後的空行；"
            "tokens 只比空白之間的字；float:1e-6 數字容許這麼大的誤差。",
            show_default="exact",
            autocompletion=one_of(lambda: ("exact", "lines", "tokens", "float:1e-6")),
        ),
    ] = None
    checker: Annotated[
        str | None,
        typer.Option(
            metavar="指令",
            help="由檢查程式判定，參數是輸入、輸出、答案三個檔案；kattis:指令 用 Kattis 的參數。",
        ),
    ] = None
    interactor: Annotated[
        str | None, typer.Option(metavar="指令", help="互動題：程式和這個指令對話，由它判定。")
    ] = None

    def judge(self) -> Compare | Referee:
        """Return how outputs are compared, or the interactor; UserError for more than one."""
        if sum(words is not None for words in self) > 1:
            raise UserError("--compare、--checker 和 --interactor 只能有一個")
        if self.interactor is not None:
            return Referee.parse(self.interactor)
        if self.checker is not None:
            return Checker(Referee.parse(self.checker))
        return named(self.compare or "exact")
