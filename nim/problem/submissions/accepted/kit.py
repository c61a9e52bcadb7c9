"""The solver of the kit, with the last winning move: any may be told."""

from collections.abc import Callable

from cardjudge.stdio import Lines, serve
from nim.heaps import Nim
from nim.text import read_heaps, render_moves, verdict


def judge(lines: Lines, write: Callable[[str], object]) -> int:
    """Write who wins, and how."""
    nim = Nim(read_heaps(lines))
    write(f"{verdict(nim.first_player_wins)}\n")
    write(render_moves(list(nim.winning_moves())[-1:]))
    return 0


if __name__ == "__main__":
    serve(judge)
