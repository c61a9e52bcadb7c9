"""A person plays against three computer players at a terminal."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.text import Text

from big2.events import Event
from big2.game import PASS
from big2.patterns import Play
from big2.play import words
from big2.play.screen import Screen, card_named
from big2.play.session import Session, beside, load
from big2.players import Budget, is_fast, make
from big2.players.base import Strategy, refusal
from big2.players.record import StuckError
from big2.text import action_line, parse_action
from cardjudge.columns import columns
from cardjudge.language import say
from cardjudge.play import table


class Terminal(table.Table[Session]):
    """Shows a session, asks the person for actions, and lets the computer players act."""

    game = "big2"
    save_as = "big2.in"
    screen: Screen

    def __init__(
        self,
        session: Session,
        computers: Sequence[Strategy],
        seed: int,
        budget: Budget,
        screen: Screen,
        level: str,
    ) -> None:
        super().__init__(session, screen, level)
        self._computers = computers
        self._seed = seed
        self._budget = budget

    def begin(self) -> None:
        """Print the keys and the first player."""
        self.say(words.COMMANDS)
        super().help()
        self._tell(self.session.record.game.start())

    def help(self) -> None:
        """Print the commands and the legal plays."""
        self.say(words.COMMANDS)
        super().help()
        if not self.session.over:
            self._list()

    def play(self) -> None:
        """Play until the game ends; ask again after an illegal action."""
        game = self.session.record.game
        while not self.session.over:
            if game.top is None and not self.session.record.view().legal:
                raise StuckError
            if game.player == self.session.seat:
                self._show_turn()
                self._act(self.ask(say("出牌> ")))
            else:
                self._tell(self.session.let_act(self._computers, self._seed))
        self.ended(game.winner == self.session.seat)
        while True:
            self.say(words.OVER)
            self.ask(say("出牌> "))

    def dump(self) -> str:
        """Return the judge's input."""
        return self.session.case()

    def write(self, path: Path) -> None:
        """Write the judge's input, and the chain and the seat to a file beside it."""
        self.session.save(path)

    def taken(self, path: Path) -> bool:
        """Whether one of the two files of a save exists."""
        return path.is_file() or beside(path).is_file()

    def saved(self, path: Path) -> str:
        """Return the message after saving, with the command that judges the save."""
        command = self.session.command(path)
        return say("存到 {file}。裁判：{command}", file=str(path), command=command)

    def read(self, path: Path) -> Session:
        """Return the game of a judge's input."""
        return load(path, self.session.chain, self.session.seat)

    @property
    def begun(self) -> bool:
        """Whether a game with actions is in progress."""
        return bool(self.session.actions)

    def hint(self) -> list[str]:
        """Return the action of the strongest computer player, with its reasons."""
        record, session = self.session.record, self.session
        if session.over:
            return []
        self.thinks(is_fast(session.chain), "dim")
        advice = make("montecarlo", session.rng(self._seed), self._budget).advise(record.view())
        return [words.hint(record.game, advice, self.screen.named)]

    def log(self) -> list[str]:
        """Return the actions of all players."""
        session, lines = self.session.after(()), []
        for action in self.session.actions:
            for event in session.step(action):
                if told := words.told(event, session.names, self.screen.named):
                    lines.append(told)
        return lines

    def review(self) -> str:
        """Return the review of the person's decisions."""
        from big2.play.review import read, review
        from cardjudge.play.review import table
        from cardjudge.stdio import Lines

        lines = Lines(self.session.case().encode().splitlines(keepends=True))
        return table(review(read(lines, self.session.chain), str(self.session.seat + 1)))

    def _act(self, line: str) -> None:
        """Apply an action written as indices, as card names, or as a pass."""
        named = line.replace(",", " ").replace("，", " ").split()
        if named == ["p"]:
            named = [action_line(PASS)]
        hand = self.session.record.game.hand
        for place, word in enumerate(named):
            card = card_named(word)
            if card is not None and card not in hand:
                self.say("手上沒有 {word} 這張牌。", "yellow", word=self.screen.named([card]))
                return
            named[place] = word if card is None else str(hand.index(card))
        if all(word.removeprefix("-").isdecimal() for word in named):
            events = self.session.step(parse_action(" ".join(named)))
            self._tell(events, "yellow" if refusal(events[0]) else "")
        else:
            self.say(words.COMMANDS)

    def _list(self) -> None:
        """Print the legal plays; plays that differ only in suits share a line."""
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
            self.say("也可以 PASS（-1）。" if least else "沒有壓得過的牌，只能 PASS（-1）。")

    def _show_turn(self) -> None:
        game, names, seat = self.session.record.game, self.session.names, self.session.seat
        left = [f"{name} {len(hand)}" for name, hand in zip(names, game.hands, strict=True)]
        self.screen.say()
        template = "你坐第 {seat} 位　剩牌　{left}"
        self.say(template, "dim", seat=seat + 1, left="  ".join(left))
        on_table = words.on_table(game, names)
        if game.top is None:
            self.screen.say(on_table)
        else:
            self.screen.show(f"{on_table}　", self.screen.cards(game.top.cards))
        self.screen.hand(game.hand)

    def _tell(self, events: Iterable[Event], style: str = "") -> None:
        for event in events:
            if told := words.told(event, self.session.names, self.screen.named):
                self.screen.say(told, style)
