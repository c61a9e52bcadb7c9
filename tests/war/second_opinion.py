"""War once more, on plain lists and with a memory of all states: slow, and independent."""

from typing import NamedTuple


class Fate(NamedTuple):
    result: int
    rounds: int
    period: int | None
    one: list[int]
    two: list[int]
    table: list[int]


def fate(one: list[int], two: list[int], alternate: bool = False) -> Fate:
    one, two = list(one), list(two)
    table: list[int] = []
    one_plays_first = True
    seen: dict[tuple[object, ...], int] = {}
    rounds = 0
    while True:
        state = (tuple(one), tuple(two), one_plays_first)
        if state in seen:
            start = seen[state]
            return Fate(3, start, rounds - start, one, two, [])
        seen[state] = rounds
        face_up = True
        while True:
            if not one or not two:
                result = 0 if len(one) == len(two) else 1 if len(one) > len(two) else 2
                return Fate(result, rounds, None, one, two, table)
            a, b = one.pop(0), two.pop(0)
            table += [a, b] if one_plays_first else [b, a]
            if face_up and a != b:
                break
            face_up = not face_up
        if a > b:
            one += table
        else:
            two += table
        table = []
        rounds += 1
        if alternate:
            one_plays_first = not one_plays_first
