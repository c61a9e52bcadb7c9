"""The walk: each page is followed as its reader would, and prints what it shows.

An ordinary user with a home folder, whose locale is that of the page's language, has a clone and
installs it with ``pip install .`` into a fresh environment, at a terminal of 80 columns. Pages that
install nothing share an environment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import Code, Command, File, steps
from tests.docs.newcomer import ROOT, Account, Newcomer

PAGES = sorted(
    (
        path
        for path in (*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.md"))
        if "examples" not in path.parts
    ),
    key=lambda path: (-path.read_text("utf-8").count("pip install"), path),
)
LOCALES = {"en": "en_US.UTF-8", "zh-TW": "zh_TW.UTF-8"}
INSTALL = "python3 -m venv .venv && . .venv/bin/activate && python -m pip install -q ."
NOT_TAKEN = {
    r"-e '\.\[dev\]' && \.venv/bin/pytest": "the gate does it",
    r"python -m bench|docs/research/(nim|take6|war)_|stats 13 10000000| match .*--games 1[28]0": (
        "minutes to hours"
    ),
    r"--sheet (export|HW1_scores|gc|classroom_roster|list)\.csv": "the platform's files",
    r" (main\.cpp|Main\.java|a\.py|bot\.py|hw1\.zip|hw/\*|\./my_)": "the reader's files",
    r"^blackjack-judge contest bots": "the reader's files",
    r"^(python -m big2|war verify --java|nim 3 4 5)$": "names, not commands",
    r"\bYOU/PAGE": "the reader's repository",
    r"\bwsl\b": "Windows",
}
"""Commands that are not taken, as patterns, and why."""


def walked(page: Path) -> list[Command | File]:
    """Return the steps that the reader of a page takes."""
    found = (step for step in steps(page.read_text("utf-8")) if not isinstance(step, Code))
    return [step for step in found if isinstance(step, File) or not left_out(step.line)]


def left_out(line: str) -> list[str]:
    """Return the patterns of `NOT_TAKEN` that a command matches."""
    return [pattern for pattern in NOT_TAKEN if re.search(pattern, line)]


def language(page: Path) -> str:
    return "zh-TW" if page.name.endswith(".zh-TW.md") else "en"


@pytest.fixture(scope="session")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    with Account.ordinary(tmp_path_factory.mktemp("home")) as account:
        yield account


@pytest.fixture(scope="session")
def installed(account: Account) -> Path:
    """Return a clone in which the kit is installed."""
    clone = account.clone("installed")
    newcomer = Newcomer(account, clone, "C.UTF-8")
    assert newcomer.run(INSTALL) == (0, "")
    newcomer.leave()
    return clone


def files_of(clone: Path) -> set[Path]:
    """Return the files and folders of a clone, without what Python and git keep."""
    own = {"__pycache__", ".venv", ".git"}
    return {path for path in clone.rglob("*") if own.isdisjoint(path.parts)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=f"{language(page)}-{page.relative_to(ROOT)}")
        for page in PAGES
        if walked(page)
    ],
)
def test_a_reader_can_follow_a_page(
    page: Path, account: Account, request: pytest.FixtureRequest
) -> None:
    text = page.read_text("utf-8")
    clone = account.clone(str(page.relative_to(ROOT)).replace("/", "-"))
    newcomer = Newcomer(account, clone, LOCALES[language(page)])
    if "python3 -m venv" in text:
        begin = "true"
    elif "pip install" in text:
        begin = INSTALL
    else:
        begin = f". {request.getfixturevalue('installed')}/.venv/bin/activate"
    assert newcomer.run(begin) == (0, "")
    before = files_of(clone)
    trouble = newcomer.follow(walked(page))
    newcomer.leave()
    assert not trouble, "\n".join(trouble)
    if page.parent == ROOT:
        new = files_of(clone) - before
        assert not [path for path in new if path.parent not in new and path.name not in text]


def test_every_pattern_leaves_out_a_command() -> None:
    found = (step for page in PAGES for step in steps(page.read_text("utf-8")))
    used = {name for step in found if isinstance(step, Command) for name in left_out(step.line)}
    assert used == NOT_TAKEN.keys()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_indented(page: Path) -> None:
    """The walk does not see a command in a fence."""
    assert not re.search(r"^```(sh|bash|console|shell)", page.read_text("utf-8"), re.MULTILINE)
