"""The tests of the assignment, on the classes `Deck` and `Battle` of a homework.

The script runs in the process of the homework and imports nothing from the kit; `Tests.java` has
the same tests for Java. A line of standard input is ``TIMES;TEST;ARGUMENT;…``: the test runs so
often, each time with new decks. The answer has a line ``COUNT<TAB>RESULT`` for each different
result, with tabs for the ends of lines, and ``.`` at its end. ``! TEXT`` reports an exception,
``? NAME`` a missing method, and ``< input`` that the homework reads standard input.
"""

import contextlib
import importlib.util
import io
import os
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any

METHODS = (
    "pick pickAll isValid copy cut split riffleWith riffleShuffle isOver oneRound winner game stats"
)
_LAST = 5000
"""The most characters of the output of `stats` that are looked at, the last ones."""
_DEEPEST, _STACK = 100_000, 1 << 27


class Tests:
    """Calls the methods of a homework; `lots` are arguments of its random methods."""

    def __init__(self, deck: Any, battle: Any, **lots: Any) -> None:
        self.Deck, self.Battle, self.lots = deck, battle, lots

    def pick(self, one: str, two: str) -> str:
        a, b = self.deck(one), self.deck(two)
        return f"pick = {a.pick(b)}, a = {show(a)}, b = {show(b)}"

    def pick_all(self, one: str, two: str) -> str:
        a, b = self.deck(one), self.deck(two)
        a.pick_all(b)
        return f"a = {show(a)}, b = {show(b)}"

    def is_valid(self, one: str, nb_vals: str) -> str:
        a = self.deck(one)
        return f"isValid = {truth(a.is_valid(int(nb_vals)))}, a = {show(a)}"

    def copy_deck(self, one: str) -> str:
        a = self.deck(one)
        c = a.copy()
        copied = f"c = {show(c)}"
        c.pick(self.deck("9"))
        return f"{copied}; c.pick([9]): a = {show(a)}"

    def copy_battle(self, player1: str, player2: str, trick: str) -> str:
        b = self.Battle(self.deck(player1), self.deck(player2), self.deck(trick))
        c = b.copy()
        copied = f"c: {state(c)}"
        for deck in c.player1, c.player2, c.trick:
            deck.pick(self.deck("9"))
        return f"{copied}; pick([9]) in c: b: {state(b)}"

    def cut(self, nb_vals: str) -> str:
        return str(self.Deck(int(nb_vals)).cut(**self.lots))

    def split(self, nb_vals: str) -> str:
        rest = self.Deck(int(nb_vals))
        top = rest.split(**self.lots)
        return show(top) + show(rest)

    def riffle_with(self, one: str, two: str) -> str:
        a, b = self.deck(one), self.deck(two)
        a.riffle_with(b, **self.lots)
        return show(a) + show(b)

    def riffle_shuffle(self, nb_vals: str, m: str) -> str:
        d = self.Deck(int(nb_vals))
        d.riffle_shuffle(int(m), **self.lots)
        return show(d)

    def suspicious(self, nb_vals: str, m: str) -> str:
        d = self.Deck(int(nb_vals))
        d.riffle_shuffle(int(m), **self.lots)
        if sorted(d.cards) != [value for value in range(1, int(nb_vals) + 1) for _ in range(4)]:
            return "lost"
        return "suspicious" if suspicious([*d.cards]) else "fine"

    def deal(self, nb_vals: str) -> str:
        return state(self.Battle(int(nb_vals), **self.lots))

    def one_round(self, player1: str, player2: str, rounds: str) -> str:
        b = self.battle(player1, player2)
        results = f"isOver = {truth(b.is_over())}"
        for _ in range(int(rounds)):
            results += (
                f"; oneRound = {truth(b.one_round())}, isOver = {truth(b.is_over())}, {state(b)}"
            )
        return results

    def game_turns(self, player1: str, player2: str, turns: str) -> str:
        b = self.battle(player1, player2)
        return f"game = {b.game(int(turns))}, winner = {b.winner()}, {state(b)}"

    def game(self, player1: str, player2: str) -> str:
        b = self.battle(player1, player2)
        result = b.game()
        return f"game = {result}" + ("" if result == 3 else f", {state(b)}")

    def stats(self, nb_vals: str, nb_games: str) -> str:
        """Return what `stats` of a homework prints; that of the kit returns it."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            counts = self.Battle.stats(int(nb_vals), int(nb_games), **self.lots)
        return (str(counts) if self.lots else printed.getvalue()).rstrip()[-_LAST:]

    def deck(self, cards: str) -> Any:
        return self.Deck([*map(int, cards.split())])

    def battle(self, player1: str, player2: str) -> Any:
        return self.Battle(self.deck(player1), self.deck(player2), self.Deck())

    def answer(self, line: str) -> Iterator[str]:
        """Yield the lines of an answer."""
        times, test, *words = line.rstrip("\n").split(";")
        counts: dict[str, int] = {}
        try:
            for _ in range(int(times)):
                result = getattr(self, snake(test))(*words)
                counts[result] = counts.get(result, 0) + 1
        except Exception as error:
            names = {snake(name): name for name in METHODS.split()}
            if isinstance(error, AttributeError) and error.name in names:
                yield f"? {names[error.name]}()"
            else:
                yield " ".join(f"! {type(error).__name__}: {error}".split())
        for result, count in counts.items():
            yield f"{count}\t{result}".replace("\n", "\t")
        yield "."


def suspicious(deck: Sequence[int]) -> bool:
    """Return whether a deck looks badly shuffled: 14 twins, 3 quadruplets or 2 octuplets."""

    def groups(cards: int, values: int) -> int:
        return sum(
            len({*deck[start : start + cards]}) == values for start in range(len(deck) - cards + 1)
        )

    return groups(2, 1) >= 14 or groups(4, 1) >= 3 or groups(8, 2) >= 2


def show(deck: Any) -> str:
    return str([*deck.cards])


def state(b: Any) -> str:
    return f"player1 = {show(b.player1)}, player2 = {show(b.player2)}, trick = {show(b.trick)}"


def truth(value: object) -> str:
    return str(bool(value)).lower() if value in (0, 1) else str(value)


def snake(name: str) -> str:
    """Return the usual name in Python of a method of the assignment."""
    return re.sub("([A-Z])", r"_\1", name).lower()


class Input(io.TextIOBase):
    """Standard input: ends the process when the homework reads it."""

    def __init__(self, answers: Any) -> None:
        self._answers = answers

    def read(self, *_: object) -> Any:
        print("< input", file=self._answers, flush=True)
        os._exit(1)

    readline = read


def main() -> None:
    """Answer the lines of standard input with the classes of the files on the command line."""
    lines, answers = (os.fdopen(os.dup(fd), mode) for fd, mode in ((0, "r"), (1, "w")))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    sys.stdin = Input(answers)
    sys.path[0] = os.path.dirname(sys.argv[1])  # the homework may have other files
    classes: dict[str, Any] = {}
    for number, file in enumerate(sys.argv[1:]):
        name = os.path.basename(file).rpartition(".")[0] if number else "homework"
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        classes.update(vars(module))
    for kind in classes["Deck"], classes["Battle"]:
        for java in METHODS.split():
            if hasattr(kind, java):
                setattr(kind, snake(java), getattr(kind, java))
    tests = Tests(classes["Deck"], classes["Battle"])
    for line in lines:
        for answer in tests.answer(line):
            print(answer, file=answers)
        answers.flush()


if __name__ == "__main__":
    sys.setrecursionlimit(_DEEPEST)
    threading.stack_size(_STACK)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
