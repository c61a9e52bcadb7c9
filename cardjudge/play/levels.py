"""The option of a level, and how many games were won at each, kept in the user's data."""

import json
import os
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from cardjudge import files
from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.play.difficulty import named, shown

_SCHEMA = "cardjudge/wins/1"


def _level(given: str | None) -> str | None:
    if given is not None and named(given) is None:
        told = say(
            "等級是 easy（簡單）、normal（普通）或 hard（困難），不是{level}", level=quote(given)
        )
        raise typer.BadParameter(told)
    return given and named(given)


Level: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="等級",
        callback=_level,
        help="對手：easy（簡單）、normal（普通）、hard（困難）。",
    ),
]


def count(game: str, level: str, won: bool) -> str:
    """Count a game; return a sentence with all games at its level, empty if nothing can be kept."""
    data = os.environ.get("XDG_DATA_HOME", "")
    home = os.environ.get("HOME", "")
    if not os.path.isabs(data):
        if not os.path.isabs(home):
            return ""
        data = f"{home}/.local/share"
    path = Path(data, "cardjudge", "wins.json")
    kept = _read(path)
    try:
        found = kept.setdefault(game, {}).setdefault(level, {"games": 0, "wins": 0})
        found["games"] += 1
        found["wins"] += won
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, f"{json.dumps(kept, ensure_ascii=False, indent=2)}\n")
    except (OSError, AttributeError, KeyError, TypeError):
        return ""  # a folder that cannot be written, or a file of something else: left alone
    facts = {"games": found["games"], "wins": found["wins"], "level": shown(level)}
    return say("等級「{level}」玩過 {games} 場，贏了 {wins} 場。", **facts)


def _read(path: Path) -> Any:
    """Return what is kept so far; None of a file of another version or of something else."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {"schema": _SCHEMA}
    except (OSError, ValueError, RecursionError):
        return None
    return kept if isinstance(kept, dict) and kept.get("schema") == _SCHEMA else None
