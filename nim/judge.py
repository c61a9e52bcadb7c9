"""The judges: each reads a position, solves it, and writes the verdict and the winning moves."""

from __future__ import annotations

from nim import text
from nim.heaps import Nim, mex, nim_sum, winning_choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write
    from nim.line import LineGame


def judge(lines: Lines, write: Write, misere: bool = False) -> int:
    """Solve Nim and return exit status 0; InputError for invalid input."""
    nim = Nim(text.read_heaps(lines), misere)
    write(f"X = {text.decimal(nim.x)}\n{text.verdict(nim.first_player_wins)}\n")
    write(text.render_moves(nim.winning_moves()))
    return 0


def choose(lines: Lines, write: Write) -> int:
    """Solve Choose Nim."""
    heaps = text.read_heaps(lines)
    value = mex(heaps)
    write(f"MEX = {value}\n{text.verdict(value != 0)}\n")
    write(text.render_choices(winning_choices(heaps)))
    return 0


def line(lines: Lines, write: Write, misere: bool = False, classes: bool = False) -> int:
    """Solve a line game; with `classes` write the outcome classes of each position."""
    from nim.line import TooFarError, first_player_wins

    game = text.read_line(lines)
    try:
        _write_positions(game, write, misere, classes)
        write(text.render_kind(game, misere))
        write(f"{text.verdict(first_player_wins(game, misere))}\n")
    except TooFarError:
        raise lines.error(text.TOO_FAR) from None
    return 0


def _write_positions(game: LineGame, write: Write, misere: bool, classes: bool) -> None:
    from nim.line import grundy_values, outcome_classes

    positions = range(game.end, game.start - 1, -1)
    if classes:
        both = zip(outcome_classes(game), outcome_classes(game, misere=True), strict=True)
        for position, (normal, in_misere) in zip(positions, both, strict=True):
            write(text.render_classes(position, normal, in_misere))
    elif game.impartial and not misere:
        for position, value in zip(positions, grundy_values(game.first), strict=False):
            write(text.render_value(position, value))


def graph(lines: Lines, write: Write, loopy: bool = False) -> int:
    """Solve a game on a graph; `loopy` allows cycles and writes N, P or draw, without tokens."""
    from nim.graph import outcomes

    graph_input = text.GraphInput(lines, tokens=not loopy)
    if loopy:
        write(text.render_outcomes(outcomes(graph_input.graph)))
    else:
        _solve_graph(graph_input, write)
    return 0


def _solve_graph(graph_input: text.GraphInput, write: Write) -> None:
    from nim.games import Board, Sum, Token

    values = graph_input.values()
    write(text.render_values(values))
    if graph_input.tokens is not None:
        board = Board(graph_input.graph, values)
        tokens = Sum(tuple(Token(board, vertex) for vertex in graph_input.tokens))
        write(f"X = {tokens.value}\n{text.verdict(tokens.value != 0)}\n")
        moves = ((part + 1, before, after) for part, before, after in tokens.winning_moves())
        write(text.render_moves(moves, text.TOKEN))


def solve_sum(lines: Lines, write: Write) -> int:
    """Solve the sum of the games, one per line, by the theorem of Sprague and Grundy."""
    from nim.notation import read_sum, render_move

    games = read_sum(lines)
    values = [game.value for game in games]
    for number, value in enumerate(values, 1):
        write(f"SG({number}) = {text.decimal(value)}\n")
    x = nim_sum(values)
    write(f"X = {text.decimal(x)}\n{text.verdict(x != 0)}\n")
    for number, game in enumerate(games, 1):
        for move in game.winning_moves(x):
            write(text.render_part(number, render_move(move)))
    return 0
