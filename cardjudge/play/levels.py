"""Levels of play by name."""

EASY, NORMAL, HARD = "easy", "normal", "hard"
NAMES = {EASY: "簡單", NORMAL: "普通", HARD: "困難"}


def named(word: str) -> str | None:
    """Return the level with a name in either language, or None."""
    return next((level for level, name in NAMES.items() if word.lower() in (level, name)), None)
