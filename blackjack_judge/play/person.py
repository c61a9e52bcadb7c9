"""A person at the terminal, with the cards drawn by Rich."""

from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from blackjack_judge.hands import BUSTED, total, totals
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Game, Player, Situation
from blackjack_judge.players.basic import basic_strategy
from cardjudge.errors import quote
from cardjudge.language import listed, say
from cardjudge.numbers import integer

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
        self._hand: tuple[int, ...] = ()

    def bet(self, money: int) -> int:
        if self._money is not None:
            self._console.print(say("這一回合：{change:+,} 元", change=money - self._money))
        self._money = money
        self._dealt = False
        state = {"money": money, "goal": self.game.goal, "left": self._left}
        self._console.rule()
        self._console.print(say("資金 {money:,}，目標超過 {goal:,}，剩下 {left:,} 張牌", **state))
        return self._ask_number(say("下注（1 到 {most}）", most=money), 1, money)

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        self._draw("莊家", (1,), hidden=True)
        self._draw("你", hand)
        most = min(bet // 2, money)
        return self._ask_number(
            say("莊家是 A，要花多少錢買保險（0 到 {most}）", most=most), 0, most
        )

    def move(self, situation: Situation) -> str:
        self._dealt = True
        self._hand = situation.hand
        self._draw("莊家", (situation.upcard,), hidden=True)
        self._draw(("你", "你的第一手", "你的第二手")[situation.split], situation.hand)
        keys = {key: move for key, move in _KEYS.items() if move in situation.moves}
        names = [f"{key} {say(_NAMES[move])}" for key, move in keys.items()]
        while True:
            answer = self._ask(listed([*names, say("? 建議")]))
            if answer in keys:
                return keys[answer]
            if answer in ("?", "？"):
                advice = say(_NAMES[basic_strategy(situation)])
                self._console.print(say("基本策略的建議：{move}", move=advice))
            elif answer in _KEYS:
                self._console.print(say("這時不能{move}", move=say(_NAMES[_KEYS[answer]])))
            else:
                self._console.print(say("沒有{answer}這個選擇", answer=quote(answer)), markup=False)

    def see(self, *cards: int) -> None:
        self._left -= len(cards)
        if self._dealt:
            self._draw("發牌", cards, counted=False)
            if len(cards) == 1 and total((*self._hand, *cards)) == BUSTED:
                self._console.print(say("爆牌"))

    def end_round(self, dealer: Sequence[int]) -> None:
        self._left -= len(dealer) - 1
        self._draw("莊家", dealer)

    def _draw(
        self, whose: str, cards: Sequence[int], hidden: bool = False, counted: bool = True
    ) -> None:
        names = [_RANKS[card] for card in cards] + ["?"] * hidden
        who = say(whose)
        points = say("{who}，{points}", who=who, points=_points(cards))
        self._console.print(points if counted else who)
        drawn = Table.grid()
        drawn.add_row(*(Panel(name, expand=False) for name in names))
        self._console.print(drawn)

    def _ask_number(self, question: str, least: int, most: int) -> int:
        while True:
            answer = self._ask(question)
            number = integer(answer, least, most)
            if number is not None:
                return number
            told = {"least": least, "most": most, "answer": quote(answer)}
            wrong = say("要輸入 {least} 到 {most} 的整數，不能是{answer}", **told)
            self._console.print(wrong, markup=False)

    def _ask(self, question: str) -> str:
        return self._console.input(say("{question}：", question=question)).strip().lower()


def _points(cards: Sequence[int]) -> str:
    if total(cards) == BUSTED:
        return say("爆牌")
    return say("{points} 點", points=say(" 或 ").join(map(str, totals(cards))))
