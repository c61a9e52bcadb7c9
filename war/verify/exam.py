"""The interface between a test and a homework, and the comparison of their results."""

import random
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import NamedTuple, Protocol

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from war.battle import Battle
from war.deck import Deck
from war.verify import Example
from war.verify.observe import Observer

_TRUTHS = {"0": "false", "1": "true"}
_INTEGERS = "pick", "game", "winner"
"""The labels of answers that are neither truth values nor decks."""


class Fault(UserError):  # noqa: N818  (it becomes a verdict)
    """A method is missing, or the homework does not answer."""


class Late(Fault):
    """The homework exceeded its time limit."""


class Homework(Protocol):
    """Answers requests in the format of `war.verify.observe` during a test."""

    games: int
    """Number of games for each kind of statistics."""

    def sit(self) -> AbstractContextManager[object]:
        """Return a context in which a test runs."""
        ...

    def answer(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer; Fault after `longer` times the time limit."""
        ...


class Own:
    """The kit's own `Deck` and `Battle`, in this process."""

    games = 200

    def __init__(self, seed: int) -> None:
        self._observer = Observer({"Deck": Deck, "Battle": Battle}, random.Random(seed))

    sit = nullcontext

    def answer(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer, without a time limit."""
        return self._observer.answer(request)


class Case(NamedTuple):
    """Calls with a known answer."""

    given: str
    steps: str
    labels: str
    """The names of the words of the answer; a name with a question mark is a truth value."""
    expected: str


class Exam:
    """A homework and the random numbers of its questions."""

    def __init__(self, homework: Homework, rng: random.Random) -> None:
        self.homework, self.rng = homework, rng

    def lines(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer; an exception becomes a line that begins with ``!``."""
        for line in self.homework.answer(request, longer):
            if line.startswith("? "):
                raise Fault("沒有 {name} 這個方法或類別", name=line[2:])
            if line.startswith("< "):
                raise Fault("程式在等待輸入；作業的方法不讀標準輸入")
            yield line

    def words(self, request: str, longer: int = 1) -> Iterator[list[str]]:
        """Yield the words of each line; Fault if a method raises an exception."""
        for line in self.lines(request, longer):
            if line.startswith("! "):
                raise Fault("程式丟出例外：{what}", what=quote(line[2:]))
            yield line.split()

    def tally(self, steps: str, calls: int, longer: int = 1) -> dict[str, int]:
        """Return the number of occurrences of each answer."""
        return {
            " ".join(line): int(count)
            for count, *line in self.words(f"tally {calls}; {steps}", longer)
        }

    def counts(self, nb_vals: int, games: int, longer: int = 1) -> list[int]:
        """Return the integers that `stats` returns or prints."""
        [words] = self.words(f"each 1; stats {nb_vals} {games}", longer)
        return cards(",".join(words) or "-")

    def wrong(self, cases: Sequence[Case]) -> tuple[int, Example | None]:
        """Return the number of wrong cases, and the first of them.

        If the homework stops answering after a wrong case, the wrong case is the result. A case
        that takes too long is wrong itself.
        """
        wrong = 0
        example = None
        for case in cases:
            labels, late = case.labels.split(), None
            try:
                [found] = self.lines(f"each 1; {case.steps}")
            except Fault as fault:
                if example is None and not isinstance(fault, Late):
                    raise
                found, late = "", str(fault)
            if found != case.expected:
                wrong += 1
                told = _told(labels, case.expected), late or _told(labels, found)
                example = example or Example(say(case.given), *told)
            if late:
                break
        return wrong, example

    @cached_property
    def takes_turns(self) -> bool:
        """Whether the players alternate in playing first, judged by the second round.

        Player 2 wins cards 3 and 4 in this round, and the winner keeps the order of play.
        """
        steps = f"{battle('2 3 9', '1 4 8')}; call x g oneRound; call x g oneRound; show g.player2"
        return [*self.lines(f"each 1; {steps}")] == ["8,4,3"]


def battle(one: str, two: str) -> str:
    """Return the steps that create a battle `g` from two hands."""
    hands = (f"[{hand.replace(' ', ',')}]" for hand in (one, two))
    new = (f"new {name} Deck {cards}" for name, cards in zip("abt", (*hands, "[]"), strict=True))
    return f"{'; '.join(new)}; new g Battle a b t"


def shown(*decks: Deck) -> str:
    """Return decks in the output format of a homework."""
    return " ".join(str(deck).replace(" ", ",") or "-" for deck in decks)


def cards(word: str) -> list[int]:
    """Return the cards of a deck in the output; Fault for other text."""
    try:
        return [int(card) for card in word.split(",")] if word != "-" else []
    except ValueError:
        raise Fault("回答的不是整數：{words}", words=quote(word)) from None


def _told(labels: list[str], line: str) -> str:
    """Return an answer with its labels, for a person."""
    if line.startswith("! "):
        return say("丟出例外 {what}", what=line[2:])
    parts = (
        f"{label.rstrip('?')} = {_value(label, word)}"
        for label, word in zip(labels, line.split(), strict=False)
    )
    return say("，").join(parts)


def _value(label: str, word: str) -> str:
    if label.endswith("?"):
        return _TRUTHS.get(word, word)
    if label in _INTEGERS:
        return word
    return "[]" if word == "-" else f"[{word.replace(',', ' ')}]"
