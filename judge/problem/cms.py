"""The package for CMS, in the Italian format: a Batch or a Communication task.

Sources: CMS 1.5, ``cmscontrib/loaders/italy_yaml.py``, ``cms/grading/tasktypes/``.
"""

import json
from collections.abc import Iterator

from judge.problem.files import (
    File,
    by_group,
    by_test,
    pictured,
    pictures,
    statement,
    submissions,
    yaml,
)
from judge.problem.pdf import to_pdf
from judge.problem.problem import Problem, Test
from judge.problem.trial import Trial

_AT_ITS_STREAMS = "std_io"
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


def files(trial: Trial) -> Iterator[File]:
    """Yield the files of the package."""
    problem = trial.problem
    groups = _counted(trial)
    for number, test in enumerate(test for _, tests in groups for test in tests):
        yield File(f"input/input{number}.txt", test.input)
        yield File(f"output/output{number}.txt", test.answer or b"")
    rows = []
    for points, tests in groups:  # each group is a subtask, whose tests count together
        rows += [] if _sums(trial) else [f"# ST: {points}"]
        rows += [test.name for test in tests]
    yield File("gen/GEN", "\n".join([*rows, ""]))
    yield from submissions(trial)
    for tag, title in problem.described.names.items():
        told = statement(trial, tag)
        shown = told.with_pictures(pictures(trial))
        yield File(f"statement/statement.{tag}.md", f"# {title}\n\n{shown.to_markdown()}")
        if tag == next(iter(problem.described.names)):
            yield File("statement/statement.pdf", to_pdf(told, title, tag))
    yield from pictured(trial)
    yield from _judging(problem)
    yield File("task.yaml", _described(trial))


def _sums(trial: Trial) -> bool:
    """Return whether every test counts alike, which CMS assumes of a GEN file without ST lines."""
    return [group.rule for group in trial.problem.described.groups] == ["each"]


def _counted(trial: Trial) -> list[tuple[int, list[Test]]]:
    """Return the groups for CMS, without the samples where these would count like other tests."""
    return by_group(trial)[1:] if _sums(trial) else by_test(trial)


def _judging(problem: Problem) -> Iterator[File]:
    if not problem.interactive:
        yield File("check/checker", problem.script("cms_checker"), executable=True)
    else:
        yield File("check/manager", problem.script("cms_manager"), executable=True)
        parameters = [1, "stub" if "cpp" in problem.stubs else "alone", _AT_ITS_STREAMS]
        yield File("parameters.json", f"{json.dumps(parameters)}\n")
    for name, data in problem.stubs.get("cpp", {}).items():
        if name.endswith(".h"):
            yield File(f"sol/{name}", data)
            yield File(f"att/{name}", data)
        elif not problem.interactive:
            yield File("sol/grader.cpp", data)
        else:
            code = data.decode()
            yield File("sol/stub.cpp", f"#define main converse\n{code}{_STUB_MAIN}")


def _described(trial: Trial) -> str:
    described = trial.problem.described
    tests = [test for _, tests in _counted(trial) for test in tests]
    samples = sum(test.sample for test in tests)
    settings = {
        "name": described.id,
        "title": trial.problem.title,
        "author": described.author,
        "license": described.licence,
        "source": described.source,
        "primary_language": next(iter(described.names)).replace("-", "_"),
        "time_limit": float(described.time),
        "memory_limit": described.memory,
        "n_input": len(tests),
        "public_testcases": ",".join(str(number) for number in range(samples)),
        "infile": "",
        "outfile": "",
        "token_mode": "disabled",
    }
    if trial.problem.interactive:
        settings |= {"num_processes": 1, "user_io": _AT_ITS_STREAMS}
    return yaml(settings)
