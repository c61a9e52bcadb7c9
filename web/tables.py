"""Games of blackjack and Nim on the page."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from blackjack_judge.play import Blackjack as BlackjackGame
from cardjudge.language import say
from cardjudge.play.game import told
from cardjudge.play.players import player_of
from cardjudge.play.session import PERSON, Made, Session
from cardjudge.viewer import Line
from nim.play import NimGame
from web.given import State, named, seed_of

_GOALS = {"easy": 1200, "normal": 1500, "hard": 2000}
"""The goal that the money must exceed, by level."""


class _OfSession:
    """A game whose moves are those of a session."""

    session: Session
    says: list[str]

    def _say(self, events: Sequence[Any]) -> None:
        game = self.session.game
        self.says = told(game, events, self._listener) + ([*game.result()] if game.over else [])

    _listener: int | None = None

    def moves(self) -> list[Any]:
        """Return all moves so far."""
        return [[made.seat, made.text] for made in self.session.record]

    def before(self) -> Sequence[Any] | None:
        """Return the moves before the person's last."""
        session = self.session.before_last_turn(0)
        return None if session is None else [[made.seat, made.text] for made in session.record]

    def case(self) -> str:
        """Return the judge's input of the start."""
        return self.session.start


class Blackjack(_OfSession):
    """Rounds against the dealer until the money exceeds the goal or is gone."""

    _listener = 0

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        self.given = given
        settings = {"decks": 6, "money": 1000, "goal": _GOALS[given["level"]]}
        game = BlackjackGame.of_seed(settings, seed_of(given))
        game.names = [named(0, True)]
        start = Session(game, [PERSON], seed_of(given))
        self.session = start.after(Made(seat, text, ()) for seat, text in moves)
        self.says = []

    def act(self, choice: int, amount: int | None = None) -> None:
        """Make the choice with this index; a bet or an insurance has an amount."""
        single, ranges = self.session.game.choices(0)
        if ranges:
            least, most, *_ = ranges[0]
            text = str(min(max(int(amount or 0), least), most))
        else:
            text = single[choice].text
        self._say(self.session.make(0, text))

    def step(self) -> None:
        """Do nothing: the dealer acts after the player's last request."""

    def hint(self) -> State:
        """Return the best choice with its reason."""
        game = self.session.game
        advice = player_of(type(game), "hard").advise(game, 0, self.session.rng(0))
        moves = [each.move for each in game.choices(0).single]
        chosen = [moves.index(advice.move)] if advice.move in moves else []
        told = say("建議 {move}", move=game.called(0, advice.move))
        return {"says": [told, *filter(None, [advice.reason])], "chosen": chosen}

    def state(self) -> State:
        """Return what is seen."""
        game = self.session.game
        scene = game.scene(0)
        [seat] = scene.seats
        dealer, *mine = scene.rows or [Line("", [])]
        single, ranges = ((), ()) if game.over else game.choices(0)
        choices: list[State] = [{"label": each.name, "amount": None} for each in single]
        for least, most, usual, prefix in ranges:
            label = say("買保險" if prefix else "下注")
            choices.append({"label": label, "amount": (least, most, usual)})
        return {
            "over": game.over,
            "won": seat.state == "winner",
            "awaits": "" if game.over else "choice",
            "seat": 0,
            "seats": [
                {
                    "name": seat.name,
                    "note": seat.note,
                    "cards": [],
                    "turn": not game.over,
                    "winner": seat.state == "winner",
                }
            ],
            "hand": [],
            "table": f"{dealer.name} {dealer.note}" if dealer.name else say("先下注。"),
            "rows": [list(line.cards) for line in (dealer, *mine)],
            "titles": ["", *(f"{line.name} {line.note}" for line in mine)],
            "plays": [],
            "choices": choices,
        }


class Nim(_OfSession):
    """Nim against a computer whose moves are perfect always, sometimes or never, by level."""

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        self.given = given
        game = NimGame.dealt({}, Random(f"nim/{seed_of(given)}"))
        game.names = [named(seat, seat == 0) for seat in (0, 1)]
        start = Session(game, ["", given["level"]], seed_of(given))
        self.session = start.after(Made(seat, text, ()) for seat, text in moves)
        self.says = self.session.log(None)

    def act(self, part: int, left: int) -> None:
        """Leave `left` stones in the heap `part`."""
        self._say(self.session.make(0, f"{part + 1} {left}"))

    def step(self) -> None:
        """Let the computer move."""
        self._say(self.session.let_act(1))

    def hint(self) -> State:
        """Return a winning move with its reason."""
        hard = player_of(NimGame, "hard")
        advice = hard.advise(self.session.game, 0, self.session.rng(0))
        move = say("建議 {move}", move=self.session.game.called(0, advice.move))
        return {"says": [move, *advice.reason.splitlines()[-1:]], "chosen": []}

    def state(self) -> State:
        """Return what is seen."""
        game = self.session.game
        scene = game.scene(0)
        heaps = [int(str(part)) for part in game.position.parts]  # type: ignore[attr-defined]
        seats = [
            {
                "name": line.name,
                "note": "",
                "cards": [],
                "turn": line.state == "turn",
                "winner": line.state == "winner",
            }
            for line in scene.seats
        ]
        return {
            "over": game.over,
            "won": seats[0]["winner"],
            "awaits": "" if game.over else "heap" if 0 in game.awaited else "computer",
            "seat": 0,
            "seats": seats,
            "hand": [],
            "table": say("拿走最後一顆的人贏。"),
            "rows": [],
            "heaps": heaps,
            "plays": [],
        }
