"""Accepts the input of one game, in the strict form that the statement promises."""

import re
import sys

CARD = "[CDHS]\\[(?:[3-9]|10|[JQKA2])\\]"
NAME = "[0-9A-Za-z\u4e00-\u9fff]{1,64}"
INDEX = "(?:[0-9]|1[0-2])"
ACTION = f"(?:-1|{INDEX}(?: {INDEX}){{0,12}})"
GAME = re.compile(f"({CARD}(?: {CARD}){{51}})\n(?:{NAME}\n){{4}}(?:{ACTION}\n){{1,2000}}")


def accepts(data: bytes) -> bool:
    """Return whether an input is valid."""
    try:
        game = GAME.fullmatch(data.decode())
    except UnicodeDecodeError:
        return False
    if game is None:
        return False
    deck, _, _, _, _, *actions = map(str.split, game[0].splitlines())
    return len({*deck}) == 52 and all(len({*action}) == len(action) for action in actions)


if __name__ == "__main__":
    sys.exit(not accepts(sys.stdin.buffer.read()))
