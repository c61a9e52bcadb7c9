"""Seeds of games that can be won: with a bold bet and the dealer's own way of drawing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from blackjack_judge.conversation import Conversation, play_here
from blackjack_judge.hands import total
from blackjack_judge.players.base import HIT, STAND, Game, Situation
from blackjack_judge.players.bold import Bold
from blackjack_judge.problem.shoe import deal
from blackjack_judge.shoe import SEEDS
from blackjack_judge.table import GOAL, Rules, Table

_STANDS = 17
_GAMES = ("sample", "game1", "game2", "game3", "game4", "game5")


class LikeTheDealer(Bold):
    """Draws to 17, as the accepted submissions do."""

    def move(self, situation: Situation) -> str:
        """Look at nothing but the hand."""
        return HIT if total(situation.hand) < _STANDS else STAND


def cases(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    for name in _GAMES:
        seed = rng.randrange(1, SEEDS)
        while not _won(seed):
            seed = rng.randrange(1, SEEDS)
        yield name, f"{seed}\n"


def _won(seed: int) -> bool:
    shoe = deal(seed)
    conversation = Conversation(Table(shoe))
    play_here(conversation, LikeTheDealer(Game(len(shoe), GOAL, Rules())))
    assert conversation.verdict is not None
    return conversation.verdict.accepted
