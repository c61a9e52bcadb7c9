"""Seeds of games that four players win, so that luck decides little."""

import random
from collections.abc import Iterator

from blackjack_judge.conversation import Conversation, play_here
from blackjack_judge.hands import total
from blackjack_judge.players.base import HIT, STAND, Situation
from blackjack_judge.players.basic import Basic, Bold, HalfBold
from blackjack_judge.shoe import SEEDS, make_shoe
from blackjack_judge.table import GOAL, MONEY, Table

_STANDS = 17
_GAMES = 5


class LikeTheDealer(Bold):
    """Draws to 17, as the accepted submissions do."""

    def move(self, situation: Situation) -> str:
        """Decide by the hand alone."""
        return HIT if total(situation.hand) < _STANDS else STAND


PLAYERS = LikeTheDealer, Bold, HalfBold, Basic
"""The players that must win, the quickest first."""


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs: seeds of shoes."""
    rng = random.Random(seed)
    for number in range(1, _GAMES + 1):
        shoe = rng.randrange(1, SEEDS)
        while not _won_by_all(shoe):
            shoe = rng.randrange(1, SEEDS)
        yield f"game{number}", f"{shoe}\n"


def _won_by_all(seed: int) -> bool:
    shoe = make_shoe(seed)
    for player in PLAYERS:
        conversation = Conversation(Table(shoe))
        play_here(conversation, player(GOAL, MONEY))
        if conversation.verdict is None or not conversation.verdict.accepted:
            return False
    return True
