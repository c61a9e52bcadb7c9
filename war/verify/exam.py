"""How a test asks a homework, and compares what came with what must come."""

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


class Fault(UserError):  # noqa: N818  (it becomes a verdict)
    """A method is missing, or the homework does not answer."""


class Homework(Protocol):
    """Answers requests as `war.verify.observe` has them, during a test."""

    games: int
    """Of how many games of a kind it is asked for statistics."""

    def sit(self) -> AbstractContextManager[object]:
        """Begin a test, which ends when the context does."""
        ...

    def answer(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer; Fault where it takes `longer` times the time or more."""
        ...


class Own:
    """The kit's own `Deck` and `Battle`, in this process."""

    games = 200

    def __init__(self, seed: int) -> None:
        self._observer = Observer({"Deck": Deck, "Battle": Battle}, random.Random(seed))

    sit = nullcontext

    def answer(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer, however long it takes."""
        return self._observer.answer(request)


class Case(NamedTuple):
    """Calls of which the answer is known."""

    given: str
    steps: str
    labels: str
    """What each word of the answer is; a truth value where the name ends with a question mark."""
    expected: str


class Exam:
    """A homework, and the lots for what it is asked."""

    def __init__(self, homework: Homework, rng: random.Random) -> None:
        self.homework, self.rng = homework, rng

    def lines(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer; what a method throws is one that begins with ``!``."""
        for line in self.homework.answer(request, longer):
            if line.startswith("? "):
                raise Fault("沒有 {name} 這個方法或類別", name=line[2:])
            if line.startswith("< "):
                raise Fault("程式在等待輸入；作業的方法不讀標準輸入")
            yield line

    def words(self, request: str, longer: int = 1) -> Iterator[list[str]]:
        """Yield the words of the lines; Fault where a method throws something."""
        for line in self.lines(request, longer):
            if line.startswith("! "):
                raise Fault("程式丟出例外：{what}", what=quote(line[2:]))
            yield line.split()

    def tally(self, steps: str, calls: int, longer: int = 1) -> dict[str, int]:
        """Return how often each answer came."""
        return {
            " ".join(line): int(count)
            for count, *line in self.words(f"tally {calls}; {steps}", longer)
        }

    def counts(self, nb_vals: int, games: int, longer: int = 1) -> list[int]:
        """Return the integers that `stats` returns or prints."""
        [words] = self.words(f"each 1; stats {nb_vals} {games}", longer)
        return cards(",".join(words) or "-")

    def wrong(self, cases: Sequence[Case]) -> tuple[int, Example | None]:
        """Return how many cases have another answer, and the first of them.

        Where the homework does not answer after a wrong one, that one says more.
        """
        wrong = 0
        example = None
        for case in cases:
            try:
                [found] = self.lines(f"each 1; {case.steps}")
            except Fault:
                if example is None:
                    raise
                return wrong + 1, example
            if found != case.expected:
                wrong += 1
                told = (_told(case.labels.split(), words) for words in (case.expected, found))
                example = example or Example(say(case.given), *told)
        return wrong, example

    @cached_property
    def takes_turns(self) -> bool:
        """Whether the players take turns to play first, by what the second round does.

        In it player 2 wins 3 and 4, which lie in the order in which they were played.
        """
        steps = f"{battle('2 3 9', '1 4 8')}; call x g oneRound; call x g oneRound; show g.player2"
        return [*self.lines(f"each 1; {steps}")] == ["8,4,3"]


def battle(one: str, two: str) -> str:
    """Return the steps that make a battle `g` of two hands."""
    hands = (f"[{hand.replace(' ', ',')}]" for hand in (one, two))
    new = (f"new {name} Deck {cards}" for name, cards in zip("abt", (*hands, "[]"), strict=True))
    return f"{'; '.join(new)}; new g Battle a b t"


def shown(*decks: Deck) -> str:
    """Return decks as a homework shows them."""
    return " ".join(str(deck).replace(" ", ",") or "-" for deck in decks)


def cards(word: str) -> list[int]:
    """Return the cards of a deck that was shown; Fault for anything else."""
    try:
        return [int(card) for card in word.split(",")] if word != "-" else []
    except ValueError:
        raise Fault("回答的不是整數：{words}", words=quote(word)) from None


def _told(labels: list[str], line: str) -> str:
    """Return what came as a person reads it."""
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
    return "[]" if word == "-" else f"[{word.replace(',', ' ')}]" if "," in word else word
