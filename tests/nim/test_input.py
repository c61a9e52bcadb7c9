"""Input that is refused; tests/mistakes.txt has what can be typed."""

import pytest

from tests.processes import forked


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"3\r4 5\r6x\n", "第 1 行：「6x」不是非負整數"),  # CR ends no line
        (b"1\n\xff\n", "第 2 行：位元組 0xFF 不是 UTF-8"),
        (b"1\n" + b"9" * 5000, f"第 2 行：「{'9' * 40}…」超過 4300 位數"),
    ],
)
def test_wrong_input_is_refused_in_one_line(data: bytes, told: str) -> None:
    out, err, status = forked({"LC_ALL": "C"}).run("nim", [], data)
    assert (out, err.decode(), status) == (b"", f"錯誤：{told}\n", 2)
