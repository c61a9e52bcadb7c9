"""The input and the output of the judge of War."""

from __future__ import annotations

from collections import Counter

from cardjudge.errors import InputError, quote
from cardjudge.numbers import MOST_DIGITS, integer
from cardjudge.stdio import Lines
from war.battle import Battle
from war.course import Course
from war.deck import SUITS, Deck

RESULTS = ("平手", "玩家 1 獲勝", "玩家 2 獲勝", "無限遊戲")
"""The text of each result, by its number."""


def read_battle(lines: Lines, alternate: bool, nb_vals: int | None) -> Battle:
    """Read two hands, one per line; InputError for a bad card or hands that no deck contains."""
    one = _read_hand(lines, 1)
    _check(lines, 1, one, Deck(), nb_vals)
    two = _read_hand(lines, 2)
    _check(lines, 2, two, one, nb_vals)
    return Battle(one, two, alternate=alternate)


def read_limit(lines: Lines) -> int | None:
    """Read the limit of rounds; None if the line is empty or missing."""
    word = next(lines, "").strip()
    if not word:
        return None
    limit = integer(word)
    if limit is None:
        raise _wrong(lines, "最多的回合數不是非負整數：{word}", word)
    return limit


def _read_hand(lines: Lines, player: int) -> Deck:
    hand = Deck()
    for word in lines.expect("玩家 1 的牌" if player == 1 else "玩家 2 的牌").split():
        card = integer(word, 1)
        if card is None:
            raise _wrong(lines, "牌不是正整數：{word}", word)
        hand.cards.append(card)
    return hand


def _wrong(lines: Lines, template: str, word: str) -> InputError:
    if len(word) > MOST_DIGITS and word.isascii() and word.isdigit():
        template = "{word}超過 {most} 位數"
    return lines.error(template, word=quote(word), most=MOST_DIGITS)


def _check(lines: Lines, player: int, hand: Deck, other: Deck, nb_vals: int | None) -> None:
    """Check a hand against the other one; InputError names a card that the deck does not have."""
    if nb_vals is None:
        return
    for card in hand:
        if card > nb_vals:
            parts = {"player": player, "card": quote(str(card)), "nb_vals": nb_vals}
            raise lines.error("玩家 {player} 的牌不合法：{card}大於 {nb_vals}", **parts)
    for card, count in Counter([*hand, *other]).most_common(1):
        if count > SUITS:
            parts = {"player": player, "card": quote(str(card)), "count": count, "most": SUITS}
            raise lines.error(
                "玩家 {player} 的牌不合法：{card}有 {count} 張，同一個數值至多 {most} 張", **parts
            )


def render(course: Course) -> str:
    """Return the lines of a game: its last state, its length and its result."""
    final, rounds, period = course
    result = RESULTS[final.winner() if period is None else -1]
    text = (
        f"玩家 1：{final.player1}\n"
        f"玩家 2：{final.player2}\n"
        f"檯面：{final.trick}\n"
        f"回合數：{rounds}\n"
        f"{result_line(result)}"
    )
    if period is not None:
        text += f"循環：從第 {rounds} 回合起，每 {period} 回合重複一次\n"
    return text


def result_line(result: str) -> str:
    """Return the line of a result."""
    return f"結果：{result}\n"
