"""Layouts of tests that judges and teachers use, and folders that are no layout."""

import os
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from cardjudge.programs.process import Limits
from judge.cases import Case
from judge.layouts import find
from judge.runner import Program, record

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "layouts.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def lay(folder: Path, files: str) -> Path:
    for name in files.split():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def told(case: Case, folder: Path) -> str:
    answer = "" if case.answer is None else case.answer.relative_to(folder)
    return f"{case.name}={case.input.relative_to(folder)}:{answer}"


@pytest.mark.parametrize(("where", "files", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_a_layout_of_tests_is_recognised_or_refused(
    where: str, files: str, expected: str, tmp_path: Path
) -> None:
    lay(tmp_path, files)
    if expected.startswith("!"):
        with pytest.raises(UserError, match=expected[1:]):
            list(find([tmp_path]))
    else:
        assert " ".join(told(case, tmp_path) for case in find([tmp_path])) == expected


@pytest.mark.parametrize("name", ["a.in", "a.out", "a.args", "in/1"])
@pytest.mark.parametrize("kind", ["fifo", "dangling", "device"])
def test_a_test_that_is_no_regular_file_is_refused_before_anything_is_read(
    name: str, kind: str, tmp_path: Path
) -> None:
    lay(tmp_path, "in/1 out/1" if "/" in name else "a.in a.out")
    (tmp_path / name).unlink(missing_ok=True)
    if kind == "fifo":
        os.mkfifo(tmp_path / name)
    else:
        (tmp_path / name).symlink_to("/dev/zero" if kind == "device" else "nowhere")
    with pytest.raises(UserError, match="不是檔案" if kind != "dangling" else "指到的檔案不存在"):
        find([tmp_path])


@pytest.mark.parametrize("name", ["1.sol", "1.ok", "1.diff", "expected1.txt", "1_expected"])
def test_a_file_that_may_be_the_answer_is_named(name: str, tmp_path: Path) -> None:
    (case,) = find([lay(tmp_path, f"1.in {name} 11.sol notes.txt")])
    with pytest.raises(UserError, match=f"如果 .*/{name} 就是，要叫做 .*1.out"):
        case.expected()


def test_a_link_may_be_a_file_but_not_a_group(tmp_path: Path) -> None:
    lay(tmp_path, "real/1.in real/1.out")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/again").symlink_to("../real")
    for ending in ".in", ".out":
        (tmp_path / f"tests/2{ending}").symlink_to(f"../real/1{ending}")
    assert [case.name for case in find([tmp_path / "tests"])] == ["2"]


def test_all_layouts_are_judged_and_recorded_alike(tmp_path: Path) -> None:
    for number, (_, files, expected) in enumerate(ROWS):
        if expected.startswith("!") or expected.endswith(":"):
            continue
        folder = lay(tmp_path / str(number), files)
        cases = {case.name: case for case in find([folder])}
        case = next(iter(cases.values()))
        assert case.answer is not None
        case.answer.unlink()
        ((path, _),) = record(
            [found for found in find([folder]) if not found.answers], Program(("cat",), Limits())
        )
        assert path.read_bytes() == case.input.read_bytes()
        assert {each.name for each in find([folder])} == cases.keys()


def test_an_answer_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    cases = find([lay(tmp_path, "a.in")])
    lay(tmp_path, "a.out")
    with pytest.raises(UserError, match="已經存在"):
        list(record(cases, Program(("cat",), Limits())))
    assert (tmp_path / "a.out").read_text() == "a.out"
    assert len(os.listdir(tmp_path)) == 2


def test_a_package_of_kattis_has_folders_without_tests(tmp_path: Path) -> None:
    for name in "sample/1.in", "sample/1.ans", "secret/g/2.in", "secret/g/2.ans":
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1\n")
    for name in "invalid_input/3.in", "invalid_output/4.in", "answer_validator_errors/5.in":
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("1\n")
    assert [case.name for case in find([tmp_path])] == ["sample/1", "secret/g/2"]
