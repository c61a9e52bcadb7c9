"""The judge: a seed in, a game with a contestant, the verdict out."""

from __future__ import annotations

from collections import namedtuple

from blackjack_judge.conversation import Conversation, play_here
from blackjack_judge.players import DEFAULT, PLAYERS
from blackjack_judge.shoe import DECKS, make_shoe
from blackjack_judge.table import GOAL, MONEY, Table
from blackjack_judge.text import read_seed, render
from cardjudge.stdio import NEGATIVE, OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from blackjack_judge.players.base import Player
    from cardjudge.stdio import Lines, Write

    Contestant = Callable[["Conversation", "Setting"], None]
    """A function that plays a conversation to its verdict."""


class Setting(
    namedtuple("Setting", ("decks", "money", "goal", "push"), defaults=(DECKS, MONEY, GOAL, False))
):
    """The decks, money, goal and reading of the rules of a game: all but its seed."""

    __slots__ = ()
    decks: int
    money: int
    goal: int
    push: bool

    def table(self, shoe: bytes) -> Table:
        """Return a table for a new game with this shoe."""
        return Table(shoe, self.money, self.goal, self.push)


class PlayerOfTheKit:
    """A contestant in this process: a new player for each game, from the goal and the money."""

    def __init__(self, player: Callable[[int, int], Player]) -> None:
        self.player = player

    def __call__(self, conversation: Conversation, setting: Setting) -> None:
        """Play one game."""
        play_here(conversation, self.player(setting.goal, setting.money))


def play(
    shoe: bytes,
    contestant: Contestant,
    setting: Setting,
    record: Callable[[str], object] | None = None,
) -> Conversation:
    """Play one game and return its conversation; `record` is called with each line."""
    conversation = Conversation(setting.table(shoe), record)
    contestant(conversation, setting)
    return conversation


def judge(
    lines: Lines,
    write: Write,
    contestant: Contestant | None = None,
    setting: Setting = Setting(),  # noqa: B008  (it is immutable)
    shoe: bytes | None = None,
    record: Callable[[str], object] | None = None,
) -> int:
    """Judge one game and return the exit status of its verdict.

    The first line is the seed, which is not read if a shoe is given. Without a contestant the kit's
    best player plays.
    """
    if shoe is None:
        shoe = make_shoe(read_seed(lines), setting.decks)
    contestant = contestant or PlayerOfTheKit(PLAYERS[DEFAULT])
    verdict = play(shoe, contestant, setting, record).verdict
    assert verdict is not None
    write(render(verdict))
    return OK if verdict.accepted else NEGATIVE
