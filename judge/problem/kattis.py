"""The package for Kattis, in the format 2023-07-draft, which DOMjudge imports too.

In this format problemtools takes statements in Markdown; the legacy format allows only LaTeX.
Sources: problemtools, ``metadata.py``, ``formatversion.py`` and ``model/testdata.py``; DOMjudge,
``webapp/src/Service/ImportProblemService.php``, which reads ``domjudge-problem.ini`` and a PDF.
"""

from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cardjudge.errors import UserError
from cardjudge.language import listed
from judge.cases import Case
from judge.problem.description import POINTS
from judge.problem.files import Files, pair, started, submissions, yaml
from judge.problem.modules import modules
from judge.problem.pages import to_pdf
from judge.problem.problem import Problem, language_of
from judge.problem.statement import statement
from judge.problem.trial import Trial

LANGUAGES = Path(__file__).with_name("languages.yaml").read_bytes()
_FLAGS = {"exact": "case_sensitive space_change_sensitive", "tokens": "case_sensitive"}
_LINES = """\
from judge.compare import rule_of
from judge.problem.conventions import kattis_validator


def judge(input, answer, output):
    result = rule_of("lines")(answer, output)
    return None if result.verdict == "AC" else "the output differs from the answer"


kattis_validator(judge)
"""
_VALIDATE = "{program} || exit 43\nexit 42"
_OUTPUT_VALIDATOR = 'exec {program} "$@"'
_TESTLIB = """\
{program} "$1" {output} "$2" 2> "$3/judgemessage.txt"
case $? in
0) exec >&-; cat > /dev/null; exit 42 ;;
7) sed -n 's/^points \\([0-9.]*\\).*/\\1/p' "$3/judgemessage.txt" |
  awk -v worth="${4:-100}" '{ print $1 * worth / 100 }' > "$3/score.txt"; exit 42 ;;
1 | 2 | 4 | 8) exit 43 ;;
*) exit 1 ;;
esac"""
"""Scripts that run a validator. After a program in testlib's convention has accepted, the program
that it talks with may end."""
_HERE = '"$(dirname "$0")/{file}"'
_BUILDS = {
    "python": ("true", f"python3 {_HERE}"),
    "cpp": ("g++ -O2 -o program {file}", _HERE.format(file="program")),
    "c": ("gcc -O2 -o program {file} -lm", _HERE.format(file="program")),
}


def files(trial: Trial) -> Files:
    """Yield the files of the package."""
    problem = trial.problem
    yield from _data(trial)
    yield from submissions(trial)
    yield "problem.yaml", _metadata(problem)
    texts = {tag: statement(problem, tag, footer=False) for tag in problem.described.names}
    names = dict.fromkeys(name for prose in texts.values() for name in prose.pictures)
    # DOMjudge accepts only ASCII in the names of files.
    paths = {name: f"picture{n}{Path(name).suffix}" for n, name in enumerate(names, start=1)}
    for tag, prose in texts.items():
        prose = prose.without_samples().with_pictures(paths)
        yield f"statement/problem.{tag}.md", prose.to_markdown().encode()
    for name, path in paths.items():
        yield f"statement/{path}", (problem.folder / name).read_bytes()
    # `check` requires a validator.
    yield from _built(problem.helper("validate"), "input_validators/validate", _VALIDATE)
    if _custom(problem):
        yield from _output_validator(problem)
    for key in "c", "cpp":
        for name, data in problem.stubs.get(key, {}).items():
            yield f"include/{key}/{name}", data
    yield from _of_domjudge(trial)


def _of_domjudge(trial: Trial) -> Files:
    problem = trial.problem
    seconds = f"{problem.described.time:g}"
    tag, name = next(iter(problem.described.names.items()))
    title, own = name.replace('"', "'"), problem.described.id
    yield ".timelimit", f"{seconds}\n".encode()
    settings = (
        f'name = "{title}"\nshort-name = "{own}"\nexternalid = "{own}"\n'
        f"timelimit = {seconds}\npoints = {POINTS if problem.described.is_scored else 1}\n"
    )
    yield "domjudge-problem.ini", settings.encode()
    yield "problem.pdf", to_pdf(statement(problem, tag))


