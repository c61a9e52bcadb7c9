"""The terminal game: menus, people and computers at one table, saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

from cardjudge.errors import UserError, quote, why
from cardjudge.language import say
from cardjudge.numbers import integer
from take6 import text
from take6.cards import CARDS, HEADS
from take6.events import Event, RoundStarted
from take6.game import FEWEST, MOST, NORMAL, ROWS, Rule
from take6.play import save, words
from take6.play.screen import Screen
from take6.play.session import PERSON, Session
from take6.players import BUDGETS, LEVELS
from take6.players.base import View

_LEVEL_NAMES = {
    PERSON: "人",
    "1": "電腦 1（隨便出牌，拿最差的列）",
    "2": "電腦 2（隨便出牌，隨便拿列）",
    "3": "電腦 3（避開第六張，拿最好的列）",
    "4": "電腦 4（隨機模擬）",
    "5": "電腦 5（學習過的模擬）",
    "6": "電腦 6（會看對手的模擬）",
}
_ORDERS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "手牌小到大": lambda card: (card,),
    "手牌大到小": lambda card: (-card,),
    "牛頭多到少，相同時手牌小到大": lambda card: (-HEADS[card], card),
    "牛頭少到多，相同時手牌小到大": lambda card: (HEADS[card], card),
}
_TURN = ("選牌", "列出牌面", "出過的手牌", "查詢牛頭數", "儲存進度", "排序手牌", "提示", "離開")
_LONGEST_NAME = 20


class _Left(Exception):  # noqa: N818  (no error: the way out of all menus)
    """The person has left the program."""


class _Loaded(Exception):  # noqa: N818
    """Another game has been loaded."""


class Terminal:
    """An evening at one keyboard."""

    def __init__(self, screen: Screen, path: Path, seed: int | None) -> None:
        self.screen = screen
        self._path = path
        self._seed = seed
        self._games = 0
        self._levels = [PERSON, "3"]
        self._names = [""] * MOST
        self._rule = NORMAL
        self._order = next(iter(_ORDERS))
        self._session: Session | None = None
        self._saved = ""

    def run(self) -> None:
        """Show the main menu until the person leaves; however that is, the game is kept."""
        self._say(words.HELP)
        try:
            while self._main_menu():
                pass
        except (EOFError, KeyboardInterrupt) as left:
            self.screen.say()
            self._farewell()
            if isinstance(left, KeyboardInterrupt):
                raise
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
                names = self._names[: len(self._levels)]
                self._session = Session(self._levels, self._rule, self._next_seed(), names)
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
        return str(self._seed) if self._games == 1 else f"{self._seed}-{self._games}"

    def _name(self, seat: int) -> str:
        names = self._names if self._session is None else self._session.names
        return names[seat] or words.player(seat)

    # Input

    def _say(self, template: str, **parts: object) -> None:
        self.screen.say(say(template, **parts))

    def _line(self, question: str, **parts: object) -> str:
        """Return a line of input; commands that are understood at every prompt are carried out."""
        while True:
            self.screen.prompt(say(question, **parts))
            line = input().strip()
            match line.lower():
                case "s":
                    self._save()
                case "l":
                    if self._load():
                        raise _Loaded
                case "r":
                    for rule in words.RULES:
                        self._say(rule)
                case "q":
                    raise _Left
                case "?" | "？":
                    self._say(words.HELP)
                case _:
                    return line

    def _number(self, question: str, fewest: int, most: int) -> int:
        while True:
            line = self._line(question, fewest=fewest, most=most)
            number = integer(line, fewest, most)
            if number is not None:
                return number
            template = "請輸入 {fewest} 到 {most} 的數字，不是{line}。"
            self._say(template, fewest=fewest, most=most, line=quote(line))

    def _choose(self, title: str, items: Sequence[str]) -> int:
        """Return the place of the item that the person chooses, from 0 on."""
        self.screen.menu(say(title), [say(item) for item in items])
        return self._number("請選擇", 1, len(items)) - 1

    # Saves

    def _save(self) -> None:
        if self._session is None:
            self._say("沒有進行中的遊戲，不必儲存。")
            return
        try:
            save.write(self._session, self._path)
        except OSError as error:
            self._say("無法儲存到 {path}：{why}", path=self._path, why=why(error))
        else:
            self._saved = save.dump(self._session)
            self._say("進度已儲存在 {path}", path=self._path)

    def _load(self) -> bool:
        """Load the saved game; if that fails say why, and leave everything as it is."""
        try:
            loaded = save.read(self._path)
        except OSError as error:
            self._say("無法讀取 {path}：{why}", path=self._path, why=why(error))
        except UserError as error:
            self._say("無法讀取 {path}：{why}", path=self._path, why=error)
        else:
            self._keep()
            self._session, self._saved = loaded, save.dump(loaded)
            self._say("已讀取 {path} 的進度", path=self._path)
            return True
        if self._session is not None:
            self._say("繼續原來的遊戲。")
        return False

    def _keep(self) -> None:
        """Save what no file has yet under a name that is free."""
        session = self._session
        if session is None or session.game.over or save.dump(session) == self._saved:
            return
        if not session.game.moves and not session.hidden:
            return
        try:
            path = save.keep(session, self._path)
        except OSError as error:
            self._say("無法儲存到 {path}：{why}", path=self._path, why=why(error))
        else:
            self._say("這一場存在 {path}；接著玩：take6 play --save {path}", path=path)

    def _farewell(self) -> None:
        if self._session is not None and not self._session.game.over:
            self._say("暫時戰況：")
            self._standings(self._session)
            self._keep()
        self._say("結束遊戲")

    # Settings

    def _settings(self) -> bool:
        """Show the menu of settings; return whether a game begins."""
        while True:
            levels = [self._who(seat) for seat in range(len(self._levels))]
            items = [
                say("規則設定（{rule}）", rule=self._rule_name()),
                say("遊戲人數（{count}）", count=len(self._levels)),
                say("等級設定（{levels}）", levels=" ".join(levels)),
                "對局開始",
                "回上一頁",
            ]
            match self._choose("遊戲設定", items):
                case 0:
                    self._set_rule()
                case 1:
                    count = self._number("遊戲人數（{fewest} 到 {most}）", FEWEST, MOST)
                    self._levels = [*self._levels, *["3"] * count][:count]
                case 2:
                    self._set_level()
                case choice:
                    return choice == 3

    def _who(self, seat: int) -> str:
        level = self._levels[seat]
        return level if level != PERSON else self._names[seat] or say("人")

    def _rule_name(self) -> str:
        if self._rule == NORMAL:
            return say("普通")
        template = "狂牛症 {threshold}"
        if self._rule.ranking == "index":
            template = "狂牛症 {threshold}，只看勝利指數"
        return say(template, threshold=self._rule.threshold)

    def _set_rule(self) -> None:
        items = ["普通規則", "狂牛症規則", "狂牛症規則，只看勝利指數", "回上一頁"]
        choice = self._choose("規則設定", items)
        if choice == 0:
            self._rule = NORMAL
        elif choice < 3:
            question = "狂牛症門檻（{fewest} 到 {most}，建議 15 到 30）"
            threshold = self._number(question, 1, text.MOST_THRESHOLD)
            self._rule = Rule(threshold, "index" if choice == 2 else "mad-first")

    def _set_level(self) -> None:
        items = [
            say("{player}：{level}", player=words.player(seat), level=self._level_name(seat))
            for seat in range(len(self._levels))
        ]
        seat = self._choose("等級設定", [*items, "回上一頁"])
        if seat == len(self._levels):
            return
        title = say("{player} 的等級", player=words.player(seat))
        self.screen.menu(title, [say(name) for name in _LEVEL_NAMES.values()], first=0)
        while True:
            line = self._line("等級，或直接輸入人的名字")
            if line in _LEVEL_NAMES:
                self._levels[seat], self._names[seat] = line, ""
                return
            if line.isprintable() and integer(line) is None and 0 < len(line) <= _LONGEST_NAME:
                self._levels[seat], self._names[seat] = PERSON, line
                return
            self._say("請輸入 0 到 {most} 的數字，或一個名字。", most=len(LEVELS))

    def _level_name(self, seat: int) -> str:
        return self._names[seat] or say(_LEVEL_NAMES[self._levels[seat]])

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
                if any(level[0] in BUDGETS for level in session.levels):
                    self._say("電腦思考中……")
                events = session.reveal()
                names = [self._name(seat) for seat in range(game.players)]
                self.screen.say(words.revealed(names, game.history[-1]))
                self._show(session, events)
        self._say("遊戲結束")
        self._standings(session)

    def _standings(self, session: Session) -> None:
        names = [self._name(seat) for seat in range(session.game.players)]
        self.screen.table(words.standings(names, session.game.heads, session.rule))

    def _table(self, session: Session) -> None:
        game = session.game
        names = [self._name(seat) for seat in range(game.players)]
        self.screen.say()
        self.screen.say(words.round_title(len(game.positions)))
        self.screen.rows(game.rows)
        self.screen.say(words.heads(names, game.heads))

    def _show(self, session: Session, events: Sequence[Event]) -> None:
        names = [self._name(seat) for seat in range(session.game.players)]
        for event in events:
            if isinstance(event, RoundStarted):
                self._table(session)
            elif told := words.event(event, names):
                self.screen.say(told)

    def _ask_card(self, session: Session, seat: int) -> int:
        if len(session.people) == 1:
            return self._turn(session, seat)
        self._line("請把鍵盤交給{name}，其他人不要看。按 Enter 繼續", name=self._name(seat))
        with self.screen.private():
            self._table(session)
            return self._turn(session, seat)

    def _turn(self, session: Session, seat: int) -> int:
        """Show the menu of a turn until the person has chosen a card, and return it."""
        while True:
            cards = sorted(session.game.hands[seat], key=_ORDERS[self._order])
            self.screen.hand(say("{name} 的手牌", name=self._name(seat)), cards)
            self.screen.menu(self._name(seat), [say(item) for item in _TURN])
            line = self._line("請選擇，或直接輸入牌（1 到 8 的牌前面加 0）")
            choice = None if line.startswith("0") else integer(line, 1, len(_TURN))
            if choice == 1:
                line = self._line("要出的牌（直接按 Enter 回選單）")
            elif choice is not None:
                self._look(choice, session, seat)
                continue
            if integer(line) in cards:
                return int(line)
            if line:
                self._say("手上沒有{line}這張牌。", line=quote(line))

    def _look(self, choice: int, session: Session, seat: int) -> None:
        game = session.game
        match choice:
            case 2:
                self._table(session)
            case 3:
                for player in range(game.players):
                    played = [cards[player] for cards in game.history]
                    title = say("{name} 出過的牌", name=self._name(player))
                    self.screen.hand(title, played)
            case 4:
                card = self._number("哪一張牌", CARDS[0], CARDS[-1])
                self._say("{card} 有 {heads} 個牛頭", card=card, heads=HEADS[card])
            case 5:
                self._save()
                if self._choose("儲存進度", ["繼續遊戲", "結束遊戲"]) == 1:
                    raise _Left
            case 6:
                self._order = list(_ORDERS)[self._choose("手牌的順序", list(_ORDERS))]
            case 7:
                self._hint(session, seat)
            case _:
                raise _Left

    def _ask_row(self, session: Session, seat: int) -> int:
        assert session.game.undercut is not None
        low = text.card(session.game.undercut[1])
        while True:
            template = "{name} 的 {card} 比每一列都小，要選一列拿走。"
            self._say(template, name=self._name(seat), card=low)
            self.screen.rows(session.game.rows)
            line = self._line("要拿走的列（1 到 4，h 提示）")
            row = integer(line, 1, ROWS)
            if row is not None:
                return row - 1
            if line.lower() == "h":
                self._hint(session, seat)
            else:
                self._say("沒有{line}這一列。", line=quote(line))

    def _hint(self, session: Session, seat: int) -> None:
        self._say("想一下……第一次可能要先編譯，最多二十秒。")
        from take6.play.hint import advise

        rng = Random(f"hint/{session.seed}/{len(session.game.history)}/{seat}")
        view = View.of(session.game, seat)
        for line in advise(view, rng, choosing=session.game.undercut is not None):
            self.screen.say(line)

    def _agreed(self, session: Session) -> bool:
        """Ask whether the cards may be revealed; False if a person has taken a card back."""
        people = session.people
        if not people:
            self._line("按 Enter 進行下一回合")
            return True
        if len(people) == 1:
            self._say("出 {card}", card=text.card(session.hidden[people[0]]))
        backs = [say("收回{name}的牌", name=self._name(seat)) for seat in people]
        choice = self._choose("揭牌", ["揭牌", *backs])
        if choice == 0:
            return True
        session.take_back(people[choice - 1])
        return False
