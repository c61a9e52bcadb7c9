"""A game from outside: docs/game.md builds it, and nothing of the kit knows it."""

import subprocess
from pathlib import Path

import pytest

from docs.lines import ROOMS, of_python
from tests.docs.markdown import Code, Command, File, steps
from tests.docs.newcomer import ROOT

EXAMPLE = ROOT / "docs/examples/sevens"
PAGES = [ROOT / "docs/game.md", ROOT / "docs/game.zh-TW.md"]


def tracked(*folders: str) -> dict[str, str]:
    """Return the texts of the files of folders in the project, by their paths."""
    listing = ["git", "ls-files", "-z", "-co", "--exclude-standard", "--", *folders]
    run = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True)
    names = [name for name in run.stdout.decode().split("\0") if (ROOT / name).is_file()]
    return {name: (ROOT / name).read_text("utf-8", "replace") for name in names if name}


def followed(page: Path) -> list[Command | File | Code]:
    """Return the files of a page, and the commands whose screens it shows."""
    found = steps(page.read_text("utf-8"))
    return [
        step
        for step in found
        if isinstance(step, File) or getattr(step, "screen", None) is not None
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_shows_every_file_of_the_example(page: Path) -> None:
    files = {
        str(Path(name).relative_to("docs/examples")): text
        for name, text in tracked("docs/examples/sevens", "docs/examples/race").items()
    }
    shown = {step.name: step.text for step in followed(page) if isinstance(step, File)}
    commands = " ".join(step.line for step in followed(page) if isinstance(step, Command))
    assert {name: files.get(name) for name in shown if "bots/" not in name} == {
        name: text for name, text in shown.items() if "bots/" not in name
    }
    assert [name for name in files.keys() - shown if Path(name).name not in commands] == []


def test_the_example_is_short() -> None:
    sources = [
        text
        for name, text in tracked("docs/examples/sevens").items()
        if name.endswith(".py") and "/submissions/" not in name
    ]
    assert sum(map(of_python, sources)) <= 280


def test_nothing_of_the_kit_names_the_example() -> None:
    texts = tracked(*ROOMS, "pyproject.toml")
    assert [name for name, text in texts.items() if "sevens" in text or "排七" in text] == []
