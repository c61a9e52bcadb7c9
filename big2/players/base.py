"""What a computer player sees, and what it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from big2.patterns import Cards, Chain, Play
from big2.players.legal import LegalPlays


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
    def legal(self) -> LegalPlays:
        """The plays that may be made; where there is a top play, one may pass as well."""
        return LegalPlays(self.chain, self.hand, self.top, self.opening)


@dataclass(frozen=True)
class Advice:
    """What a strategy would do, and what made it think so."""

    play: Play | None
    """The play, or None for a pass."""
    plan: tuple[Play, ...] | None = None
    """The plays into which the strategy means to part the hand, if it does."""
    chances: tuple[tuple[Play | None, float], ...] | None = None
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
