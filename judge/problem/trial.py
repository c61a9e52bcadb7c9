"""The tests and programs of a problem, ready to run.

Generated tests, and answers that no file gives, lie in the user's cache. Their folder is named
after the contents of the problem, so the generator and the reference run once:

    cache/tests/KEY/secret/NAME.in     a generated input
    cache/tests/KEY/secret/NAME.out    the reference's answer, also to an input of the problem
    cache/tests/KEY/names              the names of the generated tests, in their order

`files` checks all of them before they are used: damage makes them anew.
"""

import hashlib
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import cached_property
from pathlib import Path
from typing import Self

import cardjudge
import judge
from cardjudge import files
from cardjudge.errors import visible
from cardjudge.language import say
from cardjudge.programs.compiler import Built
from cardjudge.programs.keeper import private
from cardjudge.programs.limits import demand_system
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox
from judge import text
from judge.cases import PARTS, Case
from judge.checker import Checker, Referee
from judge.interactive import Interactor
from judge.problem.description import Fault, within
from judge.problem.generate import LONGEST, built, demand, generated
from judge.problem.problem import Problem, Submission, language_of
from judge.runner import Comparison, Judge, Program, Result, verdict_of_end
from judge.verdicts import Verdict

_MOST_KEPT = 256 << 20
"""Bytes of all generated tests in the cache."""
_NAMES = "names"
_REFUSALS = "AssertionError", "ValueError"
"""Exceptions with which a validator in Python may refuse an input."""


