"""The pages of docs/: their screens show the real output, and their links lead somewhere."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from judge.checker import LIMITS
from tests.docs.markdown import Command, File, steps
from tests.docs.newcomer import ROOT, Newcomer

DOCS = ROOT / "docs"
PAGES = sorted(
    str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md") if "examples" not in path.parts
)
BIN = Path(sys.executable).parent


def on_screen(page: str) -> list[Command | File]:
    """Return the files of a page, and the commands whose screens it shows."""
    return on_text((ROOT / "docs" / page).read_text(encoding="utf-8"))


def on_text(text: str) -> list[Command | File]:
    return [
        step
        for step in steps(text)
        if isinstance(step, File) or (isinstance(step, Command) and step.screen is not None)
    ]


# Two pages install a package, and have tests of their own.
INSTALLING = ("api.md", "game.md", "game.zh-TW.md")


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if on_screen(page) and page not in INSTALLING]
)
def test_the_screens_show_the_real_output(page: str, tmp_path: Path) -> None:
    trouble = Newcomer.in_new(tmp_path, BIN).follow(on_screen(page))
    assert not trouble, "\n".join(trouble)


@pytest.mark.parametrize("page", [page for page in PAGES if page.endswith(".zh-TW.md")])
def test_a_chinese_page_has_the_same_steps(page: str) -> None:
    """Its screens are in Chinese, and its headings have the same levels."""
    pages = [
        (ROOT / "docs" / name).read_text("utf-8") for name in (page.replace(".zh-TW", ""), page)
    ]
    english, chinese = ([getattr(step, "line", step) for step in on_text(text)] for text in pages)
    assert [str(line).removeprefix("LC_ALL=en_US.UTF-8 ") for line in english] == [
        *map(str, chinese)
    ]
    levels = [re.findall("^#+ ", text, re.MULTILINE) for text in pages]
    assert levels[0] == levels[1]


@pytest.mark.parametrize("page", [page for page in PAGES if page.endswith(".zh-TW.md")])
def test_a_chinese_page_links_to_chinese_pages(page: str) -> None:
    """The site and the READMEs switch the language; the links of a page do not."""
    for target in re.findall(r"\]\(([^)#:]+)\.md", (DOCS / page).read_text("utf-8")):
        assert not (DOCS / f"{target}.zh-TW.md").exists(), target


@pytest.mark.parametrize("page", ["api.md", "nim.md"])
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


@pytest.mark.parametrize(
    ("page", "template"),
    [
        ("judge.md", "A checker may use {0} s, {1} GiB of memory and {2} MiB of output."),
        ("judge.zh-TW.md", "檢查程式最多用 {0} 秒、{1} GiB 記憶體、{2} MiB 輸出。"),
    ],
)
def test_the_limits_of_a_checker_are_those_of_the_page(page: str, template: str) -> None:
    assert LIMITS.cpu == LIMITS.wall
    parts = LIMITS.cpu, (LIMITS.memory or 0) / 2**30, (LIMITS.output or 0) / 2**20
    told = template.format(*(f"{part:g}" for part in parts))
    assert told in " ".join((DOCS / page).read_text("utf-8").split())
