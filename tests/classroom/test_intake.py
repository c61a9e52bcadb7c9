"""Submissions and their students, in the layouts that platforms produce."""

import contextlib
import os
import re
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from cardjudge.errors import UserError
from judge.classroom import intake
from judge.classroom.archive import Refused
from judge.classroom.intake import Entry, entries
from judge.classroom.intake import contents as files
from tests.classroom.test_archive import tarred, zipped
from tests.tables import table

MAIN = b"int main() {}"


def laid_out(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        content = zipped([("hw/a.c", MAIN)]) if name.endswith(".zip") else MAIN
        path.write_bytes(content)
    return folder


def students(folder: Path, pattern: str | None = None) -> list[str]:
    return [
        each.student
        for each in entries(intake.of_folder(folder), re.compile(pattern) if pattern else None)
    ]


def only(folder: Path) -> Entry:
    (entry,) = entries(intake.of_folder(folder))
    return entry


@pytest.mark.parametrize(("name", "student"), table("classroom/names.txt"))
def test_the_name_of_an_entry_tells_the_student(name: str, student: str, tmp_path: Path) -> None:
    assert students(laid_out(tmp_path, name)) == [student]


def test_a_pattern_finds_the_student_in_any_name(tmp_path: Path) -> None:
    laid_out(tmp_path, "hw1 [r08] v2.c", "README.txt", "hw1 [r07] v2.c")
    assert students(tmp_path, r"\[(\w+)\]") == ["r07", "r08"]
    with pytest.raises(UserError, match="--student"):
        students(tmp_path, r"<(\w+)>")


def test_students_come_in_natural_order(tmp_path: Path) -> None:
    assert students(laid_out(tmp_path, "s10.c", "s9.c", "s100.c")) == ["s9", "s10", "s100"]


def test_files_of_the_operating_system_are_ignored(tmp_path: Path) -> None:
    laid_out(tmp_path, "a/a.c", ".DS_Store", "__MACOSX/x", ".git/config")
    laid_out(tmp_path, "Thumbs.db", "desktop.ini", "~$homework.docx", "a.c.swp")
    assert students(tmp_path) == ["a"]


def test_an_archive_beside_a_source_stays_closed(tmp_path: Path) -> None:
    laid_out(tmp_path, "s/a.c", "s/backup.zip")
    assert set(files(only(tmp_path))) == {"a.c", "backup.zip"}


def test_two_entries_of_one_student_are_refused(tmp_path: Path) -> None:
    laid_out(tmp_path, "b10902001.zip", "b10902001.py")
    with pytest.raises(Refused, match=r"b10902001\.py、b10902001\.zip"):
        files(only(tmp_path))


def test_a_student_number_is_case_insensitive(tmp_path: Path) -> None:
    laid_out(tmp_path, "B10902001_王_1_2_a.c", "b10902001_王_1_3_a.h")
    assert set(files(only(tmp_path))) == {"a.c", "a.h"}


def test_a_link_is_never_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.c").write_bytes(MAIN)
    (tmp_path / "all/s").mkdir(parents=True)
    (tmp_path / "all/s/a.c").symlink_to(tmp_path / "secret.c")
    (tmp_path / "all/t.c").symlink_to(tmp_path / "secret.c")
    (tmp_path / "all/u").symlink_to(tmp_path / "all/s")
    one, *others = entries(intake.of_folder(tmp_path / "all"))
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
    with intake.opened(tmp_path / "all.zip") as found:
        assert [each.student for each in entries(found)] == ["s1", "s2"]
        assert [set(files(each)) for each in entries(found)] == [{"a.c"}, {"a.c"}]
    assert not found.folder.exists()


def test_a_missing_or_empty_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), intake.opened(tmp_path / "none"):
        pass
    with pytest.raises(UserError, match="沒有繳交"):
        entries(intake.of_folder(tmp_path))
    (tmp_path / "list.txt").touch()
    with pytest.raises(UserError, match="不是資料夾"), intake.opened(tmp_path / "list.txt"):
        pass


CANVAS = (
    *("chenan_11_901_main.c", "chenan_11_902_deck.c", "chenan_11_903_deck.h"),
    *("linyi_LATE_12_911_hw1.py", "linyi_LATE_12_912_hw1-2.py"),
    *("wufang_13_921_part-2.c", "wufang_13_922_part-3.c"),
    *("xu_14_931_war.py", "xu_14_932_deck-1.py"),
    "yang_15_941_deck-0f8fad5b-d9cb-469f-a165-70867728950e.py",
)


def test_files_of_canvas_users_without_a_number_belong_together(tmp_path: Path) -> None:
    found = entries(intake.of_folder(laid_out(tmp_path, *CANVAS)))
    assert [(each.student, each.late, sorted(files(each))) for each in found] == [
        ("chenan", False, ["deck.c", "deck.h", "main.c"]),
        ("linyi", True, ["hw1.py"]),
        ("wufang", False, ["part-2.c", "part-3.c"]),
        ("xu", False, ["deck.py", "war.py"]),
        ("yang", False, ["deck.py"]),
    ]


