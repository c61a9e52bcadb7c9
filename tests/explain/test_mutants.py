"""No reason is false by a second writing of the rules; each changed rule makes a reason false."""

from functools import partial, reduce
from itertools import islice
from operator import xor
from typing import Any

import pytest

from cardjudge.reasons import Reason
from tests.explain.test_mistakes import inputs, reasons
from tests.explain.wrong import WRONG, Wrong

RANKS, SUITS = "3 4 5 6 7 8 9 10 J Q K A 2".split(), "CDHS"
HEADS = {c: 7 if c == 55 else 5 if c % 11 == 0 else 3 if c % 10 == 0 else 2 if c % 5 == 0 else 1
         for c in range(1, 105)}  # fmt: skip
RUNS = [{RANKS[(low + i) % 13] for i in range(5)} for low in range(13)]


def place(card: str) -> tuple[int, int]:
    return RANKS.index(card[2:-1]), SUITS.index(card[0])


def pattern(cards: list[str]) -> tuple[str, Any] | None:
    """Return the name of the pattern of some cards, and the key of its comparison."""
    ranks = sorted(RANKS.index(card[2:-1]) for card in cards)
    counts = sorted(ranks.count(rank) for rank in {*ranks})
    greatest = max(map(place, cards))
    if counts == [1]:
        return "單張", greatest
    if counts == [2]:
        return "對子", greatest
    if {RANKS[rank] for rank in ranks} in RUNS and len(cards) == 5:
        return "順子", greatest
    return ("葫蘆", ranks[2]) if counts == [2, 3] else None


class Big2:
    """Plays along with the reasons."""

    def __init__(self) -> None:
        self.first, self.turn, self.passes = True, -1, 0
        self.left = [13] * 4

    def fault(self, reason: Reason) -> str | None:
        values = reason.values
        cards = str(values.get("cards", "")).split()
        mine = pattern(cards) if cards else None
        top = pattern(values["top"].split()) if values.get("top") else None
        beats = top is None or (mine is not None and mine[0] == top[0] and mine[1] > top[1])
        match reason.rule:
            case "opening-card" | "leads" | "beats":
                opens, self.first = self.first, False
                self.passes = 0
                self.left[self.turn] -= len(cards)
                if len(cards) != len(reason.asked.split()):
                    return "is what was asked for"
                if mine is None or mine[0] != values["pattern"] or not beats:
                    return "is legal"
                return "opens" if opens and "C[3]" not in cards else None
            case "does-not-beat" | "no-opening-card":
                return "is refused" if beats and not self.first else None
            case "no-pattern":
                return "is a pattern" if mine else None
            case "pass":
                self.passes += 1
                return "begins a round" if top is None else None
            case "new-round" | "turn" | "opening-player":
                return self._turn(reason)
            case "win":
                wins = values["player"] == self.turn and not self.left[self.turn]
                return None if wins else "wins"
            case "not-in-hand" if values["index"] >= 0:
                asked = [int(word) for word in reason.asked.split()]
                wrong = values["times"] > 1 or values["index"] > values["last"]
                return None if wrong and values["index"] in asked else "is in the hand"
        return None

    def _turn(self, reason: Reason) -> str | None:
        ends = reason.rule == "new-round"
        if ends != (self.passes >= 3):
            return "ends a round"
        if reason.values.get("hand") is None:
            return None
        before, self.turn = self.turn, reason.values["player"]
        self.passes = 0 if ends else self.passes
        hand = reason.values["hand"].split()
        if reason.rule == "opening-player":
            return None if hand[0] == "C[3]" else "opens"
        return None if self.turn == (before + 1) % 4 else "is next"


def of_take6(reason: Reason) -> str | None:
    values = reason.values
    heads = values.get("heads")
    if isinstance(heads, dict) and any(HEADS[card] != heads[card] for card in heads):
        return "heads"
    match reason.rule:
        case "nearest-row" | "sixth-card":
            if values["order"] != sorted(values["order"]):
                return "order of the cards"
            if values["gaps"][values["row"]] != min(values["gaps"].values()):
                return "row"
            if (values["count"] >= 5) != (reason.rule == "sixth-card"):
                return "full"
            if reason.rule == "sixth-card" and len(values["heads"]) != 5:
                return "sixth"
            if reason.rule == "sixth-card" and values["sum"] != sum(values["heads"].values()):
                return "sum"
        case "lower-than-every-row":
            return None if values["card"] < min(values["ends"]) else "lower"
        case "row-choice":
            wrong = values["sum"] != sum(values["heads"].values())
            return "choice" if wrong or reason.asked != str(values["row"]) else None
        case "heads" if "mad" in values:
            index = values["heads"] - values["mad"] * values["threshold"]
            mad = values["heads"] >= values["threshold"]
            return None if (mad, index) == (values["mad"], values["index"]) else "mad"
        case "ranking":
            mad = values["mad"]

            def key(player: int) -> tuple[int, int]:
                points = values["heads"][player - 1]
                return (-points if player in mad else points + 200), player

            return None if values["order"] == sorted(values["order"], key=key) else "order"
    return None


def of_war(reason: Reason) -> str | None:
    values = reason.values
    if "compared" not in values:
        return None
    pairs, trick = values["compared"], values["trick"]
    faces = [(a, b) for a, b in pairs]
    if any(a != b for a, b in faces[:-1]) or [*sum(faces, ())] != [
        card for at in range(0, len(trick), 4) for card in trick[at : at + 2]
    ]:
        return "face down"
    if values["winner"] is None:
        return None if len(trick) and 0 in values["left"] else "breaks off"
    one, two = faces[-1]
    return None if values["winner"] == (1 if one > two else 2) else "wins"


def of_nim(x: int, reason: Reason) -> str | None:
    values = reason.values
    if values.get("x", x) != x:
        return "sum"
    match reason.rule:
        case "winning-move" | "no-winning-move":
            left = values["stones"] ^ values["x"]
            wins = left < values["stones"]
            return None if (reason.rule == "winning-move") == wins else "move"
        case "theorem-4":
            return None if ("先手必勝" in reason.wrote) == (values["x"] != 0) else "verdict"
    return None


def false(game: str, data: bytes) -> str | None:
    """Return the first false reason for a game, or None."""
    x = reduce(xor, map(int, data.split()[1:]), 0) if game == "nim" else 0
    told = {"big2": Big2().fault, "take6": of_take6, "war": of_war, "nim": partial(of_nim, x)}
    judge: Any = told[game]
    try:
        for reason in reasons(game, data):
            if fault := judge(reason):
                return f"{fault}: {reason}"
    except Exception as error:  # the rules may have become such that a game cannot be read
        return None if type(error).__name__ == "InputError" else repr(error)
    return None


@pytest.mark.parametrize("game", ["big2", "take6", "war", "nim"])
def test_no_reason_is_false(game: str) -> None:
    assert [found for data in inputs(game)[:20] if (found := false(game, data))] == []


SEEN_ELSEWHERE = {"leaves X", "a trick left is a draw"}
"""Rules that the values of no reason show; the lines of the output do (test_mistakes)."""


@pytest.mark.parametrize(
    "wrong",
    [wrong for wrong in WRONG if wrong.name not in SEEN_ELSEWHERE],
    ids=lambda wrong: f"{wrong.game}: {wrong.name}",
)
def test_a_changed_rule_makes_a_reason_false(wrong: Wrong) -> None:
    given = [*islice(inputs(wrong.game), 40)]
    with wrong.played():
        assert any(false(wrong.game, data) for data in given)
