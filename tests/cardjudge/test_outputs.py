"""Files that options write: never an input, nothing of the user's without --force."""

import contextlib
import os
import shlex
import zipfile
from pathlib import Path

import pytest

from tests.processes import answered, kit_in

ECHO = "print(input())\n"
REVIEW = Path(__file__).parents[2] / "testdata/big2/sample.in"
FILES = {
    "tests/a.in": "5\n",
    "tests/a.out": "5\n",
    "tests/b.in": "",
    "tests/b.out": "",
    "main.py": ECHO,
    "empty.py": "",
    "hw/b10902001.py": ECHO,
    "empty hw/b10902001.py": "",
    "Grades.csv": "Identifier,Full name,Grade\nParticipant 1,b10902001,\n",
    "more.toml": "",
    "notes.txt": "mine",
    "nim.in": "3\n3 4 5\n",
    "seed": "2\n",
}
RUN = "judge tests main.py"
GRADE = "judge class hw --tests tests --sandbox auto"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "sample.in").write_bytes(REVIEW.read_bytes())
    os.link(tmp_path / "main.py", tmp_path / "hard")
    (tmp_path / "soft").symlink_to("main.py")
    return tmp_path


def run(place: Path, line: str) -> tuple[int, str, str]:
    """Run a command line; return its status, its output and its errors."""
    typed, _, stdin = line.partition(" < ")
    command, *words = shlex.split(typed)
    done = kit_in(
        place,
        command.replace("-", "_"),
        *words,
        stdin=(place / stdin).read_text() if stdin else "",
        XDG_CACHE_HOME=str(place.parent / "cache"),
    )
    return done.returncode, done.stdout, done.stderr


def refused(place: Path, line: str) -> tuple[int, str]:
    """Return the status and the errors of a command line that does not come to run."""
    if " < " in line:
        return run(place, line)[::2]
    with contextlib.chdir(place):
        return answered(*shlex.split(line))


def contents(place: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in place.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "line",
    [
        f"{RUN} --junit hard --force",
        f"{RUN} --json soft --force",
        f"{RUN} --json ./tests/../main.py --force",
        f"{RUN} --json tests/a.in --force",
        f"{RUN} --json tests/b.out",
        "judge tests empty.py --json empty.py",
        "judge tests --checker 'kattis:./notes.txt' --json notes.txt --force -- cat",
        "judge tests --checker 'python3 notes.txt' --junit notes.txt --force -- cat",
        "judge --interactor 'python3 main.py' --transcript main.py --force -- cat",
        f"{GRADE} --sheet Grades.csv --filled Grades.csv --force",
        f"{GRADE} --corrections more.toml --csv more.toml",
        f"{GRADE} --csv hw/b10902001.py --force",
        "judge class 'empty hw' --tests tests --json 'empty hw/b10902001.py'",
        f"{GRADE} --csv results-tests.db",
        f"{GRADE} --results new --feedback new",
        f"{GRADE} --html hw --force",
        "big2 review sample.in --html sample.in --force",
        "take6 replay sample.in -o sample.in --force",
        "nim explain nim.in --json nim.in --force",
        "blackjack-judge --player main.py --transcript main.py --force < seed",
    ],
)
def test_an_output_is_no_input(line: str, place: Path) -> None:
    before = contents(place)
    status, errors = refused(place, line)
    assert status == 2
    assert errors.endswith("：這一次要讀它\n")
    assert errors.count("\n") == 1
    assert contents(place) == before


@pytest.mark.parametrize(
    "line",
    [
        f"{RUN} --json notes.txt",
        f"{RUN} --junit Grades.csv",
        f"{GRADE} --csv notes.txt",
        f"{GRADE} --feedback notes.txt",
        f"{GRADE} --sheet Grades.csv --filled notes.txt",
        "judge hack nim -o notes.in -- cat",
        "big2 replay sample.in -o notes.txt",
        "take6 match --players 1,1 --json notes.txt",
        "nim explain nim.in --json notes.txt",
        "war verify 21a --json notes.txt",
        "blackjack-judge --transcript notes.txt < seed",
        "blackjack-judge match --json notes.txt",
    ],
)
def test_a_file_of_the_user_is_not_replaced(line: str, place: Path) -> None:
    (place / "notes.out").write_text("mine too")
    before = contents(place)
    status, errors = refused(place, line)
    assert status == 2
    assert errors.endswith(" 已經存在；--force 會換掉它\n")
    assert errors.count("\n") == 1
    assert contents(place) == before