def test_the_latest_attachment_of_a_name_counts(tmp_path: Path) -> None:
    for name in "a_1_99_hw.py", "a_1_101_hw-2.py", "a_1_100_hw.py":
        (tmp_path / name).write_text(name)
    assert files(only(tmp_path)) == {"hw.py": b"a_1_101_hw-2.py"}


@pytest.mark.parametrize(("names", "student", "late"), table("classroom/late.txt"))
def test_a_name_of_canvas_has_a_student_and_may_be_late(
    names: str, student: str, late: str, tmp_path: Path
) -> None:
    entry = only(laid_out(tmp_path, *names.split()))
    assert (entry.student, entry.late) == (student, late == "late")
    assert intake.name_of_feedback(entry).startswith(names.split()[0].partition("main")[0][:14])


def test_the_case_of_an_anonymous_id_tells_two_students_apart(tmp_path: Path) -> None:
    laid_out(tmp_path, "anon_aB3dE_901_a.c", "LATE_anon_Ab3dE_902_a.c", "anon_Ab3dE_903_b.c")
    found = entries(intake.of_folder(tmp_path))
    assert sorted((each.late, len(each.parts)) for each in found) == [(False, 1), (True, 2)]
    assert len({each.student.casefold() for each in found}) == 2


def test_moodle_downloads_with_and_without_folders_are_equal(tmp_path: Path) -> None:
    laid_out(
        tmp_path / "without",
        "B10902001 王小明_12_assignsubmission_file_main.c",
        "B10902001 王小明_12_assignsubmission_file_deck.h",
        "B10902001 王小明_12_assignsubmission_onlinetext_onlinetext.html",
    )
    laid_out(
        tmp_path / "with",
        "B10902001 王小明_12_assignsubmission_file_/main.c",
        "B10902001 王小明_12_assignsubmission_file_/deck.h",
    )
    for each in only(tmp_path / "without"), only(tmp_path / "with"):
        assert (each.student, each.name) == ("B10902001", "王小明")
        assert set(files(each)) == {"main.c", "deck.h"}


def of_archive(folder: Path, data: bytes, ending: str = ".zip") -> dict[str, str]:
    """Return the files of each student in an archive, or the reason for having none."""
    path = folder / f"all{ending}"
    path.write_bytes(data)
    told = {}
    with intake.opened(path) as found:
        for entry in entries(found):
            try:
                told[entry.student] = " ".join(files(entry))
            except Refused as error:
                told[entry.student] = str(error)
    return told


def test_a_truncated_tar_gives_its_whole_files_and_reports_the_others(tmp_path: Path) -> None:
    data = tarred(((f"s{number}/a.py", bytes(600)) for number in range(3)), "w")
    told = of_archive(tmp_path, data[: 512 * 3 + 512 + 100], ".tar")
    assert told.pop("s0") == "a.py"
    assert "打不開" in " ".join(told.values())


LONG = "牌" * 67 + ".py"


def test_a_bad_entry_harms_no_other_student(tmp_path: Path) -> None:
    names = [f"b1/{LONG}", "b2/../../b2.py", "../b5.py", "b4:.py", "b3", "b3/main.py", LONG]
    moodle = f"王_1_assignsubmission_file_{'牌' * 60}.py"
    bomb = ("b6/a.c", bytes(65 << 20))
    good = [("b8.py", MAIN), ("b9/a.py", MAIN), (moodle, MAIN), ("b9/__MACOSX/" + LONG, b"")]
    data = bytearray(zipped([*((name, MAIN) for name in names), bomb, *good, ("b7", b"noise" * 9)]))
    at = data.rindex(b"PK\3\4")
    data[at + 34] ^= 255  # in the packed data, after the header and the name
    told = of_archive(tmp_path, bytes(data))
    assert (told.pop("b8"), told.pop("b9"), told.pop("王")) == ("b8.py", "a.py", "牌" * 60 + ".py")
    why = {"b1": "太長", "b2": "外面", "b5": "外面", "b4:": "外面", "b3": "不只一份"}
    for student, word in {**why, "牌" * 67: "太長", "b6": "太大", "b7": "打不開"}.items():
        assert word in told.pop(student)
    assert told == {}


def test_a_folder_that_cannot_be_listed_is_no_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "s1/src").mkdir(parents=True)
    (entry,) = entries(intake.of_folder(tmp_path))

    def refuses(path: str) -> NoReturn:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuses)
    with pytest.raises(PermissionError):
        files(entry)


@pytest.mark.parametrize(("name", "levels"), [("a", 1500), ("abcdefghi", 600), ("abcdefghi", 200)])
def test_a_folder_may_be_nested_too_deep(name: str, levels: int, tmp_path: Path) -> None:
    (tmp_path / "b10902001").mkdir()
    with contextlib.chdir(tmp_path / "b10902001"):
        for _ in range(levels):
            os.mkdir(name)
            os.chdir(name)
        Path("main.py").write_text("print(1)\n")
    [entry] = entries(intake.of_folder(tmp_path))
    with pytest.raises(Refused, match="路徑太長"):
        files(entry)
    subprocess.run(["rm", "-rf", tmp_path / "b10902001"], check=True)  # too deep for `rmtree`
