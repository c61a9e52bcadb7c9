"""Accepts the input of one game, in the strict form that the statement promises."""

import re
import sys

CARD = "[CDHS]\\[(?:[3-9]|10|[JQKA2])\\]"
NAME = "(?:[0-9A-Za-z\u4e00-\u9fff]|\\b \\b){1,64}"
INDEX = "(?:0|[1-9][0-9]?)"
ACTION = f"(?:-1|{INDEX}(?: {INDEX}){{0,12}})"
GAME = re.compile(f"({CARD}(?: {CARD}){{51}})\n(?:{NAME}\n){{4}}(?:{ACTION}\n){{1,2000}}")


def accepts(data: bytes) -> bool:
    """Return whether an input is valid."""
    try:
        game = GAME.fullmatch(data.decode())
    except UnicodeDecodeError:
        return False
    return game is not None and len(set(game[1].split())) == 52


if __name__ == "__main__":
    sys.exit(not accepts(sys.stdin.buffer.read()))
