"""The person at the terminal: asked for moves until one is legal, told why the computer's wins."""

from functools import partial

from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from nim.games import Choose, Game, Heap, LinePosition, Move, Sum, TakingHeap, Token
from nim.integers import read_one
from nim.notation import read_game
from nim.play.match import Match

_MOST = 1_000_000
_tell = partial(print, flush=True)


def play_at_terminal(match: Match, computer: int) -> None:
    """Play until a player cannot move, or until the person's input ends."""
    while not match.over:
        if match.player == computer:
            move = match.perfect_move()
            _tell(explain(match, move))
            match.make(move)
            continue
        _tell(render_position(match.game))
        try:
            _ask_for_move(match)
        except EOFError:
            _tell("\n" + say("下次再玩。"))
            return
    if match.winner != computer:
        _tell(say("你贏了！"))
    else:
        _tell(say("我不能動了，我贏了。") if match.misere else say("你不能動了，我贏了。"))


def _ask_for_move(match: Match) -> None:
    while True:
        _tell(prompt(match.game), end="")
        try:
            move = read_move(match.game, input())
        except UserError as error:
            _tell(error)
        except UnicodeDecodeError:
            _tell(say("輸入不是 UTF-8"))
        else:
            if match.legal(move):
                match.make(move)
                return
            _tell(say("規則不允許 {move}", move=render_change(move)))


def read_match(text: str, misere: bool) -> Match:
    """Return the game to play; UserError for one that is not played."""
    game = read_game(text)
    if any(isinstance(part, Choose) for part in game.parts):
        raise UserError("可以玩的是 nim、line、octal、subtract、grundy 與 graph")
    if any(int(str(part)) > _MOST for part in game.parts):
        raise UserError("玩的時候數字最多 {most}", most=_MOST)
    return Match(game, misere)


def read_move(game: Sum, answer: str) -> Move:
    """Return the move that an answer says; UserError with the reason if it says none."""
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
    """Return a move: the heap, where there may be several, and the change."""
    change = f"{move.before} -> {move.after}"
    if isinstance(move.before, Heap | TakingHeap):
        return say("第 {number} 堆 {heap}", number=move.part + 1, heap=change)
    return change


def render_position(game: Sum) -> str:
    """Return the position."""
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
    """Return the computer's move and the reason, in binary columns as the lecture has them."""
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
    """Return the lines of a sum in binary: each number, a rule, and the nim-sum.

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
