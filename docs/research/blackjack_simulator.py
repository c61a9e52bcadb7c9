"""Compiled games of the kit's players, which are a bet and a plan of moves.

``python -m docs.research.blackjack_simulator --player count`` prints how many of the judge's games
it wins, at millions of rounds a second.
"""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations_with_replacement, product
from typing import Any

import numba
import numpy as np

from blackjack_judge.hands import BUSTED, POINTS, total
from blackjack_judge.judge import Setting
from blackjack_judge.players import PLAYERS, base
from blackjack_judge.players.base import Situation
from blackjack_judge.players.basic import bold, half_bold, hundredth
from blackjack_judge.shoe import RANKS
from blackjack_judge.table import BROKE, EXHAUSTED, GOAL, ILLEGAL, MONEY, WON
from cardjudge.series.compiled import compiled
from cardjudge.series.workers import spread
from docs.research.blackjack_count import LAST_PART, bet_of
from docs.research.blackjack_kernel import BET, Bytes, make_shoe, play_game
from docs.research.blackjack_plan import LATER, MOVES, OPENINGS, later_at, opening_at
from docs.research.blackjack_table import Match, Played, standings

Bet = Callable[[int, int, int, int, float], int]
"""The bet of a round; parameters: money, goal, initial money, cards left, edge."""


@dataclass(frozen=True)
class Policy:
    """The bets and moves of a player."""

    player: str
    """The name in the kit of the player whose moves are played."""
    bet: Bet
    """A pure function of numbers that Numba can compile."""
    insurance_share: int = 0
    """The share of the money that insurance against an ace gets; 0 for none."""
    modest: bool = False
    """Whether the player neither doubles nor splits if a plain win reaches the goal."""
    last_part: int = 0
    """The number of cards left from which the best play is recomputed for the unseen cards."""


_hundredth: Any = compiled(hundredth)
_bold: Any = compiled(bold)
_half_bold: Any = compiled(half_bold)
_counted: Any = compiled(bet_of)


def _tenth(money: int, goal: int, start: int, left: int, edge: float) -> int:
    return money // 10


def by_hundredths(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet as `basic` does."""
    return int(_hundredth(money, goal, start))


def boldly(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet as `bold` does."""
    return int(_bold(money, goal, start))


def half_boldly(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet as `half-bold` does."""
    return int(_half_bold(money, goal, start))


def by_count(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet as `count` does."""
    return int(_counted(money, goal, left, edge))


POLICIES = {
    "sample": Policy("sample", _tenth, insurance_share=30),
    "basic": Policy("basic", by_hundredths),
    "bold": Policy("bold", boldly),
    "half-bold": Policy("half-bold", half_boldly),
    "count": Policy("basic", by_count, modest=True, last_part=LAST_PART),
}
"""The policies of the kit's players, and of `docs.research.blackjack_count`."""

_OUTCOMES = (WON, BROKE, EXHAUSTED, ILLEGAL)
"""The outcomes, in the order of the kernel's numbers."""
_MOVES = (base.HIT, base.STAND)
_HANDS = [
    hand
    for cards in (2, 3)
    for hand in combinations_with_replacement(range(1, 11), cards)
    if total(hand) != BUSTED
]
"""Sample hands by points: one of every total that may be hit."""


@cache
def compiled_bet(bet: Bet) -> Any:
    """Return the bet as a function that a kernel accepts."""
    return numba.cfunc(BET)(bet)


@cache
def plan(name: str) -> tuple[Bytes, Bytes]:
    """Return a player's moves with two cards, by their ranks, and with each later hand.

    The player is asked in every possible situation, so it may depend on the situation alone.
    """
    player = PLAYERS[name](GOAL, MONEY)
    opening, later = np.zeros(OPENINGS, np.uint8), np.zeros(LATER, np.uint8)

    def code(hand: tuple[int, ...], upcard: int, moves: tuple[str, ...], split: int) -> int:
        return MOVES.index(player.move(Situation(hand, upcard, 1, 9, moves, split)))

    for first, second, upcard in product(range(1, RANKS + 1), repeat=3):
        more = (base.DOUBLE, base.SPLIT)[: 1 + (POINTS[first] == POINTS[second])]
        for free, moves in enumerate((_MOVES, _MOVES + more)):
            at = opening_at(free, first, second, upcard)
            opening[at] = code((first, second), upcard, moves, 0)
    for hand, upcard in product(_HANDS, range(1, RANKS + 1)):
        points = total(hand)
        for split in range(3) if len(hand) > 2 else (1, 2):
            at = later_at(split, int(points > sum(hand)), points, upcard)
            later[at] = code(hand, upcard, _MOVES, split)
    return opening, later


def simulate(
    name: str, policy: Policy, seeds: Sequence[int], setting: Setting, workers: int | str = 1
) -> Match:
    """Play a game for every seed; the number of workers does not change the result.

    For the same seeds and player, the judge plays the same games, round by round.
    """
    work = partial(_play_one, policy=policy, setting=setting)
    return Match(name, list(spread(work, seeds, workers, name)))


def _play_one(seed: int, policy: Policy, setting: Setting) -> Played:
    outcome, rounds, money = play_game(
        make_shoe(seed, setting.decks),
        setting.money,
        setting.goal,
        int(setting.push),
        compiled_bet(policy.bet),
        policy.insurance_share,
        int(policy.modest),
        policy.last_part,
        *plan(policy.player),
    )
    return Played(_OUTCOMES[outcome], rounds, money)


def main() -> None:
    """Print the table of the games."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--player", action="append", choices=POLICIES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    words = parser.parse_args()
    names = words.player or POLICIES
    seeds = range(words.seed, words.seed + words.games)
    games = (simulate(n, POLICIES[n], seeds, Setting(), words.workers) for n in names)
    print(standings(seeds, [*games]))


if __name__ == "__main__":
    main()
