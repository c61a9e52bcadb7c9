"""Explains each line of the judges: the sum in binary, the moves of a heap, the theorem."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import Any

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.reasons import Name, Reason
from cardjudge.stdio import Lines
from nim import text
from nim.heaps import Move, Nim, mex, winning_choices
from nim.line import (
    LineGame,
    TooFarError,
    first_player_wins,
    grundy_values,
    winning_steps,
)

_MOST_SHOWN, _MOST_BITS = 12, 24
"""Most numbers, and most bits of a number, that an explanation shows in binary."""
_SG = "定理 5：SG 是走得到的值的 MEX，也就是其中沒有的最小非負整數。"
_FROM_1 = "堆由 1 開始編號，空的堆也要算。"
_TAKEN = "箭號後面寫的是拿走的顆數，不是剩下的。"
_MORE = "也寫了石頭變多的堆。"


def of_nim(data: bytes, misere: bool = False) -> Iterator[Reason]:
    """Yield the reasons of `nim`: X, the verdict, and each heap's winning move or its absence."""
    where = _lines_of(data)
    nim = Nim(text.read_heaps(Lines(BytesIO(data))), misere)
    x = text.decimal(nim.x)
    yield _sum(nim.heaps, nim.x)._replace(line=where[0], wrote=f"X = {x}\n")
    yield _verdict(where[0], _theorem_4(nim, misere), nim.first_player_wins)
    winning = {move.heap: move for move in nim.winning_moves()}
    others = sum(map(bool, nim.heaps)) - 1
    for number, heap in enumerate(nim.heaps, 1):
        left, move = heap ^ nim.x, winning.get(number)
        template = "第 {heap} 堆：{stones} XOR {x} = {left}，不比 {stones} 小，沒有必勝的取法"
        if misere and move is not None and move.after != left:
            left = move.after
            template = "第 {heap} 堆拿到剩 {left} 顆，只有一顆的堆就剩奇數堆，對手拿到最後一顆"
        elif move is not None:
            template = (
                "第 {heap} 堆：{stones} XOR {x} = {left}，比 {stones} 小，"
                "拿到剩 {left} 顆，X 就變成 0"
            )
        elif misere and left < heap:
            template = "第 {heap} 堆沒有必勝的取法：拿掉它，一顆的堆剩 {others} 堆，是偶數，對手贏"
        values = _numbers(heap=number, stones=heap, x=nim.x, left=left, others=others)
        wrote = text.render_moves([move] if move else [])
        rule = "winning-move" if move else "no-winning-move"
        yield Reason(rule, [template], values, where[number], text.decimal(heap), wrote)


def mistaken(data: bytes) -> Iterator[tuple[str, str, str]]:
    """Yield the output of each judge with a common mistake, the broken rule and the mistake."""
    nim = Nim(text.read_heaps(Lines(BytesIO(data))))
    head = f"X = {text.decimal(nim.x)}\n{text.verdict(nim.first_player_wins)}\n"
    moves = [*nim.winning_moves()]
    every = [Move(heap, stones, stones ^ nim.x) for heap, stones in enumerate(nim.heaps, 1)]
    full = [move._replace(heap=move.heap - nim.heaps[: move.heap].count(0)) for move in moves]
    left = "箭號後面是剩下的顆數，要比原來少。"
    more = (left, _MORE) if nim.x else ("X = 0 就沒有必勝的取法。", "X = 0 也寫了取法。")
    for wrong_moves, rule, mistake in (
        ([move._replace(heap=move.heap - 1) for move in moves], _FROM_1, "堆由 0 開始編號。"),
        (full, _FROM_1, "空的堆沒有編號。"),
        ([move._replace(after=move.before - move.after) for move in moves], left, _TAKEN),
        ([move for move in every if move.before & nim.x], left, _MORE),
        (every, *more),
        (moves[::-1], "必勝的取法照堆的編號寫。", "編號大的堆寫在前面。"),
    ):
        yield head + text.render_moves(wrong_moves), rule, mistake


