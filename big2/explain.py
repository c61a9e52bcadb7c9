"""Explains each line of the judge: the pattern, the play to beat, the deciding card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product
from typing import Any

from big2.cards import BY_TEXT, RANKS
from big2.events import (
    Event,
    Passed,
    PassRejected,
    Played,
    PlayRejected,
    RoundStarted,
    TurnStarted,
    Won,
)
from big2.game import OPENING_CARD, PLAYERS, Game
from big2.patterns import BUILTIN, Cards, Chain, Play, Trump
from big2.text import COMMAS, parse_action, read_action, render, written
from cardjudge.decks import read_deck, read_names
from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.reasons import REFUSED, Name, Reason
from cardjudge.stdio import Lines

_ORDER = "手牌和打出的牌由小到大：點數 3 4 5 6 7 8 9 10 J Q K A 2，同點數照花色 C D H S。"
_HAND = (
    "牌從牌堆最右邊起，一次一張輪流發；手牌是還沒有打出的牌，由小到大；"
    "索引從 0 開始，對齊下面的牌，行尾沒有空白。"
)
_REFUSED = (
    "動作不合法，這句訊息要一字不差。",
    "同一位玩家再做一次，手牌不變：印完訊息再印一次索引和手牌。",
)
_DOES = "{name}打{pattern} {cards}。"
_RELATIONS = {1: "{mine} 大於 {theirs}", 0: "{mine} 等於 {theirs}", -1: "{mine} 小於 {theirs}"}


def reasons(
    data: bytes, chain: Chain = BUILTIN, comma: str = COMMAS["fullwidth"]
) -> Iterator[Reason]:
    """Yield the reason of each event of a game; raise InputError where the judge does."""
    lines = Lines(BytesIO(data))
    deck = read_deck(lines, BY_TEXT)
    line = lines.number
    names = read_names(lines, PLAYERS)
    game = Game(deck, chain)
    turn, asked, events = _Turn(names, game), "", game.start()
    while True:
        for number, event in enumerate(events, 1):
            others = (
                ("".join(render(other, names, comma) for other in outcome), why)
                for outcome, why in turn.otherwise(event, events[number:])
            )
            reason = turn.reason(event)._replace(
                line=line, asked=asked, wrote=render(event, names, comma), otherwise=others
            )
            if isinstance(event, TurnStarted):
                yield reason._replace(always=[_ORDER], order=_ORDER, parts=("", _HAND))
            else:
                yield reason._replace(order=_ORDER, parts=_REFUSED)
        if game.winner is not None:
            return
        asked = read_action(lines)
        line, action = lines.number, parse_action(asked)
        turn = _Turn(names, game, tuple(action or ()), asked.split())
        turn.again = isinstance(events[-1], PassRejected | PlayRejected)
        events = game.step(action)


class _Turn:
    """An action and the game before it; explains the events of the action."""

    again = False
    """Whether the action before was illegal."""

    def __init__(
        self,
        names: Sequence[str],
        game: Game,
        indices: tuple[int, ...] = (),
        words: Sequence[str] = (),
    ) -> None:
        self._names, self._game, self._indices, self._words = names, game, indices, words
        self._player, self._hand, self._top = game.player, game.hand, game.top
        self._opening, self._passes = game.opening, game.passes
        self._table: dict[str, Any] = {"top": None}
        if self._top is not None:
            top, pattern = written(self._top.cards), Name(self._top.pattern.name)
            self._table = {"top": top, "top_pattern": pattern}

    def reason(self, event: Event) -> Reason:
        """Return the rule behind an event, its message templates, and the values for them."""
        reason = self._reason(event)
        player = self._game.player if isinstance(event, RoundStarted) else event.player
        own = {"player": player, "name": self._names[player]}
        return reason._replace(values={**own, **reason.values})

    def _reason(self, event: Event) -> Reason:
        match event:
            case RoundStarted():
                return self._round()
            case TurnStarted(_, hand):
                return self._next(hand)
            case Played(_, play):
                return self._play(play)
            case Passed():
                text = "{name} PASS：桌上有{top_pattern} {top}，不是新的回合，所以可以 PASS。"
                return Reason("pass", [text], self._table)
            case PassRejected():
                text = "{name}要 PASS。這是新的回合，桌上沒有牌，第一個動作一定要出牌，所以不合法。"
                return Reason("pass-begins-round", [text], self._table)
            case PlayRejected(_, hand, fault):
                return self._rejection(hand, fault)
            case Won():
                text = "{name}打完了最後 {count} 張牌，手上沒有牌了，所以獲勝。"
                return Reason.of("win", text, count=len(self._hand))

    def _round(self) -> Reason:
        if self._top is None:
            template = "牌從牌堆最右邊起輪流發，{name}拿到 {card}，所以由他開始第一個回合。"
            return Reason.of("opening-player", template, card=str(OPENING_CARD))
        template = (
            "{name}打出{top_pattern} {top}之後，其他 {passes} 個人都 PASS，所以由他開始新的回合。"
        )
        return Reason.of("new-round", template, passes=self._passes + 1, **self._table)

    def _next(self, hand: Cards) -> Reason:
        values = {"hand": written(hand), "count": len(hand)}
        values["before"] = self._names[self._player]
        if self._game.top is None:
            begun = self._round()
            why = [*begun.why, "輪到{name}，手牌 {count} 張。"]
            return begun._replace(why=why, values={**begun.values, **values})
        why = ["{before}之後輪到{name}，手牌 {count} 張。"]
        passed = ["連續 PASS 了 {passes} 次，三次才換新的回合。"] * bool(self._game.passes)
        return Reason("turn", [*why, *passed], values | {"passes": self._game.passes})

    def _play(self, play: Play) -> Reason:
        does, values = _done(play)
        values |= self._table
        if self._top is not None:
            templates, more = _comparison(play, self._top)
            return Reason("beats", [*does, *templates, "，所以合法。"], values | more)
        if self._opening:
            values["card"] = str(OPENING_CARD)
            return Reason("opening-card", [*does, "這是第一手，裡面有 {card}，所以合法。"], values)
        return Reason("leads", [*does, "這是新的回合，任何牌型都合法。"], values)

    def _rejection(self, hand: Cards, fault: str) -> Reason:
        if fault == "not in hand":
            return self._not_in_hand(hand)
        cards = tuple(hand[index] for index in sorted(self._indices))
        play = self._game.chain.recognise(cards)
        if play is None:
            nearest, values = self._nearest(cards)
            template = "{name}打 {cards}，不是任何牌型（{patterns}），所以不合法。"
            values["patterns"] = tuple(map(say, self._game.chain.names))
            return Reason.of("no-pattern", template, *nearest, cards=written(cards), **values)
        does, values = _done(play)
        values |= self._table
        if fault == "no opening card":
            values["card"] = str(OPENING_CARD)
            why = "這是第一手，一定要有 {card}，所以不合法。"
            return Reason("no-opening-card", [*does, why], values)
        assert self._top is not None
        templates, more = _comparison(play, self._top)
        return Reason("does-not-beat", [*does, *templates, "，所以不合法。"], values | more)

    def _nearest(self, cards: Cards) -> tuple[list[str], dict[str, Any]]:
        """Name the only legal play that differs by one card, from the hand, if there is just one.

        The search asks the chain about similar cards, so it also finds newly installed patterns.
        """
        others = [card for card in self._hand if card not in cards]
        more: list[Cards] = [(), *((other,) for other in others)]
        fewer: list[Cards] = [(), *((card,) for card in cards)]
        plays = {}
        for without, added in product(fewer, more):
            play = self._game.chain.recognise({*cards} - {*without} | {*added})
            if play is not None and self._would_be_legal(play):
                plays[play.cards] = play, without, added
        if len(plays) != 1:
            return [], {"nearest": None}
        [(play, without, added)] = plays.values()
        change = "多了 {without}。" if without else "少了 {added}。"
        if without and added:
            change = "{without} 換成 {added} 才是。"
        pattern, shape = Name(play.pattern.name), Name(play.pattern.shape or play.pattern.name)
        values: dict[str, Any] = {"nearest": pattern, "shape": shape}
        values |= {"without": written(without), "added": written(added)}
        return ["最接近的合法牌型是{nearest}（{shape}）：", change], values

    def _would_be_legal(self, play: Play) -> bool:
        if self._opening:
            return OPENING_CARD in play.cards
        return self._top is None or play.beats(self._top)

    def _not_in_hand(self, hand: Cards) -> Reason:
        times, last = Counter(self._indices), len(hand) - 1
        repeated = [index for index in times if index >= 0 and times[index] > 1]
        [index, *_] = repeated or [index for index in times if not 0 <= index <= last]
        values: dict[str, Any] = {"index": index, "last": last, "times": times[index]}
        fault = "{name}要打索引 {index} 的牌，手牌的索引只有 0 到 {last}，所以不合法。"
        if repeated:
            fault = "{name}把索引 {index} 寫了 {times} 次，一張牌只能出一次，所以不合法。"
        elif index < 0:
            values["word"] = quote(self._words[self._indices.index(index)])
            fault = "{name}寫的{word}不是索引；索引是 0 到 {last}，PASS 是單獨一個 -1，所以不合法。"
        return Reason("not-in-hand", [fault], values)

    def otherwise(
        self, event: Event, rest: Sequence[Event]
    ) -> Iterator[tuple[Sequence[Event], str]]:
        """Yield the events of each wrong decision until the next action, and it in words.

        `rest` are the events after this one.
        """
        game = self._game
        follows = (self._player + 1) % PLAYERS
        turn = TurnStarted(follows, game.hands[follows])
        refused = say(REFUSED)
        if self.again and not isinstance(event, RoundStarted | TurnStarted | Won):
            yield [turn], say("換了下一位玩家；不合法的動作之後，同一位玩家再做一次。")
        match event:
            case PlayRejected(player, hand, _) if all(0 <= i < len(hand) for i in self._indices):
                cards = tuple(sorted(hand[index] for index in self._indices))
                next_event = turn if len(cards) < len(hand) else Won(player)
                for pattern in game.chain:
                    why = say("接受了這一手，當成{pattern}。", pattern=say(pattern.name))
                    yield [Played(player, Play(pattern, cards, ())), next_event], why
            case PassRejected(player, _):
                yield [Passed(player), turn], say("接受了這個 PASS。")
            case Passed(player):
                yield [PassRejected(player, self._hand)], refused
            case Played(player, play):
                yield [PlayRejected(player, self._hand, "no pattern")], refused
                for pattern in game.chain:
                    why = say("當成{pattern}。", pattern=say(pattern.name))
                    yield [Played(player, Play(pattern, play.cards, ())), *rest], why
            case Won():
                yield [turn], say("遊戲還沒有結束。")
                for player in range(PLAYERS):
                    yield [Won(player)], say("{name}獲勝。", name=self._names[player])
            case RoundStarted() if self._top is not None:
                yield rest, say("還是同一個回合。")
            case TurnStarted():
                yield [RoundStarted(), event], say("新的回合開始了。")
                for player, hand in enumerate(game.hands):
                    yield [TurnStarted(player, hand)], say("輪到{name}。", name=self._names[player])


def _done(play: Play) -> tuple[list[str], dict[str, Any]]:
    """Return the templates and values of a play; a straight that wraps, as ace to 4, says why."""
    values: dict[str, Any] = {"pattern": Name(play.pattern.name), "cards": written(play.cards)}
    ranks = sorted({card.rank for card in play.cards})
    gap = next((at for at, rank in enumerate(ranks) if rank - ranks[0] != at), 0)
    if not gap or len(ranks) < len(play.cards) or not play.pattern.shape:
        return [_DOES], values
    circle = [RANKS[rank] for rank in ranks[gap:] + ranks[:gap]]
    values |= {"shape": Name(play.pattern.shape), "circle": circle}
    return [_DOES, "{pattern}是{shape}：{circle}。"], values


def _comparison(play: Play, top: Play) -> tuple[list[str], dict[str, Any]]:
    """Explain the comparison of a play with the top play."""
    beats, pattern, table = play.beats(top), play.pattern, "桌上是{top_pattern} {top}；"
    mine, theirs = (kind.ways if isinstance(kind, Trump) else 0 for kind in (pattern, top.pattern))
    usual = bool(mine) and (not theirs or mine < theirs)
    if pattern is not top.pattern and usual == beats:
        if mine and theirs:
            template = "{pattern}有 {mine} 種，{top_pattern}有 {theirs} 種；種數少的才壓得過"
            return [table, template], {"mine": mine, "theirs": theirs}
        template = "{pattern}壓不過{top_pattern}，牌型要一樣"
        if mine:
            template = "{pattern}是王牌，壓得過不是王牌的牌型"
        elif theirs:
            template = "{pattern}壓不過{top_pattern}，因為只有{top_pattern}是王牌"
        return [table, template], {}
    order = (play.key > top.key) - (play.key < top.key) if pattern is top.pattern else 0
    if pattern is top.pattern and (order > 0) == beats:
        values = {"by": Name(pattern.by), "mine": pattern.decisive(play)}
        values["theirs"] = pattern.decisive(top)
        return [table, "{pattern}比{by}，", _RELATIONS[order]], values
    return [table, "牌型{pattern}說它壓得過" if beats else "牌型{pattern}說它壓不過"], {}
