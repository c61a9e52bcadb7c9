"""The base class of computer players, their view of a game, and their advice."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from big2.game import fault
from big2.patterns import Cards, Chain, Play


@dataclass(frozen=True)
class View:
    """The knowledge of the player to act; it contains no hidden card of another player.

    Seats count from this player: seat 0 is the player, seat 1 acts next, and so on.
    """

    chain: Chain
    hand: Cards
    top: Play | None
    """The play to beat; None where a round begins."""
    opening: bool
    """Whether this is the first play of the game, which must contain the three of clubs."""
    passes: int
    """Number of consecutive passes since the top play."""
    counts: tuple[int, ...]
    """Number of cards in each seat's hand."""
    unseen: Cards
    """The cards in the hands of the other players."""
    history: tuple[tuple[int, Play | None], ...]
    """All actions since the start: the seat, and its play or None for a pass."""

    @property
    def legal(self) -> "LegalPlays":
        """The legal plays; if there is a top play, the player may also pass."""
        return LegalPlays(self.chain, self.hand, self.top, self.opening)


@dataclass(frozen=True)
class LegalPlays:
    """A lazy collection of plays that supports ``in``, ``bool`` and iteration.

    Iteration follows the patterns in the order of the chain. It asks only the chain, so it finds
    plays of installed patterns, too.
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
        """Return one play for each pattern, key and set of ranks: the play of the lowest cards.

        The suits within a straight seldom matter, and up to 4⁵ straights have the same ranks.
        """
        kinds: dict[object, Play] = {}
        for play in self:
            kind = play.pattern.name, play.key, tuple(card.rank for card in play.cards)
            if kind not in kinds or play.cards < kinds[kind].cards:
                kinds[kind] = play
        return list(kinds.values())


@dataclass(frozen=True)
class Advice:
    """The action of a strategy."""

    play: Play | None
    """The play, or None for a pass."""


class Strategy(ABC):
    """A computer player. It has no memory: its decision depends on the view alone.

    Another package names its class as an entry point of the group ``big2.players``. The kit calls
    the class with a random generator.
    """

    name: ClassVar[str]
    """Its name on the command line."""

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random(0)

    def close(self) -> None:  # noqa: B027  (optional hook)
        """Release the player's resources after the game."""

    @abstractmethod
    def advise(self, view: View) -> Advice:
        """Return a legal action.

        A strategy must pass if no play is legal. At the start of a round a chain that lets games
        end always has a legal play; with any other chain the game raises an error.
        """

    def choose(self, view: View) -> Play | None:
        """Return a legal play, or None to pass."""
        return self.advise(view).play
