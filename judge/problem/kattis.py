"""The package of a problem for Kattis, in the legacy format.

The format of 2025-09 is not accepted by problemtools 1.2026 yet. Source: the problem package format
(legacy), and what verifyproblem of problemtools checks.
"""

from __future__ import annotations

import json
from pathlib import Path

from judge.problem.files import write, write_cases
from judge.problem.problem import Problem
from judge.problem.statement import to_latex

LANGUAGES = """\
# Python is CPython, at least 3.11, here: the language table of problemtools would look for PyPy.
python3:
  name: 'Python 3'
  compile: 'python3 -m py_compile {files}'
  run: 'python3 "{mainfile}"'
"""


def export(problem: Problem, folder: Path) -> Path:
    """Write the package into a folder of its name; ``languages.yaml`` goes beside that, if new."""
    package = folder / problem.name
    write_cases(problem, package / "data", ".ans")
    for submission in problem.submissions:
        write(package / "submissions" / submission.verdict / submission.file, submission.source)
    write(package / "problem.yaml", _describe(problem))
    write(package / "problem_statement" / "problem.zh-TW.tex", to_latex(problem))
    write(package / "input_validators" / "input_validator.py", problem.text("input_validator.py"))
    if problem.interactive or problem.checked:
        convention = "kattis_interactor" if problem.interactive else "kattis_validator"
        write(package / "output_validators" / "validator.py", problem.script(convention))
    for path in problem.includes:
        write(package / "include" / "cpp" / path.name, path.read_bytes())
    if not (folder / "languages.yaml").exists():
        write(folder / "languages.yaml", LANGUAGES)
    return package


def _describe(problem: Problem) -> str:
    settings: dict[str, object] = {
        "uuid": problem.uuid,
        "source": "cardjudge",
        "license": "cc by",
        "rights_owner": "cardjudge",
        "limits": {"memory": problem.memory},
        "validation": "default",
    }
    if problem.interactive:
        settings["validation"] = "custom interactive"
    elif problem.checked:
        settings["validation"] = "custom"
    else:
        settings["validator_flags"] = "case_sensitive space_change_sensitive"
    # JSON is YAML.
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
