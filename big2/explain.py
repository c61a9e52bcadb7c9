"""Why the judge of Big-2 wrote each line: the pattern, the play to beat, the card that decides."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain as joined
from typing import Any, NamedTuple

from big2.cards import DECK, RANKS, SUITS, Card
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
from big2.patterns import BUILTIN, Cards, Chain, Play
from big2.text import COMMAS, parse_action, read_action, read_deck, read_names, render, written
from cardjudge.language import listed, say
from cardjudge.reasons import Reason
from cardjudge.stdio import Lines

_Told = tuple[str, str, dict[str, Any]]
"""The name of a rule, the sentence, and the values."""
_RELATIONS = {1: "{mine} 大於 {theirs}", 0: "{mine} 等於 {theirs}", -1: "{mine} 小於 {theirs}"}


def reasons(
    data: bytes, chain: Chain = BUILTIN, comma: str = COMMAS["fullwidth"]
) -> Iterator[Reason]:
    """Yield the reason of each event of the game in the judge's input; InputError as the judge."""
    lines = Lines(BytesIO(data))
    deck = read_deck(lines)
    line = lines.number
    names = read_names(lines)
    game = Game(deck, chain)
    turn, asked, events = _Turn(names, comma, game), "", game.start()
    while True:
        for event in events:
            rule, sentence, values = turn.told(event)
            others = tuple((turn.render(other), why) for other, why in turn.otherwise(event))
            yield Reason(line, asked, rule, sentence, values, turn.render(event), others)
        if game.winner is not None:
            return
        asked = read_action(lines)
        line = lines.number
        turn = _Turn(names, comma, game, tuple(parse_action(asked) or ()))
        events = game.step(parse_action(asked))


class _State(NamedTuple):
    """The game before an action."""

    player: int
    hand: Cards
    top: Play | None
    opening: bool
    passes: int


