"""The command line of ``big2``."""

from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import typer

from big2.game import PLAYERS
from big2.judge import judge
from big2.options import PUNCTUATION, chain_of
from big2.patterns import BUILTIN, installed
from big2.play import commands
from big2.players.options import Names, Patterns, PlayerOptions, names_of
from big2.text import COMMAS
from cardjudge import files
from cardjudge.commands.app import App
from cardjudge.commands.explaining import Explained
from cardjudge.commands.options import grouped, option
from cardjudge.commands.outputs import PAGE, file_to_write
from cardjudge.commands.programs import PER_CALL, LeagueOptions, ProgramOptions
from cardjudge.commands.types import Json, Seed, Workers
from cardjudge.language import say
from cardjudge.stdio import serve

Punctuation = Annotated[Literal["fullwidth", "ascii"], option(PUNCTUATION)]

app = App("big2")


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    punctuation: Punctuation = "fullwidth",
    patterns: Patterns = None,
) -> None:
    """大老二裁判：從標準輸入讀取一場遊戲，輸出每一手發生的事。

    不加子命令時，從標準輸入讀一場遊戲並裁判；遇到錯誤前的結果會照常輸出。

    輸入
      第一行是牌堆的 52 張牌，由下而上；接著四行是四位玩家的名字；之後每行一個動作：
      -1 是 pass，否則是要打的牌在手牌裡的位置，從 0 算起。遊戲結束之後的輸入不看。

    結束狀態
      0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

    範例
      裁判一場遊戲，看最後一行：
      $ big2 < testdata/big2/sample.in | tail -1
      只用三種牌型：
      $ big2 --patterns 單張,對子,葫蘆 < testdata/big2/sample.in | tail -1

    參見
      big2 auto --help, big2 play --help, docs/big2.md
    """
    if context.invoked_subcommand is None:
        serve(partial(judge, chain=chain_of(patterns), comma=COMMAS[punctuation]))


@app.command()
@grouped
def explain(patterns: Patterns = None, *, asked: Explained) -> None:
    """說明裁判的每一行輸出為什麼是這樣：輸入的哪一行、哪一條規則、比較的是什麼。

    輸入和裁判的相同。輸入有錯時，先說明到那裡為止的部分。

    範例
      輸出的第 61 行是怎麼來的：
      $ big2 explain testdata/big2/sample.in --line 61

    參見
      big2 --help, docs/big2.md
    """
    from big2.explain import reasons

    asked.show(reasons(asked.data(), chain_of(patterns)), "big2-explain")


@app.command("patterns")
def list_patterns(
    check: Annotated[bool, typer.Option("--check", help="檢查別的套件裝上的牌型。")] = False,
) -> int:
    """列出可以用 --patterns 指名的牌型。

    先是內建的，依責任鏈的順序；再來是別的套件裝上的。--check 檢查裝上的牌型：name、key、choices、
    ways，以及牌型之間有沒有互相壓過。

    結束狀態
      0：沒有問題；1：--check 找到問題。

    範例
      $ big2 patterns

    參見
      docs/big2.md
    """
    if check:
        from big2.patterns.check import report

        told = report()
        print("\n".join(told) or say("沒有問題"))
        return 1 if told else 0
    for name in BUILTIN.names:
        print(name, say("內建"), sep="  ")
    for entry in installed.available():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        print(entry.name, say("來自 {package}", package=package), sep="  ")
    return 0


@app.command()
def deal(seed: Seed = 0, names: Names = None) -> None:
    """洗牌：印出牌堆與四個名字，也就是裁判輸入的開頭。

    範例
      第 7 副牌，換兩個名字：
      $ big2 deal --seed 7 --names 水球,火球,甲,乙

    參見
      big2 auto --help
    """
    from big2.series import cases

    print(*cases.header(cases.shuffled(Random(seed)), names_of(names)), sep="\n")


