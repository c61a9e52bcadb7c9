"""The notation of games and moves: the lines of `nim sum`, and the output of moves."""

from cardjudge.errors import InputError, UserError, quote, visible, why
from cardjudge.language import say
from cardjudge.stdio import Lines
from nim.games import Board, Choose, Heap, LinePosition, Move, Sum, Token
from nim.integers import read_one
from nim.line import TooFarError, Values
from nim.text import TOO_FAR, GraphInput, ends, steps

_LONGEST_NAME = 1000

_NOTATION = "nim 3 4 5、choose 0 1 2、line 10 1 : 1 2、graph 檔名 : 3"


def read_game(text: str) -> Sum:
    """Return the game that a line describes; UserError, with the reason, for an invalid line."""
    name, *words = text.split()
    match name:
        case "nim":
            return Sum(tuple(map(Heap, map(read_one, words))))
        case "choose":
            return Sum((Choose(tuple(map(read_one, words))),))
        case "line":
            return _line(*_halves(words))
        case "graph":
            return _graph(*_halves(words))
    raise UserError(
        "不認得的賽局：{name}（寫法：{notation}）", name=quote(name), notation=say(_NOTATION)
    )


def read_sum(lines: Lines) -> list[Sum]:
    """Read a game from each line that is not blank."""
    games = []
    for line in lines:
        if line:
            try:
                games.append(read_game(line))
            except UserError as error:
                raise lines.error("{reason}", reason=error) from None
    return games


def _halves(words: list[str]) -> tuple[list[str], list[str]]:
    left, colon, right = " ".join(words).partition(":")
    if not colon:
        raise UserError("缺少冒號，例如 line 10 1 : 1 2")
    return left.split(), right.split()


def _line(numbers: list[str], taken: list[str]) -> Sum:
    end, start = ends([*map(read_one, numbers)])
    within = {step for step in steps([*map(read_one, taken)]) if step <= end - start}
    position = Sum((LinePosition(Values(within), end, start),))
    try:
        _ = position.value
    except TooFarError:
        raise UserError(TOO_FAR) from None
    return position


def _graph(file: list[str], words: list[str]) -> Sum:
    vertices = [*map(read_one, words)]
    if len(vertices) != 1:
        raise UserError("應有一枚棋子的位置")
    name = " ".join(file)
    if "\0" in name:
        raise UserError("沒有{name}這個檔案", name=quote(name))
    try:
        with open(name, "rb") as stream:
            graph_input = GraphInput(Lines(stream))
        board = Board(graph_input.graph, graph_input.values())
    except (InputError, OSError) as error:
        reason = why(error) if isinstance(error, OSError) else error
        raise UserError("{file}：{why}", file=visible(name, _LONGEST_NAME), why=reason) from None
    if not 1 <= vertices[0] <= graph_input.graph.vertices:
        parts = {"vertex": vertices[0], "vertices": graph_input.graph.vertices}
        raise UserError("頂點 {vertex} 不在 1 到 {vertices} 之間", **parts)
    return Sum((Token(board, vertices[0]),))


def render_move(move: Move) -> str:
    """Return a move without a line end: the heap, if the game has heaps, and the change."""
    if isinstance(move.before, Choose):
        return f"選第 {move.part + 1} 堆 {move.after}"
    where = f"第 {move.part + 1} 堆 " if isinstance(move.before, Heap) else ""
    return f"{where}{move.before} -> {move.after}"
