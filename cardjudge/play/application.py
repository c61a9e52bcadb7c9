"""The application of a game: its judge, its explanations, and the commands of the kit."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from inspect import cleandoc, getdoc
from types import MappingProxyType
from typing import Any

from cardjudge.commands.app import App
from cardjudge.commands.explaining import Explained
from cardjudge.doors import Row
from cardjudge.play.commands import Own, Values, commands_of, example, rows_of
from cardjudge.play.game import Game
from cardjudge.play.installed import running
from cardjudge.play.program import Program
from cardjudge.reasons import Reason
from cardjudge.stdio import serve

_NOTHING = Own()


def game_app(
    game: type[Game[Any]],
    about: str = "",
    judge: Callable[..., int] | None = None,
    reasons: Callable[..., Iterable[Reason]] | None = None,
    options: Sequence[Row] = (),
    own: Mapping[str, Own] = MappingProxyType({}),
    without: Container[str] = (),
    **app: Any,
) -> App:
    """Return the application of a game.

    `about` is the page of help. `judge` judges lines, and `reasons` yields the reasons of the lines
    that it writes for an input; both take the keywords of `options`. The game adjusts commands of
    the kit by `own`, and does `without` others. `app` are further keywords of `App`.
    """
    made = App(game.name, about=about, **app)
    if judge is not None:
        made.alone(partial(_judge, judge), about, {"settings": options})
    if reasons is not None:
        explain = running(game)(partial(_explain, game, reasons))
        rows = own.get("explain", _NOTHING).rows or {"settings": options}
        made.command("explain", about=_about(_explain, game), more=rows)(explain)
    for name, function in commands_of(game).items():
        if name not in without:
            wish = own.get(name, _NOTHING)
            more = {**rows_of(game, name, options), **wish.rows}
            about = wish.about or _about(function, game, wish.protocol)
            declare = made.command(name, about=about, more=more)
            declare(running(game)(partial(function, game, wish)))
    return made


def _judge(judge: Callable[..., int], *, settings: Values) -> None:
    serve(partial(judge, **settings))


def _explain(
    game: type[Game[Any]],
    reasons: Callable[..., Iterable[Reason]],
    *,
    asked: Explained,
    settings: Values,
) -> None:
    """說明裁判的每一行輸出為什麼是這樣：輸入的哪一行、哪一條規則、比較的是什麼。

    輸入和裁判的相同。輸入有錯時，先說明到那裡為止的部分。

    範例
      輸出的第 3 行是怎麼來的：
      $ GAME CASE | GAME explain - --line 3

    參見
      GAME --help
    """
    asked.show(reasons(asked.data(), **settings), f"{game.name}-explain")


def _about(function: Callable[..., None], game: type[Game[Any]], protocol: str = "") -> str:
    """Return the page of help of a command of the kit for a game."""
    text = cleandoc(getdoc(function) or "")
    protocol = protocol or (game.program or Program).protocol
    return (
        text.replace("PROTOCOL", protocol).replace("CASE", example(game)).replace("GAME", game.name)
    )
