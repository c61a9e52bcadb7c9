"""`judge hack`: the shortest input on which a program is wrong, drawn and shrunk by Hypothesis."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError
from judge.cases import Case
from judge.compare import Verdict
from judge.problem.description import Fault
from judge.problem.generate import generated, namespace
from judge.problem.problem import Problem, Test
from judge.problem.trial import Trial
from judge.runner import Result, verdict_of_end

with needed("hack", "judge hack"):
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st
    from hypothesis.errors import HypothesisException

SHRINKING = 60.0
"""Seconds after which the shortest input so far will do."""


class Found(NamedTuple):
    """An input on which the program is wrong."""

    test: Test
    result: Result
    tries: int
    """How many inputs it took to find one, before it was shrunk."""


class _Wrong(Exception):  # noqa: N818  (it tells Hypothesis that this is what it looks for)
    pass


class Search:
    """Tries inputs on a program and the reference; remembers the shortest that tells them apart.

    What the reference is not right about is passed over, and so is what is not well formed.
    """

    def __init__(self, trial: Trial, judged: Callable[[Case], Result]) -> None:
        self._trial, self._judged = trial, judged
        self._seen: dict[bytes, bool] = {}
        self._until = float("inf")
        self.tries = 0
        self.found: Found | None = None

    def __call__(self, data: bytes) -> None:
        """Try an input; raise where the program is wrong."""
        if data not in self._seen:
            # Once the time is up nothing more is tried, so that Hypothesis comes to an end.
            self._seen[data] = time.monotonic() < self._until and self._tried(data)
        if self._seen[data]:
            raise _Wrong

    def _tried(self, data: bytes) -> bool:
        self.tries += self.found is None
        test = self._answered(data)
        if test is None:
            return False
        result = self._judged(self._trial.write(test))
        if result.verdict is Verdict.AC or self._trial.invalid(data) is not None:
            return False
        if self.found is None:
            self._until = time.monotonic() + SHRINKING
        if self.found is None or _size(data) < _size(self.found.test.input):
            self.found = Found(test, result, self.tries)
        return True

    def _answered(self, data: bytes) -> Test | None:
        """Return the test with the answer of the reference, or None where that is not right."""
        test = Test("hack", data, None, False, "")
        case, problem = self._trial.write(test), self._trial.problem
        if problem.interactive:
            judged = self._trial.runner(self._trial.reference.command, problem.limits())
            return test if judged(case).verdict is Verdict.AC else None
        ended, output = self._trial.answer(test)
        return replace(test, answer=output) if verdict_of_end(ended) is Verdict.AC else None


def _size(data: bytes) -> tuple[int, bytes]:
    return len(data), data


def hack(trial: Trial, judged: Callable[[Case], Result], tries: int, number: int) -> Found | None:
    """Look for an input on which a program is wrong, by so many inputs of a seed."""
    trial.take_quickest()
    search = Search(trial, judged)

    @seed(number)
    @settings(
        max_examples=tries,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(_inputs(trial.problem))
    def attempt(data: Any) -> None:
        search(data.encode() if isinstance(data, str) else data)

    try:
        attempt()
    except _Wrong:
        pass
    except HypothesisException as error:
        if search.found is None:  # else: a program that is wrong now and then
            raise UserError("Hypothesis 找不到輸入：{reason}", reason=error) from None
    return search.found


def _inputs(problem: Problem) -> st.SearchStrategy[Any]:
    """Return the strategy of the problem, or one that draws seeds of its generator."""
    path = problem.folder / "strategy.py"
    if path.is_file():
        names = namespace(problem, path)
        if not callable(names.get("inputs")):
            raise Fault(path.name, None, "沒有 inputs() 這個函數")
        strategy: st.SearchStrategy[Any] = names["inputs"]()
        return strategy
    if problem.program("generate") is None:
        raise UserError("{folder} 裡沒有 strategy.py 也沒有 generate.py", folder=problem.folder)

    def drawn(number: int) -> st.SearchStrategy[bytes]:
        return st.sampled_from([test.input for test in generated(problem, number)])

    return st.integers(0, (1 << 32) - 1).flatmap(drawn)
