"""Take 6! as a game of the kit: cards are laid face down, revealed together and placed in turn."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from cardjudge.doors import Row
from cardjudge.errors import UserError
from cardjudge.language import listed, say
from cardjudge.numbers import integer
from cardjudge.play.game import (
    Choice,
    Choices,
    Game,
    IllegalMove,
    Settings,
    Table,
    Valued,
    mark,
    usual_names,
)
from cardjudge.play.levels import HARD, NORMAL
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from take6 import text
from take6.cards import CARDS, heads_of
from take6.events import Appended, Ended, RoundStarted, RowFilled, RowTaken, Undercut
from take6.events import Event as RulesEvent
from take6.game import FEWEST, FULL, HAND, MOST, ROWS
from take6.game import Game as Rules
from take6.options import RANKING
from take6.play.fates import fate, option_name
from take6.players import LEVELS
from take6.players.base import shuffled
from take6.players.simple import Careful
from take6.players.worlds import wins
from take6.rule import Rule

_USUAL = 4
"""The number of players if no setting gives it."""


class Laid(NamedTuple):
    """A player lays a card face down."""

    player: int
    card: int


class Revealed(NamedTuple):
    """The cards of a round are turned up."""

    cards: tuple[int, ...]


class Words(Table):
    """The words of the table."""

    title = "誰是牛頭王"
    rules = (
        "每回合每個人同時出一張牌，從小到大放到四列。",
        "每張牌放在列尾比它小、又最接近它的那一列；一列放到第六張時，",
        "出牌的人拿走前五張，他的牌成為這一列的第一張。",
        "比每一列都小的牌：選一列拿走，牌成為那一列的第一張。",
        "牛頭：55 有 7 個；11 的倍數 5 個；10 的倍數 3 個；5 的倍數 2 個；其他 1 個。",
        "普通規則：十回合後牛頭最少的人贏。",
        "狂牛症規則：牛頭達到門檻就得狂牛症；排名先排狂牛症，牛頭多的在前，",
        "再排其他人，牛頭少的在前。只看勝利指數時，由小到大排（狂牛症是牛頭減門檻）。",
        "例：四列的列尾是 12、37、60、88。出 40 放在 37 後面；出 9 比每一列都小，",
        "要拿走一列；如果 60 那一列已經有五張，出 63 的人拿走那五張。",
    )
    turns = "回合"

    def turn(self, game: "Take6", made: int) -> int:
        return game.at.round

    def called(self, game: "Take6", seat: int, move: int) -> str:
        return option_name(game.at, move)

    def asks(self, game: "Take6", seat: int) -> str:
        name = game.names[seat]
        if game.at.undercut is None:
            return say("{name}出一張牌", name=name)
        low = text.card(game.at.undercut[1])
        return say("{name} 的 {card} 比每一列都小，要選一列拿走。", name=name, card=low)

    def result(self, game: "Take6") -> Sequence[str]:
        rule, heads = game.at.rule, game.at.heads
        keys = [rule.key(count) for count in heads]
        lines = []
        for player in rule.order(heads):
            parts = {"name": game.names[player], "heads": heads[player]}
            place = 1 + sum(key < keys[player] for key in keys)
            line = say("第 {place} 名 {name}：{heads} 個牛頭", place=place, **parts)
            if rule.mad(heads[player]):
                line += say("（狂牛症，勝利指數 {index}）", index=rule.victory_index(heads[player]))
            lines.append(line)
        return lines


class Values(Valued):
    """Worlds of unseen cards, heads, and reasons from what becomes of a card."""

    score = "牛頭"

    def scores(self, game: "Take6") -> Sequence[float]:
        return game.at.heads

    def revealed(self, game: "Take6", number: int) -> bool:
        return number < game.made - len(game.down)

    def worlds(self, game: "Take6", seat: int, rng: Random) -> "Take6":
        """Deal the unseen cards anew; who has laid one has laid it like level 3."""
        world = deepcopy(game)
        (other,) = _deals(game, seat, 1, rng)
        world.at.deck = tuple([other.get(card, card) for card in game.at.deck])
        world.at.hands = [tuple([other.get(card, card) for card in hand]) for hand in game.at.hands]
        others = game.down.keys() - {seat}
        world.down |= {player: Careful().pick(world.at, player, rng) for player in others}
        return world

    def wins(
        self, game: "Take6", seat: int, moves: Sequence[int], worlds: int, rng: Random
    ) -> Sequence[float]:
        return wins(game.at, seat, moves, _deals(game, seat, worlds, rng))

    def reason(self, game: "Take6", seat: int, done: int, best: int) -> str:
        (cost, mine), (least, other) = fate(game.at, done), fate(game.at, best)
        if least >= cost:
            return ""  # the words would not speak for the better option
        parts = {"done": option_name(game.at, done), "best": option_name(game.at, best)}
        return say("{done}：{mine}；{best}：{other}", mine=mine, other=other, **parts)


def _deals(game: "Take6", seat: int, count: int, rng: Random) -> Iterator[Mapping[int, int]]:
    """Yield random deals; each has for each unseen card the card in its place."""
    at, begun = game.at, game.at.players * HAND
    seen = {*at.hands[seat], *at.deck[begun : begun + ROWS]}.union(*at.history)
    unseen = [card for card in CARDS if card not in seen]
    for _ in range(count):
        yield dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))


class Take6(Game[int]):
    """A game of 2 to 10; a move is a card of the hand, or a row from 0 for a card that is too low.

    Each round begins and each card is placed in a step of its own that nobody decides.
    """

    name = "take6"
    table = Words()
    values = Values()
    settings = (
        Row(
            "--seats",
            "seats",
            "幾個人玩；沒有寫就看 --players 有幾個電腦，或是 4 個人。",
            "座位數",
            least=FEWEST,
            most=MOST,
        ),
        Row(
            "--mad",
            "mad",
            "用狂牛症規則，這是門檻。",
            "門檻",
            least=1,
            most=text.MOST_THRESHOLD,
        ),
        RANKING,
    )
    players: ClassVar[Mapping[str, Any]] = {
        **LEVELS,
        NORMAL: "3",
        HARD: "playouts:400",
        **dict.fromkeys("456", HARD),
    }

    def __init__(self, at: Rules, names: list[str]) -> None:
        self.at = at
        self.names = names
        self.given = {"seats": at.players, "ranking": at.rule.ranking}
        if at.rule.threshold is not None:
            self.given["mad"] = at.rule.threshold
        self.down: dict[int, int] = {}
        """The cards that lie face down, by seat."""
        self.made = 0
        """The number of moves."""
        self._begun = False

    @classmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        count = given.get("seats") or _USUAL
        if not FEWEST <= count <= MOST:
            raise UserError("玩家人數應該是 2 到 10：{given}", given=count)
        rule = Rule(given.get("mad"), given.get("ranking") or "mad-first")
        return cls(Rules(shuffled(Random(seed)), count, rule), usual_names(count))

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        at = text.read_game(lines, given.get("ranking") or "mad-first")
        return cls(at, usual_names(at.players))

    def turn(self, lines: Lines) -> Sequence[tuple[int, int]]:
        if self.at.undercut is None:
            cards = text.read_cards(lines)
            if not self.at.holds(cards):
                raise IllegalMove("出牌不合法")
            return list(enumerate(cards))
        row = text.read_row(lines)
        if not 0 <= row < ROWS:
            raise IllegalMove("沒有這一列")
        return [(self.at.undercut[0], row)]

    def case(self) -> str:
        return text.case(self.at)

    @property
    def awaited(self) -> Sequence[int]:
        at = self.at
        if at.undercut is not None:
            return (at.undercut[0],)
        if not self._begun or at.waiting or at.over:
            return ()
        return tuple([seat for seat in range(at.players) if seat not in self.down])

    @property
    def over(self) -> bool:
        return self.at.over

    def choices(self, seat: int) -> Choices[int]:
        if self.at.undercut is None:
            hand = sorted(self.at.hands[seat])
            return Choices([Choice(card, str(card), "", (text.card(card),)) for card in hand])
        return Choices(
            [
                Choice(row, str(row + 1), fate(self.at, row)[1], tuple(map(text.card, cards)))
                for row, cards in enumerate(self.at.rows)
            ]
        )

    def make(self, seat: int, move: int) -> Sequence[Any]:
        at = self.at
        if at.undercut is not None:
            if not 0 <= move < ROWS:
                raise IllegalMove("沒有這一列")
            events: Sequence[Any] = at.choose(move)
        else:
            if move not in at.hands[seat]:
                raise IllegalMove("手上沒有 {number} 這張牌", number=move)
            self.down[seat] = move
            events = [Laid(seat, move)]
            if len(self.down) == at.players:
                cards = tuple([self.down[player] for player in range(at.players)])
                at.lay(cards)
                self.down = {}
                events.append(Revealed(cards))
        self.made += 1
        return events

    def advance(self) -> Sequence[RulesEvent]:
        """Begin the game, or place the next card."""
        events = self.at.place() if self._begun else self.at.start()
        self._begun = True
        return events

    def shares(self) -> Sequence[float]:
        return self.at.rule.shares(self.at.heads)

    # Text

    def typed(self, seat: int, move: int) -> str:
        return str(move if self.at.undercut is None else move + 1)

    def move(self, seat: int, text: str) -> int:
        number = integer(text.strip())
        return super().move(seat, text if number is None else str(number))

    def words(self, event: RulesEvent | Laid | Revealed, seat: int | None) -> str:
        names = self.names
        match event:
            case Laid(player, card):
                sentence = say("{name} 蓋下 {card}", name=names[player], card=text.card(card))
                return sentence if player == seat else ""
            case Revealed(cards):
                texts = (
                    f"{name} {text.card(card)}" for name, card in zip(names, cards, strict=True)
                )
                return say("揭牌：{cards}", cards=listed(texts))
            case RoundStarted(number):
                return say("第 {number} 回合", number=number)
            case Ended():
                return say("遊戲結束")
            case Appended() | RowFilled() | Undercut() | RowTaken():
                template, parts = text.placed(event)
                return say(template, name=names[event.player], **parts)
        return ""

    def scene(self, seat: int | None) -> Frame:
        at = self.at
        rows = []
        for number, row in enumerate(at.rows, start=1):
            note = say("{heads} 個牛頭", heads=heads_of(row))
            name = say("第 {row} 列", row=number)
            rows.append(Line(name, list(map(text.card, row)), note, places=FULL))
        revealed = {player: card for card, player in at.waiting}
        if at.undercut is not None:
            revealed[at.undercut[0]] = at.undercut[1]
        seats = []
        for player, (name, hand) in enumerate(zip(self.names, at.hands, strict=True)):
            own = set(hand) - {self.down.get(player)} if seat in (None, player) else set[int]()
            cards = [*sorted(own), *(revealed[other] for other in revealed if other == player)]
            note = say("{heads} 個牛頭", heads=at.heads[player])
            if player in self.down:
                note = say("{heads} 個牛頭，蓋了一張", heads=at.heads[player])
            seats.append(Line(name, list(map(text.card, cards)), note, mark(self, player)))
        return Frame("", "", rows, seats)
