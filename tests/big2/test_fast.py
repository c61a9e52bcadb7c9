"""Compiled play-outs agree with the readable ones: play for play, or else statistically."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, count
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK, Card
from big2.patterns import BUILTIN, Chain, Play
from big2.players import Budget, View, make, montecarlo, plan, worlds
from big2.players.fast.plan import Rules, part, rules_of
from big2.players.fast.reading import begin, wander
from big2.players.fast.worlds import (
    Facts,
    World,
    _act,
    as_bits,
    kind_and_key,
    past_of,
    play_out,
    sample,
)
from big2.players.record import Record

# Compiling takes half a minute.
pytestmark = pytest.mark.slow

seeds = st.integers(0, 2**32)
CHAINS = [
    BUILTIN,
    BUILTIN.only(["單張", "對子", "順子"]),
    BUILTIN.only(["單張", "葫蘆"]),
    BUILTIN.only(["對子", "順子", "葫蘆"]),
]


def state(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([seed], np.uint64)


def assert_same_plan(chain: Chain, hand: tuple[Card, ...]) -> None:
    rows = np.zeros((13, 3), np.int64)
    groups = part(as_bits(hand), rows, rules_of(chain))
    readable = [(*kind_and_key(p), as_bits(p.cards)) for p in plan.part(hand, [*chain.plays(hand)])]
    assert [tuple(map(int, row)) for row in rows[:groups]] == readable


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: "".join(chain.names))
def test_both_engines_part_every_small_hand_alike(chain: Chain) -> None:
    """Every hand of three threes, three fours and one each of 5, 6, 7 and 2: all kinds of plays."""
    deck = (*DECK[:3], *DECK[4:7], DECK[8], DECK[13], DECK[16], DECK[-1])
    for held in range(1, len(deck) + 1):
        for hand in combinations(deck, held):
            assert_same_plan(chain, hand)


@settings(max_examples=60)
@given(seed=seeds, chain=st.sampled_from(CHAINS))
def test_both_engines_part_any_hand_alike(seed: int, chain: Chain) -> None:
    rng = Random(seed)
    deck = DECK if rng.random() < 0.5 else DECK[: rng.choice([20, 32])]
    assert_same_plan(chain, tuple(sorted(rng.sample(deck, rng.randint(1, 13)))))


def world_of(hands: list[tuple[Card, ...]], rules: Rules) -> World:
    plans = np.zeros((4, 13, 3), np.int64)
    bits = np.array([as_bits(hand) for hand in hands])
    groups = np.array([part(int(b), plans[seat], rules) for seat, b in enumerate(bits)])
    return World(bits, plans, groups, np.zeros(4, np.int64), np.zeros_like(plans))


@settings(max_examples=40)
@given(seed=seeds, chain=st.sampled_from(CHAINS))
def test_play_outs_without_whims_have_the_same_winner(seed: int, chain: Chain) -> None:
    """Both engines play out the same deal card for card; a chain may leave all seats stuck."""
    rng = Random(seed)
    deck = rng.sample(DECK, 52)
    hands = [tuple(sorted(deck[seat::4][: rng.randint(3, 13)])) for seat in range(4)]
    rules = rules_of(chain)
    top = np.array([-1, -1, 0])
    compiled = play_out(state(1), world_of(hands, rules), 1, top, rules)
    table = Record(DECK, chain)
    view = table.view()
    seats = [worlds.Seat.of(chain, hand) for hand in hands]
    # Two have passed already, so with a pass of seat 0 the seat 1 begins a round.
    moment = view.__class__(**{**vars(view), "passes": 2})
    readable = worlds.GeneralEngine(moment).play_out(None, seats, rng)
    assert compiled == (-1 if readable is None else readable)


def test_all_worlds_are_equally_probable() -> None:
    """Four cards to seats of two, one and one card: twelve deals; χ² of 11 degrees, p = 0.001."""
    trials = 12_000
    hands = np.zeros(4, np.int64)
    generator = state(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(trials):
        sample(generator, 0b1000100010001, np.array([5, 2, 1, 1]), hands)
        seen[tuple(hands[1:])] += 1
    assert len(seen) == 12
    assert sum((n - trials / 12) ** 2 / (trials / 12) for n in seen.values()) < 31.26


def test_play_outs_with_whims_win_the_same_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code and the chain try the same actions in worlds of the same distribution.

    Only machine code reads the history, so the history here is empty.
    """
    record = Record(Random(11).sample(DECK, 52))
    greedy = make("greedy", Random(1), Budget())
    for _ in range(13):
        record.step(record.choose(greedy))
    view = replace(record.view(), history=())
    actions = [*view.legal.distinct(), *([None] if view.top else [])]
    trials = 600
    compiled = montecarlo.engine(view).wins(actions, 20_000, 1)
    monkeypatch.setattr(montecarlo, "is_fast", lambda chain: False)
    plain = montecarlo.engine(view).wins(actions, trials, 1)
    for fast, slow in zip(compiled, plain, strict=True):
        assert abs(fast / 20_000 - slow / trials) < 0.1


