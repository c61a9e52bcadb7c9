"""The pages of help: whole in both languages, at every width, and their examples work."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.cells import cell_len

from cardjudge.commands import manual
from cardjudge.commands.command import Command
from cardjudge.language import CONTEXT
from tests.test_language import CONVERTED, IDEOGRAPH, known_english, strings

ROOT = Path(__file__).parents[1]
MODULES = {
    "big2": "big2.cli",
    "nim": "nim.cli",
    "war": "war.cli",
    "take6": "take6.cli",
    "blackjack-judge": "blackjack_judge.cli",
    "judge": "judge.cli",
}
SERVES = "judge web"  # until it is interrupted
ENDS = {
    "echo \"print('O wins', 0)\" > guess.py && judge hack nim -- python3 guess.py": 1  # it is wrong
}


class Page(NamedTuple):
    """A command with its path."""

    path: str
    command: Command


@cache
def commands(name: str) -> list[Page]:
    """Return a command and its subcommands, and theirs."""
    return [*_below(name, import_module(MODULES[name]).app)]


def _below(path: str, command: Command) -> Iterator[Page]:
    yield Page(path, command)
    for word in command.below:
        yield from _below(f"{path} {word}", command.named(word))


def page(of: Page, say: Callable[[str], str], width: int) -> str:
    return manual.page(of.command, of.path, say, width)


@cache
def in_both(context: Page, width: int) -> tuple[str, str]:
    """Return the Chinese and the English page."""
    known = known_english()
    return (
        page(context, lambda text: text.rpartition(CONTEXT)[2], width),
        page(context, lambda text: known.get(text, text), width),
    )


def examples(text: str) -> list[str]:
    """Return the commands of a page, as a shell gets them."""
    found = re.findall(r"^ +\$ ((?:.*\\\n)*.*)$", text, re.MULTILINE)
    return [re.sub(r" \\\n +", " ", command) for command in found]


def asked(name: str) -> set[str]:
    """Return all Chinese texts of the pages of a command."""
    return set[str]().union(*(asked_of(each) for each in commands(name)))


def asked_of(context: Page) -> set[str]:
    """Return the Chinese texts of a page."""
    texts: set[str] = set()

    def listen(text: str) -> str:
        texts.add(text)
        return text

    page(context, listen, 80)
    return {text for text in texts if IDEOGRAPH.search(text)}


@pytest.mark.parametrize("name", MODULES)
def test_every_text_has_its_english(name: str) -> None:
    assert asked(name) <= known_english().keys()


def test_every_english_text_belongs_to_a_chinese_one() -> None:
    said = set().union(*map(strings, CONVERTED), *map(asked, MODULES))
    for path in [*(ROOT / "judge/web/static").iterdir(), ROOT / "cardjudge/viewer/viewer.js"]:
        texts = re.findall(r'(?<=[">])([^"<>]+)(?=["<])', path.read_text("utf-8"))
        said |= {*texts, *(f"page{CONTEXT}{text}" for text in texts)}
    assert known_english().keys() - said == set()


@pytest.mark.parametrize("name", MODULES)
def test_a_page_fits_every_terminal(name: str) -> None:
    for context in commands(name):
        for width in 40, 80, 120:
            for text in in_both(context, width):
                assert max(map(cell_len, text.splitlines())) <= width
                assert not re.search(r"(?m)^ *[，。、；：！？）」』》]", text)
                assert not re.search(r"(?m)[（「『《]$", text)
                assert not re.search(r"(?m) $|\n\n\n", text)


def bare(text: str) -> str:
    """Return a text without blanks and the backslashes that continue commands."""
    return re.sub(r"\\\n|\s", "", text)


@pytest.mark.parametrize("name", MODULES)
def test_every_word_of_the_docstring_is_on_the_page(name: str) -> None:
    known = known_english()
    for context in commands(name):
        words, told = context.command.help.split(), bare(context.command.help)
        ours = [each for each in asked_of(context) if bare(each) in told]
        for width in 80, 120:
            chinese, english = map(bare, in_both(context, width))
            assert [word for word in words if word not in chinese] == []
            assert [each for each in ours if bare(known[each]) not in english] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_page_shows_the_same_examples_at_every_width(name: str) -> None:
    for context in commands(name):
        wanted = examples(page(context, str, 1000))
        assert wanted
        for width in 40, 80:
            for text in in_both(context, width):
                assert examples(text) == wanted


@pytest.mark.parametrize("name", MODULES)
def test_the_files_and_options_that_a_page_names_exist(name: str) -> None:
    for context in commands(name):
        text = page(context, str, 1000)
        for line in re.findall(r"(?m)^參見\n +(.*)$", text):
            for reference in line.split(", "):
                if reference.endswith(" --help"):
                    words = reference.removesuffix(" --help").split()
                    assert words in [each.path.split() for each in commands(words[0])]
                else:
                    assert (ROOT / reference).is_file()


def write_bots(folder: Path) -> None:
    """Write two programs that pass whenever they are asked."""
    folder.mkdir()
    for name in "one.py", "two.py":
        (folder / name).write_text("while input():\n    print(-1)\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str, tmp_path: Path) -> None:
    for context in commands(name):
        folder = tmp_path / context.path
        folder.mkdir()
        shutil.copy(ROOT / "big2/problem/submissions/accepted/plain.cpp", folder / "main.cpp")
        write_bots(folder / "bots")
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        for example in examples(page(context, str, 1000)):
            if example.startswith(SERVES):
                continue
            files = set(folder.iterdir())
            run = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", example],
                cwd=folder,
                env={**os.environ, "PATH": path},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            assert run.returncode == ENDS.get(example, 0), f"{example}\n{run.stderr}"
            assert not re.sub(r"下載 https://registry.*\n", "", run.stderr), example
            assert run.stdout or set(folder.iterdir()) > files, example
