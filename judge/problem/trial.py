"""A problem laid out in a private folder, so that programs can be judged by it."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from cardjudge.language import say
from cardjudge.programs import folder, source
from cardjudge.programs.compiler import Built, CompileError, build
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Sandbox
from judge.cases import Case
from judge.checker import Referee
from judge.compare import EQUAL, Compare, Finding, Verdict, named
from judge.interactive import runner
from judge.problem.description import Fault
from judge.problem.generate import failing_at, generated, namespace
from judge.problem.problem import Problem, Submission, Test
from judge.runner import Result, verdict_of_end
from judge.text import failure

VALIDATING = Limits(wall=60, cpu=30)


class Trial(AbstractContextManager["Trial"]):
    """The tests of a seed as files, the checker, and the programs of a problem, ready to run.

    Fault where one of them cannot be had.
    """

    def __init__(self, problem: Problem, seed: int | None = None) -> None:
        self.problem = problem
        self.seed = problem.described.seed if seed is None else seed

    def __enter__(self) -> Self:
        self.folder = Path(folder.make())
        return self

    def __exit__(self, *_: object) -> None:
        folder.remove(str(self.folder))

    @cached_property
    def tests(self) -> tuple[Test, ...]:
        """All tests, the samples first; an answer that no file has is the reference's."""
        tests = [*self.problem.written, *generated(self.problem, self.seed)]
        for test in tests:
            self.write(test)
        return tuple(self._answered(test) for test in tests)

    @cached_property
    def reference(self) -> Built:
        """The first accepted submission; Fault where there is none."""
        if not any(each.verdict == "accepted" for each in self.problem.submissions):
            raise Fault("submissions/accepted", None, "沒有正確的程式")
        return self.program(self.problem.submissions[0])

    def take_quickest(self) -> None:
        """Let the reference be an accepted submission that is a program of machine code, if any."""
        for each in self.problem.submissions:
            if each.verdict == "accepted" and "{program}" in each.language.compile:
                self.reference = self.program(each)
                return

    def program(self, submission: Submission) -> Built:
        """Return a submission as a program that runs; Fault where it does not compile."""
        files = {submission.file: self.problem.source(submission).encode()}
        if submission.language.key in {"c", "cpp"}:
            files |= {each.name: each.read_bytes() for each in self.problem.includes}
        return self._build(files, submission.place)

    @cached_property
    def validator(self) -> Built | None:
        """The program that tells whether an input is well formed."""
        found = self.problem.helper("validate")
        return None if found is None else self._build({found[0]: found[1].encode()}, found[0])

    def invalid(self, data: bytes) -> str | None:
        """Return what the validator has against an input, or None."""
        if self.validator is None:
            return None
        path = self.folder / "input"
        path.write_bytes(data)
        with path.open("rb") as stdin:
            ended, said = run(self.validator.command, stdin=stdin, limits=VALIDATING)
        if ended.status == 0 and ended.exceeded is None:
            return None
        if ended.exceeded is not None:
            return say("超過時間限制")
        return (ended.stderr or said).decode(errors="replace").strip() or say("沒有說為什麼")

    @cached_property
    def referee(self) -> Referee:
        """The checker or the interactor, as a command that keeps to the convention of Kattis."""
        convention = "kattis_interactor" if self.problem.interactive else "kattis_validator"
        path = self.folder / "referee.py"
        path.write_text(self.problem.script(convention), encoding="utf-8")
        return Referee((sys.executable, str(path)), kattis=True)

    def runner(
        self, command: Sequence[str], limits: Limits, sandbox: Sandbox | None = None
    ) -> Callable[[Case], Result]:
        """Return how a program is run and judged by a test."""
        judge = self.referee if self.problem.interactive else self._compare
        return runner(judge, command, limits, sandbox)

    def judged(self, submission: Submission, limits: Limits) -> Callable[[Case], Result]:
        """Return how a submission is judged by a test; Fault where it does not compile."""
        grader = self.problem.grader
        if grader is None:
            return self.runner(self.program(submission).command, limits)
        homework = grader.read({submission.file: submission.path.read_bytes()})
        return lambda case: grader.grade(homework, case, limits, "auto")

    def answer(self, test: Test) -> tuple[Ended, bytes]:
        """Run the reference."""
        command = [*self.reference.command, *test.arguments]
        with self._file(test).open("rb") as stdin:
            return run(command, stdin=stdin, limits=self.problem.limits())

    def write(self, test: Test) -> Case:
        """Write a test, with its answer where it has one, and return it as a case."""
        path = self._file(test)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(test.input)
        answer = None
        if test.answer is not None:
            answer = path.with_suffix(".out")
            answer.write_bytes(test.answer)
        return Case(test.name, path, answer, test.arguments)

    @cached_property
    def _compare(self) -> Compare:
        rule = self.problem.described.compare
        return named(rule) if rule else self._checked

    def _checked(self, case: Case, output: bytes) -> Finding:
        """Let the checker of the problem judge, here: it is a function of the one who set it."""
        path = self.problem.folder / self.problem.described.checker
        with failing_at(path):
            fault = self._checker(case.input.read_bytes(), case.expected(), output)
        return Finding(Verdict.WA, comment=fault) if fault else EQUAL

    @cached_property
    def _checker(self) -> Any:
        return namespace(self.problem, self.problem.folder / self.problem.described.checker)[
            "judge"
        ]

    def _file(self, test: Test) -> Path:
        return self.folder / f"{test.path}.in"

    def _answered(self, test: Test) -> Test:
        if not self.problem.answered or test.answer is not None:
            return test
        ended, output = self.answer(test)
        verdict = verdict_of_end(ended)
        if verdict is not Verdict.AC:
            how = failure(verdict, ended, self.problem.limits())
            place = self.problem.submissions[0].place
            raise Fault(place, None, "在測試 {name} {how}，沒有答案", name=test.name, how=how)
        return replace(test, answer=output)

    def _build(self, files: dict[str, bytes], place: str) -> Built:
        try:
            return build(source.read(files))
        except CompileError as error:
            raise Fault(place, None, "無法編譯：{reason}", reason=str(error)) from None
        except NoProgram as error:
            raise Fault(place, None, "不是程式：{reason}", reason=str(error)) from None
