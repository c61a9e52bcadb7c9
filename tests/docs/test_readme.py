"""The READMEs lead to every page, and the gate installs the kit as they say."""

import re

import pytest

from tests.docs.markdown import Command, steps
from tests.docs.newcomer import ROOT


def test_the_gate_runs_the_commands_of_installation() -> None:
    pattern = re.search(r"sed -n 's/(.*)/\\1/p' README.md", (ROOT / ".ci/run").read_text())
    assert pattern is not None
    found = re.compile(pattern[1].replace(r"\(", "(").replace(r"\)", ")"), re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [*map(Command, found.findall(readme))] == [*steps(readme)][:2]


@pytest.mark.parametrize(
    ("readme", "ours"), [("README.md", ".md"), ("README.zh-TW.md", ".zh-TW.md")]
)
def test_the_readme_links_to_every_page(readme: str, ours: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    names = {page.name.partition(".")[0] for page in (ROOT / "docs").glob("*.md")}
    for name in names:
        page = f"docs/{name}{ours}"
        assert f"({page if (ROOT / page).exists() else f'docs/{name}.md'})" in text, name
