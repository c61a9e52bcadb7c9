"""Whole games of the kit's players at the speed of machine code (extra `fast`)."""

from collections.abc import Sequence
from functools import partial

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


def simulate(
    name: str, policy: Policy, seeds: Sequence[int], setting: Setting, workers: int | str = 1
) -> Match:
    """Play a game for every seed; the result depends on the seeds alone, whatever the workers.

    The games are those of the judge, round by round, for the same seeds and the same player.
    """
    work = partial(_play_one, policy=policy, setting=setting)
    return Match(name, list(spread(work, seeds, workers, name)))


def _play_one(seed: int, policy: Policy, setting: Setting) -> Played:
    outcome, rounds, money = play_game(
        make_shoe(seed, setting.decks),
        setting.money,
        setting.goal,
        (int(setting.rules.both_blackjack_push), int(setting.rules.split_blackjack)),
        compiled_bet(policy.bet),
        policy.insurance_share,
        int(policy.modest),
        policy.last_part,
        *plan(policy.player, setting.rules),
    )
    return Played(seed, _OUTCOMES[outcome], rounds, [setting.money, money])
