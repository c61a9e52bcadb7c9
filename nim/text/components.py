"""The components of a sum, one a line: the game's name, its rules, and the heaps or the piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from cardjudge.errors import InputError, UserError, quote, visible
from cardjudge.stdio import Lines
from nim import octal
from nim.components import (
    ChooseHeaps,
    Component,
    GraphToken,
    LinePiece,
    Move,
    NimHeaps,
    TakingHeaps,
)
from nim.graph import CycleError
from nim.integers import read_one
from nim.line import LineGame
from nim.period import NotProvedError, PeriodicValues
from nim.taking import GRUNDYS_GAME, Rules, subtraction
from nim.text.graph import GraphInput
from nim.text.verdict import decimal

LARGEST_SPLIT_HEAP = 100_000
"""The largest heap that may be split: each of its splits is looked at."""
_LARGEST_HEAP = 1_000_000
_LONGEST_LINE = 1_000_000
_LONGEST_NAME = 1000

NOTATION = (
    "nim 3 4 5、choose 0 1 2、line 10 1 : 1 2、subtract 1 3 4 : 20、octal 0.77 : 12、"
    "grundy 12、graph 檔名 : 3"
)


def read_component(text: str) -> Component:
    """Return the game that a line describes; UserError, with the reason, for another line."""
    name, _, rest = text.strip().partition(" ")
    try:
        readers: dict[str, Callable[[], Component]] = {
            "nim": lambda: NimHeaps(tuple(read_numbers(rest))),
            "choose": lambda: ChooseHeaps(tuple(read_numbers(rest))),
            "line": lambda: _line(*_halves(rest)),
            "subtract": lambda: _subtract(*_halves(rest)),
            "octal": lambda: _octal(*_halves(rest)),
            "grundy": lambda: _taking(GRUNDYS_GAME, rest),
            "graph": lambda: _graph(*_halves(rest)),
        }
        if name not in readers:
            raise UserError(f"不認得的賽局：{quote(name)}（寫法：{NOTATION}）")
        return readers[name]()
    except ValueError as error:
        raise UserError(str(error)) from None


def read_sum(lines: Lines) -> list[Component]:
    """Read a component from each line that is not blank."""
    components = []
    for line in lines:
        if line:
            try:
                components.append(read_component(line))
            except UserError as error:
                raise lines.error(str(error)) from None
    return components


def read_numbers(text: str) -> list[int]:
    """Return the integers of a text; ValueError with the reason for anything else."""
    return [read_one(word) for word in text.split()]


def read_steps(text: str) -> frozenset[int]:
    """Return a set of positive integers, one at least; ValueError with the reason."""
    steps = read_numbers(text)
    if not steps:
        raise ValueError("至少要有一個步數或取法")
    if 0 in steps:
        raise ValueError("0 不是正整數")
    return frozenset(steps)


def read_octal(code: str) -> Rules:
    """Return the rules of an octal code; ValueError with the reason."""
    try:
        return octal.parse(code)
    except ValueError as error:
        raise ValueError(
            f"{quote(code)}不是八進位賽局的代號：{quote(str(error))}"
            "不對（小數點前是 0 或 4，小數點後是 0 到 7）"
        ) from None


def _halves(text: str) -> tuple[str, str]:
    before, colon, after = text.partition(":")
    if not colon:
        raise ValueError("缺少冒號")
    return before.strip(), after.strip()


def _line(ends: str, steps: str) -> Component:
    numbers = read_numbers(ends)
    if len(numbers) != 2:
        raise ValueError(f"應有終點與起點兩個數，卻有 {len(numbers)} 個")
    end, start = numbers
    if start > end:
        raise ValueError("起點超過終點")
    if end - start > _LONGEST_LINE:
        raise ValueError(f"起點到終點最多 {_LONGEST_LINE} 步")
    both = read_steps(steps)
    return LinePiece.on(LineGame(end, start, both, both))


def _subtract(taken: str, heaps: str) -> Component:
    return _taking(subtraction(read_steps(taken)), heaps)


def _octal(code: str, heaps: str) -> Component:
    return _taking(read_octal(code), heaps)


def _taking(rules: Rules, text: str) -> Component:
    heaps = tuple(read_numbers(text))
    if rules.to_two and max(heaps, default=0) > LARGEST_SPLIT_HEAP:
        raise ValueError(f"可以分堆的賽局，一堆最多 {LARGEST_SPLIT_HEAP} 顆")
    component = TakingHeaps(heaps, PeriodicValues(rules), _LARGEST_HEAP)
    try:
        _ = component.grundy
    except NotProvedError as error:
        raise ValueError(f"{error.limit} 以內證不出週期，無法計算更大的堆") from None
    return component


def _graph(file: str, text: str) -> Component:
    vertices = read_numbers(text)
    if len(vertices) != 1:
        raise ValueError("應有一枚棋子的位置")
    shown = visible(file, _LONGEST_NAME)
    with _opened(file) as stream:
        try:
            given = GraphInput(Lines(stream))
            try:
                token = GraphToken.on(given.graph, vertices[0])
            except CycleError as error:
                raise given.cycle_error(error.cycle) from None
        except InputError as error:
            raise ValueError(f"{shown}：{error}") from None
    if not 1 <= vertices[0] <= given.graph.vertices:
        raise ValueError(f"頂點 {decimal(vertices[0])} 不在 1 到 {given.graph.vertices} 之間")
    return token


def _opened(file: str) -> BinaryIO:
    """Open a file; ValueError with the reason."""
    try:
        return open(file, "rb")
    except OSError as error:
        raise ValueError(f"{visible(file, _LONGEST_NAME)}：{error.strerror}") from None
    except ValueError:
        raise ValueError(f"沒有{quote(file)}這個檔案") from None  # no name has a NUL


def render_move(component: Component, move: Move) -> str:
    """Return a move without a line end: the heap, where there may be several, and the change."""
    if isinstance(component, ChooseHeaps):
        return f"選第 {move.part + 1} 堆 {decimal(move.before)}"
    after = " + ".join(map(decimal, move.after)) or "0"
    where = f"第 {move.part + 1} 堆 " if isinstance(component, NimHeaps | TakingHeaps) else ""
    return f"{where}{decimal(move.before)} -> {after}"
