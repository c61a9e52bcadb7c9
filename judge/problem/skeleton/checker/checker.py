"""Accepts the position of any number that is the largest."""

import re


def judge(input: bytes, answer: bytes, output: bytes) -> str | None:
    """Return None if the output is right, else why it is wrong."""
    count, *numbers = map(int, input.split())
    if not re.fullmatch(rb"\d{1,4}\s*", output):
        return "the output is not one number"
    position = int(output)
    if not 1 <= position <= count:
        return f"there is no position {position}"
    return None if numbers[position - 1] == max(numbers) else "another number is larger"
