"""Levels of play by name."""

from cardjudge.language import say

EASY, NORMAL, HARD = "easy", "normal", "hard"
NAMES = {EASY: "簡單", NORMAL: "普通", HARD: "困難"}


def named(word: str) -> str | None:
    """Return the level with a name in either language, or None."""
    return next((level for level, name in NAMES.items() if word.lower() in (level, name)), None)


def shown(level: str) -> str:
    """Return the name of a level in the user's language."""
    return say(NAMES[level]) if level in NAMES else level