def _theorem_4(nim: Nim, misere: bool) -> Reason:
    greatest, values = max(nim.heaps, default=0), _numbers(x=nim.x)
    if misere and not greatest:
        return Reason("bouton", ["沒有石頭可拿，匱乏賽局裡不能動的人贏，所以先手必勝"], values)
    if misere and greatest <= 1:
        ones = sum(nim.heaps)
        premise = "每一堆至多一顆，一次只能拿一堆；有 {ones} 堆一顆的，"
        won = "是偶數，對手拿到最後一顆，所以先手必勝"
        lost = "是奇數，先手拿到最後一顆，所以後手必勝"
        return Reason.of("bouton", premise, lost if ones % 2 else won, ones=ones, **values)
    if misere:
        lost = "有一堆不只一顆，匱乏賽局也看 X（Bouton）：X = 0，所以後手必勝"
        won = "有一堆不只一顆，匱乏賽局也看 X（Bouton）：X = {x} ≠ 0，所以先手必勝"
        return Reason("bouton", [won if nim.x else lost], values)
    won = "定理 4：X = {x} ≠ 0，有一步能讓 X 變成 0，所以先手必勝"
    lost = "定理 4：X = 0，每一步都讓 X 變成不是 0，對手再讓它變回 0，所以後手必勝"
    if not greatest:
        lost = "定理 4：X = 0；沒有石頭可拿，先手一開始就不能動，所以後手必勝"
    return Reason("theorem-4", [won if nim.x else lost], values)


def of_choose(data: bytes) -> Iterator[Reason]:
    """Yield the reasons of `nim choose`."""
    where = _lines_of(data)
    heaps = text.read_heaps(Lines(BytesIO(data)))
    value = mex(heaps)
    values = {"mex": value, "lacking": _lacking(value)}
    template = "MEX 是沒有出現的最小非負整數：堆的大小裡{lacking}，所以 MEX = {mex}"
    yield Reason("mex", [template], values, where[0], wrote=f"MEX = {value}\n")
    template = "定理 5：等價於一堆 MEX = {mex} 顆的 Nim；"
    won = "{mex} ≠ 0：選空的堆，對手就不能動，所以先手必勝"
    lost = "沒有空的堆，選哪一堆對手都全部拿走，所以後手必勝"
    if not heaps:
        lost = "沒有堆可選，先手一開始就不能動，所以後手必勝"
    reason = Reason("theorem-5", [template, won if value else lost], values)
    yield _verdict(where[0], reason, value != 0)
    winning = {*winning_choices(heaps)}
    for number, heap in enumerate(heaps, 1):
        rule, template = "no-winning-choice", "第 {heap} 堆有 {stones} 顆，選了它對手就全部拿走"
        if number in winning:
            rule, template = "winning-choice", "第 {heap} 堆是 {stones} 顆，選了它對手就不能動"
        wrote = text.render_choices([number] if number in winning else [])
        stones = _numbers(heap=number, stones=heap)
        yield Reason(rule, [template], stones, where[number], text.decimal(heap), wrote)


def of_line(data: bytes, misere: bool = False) -> Iterator[Reason]:
    """Yield the reasons of `nim line`."""
    lines = Lines(BytesIO(data))
    game = text.read_line(lines)
    values: list[int] = []
    if game.impartial and not misere:
        for distance, value in enumerate(grundy_values(game.first)):
            at = game.end - distance
            rows = {at + s: values[distance - s] for s in sorted(game.first) if s <= distance}
            yield _mex(at, rows, value)
            values.append(value)
            if distance == game.distance:
                break
    same = "兩人的步數相同，是無偏" if game.impartial else "兩人的步數不同，是有偏"
    ends = "不能走的人贏，是匱乏" if misere else "不能走的人輸，是標準"
    kind = {"same": Name(same), "ends": Name(ends)}
    yield Reason("kind", ["{same}；{ends}賽局"], kind, 1, "", text.render_kind(game, misere))
    try:
        wins = first_player_wins(game, misere)
        step, parts = _step(game, winning_steps(game, misere), misere)
    except TooFarError:
        raise lines.error(text.TOO_FAR) from None
    rule, templates = "winning-step" if wins else "no-winning-step", [step]
    if values:
        templates = ["Sprague–Grundy 定理：等價於一堆 SG({start}) = {value} 顆的 Nim；", step]
        parts |= {"start": game.start, "value": values[-1]}
    templates.append("，所以先手必勝" if wins else "，所以後手必勝")
    yield _verdict(1, Reason(rule, templates, parts), wins)


