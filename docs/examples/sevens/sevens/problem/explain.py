"""Explains a line of the answer with `sevens explain`."""

from cardjudge.reasons import explanation
from sevens.explain import reasons


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer."""
    return explanation(lambda: reasons(input), output, line, language)
