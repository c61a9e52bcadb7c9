"""Levels of play by name, and the games won at each, kept in the user's data folder."""

import json
import os
from pathlib import Path
from typing import Any

from cardjudge import files
from cardjudge.language import say

EASY, NORMAL, HARD = "easy", "normal", "hard"
NAMES = {EASY: "簡單", NORMAL: "普通", HARD: "困難"}
_SCHEMA = "cardjudge/wins/1"


def named(word: str) -> str | None:
    """Return the level with a name in either language, or None."""
    return next((level for level, name in NAMES.items() if word.lower() in (level, name)), None)


def shown(level: str) -> str:
    """Return the name of a level in the user's language."""
    return say(NAMES[level]) if level in NAMES else level


def count(game: str, level: str, won: bool) -> str:
    """Count a game; return a sentence with the level's totals, empty if they cannot be stored."""
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
        return ""  # the folder is read-only, or the file is not ours and stays as it is
    facts = {"games": found["games"], "wins": found["wins"], "level": shown(level)}
    return say("等級「{level}」玩過 {games} 場，贏了 {wins} 場。", **facts)


def _read(path: Path) -> Any:
    """Return the stored totals; None if the file has another version or another purpose."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {"schema": _SCHEMA}
    except (OSError, ValueError, RecursionError):
        return None
    return kept if isinstance(kept, dict) and kept.get("schema") == _SCHEMA else None
