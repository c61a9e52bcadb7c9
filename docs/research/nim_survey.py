"""Examine all octal games of so many digits: which have a proved period, which are one game.

``python docs/research/nim_survey.py 3`` prints a line for each game; octal.md tells of the results.

A game is told from others by its first values, without the zeros that they begin with: games whose
`PREFIX` values agree are computed once, and listed as having equal values so far, which is no claim
that all of them are equal. What is found is kept a line a game, so a survey can be taken up again.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from cardjudge.series.workers import spread
from docs.research.nim_values import LargeValues
from nim.taking.period import PeriodicValues
from nim.taking.rules import octal

PREFIX = 2_000
"""How many values tell games apart; with as many, what is easy is proved for each game itself."""


class Entry(NamedTuple):
    """What is known of a game: the period, or up to which heap none is proved."""

    code: str
    limit: int
    n0: int | None = None
    p: int | None = None
    like: str | None = None
    """The game with equal values, if it is one before this one and has not been proved here."""


def main() -> None:
    """Print a line for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=int)
    parser.add_argument("--limit", type=int, default=20_000, help="values that a proof may use")
    parser.add_argument("--file", type=Path, default=Path("survey.jsonl"), help="results")
    parser.add_argument("--workers", default="1")
    for entry in survey(**vars(parser.parse_args())):
        found = f"n0 = {entry.n0}, p = {entry.p}" if entry.p else f"no proof to {entry.limit}"
        print(entry.code, found, f"like {entry.like}" if entry.like else "")


def codes(digits: int) -> Iterator[str]:
    """Yield the codes of so many digits after the point, the last of them not 0."""
    for whole in "04":
        for places in product("01234567", repeat=digits):
            if places[-1] != "0":
                yield f"{whole}.{''.join(places)}"


def survey(digits: int, limit: int, file: Path, workers: str | int) -> Iterator[Entry]:
    """Yield all games of so many digits, examined; what the file has is not done again."""
    known = {entry.code: entry for entry in _read(file)}

    def examine(some: list[str], limit: int) -> None:
        for entry in spread(_examine, [(code, limit) for code in some], workers):
            known[entry.code] = entry
            with file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(entry._asdict(), ensure_ascii=False) + "\n")

    wanted = list(codes(digits))
    examine([code for code in wanted if code not in known], PREFIX)
    groups: dict[tuple[int, ...], str] = {}
    open_codes = [code for code in wanted if known[code].p is None]
    like = {code: groups.setdefault(_prefix(code), code) for code in open_codes}
    examine([code for code in groups.values() if known[code].limit < limit], limit)
    for code in wanted:
        model = like.get(code, code)
        found = known[model]
        yield found if model == code else found._replace(code=code, like=model)


def _examine(item: tuple[str, int]) -> Entry:
    code, limit = item
    rules = octal(code)
    game = LargeValues(rules) if rules.to_two and limit > PREFIX else PeriodicValues(rules)
    try:
        period = game.prove(limit)
    except OverflowError:  # a value of 2^16 or more
        period = None
    if period is None:
        return Entry(code, limit)
    return Entry(code, limit, period.start, period.length)


def _prefix(code: str) -> tuple[int, ...]:
    """Return the first values from the last of the zeros on that they begin with."""
    values = PeriodicValues(octal(code)).up_to(PREFIX)
    zeros = next((n for n, value in enumerate(values) if value), 1)
    return tuple(values[zeros - 1 : zeros - 1 + PREFIX // 2])


def _read(file: Path) -> Iterator[Entry]:
    """Yield the entries of a file, later ones of a game last; a line that was cut short is left."""
    if not file.exists():
        return
    for line in file.read_text("utf-8").splitlines():
        try:
            yield Entry(**json.loads(line))
        except (TypeError, ValueError):
            if line.endswith("}"):
                raise SystemExit(f"{file} was not written by a survey") from None


if __name__ == "__main__":
    main()
