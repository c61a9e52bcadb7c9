"""Exits with 0 if standard input follows the statement exactly, else with 1."""

import re
import sys

MOST, GREATEST = 10**4, 10**12


def fault(data: bytes) -> str | None:
    """Return the fault of an input, or None."""
    found = re.fullmatch(rb"([1-9][0-9]*)\n((?:0|-?[1-9][0-9]*)(?: (?:0|-?[1-9][0-9]*))*)\n", data)
    if found is None:
        return "not a line with N and a line with numbers, one blank between them"
    numbers = found[2].split()
    if not len(numbers) == int(found[1]) <= MOST:
        return f"line 2 has {len(numbers)} numbers"
    for number in map(int, numbers):
        if abs(number) > GREATEST:
            return f"line 2 has {number}"
    return None


if __name__ == "__main__":
    sys.exit(fault(sys.stdin.buffer.read()))
