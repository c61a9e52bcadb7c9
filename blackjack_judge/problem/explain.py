"""Why the table replied as it did: what `blackjack-judge explain` says of a line."""

from blackjack_judge.explain import reasons
from blackjack_judge.problem.interactor import DECKS
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import Table
from cardjudge.reasons import explanation


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind a line of the conversation, which is the output."""
    table = Table(make_shoe(int(input), DECKS))
    return explanation(lambda: reasons(output, table), output, line, language)
