"""Explains a line of the answer with `big2 explain`."""

from big2.explain import reasons
from cardjudge.reasons import explanation


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the decision behind a wrong output."""
    return explanation(lambda: reasons(input), output, line, language)
