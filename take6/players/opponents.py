"""Which policy each opponent seems to follow, by what it has played."""

from __future__ import annotations

from random import Random

from take6.cards import HEADS
from take6.players.base import View
from take6.players.compiled import buffer, compiled
from take6.players.playout import HAND, NEVER, ROWS, SITUATIONS, advance, context, situation, survey
from take6.players.policy import POLICIES, TABLE, tables
from take6.players.search import CERTAIN

_PRIOR = (0.4, 0.4, 0.2)
"""How likely each policy is before anything was played."""
_SAMPLES = 100
"""Hands sampled for each opponent."""
_SLIP = 0.05
"""How often an opponent is thought to play any card, whatever its policy."""


@compiled
def _likelihoods(
    samples: int,
    policies: int,
    table: int,
    played: list[int],
    rounds: int,
    left: int,
    unseen: list[int],
    ends: list[int],
    sizes: list[int],
    sums: list[int],
    heads: list[int],
    threshold: int,
    weights: list[int],
    slip: float,
    means: list[float],
    hand: list[int],
    state: int,
) -> int:
    """Put into `means` how likely the cards `played` in so many rounds were under each policy.

    The mean is over the hand now, drawn from the unseen cards; with what was played since it is the
    hand of each round. Rows are given for every round, four after four.
    """
    for policy in range(policies):
        means[policy] = 0.0
    for _ in range(samples):
        for i in range(left):
            state = advance(state)
            j = i + ((state * (len(unseen) - i)) >> 32)
            unseen[i], unseen[j] = unseen[j], unseen[i]
            hand[i] = unseen[i]
        for policy in range(policies):
            likelihood = 1.0
            for turn in range(rounds):
                held = left + rounds - turn
                start = turn * ROWS
                e, z, s = (
                    ends[start : start + ROWS],
                    sizes[start : start + ROWS],
                    sums[start : start + ROWS],
                )
                where = survey(e, z, s)
                offset = policy * table + context(held, heads[turn], threshold) * SITUATIONS
                mine = weights[offset + situation(played[turn], where)]
                total = 0
                for i in range(left):
                    total += weights[offset + situation(hand[i], where)]
                for later in range(turn, rounds):
                    total += weights[offset + situation(played[later], where)]
                likelihood *= slip / held + (1.0 - slip) * mine / total
            means[policy] += likelihood / samples
    return state


def policy_odds(view: View, rng: Random) -> list[int]:
    """Return the odds, as `take6.players.search.search` takes them, of the policies of all players.

    By Bayes' rule over what each opponent has played; the player itself follows the first policy.
    """
    state = rng.randrange(1, CERTAIN)
    positions, rounds = view.positions, len(view.history)
    # A round whose cards lie on the table while a row is chosen is part of the history.
    rows = [row for position in positions[:rounds] for row in position.rows]
    ends = buffer([row[-1] for row in rows])
    sizes = buffer([len(row) for row in rows])
    sums = buffer([sum([HEADS[card] for card in row]) for row in rows])
    odds: list[int] = []
    for player in range(view.players):
        probabilities = [1.0] + [0.0] * (POLICIES - 1)
        if player != view.seat:
            probabilities = list(_PRIOR)
            if rounds:
                means = buffer([0.0] * POLICIES)
                state = _likelihoods(
                    _SAMPLES,
                    POLICIES,
                    TABLE,
                    buffer([cards[player] for cards in view.history]),
                    rounds,
                    HAND - rounds,
                    buffer(view.unseen),
                    ends,
                    sizes,
                    sums,
                    buffer([position.heads[player] for position in positions[:rounds]]),
                    NEVER if view.rule.threshold is None else view.rule.threshold,
                    tables(view.players),
                    _SLIP,
                    means,
                    buffer([0] * HAND),
                    state,
                )
                probabilities = [p * float(q) for p, q in zip(_PRIOR, means, strict=True)]
        total = sum(probabilities)
        passed = 0.0
        for probability in probabilities:
            passed += probability / total
            odds.append(min(CERTAIN, round(passed * CERTAIN)))
        odds[-1] = CERTAIN
    return odds
