"""The package of a problem for CMS, in the Italian format: a Batch or a Communication task.

Sources: CMS 1.5, ``cmscontrib/loaders/italy_yaml.py``, ``cms/grading/tasktypes/``.
"""

from __future__ import annotations

import json
from pathlib import Path

from judge.problem.files import write
from judge.problem.pdf import to_pdf
from judge.problem.problem import Problem

PARAMETERS = [1, "stub", "std_io"]
"""Of the Communication task: one process, compiled with the stub, at its standard streams."""

_STUB_MAIN = """\
#undef main

// Some versions of CMS give the FIFOs as arguments instead of as standard streams.
int main(int argc, char** argv) {
    if (argc > 2) {
        dup2(open(argv[1], O_RDONLY), 0);
        dup2(open(argv[2], O_WRONLY), 1);
    }
    return converse();
}
"""


def export(problem: Problem, folder: Path) -> Path:
    """Write the package into a folder of its name."""
    package = folder / problem.name
    for number, case in enumerate(problem.cases):
        write(package / "input" / f"input{number}.txt", case.input)
        write(package / "output" / f"output{number}.txt", case.answer)
    # One subtask: all cases count together.
    write(
        package / "gen" / "GEN",
        "\n".join(["# ST: 100", *(case.name for case in problem.cases), ""]),
    )
    for submission in problem.submissions:
        write(package / "submissions" / submission.verdict / submission.file, submission.source)
    write(package / "statement" / "statement.md", f"# {problem.title}\n\n{problem.statement}")
    write(package / "statement" / "statement.pdf", to_pdf(problem))
    if problem.interactive:
        write(package / "check" / "manager", problem.script("cms_manager"), executable=True)
        write(package / "parameters.json", f"{json.dumps(PARAMETERS)}\n")
        *headers, stub = problem.includes
        for header in headers:
            write(package / "sol" / header.name, header.read_bytes())
        write(package / "att" / headers[0].name, headers[0].read_bytes())
        code = stub.read_text(encoding="utf-8")
        write(package / "sol" / "stub.cpp", f"#define main converse\n{code}{_STUB_MAIN}")
    else:
        write(package / "check" / "checker", problem.script("cms_checker"), executable=True)
    write(package / "task.yaml", _describe(problem))
    return package


def _describe(problem: Problem) -> str:
    settings = {
        "name": problem.name,
        "title": problem.title,
        "primary_language": "zh_TW",
        "time_limit": float(problem.seconds),
        "memory_limit": problem.memory,
        "n_input": len(problem.cases),
        "public_testcases": ",".join(str(number) for number in range(len(problem.samples))),
        "infile": "",
        "outfile": "",
        "token_mode": "disabled",
    }
    if problem.interactive:
        settings |= {"num_processes": PARAMETERS[0], "user_io": PARAMETERS[2]}
    # JSON is YAML.
    return "".join(
        f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in settings.items()
    )