def _data(trial: Trial) -> Files:
    """Yield the tests; each group is a folder with its comparison and its points."""
    scoring = trial.problem.described.is_scored
    flags = {"output_validator_flags": _flags(trial.problem)}
    yield from _tests(trial, [test for test in trial.tests if test.sample], "data/sample")
    for number, (group, tests) in enumerate(trial.problem.grouped(trial.tests), start=1):
        folder = f"data/secret/{number:02}" if scoring else "data/secret"
        yield from _tests(trial, tests, folder)
        if scoring:
            by_test = group.rule == "each"
            score = group.points / len(tests) if by_test else group.points
            worth = {
                "on_reject": "continue" if by_test else "break",
                "grader_flags": "sum" if by_test else "min",
                "accept_score": score,
                "range": f"0 {group.points}",
                "output_validator_flags": _flags(trial.problem, score if by_test else 0.0),
            }
            yield f"{folder}/testdata.yaml", yaml(worth)
    if scoring:
        total = sum(group.points for group in trial.problem.described.groups)
        whole = {"on_reject": "continue", "range": f"0 {total}"}
        yield "data/testdata.yaml", yaml({**whole, "grader_flags": "ignore_sample sum"})
        yield "data/secret/testdata.yaml", yaml({**whole, "grader_flags": "sum"})
        nothing = {"accept_score": 0, "range": "0 0", "grader_flags": "sum", **flags}
        yield "data/sample/testdata.yaml", yaml(nothing)
    elif flags["output_validator_flags"]:
        for part in "sample", "secret":
            yield f"data/{part}/testdata.yaml", yaml(flags)


def _flags(problem: Problem, worth: float = 0.0) -> str:
    """Return the flags of Kattis's default validator; for ours, what part of a test is `worth`."""
    rule = problem.described.compare
    if _custom(problem):
        return f"{worth:g}" if problem.described.is_scored else ""
    return _FLAGS.get(rule, f"case_sensitive float_tolerance {rule.partition(':')[2]}")


def _tests(trial: Trial, tests: list[Case], folder: str) -> Files:
    for test in tests:
        lenient = trial.problem.described.compare not in {"", "exact"}
        for path, data in pair(test, f"{folder}/{test.name.replace('/', '-')}", answer="ans"):
            if lenient and path.endswith(".ans"):  # verifyproblem requires Unix line ends
                data = b"".join(row.rstrip() + b"\n" for row in data.splitlines())
            yield path, data


def _output_validator(problem: Problem) -> Files:
    """Yield the checker, the interactor, or the comparison by lines."""
    folder = "output_validator/validator"
    if problem.described.compare:
        yield from started({"main.py": _LINES.encode(), **modules(_LINES, problem.folder)}, folder)
        return
    files = problem.referee
    name = next(iter(files))
    if language_of(name, name).key == "python":
        yield from started(files, folder)
    elif problem.uses_testlib:
        output = "/dev/null" if problem.described.interactor else "/dev/stdin"
        yield from _built(files, folder, _TESTLIB.replace("{output}", output))
    else:
        yield from _built(files, folder, _OUTPUT_VALIDATOR)


def _built(files: dict[str, bytes], folder: str, script: str) -> Files:
    """Yield a program with the scripts that build it and that run it."""
    name = next(iter(files))
    key = language_of(name, name).key
    if key not in _BUILDS:
        template = "kattis 的驗證程式要用 {known} 寫：{name}"
        raise UserError(template, known=listed(_BUILDS), name=name)
    if len(files) == 1:
        yield f"{folder}/{name}", files[name]
    else:
        yield from started(files, folder)
        name = "main.py"
    build, program = (row.format(file=name) for row in _BUILDS[key])
    yield f"{folder}/build", f"#!/bin/sh\n{build}\n".encode()
    yield f"{folder}/run", f"#!/bin/sh\n{script.replace('{program}', program)}\n".encode()


def _custom(problem: Problem) -> bool:
    rule = problem.described.compare
    return not rule or rule == "lines"


def _metadata(problem: Problem) -> bytes:
    described = problem.described
    if described.is_scored and described.interactor:
        # DOMjudge reads several types as one string, problemtools as a list.
        raise UserError("kattis 的互動題不能分組給分")
    settings: dict[str, object] = {
        "problem_format_version": "2023-07-draft",
        "name": dict(described.names),
        "uuid": str(uuid5(NAMESPACE_URL, f"{described.author}/{described.id}")),
        "credits": {"authors": [described.author]},
        "license": described.licence,
        "limits": {"memory": described.memory, "time_limit": described.time},
    }
    if described.source:
        settings["source"] = described.source
    if described.licence != "public domain":
        settings["rights_owner"] = described.author
    if described.is_scored:
        settings["type"] = "scoring"
    elif described.interactor:
        settings["type"] = "interactive"
    return yaml(settings)
