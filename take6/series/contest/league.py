"""The contest: pairs of programs play every deal from both seats."""

from collections.abc import Container, Sequence
from math import isnan
from random import Random

from cardjudge.language import say
from cardjudge.programs.contestant import ForfeitError
from cardjudge.series.contest import Arena, Terms
from cardjudge.series.league import Forfeit, League, Leg, Played
from take6 import text
from take6.cards import ALL_HEADS
from take6.game import NORMAL, ROWS, Game
from take6.players.base import shuffled
from take6.series.contest.seat import Seat, choose, new_game, pick


def _game(terms: Terms, leg: Leg, seats: Sequence[Seat], deal: int) -> Played:
    game = Game(shuffled(Random(f"{terms.seed}/deal {deal}")), len(seats))
    forfeit = play(game, seats)
    terms.keep(deal, [seat.command.name for seat in seats], text.case(game))
    if forfeit is None:
        return Played(NORMAL.shares(game.heads)[0], scores=tuple(game.heads))
    player, why = forfeit
    return Played(float(player), Forfeit(leg[player], deal, why.reason, why.last_words))


ARENA = Arena(Seat, _game, 2)
_USED = -1
"""The value of a played card's place in a hand."""
_WRONG = {"pick": "手上沒有 {number} 這張牌", "choose": "沒有第 {number} 列（從 0 算起）"}
_ROUNDS_SHOWN = 8
"""The number of rounds whose opponent's cards a contestant is told."""


def play(game: Game, seats: Sequence[Seat]) -> tuple[int, ForfeitError] | None:
    """Play a game of two; return the seat that forfeits and its reason, or None.

    Both seats are asked for a card at once. A seat that fails loses at once; if both fail, seat 0
    loses. As in the course's contest, rows are sorted by last card, and `last` is the opponent's.
    """
    hands = [[*hand] for hand in game.hands]
    begins = [new_game(seat, cards) for seat, cards in enumerate(hands)]
    while not game.over:
        rows = [game.rows[row] for row in _order(game)]
        for seat, begin, hand, rival in zip(seats, begins, hands, (1, 0), strict=True):
            rival_cards = [cards[rival] for cards in game.history[:_ROUNDS_SHOWN]]
            last = [*rival_cards, *[0] * (_ROUNDS_SHOWN - len(rival_cards))]
            seat.ask(begin + pick(rows, game.heads, last, hand))
        begins = [b"", b""]
        answers = [_answer(seats, at, hand, "pick", game) for at, hand in enumerate(game.hands)]
        for player, answer in enumerate(answers):
            if isinstance(answer, ForfeitError):
                return player, answer
        cards = [answer for answer in answers if isinstance(answer, int)]
        game.play(cards)
        for card, hand in zip(cards, hands, strict=True):
            hand[hand.index(card)] = _USED
        if game.undercut is not None:
            player, card = game.undercut
            order = _order(game)
            seats[player].ask(choose([game.rows[row] for row in order], card))
            row = _answer(seats, player, range(ROWS), "choose", game)
            if isinstance(row, ForfeitError):
                return player, row
            game.take(order[row])
    return None


def _order(game: Game) -> list[int]:
    """Return the rows in ascending order of their last cards."""
    return sorted(range(ROWS), key=lambda row: game.rows[row][-1])


def _answer(
    seats: Sequence[Seat], player: int, legal: Container[int], function: str, game: Game
) -> int | ForfeitError:
    try:
        number = seats[player].answer(seats[1 - player])
        if number not in legal:
            seats[player].wrong(say(_WRONG[function], number=number))
    except ForfeitError as why:
        parts = {"number": len(game.positions), "function": function, "reason": why.reason}
        reason = say("第 {number} 回合的 {function}：{reason}", **parts)
        return ForfeitError(seats[player].command.name, reason, why.last_words)
    return number


def table(league: League) -> str:
    """Return the table of a contest; without finished games the mean is a dash."""
    means = [mean.value for mean in league.means(ALL_HEADS)]
    return league.table("平均牛頭", ["–" if isnan(mean) else f"{mean:.1f}" for mean in means])
