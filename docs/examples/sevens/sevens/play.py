"""Sevens for people, computers and the page."""

from __future__ import annotations

from collections.abc import Container, Sequence
from random import Random
from typing import Self

from cardjudge.language import say
from cardjudge.play import game as kit
from cardjudge.play.game import Choice, Choices, IllegalMove, Settings, mark
from cardjudge.play.worlds import shuffled
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from sevens.rules import DECK, FIRST, PLAYERS, SUITS, Card, Event, Put, Refused, Rules
from sevens.text import read_card, read_game, written

NO_CARD = "不是手上的牌"


class Words(kit.Table):
    """The words of the table."""

    title = "排七"
    rules = (
        "有黑桃 7 的人先出它。輪流出一張：7，或接在同花色那一列頭尾的牌。",
        "有牌可以排就一定要排；沒有的人蓋一張牌。",
        "全部出完後，蓋著的牌點數最少的人贏（A 是 1，K 是 13）。",
    )

    def asks(self, game: Sevens, seat: int) -> str:
        return say("排一張牌" if game.at.fitting else "沒有牌可排，蓋一張牌")

    def result(self, game: Sevens) -> Sequence[str]:
        points = zip(game.names, game.at.points, strict=True)
        return [say("{name}：{points} 分", name=name, points=own) for name, own in points]


class Values(kit.Valued):
    """Points, and worlds of cards that a seat has not seen."""

    score = "罰分"

    def scores(self, game: Sevens) -> Sequence[float]:
        return game.at.points

    def revealed(self, game: Sevens, number: int) -> bool:
        return game.over or not any(game.at.moves[number] in cards for cards in game.at.down)

    def worlds(self, game: Sevens, seat: int, rng: Random) -> Sevens:
        """Exchange cards that the seat has not seen; nobody puts a card down who could lay one."""
        places: list[tuple[Card, Container[Card]]] = []
        for who in set(range(PLAYERS)) - {seat}:
            cards = [*game.at.down[who], *game.at.hands[who]]
            unfit = [*game.at.unfit[who], *game.at.unfit[who][-1:] * len(game.at.hands[who])]
            places += zip(cards, unfit or [()] * len(cards), strict=True)
        places = [(card, unfit) for card, unfit in places if card != FIRST]  # all know its holder
        hidden, forbidden = [card for card, _ in places], [unfit for _, unfit in places]
        other = dict(zip(hidden, shuffled(hidden, forbidden, rng), strict=True))
        deck = [other.get(card, card) for card in game.at.deck]
        world = Sevens(Rules(deck), game.names)
        for move in game.at.moves:
            world.at.step(other.get(move, move))
        return world


class Sevens(kit.Game[Card]):
    """A game of four."""

    name = "sevens"
    table = Words()
    values = Values()

    def __init__(self, at: Rules, names: list[str]) -> None:
        self.at, self.names = at, names

    @classmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        return cls(Rules(Random(seed).sample(DECK, len(DECK))), kit.usual_names(PLAYERS))

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        return cls(*read_game(lines))

    def turn(self, lines: Lines) -> Sequence[tuple[int, Card]]:
        card = read_card(lines)
        if card is None:
            raise IllegalMove(NO_CARD)
        return [(self.at.player, card)]

    def case(self) -> str:
        lines = [written(self.at.deck), *self.names, *map(str, self.at.moves)]
        return "".join(f"{line}\n" for line in lines)

    @property
    def awaited(self) -> Sequence[int]:
        return () if self.at.over else (self.at.player,)

    def choices(self, seat: int) -> Choices[Card]:
        cards = self.at.fitting or self.at.hands[seat]
        return Choices([Choice(card, str(card), "", (str(card),)) for card in cards])

    def make(self, seat: int, move: Card) -> Sequence[Event]:
        events = self.at.step(move)
        if isinstance(events[0], Refused):
            told = "有牌可以排就要排，例如 {card}。"
            raise IllegalMove(told if events[0].instead else NO_CARD, card=str(events[0].instead))
        return events

    def shares(self) -> Sequence[float]:
        winners = self.at.winners
        return [(seat in winners) / len(winners) for seat in range(PLAYERS)]

    def words(self, event: Event, seat: int | None) -> str:
        match event:
            case Put(player, card, True):
                return say("{name} 排出 {card}", name=self.names[player], card=card)
            case Put(player, card) if seat in (None, player):
                return say("sevens｜{name} 蓋下 {card}", name=self.names[player], card=card)
            case Put(player):
                return say("{name} 蓋下一張牌", name=self.names[player])
        return ""

    def scene(self, seat: int | None) -> Frame:
        rows = []
        for suit, (low, high) in sorted(self.at.rows.items()):
            rows.append(Line(SUITS[suit], [str(Card(suit, rank)) for rank in range(low, high + 1)]))
        seats = []
        for who, hand in enumerate(self.at.hands):
            seen = hand if seat in (None, who) else ()
            down = len(self.at.down[who])
            note = say("剩 {count} 張，蓋 {down} 張", count=len(hand), down=down)
            seats.append(Line(self.names[who], list(map(str, seen)), note, mark(self, who)))
        return Frame("", "", rows, seats)
