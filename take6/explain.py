"""Reasons of the lines of the judge of Take 6!: the row and its gap, the sixth card, the heads."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from cardjudge.errors import quote
from cardjudge.language import listed, say
from cardjudge.reasons import REFUSED, Reason
from cardjudge.stdio import Lines
from take6 import text
from take6.cards import CARDS, heads_of
from take6.events import (
    Appended,
    Ended,
    Event,
    Rejected,
    RoundStarted,
    RowFilled,
    RowTaken,
    Undercut,
)
from take6.game import ROWS, Game, Rule
from take6.text import read_cards, read_game, read_row, render, standings

if TYPE_CHECKING:
    from take6.rule import Ranking

_HEADS = "牛頭：55 有 7 個，其他 11 的倍數 5 個，10 的倍數 3 個，5 的倍數 2 個，其餘 1 個。"
_SORTED = "每個人的手牌由小到大列出；一列的牌照放的順序。"
_HELD = "手牌是還沒有放到列上的牌，由小到大；不合法的一行不改變任何手牌。"
_LEFT = "列上是放好的牌，照放的順序；被拿走的一列，只剩下讓它被拿走的那張牌。"
_ORDER = "還要放的牌是 {order}。"
_PLACED = "一回合的牌由小到大放；放在比它小、差最少的列尾後面。"
_GAP = "玩家 {player} 的 {card}：比它小的列尾是{shown}；差最少的是第 {row} 列。"


def reasons(data: bytes, ranking: Ranking = "mad-first") -> Iterator[Reason]:
    """Yield the reason of each line of output for the judge's input; InputError as in the judge."""
    lines = Lines(BytesIO(data))
    game = read_game(lines, ranking)
    taken: list[list[str]] = [[] for _ in range(game.players)]
    rows = data.decode(errors="replace").split("\n")
    asked, events, teller = "", game.start(), _Teller(game, [], taken, [])
    while True:
        for event in events:
            for reason in teller.tell(event):
                yield reason._replace(line=lines.number, asked=asked)
        if game.over:
            return
        if game.placing:
            events = game.place()
            continue
        undercut, numbers, again = game.undercut, [], isinstance(teller.told, Rejected)
        numbers = read_cards(lines) if undercut is None else [read_row(lines)]
        asked = rows[lines.number - 1].strip()
        teller = _Teller(game, numbers, taken, asked.split())
        teller.again = again
        events = game.lay(numbers) if undercut is None else game.choose(numbers[0])


