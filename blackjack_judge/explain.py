"""Why the table replied as it did: each request and the rule behind the reply."""

from collections.abc import Iterator, Sequence
from typing import Any

from blackjack_judge.conversation import STOPPED, Conversation, Verdict, parse_request
from blackjack_judge.hands import (
    ACE,
    BLACKJACK,
    BUSTED,
    POINTS,
    compare,
    is_blackjack,
    strength,
    total,
)
from blackjack_judge.table import BROKE, DEALER_STANDS, EXHAUSTED, REQUESTS, WITH_AMOUNT, WON, Table
from cardjudge.errors import InputError, quote
from cardjudge.language import listed, say
from cardjudge.reasons import Reason

_Told = tuple[str, str, dict[str, Any]]
"""The name of a rule, the sentence, and the values."""


def reasons(data: bytes, table: Table) -> Iterator[Reason]:
    """Yield the reason of each reply of a transcript; its lines count as those of the output.

    The table deals again what it dealt: InputError where it replies something else.
    """
    rows = [row.rstrip() for row in data.decode(errors="replace").split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    conversation = Conversation(table)
    dealer = _Teller(table)
    _expect(rows, 0, f"< {conversation.begin()}")
    parts = {"money": table.money, "goal": table.goal}
    told = say("遊戲開始，資金是 {money}；一回合結算後超過 {goal} 就獲勝。", **parts)
    yield Reason(1, rows[0], "begins", told, parts, f"{rows[0]}\n")
    for at in range(1, len(rows), 2):
        if rows[at] == f"< {Verdict(STOPPED).line}":
            told = say("程式沒有再要求什麼：它結束了，或超過時間限制。")
            yield Reason(at + 1, "", "stopped", told, {}, f"{rows[at]}\n")
            return
        if not rows[at].startswith("> "):
            raise InputError(at + 1, "這一行應是程式的請求，以 > 開頭：{row}", row=quote(rows[at]))
        request = rows[at][2:]
        dealer.look()
        reply = conversation.answer(request)
        if at + 1 < len(rows):
            _expect(rows, at + 1, f"< {reply}")
        rule, sentence, values = dealer.told(request, reply)
        wrote = f"{rows[at]}\n< {reply}\n"
        yield Reason(at + 1, request, rule, sentence, values, wrote)
        if conversation.verdict is not None:
            return


def _expect(rows: Sequence[str], at: int, wanted: str) -> None:
    if at >= len(rows) or rows[at] != wanted:
        came = rows[at] if at < len(rows) else ""
        told = {"wanted": quote(wanted), "came": quote(came)}
        raise InputError(at + 1, "這副牌在這裡回答{wanted}，不是{came}：種子或設定不同", **told)


class _Teller:
    """Tells of a request from the table before it and after it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shown: Sequence[int] = ()
        """The upcard, and after a stand all cards of the dealer."""
        self._insured: int | None = None

    def look(self) -> None:
        """Note the table as it is before a request."""
        table = self._table
        self._legal, self._money, self._bet = table.legal, table.money, table.bet
        self._hands = [tuple(hand) for hand in table.hands]

    def told(self, request: str, reply: str) -> _Told:
        """Return the rule behind the reply to a request."""
        name, amount = parse_request(request)
        if self._table.outcome not in (None, WON, BROKE):
            return self._ended(name, amount)
        cards = [int(word) for word in reply.split() if word.isdigit()]
        match name:
            case "bet_you_have":
                told = "現在的資金是 {money}；下了的注已經扣掉，桌上有 {stake}。"
                values = {"money": self._table.money, "stake": self._table.stake}
                return "money", say(told, **values), values
            case "init_game":
                return self._dealt(amount or 0, cards)
            case "buy_insurance":
                return self._insurance(amount or 0, cards[0])
            case "split":
                return self._split(cards)
            case "stand_1":
                return "first-hand", say("第一副牌停了，接著是第二副。"), {}
            case "stand" | "stand_2":
                return self._stood(cards)
            case "return":
                return self._settled()
        return self._drew(name, cards[0])

    def _ended(self, name: str, amount: int | None) -> _Told:
        """Tell why a request is not legal, or that there are no cards."""
        values: dict[str, Any] = {"request": name, "amount": amount, "legal": self._legal}
        if self._table.outcome == EXHAUSTED:
            return "no-cards-left", say("牌已經發完，不能再發。"), values
        parts = {"legal": listed(self._legal), "money": self._money, "bet": self._bet}
        if name not in REQUESTS:
            told = "沒有這個請求；現在可以的是 {legal}，所以不合法。"
        elif name not in (*self._legal, "bet_you_have"):
            told = "現在不能這樣要求，可以的是 {legal}，所以不合法。"
        elif (amount is None) == (name in WITH_AMOUNT):
            told = (
                "這個請求要有金額，所以不合法。"
                if amount is None
                else "這個請求沒有金額，所以不合法。"
            )
        elif name == "init_game":
            told = "下注要在 1 到資金 {money} 之間，所以不合法。"
        elif name == "buy_insurance":
            told = "保險不能超過賭注 {bet} 的一半，也不能超過資金 {money}，所以不合法。"
        else:
            told = "要再付一次賭注 {bet}，資金只有 {money}，所以不合法。"
        return "illegal", say(told, **parts), {**values, **parts}

    def _dealt(self, bet: int, cards: list[int]) -> _Told:
        *hand, upcard = cards
        self._shown, self._insured = (upcard,), None
        parts = {"bet": bet, "money": self._money, "hand": _words(hand), "upcard": upcard}
        parts |= {"legal": listed(self._table.legal)}
        told = (
            "下注 {bet}，在資金 {money} 以內。你的牌是 {hand}，莊家的明牌是 {upcard}；"
            "接著可以 {legal}。"
        )
        more = ""
        if upcard == ACE:
            more = say("明牌是 A，一定要先問保險。")
        elif "split" in self._table.legal:
            more = say("兩張的點數都是 {points}，可以分牌。", points=POINTS[hand[0]])
        return "deal", say(told, **parts) + more, parts

    def _insurance(self, amount: int, blackjack: int) -> _Told:
        self._insured = amount if blackjack else None
        parts = {"amount": amount, "half": self._bet // 2, "blackjack": bool(blackjack)}
        told = "保險 {amount}，在賭注的一半 {half} 以內。莊家不是 blackjack，保險輸掉，繼續玩。"
        if blackjack:
            told = "保險 {amount}，在賭注的一半 {half} 以內。莊家是 blackjack，現在只能 stand。"
        return "insurance", say(told, **parts), parts

    def _drew(self, name: str, card: int) -> _Told:
        hand = self._table.hands[name == "hit_2"]
        points, parts = total(hand), {"card": card, "hand": _words(hand), "bet": self._table.bet}
        told = say("抽到 {card}，手上是 {hand}，", **parts)
        if points == BUSTED:
            told += say("超過 21 點爆了，只能停牌。")
            return "busted", told, {**parts, "total": points}
        if name == "double_down":
            told += say(
                "{total} 點；賭注加倍成 {bet}，只有這一張，只能 stand。", total=points, **parts
            )
            return "double", told, {**parts, "total": points}
        return "hit", told + say("{total} 點。", total=points), {**parts, "total": points}

    def _split(self, cards: list[int]) -> _Told:
        one, two = map(_words, self._table.hands)
        told = (
            "兩張的點數相同，分成兩副，各補一張：{one} 和 {two}；再付一次賭注 {bet}。先玩第一副。"
        )
        parts = {"one": one, "two": two, "bet": self._bet, "cards": cards}
        return "split", say(told, **parts), parts

    def _stood(self, dealer: list[int]) -> _Told:
        self._shown = dealer
        drawn, points = dealer[2:], total(dealer)
        parts = {"dealer": _words(dealer), "drawn": _words(drawn), "total": points}
        parts |= {"before": total(dealer[:-1]), "stands": DEALER_STANDS}
        if points == BUSTED:
            told = "莊家是 {dealer}，抽之前 {before} 點，不到 {stands} 點要抽，抽到爆了。"
        elif drawn:
            told = "莊家是 {dealer}，抽之前 {before} 點，不到 {stands} 點要抽；{total} 點停。"
        else:
            told = "莊家是 {dealer}，{total} 點，到了 {stands} 點不抽。"
        return "dealer", say(told, **parts), parts

    def _settled(self) -> _Told:
        table = self._table
        paid = table.money - self._money
        values: dict[str, Any] = {"paid": paid, "money": table.money, "goal": table.goal}
        values |= {"hands": [_words(hand) for hand in self._hands], "dealer": _words(self._shown)}
        if self._insured is not None:
            told = "莊家是 blackjack：拿回保險 {insured} 的兩倍，賭注輸掉，一共拿回 {paid}。"
            if table.rules.both_blackjack_push and is_blackjack(self._hands[0]):
                told = (
                    "莊家是 blackjack：拿回保險 {insured} 的兩倍；你也是 blackjack，平手，"
                    "一共拿回 {paid}。"
                )
            told = say(told, insured=self._insured, paid=paid)
        else:
            against = strength(self._shown)
            shown = listed(self._compared(hand, against) for hand in self._hands)
            told = say("{shown}；一共拿回 {paid}。", shown=shown, paid=paid)
        parts = {"money": table.money, "goal": table.goal}
        end = {
            WON: "資金 {money} 超過目標 {goal}，所以 Accepted。",
            BROKE: "資金是 0，所以 Wrong_answer。",
            None: "資金是 {money}，沒有超過目標 {goal}，下一回合開始。",
        }[table.outcome]
        return "settle", told + say(end, **parts), values

    def _compared(self, hand: Sequence[int], against: int) -> str:
        mine = strength(hand)
        if len(self._hands) == 2 and mine == BLACKJACK and not self._table.rules.split_blackjack:
            mine = 21
        told = {
            1: "{hand}（{mine}）贏莊家的 {dealer}",
            0: "{hand}（{mine}）和莊家的 {dealer} 平手",
            -1: "{hand}（{mine}）輸給莊家的 {dealer}",
        }[compare(mine, against)]
        parts = {"hand": _words(hand), "mine": _named(mine), "dealer": _named(against)}
        return say(told, **parts)


def _named(points: int) -> str:
    if points == BUSTED:
        return say("爆了")
    return "blackjack" if points == BLACKJACK else say("{total} 點", total=points)


def _words(cards: Sequence[int]) -> str:
    return " ".join([str(card) for card in cards])
