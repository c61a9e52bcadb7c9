"""Games of blackjack and Nim on the page."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from blackjack_judge.hands import BUSTED, total
from blackjack_judge.play.replay import RANKS, drawn
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Situation
from blackjack_judge.players.basic import basic_strategy
from blackjack_judge.shoe import SEEDS, make_shoe
from blackjack_judge.table import BROKE, WON, Table
from cardjudge.language import say
from cardjudge.play.game import told
from cardjudge.play.players import player_of
from cardjudge.play.session import Made, Session
from nim.play import NimGame
from web.given import State, named, seed_of

_DECKS, _MONEY = 6, 1000
_GOALS = {"easy": 1200, "normal": 1500, "hard": 2000}
"""The goal that the money must exceed, by level."""
_REQUESTS = {"hit": HIT, "stand": STAND, "double_down": DOUBLE, "split": SPLIT}
_NAMES = {
    "hit": "要牌",
    "stand": "停牌",
    "double_down": "加倍",
    "split": "分牌",
    "return": "下一回合",
    "init_game": "下注",
    "buy_insurance": "買保險",
}


class Blackjack:
    """Rounds against the dealer until the money exceeds the goal or is gone."""

    def __init__(self, given: State, moves: Sequence[Any] = ()) -> None:
        self.given = given
        shoe = make_shoe(1 + seed_of(given) % (SEEDS - 1), _DECKS)
        self.table = Table(shoe, _MONEY, _GOALS[given["level"]])
        self._asked: list[Any] = []
        self._dealer: tuple[int, ...] = ()
        self.says: list[str] = []
        for name, amount in moves:
            self._ask(name, amount)

    def act(self, choice: int, amount: int | None = None) -> None:
        """Make the choice with this index among the open ones."""
        self._ask(self._open()[choice], amount)

    def _open(self) -> list[str]:
        """Return the requests that are legal and affordable."""
        table = self.table
        dear = table.bet > table.money
        return [name for name in table.legal if not (dear and name in ("double_down", "split"))]

    def _ask(self, name: str, amount: int | None) -> None:
        table, before = self.table, self.table.money
        if name == "init_game":
            amount = min(max(int(amount or 1), 1), table.money)
            self._dealer = ()
        if name == "buy_insurance":
            amount = min(max(int(amount or 0), 0), table.bet // 2, table.money)
        reply = table.ask(name, amount)
        self._asked.append((name, amount))
        kind = name.rstrip("_12")
        told = say(_NAMES[kind]) if amount is None else f"{say(_NAMES[kind])} {amount:,}"
        self.says = [say("你：{action}", action=told)]
        if reply is not None and name == "init_game":
            self._dealer = reply[2:]
        elif reply is not None and kind == "stand" and name != "stand_1":
            self._dealer = reply
            self.says.append(self._points(say("莊家"), reply))
        elif name == "return":
            self.says = [
                say("這一回合：{change:+,} 元", change=table.money - before - self._staked)
            ]
        self._staked = table.stake
        if table.outcome is not None:
            self.says.append(self._end())

    _staked = 0

    def _end(self) -> str:
        if self.table.outcome == WON:
            return say("資金超過 {goal:,}，你贏了。", goal=self.table.goal)
        return say("資金輸光了。" if self.table.outcome == BROKE else "牌已經用完了。")

    def step(self) -> None:
        """Do nothing: the dealer acts within the player's last request."""

    def hint(self) -> State:
        """Return the choice of the basic strategy with its reason."""
        names = self._open()
        if not (moves := tuple(m for n, m in _REQUESTS.items() if self._find(n) in names)):
            told = "保險長期是賠錢的：31 % 的機會得到兩倍。" if "buy_insurance" in names else ""
            return {"says": [say(told)] if told else [], "chosen": []}
        hand = self._hand()
        at = Situation(tuple(hand), self._dealer[0], self.table.bet, self.table.money, moves, 0)
        move = basic_strategy(at)
        request = next(name for name, each in _REQUESTS.items() if each == move)
        parts = {"action": say(_NAMES[request]), "points": total(hand)}
        upcard = RANKS[self._dealer[0]]
        told = "基本策略：{points} 點對莊家的 {upcard}，{action}最好。"
        return {
            "says": [say(told, upcard=upcard, **parts)],
            "chosen": [names.index(self._find(request))],
        }

    def _find(self, name: str) -> str:
        hand = {"hit_1": "_1", "hit_2": "_2"}.get(self.table.legal[0], "")
        if self.table.legal[0] == "stand_2":
            hand = "_2"
        return name + hand if name in ("hit", "stand") else name

    def _hand(self) -> list[int]:
        hands = self.table.hands
        return hands[-1] if self.table.legal[0].endswith("_2") else hands[0]

    def moves(self) -> list[Any]:
        """Return all requests so far."""
        return self._asked

    def before(self) -> Sequence[Any] | None:
        """Return the requests before the last."""
        return self._asked[:-1] if self._asked else None

    def state(self) -> State:
        """Return what is seen."""
        table = self.table
        over, dealer = table.outcome is not None, list(self._dealer)
        ended = "return" in table.legal or over
        hidden = ["?"] if len(dealer) == 1 and not ended else []
        bet = min(max(table.bet, 10), table.money)
        mine = [*enumerate(table.hands)] if dealer else []
        return {
            "over": over,
            "won": table.outcome == WON,
            "awaits": "" if over else "choice",
            "seat": 0,
            "seats": [
                {
                    "name": say("資金 {money:,}", money=table.money),
                    "note": say(
                        "目標 {goal:,}，桌上 {stake:,}", goal=table.goal, stake=table.stake
                    ),
                    "cards": [],
                    "turn": not over,
                    "winner": table.outcome == WON,
                }
            ],
            "hand": [],
            "table": self._points(say("莊家"), dealer) if dealer else say("先下注。"),
            "rows": [[*drawn(dealer), *hidden], *(drawn(hand) for _, hand in mine)],
            "titles": ["", *(self._title(hand) for _, hand in mine)],
            "plays": [],
            "choices": [] if over else [self._choice(name, bet) for name in self._open()],
        }

    def _choice(self, name: str, bet: int) -> State:
        amount = {"init_game": (1, self.table.money, bet)}.get(name)
        if name == "buy_insurance":
            amount = 0, min(self.table.bet // 2, self.table.money), 0
        return {"label": say(_NAMES[name.rstrip("_12")]), "amount": amount}

    def _title(self, hand: Sequence[int]) -> str:
        """Return the title of a hand; after a split, an arrow marks the hand to play."""
        split = len(self.table.hands) > 1 and self.table.legal[0].endswith(("_1", "_2"))
        mark = "▶ " if split and hand is self._hand() else ""
        return mark + self._points(named(0, True), hand)

    def _points(self, name: str, cards: Sequence[int]) -> str:
        points = total(cards)
        told = say("爆牌") if points == BUSTED else say("{points} 點", points=points)
        return say("{who}，{points}", who=name, points=told)


class Nim:
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

    def _say(self, events: Sequence[Any]) -> None:
        game = self.session.game
        self.says = told(game, events, None) + ([*game.result()] if game.over else [])

    def hint(self) -> State:
        """Return a winning move with its reason."""
        hard = player_of(NimGame, "hard")
        advice = hard.advise(self.session.game, 0, self.session.rng(0))
        move = say("建議 {move}", move=self.session.game.called(0, advice.move))
        return {"says": [move, *advice.reason.splitlines()[-1:]], "chosen": []}

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