def seen_past() -> View:
    """A view late in a game of three `greedy` and one at random: the others hold a few cards."""
    for seed in count():
        rng = Random(seed)
        record = Record(rng.sample(DECK, 52))
        players = [make("random" if seat == 1 else "greedy", rng, Budget()) for seat in range(4)]
        while record.game.winner is None:
            view = record.view()
            if record.game.player == 0 and len(view.unseen) <= 9:
                return view
            record.step(record.choose(players[record.game.player]))
    raise AssertionError


def planned(view: View, seat: int, hand: set[Card]) -> tuple[int, int]:
    """Return how many actions of a seat that now holds a hand are those of its plan, and not."""
    counts = [len(view.hand), *view.counts[1:]]
    for who, play in view.history:
        counts[who] += len(play.cards) if play else 0
    laid = [set(play.cards) if play and who == seat else set() for who, play in view.history]
    top, passes, yes, no = None, 0, 0, 0
    for number, (who, play) in enumerate(view.history):
        if who == seat:
            held = tuple(sorted(hand.union(*laid[number:])))
            plays = [*view.chain.plays(held)]
            parted = plan.part(held, plays)
            fewest = min(left for other, left in enumerate(counts) if other != who)
            if top is None:
                opening = [p for p in parted if number or DECK[0] in p.cards]
                expected: Play | None = plan.lead(opening, fewest)
            else:
                expected = plan.follow(parted, top, fewest, plays)
            same = (play is None) == (expected is None)
            if play and expected and expected in parted:
                same = (play.pattern, play.key[0]) == (expected.pattern, expected.key[0])
            yes, no = yes + same, no + (not same)
        passes = 0 if play else passes + 1
        top = play or (top if passes < 3 else None)
        counts[who] -= len(play.cards) if play else 0
    return yes, no


@pytest.mark.parametrize(
    ("passes", "action", "then"),
    [(1, [1, 20, 0], [1, 20, 0]), (1, [-1, -1, 0], [0, 9, 2]), (2, [-1, -1, 0], [-1, -1, 0])],
)
def test_an_action_is_the_top_and_the_third_pass_begins_a_round(
    passes: int, action: list[int], then: list[int]
) -> None:
    view, top = Facts(0, 0, np.zeros(4, np.int64), np.array([0, 9, passes])), np.zeros(3, np.int64)
    _act(view, np.array(action), top)
    assert top.tolist() == then


@given(seed=seeds)
def test_all_actions_of_the_greedy_player_are_planned(seed: int) -> None:
    rng = Random(seed)
    record, greedy = Record(rng.sample(DECK, 52)), make("greedy", rng, Budget())
    while len(record.view().history) < 9 or record.game.player:
        record.step(record.choose(greedy))
    past = past_of(record.view())
    dealt = np.array([as_bits(tuple(hand)) for hand in record.game.hands])
    begin(dealt, past, np.zeros((13, 3), np.int64), rules_of(BUILTIN))
    assert (past.others.sum(), past.planned.sum()) == (0, len(past.actions))


def test_the_markov_chain_draws_deals_in_proportion_to_their_likelihood() -> None:
    """Each deal's exact probability, by the readable plan, is compared with its share of draws."""
    view = seen_past()
    past, likely = past_of(view), past_of(view).likelihood
    exact: dict[tuple[int, ...], float] = {}
    for first in combinations(view.unseen, view.counts[1]):
        rest = set(view.unseen) - set(first)
        for second in combinations(sorted(rest), view.counts[2]):
            hands = [set(first), set(second), rest - set(second)]
            chances = [sum(likely[planned(view, 1 + i, h)]) for i, h in enumerate(hands)]
            exact[tuple(as_bits(hand) for hand in hands)] = float(np.prod(chances))
    dealt, generator, seen = np.zeros(4, np.int64), state(1), Counter[tuple[int, ...]]()
    rules, room = rules_of(BUILTIN), np.zeros((13, 3), np.int64)
    sample(generator, as_bits(view.unseen), np.array(view.counts), dealt)
    begin(dealt, past, room, rules)
    worlds = 40_000
    for _ in range(worlds):
        wander(generator, 3, dealt, past, room, rules)
        seen[tuple(map(int, dealt[1:]))] += 1
    total = sum(exact.values())
    assert max(exact.values()) > 3 * total / len(exact), "what was seen tells something"
    assert sum(abs(exact[deal] / total - seen[deal] / worlds) for deal in exact) / 2 < 0.06
