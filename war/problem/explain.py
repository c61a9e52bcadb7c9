"""Explains a line of the answer with `war explain`."""

from functools import partial

from cardjudge.reasons import explanation
from war.explain import ENDS, mistaken, reasons


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the decision behind a wrong output."""
    told = partial(reasons, input, each_round=False)
    line = line if output else ENDS  # the judge writes all lines at the end of the game
    return explanation(told, output, line, language, mistaken(input, output))
