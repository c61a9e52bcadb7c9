"""The commands that every game has beside its judge, made from its `Game`."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any, TypeAlias

from cardjudge import files
from cardjudge.commands.outputs import PAGE, TEXT, demand_ending, file_to_write
from cardjudge.commands.programs import PER_CALL, LeagueOptions, ProgramOptions
from cardjudge.commands.rows import argument, option
from cardjudge.commands.types import AnySeed, Json, Plain, Seed, Workers
from cardjudge.doors import Row
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.play.game import Game, Settings
from cardjudge.play.options import File, Level, Precision, ReviewOutput, Seat
from cardjudge.play.seats import ALL, OTHERS, Names, Programs, commands, dealt, players_of
from cardjudge.play.session import Session, load
from cardjudge.programs.contestant import Command as Program

Command = Callable[..., Any]


People: TypeAlias = Annotated[
    list[int],
    option(least=1, metavar="位子", help="你的位子，從 1 算起；幾個人一起玩就寫幾次。"),
]
Save: TypeAlias = Annotated[
    Path | None,
    option(metavar="檔案", help="沒打完的遊戲存在這個檔案。", shown="使用者的資料夾"),
]
Start: TypeAlias = Annotated[bool, option("--start", help="只印出開局，不進行遊戲。")]
Resume: TypeAlias = Annotated[bool, option("--resume", help="繼續上次存檔的遊戲。")]


def group(rows: Iterable[Row]) -> Any:
    """Return the named tuple that gives a command the rows."""
    declared = {row.keyword: row for row in rows}
    made = namedtuple("Settings", declared, defaults=[row.usual for row in declared.values()])  # type: ignore[misc]
    kinds = {keyword: Annotated[Any, row] for keyword, row in declared.items()}
    return type("Settings", (made,), {"__annotations__": kinds})


def settings_of(rows: Iterable[Row]) -> Any:
    """Return the group of a game's settings: a save keeps them as they are typed."""
    return group(_with(row, reads=None) for row in rows)


def options_of(rows: Iterable[Row]) -> Any:
    """Return the group of a judge's options, which has the usual values itself."""
    return group(_with(row, usual=None, shown=row.shown or row.usual) for row in rows)


def _with(row: Row, **own: Any) -> Row:
    """Return a copy of a row with other attributes."""
    changed = copy(row)
    vars(changed).update(own)
    return changed


def given_of(settings: Any) -> Settings:
    """Return the settings that the options give."""
    return {key: value for key, value in settings._asdict().items() if value is not None}


def judge_options(game: type[Game[Any]]) -> tuple[Row, ...]:
    """Return the options of the judge in a game's package."""
    package = game.__module__.partition(".")[0]
    if find_spec(f"{package}.options") is None:
        return ()
    options: tuple[Row, ...] = import_module(f"{package}.options").OPTIONS
    return options


def _of_case(game: type[Game[Any]]) -> list[Row]:
    """Return the settings of the judge that its case or transcript does not contain."""
    flags = {row.flags for row in judge_options(game)}
    return [row for row in game.settings if row.flags in flags and not row.in_case]


def _auto(game: type[Game[Any]]) -> Command:
    def auto(
        seed: Seed = 0,
        start: Start = False,
        *,
        players: players_of(game, ALL) = None,  # type: ignore[valid-type]
        settings: settings_of(game.settings),  # type: ignore[valid-type]
    ) -> None:
        """由電腦打一場，印出這一場的裁判輸入。

        裁判輸入裡沒有動作的遊戲，印出的是存檔，可以用 replay 和 review 讀。

        範例
          $ GAME auto --seed 7

        參見
          GAME replay --help
        """
        session = dealt(game, given_of(settings), seed, players)
        if game.players_decide and not start:
            session.play()
        print(session.game.case() if game.case_has_moves or start else session.dump(), end="")

    def undecided(
        seed: Seed = 0,
        start: Start = False,
        *,
        settings: settings_of(game.settings),  # type: ignore[valid-type]
    ) -> None:
        auto(seed, start, settings=settings)

    undecided.__doc__ = auto.__doc__
    return auto if game.players_decide else undecided


