"""Accepts a position of at most 1000 heaps below 10^18."""

import re
import sys

NUMBER = b"(?:0|[1-9][0-9]{0,17})"
POSITION = re.compile(b"([1-9][0-9]{0,3})\n(" + NUMBER + b"(?: " + NUMBER + b"){0,999})\n")


def accepts(data: bytes) -> bool:
    """Return whether an input is valid."""
    position = POSITION.fullmatch(data)
    return position is not None and len(position[2].split()) == int(position[1])


if __name__ == "__main__":
    sys.exit(not accepts(sys.stdin.buffer.read()))
