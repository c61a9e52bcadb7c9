"""The page of promises: its table equals that of `judge doctor`."""

import pytest

from cardjudge.language import listed, say
from judge.doctor.table import KINDS, PROMISES, held_by
from tests.docs.newcomer import ROOT

PAGES = [
    ("security.md", "en_US.UTF-8", "promise", "not held"),
    ("security.zh-TW.md", "zh_TW.UTF-8", "承諾", "做不到"),
]


@pytest.mark.parametrize(("page", "locale", "title", "not_held"), PAGES)
def test_the_table_equals_that_of_the_doctor(
    page: str, locale: str, title: str, not_held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    lines = (ROOT / "docs" / page).read_text("utf-8").splitlines()
    assert len(lines) <= 100
    kinds = [say(kind) for kind in KINDS.values()]
    head = lines.index("| " + " | ".join([title, *kinds]) + " |")
    rows = [line.strip("| ").split(" | ") for line in lines[head + 2 :][: len(PROMISES) + 1]]
    assert rows.pop() == [""]  # the table ends with the last promise
    for (promise, sentence), row in zip(PROMISES.items(), rows, strict=True):
        cells = [listed(held_by(promise, kind)) or not_held for kind in KINDS]
        assert row == [say(sentence), *cells]
    names = [line[4:].partition("**")[0] for line in lines if line.startswith("- **")]
    assert names[: len(kinds)] == kinds
