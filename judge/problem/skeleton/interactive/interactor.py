"""Holds the numbers, and answers at most N questions about two of them."""

import re

from judge.problem.conventions import Contestant


def judge(input: bytes, contestant: Contestant) -> str | None:
    """Return None if the program finds a largest number, else why it is wrong."""
    count, *numbers = map(int, input.split())
    contestant.write(f"{count}")
    for _ in range(count + 1):
        match = re.fullmatch(rb"(?:\? (\d{1,4}) (\d{1,4})|! (\d{1,4}))\s*", contestant.read())
        if match is None:
            return "a line is neither '? I J' nor '! I'"
        positions = [int(word) for word in match.groups() if word]
        if not all(1 <= position <= count for position in positions):
            return "there is no such position"
        first, *second = (numbers[position - 1] for position in positions)
        if not second:
            return None if first == max(numbers) else "another number is larger"
        contestant.write("<" if first < second[0] else ">" if first > second[0] else "=")
    return f"more than {count} questions"