class Trial(ExitStack):
    """The tests of a seed as files, the checker, and the programs of a problem, ready to run.

    Fault if one of them is missing or does not compile.
    """

    def __init__(self, problem: Problem, seed: int | None = None) -> None:
        super().__init__()
        self.problem = problem
        self._failure: Fault | None = None
        self.seed = problem.described.seed if seed is None else seed

    def __enter__(self) -> Self:
        demand_system()
        self.folder = self.enter_context(private())
        return self

    @cached_property
    def kept(self) -> Path:
        """The folder in the cache for tests and answers of this problem and seed."""
        return files.cache() / "tests" / self._key()

    @cached_property
    def tests(self) -> tuple[Case, ...]:
        """All tests with their answers, the samples first."""
        return tuple(map(self.answered, self.unanswered))

    @cached_property
    def unanswered(self) -> tuple[Case, ...]:
        """All tests, the samples first, with the answers that are files of the problem."""
        files.cached(self.kept, self._generate, _MOST_KEPT)
        names = (self.kept / _NAMES).read_text(encoding="utf-8").splitlines()
        generator = self.problem.program("generate")
        place, source = self.kept / PARTS[1], generator.name if generator else ""
        cases = (Case(name, place / f"{name}.in", source=source) for name in names)
        return (*self.problem.written, *cases)

    def _generate(self, folder: Path) -> None:
        tests = dict(generated(self.problem, self.seed))
        inputs = {f"{PARTS[1]}/{name}.in": data for name, data in tests.items()}
        files.write_all(folder, {**inputs, _NAMES: "\n".join(tests).encode()})

    @cached_property
    def reference(self) -> Program:
        """The first accepted submission; Fault if there is none."""
        if not any(submission.verdict == "accepted" for submission in self.problem.submissions):
            raise Fault("submissions/accepted", None, "沒有正確的程式")
        return self._referring(self.problem.submissions[0])

    def box(self, *readable: Path) -> Sandbox:
        """Return the sandbox of the author's programs, which may read all tests."""
        kept = [self.kept] if self.kept.is_dir() else []
        return self.problem.box(self.folder, *kept, *readable)

    def take_reference(self, command: Sequence[str] | None, sandbox: Sandbox) -> None:
        """Set the reference: a user's command in its sandbox.

        For None it is an accepted program, compiled if possible.
        """
        if command is not None:
            self.reference = Program(tuple(command), self.problem.limits(), sandbox)
            self.reference_place = "--against"
            return
        for submission in self.problem.submissions:
            if submission.verdict == "accepted" and "{program}" in submission.language.compile:
                self.reference = self._referring(submission)
                break

    def _referring(self, submission: Submission) -> Program:
        self.reference_place = submission.place
        return self.program(submission, self.problem.limits())

    def program(self, submission: Submission, limits: Limits) -> Program:
        """Return a submission ready to run; Fault if it does not compile."""
        files = self.problem.source(submission)
        if (key := submission.language.key) in {"c", "cpp"}:
            files |= self.problem.stubs.get(key, {})
        named = [] if submission.path.is_dir() else [submission.file]
        ready = built(files, submission.place, self.problem.mode, named)
        return Program(ready.command, limits, self.box(ready.folder))

    @cached_property
    def validators(self) -> list[tuple[str, str, Built]]:
        """The validators with their files, by the patterns of their tests; empty for all inputs."""
        own = self.problem.program("validate")
        of_groups = self.problem.described.validators.items()
        files = [("", own.name), *of_groups] if own else of_groups
        return [(pattern, file, self.helper(file)) for pattern, file in files]

    def helper(self, name: str) -> Built:
        """Return an author's program by its file or its stem; Fault if it does not compile."""
        files = self.problem.helper(name)
        name = next(iter(files))
        return built(files, name, self.problem.mode, [name])

    def accepts(self, data: bytes) -> bool:
        """Return whether the validator of all inputs accepts one, on which it may fail."""
        programs = (program for pattern, _, program in self.validators if not pattern)
        ends = (self._validated(program, data)[0] for program in programs)
        return all(ended.status == 0 and ended.exceeded is None for ended in ends)

    def invalid(self, data: bytes, test: str = "") -> str | None:
        """Return in a line why a validator refuses an input, or None; Fault if a validator fails.

        By the name of a secret test, the validators of its groups examine it too.
        """
        if self._failure is not None:
            raise self._failure
        for pattern, file, validator in self.validators:
            if pattern and not within(test, pattern):
                continue
            ended, output = self._validated(validator, data)
            if ended.status == 0 and ended.exceeded is None:
                continue
            message = (ended.stderr or output).decode(errors="replace").strip()
            last = message.rpartition("\n")[2]
            crashed = "Traceback (" in message and not last.startswith(_REFUSALS)
            if ended.exceeded is not None or ended.status < 0 or crashed:
                try:
                    demand(file, ended)
                except Fault as fault:
                    self._failure = fault  # it may have taken all its time, which once is enough
                    raise
            told = last if message.startswith("Traceback ") else message.partition("\n")[0].rstrip()
            reason = visible(told, LONGEST) or say("沒有說為什麼")
            return f"{file}: {reason}" if pattern else reason
        return None

    def _validated(self, validator: Built, data: bytes) -> tuple[Ended, bytes]:
        path = self.folder / "input"
        path.write_bytes(data)
        with path.open("rb") as stdin:
            box, limits = self.box(validator.folder), self.problem.author_limits
            return run(validator.command, stdin=stdin, limits=limits, sandbox=box)

    @cached_property
    def referee(self) -> Referee:
        """The checker or interactor as a command; Fault if it does not compile."""
        problem, scripts = self.problem, self.problem.referee
        name, folder = next(iter(scripts)), self.folder / "referee"
        readable, contents = self.box().readable, repr(scripts)
        if language_of(name, name).key == "python":
            files.write_all(folder, scripts)
            command = sys.executable, str(folder / name)
            return Referee(command, True, name=name, readable=readable, contents=contents)
        program = built(scripts, name, problem.mode, [name])
        readable = (*readable, program.folder)
        kattis = not problem.uses_testlib
        return Referee(program.command, kattis, name=name, readable=readable, contents=contents)

    @cached_property
    def judge(self) -> Judge:
        """The problem's comparison, checker or interactor."""
        described = self.problem.described
        if described.interactor:
            return Interactor(self.referee)
        if described.checker:
            return Checker(self.referee, limits=self.problem.author_limits)
        return Comparison(described.compare or "exact")

    def judging(self, submission: Submission, limits: Limits) -> Callable[[Case], Result]:
        """Return the function that judges a submission on a test; Fault if it does not compile."""
        if self.problem.grader:
            grading = self.problem.grading(limits, self.problem.mode)
            return grading.runner(grading.read({submission.file: submission.path.read_bytes()}))
        return self.judge.judging(self.program(submission, limits))

    def answered(self, test: Case) -> Case:
        """Return a test with its answer; the reference gives one that is missing."""
        if not self.problem.answered or test.answers:
            return test
        answer = self.kept / f"{test.path}.out"
        if not files.is_kept(answer):
            ended, output = self.reference.run(test)
            verdict = verdict_of_end(ended)
            if verdict is not Verdict.AC:
                how = text.failure(ended, self.problem.limits())
                place = self.problem.submissions[0].place
                raise Fault(place, None, "在測試 {name} {how}，沒有答案", name=test.name, how=how)
            answer.parent.mkdir(parents=True, exist_ok=True)
            files.keep(answer, output)
        return test._replace(answers=(answer,))

    def _key(self) -> str:
        """Return a hash of the problem's contents, the kit, and the seed.

        Of the tests, and of the modules of the kit and of the problem's package, which are many,
        size and time of change stand for the contents.
        """
        digest = hashlib.sha256(repr((self.seed, sys.version)).encode())
        home = self.problem.folder.resolve()
        packages = {Path(package.__file__ or "").parent for package in (cardjudge, judge)}
        if (home.parent / "__init__.py").is_file():
            packages.add(home.parent)
        # The folders of tests may be links, or lie elsewhere.
        names = (*(f"tests/{part}" for part in PARTS), *self.problem.described.cases)
        tests = {(home / name).resolve() for name in names if (home / name).is_dir()}
        for root in (home, *sorted(packages | tests)):
            for path in sorted(files.below(root)):
                inside = path.relative_to(root).parts
                if "__pycache__" in inside or inside[0] == ".git":
                    continue
                digest.update("/".join(inside).encode(errors="surrogateescape"))
                if root == home and inside[0] != "tests":
                    digest.update(path.read_bytes())
                elif root in tests or inside[0] == "tests" or path.suffix == ".py":
                    with suppress(FileNotFoundError):
                        stat = path.stat()
                        digest.update(b"%d %d" % (stat.st_size, stat.st_mtime_ns))
        return digest.hexdigest()[:16]
