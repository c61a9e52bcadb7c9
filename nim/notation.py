"""The notation of games and moves: the lines of `nim sum`, and the output of moves."""

from collections.abc import Iterator

from cardjudge.errors import InputError, UserError, quote, visible, why
from cardjudge.language import say
from cardjudge.numbers import MOST_DIGITS
from cardjudge.stdio import Lines
from nim.games import Board, Choose, Game, Heap, LinePosition, Move, Sum, TakingHeap, Token
from nim.integers import read_one
from nim.taking.period import NotProvedError, PeriodicValues
from nim.taking.rules import GRUNDYS_GAME, Rules, octal, subtraction
from nim.text import GraphInput

_LONGEST_NAME = 1000

_NOTATION = "nim 3 4 5、choose 0 1 2、line 10 1 : 1 2、subtract 1 3 4 : 20、octal 0.77 : 12、\
grundy 12、graph 檔名 : 3"


def read_game(text: str) -> Sum:
    """Return the game that a line describes; UserError, with the reason, for an invalid line."""
    name, *words = text.split()
    match name:
        case "nim":
            return Sum(tuple(map(Heap, read_numbers(words))))
        case "choose":
            return Sum((Choose(tuple(read_numbers(words))),))
        case "grundy":
            return _taking(GRUNDYS_GAME, words)
        case "line":
            return _line(*_halves(words))
        case "graph":
            return _graph(*_halves(words))
        case "subtract":
            steps, heaps = _halves(words)
            return _taking(subtraction(read_steps(steps)), heaps)
        case "octal":
            code, heaps = _halves(words)
            return _taking(read_octal(" ".join(code)), heaps)
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


def read_numbers(words: list[str]) -> list[int]:
    """Return the integers that words represent, also as 10^18; UserError for another word.

    >>> read_numbers(["12", "10^3"])
    [12, 1000]
    """
    return [_power(word) if "^" in word else read_one(word) for word in words]


def _power(word: str) -> int:
    base, exponent = map(read_one, word.split("^", 1))
    if exponent * len(str(base)) > MOST_DIGITS:
        raise UserError("{word}超過 {most} 位數", word=quote(word), most=MOST_DIGITS)
    return int(base**exponent)


def read_steps(words: list[str]) -> frozenset[int]:
    """Return a non-empty set of positive integers; UserError, with the reason, for other words."""
    steps = read_numbers(words)
    if not steps:
        raise UserError("至少要有一個步數或取法")
    if 0 in steps:
        raise UserError("0 不是正整數")
    return frozenset(steps)


def read_octal(code: str) -> Rules:
    """Return the rules of an octal code; UserError, with the reason, for an invalid code."""
    try:
        return octal(code)
    except ValueError as error:
        raise UserError(
            "{code}不是八進位賽局的代號：{digit}不對（小數點前是 0 或 4，小數點後是 0 到 7）",
            code=quote(code),
            digit=quote(str(error)),
        ) from None


def _halves(words: list[str]) -> tuple[list[str], list[str]]:
    left, colon, right = " ".join(words).partition(":")
    if not colon:
        raise UserError("缺少冒號，例如 line 10 1 : 1 2")
    return left.split(), right.split()


def _line(ends: list[str], steps: list[str]) -> Sum:
    numbers = read_numbers(ends)
    if len(numbers) != 2:
        raise UserError("應有終點與起點兩個數，卻有 {count} 個", count=len(numbers))
    end, start = numbers
    if start > end:
        raise UserError("起點超過終點")
    return _sum_of(LinePosition(PeriodicValues(subtraction(read_steps(steps))), end, start))


def _taking(rules: Rules, words: list[str]) -> Sum:
    game, limit = PeriodicValues(rules), 100_000 if rules.to_two else 1_000_000
    return _sum_of(*(TakingHeap(game, heap, limit) for heap in read_numbers(words)))


def _sum_of(*parts: Game) -> Sum:
    """Return the sum; UserError if its value needs a period that is not proved."""
    try:
        _ = Sum(parts).value
    except NotProvedError as error:
        raise UserError("{limit} 以內證不出週期，無法計算更大的堆", limit=error.limit) from None
    return Sum(parts)


def _graph(file: list[str], words: list[str]) -> Sum:
    vertices = read_numbers(words)
    if len(vertices) != 1:
        raise UserError("應有一枚棋子的位置")
    name = " ".join(file)
    try:
        with open(name, "rb") as stream:
            graph_input = GraphInput(Lines(stream))
        board = Board(graph_input.graph, graph_input.values())
    except (InputError, OSError) as error:
        reason = why(error) if isinstance(error, OSError) else error
        raise UserError("{file}：{why}", file=visible(name, _LONGEST_NAME), why=reason) from None
    except ValueError:
        raise UserError("沒有{name}這個檔案", name=quote(name)) from None  # the name contains a NUL
    if not 1 <= vertices[0] <= graph_input.graph.vertices:
        parts = {"vertex": vertices[0], "vertices": graph_input.graph.vertices}
        raise UserError("頂點 {vertex} 不在 1 到 {vertices} 之間", **parts)
    return Sum((Token(board, vertices[0]),))


def render_move(move: Move) -> str:
    """Return a move without a line end: the heap, if the game has heaps, and the change."""
    if isinstance(move.before, Choose):
        return f"選第 {move.part + 1} 堆 {move.after}"
    where = f"第 {move.part + 1} 堆 " if isinstance(move.before, Heap | TakingHeap) else ""
    return f"{where}{move.before} -> {move.after}"


def render_classes(game: Sum) -> Iterator[str]:
    """Yield a line for each heap that is too large for a list of all its splits."""
    for number, part in enumerate(game.parts, 1):
        if isinstance(part, TakingHeap) and not part.is_listed:
            period = part.game.period
            assert period is not None
            yield f"第 {number} 堆其他的分法與列出的差 {period.length} 的倍數"
