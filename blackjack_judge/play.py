"""Blackjack as a game of the kit: one seat against the dealer, from a seed's shoe."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache, partial
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from blackjack_judge.conversation import (
    STOPPED,
    Conversation,
    Verdict,
    parse_request,
    write_request,
)
from blackjack_judge.explain import Teller
from blackjack_judge.hands import ACE, BUSTED, POINTS, total, totals
from blackjack_judge.options import OPTIONS, setting_of
from blackjack_judge.players import PLAYERS, odds
from blackjack_judge.players.base import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    Situation,
    moves,
    plain,
    situation,
)
from blackjack_judge.players.computer import Computer, Request
from blackjack_judge.shoe import SEEDS, make_shoe
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WITH_AMOUNT, WON
from blackjack_judge.text import money_in, read_seed
from cardjudge.errors import quote
from cardjudge.language import listed, say
from cardjudge.numbers import integer
from cardjudge.play.game import (
    IN_CASE,
    IN_SAVE,
    Choice,
    Choices,
    Game,
    IllegalMove,
    Range,
    Settings,
    Table,
    Valued,
    mark,
    usual_names,
)
from cardjudge.play.levels import EASY, HARD, NORMAL
from cardjudge.reasons import Reason
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_NAMES = {HIT: "要牌", STAND: "停牌", DOUBLE: "加倍", SPLIT: "分牌"}
_WORDS = {
    HIT: ("h", "1", "hit"),
    STAND: ("s", "2", "stand"),
    DOUBLE: ("d", "3", "double"),
    SPLIT: ("p", "4", "split"),
}
"""What a person types for a move; the first is listed and kept in saves."""
_SPOKEN = {
    "Accepted": "你贏了",
    "Wrong_answer": "你輸了",
    "buy_insurance": "買保險",
    **_NAMES,
}
"""What a person says for the words between a program and the judge."""
_OF_PROGRAMS = re.compile(
    r"(?:(?<=[^ -~]) )?\b({})\b".format("|".join(_SPOKEN)), re.ASCII
)  # without the blank after Chinese
_INSURANCE = "insurance"
_INSURED = 4 / 13
"""The probability of a ten under an ace."""
_MONEY_QUESTION = "> bet_you_have"
_ENDS = {
    WON: "資金超過 {goal:,}，你贏了。",
    BROKE: "資金輸光了。",
    EXHAUSTED: "牌已經用完了。",
    ILLEGAL: "不合法的操作。",
    STOPPED: "程式在遊戲結束前就停止了。",
}
_shoe = lru_cache(maxsize=4)(make_shoe)


_UNINSURED = Request("buy_insurance", 0)


class Weighed(NamedTuple):
    """A move, and the best one, with their values in money."""

    at: Situation
    done: Request
    value: float
    best: Request
    most: float


class Words(Table):
    """The words of the table."""

    title = "二十一點"
    rules = (
        "資金超過目標就贏；輸光或牌用完就輸。先下注，牌加起來不超過 21 點，比莊家大就贏。",
        "J、Q、K 是 10 點，A 是 1 或 11 點；A 和十點牌是 blackjack，賠 1.5 倍。莊家 17 點停牌。",
        "走法：h 要牌，s 停牌，d 加倍（再拿一張就停），p 分牌（兩張點數相同）；也可以用 1 到 4。",
        "莊家的明牌是 A 時可以買保險，最多賭注的一半：莊家是 blackjack 就拿回兩倍。",
    )
    keys = frozenset({"h", "s"})

    def called(self, game: Blackjack, seat: int, move: Request) -> str:
        return _called(move)

    def asks(self, game: Blackjack, seat: int) -> str:
        match game.at.legal[0]:
            case "init_game":
                return say("要下注多少？")
            case "buy_insurance":
                return say("莊家的明牌是 A：要花多少錢買保險？")
        if len(game.at.hands) > 1:
            return say("第 {number} 手要怎麼玩？", number=situation(game.at).split)
        return say("要怎麼玩？")

    def result(self, game: Blackjack) -> Sequence[str]:
        verdict = game.verdict
        assert verdict is not None
        return [say(_ENDS[verdict.outcome], goal=game.at.goal)]


class Values(Valued):
    """Exact values in money, of all but bets; the score is the number of rounds."""

    unit = "money｜元"
    score = "rounds｜回合"

    def scores(self, game: Blackjack) -> Sequence[float]:
        return [game.rounds]

    def worlds(self, game: Blackjack, seat: int, rng: Random) -> Blackjack:
        """Go on from a random place among the cards that nobody has seen, the hole card first."""
        world = deepcopy(game)
        table, shoe = world.at, bytes(game.at.shoe)
        hole, dealt = game.hole, table.dealt
        hidden = not game.dealer_is_shown
        no_ten = hidden and table.dealer[0] == ACE and "buy_insurance" not in table.legal
        unseen = shoe[hole : hole + hidden] + shoe[dealt:]
        at = rng.randrange(len(unseen) or 1)
        while no_ten and POINTS[unseen[at]] == 10:
            at = rng.randrange(len(unseen))
        unseen = unseen[at:] + unseen[:at]
        table.shoe = shoe[:dealt] + unseen[hidden:]
        if hidden:
            table.dealer[1] = unseen[0]
        return world

    def value(self, game: Blackjack, seat: int, move: Request) -> float | None:
        if move.name == "init_game":
            return None
        if move.name == _UNINSURED.name:
            return (move.amount or 0) * (2 * _INSURED - 1)
        at = situation(game.at)
        return odds(at.hand, at.upcard, at.split)[plain(move.name)] * at.bet

    def reason(self, game: Blackjack, seat: int, done: Request, best: Request) -> str:
        if best.name in WITH_AMOUNT:
            return say("保險長期是賠錢的：31 % 的機會得到兩倍。")
        values = listed(f"{_called(m)} {self.value(game, 0, m):+,.1f}" for m in game.listed)
        return say("{hand}：{values}", hand=_matchup(situation(game.at)), values=values)


class Blackjack(Game[Request]):
    """Rounds until the money exceeds the goal or is gone, or the shoe is empty."""

    name = "blackjack-judge"
    table = Words()
    values = Values()
    settings = OPTIONS
    players: ClassVar[Mapping[str, Any]] = {
        **{name: partial(Computer, name) for name in PLAYERS},
        EASY: "sample",
        NORMAL: "bold",
        HARD: "half-bold",
    }
    moves = IN_SAVE
    longest = 10_000_000  # a shoe of 5000 decks has up to a million requests

    def __init__(self, seed: int, given: Settings) -> None:
        self.given, self.seed = given, seed
        self.names = usual_names(1)
        self.setting = setting = setting_of(given)
        self.at = setting.table(_shoe(seed, setting.decks))
        self.conversation = Conversation(self.at)
        self._teller = Teller(self.conversation, RANKS)
        self.talk = [f"< {self.conversation.begin()}"]
        """The lines of the transcript."""
        self.hole = 0
        """The place of the hole card in the shoe."""
        self._heard = 0
        """The number of lines that a transcript has repeated."""

    @classmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        """Deal what the judge deals for a seed that it takes."""
        if isinstance(seed, str):  # the deals of a series have the judge's seeds from its own on
            seed = sum(map(int, seed.split("/deal ")))
        return cls((seed - 1) % (SEEDS - 1) + 1, given)

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        seed, first = read_seed(lines), next(lines, "")
        game = cls(seed, {**money_in(first), **given})
        if first:  # a transcript, which has its moves
            game._repeat(first, lines)
            game.moves = IN_CASE
        return game

    def turn(self, lines: Lines) -> Sequence[tuple[int, Request]]:
        """Return the next request of a transcript, which must repeat what the table says."""
        for line in lines:
            if line == _MONEY_QUESTION:
                next(lines, "")
            elif self._heard < len(self.talk):
                self._repeat(line, lines)
            elif self._heard > len(self.talk) or line == f"< {Verdict(STOPPED).line}":
                break
            elif not line.startswith(">"):
                template = "這一行應是程式的請求，以 > 開頭：{row}"
                raise lines.error(template, row=quote(line))
            else:
                self._heard = len(self.talk) + 1
                return [(0, Request(*parse_request(line[2:])))]
        refused = self._heard > len(self.talk)
        self.talk.append(f"< {self.conversation.end(Verdict(ILLEGAL if refused else STOPPED))}")
        return []

    def _repeat(self, line: str, lines: Lines) -> None:
        expected = self.talk[self._heard]
        if line != expected:
            template = "這副牌在這裡回答{wanted}，不是{came}：種子或設定不同"
            raise lines.error(template, wanted=quote(expected), came=quote(line))
        self._heard += 1

    def case(self) -> str:
        return f"{self.seed}\n"

    @property
    def awaited(self) -> Sequence[int]:
        forced = len(self.at.legal) == 1 and self.at.legal[0] not in WITH_AMOUNT
        return () if self.over or forced else (0,)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict at the end."""
        return self.conversation.verdict

    @property
    def over(self) -> bool:
        return self.verdict is not None

    @property
    def rounds(self) -> int:
        """The number of rounds that have begun."""
        return self.conversation.rounds

    def choices(self, seat: int) -> Choices[Request]:
        if amounts := self.amounts:
            return Choices(ranges=[amounts])
        return Choices([Choice(move, self.typed(0, move), _called(move)) for move in self.listed])

    @property
    def amounts(self) -> Range | None:
        """The amounts of a bet or an insurance; None at a move."""
        table = self.at
        match table.legal[0]:
            case "init_game":
                return Range(1, table.money, min(max(1, self.setting.money // 100), table.money))
            case "buy_insurance":
                return Range(0, min(table.bet // 2, table.money), 0, _INSURANCE)
        return None

    @property
    def listed(self) -> list[Request]:
        """The requests without an amount that are legal and affordable, as people list them."""
        return [Request(name) for name in moves(self.at).values()]

    def make(self, seat: int, move: Request) -> Sequence[Reason | Weighed]:
        if amounts := self.amounts:
            legal = move.name == self.at.legal[0] and (
                amounts.least <= (move.amount or 0) <= amounts.most
            )
        else:
            legal = move in self.listed
        if not legal:
            raise IllegalMove(self._teller.refusal(write_request(*move)))
        return [*self._weighed(move), self._ask(move)]

    def advance(self) -> Sequence[Reason]:
        return [self._ask(Request(self.at.legal[0]))]

    def _weighed(self, move: Request) -> list[Weighed]:
        value = self.values.value(self, 0, move)
        if value is None:
            return []
        worth = {
            request: self.values.value(self, 0, request) or 0.0
            for request in self.listed or [_UNINSURED]
        }
        best = max(worth, key=worth.__getitem__)
        best = best if worth[best] > value else move
        return [Weighed(situation(self.at), move, value, best, worth.get(best, value))]

    def _ask(self, request: Request) -> Reason:
        reason = self._teller.answer(write_request(*request))
        self.talk += reason.wrote.splitlines()
        if request.name == "init_game":
            self.hole = self.at.dealt - 1
        return reason

    def shares(self) -> Sequence[float]:
        verdict = self.verdict
        return [float(verdict is not None and verdict.accepted)]

    # Text

    def typed(self, seat: int, move: Request) -> str:
        if move.amount is None:
            return _WORDS[plain(move.name)][0]
        return f"{_INSURANCE if move.name == 'buy_insurance' else ''} {move.amount}".strip()

    def move(self, seat: int, text: str) -> Request:
        name, word = self.at.legal[0], text.strip().casefold()
        if name in WITH_AMOUNT:
            amount = integer(word.removeprefix(_INSURANCE).strip(), 0)
            if amount is not None:
                return Request(name, amount)
        names = {plain(name): name for name in self.at.legal}
        for kind, words in _WORDS.items():
            if word in (*words, kind, _NAMES[kind]):
                if kind in names:
                    return Request(names[kind])
                raise IllegalMove("這時不能{move}", move=say(_NAMES[kind]))
        raise IllegalMove("沒有{text}這個選擇", text=quote(text))

    def words(self, event: Reason | Weighed, seat: int | None) -> str:
        if isinstance(event, Reason):
            if seat is None:
                return f"{event.wrote}{event.sentence}"
            return _OF_PROGRAMS.sub(lambda word: say(_SPOKEN[word[1]]), event.sentence)
        if seat is None:
            return ""
        parts = {"hand": _matchup(event.at), "value": event.value}
        line = say("{hand}，{move} {value:+,.1f} 元", move=_called(event.done), **parts)
        if event.done == event.best:
            return say("{told}：最好的選擇", told=line)
        best = f"{_called(event.best)} {event.most:+,.1f}"
        cost = event.most - event.value
        return say("{told}；最好的是{best}，少了 {cost:,.1f} 元", told=line, best=best, cost=cost)

    def scene(self, seat: int | None) -> Frame:
        table, visible = self.at, self._teller.visible
        rows = [_line(say("莊家"), visible, hidden=not self.dealer_is_shown)] if visible else []
        name = say("玩家的牌") if seat is None else self.names[0]
        for number, hand in enumerate(table.hands, 1):
            split = say("{name}，第 {number} 手", name=name, number=number)
            rows.append(_line(split if len(table.hands) > 1 else name, hand))
        parts = {"money": table.money, "goal": table.goal, "stake": table.stake}
        left = len(table.shoe) - table.dealt
        note = "資金 {money:,}，目標超過 {goal:,}，桌上 {stake:,}，剩下 {left:,} 張牌"
        seat_line = Line(self.names[0], [], say(note, left=left, **parts), mark(self, 0))
        return Frame("", "", rows, [seat_line])

    @property
    def dealer_is_shown(self) -> bool:
        return len(self._teller.visible) != 1


def _called(move: Request) -> str:
    if move.name == "init_game":
        return say("下注 {amount:,}", amount=move.amount)
    if move.name == "buy_insurance":
        return say("花 {paid:,} 元買保險", paid=move.amount) if move.amount else say("不買")
    return say(_NAMES[plain(move.name)])


def _matchup(at: Situation) -> str:
    hand = " ".join(RANKS[card] for card in at.hand)
    return say("{hand} 對 {up}", hand=hand, up=RANKS[at.upcard])


def _line(name: str, cards: Sequence[int], hidden: bool = False) -> Line:
    """Return the line of a hand: its cards with arbitrary suits, and its points."""
    drawn = [f"{'SHDC'[(card + at) % 4]}[{RANKS[card]}]" for at, card in enumerate(cards)]
    points = say("{points} 點", points=say(" 或 ").join(map(str, totals(cards))))
    return Line(name, drawn + ["?"] * hidden, say("爆牌") if total(cards) == BUSTED else points)
