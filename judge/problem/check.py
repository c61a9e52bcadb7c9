"""`judge problem check`: finds every fault of a problem, with its file and line."""

from collections.abc import Iterator
from itertools import chain, permutations
from pathlib import Path

from cardjudge.errors import UserError, quote
from cardjudge.programs.sandbox import Mode
from judge.problem import description
from judge.problem.description import Doubt, Fault, Unchecked
from judge.problem.pages import formula_faults
from judge.problem.places import misplaced
from judge.problem.problem import Problem, read_text
from judge.problem.running import OnRun, caught, running
from judge.problem.statement import Statement, statement
from judge.problem.trial import Trial


def check(
    where: str | Path,
    seed: int | None = None,
    on_run: OnRun = lambda *_: None,
    mode: Mode = "auto",
) -> Iterator[Fault]:
    """Yield all faults of a problem, given by folder or name, with the tests of a seed.

    `mode` is that of the sandbox. A check without a fault is kept, by its `mark`.
    """
    folder = Path(where)
    if (folder / description.FILE).is_file():
        described, faults = description.read(read_text(folder, description.FILE))
        yield from faults
        if described is None:
            return
    problem = Problem.load(where, mode)
    sentences: dict[str, Fault] = {}
    with Trial(problem, seed) as trial:
        kept = mark(trial)
        still = (part(problem) for part in (_parts, misplaced, _submissions, _answers, _statements))
        for fault in chain.from_iterable(map(caught, (*still, running(trial, on_run)))):
            if str(fault) not in sentences:
                sentences[str(fault)] = fault
                yield fault
    doubts = (isinstance(fault, Doubt) for fault in sentences.values())
    if all(doubts) and kept.parent.is_dir():
        kept.touch()


def mark(trial: Trial) -> Path:
    """Return the file that exists if `check` found nothing in these contents with this seed."""
    return trial.kept / f"checked-{trial.problem.mode}"


def _parts(problem: Problem) -> Iterator[Fault]:
    described = problem.described
    for key, name in ("checker", described.checker), ("interactor", described.interactor):
        if name and not (problem.folder / name).is_file():
            yield problem.in_toml(key, "沒有 {name} 這個檔案", name=name)
    if problem.program("validate") is None and not problem.grader:
        yield Fault("validate.py", None, "沒有檢查輸入的程式（validate.py，或其他語言）")
    problem.stubs  # noqa: B018  (each file has a language)


def _submissions(problem: Problem) -> Iterator[Fault]:
    keys = set()
    for submission in problem.submissions:
        try:
            key = submission.language.key
        except Fault as fault:
            yield fault
        else:
            keys |= {key} if submission.verdict == "accepted" else set()
    if problem.grader:
        return  # homework is handed in, and the grader may have tests of its own
    if {submission.verdict for submission in problem.submissions} <= {"accepted"}:
        yield Fault("submissions/wrong_answer", None, "沒有錯的程式，不知道測試能不能抓到錯")
    for key in problem.described.languages:
        if key not in keys:
            yield problem.in_toml("languages", "沒有用 {language} 寫的正確程式", language=key)


def _answers(problem: Problem) -> Iterator[Fault]:
    written = problem.written
    if not any(test.sample for test in written) and not problem.grader:
        yield Fault("tests/sample", None, "沒有範例")
    if all(test.sample for test in written) and problem.program("generate") is None:
        yield Fault("tests/secret", None, "沒有測試，也沒有產生測試的 generate.py")
    for test in written:
        if not test.answers and problem.answered:
            template = "沒有答案：旁邊要有 .out，judge answers {folder} 會寫"
            yield Fault(test.source, None, template, folder=problem.folder)


def _statements(problem: Problem) -> Iterator[Fault]:
    statements = []
    for tag in problem.described.names:
        try:
            statements.append(statement(problem, tag))
        except Fault as fault:
            yield fault
    for prose in statements:
        yield from prose.faults
        if problem.answered:
            yield from _samples(problem, prose)
    for one, other in permutations(statements, 2):
        for limit in sorted(one.limits - other.limits):
            template = "警告：沒有 {other} 裡的限制 {limit}"
            yield Doubt(other.file, None, template, other=one.file, limit=quote(limit))
    for path in sorted(problem.folder.glob("statement.*.md")):
        tag = path.name.split(".")[1]
        if tag not in problem.described.names:
            yield problem.in_toml("names", "{file} 的題目沒有名稱", file=path.name)
    try:
        yield from formula_faults(statements)
    except UserError as error:
        template = "算式沒有檢查（kattis、noj、qduoj 的敘述）：{reason}"
        yield Unchecked(statements[0].file, None, template, reason=error)


def _samples(problem: Problem, statement: Statement) -> Iterator[Fault]:
    """Yield the samples in a statement that differ from those of the tests."""
    files, blocks = problem.samples, statement.samples
    for name in sorted(files.keys() - blocks.keys()):
        yield Fault(statement.file, None, "裡面沒有範例：要有一段 ```{name}", name=name)
    for name, (line, content) in blocks.items():
        if name not in files:
            yield Fault(statement.file, line, "沒有這個範例：tests/sample/{name}", name=name)
        elif content.strip() and content.rstrip() != files[name].rstrip():
            yield Fault(statement.file, line, "和 tests/sample/{name} 不一樣", name=name)
