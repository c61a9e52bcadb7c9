"""Reasons of the table's replies: the rule behind each reply."""

from collections.abc import Iterator, Sequence
from typing import Any

from blackjack_judge.conversation import STOPPED, Conversation, Verdict, illegality, parse_request
from blackjack_judge.hands import ACE, BLACKJACK, BUSTED, POINTS, compare, strength, total
from blackjack_judge.table import BROKE, DEALER_STANDS, EXHAUSTED, WON, Table
from cardjudge.errors import InputError, quote
from cardjudge.language import say
from cardjudge.reasons import Reason


def reasons(data: bytes, table: Table) -> Iterator[Reason]:
    """Yield the reason of each reply of a transcript; its lines count as those of the output.

    A table replays the game; InputError if one of its replies differs from the transcript.
    """
    rows = [row.rstrip() for row in data.decode(errors="replace").split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    conversation = Conversation(table)
    teller = Teller(conversation)
    _expect(rows, 0, f"< {conversation.begin()}")
    begins = "遊戲開始，資金是 {money}；一回合結算後超過 {goal} 就獲勝。"
    begun = Reason.of("begins", begins, money=table.money, goal=table.goal)
    yield begun._replace(line=1, asked=rows[0], wrote=f"{rows[0]}\n")
    for at in range(1, len(rows), 2):
        if rows[at] == f"< {Verdict(STOPPED).line}":
            stopped = Reason.of("stopped", "程式沒有再提出請求：它結束了，或超過時間限制。")
            yield stopped._replace(line=at + 1, wrote=f"{rows[at]}\n")
            return
        if not rows[at].startswith(">"):  # an empty request has no blank after its mark
            raise InputError(at + 1, "這一行應是程式的請求，以 > 開頭：{row}", row=quote(rows[at]))
        reason = teller.answer(rows[at][2:])
        reply = reason.wrote.splitlines()[1]
        if rows[at + 1 :]:
            _expect(rows, at + 1, reply)
        yield reason._replace(line=at + 1, wrote=f"{rows[at]}\n{reply}\n")
        if conversation.verdict is not None:
            return


def _expect(rows: Sequence[str], at: int, expected: str) -> None:
    if at >= len(rows) or rows[at] != expected:
        row = rows[at] if at < len(rows) else ""
        parts = {"wanted": quote(expected), "came": quote(row)}
        raise InputError(at + 1, "這副牌在這裡回答{wanted}，不是{came}：種子或設定不同", **parts)


class Teller:
    """Answers requests, each with the rule behind the answer: from the table before and after it.

    `names` has a name for each rank.
    """

    def __init__(
        self, conversation: Conversation, names: Sequence[object] = range(len(POINTS))
    ) -> None:
        self._conversation = conversation
        self._table = conversation.table
        self._names = names
        self.visible: Sequence[int] = ()
        """The upcard, and after a stand all cards of the dealer, up to the next round."""
        self._insured: int | None = None

    def answer(self, request: str) -> Reason:
        """Let the table answer a request; return the reason for the answer."""
        table = self._table
        self._money, self._bet = table.money, table.bet
        self._hands = [[*hand] for hand in table.hands]
        reply = self._conversation.answer(request)
        reason = self._reason(request, reply)
        return reason._replace(asked=request, wrote=f"> {request}\n< {reply}\n")

    def refusal(self, request: str) -> str:
        """Return why the table would refuse a request, which is illegal now."""
        return self._end(request).sentence

    def _words(self, cards: Sequence[int]) -> list[object]:
        return [self._names[card] for card in cards]

    def _reason(self, request: str, reply: str) -> Reason:
        name, amount = parse_request(request)
        if self._table.outcome not in (None, WON, BROKE):
            return self._end(request)
        cards = [int(word) for word in reply.split() if word.isdigit()]
        match name:
            case "bet_you_have":
                template = "現在的資金是 {money}；下了的注已經扣掉，桌上有 {stake}。"
                money, stake = self._table.money, self._table.stake
                return Reason.of("money", template, money=money, stake=stake)
            case "init_game":
                return self._deal(amount or 0, cards)
            case "buy_insurance":
                return self._insurance(amount or 0, cards[0])
            case "split":
                template = (
                    "兩張的點數相同，分成兩副，各補一張：{one} 和 {two}；"
                    "再付一次賭注 {bet}。先玩第一副。"
                )
                one, two = map(self._words, self._table.hands)
                drawn = self._words(cards)
                return Reason.of("split", template, one=one, two=two, bet=self._bet, cards=drawn)
            case "stand_1":
                return Reason.of("first-hand", "第一副牌停了，接著是第二副。")
            case "stand" | "stand_2":
                return self._stand(cards)
            case "return":
                return self._settlement()
        return self._draw(name, cards[0])

    def _end(self, request: str) -> Reason:
        """Return why a request is illegal, or that the shoe is empty."""
        if self._table.outcome == EXHAUSTED:
            return Reason.of("no-cards-left", "牌已經發完，不能再發。")
        template, values = illegality(self._table, request)
        for name in "first", "second":
            if name in values:
                values[name] = self._names[values[name]]
        return Reason.of("illegal", template, "，所以不合法。", **values)

    def _deal(self, bet: int, cards: list[int]) -> Reason:
        *hand, upcard = cards
        self.visible, self._insured = (upcard,), None
        templates = [
            "下注 {bet}，在資金 {money} 以內。你的牌是 {hand}，莊家的明牌是 {upcard}；"
            "接著可以{legal}。"
        ]
        if upcard == ACE:
            templates += ["明牌是 A，一定要先問保險。"]
        elif "split" in self._table.legal:
            templates += ["兩張的點數都是 {points}，可以分牌。"]
        return Reason.of(
            "deal",
            *templates,
            bet=bet,
            money=self._money,
            hand=self._words(hand),
            upcard=self._names[upcard],
            legal=self._table.legal,
            points=POINTS[hand[0]],
        )

    def _insurance(self, amount: int, blackjack: int) -> Reason:
        self._insured = amount if blackjack else None
        price = "保險 {amount} 不超過賭注 {bet} 的一半。" if amount else "沒有買保險。"
        end = "莊家不是 blackjack，保險輸掉，繼續玩。" if amount else "莊家不是 blackjack，繼續玩。"
        if blackjack:
            end = "莊家是 blackjack，現在只能 stand。"
        won = bool(blackjack)
        return Reason.of("insurance", price, end, amount=amount, bet=self._bet, blackjack=won)

    def _draw(self, name: str, card: int) -> Reason:
        hand = self._table.hands[name == "hit_2"]
        values: dict[str, Any] = {"card": self._names[card], "hand": self._words(hand)}
        values |= {"bet": self._table.bet, "total": total(hand)}
        rule, templates = "hit", ["抽到 {card}，手上是 {hand}，", "{total} 點。"]
        if total(hand) == BUSTED:
            rule, templates[1] = "busted", "超過 21 點爆了，只能停牌。"
        if name == "double_down":
            rule = "double" if rule == "hit" else rule
            templates.append("賭注加倍成 {bet}，只抽這一張，接著只能 stand。")
        return Reason(rule, templates, values)

    def _stand(self, dealer: list[int]) -> Reason:
        self.visible = dealer
        drawn, points = dealer[2:], total(dealer)
        values: dict[str, Any] = {"dealer": self._words(dealer), "drawn": self._words(drawn)}
        values |= {"total": points, "before": total(dealer[:-1]), "stands": DEALER_STANDS}
        if points == BUSTED:
            play = "莊家是 {dealer}，抽最後一張前 {before} 點，不到 {stands} 點要抽，抽到爆了。"
        elif drawn:
            play = "莊家是 {dealer}，抽最後一張前 {before} 點，不到 {stands} 點要抽；{total} 點停。"
        else:
            play = "莊家是 {dealer}，{total} 點，到了 {stands} 點不抽。"
        return Reason("dealer", [play], values)

    def _settlement(self) -> Reason:
        table = self._table
        paid = table.money - self._money
        values: dict[str, Any] = {"paid": paid, "money": table.money, "goal": table.goal}
        values |= {"hands": [*map(self._words, self._hands)], "dealer": self._words(self.visible)}
        values |= {"insured": self._insured}
        if self._insured is None:
            templates = ["{shown}；"]
            values["shown"] = tuple(map(self._comparison, self._hands))
        else:
            templates = ["莊家是 blackjack：", "賭注輸掉，"]
            if strength(self._hands[0]) == BLACKJACK:
                templates[1] = "這時你的 blackjack 也輸，賭注拿不回來，"
                if table.push:
                    templates[1] = "你也是 blackjack，平手，拿回賭注，"
            if self._insured:
                templates.append("拿回保險 {insured} 的兩倍，")
        end = {
            WON: "資金 {money} 超過目標 {goal}，所以 Accepted。",
            BROKE: "資金是 0，所以 Wrong_answer。",
            None: "資金是 {money}，沒有超過目標 {goal}，下一回合開始。",
        }[table.outcome]
        return Reason("settle", [*templates, "一共拿回 {paid}。", end], values)

    def _comparison(self, hand: Sequence[int]) -> str:
        player, dealer = strength(hand), strength(self.visible)
        template = {
            1: "{hand}（{mine}）贏莊家的 {dealer}",
            0: "{hand}（{mine}）和莊家一樣，平手",
            -1: "{hand}（{mine}）輸給莊家的 {dealer}",
        }[compare(player, dealer)]
        if BUSTED in (player, dealer):
            template = "{hand}（{mine}）沒有爆，莊家爆了，所以贏"
        if player == BUSTED:
            template = "{hand} 爆了，不管莊家幾點都輸"
        elif player == BLACKJACK != dealer:
            template = "{hand}（{mine}）贏莊家，拿回賭注的 2.5 倍（捨去小數）"
        cards = " ".join(map(str, self._words(hand)))
        return say(template, hand=cards, mine=_in_words(player), dealer=_in_words(dealer))


def _in_words(points: int) -> str:
    return "blackjack" if points == BLACKJACK else say("{total} 點", total=points)
