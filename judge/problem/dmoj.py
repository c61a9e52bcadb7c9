"""The package of a problem for DMOJ: ``init.yml`` and what it names.

Sources: DMOJ judge 4.1, ``dmoj/problem.py``, ``dmoj/graders/``, ``dmoj/commands/test.py``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from judge.problem.files import write, write_cases
from judge.problem.problem import Problem, Submission

LANGUAGES = {"cpp": "CPP17", "py": "PY3"}
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


def export(problem: Problem, folder: Path) -> Path:
    """Write the package into a folder of its name."""
    package = folder / problem.name
    write_cases(problem, package / "data", ".out")
    for submission in problem.submissions:
        write(_path(package, submission), submission.source)
    write(package / "statement.md", f"# {problem.title}\n\n{problem.statement}")
    if problem.interactive:
        write(package / "interactor.py", problem.script("dmoj_interactor"))
        write(package / "grader.py", _GRADER)
        header, *_, stub = problem.includes
        write(package / header.name, header.read_bytes())
        write(package / stub.name, _whole(stub, header.name))
    elif problem.checked:
        write(package / "checker.py", problem.script("dmoj_checker"))
    write(package / "init.yml", _describe(problem, package))
    return package


def _describe(problem: Problem, package: Path) -> str:
    settings: dict[str, object] = {
        # One batch: all cases count together, and the first error ends it.
        "test_cases": [
            {
                "points": 100,
                "batched": [
                    {"in": f"data/{case.file}.in", "out": f"data/{case.file}.out"}
                    for case in problem.cases
                ],
            }
        ],
        "tests": [
            {
                "source": str(_path(package, submission).relative_to(package)),
                "label": f"{submission.verdict}/{submission.file}",
                "language": LANGUAGES[submission.language],
                "time": problem.seconds,
                "memory": problem.memory * 1024,
                # A wrong program may be right in some cases, and what follows an error is skipped.
                "expect": sorted({"AC", "SC", *VERDICTS[submission.verdict]})
                if submission.verdict != "accepted"
                else ["AC"],
            }
            for submission in problem.submissions
        ],
    }
    if problem.interactive:
        settings["custom_judge"] = "grader.py"
        settings["interactive"] = {"files": "interactor.py", "lang": "PY3", "feedback": True}
        header, *_, stub = problem.includes
        settings["signature_grader"] = {"entry": stub.name, "header": header.name}
    elif problem.checked:
        arguments = {"files": "checker.py", "lang": "PY3"}
        settings["checker"] = {"name": "bridged", "args": arguments}
    else:
        settings["checker"] = {"name": "identical", "args": {"pe_allowed": False}}
    # JSON is YAML.
    return "".join(
        f"{key}: {json.dumps(value, ensure_ascii=False, indent=2)}\n"
        for key, value in settings.items()
    )


def _whole(source: Path, header: str) -> str:
    """Return a C++ file with what it includes from its folder, but for the header, put into it.

    The signature grader knows no other files.
    """
    text = source.read_text(encoding="utf-8")
    for line, name in re.findall(r'^(#include "([^"]+)")$', text, re.MULTILINE):
        if name != header:
            text = text.replace(line, _whole(source.parent / name, header))
    return text


def _path(package: Path, submission: Submission) -> Path:
    return package / "submissions" / submission.verdict / submission.file
