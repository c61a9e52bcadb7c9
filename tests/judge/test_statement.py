"""Statements: one Markdown source, converted for each judge."""

import re
import shutil
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from judge.problem.pages import BROWSERS, formula_faults, to_pdf
from judge.problem.statement import Statement
from tests.judge.planted import PNG

MARKDOWN = Path(__file__).with_name("statement.md").read_text("utf-8")


@pytest.fixture
def statement(tmp_path: Path) -> Statement:
    return Statement(MARKDOWN, "statement.zh-TW.md", tmp_path, {"1.out": "6\n"}, "和與差")


def test_only_the_formats_leave_the_story(tmp_path: Path) -> None:
    text = "a\n\n## 輸入格式\n\nb\n\n## 提示\n\nc\n\n## 輸出格式\n\nd\n"
    parts = Statement(text, "statement.zh-TW.md", tmp_path, {}).parts()
    assert [each.split() for each in parts] == [["a", "##", "提示", "c"], ["b"], ["d"]]


def test_markdown_fills_in_samples(statement: Statement) -> None:
    told = statement.to_markdown()
    assert "- 甲 $a_1^2$" in told
    assert "// $ % &" in told
    assert "$$\\sum_i a_i$$" in told
    assert "```\n6\n```" in told


def test_a_statement_without_samples_loses_their_headings(tmp_path: Path) -> None:
    samples = "## 範例\n\n### 輸入\n\n```1.in\n```\n\n### 輸出\n\n```1.out\n```\n"
    for text, told in (f"a\n\n{samples}", "a\n"), (f"{samples}\n# 題\n\nb\n", "# 題\n\nb\n"):
        statement = Statement(text, "s", tmp_path).without_samples()
        assert statement.to_markdown() == told


def test_a_row_that_is_no_table_is_named_with_its_line(tmp_path: Path) -> None:
    text = "a\n\n| $|b|$ | c |\n| --- | :-: |\n| 1 | 2 |"
    first, *_ = Statement(text, "s", tmp_path).faults
    assert str(first).startswith("s:4：這不是表格：")


def test_a_picture_that_is_too_large_is_a_fault(tmp_path: Path) -> None:
    for size, faults in (5, []), (6, ["p.png：圖有 6 MiB，至多 5"]):
        with (tmp_path / "p.png").open("wb") as picture:
            picture.write(PNG)
            picture.truncate(size << 20)
        assert [*map(str, Statement("![](p.png)", "s", tmp_path).faults)] == faults


IN_BROWSER = pytest.mark.skipif(
    not any(map(shutil.which, BROWSERS)), reason="no browser: apt-get install chromium"
)
REFUSED = [
    ("$\\begin{cases} a$", "\\end"),
    ("$\\sume$", "Undefined control sequence: \\sume"),
    ("$x^2^3$", "Double superscript"),
    ("$\\left( a$", "\\right"),
    ("$\\href{a}{b}$", "\\href"),
    ("$a </script> & b$", "&"),
]
SET = [
    "$\\begin{cases} a & b \\\\ c & d \\end{cases}$",
    "$$\n\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}\n$$",
    "$若 x < 5$",
]


@IN_BROWSER
def test_what_katex_refuses_is_a_fault_with_its_line_and_words(tmp_path: Path) -> None:
    text = "\n\n".join([*SET, *(formula for formula, _ in REFUSED)])
    statement = Statement(text, "s.md", tmp_path)
    try:
        faults = [*formula_faults([statement])]
    except UserError as error:
        assert "No usable sandbox" in str(error)
        pytest.skip("Chromium needs user namespaces")
    assert [fault.line for fault in faults] == [9, 11, 13, 15, 17, 19]
    for fault, (formula, words) in zip(faults, REFUSED, strict=True):
        assert f"算式 {formula.strip('$')}：" in str(fault)
        assert words in str(fault).rpartition("：")[2]


@pytest.mark.parametrize("lack", ["browser", "network"])
def test_formulas_that_nothing_can_check_are_said(
    lack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("judge.problem.pages.BROWSERS", () if lack == "browser" else ("true",))
    monkeypatch.setattr("cardjudge.npm._REGISTRY", "http://127.0.0.1:9")
    with pytest.raises(UserError, match="Chromium" if lack == "browser" else "127.0.0.1"):
        [*formula_faults([Statement("$a$", "s.md", tmp_path)])]
    assert [*formula_faults([Statement("a", "s.md", tmp_path)])] == []


@pytest.mark.slow
@IN_BROWSER
def test_a_pdf_embeds_its_fonts_and_its_text_can_be_selected(statement: Statement) -> None:
    import io

    from pypdf import PdfReader

    data = to_pdf(statement)
    assert data == to_pdf(statement)
    assert b"(node00000000)" in data  # Chromium numbers cells by chance
    page = PdfReader(io.BytesIO(data)).pages[0]
    text = page.extract_text()
    # Noto has one glyph for a radical and the character that looks like it.
    assert not re.search("[\u2e80-\u2fdf]", text)
    for word in "一", "和與差", "粗", "題 & 目", "int x;":
        assert word in text
    fonts = page["/Resources"]["/Font"]  # type: ignore[index]
    for font in fonts.values():
        font = font.get_object()
        if font["/Subtype"] != "/Type3":
            (inside,) = (each.get_object() for each in font["/DescendantFonts"])
            assert (
                "/FontFile2" in inside["/FontDescriptor"]
                or "/FontFile3" in inside["/FontDescriptor"]
            )
