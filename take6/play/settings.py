"""The settings of a game: the rule and the seats."""

from __future__ import annotations

from collections.abc import Sequence

from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play import levels
from take6.game import FEWEST, MOST, NORMAL, Rule
from take6.play import words
from take6.play.menus import Menus
from take6.play.session import PERSON, Session
from take6.players import LEVELS
from take6.text import MOST_THRESHOLD

LEVEL_NAMES = {
    PERSON: "人",
    "1": "電腦 1（隨便出牌，拿最差的列）",
    "2": "電腦 2（隨便出牌，隨便拿列）",
    "3": "電腦 3（避開第六張，拿最好的列）",
    "4": "電腦 4（隨機模擬）",
    "5": "電腦 5（學習過的模擬）",
    "6": "電腦 6（會看對手的模擬）",
}
_LONGEST_NAME = 20
_BY_NAME = {levels.EASY: "2", levels.NORMAL: "3", levels.HARD: "6"}


def level_of(seats: Sequence[str]) -> str:
    """Return the level of all computers by the name of a difficulty; empty if it is unknown."""
    computers = {level for level in seats if level != PERSON}
    return next((name for name, level in _BY_NAME.items() if computers == {level}), "")


class Settings:
    """The settings of the next game, and their menus at a terminal."""

    def __init__(self, level: str) -> None:
        self._usual = _BY_NAME[level]
        self._levels = [PERSON, self._usual]
        self._names = [""] * MOST
        self._rule = NORMAL

    def session(self, seed: str) -> Session:
        """Return a new game with these settings."""
        return Session(self._levels, self._rule, seed, self._names[: len(self._levels)])

    def menu(self, at: Menus) -> bool:
        """Show the menu of settings; return whether the person starts a game."""
        while True:
            seats = [self._who(seat) for seat in range(len(self._levels))]
            items = [
                say("規則設定（{rule}）", rule=self._rule_name()),
                say("遊戲人數（{count}）", count=len(self._levels)),
                say("等級設定（{levels}）", levels=" ".join(seats)),
                "對局開始",
                "回上一頁",
            ]
            match at.choose("遊戲設定", items):
                case 0:
                    self._set_rule(at)
                case 1:
                    count = at.ask_number("遊戲人數（{fewest} 到 {most}）", FEWEST, MOST)
                    self._levels = [*self._levels, *[self._usual] * count][:count]
                case 2:
                    self._set_level(at)
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

    def _set_rule(self, at: Menus) -> None:
        items = ["普通規則", "狂牛症規則", "狂牛症規則，只看勝利指數", "回上一頁"]
        choice = at.choose("規則設定", items)
        if choice == 0:
            self._rule = NORMAL
        elif choice < 3:
            question = "狂牛症門檻（{fewest} 到 {most}，建議 15 到 30）"
            threshold = at.ask_number(question, 1, MOST_THRESHOLD)
            self._rule = Rule(threshold, "index" if choice == 2 else "mad-first")

    def _set_level(self, at: Menus) -> None:
        items = [
            say("{player}：{level}", player=words.player(seat), level=self._level_name(seat))
            for seat in range(len(self._levels))
        ]
        seat = at.choose("等級設定", [*items, "回上一頁"])
        if seat == len(self._levels):
            return
        title = say("{player} 的等級", player=words.player(seat))
        at.screen.menu(title, [say(name) for name in LEVEL_NAMES.values()], first=0)
        while True:
            line = at.line("等級（數字，或簡單、普通、困難），或直接輸入人的名字")
            line = _BY_NAME.get(levels.named(line) or "", line)
            if line in LEVEL_NAMES:
                self._levels[seat], self._names[seat] = line, ""
                return
            if line.isprintable() and integer(line) is None and 0 < len(line) <= _LONGEST_NAME:
                self._levels[seat], self._names[seat] = PERSON, line
                return
            at.say("請輸入 0 到 {most} 的數字，或一個名字。", most=len(LEVELS))

    def _level_name(self, seat: int) -> str:
        return self._names[seat] or say(LEVEL_NAMES[self._levels[seat]])
