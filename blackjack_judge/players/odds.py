"""The value of each decision in an infinite shoe, and the strategy, as tables and as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from blackjack_judge.hands import BUSTED, total
from blackjack_judge.players import base
from blackjack_judge.players.best_play import Odds, expectation
from cardjudge.columns import columns
from cardjudge.commands import document
from cardjudge.errors import UserError, quote
from cardjudge.language import say

_CARDS = "A23456789T"
"""The cards by their points, less 1."""
_RANKS = {name: rank for rank, name in enumerate(_CARDS, 1)}
_RANKS |= {"10": 10, "J": 11, "Q": 12, "K": 13}
_UPCARDS = "23456789TA"
"""The upcards in the order of the field's tables: the ace last."""
_NAMES = {base.STAND: "停", base.HIT: "加牌", base.DOUBLE: "加倍", base.SPLIT: "分牌"}
_LEGEND = "S 停，H 加牌，D 加倍（不能則加牌），d 加倍（不能則停），P 分牌。"
_MEMBERS = "both_blackjack", "split_blackjack", "expectation", "strategy", "hand", "values"
_TITLES = {"hard": "硬牌", "soft": "軟牌", "pairs": "odds｜對子"}
_Values = Mapping[str, Mapping[str, float]]
"""The value of each decision, in bets, by the upcard."""


def show(push: bool, hand: str | None, as_json: Path | None) -> None:
    """Print the values of a hand, or the expectation of a round and the strategy."""
    odds, members = Odds(), dict[str, Any](dict.fromkeys(_MEMBERS))
    if hand is not None:
        cards = _read(hand)
        name = ",".join(_CARDS[min(card, 10) - 1] for card in sorted(cards))
        members |= {"hand": name, "values": _values(odds, cards)}
        lines = _decisions(name, members["values"])
    else:
        members |= _of_a_round(push, odds)
        lines = _sections(members["expectation"], members["strategy"])
    document.show("\n".join(lines), as_json, "blackjack-judge-odds", members)


def _read(text: str) -> list[int]:
    words = [word.strip() for word in text.upper().split(",")]
    if any(word not in _RANKS for word in words):
        raise UserError(
            "--hand 必須是以逗號分隔的 A、2 到 10、J、Q、K，不能是{text}", text=quote(text)
        )
    cards = [_RANKS[word] for word in words]
    if len(cards) < 2 or total(cards) == BUSTED:
        raise UserError("--hand 必須至少有兩張牌而且沒有爆牌，不能是{text}", text=quote(text))
    return cards


def _values(odds: Odds, cards: Sequence[int]) -> _Values:
    """Return the values of a hand as the document names them."""
    return {
        name: {
            move.removesuffix("_down"): value for move, value in odds.values(cards, upcard).items()
        }
        for upcard, name in enumerate(_CARDS, 1)
    }


def _of_a_round(push: bool, odds: Odds) -> dict[str, Any]:
    pairs = ((one, two) for one in range(1, 11) for two in range(one, 11))
    return {
        "both_blackjack": "push" if push else "lose",
        "split_blackjack": True,  # an ace and a ten of a split are one
        "expectation": expectation(push),
        "strategy": _strategy(odds),
        "values": {
            f"{_CARDS[one - 1]},{_CARDS[two - 1]}": _values(odds, (one, two)) for one, two in pairs
        },
    }


def _strategy(odds: Odds) -> dict[str, dict[str, dict[str, str]]]:
    """Return the best decisions by hard total, by soft total, and for pairs."""

    def row(cards: tuple[int, int], split: bool = False) -> dict[str, str]:
        codes = (_code(odds.values(cards, upcard), split) for upcard in range(1, 11))
        return dict(zip(_CARDS, codes, strict=True))

    return {
        "hard": {str(n): row((2, n - 2) if n < 13 else (10, n - 10)) for n in range(4, 21)},
        "soft": {str(n): row((1, n - 11)) for n in range(12, 22)},
        "pairs": {name: row((card, card), split=True) for card, name in enumerate(_CARDS, 1)},
    }


def _code(values: dict[str, float], split: bool) -> str:
    stand, hit, double = (values[move] for move in (base.STAND, base.HIT, base.DOUBLE))
    if split and values[base.SPLIT] > max(stand, hit, double):
        return "P"
    if double > max(stand, hit):
        return "D" if hit > stand else "d"
    return "H" if hit > stand else "S"


def _decisions(name: str, values: _Values) -> list[str]:
    """Return the table of a hand: the values in per cent of the bet."""
    rows = {
        say(label): {upcard: f"{100 * of[key]:+.1f}" for upcard, of in values.items()}
        for key, label in ((move.removesuffix("_down"), label) for move, label in _NAMES.items())
        if key in values["A"]
    }
    return _table(say("{name}：期望值（%）", name=name), rows)


def _sections(of_a_round: float, strategy: Mapping[str, Any]) -> list[str]:
    """Return the expectation, the tables of the strategy, and their legend."""
    lines = [say("每注 1 元的期望值 {expectation}", expectation=f"{100 * of_a_round:+.5f} %")]
    for kind, title in _TITLES.items():
        lines += ["", *_table(say(title), strategy[kind])]
    return [*lines, "", say(_LEGEND), say("不買保險。")]


def _table(title: str, rows: Mapping[str, Mapping[str, str]]) -> list[str]:
    cells = [(label, *(row[upcard] for upcard in _UPCARDS)) for label, row in rows.items()]
    return [title, *columns([(say("莊家"), *_UPCARDS), *cells], range(1 + len(_UPCARDS)))]
