"""Why the judge of Take 6! wrote each line: the row and its gap, the sixth card, the heads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from cardjudge.language import listed, say
from cardjudge.reasons import Reason
from cardjudge.stdio import Lines
from take6.cards import CARDS, HEADS
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
from take6.game import FULL, ROWS, Game, Rule, row_of
from take6.text import card, cards, read_cards, read_deck, read_row, read_setup, render, standings

if TYPE_CHECKING:
    from take6.game import Ranking

_HEADS = "牛頭：55 有 7 個，其他 11 的倍數 5 個，10 的倍數 3 個，5 的倍數 2 個，其餘 1 個。"


class _Told(NamedTuple):
    """The rule behind an event, and what would have been written had it happened otherwise."""

    rule: str
    sentence: str
    values: dict[str, Any] = {}
    otherwise: tuple[tuple[str, str], ...] = ()


def reasons(data: bytes, ranking: Ranking = "mad-first") -> Iterator[Reason]:
    """Yield the reason of each line of the game in the judge's input; InputError as the judge."""
    lines = Lines(BytesIO(data))
    players, rule = read_setup(lines, ranking)
    game = Game(read_deck(lines), players, rule)
    teller = _Teller(game)
    asked, events = (), iter(game.start())
    given: tuple[int, ...] = asked
    while True:
        yield from teller.reasons(lines.number, given, events)
        if game.over:
            return
        if game.undercut is None:
            given = tuple(read_cards(lines))
            events = game.playing(given)
        else:
            row = read_row(lines)
            given, events = (row + 1,), game.taking(row)


