"""Two hundred planted mistakes: the first wrong line gets the rule that the program got wrong."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random

import pytest

from big2.cards import DECK
from cardjudge.reasons import Reason, of_line
from tests.explain.wrong import WRONG, Wrong, output

ROOT = Path(__file__).parents[2]
EACH = 6
"""How many inputs of a kind are looked for, on which a program is wrong."""


@cache
def inputs(game: str) -> tuple[bytes, ...]:
    """Return the cases of a game, and generated ones."""
    files = sorted((ROOT / f"testdata/{game}").glob("*.in"))
    if game == "war":
        return tuple(chain(map(_short, files), map(_dealt, range(20))))
    made = import_module(f"{game}.problem.generate").tests
    generated = (data for seed in range(2) for _, data in made(seed))
    mine = (data if isinstance(data, bytes) else data.encode() for data in generated)
    crafted = map(_three_threes, range(6)) if game == "big2" else ()
    return (*crafted, *(path.read_bytes() for path in files), *mine)


def _short(path: Path) -> bytes:
    """Return a case of War cut to 100 rounds: a wrong game might be endless."""
    return b"\n".join([*path.read_bytes().split(b"\n")[:2], b"100\n"])


def _dealt(seed: int) -> bytes:
    cards = [*range(1, 5)] * 4
    Random(seed).shuffle(cards)
    hands = (" ".join(map(str, cards[player::2])) for player in range(2))
    return "\n".join([*hands, "100\n"]).encode()


def _three_threes(seed: int) -> bytes:
    """Return a game that opens with three threes, then with an index that is not there."""
    others = [*DECK[3:]]
    Random(seed).shuffle(others)
    hands = [[*DECK[:3], *others[:10]], *(others[10 + 13 * i : 23 + 13 * i] for i in range(3))]
    dealt = [hand[turn] for turn in range(13) for hand in hands]
    deck = " ".join(str(card) for card in reversed(dealt))
    return "\n".join([deck, *"abcd", "0 1 2", "0 20", "0\n"]).encode()


@cache
def answer(game: str, at: int) -> bytes:
    return output(game, inputs(game)[at])


def reasons(game: str, data: bytes) -> Iterator[Reason]:
    module = import_module(f"{game}.explain")
    found: Iterator[Reason] = getattr(module, "of_nim" if game == "nim" else "reasons")(data)
    return found


def first_difference(ours: bytes, theirs: bytes) -> int:
    pairs = zip_longest(ours.split(b"\n"), theirs.split(b"\n"))
    return next(at for at, (one, other) in enumerate(pairs, 1) if one != other)


def mistakes(wrong: Wrong) -> Iterator[tuple[bytes, bytes, int]]:
    """Yield inputs on which a program is wrong, its output, and its first wrong line."""
    for at, data in enumerate(inputs(wrong.game)):
        with wrong.played():
            theirs = output(wrong.game, data)
        if theirs != answer(wrong.game, at):
            yield data, theirs, first_difference(answer(wrong.game, at), theirs)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.game}: {wrong.name}")
def test_the_first_wrong_line_names_the_wrong_rule(wrong: Wrong) -> None:
    planted = list(islice(mistakes(wrong), EACH))
    assert planted
    for data, _, line in planted:
        reason = of_line(reasons(wrong.game, data), line)
        assert reason is not None
        assert reason.rule in wrong.rules, reason.told()
        assert reason.first <= line <= max(reason.last, reason.first)
