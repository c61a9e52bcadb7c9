"""War as a game of the kit: nobody decides, and the game advances by itself."""

import sys
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Self

from cardjudge.doors import Row
from cardjudge.language import say
from cardjudge.play.game import NOWHERE, Choices, Game, Settings, Table, usual_names
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from war.battle import INFINITE, Battle
from war.course import Course, foreseen, play_round
from war.options import ALTERNATE
from war.text import RESULTS, read_battle, read_limit

VALUES = Row(
    "--nb-vals",
    "nb_vals",
    "發牌的數值有幾種，每種四張。",
    "NB_VALS",
    least=1,
    usual=13,
    in_case=True,
)


class Round(NamedTuple):
    """A round is won: its number, and the winner from 0."""

    number: int
    winner: int


class WarTable(Table):
    """The words of War."""

    title = "戰爭"
    rules = (
        "兩人同時翻出最上面的牌，大的收走桌上的牌；一樣大就各蓋一張，再各翻一張。",
        "一方沒有牌可出時結束，手牌多的人獲勝。同樣的局面再出現，就是無限遊戲。",
    )

    def result(self, game: "WarGame") -> Sequence[str]:
        if not game.course:
            return [say(RESULTS[game.battle.winner()])]
        template = "第 {first} 回合後的牌又出現了：{result}"
        return [say(template, first=game.course.rounds, result=say(RESULTS[INFINITE]))]


class WarGame(Game[None]):
    """A game of War, to its end, to its limit of rounds, or once around its cycle."""

    name = "war"
    table = WarTable()
    settings = (VALUES, ALTERNATE)
    moves = NOWHERE
    longest = sys.maxsize  # the course is proved to end or to repeat
    course: Course | None = None
    """The course of an infinite game, at the latest when its cycle closes."""

    def __init__(self, battle: Battle, limit: int | None, given: Settings) -> None:
        self.battle, self.limit, self.given = battle, limit, given
        self.names = usual_names(2)
        self.rounds = 0
        self._first = battle.copy()
        self._horizon = 0
        self.played: tuple[list[int], list[int]] = ([], [])
        self._ended = False

    @classmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        alternate = bool(given.get("alternate"))
        battle = Battle(given.get("nb_vals", VALUES.usual), rng=Random(seed), alternate=alternate)
        return cls(battle, None, given)

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        battle = read_battle(lines, bool(given.get("alternate")), None)
        return cls(battle, read_limit(lines), given)

    def case(self) -> str:
        limit = "" if self.limit is None else f"{self.limit}\n"
        return f"{self._first.player1}\n{self._first.player2}\n{limit}"

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
        one_first, ends = self.battle.turn, self.rounds == self.limit or self._repeats()
        winner, trick = (0, []) if ends else play_round(self.battle)
        self._ended = not winner
        cards = (trick[::2], trick[1::2]) if winner else ([], [])
        self.played = cards if one_first else cards[::-1]
        if not winner:
            return []
        self.rounds += 1
        return [Round(self.rounds, winner - 1)]

    def _repeats(self) -> bool:
        """Return whether the game has gone once around its cycle."""
        if self.limit is not None:
            return False
        if self.course is None and 4 * self.rounds >= self._horizon:
            self._horizon = 8 * self.rounds + 4096
            self.course = foreseen(self._first, self._horizon)
        course = self.course
        return course is not None and self.rounds == course.rounds + (course.period or 0)

    def shares(self) -> Sequence[float]:
        winner = 0 if self.course else self.battle.winner()
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
