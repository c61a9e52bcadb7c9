"""Mistakes of the user: each becomes one line on standard error and exit status 2."""

_LONGEST = 40


class UserError(Exception):
    """Wrong usage; its text says what is wrong."""


class InputError(UserError):
    """Wrong input: the line where it stands, counted from 1, and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"第 {line} 行：{reason}")
        self.line = line
        self.reason = reason


def quote(text: str) -> str:
    r"""Offending text for an error line: shortened, and with control characters made visible.

    >>> quote("S[1]\x1b[31m")
    '「S[1]\\x1b[31m」'
    """
    return f"「{visible(text, _LONGEST)}」"


def visible(text: str, longest: int) -> str:
    """Return text of others so that it fits on a line, and does nothing else to a terminal."""
    shown = text if len(text) <= longest else text[:longest] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown)
