"""Components of a sum against the definitions of the games they stand for."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from cardjudge.stdio import Lines
from nim import judge, octal
from nim.components import ChooseHeaps, Component, Move
from nim.games import Choose, Game, Heap, LinePosition, Sum, TakingHeap, Token, grundy
from nim.graph import Graph
from nim.line import LineGame
from nim.taking import GRUNDYS_GAME, subtraction
from nim.text.components import read_component

GRAPH = "5 5\n5 4\n5 3\n4 2\n3 2\n2 1\n"
LINE = LineGame(10, 4, frozenset([1, 2]), frozenset([1, 2]))
KAYLES, SUBTRACTION = octal.parse("0.77"), subtraction(frozenset([1, 3]))

KINDS: list[tuple[str, Callable[[tuple[int, ...]], Game]]] = [
    ("nim 3 1", lambda parts: Sum(tuple(map(Heap, parts)))),
    ("choose 0 2 1 1", lambda parts: Choose(parts)),
    ("line 10 4 : 1 2", lambda parts: LinePosition(LINE, parts[0])),
    ("subtract 1 3 : 5 4", lambda parts: Sum(tuple(TakingHeap(SUBTRACTION, n) for n in parts))),
    ("octal 0.77 : 5", lambda parts: Sum(tuple(TakingHeap(KAYLES, n) for n in parts))),
    ("grundy 7 3", lambda parts: Sum(tuple(TakingHeap(GRUNDYS_GAME, n) for n in parts))),
    (
        "graph FILE : 5",
        lambda parts: Token.on(Graph(5, [5, 5, 4, 3, 2], [4, 3, 2, 2, 1]), parts[0]),
    ),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "graph.in"
    path.write_text(GRAPH)
    return path


def component(text: str, file: Path) -> Component:
    return read_component(text.replace("FILE", str(file)))


def test_every_component_has_the_value_and_as_many_moves_as_its_game(file: Path) -> None:
    for text, game in KINDS:
        made = component(text, file)
        assert made.grundy == grundy(game(made.parts)), text
        options = list(game(made.parts).options())
        assert len(list(made.all_moves())) == len(options), text


def test_winning_moves_are_those_that_leave_a_lost_sum(file: Path) -> None:
    def value_after(made: Component, game: Callable[[tuple[int, ...]], Game], move: Move) -> int:
        if isinstance(made, ChooseHeaps):
            return grundy(Heap(move.before))
        return grundy(game(made.after(move).parts))

    for (text, game), (other_text, other_game) in product(KINDS, repeat=2):
        made, other = component(text, file), component(other_text, file)
        rest = grundy(other_game(other.parts))
        expected = {move for move in made.all_moves() if value_after(made, game, move) == rest}
        winning = list(made.winning_moves(made.grundy ^ other.grundy))
        assert set(winning) == expected, (text, other_text)
        assert len(winning) == len(expected)
        assert [move.part for move in winning] == sorted(move.part for move in winning)


def test_a_sum_by_the_command(file: Path) -> None:
    out: list[str] = []
    text = f"nim 3 4 5\n\nchoose 0 1\ngraph {file} : 5\n"
    judge.solve_sum(Lines(text.encode().splitlines(keepends=True)), out.append)
    assert "".join(out) == (
        "SG(1) = 2\nSG(2) = 2\nSG(3) = 1\nX = 1\n先手必勝\n"
        "第 1 個：第 1 堆 3 -> 2\n第 1 個：第 3 堆 5 -> 4\n第 3 個：5 -> 3\n第 3 個：5 -> 4\n"
    )


BAD = [
    ("chess", "不認得的賽局：「chess」"),
    ("nim 3 -4", "「-4」是負數"),
    ("nim 1_0", "「1_0」不是非負整數"),
    ("line 10 : 1 2", "應有終點與起點兩個數，卻有 1 個"),
    ("line 10 1 1 2", "缺少冒號"),
    ("line 1 10 : 1", "起點超過終點"),
    ("line 10 1 : 0", "0 不是正整數"),
    ("line 10 1 :", "至少要有一個步數或取法"),
    ("line 10000000 1 : 1", "最多 1000000 步"),
    ("octal 0.8 : 1", "「0.8」不是八進位賽局的代號：「8」不對"),
    ("octal 2.7 : 1", "「2.7」不是八進位賽局的代號：「2」不對"),
    ("octal 0.77 : 100001", "一堆最多 100000 顆"),
    ("graph /nowhere/at/all : 1", "No such file"),
    ("graph FILE : 6", "頂點 6 不在 1 到 5 之間"),
    ("graph FILE : 1 2", "應有一枚棋子的位置"),
]


@pytest.mark.parametrize(("text", "reason"), BAD, ids=[row[0].split("/")[0] for row in BAD])
def test_a_bad_component_is_one_line(text: str, reason: str, file: Path) -> None:
    try:
        component(text, file)
    except UserError as error:
        assert reason in str(error)
        assert "\n" not in str(error)
    except OSError as error:  # which becomes one line at the edge
        assert reason in str(error)
    else:
        pytest.fail("accepted")


def test_errors_of_a_graph_file_name_the_file_and_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ring.in"
    path.write_text("2 2\n1 2\n2 1\n")
    with pytest.raises(UserError, match=r"ring\.in：第 3 行：圖裡有環：1 -> 2 -> 1"):
        read_component(f"graph {path} : 1")
