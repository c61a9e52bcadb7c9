"""The solver of the kit; it writes the last winning move, because any is accepted."""

from collections.abc import Callable

from cardjudge.stdio import Lines, serve
from nim.heaps import Nim
from nim.text import read_heaps, render_moves, verdict


def judge(lines: Lines, write: Callable[[str], object]) -> int:
    """Write the verdict and a winning move."""
    nim = Nim(read_heaps(lines))
    write(f"{verdict(nim.first_player_wins)}\n")
    write(render_moves(list(nim.winning_moves())[-1:]))
    return 0


if __name__ == "__main__":
    serve(judge)
