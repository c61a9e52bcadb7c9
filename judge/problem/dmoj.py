"""The package of a problem for DMOJ: ``init.yml`` and what it names.

Sources: DMOJ judge 4.1, ``dmoj/problem.py``, ``dmoj/graders/``, ``dmoj/commands/test.py``; the
site, ``judge/jinja2/markdown/math.py``, for formulas.
"""

from collections.abc import Iterator

from cardjudge.errors import UserError
from judge.problem.bundle import with_includes
from judge.problem.files import File, by_group, pair, pictures, statement, submissions, yaml
from judge.problem.problem import Submission, Test
from judge.problem.trial import Trial

LANGUAGES = {"c": "C", "cpp": "CPP17", "java": "JAVA", "python": "PY3"}
VERDICTS = {
    "accepted": ["AC"],
    "wrong_answer": ["WA"],
    "run_time_error": ["RTE", "IR"],
    "time_limit_exceeded": ["TLE"],
}
"""What DMOJ calls each verdict; IR is an exit status that is not 0."""

_GRADER = '''\
"""The bridged interactor; C++ is compiled with a header, as the signature grader does."""

from dmoj.graders.bridged import BridgedInteractiveGrader
from dmoj.graders.signature import SignatureGrader
from dmoj.graders.standard import StandardGrader


class Grader(BridgedInteractiveGrader, SignatureGrader):
    def _generate_binary(self):
        is_cpp = self.language.startswith(("CPP", "CLANGX"))
        grader = SignatureGrader if is_cpp else StandardGrader
        return grader._generate_binary(self)
'''


def files(trial: Trial) -> Iterator[File]:
    """Yield the files of the package."""
    problem = trial.problem
    for test in trial.tests:
        yield from pair(test, f"data/{test.path}")
    yield from submissions(trial)
    for tag, title in problem.described.names.items():
        told = statement(trial, tag).to_markdown(formula="~{}~")
        yield File(f"statement.{tag}.md", f"# {title}\n\n{told}")
    yield from pictures(trial, "")
    if problem.interactive:
        yield File("interactor.py", problem.script("dmoj_interactor"))
    elif problem.described.compare != "exact":
        yield File("checker.py", problem.script("dmoj_checker"))
    if problem.includes:
        header, *_, stub = problem.includes
        yield File("grader.py", _GRADER)
        yield File(header.name, header.read_bytes())
        # The signature grader knows no other files.
        yield File(stub.name, with_includes(stub, [header.name]))
    yield File("init.yml", _described(trial))


def _described(trial: Trial) -> str:
    settings: dict[str, object] = {
        # A batch counts as a whole, and its first error ends it.
        "test_cases": [
            {"points": points, "batched": [_case(test) for test in tests]}
            for points, tests in by_group(trial)
        ],
        "tests": [_expected(trial, submission) for submission in trial.problem.submissions],
        **_judged(trial),
    }
    return yaml(settings, indent=2)


def _case(test: Test) -> dict[str, str]:
    return {"in": f"data/{test.path}.in", "out": f"data/{test.path}.out"}


def _judged(trial: Trial) -> dict[str, object]:
    problem, settings = trial.problem, dict[str, object]()
    if problem.includes:
        header, *_, stub = problem.includes
        settings["custom_judge"] = "grader.py"
        settings["signature_grader"] = {"entry": stub.name, "header": header.name}
    if problem.interactive:
        settings["interactive"] = {"files": "interactor.py", "lang": "PY3", "feedback": True}
    elif problem.described.compare == "exact":
        settings["checker"] = {"name": "identical", "args": {"pe_allowed": False}}
    else:
        settings["checker"] = {"name": "bridged", "args": {"files": "checker.py", "lang": "PY3"}}
    return settings


def _expected(trial: Trial, submission: Submission) -> dict[str, object]:
    key = submission.language.key
    if key not in LANGUAGES:
        raise UserError("dmoj 沒有 {file} 的語言", file=submission.place)
    right = submission.verdict == "accepted"
    return {
        "source": submission.place,
        "label": submission.place.removeprefix("submissions/"),
        "language": LANGUAGES[key],
        "time": trial.problem.described.time,
        "memory": trial.problem.described.memory * 1024,
        # A wrong program may be right in some cases, and what follows an error is skipped.
        "expect": ["AC"] if right else sorted({"AC", "SC", *VERDICTS[submission.verdict]}),
    }
