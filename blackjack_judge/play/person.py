"""A game at the terminal: cards drawn by Rich, and the value of each choice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.panel import Panel
from rich.table import Table as Grid

from blackjack_judge.conversation import Conversation, play_here
from blackjack_judge.hands import BUSTED, total, totals
from blackjack_judge.judge import Setting, play
from blackjack_judge.play.replay import RANKS
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Game, Player, Situation
from blackjack_judge.players.best_play import Odds
from blackjack_judge.shoe import DECK, make_shoe
from blackjack_judge.table import Rules
from blackjack_judge.text import render
from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.numbers import integer
from cardjudge.play.table import Table
from cardjudge.screen import Screen

_NAMES = {HIT: "要牌", STAND: "停牌", DOUBLE: "加倍", SPLIT: "分牌"}
_KEYS = {HIT: ("1", "hit"), STAND: ("2", "stand"), DOUBLE: ("3", "d", "double"), SPLIT: ("4", "p")}
_SCHEMA = "cardjudge/blackjack-table/1"
_INSURED = 4 / 13
"""The probability of a ten under an ace."""


class Choice(NamedTuple):
    """A choice of the person, the best one, and the cost of the choice in money."""

    told: str
    best: str
    cost: float


class Session:
    """A seed, the settings of the game, and the person's answers so far."""

    def __init__(self, seed: int, setting: Setting, answers: Sequence[str] = ()) -> None:
        self.seed, self.setting, self.answers = seed, setting, [*answers]

    def before_last_turn(self) -> Session | None:
        """Return the game without the last answer, which is replayed up to it; None without one."""
        return Session(self.seed, self.setting, self.answers[:-1]) if self.answers else None


class Terminal(Table[Session]):
    """A table that replays the answers so far, and then asks for more."""

    game = "blackjack"
    save_as = "blackjack.save"

    def __init__(self, session: Session, screen: Screen) -> None:
        super().__init__(session, screen)
        self.person: Person | None = None
        self.conversation: Conversation | None = None
        self.lines: list[str] = []

    def play(self) -> None:
        """Play the game to its verdict."""
        self.conversation, self.lines = None, []
        setting = self.session.setting
        shoe = make_shoe(self.session.seed, setting.decks)
        found = play(shoe, self._sit, setting, self.lines.append)
        self.conversation = found
        assert found.verdict is not None
        self.screen.say(render(found.verdict).rstrip())
        self.ended(found.verdict.accepted)
        self.screen.say(self.review())

    def _sit(self, conversation: Conversation, setting: Setting) -> None:
        game = Game(setting.decks * DECK, setting.goal, setting.rules)
        self.person = Person(game, self)
        play_here(conversation, self.person)

    def left(self) -> None:
        """Show the value of the choices so far."""
        super().left()
        if self.session.answers:
            self.screen.say(self.review())

    def dump(self) -> str:
        """Return the seed and the answers as JSON."""
        session = self.session
        setting = session.setting._asdict() | {"rules": session.setting.rules._asdict()}
        kept = {"schema": _SCHEMA, "seed": session.seed, **setting, "answers": session.answers}
        return f"{json.dumps(kept)}\n"

    def read(self, path: Path) -> Session:
        """Return the game of a save."""
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept["schema"] != _SCHEMA:
                raise UserError("這是別的版本的存檔")
            decks, money, goal = (int(kept[name]) for name in ("decks", "money", "goal"))
            rules = Rules(**{name: bool(kept["rules"][name]) for name in Rules._fields})
            answers = [*map(str, kept["answers"])]
            return Session(int(kept["seed"]), Setting(decks, money, goal, rules), answers)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UserError("這不是 blackjack-judge table 的存檔") from None

    @property
    def begun(self) -> bool:
        """Whether a game with answers is in progress."""
        return bool(self.session.answers) and self.conversation is None

    def hint(self) -> list[str]:
        """Return the best move and the value of each move."""
        situation = None if self.person is None else self.person.situation
        if situation is None:
            return []
        values = self.values(situation)
        told = listed(f"{say(_NAMES[move])} {value:+.3f}" for move, value in values.items())
        move = say(_NAMES[max(values, key=lambda move: values[move])])
        return [say("建議：{move}。每注 1 元的期望值：{values}", move=move, values=told)]

    def values(self, at: Situation) -> dict[str, float]:
        """Return the value of each legal move for a bet of 1."""
        odds = Odds(self.session.setting.rules).values(at.hand, at.upcard, at.split)
        return {move: odds[move] for move in at.moves}

    def log(self) -> list[str]:
        """Return the conversation with the judge."""
        return self.lines

    def review(self) -> str:
        """Return the mistakes and their costs."""
        choices = self.person.choices if self.person else []
        wrong = [choice for choice in choices if choice.cost > 0]
        template = "{told}；最好的是{best}，少了 {cost:,.0f} 元"
        lines = [say(template, **choice._asdict()) for choice in wrong]
        facts = {"count": len(choices), "mistakes": len(wrong)}
        cost = sum(choice.cost for choice in wrong)
        told = say(
            "{count} 個選擇，{mistakes} 個失誤，期望值共少了 {cost:,.0f} 元。", cost=cost, **facts
        )
        return "\n".join([*lines, told])


