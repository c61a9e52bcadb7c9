"""Games of a person on the page: the functions that the page calls, Big-2, and Take 6!.

Settings and moves determine a game, so the page can save it and restore it after a reload.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import big2.play as big2
from big2.cases import NAMES as NAMES_OF_BIG2
from big2.text import action_line, parse_action
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.game import IllegalMove, told
from cardjudge.play.levels import EASY, HARD, NAMES, NORMAL
from cardjudge.play.players import player_of
from cardjudge.play.session import PERSON, Session
from cardjudge.viewer import Line
from take6 import text
from take6.events import RoundStarted
from take6.game import FEWEST, HAND, MOST
from take6.play.game import Take6 as Take6Game
from web.given import State, named, seed_of

if TYPE_CHECKING:
    from cardjudge.play.review import Decision

_PLAYOUTS = 200
"""Play-outs of a move; a browser has no compiled code."""
_REVIEW = 200
"""Play-outs of a decision in a review."""
_BIG2 = {**big2.Big2.levels, HARD: f"{big2.Big2.levels[HARD]}:{_PLAYOUTS}"}
_TAKE6 = {EASY: "2", NORMAL: "3", HARD: f"5:{_PLAYOUTS}"}


class Big2:
    """Big-2 against three computer players."""

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        self.given, self.seed = given, seed_of(given)
        self.seat = min(max(int(given["seat"]), 1), 4) - 1
        self.game = game = big2.Big2.dealt({}, Random(self.seed))
        game.names[:] = [named(each, each == self.seat) for each in range(4)]
        players = [PERSON if each == self.seat else _BIG2[given["level"]] for each in range(4)]
        self.session = Session(game, players, self.seed)
        self.says: list[str] = []
        for move in moves:
            self._make(game.at.player, move)

    def act(self, *indices: int) -> None:
        """Play the cards at these indices of the hand; no index is a pass."""
        self.says = []
        self._make(self.seat, indices)

    def _make(self, seat: int, indices: Sequence[int] | None) -> None:
        try:
            self.says += self._told(self.session.make(seat, action_line(indices or None)))
        except IllegalMove as why:
            self.says.append(str(why))

    def step(self) -> None:
        """Let a computer act."""
        self.says = self._told(self.session.let_act(self.game.at.player))

    def hint(self) -> State:
        """Return the cards that a computer would play, and why."""
        game = self.game
        advice = player_of(big2.Big2, _BIG2[HARD]).advise(
            game, self.seat, self.session.rng(self.seat)
        )
        name = game.called(self.seat, advice.move)
        return {
            "says": [line for line in (name, advice.reason) if line],
            "chosen": game.at.indices(advice.move) or [],
        }

    def moves(self) -> list[Any]:
        """Return all actions so far."""
        return _actions(self.session)

    def before(self) -> Sequence[Any] | None:
        """Return the moves up to where the person had to act last."""
        before = self.session.before_last_turn(self.seat)
        return None if before is None else _actions(before)

    def case(self) -> str:
        """Return the judge's input."""
        game = self.game.copy()  # the names are those of the terminal
        game.names[:] = NAMES_OF_BIG2
        game.names[self.seat] = say("你")
        return game.case()

    def review(self) -> list[State]:
        """Return the costliest mistakes, and the moves before each."""
        from cardjudge.play.replay import Replay
        from cardjudge.play.reviewing import review

        replay = Replay(big2.Big2, self.session.dump().encode(), {})
        found = review(replay, [self.seat], _REVIEW, self.seed % 2**32)
        return [_lost(each, self.moves()[: each.turn - 1]) for each in found.costliest()]

    def state(self) -> State:
        """Return what is seen, the cards of the others too: the page hides them."""
        game = self.game
        mine = self.seat in game.awaited
        plays = [game.at.indices(play) for play in game.record.view().legal] if mine else []
        scene = game.scene(None)
        (table,) = scene.rows
        return {
            "over": game.over,
            "won": game.at.winner == self.seat,
            "awaits": "cards" if mine else "" if game.over else "computer",
            "seat": self.seat,
            "seats": [_seat(line) for line in scene.seats],
            "hand": scene.seats[self.seat].cards,
            "table": "" if game.over else table.name,
            "rows": [table.cards],
            "plays": plays,
            "may_pass": mine and game.at.top is not None,
        }

    def _told(self, events: Iterable[Any]) -> list[str]:
        return told(self.game, events, self.seat)


