"""Planted situations of each game, with the true reason beside each, in planted.txt."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from big2.cards import DECK
from big2.explain import reasons as of_big2
from cardjudge.errors import InputError
from cardjudge.reasons import Reason
from nim.explain import REASONS as OF_NIM
from take6.explain import reasons as of_take6
from tests.test_language import IDEOGRAPH
from war.explain import reasons as of_war

FIRST = "C[3] D[3] H[3] C[4] D[4] H[5] S[6] D[7] C[8] S[9] H[10] S[J] D[K]"
SECOND = "C[5] D[5] S[5] C[6] D[6] H[6] S[7] D[8] H[8] C[9] D[10] H[J] S[2]"


def told(reasons: Callable[[], Iterable[Reason]], monkeypatch: pytest.MonkeyPatch) -> list[Reason]:
    """Return the reasons up to the end of the input; in English no sentence has Chinese."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert not [each.sentence for each in _known(reasons()) if IDEOGRAPH.search(each.sentence)]
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    return [*_known(reasons())]


def _known(reasons: Iterable[Reason]) -> Iterator[Reason]:
    with suppress(InputError):  # the game is not over
        yield from reasons


def planted(game: str) -> list[tuple[str, ...]]:
    """Return the rows of a game in the table."""
    text = Path(__file__).with_name("planted.txt").read_text("utf-8")
    rows = text.partition(f"[{game}]\n")[2].partition("\n[")[0]
    return [tuple(row.split("\t")) for row in rows.splitlines()]


NO_PATTERN = "不是任何牌型（單張、對子、順子、葫蘆），所以不合法。"


def big2_case(moves: str) -> bytes:
    """Return a case in which the first two players hold `FIRST` and `SECOND`."""
    known = [FIRST.split(), SECOND.split()]
    rest = [str(card) for card in DECK if str(card) not in known[0] + known[1]]
    hands = [*known, rest[::2], rest[1::2]]
    deck = [hands[at % 4][at // 4] for at in range(52)][::-1]
    left = [sorted(hand, key=[str(card) for card in DECK].index) for hand in hands]
    lines, player = [" ".join(deck), *"ABCD"], 0
    for move in moves.split(";"):
        words = [f"{word[-1]}[{word[:-1]}]" for word in move.split()]
        indices = [str(left[player].index(w)) if w in left[player] else "" for w in words]
        lines.append(" ".join(indices) if all(indices) else move)
        left[player] = [card for card in left[player] if card not in words]
        player = (player + 1) % 4
    return "\n".join([*lines, ""]).encode()


@pytest.mark.parametrize(("moves", "why"), planted("big2"))
def test_the_reason_of_a_planted_action_of_big2(
    moves: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told(lambda: of_big2(big2_case(moves)), monkeypatch)
    line = max(each.line or 0 for each in found)
    last = [each.sentence for each in found if each.line == line]
    assert any(why in each for each in last), last
    if why == NO_PATTERN:
        assert not any("最接近" in each for each in last), last


@pytest.mark.parametrize(("judge", "given", "why"), planted("nim"))
def test_the_reason_of_a_planted_game_of_nim(
    judge: str, given: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *options = judge.split()
    data = given.replace("/", "\n").encode() + b"\n"
    found = told(lambda: OF_NIM[name](data, **dict.fromkeys(options, True)), monkeypatch)
    assert any(why in each.text() for each in found), found


@pytest.mark.parametrize(("given", "why"), planted("war"))
def test_the_reason_of_a_planted_game_of_war(
    given: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = given.replace("/", "\n").encode() + b"\n"
    found = told(lambda: of_war(data), monkeypatch)
    assert any(why in each.sentence for each in found), found


HANDS = {1: [5, 11, 14, 21, 33, 55, 71, 80, 99, 104], 2: [1, 12, 22, 31, 34, 56, 72, 81, 98, 103]}
ROWS = [10, 20, 30, 40]


@pytest.mark.parametrize(("moves", "why"), planted("take6"))
def test_the_reason_of_a_planted_round_of_take6(
    moves: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = [card for pair in zip(*HANDS.values(), strict=True) for card in pair] + ROWS
    deck = [*dealt, *(card for card in range(1, 105) if card not in dealt)]
    data = "\n".join(["2", " ".join(map(str, deck)), *moves.split(";"), ""]).encode()
    found = told(lambda: of_take6(data), monkeypatch)
    assert any(why in each.sentence for each in found), found
    assert {each.asked for each in found} <= {"", *moves.split(";")}
