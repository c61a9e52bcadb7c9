"""What a computer player sees and may do, and what it is."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from big2.events import Event, PassRejected, PlayRejected
from big2.game import fault
from big2.patterns import Cards, Chain, Play
from cardjudge.language import say

FAULTS = {
    "not in hand": "索引不是數字、重複，或不在手牌裡",
    "no pattern": "這些牌不是任何牌型",
    "no opening card": "第一手必須包含 C[3]",
    "does not beat top": "壓不過桌上的牌",
}
PASS_AT_THE_START = "新的回合不能 PASS"


def refusal(event: Event) -> str:
    """Say why an action was refused; nothing of one that was not."""
    match event:
        case PlayRejected(_, _, fault):
            return say(FAULTS[fault])
        case PassRejected():
            return say(PASS_AT_THE_START)
    return ""


@dataclass(frozen=True)
class View:
    """All that the player whose turn it is knows, and nothing that the cards of others would tell.

    Seats count from this player: 0 is the player itself, 1 the next to act, and so on.
    """

    chain: Chain
    hand: Cards
    top: Play | None
    """The play to beat; None where a round begins."""
    opening: bool
    """Whether this is the first play of the game, which must contain the three of clubs."""
    passes: int
    """How many have passed since the top play."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    unseen: Cards
    """The cards that the others hold among them."""
    history: tuple[tuple[int, Play | None], ...]
    """What has happened since the start: a seat, and its play or None for a pass."""

    @property
    def legal(self) -> "LegalPlays":
        """The plays that may be made; where there is a top play, one may pass as well."""
        return LegalPlays(self.chain, self.hand, self.top, self.opening)


@dataclass(frozen=True)
class LegalPlays:
    """A collection that supports ``in``, ``bool`` and iteration, and is found on demand.

    It comes pattern by pattern in the order of the chain. A pattern unknown to this kit is found
    like any other, for the chain is all that is asked.
    """

    chain: Chain
    hand: Cards
    top: Play | None
    opening: bool

    def __iter__(self) -> Iterator[Play]:
        plays = self.chain.plays(self.hand)
        return (play for play in plays if fault(play, self.top, self.opening) is None)

    def __contains__(self, play: object) -> bool:
        return (
            isinstance(play, Play)
            and set(play.cards) <= set(self.hand)
            and self.chain.recognise(play.cards) == play
            and fault(play, self.top, self.opening) is None
        )

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def distinct(self) -> list[Play]:
        """Return one of all plays of the same pattern, key and ranks: that with the least cards.

        Which of two equal cards goes into the middle of a straight seldom matters, and there are
        4⁵ straights of the same ranks.
        """
        kinds: dict[object, Play] = {}
        for play in self:
            kind = play.pattern.name, play.key, tuple(card.rank for card in play.cards)
            if kind not in kinds or play.cards < kinds[kind].cards:
                kinds[kind] = play
        return list(kinds.values())


@dataclass(frozen=True)
class Advice:
    """What a strategy would do, and what made it think so."""

    play: Play | None
    """The play, or None for a pass."""
    chances: tuple[tuple[Play | None, float], ...] = ()
    """Estimated chances to win the game by each action, the best first, if it estimates them."""
    playouts: int = 0
    """How many games have been played out for the estimates."""


class Strategy(ABC):
    """A computer player. It may remember nothing: all that matters is in the view.

    A package of others names its class under the entry point ``big2.players``; the class is called
    with a source of chance.
    """

    name: ClassVar[str]
    """What it is called on the command line."""

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random(0)

    def close(self) -> None:  # noqa: B027  (most have nothing to end)
        """End what the player has running, once the game is over."""

    @abstractmethod
    def advise(self, view: View) -> Advice:
        """Return a legal action and its reasons.

        A strategy must pass where no play is legal. Where a round begins there is always a legal
        play in the chains of a game that can end; in any other chain it is an error of the game.
        """

    def choose(self, view: View) -> Play | None:
        """Return a legal play, or None to pass."""
        return self.advise(view).play
