"""`judge hack`: draws inputs until a program is wrong on one, then shrinks that input."""

import json
import math
import select
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, takewhile
from pathlib import Path
from typing import NamedTuple

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.process import Process
from judge.cases import Case
from judge.problem.description import Fault
from judge.problem.generate import command, demand, generated
from judge.problem.inputs import beginning, shrunk, size
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.runner import Result, verdict_of_end
from judge.text import failure
from judge.verdicts import Verdict

SHRINKING = 60.0
"""Seconds for shrinking, unless the command line sets the time."""
PATIENCE = 60.0
"""Seconds that the strategy may take to draw an input."""
_ENDING = 10.0
"""Seconds that its process may take to end."""


class Failure(NamedTuple):
    """An input on which the program is wrong."""

    input: bytes
    answer: bytes | None
    result: Result


@dataclass
class Search:
    """Tries inputs on a program and the reference; keeps the shortest on which they differ.

    It skips an input that the validator refuses, and a conversation that the reference loses; that
    the reference fails otherwise is a Fault, but not while an input is made smaller.
    """

    trial: Trial
    judging: Callable[[Case], Result]
    tell: Callable[["Search", bool], None] = lambda *_: None
    """Called before each try, and with True after one that found a shorter input."""
    until: float = math.inf
    """When the search ends, by the monotonic clock; without it, shrinking takes a minute."""
    cpu: float = math.inf
    """CPU seconds of both programs after which the search ends, however busy the machine is."""
    failure: Failure | None = None
    tries: int = 0
    """Number of inputs tried until the first failure, before shrinking."""
    skipped: int = 0
    """Number of conversations that the reference loses, so that nothing is compared."""
    shrinks: int = 0
    """Number of inputs tried after it."""
    _wrong: dict[bytes, bool] = field(default_factory=dict)

    @property
    def left(self) -> float:
        """The seconds that are left, at most 0 once the time is up."""
        return min(self.until - time.monotonic(), self.cpu)

    def __call__(self, data: bytes) -> bool:
        """Return whether the program is wrong on an input; False once the time is up."""
        if data not in self._wrong:
            self._wrong[data] = self.left > 0 and self._try(data)
        return self._wrong[data]

    def _try(self, data: bytes) -> bool:
        if self.failure is None:
            self.tries += 1
        else:
            self.shrinks += 1
        self.tell(self, False)
        case = self._with_answer(data)
        if case is None:
            return False
        result = self.judging(case)
        self.cpu -= result.ended.cpu
        if result.verdict is Verdict.SE:
            raise UserError("{reason}", reason=result.comment)
        if result.verdict is Verdict.AC:
            return False
        if self.trial.invalid(data) is not None:
            return False
        if self.until == math.inf:
            self.until = time.monotonic() + SHRINKING
        if self.failure is None or size(data) < size(self.failure.input):
            self.failure = Failure(data, case.expected() if case.answers else None, result)
            self.tell(self, True)
        return True

    def _with_answer(self, data: bytes) -> Case | None:
        """Return the test with the reference's answer, or None if the reference fails."""
        trial = self.trial
        case = Case("hack", trial.folder / "hack.in")
        case.input.write_bytes(data)
        if trial.problem.described.interactor:
            judging = trial.judge.judging(trial.reference)
            if judging(case).verdict is Verdict.AC:
                return case
            self.skipped += 1
            return None
        ended, output = trial.reference.run(case)
        self.cpu -= ended.cpu
        if verdict_of_end(ended) is not Verdict.AC:
            if self.failure is None and trial.invalid(data) is None:
                how = failure(ended, trial.problem.limits())
                parts = {"input": beginning(data), "how": how}
                raise Fault(trial.reference_place, None, "在輸入{input}{how}", **parts)
            return None
        answer = trial.folder / "hack.out"
        answer.write_bytes(output)
        return case._replace(answers=(answer,))


def strategy_of(problem: Problem) -> Path | None:
    """Return the strategy, or None for the generator; UserError if no input can be drawn."""
    strategy = problem.folder / "strategy.py"
    if strategy.is_file():
        with needed("hack", "judge hack"):
            import hypothesis  # noqa: F401  (the new process imports it)
        return strategy
    if problem.program("generate") is None:
        raise UserError("{folder} 裡沒有 strategy.py 也沒有 generate.py", folder=problem.folder)
    return None


def hack(search: Search, tries: int, number: int) -> Failure | None:
    """Return the shortest input found within `tries` inputs of a seed, or None."""
    if strategy := strategy_of(search.trial.problem):
        _by_strategy(search, strategy, tries, number)
    else:
        drawn = _generated(search, number)
        any(map(search, takewhile(lambda _: search.tries < tries and search.left > 0, drawn)))
    if search.failure is not None:
        accepts = search.trial.accepts
        shrunk(search.failure.input, lambda it: search.left > 0 and accepts(it) and search(it))
    return search.failure


def _by_strategy(search: Search, path: Path, tries: int, number: int) -> None:
    """Let Hypothesis draw and shrink inputs in another process."""
    words, box = command(path, "inputs", number, tries), search.trial.box()
    limits = search.trial.problem.author_limits._replace(wall=None, cpu=None)
    with Process(words, limits=limits, sandbox=box) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.watch_in_background()
        with open(process.stdout.fileno(), "rb", closefd=False) as drawn:
            while search.left > 0:
                if not select.select([drawn], [], [], min(PATIENCE, search.left))[0]:
                    break
                if not (line := drawn.readline()):
                    break
                wrong = search(json.loads(line).encode("latin-1"))
                process.stdin.write(b"1\n" if wrong else b"0\n")
        if search.left <= 0:
            return
        if (ended := process.wait(_ENDING)) is None:
            raise Fault(path.name, None, "程式失敗了：{reason}", reason=say("超過時間限制"))
    if search.failure is None:
        demand(path.name, ended)


def _generated(search: Search, number: int) -> Iterator[bytes]:
    for seed in count(number):
        before = search.tries
        yield from (data for _, data in generated(search.trial.problem, seed))
        if search.tries == before:  # the generator ignores the seed
            return
