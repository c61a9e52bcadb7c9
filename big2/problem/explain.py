"""Why the answer has a line: what `big2 explain` says of it."""

from big2.explain import reasons
from cardjudge.reasons import explanation


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the answer, and the other decision that was written."""
    return explanation(lambda: reasons(input), output, line, language)