def _step(game: LineGame, winning: list[int], misere: bool) -> tuple[str, dict[str, Any]]:
    """Return a winning step of the player to move, or the positions that all steps lead to."""
    steps = sorted(step for step in game.first if step <= game.distance)
    parts: dict[str, Any] = {"start": game.start, "end": game.end}
    if not steps:
        stuck = "從 {start} 走不動了，輪到的人贏" if misere else "從 {start} 走不動了，輪到的人輸"
        return stuck, parts
    if winning:
        template = "走 {step} 步到 {at}，對手從那裡走必敗"
        return template, {**parts, "step": winning[0], "at": game.start + winning[0]}
    positions = tuple(game.start + step for step in steps[:_MOST_SHOWN])
    return "能走到 {shown}，對手從那裡走都必勝", {**parts, "shown": positions}


REASONS: dict[str, Callable[..., Iterator[Reason]]] = {
    "nim": of_nim,
    "choose": of_choose,
    "line": of_line,
}
"""The reasons of each judge, by subcommand; "nim" is the command without one."""


def reasons(data: bytes, misere: bool = False, game: str = "nim") -> Iterator[Reason]:
    """Return the reasons of a judge; UserError for Choose Nim in misère play."""
    if misere and game == "choose":
        raise UserError("{game} 沒有 --{option}", game=game, option="misere")
    return REASONS[game](data, **({"misere": True} if misere else {}))


def _lines_of(data: bytes) -> list[int]:
    """Return the line of each word of an input."""
    return [number for number, row in enumerate(data.split(b"\n"), 1) for _ in row.split()] or [1]


def _numbers(**numbers: int) -> dict[str, Any]:
    """Return numbers as values of a template; a number too long for `str` becomes its digits."""
    return {name: text.decimal(n) if text.is_long(n) else n for name, n in numbers.items()}


def _verdict(line: int, reason: Reason, wins: bool) -> Reason:
    otherwise = ((f"{text.verdict(not wins)}\n", say("先手必敗。" if wins else "先手必勝。")),)
    return reason._replace(line=line, wrote=f"{text.verdict(wins)}\n", otherwise=otherwise)


def _mex(at: int, rows: Mapping[int, int], value: int) -> Reason:
    terms = tuple(f"SG({at}) = {sg}" for at, sg in rows.items())
    values = {"at": at, "value": value, "shown": terms, "lacking": _lacking(value)}
    template = "SG({at})：走得到 {shown}；{lacking}，所以 MEX = {value}"
    if not rows:
        template = "SG({at})：走不動了，值是 {value}"
    return Reason("mex", [template], values, 1, "", text.render_value(at, value), always=[_SG])


def _lacking(value: int) -> str:
    """Describe why a number is the mex."""
    return say("比 {value} 小的都有，沒有 {value}" if value else "沒有 {value}", value=value)


def _sum(numbers: Iterable[int], x: int) -> Reason:
    """Return the calculation of a nim-sum, in binary if it is short enough to read."""
    few = [*islice(numbers, _MOST_SHOWN + 1)]
    width = max([x, *few], default=0).bit_length()
    if len(few) > _MOST_SHOWN or width > _MOST_BITS:
        why = "逐位 XOR：有奇數個數的那一位是 1，X 的那一位才是 1"
        return Reason("nim-sum", [why], _numbers(x=x))
    terms = tuple(f"{number} = {number:0{width}b}" for number in few) or (say("沒有堆"),)
    why, binary = "逐位 XOR：{shown}；結果 {binary} = {x}", f"{x:0{width}b}"
    return Reason.of("nim-sum", why, shown=terms, binary=binary, x=x)
