"""Accepts two hands and an optional limit, in the strict form that the statement promises."""

import re
import sys

CARD = b"[1-9][0-9]?"
HAND = b"(?:" + CARD + b"(?: " + CARD + b"){0,51})?\n"
GAME = re.compile(HAND + HAND + b"(?:(?:0|[1-9][0-9]{0,3})\n)?")


def accepts(data: bytes) -> bool:
    """Return whether an input is valid."""
    return GAME.fullmatch(data) is not None


if __name__ == "__main__":
    sys.exit(not accepts(sys.stdin.buffer.read()))
