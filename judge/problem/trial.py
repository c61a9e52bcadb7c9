"""A problem laid out in a private folder, ready to judge programs."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Self

from cardjudge import files
from cardjudge.language import say
from cardjudge.programs import folder
from cardjudge.programs.compiler import Built
from cardjudge.programs.limits import demand_system
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox
from judge import text
from judge.cases import Case
from judge.checker import Checker, Referee
from judge.compare import Compare, Verdict, named
from judge.interactive import runner
from judge.problem.description import Fault
from judge.problem.generate import built, demand, generated
from judge.problem.problem import Problem, Submission, Test
from judge.runner import Result, verdict_of_end

_REFUSALS = "AssertionError", "ValueError"
"""Exceptions with which a validator in Python may refuse an input."""


class Trial(AbstractContextManager["Trial"]):
    """The tests of a seed as files, the checker, and the programs of a problem, ready to run.

    Fault if one of them is missing or does not compile.
    """

    def __init__(self, problem: Problem, seed: int | None = None) -> None:
        self.problem = problem
        self._failure: Fault | None = None
        self.seed = problem.described.seed if seed is None else seed

    def __enter__(self) -> Self:
        demand_system()
        self.folder = Path(folder.make())
        return self

    def __exit__(self, *_: object) -> None:
        folder.remove(str(self.folder))

    @cached_property
    def tests(self) -> tuple[Test, ...]:
        """All tests, the samples first; the reference gives missing answers."""
        tests = [*self.problem.written, *generated(self.problem, self.seed)]
        for test in tests:
            self.write(test)
        return tuple(self._answered(test) for test in tests)

    @cached_property
    def reference(self) -> Built:
        """The first accepted submission; Fault if there is none."""
        if not any(each.verdict == "accepted" for each in self.problem.submissions):
            raise Fault("submissions/accepted", None, "沒有正確的程式")
        return self.program(self.problem.submissions[0])

    @cached_property
    def reference_box(self) -> Sandbox:
        """The sandbox of the reference."""
        return self.box(self.reference.folder)

    def box(self, *readable: Path) -> Sandbox:
        """Return the sandbox of the author's programs, which may read all tests."""
        return self.problem.box(self.folder, *readable)

    def take_reference(self, command: Sequence[str] | None, sandbox: Sandbox) -> None:
        """Set the reference: a user's command in its sandbox.

        For None it is an accepted program, compiled if possible.
        """
        if command is not None:
            self.reference, self.reference_box = Built(tuple(command), Path(), ""), sandbox
            return
        for each in self.problem.submissions:
            if each.verdict == "accepted" and "{program}" in each.language.compile:
                self.reference = self.program(each)
                return

    def program(self, submission: Submission) -> Built:
        """Return a submission ready to run; Fault if it does not compile."""
        files = self.problem.source(submission)
        if (key := submission.language.key) in {"c", "cpp"}:
            files |= self.problem.stubs.get(key, {})
        named = [] if submission.path.is_dir() else [submission.file]
        return built(files, submission.place, self.problem.mode, named)

    @cached_property
    def validator(self) -> Built | None:
        """The program that decides whether an input is well formed."""
        return self.helper("validate")

    def helper(self, stem: str) -> Built | None:
        """Return an author's program by its stem; Fault if it does not compile."""
        files = self.problem.helper(stem)
        return (
            built(files, name, self.problem.mode, [name])
            if (name := next(iter(files), ""))
            else None
        )

    def invalid(self, data: bytes) -> str | None:
        """Return why the validator refuses an input, or None; Fault if the validator fails."""
        if self.validator is None:
            return None
        if self._failure is not None:
            raise self._failure
        path = self.folder / "input"
        files.write(path, data)
        with path.open("rb") as stdin:
            box = self.box(self.validator.folder)
            ended, said = run(
                self.validator.command, stdin=stdin, limits=self.problem.author_limits, sandbox=box
            )
        if ended.status == 0 and ended.exceeded is None:
            return None
        told = (ended.stderr or said).decode(errors="replace").strip()
        crashed = "Traceback (" in told and not told.rpartition("\n")[2].startswith(_REFUSALS)
        if ended.exceeded is not None or ended.status < 0 or crashed:
            file = self.problem.program("validate")
            try:
                demand(file.name if file else "validate", ended)
            except Fault as fault:
                self._failure = fault  # it may have taken all its time, which once is enough
                raise
        return told or say("沒有說為什麼")

    @cached_property
    def referee(self) -> Referee:
        """The checker or interactor, as a command in Kattis's convention."""
        convention = "kattis_interactor" if self.problem.interactive else "kattis_validator"
        written = self.problem.referee(convention)
        folder = self.folder / "referee"
        files.write_all(folder, written)
        path = folder / next(iter(written))
        command, readable = (sys.executable, str(path)), self.box().readable
        return Referee(command, kattis=True, name=path.name, readable=readable)

    def runner(
        self, command: Sequence[str], limits: Limits, sandbox: Sandbox
    ) -> Callable[[Case], Result]:
        """Return the function that runs a program on a test and judges it."""
        judge = self.referee if self.problem.interactive else self._compare
        return runner(judge, command, limits, sandbox)

    def judged(self, submission: Submission, limits: Limits) -> Callable[[Case], Result]:
        """Return the function that judges a submission on a test; Fault if it does not compile."""
        grader = self.problem.grader
        if grader is None:
            program = self.program(submission)
            return self.runner(program.command, limits, self.box(program.folder))
        homework = grader.read({submission.file: submission.path.read_bytes()})
        return partial(grader.grade, homework, limits, self.problem.mode)

    def answer(self, test: Test) -> tuple[Ended, bytes]:
        """Run the reference on a test; return how it ended and its output."""
        command = [*self.reference.command, *test.arguments]
        with self._file(test).open("rb") as stdin:
            limits, box = self.problem.limits(), self.reference_box
            return run(command, stdin=stdin, limits=limits, sandbox=box)

    def write(self, test: Test) -> Case:
        """Write a test, and its answer if it has one; return it as a case."""
        path = self._file(test)
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, test.input)
        answer = None
        if test.answer is not None:
            answer = path.with_suffix(".out")
            files.write(answer, test.answer)
        is_file = any(each.file == test.file for each in self.problem.written)
        origin = self.problem.folder / test.file if is_file else ""
        return Case(test.name, path, answer, test.arguments, copy_of=str(origin))

    @cached_property
    def _compare(self) -> Compare:
        rule = self.problem.described.compare
        return named(rule) if rule else Checker(self.referee, limits=self.problem.author_limits)

    def _file(self, test: Test) -> Path:
        return self.folder / f"{test.path}.in"

    def _answered(self, test: Test) -> Test:
        if not self.problem.answered or test.answer is not None:
            return test
        ended, output = self.answer(test)
        verdict = verdict_of_end(ended)
        if verdict is not Verdict.AC:
            how = text.failure(verdict, ended, self.problem.limits())
            place = self.problem.submissions[0].place
            raise Fault(place, None, "在測試 {name} {how}，沒有答案", name=test.name, how=how)
        return replace(test, answer=output)
