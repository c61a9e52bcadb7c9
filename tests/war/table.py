"""The homeworks of homeworks/java.edits and python.edits: a base, and its edits."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HOMEWORKS = Path(__file__).parent / "homeworks"
ENDINGS = {"java": "java", "python": "py"}


class Homework(NamedTuple):
    name: str
    failing: str
    """The test that fails; OK if none does, CE if the homework does not compile."""
    text: str


def homeworks(language: str) -> Iterator[Homework]:
    """Yield the homeworks of a table; java.edits describes its form."""
    base = (HOMEWORKS / f"base.{ENDINGS[language]}").read_text("utf-8")
    table = (HOMEWORKS / f"{language}.edits").read_text("utf-8")
    turns = base
    for block in re.split(r"^@ ", table, flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        failing, name = head.split(" | ")
        text = _edited(turns if name.endswith(" +turn") else base, body)
        if name == "turns":
            turns = text
        yield Homework(name, failing, text)


def _edited(text: str, body: str) -> str:
    for edit in filter(None, body.strip("\n").split("\n\n")):
        lines = edit.splitlines()
        old, new = ("\n".join(x[1:] for x in lines if x[0] == sign) for sign in "-+")
        assert old in text, edit
        text = text.replace(old, new, 1)
    return text
