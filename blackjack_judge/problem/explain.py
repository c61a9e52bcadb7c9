"""Reasons of the table's replies, from `blackjack-judge explain`."""

from itertools import chain, zip_longest

from blackjack_judge.explain import reasons
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import Table
from cardjudge.reasons import explanation


def explain(input: bytes, answer: bytes, output: bytes, line: int, language: str) -> str | None:
    """Return the rule behind the reply at a line of the conversation, which is the output.

    A program may write several requests before it reads a reply: each gets its own rule.
    """
    rows = output.split(b"\n")
    replies, requests = ([row for row in rows if row[:2] == mark] for mark in (b"< ", b"> "))
    pairs = zip_longest(replies, requests, fillvalue=b"")
    talk = [row for row in chain.from_iterable(pairs) if row]
    table = Table(make_shoe(int(input)))
    return explanation(lambda: reasons(b"\n".join(talk), table), output, line, language)
