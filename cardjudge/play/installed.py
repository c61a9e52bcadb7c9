"""The games that are installed: entry points of the group ``cardjudge.games``."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NoReturn

from cardjudge.errors import UserError, fault, quote, unlisted
from cardjudge.language import listed, say
from cardjudge.play.game import Game
from cardjudge.play.players import blaming
from cardjudge.stdio import enter, guard, tell

GROUP = "cardjudge.games"


def games() -> Iterator[type[Game[Any]]]:
    """Yield the installed games by name; one that cannot be loaded is reported in a line."""
    for name in names():
        try:
            yield game(name)
        except UserError as error:
            tell(say("略過：{why}", why=error))


def names() -> list[str]:
    """Return the names of the installed games, none of which is loaded."""
    return sorted(entry_points(group=GROUP).names)


def entry_of(name: str) -> EntryPoint:
    """Return the entry point of a game; UserError if there is none, or more than one."""
    entries = {entry.value: entry for entry in entry_points(group=GROUP, name=name)}
    if not entries:
        raise unlisted("沒有{name}這個遊戲", name, names())
    _demand_one(name, entries)
    return next(iter(entries.values()))


@cache
def game(name: str) -> type[Game[Any]]:
    """Return the game of a name; UserError if there is none, or if it cannot be loaded."""
    return load(entry_of(name))


def load(entry: EntryPoint) -> type[Game[Any]]:
    """Return the game of an entry point; UserError with its name if it is broken."""
    try:
        loaded = entry.load()
    except (Exception, SystemExit) as error:  # the package may raise anything
        why = fault(error, entry.module.partition(".")[0])
        raise UserError("遊戲 {name} 載入失敗：{why}", name=entry.name, why=why) from None
    if not (isinstance(loaded, type) and issubclass(loaded, Game)) or loaded.__abstractmethods__:
        template = "遊戲 {name} 不是 cardjudge.play.game.Game 的子類別，或少了它要的方法"
        raise UserError(template, name=entry.name)
    _demand_named(loaded, {entry.name})
    return loaded


@contextmanager
def running(game: type[Game[Any]]) -> Iterator[None]:
    """Report a fault of a game, and a name that is not its own: two would share a kept game."""
    place, entries = f"{game.__module__}:{game.__qualname__}", entry_points(group=GROUP)
    package = game.__module__.partition(".")[0]
    own = {entry.name for entry in entries if entry.module.partition(".")[0] == package}
    _demand_named(game, own)
    others = {entry.value for entry in entries if entry.name == game.name}
    _demand_one(game.name, others if own else {*others, place})
    with blaming(game):
        yield


def _demand_named(game: type[Game[Any]], entries: Iterable[str]) -> None:
    name = getattr(game, "name", "")
    if entries and name not in entries:
        template = "遊戲 {entry}（{place}）的 name 是{name}，要和進入點的名字一樣"
        place = f"{game.__module__}:{game.__qualname__}"
        raise UserError(template, entry=listed(entries), place=place, name=quote(name))


def _demand_one(name: str, places: Iterable[str]) -> None:
    if len([*places]) > 1:
        template = "有好幾個遊戲叫 {name}：{places}；移除或改名，只留一個"
        raise UserError(template, name=name, places=listed(sorted(places)))


def run() -> NoReturn:
    """Run the command of a game of one module: its `app`, which stands beside the game."""

    def find() -> int:
        modules.append(entry_of(Path(sys.argv[0]).stem).module)
        return 0

    modules: list[str] = []
    if status := guard(find):
        sys.exit(status)
    enter(f"{modules[0]}:app")
