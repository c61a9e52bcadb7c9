"""Explains a line of the answer with `war explain`."""

from cardjudge.reasons import explanation
from war.explain import ENDS, mistaken, reasons


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the decision behind a wrong output."""
    line = line if output else ENDS  # the judge writes all lines at the end of the game
    return explanation(lambda: reasons(input), output, line, language, mistaken(input, output))
