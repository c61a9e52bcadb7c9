"""War as a game of the kit: nobody decides, and the game advances by itself."""

import sys
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Self

from cardjudge.doors import Option
from cardjudge.language import say
from cardjudge.play.game import Choices, Game, Settings, usual_names
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from war.battle import INFINITE, Battle
from war.course import follow
from war.options import ALTERNATE
from war.text import RESULTS, read_battle, read_limit

VALUES = Option(
    "--nb-vals", "nb_vals", "發牌的數值有幾種，每種四張。", "NB_VALS", least=1, usual=13
)


class Round(NamedTuple):
    """A round is won: its number, the winner from 0, and the cards that both players played."""

    number: int
    winner: int
    played: tuple[list[int], list[int]]


class WarGame(Game[None]):
    """A game of War, to its end, to its limit of rounds, or once around its cycle."""

    name = "war"
    title = "戰爭"
    rules = (
        "兩人同時翻出最上面的牌，大的收走桌上的牌；一樣大就各蓋一張，再各翻一張。",
        "一方沒有牌可出時結束，手牌多的人獲勝。同樣的局面再出現，就是無限遊戲。",
    )
    settings = (VALUES, ALTERNATE)
    players_decide = case_has_moves = False
    longest = sys.maxsize  # the course is proved to end or to repeat

    def __init__(self, battle: Battle, limit: int | None, given: Settings) -> None:
        self.battle, self.limit, self.given = battle, limit, given
        self.names = usual_names(2)
        self.course = follow(battle, limit)
        self.rounds = 0
        self.played: tuple[list[int], list[int]] = ([], [])
        self._start = f"{battle.player1}\n{battle.player2}\n"
        self._ended = False

    @classmethod
    def dealt(cls, given: Settings, rng: Random) -> Self:
        alternate = bool(given.get("alternate"))
        dealt = Battle(given.get("nb_vals", VALUES.usual), rng=rng, alternate=alternate)
        return cls(dealt, None, given)

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        battle = read_battle(lines, bool(given.get("alternate")), None)
        return cls(battle, read_limit(lines), given)

    def case(self) -> str:
        return self._start + (f"{self.limit}\n" if self.limit is not None else "")

    @property
    def awaited(self) -> Sequence[int]:
        return ()

    @property
    def over(self) -> bool:
        return self._ended

    def choices(self, seat: int) -> Choices[None]:
        return Choices()

    def make(self, seat: int, move: None) -> Sequence[Round]:
        raise ValueError("nobody decides")

    def advance(self) -> Sequence[Round]:
        battle, course = self.battle, self.course
        self.played = ([], [])
        if self.rounds == course.rounds + (course.period or 0):
            self._ended = True
            return []
        hands = [*battle.player1], [*battle.player2]
        battle.one_round()
        self.rounds += 1
        won = len(battle.player1) - len(hands[0])  # the number of cards that the loser played
        self.played = hands[0][: abs(won)], hands[1][: abs(won)]
        return [Round(self.rounds, 0 if won > 0 else 1, self.played)]

    def shares(self) -> Sequence[float]:
        winner = 0 if self.course.period else self.battle.winner()
        return [0.5, 0.5] if winner == 0 else [float(winner == 1), float(winner == 2)]

    def words(self, event: Round, seat: int | None) -> str:
        template = "第 {number} 回合：玩家 {winner} 收走桌上的牌"
        return say(template, number=event.number, winner=event.winner + 1)

    def scene(self, seat: int | None) -> Frame:
        battle = self.battle
        rows = [self._line(player, cards) for player, cards in enumerate(self.played) if cards]
        if battle.trick.cards:
            rows.append(Line(say("桌上"), [str(card) for card in battle.trick]))
        hands = enumerate(([*battle.player1], [*battle.player2]))
        return Frame("", "", rows, [self._line(player, hand) for player, hand in hands])

    def _line(self, player: int, cards: list[int]) -> Line:
        return Line(self.names[player], list(map(str, cards)), say("{count} 張", count=len(cards)))

    def result(self) -> Sequence[str]:
        if not self.course.period:
            return [say(RESULTS[self.battle.winner()])]
        template = "第 {first} 回合後的牌又出現了：{result}"
        return [say(template, first=self.course.rounds, result=say(RESULTS[INFINITE]))]
