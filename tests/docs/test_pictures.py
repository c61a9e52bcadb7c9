"""The pictures show the current output of the commands."""

import re
from html import unescape
from pathlib import Path

import pytest

from docs.pictures.__main__ import COMMANDS, HERE, LOCALES, draw, prepare, screen
from tests.docs.newcomer import ROOT
from tests.tools import needs

pytestmark = needs("g++")
_USAGE = re.compile(r"\d+\.\d\ds|\d+MiB|–")
"""Time and memory, without blanks, which nobody can foretell."""


def shown(svg: str) -> str:
    """Return the text of a picture, without blanks."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return _USAGE.sub("", re.sub(r"\s", "", unescape("".join(found))))


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.slow] * (n in ("class", "verdict"))) for n in COMMANDS],
)
@pytest.mark.parametrize("ending", LOCALES)
def test_a_picture_shows_the_real_output(name: str, ending: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    now = draw(name, screen(name, LOCALES[ending], tmp_path))
    picture = (HERE / f"{name}{ending}.svg").read_text("utf-8")
    assert shown(now) == shown(picture), "python -m docs.pictures draws them anew"
    assert COMMANDS[name].replace(" ", "") in shown(picture)


def test_no_picture_loads_from_another_host() -> None:
    for path in (ROOT / "docs").rglob("*.svg"):
        assert "font-face" not in path.read_text("utf-8")
