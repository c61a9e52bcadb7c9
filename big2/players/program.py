"""A program as a player: it reads its knowledge as a line and writes its action as a line.

docs/big2.md specifies the line. Seats count from the program. The answer is an action in the
notation of the judge's input.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from big2.cards import Card
from big2.game import PLAYERS
from cardjudge.play import program


class Program(program.Program):
    """A player at the other end of two pipes; its process plays game after game."""

    protocol = "每次輪到程式，它讀一行（hand=… top=…），答一行：手牌的索引，PASS 是 -1。"

    def question(self, game: Any, seat: int) -> str:
        """Return the line that asks a program for its action."""
        at = game.at
        hands = [*at.hands[seat:], *at.hands[:seat]]
        history = ";".join(
            f"{(player - seat) % PLAYERS}:{_listed(play.cards) if play else -1}"
            for player, play in at.history
        )
        return (
            f"hand={_listed(hands[0])} top={_listed(at.top.cards if at.top else ())} "
            f"left={','.join(map(str, map(len, hands)))} passes={at.passes} "
            f"unseen={_listed(sorted(sum(hands[1:], ())))} history={history}"
        )

    def hear(self, game: Any, seat: int, events: Sequence[Any]) -> None:
        """Hear nothing: each question tells the whole history."""

    def finish(self, shares: Sequence[float]) -> None:
        """Tell nothing: the next question begins the next game."""


def _listed(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))
