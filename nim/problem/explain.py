"""Explains a line of the answer with `nim explain`."""

from cardjudge.reasons import explanation
from nim.explain import mistaken, of_nim


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the decision behind a wrong output."""
    return explanation(lambda: of_nim(input), output, line, language, mistaken(input))
