"""The first difference, as the report shows it."""

from hypothesis import given
from hypothesis import strategies as st

from judge.compare import exact
from judge.explain import Difference, describe, difference, place_at, visible

texts = st.lists(st.sampled_from([*"a，,牌é\n\r\t \u3000\ufeff🀄", "e\u0301", "\n\n"])).map("".join)


def explained(answer: str | bytes, output: str | bytes) -> Difference:
    ours, theirs = (t.encode() if isinstance(t, str) else t for t in (answer, output))
    at = exact(ours, theirs).at
    assert at is not None
    return difference(ours, theirs, at)


def test_columns_count_characters_and_not_bytes() -> None:
    found = explained("玩家牌\n", "玩家牐\n")  # these two share their first two bytes
    assert (found.came.column, found.expected.character, found.came.character) == (3, "牌", "牐")
    found = explained("🀄x", "🀄y")
    assert found.came.column == 2
    cut = explained("玩家", "玩家".encode()[:-1])
    assert (cut.came.column, cut.expected.character, cut.came.character) == (2, "家", "\udce5")


@given(texts, texts, texts)
def test_both_sides_point_at_the_characters_that_differ(common: str, one: str, other: str) -> None:
    answer, output = common + one, common + other
    if answer == output:
        return
    found = explained(answer, output)
    for side, text in (found.expected, answer), (found.came, output):
        lines = text.split("\n")
        before = "\n".join([*lines[: side.line - 1], lines[side.line - 1][: side.column - 1]])
        assert text.startswith(before + side.character)
        assert side.excerpt.isprintable()
        assert side.excerpt[side.caret :].startswith(visible(side.character))
    assert found.expected.character != found.came.character
    assert (found.expected.line, found.expected.column) == (found.came.line, found.came.column)


def test_a_long_line_is_cut_between_characters() -> None:
    assert {*place_at(("牌" * 20_000).encode(), 60_000 - 3).before} == {"牌"}


def test_characters_have_names() -> None:
    assert describe(",") == ", U+002C COMMA"
    assert describe("\r") == "␍ U+000D CARRIAGE RETURN"
    assert describe(" ") == "· U+0020 SPACE"
    assert describe("\u0301") == "◌\u0301 U+0301 COMBINING ACUTE ACCENT"
    assert describe("\u200b") == "\\u200b U+200B ZERO WIDTH SPACE"
    assert describe("\x01") == "␁ U+0001 START OF HEADING"


def test_invisible_characters_are_made_visible() -> None:
    assert visible(" \t\r\n\0\x1b\x7f\udce7") == "·→␍↵␀␛␡<E7>"
