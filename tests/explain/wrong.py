"""Programs that play by wrong rules: the kit with one rule changed.

The rules that their first wrong line is about were written down before anything was run.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from typing import Any, NamedTuple
from unittest.mock import patch

from big2 import game as big2_game
from big2.cards import RANKS
from big2.events import Passed, PassRejected, RoundStarted, TurnStarted, Won
from big2.patterns import FullHouse, Pair, Pattern, Play, Single, Straight, straight
from big2.patterns.base import Cards
from cardjudge.stdio import Lines
from nim import heaps as nim_heaps
from take6 import game as take6_game
from take6.cards import HEADS
from take6.game import Rule
from war.battle import Battle
from war.deck import Deck


class Wrong(NamedTuple):
    """A wrong rule: its replacements, and the rules that may be named for its first wrong line."""

    game: str
    name: str
    patches: tuple[Any, ...]
    rules: frozenset[str]

    @contextmanager
    def played(self) -> Iterator[None]:
        """Let the kit play by this rule."""
        with ExitStack() as stack:
            for target, attribute, value in self.patches:
                stack.enter_context(patch.object(target, attribute, value))
            yield


def output(game: str, data: bytes) -> bytes:
    """Return the output of the judge up to its end or its crash."""
    module = __import__(f"{game}.judge", fromlist=["judge"])
    told: list[str] = []
    try:
        module.judge(Lines(BytesIO(data)), told.append)
    except Exception as error:
        told.append(f"{type(error).__name__}\n")  # a wrong program may crash
    return "".join(told).encode()


def _pair_by(choice: Callable[[Cards], Any]) -> Any:
    def key(self: Pattern, cards: Cards) -> Any:
        return choice(cards) if len(cards) == 2 and cards[0].rank == cards[1].rank else None

    return key


def _single_by(choice: Callable[[Any], Any]) -> Any:
    return lambda self, cards: choice(cards[0]) if len(cards) == 1 else None


def _runs(starts: Sequence[int]) -> Any:
    return frozenset(frozenset((low + i) % len(RANKS) for i in range(5)) for low in starts)


def _straight_by_lowest(self: Any, cards: Cards) -> Any:
    ranks = frozenset(card.rank for card in cards)
    return cards[0] if len(cards) == 5 and ranks in straight._RUNS else None


def _house_by_pair(self: Any, cards: Cards) -> Any:
    if len(cards) != 5:
        return None
    a, b, middle, c, d = (card.rank for card in cards)
    if a == b and c == d and middle in (a, d):
        return (a if middle == d else d,)
    return None


def _triple(self: Any, cards: Cards) -> Any:
    if len(cards) == 3:
        return (cards[0].rank,) if cards[0].rank == cards[2].rank else None
    return _full_house(self, cards)


_full_house = FullHouse.key
_fault = big2_game.fault
_play_of = big2_game.play_of


def _no_opening(play: Play, top: Any, opening: bool) -> Any:
    return _fault(play, top, False)


def _any_cards_twice(chain: Any, hand: Any, indices: Any, top: Any, opening: bool) -> Any:
    return _play_of(chain, hand, [*dict.fromkeys(indices)], top, opening)


def _drops_outside(chain: Any, hand: Any, indices: Any, top: Any, opening: bool) -> Any:
    inside = [index for index in indices if 0 <= index < len(hand)]
    return _play_of(chain, hand, inside or indices, top, opening)


def _passing(most: int, refuses: bool) -> Any:
    def _pass(self: Any) -> Any:
        player = self.player
        if self.top is None and refuses:
            return [PassRejected(player, self.hand)]
        self.passes += 1
        if self.passes < most:
            return [Passed(player), self._next_turn()]
        self.top, self.passes = None, 0
        return [Passed(player), RoundStarted(), self._next_turn()]

    return _pass


def _backwards(self: Any) -> TurnStarted:
    self.player = (self.player - 1) % 4
    return TurnStarted(self.player, self.hand)


_played = big2_game.Game._play


def _other_wins(self: Any, play: Play) -> Any:
    return [
        Won((event.player + 1) % 4) if isinstance(event, Won) else event
        for event in _played(self, play)
    ]


def _beats_any(self: Any, play: Play, top: Play) -> bool:
    if play.pattern is top.pattern:
        return play.key > top.key
    return play.cards[-1] > top.cards[-1]


_G = big2_game.Game
_ACCEPTED = {"beats", "leads", "opening-card"}
_DECIDED = {*_ACCEPTED, "does-not-beat"}
BIG2: dict[str, Any] = {
    "no straight wraps": ((straight, "_RUNS", _runs(range(9))), {*_ACCEPTED, "does-not-beat"}),
    "A-2-3-4-5 alone wraps": ((straight, "_RUNS", _runs([*range(9), 11])), _DECIDED),
    "straight by its lowest": ((Straight, "key", _straight_by_lowest), _DECIDED),
    "full house by its pair": ((FullHouse, "key", _house_by_pair), _DECIDED),
    "pair by the lesser card": ((Pair, "key", _pair_by(lambda c: c[0])), _DECIDED),
    "pair by rank alone": ((Pair, "key", _pair_by(lambda c: (c[0].rank,))), {"beats"}),
    "single by rank alone": ((Single, "key", _single_by(lambda c: (c.rank,))), {"beats"}),
    "suits backwards": ((Single, "key", _single_by(lambda c: (c.rank, -c.suit))), _DECIDED),
    "two is low": ((Single, "key", _single_by(lambda c: ((c.rank + 1) % 13, c.suit))), _DECIDED),
    "three alike are a full house": ((FullHouse, "key", _triple), {"no-pattern"}),
    "any two are a pair": (
        (Pair, "key", lambda self, c: c[1] if len(c) == 2 else None),
        {"no-pattern"},
    ),
    "opens with anything": ((big2_game, "fault", _no_opening), {"no-opening-card"}),
    "any pattern beats": ((Pattern, "beats", _beats_any), {"does-not-beat"}),
    "an index twice": ((big2_game, "play_of", _any_cards_twice), {"not-in-hand"}),
    "an index outside": ((big2_game, "play_of", _drops_outside), {"not-in-hand"}),
    "passes at the start": ((_G, "_pass", _passing(3, False)), {"pass-begins-round"}),
    "two passes end a round": ((_G, "_pass", _passing(2, True)), {"turn"}),
    "four passes end a round": ((_G, "_pass", _passing(4, True)), {"new-round"}),
    "turns backwards": ((_G, "_next_turn", _backwards), {"turn"}),
    "another winner": ((_G, "_play", _other_wins), {"win"}),
}

_PLACED = {"nearest-row", "sixth-card", "lower-than-every-row"}


def _lowest_row(rows: Any, card: int) -> Any:
    below = [(cards[-1], row) for row, cards in enumerate(rows) if cards[-1] < card]
    return min(below)[1] if below else None


def _first_row(rows: Any, card: int) -> Any:
    return next((row for row, cards in enumerate(rows) if cards[-1] < card), None)


def _unsorted(reverse: bool | None) -> Any:
    place = take6_game.Game._place

    def _place(self: Any) -> Any:
        if len(self.waiting) == self.players:
            key = (lambda each: each[1]) if reverse is None else None
            self.waiting.sort(key=key, reverse=bool(reverse))
        return place(self)

    return _place


def _heads(changed: dict[int, int]) -> Any:
    return tuple(changed.get(card, heads) for card, heads in enumerate(HEADS))


def _takes_last(self: Any, row: int) -> Any:
    return _taking(self, 3 - row if 0 <= row < 4 else row)


def _counts_sixth(self: Any, player: int, card: int, row: int) -> int:
    heads = _take(self, player, card, row)
    self.heads[player] += HEADS[card]
    return heads + HEADS[card]


_taking = take6_game.Game.taking
_take = take6_game.Game._take
_T = take6_game.Game
TAKE6: dict[str, Any] = {
    "the lowest row": ((take6_game, "row_of", _lowest_row), _PLACED),
    "the first row that fits": ((take6_game, "row_of", _first_row), _PLACED),
    "cards by player": ((_T, "_place", _unsorted(None)), _PLACED),
    "cards from the greatest": ((_T, "_place", _unsorted(True)), _PLACED),
    "rows of six": ((take6_game, "FULL", 6), {"sixth-card"}),
    "rows of four": ((take6_game, "FULL", 4), {"nearest-row"}),
    "another row is taken": ((_T, "taking", _takes_last), {"row-choice"}),
    "the sixth card counts": ((_T, "_take", _counts_sixth), {"sixth-card", "row-choice"}),
    "mad above the threshold only": (
        (Rule, "mad", lambda self, heads: self.threshold is not None and heads > self.threshold),
        {"heads", "ranking"},
    ),
    "the least mad first": (
        (Rule, "key", lambda self, heads: (-500 if self.mad(heads) else 0) + heads),
        {"ranking"},
    ),
    "mad last": (
        (Rule, "key", lambda self, heads: heads),
        {"ranking"},
    ),
    "the index is all heads": (
        (Rule, "victory_index", lambda self, heads: heads),
        {"heads", "ranking"},
    ),
}


def _battle(faces: int = 2, lower: bool = False, reverse: bool = False, keeps: bool = False) -> Any:
    def one_round(self: Any) -> bool:
        trick, first, second = self.trick, self.player1, self.player2
        if self.is_over():
            return False
        one, two = trick.pick(first), trick.pick(second)
        while one == two:
            for _ in range(faces):
                if self.is_over():
                    if keeps:
                        first.cards.extend(trick.cards)
                        trick.cards.clear()
                    return False
                one, two = trick.pick(first), trick.pick(second)
        winner = first if (one > two) != lower else second
        if reverse:
            trick.cards.reverse()
        winner.pick_all(trick)
        return True

    return one_round


def _to_the_top(self: Deck, other: Deck) -> None:
    self.cards.extendleft(reversed(other.cards))
    other.cards.clear()


def _with_trick(self: Battle) -> int:
    return 0 if self.trick.cards else _winner(self)


_winner = Battle.winner
_STATE = {"hand", "table", "rounds", "result", "infinite"}
WAR: dict[str, Any] = {
    "no card face down": ((Battle, "one_round", _battle(faces=1)), {"hand", "table"}),
    "two cards face down": ((Battle, "one_round", _battle(faces=3)), {"hand", "table"}),
    "the lower card wins": ((Battle, "one_round", _battle(lower=True)), {"hand"}),
    "the trick backwards": ((Battle, "one_round", _battle(reverse=True)), {"hand"}),
    "a broken trick goes back": ((Battle, "one_round", _battle(keeps=True)), {"hand"}),
    "cards go to the top": ((Deck, "pick_all", _to_the_top), {"hand"}),
    "a trick left is a draw": ((Battle, "winner", _with_trick), {"result"}),
}

_moves = nim_heaps.Nim.winning_moves
NIM: dict[str, Any] = {
    "plain sum": ((nim_heaps, "nim_sum", sum), {"nim-sum"}),
    "or": (
        (nim_heaps, "nim_sum", lambda heaps: __import__("functools").reduce(int.__or__, heaps, 0)),
        {"nim-sum"},
    ),
    "verdict turned round": (
        (nim_heaps.Nim, "first_player_wins", property(lambda self: self.x == 0)),
        {"theorem-4"},
    ),
    "first move alone": (
        (
            nim_heaps.Nim,
            "winning_moves",
            lambda self: [*_moves(self)][:1],
        ),
        {"winning-move"},
    ),
    "leaves X": (
        (
            nim_heaps.Nim,
            "winning_moves",
            lambda self: (m._replace(after=self.x) for m in _moves(self)),
        ),
        {"winning-move"},
    ),
}

WRONG = [
    Wrong(game, name, (change,), frozenset(rules))
    for game, table in {"big2": BIG2, "take6": TAKE6, "war": WAR, "nim": NIM}.items()
    for name, (change, rules) in table.items()
]
