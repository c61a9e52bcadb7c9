"""The table of any installed game: a session, as the person at the page sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.checks import begun, legal
from cardjudge.play.game import Choice, Game, has_values, sentences
from cardjudge.play.installed import game as installed
from cardjudge.play.levels import HARD, NAMES
from cardjudge.play.players import PLAYOUTS, blaming, player_of, spelled_out
from cardjudge.play.session import PERSON, Made, Session, loaded
from cardjudge.stdio import Lines
from cardjudge.viewer import as_members

State = dict[str, Any]
_PLAYOUTS = 200
"""Play-outs of a decision in a review: Python in a browser is several times slower."""
_CANDIDATES = 3
"""Moves that a hint compares."""
_MOST_FRAMES = 40
"""Scenes of one answer, the last ones."""
_MOST_LOG = 60
"""Lines of the log that the page shows."""
_MOST_SEED = 2**64 - 1


class Table:
    """A session with the scenes since the last answer, and what each seat did last."""

    def __init__(
        self, game: Game[Any], players: Sequence[Any], seed: int, record: Iterable[Made] = ()
    ) -> None:
        self.game = game
        self._frames: list[State] = []
        self.seat = next(seat for seat, player in enumerate(players) if player == PERSON)
        """The seat that the page shows."""
        self.session = Session(game, players, seed, self._watch, named=True)
        for made in record:
            self.session.make(made.seat, made.text)
        self._frames.clear()

    def _watch(self, session: Session, events: Sequence[Any]) -> None:
        """Keep the scene after a step of which the person learns."""
        if sentences(self.game, events, self.seat):
            self._frames = [*self._frames[1 - _MOST_FRAMES :], self._frame(session)]

    def step(self) -> None:
        """Let computers act until the person learns of something, or is asked."""
        while not (self._frames or self.game.over or self._is_asked):
            self.session.let_act(self.game.awaited[0])

    @property
    def _is_asked(self) -> bool:
        return self.seat in self.game.awaited

    def state(self) -> State:
        """Return what the seat sees, and the scenes since the last answer."""
        game, session, asked = self.game, self.session, self._is_asked
        with blaming(type(game)):
            single, ranges = legal(game, self.seat) if asked else ((), ())
            state = {
                "frames": [*self._frames, self._frame(session)],
                "seat": self.seat,
                "awaits": "over" if game.over else "person" if asked else "computer",
                "asks": game.table.asks(game, self.seat) if asked else "",
                "choices": [_members(choice) for choice in single],
                "ranges": [part._asdict() for part in ranges],
                "log": session.log(self.seat)[-_MOST_LOG:],
                "save": session.dump(),
                "begun": any(made.seat == self.seat for made in session.record),
                "result": [*game.table.result(game)] if game.over else [],
                "notes": [*session.notes] if asked or game.over else [],
                "won": game.over and game.shares()[self.seat] > 0,
            }
        self._frames = []
        if state["notes"]:
            session.notes = ()
        return state

    def _frame(self, session: Session) -> State:
        game, seats = self.game, []
        scene = game.scene(None if game.over else self.seat)
        for seat, (line, whole) in enumerate(zip(scene.seats, game.scene(None).seats, strict=True)):
            held = max(0, len(whole.cards) - len(line.cards))
            played = session.last_play(seat, self.seat, scene)
            seats.append(line._replace(played=played, held=held))
        return as_members(scene._replace(seats=seats))

    def hint(self) -> State:
        """Return the move that the adviser would make, the best candidates, and why."""
        game, kind = self.game, type(self.game)
        with blaming(kind):
            advice = player_of(kind, HARD).advise(game, self.seat, self.session.rng(self.seat))
            text = game.typed(self.seat, advice.move)
            name = game.table.called(game, self.seat, advice.move)
            best = advice.values[:_CANDIDATES]
            bars = [[game.table.called(game, self.seat, move), value] for move, value in best]
            why = advice.reason
            if len(best) > 1 and not has_values(kind):  # the bars have the shares that it names
                count = int(spelled_out(kind, HARD).partition(":")[2] or PLAYOUTS)
                why = game.values.reason(game, self.seat, best[1][0], best[0][0])
                sure = "模擬 {count} 局的勝率，誤差約 {points} 個百分點。"
                why += "\n" + say(sure, count=count, points=round(196 / count**0.5))
        things = [choice.things for choice in game.choices(self.seat).single if choice.text == text]
        says = [say("建議 {move}", move=name), *filter(None, why.splitlines())]
        return {"says": says, "text": text, "bars": bars, "things": things[0] if things else ()}

    def review(self) -> State:
        """Return the person's costliest mistakes, each with the save before it, and curves."""
        from cardjudge.play.replay import Replay
        from cardjudge.play.review import replay as reviewed
        from cardjudge.play.reviewing import review

        session, save = self.session, self.session.dump()
        replay = Replay(type(self.game), save.encode(), {})
        report = review(replay, [self.seat], _PLAYOUTS, session.seed % 2**32)
        template = "第 {turn} {unit} {done}：少了 {loss}，{best} 較好。{reason}"
        mistakes = []
        for decision in report.costliest():
            parts = {"turn": decision.turn, "done": decision.done, "best": decision.best}
            parts |= {"loss": report.shown(decision.loss), "reason": decision.reason}
            number = next(
                number
                for number, made in enumerate(session.record)
                if (made.seat, replay.frame_of[number]) == (decision.player, decision.step)
            )
            says = say(template, unit=say(report.unit), **parts)
            mistakes.append({"says": says, "save": session.dump(number)})
        drawn = reviewed(report, replay.frames)
        return drawn | {"mistakes": mistakes, "frames": len(drawn["frames"])}