def _play(game: type[Game[Any]]) -> Command | None:
    if not game.players_decide:
        return None

    def play(
        seed: AnySeed = None,
        seat: People = [1],  # noqa: B006  (it is copied)
        level: Level = None,
        names: Names = None,
        save: Save = None,
        resume: Resume = False,
        plain: Plain = False,
        *,
        players: players_of(game, OTHERS) = None,  # type: ignore[valid-type]
        programs: Programs = None,
        options: ProgramOptions,
        settings: settings_of(game.settings),  # type: ignore[valid-type]
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
        if level and (players or programs):
            raise UserError("--level 與 --players、--program 只能擇一")
        others = commands(programs, options)

        def deal(number: int) -> Session:
            given = given_of(settings)
            return dealt(game, given, number, level or players, others, names, seat)

        sit_down(game, deal, seed, save, resume, plain, others)

    return play


def sit_down(
    game: type[Game[Any]],
    deal: Callable[[int], Session],
    seed: int | None,
    save: Path | None,
    resume: bool,
    plain: bool,
    programs: Sequence[Program] = (),
) -> None:
    """Open the table of a terminal: with the deal of a seed, a random one, or the kept game."""
    from secrets import randbits  # loads hashlib, which a judge run does not need

    from cardjudge.play.terminal import kept
    from cardjudge.screen import Screen

    if save is not None:
        demand_ending("--save", save, TEXT)
    path, seed = save or kept(game), randbits(32) if seed is None else seed
    if resume and not path.exists():
        raise UserError("沒有存檔：{path}", path=quote(str(path)))
    session = load(path, game, programs) if resume else deal(seed)
    table = resolve_name(game.table_class)
    table(session, Screen(plain), path, lambda: deal(randbits(32)), programs).run()


def _match(game: type[Game[Any]]) -> Command | None:
    if not game.players_decide:
        return None

    def match(
        games: Annotated[
            int,
            option(least=1, metavar="局數", help="至少打幾局；不足的會補到每副牌都換完座位。"),
        ] = 100,
        seed: Seed = 0,
        workers: Workers = "1",
        json: Json = None,
        *,
        players: players_of(game, ALL) = None,  # type: ignore[valid-type]
        programs: Programs = None,
        options: ProgramOptions,
        settings: settings_of(game.settings),  # type: ignore[valid-type]
    ) -> None:
        """讓電腦對打很多局，印出勝率，附 95 % 信賴區間。

        每副牌輪流換座位各打一局；區間以一副牌為單位。

        範例
          $ GAME match --games 20 --seed 1

        參見
          GAME auto --help
        """
        from cardjudge.commands.document import show
        from cardjudge.play import match

        others = commands(programs, options)
        first = dealt(game, given_of(settings), seed, players, others)
        sitting, chosen = first.players, first.game.given
        asked = match.Match(game, sitting, -(-games // len(sitting)), seed, chosen)
        standings = match.play(asked, workers)
        document = match.document(asked, standings)
        show(match.table(asked, standings), json, f"{game.name}-match", document)

    return match


def _contest(game: type[Game[Any]]) -> Command | None:
    if not game.players_decide:
        return None

    def contest(
        programs: Annotated[
            list[Path],
            argument(metavar="程式或資料夾", help="程式，或裝著程式的資料夾。"),
        ],
        deals: Annotated[
            int, option(least=1, metavar="副數", help="每一對打幾副牌，每副牌兩局。")
        ] = 50,
        *,
        league: LeagueOptions,
        options: ProgramOptions = PER_CALL,
        settings: settings_of(game.settings),  # type: ignore[valid-type]
    ) -> None:
        """讓程式兩兩比賽：每一對都打同樣的牌，兩邊各坐一次。

        PROTOCOL

        出錯、逾時或不合法就輸掉那一局，表格下方有原因和它最後說的話。

        範例
          $ GAME contest bots --deals 2 --save-games games

        參見
          GAME auto --help
        """
        from cardjudge.commands.document import show
        from cardjudge.play.contest import arena, programs_of
        from cardjudge.series.contest import Terms, contest

        terms = Terms(deals, league.secret(), league.save_games)
        entrants = programs_of(programs, options.limits(), options.sandbox(hidden=programs))
        played = contest(arena(game, given_of(settings)), entrants, terms, league.workers)
        show(played.table(), league.json, f"{game.name}-contest", played.document())

    return contest


def _replay(game: type[Game[Any]]) -> Command:
    def replay(
        file: File,
        output: Annotated[
            Path,
            file_to_write(
                "把網頁寫在這裡。",
                "--output",
                "-o",
                endings=PAGE,
                metavar="網頁",
                shown="標準輸出",
            ),
        ] = files.STANDARD_OUTPUT,
        *,
        settings: settings_of(_of_case(game)),  # type: ignore[valid-type]
    ) -> None:
        """把一場遊戲做成一張可以逐步回放的網頁。

        網頁不需要網路，也不需要別的檔案。

        範例
          一場電腦打的遊戲：
          $ GAME auto --seed 7 | GAME replay - -o game.html

        參見
          GAME auto --help
        """
        from cardjudge.play.replay import Replay
        from cardjudge.viewer import page

        replay = Replay(game, files.contents(file), given_of(settings))
        files.write(output, page(say("{game}回放", game=say(game.title)), replay.frames))
        if replay.error is not None:
            raise replay.error

    return replay


def _review(game: type[Game[Any]]) -> Command | None:
    if not game.players_decide:
        return None

    def review(
        file: File,
        seat: Seat = None,
        *,
        precision: Precision,
        output: ReviewOutput,
        settings: settings_of(_of_case(game)),  # type: ignore[valid-type]
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
        _show_review(game, file, seat, precision, output, given_of(settings))

    def exact(
        file: File,
        seat: Seat = None,
        *,
        output: ReviewOutput,
        settings: settings_of(_of_case(game)),  # type: ignore[valid-type]
    ) -> None:
        """覆盤一場遊戲：每個決定的價值、最好的打法，和損失最大的失誤。

        價值是精確值，和另一種打法的差是損失；沒有估計。

        範例
          $ GAME auto --seed 7 | GAME review -

        參見
          GAME replay --help
        """
        _show_review(game, file, seat, Precision(), output, given_of(settings))

    return review if game.value is Game.value else exact


def _show_review(
    game: type[Game[Any]],
    file: Path,
    seat: str | None,
    precision: Precision,
    output: ReviewOutput,
    given: Settings,
) -> None:
    from cardjudge.play.replay import Replay
    from cardjudge.play.review import seats_of
    from cardjudge.play.reviewing import review

    replay = Replay(game, files.contents(file), given)
    seats = seats_of(seat, replay.session.game.names)
    result = review(replay, seats, precision.playouts, precision.seed, precision.spread())
    output.tell(f"{game.name}-review", result, replay.frames, replay.error)


COMMANDS = {
    "play": _play,
    "auto": _auto,
    "match": _match,
    "contest": _contest,
    "replay": _replay,
    "review": _review,
}
