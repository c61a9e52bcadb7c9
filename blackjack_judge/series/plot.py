"""A plot of the money in every game of a match; needs the extra ``plot``."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from blackjack_judge.series.match import Match, drawn
from cardjudge.errors import UserError


def draw(matches: Sequence[Match], goal: int, file: Path) -> None:
    """Draw the money in every game of the matches; UserError if the file cannot be written."""
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    for index, match in enumerate(matches):
        for game in match.games:
            rounds = [*drawn(game.rounds), game.rounds]
            axes.plot(rounds, game.curve, color=f"C{index}", alpha=0.4, linewidth=0.6)
        label = f"{match.player}: {match.won.percent(1)} of {len(match.games)} games won"
        axes.plot([], [], color=f"C{index}", label=label)
    axes.axhline(goal, color="black", linestyle="--", linewidth=0.8, label="goal")
    axes.set(xlabel="rounds", ylabel="money", xscale="symlog", xlim=(0, None), ylim=(0, None))
    figure.legend(loc="outside upper left", frameon=False)
    try:
        figure.savefig(file)
    except ValueError as error:  # the suffix is not a picture format
        raise UserError("{file}：{why}", file=str(file), why=error) from None
