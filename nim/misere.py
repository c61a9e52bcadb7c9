"""Misère play: who cannot move wins. By formula where there is one, else by search.

No value of each part decides a misère sum. Of Nim Bouton's rule does, of a single heap that is
never split its period does; other sums are searched position by position, as far as `MOST_MOVES`
of `nim.games` goes, and beyond that nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from nim.games import MOST_MOVES, Game, Heap, Move, Sum, TooManyMovesError, fold
from nim.heaps import Nim
from nim.line import LineGame, TooFarError, first_player_wins
from nim.taking.rules import Rules

_MOST_STONES = 400
"""The most stones of a position that may be split: a search is as deep as it has stones."""
_MOST_LOOKS = 300_000
"""How many moves of single heaps are looked at: some seconds."""


class Misere:
    """A sum in misère play.

    >>> from nim.games import Heap
    >>> game = Misere(Heap(1) + Heap(2) + Heap(2))
    >>> game.first_player_wins, [str(move.after) for move in game.winning_moves()]
    (True, ['0'])
    """

    def __init__(self, game: Sum) -> None:
        self._game = game
        heaps = [part.stones for part in game.parts if isinstance(part, Heap)]
        self._nim = Nim(heaps, misere=True) if len(heaps) == len(game.parts) else None

    @property
    def first_player_wins(self) -> bool:
        """Whether who is to move wins; `nim.games.TooManyMovesError` where that is not found."""
        return self._nim.first_player_wins if self._nim else self._search(self._game)

    def winning_moves(self) -> Iterator[Move]:
        """Yield every move after which the opponent loses."""
        if self._nim:
            for heap, before, after in self._nim.winning_moves():
                yield Move(heap - 1, Heap(before), Heap(after))
            return
        for move in self._game.moves():
            if not self._search(self._game.after(move)):
                yield move

    def _search(self, game: Sum) -> bool:
        return fold(_Multiset(game), _wins, MOST_MOVES)


def _wins(options: object) -> bool:
    listed = list(options)  # type: ignore[call-overload]
    return not listed or not all(listed)


class _Multiset(Game):
    """A sum whose parts have no order, and none of them is without a move."""

    def __init__(self, game: Sum) -> None:
        parts = [part for part in game.parts if next(iter(part.options()), None) is not None]
        self._game = Sum(tuple(sorted(parts, key=lambda part: (type(part).__name__, hash(part)))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Multiset) and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game)

    def options(self) -> Iterator[Game]:
        """Yield what may become of the parts."""
        return (_Multiset(self._game.after(move)) for move in self._game.moves())


class MisereHeaps:
    """Single heaps of a taking and breaking game in misère play.

    >>> from nim.taking.rules import octal
    >>> kayles = MisereHeaps(octal("0.77"))
    >>> [n for n in range(13) if not kayles.first_player_wins(n)]
    [1, 4, 9, 12]
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._wins: dict[tuple[int, ...], bool] = {}
        self._single: list[bool] = []
        self._left: dict[int, list[tuple[int, ...]]] = {}
        self._looked = 0

    def first_player_wins(self, heap: int) -> bool:
        """Whether who is to move wins; `nim.games.TooManyMovesError` where that is not found."""
        rules = self._rules
        if rules.to_two:
            return self._search((heap,))
        if rules.to_none == rules.to_one:
            try:
                return first_player_wins(LineGame(heap, 0, rules.to_one, rules.to_one), misere=True)
            except TooFarError:
                raise TooManyMovesError from None
        if heap > MOST_MOVES:
            raise TooManyMovesError
        for n in range(len(self._single), heap + 1):
            after = [self._single[n - taken] for taken in rules.to_one if taken < n]
            after += [True] if n in rules.to_none else []
            self._single.append(not after or not all(after))
        return self._single[heap]

    def _moves(self, heap: int) -> list[tuple[int, ...]]:
        if heap not in self._left:
            self._left[heap] = list(self._rules.moves(heap)) if heap <= _MOST_STONES else []
        return self._left[heap]

    def _search(self, heaps: tuple[int, ...]) -> bool:
        """Look at the position and all that follow from it, most of them once for all heaps."""
        self._looked += 1
        if sum(heaps) > _MOST_STONES or self._looked > _MOST_LOOKS:
            raise TooManyMovesError
        heaps = tuple(sorted(heap for heap in heaps if self._moves(heap)))
        if not heaps:
            return True
        if heaps not in self._wins:
            self._wins[heaps] = any(
                not self._search((*heaps[:place], *heaps[place + 1 :], *left))
                for place, heap in enumerate(heaps)
                if heap not in heaps[:place]
                for left in self._moves(heap)
            )
        return self._wins[heaps]