def _actions(session: Session) -> list[Any]:
    return [parse_action(made.text) for made in session.record]


def _seat(line: Line) -> State:
    turn, winner = line.state == "turn", line.state == "winner"
    return {
        "name": line.name,
        "note": line.note,
        "cards": line.cards,
        "turn": turn,
        "winner": winner,
    }


class Take6:
    """Take 6! against up to nine computer players; the person has the first seat."""

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        seed = seed_of(given)
        self.given = given
        players = min(max(int(given["players"]), FEWEST), MOST)
        threshold = integer(str(given["threshold"]), 1, 171) if given["threshold"] else None
        settings = {"seats": players, "mad": threshold}
        self.game = Take6Game.dealt(settings, Random(f"{seed}"))
        self.game.names[:] = [named(seat, seat == 0) for seat in range(players)]
        levels = [PERSON, *[_TAKE6[given["level"]]] * (players - 1)]
        self.session = Session(self.game, levels, seed)
        self.says = self._tell(self.session.before_all)
        for seat, move in moves:
            self.session.make(seat, move)

    def act(self, index: int) -> None:
        """Play the card at this index of the hand, or take this row."""
        choice = self.game.choices(0).single[index]
        self.says = self._tell(self.session.make(0, choice.text))
        while self.game.at.undercut is None and self.game.down:
            self.step(*self.says)

    def step(self, *said: str) -> None:
        """Let a computer lay a card or take a row."""
        self.says = [*said, *self._tell(self.session.let_act(self.game.awaited[0]))]

    def hint(self) -> State:
        """Return the card or the row that a computer would choose, and why."""
        adviser = player_of(Take6Game, self.game.adviser())
        advice = adviser.advise(self.game, 0, self.session.rng(0))
        moves = [choice.move for choice in self.game.choices(0).single]
        chosen = [moves.index(advice.move)] if self.game.at.undercut is None else []
        best = say("建議 {move}", move=self.game.typed(0, advice.move))
        return {"says": [best, *advice.reason.splitlines()], "chosen": chosen}

    def moves(self) -> list[Any]:
        """Return all moves so far."""
        return [[made.seat, made.text] for made in self.session.record]

    def before(self) -> Sequence[Any] | None:
        """Return the moves up to where the person had to act last."""
        before = self.session.before_last_turn(0)
        return None if before is None else [[made.seat, made.text] for made in before.record]

    def case(self) -> str:
        """Return the judge's input."""
        return self.game.case()

    def review(self) -> list[State]:
        """Return the costliest mistakes, and the moves before the round of each."""
        from cardjudge.play.replay import Replay
        from cardjudge.play.reviewing import review

        replay = Replay(Take6Game, self.session.dump().encode(), {})
        found, moves = review(replay, {0}, _REVIEW), self.moves()
        starts = {1: 0}
        for number, made in enumerate(self.session.record, start=1):
            starts |= {each.number: number for each in made.events if type(each) is RoundStarted}
        return [_lost(each, moves[: starts[each.turn]]) for each in found.costliest()]

    def state(self) -> State:
        """Return what is seen, the cards of the others too: the page hides them."""
        game, at = self.game, self.game.at
        mine = 0 in game.awaited
        what = "cards" if at.undercut is None else "row"
        shares = game.shares() if game.over else [0.0] * at.players
        return {
            "over": game.over,
            "won": shares[0] > 0,
            "awaits": "" if game.over else what if mine else "computer",
            "seat": 0,
            "seats": [self._seat(player, shares[player] > 0) for player in range(at.players)],
            "hand": [text.card(card) for card in sorted(at.hands[0])],
            "table": say("第 {number} 回合", number=min(len(at.positions), HAND)),
            "rows": [[text.card(card) for card in row] for row in at.rows],
            "plays": [[index] for index in range(len(at.hands[0]))],
        }

    def _seat(self, player: int, won: bool) -> State:
        at = self.game.at
        return {
            "name": self.game.names[player],
            "note": say("page｜{heads} 個牛頭", heads=at.heads[player]),
            "cards": [text.card(card) for card in sorted(at.hands[player])],
            "turn": player in self.game.awaited[:1],
            "winner": won,
        }

    def _tell(self, events: Sequence[Any]) -> list[str]:
        says = told(self.game, events, 0)
        return [*says, *self.game.result()] if self.game.over else says


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


CALLS: dict[str, Callable[..., Any]] = {"levels": levels, "deal": deal, "play": act}
