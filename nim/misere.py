"""Misère play: who cannot move wins. By formula where there is one, else by forms and search.

No value of each part decides a misère sum. Of Nim Bouton's rule does, of a single heap that is
never split its period does. Otherwise each part is brought to its simplest form, and the sums of
forms are searched, as far as `MOST_LOOKS` goes; beyond that nothing is claimed.

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
"""How many options are looked at: some seconds."""
_DEEPEST = 200
"""The longest play of a sum that is searched."""


class TooManyMovesError(UserError):
    """A search has looked at as many moves as it may."""

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
        """Whether who is to move wins; `TooManyMovesError` where that is not found."""
        return self._nim.first_player_wins if self._nim else self._forms.won(self._game.parts)

    def winning_moves(self) -> Iterator[Move]:
        """Yield every move after which the opponent loses."""
        if self._nim:
            for heap, before, after in self._nim.winning_moves():
                yield Move(heap - 1, Heap(before), Heap(after))
            return
        for move in self._game.moves():
            if not self._forms.won(self._game.after(move).parts):
                yield move


class Forms:
    """Games in misère play by number, equal ones in their simplest form by the same; 0 is no move.

    An option is dropped from G if that leaves H and the option has the option H: who moves there
    is answered by the move to H. That H is 0 asks for more: G must be won, as 0 is.
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
        """Whether who is to move wins the sum; TooManyMovesError where that is not found."""
        return self._search(tuple(sorted(form for game in games if (form := self.of(game)))))

    def of(self, game: Game) -> int:
        """Return the form of a game, after those of all that it may become."""
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
        """Return the form of a sum, after those of the sums that it may become."""
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
        """Whether who is to move wins; UserError where that is not found."""
        rules = self._game.rules
        try:
            if rules.to_two or rules.to_none != rules.to_one:
                return self._forms.won([TakingHeap(self._game, heap)])
            return first_player_wins(LineGame(heap, 0, rules.to_one, rules.to_one), misere=True)
        except (TooFarError, TooManyMovesError):
            told = "匱乏賽局一堆 {heap} 顆的局面太多，算不出誰會贏"
            raise UserError(told, heap=heap) from None
