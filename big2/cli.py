"""The command line of ``big2``."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from big2.judge import judge
from big2.patterns import BUILTIN, installed
from big2.patterns.base import Chain
from big2.text import COMMAS
from judge.app import App
from judge.errors import UserError, quote
from judge.stdio import serve

app = App(
    "big2",
    help="大老二裁判：從標準輸入讀取牌堆、四個名字與每一個動作，輸出整場遊戲。",
    epilog="範例：big2 < testdata/big2/sample.in",
)


class Punctuation(StrEnum):
    """The comma of the messages."""

    FULLWIDTH = "fullwidth"
    ASCII = "ascii"


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    punctuation: Annotated[
        Punctuation,
        typer.Option(metavar="逗號", help="訊息裡的逗號：fullwidth 是「，」，ascii 是「,」。"),
    ] = Punctuation.FULLWIDTH,
    patterns: Annotated[
        str | None,
        typer.Option(
            metavar="牌型",
            help="只用這些牌型，以逗號分隔，例如 單張,對子；可以指名已安裝的牌型。",
            show_default="全部的內建牌型",
        ),
    ] = None,
) -> None:
    """Judge standard input unless a subcommand is given."""
    if context.invoked_subcommand is None:
        chain = BUILTIN if patterns is None else _select(patterns)
        serve(partial(judge, chain=chain, comma=COMMAS[punctuation]))


@app.command("patterns", help="列出責任鏈裡的牌型，以及已安裝、可以用 --patterns 指名的牌型。")
def list_patterns() -> None:
    """Print the built-in chain and the installed patterns, one a line."""
    for name in BUILTIN.names:
        print(f"{name}  內建")
    for entry in installed.available():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        print(f"{entry.name}  來自 {package}")


def _select(listed: str) -> Chain:
    names = [name.strip() for name in listed.replace("，", ",").split(",")]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"--patterns 裡重複的牌型：{quote(name)}")
    try:
        return installed.select(names)
    except LookupError as error:
        known = "、".join([*BUILTIN.names, *(entry.name for entry in installed.available())])
        raise UserError(f"沒有{quote(error.args[0])}這個牌型（有的是：{known}）") from None
    except TypeError as error:
        raise UserError(f"{quote(error.args[0])}的套件給的不是這個牌型") from None
