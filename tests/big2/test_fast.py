"""The compiled play-outs against the rules of the game, by the chain, and against plain Python."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from big2.cards import DECK, Card, by_rank
from big2.patterns import BUILTIN
from big2.players import Budget, make, montecarlo, plan
from big2.players.fast.cards import below, greatest, size
from big2.players.fast.engine import as_bits, kind_and_key
from big2.players.fast.plan import part
from big2.players.fast.playout import rules
from big2.players.fast.search import sample
from big2.players.record import Record

seeds = st.integers(0, 2**32)
NEVER = np.full((4, 4), 52)


def as_cards(bits: int) -> tuple[Card, ...]:
    return tuple(card for index, card in enumerate(DECK) if bits >> index & 1)


def state(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([seed], np.uint64)


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for the state 1234567, as the author's own C code prints them."""
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    generator = state(1234567)
    assert [below(generator, 1 << 31) for _ in known] == [number >> 33 for number in known]


@given(st.integers(1, 2**52 - 1))
def test_bits(bits: int) -> None:
    assert size(bits) == bits.bit_count()
    assert greatest(bits) == bits.bit_length() - 1
    assert as_bits(as_cards(bits)) == bits


@given(seed=seeds)
def test_a_plan_has_the_plays_and_the_cost_of_the_plain_one(seed: int) -> None:
    rng = Random(seed)
    hand = tuple(sorted(rng.sample(DECK, rng.randint(1, 13))))
    rows = np.zeros((13, 3), np.int64)
    groups = part(as_bits(hand), rows, rules())
    plays = [BUILTIN.recognise(as_cards(int(cards))) for _, _, cards in rows[:groups]]
    assert sorted(card for play in plays if play for card in play.cards) == list(hand)
    for play, (kind, key, _) in zip(plays, rows, strict=False):
        assert kind_and_key(play) == (kind, key)
    ours = sum(plan.cost(len(play.cards), plan.rank(play)) for play in plays if play)
    plain = sum(plan.cost(len(play.cards), plan.rank(play)) for play in plan.part(BUILTIN, hand))
    # The plain search tries every pair for a full house, and takes full houses from four cards.
    thick = [len(equals) for equals in by_rank(hand).values() if len(equals) >= 3]
    assert plain - 1e-9 <= ours <= plain + (2.0 if thick and thick != [3] else 1e-9)


@given(seed=seeds, doubt=st.sampled_from([0, 100, 1024]))
def test_worlds_deal_the_unseen_cards(seed: int, doubt: int) -> None:
    rng = Random(seed)
    counts = [rng.randint(0, 13) for _ in range(4)]
    unseen = rng.sample(range(52), sum(counts[1:]))
    passed = np.array([[rng.randrange(53) for _ in range(4)] for _ in range(4)])
    bits = sum(1 << card for card in unseen)
    hands = np.zeros(4, np.int64)
    sample(state(seed), bits, np.array(counts), passed, doubt, hands)
    assert [size(hand) for hand in hands[1:]] == counts[1:]
    assert hands[1:].sum() == bits == hands[1] | hands[2] | hands[3]


def test_all_worlds_are_equally_probable_where_nobody_has_passed() -> None:
    """Four cards to seats of two, one and one card: twelve deals; χ² of 11 degrees, p = 0.001."""
    trials = 12_000
    hands = np.zeros(4, np.int64)
    generator = state(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(trials):
        sample(generator, 0b1000100010001, np.array([5, 2, 1, 1]), NEVER, 100, hands)
        seen[tuple(hands[1:])] += 1
    assert len(seen) == 12
    assert sum((n - trials / 12) ** 2 / (trials / 12) for n in seen.values()) < 31.26


def test_worlds_fit_what_was_passed_on() -> None:
    """Seat 1 passed on the single H[5], seat 2 on a pair of sixes; seat 3 has room for the rest."""
    passed = NEVER.copy()
    passed[1, 0] = 4 * 2 + 2
    passed[2, 1] = 4 * 3 + 3
    unseen = as_bits([*DECK[:8], *DECK[24:48]])
    hands = np.zeros(4, np.int64)
    for seed in range(200):
        sample(state(seed), unseen, np.array([1, 6, 4, 22]), passed, 0, hands)
        assert greatest(hands[1]) <= 10
        assert all(size(hands[2] >> 4 * rank & 15) < 2 for rank in range(4, 13))


def test_guided_playouts_agree_with_the_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same actions in worlds of the same distribution, by machine code and by the chain."""
    table = Record(Random(11).sample(DECK, 52))
    greedy = make("greedy", Random(1), Budget())
    for _ in range(13):
        table.step(table.choose(greedy))
    view = table.view()
    actions = [*view.legal.distinct(), *([None] if view.top else [])]
    worlds = 600
    compiled = montecarlo.engine(view).wins(actions, 20_000, 1)
    monkeypatch.setattr(montecarlo, "is_fast", lambda chain: False)
    plain = montecarlo.engine(view).wins(actions, worlds, 1)
    for fast, slow in zip(compiled, plain, strict=True):
        assert abs(fast / 20_000 - slow / worlds) < 0.1
