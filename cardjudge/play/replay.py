"""A game of a case or a save as frames to step through, and as moves to review."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.play import checks
from cardjudge.play.game import IN_CASE, Game, IllegalMove, Settings, sentences
from cardjudge.play.levels import HARD
from cardjudge.play.players import blaming
from cardjudge.play.session import Session, is_save, loaded
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

if TYPE_CHECKING:
    from cardjudge.programs.contestant import Command

_MOST = 100_000
"""Maximum number of rows and cards in all frames together, where each frame counts as ten more."""


class Replay:
    """A game that was read from a case or a save, finished or not.

    Where no moves follow in a case, the hardest level finishes the game. UserError for a save that
    is none, `InputError` for a wrong start of a case.
    """

    def __init__(self, game: type[Game[Any]], data: bytes, given: Settings) -> None:
        self.frames: list[Frame] = []
        """The start, and the scene after each step that says something."""
        self.frame_of: list[int] = []
        """For each move of the session, the frame that shows it."""
        self.error: InputError | None = None
        """What ended the case early."""
        self._drawn = 0
        self._shortened = False
        with blaming(game):
            if is_save(data):
                saved = loaded(data, game)
                self.session = self._begun(saved.game_at_start(), saved.players, saved.seed)
                for made in saved.record:
                    self._make(made.seat, self.session.game.move(made.seat, made.text))
            else:
                lines = Lines(BytesIO(data))
                dealt = checks.begun(game, "read", lines, given)
                self.session = self._begun(dealt, [HARD] * len(dealt.names), 0)
                self._read(lines)
            # A move of several at once is shown with the last of them.
            last = len(self.frames) - 1
            self.frame_of = [min(shown, last) for shown in self.frame_of]
            shortened = [say("這場遊戲太長，只顯示到這一步。")] if self._shortened else []
            ended = self.session.game
            result = ended.table.result(ended) if ended.over else []
            for seat in ended.awaited:
                checks.legal(ended, seat)
            says = "\n".join([self.frames[-1].says, *shortened, *result])
            self.frames[-1] = self.frames[-1]._replace(says=says.lstrip())

    def _begun(self, game: Game[Any], players: Sequence[str | Command], seed: int) -> Session:
        def watch(session: Session, events: Sequence[Any]) -> bool:
            says = sentences(game, events, None)
            if says and not self._full():
                self._show(game.scene(None)._replace(says="\n".join(says)), session)
            return self._shortened

        self._show(game.scene(None))
        return Session(game, players, seed, watch, named=True)

    def _read(self, lines: Lines) -> None:
        """Play the moves of a case to its end, or to its first error."""
        session, game = self.session, self.session.game
        while not game.over:
            if game.moves != IN_CASE:
                if self._full():
                    return
                self.frame_of.append(len(self.frames))
                session.let_act(game.awaited[0])
                continue
            try:
                for seat, move in game.turn(lines):
                    self._make(seat, move)
            except IllegalMove as refused:
                if self._full():
                    continue
                template = "第 {line} 行不合法：{why}"
                fault = say(template, line=lines.number, why=refused)
                scene = game.scene(None)
                seats = [_tried(line, refused.things) for line in scene.seats]
                self._show(scene._replace(fault=fault, seats=seats), session)
            except InputError as error:
                self.error = error
                return

    def _full(self) -> bool:
        """Return whether there is no room for another frame, and remember that one is left out."""
        self._shortened = self._shortened or self._drawn >= _MOST
        return self._shortened

    def _show(self, frame: Frame, session: Session | None = None) -> None:
        seats = [
            line._replace(played=session.last_play(seat, None, frame) if session else None)
            for seat, line in enumerate(frame.seats)
        ]
        self.frames.append(frame._replace(seats=seats))
        self._drawn += 10 + sum(1 + len(line.cards) for line in (*frame.rows, *frame.seats))

    def _make(self, seat: int, move: Any) -> None:
        shown = len(self.frames)
        self.session.accept(seat, move)
        self.frame_of.append(shown)


def _tried(line: Line, things: Sequence[str]) -> Line:
    """Return the line of a seat, which marks the things of an illegal move if it is to act."""
    if line.state != "turn":
        return line
    return line._replace(tried=[at for at, card in enumerate(line.cards) if card in things])
