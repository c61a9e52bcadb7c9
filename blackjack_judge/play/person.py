"""A person at the terminal, with the cards drawn by Rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from blackjack_judge.hands import BUSTED, total, totals
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Game, Player, Situation
from blackjack_judge.players.basic import basic_strategy

_RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_KEYS = {"h": HIT, "s": STAND, "d": DOUBLE, "p": SPLIT}
_NAMES = {HIT: "要牌", STAND: "停牌", DOUBLE: "加倍", SPLIT: "分牌"}


class Person(Player):
    """Asks for every decision until the answer is one; the end of the input is `EOFError`.

    There is no way back: a card that was seen cannot be unseen.
    """

    def __init__(self, game: Game, console: Console | None = None) -> None:
        super().__init__(game)
        self._console = console or Console(highlight=False)
        self._left = game.cards
        self._money: int | None = None
        self._dealt = False

    def bet(self, money: int) -> int:
        if self._money is not None:
            self._console.print(f"這一回合：{money - self._money:+,} 元")
        self._money = money
        self._dealt = False
        self._console.rule(f"資金 {money:,}，目標超過 {self.game.goal:,}，剩下 {self._left:,} 張牌")
        return self._ask_number(f"下注（1 到 {money}）", 1, money)

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        self._draw("莊家", (1,), hidden=True)
        self._draw("你", hand)
        most = min(bet // 2, money)
        return self._ask_number(f"莊家是 A，要花多少錢買保險（0 到 {most}）", 0, most)

    def move(self, situation: Situation) -> str:
        self._dealt = True
        self._draw("莊家", (situation.upcard,), hidden=True)
        self._draw(("你", "你的第一手", "你的第二手")[situation.split], situation.hand)
        keys = {key: move for key, move in _KEYS.items() if move in situation.moves}
        choices = "、".join(f"{key} {_NAMES[move]}" for key, move in keys.items())
        while True:
            answer = self._ask(f"{choices}、? 建議")
            if answer in keys:
                return keys[answer]
            if answer in ("?", "？"):
                self._console.print(f"基本策略的建議：{_NAMES[basic_strategy(situation)]}")

    def see(self, *cards: int) -> None:
        self._left -= len(cards)
        if self._dealt:
            self._draw("發牌", cards, counted=False)

    def end_round(self, dealer: Sequence[int]) -> None:
        self._left -= len(dealer) - 1
        self._draw("莊家", dealer)

    def _draw(
        self, whose: str, cards: Sequence[int], hidden: bool = False, counted: bool = True
    ) -> None:
        names = [_RANKS[card] for card in cards] + ["?"] * hidden
        self._console.print(f"{whose}，{_points(cards)}" if counted else whose)
        drawn = Table.grid()
        drawn.add_row(*(Panel(name, expand=False) for name in names))
        self._console.print(drawn)

    def _ask_number(self, question: str, least: int, most: int) -> int:
        while True:
            answer = self._ask(question)
            if answer.isascii() and answer.isdigit() and least <= int(answer[:18]) <= most:
                return int(answer)

    def _ask(self, question: str) -> str:
        return self._console.input(f"{question}：").strip().lower()


def _points(cards: Sequence[int]) -> str:
    if total(cards) == BUSTED:
        return "爆牌"
    return " 或 ".join(map(str, totals(cards))) + " 點"
