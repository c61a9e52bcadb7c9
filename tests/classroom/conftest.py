"""A class of three students, with tests, corrections and a sheet."""

from pathlib import Path

import pytest

PROGRAM = "print(sum(map(int, input().split())))"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    for name, group in ("1", "."), ("2", "secret"):
        (tmp_path / "tests" / group).mkdir(parents=True, exist_ok=True)
        (tmp_path / "tests" / group / f"{name}.in").write_text(f"3 {name}\n")
        (tmp_path / "tests" / group / f"{name}.out").write_text(f"{3 + int(name)}\n")
    for name, program in (
        ("王小明_345_assignsubmission_file_/hw.py", PROGRAM),
        ("謝承恩_346_assignsubmission_file_/hw.py", "print(777)"),
        ("chenan_LATE_11_901_hw.py", PROGRAM),
    ):
        (tmp_path / "hw" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "hw" / name).write_text(program)
    (tmp_path / "more.toml").write_text(
        '[late]\npoints_per_day = 10\n[students."王小明"]\npoints = 70.5\nremark = "口試"\n'
        '[students.CHENAN]\nadd = 5\n[students."病假"]\nexcused = true\n'
        '[students."謝承恩"]\nlate_days = 1.5\n'
    )
    (tmp_path / "sheet.csv").write_text(
        "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n"
        "Participant 345,王小明,,200,\nParticipant 346,謝承恩,,200,\n"
        "Participant 9,病假,88,200,\nParticipant 8,林沒交,,200,\n"
    )
    return tmp_path
