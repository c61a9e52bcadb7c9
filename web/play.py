"""Games of a person on the page: the functions that the page calls, Big-2, and Take 6!.

Settings and moves determine a game, so the page can save it and restore it after a reload.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

from big2.patterns import BUILTIN
from big2.play import words as big2_words
from big2.play.session import dealt
from big2.players import LEVELS as BIG2
from big2.players import Budget, make
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.levels import EASY, HARD, NAMES, NORMAL
from cardjudge.stdio import Lines
from take6 import text
from take6.game import FEWEST, HAND, MOST, Rule
from take6.play import words
from take6.play.hint import advise
from take6.play.session import PERSON, Session
from take6.players.base import View
from web.given import State, named, seed_of

if TYPE_CHECKING:
    from big2.events import Event as Big2Event
    from cardjudge.play.review import Decision
    from take6.events import Event as Take6Event

_PLAYOUTS = 200
"""Play-outs of a move; a browser has no compiled code."""
_BUDGET = Budget(_PLAYOUTS)
_REVIEW = 200
"""Play-outs of a decision in a review."""
_TAKE6 = {EASY: "2", NORMAL: "3", HARD: f"5:{_PLAYOUTS}"}


class Big2:
    """Big-2 against three computer players."""

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        self.given, self.seed = given, seed_of(given)
        seat = min(max(int(given["seat"]), 1), 4) - 1
        self.session = dealt(self.seed, BUILTIN, seat)
        self.names = [named(each, each == seat) for each in range(4)]
        self._computers = [make(BIG2[given["level"]], Random(0), _BUDGET)] * 3
        self.says = self._tell(self.session.record.game.start())
        for move in moves:
            self.says += self._tell(self.session.step(move))

    def act(self, *indices: int) -> None:
        """Play the cards at these indices of the hand; no index is a pass."""
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

    def moves(self) -> list[Any]:
        """Return all actions so far."""
        return list(self.session.actions)

    def before(self) -> Sequence[Any] | None:
        """Return the moves up to where the person had to act last."""
        session = self.session.before_last_turn()
        return None if session is None else session.actions

    def case(self) -> str:
        """Return the judge's input."""
        return self.session.case()

    def review(self) -> list[State]:
        """Return the costliest mistakes, and the moves before each."""
        from big2.play.review import read, review

        case = read(Lines(BytesIO(self.case().encode())), BUILTIN)
        found = review(case, str(self.session.seat + 1), _REVIEW, self.seed % 2**32)
        return [_lost(each, self.moves()[: each.step - 1]) for each in found.costliest()]

    def state(self) -> State:
        """Return what is seen, the cards of the others too: the page hides them."""
        session, game = self.session, self.session.record.game
        mine = not session.over and game.player == session.seat
        plays = [game.indices(play) for play in session.record.view().legal] if mine else []
        return {
            "over": session.over,
            "won": game.winner == session.seat,
            "awaits": "cards" if mine else "" if session.over else "computer",
            "seat": session.seat,
            "seats": [self._seat(player) for player in range(len(game.hands))],
            "hand": _written(game.hands[session.seat]),
            "table": "" if session.over else big2_words.on_table(game, self.names),
            "rows": [_written(game.top.cards if game.top else ())],
            "plays": plays,
            "may_pass": mine and game.top is not None,
        }

    def _seat(self, player: int) -> State:
        game = self.session.record.game
        hand = game.hands[player]
        return {
            "name": self.names[player],
            "note": say("剩 {count} 張", count=len(hand)),
            "cards": _written(hand),
            "turn": not self.session.over and game.player == player,
            "winner": game.winner == player,
        }

    def _tell(self, events: Iterable[Big2Event]) -> list[str]:
        return [told for event in events if (told := big2_words.told(event, self.names))]


