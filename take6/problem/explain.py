"""Reasons of the lines of the answer, from `take6 explain`."""

from cardjudge.reasons import explanation
from take6.explain import reasons


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the decision behind the output."""
    return explanation(lambda: reasons(input), output, line, language)
