"""Nim and the other impartial games as a game of the kit; the computer explains its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import NamedTuple, Self

from cardjudge.doors import Row
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.game import (
    IN_SAVE,
    Advice,
    Choice,
    Choices,
    IllegalMove,
    Player,
    Range,
    Settings,
    Table,
    Valued,
    any_move,
    mark,
    usual_names,
)
from cardjudge.play.game import Game as KitGame
from cardjudge.play.levels import EASY, HARD, NORMAL
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from nim.games import Choose, Game, Heap, LinePosition, Move, Sum, Token
from nim.heaps import Nim
from nim.integers import read_one
from nim.line import LineGame, TooFarError, first_player_wins, winning_steps
from nim.notation import read_game
from nim.options import MISERE
from nim.text import TOO_FAR, decimal, read_heaps

GAME = Row("--game", "game", "玩哪一個賽局，寫法同 nim sum 的一行；沒有就是 Nim。", "賽局")
_MOST = 1_000_000
_MOST_LISTED = 60
"""Moves that are listed one by one; more are ranges of heaps, where the game has ranges."""


class Moved(NamedTuple):
    """A player makes a move in a position; `wins` tells whether the player keeps a won game."""

    player: int
    game: Sum
    move: Move


class Perfect(Player):
    """Plays the first winning move, or the first move; a share of its moves is random."""

    def __init__(self, budget: str) -> None:
        percent = integer(budget, 0, 100) if budget else 0
        if percent is None:
            raise ValueError(budget)
        self._slips = percent / 100

    def advise(self, game: NimGame, seat: int, rng: Random) -> Advice[Move]:
        """Return the move and its reason."""
        if rng.random() < self._slips:
            return Advice(any_move(game, seat, rng))
        move = next(chain(game.winning_moves(), game.position.moves()))
        reason = "\n".join(_reason(game.position, move))
        if game.misere:
            won = game.values.value(game, seat, move)
            reason = say("走了這一步，對手必敗。" if won else "怎麼走，對手都有必勝的走法。")
        return Advice(move, [(move, game.values.value(game, seat, move))], reason)


class NimTable(Table):
    """The words of the games."""

    title = "Nim"
    rules = (
        "兩人輪流從一堆拿走一顆以上的石頭；不能動的人輸，匱乏賽局裡不能動的人贏。",
        "其他賽局（line、graph）的規則在 docs/nim.md。",
        "走法：第幾堆，剩下幾顆；棋子只寫走到哪裡。",
        "X 是所有堆的 XOR。",
    )

    def asks(self, game: NimGame, seat: int) -> str:
        on_line = isinstance(game.position.parts[0], LinePosition | Token)
        asks = say("走到哪裡？") if on_line else say("第幾堆，剩幾顆？")
        return say("{asks}不能動的人贏。", asks=asks) if game.misere else asks


class Known(Valued):
    """The value of a move: 1 if it wins, otherwise 0."""

    def value(self, game: NimGame, seat: int, move: Move) -> float:
        return float(not game.won_by(game.position.after(move)))

    def reason(self, game: NimGame, seat: int, done: Move, best: Move) -> str:
        return "" if game.misere else _reason(game.position, best)[-1]


class NimGame(KitGame[Move]):
    """Two players; a player without a move loses, or wins in misère play."""

    name = "nim"
    table = NimTable()
    values = Known()
    settings = (GAME, MISERE)
    players = {"perfect": Perfect, EASY: "perfect:80", NORMAL: "perfect:30", HARD: "perfect"}
    moves = IN_SAVE

    def __init__(self, position: Sum, given: Settings) -> None:
        if any(isinstance(part, Choose) for part in position.parts):
            raise UserError("可以玩的是 nim、line 與 graph")
        if any(isinstance(part, LinePosition) and part.end > _MOST for part in position.parts):
            raise UserError("玩的時候數字最多 {most}", most=_MOST)
        self.position, self.given = position, given
        self.misere = bool(given.get("misere"))
        self.player = 0
        self.names = usual_names(2)
        heaps = [str(part) for part in position.parts]
        self._start = str(given.get("game") or f"{len(heaps)}\n{' '.join(heaps)}")
        try:
            self.won_by(position)
        except TooFarError:
            raise UserError(TOO_FAR) from None

    @classmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        if given.get("game"):
            game = cls(read_game(str(given["game"])), given)
            if game.over:
                raise UserError("這個局面沒有步可走")
            return game
        rng = Random(seed)
        heaps = rng.sample(range(1, 10), 3 + rng.randrange(2))
        return cls(Sum(tuple(map(Heap, heaps))), given)

    @classmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        if given.get("game"):
            return cls(read_game(lines.expect("賽局")), given)
        return cls(Sum(tuple(map(Heap, read_heaps(lines)))), given)

    def case(self) -> str:
        return f"{self._start}\n"

    @property
    def is_nim(self) -> bool:
        """Whether all parts are heaps of Nim, of which any number of stones may be taken."""
        return all(isinstance(part, Heap) for part in self.position.parts)

    @property
    def awaited(self) -> Sequence[int]:
        return () if self.over else (self.player,)

    @property
    def over(self) -> bool:
        return next(self.position.moves(), None) is None

    def choices(self, seat: int) -> Choices[Move]:
        is_nim, moves = self.is_nim, self.position.moves()
        listed = list(islice(moves, _MOST_LISTED + 1) if is_nim else moves)
        if is_nim and len(listed) > _MOST_LISTED:
            sizes = enumerate(self.position.parts, 1)
            return Choices(ranges=[Range(0, n.value - 1, 0, str(at)) for at, n in sizes if n.value])
        return Choices([self._choice(seat, move) for move in listed])

    def _choice(self, seat: int, move: Move) -> Choice[Move]:
        row = (_heap(move.part + 1),) if isinstance(move.before, Heap) else ()
        return Choice(move, self.typed(seat, move), _change(move), row)

    def make(self, seat: int, move: Move) -> Sequence[Moved]:
        if not move.before.leads_to(move.after):
            raise IllegalMove("規則不允許 {move}", move=_change(move))
        event = Moved(self.player, self.position, move)
        self.position = self.position.after(move)
        self.player = 1 - self.player
        return [event]

    def shares(self) -> Sequence[float]:
        winner = self.player if self.misere else 1 - self.player
        return [float(winner == 0), float(winner == 1)]

    def typed(self, seat: int, move: Move) -> str:
        if isinstance(move.before, LinePosition | Token):
            return str(move.after)
        return f"{move.part + 1} {move.after}"

    def move(self, seat: int, text: str) -> Move:
        numbers, parts = [read_one(word) for word in text.split()], self.position.parts
        match parts, numbers:
            case [LinePosition() as piece], [at]:
                return Move(0, piece, LinePosition(piece.values, piece.end, at))
            case [Token() as token], [vertex]:
                return Move(0, token, Token(token.board, vertex))
            case [LinePosition() | Token()], _:
                raise UserError("請輸入要走到的位置")
            case _, [number, stones]:
                if not 1 <= number <= len(parts):
                    raise UserError("沒有第 {heap} 堆", heap=quote(text.split()[0]))
                return Move(number - 1, parts[number - 1], Heap(stones))
        raise UserError("請輸入第幾堆與剩下的石頭數")

    def words(self, event: Moved, seat: int | None) -> str:
        sentence = say("{who}：{what}", who=self.names[event.player], what=_change(event.move))
        if seat in (None, event.player) or self.misere:
            return sentence
        return "\n".join([sentence, *_reason(event.game, event.move)])

    def scene(self, seat: int | None) -> Frame:
        parts, x = self.position.parts, self.position.value
        width = max([x, *(part.value for part in parts)]).bit_length() or 1
        rows = [
            Line(_heap(number), [str(part)], f"{part.value:0{width}b}", pile=True)
            if isinstance(part, Heap)
            else Line(say("棋子"), [str(part)], _end(part))
            for number, part in enumerate(parts, 1)
        ]
        if rows and self.is_nim:
            rows.append(Line("X", [decimal(x)], f"{x:0{width}b}"))
        seats = [Line(name, [], "", mark(self, player)) for player, name in enumerate(self.names)]
        return Frame("", "", rows, seats)

    def won_by(self, position: Sum) -> bool:
        """Return whether the player to move wins a position."""
        if not self.misere:
            return position.value != 0
        game = _in_misere_play(position)
        if isinstance(game, Nim):
            return game.first_player_wins
        return first_player_wins(game, misere=True)

    def winning_moves(self) -> Iterator[Move]:
        """Yield every move that wins."""
        if not self.misere:
            return self.position.winning_moves()
        game = _in_misere_play(self.position)
        if isinstance(game, Nim):
            moves = game.winning_moves()
            return (Move(heap - 1, Heap(before), Heap(after)) for heap, before, after in moves)
        won = {game.start + step for step in winning_steps(game, misere=True)}
        return (move for move in self.position.moves() if int(str(move.after)) in won)


def _in_misere_play(position: Sum) -> Nim | LineGame:
    match position.parts:
        case [LinePosition() as piece]:
            steps = frozenset(piece.values.steps)
            return LineGame(piece.end, piece.at, steps, steps)
    heaps = [part.stones for part in position.parts if isinstance(part, Heap)]
    if len(heaps) < len(position.parts):
        raise UserError("匱乏賽局只有 nim 與 line")
    return Nim(heaps, misere=True)


def _end(part: Game) -> str:
    return say("終點是 {end}", end=part.end) if isinstance(part, LinePosition) else ""


def _heap(number: int) -> str:
    return say("第 {number} 堆", number=number)


def _change(move: Move) -> str:
    """Return a move in words: the heap, if the game has several, and the change."""
    change = f"{move.before} -> {move.after}"
    if isinstance(move.before, Heap):
        return say("第 {number} 堆 {heap}", number=move.part + 1, heap=change)
    return change


def _reason(position: Sum, move: Move) -> list[str]:
    """Return why a move wins, or that nothing does: the sum in binary, as in the lecture."""
    x, values = position.value, [part.value for part in position.parts]
    x_after = position.after(move).value
    if x and x_after:
        return [say("這一步之後 X = {after}，不是 0。", after=decimal(x_after))]
    lines = columns(values, x)
    if not x:
        return [*lines, say("X = 0，怎麼走都會讓 X ≠ 0，對手有必勝的走法。")]
    value = values[move.part]
    template = "X = {x}，讓 X 變成 0：{value} XOR {x} = {left}"
    if not isinstance(position.parts[move.part], Heap):
        template = "X = {x}，讓 X 變成 0：SG 從 {value} 變成 {value} XOR {x} = {left}"
    why = say(template, x=decimal(x), value=decimal(value), left=decimal(value ^ x))
    return [*lines, why]


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
        return f"{' '.join(f'{number:0{width}b}')} = {decimal(number)}"

    rule = "-" * (2 * width + 6) + "> XOR"
    return [*map(row, numbers), rule, row(total)]
