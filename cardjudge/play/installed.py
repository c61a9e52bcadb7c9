"""The games that are installed: entry points of the group ``cardjudge.games``."""

import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from cardjudge.errors import UserError, fault, unlisted
from cardjudge.language import say
from cardjudge.play.game import Game
from cardjudge.stdio import tell

GROUP = "cardjudge.games"


def games() -> Iterator[type[Game[Any]]]:
    """Yield the installed games by name; one that cannot be loaded is reported in a line."""
    for entry in sorted(entry_points(group=GROUP)):
        try:
            yield load(entry)
        except UserError as error:
            tell(say("略過：{why}", why=error))


def names() -> list[str]:
    """Return the names of the installed games, none of which is loaded."""
    return sorted(entry_points(group=GROUP).names)


@cache
def game(name: str) -> type[Game[Any]]:
    """Return the game of a name; UserError if there is none, or if it cannot be loaded."""
    for entry in entry_points(group=GROUP, name=name):
        return load(entry)
    raise unlisted("沒有{name}這個遊戲", name, names())


def load(entry: EntryPoint) -> type[Game[Any]]:
    """Return the game of an entry point; UserError with its name if it is broken."""
    try:
        loaded = entry.load()
    except (Exception, SystemExit) as error:  # the package may raise anything
        why = fault(error, sys.modules.get(entry.module.partition(".")[0]))
        raise UserError("遊戲 {name} 載入失敗：{why}", name=entry.name, why=why) from None
    if not (isinstance(loaded, type) and issubclass(loaded, Game)) or loaded.__abstractmethods__:
        template = "遊戲 {name} 不是 cardjudge.play.game.Game 的子類別，或少了它要的方法"
        raise UserError(template, name=entry.name)
    return loaded
