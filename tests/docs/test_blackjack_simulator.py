"""The compiled simulator is the judge, round by round."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from blackjack_judge.hands import ACE, POINTS, total
from blackjack_judge.judge import PlayerOfTheKit, Setting, play
from blackjack_judge.players import base, load
from blackjack_judge.players.base import Game, Player, Situation
from blackjack_judge.players.best_play import LATER, MOVES, OPENINGS, later_at, opening_at
from blackjack_judge.seat import Seat
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WON, Rules, Table

pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
from docs.research import blackjack_kernel as kernel
from docs.research.blackjack_kernel import play_game
from docs.research.blackjack_simulator import POLICIES, compiled_bet, plan, simulate


@pytest.mark.parametrize("decks", [1, 2, 3, 5, 100])
def test_simulator_and_judge_deal_the_same_shoe(decks: int) -> None:
    for seed in (1, 42, 123_456_789, 2**32 - 1):
        assert bytes(kernel.make_shoe(seed, decks)) == make_shoe(seed, decks)


def test_simulator_and_judge_deal_the_same_whole_shoe() -> None:
    assert bytes(kernel.make_shoe(42, 5000)) == make_shoe(42)


@pytest.mark.parametrize("name", POLICIES)
def test_every_player_has_moves_before_its_first_bet(name: str) -> None:
    opening, later = plan(POLICIES[name].player, Rules())
    assert (len(opening), len(later)) == (OPENINGS, LATER)


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 6, 11, 16])
@pytest.mark.parametrize("name", POLICIES)
def test_simulator_and_judge_agree_on_every_player(name: str, first: int) -> None:
    compare_with_the_judge(name, range(first, first + 5), Setting())


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_simulator_and_judge_agree_under_the_other_rules(name: str) -> None:
    compare_with_the_judge(name, range(1, 5), Setting(decks=40, rules=Rules(True, False)))


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_simulator_and_judge_agree_in_short_games_on_the_last_rounds(name: str) -> None:
    compare_with_the_judge(name, range(1, 101), Setting(decks=20, money=1000, goal=1100))


def compare_with_the_judge(name: str, seeds: range, setting: Setting) -> None:
    games = simulate(name, POLICIES[name], seeds, setting).games
    for seed, game in zip(seeds, games, strict=True):
        theirs = judged(bytes(kernel.make_shoe(seed, setting.decks)), load(name), setting)
        assert (game.outcome, game.rounds) == theirs[:2]
        if game.outcome in (WON, BROKE):
            assert game.money == theirs[2]


def judged(shoe: bytes, player: type[Player], setting: Setting) -> tuple[str, int, int]:
    """Return the outcome, the rounds and the money at the end of a game before the judge."""
    begun: list[str] = []

    def record(line: str) -> None:
        if line.startswith("< play "):
            begun.append(line)

    conversation = play(shoe, PlayerOfTheKit(player), setting, record)
    assert conversation.verdict is not None
    return conversation.verdict.outcome, len(begun), conversation.table.money


class Over(Exception):  # noqa: N818  (it is no error)
    """The game is over."""


def at_the_table(shoe: bytes, player: type[Player], setting: Setting) -> tuple[str, int, int]:
    """Return the same without the conversation, which would take most of the time."""
    table = Table(shoe, setting.money, setting.goal, setting.rules)
    rounds = 0

    def ask(request: str, amount: int | None) -> tuple[int, ...]:
        reply = table.ask(request, amount)
        if reply is None:
            raise Over
        return reply

    seat = Seat(ask)
    chosen = player(Game(len(shoe), setting.goal, setting.rules))
    try:
        while True:
            rounds += 1
            chosen.play(seat)
            ask("return", None)
    except Over:
        assert table.outcome is not None
        return table.outcome, rounds, table.money


@pytest.mark.slow
def test_the_number_of_workers_changes_no_game() -> None:
    setting = Setting(decks=50)
    alone = simulate("half-bold", POLICIES["half-bold"], range(1, 121), setting)
    assert simulate("half-bold", POLICIES["half-bold"], range(1, 121), setting, workers=2) == alone


class Whim(NamedTuple):
    """A player whose every decision is random, but always the same."""

    opening: list[int]
    later: list[int]
    insurance_share: int
    modest: bool


def whimsical_bet(money: int, goal: int, start: int, left: int, edge: float) -> int:
    return max(0, min(money, 1 + (left * 7919 + money) % (start // 4)))


class Whimsical(Player):
    whim: Whim

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._left = game.cards
        self._start = 0

    def bet(self, money: int) -> int:
        self._money = money
        self._start = self._start or money
        bet = whimsical_bet(money, self.game.goal, self._start, self._left, 0.0)
        self._free = not (self.whim.modest and money + bet > self.game.goal)
        return bet

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        return self._money // self.whim.insurance_share if self.whim.insurance_share else 0

    def see(self, *cards: int) -> None:
        self._left -= len(cards)

    def move(self, at: Situation) -> str:
        if len(at.hand) == 2 and not at.split:
            free = int(self._free and base.DOUBLE in at.moves)
            return MOVES[self.whim.opening[opening_at(free, *at.hand, at.upcard)]]
        points = total(at.hand)
        soft = int(ACE in at.hand and sum(POINTS[card] for card in at.hand) < points)
        return MOVES[self.whim.later[later_at(at.split, soft, points, at.upcard)]]


def whimsical(its_whim: Whim) -> type[Whimsical]:
    class Chosen(Whimsical):
        whim = its_whim

    return Chosen


def whim(rng: random.Random) -> Whim:
    opening = [0] * OPENINGS
    for first in range(1, 14):
        for second in range(1, 14):
            for upcard in range(1, 14):
                pair = POINTS[first] == POINTS[second]
                opening[opening_at(0, first, second, upcard)] = rng.randrange(2)
                opening[opening_at(1, first, second, upcard)] = rng.randrange(3 + pair)
    later = [rng.randrange(2) for _ in range(LATER)]
    return Whim(opening, later, rng.choice((0, 50, 1000)), rng.random() < 0.5)


@pytest.mark.slow
def test_simulator_and_table_agree_on_100_000_random_rounds() -> None:
    """Every decision is random, insurance is bought or not, and the shoe may run out."""
    import numpy as np

    rng = random.Random(3)
    rounds = 0
    endings = set()
    while rounds < 100_000:
        player = whimsical(whim(rng))
        rules = Rules(rng.random() < 0.5, rng.random() < 0.5)
        for _ in range(20):
            seed, money = rng.randrange(1, 2**32), rng.choice((100, 10_000, 1_000_000))
            setting = Setting(rng.choice((5, 60)), money, 2 * money, rules)
            shoe = make_shoe(seed, setting.decks)
            ending, rounds_there, money_there = at_the_table(shoe, player, setting)
            outcome, ours, left = play_game(
                np.frombuffer(shoe, np.uint8),
                money,
                setting.goal,
                (int(rules.both_blackjack_push), int(rules.split_blackjack)),
                compiled_bet(whimsical_bet),
                player.whim.insurance_share,
                int(player.whim.modest),
                0,
                np.array(player.whim.opening, np.uint8),
                np.array(player.whim.later, np.uint8),
            )
            endings.add(ending)
            assert (WON, BROKE, EXHAUSTED, ILLEGAL)[outcome] == ending
            assert ours == rounds_there
            if ending in (WON, BROKE):
                assert left == money_there
            rounds += ours
    assert endings == {WON, BROKE, EXHAUSTED, ILLEGAL}
