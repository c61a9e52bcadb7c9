"""Whether the problem `blackjack` refuses illegal players, and how often it passes legal ones.

An illegal player is a steady legal one that makes one illegal request in one situation. A legal
player is a way to bet and a way to draw. Both play five secret games as a homework does. The share
that passes is over twenty players and `SEEDS` classes of five games each; the games of a class are
one cluster.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from bench.claims import Claim, Row, status, told
from blackjack_judge.conversation import Conversation, play_here
from blackjack_judge.hands import BUSTED, total
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Player, Situation
from blackjack_judge.players.basic import basic_strategy, bold, half_bold, hundredth
from blackjack_judge.problem.generate import tests
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import GOAL, MONEY, Table
from cardjudge.series.estimate import mean, share

SEEDS = range(1, 31)
REFUSED = Claim("illegal players that `blackjack` refuses", at_least=1)
PASSED = Claim("legal players that pass `blackjack`")
CLAIMS = REFUSED, PASSED

_HANDS = "hit_1", "stand_1", "hit_2", "stand_2"
_PLAIN = "hit", "stand", "double_down", "split", "return"
_BETS = "init_game 0", "init_game -1", "init_game", "init_game {money}1", "init_game 1.5"
_INSURANCES = "buy_insurance {bet}", "buy_insurance -1", "buy_insurance"
ILLEGAL: Mapping[str, tuple[str, ...]] = {
    "bet": (*_PLAIN, "stand_1", "buy_insurance 0", *_BETS, "deal 10"),
    "insurance": (*_PLAIN, "init_game 1", *_INSURANCES, "hit_1"),
    "insured": ("hit", "double_down", "return", "buy_insurance 0", "init_game 1"),
    "two cards": ("split", "buy_insurance 0", "init_game 1", "return", *_HANDS, "hit 1"),
    "hit": ("double_down", "split", "buy_insurance 0", "return", "HIT"),
    "busted": ("hit", "double_down", "split", "return"),
    "doubled": ("hit", "double_down", "split", "return"),
    "hand 1": ("hit", "stand", "hit_2", "stand_2", "split", "double_down", "return"),
    "hand 1 busted": ("hit_1", "hit_2"),
    "hand 2": ("hit_1", "stand_1", "hit", "stand", "split", "return"),
    "hand 2 busted": ("hit_2",),
    "stood": ("hit", "stand", "stand_2", "double_down", "init_game 1"),
}
"""By situation, what is illegal there."""
_BY_LEGAL = {
    "init_game": "bet",
    "buy_insurance": "insurance",
    "double_down": "two cards",
    "hit": "hit",
    "hit_1": "hand 1",
    "stand_1": "hand 1 busted",
    "hit_2": "hand 2",
    "stand_2": "hand 2 busted",
    "return": "stood",
}


def situation(table: Table) -> str:
    """Return the situation of a table before a request."""
    for request, name in _BY_LEGAL.items():
        if request in table.legal:
            return name
    if total(table.hands[0]) == BUSTED:
        return "busted"
    return "doubled" if len(table.hands[0]) == 3 else "insured"


class Meddling(Conversation):
    """A conversation in which the player makes an illegal request at its first occasion."""

    def __init__(self, table: Table, where: str, request: str) -> None:
        super().__init__(table)
        self.where, self.request = where, request

    def answer(self, request: str) -> str:
        """Answer the request, or the illegal one in its place."""
        table = self.table
        if situation(table) == self.where and request != "bet_you_have":
            wrong = self.request.format(money=table.money, bet=table.bet)
            if wrong != SPLIT or wrong not in table.legal:
                request = wrong
        return super().answer(request)


Bet = Callable[[int, int, int], int]
Move = Callable[[Situation], str]
BETS: dict[str, Bet] = {
    "1 %": hundredth,
    "5 %": lambda money, goal, start: min(money, start // 20),
    "a tenth of the money": lambda money, goal, start: max(1, money // 10),
    "half-bold": half_bold,
    "bold": bold,
}


def _to(least: int, situation: Situation) -> str:
    return HIT if total(situation.hand) < least else STAND


def _doubling(situation: Situation) -> str:
    hand = situation.hand
    if DOUBLE in situation.moves and len(hand) == 2 and total(hand) in (10, 11):
        return DOUBLE
    if SPLIT in situation.moves and len(hand) == 2 and hand[0] == hand[1] and hand[0] in (1, 8):
        return SPLIT
    return _to(17, situation)


MOVES: dict[str, Move] = {
    "never busts": lambda situation: _to(12, situation),
    "like the dealer": lambda situation: _to(17, situation),
    "doubles and splits by rules of thumb": _doubling,
    "basic strategy": basic_strategy,
}


def player(bet: Bet, move: Move) -> type[Player]:
    """Return a legal player with a way to bet and a way to draw."""

    class Legal(Player):
        def bet(self, money: int) -> int:
            return bet(money, GOAL, self.start)

        def move(self, situation: Situation) -> str:
            return move(situation)

    return Legal


STEADY = player(hundredth, basic_strategy)


def wins(conversation: Conversation, kind: type[Player]) -> bool:
    """Return whether a player wins its game."""
    play_here(conversation, kind(GOAL, MONEY))
    assert conversation.verdict is not None
    return conversation.verdict.accepted


def games(seed: int) -> list[bytes]:
    """Return the shoes of a class."""
    return [make_shoe(int(text)) for _, text in tests(seed)]


def rows() -> Iterator[Row]:
    """Let the illegal and the legal players play."""
    shoes = games(21)
    assert all(wins(Conversation(Table(shoe)), STEADY) for shoe in shoes)
    tried = [(where, request) for where, requests in ILLEGAL.items() for request in requests]
    passed = [
        f"{request} at {where}"
        for where, request in tried
        if all(wins(Meddling(Table(shoe), where, request), STEADY) for shoe in shoes)
    ]
    print("".join(f"blackjack: survives: {text}\n" for text in passed), end="", flush=True)
    yield Row(REFUSED, share(len(tried) - len(passed), len(tried)), f"{len(tried)} players")
    shares, ways = [], dict.fromkeys(product(BETS, MOVES), 0)
    for seed in SEEDS:
        shoes = games(seed)
        before = sum(ways.values())
        for bet, move in ways:
            kind = player(BETS[bet], MOVES[move])
            ways[bet, move] += all(wins(Conversation(Table(shoe)), kind) for shoe in shoes)
        shares.append((sum(ways.values()) - before) / len(ways))
    for (bet, move), count in ways.items():
        print(f"{bet}, {move}: {count} of {len(SEEDS)}", flush=True)
    yield Row(PASSED, mean(shares, 0), f"{len(ways)} players, {len(SEEDS)} classes of five games")


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
