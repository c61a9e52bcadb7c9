"""Beliefs about the other players' policies and hands, from the cards that they have played.

By Bayes' rule, the probability of hands and policies is proportional to their prior times the
likelihood of the observed plays. A Markov chain that swaps two cards draws the worlds of a search.

Source: N. Metropolis et al., "Equation of state calculations by fast computing machines", J. Chem.
Phys. 21 (1953).
"""

from typing import NamedTuple

from take6.players.base import View
from take6.players.playout import (
    EVEN,
    HABITS,
    HAND,
    PLACES,
    POLICIES,
    SHARP,
    SITUATIONS,
    TABLE,
    Board,
    Hands,
    Room,
    advance,
    board_of,
    buffer,
    compiled,
    context,
    situation,
    survey,
    tables,
    tilts,
)

_PRIOR = (0.3, 0.15, 0.1, 0.3, 0.0, 0.075, 0.075)
"""The prior probability of each policy."""
_DUEL = (0.1, 0.15, 0.05, 0.1, 0.5, 0.05, 0.05)
"""The prior with two players; the habits were learned for two players only."""
_SLIP = 0.05
"""The assumed probability that an opponent plays a uniformly random card, in any policy."""
_ONE = 1 << 32


class Beliefs(NamedTuple):
    """The likelihood of the plays of `rounds` rounds; with 0 rounds only the prior counts.

    `past` has the weight of each card, by policy, player and round; `later` the weights of the
    cards that were played in a round or after it; `played` the cards, by player and round.
    """

    rounds: int
    prior: list[float]
    past: list[float]
    later: list[float]
    played: list[int]


class Others(NamedTuple):
    """A world: the unseen cards, which begin with the others' hands; and scratch buffers."""

    me: int
    players: int
    left: int
    unseen: list[int]
    posterior: list[float]
    """Prior times likelihood of each player's plays with its hand, by policy."""
    proposal: list[float]
    deal: Hands
    hands: Hands
    board: Board
    room: Room
    firsts: list[int]


def fixed(view: View, policy: int) -> Beliefs:
    """Return the belief that all players follow a policy."""
    prior = [float(index == policy) for index in range(POLICIES)] * view.players
    return Beliefs(0, buffer(prior), buffer([0.0]), buffer([0.0]), buffer([0]))


def believed(view: View) -> Beliefs:
    """Return the beliefs from the plays so far; the player itself is SHARP, or HABITS of two."""
    policy_prior, own = (_DUEL, HABITS) if view.players == 2 else (_PRIOR, SHARP)
    prior, start = [*policy_prior] * view.players, view.seat * POLICIES
    prior[start : start + POLICIES] = [float(policy == own) for policy in range(POLICIES)]
    # A round whose cards lie on the table while a row is chosen is part of the history.
    rounds, pairs = len(view.history), view.players * POLICIES
    beliefs = Beliefs(
        rounds,
        buffer(prior),
        buffer([0.0] * (pairs * rounds * PLACES or 1)),
        buffer([0.0] * (pairs * rounds or 1)),
        buffer([cards[player] for player in range(view.players) for cards in view.history] or [0]),
    )
    for turn, position in enumerate(view.positions[:rounds]):
        board = board_of(position.rows, position.heads, view.rule.threshold)
        _recall(turn, board, beliefs, tables(view.players), tilts())
    return beliefs


@compiled
def _recall(
    turn: int, board: Board, beliefs: Beliefs, weights: list[int], leaning: list[int]
) -> None:
    """Record the weight of every card in a round under each policy."""
    rows, rounds = survey(board), beliefs.rounds
    players = len(board.heads)
    for player in range(players):
        where = context(HAND - turn, board.heads[player], board.threshold)
        for policy in range(POLICIES):
            offset = policy * TABLE + where * SITUATIONS
            at = (player * POLICIES + policy) * rounds + turn
            for card in range(1, PLACES):
                weight = weights[offset + situation(card, rows)] * leaning[policy * PLACES + card]
                beliefs.past[at * PLACES + card] = weight >> EVEN
            for then in range(turn, rounds):
                card = beliefs.played[player * rounds + then]
                beliefs.later[at] += beliefs.past[at * PLACES + card]


