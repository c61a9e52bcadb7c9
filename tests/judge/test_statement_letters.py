"""Markup in a statement is shown as intended or refused, never shown as plain characters."""

import html
import re
from pathlib import Path

import pytest

from judge.problem.statement import Statement
from tests.judge.planted import PNG

SHOWN = [
    "plain", "a * b * c", "2 * 3", "a_b_c", "f(x)", "5 < 6", "i<n && j>m", "A & B", "x&nbsp;y",
    "a == b", "[x]", "**bold**", "*it*", "__bold__", "~~gone~~", "`code`", "`$x$`", "`**`",
    "``a`b``", "\\*a\\*", "**粗體** 和", "這是**粗體**字", "「**平均**」", "\\$5 和 \\$6",
    "[a](https://a.tw)", "<https://a.tw>", "# Title", "## 輸入", "- a\n- b", "1. a\n2. b", "> said",
    "---", "    code", "a  \nb", "a\\\nb", "$x$", "$a_1 + b^2$", "$$\n\\sum_{i=1}^N a_i\n$$",
    "$\\frac{a}{b}$", "$\\sqrt{2}$", "$x \\le 5$", "$\\begin{cases} a & b \\\\ c & d \\end{cases}$",
    "$\\text{若} x$", "$\\{a\\}$", "$5$ 元", "$|x|$", "| a | b |\n|--|--|\n| 1 | 2 |",
    "| a |\n|--|\n| $x$ |", "| a |\n|--|\n| x\\|y |", "![sum](sum.png)", "![](圖.png)",
    "```\n**x** $y$\n```", "```py\nprint(1)\n```",
]  # fmt: skip
REFUSED = [
    *("| a |\n|--|\n| $|x|$ |", "| a |\n|--|\n| 1 | 2 |"),
    *("<b>bold</b>", "<!-- c -->", "<br>", "<div>\nx\n</div>", "a[^1]\n\n[^1]: b"),
    *("![](none.png)", "![](https://a.tw/a.png)", "![](../a.png)", "![](a.gif)", "![](text.png)"),
    "![](data:image/png;base64,AA)",
]
MARKS = re.compile(r"\*\*|__|~~|\$|`|\]\(|\]\[|\[\^|^#|\||\\\\[a-z]", re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("pictures")
    for name in "sum.png", "圖.png":
        (where / name).write_bytes(PNG)
    (where / "text.png").write_text("no picture\n")
    return where


@pytest.mark.parametrize("text", SHOWN)
def test_supported_markup_is_shown_without_its_marks(text: str, folder: Path) -> None:
    statement = Statement(text, "s.md", folder)
    assert [*map(str, statement.faults)] == []
    formulas = r'<(code|span class="math").*?</(code|span)>'
    shown = re.sub(formulas, "", statement.to_html(), flags=re.DOTALL)
    letters = html.unescape(re.sub(r"<[^>]*>", "", shown))
    if "\\" not in text:
        assert not MARKS.search(letters), letters


@pytest.mark.parametrize("text", REFUSED)
def test_markup_that_a_judge_cannot_show_is_a_fault_with_its_place(text: str, folder: Path) -> None:
    faults = [*map(str, Statement(text, "s.md", folder).faults)]
    assert faults
    assert all(re.match(r"(s\.md:\d+|text\.png)：", each) for each in faults)
