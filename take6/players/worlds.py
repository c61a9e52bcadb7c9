"""Play-outs of a game in which every seat plays like level 3.

Asking level 3 at every turn, as `cardjudge.play.game.Game.wins` does, gives the same numbers in
seven times the time.
"""

from collections.abc import Iterable, Mapping, Sequence

from take6.cards import heads_of
from take6.game import FULL, HAND, Game, row_of
from take6.players.simple import card_of, row_to_take, wants_heads


def wins(
    game: Game, seat: int, moves: Sequence[int], deals: Iterable[Mapping[int, int]]
) -> list[float]:
    """Return the sum of the shares of the win of each move, a card or a row, over the deals.

    A deal has for each unseen card the card in its place. Who has laid a card face down lays one
    again, like level 3: nobody knows more of it than of a card that is still in the hand.
    """
    won = [0.0] * len(moves)
    for deal in deals:
        hands = [[deal.get(card, card) for card in hand] for hand in game.hands]
        for number, move in enumerate(moves):
            heads = _PlayOut(game).heads_at_end(hands, seat, move)
            won[number] += game.rule.shares(heads)[seat]
    return won


class _PlayOut:
    """The rows and the heads of a game that goes on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows = [*game.rows]
        self._heads = [*game.heads]

    def heads_at_end(self, hands: Sequence[Sequence[int]], seat: int, move: int) -> list[int]:
        """Return the heads of each player at the end of the game after a move of a seat."""
        game, left = self._game, HAND - len(self._game.history)
        laid = {seat: move}
        if game.undercut is not None:
            self._take(seat, game.undercut[1], move)
            self._place(game.waiting, left + 1)
            laid = {}
        own = [[*hand] for hand in hands]
        for rounds in range(left, 0, -1):
            cards = []
            for player, hand in enumerate(own):
                card = laid.get(player) or card_of(self._rows, hand, self._greedy(player, rounds))
                hand.remove(card)
                cards.append((card, player))
            laid = {}
            self._place(sorted(cards), rounds)
        return self._heads

    def _greedy(self, player: int, rounds: int) -> bool:
        return wants_heads(self._game.rule, self._heads[player], rounds)

    def _place(self, cards: Iterable[tuple[int, int]], rounds: int) -> None:
        for card, player in cards:
            row = row_of(self._rows, card)
            if row is None:
                self._take(player, card, row_to_take(self._rows, self._greedy(player, rounds)))
            elif len(self._rows[row]) == FULL:
                self._take(player, card, row)
            else:
                self._rows[row] += (card,)

    def _take(self, player: int, card: int, row: int) -> None:
        self._heads[player] += heads_of(self._rows[row])
        self._rows[row] = (card,)