def test_a_folder_with_files_of_the_user_stays(place: Path) -> None:
    (place / "games").mkdir()
    (place / "games/1.in").write_text("mine")
    for line in f"{GRADE} --html games", "big2 contest hw --save-games games":
        told = "錯誤：games 裡已經有檔案；--force 會換掉同名的\n"
        assert refused(place, line) == (2, told)


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        (f"{RUN} --json new --junit ./new", "--junit", "--json"),
        (f"{RUN} --json - --junit -", "--junit", "--json"),
        (f"{GRADE} --csv new --json new", "--csv", "--json"),
        ("judge hack nim -o new.out -- cat", "-o", "-o"),
        ("big2 review sample.in --html - --json -", "--html", "--json"),
    ],
)
def test_two_options_write_two_files(line: str, first: str, second: str, place: Path) -> None:
    told = f"錯誤：{first} 和 {second} 不能寫同一個檔案\n"
    assert refused(place, line) == (2, told)
    assert not (place / "new").exists()


@pytest.mark.parametrize("line", [f"{GRADE} --html -", "judge hack nim -o - -- cat"])
def test_several_files_do_not_fit_on_standard_output(line: str, place: Path) -> None:
    status, errors = refused(place, line)
    assert status == 2
    assert "寫的不只一個檔案，不能是 -" in errors


REPEATED = {
    f"{RUN} --json {{}}": '{\n  "schema": "cardjudge/judge/1"',
    f"{RUN} --junit {{}}": "<?xml version='1.0' encoding='utf-8'?>\n<testsuites name=\"judge\"",
    f"{GRADE} --json {{}}": '{\n  "schema": "cardjudge/class/2"',
    f"{GRADE} --csv {{}}": "\ufeffstudent,name,verdict",
    f"{GRADE} --feedback {{}}": "PK",
    "big2 replay sample.in -o {}": "<!doctype html>",
    "nim explain nim.in --json {}": '{\n  "schema": "cardjudge/nim-explain/1"',
    "take6 match --players 1,1 --games 2 --json {}": '{\n  "schema": "cardjudge/take6-match/1"',
}
"""Command lines with a place for the file, and the beginning of the file."""


@pytest.mark.parametrize(("line", "begins"), REPEATED.items())
def test_an_option_replaces_what_it_wrote_and_a_dash_is_standard_output(
    line: str, begins: str, place: Path
) -> None:
    (place / "new").touch()  # an empty file is replaced
    for _ in range(2):
        status, _, errors = run(place, line.format("new"))
        assert (status < 2, errors) == (True, "")
        assert (place / "new").read_bytes().startswith(begins.encode())
    others = [other for other in REPEATED if other.partition(" --")[2] != line.partition(" --")[2]]
    other = next(each for each in others if begins not in REPEATED[each])
    assert "已經存在" in refused(place, other.format("new"))[1]
    if begins == "PK":
        with zipfile.ZipFile(place / "new") as packed:
            assert packed.comment == b"feedback of judge class"
    else:
        written = (place / "new").read_bytes().decode().splitlines()
        status, out, errors = run(place, line.format("-"))
        assert (status < 2, errors) == (True, "")
        assert (out.splitlines()[0], out.count("\n")) == (written[0], len(written))
        assert not (place / "-").exists()


def test_the_pages_of_a_class_replace_older_ones(place: Path) -> None:
    for _ in range(2):
        assert run(place, f"{GRADE} --html pages")[0] == 0


def test_force_replaces_a_file(place: Path) -> None:
    assert run(place, f"{RUN} --json notes.txt --force")[0] == 1
    assert '"cardjudge/judge/1"' in (place / "notes.txt").read_text()


def test_a_device_and_a_dangling_link_are_written(place: Path) -> None:
    (place / "link").symlink_to("target")
    assert run(place, f"{RUN} --json /dev/null --junit /dev/null")[0] == 1
    assert run(place, f"{RUN} --json link")[0] == 1
    assert (place / "link").is_symlink()
    assert (place / "target").stat().st_size
