"""Every sentence of the blackjack judge: reads seeds and shoes, writes verdicts."""

from __future__ import annotations

from blackjack_judge.conversation import STOPPED, TIMED_OUT, Verdict
from blackjack_judge.shoe import RANKS, SEEDS
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WON
from cardjudge.errors import quote, visible
from cardjudge.numbers import integer
from cardjudge.stdio import Lines

_LONGEST_REQUEST = 200
_REASONS = {
    WON: "你通過了伊綱的考驗。",
    BROKE: "資金輸光了。",
    EXHAUSTED: "牌已經用完了。",
    ILLEGAL: "不合法的操作：{detail}",
    STOPPED: "程式在遊戲結束前就停止了{detail}。",
    TIMED_OUT: "程式超過時間限制。",
}


def read_seed(lines: Lines) -> int:
    """Return the seed on the first line; InputError if there is none."""
    text = lines.expect("亂數種子")
    seed = integer(text, 1, SEEDS - 1)
    if seed is not None:
        return seed
    raise lines.error(
        "亂數種子必須是 1 到 {most} 的整數，不能是{text}", most=SEEDS - 1, text=quote(text)
    )


def money_in(transcript: str) -> dict[str, int]:
    r"""Return the setting that the first line of a transcript has: the money at the start.

    >>> money_in("< play 1000\n> init_game 10"), money_in("")
    ({'money': 1000}, {})
    """
    begins, _, rest = transcript.partition("< play ")
    money = integer("".join(rest.split(maxsplit=1)[:1]), 1)
    return {} if begins or money is None else {"money": money}


def read_shoe(lines: Lines) -> bytes:
    """Return the cards on all lines; InputError for a word that is not a rank."""
    ranks = {str(rank): rank for rank in range(1, RANKS + 1)}
    cards = bytearray()
    for line in lines:
        for word in line.split():
            if word not in ranks:
                raise lines.error(
                    "牌必須是 1 到 {most} 的整數，不能是{word}", most=RANKS, word=quote(word)
                )
            cards.append(ranks[word])
    return bytes(cards)


def render(verdict: Verdict) -> str:
    """Return the two lines of a verdict."""
    detail = visible(verdict.detail, _LONGEST_REQUEST)
    return f"{verdict.line}\n{_REASONS[verdict.outcome].format(detail=detail)}\n"


def ending(status: int) -> str:
    """Return how a program ended, in words; `status` is negative for a signal."""
    if status == 0:
        return ""
    template = "（訊號 {detail}）" if status < 0 else "（結束狀態 {detail}）"
    return template.format(detail=abs(status))
