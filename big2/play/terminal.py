"""A person against three computers at a terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from big2.events import Event
from big2.game import PASS
from big2.patterns import Play
from big2.play import words
from big2.play.screen import Screen, card_named
from big2.play.session import Session, load
from big2.players import Budget, make
from big2.players.base import Strategy, refusal
from big2.players.record import StuckError
from big2.text import action_line, parse_action
from cardjudge.columns import columns
from cardjudge.errors import UserError, why
from cardjudge.language import say

_SAVE = "big2.in"


@dataclass
class Terminal:
    """Shows a session to a person, asks for actions, and lets the computers act between."""

    session: Session
    computers: Sequence[Strategy]
    seed: int
    budget: Budget
    screen: Screen
    _own: set[Path] = field(default_factory=set)
    """The files that this session has written, and may write again."""

    def run(self) -> None:
        """Play until the person leaves; however that is, the game is kept."""
        self._say(words.COMMANDS)
        self._tell(self.session.record.game.start())
        try:
            while self._turn():
                pass
        finally:
            self._keep()

    def _turn(self) -> bool:
        """Let the one whose turn it is act; return whether to go on."""
        game = self.session.record.game
        if self.session.over:
            self._say(words.OVER)
            return self._ask()
        if game.top is None and not self.session.record.view().legal:
            raise StuckError
        if game.player == self.session.seat:
            self._show_turn()
            return self._ask()
        self._tell(self.session.let_act(self.computers, self.seed))
        return True

    def _keep(self) -> None:
        """Save what no file has yet, and say where."""
        if self.session.saved or not self.session.actions:
            return
        try:
            path = self.session.keep(Path())
        except OSError as error:
            self._say("{file}：{why}", "yellow", file=str(error.filename), why=why(error))
        else:
            self._say("這一場存在 {file}，下次用 l {file} 接著打。", file=str(path))

    def _ask(self) -> bool:
        """Carry out one command of the person; return whether to go on."""
        try:
            line = self.screen.console.input(Text(say("出牌> "), "bold")).strip()
        except EOFError:
            self.screen.say()
            return False
        match line.split(maxsplit=1):  # the name of a file may have blanks in it, but no NUL
            case [_, name] if "\0" in name:
                self._say(words.COMMANDS)
            case ["q"]:
                return False
            case ["u"]:
                self._take_back()
            case [("s" | "s!") as command, *name]:
                self._save(Path(*name or [_SAVE]), command == "s!")
            case ["l", *name]:
                self._load(Path(*name or [_SAVE]))
            case ["?"] if not self.session.over:
                self._list()
            case ["h"] if not self.session.over:
                self._hint()
            case [_, *_] if not self.session.over:
                self._act(line)
            case _:
                self._say(words.OVER if self.session.over else words.COMMANDS)
        return True

    def _act(self, line: str) -> None:
        """Take an action that is written as indices, as names of cards, or as a pass."""
        named = line.replace(",", " ").replace("，", " ").split()
        if named == ["p"]:
            named = [action_line(PASS)]
        hand = self.session.record.game.hand
        for place, word in enumerate(named):
            card = card_named(word)
            if card is not None and card not in hand:
                self._say("手上沒有 {word} 這張牌。", "yellow", word=str(card))
                return
            named[place] = word if card is None else str(hand.index(card))
        if all(word.removeprefix("-").isdecimal() for word in named):
            events = self.session.step(parse_action(" ".join(named)))
            self._tell(events, "yellow" if refusal(events[0]) else "")
        else:
            self._say(words.COMMANDS)

    def _list(self) -> None:
        """Show the legal plays; those that differ in suits only are one line."""
        record = self.session.record
        groups: dict[object, list[Play]] = {}
        for play in record.view().legal:
            ranks = tuple(card.rank for card in play.cards)
            groups.setdefault((play.pattern.name, ranks), []).append(play)
        least = [min(plays, key=lambda play: play.cards) for plays in groups.values()]
        rows = [(action_line(record.game.indices(p)), say(p.pattern.name)) for p in least]
        for play, plays, cells in zip(least, groups.values(), columns(rows, {1}), strict=True):
            more = say("，不同花色共 {count} 種", count=len(plays)) if len(plays) > 1 else ""
            self.screen.show(Text(f"{cells}  "), self.screen.cards(play.cards), Text(more, "dim"))
        if record.game.top is not None:
            self._say("也可以 PASS（-1）。" if least else "沒有壓得過的牌，只能 PASS（-1）。")

    def _hint(self) -> None:
        self._say("想一下……第一次提示可能要先編譯，最多二十秒。", "dim")
        record = self.session.record
        advice = make("montecarlo", self.session.rng(self.seed), self.budget).advise(record.view())
        self.screen.say(words.hint(record.game, advice), "green")

    def _take_back(self) -> None:
        session = self.session.before_last_turn()
        if session is None:
            self._say(words.NOTHING_TO_TAKE_BACK, "yellow")
        else:
            self.session = session
            self._say(words.TAKEN_BACK)

    def _save(self, path: Path, replace: bool) -> None:
        try:
            self.session.save(path, replace or path in self._own)
        except FileExistsError:
            self._say("{file} 已經存在；要蓋掉就輸入 s! {file}", "yellow", file=str(path))
        except OSError as error:
            self._say("{file}：{why}", "yellow", file=str(path), why=why(error))
        else:
            self._own.add(path)
            command = self.session.command(path)
            self._say("存到 {file}。裁判：{command}", file=str(path), command=command)

    def _load(self, path: Path) -> None:
        try:
            session = load(path, self.session.chain, self.session.seat)
        except (UserError, OSError) as error:
            template = "{file}：{why}；這一場沒有改變。"
            self._say(template, "yellow", file=str(path), why=why(error))
        else:
            self._keep()
            self.session = session
            self._say("讀入 {file}。", file=str(path))

    def _show_turn(self) -> None:
        game, names, seat = self.session.record.game, self.session.names, self.session.seat
        left = [f"{name} {len(hand)}" for name, hand in zip(names, game.hands, strict=True)]
        self.screen.say()
        template = "你是 {name}（位子 {seat}）　剩牌　{left}"
        self._say(template, "dim", name=names[seat], seat=seat, left="  ".join(left))
        on_table = words.on_table(game, names)
        if game.top is None:
            self.screen.say(on_table)
        else:
            self.screen.show(f"{on_table}　", self.screen.cards(game.top.cards))
        self.screen.hand(game.hand)

    def _tell(self, events: Iterable[Event], style: str = "") -> None:
        for event in events:
            if told := words.told(event, self.session.names):
                self.screen.say(told, style)

    def _say(self, template: str, style: str = "", **parts: object) -> None:
        self.screen.say(say(template, **parts), style)
