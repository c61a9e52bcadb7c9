"""The judges: each reads a position, solves it, and writes who wins and how."""

from __future__ import annotations

from nim.heaps import Nim, mex, winning_choices
from nim.text.heaps import read_heaps, render_choices, render_moves
from nim.text.verdict import decimal, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write
    from nim.line import LineGame


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


def line(lines: Lines, write: Write, misere: bool = False, classes: bool = False) -> int:
    """Solve a line game; with `classes` tell the outcome class of each position."""
    from nim.line import TooFarError
    from nim.text.line import TOO_FAR, read_line

    game = read_line(lines)
    try:
        _solve_line(game, write, misere, classes)
    except TooFarError:
        raise lines.error(TOO_FAR) from None
    return 0


def _solve_line(game: LineGame, write: Write, misere: bool, classes: bool) -> None:
    from nim.line import first_player_wins, grundy_values, outcome_classes
    from nim.text.line import render_classes, render_kind, render_value

    positions = range(game.end, game.start - 1, -1)
    if classes:
        both = zip(outcome_classes(game), outcome_classes(game, misere=True), strict=True)
        for position, (normal, in_misere) in zip(positions, both, strict=True):
            write(render_classes(position, normal, in_misere))
    elif game.impartial and not misere:
        for position, value in zip(positions, grundy_values(game.first), strict=False):
            write(render_value(position, value))
    write(render_kind(game, misere))
    write(f"{verdict(first_player_wins(game, misere))}\n")


def graph(lines: Lines, write: Write, loopy: bool = False) -> int:
    """Solve a game on a graph; `loopy` admits cycles and tells N, P or draw."""
    from nim.graph import CycleError, grundy_values, outcomes, winning_moves
    from nim.heaps import nim_sum
    from nim.text.graph import GraphInput, render_moves, render_outcomes, render_values

    given = GraphInput(lines)
    if loopy:
        write(render_outcomes(outcomes(given.graph)))
        return 0
    try:
        values = grundy_values(given.graph)
    except CycleError as error:
        raise given.cycle_error(error.cycle) from None
    write(render_values(values))
    if given.tokens is not None:
        x = nim_sum(values[vertex] for vertex in given.tokens)
        write(f"X = {x}\n{verdict(x != 0)}\n")
        write(render_moves(winning_moves(given.graph, values, given.tokens)))
    return 0


def solve_sum(lines: Lines, write: Write) -> int:
    """Solve the sum of the components, one a line, by the theorem of Sprague and Grundy."""
    from nim.heaps import nim_sum
    from nim.text.components import read_sum, render_move

    components = read_sum(lines)
    values = [component.grundy for component in components]
    for number, value in enumerate(values, 1):
        write(f"SG({number}) = {decimal(value)}\n")
    x = nim_sum(values)
    write(f"X = {decimal(x)}\n{verdict(x != 0)}\n")
    for number, component in enumerate(components, 1):
        for move in component.winning_moves(x):
            write(f"第 {number} 個：{render_move(component, move)}\n")
    return 0
