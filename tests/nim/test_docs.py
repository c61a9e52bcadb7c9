"""The examples of the READMEs and of docs/nim.md say what really happens."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "README.zh-TW.md", "docs/nim.md"]
EXAMPLES = [
    (page, command, output)
    for page in PAGES
    for command, output in re.findall(
        r"^    \$ (.*\bnim\b.*)\n((?:    (?!\$).*\n)*)",
        (ROOT / page).read_text("utf-8"),
        re.MULTILINE,
    )
]


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES)
def test_an_example(page: str, command: str, output: str) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PATH": path},
        check=True,
    )
    assert run.stdout == re.sub("^    ", "", output, flags=re.MULTILINE)


def test_every_page_has_examples() -> None:
    assert {page for page, *_ in EXAMPLES} == set(PAGES)


def test_the_library_as_documented() -> None:
    result = doctest.testfile(str(ROOT / "docs/nim.md"), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 3
