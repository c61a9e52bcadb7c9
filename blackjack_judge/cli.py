"""The command line of ``blackjack-judge``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from blackjack_judge import contestants
from blackjack_judge.contestants.hints import show
from blackjack_judge.judge import judge
from blackjack_judge.options import BOTH_BLACKJACK, DECKS, GOAL, OPTIONS, setting_of
from blackjack_judge.play import Blackjack
from blackjack_judge.players import DEFAULT, PLAYERS
from blackjack_judge.shoe import SEEDS, make_shoe
from blackjack_judge.text import money_in, read_shoe
from cardjudge import files
from cardjudge.commands.app import command_of
from cardjudge.commands.command import Call
from cardjudge.commands.completion import one_of
from cardjudge.commands.explaining import Explained, Line
from cardjudge.commands.outputs import TEXT, file_to_write
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.rows import argument, option
from cardjudge.commands.types import Json
from cardjudge.doors import Row
from cardjudge.errors import UserError
from cardjudge.play.application import game_app
from cardjudge.play.commands import Own, Values
from cardjudge.play.seats import PROGRAMS
from cardjudge.stdio import Lines, serve

_PLAY = """在終端機親自玩一場；牌和裁判的同一個種子相同。

每個選擇的價值和失誤的損失都會顯示。h 要牌，s 停牌，d 加倍，p 分牌；下注是一個數目。
指令用 / 開頭：/hint 提示、/undo 收回、/rules 規則、/help 說明。離開時，沒打完的遊戲會自動存檔。

範例
  $ blackjack-judge play --seed 7
  少一點牌，少一點錢：
  $ blackjack-judge play --decks 6 --money 1000 --goal 1500

參見
  blackjack-judge review --help, docs/blackjack.md
