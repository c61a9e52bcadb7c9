"""Files for Compare: one set however they come, and never the files of two cases together."""

from typing import Any

import pytest

from tests.web.conftest import DROP, OBSERVE, Page

pytestmark = pytest.mark.slow
TEXTS = """
const text = (name) => document.querySelector(`#compare-${name}`).value;
return ["input", "answer", "output"].map(text);
"""
A = [["a.in", "1\n1\n"], ["a.out", "A\n"], ["mine.txt", "A\n"]]
B = [["b.in", "1\n2\n"], ["b.out", "B\n"], ["mine.txt", "C\n"]]


def dropped(page: Page, drops: list[list[list[str]]]) -> list[str]:
    """Return the texts of input, answer and output after these drops."""
    for files in drops:
        page.js(DROP, files, "#compare")
        page.js("return new Promise((done) => setTimeout(done, 300))")
    texts: list[str] = page.js(TEXTS)
    return [text.strip()[-1:] for text in texts]


@pytest.mark.parametrize(
    ("drops", "texts", "asked"),
    [
        ([A], "1AA", False),
        ([[file] for file in A], "1AA", False),
        ([A, B], "2BC", False),
        ([A, B[:1]], ["2", "", ""], False),
        ([A, [["b.ans", "B"]]], ["", "B", ""], False),
        ([[["a.in", "1"], ["a.ans", "A"], ["a.out", "O"]]], "1AO", False),
        ([A, [["b.out", "B"]]], "1AA", True),
        ([A, [["a.in", "1"], ["a.out", "D"]]], "1DA", False),
        ([[["x.out", "X"], ["y.out", "Y"]]], ["", "", ""], True),
        ([[*A, *B]], "1AA", True),
        ([[["A.IN", "1"], ["A.OUT", "A"]]], ["1", "A", ""], False),
        ([A, [["a.out", "D"], ["new.txt", "E"]]], "1DE", False),
        ([A, [["x.ans", "D"], ["y.out", "E"]]], "1DE", False),
    ],
)
def test_a_set_of_files_is_told_by_its_names(
    page: Page, drops: Any, texts: Any, asked: bool
) -> None:
    page.open("#compare")
    assert dropped(page, drops) == list(texts)
    assert bool(page.text("#compare .error")) is asked


WHICH = "return document.querySelector('#compare .which').textContent.includes(arguments[0])"
NUMBERS = """
return [...document.querySelectorAll(".merge .cm-lineNumbers .cm-gutterElement")]
  .map((each) => Number(each.textContent));
"""


def test_an_empty_output_has_a_verdict(page: Page) -> None:
    page.open("#compare")
    page.js(DROP, [*A[:2], ["mine.txt", ""]], "#compare")
    page.until("return document.querySelector('#compare .verdict-box .WA')")


def test_a_thousand_differences_are_listed_and_the_rest_counted(page: Page) -> None:
    page.open("#compare")
    ours = [f"{number}" for number in range(3000)]
    theirs = [line if at % 2 else f"{line}!" for at, line in enumerate(ours)]
    page.js(DROP, [["a.out", "\n".join(ours)], ["mine.txt", "\n".join(theirs)]], "#compare")
    page.until(WHICH, "第 1 處不同，共 1500 處，列出前 1000 處")
    page.click("#compare .previous")
    page.until(WHICH, "第 1000 處")
    assert 1999 in page.until(NUMBERS)


def test_many_long_differences_never_block_the_page(page: Page) -> None:
    page.open("#compare")
    page.js(OBSERVE)
    ours = [f"{number * 7919} {number}" for number in range(150_000)] + ["x" * 2**20]
    theirs = [*ours[:1000], *["new"] * 100_000, *ours[3000:-1], ours[-1] + "!"]
    files = [["a.in", "1\n"], ["a.out", "\n".join(ours)], ["mine.txt", "\n".join(theirs)]]
    page.js(DROP, files, "#compare")
    page.until(WHICH, "第 1 處不同，共 2 處")
    assert 1001 in page.until(NUMBERS)
    page.until("return document.querySelector('.merge .cm-collapsedLines')")
    page.click("#compare .next")
    page.until(WHICH, "第 2 處不同，共 2 處")
    page.until("return document.querySelector('.merge .cm-changedText')")
    assert {150_001, 248_001} <= {*page.js(NUMBERS)}
    assert page.js("return window.longest") < 1000, "the bound is 200 ms on a machine at rest"
