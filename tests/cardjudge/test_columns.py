"""Tables in plain text."""

from cardjudge.columns import columns


def test_wide_characters_are_aligned() -> None:
    rows = [("同花順", "一"), ("a", "b"), ("鐵支!", "c")]
    assert columns(rows) == ["同花順  一", "a       b", "鐵支!   c"]


def test_numbers_are_aligned_to_the_right() -> None:
    rows = [("選手", "勝場", "牌"), ("a", "9", "b")]
    assert columns(rows, right={1}) == ["選手  勝場  牌", "a        9  b"]
