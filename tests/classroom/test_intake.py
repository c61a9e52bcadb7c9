"""Who handed in what, in the shapes in which platforms give it."""

import re
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from judge.classroom import intake
from judge.classroom.archive import Refused
from judge.classroom.intake import Entry, entries, files
from tests.classroom.test_archive import zipped

MAIN = b"int main() {}"


def laid_out(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        content = zipped([("hw/a.c", MAIN)]) if name.endswith(".zip") else MAIN
        path.write_bytes(content)
    return folder


def students(folder: Path, pattern: str | None = None) -> list[str]:
    return [each.student for each in entries(folder, re.compile(pattern) if pattern else None)]


def only(folder: Path) -> Entry:
    (entry,) = entries(folder)
    return entry


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("b10902001/a.c", "b10902001"),
        ("b10902001.c", "b10902001"),
        ("b10902001.zip", "b10902001"),
        ("b10902001.tar.gz", "b10902001"),
        ("王小明/a.c", "王小明"),
        ("v1.2/a.c", "v1.2"),
        ("王小明_12345_assignsubmission_file/a.c", "12345"),
        ("王小明_12345_assignsubmission_file_/a.c", "12345"),
        ("王小明_12345_assignsubmission_file_hw1.zip", "12345"),
        ("B10902001 王小明_12345_assignsubmission_file_/a.c", "B10902001"),
        ("b10902001_王小明_345_6789_hw1.zip", "b10902001"),
        ("b10902001_王小明_LATE_345_6789_hw1.zip", "b10902001"),
        ("b10902001_王小明_hw1.zip", "b10902001"),
    ],
)
def test_the_name_of_an_entry_tells_the_student(name: str, student: str, tmp_path: Path) -> None:
    assert students(laid_out(tmp_path, name)) == [student]


def test_a_pattern_finds_the_student_in_any_name(tmp_path: Path) -> None:
    laid_out(tmp_path, "hw1 [r08] v2.c", "hw1 [r07] v2.c")
    assert students(tmp_path, r"\[(\w+)\]") == ["r07", "r08"]
    with pytest.raises(UserError, match="--student"):
        students(tmp_path, r"<(\w+)>")


def test_students_come_in_natural_order(tmp_path: Path) -> None:
    assert students(laid_out(tmp_path, "s10.c", "s9.c", "s100.c")) == ["s9", "s10", "s100"]


def test_what_systems_leave_is_no_student(tmp_path: Path) -> None:
    laid_out(tmp_path, "a/a.c", ".DS_Store", "__MACOSX/x", ".git/config")
    assert students(tmp_path) == ["a"]


def test_an_entry_of_every_shape_has_the_same_file(tmp_path: Path) -> None:
    names = "s/a.c", "s.zip", "王_1_assignsubmission_file_/hw.zip", "b10902001_王_1_2_a.c"
    for number, name in enumerate(names):
        folder = laid_out(tmp_path / str(number), name)
        (found,) = files(only(folder)).values()
        assert found == MAIN


def test_an_archive_beside_a_source_stays_closed(tmp_path: Path) -> None:
    laid_out(tmp_path, "s/a.c", "s/backup.zip")
    assert set(files(only(tmp_path))) == {"a.c", "backup.zip"}


def test_two_entries_of_a_student_are_said_and_not_guessed(tmp_path: Path) -> None:
    laid_out(tmp_path, "b10902001.c", "b10902001.py")
    with pytest.raises(Refused, match=r"b10902001\.c、b10902001\.py"):
        files(only(tmp_path))


def test_a_number_is_that_of_one_student_however_it_is_written(tmp_path: Path) -> None:
    laid_out(tmp_path, "B10902001_王_1_2_a.c", "b10902001_王_1_3_a.h")
    assert set(files(only(tmp_path))) == {"a.c", "a.h"}


def test_several_files_of_a_student_on_ntu_cool_are_one_program(tmp_path: Path) -> None:
    laid_out(tmp_path, "b10902001_王_1_2_a.c", "b10902001_王_1_3_a.h")
    assert set(files(only(tmp_path))) == {"a.c", "a.h"}


def test_two_archives_of_a_student_on_ntu_cool_are_not(tmp_path: Path) -> None:
    laid_out(tmp_path, "b10902001_王_1_2_a.zip", "b10902001_王_1_3_b.zip")
    with pytest.raises(Refused):
        files(only(tmp_path))


def test_text_that_moodle_puts_beside_a_file_does_not_count(tmp_path: Path) -> None:
    laid_out(
        tmp_path,
        "王_1_assignsubmission_file_/a.c",
        "王_1_assignsubmission_onlinetext_/onlinetext.html",
    )
    assert set(files(only(tmp_path))) == {"a.c"}


def test_a_link_is_never_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.c").write_bytes(MAIN)
    (tmp_path / "all/s").mkdir(parents=True)
    (tmp_path / "all/s/a.c").symlink_to(tmp_path / "secret.c")
    (tmp_path / "all/t.c").symlink_to(tmp_path / "secret.c")
    (tmp_path / "all/u").symlink_to(tmp_path / "all/s")
    one, *others = entries(tmp_path / "all")
    assert files(one) == {}
    for each in others:
        with pytest.raises(Refused):
            files(each)


def test_a_file_that_is_also_a_folder_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "s.zip").write_bytes(zipped([("a", b""), ("a/b.c", MAIN)]))
    assert set(files(only(tmp_path))) == {"a/b.c"}


@pytest.mark.parametrize("wrapped", ["", "all/"])
def test_a_class_may_be_one_archive(wrapped: str, tmp_path: Path) -> None:
    content = [(f"{wrapped}s1/a.c", MAIN), (f"{wrapped}s2.zip", zipped([("a.c", MAIN)]))]
    (tmp_path / "all.zip").write_bytes(zipped(content))
    with intake.opened(tmp_path / "all.zip") as folder:
        assert students(folder) == ["s1", "s2"]
        assert [set(files(each)) for each in entries(folder)] == [{"a.c"}, {"a.c"}]
    assert not folder.exists()


def test_no_folder_and_an_empty_one_are_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), intake.opened(tmp_path / "none"):
        pass
    with pytest.raises(UserError, match="沒有繳交"):
        entries(tmp_path)
    (tmp_path / "list.txt").touch()
    with pytest.raises(UserError, match="不是資料夾"), intake.opened(tmp_path / "list.txt"):
        pass
