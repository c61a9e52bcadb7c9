"""The option of a level, in a module of its own because the web page has levels but no options."""

from typing import Annotated, TypeAlias

import typer

from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.play.levels import named


def _level(level: str | None) -> str | None:
    if level is not None and named(level) is None:
        message = say(
            "等級是 easy（簡單）、normal（普通）或 hard（困難），不是{level}", level=quote(level)
        )
        raise typer.BadParameter(message)
    return level and named(level)


Level: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="等級",
        callback=_level,
        help="對手：easy（簡單）、normal（普通）、hard（困難）。",
    ),
]
