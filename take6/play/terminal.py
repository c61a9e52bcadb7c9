"""The terminal game: menus, people and computers at one table, saves."""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random, SystemRandom

from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.series.compiled import compiles
from take6 import text
from take6.cards import CARDS, HEADS
from take6.events import Event, RoundStarted
from take6.game import ROWS
from take6.play import save, words
from take6.play.menus import Menus
from take6.play.screen import Screen
from take6.play.session import Session
from take6.play.settings import Settings, level_of
from take6.players import BUDGETS
from take6.players.base import View

_ORDERS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "手牌小到大": lambda card: (card,),
    "手牌大到小": lambda card: (-card,),
    "牛頭多到少，相同時手牌小到大": lambda card: (-HEADS[card], card),
    "牛頭少到多，相同時手牌小到大": lambda card: (HEADS[card], card),
}
_TURN = ("選牌", "列出牌面", "出過的手牌", "查詢牛頭數", "儲存進度", "排序手牌", "提示", "離開")


class Terminal(Menus):
    """Games at one keyboard; between two games the session is None or over."""

    game = "take6"
    save_as = "take6.play.save"

    def __init__(self, screen: Screen, path: Path, seed: int | None, level: str) -> None:
        super().__init__(None, screen, level)
        self.path = path
        self._written.add(path)
        self._seed = seed
        self._games = 0
        self._settings = Settings(level)
        self._order = next(iter(_ORDERS))

    def play(self) -> None:
        """Continue the game in progress; without one show the main menu."""
        while True:
            if self.session is not None and not self.session.game.over:
                self._play(self.session)
            choice = self.choose("誰是牛頭王", ["開始遊戲", "讀取進度", "結束遊戲"])
            if choice == 2:
                return
            if choice == 1:
                self.load(self.path)
            elif self._settings.menu(self):
                self.session = self._settings.session(self._next_seed())
                self._counted = False

    def help(self) -> None:
        """Show the keys."""
        super().help()
        self.say("r 規則。")

    def obey(self, line: str) -> bool:
        """Carry out a key; r shows the rules."""
        if line.lower() == "r":
            for rule in words.RULES:
                self.say(rule)
            return True
        return super().obey(line)

    def _next_seed(self) -> str:
        self._games += 1
        if self._seed is None:
            return str(SystemRandom().randrange(10**9))
        return str(self._seed) if self._games == 1 else f"{self._seed}-{self._games}"

    # The interface of all games at a terminal

    def dump(self) -> str:
        """Return the text of a save; empty without a game."""
        return save.dump(self.session) if self.session is not None else ""

    def read(self, path: Path) -> Session:
        """Return the game of a save."""
        return save.read(path)

    def save(self, path: Path, replace: bool = False) -> None:
        """Save the game in progress."""
        if self.session is None:
            self.say("沒有進行中的遊戲，不必儲存。")
        else:
            super().save(path, replace)

    def spare(self) -> Iterator[Path]:
        """Yield the path of the save, then numbered paths beside it."""
        yield self.path
        for number in count(2):
            yield self.path.with_name(f"{self.path.name}.{number}")

    def kept(self, path: Path) -> str:
        """Return the command that continues a save, in words."""
        return say("這一場存在 {path}；接著玩：take6 play --save {path}", path=path)

    @property
    def begun(self) -> bool:
        """Whether a game in progress has moves."""
        session = self.session
        return (
            session is not None
            and not session.game.over
            and bool(session.game.moves or session.hidden)
        )

    def left(self) -> None:
        """Show the interim ranking."""
        super().left()
        if self.session is not None and not self.session.game.over:
            self.say("暫時戰況：")
            self._standings(self.session)
        self.say("結束遊戲")

    def keep(self) -> None:
        """Save the game if it has unsaved moves."""
        if sys.exc_info()[0] is KeyboardInterrupt:
            self.left()
        super().keep()

    def hint(self) -> list[str]:
        """Return the hint of the strongest computer."""
        session = self.session
        seat = None if session is None else session.awaited
        if session is None or seat is None:
            return []
        self.thinks(compiles())
        from take6.play.hint import advise

        rng = Random(f"hint/{session.seed}/{len(session.game.history)}/{seat}")
        return advise(View.of(session.game, seat), rng)[1]

    def log(self) -> list[str]:
        """Return the events of the game in words."""
        if self.session is None:
            return []
        other, lines = self.session.after(()), list[str]()
        for move in self.session.game.moves:
            game = other.game
            if game.undercut is None:
                lines.append(words.round_title(len(game.positions)))
            events = game.repeat(move)
            lines += filter(None, (words.event(event, self.session.called) for event in events))
        return lines

    def review(self) -> str:
        """Return the review of the only person, or of all players."""
        if self.session is None:
            return say("目前還沒有任何動作。")
        from cardjudge.play.review import table
        from cardjudge.stdio import Lines
        from take6.play.review import read, review

        data = text.case(self.session.game).encode().splitlines(keepends=True)
        people = self.session.people
        seat = str(people[0] + 1) if len(people) == 1 else None
        return table(review(read(Lines(data), self.session.rule.ranking), seat))

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
        if len(session.people) == 1:
            self.level = level_of(session.levels)
            self.ended(session.rule.shares(game.heads)[session.people[0]] > 0)
        self.say("輸入 review 看這一場的覆盤。")

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
        self.line(
            "請把鍵盤交給{name}，其他人不要看。按 Enter 繼續", True, name=session.called[seat]
        )
        with self.screen.private():
            self._table(session)
            return self._turn(session, seat)

    def _turn(self, session: Session, seat: int) -> int:
        """Show the menu of a turn until the person chooses a card; return the card."""
        while True:
            cards = sorted(session.game.hands[seat], key=_ORDERS[self._order])
            self.screen.hand(say("{name} 的手牌", name=session.called[seat]), cards)
            self.screen.menu(session.called[seat], [say(item) for item in _TURN])
            line = self.line("請選擇，或直接輸入牌（1 到 8 的牌前面加 0）")
            choice = None if line.startswith("0") else integer(line, 1, len(_TURN))
            if choice == 1:
                line = self.line("要出的牌（直接按 Enter 回選單）", True)
            elif choice is not None:
                self._look(choice, session)
                continue
            if integer(line) in cards:
                return int(line)
            if line:
                self.say("手上沒有{line}這張牌。", line=quote(line))

    def _look(self, choice: int, session: Session) -> None:
        game = session.game
        match choice:
            case 2:
                self._table(session)
            case 3:
                for player, name in enumerate(session.called):
                    played = [cards[player] for cards in game.history]
                    self.screen.hand(say("{name} 出過的牌", name=name), played)
            case 4:
                card = self.ask_number("哪一張牌", CARDS[0], CARDS[-1])
                self.say("{card} 有 {heads} 個牛頭", card=card, heads=HEADS[card])
            case 5:
                self.save(self.path)
                if self.choose("儲存進度", ["繼續遊戲", "結束遊戲"]) == 1:
                    raise EOFError
            case 6:
                self._order = list(_ORDERS)[self.choose("手牌的順序", list(_ORDERS))]
            case 7:
                self.obey("h")
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
            self.say("沒有{line}這一列。", line=quote(line))

    def _agreed(self, session: Session) -> bool:
        """Ask whether to reveal the cards; return False if a person takes a card back."""
        people = session.people
        if not people:
            self.line("按 Enter 進行下一回合", True)
            return True
        if len(people) == 1:
            self.say("出 {card}", card=text.card(session.hidden[people[0]]))
        backs = [say("收回{name}的牌", name=session.called[seat]) for seat in people]
        choice = self.choose("揭牌", ["揭牌", *backs])
        if choice == 0:
            return True
        session.take_back(people[choice - 1])
        return False