@compiled
def _judge(player: int, start: int, left: int, others: Others, beliefs: Beliefs) -> float:
    """Write prior times likelihood of a player's plays by policy, with the hand at `start`.

    Returns the sum over the policies.
    """
    rounds, total = beliefs.rounds, 0.0
    for policy in range(POLICIES):
        place = player * POLICIES + policy
        posterior = beliefs.prior[place]
        if posterior > 0.0:
            for turn in range(rounds):
                at = place * rounds + turn
                weights = beliefs.later[at]
                for i in range(start, start + left):
                    weights += beliefs.past[at * PLACES + others.unseen[i]]
                weight = beliefs.past[at * PLACES + beliefs.played[player * rounds + turn]]
                hand_size = left + rounds - turn
                posterior *= _SLIP / hand_size + (1.0 - _SLIP) * weight / weights
        others.proposal[policy] = posterior
        total += posterior
    return total


@compiled
def _accept(player: int, others: Others) -> None:
    """Copy the proposed likelihoods of a player to the current ones."""
    for policy in range(POLICIES):
        others.posterior[player * POLICIES + policy] = others.proposal[policy]


@compiled
def _sum(player: int, others: Others) -> float:
    total = 0.0
    for policy in range(POLICIES):
        total += others.posterior[player * POLICIES + policy]
    return total


@compiled
def shuffle(others: Others, state: int) -> int:
    """Deal unseen cards to the others by a partial Fisher-Yates shuffle."""
    unseen = others.unseen
    for i in range((others.players - 1) * others.left):
        state = advance(state)
        j = i + ((state * (len(unseen) - i)) >> 32)
        unseen[i], unseen[j] = unseen[j], unseen[i]
    return state


@compiled
def settle(sweeps: int, others: Others, beliefs: Beliefs, state: int) -> int:
    """Deal a first world and run the burn-in of the chain, `sweeps` sweeps."""
    state = shuffle(others, state)
    for player in range(others.players):
        slot = player - (player > others.me)
        _judge(
            player, slot * others.left, 0 if player == others.me else others.left, others, beliefs
        )
        _accept(player, others)
    if beliefs.rounds > 0:
        for _ in range(sweeps):
            state = wander(others, beliefs, state)
    return state


@compiled
def wander(others: Others, beliefs: Beliefs, state: int) -> int:
    """Run a sweep of the chain: propose a swap for each card of the others, on average."""
    left, unseen = others.left, others.unseen
    slots = (others.players - 1) * left
    for _ in range(slots):
        state = advance(state)
        i = (state * slots) >> 32
        state = advance(state)
        j = (state * len(unseen)) >> 32
        one, two = i // left, j // left if j < slots else -1
        if one == two:
            continue
        first = one + (one >= others.me)
        second = two + (two >= others.me)
        unseen[i], unseen[j] = unseen[j], unseen[i]
        current = _sum(first, others)
        proposal = _judge(first, one * left, left, others, beliefs)
        if two >= 0:
            current *= _sum(second, others)
            proposal *= _judge(second, two * left, left, others, beliefs)
        state = advance(state)
        if state * current < proposal * _ONE:
            _accept(second if two >= 0 else first, others)
            if two >= 0:
                _judge(first, one * left, left, others, beliefs)
                _accept(first, others)
        else:
            unseen[i], unseen[j] = unseen[j], unseen[i]
    return state


@compiled
def believe(others: Others, state: int) -> int:
    """Deal the world, and draw each player's policy by its posterior in this world."""
    for player in range(others.players):
        total = _sum(player, others)
        state = advance(state)
        rest = total * state / _ONE
        policy = 0
        while policy < POLICIES - 1 and rest >= others.posterior[player * POLICIES + policy]:
            rest -= others.posterior[player * POLICIES + policy]
            policy += 1
        others.deal.policies[player] = policy
        if player != others.me:
            slot = player - (player > others.me)
            for i in range(others.left):
                others.deal.cards[player * HAND + i] = others.unseen[slot * others.left + i]
    return state
