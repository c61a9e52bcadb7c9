"""Three whole problems through everything: check, judge, hack, and every format of `export`."""

import io
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from judge.problem.package import FORMATS
from judge.problem.pages import BROWSERS
from tests.judge.importers import RULES
from tests.judge.whole import WHOLE
from tests.judges import kattis
from tests.processes import kit
from tests.tools import needs

pytestmark = [
    pytest.mark.slow,
    needs("g++"),
    pytest.mark.skipif(
        not any(map(shutil.which, BROWSERS)), reason="no browser: apt-get install chromium"
    ),
]
REFUSED = {
    ("root", "noj"): "最接近的是 ",
    ("guess", "noj"): "interactor",
    ("guess", "qduoj"): "interactor",
}
"""What a format cannot say is an error that names it."""


@pytest.fixture(scope="module", params=[*WHOLE])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    name = str(request.param)
    return WHOLE[name](tmp_path_factory.mktemp("whole") / name)


def programs(whole: Path, verdict: str) -> list[Path]:
    return sorted((whole / "submissions" / verdict).glob("*"))


def test_the_check_finds_nothing_and_shows_each_run(whole: Path) -> None:
    run = kit("judge", "problem", "check", whole)
    assert run.stdout.endswith(f"{whole}：沒有問題\n"), run.stdout
    assert (run.returncode, run.stderr) == (0, "")
    tests = re.findall(r"^(?:sample|secret)/", run.stdout, re.MULTILINE)
    assert len(tests) == (61 if whole.name == "lines" else len(tests)) > 4


def test_each_program_gets_the_verdict_of_its_folder(whole: Path) -> None:
    for verdict, status in ("accepted", 0), ("wrong_answer", 1):
        for program in programs(whole, verdict):
            run = kit("judge", whole, program)
            assert (run.returncode, run.stderr) == (status, ""), run.stdout


def test_hack_finds_an_input_only_against_a_wrong_program(whole: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.in"
    for verdict, status in ("wrong_answer", 1), ("accepted", 0):
        program = next(p for p in programs(whole, verdict) if p.suffix == ".py" or status)
        command = ["python3", program]
        if program.suffix == ".cpp":
            command = ["bash", "-c", f"g++ -o {tmp_path}/a {program} && {tmp_path}/a"]
        tries = 10 if status else 5
        run = kit(
            *("judge", "hack", whole, "--tries", tries, "--seconds", 10, "-o", case, "--force"),
            *("--sandbox", "none", "--", *command),
        )
        assert (run.returncode, run.stderr) == (status, ""), run.stdout
    assert case.is_file()
    assert len(case.read_bytes()) < 300
    assert case.with_suffix(".out").is_file() == (whole.name != "guess")


@pytest.mark.parametrize("form", [*FORMATS])
def test_a_package_keeps_the_rules_of_its_importer(whole: Path, form: str, tmp_path: Path) -> None:
    run = kit("judge", "export", form, whole, tmp_path)
    if refused := REFUSED.get((whole.name, form)):
        assert (run.returncode, [*tmp_path.iterdir()]) == (2, [])
        assert refused in run.stderr
        return
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    package = tmp_path / whole.name
    if FORMATS[form].zipped:
        archive = zipfile.ZipFile(io.BytesIO(package.with_suffix(".zip").read_bytes()))
        made = {name: archive.read(name) for name in archive.namelist()}
    else:
        files = (path for path in package.rglob("*") if path.is_file())
        made = {path.relative_to(package).as_posix(): path.read_bytes() for path in files}
    for rule in RULES[form]:
        rule(made)
    verdicts = {
        f"{each.parent.name}/{each.name}": each.parent.name
        for each in whole.glob("submissions/*/*")
    }
    if form == "kattis" and kattis.available():
        printed = kattis.verify(package)
        assert printed.endswith(f"{whole.name} tested: 0 errors, 1 warning\n"), printed
        assert "WARNING Support for version 2023-07-draft is very incomplete." in printed
        assert kattis.verdicts(printed) == verdicts