"""
_PROTOCOL = (
    "每個程式和裁判一行一行對話；C++ 與 Python 的只要有 play()。第 N 副牌是裁判的種子 --seed 加 N。"
)
_WORDS = one_of(lambda: PLAYERS)
_PLAYERS = Row(
    ("--players", "--player"),
    "players",
    "和 blackjack-judge --player 相同；可以重複，或以逗號分隔。",
    "玩家",
    shown=DEFAULT,
    words=_WORDS,
    many=True,
)


def _contestant() -> type[Any]:
    from blackjack_judge.contestants.requests import Program

    return Program


app = game_app(
    Blackjack,
    options=OPTIONS,
    own={
        "play": Own(_PLAY, {"own": (), "options": ()}),
        "match": Own(
            rows={"own": [_PLAYERS, PROGRAMS], "settings": OPTIONS},
            program=_contestant,
            playing=contestants.playing,
        ),
        "contest": Own(
            rows={"settings": [BOTH_BLACKJACK]}, program=_contestant, protocol=_PROTOCOL
        ),
    },
    tail="[子命令] … [-- 指令…]",
    player_option="--player",
)
_SETTINGS = {"game": OPTIONS}

ShoeFile = Annotated[
    str | None, option(metavar="檔案", help="改發檔案裡的牌，不讀種子；- 是標準輸入。")
]


def main(
    call: Call,
    player: Annotated[
        str | None,
        option(
            metavar="玩家",
            help="內建的玩家（sample、basic、bold、half-bold）、有 play() 的 .py 檔或 .cpp 檔；"
            "優先於 --。",
            shown=DEFAULT,
            words=_WORDS,
        ),
    ] = None,
    shoe: ShoeFile = None,
    transcript: Annotated[
        Path | None,
        file_to_write("寫下對話：< 是裁判，> 是程式；- 是標準輸出。", endings=TEXT),
    ] = None,
    *,
    game: Values,
    options: ProgramOptions,
) -> int:
    """二十一點互動裁判：讓一個程式和莊家玩到分出勝負，輸出判定。

    不加子命令時，從標準輸入讀亂數種子。參賽的程式由 --player 指定，或是 -- 後面的指令；
    它和裁判一行一行對話。

    輸入
      一個種子，從 1 到 4294967295；每個種子是一副固定的牌。

    結束狀態
      0：Accepted，資金超過了目標；1：Wrong_answer，或程式犯規；2：用法或輸入不對。

    範例
      讓內建的 half-bold 玩：
      $ echo 2 | blackjack-judge --player half-bold
      看最後幾行對話：
      $ echo 2 | blackjack-judge --player half-bold --transcript - | tail -5

    參見
      blackjack-judge match --help, blackjack-judge play --help, docs/blackjack.md
    """
    setting = setting_of(game)
    contestant = contestants.find(player, command_of(call), options)

    def judged(lines: Lines, write: Callable[[str], object]) -> int:
        cards = None if shoe is None else _cards_in(shoe, lines)
        with _recorder(transcript, write) as record:
            status = judge(lines, write, contestant, setting, cards, record)
        show(contestant)
        return status

    if shoe is None or shoe == "-":
        serve(judged)
    return judged(Lines(()), sys.stdout.write)


app.alone(main, more=_SETTINGS)


@app.command(more={"game": [DECKS, GOAL, BOTH_BLACKJACK]})
def explain(
    transcript: Annotated[Path, argument(metavar="對話檔", help="--transcript 寫下的檔案。")],
    seed: Annotated[
        int | None, option(least=1, most=SEEDS - 1, metavar="種子", help="決定發哪一副牌。")
    ] = None,
    shoe: ShoeFile = None,
    line: Line = None,
    json: Json = None,
    *,
    game: Values,
) -> None:
    """說明一場對話：每個請求、裁判的回答，和決定它的規則。

    對話是 --transcript 寫下的；--seed 或 --shoe 和其他設定要和那一場相同。--line 是對話裡的行。

    範例
      最後一局是怎麼贏的：
      $ echo 2 | blackjack-judge --player bold --transcript talk.txt
      $ blackjack-judge explain talk.txt --seed 2 | tail -3

    參見
      blackjack-judge --help, docs/blackjack.md
    """
    from blackjack_judge.explain import reasons

    asked = Explained(transcript, line, json)
    data = asked.data()
    setting = setting_of({**money_in(data.decode(errors="replace")), **game})
    if seed is None and shoe is None:
        raise UserError("缺少那一場的牌：--seed 種子，或 --shoe 檔案")
    if seed is not None and shoe is not None:
        raise UserError("--seed 和 --shoe 要寫一個，而且只能寫一個")
    if seed is not None:
        cards = make_shoe(seed, setting.decks)
    elif shoe is not None:
        cards = _cards_in(shoe, Lines(sys.stdin.buffer))
    asked.show(reasons(data, setting.table(cards)), "blackjack-judge-explain")


@app.command("starter")
def write_starter(
    folder: Annotated[Path, argument(metavar="資料夾", help="寫到這裡。")],
    language: Annotated[
        Literal["cpp", "python"],
        option("--language", metavar="cpp|python", help="用哪一種語言寫。"),
    ] = "cpp",
) -> None:
    """寫出一個資料夾，從這裡開始寫你的程式。

    有範例、標頭檔、和裁判對話的 stub.cpp、Makefile；整個資料夾可以直接繳交。

    範例
      $ blackjack-judge starter practice
      $ blackjack-judge starter mine --language python
      $ blackjack-judge match --player practice/Blackjack.cpp --games 5 --seed 1

    參見
      blackjack-judge --help, docs/blackjack.md
    """
    from blackjack_judge.contestants import starter

    for path in starter.write(folder, language):
        print(path)


def _cards_in(shoe: str, lines: Lines) -> bytes:
    if shoe == "-":
        return read_shoe(lines)
    with open(shoe, "rb") as file:
        try:
            return read_shoe(Lines(file))
        except UserError as error:
            raise UserError("{file} {error}", file=shoe, error=error) from None


@contextmanager
def _recorder(
    transcript: Path | None, write: Callable[[str], object]
) -> Iterator[Callable[[str], object] | None]:
    if transcript is None:
        yield None
    elif transcript == files.STANDARD_OUTPUT:
        yield lambda line: write(f"{line}\n")
    else:
        # A new file grows with each round, so that a kill leaves what was played.
        grows = not transcript.exists()
        with files.naming(transcript), ExitStack() as opened:
            file = opened.enter_context(
                transcript.open("xb") if grows else files.writing(transcript)
            )
            failures: list[OSError] = []

            def record(line: str) -> None:
                try:
                    if not failures:
                        file.write(f"{line}\n".encode())
                        if line.startswith("< play "):
                            file.flush()
                except OSError as failure:  # the verdict comes first
                    failures.append(failure)

            yield record
            if failures:
                raise failures[0]
