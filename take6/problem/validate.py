"""Accepts the input of one game, in the strict form that the statement promises."""

import re
import sys

NUMBER = b"(?:0|[1-9][0-9]{0,2})"
GAME = re.compile(
    b"(?:[2-9]|10)(?: (?:[1-9][0-9]?|1[0-6][0-9]|17[01]))?\n"
    b"([0-9]+(?: [0-9]+){103})\n"
    b"(?:" + NUMBER + b"(?: " + NUMBER + b"){0,10}\n){10,999}"
)
DECK = [b"%d" % card for card in range(1, 105)]


def accepts(data: bytes) -> bool:
    """Return whether an input is valid."""
    game = GAME.fullmatch(data)
    return game is not None and sorted(game[1].split()) == sorted(DECK)


if __name__ == "__main__":
    sys.exit(not accepts(sys.stdin.buffer.read()))