class _Teller:
    """Tells of the events of a game as they happen, from the rows before each of them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows, self._hands = [*game.rows], [*game.hands]
        self._given: tuple[int, ...] = ()
        self._order: list[int] = []
        """The cards of the round, as they are placed."""
        self._taken: list[list[str]] = [[] for _ in game.hands]
        """What each player has taken, a word for each row."""

    def reasons(
        self, line: int, given: tuple[int, ...], events: Iterator[Event]
    ) -> Iterator[Reason]:
        """Yield the reasons of the events that a line of the input makes, in order."""
        self._given, self._hands = given, [*self._game.hands]
        self._rows = [*self._game.rows]
        asked = " ".join(["?" if number < 0 else str(number) for number in given])
        for event in events:
            wrote = render(event)
            waiting = [number for number, _ in self._game.waiting]
            first = len(waiting) == self._game.players - 1
            if first and isinstance(event, Appended | RowFilled | Undercut):
                self._order = [event.card, *waiting]
            told = [*self._told(event)]
            # The end has a reason for each of its lines, any other event one for all.
            rows = wrote.splitlines(keepends=True) if isinstance(event, Ended) else [wrote]
            for (rule, sentence, values, others), row in zip(told, rows, strict=True):
                yield Reason(line, asked, rule, sentence, values, row, others)
            self._rows = [*self._game.rows]

    def _told(self, event: Event) -> Iterator[_Told]:
        match event:
            case RoundStarted():
                yield self._round(event)
            case Appended(player, played, row):
                yield self._placed(event, player, played, row)
            case RowFilled(player, played, row, heads):
                yield self._filled(event, player, played, row, heads)
            case Undercut(player, played):
                yield self._undercut(event, player, played)
            case RowTaken(player, row, heads):
                yield self._taken_by_choice(event, player, row, heads)
            case Rejected(what):
                yield self._wrong_cards() if what == "cards" else self._wrong_row()
            case Ended(heads, rule):
                yield from self._ended(heads, rule)

    def _round(self, event: RoundStarted) -> _Told:
        ends = listed(str(held[-1]) for held in event.rows)
        template = (
            "上一回合的牌都放好了，開始第 {number} 回合。四列的最後一張是 {ends}；"
            "每人還有 {count} 張，由小到大列出。"
        )
        if event.number == 1:
            template = (
                "牌堆由左而右輪流發給每個人，一人 {count} 張，由小到大列出；"
                "接下來的四張 {ends} 各開一列。"
            )
        count = len(event.hands[0])
        told = say(template, number=event.number, ends=ends, count=count)
        shown = [number for held in (*event.rows, *event.hands) for number in held]
        values = {"round": event.number, "cards": count, "heads": _heads(shown)}
        return _Told("round", told + say(_HEADS), values)

    def _in_order(self) -> str:
        """Say in which order the cards of the round are placed."""
        order = " ".join(map(str, self._order))
        return say("這一回合的牌由小到大放：{order}。", order=order)

    def _gap(self, player: int, played: int, row: int) -> tuple[str, dict[str, Any]]:
        ends = [held[-1] for held in self._rows]
        gaps = {at + 1: played - end for at, end in enumerate(ends) if end < played}
        shown = listed(
            say("第 {row} 列 {end}（差 {gap}）", row=at, end=ends[at - 1], gap=gap)
            for at, gap in gaps.items()
        )
        told = say(
            "玩家 {player} 的 {card}：比它小的列尾是{shown}；差最少的是第 {row} 列。",
            player=player + 1,
            card=played,
            shown=shown,
            row=row + 1,
        )
        return told, {"player": player + 1, "card": played, "row": row + 1, "gaps": gaps}

    def _placed(self, event: Event, player: int, played: int, row: int) -> _Told:
        told, values = self._gap(player, played, row)
        count = len(self._rows[row])
        end = say("這一列有 {count} 張，還沒滿，所以放在後面。", count=count)
        values |= {"cards_in_row": count, "order": self._order}
        others = self._other_places(event, player, played)
        return _Told("nearest-row", self._in_order() + told + end, values, others)

    def _filled(self, event: Event, player: int, played: int, row: int, heads: int) -> _Told:
        told, values = self._gap(player, played, row)
        held = self._rows[row]
        sixth = say(
            "這一列已經有 {full} 張，這是第六張，所以拿走 {cards}，一共 {heads} 個牛頭。",
            full=FULL,
            cards=cards(held),
            heads=heads,
        )
        self._note(player, heads)
        values |= {"heads": _heads(held), "sum": heads, "order": self._order}
        others = self._other_places(event, player, played)
        return _Told("sixth-card", self._in_order() + told + sixth, values, others)

    def _undercut(self, event: Event, player: int, played: int) -> _Told:
        ends = [held[-1] for held in self._rows]
        told = say(
            "玩家 {player} 的 {card} 比四列的最後一張 {ends} 都小，所以由他選一列拿走。",
            player=player + 1,
            card=played,
            ends=listed(map(str, ends)),
        )
        values = {"player": player + 1, "card": played, "ends": ends}
        values["order"] = self._order
        others = self._other_places(event, player, played)
        return _Told("lower-than-every-row", self._in_order() + told, values, others)

    def _taken_by_choice(self, event: Event, player: int, row: int, heads: int) -> _Told:
        held, first = self._rows[row], self._game.rows[row][0]
        self._note(player, heads)
        told = say(
            "玩家 {player} 選了第 {row} 列，拿走 {cards}，一共 {heads} 個牛頭；"
            "{card} 成為這一列的第一張。",
            player=player + 1,
            row=row + 1,
            cards=cards(held),
            heads=heads,
            card=first,
        )
        values = {"player": player + 1, "row": row + 1, "heads": _heads(held), "sum": heads}
        others = tuple(
            (render(RowTaken(player, at, _sum(held))), say("拿走第 {row} 列。", row=at + 1))
            for at, held in enumerate(self._rows)
            if at != row
        )
        return _Told(
            "row-choice", told, values, (*others, (render(Rejected("row")), say("拒絕了這一行。")))
        )

    def _other_places(self, event: Event, player: int, played: int) -> tuple[tuple[str, str], ...]:
        """Return all that might have become of a card, by row."""
        found: list[tuple[Event, str]] = [(Rejected("cards"), say("拒絕了這一行。"))]
        for row, held in enumerate(self._rows):
            where = say("把 {card} 放在第 {row} 列，不拿牌。", card=played, row=row + 1)
            found.append((Appended(player, played, row), where))
            heads = _sum(held)
            where = say("{card} 拿走第 {row} 列。", card=played, row=row + 1)
            found.append((RowFilled(player, played, row, heads), where))
        lower = say("{card} 比每一列都小。", card=played)
        found.append((Undercut(player, played), lower))
        for other, early in enumerate(self._game.history[-1]):
            if early != played:
                first = say("先放玩家 {player} 的 {card}。", player=other + 1, card=early)
                found += [(each, first) for each in self._places(other, early)]
        return tuple((render(other), why) for other, why in found if other != event)

    def _places(self, player: int, played: int) -> Iterator[Event]:
        """Yield what becomes of a card with the rows as they are."""
        row = row_of(self._rows, played)
        if row is None:
            yield Undercut(player, played)
        elif len(self._rows[row]) == FULL:
            yield RowFilled(player, played, row, _sum(self._rows[row]))
        else:
            yield Appended(player, played, row)

    def _wrong_cards(self) -> _Told:
        given, hands = self._given, self._hands
        if len(given) != len(hands):
            told = "這一行有 {given} 張牌，要剛好 {players} 張，每位玩家一張，所以不合法。"
            counts = {"given": len(given), "players": len(hands)}
            return _Told("one-card-each", say(told, **counts), counts)
        wrong = next(at for at, held in enumerate(hands) if given[at] not in held)
        number = given[wrong]
        told = "玩家 {player} 的手牌沒有 {card}，所以不合法。手牌是 {hand}。"
        if number < 0:
            told = "玩家 {player} 的牌不是數字，所以不合法。手牌是 {hand}。"
        values: dict[str, Any] = {"player": wrong + 1, "card": number}
        values["hand"] = _words(sorted(hands[wrong]))
        others: list[tuple[str, str]] = []
        if all(each in CARDS for each in given):
            lowest = min(given)
            why = say("接受了這些牌。")
            others = [(render(each), why) for each in self._places(given.index(lowest), lowest)]
        return _Told("card-in-hand", say(told, **values), values, tuple(others))

    def _wrong_row(self) -> _Told:
        values = {"rows": ROWS}
        return _Told("row-exists", say("列的編號是 1 到 {rows}，所以不合法。", **values), values)

    def _note(self, player: int, heads: int) -> None:
        number = len(self._game.history)
        self._taken[player].append(say("第 {number} 回合 {heads}", number=number, heads=heads))

    def _ended(self, heads: tuple[int, ...], rule: Rule) -> Iterator[_Told]:
        yield _Told("end", say("每個人的牌都打完了，遊戲結束。"))
        for player, count in enumerate(heads):
            took = listed(self._taken[player]) or say("沒有拿過牌")
            told = say(
                "玩家 {player}：{took}，一共 {count} 個牛頭。",
                player=player + 1,
                took=took,
                count=count,
            )
            values: dict[str, Any] = {"player": player + 1, "heads": count}
            if rule.threshold is not None:
                template = "不到門檻 {threshold}，沒有得狂牛症。"
                if rule.mad(count):
                    template = "到了門檻 {threshold}，得了狂牛症，勝利指數是 {index}。"
                index = rule.victory_index(count)
                told += say(template, threshold=rule.threshold, index=index)
                values |= {"threshold": rule.threshold, "mad": rule.mad(count), "index": index}
            yield _Told("heads", told, values)
        yield self._ranked(heads, rule)

    def _ranked(self, heads: tuple[int, ...], rule: Rule) -> _Told:
        order = rule.order(heads)
        template = "牛頭少的在前。"
        if rule.threshold is not None and rule.ranking == "index":
            template = "只看勝利指數，小的在前；狂牛症的勝利指數是牛頭數減 {threshold}。"
        elif rule.threshold is not None:
            template = (
                "得狂牛症的在最前面，牛頭多的在前；其他人牛頭少的在前。"
                "括號裡是勝利指數，狂牛症的是牛頭數減 {threshold}。"
            )
        shown = listed(
            say("玩家 {player}：{heads} 個{mad}", player=each + 1, heads=heads[each], mad=mad)
            for each in order
            for mad in [say("（狂牛症）") if rule.mad(heads[each]) else ""]
        )
        ties = say("相同的依編號，之間寫 =。")
        told = say(template, threshold=rule.threshold) + shown + say("。") + ties
        mad = [each + 1 for each in order if rule.mad(heads[each])]
        values = {"order": [each + 1 for each in order], "heads": list(heads), "mad": mad}
        others = {
            say("排名沒有用狂牛症規則。"): Rule(None),
            say("排名只看勝利指數。"): Rule(rule.threshold, "index"),
            say("排名先排得狂牛症的玩家。"): Rule(rule.threshold, "mad-first"),
        }
        written = ((_last(standings(heads, other)), why) for why, other in others.items())
        return _Told("ranking", told, values, tuple(written))


def _words(numbers: list[int]) -> str:
    return " ".join([card(number) for number in numbers])


def _heads(held: Iterable[int]) -> dict[int, int]:
    return {number: HEADS[number] for number in held}


def _sum(held: Iterable[int]) -> int:
    return sum(_heads(held).values())


def _last(text: str) -> str:
    return text.splitlines(keepends=True)[-1]
