"""Why the answer has a line: what `take6 explain` says of it."""

from cardjudge.reasons import explanation
from take6.explain import reasons


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the other decision that was written."""
    return explanation(lambda: reasons(input), output, line, language)
