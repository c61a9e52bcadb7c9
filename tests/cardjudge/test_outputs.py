"""Files that options write: by names alone, whole or not at all, and never read as an input."""

import contextlib
import csv
import shlex
import shutil
import stat
import tomllib
import zipfile
from pathlib import Path

import pytest

from cardjudge import files
from tests.processes import answered, kit_in
from tests.tables import table
from tests.tools import slow_after

REVIEW = Path(__file__).parents[2] / "testdata/big2/sample.in"
FILES = tomllib.loads(Path(__file__).with_name("place.toml").read_text("utf-8"))
RUN = "judge tests main.py"
GRADE = "judge class hw --tests tests --sandbox auto"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "sample.in").write_bytes(REVIEW.read_bytes())
    (tmp_path / "page.html").write_bytes(REVIEW.read_bytes())
    (tmp_path / "soft.json").symlink_to("tests/a.in")
    (tmp_path / "inside.csv").symlink_to("hw/b10902001/main.py")
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


def contents(place: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in place.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("line", "told"), table("cardjudge/outputs.txt"))
def test_a_name_that_does_not_fit_is_refused_before_anything_runs(
    line: str, told: str, place: Path
) -> None:
    before = contents(place)
    with contextlib.chdir(place):
        status, errors = answered(*shlex.split(line))
    assert (status, errors.count("\n")) == (2, 1)
    assert told in errors
    assert contents(place) == before


REPLACED = {
    f"{RUN} --json new.json": '{\n  "schema": "cardjudge/judge/1"',
    f"{RUN} --junit new.xml": "<?xml version='1.0' encoding='utf-8'?>\n<testsuites name=\"judge\"",
    f"{GRADE} --json new.json": '{\n  "schema": "cardjudge/class/2"',
    f"{GRADE} --csv hw/new.csv": "\ufeffstudent,name,verdict",
    f"{GRADE} --sheet Grades.csv --filled NEW.CSV": "Identifier,Full name,Grade",
    f"{GRADE} --feedback new.zip": "PK",
    "big2 replay sample.in -o new.htm": "<!doctype html>",
    "nim explain nim.in --json new.json": '{\n  "schema": "cardjudge/nim-explain/1"',
    "blackjack-judge --player bold --transcript new.txt < seed.txt": "< play",
}
"""Command lines, the last option a file, and the beginning of that file."""


@pytest.mark.parametrize(("line", "begins"), REPLACED.items())
def test_a_result_replaces_any_file_and_a_dash_is_standard_output(
    line: str, begins: str, place: Path
) -> None:
    words, _, stdin = line.partition(" < ")
    words, _, name = words.rpartition(" ")
    stdin = stdin and f" < {stdin}"
    (place / name).write_text("mine")
    (place / name).chmod(0o640)
    (place / "link").symlink_to(name)
    status, _, errors = run(place, line)
    assert (status < 2, errors) == (True, "")
    written = (place / name).read_bytes()
    assert written.startswith(begins.encode())
    assert stat.S_IMODE((place / name).stat().st_mode) == 0o640
    assert not [*place.rglob(".new-*")]
    if begins == "PK":
        with zipfile.ZipFile(place / name) as packed:
            assert packed.testzip() is None
    else:
        status, out, errors = run(place, f"{words} -{stdin}")
        assert (status < 2, errors) == (True, "")
        assert begins in out
        assert not (place / "-").exists()


def test_a_device_and_a_link_are_written(place: Path) -> None:
    (place / "link.json").symlink_to("target")
    (place / "old.json").symlink_to("notes.txt")
    assert run(place, f"{RUN} --json /dev/null --junit /dev/null")[0] == 0
    for link, target in ("link.json", "target"), ("old.json", "notes.txt"):
        assert run(place, f"{RUN} --json {link}")[0] == 0
        assert (place / link).is_symlink()
        assert (place / target).read_text().startswith('{\n  "schema"')


MADE = {
    "--csv": "grades.csv", "--html": "pages", "--json": "grades.json", "--unpack": "sources",
    "--feedback": "back.zip", "--filled": "filled.csv", "--sheet": "Grades.csv",
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, *slow_after(0, [True])])
def test_what_the_kit_wrote_among_hand_ins_is_no_student(packed: bool, place: Path) -> None:
    hw = place / "hw"
    (place / "Grades.csv").rename(hw / "Grades.csv")
    (place / "tests").rename(hw / "tests")
    (hw / "more.toml").touch()
    (hw / "check.py").write_text("import sys\nsys.exit(0)\n")
    given = "judge class . --tests tests --sandbox auto --corrections more.toml"
    words = f"{given} --checker 'python3 check.py' " + " ".join(map(" ".join, MADE.items()))
    assert run(hw, words)[::2] == (0, "")
    run(hw, "judge tests main.py --junit b10902001.xml")
    replay = "big2 replay ../sample.in -o game.html"
    assert run(hw, replay)[0] == 0
    assert run(hw, "take6 export-header ../bots")[0] == 0
    assert run(hw, "take6 contest ../bots --deals 1 --save-games games")[0] == 0
    for name in "more.toml", "check.py":
        (hw / name).rename(place / name)
    (hw / "tests").rename(place / "again")
    for name in "Grades.csv", "b10902001.xml":
        assert (hw / name).exists() == (name == "Grades.csv")
    where = hw
    if packed:
        made = shutil.make_archive(str(place / "packed"), "zip", hw)
        where = Path(made)
    table = place / "table.csv"
    status, _, told = run(place, f"judge class {where} --tests again --sandbox auto --csv {table}")
    assert status == 0
    with table.open(encoding="utf-8-sig", newline="") as file:
        students = {row["student"]: row["verdict"] for row in csv.DictReader(file)}
    assert students == {"b10902001": "AC", "b10902002": "AC", "b10902003": "NS"}
    assert told.endswith("不是作業，沒有批改\n")
    assert "Grades.csv" in told


@pytest.mark.parametrize(("data", "kept"), [(b"1", b"1"), (b"2", b"new")])
def test_a_damaged_folder_of_the_cache_is_made_anew(data: bytes, kept: bytes, place: Path) -> None:
    folder = place / "kept"
    files.cached(folder, lambda new: files.write(new / "a", b"1"), 1 << 20)
    (folder / "a").write_bytes(data)
    files.cached(folder, lambda new: files.write(new / "a", b"new"), 1 << 20)
    assert (folder / "a").read_bytes() == kept
