"""Results as JSON: one shape, in a file or on standard output."""

import json
import math
from pathlib import Path

import pytest

from cardjudge.commands.document import show
from cardjudge.series.estimate import mean

MEMBERS = {"wins": mean([7]), "of": {"牌": (1, 2.5)}, "lost": math.nan, "none": math.inf}
DOCUMENT = {
    "schema": "cardjudge/war-stats/1",
    "wins": {"value": 7.0, "low": None, "high": None},
    "of": {"牌": [1, 2.5]},
    "lost": None,
    "none": None,
}


def test_a_document_goes_into_a_file_beside_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.json"
    show("文字", file, "war-stats", MEMBERS)
    assert capsys.readouterr().out == "文字\n"
    written = file.read_text("utf-8")
    assert list(json.loads(written).items()) == list(DOCUMENT.items())
    assert "牌" in written
    assert written.endswith("}\n")
