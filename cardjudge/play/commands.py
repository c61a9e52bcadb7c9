"""The commands that every game has beside its judge; a game adjusts them by an `Own`."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cardjudge import files
from cardjudge.commands.outputs import PAGE, TEXT, demand_ending, file_to_write
from cardjudge.commands.programs import PER_CALL, LeagueOptions, ProgramOptions
from cardjudge.commands.rows import NO_ROWS, More, argument, option
from cardjudge.commands.types import AnySeed, Json, Plain, Seed, Workers
from cardjudge.doors import Row
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.play.game import IN_CASE, Game, Settings, has_values, title_of
from cardjudge.play.options import File, Precision, ReviewOutput, Seat
from cardjudge.play.seats import (
    ALL,
    OTHERS,
    PROGRAMS,
    SITTING,
    alone,
    commands,
    dealt,
    players_of,
    seated,
)
from cardjudge.play.session import Session, is_save, load

Kind = type[Game[Any]]
Values = Mapping[str, Any]
"""The values that are given of rows that depend on the game, by keyword."""
START = Row("--start", "start", "只印出開局，不進行遊戲。")


class Own(NamedTuple):
    """What a game wants otherwise in a command of the kit."""

    about: str = ""
    """The page of help."""
    rows: More = NO_ROWS
    """The rows of a parameter, in place of the kit's."""
    seated: Callable[..., Session] = seated
    """In `play`: returns the session of a deal, like `cardjudge.play.seats.seated`."""
    terminal: Callable[[], type[Any]] | None = None
    """In `play`: loads the class of the terminal, which may have commands of the game's own."""
    program: Callable[[], type[Any]] | None = None
    """In `contest`, and in `match` with one seat: loads the class of the programs."""
    protocol: str = ""
    """In `contest`: how these programs play, for the page of help (a template)."""
    playing: Callable[..., list[Any]] = alone
    """In `match` with one seat: returns who plays, like `cardjudge.play.seats.alone`."""


def rows_of(game: Kind, name: str, judge: Sequence[Row]) -> More:
    """Return the rows of a command that depend on the game; `judge` are its judge's options."""
    settings = [_as_typed(row) for row in game.settings]
    # A case does not contain them; the judge is told.
    told = [row for row in settings if row.flags in {each.flags for each in judge}]
    of_case = [row for row in told if not row.in_case]
    match name:
        case "play":
            others = players_of(game, OTHERS)
            return {"settings": settings, "own": [*SITTING, others, PROGRAMS]}
        case "auto":
            computers = [players_of(game, ALL)] if game.moves else []
            return {"settings": settings, "own": [START, *computers]}
        case "match":
            return {"settings": settings, "own": [players_of(game, ALL), PROGRAMS]}
        case "contest":
            return {"settings": settings}
    return {"settings": of_case}


def _as_typed(row: Row) -> Row:
    """Return the row of a setting: a save keeps the text that is typed."""
    typed = copy(row)
    typed.reads = None
    return typed


def auto(game: Kind, wish: Own, seed: Seed = 0, *, own: Values, settings: Settings) -> None:
    """由電腦打一場，印出這一場的裁判輸入。

    裁判輸入裡沒有動作的遊戲，印出的是存檔，可以用 replay 和 review 讀。

    範例
      $ GAME auto --seed 7

    參見
      GAME replay --help
    """
    session = dealt(game, settings, seed, own.get("players"))
    if game.moves and not own.get("start"):
        session.play()
    print(session.game.case() if own.get("start") else session.text(), end="")