class Take6:
    """Take 6! against up to nine computer players; the person has the first seat."""

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        seed_of(given)
        self.given = given
        players = min(max(int(given["players"]), FEWEST), MOST)
        threshold = integer(str(given["threshold"]), 1, 171) if given["threshold"] else None
        self.names = [named(seat, seat == 0) for seat in range(players)]
        levels = [PERSON, *[_TAKE6[given["level"]]] * (players - 1)]
        self.session = Session(levels, Rule(threshold), str(given["seed"]))
        self.says = self._tell(self.session.game.start())
        for move in moves:
            self.session.repeat(move)

    def act(self, index: int) -> None:
        """Play the card at this index of the hand, or take this row."""
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

    def moves(self) -> list[Any]:
        """Return all moves so far."""
        return [list(move) for move in self.session.game.moves]

    def before(self) -> Sequence[Any] | None:
        """Return the moves up to where the person had to act last."""
        session = self.session.before_last_turn()
        return None if session is None else session.game.moves

    def case(self) -> str:
        """Return the judge's input."""
        return text.case(self.session.game)

    def review(self) -> list[State]:
        """Return the costliest mistakes, and the moves before the round of each."""
        from take6.play.review import read, review

        case, moves = read(Lines(BytesIO(self.case().encode()))), self.moves()
        rounds = [at for at, move in enumerate(moves) if len(move) > 1]
        found = review(case, "1", _REVIEW)
        return [_lost(each, moves[: rounds[each.turn - 1]]) for each in found.costliest()]

    def state(self) -> State:
        """Return what is seen, the cards of the others too: the page hides them."""
        game = self.session.game
        awaited = self.session.awaited
        what = "cards" if game.undercut is None else "row"
        seats = [self._seat(player) for player in range(game.players)]
        return {
            "over": game.over,
            "won": seats[0]["winner"],
            "awaits": "" if game.over else "computer" if awaited is None else what,
            "seat": 0,
            "seats": seats,
            "hand": [text.card(card) for card in self._hand()],
            "table": words.round_title(min(len(game.positions), HAND)),
            "rows": [[text.card(card) for card in row] for row in game.rows],
            "plays": [[index] for index in range(len(self._hand()))],
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


def _lost(decision: Decision, before: Sequence[Any]) -> State:
    parts = {"turn": decision.turn, "done": decision.done, "best": decision.best}
    told = say(
        "第 {turn} 手 {done}：少了 {loss:.0f} % 的勝率，{best} 較好。",
        loss=100 * decision.loss.value,
        **parts,
    )
    return {"says": f"{told}{decision.reason}", "moves": list(before)}


_tables: dict[str, Any] = {}


def _games() -> dict[str, Callable[..., Any]]:
    from web.tables import Blackjack, Nim

    return {"big2": Big2, "take6": Take6, "blackjack_judge": Blackjack, "nim": Nim}


def levels() -> dict[str, str]:
    """Return the levels from the weakest on, with their names."""
    return {level: say(name) for level, name in NAMES.items()}


def deal(game: str, given: str, moves: str) -> State:
    """Begin a game with its settings, and replay its moves."""
    import json

    _tables[game] = _games()[game](json.loads(given), json.loads(moves))
    return _seen(_tables[game])


def act(game: str, what: str, *indices: int) -> State:
    """Carry out an action of the person; return the new state."""
    table = _tables[game]
    match what:
        case "act":
            table.act(*indices)
        case "step":
            table.step()
        case "hint":
            hinted: State = table.hint()
            return hinted
        case "case":
            return {"case": table.case()}
        case "review":
            return {"mistakes": table.review()}
        case "back":
            moves = table.before()
            _tables[game] = table if moves is None else _games()[game](table.given, moves)
            told = "沒有可以收回的動作。" if moves is None else "回到你的上一步。"
            _tables[game].says = [say(told)]
    return _seen(_tables[game])


def _seen(table: Any) -> State:
    seen: State = table.state() | {"says": table.says, "moves": table.moves()}
    return seen


def _written(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


CALLS: dict[str, Callable[..., Any]] = {"levels": levels, "deal": deal, "play": act}
