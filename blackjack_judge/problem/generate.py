"""Seeds of games that a bold bet with the dealer's rule of drawing wins."""

import random
from collections.abc import Iterator

from blackjack_judge.conversation import Conversation, play_here
from blackjack_judge.hands import total
from blackjack_judge.players.base import HIT, STAND, Game, Situation
from blackjack_judge.players.basic import Bold
from blackjack_judge.problem.interactor import DECKS
from blackjack_judge.shoe import SEEDS, make_shoe
from blackjack_judge.table import GOAL, Table

_STANDS = 17
_GAMES = 5


class LikeTheDealer(Bold):
    """Draws to 17, as the accepted submissions do."""

    def move(self, situation: Situation) -> str:
        """Decide by the hand alone."""
        return HIT if total(situation.hand) < _STANDS else STAND


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs: seeds of shoes."""
    rng = random.Random(seed)
    for number in range(1, _GAMES + 1):
        shoe = rng.randrange(1, SEEDS)
        while not _won(shoe):
            shoe = rng.randrange(1, SEEDS)
        yield f"game{number}", f"{shoe}\n"


def _won(seed: int) -> bool:
    shoe = make_shoe(seed, DECKS)
    conversation = Conversation(Table(shoe))
    play_here(conversation, LikeTheDealer(Game(len(shoe), GOAL)))
    assert conversation.verdict is not None
    return conversation.verdict.accepted
