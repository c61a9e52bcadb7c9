"""Explains a line of the answer with `nim explain`."""

from collections.abc import Iterator
from itertools import zip_longest

from cardjudge.reasons import Reason, explanation
from nim.explain import of_nim


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the decision behind a wrong output.

    A full output begins with X and is compared with the full output of the judge.
    """
    whole = "".join(reason.wrote for reason in of_nim(input)).encode()
    if output.startswith(b"X = "):
        answer, pairs = whole, zip_longest(whole.split(b"\n"), output.split(b"\n"))
        line = next((at for at, (ours, came) in enumerate(pairs, 1) if ours != came), line)
    rows = {row.decode(errors="replace") for row in answer.splitlines(keepends=True)}

    def reasons() -> Iterator[Reason]:
        return (reason for reason in of_nim(input) if reason.wrote in rows)

    return explanation(reasons, output, line, language)