def play(
    game: Kind,
    wish: Own,
    seed: AnySeed = None,
    save: Annotated[
        Path | None,
        option(metavar="檔案", help="沒打完的遊戲存在這個檔案。", shown="使用者的資料夾"),
    ] = None,
    resume: Annotated[bool, option("--resume", help="繼續上次存檔的遊戲。")] = False,
    plain: Plain = False,
    *,
    own: Values,
    options: ProgramOptions,
    settings: Settings,
) -> None:
    """在終端機和電腦打一場；幾個人也可以坐在同一台電腦前。

    輸入動作，或 / 開頭的指令：/hint 提示、/undo 收回、/rules 規則、/help 說明。
    離開時，沒打完的遊戲會自動存檔。

    範例
      坐第二個位子，對手困難：
      $ GAME play --seat 2 --seed 7 --level hard
      加上 --resume，繼續上次存檔的遊戲。

    參見
      GAME replay --help, GAME review --help
    """
    from secrets import randbits  # loads hashlib, which a judge run does not need

    from cardjudge.play.terminal import REPLACES, Terminal, place_of
    from cardjudge.screen import Screen

    programs = commands(own.get("programs"), options)

    def deal(number: int) -> Session:
        return wish.seated(game, settings, number, own, programs)

    if save is not None:
        demand_ending("--save", save, TEXT)
    path, seed = save or place_of(game), randbits(32) if seed is None else seed
    if resume and not path.exists():
        raise UserError("沒有存檔：{path}", path=str(path))
    session = load(path, game, programs) if resume else deal(seed)
    if resume and (settings or own.keys() - {"programs"}):
        session.notes = [*session.notes, say("照存檔繼續：座位、對手和設定都沒有改。")]
    if not resume and path.is_file():
        if not is_save(path.read_bytes()):
            raise UserError("{path} 已經存在，又不是存檔，不會取代它", path=path)
        session.notes = [say(REPLACES)]
    terminal = wish.terminal() if wish.terminal else Terminal
    terminal(session, Screen(plain), path, lambda: deal(randbits(32)), programs).run()


