"""A program with the four functions of the assignment as a player: it answers the arena's calls.

Questions and answers are fixed frames of 32-bit numbers on descriptors of their own. A question is
its kind and its arguments: the player's number and ten cards; the table, the scores, the last cards
and the hand; or the table and a card. Unused numbers are 0. As in the course's contest, rows are
sorted by last card, `last` is the opponent's, and a used card is -1.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NoReturn

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.play import program
from cardjudge.play.game import Advice
from take6.game import FULL, HAND, ROWS
from take6.series.contest import build
from take6.series.contest.arena import ANSWER, CHOOSE, NEW_GAME, PICK, QUESTION

_USED = -1
"""The value of a played card's place in a hand."""
_ROUNDS_SHOWN = 8
"""The number of rounds whose opponent's cards a contestant is told."""


class Program(program.Program):
    """A contestant in C or Python; its process plays game after game."""

    apart = True
    is_program = staticmethod(build.is_contestant)
    source = staticmethod(build.source)

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[int]:
        """Return the card that the program picks, or the row that it chooses; ForfeitError."""
        at = game.at
        order = sorted(range(ROWS), key=lambda row: at.rows[row][-1])
        rows = [at.rows[row] for row in order]
        if at.undercut is not None:
            self.ask(_question(CHOOSE, *_table(rows), at.undercut[1]))
            row = self._number("choose")
            if not 0 <= row < ROWS:
                self.refused(row, UserError("沒有第 {number} 列（從 0 算起）", number=row))
            return Advice(order[row])
        hand = at.deck[seat : HAND * at.players : at.players]
        begin = b"" if at.history else _question(NEW_GAME, seat, *hand)
        left = [card if card in at.hands[seat] else _USED for card in hand]
        last = [cards[1 - seat] for cards in at.history[:_ROUNDS_SHOWN]]
        last += [0] * (_ROUNDS_SHOWN - len(last))
        self.ask(begin + _question(PICK, *_table(rows), *at.heads, *last, *left))
        return Advice(self._number("pick"))

    def refused(self, move: object, why: UserError) -> NoReturn:
        """Lose the game for a wrong answer, which may be that of a forked process."""
        assert self.process is not None
        if len(self.process.family.living()) > 1:
            self.lose(say("回答不對，而程式不只有一個行程：fork 出的行程可能也在回答"))
        self.lose(say("{function}：{reason}", function=self._function, reason=why))

    def hear(self, game: Any, seat: int, events: Sequence[Any]) -> None:
        """Hear nothing: each question tells the whole table."""

    def finish(self, shares: Sequence[float]) -> None:
        """Tell nothing: the next question begins the next game."""

    def _number(self, function: str) -> int:
        self._function = function
        data = self.answer(lambda data: len(data) >= ANSWER.size)
        if len(data) != ANSWER.size:
            self.refused(None, UserError("回答的不是一個數"))
        return int(ANSWER.unpack(data)[0])


def _question(*numbers: int) -> bytes:
    return QUESTION.pack(*numbers, *[0] * (41 - len(numbers)))


def _table(rows: Sequence[Sequence[int]]) -> list[int]:
    return [number for row in rows for number in (*row, *[0] * (FULL - len(row)))]
