"""Whatever the kit keeps may be damaged: it is made anew, and no verdict changes."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.classroom.kinds import write_tests
from tests.judge.problems import small
from tests.processes import kit_in
from tests.tools import needs, slow_after

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda _: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "another shape": lambda _: b'{"here": 3, "group": [], "x": [["0"], 1, null]}\n',
    "a list": lambda _: b"[1]",
    "deep": lambda _: b"[" * 100_000,
    "a bit": lambda data: data[:-9] + bytes(byte ^ 1 for byte in data[-9:]),
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A problem with generated tests and answers, a solution in C, and a full cache."""
    folder = tmp_path_factory.mktemp("damage")
    small(folder / "sum")
    (folder / "a.c").write_text(
        '#include <stdio.h>\nint main() { long n, t = 0, x; scanf("%ld", &n);\n'
        'while (scanf("%ld", &x) == 1) t += x; printf("%ld\\n", t); }'
    )
    return folder


def judged(folder: Path) -> str:
    words = "--problem", "sum", "--json", "-", "a.c"
    run = kit_in(folder, "judge", *words, XDG_CACHE_HOME=str(folder / "cache"))
    assert "Traceback" not in run.stderr
    return f"{run.returncode} {run.stdout.count('AC')} {run.stderr}"


@needs("gcc")
@pytest.mark.slow
@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_file_of_the_cache_is_made_anew(how: str, room: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(room, tmp_path / "room")
    first = judged(folder)
    kept = sorted(path for path in (folder / "cache").rglob("*") if path.is_file())
    assert {"trial.json", "seal", "program", "names"} <= {path.name for path in kept}
    whole = {path: path.read_bytes() for path in kept}
    for path in kept:
        path.write_bytes(DAMAGE[how](whole[path]))
        assert judged(folder) == first, path
        assert path.exists()
    for path in kept:
        path.write_bytes(DAMAGE[how](path.read_bytes()))
    assert judged(folder) == first


ROWS = {
    "no JSON": "UPDATE {table} SET told = 'x'",
    "nothing": "UPDATE {table} SET told = NULL",
    "an empty object": "UPDATE {table} SET told = '{{}}'",
    "a list": "UPDATE {table} SET told = '[1]'",
    "half": "UPDATE {table} SET told = substr(told, 1, length(told) / 2)",
    "a number": "UPDATE {table} SET told = 3",
    "another verdict": "UPDATE runs SET verdict = 'XX'",
}


@pytest.mark.parametrize("table", ["runs", "programs"])
@pytest.mark.parametrize("how", slow_after(2, ROWS))
def test_a_damaged_row_of_a_class_is_made_anew(how: str, table: str, tmp_path: Path) -> None:
    write_tests(tmp_path / "tests", 2)
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw/right.py").write_text("print(sum(map(int, input().split())))")
    (tmp_path / "hw/wrong.py").write_text("print(7)")

    def graded() -> tuple[int, str, str]:
        cache = str(tmp_path / "cache")
        run = kit_in(tmp_path, "judge", "class", "hw", "--tests", "tests", XDG_CACHE_HOME=cache)
        return run.returncode, run.stdout, run.stderr

    first = graded()
    database = next(tmp_path.glob("*.db"))
    with sqlite3.connect(database) as rows:
        rows.execute(ROWS[how].format(table=table))
    rows.close()
    assert graded() == first
