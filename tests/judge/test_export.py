"""Packages for other judges: what they are made of."""

import os
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from judge.problem import statement
from judge.problem.bundle import bundle
from judge.problem.formats import FORMATS, export
from judge.problem.pdf import to_pdf
from judge.problem.problem import GROUP, VERDICTS, Problem

ROOT = Path(__file__).parents[2]
NAMES = sorted(entry.name for entry in entry_points(group=GROUP))
BATCH = [name for name in NAMES if not Problem.load(name).interactive]


@pytest.fixture(scope="module", params=NAMES)
def problem(request: pytest.FixtureRequest) -> Problem:
    return Problem.load(request.param)


def test_every_problem_has_an_identifier_of_its_own() -> None:
    assert len({Problem.load(name).uuid for name in NAMES}) == len(NAMES)


def test_an_unknown_problem_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"「chess」.*big2、blackjack"):
        Problem.load("chess")


def test_a_package_is_the_same_bytes_every_time_and_never_overwritten(tmp_path: Path) -> None:
    for form in FORMATS:
        once, again = (
            export(Problem.load("blackjack"), form, tmp_path / form / folder) for folder in "ab"
        )
        files = [path.relative_to(once) for path in once.rglob("*") if path.is_file()]
        assert files
        for file in files:
            assert (once / file).read_bytes() == (again / file).read_bytes()
        with pytest.raises(UserError, match="已經存在"):
            export(Problem.load("blackjack"), form, tmp_path / form / "a")


def test_there_are_accepted_programs_in_both_languages_and_wrong_ones_of_each_kind(
    problem: Problem,
) -> None:
    accepted = {
        program.language for program in problem.submissions if program.verdict == "accepted"
    }
    assert accepted == {"py", "cpp"}
    kinds = {program.verdict for program in problem.submissions}
    assert kinds >= {"accepted", "wrong_answer", "run_time_error"}
    files = [(program.verdict, program.file) for program in problem.submissions]
    assert len(set(files)) == len(files)


def test_at_most_one_program_of_all_hangs() -> None:
    programs = [program for name in NAMES for program in Problem.load(name).submissions]
    assert [program.verdict for program in programs].count("time_limit_exceeded") == 1
    assert {program.verdict for program in programs} == set(VERDICTS)


def test_the_cases_of_testdata_are_in_the_package() -> None:
    cases = {case.name: case for case in Problem.load("big2").cases}
    sample = ROOT / "testdata" / "big2" / "sample.in"
    assert cases["sample"].sample
    assert cases["sample"].input == sample.read_bytes()
    assert cases["sample"].answer == sample.with_suffix(".out").read_bytes()
    assert "crlf" not in cases
    assert "without-straights" not in cases


@pytest.mark.parametrize("name", NAMES)
def test_input_validators_are_strict(name: str) -> None:
    problem = Problem.load(name)
    data = problem.cases[0].input
    module = import_module(f"{problem.package}.input_validator")
    assert module.accepts(data)
    for changed in (
        b"",
        data[:-1],
        data + b"\n",
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b" \n"),
        b" " + data,
        b"0" + data,
        b"+" + data,
        b"\xef\xbb\xbf" + data,
        b"\xff" + data,
        data + b"x",
    ):
        assert not module.accepts(changed), changed[:30]


@pytest.mark.parametrize("name", BATCH)
def test_a_bundle_needs_nothing_but_python(name: str, tmp_path: Path) -> None:
    problem = Problem.load(name)
    kit = next(program for program in problem.submissions if program.file == "kit.py")
    script = tmp_path / "kit.py"
    script.write_text(kit.source, encoding="utf-8")
    case = problem.cases[0]
    # -I and -S: neither the folder nor anything installed can be imported.
    command = [sys.executable, "-I", "-S", str(script)]
    run = subprocess.run(command, input=case.input, capture_output=True, cwd="/", check=True)
    if not problem.checked:
        assert run.stdout == case.answer
    assert run.stderr == b""


def test_a_script_that_imports_nothing_of_ours_is_left_as_it_is() -> None:
    assert bundle("import sys\n", {"judge"}) == "import sys\n"


def test_a_bundle_of_what_cannot_be_imported_is_an_error() -> None:
    with pytest.raises(UserError, match="nowhere"):
        bundle("import judge.nowhere\n", {"judge"})


def test_any_text_survives_as_a_literal(tmp_path: Path) -> None:
    package = tmp_path / "odd"
    package.mkdir()
    text = 'A = "\'\'\'"\nB = """b"""\n# \\'
    (package / "__init__.py").write_text(text, encoding="utf-8")
    path = os.environ.get("PYTHONPATH", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{path}")
        script = bundle("from odd import A, B\nprint(A, B)\n", {"odd"})
    run = subprocess.run(
        [sys.executable, "-I", "-"], input=script.encode(), capture_output=True, check=True
    )
    assert run.stdout == b"''' b\n"


def test_statements_use_only_the_markdown_that_all_formats_can_say(problem: Problem) -> None:
    for line in problem.statement.splitlines():
        assert not line.startswith(("# ", "### ", "* ", "|", ">", "1. ")), line
        assert line.count("`") % 2 == 0 or line.startswith("```"), line
        assert "**" not in line
        assert "](" not in line
    latex = statement.to_latex(problem)
    assert latex.startswith(rf"\problemname{{{problem.title}}}")
    for environment in ("itemize", "verbatim"):
        begun = latex.count(rf"\begin{{{environment}}}")
        assert begun == latex.count(rf"\end{{{environment}}}")


def test_latex_of_each_construct() -> None:
    body = "一 `a_b{}` 50%\n\n## 題 & 目\n\n- 甲 `\\`\n- 乙\n\n```\nint x; // $ % &\n```\n"
    assert statement.body_to_latex(body).splitlines() == [
        r"一 \texttt{a\_b\{\}} 50\%",
        "",
        r"\section*{題 \& 目}",
        "",
        r"\begin{itemize}",
        r"\item 甲 \texttt{\textbackslash{}}",
        r"\item 乙",
        r"\end{itemize}",
        "",
        r"\begin{verbatim}",
        "int x; // $ % &",
        r"\end{verbatim}",
    ]


def test_the_objects_of_a_pdf_are_where_its_table_says(problem: Problem) -> None:
    data = to_pdf(problem)
    table = int(data.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert data[table:].startswith(b"xref\n0 ")
    _, *entries = data[table:].split(b"trailer")[0].splitlines()[2:]
    for number, entry in enumerate(entries, start=1):
        assert data[int(entry[:10]) :].startswith(b"%d 0 obj\n" % number)
    shown = b"".join(line[1:-7] for line in data.splitlines() if line.endswith(b"> Tj T*"))
    text = bytes.fromhex(shown.decode()).decode("utf-16-be")
    assert text.startswith(problem.title)
    # Every character is one of the collection, which holds what Big5 does.
    assert text.encode("big5hkscs")


def test_every_problem_of_the_project_is_registered() -> None:
    registered = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    modules = registered["project"]["entry-points"]["judge.problems"].values()
    packages = {
        f"{path.parent.parent.name}.problem" for path in ROOT.glob("*/problem/problem.toml")
    }
    assert set(modules) == packages
    assert len(modules) == len(NAMES)
