"""A short search of all readers finds nothing; a search finds a planted mistake."""

import pytest

from tests import fuzz


@pytest.mark.slow
def test_a_short_search_finds_nothing() -> None:
    assert fuzz.main(["2700", "--seed", "58"]) == 0


def test_a_planted_mistake_is_found_and_made_small(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    planted = fuzz.Reader(lambda data: int("x" if b"5" in data else "1"), lambda: [b"1 2 3\n4 6\n"])
    monkeypatch.setitem(fuzz.READERS, "planted", planted)
    assert fuzz.main(["300", "--reader", "planted"]) == 1
    assert capsys.readouterr().out.startswith("FOUND by planted, seed 1\n")
