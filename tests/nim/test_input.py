# ruff: noqa: E501
"""Input that is refused: one line with its place and reason, after the results before it."""

import pytest

from tests.processes import forked

CASES: list[tuple[str, str, bytes, str, str]] = [
    ("choose-word", "choose", b"2\n1 x\n", "第 2 行：「x」不是非負整數", ""),
    ("cr-is-no-line-end", "", b"3\r4 5\r6x\n", "第 1 行：「6x」不是非負整數", ""),
    ("empty", "", b"", "第 1 行：輸入已經結束，缺少堆數", ""),
    ("full-width-blank", "", b"2\n1\xe3\x80\x802\n", "第 2 行：「1\\u30002」不是非負整數", ""),
    ("full-width", "", b"1\n\xef\xbc\x97\n", "第 2 行：「７」不是非負整數", ""),
    (
        "graph-beyond-memory",
        "graph",
        b"1000000000000000000000000000000 0\n",
        "第 1 行：頂點最多 2000000 個，不能是 1000000000000000000000000000000",
        "",
    ),
    (
        "graph-cycle",
        "graph",
        b"5 5\n4 2\n2 5\n1 2\n5 4\n1 3\n",
        "第 5 行：圖裡有環：2 -> 5 -> 4 -> 2",
        "",
    ),
    ("graph-empty", "graph", b"", "第 1 行：輸入已經結束，缺少頂點數", ""),
    (
        "graph-huge-edges",
        "graph",
        b"1 1606938044258990275541962092341162602522202993782792835301376\n",
        "第 2 行：應有 1606938044258990275541962092341162602522202993782792835301376 條邊，只有 0 條",
        "",
    ),
    (
        "graph-long-cycle",
        "graph",
        b"20 20\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n8 9\n9 10\n10 11\n11 12\n12 13\n13 14\n14 15\n15 16\n16 17\n17 18\n18 19\n19 20\n20 1\n",
        "第 21 行：圖裡有環：1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> 12 -> …（共 20 個頂點） -> 1",
        "",
    ),
    ("graph-self-loop", "graph", b"2 2\n1 2\n2 2\n", "第 3 行：圖裡有環：2 -> 2", ""),
    ("graph-token-beyond", "graph", b"2 1\n1 2\n2\n1\n3\n", "第 5 行：頂點 3 不在 1 到 2 之間", ""),
    ("graph-too-few-edges", "graph", b"3 3\n1 2\n2 3\n", "第 4 行：應有 3 條邊，只有 2 條", ""),
    ("graph-too-few-tokens", "graph", b"3 1\n1 2\n2\n1\n", "第 5 行：應有 2 枚棋子，卻有 1 枚", ""),
    ("graph-too-many", "graph", b"3 1\n1 2\n1\n1 2\n", "第 4 行：應有 1 枚棋子，卻有 2 枚", ""),
    ("graph-vertex-0", "graph", b"2 1\n0 2\n", "第 2 行：頂點 0 不在 1 到 2 之間", ""),
    ("graph-vertex-beyond", "graph", b"2 2\n1 2\n1 3\n", "第 3 行：頂點 3 不在 1 到 2 之間", ""),
    (
        "line-beyond-memory",
        "line --misere",
        b"1000000000000000000000000000000 0\n100000000000000000000000000000\n",
        "第 2 行：走得到的步數太大，或終點太遠，算不出誰會贏",
        "匱乏無偏賽局\n",
    ),
    ("line-empty-steps", "line", b"9 1\n\n", "第 2 行：沒有步數", ""),
    ("line-no-steps", "line", b"9 1\n", "第 2 行：輸入已經結束，缺少先手的步數", ""),
    ("line-one-number", "line", b"9\n1\n", "第 1 行：應有終點與起點兩個數，卻有 1 個", ""),
    ("line-start-beyond", "line", b"3 4\n1\n", "第 1 行：起點 4 超過終點 3", ""),
    ("line-step-0", "line", b"9 1\n1 0\n", "第 2 行：步數 0 不是正整數", ""),
    ("line-step-negative", "line", b"9 1\n1\n-2\n", "第 3 行：「-2」是負數", ""),
    ("negative-count", "", b"-1\n", "第 1 行：「-1」是負數", ""),
    ("negative-heap", "", b"2\n3 -4\n", "第 2 行：「-4」是負數", ""),
    ("not-utf8", "", b"1\n\xff\n", "第 2 行：位元組 0xFF 不是 UTF-8", ""),
    ("plus", "", b"1\n+7\n", "第 2 行：「+7」不是非負整數", ""),
    ("sum-file-with-nul", "sum", b"graph a\x00b : 1\n", "第 1 行：沒有「a\\x00b」這個檔案", ""),
    (
        "sum-move-too-great-for-a-proof",
        "sum",
        b"subtract 1 4 4294967295 : 1000000000000000000\n",
        "第 1 行：1000000 以內證不出週期，無法計算更大的堆",
        "",
    ),
    (
        "sum-no-file",
        "sum",
        b"nim 3\ngraph no-such-file : 1\n",
        "第 2 行：no-such-file：沒有這個檔案或資料夾",
        "",
    ),
    ("too-few", "", b"3\n1 2\n", "第 3 行：應有 3 堆，卻有 2 堆", ""),
    ("too-many", "", b"2\n1 2\n3\n", "第 3 行：應有 2 堆，卻有 3 堆", ""),
    ("underscore", "", b"1\n1_000\n", "第 2 行：「1_000」不是非負整數", ""),
    ("5000-digits", "", b"1\n" + b"9" * 5000, "第 2 行：「" + "9" * 40 + "…」超過 4300 位數", ""),
    (
        "grundy-no-false-proof",
        "grundy 13 --limit 11",
        b"",
        "n ≤ 11 的值證不出週期，無法得知 G(13)；可用 --limit 提高上限",
        "G(0..23) = 0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0\nn ≤ 11 的值證不出週期\n",
    ),
    (
        "graph-tokens-on-a-cycle",
        "graph --loopy",
        b"2 2\n1 2\n2 1\n2 1 2\n",
        "第 4 行：有環的圖不放棋子，邊之後卻還有 3 個數",
        "",
    ),
]


@pytest.mark.parametrize(
    ("arguments", "data", "told", "judged"),
    [row[1:] for row in CASES],
    ids=[row[0] for row in CASES],
)
def test_wrong_input_is_refused_in_one_line(
    arguments: str, data: bytes, told: str, judged: str
) -> None:
    out, err, status = forked({"LC_ALL": "C"}).run("nim", arguments.split(), data)
    assert (status, err.decode()) == (2, f"錯誤：{told}\n")
    assert out.decode() == judged
