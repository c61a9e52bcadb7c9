"""The pages: both languages have the same steps, and links lead somewhere."""

import doctest
import re

import pytest

from cardjudge.columns import folded
from tests.docs.markdown import Code, steps
from tests.docs.newcomer import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(
    str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md") if "examples" not in path.parts
)
CHINESE = ["README.zh-TW.md", *(f"docs/{page}" for page in PAGES if page.endswith(".zh-TW.md"))]


@pytest.mark.parametrize("page", CHINESE)
def test_a_chinese_page_has_the_same_steps(page: str) -> None:
    """Its screens are in Chinese, and its headings have the same levels."""
    pages = [(ROOT / name).read_text("utf-8") for name in (page.replace(".zh-TW", ""), page)]
    english, chinese = (
        [getattr(step, "line", step) for step in steps(text) if not isinstance(step, Code)]
        for text in pages
    )
    assert english == chinese
    levels = [re.findall("^#+ ", text, re.MULTILINE) for text in pages]
    assert levels[0] == levels[1]


@pytest.mark.parametrize("page", ["class.md", "judge.md", "judges.md", "play.md"])
def test_five_minutes_fit_a_screen_and_a_half(page: str) -> None:
    for name in page, page.replace(".", ".zh-TW."):
        text = (DOCS / name).read_text("utf-8")
        _, first = re.split(r"^## (?:In five minutes|五分鐘上手)\n", text, flags=re.MULTILINE)
        lines = re.split(r"\n+(?:## |The rest of |下面是查資料|The next section|下一節)", first)[0]
        assert sum(len(folded(line, 80)) for line in lines.splitlines()) <= 36
        assert all(
            len(re.findall(r"[\w'`-]+", said)) <= 25 for said in re.split(r"[.:;|\n]", lines)
        )


@pytest.mark.parametrize("page", CHINESE[1:])
def test_a_chinese_page_links_to_chinese_pages(page: str) -> None:
    """The site and the READMEs switch the language; the links of a page do not."""
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#:]+)\.md", path.read_text("utf-8")):
        assert not (path.parent / f"{target}.zh-TW.md").exists(), target


@pytest.mark.parametrize("page", ["api.md", "api.zh-TW.md", "nim.md"])
def test_the_examples_of_the_library_work(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted >= 3


@pytest.mark.parametrize(
    "page",
    [
        *("README.md", "README.zh-TW.md", "CONTRIBUTING.md", "SECURITY.md", "testdata/README.md"),
        *(f"docs/{page}" for page in PAGES),
    ],
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!http)([^)#]*)(?:#([^)]*))?\)", text):
        path = (ROOT / page).parent / target if target else ROOT / page
        assert path.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
            assert anchor in anchors
