"""The judges: each reads a position, solves it, and writes who wins and how."""

from __future__ import annotations

from cardjudge.errors import UserError
from nim.heaps import Nim, mex, winning_choices
from nim.text import decimal, read_heaps, render_choices, render_moves, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardjudge.stdio import Lines, Write
    from nim.games import Sum
    from nim.line import LineGame
    from nim.text import GraphInput


def judge(lines: Lines, write: Write, misere: bool = False) -> int:
    """Solve Nim and return exit status 0; InputError for wrong input."""
    nim = Nim(read_heaps(lines), misere)
    write(f"X = {decimal(nim.x)}\n{verdict(nim.first_player_wins)}\n")
    write(render_moves(nim.winning_moves()))
    return 0


def choose(lines: Lines, write: Write) -> int:
    """Solve Choose Nim."""
    heaps = read_heaps(lines)
    value = mex(heaps)
    write(f"MEX = {value}\n{verdict(value != 0)}\n")
    write(render_choices(winning_choices(heaps)))
    return 0


def line(
    lines: Lines,
    write: Write,
    misere: bool = False,
    classes: bool = False,
    verdict_only: bool = False,
) -> int:
    """Solve a line game; with `classes` tell the outcome class of each position."""
    from nim.line import TooFarError, first_player_wins
    from nim.text import TOO_FAR, read_line, render_kind

    game = read_line(lines)
    try:
        if not verdict_only:
            _write_positions(game, write, misere, classes)
        write(render_kind(game, misere))
        write(f"{verdict(first_player_wins(game, misere))}\n")
    except TooFarError:
        raise lines.error(TOO_FAR) from None
    return 0


def _write_positions(game: LineGame, write: Write, misere: bool, classes: bool) -> None:
    from nim.line import grundy_values, outcome_classes
    from nim.text import render_classes, render_value

    positions = range(game.end, game.start - 1, -1)
    if classes:
        both = zip(outcome_classes(game), outcome_classes(game, misere=True), strict=True)
        for position, (normal, in_misere) in zip(positions, both, strict=True):
            write(render_classes(position, normal, in_misere))
    elif game.impartial and not misere:
        for position, value in zip(positions, grundy_values(game.first), strict=False):
            write(render_value(position, value))


def graph(lines: Lines, write: Write, misere: bool = False, loopy: bool = False) -> int:
    """Solve a game on a graph; `loopy` admits cycles and tells N, P or draw."""
    from nim.text import GraphInput

    given = GraphInput(lines)
    if misere:
        _solve_misere_graph(given, write, loopy)
    elif loopy:
        _solve_loopy_graph(given, write)
    else:
        _solve_graph(given, write)
    return 0


def _solve_graph(given: GraphInput, write: Write) -> None:
    from nim.graph import CycleError, grundy_values, winning_moves
    from nim.heaps import nim_sum
    from nim.text import render_token_moves, render_values

    try:
        values = grundy_values(given.graph)
    except CycleError as error:
        raise given.cycle_error(error.cycle) from None
    write(render_values(values))
    if given.tokens is not None:
        x = nim_sum(values[vertex] for vertex in given.tokens)
        write(f"X = {x}\n{verdict(x != 0)}\n")
        write(render_token_moves(winning_moves(given.graph, values, given.tokens)))


def _solve_loopy_graph(given: GraphInput, write: Write) -> None:
    from nim.graph import first_player_wins, labels, loopy_winning_moves, outcomes
    from nim.text import render_label, render_outcomes, render_token_moves

    write(render_outcomes(outcomes(given.graph)))
    if given.tokens is not None:
        values = labels(given.graph)
        for vertex in sorted(set(given.tokens)):
            write(f"SG({vertex}) = {render_label(values[vertex])}\n")
        write(f"{verdict(first_player_wins(values, given.tokens))}\n")
        write(render_token_moves(loopy_winning_moves(given.graph, values, given.tokens)))


def _solve_misere_graph(given: GraphInput, write: Write, loopy: bool) -> None:
    from nim.graph import CycleError, grundy_values, moves, outcomes
    from nim.text import render_outcomes, render_token_moves

    if not loopy:
        try:
            grundy_values(given.graph)
        except CycleError as error:
            raise given.cycle_error(error.cycle) from None
    told = outcomes(given.graph, misere=True)
    write(render_outcomes(told))
    if given.tokens is None:
        return
    if len(given.tokens) == 1:
        write(f"{verdict({'N': True, 'P': False, 'draw': None}[told[given.tokens[0]]])}\n")
        every = moves(given.graph, given.tokens)
        write(render_token_moves(move for move in every if told[move.after] == "P"))
    elif loopy:
        raise UserError("有環的圖在匱乏賽局只能放一枚棋子")
    else:
        _solve_misere_tokens(given, given.tokens, write)


def _solve_misere_tokens(given: GraphInput, tokens: Sequence[int], write: Write) -> None:
    from nim.games import Board, Sum, Token
    from nim.misere import Misere

    board = Board(given.graph)
    game = Misere(Sum(tuple(Token(board, vertex) for vertex in tokens)))
    write(f"{verdict(game.first_player_wins)}\n")
    for part, before, after in game.winning_moves():
        write(f"第 {part + 1} 枚棋子：{before} -> {after}\n")


def solve_sum(lines: Lines, write: Write, misere: bool = False) -> int:
    """Solve the sum of the games, one a line, by the theorem of Sprague and Grundy."""
    from nim.notation import read_sum

    games = read_sum(lines)
    if misere:
        _solve_misere_sum(games, write)
        return 0
    from nim.heaps import nim_sum
    from nim.notation import render_classes, render_move

    values = [game.value for game in games]
    for number, value in enumerate(values, 1):
        write(f"SG({number}) = {decimal(value)}\n")
    x = nim_sum(values)
    write(f"X = {decimal(x)}\n{verdict(x != 0)}\n")
    for number, game in enumerate(games, 1):
        for move in game.winning_moves(x):
            write(f"第 {number} 個：{render_move(game, move)}\n")
        if x:
            write("".join(f"第 {number} 個：{told}\n" for told in render_classes(game)))
    return 0


def _solve_misere_sum(games: list[Sum], write: Write) -> None:
    from nim.games import Sum
    from nim.misere import Misere
    from nim.notation import render_move

    whole = Misere(Sum(tuple(part for game in games for part in game.parts)))
    owners = [
        (number, game, place)
        for number, game in enumerate(games, 1)
        for place in range(len(game.parts))
    ]
    write(f"{verdict(whole.first_player_wins)}\n")
    for move in whole.winning_moves():
        number, game, place = owners[move.part]
        write(f"第 {number} 個：{render_move(game, move._replace(part=place))}\n")
