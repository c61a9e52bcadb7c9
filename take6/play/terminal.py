"""The terminal game: menus, people and computers at one table, saves."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

from cardjudge import files
from cardjudge.errors import UserError, quote, why
from cardjudge.language import say
from cardjudge.numbers import integer
from take6 import text
from take6.cards import CARDS, HEADS
from take6.events import Event, RoundStarted
from take6.game import ROWS
from take6.play import save, words
from take6.play.screen import Screen
from take6.play.session import Session
from take6.play.settings import Settings
from take6.players import BUDGETS
from take6.players.base import View

_ORDERS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "手牌小到大": lambda card: (card,),
    "手牌大到小": lambda card: (-card,),
    "牛頭多到少，相同時手牌小到大": lambda card: (-HEADS[card], card),
    "牛頭少到多，相同時手牌小到大": lambda card: (HEADS[card], card),
}
_TURN = ("選牌", "列出牌面", "出過的手牌", "查詢牛頭數", "儲存進度", "排序手牌", "提示", "離開")


class _Loaded(Exception):  # noqa: N818  (no error: the way out of all menus)
    """Another game has been loaded."""


class Terminal:
    """An evening at one keyboard."""

    def __init__(self, screen: Screen, path: Path, seed: int | None) -> None:
        self.screen = screen
        self._path = path
        self._seed = seed
        self._games = 0
        self._settings = Settings()
        self._order = next(iter(_ORDERS))
        self._session: Session | None = None
        self._saved = ""

    def run(self) -> None:
        """Show the main menu until the person leaves; however that is, the game is kept."""
        self.say(words.HELP)
        try:
            while self._main_menu():
                pass
        except (EOFError, KeyboardInterrupt) as left:
            self.screen.say()
            self._farewell()
            if isinstance(left, KeyboardInterrupt):
                raise

    def _main_menu(self) -> bool:
        try:
            choice = self.choose("誰是牛頭王", ["開始遊戲", "讀取進度", "結束遊戲"])
            if choice == 2:
                return False
            if choice == 1:
                self._load()
            elif self._settings.menu(self):
                self._session = self._settings.session(self._next_seed())
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

    # Input

    def say(self, template: str, **parts: object) -> None:
        """Say a sentence in the person's language."""
        self.screen.say(say(template, **parts))

    def line(self, question: str, **parts: object) -> str:
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
                        self.say(rule)
                case "q":
                    raise EOFError
                case "?" | "？":
                    self.say(words.HELP)
                case _:
                    return line

    def number(self, question: str, fewest: int, most: int) -> int:
        """Return a number that the person gives."""
        while True:
            line = self.line(question, fewest=fewest, most=most)
            number = integer(line, fewest, most)
            if number is not None:
                return number
            template = "請輸入 {fewest} 到 {most} 的數字，不是{line}。"
            self.say(template, fewest=fewest, most=most, line=quote(line))

    def choose(self, title: str, items: Sequence[str]) -> int:
        """Return the place of the item that the person chooses, from 0 on."""
        self.screen.menu(say(title), [say(item) for item in items])
        return self.number("請選擇", 1, len(items)) - 1

    # Saves

    def _save(self) -> None:
        if self._session is None:
            self.say("沒有進行中的遊戲，不必儲存。")
            return
        try:
            files.replace(self._path, save.dump(self._session))
        except OSError as error:
            self.say("無法儲存到 {path}：{why}", path=self._path, why=why(error))
        else:
            self._saved = save.dump(self._session)
            self.say("進度已儲存在 {path}", path=self._path)

    def _load(self) -> bool:
        """Load the saved game; if that fails say why, and leave everything as it is."""
        try:
            loaded = save.read(self._path)
        except (OSError, UserError) as error:
            self.say("無法讀取 {path}：{why}", path=self._path, why=why(error))
        else:
            self._keep()
            self._session, self._saved = loaded, save.dump(loaded)
            self.say("已讀取 {path} 的進度", path=self._path)
            return True
        if self._session is not None:
            self.say("繼續原來的遊戲。")
        return False

    def _keep(self) -> None:
        """Save what no file has yet under a name that is free."""
        session = self._session
        if session is None or session.game.over or save.dump(session) == self._saved:
            return
        if not (session.game.moves or session.hidden):
            return
        try:
            path = save.keep(session, self._path)
        except OSError as error:
            self.say("無法儲存到 {path}：{why}", path=self._path, why=why(error))
        else:
            self.say("這一場存在 {path}；接著玩：take6 play --save {path}", path=path)

    def _farewell(self) -> None:
        if self._session is not None and not self._session.game.over:
            self.say("暫時戰況：")
            self._standings(self._session)
            self._keep()
        self.say("結束遊戲")

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
                    self.say("電腦思考中……")
                events = session.reveal()
                self.screen.say(words.revealed(session.called, game.history[-1]))
                self._show(session, events)
        self.say("遊戲結束")
        self._standings(session)

    def _standings(self, session: Session) -> None:
        self.screen.table(words.standings(session.called, session.game.heads, session.rule))

    def _table(self, session: Session) -> None:
        self.screen.say()
        self.screen.say(words.round_title(len(session.game.positions)))
        self.screen.rows(session.game.rows)
        self.screen.say(words.heads(session.called, session.game.heads))

    def _show(self, session: Session, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, RoundStarted):
                self._table(session)
            elif told := words.event(event, session.called):
                self.screen.say(told)

    def _ask_card(self, session: Session, seat: int) -> int:
        if len(session.people) == 1:
            return self._turn(session, seat)
        self.line("請把鍵盤交給{name}，其他人不要看。按 Enter 繼續", name=session.called[seat])
        with self.screen.private():
            self._table(session)
            return self._turn(session, seat)

    def _turn(self, session: Session, seat: int) -> int:
        """Show the menu of a turn until the person has chosen a card, and return it."""
        while True:
            cards = sorted(session.game.hands[seat], key=_ORDERS[self._order])
            self.screen.hand(say("{name} 的手牌", name=session.called[seat]), cards)
            self.screen.menu(session.called[seat], [say(item) for item in _TURN])
            line = self.line("請選擇，或直接輸入牌（1 到 8 的牌前面加 0）")
            choice = None if line.startswith("0") else integer(line, 1, len(_TURN))
            if choice == 1:
                line = self.line("要出的牌（直接按 Enter 回選單）")
            elif choice is not None:
                self._look(choice, session, seat)
                continue
            if integer(line) in cards:
                return int(line)
            if line:
                self.say("手上沒有{line}這張牌。", line=quote(line))

    def _look(self, choice: int, session: Session, seat: int) -> None:
        game = session.game
        match choice:
            case 2:
                self._table(session)
            case 3:
                for player, name in enumerate(session.called):
                    played = [cards[player] for cards in game.history]
                    self.screen.hand(say("{name} 出過的牌", name=name), played)
            case 4:
                card = self.number("哪一張牌", CARDS[0], CARDS[-1])
                self.say("{card} 有 {heads} 個牛頭", card=card, heads=HEADS[card])
            case 5:
                self._save()
                if self.choose("儲存進度", ["繼續遊戲", "結束遊戲"]) == 1:
                    raise EOFError
            case 6:
                self._order = list(_ORDERS)[self.choose("手牌的順序", list(_ORDERS))]
            case 7:
                self._hint(session, seat)
            case _:
                raise EOFError

    def _ask_row(self, session: Session, seat: int) -> int:
        assert session.game.undercut is not None
        name, low = session.called[seat], text.card(session.game.undercut[1])
        while True:
            self.say("{name} 的 {card} 比每一列都小，要選一列拿走。", name=name, card=low)
            self.screen.rows(session.game.rows)
            line = self.line("要拿走的列（1 到 4，h 提示）")
            row = integer(line, 1, ROWS)
            if row is not None:
                return row - 1
            if line.lower() == "h":
                self._hint(session, seat)
            else:
                self.say("沒有{line}這一列。", line=quote(line))

    def _hint(self, session: Session, seat: int) -> None:
        self.say("想一下……第一次可能要先編譯，最多二十秒。")
        from take6.play.hint import advise

        rng = Random(f"hint/{session.seed}/{len(session.game.history)}/{seat}")
        for line in advise(View.of(session.game, seat), rng)[1]:
            self.screen.say(line)

    def _agreed(self, session: Session) -> bool:
        """Ask whether the cards may be revealed; False if a person has taken a card back."""
        people = session.people
        if not people:
            self.line("按 Enter 進行下一回合")
            return True
        if len(people) == 1:
            self.say("出 {card}", card=text.card(session.hidden[people[0]]))
        backs = [say("收回{name}的牌", name=session.called[seat]) for seat in people]
        choice = self.choose("揭牌", ["揭牌", *backs])
        if choice == 0:
            return True
        session.take_back(people[choice - 1])
        return False