def match(
    game: Kind,
    wish: Own,
    games: Annotated[
        int,
        option(least=1, metavar="局數", help="至少打幾局；不足的會補到每副牌都換完座位。"),
    ] = 100,
    seed: Seed = 0,
    workers: Workers = "1",
    json: Json = None,
    *,
    own: Values,
    options: ProgramOptions,
    settings: Settings,
) -> None:
    """讓電腦玩很多局，印出勝率，附 95 % 信賴區間。

    對打的遊戲，每副牌輪流換座位各打一局；區間以一副牌為單位。

    範例
      $ GAME match --games 20 --seed 1

    參見
      GAME auto --help
    """
    from cardjudge.commands.document import show
    from cardjudge.play import contest, match

    if len(match.deal(game, settings, seed, 0).names) == 1:
        playing = wish.playing(game, own, options)
        played = contest.alone(game, _kind(game, wish), playing, games, seed, workers, settings)
        show(played.table(game.values.score), json, f"{game.name}-match", played.document())
        return
    others = commands(own.get("programs"), options)
    first = dealt(game, settings, seed, own.get("players"), others)
    sitting, chosen = first.players, first.game.given
    asked = match.Match(game, sitting, -(-games // len(sitting)), seed, chosen)
    standings = match.play(asked, workers)
    document = match.document(asked, standings)
    show(match.table(asked, standings), json, f"{game.name}-match", document)


def contest(
    game: Kind,
    wish: Own,
    programs: Annotated[
        list[Path],
        argument(metavar="程式或資料夾", help="程式，或裝著程式的資料夾。"),
    ],
    deals: Annotated[
        int, option(least=1, metavar="副數", help="打幾副牌；對打的遊戲，每副牌兩局。")
    ] = 50,
    *,
    league: LeagueOptions,
    options: ProgramOptions = PER_CALL,
    settings: Settings,
) -> None:
    """讓程式比賽，打同樣的牌；對打的遊戲，每一對兩邊各坐一次。

    PROTOCOL

    --time 和 --wall 是每次呼叫的。出錯、逾時或不合法就輸掉那一局，表格下方有原因和它最後說的話。
    連結不讀；資料夾裡的程式各是一個檔案，有好幾個檔案的程式放在自己的資料夾裡。無法編譯的，
    直接指定時是錯誤，在資料夾裡時略過。中斷之後，有 --save-games 的同一個指令會接著打。

    範例
      $ GAME contest bots --deals 2 --save-games games

    參見
      GAME auto --help
    """
    from cardjudge.commands.document import show
    from cardjudge.play.contest import hold

    played = hold(game, _kind(game, wish), programs, deals, league, options, settings)
    table = played.table(game.values.score)
    show(table, league.json, f"{game.name}-contest", played.document())


def _kind(game: Kind, wish: Own) -> type[Any]:
    """Return the class of the programs of a game."""
    from cardjudge.play.program import Program

    return wish.program() if wish.program else game.program or Program


def replay(
    game: Kind,
    wish: Own,
    file: File,
    output: Annotated[
        Path,
        file_to_write(
            "把網頁寫在這裡。", "--output", "-o", endings=PAGE, metavar="網頁", shown="標準輸出"
        ),
    ] = files.STANDARD_OUTPUT,
    *,
    settings: Settings,
) -> None:
    """把一場遊戲做成一張可以逐步重播的網頁。

    網頁不需要網路，也不需要別的檔案。

    範例
      一場電腦打的遊戲：
      $ GAME auto --seed 7 | GAME replay - -o game.html

    參見
      GAME auto --help
    """
    from cardjudge.play.replay import Replay
    from cardjudge.viewer import document, page_of

    replay = Replay(game, files.contents(file), settings)
    title = say("{game}重播", game=title_of(game))
    files.write(output, page_of(document(title, replay.frames)))
    if replay.error is not None:
        raise replay.error


def review(
    game: Kind,
    wish: Own,
    file: File,
    seat: Seat = None,
    *,
    precision: Precision,
    output: ReviewOutput,
    settings: Settings,
) -> None:
    """覆盤一場遊戲：每個決定的勝率、最好的打法，和損失最大的失誤。

    勝率由模擬估計，只用那位玩家當時知道的事：別人的手牌是抽樣的。損失的 95 % 信賴區間
    不含 0 才算失誤。同樣的種子，輸出逐位元組相同。

    範例
      只看第一位玩家：
      $ GAME auto --seed 7 | GAME review - --seat 1 --playouts 100

    參見
      GAME replay --help
    """
    from cardjudge.play.replay import Replay
    from cardjudge.play.review import seats_of
    from cardjudge.play.reviewing import review

    replay = Replay(game, files.contents(file), settings)
    seats = seats_of(seat, replay.session.game.names)
    result = review(replay, seats, precision.playouts, precision.seed, precision.spread())
    output.tell(f"{game.name}-review", result, replay.frames, replay.error)


def review_exact(
    game: Kind,
    wish: Own,
    file: File,
    seat: Seat = None,
    *,
    output: ReviewOutput,
    settings: Settings,
) -> None:
    """覆盤一場遊戲：每個決定的價值、最好的打法，和損失最大的失誤。

    價值是精確值，和另一種打法的差是損失；沒有估計。

    範例
      $ GAME auto --seed 7 | GAME review -

    參見
      GAME replay --help
    """
    review(game, wish, file, seat, precision=Precision(), output=output, settings=settings)


def commands_of(game: Kind) -> dict[str, Callable[..., None]]:
    """Return the commands that make sense for a game, by name."""
    if not game.moves:
        return {"auto": auto, "replay": replay}
    weighed = review_exact if has_values(game) else review
    return {
        "play": play,
        "auto": auto,
        "match": match,
        "contest": contest,
        "replay": replay,
        "review": weighed,
    }


def example(game: Kind) -> str:
    """Return the words of a command that prints a case of the judge."""
    return "auto --seed 7" if game.moves == IN_CASE else "auto --seed 7 --start"
