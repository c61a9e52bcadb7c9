"""The cases of a folder."""

from pathlib import Path

import pytest

from cardjudge.errors import UserError
from judge.layouts import find
from tests.judge.conftest import write


def test_a_case_is_an_input_with_the_files_beside_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        one_in="1",
        one_out="x",
        two_in="2",
        two_ans="y",
        two_args="--name '地 瓜' \"$HOME\" *\n",
        ten10_in="",
        ten10_out="",
        ten10_status="2\n",
        ten10_err="錯誤",
        notes_txt="",
    )
    one, ten, two = find([tmp_path])
    assert (one.name, one.input, one.answer) == ("one", tmp_path / "one.in", tmp_path / "one.out")
    assert (ten.name, ten.status, ten.stderr) == ("ten10", 2, tmp_path / "ten10.err")
    assert two.answer == tmp_path / "two.ans"
    assert two.arguments == ("--name", "地 瓜", "$HOME", "*")
    assert two.expected() == b"y"


def test_a_filter_selects_cases_of_several_folders(tmp_path: Path) -> None:
    first = write(tmp_path / "x", a1_in="", a2_in="", b_in="")
    second = write(tmp_path / "y", a10_in="")
    found = find([second, first], "a*")
    assert [case.name for case in found] == [f"{second}/a10", f"{first}/a1", f"{first}/a2"]
    assert [case.name for case in find([first], "[!a]*")] == ["b"]
    with pytest.raises(UserError, match="裡沒有名稱符合「a3」的測試"):
        find([first], "a3")


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({}, "裡沒有測試"),
        ({"a_in": "", "a_out": "", "a_ans": ""}, "有不只一個答案"),
        ({"a_in": "", "a_args": "'open"}, "不是一行參數"),
        ({"a_in": "", "a_args": "a\0b"}, "有 NUL"),
        ({"a_in": "", "a_status": "two"}, "不是 0 到 255 的結束狀態"),
        ({"a_in": "", "a_status": "256"}, "不是 0 到 255 的結束狀態"),
        ({"a_in": "", "a_err": "x" * (1 << 14)}, "太大"),
    ],
)
def test_an_inconsistent_folder_is_refused(
    tmp_path: Path, files: dict[str, str], complaint: str
) -> None:
    with pytest.raises(UserError, match=complaint):
        find([write(tmp_path, **files)])
