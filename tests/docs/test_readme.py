"""The steps of the READMEs work for a newcomer."""

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.markdown import Code, Command, File, steps
from tests.docs.newcomer import ROOT, Newcomer

ENGLISH = list(steps((ROOT / "README.md").read_text(encoding="utf-8")))
CHINESE = list(steps((ROOT / "README.zh-TW.md").read_text(encoding="utf-8")))
INSTALL, DEVELOP = ENGLISH[:2]
PATTERN = list(steps((ROOT / "docs/api.md").read_text(encoding="utf-8")))


def runs_here(step: Command | File | Code) -> bool:
    """Return whether a test may take this step.

    The second command runs all tests, so no test but the gate runs it.
    """
    return step != DEVELOP


@pytest.mark.slow
def test_a_newcomer_can_follow_the_readme(tmp_path: Path) -> None:
    newcomer = Newcomer.in_new(tmp_path, bin=tmp_path / ".venv" / "bin")
    shutil.copy(ROOT / "docs/pictures/Main.java", tmp_path)
    trouble = newcomer.follow(filter(runs_here, [*ENGLISH, *PATTERN]))
    assert not trouble, "\n".join(trouble)


def test_both_readmes_have_the_same_steps() -> None:
    english, chinese = (
        [step if isinstance(step, File) else getattr(step, "line", "") for step in page]
        for page in (ENGLISH, CHINESE)
    )
    assert [str(step).removeprefix("LC_ALL=en_US.UTF-8 ") for step in english] == [
        *map(str, chinese)
    ]


def test_the_gate_runs_the_commands_of_installation() -> None:
    pattern = re.search(r"sed -n 's/(.*)/\\1/p' README.md", (ROOT / ".ci/run").read_text())
    assert pattern is not None
    found = re.compile(pattern[1].replace(r"\(", "(").replace(r"\)", ")"), re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [Command(line) for line in found.findall(readme)] == [INSTALL, DEVELOP]


@pytest.mark.parametrize(
    ("readme", "ours"), [("README.md", ".md"), ("README.zh-TW.md", ".zh-TW.md")]
)
def test_the_readme_links_to_every_page(readme: str, ours: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    names = {page.name.partition(".")[0] for page in (ROOT / "docs").glob("*.md")}
    for name in names:
        page = f"docs/{name}{ours}"
        assert f"({page if (ROOT / page).exists() else f'docs/{name}.md'})" in text, name