class _Turn:
    """An action, the game as it was before, and what may be said of its events."""

    def __init__(
        self, names: Sequence[str], comma: str, game: Game, indices: tuple[int, ...] = ()
    ) -> None:
        self._names, self._comma, self._game, self._indices = names, comma, game, indices
        self._before = _State(game.player, game.hand, game.top, game.opening, game.passes)

    def render(self, event: Event) -> str:
        """Return what the judge writes of an event."""
        return render(event, self._names, self._comma)

    def told(self, event: Event) -> _Told:
        """Return the rule behind an event."""
        match event:
            case RoundStarted():
                return self._round()
            case TurnStarted(player, hand):
                return self._turn(player, hand)
            case Played(player, play):
                return self._played(player, play)
            case Passed(player):
                return self._passed(player)
            case PassRejected(player, _):
                return self._no_pass(player)
            case PlayRejected(player, hand, fault):
                return self._rejected(player, hand, fault)
            case Won(player):
                cards = len(self._before.hand)
                told = "{name}打完了最後 {cards} 張牌，手上沒有牌了，所以獲勝。"
                return "win", self._say(told, player, cards=cards), {"player": player}

    def _say(self, template: str, player: int, **parts: object) -> str:
        return say(template, name=self._names[player], **parts)

    def _round(self) -> _Told:
        top, player = self._before.top, self._game.player
        if top is None:
            told = "{name}拿到 {card}，所以由他開始第一個回合。"
            values: dict[str, Any] = {"player": player, "card": str(OPENING_CARD)}
            return "opening-player", self._say(told, player, card=OPENING_CARD), values
        passes = self._before.passes + 1
        told = "{name}打出{top}之後，其他 {passes} 個人都 PASS，所以由他開始新的回合。"
        values = {"player": player, "passes": passes, "top": written(top.cards)}
        return "new-round", self._say(told, player, top=_play(top), passes=passes), values

    def _turn(self, player: int, hand: Cards) -> _Told:
        values = {"player": player, "hand": written(hand), "ranks": RANKS, "suits": SUITS}
        order = say(
            "手牌 {count} 張由小到大：點數 {ranks}，同點數照花色 {suits}。",
            count=len(hand),
            ranks=" ".join(RANKS),
            suits=" ".join(SUITS),
        )
        if self._game.top is None:
            rule, begins, why = self._round()
            return rule, begins + order, values | why
        before = self._names[self._before.player]
        return "turn", self._say("{before}之後輪到{name}。", player, before=before) + order, values

    def _played(self, player: int, play: Play) -> _Told:
        top = self._before.top
        does = self._say("{name}打{play}。", player, play=_play(play))
        values = _values(play, top)
        if top is not None:
            told, more = _compared(play, top)
            last = say("{compared}，所以合法。", compared=told)
            return "beats", does + last, values | more
        if self._before.opening:
            told = "這是第一手，裡面有 {card}，所以合法。"
            return "opening-card", does + say(told, card=OPENING_CARD), values
        return "leads", does + say("這是新的回合，任何牌型都合法。"), values

    def _passed(self, player: int) -> _Told:
        assert self._before.top is not None
        told = "{name} PASS：桌上有{top}，不是新的回合，所以可以 PASS。"
        values = {"top": written(self._before.top.cards)}
        return "pass", self._say(told, player, top=_play(self._before.top)), values

    def _no_pass(self, player: int) -> _Told:
        told = "{name}要 PASS。這是新的回合，桌上沒有牌，第一個動作一定要出牌，所以不合法。"
        return "pass-begins-round", self._say(told, player), {"top": None}

    def _rejected(self, player: int, hand: Cards, fault: str) -> _Told:
        if fault == "not in hand":
            why, values = self._not_in_hand(hand)
            return fault.replace(" ", "-"), self._say(why, player, **values), values
        cards = tuple(hand[index] for index in sorted(self._indices))
        play = self._game.chain.recognise(cards)
        if play is None:
            nearest, values = _nearest(self._game.chain, cards)
            told = "{name}打 {cards}，不是任何牌型，所以不合法。{nearest}"
            sentence = self._say(told, player, cards=written(cards), nearest=nearest)
            return "no-pattern", sentence, {"cards": written(cards), **values}
        does, top = self._say("{name}打{play}。", player, play=_play(play)), self._before.top
        values = _values(play, top)
        if fault == "no opening card":
            told = "這是第一手，一定要有 {card}，所以不合法。"
            return "no-opening-card", does + say(told, card=OPENING_CARD), values
        assert top is not None
        compared, more = _compared(play, top)
        told = say("{compared}，所以不合法。", compared=compared)
        return "does-not-beat", does + told, values | more

    def _not_in_hand(self, hand: Cards) -> tuple[str, dict[str, Any]]:
        twice = [index for index in self._indices if self._indices.count(index) > 1]
        outside = [index for index in self._indices if not 0 <= index < len(hand)]
        values = {"last": len(hand) - 1}
        if twice and twice[0] >= 0:
            told = "{name}把索引 {index} 寫了 {times} 次，一張牌只能出一次，所以不合法。"
            return told, values | {"index": twice[0], "times": self._indices.count(twice[0])}
        if outside[0] < 0:
            return "{name}的動作裡有不是索引的字；索引是 0 到 {last}，所以不合法。", values
        told = "{name}要打索引 {index} 的牌，手牌的索引只有 0 到 {last}，所以不合法。"
        return told, values | {"index": outside[0]}

    def otherwise(self, event: Event) -> Iterator[tuple[Event, str]]:
        """Yield what might have happened instead, and that decision in words."""
        before, game = self._before, self._game
        refused = say("拒絕了這個動作。")
        match event:
            case PlayRejected(player, hand, _) if all(0 <= i < len(hand) for i in self._indices):
                cards = tuple(sorted(hand[index] for index in self._indices))
                for pattern in game.chain:
                    why = say("接受了這一手，當成{pattern}。", pattern=say(pattern.name))
                    yield Played(player, Play(pattern, cards, ())), why
            case PassRejected(player, _):
                yield Passed(player), say("接受了這個 PASS。")
            case Passed(player):
                yield PassRejected(player, before.hand), refused
            case Played(player, play):
                yield PlayRejected(player, before.hand, "no pattern"), refused
                for pattern in game.chain:
                    why = say("當成{pattern}。", pattern=say(pattern.name))
                    yield Played(player, Play(pattern, play.cards, ())), why
            case Won(winner):
                follows = (winner + 1) % PLAYERS
                yield TurnStarted(follows, game.hands[follows]), say("遊戲還沒有結束。")
                for player in range(PLAYERS):
                    yield Won(player), say("{name}獲勝。", name=self._names[player])
            case RoundStarted() | TurnStarted():
                yield RoundStarted(), say("新的回合開始了。")
                for player, hand in enumerate(game.hands):
                    yield TurnStarted(player, hand), say("輪到{name}。", name=self._names[player])


