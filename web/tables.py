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
from nim.games import Heap, Move, Sum
from nim.play.match import Match
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
        rng = Random(f"nim/{seed_of(given)}")
        heaps = rng.sample(range(1, 10), 3 + rng.randrange(2))
        self.match = Match(Sum(tuple(map(Heap, heaps))))
        self._made: list[Any] = []
        self.says: list[str] = []
        said = self.says
        for move in moves:
            self.act(*move)
            said += self.says
        self.says = said

    def act(self, part: int, left: int) -> None:
        """Leave `left` stones in the heap `part`."""
        self._make(Move(part, self.match.game.parts[part], Heap(left)))

    def _make(self, move: Move) -> None:
        name = named(self.match.player, self.match.player == 0)
        self.says = [say("{who}：{what}", who=name, what=_changed(move))]
        self.match.make(move)
        self._made.append((move.part, move.after.stones))  # type: ignore[attr-defined]
        if self.match.over:
            self.says.append(say("{name} 拿走最後一顆，贏了。", name=name))

    def step(self) -> None:
        """Let the computer move."""
        rng = Random(f"{self.given['seed']}/{len(self._made)}")
        perfect = {"easy": 0.0, "normal": 0.5, "hard": 1.0}[self.given["level"]]
        wise = rng.random() < perfect
        self._make(self.match.perfect_move() if wise else rng.choice([*self.match.game.moves()]))

    def hint(self) -> State:
        """Return a winning move with its reason."""
        move = self.match.perfect_move()
        x, value = self.match.game.value, move.before.value
        told = "X = 0，怎麼走都留給你 X ≠ 0 的盤面；我先隨便走。"
        if x:
            told = "X = {x}，讓 X 變成 0：{value} XOR {x} = {after}"
        says = say(told, x=x, value=value, after=value ^ x)
        return {"says": [says, say("我走：{move}", move=_changed(move))], "chosen": []}

    def moves(self) -> list[Any]:
        """Return all moves so far."""
        return self._made

    def before(self) -> Sequence[Any] | None:
        """Return the moves before the person's last."""
        return self._made[: (len(self._made) - 1) // 2 * 2] if self._made else None

    def case(self) -> str:
        """Return the judge's input of the position."""
        heaps = [str(heap) for heap in self.match.game.parts]
        return f"{len(heaps)}\n{' '.join(heaps)}\n"

    def state(self) -> State:
        """Return what is seen."""
        match, over = self.match, self.match.over
        mine = match.player == 0
        seats = [
            {
                "name": named(seat, seat == 0),
                "note": "",
                "cards": [],
                "turn": not over and match.player == seat,
                "winner": over and match.winner == seat,
            }
            for seat in (0, 1)
        ]
        return {
            "over": over,
            "won": over and match.winner == 0,
            "awaits": "" if over else "heap" if mine else "computer",
            "seat": 0,
            "seats": seats,
            "hand": [],
            "table": say("拿走最後一顆的人贏。"),
            "rows": [],
            "heaps": [heap.stones for heap in match.game.parts],  # type: ignore[attr-defined]
            "plays": [],
        }


def _changed(move: Move) -> str:
    """Return a move as text; `nim.play.terminal` has the same text but needs a terminal."""
    change = f"{move.before} -> {move.after}"
    return say("第 {number} 堆 {heap}", number=move.part + 1, heap=change)
