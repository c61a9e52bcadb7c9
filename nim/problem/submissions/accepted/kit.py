"""The solver of the kit, with the last winning move: any may be told."""

from judge.stdio import serve
from nim.heaps import Nim
from nim.text.heaps import read_heaps, render_moves
from nim.text.verdict import verdict


def judge(lines, write):
    """Write who wins, and how."""
    nim = Nim(read_heaps(lines))
    write(f"{verdict(nim.first_player_wins)}\n")
    write(render_moves(list(nim.winning_moves())[-1:]))
    return 0


serve(judge)
