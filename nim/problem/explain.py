"""Why the answer has a line: what `nim explain` says of it."""

from cardjudge.reasons import explanation
from nim.explain import of_nim


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the other decision that was written."""
    return explanation(lambda: of_nim(input), output, line, language)
