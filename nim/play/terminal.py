"""A person plays against the computer at a terminal; the computer explains its winning moves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.play.levels import EASY, HARD, NORMAL
from cardjudge.play.table import Table
from nim.games import Choose, Game, Heap, LinePosition, Move, Sum, TakingHeap, Token, parts_of
from nim.integers import read_one
from nim.line import TooFarError
from nim.notation import read_game
from nim.play.match import Match
from nim.text import TOO_FAR

_MOST = 1_000_000
_SLIPS = {EASY: 0.8, NORMAL: 0.3, HARD: 0.0}
"""The probability that the computer makes a random move, by level."""
_SCHEMA = "cardjudge/nim-play/1"


class Terminal(Table["Session"]):
    """Asks the person for moves and lets the computer answer."""

    game = "nim"
    save_as = "nim.save"

    def help(self) -> None:
        """Print the keys and the notation of moves."""
        super().help()
        self.say("走法：{form}", form=prompt(self.session.match.game).rstrip("> "))

    def play(self) -> None:
        """Play until a player has no move."""
        session = self.session
        while not session.match.over:
            if session.match.player == session.computer:
                move = session.choose()
                if move == session.match.perfect_move():
                    self.screen.say(explain(session.match, move))
                else:  # a random move has no reason
                    self.say("我走：{move}", move=render_change(move))
                session.make(move)
            else:
                self.screen.say(render_position(session.match.game))
                self._move()
        won = session.match.winner != session.computer
        if won:
            self.say("你贏了！")
        else:
            told = "我不能動了，我贏了。" if session.match.misere else "你不能動了，我贏了。"
            self.say(told)
        self.ended(won)
        self.screen.say(self.review())

    def left(self) -> None:
        """Say goodbye."""
        super().left()
        self.say("下次再玩。")

    def _move(self) -> None:
        match = self.session.match
        while True:
            try:
                move = read_move(match.game, self.ask(prompt(match.game)))
            except UserError as error:
                self.screen.say(str(error))
                continue
            if match.legal(move):
                self.session.make(move)
                return
            self.say("規則不允許 {move}", move=render_change(move))

    def dump(self) -> str:
        """Return the game as JSON, with its moves as the person types them."""
        return self.session.dump()

    def read(self, path: Path) -> Session:
        """Return the game of a save."""
        return load(path)

    @property
    def begun(self) -> bool:
        """Whether a game with moves is in progress."""
        return bool(self.session.moves) and not self.session.match.over

    def hint(self) -> list[str]:
        """Return a winning move with its reason."""
        match = self.session.match
        if match.over:
            return []
        move = match.perfect_move()
        facts = {"move": render_change(move), "x": "" if match.misere else match.game.value}
        if not match.wins:
            return [say("現在怎麼走，對手都有辦法贏；隨便走，例如 {move}。", **facts)]
        if match.misere:
            return [say("{move}：之後對手怎麼走都輸。", **facts)]
        return [say("{move}：X = {x}，走了之後 X = 0，對手怎麼走都輸。", **facts)]

    def log(self) -> list[str]:
        """Return all moves."""
        return [each.told for each in self.session.steps()]

    def review(self) -> str:
        """Return for each move of the person whether it kept a won position."""
        rows = [each for each in self.session.steps() if each.player != self.session.computer]
        lost = [each for each in rows if each.won and not each.kept]
        lines = []
        for number, each in enumerate(rows, start=1):
            verdict = "好" if each.kept else "失誤：走之前必勝，走之後輸"
            told = say(verdict if each.won else "走之前就輸了")
            lines.append(f"{number}  {each.told}  {told}")
        told = say("{count} 步，{mistakes} 個失誤。", count=len(rows), mistakes=len(lost))
        return "\n".join([*lines, told])


class Step(NamedTuple):
    """A move of the game."""

    player: int
    told: str
    won: bool
    """Whether the player could win before the move."""
    kept: bool
    """Whether the player could still win after the move."""


class Session:
    """A game against the computer, whose random moves depend on the seed and the move number."""

    def __init__(self, text: str, misere: bool, computer: int, level: str, seed: int) -> None:
        self.text, self.misere, self.computer = text, misere, computer
        self.level, self.seed = level, seed
        self.match = read_match(text, misere)
        self.moves: list[str] = []

    def make(self, move: Move) -> None:
        """Make a move and record it as a person types it."""
        self.moves.append(typed(move))
        self.match.make(move)

    def choose(self) -> Move:
        """Return the computer's move: a perfect one, or at lower levels sometimes a random one."""
        rng = Random(f"{self.seed}/{len(self.moves)}")
        if rng.random() < _SLIPS[self.level]:
            return rng.choice(list(islice(self.match.game.moves(), _MOST)))
        return self.match.perfect_move()

    def after(self, moves: Iterable[str]) -> Session:
        """Return the game after these moves; UserError for an illegal move."""
        other = Session(self.text, self.misere, self.computer, self.level, self.seed)
        for line in moves:
            move = read_move(other.match.game, line)
            if not other.match.legal(move):
                raise UserError("規則不允許 {move}", move=render_change(move))
            other.make(move)
        return other

    def before_last_turn(self) -> Session | None:
        """Return the game before the person's last turn, or None if there was none."""
        turns = [n for n in range(len(self.moves)) if n % 2 != self.computer]
        return self.after(self.moves[: turns[-1]]) if turns else None

    def steps(self) -> Iterator[Step]:
        """Yield each move, with whether it kept a won position."""
        other = self.after(())
        for line in self.moves:
            player, won = other.match.player, other.match.wins
            move = read_move(other.match.game, line)
            other.make(move)
            who = say("我") if player == self.computer else say("你")
            told = say("{who}：{what}", who=who, what=render_change(move))
            yield Step(player, told, won, not other.match.wins)

    def dump(self) -> str:
        """Return the game as JSON."""
        fields = ("text", "misere", "computer", "level", "seed", "moves")
        kept = {"schema": _SCHEMA, **{field: getattr(self, field) for field in fields}}
        return f"{json.dumps(kept, ensure_ascii=False)}\n"


