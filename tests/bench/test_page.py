"""docs/bench.md has a row for every claim, and documents name only existing scripts."""

import re
from pathlib import Path

import pytest

from bench.claims import Claim, Row
from bench.page import PAGE, page, row_of
from bench.peers import ROOT, exact
from bench.scripts import Report, Script, claims, scripts

READMES = [ROOT / "README.md", ROOT / "README.zh-TW.md"]
DOCUMENTS = [*READMES, *sorted((ROOT / "docs").glob("*.md"))]
MEASUREMENTS = [script for script in scripts() if script.measures]


def named(text: str) -> set[str]:
    """Return the modules and files of bench/ that a text names."""
    found: list[str] = re.findall(r"\bbench([./]\w+(?:\.(?:py|cpp))?)", text)
    return {name for name in found if name != ".md"}


def exists(name: str) -> bool:
    """Tell whether ``.module`` can be run or ``/file`` exists."""
    if name.startswith("/"):
        return Path(f"{ROOT}/bench{name}").exists()
    return f"bench{name}" in {script.name for script in scripts()}


def claims_a_speed(text: str) -> bool:
    """Tell whether a text says how many times as fast something is, or how many a second."""
    return (
        re.search(
            r"times (?:as (?:fast|slow)|faster|slower)|illions? .{3,20} a second|快.*倍", text
        )
        is not None
    )


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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_only_existing_scripts(document: Path) -> None:
    assert [name for name in named(document.read_text(encoding="utf-8")) if not exists(name)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_that_claims_a_speed_names_the_page(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert not claims_a_speed(text) or "bench.md" in text or document == PAGE


def test_the_check_finds_a_missing_row() -> None:
    script = Script("bench.thing", "What a thing costs.", True)
    claim, other = Claim("a thing", "its peer", at_most=2), Claim("a thing", "its peer", at_most=3)
    text = page([("machine", "slow")], [Report(script, [Row(claim, exact(2.5), "slow")], 7.0)])
    assert rows(text, "bench.thing") == [f"{row_of(claim)} 2.50 | **missed** | slow |"]
    assert not rows(text, "bench.thing")[0].startswith(row_of(other))
    assert "- a thing, against its peer: 2.50, not at most 2\n" in text
    assert "| machine | slow |\n" in text
    assert re.search(r"^Took 7 s on \d{4}-\d\d-\d\d\.$", text, re.MULTILINE)


def test_a_measurement_stays_until_it_is_repeated() -> None:
    claim = Claim("a thing", "its peer", at_most=2)
    one, two = Script("bench.one", "One.", True), Script("bench.two", "Two.", True)
    missed, kept = Row(claim, exact(2.5)), Row(claim, exact(1.5))
    text = page([], [Report(one, [missed], 1.0), Report(two, [missed], 1.0)])
    again = page([], [Report(one, [kept], 1.0)], text)
    assert again.count("**missed**") == again.count("- a thing, against its peer: 2.50") == 1
    assert re.findall("^## (.*)$", again, re.MULTILINE) == ["bench.one", "bench.two"]
    assert page([], [Report(two, [kept], 1.0)], again).count("All limits are kept.") == 1
