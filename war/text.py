"""Every sentence of War that the judge reads and writes."""

from __future__ import annotations

from collections import Counter

from cardjudge.errors import quote
from war.battle import Battle
from war.deck import SUITS, Deck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines
    from war.course import Course

RESULTS = ("平手", "玩家 1 獲勝", "玩家 2 獲勝", "無限遊戲")
"""The result of a game in words, by its number."""

_MOST_DIGITS = 4000  # int() refuses numbers of more than 4300 digits


def read_battle(lines: Lines, alternate: bool, nb_vals: int | None) -> Battle:
    """Read the two hands, one a line; InputError for what is no card or no valid hand."""
    one, two = (_read_hand(lines, player, nb_vals) for player in (1, 2))
    return Battle(one, two, alternate=alternate)


def read_limit(lines: Lines) -> int | None:
    """Read the line with the greatest number of rounds; None if it is empty or absent."""
    for line in lines:
        if line.strip():
            limit = _number(line.strip())
            if limit is None:
                raise lines.error(f"最多的回合數不是非負整數：{quote(line.strip())}")
            return limit
        break
    return None


def _read_hand(lines: Lines, player: int, nb_vals: int | None) -> Deck:
    hand = Deck()
    for word in lines.expect(f"玩家 {player} 的牌").split():
        card = _number(word)
        if not card:
            raise lines.error(f"牌不是正整數：{quote(word)}")
        hand.cards.append(card)
    if nb_vals is not None and not hand.is_valid(nb_vals):
        raise lines.error(f"玩家 {player} 的牌不合法：{_fault(hand, nb_vals)}")
    return hand


def _number(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
        return int(word)
    return None


def _fault(hand: Deck, nb_vals: int) -> str:
    """Say why a hand is not valid."""
    for card in hand:
        if card > nb_vals:
            return f"{quote(str(card))}大於 {nb_vals}"
    [(most, count)] = Counter(hand).most_common(1)
    return f"{quote(str(most))}有 {count} 張，同一個數值至多 {SUITS} 張"


def render(course: Course) -> str:
    """Return the lines that tell of a game: its last state, its length and its result."""
    final, rounds, period = course
    result = RESULTS[final.winner() if period is None else -1]
    text = (
        f"玩家 1：{final.player1}\n"
        f"玩家 2：{final.player2}\n"
        f"檯面：{final.trick}\n"
        f"回合數：{rounds}\n"
        f"結果：{result}\n"
    )
    if period is not None:
        text += f"循環：從第 {rounds} 回合起，每 {period} 回合重複一次\n"
    return text