def load(path: Path) -> Session:
    """Return the game of a save; OSError if it is unreadable, UserError if it is no save."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["schema"] != _SCHEMA:
            raise UserError("這是別的版本的存檔")
        given = str(kept["text"]), bool(kept["misere"]), int(kept["computer"]), kept["level"]
        if given[2] not in (0, 1) or given[3] not in _SLIPS:
            raise ValueError
        return Session(*given, int(kept["seed"])).after(map(str, kept["moves"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UserError("這不是 nim play 的存檔") from None


def typed(move: Move) -> str:
    """Return a move as a person types it.

    >>> typed(Move(1, Heap(5), Heap(2)))
    '2 2'
    """
    if isinstance(move.before, LinePosition | Token):
        return str(move.after)
    left = [str(part) for part in parts_of(move.after)] or ["0"]
    return " ".join([str(move.part + 1), *left])


def read_match(text: str, misere: bool) -> Match:
    """Return a new match of a game; UserError for a game that the terminal does not offer."""
    game = read_game(text)
    if any(isinstance(part, Choose) for part in game.parts):
        raise UserError("可以玩的是 nim、line、octal、subtract、grundy 與 graph")
    if any(int(str(part)) > _MOST for part in game.parts):
        raise UserError("玩的時候數字最多 {most}", most=_MOST)
    match = Match(game, misere)
    try:
        _ = match.wins
    except TooFarError:
        raise UserError(TOO_FAR) from None
    return match


def read_move(game: Sum, answer: str) -> Move:
    """Return the move of a typed answer; UserError, with the reason, for an invalid answer."""
    numbers = [read_one(word) for word in answer.split()]
    only = game.parts[0] if len(game.parts) == 1 else None
    if isinstance(only, LinePosition | Token):
        if len(numbers) != 1:
            raise UserError("請輸入要走到的位置")
        return Move(0, only, _moved(only, numbers))
    if len(numbers) < 2:
        raise UserError("請輸入第幾堆與剩下的石頭數")
    index, *left = numbers
    if not 1 <= index <= len(game.parts):
        raise UserError("沒有第 {heap} 堆", heap=quote(answer.split()[0]))
    before = game.parts[index - 1]
    return Move(index - 1, before, _moved(before, left))


def _moved(part: Game, numbers: list[int]) -> Game:
    match part:
        case LinePosition():
            return LinePosition(part.game, part.end, numbers[0])
        case Token():
            return Token(part.board, numbers[0])
        case TakingHeap():
            left = (TakingHeap(part.game, heap, part.limit) for heap in numbers if heap)
            return Sum(tuple(left))
    return Heap(numbers[0]) if len(numbers) == 1 else Sum(tuple(map(Heap, numbers)))


def render_change(move: Move) -> str:
    """Return a move as text: the heap, if the game has several, and the change."""
    change = f"{move.before} -> {move.after}"
    if isinstance(move.before, Heap | TakingHeap):
        return say("第 {number} 堆 {heap}", number=move.part + 1, heap=change)
    return change


def render_position(game: Sum) -> str:
    """Return the position as text."""
    match game.parts:
        case [LinePosition() as piece]:
            return say("棋子在 {at}，終點是 {end}", at=piece.at, end=piece.end)
        case [Token() as token]:
            after = [str(option) for option in token.options()]
            return say("棋子在 {at}，可以走到 {after}", at=token.vertex, after=listed(after))
    heaps = [say("第 {number} 堆 {heap}", number=i, heap=h) for i, h in enumerate(game.parts, 1)]
    return say("，").join(heaps)


def prompt(game: Sum) -> str:
    """Return the prompt for a move."""
    if isinstance(game.parts[0], LinePosition | Token):
        return say("走到> ")
    if any(isinstance(part, TakingHeap) and part.game.rules.to_two for part in game.parts):
        return say("第幾堆 剩下的一堆或兩堆> ")
    return say("第幾堆 剩幾顆> ")


def explain(match: Match, move: Move) -> str:
    """Return the computer's move and its reason, in binary columns as in the lecture."""
    told = say("我走：{move}", move=render_change(move))
    if match.misere:
        return told
    x, values = match.game.value, [part.value for part in match.game.parts]
    plain = all(isinstance(part, Heap) for part in match.game.parts)
    lines = [say("我看到的是：") if plain else say("我看到的是（用 SG 值算）：")]
    lines += columns(values, x)
    if x == 0:
        lines.append(say("X = 0，怎麼走都留給你 X ≠ 0 的盤面；我先隨便走。"))
    else:
        value = values[move.part]
        parts = {"x": x, "value": value, "after": value ^ x}
        lines.append(say("X = {x}，讓 X 變成 0：{value} XOR {x} = {after}", **parts))
        lines += columns([value, x], value ^ x)
    return "\n".join([*lines, told])


def columns(numbers: list[int], total: int) -> list[str]:
    """Return the lines of a nim-sum in binary: each number, a separator, and the sum.

    >>> print(*columns([9, 15], 6), sep=chr(10))
    1 0 0 1 = 9
    1 1 1 1 = 15
    --------------> XOR
    0 1 1 0 = 6
    """
    width = max([total, *numbers]).bit_length() or 1

    def row(number: int) -> str:
        return f"{' '.join(f'{number:0{width}b}')} = {number}"

    rule = "-" * (2 * width + 6) + "> XOR"
    return [*map(row, numbers), rule, row(total)]
