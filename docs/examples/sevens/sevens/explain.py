"""The reason for each event: the rule, and the cards that it compared."""

from collections.abc import Iterator
from io import BytesIO

from cardjudge.reasons import Reason
from cardjudge.stdio import Lines
from sevens.rules import Event, FaceDown, Laid, Refused
from sevens.text import read_card, read_game, render, written

_WHY = {
    Laid: "sevens｜{card} 是 7，或接在同花色那一列的頭尾，所以可以排。",
    FaceDown: "sevens｜手上沒有一張排得上去，所以 {card} 蓋著，算 {points} 分。",
}


def reasons(data: bytes) -> Iterator[Reason]:
    """Yield the reason for what the judge writes about each line of the input."""
    lines = Lines(BytesIO(data))
    game, names = read_game(lines)
    wrote = "".join(render(event, names) for event in game.start())
    yield Reason(1, "", "start", ["sevens｜有黑桃 7 的人先出，而且要先出它。"], {}, wrote)
    while not game.over:
        card = read_card(lines)
        events = game.step(card)
        wrote = "".join(render(event, names) for event in events)
        why, values = _why(events[0])
        yield Reason(lines.number, str(card or ""), type(events[0]).__name__, [why], values, wrote)


def _why(event: Event) -> tuple[str, dict[str, object]]:
    if isinstance(event, Laid | FaceDown):
        return _WHY[type(event)], {"card": str(event.card), "points": event.card.rank + 1}
    assert isinstance(event, Refused)
    if event.instead is None:
        return "sevens｜這一行不是手上的牌；手上是 {hand}。", {"hand": written(event.hand)}
    return "sevens｜有牌可以排就要排，例如 {card}。", {"card": str(event.instead)}
