"""The settings of a game, as options and as the judge takes them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from blackjack_judge import shoe, table
from blackjack_judge.judge import Setting
from cardjudge.doors import Row

_MOST_MONEY = 1_000_000_000
_MOST_DECKS = 100_000

BOTH_BLACKJACK = Row(
    "--both-blackjack",
    "both_blackjack",
    "莊家明牌是 A 且雙方都是 blackjack：lose 照題目字面，玩家輸；push 平手。",
    "lose|push",
    ("lose", "push"),
    usual="lose",
)
"""The rule that the assignment leaves open."""
_deal = partial(Row, least=1, in_case=True)
_most = partial(_deal, metavar="元", most=_MOST_MONEY)
DECKS = _deal("--decks", "decks", "牌的副數。", "副", most=_MOST_DECKS, usual=shoe.DECKS)
MONEY = _most("--money", "money", "一開始的資金。", usual=table.MONEY)
GOAL = _most("--goal", "goal", "資金超過這個數目就獲勝。", usual=table.GOAL)
OPTIONS = DECKS, MONEY, GOAL, BOTH_BLACKJACK
"""All but the seed of a game."""


def setting_of(settings: Mapping[str, Any]) -> Setting:
    """Return the setting with these values of options; one that is missing is usual."""
    values = {option.keyword: settings.get(option.keyword, option.usual) for option in OPTIONS}
    push = values["both_blackjack"] == "push"
    return Setting(values["decks"], values["money"], values["goal"], push)
