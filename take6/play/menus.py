"""The menus of the assignment, beside the commands of every table."""

from collections.abc import Callable, Sequence
from secrets import randbits

from cardjudge.errors import UserError, quote, visible
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.game import usual_names
from cardjudge.play.players import player_of
from cardjudge.play.session import PERSON, Session
from cardjudge.play.terminal import Changed, Terminal
from cardjudge.programs.contestant import Command
from cardjudge.viewer import Frame
from take6 import text
from take6.cards import CARDS, HEADS
from take6.game import FEWEST, MOST
from take6.play.game import Take6

_LEVELS = (
    "人",
    "電腦 1（隨便出牌，拿最差的列）",
    "電腦 2（隨便出牌，隨便拿列）",
    "電腦 3（避開第六張，拿最好的列）",
)
_ORDERS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "手牌小到大": lambda card: (card,),
    "手牌大到小": lambda card: (-card,),
    "牛頭多到少，相同時手牌小到大": lambda card: (-HEADS[card], card),
    "牛頭少到多，相同時手牌小到大": lambda card: (HEADS[card], card),
}


class Menus(Terminal):
    """A table with the menus of the assignment behind ``/menu``."""

    _order = next(iter(_ORDERS))

    def help(self) -> None:
        """Print the commands."""
        super().help()
        self.screen.say(say("/menu 選單：規則、人數、等級，出過的牌，排序手牌。"), "dim")

    def show(self, scene: Frame, indexed: int | None = None) -> None:
        """Draw a scene with the hands in the chosen order."""

        def key(card: str) -> tuple[int, ...]:
            return _ORDERS[self._order](int(card.partition("(")[0]))

        seats = [line._replace(cards=sorted(line.cards, key=key)) for line in scene.seats]
        super().show(scene._replace(seats=seats), indexed)

    def menu(self) -> None:
        """Show the menu."""
        items: dict[str, Callable[[], None]] = {
            "選牌": self._pick,
            "列出牌面": lambda: self.show(self._game.scene(self._person())),
            "出過的手牌": self._played,
            "查詢牛頭數": self._heads,
            "排序手牌": self._sort,
            "儲存進度": lambda: self.do("save", self.path),
            "讀取進度": lambda: self.do("load", self.path),
            "開始遊戲": self._begin,
            "結束遊戲": lambda: self.do("quit", self.path),
        }
        choice = self._choose("誰是牛頭王", [*items, "回上一頁"])
        if choice < len(items):
            [*items.values()][choice]()

    own = dict.fromkeys(("menu", "m", "選單"), menu)

    @property
    def _game(self) -> Take6:
        game = self.session.game
        assert isinstance(game, Take6)
        return game

    def _number(self, question: str, least: int, most: int) -> int:
        while True:
            line = self.ask(f"{say(question, fewest=least, most=most)} > ")
            number = integer(line, least, most)
            if number is not None:
                return number
            template = "請輸入 {fewest} 到 {most} 的數字，不是{line}。"
            self.screen.say(say(template, fewest=least, most=most, line=quote(line)), "yellow")

    def _choose(self, title: str, items: Sequence[str]) -> int:
        """Return the index of the item that the person chooses."""
        self.screen.say()
        self.screen.say(say("【{title}】", title=say(title)), "bold")
        for number, item in enumerate(items, 1):
            self.screen.say(f"{number}) {say(item)}")
        return self._number("請選擇", 1, len(items)) - 1

    def _pick(self) -> None:
        seat = next((s for s in self._game.awaited if s in self.session.people), None)
        if seat is None:
            raise UserError("現在不用選牌。")
        self.session.make(seat, self.ask(f"{self._game.table.asks(self._game, seat)} > "))
        raise Changed

    def _played(self) -> None:
        for player, name in enumerate(self._game.names):
            cards = text.cards(played[player] for played in self._game.at.history)
            self.screen.say(say("{name} 出過的牌：{cards}", name=name, cards=cards))

    def _heads(self) -> None:
        card = self._number("哪一張牌（{fewest} 到 {most}）", CARDS[0], CARDS[-1])
        self.screen.say(say("{card} 有 {heads} 個牛頭", card=card, heads=HEADS[card]))

    def _sort(self) -> None:
        self._order = [*_ORDERS][self._choose("手牌的順序", [*_ORDERS])]
        raise Changed

    def _begin(self) -> None:
        """Let the person change the settings, then deal."""
        settings = dict(self._game.given)
        players = list[str | Command](self.session.players)
        names = [*self._game.names]
        while True:
            levels = [
                (player if isinstance(player, str) else player.name) or name
                for player, name in zip(players, names, strict=True)
            ]
            items = [
                say("規則設定（{rule}）", rule=self._rule(settings)),
                say("遊戲人數（{count}）", count=len(players)),
                say("等級設定（{levels}）", levels=" ".join(levels)),
                "對局開始",
                "回上一頁",
            ]
            match self._choose("遊戲設定", items):
                case 0:
                    self._set_rule(settings)
                case 1:
                    count = self._number("遊戲人數（{fewest} 到 {most}）", FEWEST, MOST)
                    usual = usual_names(count)
                    names = [*names, *usual[len(names) :]][:count]
                    players = [*players, *[players[-1]] * count][:count]
                case 2:
                    self._set_level(players, names)
                case 3:
                    break
                case _:
                    return
        settings["seats"] = len(players)

        def deal() -> Session:
            seed = randbits(32)
            game = Take6.dealt(settings, f"{seed}")
            game.names[:] = names
            return Session(game, players, seed)

        self._keep()
        self._deal = deal
        self._go_on(deal())
        raise Changed

    def _rule(self, settings: dict[str, object]) -> str:
        if "mad" not in settings:
            return say("普通")
        template = "狂牛症 {threshold}"
        if settings["ranking"] == "index":
            template = "狂牛症 {threshold}，只看勝利指數"
        return say(template, threshold=settings["mad"])

    def _set_rule(self, settings: dict[str, object]) -> None:
        items = ["普通規則", "狂牛症規則", "狂牛症規則，只看勝利指數", "回上一頁"]
        choice = self._choose("規則設定", items)
        if choice == 0:
            settings.pop("mad", None)
        elif choice < 3:
            question = "狂牛症門檻（{fewest} 到 {most}，建議 15 到 30）"
            settings["mad"] = self._number(question, 1, text.MOST_THRESHOLD)
            settings["ranking"] = "index" if choice == 2 else "mad-first"

    def _set_level(self, players: list[str | Command], names: list[str]) -> None:
        seat = self._choose("等級設定", [*names, "回上一頁"])
        if seat == len(names):
            return
        for level, name in enumerate(_LEVELS):
            self.screen.say(f"{level}) {say(name)}")
        question = say("等級（數字，或簡單、普通、困難），或直接輸入人的名字")
        line = self.ask(f"{question} > ")
        if line == "0":
            players[seat] = PERSON
            return
        try:
            player_of(Take6, line)
            players[seat] = line
        except UserError:
            players[seat], names[seat] = PERSON, visible(line, len(line))
