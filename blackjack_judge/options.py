"""The options that several subcommands share."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from blackjack_judge.judge import Setting
from blackjack_judge.shoe import DECKS
from blackjack_judge.table import GOAL, MONEY, Rules
from cardjudge.commands.completion import one_of
from cardjudge.errors import UserError, quote
from cardjudge.programs.process import Limits

_MOST_MONEY = 1_000_000_000
_MOST_DECKS = 100_000
_LARGEST_FILE = 64 << 20
"""Bytes of any file that a program writes: one that floods must not fill the disk."""


class RuleOptions(NamedTuple):
    """The rules that the assignment leaves open."""

    both_blackjack: Annotated[
        str,
        typer.Option(
            metavar="lose|push",
            help="莊家明牌是 A 且雙方都是 blackjack：lose 照題目字面，玩家輸；push 平手。",
            autocompletion=one_of(lambda: ("lose", "push")),
        ),
    ] = "lose"
    split_blackjack: Annotated[
        bool,
        typer.Option(
            "--split-blackjack/--no-split-blackjack", help="分牌後的 A 和十點牌算不算 blackjack。"
        ),
    ] = True

    def read(self) -> Rules:
        """Return the rules; UserError for a word that is none of them."""
        if self.both_blackjack not in ("lose", "push"):
            wrong = quote(self.both_blackjack)
            raise UserError(f"--both-blackjack 必須是 lose 或 push，不能是{wrong}")
        return Rules(self.both_blackjack == "push", self.split_blackjack)


class GameOptions(NamedTuple):
    """What a game is played with."""

    decks: Annotated[int, typer.Option(min=1, max=_MOST_DECKS, metavar="副", help="牌的副數。")] = (
        DECKS
    )
    money: Annotated[
        int, typer.Option(min=1, max=_MOST_MONEY, metavar="元", help="一開始的資金。")
    ] = MONEY
    goal: Annotated[
        int,
        typer.Option(min=1, max=_MOST_MONEY, metavar="元", help="資金超過這個數目就獲勝。"),
    ] = GOAL

    def read(self, rules: RuleOptions) -> Setting:
        """Return the setting of a game under these rules."""
        return Setting(self.decks, self.money, self.goal, rules.read())


class LimitOptions(NamedTuple):
    """What a contestant may use."""

    time_limit: Annotated[
        float,
        typer.Option(
            min=0.01, metavar="秒", help="程式的 CPU 時間上限；經過的時間上限是它的兩倍。"
        ),
    ] = 10.0
    memory_limit: Annotated[int, typer.Option(min=1, metavar="MiB", help="程式的記憶體上限。")] = (
        512
    )

    def read(self) -> Limits:
        """Return the limits."""
        seconds = self.time_limit
        return Limits(2 * seconds, seconds, self.memory_limit << 20, _LARGEST_FILE)
