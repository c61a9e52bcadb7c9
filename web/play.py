"""Games of a person and computers: the sessions of the terminal, as the page shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from big2.patterns import BUILTIN
from big2.play import words as big2_words
from big2.play.session import dealt
from big2.players import STRATEGIES, Budget, make
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.numbers import integer
from take6 import text
from take6.game import FEWEST, HAND, MOST, Rule
from take6.play import words
from take6.play.hint import advise
from take6.play.session import PERSON, Session
from take6.play.settings import LEVEL_NAMES
from take6.players import BUDGETS, LEVELS
from take6.players.base import View

if TYPE_CHECKING:
    from big2.events import Event as Big2Event
    from take6.events import Event as Take6Event

_PLAYOUTS = 200
"""Play-outs of a move: nothing is compiled here."""
_BUDGET = Budget(_PLAYOUTS)
_MOST_SEED = 2**64 - 1
State = dict[str, Any]


class Big2:
    """Big-2 against three computers."""

    def __init__(self, level: str, seed: str, given: State) -> None:
        number = integer(seed, 0, _MOST_SEED)
        if number is None:
            raise UserError("種子應該是整數，不是{seed}", seed=quote(seed))
        self.seed = number
        self.session = dealt(number, BUILTIN, int(given["seat"]))
        self._computers = [make(level, Random(0), _BUDGET)] * 3
        self.says = self._tell(self.session.record.game.start())

    def act(self, indices: Sequence[int]) -> None:
        """Play the cards at these places of the hand; none is a pass."""
        self.says = self._tell(self.session.step(indices or None))

    def step(self) -> None:
        """Let a computer act."""
        self.says = self._tell(self.session.let_act(self._computers, self.seed))

    def hint(self) -> State:
        """Return the cards that a computer would play, and why."""
        record = self.session.record
        computer: Any = make("montecarlo", self.session.rng(self.seed), _BUDGET)
        advice = computer.advise(record.view())
        return {
            "says": [big2_words.hint(record.game, advice)],
            "chosen": record.game.indices(advice.play) or [],
        }

    def take_back(self) -> None:
        """Go back to where the person had to act last."""
        before = self.session.before_last_turn()
        self.says = [say(big2_words.TAKEN_BACK if before else big2_words.NOTHING_TO_TAKE_BACK)]
        self.session = before or self.session

    def case(self) -> str:
        """Return the judge's input."""
        return self.session.case()

    def state(self) -> State:
        """Return what is seen, the cards of the others too: the page hides them."""
        session, game = self.session, self.session.record.game
        mine = not session.over and game.player == session.seat
        plays = [game.indices(play) for play in session.record.view().legal] if mine else []
        return {
            "over": session.over,
            "awaits": "cards" if mine else "" if session.over else "computer",
            "seat": session.seat,
            "seats": [self._seat(player) for player in range(len(game.hands))],
            "hand": _written(game.hands[session.seat]),
            "table": "" if session.over else big2_words.on_table(game, session.names),
            "rows": [_written(game.top.cards if game.top else ())],
            "plays": plays,
            "may_pass": mine and game.top is not None,
        }

    def _seat(self, player: int) -> State:
        game = self.session.record.game
        hand = game.hands[player]
        return {
            "name": self.session.names[player],
            "note": say("剩 {count} 張", count=len(hand)),
            "cards": _written(hand),
            "turn": not self.session.over and game.player == player,
            "winner": game.winner == player,
        }

    def _tell(self, events: Iterable[Big2Event]) -> list[str]:
        return [told for event in events if (told := big2_words.told(event, self.session.names))]


