"""docs/bench.md has a row for every claim, and documents name only existing scripts."""

import re

import pytest

from bench.claims import Claim, Row
from bench.page import PAGE, page, row_of
from bench.peers import exact
from bench.scripts import Report, Script, claims, scripts

MEASUREMENTS = [script for script in scripts() if script.measures]


def rows(text: str, title: str) -> list[str]:
    """Return the rows of the table in the section of a title."""
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\|.*\|$", section, re.MULTILINE)
    return lines[2:]


@pytest.mark.parametrize("script", MEASUREMENTS, ids=lambda script: script.name)
def test_the_page_has_a_row_for_every_claim(script: Script) -> None:
    shown = rows(PAGE.read_text(encoding="utf-8"), script.name)
    claimed = [row_of(claim) for claim in claims(script)]
    assert claimed
    assert [row for row in claimed if claimed.count(row) > 1] == []
    assert len(shown) == len(claimed)
    for row, beginning in zip(shown, claimed, strict=True):
        assert row.startswith(beginning)


def test_the_page_has_no_removed_measurement() -> None:
    titles = re.findall(r"^## (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert titles == [script.name for script in MEASUREMENTS]


def test_a_measurement_stays_until_it_is_repeated() -> None:
    claim = Claim("a thing", "its peer", at_most=2)
    one, two = Script("bench.one", "One.", True), Script("bench.two", "Two.", True)
    missed, kept = Row(claim, exact(2.5)), Row(claim, exact(1.5))
    text = page([], [Report(one, [missed], 1.0), Report(two, [missed], 1.0)])
    again = page([], [Report(one, [kept], 1.0)], text)
    assert again.count("**missed**") == again.count("- a thing, against its peer: 2.50") == 1
    assert re.findall("^## (.*)$", again, re.MULTILINE) == ["bench.one", "bench.two"]
    assert page([], [Report(two, [kept], 1.0)], again).count("All limits are kept.") == 1
