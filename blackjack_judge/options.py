"""The settings of a game, as options and as the judge takes them."""

from collections.abc import Mapping
from typing import Any

from blackjack_judge.judge import Setting
from blackjack_judge.shoe import DECKS
from blackjack_judge.table import GOAL, MONEY
from cardjudge.doors import Option

_MOST_MONEY = 1_000_000_000
_MOST_DECKS = 100_000

BOTH_BLACKJACK = Option(
    "--both-blackjack",
    "both_blackjack",
    "莊家明牌是 A 且雙方都是 blackjack：lose 照題目字面，玩家輸；push 平手。",
    "lose|push",
    ("lose", "push"),
    usual="lose",
)
"""The rule that the assignment leaves open."""
OPTIONS = (
    Option("--decks", "decks", "牌的副數。", "副", least=1, most=_MOST_DECKS, usual=DECKS),
    Option("--money", "money", "一開始的資金。", "元", least=1, most=_MOST_MONEY, usual=MONEY),
    Option(
        "--goal", "goal", "資金超過這個數目就獲勝。", "元", least=1, most=_MOST_MONEY, usual=GOAL
    ),
    BOTH_BLACKJACK,
)
"""All but the seed of a game."""


def setting_of(settings: Mapping[str, Any]) -> Setting:
    """Return the setting with these values of options; one that is missing is usual."""
    values = {option.keyword: settings.get(option.keyword, option.usual) for option in OPTIONS}
    push = values["both_blackjack"] == "push"
    return Setting(values["decks"], values["money"], values["goal"], push)
