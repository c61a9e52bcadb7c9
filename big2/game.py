"""The rules of Big-2 as a game that advances by one action at a time. No text, no I/O."""

from __future__ import annotations

from big2.cards import DECK
from big2.events import Passed, PassRejected, Played, PlayRejected, RoundStarted, TurnStarted, Won
from big2.patterns import BUILTIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from big2.cards import Card
    from big2.events import Event, Fault
    from big2.patterns import Cards, Chain, Play

    Action: TypeAlias = Sequence[int] | None

PLAYERS = 4
PASS = None
"""The action of passing. Any other action lists the indices of the cards to play from the hand."""
OPENING_CARD = DECK[0]
"""The three of clubs: its holder starts, and the first play must contain it."""


def fault(play: Play, top: Play | None, opening: bool) -> Fault | None:
    """Return why a play is illegal on the top play, or None if it is legal."""
    if opening and OPENING_CARD not in play.cards:
        return "no opening card"
    if top is not None and not play.beats(top):
        return "does not beat top"
    return None


def play_of(
    chain: Chain, hand: Cards, indices: Sequence[int], top: Play | None, opening: bool
) -> Play | Fault:
    """Return the play of the cards at `indices` of a hand, or why it is illegal."""
    chosen = set(indices)
    if len(chosen) != len(indices) or not chosen <= set(range(len(hand))):
        return "not in hand"
    play = chain.recognise(hand[index] for index in chosen)
    return "no pattern" if play is None else fault(play, top, opening) or play


class Game:
    """A game from the deal to the winner.

    `deck` lists the 52 cards from the bottom to the top. The game deals them from the top, in turn,
    to players 0 to 3. ValueError unless `deck` contains each card once.
    """

    def __init__(self, deck: Sequence[Card], chain: Chain = BUILTIN) -> None:
        if sorted(deck) != list(DECK):
            raise ValueError("the deck must have each of the 52 cards once")
        self.chain = chain
        self.hands = [tuple(sorted(deck[::-1][player::PLAYERS])) for player in range(PLAYERS)]
        self.player = next(p for p, hand in enumerate(self.hands) if OPENING_CARD in hand)
        """The player to act."""
        self.top: Play | None = None
        """The play to beat; None where a round begins."""
        self.winner: int | None = None
        self.passes = 0
        """Number of consecutive passes since the top play."""
        self.history: list[tuple[int, Play | None]] = []
        """All legal actions so far: the player, and its play or None for a pass."""

    @property
    def hand(self) -> Cards:
        """The hand of the player to act."""
        return self.hands[self.player]

    @property
    def fewest(self) -> int:
        """The fewest cards of another player."""
        return min([len(hand) for hand in self.hands if hand is not self.hand])

    @property
    def opening(self) -> bool:
        """Whether no player has played a card yet."""
        return OPENING_CARD in self.hand and self.top is None

    def start(self) -> list[Event]:
        """Return the events before the first action."""
        return [RoundStarted(), TurnStarted(self.player, self.hand)]

    def step(self, action: Action) -> list[Event]:
        """Apply the action of the player to act; return its events.

        An illegal action changes nothing and returns an event. ValueError after the game is over.
        """
        if self.winner is not None:
            raise ValueError("the game is over")
        if action is PASS:
            return self._pass()
        verdict = self.judge(action)
        if isinstance(verdict, str):
            return [PlayRejected(self.player, self.hand, verdict)]
        return self._play(verdict)

    def judge(self, indices: Sequence[int]) -> Play | Fault:
        """Return the play of the cards at `indices` of the hand, or why it is illegal."""
        return play_of(self.chain, self.hand, indices, self.top, self.opening)

    def legal(self) -> list[Play]:
        """Return the legal plays of the player to act, in the order of the chain."""
        top, opening, plays = self.top, self.opening, self.chain.plays(self.hand)
        return [play for play in plays if fault(play, top, opening) is None]

    def indices(self, play: Play | None) -> Action:
        """Return the indices of a play in the hand; None, a pass, stays None."""
        return PASS if play is None else [self.hand.index(card) for card in play.cards]

    def _play(self, play: Play) -> list[Event]:
        player = self.player
        self.hands[player] = tuple(card for card in self.hand if card not in play.cards)
        self.history.append((player, play))
        self.top = play
        self.passes = 0
        if not self.hands[player]:
            self.winner = player
            return [Played(player, play), Won(player)]
        return [Played(player, play), self._next_turn()]

    def _pass(self) -> list[Event]:
        player = self.player
        if self.top is None:
            return [PassRejected(player, self.hand)]
        self.history.append((player, None))
        self.passes += 1
        if self.passes < PLAYERS - 1:
            return [Passed(player), self._next_turn()]
        # All others have passed, so the next player is the one who made the top play.
        self.top = None
        self.passes = 0
        return [Passed(player), RoundStarted(), self._next_turn()]

    def _next_turn(self) -> TurnStarted:
        self.player = (self.player + 1) % PLAYERS
        return TurnStarted(self.player, self.hand)
