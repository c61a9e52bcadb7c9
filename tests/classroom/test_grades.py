"""Points by groups; results are stored as rows and read back."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardjudge.programs.process import Ended
from judge.cases import Case
from judge.classroom.grades import Group, by_folder, decimal, summary
from judge.classroom.store import decode, encode
from judge.explain import difference
from judge.runner import Result
from judge.verdicts import Verdict
from tests.classroom.test_sheet import grade

CASE = Case("a", Path("a.in"))
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


def test_tests_in_one_folder_have_equal_points() -> None:
    (group,) = by_folder(["a", "b"])
    assert (group.rule, group.points) == ("each", 100)
    (group,) = by_folder(["sample/a", "secret/b"])
    assert group.tests == ("sample/a", "secret/b")


def test_folders_are_groups_with_equal_points_for_all_or_nothing() -> None:
    groups = by_folder(["small/secret/1", "small/sample/2", "large/1"])
    assert [(group.name, group.tests, group.rule) for group in groups] == [
        ("small", ("small/secret/1", "small/sample/2"), "all"),
        ("large", ("large/1",), "all"),
    ]
    assert sum(group.points for group in groups) == 100


def test_a_presentation_error_is_the_checkers_only_if_one_found_it() -> None:
    found = [grade("a"), grade("b", verdict="PE")]
    assert "PE（只有空白或換行不同）" in summary(found)
    assert "PE（檢查程式判定格式錯誤）" in summary(
        [*found, grade("c", verdict="PE", by_checker=True)]
    )


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (100, "100"), (1 / 3, "0.33"), (12.5, "12.5"), (99.999, "100")]
)
def test_points_are_shown_without_superfluous_digits(points: float, text: str) -> None:
    assert decimal(points) == text


ends = st.builds(
    Ended,
    status=st.integers(-64, 255),
    exceeded=st.sampled_from([None, "wall", "cpu", "memory", "output"]),
    wall=st.floats(0, 1e6),
    waited=st.floats(0, 1e6),
    cpu=st.floats(0, 1e6),
    memory=st.none() | st.integers(0, 1 << 50),
    stderr=st.binary(max_size=50),
)


@settings(max_examples=25)
@given(
    ends,
    st.sampled_from(Verdict),
    st.text(st.characters(codec="utf-8")),
    st.binary(max_size=30),
    st.lists(st.text(st.characters(codec="utf-8"), max_size=5), max_size=3),
)
def test_a_result_survives_its_encoding(
    ended: Ended, verdict: Verdict, comment: str, output: bytes, transcript: list[str]
) -> None:
    result = Result(
        CASE, verdict, ended, None, comment, output=output, transcript=tuple(transcript)
    )
    assert decode(encode(result), CASE) == result


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_a_difference_survives_its_encoding(answer: bytes, output: bytes) -> None:
    at = next(
        (i for i, (a, b) in enumerate(zip(answer, output, strict=False)) if a != b),
        min(len(answer), len(output)),
    )
    found = difference(answer, output, (at, at))
    result = Result(CASE, Verdict.WA, Ended(0, None, 0.0, 0.0, None, b""), found)
    assert decode(encode(result), CASE).difference == found
