"""The options that several subcommands share."""

from typing import Annotated, Any, Literal, NamedTuple

import typer

from blackjack_judge.judge import Setting
from blackjack_judge.shoe import DECKS
from blackjack_judge.table import GOAL, MONEY, Rules
from cardjudge.commands.programs import ProgramOptions

_MOST_MONEY = 1_000_000_000
_MOST_DECKS = 100_000


class RuleOptions(NamedTuple):
    """The rules that the assignment leaves open."""

    both_blackjack: Annotated[
        Literal["lose", "push"],
        typer.Option(
            metavar="lose|push",
            help="莊家明牌是 A 且雙方都是 blackjack：lose 照題目字面，玩家輸；push 平手。",
        ),
    ] = "lose"
    split_blackjack: Annotated[
        bool,
        typer.Option(
            "--split-blackjack/--no-split-blackjack", help="分牌後的 A 和十點牌算不算 blackjack。"
        ),
    ] = True

    def read(self) -> Rules:
        """Return the rules."""
        return Rules(self.both_blackjack == "push", self.split_blackjack)


class GameOptions(NamedTuple):
    """The options of a game."""

    decks: Annotated[int, typer.Option(min=1, max=_MOST_DECKS, metavar="副", help="牌的副數。")] = (
        DECKS
    )
    money: Annotated[
        int, typer.Option(min=1, max=_MOST_MONEY, metavar="元", help="一開始的資金。")
    ] = MONEY
    goal: Annotated[
        int, typer.Option(min=1, max=_MOST_MONEY, metavar="元", help="資金超過這個數目就獲勝。")
    ] = GOAL

    def read(self, rules: RuleOptions) -> Setting:
        """Return the setting of a game under these rules."""
        return Setting(self.decks, self.money, self.goal, rules.read())


class ContestantOptions(NamedTuple):
    """The options of a contestant's program, beside those of all programs."""

    std: Annotated[
        Literal["c++11", "c++14", "c++17", "c++20", "c++23"] | None,
        typer.Option(metavar="標準", help="C++ 的標準。", show_default="c++17，不行就 c++14"),
    ] = None
    time_limit: Annotated[float | None, typer.Option(min=0.01, max=1e9, hidden=True)] = None
    memory_limit: Annotated[int | None, typer.Option(min=1, max=1 << 30, hidden=True)] = None

    def over(self, program: ProgramOptions) -> ProgramOptions:
        """Return the limits of a contestant; ``--time-limit`` is another name of ``--time``."""
        given: dict[str, Any] = {"time": self.time_limit, "memory": self.memory_limit}
        return program._replace(**{name: most for name, most in given.items() if most is not None})
