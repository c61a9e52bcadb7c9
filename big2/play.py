"""Big-2 for people, computers and the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from big2.cards import BY_TEXT, RANKS, SUITS, Card
from big2.cases import NAMES, header, shuffled
from big2.events import Event, Passed, PassRejected, Played, PlayRejected, RoundStarted, Won
from big2.game import OPENING_CARD, PASS, PLAYERS, Game
from big2.options import PATTERNS, chain_of
from big2.patterns import Play
from big2.players import PLAYERS as OWN
from big2.players.program import Program
from big2.players.worlds import Seat, wins
from big2.text import action_line, parse_action, read_action, written
from cardjudge.decks import read_deck, read_names
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.numbers import natural
from cardjudge.play import game
from cardjudge.play.game import Choice, Choices, IllegalMove, Settings
from cardjudge.play.levels import HARD, NORMAL
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

if TYPE_CHECKING:
    from big2.game import Action

FAULTS = {
    "not in hand": "索引不是數字、重複，或不在手牌裡",
    "no pattern": "這些牌不是任何牌型",
    "no opening card": "第一手必須包含 C[3]",
    "does not beat top": "壓不過桌上的牌",
}
PASS_AT_THE_START = "新的回合不能 PASS"
_PASSES = {"-1", "p", "pass"}


class Values(game.Valued):
    """Worlds, and reasons from the plays that a move leaves."""

    score = "剩牌"

    def scores(self, game: Big2) -> Sequence[float]:
        return [*map(len, game.at.hands)]

    def worlds(self, game: Big2, seat: int, rng: Random) -> Big2:
        """Deal the unseen cards uniformly; everybody knows who held the card that opens."""
        visible = {*game.at.hands[seat], OPENING_CARD}
        hidden = [card for hand in game.at.hands for card in hand if card not in visible]
        other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        deck, *hands = (
            [other.get(card, card) for card in cards] for cards in (game.deck, *game.at.hands)
        )
        return game.dealt_anew(deck, [tuple(sorted(hand)) for hand in hands])

    def equal(self, one: Play | None, other: Play | None) -> bool:
        if one is None or other is None:
            return one is other
        ranks = [[card.rank for card in play.cards] for play in (one, other)]
        return one.pattern is other.pattern and one.key == other.key and ranks[0] == ranks[1]

    def reason(self, game: Big2, seat: int, done: Play | None, best: Play | None) -> str:
        """Compare the plays that each leaves; the strengths only where both leave as many."""
        facts = {"done": _called(done), "best": _called(best)}
        if best is not None and len(best.cards) == len(game.at.hand):
            return say("{best}出完就贏了", **facts)
        mine, other = _plays_left(game, done), _plays_left(game, best)
        if best is None and other == mine:
            return say("{done}出了並不省手數：之後都還要 {mine} 手", mine=mine, **facts)
        if other < mine:
            template = "{best}之後還要 {other} 手才打得完；{done}之後還要 {mine} 手"
            return say(template, mine=mine, other=other, **facts)
        if best is None or done is None or other > mine or done.pattern is not best.pattern:
            return ""
        if done.key > best.key:
            return say("{best}較小，{done}可以留著", **facts)
        return say("{best}較大，別人較難壓過", **facts) if done.key < best.key else ""

    def wins(
        self, game: Big2, seat: int, moves: Sequence[Play | None], worlds: int, rng: Random
    ) -> Sequence[float]:
        deals = (self.worlds(game, seat, rng).at.hands for _ in range(worlds))
        return wins(game.at, moves, deals)


def _plays_left(game: Big2, play: Play | None) -> int:
    """Return the number of plays in the plan after a move; a left-over card counts as one."""
    left = Seat.of(game.at.chain, {*game.at.hand}.difference(play.cards if play else ()))
    return len(left.plan) + len(left.hand) - sum(len(each.cards) for each in left.plan)


class Words(game.Table):
    """The words of the table."""

    title = "大老二"
    rules = (
        "有梅花 3 的人先出，第一手要有梅花 3。輪流出同牌型而更大的牌，或 PASS。",
        "點數由小到大是 3 4 5 6 7 8 9 10 J Q K A 2，花色是 ♣ ♦ ♥ ♠。",
        "其他三個人都 PASS，最後出牌的人就開始新的回合，可以出任何牌型。",
        "先出完手牌的人贏。",
    )
    typing = "牌的索引（0 1）或牌名（3C 3D），-1 或 p 是 PASS"

    def called(self, game: Big2, seat: int, move: Play | None) -> str:
        return _called(move)


class Big2(game.Game[Play | None]):
    """A game of four; a move is a play, or None for a pass."""

    name = "big2"
    table = Words()
    values = Values()
    settings = (PATTERNS,)
    players: ClassVar[Mapping[str, Any]] = {
        **OWN,
        NORMAL: "greedy",
        HARD: "playouts:400",
        "montecarlo": HARD,
    }
    program = Program

    def __init__(self, deck: Sequence[Card], names: Sequence[str], given: Settings) -> None:
        self.deck, self.names, self.given = deck, [*names], given
        self.at = Game(deck, chain_of(given.get(PATTERNS.keyword)))

    @classmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        return cls(shuffled(Random(seed)), NAMES, given)

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        return cls(read_deck(lines, BY_TEXT), read_names(lines, PLAYERS), given)

    def turn(self, lines: Lines) -> Sequence[tuple[int, Play | None]]:
        action = parse_action(read_action(lines))
        try:
            return [(self.at.player, self._play_of(action))]
        except IllegalMove as refused:
            hand = self.at.hand
            refused.things = [str(hand[at]) for at in action or () if 0 <= at < len(hand)]
            raise

    def case(self) -> str:
        lines = [*header(self.deck, self.names), *map(action_line, self.actions())]
        return "".join(f"{line}\n" for line in lines)

    def actions(self) -> Iterator[Action]:
        """Yield all actions so far, as indices into the hands at their time."""
        hands = Game(self.deck, self.at.chain).hands
        for player, play in self.at.history:
            cards = () if play is None else play.cards
            yield PASS if play is None else [hands[player].index(card) for card in cards]
            hands[player] = tuple(card for card in hands[player] if card not in cards)

    @property
    def awaited(self) -> Sequence[int]:
        return () if self.over else (self.at.player,)

    @property
    def over(self) -> bool:
        return self.at.winner is not None

    def choices(self, seat: int) -> Choices[Play | None]:
        kinds: dict[object, Play] = {}
        for play in self.legal():  # up to 4⁵ straights have the same ranks
            kind = play.pattern.name, play.key, tuple(card.rank for card in play.cards)
            kinds[kind] = min(kinds.get(kind, play), play, key=lambda each: each.cards)
        plays = [*kinds.values(), *[None] * (self.at.top is not None)]
        return Choices([self._choice(seat, play) for play in plays])

    def legal(self) -> list[Play]:
        """Return the legal plays; UserError if the patterns do not allow a round to begin."""
        plays = self.at.legal()
        if not plays and self.at.top is None:
            raise UserError("新的回合開始時沒有牌可以出：這些牌型打不完這一場")
        return plays

    def _choice(self, seat: int, play: Play | None) -> Choice[Play | None]:
        things = tuple(map(str, play.cards)) if play else ()
        return Choice(play, self.typed(seat, play), _called(play), things)

    def make(self, seat: int, move: Play | None) -> Sequence[Event]:
        hand = self.at.hand
        if move is not None and not set(move.cards) <= set(hand):
            raise IllegalMove(FAULTS["not in hand"])
        events = self.at.step(self.at.indices(move))
        match events[0]:
            case PlayRejected(_, _, fault):
                raise IllegalMove(FAULTS[fault])
            case PassRejected():
                raise IllegalMove(PASS_AT_THE_START)
        return events

    def shares(self) -> Sequence[float]:
        return [float(player == self.at.winner) for player in range(PLAYERS)]

    def typed(self, seat: int, move: Play | None) -> str:
        return action_line(self.at.indices(move))

    def move(self, seat: int, text: str) -> Play | None:
        if text.strip().lower() in _PASSES:
            return self._play_of(PASS)
        indices = []
        for word in text.replace(",", " ").replace("，", " ").split():
            card = card_named(word)
            if card is not None and card not in self.at.hand:
                raise IllegalMove("手上沒有{card}這張牌", card=quote(str(card)))
            indices.append(natural(word) if card is None else self.at.hand.index(card))
        return self._play_of(indices)

    def _play_of(self, action: Action) -> Play | None:
        """Return the play of an action, or None for a pass; `IllegalMove`."""
        if action is PASS:
            if self.at.top is None:
                raise IllegalMove(PASS_AT_THE_START)
            return None
        play = self.at.judge(action)
        if isinstance(play, str):
            raise IllegalMove(FAULTS[play])
        return play

    def words(self, event: Event, seat: int | None) -> str:
        match event:
            case Played(player, play):
                return say("{name} 打出{play}", name=self.names[player], play=_called(play))
            case Passed(player):
                return say("{name} PASS", name=self.names[player])
            case RoundStarted():
                return say("新的回合開始了。")
            case Won(player):
                return say("{name} 打完了，贏了這一場。", name=self.names[player])
        return ""

    def scene(self, seat: int | None) -> Frame:
        seats = []
        for player, hand in enumerate(self.at.hands):
            cards = [*map(str, hand)] if seat in (None, player) else []
            note = "" if cards else say("剩 {count} 張", count=len(hand))  # thirteen fill a line
            seats.append(Line(self.names[player], cards, note, game.mark(self, player)))
        return Frame("", "", [self._table()], seats)

    def _table(self) -> Line:
        top = self.at.top
        if top is None:
            return Line(say("桌上沒有牌"), [])
        last = next(player for player, play in reversed(self.at.history) if play)
        name = say("桌上：{name}的{pattern}", name=self.names[last], pattern=say(top.pattern.name))
        return Line(name, [*map(str, top.cards)])

    def __deepcopy__(self, _: object) -> Self:
        return self.dealt_anew(self.deck, self.at.hands)

    def dealt_anew(self, deck: Sequence[Card], hands: Sequence[tuple[Card, ...]]) -> Self:
        """Return the same game with other cards in the deck and in the hands."""
        other = copy(self)
        other.deck, other.names = deck, [*self.names]
        other.at = copy(self.at)
        other.at.hands, other.at.history = [*hands], [*self.at.history]
        return other


def card_named(word: str) -> Card | None:
    """Return the card of a common notation, or None.

    >>> [str(card_named(word)) for word in ("C[3]", "3c", "H10", "10♥")]
    ['C[3]', 'C[3]', 'H[10]', 'H[10]']
    """
    name = word.upper().translate(_LETTERS)
    for suit, rank in (name[:1], name[1:]), (name[-1:], name[:-1]):
        if suit in SUITS and rank in RANKS:
            return Card(RANKS.index(rank), SUITS.index(suit))
    return None


_LETTERS = str.maketrans("♣♦♥♠", "".join(SUITS), "[]")


def _called(play: Play | None) -> str:
    return "PASS" if play is None else f"{say(play.pattern.name)} {written(play.cards)}"
