"""The commands of taking and breaking games: `nim octal`, `subtract`, `grundy`, `certify`."""

import sys
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from cardjudge.commands.app import App
from cardjudge.commands.completion import one_of
from cardjudge.commands.extras import needed
from cardjudge.commands.options import grouped, option
from cardjudge.commands.outputs import file_to_write
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.stdio import NEGATIVE, OK
from nim.misere import MisereHeaps
from nim.notation import read_numbers, read_octal, read_steps
from nim.options import MISERE
from nim.taking.period import PeriodicValues
from nim.taking.rules import GRUNDYS_GAME, Rules, subtraction

app = App("nim")
"""`nim.cli` adds its commands to its own."""
Heaps = Annotated[list[str] | None, typer.Argument(metavar="n", help="要問的 n；- 是標準輸入。")]
Limit = Annotated[
    int, typer.Option(min=1, max=10**10, metavar="n", help="用到這個 n 為止的值證明週期。")
]
Misere = Annotated[bool, option(MISERE)]


class Asked(NamedTuple):
    """The options of a game: the number of values to list, and the file of its proof."""

    first: Annotated[int, typer.Option(min=1, max=10**6, metavar="個數", help="先列出幾個值。")] = (
        24
    )
    certificate: Annotated[Path | None, file_to_write("把週期的證明寫到檔案。")] = None
    misere: Misere = False


@app.command("octal")
@grouped
def octal(
    code: Annotated[
        str,
        typer.Argument(
            metavar="代號",
            help="例如 0.77、0.137、4.007。",
            autocompletion=one_of(lambda: ("0.77", "0.137", "4.007")),
        ),
    ],
    heaps: Heaps = None,
    limit: Limit = 20_000,
    *,
    asked: Asked,
) -> None:
    """八進位賽局：前幾個值、證出的週期，以及指定的 G(n)。

    代號的第 k 位數字表示拿走 k 顆之後可以剩下幾堆：1 是零堆，2 是一堆，4 是兩堆，可以相加。
    只有在值足以證明時才列出週期。

    範例
      Kayles，一堆 10 億顆的值也要：
      $ nim octal 0.77 1000000000
      把證明寫下來，再檢驗：
      $ nim octal 0.77 --certificate kayles.json && nim certify kayles.json
      Dawson 的西洋棋：
      $ nim octal 0.137 --first 40

    參見
      docs/nim.md
    """
    _report(code, read_octal(code), _read(heaps), limit, asked)


@app.command("subtract")
@grouped
def subtract(
    taken: Annotated[
        list[str],
        typer.Argument(metavar="顆數", help="可以拿走的顆數；冒號之後是要問的 n，- 是標準輸入。"),
    ],
    limit: Limit = 20_000,
    *,
    asked: Asked,
) -> None:
    """減法賽局：每次從一堆拿走指定的顆數之一。

    範例
      每次拿 1、3 或 4 顆：
      $ nim subtract 1 3 4 : 100 1000000

    參見
      docs/nim.md
    """
    before, _, after = " ".join(taken).partition(":")
    steps = read_steps(before.split())
    name = " ".join(map(str, ["subtract", *sorted(steps)]))
    _report(name, subtraction(steps), _read(after.split()), limit, asked)


@app.command("grundy")
@grouped
def grundy(heaps: Heaps = None, limit: Limit = 5_000, *, asked: Asked) -> None:
    """Grundy 的遊戲：把一堆分成不一樣多的兩堆。

    它的值有沒有週期，至今沒有人知道。

    範例
      $ nim grundy 100 --limit 200

    參見
      docs/nim.md
    """
    _report("grundy", GRUNDYS_GAME, _read(heaps), limit, asked)


@app.command("certify")
def certify(files: Annotated[list[Path], typer.Argument(metavar="檔案", help="證明。")]) -> int:
    """檢驗 nim octal --certificate 寫的證明。

    每一個值都依定義重新檢查，不使用當初計算它們的程式。

    結束狀態
      0：證明成立；1：不成立；2：用法或檔案不對。

    範例
      $ nim octal 0.77 --certificate kayles.json
      $ nim certify kayles.json

    參見
      nim octal --help, docs/research/nim.md
    """
    from nim.taking.certificate import fault, read

    status = OK
    for file in files:
        for certificate in read(file):
            with needed("fast", "nim certify"):
                wrong = fault(certificate)
            claim = {"name": certificate.name, **certificate.period._asdict()}
            if wrong is None:
                print(say("{name}：n0 = {start}，p = {length}，證明成立", **claim))
            else:
                print(say("{name}：證明不成立：{why}", why=wrong, **claim))
                status = NEGATIVE
    return status


def _read(words: list[str] | None) -> list[int]:
    if words == ["-"]:
        words = sys.stdin.buffer.read().decode(errors="replace").split()
    return read_numbers(words or [])


def _report(name: str, rules: Rules, heaps: list[int], limit: int, asked: Asked) -> None:
    """Print the values and the period of a game, and write the proof of the period to a file."""
    if asked.misere:
        _report_misere(rules, heaps, asked)
        return
    game = PeriodicValues(rules)
    print(f"G(0..{asked.first - 1}) = {' '.join(map(str, game.up_to(asked.first - 1)))}")
    try:
        period = game.prove(limit)
    except OverflowError:
        raise UserError("有一個值太大") from None
    told = "n ≤ {limit} 的值證不出週期" if period is None else "n0 = {start}，p = {length}"
    print(say(told, limit=limit, **(period._asdict() if period else {})))
    for heap in heaps:
        if period is None and heap > limit:
            raise UserError(
                "n ≤ {limit} 的值證不出週期，無法得知 G({heap})；可用 --limit 提高上限",
                limit=limit,
                heap=heap,
            )
        print(f"G({heap}) = {game[heap]}")
    if asked.certificate is not None:
        from nim.taking.certificate import certify, write

        if period is None:
            raise UserError("沒有證出週期，就沒有證明可寫")
        write(asked.certificate, certify(name, game))


def _report_misere(rules: Rules, heaps: list[int], asked: Asked) -> None:
    if asked.certificate is not None:
        raise UserError("匱乏賽局沒有證明可寫")
    game = MisereHeaps(rules)
    lost = " ".join(str(heap) for heap in range(asked.first) if not game.first_player_wins(heap))
    print(say("匱乏賽局，n < {first} 之中後手必勝的：{lost}", first=asked.first, lost=lost))
    for heap in heaps:
        winner = say("先手必勝") if game.first_player_wins(heap) else say("後手必勝")
        print(say("{heap} 顆：{winner}", heap=heap, winner=winner))
