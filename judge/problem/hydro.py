"""The package for Hydro: a zip with the problem, its statements and ``testdata/config.yaml``.

Sources: Hydro, ``packages/hydrooj/src/model/problem.ts`` (`ProblemModel.import`),
``packages/common/types.ts`` (`ProblemConfigFile`), ``packages/common/subtask.ts``,
``packages/hydrojudge/src/checkers.ts`` and ``judge/interactive.ts``.
"""

from collections.abc import Iterator
from typing import Any

from judge.problem.bundle import with_includes
from judge.problem.files import File, by_group, pair, pictures, statement, yaml
from judge.problem.problem import Problem, Test
from judge.problem.trial import Trial

CHECKERS = {"exact": "strict", "lines": "default"}
"""Its own; any other comparison is a program, by the convention of Kattis."""
LANGUAGES = {"c": "c", "cpp": "cc", "java": "java", "python": "py"}
_PYTHON = "py.py3"


def files(trial: Trial) -> Iterator[File]:
    """Yield the files of the package."""
    problem = trial.problem
    root = problem.name
    described = {"pid": problem.name, "title": problem.title, "tag": []}
    yield File(f"{root}/problem.yaml", yaml(described))
    for tag in problem.described.names:
        told = statement(trial, tag).to_markdown(picture="file://{}")
        yield File(f"{root}/problem_{tag.replace('-', '_')}.md", told)
    yield from pictures(trial, f"{root}/additional_file/")
    for test in trial.tests:
        yield from pair(test, f"{root}/testdata/{_stem(test)}")
    if problem.interactive:
        yield File(f"{root}/testdata/interactor.py", problem.script("hydro_interactor"))
    elif problem.described.compare not in CHECKERS:
        yield File(f"{root}/testdata/checker.py", problem.script("kattis_validator"))
    if problem.includes:
        yield File(f"{root}/testdata/{problem.includes[0].name}", _header(problem))
    yield File(f"{root}/testdata/config.yaml", yaml(_config(trial)))
    yield from _solutions(trial, root)


def _config(trial: Trial) -> dict[str, Any]:
    problem = trial.problem
    _, *groups = by_group(trial)  # to samples, which stand in the statement, it would give points
    config: dict[str, Any] = {
        "type": "interactive" if problem.interactive else "default",
        "time": f"{round(problem.described.time * 1000)}ms",
        "memory": f"{problem.described.memory}m",
        "subtasks": [
            {
                "id": number,
                "type": "min",
                "score": points,
                "cases": [
                    {"input": f"{_stem(test)}.in", "output": f"{_stem(test)}.out"} for test in tests
                ],
            }
            for number, (points, tests) in enumerate(groups, start=1)
        ],
    }
    if problem.interactive:
        config["interactor"] = {"file": "interactor.py", "lang": _PYTHON}
    elif problem.described.compare in CHECKERS:
        config["checker_type"] = CHECKERS[problem.described.compare]
    else:
        config |= {"checker_type": "kattis", "checker": {"file": "checker.py", "lang": _PYTHON}}
    if problem.includes:
        config["user_extra_files"] = [problem.includes[0].name]
    return config


def _header(problem: Problem) -> str:
    """Return the header with the stub in it: Hydro compiles nothing but a contestant's file."""
    header, *_, stub = problem.includes
    inside = with_includes(header)
    rest = with_includes(stub, [header.name])
    return inside + rest.replace(f'#include "{header.name}"\n', "")


def _solutions(trial: Trial, root: str) -> Iterator[File]:
    """Yield the accepted programs, which Hydro judges at once."""
    for submission in trial.problem.submissions:
        ending = LANGUAGES.get(submission.language.key)
        if submission.verdict == "accepted" and ending is not None:
            stem = submission.file.partition(".")[0]
            yield File(f"{root}/std/{stem}.{ending}", trial.problem.source(submission))


def _stem(test: Test) -> str:
    return f"sample-{test.name}" if test.sample else test.name