class _Teller:
    """Explains the events of a line of the input, from the game before each event."""

    again = False
    """Whether the line before was refused: a program that reads by numbers has lost its place."""
    told: Event | None = None
    """The last event."""

    def __init__(
        self, game: Game, numbers: list[int], taken: list[list[str]], words: list[str]
    ) -> None:
        self._game, self._numbers, self._hands = game, numbers, [*game.hands]
        self._words = words
        self._rows = [*game.rows]
        self._taken = taken
        """The rows that each player has taken, in words."""

    def tell(self, event: Event) -> Iterator[Reason]:
        """Yield the reason of an event; the end of the game has a reason for each line."""
        self.told = event
        if isinstance(event, Ended):
            yield Reason("end", ["每個人的牌都打完了，遊戲結束。"], wrote="遊戲結束\n")
            *heads, order = standings(*event).splitlines(keepends=True)
            for player, wrote in enumerate(heads):
                yield self._heads(player, event.heads[player], event.rule)._replace(wrote=wrote)
            yield _ranked(*event)._replace(wrote=order)
            return
        others = ((render(other), why) for other, why in self._otherwise(event))
        yield self._reason(event)._replace(wrote=render(event), otherwise=others)
        self._rows = [*self._game.rows]

    def _reason(self, event: Event) -> Reason:
        match event:
            case RoundStarted(number, rows, hands):
                template = (
                    "上一回合的牌都放好了，開始第 {number} 回合。四列的最後一張是 {ends}；"
                    "每人還有 {count} 張，由小到大列出。"
                )
                if number == 1:
                    template = (
                        "牌堆由左而右輪流發給每個人，一人 {count} 張，由小到大列出；"
                        "接下來的四張 {ends} 各開一列。"
                    )
                ends = tuple(cards[-1] for cards in rows)
                values = {"number": number, "count": len(hands[0]), "ends": ends}
                held = ["", *[_LEFT] * ROWS, _HELD] if number > 1 else [""]
                return Reason(
                    "round", [template], values, always=[_HEADS], order=_SORTED, parts=held
                )
            case Appended(_, _, row):
                end = "這一列有 {count} 張，還沒滿，所以放在後面。"
                return self._placed(
                    "nearest-row", event, _GAP, end, row=row + 1, count=len(self._rows[row])
                )
            case RowFilled(player, _, row, heads):
                end = "這一列已經有 {count} 張，這是第六張，所以拿走 {cards}，一共 {sum} 個牛頭。"
                took = self._took(player, row, heads)
                return self._placed("sixth-card", event, _GAP, end, row=row + 1, **took)
            case Undercut():
                lower = "玩家 {player} 的 {card} 比四列的最後一張 {ends} 都小，所以由他選一列拿走。"
                return self._placed("lower-than-every-row", event, lower)
            case RowTaken(player, row, heads):
                template = (
                    "玩家 {player} 選了第 {row} 列，拿走 {cards}，一共 {sum} 個牛頭；"
                    "{card} 成為這一列的第一張。"
                )
                values = {"player": player + 1, "row": row + 1, "card": self._game.rows[row][0]}
                return Reason("row-choice", [template], values | self._took(player, row, heads))
            case Rejected("row"):
                template = "這一行要剛好是一個 1 到 {rows} 的列號，所以不合法。"
                return Reason.of("row-exists", template, rows=ROWS)
        return self._wrong_cards()

    def _placed(
        self, rule: str, event: Appended | RowFilled | Undercut, *why: str, **values: Any
    ) -> Reason:
        """Return the reason for the place of a card, the lowest that is not placed yet."""
        player, card = event.player, event.card
        ends = [cards[-1] for cards in self._rows]
        values["shown"] = tuple(
            say("第 {row} 列 {end}（差 {gap}）", row=row, end=end, gap=card - end)
            for row, end in enumerate(ends, 1)
            if end < card
        )
        order = [card, *(number for number, _ in self._game.waiting)]
        values |= {"player": player + 1, "card": card, "order": order, "ends": tuple(ends)}
        return Reason(rule, [_ORDER, *why], values, always=[_PLACED])

    def _took(self, player: int, row: int, heads: int) -> dict[str, Any]:
        number, cards = len(self._game.history), self._rows[row]
        self._taken[player].append(say("第 {number} 回合 {heads}", number=number, heads=heads))
        return {"cards": text.cards(cards), "count": len(cards), "sum": heads}

    def _wrong_cards(self) -> Reason:
        numbers, hands = self._numbers, self._hands
        if len(numbers) != len(hands):
            template = (
                "這一行以空白分開有 {given} 個，要剛好 {players} 個，每位玩家一張牌，所以不合法。"
            )
            given, players = len(numbers), len(hands)
            return Reason.of("one-card-each", template, given=given, players=players)
        wrong = next(at for at, hand in enumerate(hands) if numbers[at] not in hand)
        template = "玩家 {player} 的手牌沒有 {card}，所以不合法。手牌是 {hand}。"
        if numbers[wrong] < 0:
            template = "玩家 {player} 的{word}不是只用 0 到 9 寫的數，所以不合法。手牌是 {hand}。"
        values = {"player": wrong + 1, "card": numbers[wrong], "word": quote(self._words[wrong])}
        hand = [text.card(number) for number in sorted(hands[wrong])]
        return Reason.of("card-in-hand", template, hand=hand, **values)

    def _heads(self, player: int, heads: int, rule: Rule) -> Reason:
        took = listed(self._taken[player]) or say("沒有拿過牌")
        values: dict[str, Any] = {"player": player + 1, "took": took, "heads": heads}
        templates = ["玩家 {player}：{took}，一共 {heads} 個牛頭。"]
        if rule.threshold is not None:
            mad, index = rule.mad(heads), rule.victory_index(heads)
            values |= {"threshold": rule.threshold, "mad": mad, "index": index}
            reached = "到了門檻 {threshold}，得了狂牛症，勝利指數是 {index}。"
            templates += [reached if mad else "不到門檻 {threshold}，沒有得狂牛症。"]
        return Reason("heads", templates, values)

    def _otherwise(self, event: Event) -> Iterator[tuple[Event, str]]:
        """Yield the events that another decision would have caused, and that decision in words."""
        refused = say(REFUSED)
        match event:
            case RowTaken(player):
                if not self.again:
                    yield Rejected("row"), refused
                for at, cards in enumerate(self._rows):
                    why = say("拿走第 {row} 列。", row=at + 1)
                    yield RowTaken(player, at, heads_of(cards)), why
            case Rejected("cards"):
                for player, number in enumerate(self._numbers):
                    if number in CARDS:
                        for placing, _ in self._placings(player, number):
                            yield placing, say("接受了這些牌。")
            case Appended(_, card) | RowFilled(_, card) | Undercut(_, card):
                if not self.again:
                    yield Rejected("cards"), refused
                for player, other in enumerate(self._game.history[-1]):
                    early = say("先放玩家 {player} 的 {card}。", player=player + 1, card=other)
                    for placing, why in self._placings(player, other):
                        yield placing, why if other == card else early

    def _placings(self, player: int, card: int) -> Iterator[tuple[Event, str]]:
        yield Undercut(player, card), say("{card} 比每一列都小。", card=card)
        for row, cards in enumerate(self._rows):
            parts = {"card": card, "row": row + 1}
            yield Appended(player, card, row), say("把 {card} 放在第 {row} 列，不拿牌。", **parts)
            heads = heads_of(cards)
            yield RowFilled(player, card, row, heads), say("{card} 拿走第 {row} 列。", **parts)


def _ranked(heads: tuple[int, ...], rule: Rule) -> Reason:
    template, ties = "牛頭少的在前。", "一樣多的依編號，之間寫 =。"
    if rule.threshold is not None:
        ties = "分不出先後的依編號；相鄰兩人的勝利指數相同，之間就寫 =，不然寫 >。"
    if rule.threshold is not None and rule.ranking == "index":
        template = "只看勝利指數，小的在前；狂牛症的勝利指數是牛頭數減 {threshold}。"
    elif rule.threshold is not None:
        template = (
            "得狂牛症的在最前面，牛頭多的在前；其他人牛頭少的在前。"
            "括號裡是勝利指數，狂牛症的是牛頭數減 {threshold}。"
        )
    order = [player + 1 for player in rule.order(heads)]
    mad = [player for player in order if rule.mad(heads[player - 1])]
    places = tuple(
        say("玩家 {player}：{heads} 個", player=player, heads=heads[player - 1])
        + (say("（狂牛症）") if player in mad else "")
        for player in order
    )
    values = {"threshold": rule.threshold, "order": order, "heads": heads, "mad": mad}
    return Reason.of("ranking", template, "依序是{shown}。", ties, shown=places, **values)