class Person(Player):
    """A player that repeats the answers of the session, and then asks the person."""

    def __init__(self, game: Game, table: Terminal) -> None:
        super().__init__(game)
        self._table = table
        self._given = [*table.session.answers]
        self._used = 0
        self._left = game.cards
        self._money: int | None = None
        self._dealt = False
        self._hand: tuple[int, ...] = ()
        self.situation: Situation | None = None
        """The situation of a move; None at other questions."""
        self.choices: list[Choice] = []

    def bet(self, money: int) -> int:
        if self._money is not None:
            self._say("這一回合：{change:+,} 元", change=money - self._money)
        self._money, self._dealt, self.situation = money, False, None
        state = {"money": money, "goal": self.game.goal, "left": self._left}
        self._show("─" * 40)
        self._say("資金 {money:,}，目標超過 {goal:,}，剩下 {left:,} 張牌", **state)
        return self._number(say("下注（1 到 {most}）：", most=money), 1, money)

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        self._draw("莊家", (1,), hidden=True)
        self._draw("你", hand)
        most = min(bet // 2, money)
        question = say("莊家是 A，要花多少錢買保險（0 到 {most}）：", most=most)
        paid = self._number(question, 0, most)
        cost = paid * (1 - 2 * _INSURED)
        told = say("花 {paid:,} 元買保險", paid=paid)
        self._chosen(Choice(told, say("不買"), cost))
        return paid

    def move(self, situation: Situation) -> str:
        self._dealt, self._hand, self.situation = True, situation.hand, situation
        self._draw("莊家", (situation.upcard,), hidden=True)
        self._draw(("你", "你的第一手", "你的第二手")[situation.split], situation.hand)
        names = [f"{_KEYS[move][0]} {say(_NAMES[move])}" for move in situation.moves]
        question = say("{question}：", question=listed(names))
        while True:
            answer = self._answer(question).lower()
            moves = (move for move, keys in _KEYS.items() if answer in (move, *keys, _NAMES[move]))
            chosen = next(moves, None)
            if chosen in situation.moves:
                break
            if chosen is not None:
                self._say("這時不能{move}", move=say(_NAMES[chosen]))
            else:
                self._table.say("沒有{answer}這個選擇", answer=quote(answer))
            self._refuse()
        self._worth(situation, chosen)
        return chosen

    def _worth(self, situation: Situation, chosen: str) -> None:
        values = self._table.values(situation)
        best = max(values, key=lambda move: values[move])
        cost = (values[best] - values[chosen]) * situation.bet
        hand = " ".join(RANKS[card] for card in situation.hand)
        facts = {"hand": hand, "up": RANKS[situation.upcard], "move": say(_NAMES[chosen])}
        told = say("{hand} 對 {up}，{move} {value:+.3f}", value=values[chosen], **facts)
        better = f"{say(_NAMES[best])} {values[best]:+.3f}"
        self._chosen(Choice(told, better, cost))

    def _chosen(self, choice: Choice) -> None:
        self.choices.append(choice)
        if choice.cost > 0:
            self._say("{told}；最好的是{best}，少了 {cost:,.0f} 元", **choice._asdict())
        else:
            self._say("{told}：最好的選擇", told=choice.told)

    def see(self, *cards: int) -> None:
        self._left -= len(cards)
        if self._dealt:
            self._draw("發牌", cards, counted=False)
            if len(cards) == 1 and total((*self._hand, *cards)) == BUSTED:
                self._say("爆牌")

    def end_round(self, dealer: Sequence[int]) -> None:
        self._left -= len(dealer) - 1
        self._draw("莊家", dealer)

    def _draw(
        self, whose: str, cards: Sequence[int], hidden: bool = False, counted: bool = True
    ) -> None:
        names = [RANKS[card] for card in cards] + ["?"] * hidden
        who = say(whose)
        points = say("{who}，{points}", who=who, points=_points(cards))
        self._show(points if counted else who)
        if self._table.screen.plain:
            self._show(" ".join(names))
        elif not self._given:
            drawn = Grid.grid()
            drawn.add_row(*(Panel(name, expand=False) for name in names))
            self._table.screen.console.print(drawn)

    def _say(self, template: str, **parts: object) -> None:
        self._show(say(template, **parts))

    def _show(self, line: str) -> None:
        """Show a line, except while the session is replayed."""
        if not self._given:
            self._table.screen.say(line)

    def _number(self, question: str, least: int, most: int) -> int:
        while True:
            answer = self._answer(question)
            number = integer(answer, least, most)
            if number is not None:
                return number
            self._refuse()
            told = "要輸入 {least} 到 {most} 的整數，不能是{answer}"
            self._table.say(told, least=least, most=most, answer=quote(answer))

    def _answer(self, question: str) -> str:
        """Return the next answer of the session, or a new one."""
        self._used += 1
        if self._given:
            return self._given.pop(0)
        answer = self._table.ask(question)
        self._table.session.answers.append(answer)
        return answer

    def _refuse(self) -> None:
        """Drop an invalid answer, and the answers after it in a save."""
        self._used -= 1
        self._given.clear()
        del self._table.session.answers[self._used :]


def _points(cards: Sequence[int]) -> str:
    if total(cards) == BUSTED:
        return say("爆牌")
    return say("{points} 點", points=say(" 或 ").join(map(str, totals(cards))))
