"""What the classes of a homework do, as plain figures: requests in, figures out, a line each.

As a script this runs beside a homework, in a process of its own, so it imports nothing of the kit:
`python observe.py HOMEWORK.py`. `Observe.java` is the same for Java. A request is a word and its
arguments, and so is the answer; a deck is its cards with commas between them, `-` if it has none,
and decks stand side by side with bars. ``? NAME`` answers that there is no such method or class.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

VALUES, CARDS, RIFFLES = 13, 52, 7
TWINS, QUADRUPLETS, OCTUPLETS = 14, 3, 2
"""From how many on a deck is suspicious."""


def suspicious(deck: Sequence[int]) -> bool:
    """Tell whether a deck looks badly shuffled, by the three criteria of the assignment.

    14 twins (equal neighbours), 3 quadruplets (four equal cards in a row), or 2 octuplets (eight
    cards in a row with two different values between them).
    """
    twins = quadruplets = octuplets = 0
    run = pair_run = 1  # equal cards, and cards of two values, up to here
    for i in range(1, len(deck)):
        if deck[i] == deck[i - 1]:
            twins += 1
            run += 1
            pair_run += 1
        elif pair_run > run and deck[i] == deck[i - run - 1]:
            run = 1
            pair_run += 1
        else:
            pair_run = run + 1
            run = 1
        if run >= 4:
            quadruplets += 1
        if pair_run >= 8 and pair_run > run:
            octuplets += 1
    return twins >= TWINS or quadruplets >= QUADRUPLETS or octuplets >= OCTUPLETS


def rising_sequences(deck: Sequence[int]) -> int:
    """Return how many rising sequences an order of the cards 1 to n has.

    A rising sequence is as many cards with consecutive values as come in ascending order.

    >>> rising_sequences([1, 4, 2, 5, 3])  # 1 2 3 and 4 5
    2
    """
    place = {card: index for index, card in enumerate(deck)}
    return 1 + sum(place[card + 1] < place[card] for card in range(1, len(deck)))


class Missing(Exception):  # noqa: N818  (it becomes an answer)
    """The homework has no method or class of this name."""


class Observer:
    """Answers requests by calling the methods of these classes, under Python's names or Java's.

    Classes that take their lots as an argument get them from `rng`; others draw them from `random`.
    """

    def __init__(self, classes: dict[str, Any], rng: random.Random | None = None) -> None:
        self._classes = classes
        self._lots = {} if rng is None else {"rng": rng}
        self._seed = random.seed if rng is None else rng.seed
        requests: list[Callable[..., Iterable[object]]] = [
            *(self._cut, self._split, self._riffle, self._mix, self._shuffle, self._rise),
            *(self._deal, self._round, self._play, self._game, self._stats, self._turn),
        ]
        self._requests = {method.__name__[1:]: method for method in requests}

    def answer(self, request: str) -> str:
        """Answer a request."""
        word, *arguments = request.split()
        try:
            return " ".join(map(str, self._requests[word](*arguments)))
        except Missing as missing:
            return f"? {missing}"

    def _cut(self, calls: str) -> Iterable[object]:
        """Count how many cards are cut off a full deck: 0 to 52, or anything else."""
        deck, found = self._deck(VALUES), [0] * (CARDS + 2)
        for _ in range(int(calls)):
            cut = _call(deck, "cut", **self._lots)
            found[cut if 0 <= cut <= CARDS else CARDS + 1] += 1
        return found

    def _split(self, calls: str) -> Iterable[object]:
        for _ in range(int(calls)):
            deck = self._deck(VALUES)
            top = _call(deck, "split", **self._lots)
            yield _decks(top, deck)

    def _riffle(self, calls: str) -> Iterable[object]:
        """Count the riffles of 26 and 26 cards that lose cards or the order of a pile."""
        low, high = list(range(1, 27)), list(range(27, 53))
        bad = 0
        for _ in range(int(calls)):
            pile, other = self._deck(low), self._deck(high)
            _call(pile, "riffle_with", other, **self._lots)
            cards = list(pile.cards)
            parts = [c for c in cards if c <= 26], [c for c in cards if c > 26]
            bad += parts != (low, high) or len(other.cards) > 0
        return [bad]

    def _mix(self, calls: str) -> Iterable[object]:
        """Count the outcomes of riffles of 5 and 5 cards, by where the first pile's are."""
        found: dict[str, int] = {}
        for _ in range(int(calls)):
            pile, other = self._deck([1, 2, 3, 4, 5]), self._deck([6, 7, 8, 9, 10])
            _call(pile, "riffle_with", other, **self._lots)
            outcome = "".join("1" if card <= 5 else "2" for card in pile.cards)
            found[outcome] = found.get(outcome, 0) + 1
        return (f"{outcome}:{count}" for outcome, count in sorted(found.items()))

    def _shuffle(self, calls: str) -> Iterable[object]:
        """Count the suspicious decks, and those that are no full deck."""
        found = bad = 0
        full = sorted(self._deck(VALUES).cards)
        for _ in range(int(calls)):
            deck = self._deck(VALUES)
            _call(deck, "riffle_shuffle", RIFFLES, **self._lots)
            cards = list(deck.cards)
            found += suspicious(cards)
            bad += sorted(cards) != full
        return found, bad

    def _rise(self, calls: str) -> Iterable[object]:
        """Count the decks of 52 different cards by their rising sequences; 0 for lost cards."""
        found, order = [0] * (CARDS + 1), list(range(1, CARDS + 1))
        for _ in range(int(calls)):
            deck = self._deck(order)
            _call(deck, "riffle_shuffle", RIFFLES, **self._lots)
            cards = list(deck.cards)
            found[rising_sequences(cards) if sorted(cards) == order else 0] += 1
        return found

    def _deal(self, calls: str) -> Iterable[object]:
        """Deal, then shuffle twice by the same random numbers: hands, trick, and both decks."""
        for seed in range(int(calls)):
            self._seed(seed)
            battle = self._class("Battle")(VALUES, **self._lots)
            decks = [battle.player1, battle.player2, battle.trick]
            for _ in range(2):
                self._seed(seed)
                decks.append(self._deck(VALUES))
                _call(decks[-1], "riffle_shuffle", RIFFLES, **self._lots)
            yield _decks(*decks)

    def _round(self, state: str) -> Iterable[object]:
        battle = self._battle(state)
        before, whole = _call(battle, "is_over"), _call(battle, "one_round")
        yield from map(int, (before, whole, _call(battle, "is_over")))
        yield _decks(battle.player1, battle.player2, battle.trick)

    def _play(self, turns: str, state: str) -> Iterable[object]:
        battle = self._battle(state)
        yield _call(battle, "game", int(turns))
        yield _call(battle, "winner")
        yield _decks(battle.player1, battle.player2, battle.trick)

    def _game(self, state: str) -> Iterable[object]:
        battle = self._battle(state)
        yield _call(battle, "game")
        yield _decks(battle.player1, battle.player2, battle.trick)

    def _stats(self, nb_vals: str, games: str) -> Iterable[object]:
        """Return all integers that it prints, or the four that it returns."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            counts = _call(self._class("Battle"), "stats", int(nb_vals), int(games), **self._lots)
        if counts is not None:
            return list(counts)
        return re.findall(r"(?<![\w.])\d+(?![\d.]|\s*%)", printed.getvalue())

    def _turn(self) -> Iterable[object]:
        """Tell whether the players take turns to play first."""
        battle = self._class("Battle")()
        return [int(getattr(battle, "alternate", hasattr(battle, "turn")))]

    def _class(self, name: str) -> Any:
        if name not in self._classes:
            raise Missing(name)
        return self._classes[name]

    def _deck(self, cards: object) -> Any:
        return self._class("Deck")(cards)

    def _battle(self, state: str) -> Any:
        decks = (part.replace("-", "") for part in state.split("|"))
        hands = [self._deck([int(card) for card in part.split(",") if card]) for part in decks]
        return self._class("Battle")(*hands)


def _call(owner: Any, name: str, *arguments: object, **lots: object) -> Any:
    first, *others = name.split("_")
    java = first + "".join(map(str.capitalize, others))
    method = getattr(owner, name, None) or getattr(owner, java, None)
    if method is None:
        raise Missing(name)
    return method(*arguments, **lots)


def _decks(*decks: Any) -> str:
    return "|".join(",".join(map(str, deck.cards)) or "-" for deck in decks)


def main() -> None:
    """Answer the requests on standard input about the classes in a file."""
    answers, sys.stdout = sys.stdout, sys.stderr
    names: dict[str, Any] = {"__name__": "homework"}
    sys.path[0] = sys.argv[1].rpartition("/")[0]  # the homework may have other files
    with open(sys.argv[1], encoding="utf-8") as file:
        exec(compile(file.read(), sys.argv[1], "exec"), names)
    observer = Observer(names)
    for request in sys.stdin:
        print(observer.answer(request), file=answers, flush=True)


if __name__ == "__main__":
    main()
