"""Games of two contestants: every deal is played twice, with the seats swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from take6.game import NORMAL, ROWS, Game
from take6.players.table import shuffled
from take6.series.contest import wire
from take6.series.contest.contestant import Contestant, Failed, Loss

PLAYERS = 2


class Result(NamedTuple):
    """A game: by contestant, the share of the win, the heads, and why it lost at once."""

    shares: tuple[float, float]
    heads: tuple[int, int]
    losses: tuple[Loss | None, Loss | None]


def play(contestants: Sequence[Contestant], deck: Sequence[int]) -> Result:
    """Play a game of the first contestant in seat 0 against the second in seat 1.

    Whoever fails loses at once; if both fail in one round, nobody wins.
    """
    game = Game(deck, PLAYERS)
    dealt = game.hands[:]
    last: Sequence[int] = (0, 0)
    begins = [wire.new_game(seat, hand) for seat, hand in enumerate(dealt)]
    while not game.over:
        for seat, contestant in enumerate(contestants):
            hand = wire.hand_of(dealt[seat], game.hands[seat])
            # Both think at the same time.
            contestant.ask(begins[seat] + wire.pick(game.rows, game.heads, last, hand))
        begins = [b"", b""]
        answers = [_card(contestants[seat], game.hands[seat]) for seat in range(PLAYERS)]
        if any(isinstance(answer, Failed) for answer in answers):
            return _lost(game, answers)
        last = [answer for answer in answers if isinstance(answer, int)]
        game.play(last)
        if game.undercut is not None:
            seat, card = game.undercut
            row = _row(contestants[seat], game, card)
            if isinstance(row, Failed):
                return _lost(game, [row if seat == other else 0 for other in range(PLAYERS)])
            game.take(row)
    first, second = NORMAL.shares(game.heads)
    return Result((first, second), (game.heads[0], game.heads[1]), (None, None))


def _card(contestant: Contestant, hand: Sequence[int]) -> int | Failed:
    try:
        card = contestant.answer()
    except Failed as failed:
        return failed
    return card if card in hand else contestant.lose("card")


def _row(contestant: Contestant, game: Game, card: int) -> int | Failed:
    contestant.ask(wire.choose(game.rows, card))
    try:
        row = contestant.answer()
    except Failed as failed:
        return failed
    return row if 0 <= row < ROWS else contestant.lose("row")


def _lost(game: Game, answers: Sequence[int | Failed]) -> Result:
    first, second = (answer.loss if isinstance(answer, Failed) else None for answer in answers)
    shares = (float(first is None), float(second is None))
    return Result(shares, (game.heads[0], game.heads[1]), (first, second))


def games(pair: Sequence[Contestant], count: int, seed: str) -> Iterator[Result]:
    """Play so many deals twice; yield the results with the first of the pair first."""
    for deal in range(count):
        deck = shuffled(f"{seed}/deal {deal}")
        yield play(pair, deck)
        swapped = play(pair[::-1], deck)
        yield Result(swapped.shares[::-1], swapped.heads[::-1], swapped.losses[::-1])


class Score:
    """What one contestant has reached, over games."""

    def __init__(self) -> None:
        self.deals: list[float] = []
        """The mean share of the win in the two games of each deal."""
        self.heads: list[int] = []
        """The heads of the games that were played to their end."""
        self.losses: Counter[Loss] = Counter()

    def add(self, two_games: Sequence[Result], who: int) -> None:
        """Count the two games of a deal for the contestant that is number `who` of the pair."""
        self.deals.append(sum(game.shares[who] for game in two_games) / len(two_games))
        for game in two_games:
            loss = game.losses[who]
            if loss is not None:
                self.losses[loss] += 1
            elif game.losses == (None, None):
                self.heads.append(game.heads[who])
