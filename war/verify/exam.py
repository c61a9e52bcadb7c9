"""The results of a homework, and their comparison with those of the kit's classes."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from cardjudge.errors import quote, visible
from cardjudge.language import say
from war.battle import Battle
from war.deck import Deck
from war.verify import Example, Fault, Late, Verdict
from war.verify.tests import Tests

_CALLS = {
    "pick": "a = [{}], b = [{}]: a.pick(b)",
    "pickAll": "a = [{}], b = [{}]: a.pickAll(b)",
    "isValid": "a = [{}]: a.isValid({})",
    "copyDeck": "a = [{}]: c = a.copy()",
    "copyBattle": "b: player1 = [{}], player2 = [{}], trick = [{}]: c = b.copy()",
    "oneRound": "player1 = [{}], player2 = [{}]: isOver(), oneRound() × {}",
    "gameTurns": "player1 = [{}], player2 = [{}]: game({})",
    "game": "player1 = [{}], player2 = [{}]: game()",
}
_DIFFERS = "! java.lang.IllegalAccessError: "
"""What comes instead of a call that javac refuses."""


class Call(NamedTuple):
    """A test of `war.verify.tests` with its arguments, run so many times."""

    times: int
    test: str
    arguments: tuple[str | int, ...]

    @property
    def line(self) -> str:
        """The call as a homework's process reads it."""
        return ";".join(map(str, (self.times, self.test, *self.arguments)))

    def __str__(self) -> str:
        cards = (str(word).replace(" ", ", ") for word in self.arguments)
        return _CALLS[self.test].format(*cards)


class Homework(Protocol):
    """Classes that answer calls as `war.verify.tests` describes it."""

    @property
    def games(self) -> int:
        """Number of games for each kind of statistics."""
        ...

    def answer(self, lines: Sequence[str], longer: int = 1) -> Iterator[str]:
        """Yield the lines of the answers; Fault if the homework ends before the last.

        It may take `longer` times the time limit.
        """
        ...


class Own:
    """The kit's own `Deck` and `Battle`, in this process."""

    games = 200

    def __init__(self, seed: int, battle: Any = Battle) -> None:
        self._tests = Tests(Deck, battle, rng=random.Random(seed))

    def answer(self, lines: Sequence[str], longer: int = 1) -> Iterator[str]:
        """Yield the lines of the answers, without a time limit."""
        for line in lines:
            yield from self._tests.answer(line)


READINGS = {"玩家 1 先出牌": Own(0), "輪流先出牌": Own(0, partial(Battle, alternate=True))}
"""The readings of the assignment, and the kit's classes by each of them."""


def ask(homework: Homework, calls: Sequence[Call], longer: int = 1) -> Iterator[dict[str, int]]:
    """Yield for each call how often each result came; an exception begins with ``!``."""
    counts: dict[str, int] = {}
    for line in homework.answer([call.line for call in calls], longer):
        if line.startswith("? "):
            raise Fault("沒有 {name} 這個方法或類別", name=line[2:])
        if line.startswith(_DIFFERS):
            raise Fault(
                "宣告和作業的不同：{error}", error=visible(line.removeprefix(_DIFFERS), 200)
            )
        if line.startswith("< "):
            raise Fault("程式在等待輸入；作業的方法不讀標準輸入")
        if line == ".":
            yield counts
            counts = {}
        else:
            count, tab, result = line.partition("\t")
            counts[result if tab else line] = int(count) if tab else 1


def tally(homework: Homework, *calls: Call, longer: int = 2) -> list[dict[str, int]]:
    """Return for each call how often each result came; Fault if a method throws."""
    tallies = [*ask(homework, calls, longer)]
    for thrown in (result for counts in tallies for result in counts if result[:2] == "! "):
        raise Fault("程式丟出例外：{what}", what=quote(thrown[2:]))
    return tallies


def judge(
    homework: Homework, name: str, calls: Sequence[Call], readings: Sequence[str] = ()
) -> Verdict:
    """Compare results with those of the kit's classes, by the reading that fits best."""
    candidates = readings or [*READINGS][:1]
    results: list[str] = []
    late = ""
    try:
        for [result] in ask(homework, calls, 2):
            thrown = result.startswith("! ")
            results.append(say("丟出例外 {what}", what=result[2:]) if thrown else result)
    except Late as fault:
        late = str(fault)
    except Fault:
        if not all([*_wrong(calls, results, READINGS[reading])] for reading in candidates):
            raise
    results += [late] * bool(late)
    wrong = {reading: [*_wrong(calls, results, READINGS[reading])] for reading in candidates}
    best = min(candidates, key=lambda reading: len(wrong[reading]))
    figures: dict[str, object] = {"calls": len(results), "bad": len(wrong[best])}
    if readings:
        figures["first"] = reading_of(best, not wrong[best])
    return Verdict(name, not wrong[best], figures, example=next(iter(wrong[best]), None))


def reading_of(reading: str, fits: bool) -> str:
    """Return the reading that the homework fits, or was compared with."""
    return say(reading) if fits else say("以「{reading}」比對", reading=say(reading))


def _wrong(calls: Sequence[Call], results: Sequence[str], kit: Homework) -> Iterator[Example]:
    for call, result, [expected] in zip(calls, results, ask(kit, calls), strict=False):
        if result != expected:
            yield Example(str(call), expected, result)
