"""Points by groups; results are stored as rows and read back."""

import pytest

from judge.classroom.grades import Group, by_folder, decimal

TESTS = ("1", "2", "3", "4")


@pytest.mark.parametrize(
    ("rule", "parts", "points"),
    [
        ("all", [1, 1, 1, 1], 40),
        ("all", [1, 1, 0.9, 1], 0),
        ("each", [1, 0, 1, 1], 30),
        ("each", [1, 0.5, 0, 0], 15),
    ],
)
def test_a_group_counts_by_its_rule(rule: str, parts: list[float], points: float) -> None:
    group = Group("g", TESTS, 40, rule)  # type: ignore[arg-type]
    assert group.score(dict(zip(TESTS, parts, strict=True))) == points


def test_a_test_that_did_not_run_gives_no_points() -> None:
    assert Group("g", TESTS, 40, "each").score({"1": 1}) == 10


def test_folders_are_groups_with_equal_points_for_all_or_nothing() -> None:
    groups = by_folder(["small/secret/1", "small/sample/2", "large/1"])
    assert [(group.name, group.tests, group.rule) for group in groups] == [
        ("small", ("small/secret/1", "small/sample/2"), "all"),
        ("large", ("large/1",), "all"),
    ]
    assert sum(group.points for group in groups) == 100


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (100, "100"), (1 / 3, "0.33"), (12.5, "12.5"), (99.999, "100")]
)
def test_points_are_shown_without_superfluous_digits(points: float, text: str) -> None:
    assert decimal(points) == text