@app.command()
@grouped
def auto(
    seed: Seed = 0,
    illegal: Annotated[
        float,
        typer.Option(
            min=0.0, max=0.9, metavar="比例", help="動作裡大約有多少是不合法的，從 0 到 0.9。"
        ),
    ] = 0.0,
    names: Names = None,
    *,
    players: PlayerOptions,
    holding: ProgramOptions,
) -> None:
    """由電腦打一場，印出完整的裁判輸入：要多少測試資料都有。

    印出來的可以直接交給 big2。

    範例
      一筆有不合法動作的測試資料，和它的答案：
      $ big2 auto --seed 7 --illegal 0.1 > case.in && big2 < case.in > case.out && tail -1 case.out

    參見
      big2 --help, big2 deal --help, docs/big2.md
    """
    from big2.series import cases
    from big2.series.match import seated

    rng = Random(seed)
    deck = cases.shuffled(rng)
    with seated(players.seats(holding), rng, players.budget()) as seats:
        for line in cases.case(deck, names_of(names), players.chain(), seats, rng, illegal):
            print(line)


@app.command()
@grouped
def match(
    games: Annotated[
        int, typer.Option(min=1, metavar="局數", help="至少打幾局；一副牌打四局。")
    ] = 100,
    seed: Seed = 0,
    workers: Workers = "1",
    json: Json = None,
    *,
    players: PlayerOptions,
    holding: ProgramOptions,
) -> None:
    """讓電腦對打，印出勝率與平均剩牌，附 95 % 信賴區間。

    每副牌打四局，每個電腦在每個位子都坐一次；區間以一副牌為單位。

    範例
      快速比一場：
      $ big2 match --games 20 --players greedy,greedy,smallest,random
      同樣的牌，不同的位子，輸出 JSON：
      $ big2 match --games 4 --players greedy,smallest,random,random --json -
      自己的程式 my.py 對三個 greedy，是 big2 match --games 40 --program 'python3 my.py'。

    參見
      docs/big2.md
    """
    from big2.series.match import Match, document, play, table
    from cardjudge.commands.document import show

    budget, patterns = players.budget(), players.chain().names
    seats = tuple(players.seats(holding))
    played = Match(seats, -(-games // PLAYERS), seed, budget, patterns)
    results = play(played, workers)
    show(table(played, results), json, "big2-match", document(played, results))


@app.command()
@grouped
def contest(
    folder: Annotated[
        Path, typer.Argument(metavar="資料夾", help="裡面是程式，一個檔案或資料夾一個。")
    ],
    deals: Annotated[
        int, typer.Option(min=1, metavar="副數", help="每一對打幾副牌，每副牌兩局。")
    ] = 50,
    patterns: Patterns = None,
    *,
    league: LeagueOptions,
    holding: ProgramOptions = PER_CALL,
) -> None:
    """一個資料夾裡的程式兩兩對打：每一對都打同樣的牌，兩邊各坐一次。

    程式每次輪到它就讀一行（hand=… top=…），答一行：手牌的索引，PASS 是 -1。每個位子是一個行程，
    所以沒有程式看到同一副牌兩次。出錯、逾時或不合法就輸掉那一局，表格下方有原因、第幾副牌和它最後說的話。

    範例
      $ big2 contest bots --deals 2 --save-games games

    參見
      big2 match --help, docs/big2.md
    """
    from big2.series.contest import arena, programs
    from cardjudge.commands.document import show
    from cardjudge.series.contest import Terms, contest

    played_by = arena(chain_of(patterns).names)
    terms = Terms(deals, league.secret(), league.save_games)
    entrants = programs(folder, holding.limits(), holding.sandbox(hidden=[folder]))
    played = contest(played_by, entrants, terms, league.workers)
    show(played.table(), league.json, "big2-contest", played.document())


@app.command()
def replay(
    case: Annotated[Path, typer.Argument(metavar="輸入檔", help="裁判的輸入；- 是標準輸入。")],
    output: Annotated[
        Path,
        file_to_write(
            "把網頁寫在這裡。",
            "--output",
            "-o",
            mark=PAGE,
            metavar="網頁",
            show_default="標準輸出",
        ),
    ] = files.STANDARD_OUTPUT,
    patterns: Patterns = None,
) -> None:
    """把一場遊戲做成一張可以逐步回放的網頁。

    網頁不需要網路，也不需要別的檔案。

    範例
      $ big2 replay testdata/big2/sample.in -o sample.html

    參見
      big2 --help
    """
    from big2.play.replay import TITLE, frames
    from cardjudge.stdio import Lines
    from cardjudge.viewer import page

    shown, error = frames(Lines(BytesIO(files.given(case))), chain_of(patterns))
    files.write(output, page(say(TITLE), shown))
    if error is not None:
        raise error


app.command("review")(commands.review)


app.command("play")(commands.play)
