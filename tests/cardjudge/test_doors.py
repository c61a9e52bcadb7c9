"""The options of judge mode: answered without Typer, with the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INPUTS = {
    "big2": "big2/sample.in",
    "take6": "take6/mad.in",
    "war": "war/both-empty.in",
    "nim": "nim/lecture.in",
}
WORDS = {
    "big2": [
        "--punctuation=fullwidth",
        "--punctuation",
        "--punctuation ascii --punctuation fullwidth",
        "--patterns 單張，對子 --punctuation ascii",
        "--patterns 單張,單張",
        "--patterns --version",
        "--patterns \udcff",
        "--punctuation ascii --version",
        "--punct ascii",
    ],
    "take6": ["--ranking index", "--ranking"],
    "war": ["--alternate=yes", "--alternate --nb-vals 13", "--nb-vals 013", "--nb-vals ١٣"],
    "nim": ["--misere --misere", "--misere 1", "--version=1"],
    "judge": ["--version --version"],
    "blackjack_judge": ["--version", "--seed 1"],
}


def answered(command: list[str], package: str, words: str) -> tuple[int, bytes, bytes]:
    file = ROOT / "testdata" / INPUTS.get(package, "nim/lecture.in")
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    given = [word.encode(errors="surrogateescape") for word in words.split()]
    with file.open("rb") as stdin:
        run = subprocess.run(
            [*command, *given], stdin=stdin, env=environment, capture_output=True, check=False
        )
    return run.returncode, run.stdout, run.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "words"), [(package, each) for package in WORDS for each in WORDS[package]]
)
def test_an_answer_equals_that_of_typer(package: str, words: str) -> None:
    code = f"from {package}.cli import app; from cardjudge.commands.app import run; run(app)"
    typer = answered([sys.executable, "-c", code], package, words)
    assert answered([sys.executable, "-m", package], package, words) == typer


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("big2", "--version"),
        ("judge", "--version"),
        ("big2", "--punctuation ascii --patterns 單張,對子,葫蘆"),
        ("take6", "--ranking index"),
        ("war", "--alternate --nb-vals 13"),
        ("nim", "--misere"),
    ],
)
def test_an_answer_loads_no_heavy_module(package: str, words: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", package]
    told = answered(command, package, words)[2].decode()
    loaded = {line.rpartition("|")[2].strip() for line in told.splitlines()}
    assert f"{package}.__main__" in loaded or "cardjudge.stdio" in loaded
    heavy = {"typer", "rich", "numpy", "numba", "typing", "re", "dataclasses", "enum"}
    assert loaded & {*heavy, "importlib.metadata"} == set()
