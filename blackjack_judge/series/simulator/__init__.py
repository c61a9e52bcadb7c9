"""Whole games of the kit's players at the speed of machine code (extra `fast`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from blackjack_judge.judge import Setting
from blackjack_judge.series.match import Match, Played
from blackjack_judge.series.simulator.kernel import play_game
from blackjack_judge.series.simulator.policies import POLICIES, Policy, compiled_bet, plan
from blackjack_judge.series.simulator.shuffle import make_shoe
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WON
from cardjudge.series.workers import spread

__all__ = ["POLICIES", "Policy", "simulate"]

_OUTCOMES = (WON, BROKE, EXHAUSTED, ILLEGAL)
"""In the order of the kernel's numbers."""
_GAMES_AT_ONCE = 50


def simulate(
    name: str, policy: Policy, seeds: Sequence[int], setting: Setting, workers: int | str = 1
) -> Match:
    """Play a game for every seed; the result depends on the seeds alone, whatever the workers.

    The games are those of the judge, round by round, for the same seeds and the same player.
    """
    parts = [seeds[i : i + _GAMES_AT_ONCE] for i in range(0, len(seeds), _GAMES_AT_ONCE)]
    work = partial(_simulate_some, policy=policy, setting=setting)
    return Match(name, list(chain.from_iterable(spread(work, parts, workers, name))))


def _simulate_some(seeds: Sequence[int], policy: Policy, setting: Setting) -> list[Played]:
    return list(_games(seeds, policy, setting))


def _games(seeds: Sequence[int], policy: Policy, setting: Setting) -> Iterator[Played]:
    rules = setting.rules
    opening, later = plan(policy.player, rules)
    for seed in seeds:
        outcome, rounds, money = play_game(
            make_shoe(seed, setting.decks),
            setting.money,
            setting.goal,
            int(rules.both_blackjack_push),
            int(rules.split_blackjack),
            compiled_bet(policy.bet),
            policy.insurance_share,
            int(policy.modest),
            policy.last_part,
            opening,
            later,
        )
        yield Played(seed, _OUTCOMES[outcome], rounds, [setting.money, money])