class Take6:
    """Take 6! against up to nine computers; the person sits at the first seat."""

    def __init__(self, level: str, seed: str, given: State) -> None:
        players = min(max(int(given["players"]), FEWEST), MOST)
        threshold = integer(str(given["threshold"]), 1, 171) if given["threshold"] else None
        levels = [PERSON, *[level] * (players - 1)]
        self.names = [say("page｜你"), *map(words.player, range(1, players))]
        self.session = Session(levels, Rule(threshold), seed)
        self.says = self._tell(self.session.game.start())

    def act(self, indices: Sequence[int]) -> None:
        """Play the card at this place of the hand, or take this row."""
        (index,) = indices
        if self.session.game.undercut is not None:
            self.says = self._tell(self.session.take(index))
            return
        self.session.lay(self._hand()[index])
        self.says = self._tell(self.session.reveal())

    def step(self) -> None:
        """Let a computer take a row."""
        self.says = self._tell(self.session.take())

    def hint(self) -> State:
        """Return the card or the row that a computer would choose, and why."""
        session = self.session
        rng = Random(f"hint/{session.seed}/{len(session.game.history)}/0")
        view = View.of(session.game, 0)
        best, says = advise(view, rng)
        return {"says": says, "chosen": [] if view.choosing else [self._hand().index(best)]}

    def take_back(self) -> None:
        """Go back to where the person had to act last."""
        before = self.session.before_last_turn()
        self.says = [say("回到你的上一步。" if before else "沒有可以收回的動作。")]
        self.session = before or self.session

    def case(self) -> str:
        """Return the judge's input."""
        return text.case(self.session.game)

    def state(self) -> State:
        """Return what is seen, the cards of the others too: the page hides them."""
        game = self.session.game
        awaited = self.session.awaited
        what = "cards" if game.undercut is None else "row"
        return {
            "over": game.over,
            "awaits": "" if game.over else "computer" if awaited is None else what,
            "seat": 0,
            "seats": [self._seat(player) for player in range(game.players)],
            "hand": [text.card(card) for card in self._hand()],
            "table": words.round_title(min(len(game.positions), HAND)),
            "rows": [[text.card(card) for card in row] for row in game.rows],
            "plays": [[index] for index in range(len(self._hand()))],
            "may_pass": False,
        }

    def _seat(self, player: int) -> State:
        game = self.session.game
        winners = game.rule.shares(game.heads) if game.over else [0.0] * game.players
        return {
            "name": self.names[player],
            "note": say("page｜{heads} 個牛頭", heads=game.heads[player]),
            "cards": [text.card(card) for card in sorted(game.hands[player])],
            "turn": self.session.awaited == player,
            "winner": winners[player] > 0,
        }

    def _hand(self) -> list[int]:
        return sorted(self.session.game.hands[0])

    def _tell(self, events: Iterable[Take6Event]) -> list[str]:
        told = [line for event in events if (line := words.event(event, self.names))]
        game = self.session.game
        if game.over:
            rows = words.standings(self.names, game.heads, game.rule)
            told += ["  ".join(row) for row in rows]
        return told


_GAMES: dict[str, Callable[[str, str, State], Big2 | Take6]] = {"big2": Big2, "take6": Take6}
_tables: dict[str, Big2 | Take6] = {}


def levels() -> dict[str, list[tuple[str, str]]]:
    """Return the computers of each game, and what they are called; the first is the usual one."""
    searching = {level: f"{level}:{_PLAYOUTS}" for level in BUDGETS if level != "4"}
    take6 = [(searching.get(level, level), say(LEVEL_NAMES[level])) for level in LEVELS]
    big2 = [(name, name) for name in sorted(STRATEGIES, key="greedy".__ne__)]
    return {"big2": big2, "take6": sorted(take6, key=lambda level: level[0] != "3")}


def deal(game: str, level: str, seed: str, seat: int, players: int, threshold: str) -> State:
    """Begin a game; return what is seen."""
    given = {"seat": seat, "players": players, "threshold": threshold}
    _tables[game] = _GAMES[game](level, seed, given)
    return _seen(_tables[game])


def act(game: str, what: str, *indices: int) -> State:
    """Carry out what the person wants; return what is seen."""
    table = _tables[game]
    match what:
        case "act":
            table.act(indices)
        case "step":
            table.step()
        case "hint":
            return table.hint()
        case "case":
            return {"case": table.case()}
        case "back":
            table.take_back()
    return _seen(table)


def _seen(table: Big2 | Take6) -> State:
    return table.state() | {"says": table.says}


def _written(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


CALLS: dict[str, Callable[..., Any]] = {"levels": levels, "deal": deal, "play": act}
