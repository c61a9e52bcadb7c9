"""Lines of a sum against the definitions of the games they stand for."""

from itertools import product
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from cardjudge.stdio import Lines
from nim import judge
from nim.games import Sum, grundy
from nim.line import Values
from nim.notation import read_game

GRAPH = "5 5\n5 4\n5 3\n4 2\n3 2\n2 1\n"
KINDS = ["nim 3 1", "choose 0 2 1 1", "line 10 4 : 1 2", "line 12 3 : 2 3 7 30", "graph FILE : 5"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "graph.in"
    path.write_text(GRAPH)
    return path


def game(text: str, file: Path) -> Sum:
    return read_game(text.replace("FILE", str(file)))


def test_the_value_of_a_component_equals_its_definition(file: Path) -> None:
    for text in KINDS:
        assert game(text, file).value == grundy(game(text, file)), text


def test_winning_moves_are_those_that_leave_a_lost_sum(file: Path) -> None:
    for text, other_text in product(KINDS, repeat=2):
        made, other = game(text, file), game(other_text, file)
        rest = grundy(other)
        expected = [move for move in made.moves() if grundy(made.after(move)) == rest]
        winning = list(made.winning_moves(made.value ^ other.value))
        if grundy(made) == rest:
            assert winning == []
        else:
            assert set(winning) == set(expected), (text, other_text)
            assert len(winning) == len(expected)
            assert [move.part for move in winning] == sorted(move.part for move in winning)


def test_a_tab_and_a_colon_without_blanks_are_read() -> None:
    assert read_game("line\t10 1:1 2").value == read_game("line 10 1 : 1 2").value


def solved(text: str) -> str:
    out: list[str] = []
    judge.solve_sum(Lines(text.encode().splitlines(keepends=True)), out.append)
    return "".join(out)


def test_the_judge_solves_a_sum(file: Path) -> None:
    assert solved(f"nim 3 4 5\n\nchoose 0 1\ngraph {file} : 5\n") == (
        "SG(1) = 2\nSG(2) = 2\nSG(3) = 1\nX = 1\n先手必勝\n"
        "第 1 個：第 1 堆 3 -> 2\n第 1 個：第 3 堆 5 -> 4\n第 3 個：5 -> 3\n第 3 個：5 -> 4\n"
    )


@pytest.mark.parametrize("steps", [[1, 2], [1, 3, 4], [2, 5, 9], [7], []])
def test_the_values_of_a_far_line_follow_from_their_period(
    steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    near = Values(steps)
    expected = [near[distance] for distance in range(1000)]
    monkeypatch.setattr("nim.line._MOST_VALUES", 100)
    far = Values(steps)
    assert [far[distance] for distance in range(1000)] == expected


def test_a_line_without_a_proved_period_is_refused() -> None:
    with pytest.raises(UserError, match="終點太遠"):
        read_game(f"line {10**18} 0 : 1 4 {2**32}")


def test_a_line_in_a_sum_may_have_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nim.line._MOST_VALUES", 100)
    lines = solved(f"line {10**18} 0 : 1 2\n").splitlines()
    assert lines == ["SG(1) = 1", "X = 1", "先手必勝", "第 1 個：0 -> 1"]


@pytest.mark.parametrize(
    ("tokens", "reason"), [("6", "頂點 6 不在 1 到 5 之間"), ("1 2", "應有一枚棋子的位置")]
)
def test_a_bad_token_is_refused(tokens: str, reason: str, file: Path) -> None:
    assert [str(game(f"graph FILE : {vertex}", file)) for vertex in (1, 5)]
    with pytest.raises(UserError, match=reason):
        game(f"graph FILE : {tokens}", file)


def test_errors_of_a_graph_file_name_the_file_and_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ring.in"
    path.write_text("2 2\n1 2\n2 1\n")
    with pytest.raises(UserError, match=r"ring\.in：第 3 行：圖裡有環：1 -> 2 -> 1"):
        read_game(f"graph {path} : 1")