def _play(play: Play) -> str:
    return say("{pattern} {cards}", pattern=say(play.pattern.name), cards=written(play.cards))


def _values(play: Play, top: Play | None) -> dict[str, Any]:
    values = {"pattern": play.pattern.name, "cards": written(play.cards)}
    if top is None:
        return values | {"top": None}
    return values | {"top": written(top.cards), "top_pattern": top.pattern.name}


def _compared(play: Play, top: Play) -> tuple[str, dict[str, Any]]:
    """Say how a play and the top play compare, by what their pattern compares."""
    beats, pattern = play.beats(top), play.pattern
    table, name = say("桌上是{top}；", top=_play(top)), say(pattern.name)
    order = (play.key > top.key) - (play.key < top.key)
    if pattern is top.pattern and (order > 0) == beats:
        mine, theirs = pattern.decisive(play.key), pattern.decisive(top.key)
        relation = say(_RELATIONS[order], mine=mine, theirs=theirs)
        told = say("{name}比{by}，{relation}", name=name, by=say(pattern.by), relation=relation)
        return table + told, {"by": pattern.by, "mine": mine, "theirs": theirs}
    if pattern is not top.pattern and (trumps := max(pattern.ways, top.pattern.ways)):
        told = "{name}有 {mine} 種，{other}有 {theirs} 種；種數少的才壓得過，0 種的誰都壓不過"
        ways: dict[str, Any] = {"mine": pattern.ways, "theirs": top.pattern.ways}
        assert trumps
        return table + say(told, name=name, other=say(top.pattern.name), **ways), ways
    template = "牌型{name}說它壓得過" if beats else "{name}壓不過{other}，牌型要一樣"
    if pattern is top.pattern and not beats:
        template = "牌型{name}說它壓不過"
    return table + say(template, name=name, other=say(top.pattern.name)), {}


def _nearest(chain: Chain, cards: Cards) -> tuple[str, dict[str, Any]]:
    """Say which pattern the cards nearly are: with one changed, one more or less, or some of them.

    The chain is asked about other cards, so a pattern that is new to it is near, too.
    """
    for without, added in joined(_changes(cards, True, True), _changes(cards, True, False)):
        play = chain.recognise({*cards} - {*without} | {*added})
        if play is not None:
            return _short_of(play, without, added)
    some = max(chain.plays(cards), key=lambda play: (len(play.cards), play.key), default=None)
    if some is not None:
        return _short_of(some, tuple(card for card in cards if card not in some.cards), ())
    return say("牌型有{known}。", known=listed(map(say, chain.names))), {"nearest": None}


def _changes(cards: Cards, less: bool, more: bool) -> Iterator[tuple[Cards, Cards]]:
    others = [card for card in DECK if card not in cards]
    if less and more and len(cards) > 1:
        yield from (((card,), (other,)) for card in cards for other in others)
    elif not more:
        yield from (((card,), ()) for card in cards)
        yield from (((), (other,)) for other in others)


def _short_of(play: Play, without: Sequence[Card], added: Cards) -> tuple[str, dict[str, Any]]:
    values = {"without": written(without), "added": written(added)}
    change = "多了 {without}。" if without else "少了 {added}。"
    if without and added:
        change = "{without} 換成 {added} 才是。"
    pattern, shape = say(play.pattern.name), say(play.pattern.shape or play.pattern.name)
    told = say("最接近的是{pattern}（{shape}）：", pattern=pattern, shape=shape)
    told += say(change, **values)
    return told, {"nearest": play.pattern.name, **values}