def _members(choice: Choice[Any]) -> State:
    return {"text": choice.text, "name": choice.name or choice.text, "things": choice.things}


def of_session(session: Session, names: Sequence[str] = ()) -> Table:
    """Return the table of a session, perhaps with other names of the seats."""
    game = session.game_at_start()
    game.names[:] = names or game.names
    table = Table(game, session.players, session.seed, session.record)
    table.session.notes = session.notes
    return table


_tables: dict[str, Table] = {}


def about(name: str) -> State:
    """Return the rules, the levels and the settings of a game, for the page's form."""
    game = installed(name)
    settings = [
        {
            "keyword": each.keyword,
            "label": re.split("[；，：。;,:.]", say(each.help))[0],
            "help": say(each.help),
            "kind": "flag" if each.metavar is None else "text" if each.least is None else "number",
            "values": each.values,
            "least": each.least,
            "most": each.most,
            "usual": each.usual,
        }
        for each in game.settings
    ]
    levels = {level: say(each) for level, each in NAMES.items()}
    return {
        "rules": [say(rule) for rule in game.table.rules],
        "levels": levels,
        "settings": settings,
    }


def deal(name: str, form: str) -> State:
    """Deal a game from the page's form: level, the person's seat, seed, and the game's settings."""
    game, filled = installed(name), json.loads(form)
    typed = str(filled["seed"]).strip()
    seed = integer(typed, 0, _MOST_SEED)
    if seed is None:
        raise UserError(
            "種子應是 0 到 {most} 的整數，不是{seed}", most=_MOST_SEED, seed=quote(typed)
        )
    settings: State = {}
    for option in game.settings:
        value = filled["settings"].get(option.keyword, "")
        if option.is_flag:
            settings |= {option.keyword: value} if value != bool(option.usual) else {}
        elif value:
            if not option.takes(str(value)):
                raise UserError("{name}不能是{value}", name=say(option.help), value=quote(value))
            settings[option.keyword] = value if option.least is None else int(value)
    with blaming(game):
        dealt = begun(game, "dealt", settings, seed)
    count = len(dealt.names)
    seat = integer(str(filled["position"]), 1, count)
    if seat is None:
        raise UserError("你的位子要是 1 到 {count}", count=count)
    dealt.names[seat - 1] = say("你")
    players = [filled["level"]] * count
    players[seat - 1] = PERSON
    return _placed(name, Table(dealt, players, seed))


def load(name: str, save: str) -> State:
    """Go on with a save; its seats get their names in the language of now."""
    game = installed(name)
    session = loaded(save.encode(), game)
    lines = Lines(session.start.encode().splitlines(keepends=True))
    names = game.read(lines, session.game.given).names
    if len(session.people) != 1:
        raise UserError("網頁上只有一個人玩：用 {game} play 繼續這個存檔", game=name)
    names[session.people[0]] = say("你")
    return _placed(name, of_session(session, names))


def _placed(name: str, table: Table) -> State:
    _tables[name] = table
    return table.state()


def play(name: str, what: str, *words: str) -> Any:
    """Carry out an action of the person; return the new state, or what was asked for."""
    table = _tables[name]
    match what:
        case "make":
            table.session.make(table.seat, *words)
        case "step":
            table.step()
        case "hint" | "review":
            return getattr(table, what)()
        case "back":
            before = table.session.before_last_turn(table.seat)
            if before is None:
                raise UserError("沒有可以收回的動作。")
            return _placed(name, of_session(before))
    return table.state()


CALLS = {function.__name__: function for function in (about, deal, load, play)}
