"""What is said in a game at the terminal: the position, the prompt, and why a move wins."""

from __future__ import annotations

from cardjudge.errors import UserError, quote
from nim.components import Component, LinePiece, Move, NimHeaps, TakingHeaps
from nim.integers import read_one
from nim.text.components import read_component, render_move
from nim.text.verdict import decimal

_PLAYABLE = NimHeaps | LinePiece | TakingHeaps
_MOST_STONES = 1_000_000
WON, LOST, LEFT = "你贏了！\n", "你不能動了，我贏了。\n", "\n下次再玩。\n"
UNREADABLE = "輸入不是 UTF-8\n"


def read_game(text: str) -> Component:
    """Return the game to play; UserError for one that is not played."""
    component = read_component(text)
    if not isinstance(component, _PLAYABLE):
        raise UserError("可以玩的是 nim、line、octal、subtract 與 grundy")
    if max(component.parts, default=0) > _MOST_STONES:
        raise UserError(f"玩的時候數字最多 {_MOST_STONES}")
    return component


def read_move(component: Component, answer: str) -> Move:
    """Return the move that an answer says; UserError with the reason if it says none."""
    try:
        numbers = [read_one(word) for word in answer.split()]
    except ValueError as error:
        raise UserError(str(error)) from None
    if isinstance(component, LinePiece):
        if len(numbers) != 1:
            raise UserError("請輸入要走到的位置")
        return Move(0, component.parts[0], tuple(numbers))
    if len(numbers) < 2:
        raise UserError("請輸入第幾堆與剩下的石頭數")
    index, *left = numbers
    if not 1 <= index <= len(component.parts):
        raise UserError(f"沒有第 {quote(answer.split()[0])} 堆")
    after = tuple(left)
    if isinstance(component, TakingHeaps):
        after = tuple(heap for heap in left if heap)
    return Move(index - 1, component.parts[index - 1], after)


def render_illegal(component: Component, move: Move) -> str:
    """Return what is said to a move against the rules."""
    return f"規則不允許 {render_move(component, move)}\n"


def render_position(component: Component) -> str:
    """Return the position."""
    if isinstance(component, LinePiece):
        return f"棋子在 {component.parts[0]}，終點是 {component.game.end}\n"
    heaps = [f"第 {number} 堆 {heap}" for number, heap in enumerate(component.parts, 1)]
    return f"{'，'.join(heaps) or '沒有石頭了'}\n"


def prompt(component: Component) -> str:
    """Return the prompt for a move."""
    if isinstance(component, LinePiece):
        return "走到> "
    if isinstance(component, TakingHeaps) and component.values.rules.to_two:
        return "第幾堆 剩下的一堆或兩堆> "
    return "第幾堆 剩幾顆> "


def explain(component: Component, move: Move) -> str:
    """Return the computer's move and the reason, in binary columns as the lecture has them."""
    values = [component.value(part) for part in component.parts]
    x = component.grundy
    told = "" if isinstance(component, NimHeaps) else "（用 SG 值算）"
    lines = [f"我看到的是{told}："]
    lines += columns([*values], x)
    if x == 0:
        lines.append("X = 0，怎麼走都留給你 X ≠ 0 的盤面；我先隨便走。")
    else:
        value = values[move.part]
        lines.append(f"X = {x}，讓 X 變成 0：{value} XOR {x} = {value ^ x}")
        lines += columns([value, x], value ^ x)
    lines.append(f"我走：{render_move(component, move)}")
    return "\n".join(lines) + "\n"


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
        return f"{' '.join(f'{number:0{width}b}')} = {decimal(number)}"

    rule = "-" * (2 * width + 6) + "> XOR"
    return [*map(row, numbers), rule, row(total)]
