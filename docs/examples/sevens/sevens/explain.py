"""The reason for each event: the rule, and the cards that it compared."""

from collections.abc import Iterator
from io import BytesIO

from cardjudge.reasons import Reason
from cardjudge.stdio import Lines
from sevens.rules import Event, Put, Refused
from sevens.text import read_card, read_game, render, written


def reasons(data: bytes) -> Iterator[Reason]:
    """Yield the reason for what the judge writes about each line of the input."""
    lines = Lines(BytesIO(data))
    game, names = read_game(lines)
    wrote = "".join(render(event, names) for event in game.start())
    start = Reason.of("start", "有黑桃 7 的人先出，而且要先出它。")
    yield start._replace(line=1, wrote=wrote)
    while not game.over:
        card = read_card(lines)
        events = game.step(card)
        wrote = "".join(render(event, names) for event in events)
        yield _reason(events[0])._replace(line=lines.number, asked=str(card or ""), wrote=wrote)


def _reason(event: Event) -> Reason:
    match event:
        case Put(_, card, True):
            why = "{card} 是 7，或接在同花色那一列的頭尾，所以可以排。"
            return Reason.of("laid", why, card=str(card))
        case Put(_, card):
            why = "手上沒有一張排得上去，所以 {card} 蓋著，算 {points} 分。"
            return Reason.of("face-down", why, card=str(card), points=card.rank + 1)
        case Refused(_, hand, None):
            why = "這一行不是手上的牌；手上是 {hand}。"
            return Reason.of("not-in-hand", why, hand=written(hand))
        case Refused(_, _, card):
            why = "有牌可以排就要排，例如 {card}。"
            return Reason.of("must-lay", why, card=str(card))
    raise ValueError(event)
