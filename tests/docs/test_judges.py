"""The guide for authors of problems, followed in an empty folder in both languages."""

import shutil
import sys
from pathlib import Path

import pytest

from judge.problem.pages import BROWSERS
from tests.docs.markdown import Code, Command, steps
from tests.docs.newcomer import ROOT, Newcomer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not any(map(shutil.which, BROWSERS)), reason="no browser: apt-get install chromium"
    ),
    pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler: apt-get install g++"),
]


def _only_named(step: object) -> bool:
    """Whether a page names a command, or one of another tool, in a sentence."""
    if isinstance(step, Code):
        return True
    return (
        isinstance(step, Command)
        and step.screen is None
        and (len(step.line.split()) < 4 or not step.line.startswith("judge "))
    )


@pytest.mark.parametrize("page", ["judges.md", "judges.zh-TW.md"])
def test_the_commands_of_the_guide_work(page: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    newcomer = Newcomer(tmp_path, Path(sys.executable).parent)
    told = [step for step in steps(text) if not _only_named(step)]
    assert newcomer.follow(told) == []
    assert (tmp_path / "short.out").read_text() != ""
    packages = {path.name for path in (tmp_path / "packages").iterdir()}
    assert packages == {"kattis", "noj", "qduoj"}
