"""The READMEs lead to every page, and the gate installs the kit as they say."""

import pytest

from tests.docs.newcomer import ROOT


@pytest.mark.parametrize(
    ("readme", "ours"), [("README.md", ".md"), ("README.zh-TW.md", ".zh-TW.md")]
)
def test_the_readme_links_to_every_page(readme: str, ours: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    names = {page.name.partition(".")[0] for page in (ROOT / "docs").glob("*.md")}
    for name in names:
        page = f"docs/{name}{ours}"
        assert f"({page if (ROOT / page).exists() else f'docs/{name}.md'})" in text, name
