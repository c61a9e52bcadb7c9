"""The application of a game: its judge and its explanations, and what follows from its `Game`."""

from collections.abc import Container, Iterable
from functools import partial
from importlib import import_module
from inspect import cleandoc
from typing import Any

from cardjudge.commands.app import App
from cardjudge.commands.explaining import Explained
from cardjudge.play.commands import COMMANDS, Command, given_of, judge_options, options_of
from cardjudge.play.game import Game
from cardjudge.play.players import blaming
from cardjudge.stdio import serve


def game_app(game: type[Game[Any]], about: str, own: Container[str] = ()) -> App:
    """Return the application of a game: its judge, described by `about`, and all its commands.

    The game's package has the judge as `judge.judge` and its reasons as `explain.reasons`; both
    take the keywords of `options.OPTIONS`, if there is such a module. Commands that are the game's
    `own` are left to it.
    """
    app = App(game.name)
    package = game.__module__.partition(".")[0]
    app.alone(_judging(package, game, about))
    app.command("explain")(blaming(game)(_explaining(package, game)))
    add_commands(app, game, [name for name in COMMANDS if name not in own])
    return app


def add_commands(app: App, game: type[Game[Any]], names: Iterable[str] = COMMANDS) -> None:
    """Add the commands with these names that make sense for a game."""
    for name in names:
        if (command := COMMANDS[name](game)) is not None:
            command.__doc__ = _about(command, game)
            app.command(name)(blaming(game)(command))


def _about(command: Command, game: type[Game[Any]]) -> str:
    text = cleandoc(command.__doc__ or "").replace("PROTOCOL", game.protocol)
    text = text.replace("CASE", "auto --seed 7" if game.case_has_moves else "auto --seed 7 --start")
    return text.replace("GAME", game.name)


def _judging(package: str, game: type[Game[Any]], about: str) -> Command:
    judged = import_module(f"{package}.judge").judge
    options = judge_options(game)

    def main(*, settings: options_of(options)) -> None:  # type: ignore[valid-type]
        serve(partial(judged, **given_of(settings)))

    main.__doc__ = about
    return main


def _explaining(package: str, game: type[Game[Any]]) -> Command:
    options = judge_options(game)

    def explain(*, asked: Explained, settings: options_of(options)) -> None:  # type: ignore[valid-type]
        """說明裁判的每一行輸出為什麼是這樣：輸入的哪一行、哪一條規則、比較的是什麼。

        輸入和裁判的相同。輸入有錯時，先說明到那裡為止的部分。

        範例
          輸出的第 3 行是怎麼來的：
          $ GAME CASE | GAME explain - --line 3

        參見
          GAME --help
        """
        reasons = import_module(f"{package}.explain").reasons
        asked.show(reasons(asked.data(), **given_of(settings)), f"{game.name}-explain")

    explain.__doc__ = _about(explain, game)
    return explain
