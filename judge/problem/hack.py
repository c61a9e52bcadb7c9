"""`judge hack`: the shortest input on which a program is wrong, drawn and then shrunk."""

import json
import select
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.process import Limits, Process
from judge.cases import Case
from judge.compare import Verdict
from judge.problem.description import Fault
from judge.problem.generate import command, failure, generated
from judge.problem.inputs import shrunk, size
from judge.problem.problem import Test
from judge.problem.trial import Trial
from judge.runner import Result, verdict_of_end

SHRINKING = 60.0
"""Seconds after which the shortest input so far will do, unless the command says how many."""
PATIENCE = 60.0
"""Seconds that drawing an input may take."""


class Found(NamedTuple):
    """An input on which the program is wrong."""

    test: Test
    result: Result
    tries: int
    """How many inputs it took to find one, before it was shrunk."""


@dataclass
class Search:
    """Tries inputs on a program and the reference; remembers the shortest that tells them apart.

    It leaves out an input that is not well formed, or that the reference is not right about.
    """

    trial: Trial
    judged: Callable[[Case], Result]
    tell: Callable[[Found | None, int], None] = lambda *_: None
    """Is told of each try and of each shorter input."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Start the clock."""
        self._seen: dict[bytes, bool] = {}
        self._until = time.monotonic() + (self.seconds or float("inf"))
        self.tries, self.is_cut = 0, False
        self.found: Found | None = None

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self._until

    def __call__(self, data: bytes) -> bool:
        """Tell whether the program is wrong on an input; once the time is up, it is not."""
        if data not in self._seen:
            self._seen[data] = not self.is_over and self._tried(data)
        return self._seen[data]

    def _tried(self, data: bytes) -> bool:
        if self.found is None:
            self.tries += 1
            self.tell(None, self.tries)
        if self.is_cut and self.trial.invalid(data) is not None:  # as most of these are
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
        """Return the test with the answer of the reference, or None where that is not right."""
        test = Test("hack", data, None, False, "")
        case, problem = self.trial.write(test), self.trial.problem
        if problem.interactive:
            judged = self.trial.runner(self.trial.reference.command, problem.limits())
            return test if judged(case).verdict is Verdict.AC else None
        ended, output = self.trial.answer(test)
        return replace(test, answer=output) if verdict_of_end(ended) is Verdict.AC else None


def hack(search: Search, tries: int, number: int) -> Found | None:
    """Look for an input on which a program is wrong, by so many inputs of a seed."""
    problem = search.trial.problem
    strategy = problem.folder / "strategy.py"
    if strategy.is_file():
        with needed("hack", "judge hack"):
            import hypothesis  # noqa: F401  (the other process has it)
        _by_strategy(search, strategy, tries, number)
    elif problem.program("generate") is None:
        raise UserError("{folder} 裡沒有 strategy.py 也沒有 generate.py", folder=problem.folder)
    else:
        for data in _generated(search, number):
            if search(data) or search.tries >= tries or search.is_over:
                break
    if search.found is not None:
        search.is_cut = True
        shrunk(search.found.test.input, search)
    return search.found


def _by_strategy(search: Search, path: Path, tries: int, number: int) -> None:
    """Let Hypothesis, in another process with the strategy, draw inputs and shrink them."""
    with Process(command(path, "inputs", number, tries), limits=Limits()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.watch_in_background()
        with open(process.stdout.fileno(), "rb", closefd=False) as drawn:
            while not search.is_over:
                if not select.select([drawn], [], [], PATIENCE)[0]:
                    raise Fault(path.name, None, "程式失敗了：{reason}", reason=say("超過時間限制"))
                line = drawn.readline()
                if not line:
                    break
                wrong = search(json.loads(line).encode("latin-1"))
                process.stdin.write(b"1\n" if wrong else b"0\n")
            else:
                return
        ended = process.wait(PATIENCE) or process.end()
    if search.found is None and (fault := failure(path.name, ended)):
        raise fault


def _generated(search: Search, number: int) -> Iterator[bytes]:
    for seed in count(number):
        before = search.tries
        yield from (test.input for test in generated(search.trial.problem, seed))
        if search.tries == before:  # it makes the same inputs whatever the seed
            return
