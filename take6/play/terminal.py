"""The terminal game: menus, people and computers at one table, saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

from cardjudge.errors import UserError, quote
from take6 import text
from take6.cards import CARDS, HEADS
from take6.events import RoundStarted
from take6.game import FEWEST, MOST, NORMAL, ROWS, Rule
from take6.play import save
from take6.play.screen import Screen
from take6.play.session import PERSON, Session
from take6.players import LEVELS
from take6.players.base import View

_HELP = "任何時候都可以輸入：s 儲存進度、l 讀取進度、q 離開、? 說明"
_LEVEL_NAMES = {
    PERSON: "人",
    "1": "電腦 1（隨便出牌，拿牛頭最多的列）",
    "2": "電腦 2（隨便出牌，隨便拿列）",
    "3": "電腦 3（避開第六張，拿牛頭最少的列）",
    "4": "電腦 4（隨機模擬）",
    "5": "電腦 5（學習過的模擬）",
    "6": "電腦 6（會看對手的模擬）",
}
_ORDERS: dict[str, Callable[[int], object]] = {
    "手牌小到大": lambda card: card,
    "手牌大到小": lambda card: -card,
    "牛頭多到少，相同時手牌小到大": lambda card: (-HEADS[card], card),
    "牛頭少到多，相同時手牌小到大": lambda card: (HEADS[card], card),
}


class _Left(Exception):  # noqa: N818  (no error: the way out of all menus)
    """The person has left the program."""


class _Loaded(Exception):  # noqa: N818
    """Another game has been loaded."""


class Table:
    """One person's evening at the terminal. `ask` returns a line of input; EOFError at its end."""

    def __init__(
        self, screen: Screen, ask: Callable[[], str], path: Path, seed: str | None
    ) -> None:
        self.screen = screen
        self._ask = ask
        self._path = path
        self._seed = seed
        self._games = 0
        self._levels = [PERSON, "3"]
        self._rule = NORMAL
        self._order = next(iter(_ORDERS))
        self._session: Session | None = None

    def run(self) -> None:
        """Show the main menu until the person leaves."""
        self.screen.say(_HELP)
        try:
            while self._main_menu():
                pass
        except EOFError:
            self.screen.say()
            self._farewell()
        except _Left:
            self._farewell()

    def _main_menu(self) -> bool:
        try:
            choice = self._choose("誰是牛頭王", ["開始遊戲", "讀取進度", "結束遊戲"])
            if choice == 2:
                return False
            if choice == 1:
                self._load()
            elif self._settings():
                self._session = Session(self._levels, self._rule, self._next_seed())
            else:
                return True
        except _Loaded:
            pass
        while self._session is not None:
            try:
                self._play(self._session)
            except _Loaded:
                continue
            self._session = None
        return True

    def _next_seed(self) -> str:
        self._games += 1
        if self._seed is None:
            return str(SystemRandom().randrange(10**9))
        return self._seed if self._games == 1 else f"{self._seed}-{self._games}"

    # Input

    def _line(self, question: str) -> str:
        """Return a line of input; commands that are understood at every prompt are carried out."""
        while True:
            self.screen.prompt(question)
            line = self._ask().strip()
            match line.lower():
                case "s":
                    self._save()
                case "l":
                    self._load()
                    if self._session is not None:
                        raise _Loaded
                case "q":
                    raise _Left
                case "?" | "？":
                    self.screen.say(_HELP)
                case _:
                    return line

    def _number(self, question: str, fewest: int, most: int) -> int:
        while True:
            line = self._line(question)
            if fewest <= text.number(line) <= most:
                return text.number(line)
            self.screen.say(f"請輸入 {fewest} 到 {most} 的數字，不是{quote(line)}。")

    def _choose(self, title: str, items: Sequence[str]) -> int:
        """Return the place of the item that the person chooses, from 0 on."""
        self.screen.menu(title, items)
        return self._number("請選擇", 1, len(items)) - 1

    # Saves

    def _save(self) -> None:
        if self._session is None:
            self.screen.say("沒有進行中的遊戲，不必儲存。")
            return
        try:
            save.write(self._session, self._path)
        except OSError as error:
            self.screen.say(f"無法儲存到 {self._path}：{error.strerror}")
        else:
            self.screen.say(f"進度已儲存在 {self._path}")

    def _load(self) -> None:
        """Load the saved game; if that fails say why, and leave everything as it is."""
        try:
            self._session = save.read(self._path)
        except OSError as error:
            self.screen.say(f"無法讀取 {self._path}：{error.strerror}")
        except UserError as error:
            self.screen.say(f"無法讀取 {self._path}：{error}")
        else:
            self.screen.say(f"已讀取 {self._path} 的進度")
            return
        if self._session is not None:
            self.screen.say("繼續原來的遊戲。")

    def _farewell(self) -> None:
        if self._session is not None and not self._session.game.over:
            self.screen.say("暫時戰況：")
            self.screen.standings(self._session.game)
        self.screen.say("結束遊戲")

    # Settings

    def _settings(self) -> bool:
        """Show the menu of settings; return whether a game begins."""
        while True:
            rule = "普通" if self._rule == NORMAL else f"狂牛症 {self._rule.threshold}"
            items = [
                f"規則設定（{rule}）",
                f"遊戲人數（{len(self._levels)}）",
                f"等級設定（{' '.join('人' if s == PERSON else s for s in self._levels)}）",
                "對局開始",
                "回上一頁",
            ]
            match self._choose("遊戲設定", items):
                case 0:
                    self._set_rule()
                case 1:
                    count = self._number(f"遊戲人數（{FEWEST} 到 {MOST}）", FEWEST, MOST)
                    self._levels = [*self._levels, *["3"] * count][:count]
                case 2:
                    self._set_level()
                case choice:
                    return choice == 3

    def _set_rule(self) -> None:
        match self._choose("規則設定", ["普通規則", "狂牛症規則", "回上一頁"]):
            case 0:
                self._rule = NORMAL
            case 1:
                most = text.MOST_THRESHOLD
                self._rule = Rule(
                    self._number(f"狂牛症門檻（1 到 {most}，建議 15 到 30）", 1, most)
                )

    def _set_level(self) -> None:
        items = [f"玩家 {i}：{_LEVEL_NAMES[level]}" for i, level in enumerate(self._levels, 1)]
        seat = self._choose("等級設定", [*items, "回上一頁"])
        if seat < len(self._levels):
            levels = [PERSON, *LEVELS]
            choice = self._choose(f"玩家 {seat + 1} 的等級", [_LEVEL_NAMES[i] for i in levels])
            self._levels[seat] = levels[choice]

    # The game

    def _play(self, session: Session) -> None:
        game = session.game
        self._table(session)
        while not game.over:
            seat = session.awaited
            if game.undercut is not None:
                row = None if seat is None else self._ask_row(session, seat)
                self._show(session, session.take(row))
            elif seat is not None:
                session.lay(self._ask_card(session, seat))
            elif self._agreed(session):
                self._show(session, session.reveal())
        self.screen.say("遊戲結束")
        self.screen.standings(game)

    def _table(self, session: Session) -> None:
        game = session.game
        self.screen.say()
        self.screen.say(f"第 {min(len(game.history) + 1, 10)} 回合")
        self.screen.rows(game.rows)
        self.screen.say("牛頭：" + " ".join(f"玩家{i}:{h}" for i, h in enumerate(game.heads, 1)))

    def _show(self, session: Session, events: Sequence[object]) -> None:
        for event in events:
            if isinstance(event, RoundStarted):
                self._table(session)
            elif type(event).__name__ != "Ended":
                self.screen.say(text.render(event).rstrip())  # type: ignore[arg-type]

    def _ask_card(self, session: Session, seat: int) -> int:
        game = session.game
        self._hand_over(session, seat)
        while True:
            self._show_hand(session, seat)
            if not self._turn_menu(session, seat, "選牌"):
                continue
            line = self._line("要出的牌（直接按 Enter 回選單）")
            if text.number(line) in game.hands[seat]:
                return text.number(line)
            if line:
                self.screen.say(f"手上沒有{quote(line)}這張牌。")

    def _ask_row(self, session: Session, seat: int) -> int:
        assert session.game.undercut is not None
        low = text.card(session.game.undercut[1])
        self._hand_over(session, seat)
        while True:
            self.screen.say(f"玩家 {seat + 1} 的 {low} 比每一列都小，要選一列拿走。")
            self.screen.rows(session.game.rows)
            if not self._turn_menu(session, seat, "選列"):
                continue
            line = self._line(f"要拿走的列（1 到 {ROWS}，直接按 Enter 回選單）")
            if 1 <= text.number(line) <= ROWS:
                return text.number(line) - 1
            if line:
                self.screen.say(f"沒有{quote(line)}這一列。")

    def _turn_menu(self, session: Session, seat: int, act: str) -> bool:
        """Show the menu of a turn; return whether the person wants to act."""
        items = [
            act,
            "列出牌面",
            "出過的手牌",
            "查詢牛頭數",
            "儲存進度",
            "排序手牌",
            "提示",
            "離開",
        ]
        game = session.game
        match self._choose(f"玩家 {seat + 1}", items):
            case 0:
                return True
            case 1:
                self._table(session)
            case 2:
                played = [
                    [cards[player] for cards in game.history] for player in range(game.players)
                ]
                for player, cards in enumerate(played, 1):
                    self.screen.hand(f"玩家 {player} 出過的牌", cards)
            case 3:
                card = self._number("哪一張牌", CARDS[0], CARDS[-1])
                self.screen.say(f"{card} 有 {HEADS[card]} 個牛頭")
            case 4:
                self._save()
                if self._choose("儲存進度", ["繼續遊戲", "結束遊戲"]) == 1:
                    raise _Left
            case 5:
                self._order = list(_ORDERS)[self._choose("手牌的順序", list(_ORDERS))]
            case 6:
                self._hint(session, seat)
            case _:
                raise _Left
        return False

    def _hint(self, session: Session, seat: int) -> None:
        from take6.play.hint import advise

        rng = Random(f"hint/{session.seed}/{len(session.game.history)}/{seat}")
        view = View.of(session.game, seat)
        for line in advise(view, rng, choosing=session.game.undercut is not None):
            self.screen.say(line)

    def _show_hand(self, session: Session, seat: int) -> None:
        cards = sorted(session.game.hands[seat], key=_ORDERS[self._order])  # type: ignore[arg-type]
        self.screen.hand(f"玩家 {seat + 1} 的手牌", cards)

    def _hand_over(self, session: Session, seat: int) -> None:
        """Let the others look away before a hand is shown, where several people play."""
        if len(session.people) > 1:
            self._line(f"輪到玩家 {seat + 1}，其他人請轉過頭去。按 Enter 繼續")

    def _agreed(self, session: Session) -> bool:
        """Ask whether the cards may be revealed; False if a person has taken a card back."""
        people = session.people
        if not people:
            self._line("按 Enter 進行下一回合")
            return True
        if len(people) == 1:
            self.screen.say(f"出 {text.card(session.hidden[people[0]])}")
        choice = self._choose("揭牌", ["揭牌", *(f"收回玩家 {seat + 1} 的牌" for seat in people)])
        if choice == 0:
            return True
        session.take_back(people[choice - 1])
        return False
