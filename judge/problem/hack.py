"""`judge hack`: draws inputs until a program is wrong on one, then shrinks that input."""

import json
import select
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.process import Process
from judge.cases import Case
from judge.compare import Verdict
from judge.problem import author
from judge.problem.description import Fault
from judge.problem.generate import command, demand, generated
from judge.problem.inputs import shrunk, size
from judge.problem.problem import Test
from judge.problem.trial import Trial
from judge.runner import Result, verdict_of_end

SHRINKING = 60.0
"""Seconds for shrinking, unless the command line sets the time."""
PATIENCE = 60.0
"""Seconds that the strategy may take to draw an input."""


class Found(NamedTuple):
    """An input on which the program is wrong."""

    test: Test
    result: Result
    tries: int
    """Number of inputs tried until the first failure, before shrinking."""


@dataclass
class Search:
    """Tries inputs on a program and the reference; keeps the shortest on which they differ.

    It skips an input that the validator refuses, or on which the reference fails.
    """

    trial: Trial
    judged: Callable[[Case], Result]
    tell: Callable[[Found | None, int], None] = lambda *_: None
    """Called for each try and for each shorter input."""
    seconds: float | None = None
    begun: float = field(default_factory=time.monotonic)
    """When the seconds began, by the monotonic clock: before the programs were compiled."""

    def __post_init__(self) -> None:
        """Start the clock."""
        self._seen: dict[bytes, bool] = {}
        self._until = self.begun + (self.seconds or float("inf"))
        self.tries, self.is_cut = 0, False
        self.found: Found | None = None

    @property
    def left(self) -> float:
        """The seconds that are left, at most 0 once the time is up."""
        return self._until - time.monotonic()

    def __call__(self, data: bytes) -> bool:
        """Return whether the program is wrong on an input; False once the time is up."""
        if data not in self._seen:
            self._seen[data] = self.left > 0 and self._tried(data)
        return self._seen[data]

    def _tried(self, data: bytes) -> bool:
        if self.found is None:
            self.tries += 1
            self.tell(None, self.tries)
        if self.is_cut and self.trial.invalid(data) is not None:  # most shrunk inputs are invalid
            return False
        test = self._answered(data)
        if test is None:
            return False
        result = self.judged(self.trial.write(test))
        if result.verdict is Verdict.SE:
            raise UserError("{reason}", reason=result.comment)
        if result.verdict is Verdict.AC:
            return False
        if not self.is_cut and self.trial.invalid(data) is not None:
            return False
        if self.found is None and self.seconds is None:
            self._until = time.monotonic() + SHRINKING
        if self.found is None or size(data) < size(self.found.test.input):
            self.found = Found(test, result, self.tries)
            self.tell(self.found, self.tries)
        return True

    def _answered(self, data: bytes) -> Test | None:
        """Return the test with the reference's answer, or None if the reference fails."""
        test = Test("hack", data, None, False, "")
        case, problem = self.trial.write(test), self.trial.problem
        if problem.interactive:
            words, box = self.trial.reference.command, self.trial.reference_box
            judged = self.trial.runner(words, problem.limits(), box)
            return test if judged(case).verdict is Verdict.AC else None
        ended, output = self.trial.answer(test)
        return replace(test, answer=output) if verdict_of_end(ended) is Verdict.AC else None


def hack(search: Search, tries: int, number: int) -> Found | None:
    """Return the shortest input found within `tries` inputs of a seed, or None."""
    problem = search.trial.problem
    strategy = problem.folder / "strategy.py"
    if strategy.is_file():
        with needed("hack", "judge hack"):
            import hypothesis  # noqa: F401  (the new process imports it)
        _by_strategy(search, strategy, tries, number)
    elif problem.program("generate") is None:
        raise UserError("{folder} 裡沒有 strategy.py 也沒有 generate.py", folder=problem.folder)
    else:
        for data in _generated(search, number):
            if search(data) or search.tries >= tries or search.left <= 0:
                break
    if search.found is not None:
        search.is_cut = True
        shrunk(search.found.test.input, search)
    return search.found


def _by_strategy(search: Search, path: Path, tries: int, number: int) -> None:
    """Let Hypothesis draw and shrink inputs in another process."""
    words, box = command(path, "inputs", number, tries), search.trial.box()
    limits = author.LIMITS._replace(wall=None, cpu=None)
    with Process(words, limits=limits, sandbox=box) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.watch_in_background()
        with open(process.stdout.fileno(), "rb", closefd=False) as drawn:
            while search.left > 0:
                if not select.select([drawn], [], [], min(PATIENCE, search.left))[0]:
                    if search.left <= 0:
                        return
                    raise Fault(path.name, None, "程式失敗了：{reason}", reason=say("超過時間限制"))
                line = drawn.readline()
                if not line:
                    break
                wrong = search(json.loads(line).encode("latin-1"))
                process.stdin.write(b"1\n" if wrong else b"0\n")
            else:
                return
        ended = process.wait(PATIENCE) or process.end()
    if search.found is None:
        demand(path.name, ended)


def _generated(search: Search, number: int) -> Iterator[bytes]:
    for seed in count(number):
        before = search.tries
        yield from (test.input for test in generated(search.trial.problem, seed))
        if search.tries == before:  # the generator ignores the seed
            return
