"""Accepts the seed of one game."""

import re
import sys


def accepts(data: bytes) -> bool:
    """Return whether an input is valid."""
    return re.fullmatch(b"[1-9][0-9]{0,9}\n", data) is not None and int(data) < 2**32


if __name__ == "__main__":
    sys.exit(not accepts(sys.stdin.buffer.read()))
