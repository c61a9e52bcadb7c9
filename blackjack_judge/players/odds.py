"""The value of each decision in an infinite shoe, and the strategy, as tables and as JSON."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackjack_judge.hands import BUSTED, total
from blackjack_judge.players import base
from blackjack_judge.players.best_play import Odds
from blackjack_judge.table import Rules
from cardjudge.commands.document import write
from cardjudge.errors import UserError, quote
from cardjudge.language import say

if TYPE_CHECKING:
    from rich.table import Table

_CARDS = "A23456789T"
"""The cards by their points, less 1."""
_RANKS = {name: rank for rank, name in enumerate(_CARDS, 1)}
_RANKS |= {"10": 10, "J": 11, "Q": 12, "K": 13}
_UPCARDS = (*range(2, 11), 1)
"""The upcards in the order of the field's tables: the ace last."""
_NAMES = {base.STAND: "停", base.HIT: "加牌", base.DOUBLE: "加倍", base.SPLIT: "分牌"}
_STYLES = {"S": "red", "H": "green", "D": "bold blue", "d": "bold blue", "P": "bold magenta"}
_LEGEND = "S 停，H 加牌，D 加倍（不能則加牌），d 加倍（不能則停），P 分牌。"
_MEMBERS = "both_blackjack", "split_blackjack", "expectation", "strategy", "hand", "values"
_WIDTH = 80
"""Width of the widest table, in columns."""
_Rows = dict[str, dict[str, str]]
"""The codes of the strategy by the label of the row and the upcard."""


def show(rules: Rules, hand: str | None, as_json: Path | None) -> None:
    """Print the values of a hand, or the expectation of a round and the strategy."""
    odds = Odds(rules)
    document: dict[str, Any] = dict.fromkeys(_MEMBERS)
    if hand is not None:
        cards = _read(hand)
        name = ",".join(_CARDS[min(card, 10) - 1] for card in sorted(cards))
        document |= {"hand": name, "values": _values(odds, cards)}
        shown: list[object] = [_decisions(odds, name, cards)]
    else:
        document |= _of_a_round(rules, odds)
        shown = _sections(odds, document["strategy"])
    if as_json != Path("-"):
        from rich.console import Console

        console = Console(highlight=False)
        console.width = max(console.width, _WIDTH)  # a narrow table breaks lines, with all figures
        console.print(*shown, sep="\n")
    if as_json is not None:
        write(as_json, "blackjack-judge-odds", document)


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


def _values(odds: Odds, cards: Sequence[int]) -> dict[str, dict[str, float]]:
    """Return the values of a hand by upcard and decision, as the document names them."""
    return {
        _CARDS[upcard - 1]: {
            move.removesuffix("_down"): value for move, value in odds.values(cards, upcard).items()
        }
        for upcard in range(1, 11)
    }


def _of_a_round(rules: Rules, odds: Odds) -> dict[str, Any]:
    pairs = ((one, two) for one in range(1, 11) for two in range(one, 11))
    return {
        "both_blackjack": "push" if rules.both_blackjack_push else "lose",
        "split_blackjack": rules.split_blackjack,
        "expectation": odds.expectation,
        "strategy": _strategy(odds),
        "values": {
            f"{_CARDS[one - 1]},{_CARDS[two - 1]}": _values(odds, (one, two)) for one, two in pairs
        },
    }


def _strategy(odds: Odds) -> dict[str, _Rows]:
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


def _decisions(odds: Odds, name: str, cards: Sequence[int]) -> "Table":
    """Return the table of a hand: the values in per cent of the bet."""
    by_upcard = [odds.values(cards, upcard) for upcard in _UPCARDS]
    rows = (
        (say(_NAMES[move]), [f"{100 * values[move]:+.1f}" for values in by_upcard])
        for move in _NAMES
        if move in by_upcard[0]
    )
    return _table(say("{name}：期望值（%）", name=name), rows, blank=0)


def _sections(odds: Odds, strategy: dict[str, _Rows]) -> list[object]:
    """Return the expectation, the tables of the strategy, and their legend."""
    hard, soft, pairs = strategy.values()
    named = {"硬牌": hard, "軟牌": soft}
    named["odds｜對子"] = {f"{label},{label}": row for label, row in pairs.items()}
    expectation = f"{100 * odds.expectation:+.5f} %"
    return [
        say("每注 1 元的期望值 {expectation}", expectation=expectation),
        *(_table(say(title), _styled(rows)) for title, rows in named.items()),
        say(_LEGEND),
        say("不買保險。"),
    ]


def _styled(rows: _Rows) -> Iterable[tuple[str, list[str]]]:
    for label, row in rows.items():
        codes = [row[_CARDS[upcard - 1]] for upcard in _UPCARDS]
        yield label, [f"[{_STYLES[code]}]{code}[/]" for code in codes]


def _table(title: str, rows: Iterable[tuple[str, list[str]]], blank: int = 1) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, blank, 0, 0))
    table.add_column(say("莊家"), justify="right", no_wrap=True)
    for upcard in _UPCARDS:
        table.add_column(_CARDS[upcard - 1], justify="right", no_wrap=True)
    for label, cells in rows:
        table.add_row(label, *cells)
    return table
