"""Misère play, where a player without a move wins: solved by formula, or else by search.

Values of the parts do not decide a misère sum. Bouton's rule decides Nim, and a period decides a
single heap that no move splits. Other parts are reduced to their simplest forms, and a search over
sums of forms decides. The search stops after `MOST_LOOKS` options without a result.

Source: J. H. Conway, On Numbers and Games (1976), chapter 12, for the simplest form.
"""

from collections.abc import Iterable, Iterator

from cardjudge.errors import UserError
from nim.games import Game, Heap, Move, Sum, TakingHeap, parts_of
from nim.heaps import Nim
from nim.line import LineGame, TooFarError, first_player_wins
from nim.taking.period import PeriodicValues
from nim.taking.rules import Rules

MOST_LOOKS = 1_000_000
"""Most options that a search examines; they take some seconds."""
_DEEPEST = 200
"""Longest play of a sum that the search accepts."""


class TooManyMovesError(UserError):
    """The search has reached its limit of moves."""

    def __init__(self) -> None:
        super().__init__("局面太多，算不出匱乏賽局誰會贏")


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
        self._forms = Forms()

    @property
    def first_player_wins(self) -> bool:
        """Whether the player to move wins; `TooManyMovesError` if the search gives up."""
        return self._nim.first_player_wins if self._nim else self._forms.won(self._game.parts)

    def winning_moves(self) -> Iterator[Move]:
        """Yield every move to a position that the opponent loses."""
        if self._nim:
            for heap, before, after in self._nim.winning_moves():
                yield Move(heap - 1, Heap(before), Heap(after))
            return
        for move in self._game.moves():
            if not self._forms.won(self._game.after(move).parts):
                yield move


class Forms:
    """Numbers for games in misère play: games with the same simplest form share one; 0 has no move.

    G has the form of H if the options of H are options of G and every other option of G has the
    option H: the opponent answers a move to such an option with the move to H. If H is 0, the
    player to move must also win G, as in 0.
    """

    def __init__(self) -> None:
        self._options: list[frozenset[int]] = [frozenset()]
        self._wins = [True]
        self._deep = [0]
        """The longest play of each form."""
        self._numbers = {self._options[0]: 0}
        self._games: dict[Game, int] = {}
        self._sums: dict[tuple[int, ...], int] = {}
        self._won: dict[tuple[int, ...], bool] = {}
        self._looked = 0

    def won(self, games: Iterable[Game]) -> bool:
        """Whether the player to move wins the sum; TooManyMovesError if the search gives up."""
        return self._search(tuple(sorted(form for game in games if (form := self.of(game)))))

    def of(self, game: Game) -> int:
        """Return the form of a game; it computes the forms of all its positions first."""
        path = [game]
        while path:
            position = path[-1]
            if position not in self._games:
                options = []
                for option in position.options():
                    self._look(1)
                    options.append(parts_of(option))
                lacking = [part for parts in options for part in parts if part not in self._games]
                if lacking:
                    path += lacking
                    continue
                self._games[position] = self._form(frozenset(map(self._sum_of, options)))
            path.pop()
        return self._games[game]

    def _sum_of(self, parts: Iterable[Game]) -> int:
        return self._sum(tuple(sorted(form for part in parts if (form := self._games[part]))))

    def _look(self, count: int) -> None:
        self._looked += count
        if self._looked > MOST_LOOKS:
            raise TooManyMovesError

    def _form(self, options: frozenset[int]) -> int:
        if options in self._numbers:
            return self._numbers[options]
        wins = not all(self._wins[option] for option in options)
        for simpler in frozenset().union(*(self._options[option] for option in options)):
            kept = self._options[simpler]
            self._look(1)
            fits = kept <= options and (simpler or wins)
            if fits and all(simpler in self._options[option] for option in options - kept):
                self._numbers[options] = simpler
                return simpler
        self._numbers[options] = number = len(self._options)
        self._options.append(options)
        self._wins.append(wins)
        self._deep.append(1 + max(self._deep[option] for option in options))
        return number

    def _sum(self, forms: tuple[int, ...]) -> int:
        """Return the form of a sum; it computes the forms of the sums after a move first."""
        if len(forms) < 2:
            return forms[0] if forms else 0
        self._check_depth(forms)
        if forms not in self._sums:
            after = frozenset(self._sum(left) for left in self._after(forms))
            self._sums[forms] = self._form(after)
        return self._sums[forms]

    def _after(self, forms: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, form in enumerate(forms):
            if not place or forms[place - 1] != form:
                self._look(len(self._options[form]))
                for option in self._options[form]:
                    rest = (*forms[:place], *forms[place + 1 :])
                    yield tuple(sorted((*rest, option))) if option else rest

    def _check_depth(self, forms: tuple[int, ...]) -> None:
        if sum(self._deep[form] for form in forms) > _DEEPEST:
            raise TooManyMovesError

    def _search(self, forms: tuple[int, ...]) -> bool:
        if len(forms) < 2:
            return self._wins[forms[0] if forms else 0]
        self._check_depth(forms)
        if forms not in self._won:
            self._won[forms] = not all(self._search(left) for left in self._after(forms))
        return self._won[forms]


class MisereHeaps:
    """Single heaps of a taking and breaking game in misère play.

    >>> from nim.taking.rules import octal
    >>> kayles = MisereHeaps(octal("0.77"))
    >>> [n for n in range(13) if not kayles.first_player_wins(n)]
    [1, 4, 9, 12]
    """

    def __init__(self, rules: Rules) -> None:
        self._game = PeriodicValues(rules)
        self._forms = Forms()

    def first_player_wins(self, heap: int) -> bool:
        """Whether the player to move wins; UserError if the limit is too low to tell."""
        rules = self._game.rules
        try:
            if rules.to_two or rules.to_none != rules.to_one:
                return self._forms.won([TakingHeap(self._game, heap)])
            return first_player_wins(LineGame(heap, 0, rules.to_one, rules.to_one), misere=True)
        except (TooFarError, TooManyMovesError):
            told = "匱乏賽局一堆 {heap} 顆的局面太多，算不出誰會贏"
            raise UserError(told, heap=heap) from None
